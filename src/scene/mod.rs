//! Sprites, where they are placed, what a collision test of the two answers, and what other tests would.

mod collision;
mod contact;
mod frames;
mod picture;
mod pre_check;
mod profile;
mod sprite;

pub use collision::Collision;
pub use contact::Contact;
pub use frames::{Frame, Frames, Tag};
pub use picture::Picture;
pub use pre_check::{Bound, Oval, PreCheck};
pub use profile::{Profile, ProfileAbout};
pub use sprite::Sprite;
