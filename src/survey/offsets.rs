//! The number of placements a survey may have.

use thiserror::Error;

pub use crate::geom::Offsets;
use crate::{geom::Size, scene::LayError, words::thousands};

/// A survey of too many placements.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{size} placements are too many for a survey, the limit is {} in all", thousands(TooMany::LIMIT))]
pub struct TooMany {
    /// Columns and rows of placements.
    pub size: Size,
}

/// The reason why a survey of laid sprites cannot begin.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SurveyError {
    /// There are too many placements.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// A sprite, or a frame, cannot be placed.
    #[error("a {0} does not fit: {1}")]
    Unplaced(&'static str, LayError),
}

impl TooMany {
    /// The most placements of a survey: the number of offsets of two sprites of 1,024 × 1,024.
    pub const LIMIT: u64 = 1 << 22;

    /// `size`, if a survey may have this many placements.
    ///
    /// # Errors
    /// If it has more than [`TooMany::LIMIT`] places.
    pub(super) fn check(size: Size) -> Result<Size, Self> {
        if size.area() > Self::LIMIT { Err(Self { size }) } else { Ok(size) }
    }
}
