use std::sync::OnceLock;

use super::{Blocks, Mask, Packed, SummedArea};
use crate::geom::IntRect;

/// A mask and what scans derive from it, each made once, when first asked for.
#[derive(Debug)]
pub struct Prepared {
    mask: Mask,
    count: OnceLock<u64>,
    bounds: OnceLock<Option<IntRect>>,
    packed: OnceLock<Packed>,
    summed_area: OnceLock<SummedArea>,
    blocks: OnceLock<Blocks>,
}

impl Prepared {
    /// Takes `mask`; nothing is derived yet.
    pub const fn new(mask: Mask) -> Self {
        Self {
            mask,
            count: OnceLock::new(),
            bounds: OnceLock::new(),
            packed: OnceLock::new(),
            summed_area: OnceLock::new(),
            blocks: OnceLock::new(),
        }
    }

    /// The mask itself.
    pub const fn mask(&self) -> &Mask {
        &self.mask
    }

    /// How many pixels are set.
    pub fn count(&self) -> u64 {
        *self.count.get_or_init(|| self.mask.count())
    }

    /// The tight bounds; `None` when no pixel is set.
    pub fn bounds(&self) -> Option<IntRect> {
        *self.bounds.get_or_init(|| self.mask.bounds())
    }

    /// Phaelax's continuous 32-bit words.
    pub fn packed(&self) -> &Packed {
        self.packed.get_or_init(|| Packed::new(&self.mask))
    }

    /// How many pixels are set in any rectangle.
    pub fn summed_area(&self) -> &SummedArea {
        self.summed_area.get_or_init(|| SummedArea::new(&self.mask))
    }

    /// The mask in blocks of 8 × 8 and 64 × 64.
    pub fn blocks(&self) -> &Blocks {
        self.blocks.get_or_init(|| Blocks::new(&self.mask))
    }
}

impl From<Mask> for Prepared {
    fn from(mask: Mask) -> Self {
        Self::new(mask)
    }
}
