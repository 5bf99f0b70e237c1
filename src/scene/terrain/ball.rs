//! The ball between two steps, and its movements.

use super::{Key, KeyEvent, Keys, Rules};
use crate::geom::{Point, Size};

/// The ball between two steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Its top left corner, in pixels of the ground.
    pub position: Point,
    /// Downward movement in the next step, in pixels; negative is up.
    pub velocity_y: f64,
    /// True while gravity pulls and no other jump can begin.
    pub jumping: bool,
}

impl Ball {
    /// The ball before the first step: dropped in, as if it jumped.
    pub const fn at_start(rules: &Rules) -> Self {
        Self { position: rules.start, velocity_y: rules.falling, jumping: true }
    }

    /// Begins a jump if its key goes down and no jump is under way; other events have no effect by themselves.
    pub fn see(&mut self, event: KeyEvent, rules: &Rules) {
        if event.key == Key::Jump && event.down && !self.jumping {
            self.velocity_y -= rules.jump;
            self.jumping = true;
        }
    }

    /// Walks if a key is held and the edge of the stage is farther than a step: left if it can, otherwise right if it
    /// can.
    pub fn walk(&mut self, held: Keys, size: Size, rules: &Rules) {
        let x = &mut self.position.0;
        if held.left && *x - rules.walk > 0.0 {
            *x -= rules.walk;
        } else if held.right && *x + f64::from(size.width) + rules.walk < f64::from(rules.stage.width) {
            *x += rules.walk;
        }
    }

    /// Adds gravity if the ball jumps.
    pub fn pull(&mut self, rules: &Rules) {
        if self.jumping {
            self.velocity_y += rules.gravity;
        }
    }

    /// Falls, or stands on the `contact`.
    pub fn settle(&mut self, contact: Option<Point>, size: Size, rules: &Rules) {
        match contact {
            None => self.position.1 += self.velocity_y,
            Some((_, y)) => {
                self.position.1 = y - f64::from(size.height);
                self.jumping = false;
                self.velocity_y = rules.falling;
            }
        }
    }
}
