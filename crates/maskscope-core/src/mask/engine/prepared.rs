//! [`Prepared`]: a mask and what is derived from it.

use std::mem;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::{Coarse, StripedMask};
use crate::geom::IntRect;
use crate::mask::{BlockPyramid, Mask, Packed, SummedAreaTable};

/// A mask and the tables that scans and the engine derive from it, each made once, when first needed.
///
/// ```
/// use maskscope_core::{geom::Offset, mask::{Mask, Prepared}};
///
/// let ship = Prepared::new(".#.\n###".parse::<Mask>()?);
/// let rock = Prepared::new("##\n##".parse::<Mask>()?);
/// assert!(ship.overlaps(&rock, Offset::new(2, 0)) && !ship.overlaps(&rock, Offset::new(2, -1)));
/// assert_eq!(ship.overlap_area(&rock, Offset::new(1, 0)), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Prepared {
    mask: Mask,
    count: OnceLock<u64>,
    bounds: OnceLock<Option<IntRect>>,
    packed: OnceLock<Packed>,
    summed_area: OnceLock<SummedAreaTable>,
    /// The first rows of that table.
    begun: Mutex<SummedAreaTable>,
    blocks: OnceLock<BlockPyramid>,
    stripes: OnceLock<StripedMask>,
    coarse: OnceLock<Coarse>,
    transposed: OnceLock<Mask>,
}

impl Prepared {
    /// Prepares `mask` without deriving any table.
    pub fn new(mask: Mask) -> Self {
        Self {
            mask,
            count: OnceLock::new(),
            bounds: OnceLock::new(),
            packed: OnceLock::new(),
            summed_area: OnceLock::new(),
            begun: Mutex::default(),
            blocks: OnceLock::new(),
            stripes: OnceLock::new(),
            coarse: OnceLock::new(),
            transposed: OnceLock::new(),
        }
    }

    /// The mask itself.
    pub const fn mask(&self) -> &Mask {
        &self.mask
    }

    /// The number of set pixels.
    pub fn count(&self) -> u64 {
        *self.count.get_or_init(|| self.mask.count())
    }

    /// The tight bounds; `None` if no pixel is set.
    pub fn bounds(&self) -> Option<IntRect> {
        *self.bounds.get_or_init(|| self.mask.bounds())
    }

    /// Phaelax's continuous 32-bit words.
    pub fn packed(&self) -> &Packed {
        self.packed.get_or_init(|| Packed::new(&self.mask))
    }

    /// True if the summed-area table, the largest of the tables, has been made.
    pub fn has_summed_area(&self) -> bool {
        self.summed_area.get().is_some()
    }

    /// Counts of set pixels in any rectangle.
    ///
    /// # Panics
    /// If the mask has 2³² pixels or more.
    pub fn summed_area(&self) -> &SummedAreaTable {
        self.summed_area.get_or_init(|| {
            let mut table = mem::take(&mut *self.begun.lock().unwrap_or_else(PoisonError::into_inner));
            table.go_on(&self.mask, &|| false);
            table
        })
    }

    /// Makes that table until `is_over`, and goes on with it the next time; returns whether it is whole.
    ///
    /// # Panics
    /// If the mask has 2³² pixels or more.
    pub fn begin_summed_area(&self, is_over: &dyn Fn() -> bool) -> bool {
        let begun = || self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let is_whole = self.has_summed_area() || begun().go_on(&self.mask, is_over);
        if is_whole {
            self.summed_area();
        }
        is_whole
    }

    /// The mask in blocks of 8 × 8 and 64 × 64.
    pub fn blocks(&self) -> &BlockPyramid {
        self.blocks.get_or_init(|| BlockPyramid::new(&self.mask))
    }

    /// The mask in stripes of 64 columns, with its rows' extents.
    #[inline]
    pub fn stripes(&self) -> &StripedMask {
        self.stripes.get_or_init(|| StripedMask::new(&self.mask))
    }

    /// True if [`stripes`](Self::stripes) are made.
    #[inline]
    pub(super) fn has_stripes(&self) -> bool {
        self.stripes.get().is_some()
    }

    /// The mask in blocks of 8 × 8, to be laid over another's.
    #[inline]
    pub fn coarse(&self) -> &Coarse {
        self.coarse.get_or_init(|| Coarse::new(&self.mask))
    }

    /// The mask with columns and rows exchanged: 64 pixels of a column are a word.
    #[inline]
    pub fn transposed(&self) -> &Mask {
        self.transposed.get_or_init(|| self.mask.transposed())
    }
}

impl From<Mask> for Prepared {
    fn from(mask: Mask) -> Self {
        Self::new(mask)
    }
}
