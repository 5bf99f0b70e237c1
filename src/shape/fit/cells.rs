//! [`Cells`]: the cells of a mask, and the price by a [`Rule`] of those that a shape adds or misses.

use crate::geom::Size;
use crate::mask::Mask;

/// The cells in which a fitted shape may differ from its mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// Any.
    #[default]
    Fewest,
    /// No clear cell is covered.
    Inside,
    /// No solid cell is left out.
    Outside,
}

/// The cells of a mask as a shape sees them: it pays for each clear one that it covers and for each solid one that it leaves
/// out. Cells outside the mask are clear.
#[derive(Debug)]
pub struct Cells {
    /// The mask.
    pub mask: Mask,
    /// The words of each row, and one more for its end.
    words: Vec<Word>,
    /// The words of a row.
    stride: usize,
    /// Columns.
    pub width: i64,
    /// Rows.
    pub height: i64,
    /// Solid cells.
    pub solid: i64,
    /// The rule that sets the prices.
    rule: Rule,
    /// The price of a clear cell that is covered.
    pub adding: i64,
    /// The price of a solid cell that is left out.
    pub missing: i64,
}

/// The longest side of a mask that is not searched in squares first.
const SMALL: i64 = 256;

/// 64 cells of a row.
#[derive(Clone, Copy, Debug)]
struct Word {
    bits: u64,
    /// The solid cells of the row before it.
    before: u32,
}

impl Cells {
    /// The cells of `mask`. A cell that `rule` forbids costs more than any others together.
    pub fn new(mask: Mask, rule: Rule) -> Self {
        let (width, height) = (i64::from(mask.width()), i64::from(mask.height()));
        let forbidden = (width + height).pow(2) + 1;
        let (adding, missing) = match rule {
            Rule::Fewest => (1, 1),
            Rule::Inside => (forbidden, 1),
            Rule::Outside => (1, forbidden),
        };
        let mut words = Vec::new();
        for y in 0..mask.height() {
            let mut before = 0;
            for &bits in mask.row(y).iter().chain([&0]) {
                words.push(Word { bits, before });
                before += bits.count_ones();
            }
        }
        let stride = mask.stride() + 1;
        let solid = mask.count().cast_signed();
        Self { mask, words, stride, width, height, solid, rule, adding, missing }
    }

    /// The solid cells of row `y` left of column `x`; both may lie outside the mask.
    #[inline]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the mask")]
    pub fn left_of(&self, x: i64, y: i64) -> i64 {
        if !(0..self.height).contains(&y) {
            return 0;
        }
        let x = x.clamp(0, self.width) as usize;
        let Word { bits, before } = self.words[y as usize * self.stride + x / 64];
        (before + (bits & ((1 << (x % 64)) - 1)).count_ones()).into()
    }

    /// The price of that many cells.
    pub const fn price(&self, added: i64, missed: i64) -> i64 {
        added * self.adding + missed * self.missing
    }

    /// The side of the squares of cells in which a large mask is searched first; 1 for a small one.
    pub fn square(&self) -> i64 {
        (self.width.max(self.height) + SMALL - 1) / SMALL
    }

    /// The cells in squares of `side` by `side`: a square is solid if half of its cells are, or as its rule demands. `None` if
    /// cancelled.
    pub fn in_squares(&self, side: i64, is_cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let least = match self.rule {
            Rule::Fewest => (side * side + 1) / 2,
            Rule::Inside => side * side,
            Rule::Outside => 1,
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the mask")]
        let [width, height] = [self.width, self.height].map(|cells| ((cells + side - 1) / side) as u32);
        let [mut mask, mut any] = [0; 2].map(|_| Mask::new(Size::new(width, height)));
        for y in 0..height {
            if is_cancelled() {
                return None;
            }
            for x in 0..width {
                let (left, top) = (i64::from(x) * side, i64::from(y) * side);
                let in_row = |row| self.left_of(left + side, row) - self.left_of(left, row);
                let solid = (top..top + side).map(in_row).sum::<i64>();
                if solid >= least {
                    mask.set(x, y);
                }
                if solid > 0 {
                    any.set(x, y);
                }
            }
        }
        Some(Self::new(if mask.is_clear() { any } else { mask }, self.rule))
    }
}
