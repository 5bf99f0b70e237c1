use std::sync::OnceLock;

use super::{Mask, Packed};

/// A mask and what scans derive from it, each made once, when first asked for.
#[derive(Debug)]
pub struct Prepared {
    mask: Mask,
    packed: OnceLock<Packed>,
}

impl Prepared {
    /// Takes `mask`; nothing is derived yet.
    pub const fn new(mask: Mask) -> Self {
        Self { mask, packed: OnceLock::new() }
    }

    /// The mask itself.
    pub const fn mask(&self) -> &Mask {
        &self.mask
    }

    /// Phaelax's continuous 32-bit words.
    pub fn packed(&self) -> &Packed {
        self.packed.get_or_init(|| Packed::new(&self.mask))
    }
}

impl From<Mask> for Prepared {
    fn from(mask: Mask) -> Self {
        Self::new(mask)
    }
}
