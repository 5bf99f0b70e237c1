use crate::{
    geom::{Cell, Rounding},
    mask::Prepared,
};

/// The terrain's mask. Outside it everything is clear.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a>(pub &'a Prepared);

impl Ground<'_> {
    /// Rows.
    pub const fn height(self) -> u32 {
        self.0.mask().height()
    }

    /// Whether the pixel at `cell` is solid.
    pub fn is_solid(self, cell: Cell) -> bool {
        self.0.mask().get_cell(cell)
    }

    /// The column or row in which a coordinate is looked up: `floor(value + 0.5)`. What no cell holds is far outside.
    pub fn nearest(value: f64) -> i64 {
        Rounding::HalfUp.round(value).unwrap_or(i32::MAX).into()
    }
}
