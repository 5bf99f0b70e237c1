//! The overlays of the canvas, one file each. They do not know each other; the canvas calls them in drawing order.

pub mod bounds_used;
pub mod boxes;
pub mod changed;
pub mod current;
pub mod drop;
pub mod engine_hit;
pub mod first_hit;
pub mod grid;
pub mod handles;
pub mod intersection;
pub mod invitation;
pub mod loupe;
pub mod outlines;
pub mod pointer;
pub mod route;
pub mod rulers;
pub mod sprites;
pub mod tags;
pub mod visits;
pub mod words;
pub mod xray;
