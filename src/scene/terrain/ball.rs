//! The ball between two steps, and how it moves.

use super::{Key, KeyEvent, Keys, Rules};
use crate::geom::{Point, Size};

/// The ball between two steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Its top left corner, in pixels of the ground.
    pub position: Point,
    /// How far the next step takes it down, in pixels; negative is up.
    pub velocity_y: f64,
    /// Whether gravity pulls, and no other jump can begin.
    pub jumping: bool,
}

impl Ball {
    /// The ball before the first step: dropped in, as if it jumped.
    pub const fn at_start(rules: &Rules) -> Self {
        Self { position: rules.start, velocity_y: rules.falling, jumping: true }
    }

    /// A jump begins where its key goes down and none is under way; nothing else happens by an event alone.
    pub fn see(&mut self, event: KeyEvent, rules: &Rules) {
        if event.key == Key::Jump && event.down && !self.jumping {
            self.velocity_y -= rules.jump;
            self.jumping = true;
        }
    }

    /// Walks if a key is held and the edge of the stage is farther than a step: left if it can, else right if it can.
    pub fn walk(&mut self, held: Keys, size: Size, rules: &Rules) {
        let x = &mut self.position.0;
        if held.left && *x - rules.walk > 0.0 {
            *x -= rules.walk;
        } else if held.right && *x + f64::from(size.width) + rules.walk < f64::from(rules.stage.width) {
            *x += rules.walk;
        }
    }

    /// Gravity pulls, if the ball jumps.
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
