//! Rules for a ball and a ground other than the article's.

use super::{Ground, Playfield, Rules};

/// Sides of the article's ball and ground, which fit its speeds.
const BALL: f64 = 28.0;
const GROUND: f64 = 480.0;

impl Playfield<'_> {
    /// The article's speeds in proportion to the ball or to the ground, whichever makes them slower, and a start on the
    /// ground: on the column nearest to its middle that holds the ball for the first steps, or above the middle if none
    /// does.
    pub fn fitted(&self) -> Rules {
        let usual = self.rules();
        let (ball, ground) = (self.ball_size(), self.ground.0.mask().size());
        let share = (f64::from(ball.height) / BALL).min(f64::from(ground.height) / GROUND);
        // At least a hundredth, and in hundredths, as in the fields.
        let scaled = |speed: f64| ((speed * share * 100.0).round() / 100.0).max(0.01);
        let rules = Rules {
            walk: scaled(usual.walk),
            gravity: scaled(usual.gravity),
            jump: scaled(usual.jump),
            falling: scaled(usual.falling),
            ..usual
        }
        .cut_to_range();
        Rules { start: self.start(&rules), ..rules }
    }

    /// The position of a ball that stands on the ground.
    fn start(&self, rules: &Rules) -> (f64, f64) {
        let (ball, ground) = (self.ball_size(), self.ground.0.mask().size());
        let middle = (f64::from(ground.width) - f64::from(ball.width)) / 2.0;
        let above = -f64::from(ball.height);
        let steps = 0..=ground.width / 2;
        let lefts = steps.flat_map(|n| [middle.floor() - f64::from(n), middle.floor() + f64::from(n)]);
        let is_inside = |left: &f64| {
            let most = f64::from(ground.width) - f64::from(ball.width);
            *left == middle.floor() || (0.0..=most).contains(left)
        };
        let stands = |left: f64| self.top(left).map(|top| (left, top + above)).filter(|at| self.holds(*at, rules));
        lefts.filter(is_inside).find_map(stands).unwrap_or((middle.floor(), above))
    }

    /// The uppermost solid row under the middle of a ball with its left edge at `left`.
    fn top(&self, left: f64) -> Option<f64> {
        let column = Ground::nearest(left + f64::from(self.ball_size().width) / 2.0);
        let rows = 0..i64::from(self.ground.height());
        let is_solid = |row: &i64| self.ground.is_solid(crate::geom::Cell::new(column, *row));
        rows.into_iter().find(is_solid).map(|row| row as f64)
    }

    /// True if a ball that starts there still stands after a few steps.
    fn holds(&self, start: (f64, f64), rules: &Rules) -> bool {
        const STEPS: u32 = 4;
        let rules = Rules { start, ..*rules };
        let first = super::BetweenSteps::at_start(&rules);
        let after = (0..STEPS).try_fold(first, |before, step| {
            let record = self.step(&rules, step, before, &[]);
            record.look.contact.map(|_| record.after)
        });
        after.is_some()
    }
}
