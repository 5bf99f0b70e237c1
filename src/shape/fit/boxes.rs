//! The best box of whole pixels.

use super::cells::Cells;
use super::search::{Kind, Merit, Region, best, middle_of};
use crate::mask::SummedAreaTable;

/// The most columns of a mask that are read to find the best box: about a second's work.
const MOST_READ: i64 = 100_000_000;

/// The left, top, right and bottom edge of the best box, and whether it is proven; `None` if cancelled.
pub fn best_box(cells: &Cells, is_cancelled: &dyn Fn() -> bool) -> Option<([i64; 4], bool)> {
    let boxes = Boxes { cells, table: SummedAreaTable::of(&cells.mask, is_cancelled)? };
    let (best, is_proven) = best(&boxes, middle_of(&boxes), MOST_READ / cells.width, is_cancelled)?;
    Some((boxes.edges(best), is_proven))
}

/// Boxes, by their top and bottom edges. The best columns between two edges are found by one pass over all columns.
#[derive(Debug)]
struct Boxes<'a> {
    cells: &'a Cells,
    table: SummedAreaTable,
}

impl Boxes<'_> {
    /// The best box between two edges: its left, top, right and bottom edge.
    fn edges(&self, [top, bottom]: [i64; 2]) -> [i64; 4] {
        let (_, left, width) = self.columns((top, top), (bottom, bottom));
        [left, top, left + width, bottom]
    }

    /// The columns with the most to gain for a box whose edges are in these ranges: their gain, the first, their number.
    ///
    /// Each column gains its solid cells in the tallest box, and pays for its clear cells in the lowest. The best columns end
    /// where the sum so far is most above its least before: of equal ones the fewest, then the first.
    fn columns(&self, top: (i64, i64), bottom: (i64, i64)) -> (i64, i64, i64) {
        let (tallest, lowest) = ((top.0, bottom.1), (top.1, bottom.0.max(top.1)));
        let cells = self.cells;
        let sum = |x: i64| {
            let clear = (lowest.1 - lowest.0) * x - self.solid(x, lowest);
            self.solid(x, tallest) * cells.missing - clear * cells.adding
        };
        let (mut least, mut best) = ((0, 0), (0, 0, 0));
        for x in 1..=cells.width {
            let here = sum(x);
            let (gain, width) = (here - least.0, x - least.1);
            if gain > best.0 || gain == best.0 && width < best.2 {
                best = (gain, least.1, width);
            }
            if here <= least.0 {
                least = (here, x);
            }
        }
        best
    }

    /// The solid cells left of column `x` in `rows`.
    fn solid(&self, x: i64, rows: (i64, i64)) -> i64 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the mask")]
        let cell = |n: i64| n as u32;
        self.table.count(0, cell(rows.0), cell(x), cell(rows.1 - rows.0)).into()
    }
}

impl Kind<2> for Boxes<'_> {
    fn all(&self) -> Region<2> {
        [(0, self.cells.height - 1), (1, self.cells.height)]
    }

    fn bound(&self, &[top, bottom]: &Region<2>) -> Merit {
        if bottom.1 <= top.0 {
            return Merit::NONE;
        }
        let (gain, left, width) = self.columns(top, bottom);
        let price = self.cells.solid * self.cells.missing - gain;
        let height = (bottom.0 - top.1).max(1);
        let is_single = top.0 == top.1 && bottom.0 == bottom.1;
        let (left, width) = if is_single { (left, width) } else { (0, 1) };
        Merit { price, area: width * height, top: top.0, left, height }
    }
}
