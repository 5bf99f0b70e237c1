//! Shapes fitted to a mask: [`Form::fit`] finds the one that differs from it in the fewest cells.
//!
//! A cell is the shape's if its centre lies inside. Of shapes that differ in equally many cells the one with the smaller area is
//! better, then the one further up, then the one further left.

mod cells;
mod fitting;
mod frames;
mod growing;
mod outline;
mod pieces;
mod polygons;
mod search;
mod shared;
mod starts;
mod together;

pub use cells::Rule;
pub use fitting::{Fit, Fitting, Form, FormNameError};
pub use frames::FrameMask;
pub use pieces::FittedPieces;
pub use shared::SharedFit;
