//! Sprites on the grid of the world: placement and resampling of their pixels.
//!
//! - `poses`: the transforms of a placement; `stand`: a sprite with its placement and its parents.
//! - `posed`: a sprite as a mask on a grid; `reading`: which pixels of an image a cell reads.
//! - `raster`, `resample`: the pixels themselves; `bands`: in bands, for large ones.
//! - `bake`: calls of an engine that make a new surface.

mod bake;
mod bands;
mod posed;
mod poses;
mod raster;
mod reading;
mod resample;
mod stand;

pub use bake::Unbaked;
pub use bands::Bands;
pub(super) use bands::cut;
pub use posed::{LayError, Posed};
pub use raster::Raster;
pub use reading::Reading;
pub(super) use resample::{GridBox, mended};
pub use stand::Stand;
