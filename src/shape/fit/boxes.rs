//! The best box of whole pixels.

use super::cells::Cells;
use super::search::{Kind, Merit, Region};

/// Boxes, by their top and bottom edges. The best columns between two edges are found by one pass over all columns.
#[derive(Debug)]
pub struct Boxes<'a>(pub &'a Cells);

impl Boxes<'_> {
    /// The best box between two edges: its left, top, right and bottom edge.
    pub fn edges(&self, [top, bottom]: [i64; 2]) -> [i64; 4] {
        let (_, left, width) = self.columns((top, top), (bottom, bottom));
        [left, top, left + width, bottom]
    }

    /// The columns with the most to gain for a box whose edges are in these ranges: their gain, the first, their number.
    ///
    /// Each column gains its solid cells in the tallest box, and pays for its clear cells in the lowest. The best columns end
    /// where the sum so far is most above its least before: of equal ones the fewest, then the first.
    fn columns(&self, top: (i64, i64), bottom: (i64, i64)) -> (i64, i64, i64) {
        let (tallest, lowest) = ((top.0, bottom.1), (top.1, bottom.0.max(top.1)));
        let cells = self.0;
        let sum = |x: i64| {
            let clear = (lowest.1 - lowest.0) * x - cells.left_of(x, lowest);
            cells.left_of(x, tallest) * cells.missing - clear * cells.adding
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
}

impl Kind<2> for Boxes<'_> {
    fn all(&self) -> Region<2> {
        [(0, self.0.height - 1), (1, self.0.height)]
    }

    fn bound(&self, &[top, bottom]: &Region<2>) -> Merit {
        if bottom.1 <= top.0 {
            return Merit::NONE;
        }
        let (gain, left, width) = self.columns(top, bottom);
        let price = self.0.solid * self.0.missing - gain;
        let height = (bottom.0 - top.1).max(1);
        let is_single = top.0 == top.1 && bottom.0 == bottom.1;
        let (left, width) = if is_single { (left, width) } else { (0, 1) };
        Merit { price, area: width * height, top: top.0, left, height }
    }
}
