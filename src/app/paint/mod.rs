//! The means by which the window paints.
//!
//! - `draw`: a layer of the canvas: its declaration, its input, and the names that layers share.
//! - `screen`: the map from world cells to the screen.
//! - `lines`: lines of whole physical pixels, and outlines of masks.
//! - `raster`: pictures painted pixel by pixel, kept as textures.
//! - `differing`: marks on cells in which a shape differs from a mask.
//! - `icons`, `marks`, `signs`: icons, the marks of the three verdicts and the signs of what a visit reads, as paths.
//! - `write`: lines of text, bars and timings beside pictures.

pub mod differing;
pub mod draw;
pub mod icons;
pub mod lines;
pub mod marks;
pub mod raster;
pub mod screen;
pub mod signs;
pub mod write;
