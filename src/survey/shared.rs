//! What two masks share at an offset: the one place in which surveys ask for it.

use crate::{geom::Offset, mask::Mask};

/// Whether the masks share a pixel.
pub(super) fn masks_overlap(a: &Mask, b: &Mask, offset: Offset) -> bool {
    a.shared_row(b, offset, 0).is_some()
}

/// How many pixels the masks share.
pub(super) fn overlap_area(a: &Mask, b: &Mask, offset: Offset) -> u64 {
    a.overlap_area(b, offset)
}
