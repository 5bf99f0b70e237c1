//! The ball on the hills: one probe point against a terrain, as in "Tutorial: Per Pixel Collision" (FGS5), step by step.
//!
//! A step is a sixtieth of a second. Keys change; the ball walks; gravity pulls if it jumps; then one point, the bottom
//! middle of the ball at its next position, is read in the ground's mask:
//!
//! ```text
//!  . o o .
//!  o o o o      bottom = y + height
//!  . o o .  _
//!  . . . .  |   velocity_y
//!  . . 4 .  |   4: clear, so the contact is one below: 3
//!  # # 3 #  |   3: solid
//!  # # 2 #  |   2: solid
//!  # # 1 #  v   1: the probe, solid: step up
//! ```
//!
//! Without contact the ball falls by `velocity_y`; with contact it stands on it. Positions are f64, in pixels of the
//! ground, y down; only the read position is rounded, by [`Rounding::HalfUp`](crate::geom::Rounding::HalfUp). The rule
//! for solid pixels is applied before: the masks are made by any [`Solid`] rule, [`LOWEST_BIT`] among them.
//!
//! [`Run`] is the history: all steps of a list of keys, each with the pixels it read.

mod fitted;
mod keys;
mod look;
mod rules;
mod run;

use crate::mask::Solid;

pub use keys::{Key, KeyEvent, KeyList, Keys, NotAscending};
pub use look::{Ball, ColumnReads, Ground, Look, ReadWay};
pub use rules::{Clamp, Probing, Rules};
pub use run::{BetweenSteps, Happening, Playfield, Run, StepRecord};

/// The colour of the article's stage, behind the hills: red, green, blue.
pub const SKY: [u8; 3] = [0x33, 0xbb, 0xff];

/// A trap: `pixel >> 24 & 0xff != 0` is right in Haxe and Rust, but in ActionScript, JavaScript and C `!=` binds first,
/// and the same text asks for the lowest bit of alpha: art with an even alpha, such as 254, is then not ground. Masks
/// made by this rule show it.
pub const LOWEST_BIT: Solid = Solid::HasBits(1);
