//! Why a frame of an atlas cannot be restored.

use thiserror::Error;

use crate::{
    files::{Reason, printable},
    geom::{IntRect, Size},
    words::located,
};

/// Why a frame of an atlas cannot be restored.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum AtlasFault {
    /// A frame without pixels.
    #[error("is {0} px: there is nothing in it")]
    Empty(Size),
    /// It is trimmed, but its source box is not given.
    #[error("is trimmed, but has no spriteSourceSize or no sourceSize")]
    NoSource,
    /// Two sizes that should be equal: they say how large the frame is without what was trimmed.
    #[error("is {frame} px by its frame, but {trimmed} px by its spriteSourceSize")]
    SizesDiffer {
        /// `frame`.
        frame: Size,
        /// `spriteSourceSize`.
        trimmed: Size,
    },
    /// Not all of it is inside its source box.
    #[error("is {}, which is not inside its source of {source_size} px", located(*area))]
    OutsideSource {
        /// Where it lies in the source box.
        area: IntRect,
        /// `sourceSize`.
        source_size: Size,
    },
    /// Not all of it is on the sheet.
    #[error("is {}, which is not on the sheet of {sheet} px", located(*area))]
    OutsideSheet {
        /// Where it lies on the sheet, rotated if it is.
        area: IntRect,
        /// The sheet's width and height.
        sheet: Size,
    },
}

impl AtlasFault {
    /// This fault, as one of the frame `name`, which is number `n`.
    pub(super) fn of(self, n: usize, name: &str) -> Reason {
        Reason::AtlasFrame {
            name: if name.is_empty() { n.to_string() } else { format!("\"{}\"", printable(name)) },
            fault: self,
        }
    }
}
