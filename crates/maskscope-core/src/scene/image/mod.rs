//! Images of sprites: their pixels, their frames, and what of them is solid.
//!
//! - `picture`: the pixels of an image, and its format; `solid_rule`: which of them are solid.
//! - `frames`: the frames of an animation; `grid`, `cut`: frames cut from a sheet; `recognise`: the grid of a sheet, guessed.
//! - `layers`: the layers of a file, and those that are chosen.

mod cut;
mod frames;
mod grid;
mod layers;
mod picture;
mod recognise;
mod solid_rule;

pub use cut::{Cut, Turned};
pub use frames::{Drawn, Editor, Frame, Frames, HitboxOffers, MaskRule, OfferedHitboxes, Shown, Tag, UnknownFrame};
pub use grid::{Grid, GridError};
pub use layers::{ImageLayer, ImageLayers, LayerNameError};
pub use picture::rgba_rows;
pub use picture::{Identity, Picture, PictureFormat};
pub use solid_rule::{ColorKey, ColorKeyError, MaskImage, SolidRule, SolidSource};
