//! The ground under the ball.

use crate::geom::{Cell, Rounding};
use crate::mask::Prepared;

/// The terrain's mask. Outside it everything is clear.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a>(pub &'a Prepared);

impl Ground<'_> {
    /// Rows.
    pub const fn height(self) -> u32 {
        self.0.mask().height()
    }

    /// True if the pixel at `cell` is solid.
    pub fn is_solid(self, cell: Cell) -> bool {
        self.0.mask().get_cell(cell)
    }

    /// The column or row for a coordinate: `floor(value + 0.5)`. A coordinate beyond all cells is far outside, on its
    /// side.
    pub fn nearest(value: f64) -> i64 {
        let outside = if value < 0.0 { i32::MIN } else { i32::MAX };
        Rounding::HalfUp.round(value).unwrap_or(outside).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_cell_holds_is_on_its_side() {
        assert_eq!([-0.5, 0.4, 0.5].map(Ground::nearest), [0, 0, 1]);
        let (first, last) = (i64::from(i32::MIN), i64::from(i32::MAX));
        assert_eq!([-1e10, f64::NEG_INFINITY, 1e10, f64::NAN].map(Ground::nearest), [first, first, last, last]);
    }
}
