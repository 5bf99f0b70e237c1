//! Sprites, where they are placed, and what a collision test of the two answers.

mod collision;
mod contact;
mod picture;
mod sprite;

pub use collision::Collision;
pub use contact::Contact;
pub use picture::Picture;
pub use sprite::Sprite;
