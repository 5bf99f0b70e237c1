//! The numbers of the ball's movement.

use serde::{Deserialize, Serialize};

use crate::geom::{Point, Size};

/// The numbers of the ball's movement. Lengths are pixels, velocities pixels per step; the defaults are the article's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// Width of a step in walking.
    pub walk: f64,
    /// Velocity that a step adds to a ball that jumps.
    pub gravity: f64,
    /// Velocity that a jump subtracts.
    pub jump: f64,
    /// The downward velocity at the start and after each contact.
    pub falling: f64,
    /// Start of the ball's top left corner.
    pub start: Point,
    /// Size of the ground: the ball stays between its left and right edge.
    pub stage: Size,
    /// The rule for low probes.
    pub clamp: Clamp,
    /// The rule for reading the ground.
    pub probing: Probing,
}

/// The probes that are lifted to the ground's last row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clamp {
    /// `y > height`, as in the article. A trap: at `y == height` the probe stays outside, among clear pixels, and a
    /// ball sinks through the last row for a step.
    #[default]
    Beyond,
    /// `y >= height`. A probe less than half a pixel above the bottom edge is rounded to below it by either rule.
    AtOrBeyond,
}

/// The pixels of the ground that a step reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Probing {
    /// The end point of the step, and upwards from there while it is solid, as in the article. A platform thinner than the
    /// step is tunnelled through.
    #[default]
    EndPoint,
    /// An addition to the article: every row from the ball's bottom down to the end point; the first solid one is the
    /// contact. An upward step reads its end point alone. Nothing is tunnelled through, but nothing is climbed either:
    /// a slope that rises above the ball's bottom is met at that row.
    Swept,
}

impl Rules {
    /// The duration of a step, in seconds.
    pub const STEP_SECONDS: f64 = 1.0 / 60.0;
    /// The most of each velocity, up or down, left or right.
    pub const FASTEST: f64 = 1_000.0;
    /// The farthest start of the ball from the origin.
    pub const FAR: f64 = 16_384.0;

    /// The article's rules on a stage of `stage`.
    pub fn on(stage: Size) -> Self {
        Self { stage, ..Self::default() }
    }

    /// These rules with the speeds and the start of `other`.
    #[must_use]
    pub const fn moving_like(self, other: &Self) -> Self {
        let Self { walk, gravity, jump, falling, start, .. } = *other;
        Self { walk, gravity, jump, falling, start, ..self }
    }

    /// These rules with every number cut to the limits above; NaN becomes 0.
    #[must_use]
    pub fn cut_to_range(self) -> Self {
        let cut = |n: f64, most: f64| if n.is_nan() { 0.0 } else { n.clamp(-most, most) };
        let velocity = |n: f64| cut(n, Self::FASTEST);
        Self {
            walk: velocity(self.walk),
            gravity: velocity(self.gravity),
            jump: velocity(self.jump),
            falling: velocity(self.falling),
            start: (cut(self.start.0, Self::FAR), cut(self.start.1, Self::FAR)),
            ..self
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            walk: 8.0,
            gravity: 2.5,
            jump: 45.0,
            falling: 10.0,
            start: (32.0, 10.0),
            stage: Size::new(640, 480),
            clamp: Clamp::default(),
            probing: Probing::default(),
        }
    }
}

impl Clamp {
    /// `y` of the probe in a ground of `height` rows.
    pub fn apply(self, y: f64, height: u32) -> f64 {
        let height = f64::from(height);
        let too_low = match self {
            Self::Beyond => y > height,
            Self::AtOrBeyond => y >= height,
        };
        if too_low { height - 1.0 } else { y }
    }
}
