//! [`Cells`]: the cells of a mask, and the price of those that a shape adds or misses.

use super::rule::Rule;
use crate::mask::{Mask, SummedAreaTable};

/// The cells of a mask as a shape sees them: it pays for each clear one that it covers and for each solid one that it leaves
/// out. Cells outside the mask are clear.
#[derive(Debug)]
pub struct Cells {
    mask: Mask,
    /// For each word of the mask and for the end of each row, the solid cells of the row before it.
    before: Vec<i32>,
    table: SummedAreaTable,
    /// Columns.
    pub width: i64,
    /// Rows.
    pub height: i64,
    /// Solid cells.
    pub solid: i64,
    /// The price of a clear cell that is covered.
    pub adding: i64,
    /// The price of a solid cell that is left out.
    pub missing: i64,
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
        let mut before = Vec::new();
        for y in 0..mask.height() {
            let mut sum = 0;
            before.push(0);
            before.extend(mask.row(y).iter().map(|word| {
                sum += word.count_ones().cast_signed();
                sum
            }));
        }
        let table = SummedAreaTable::new(&mask);
        Self { solid: solid_in(&table, (0, width), (0, height)), mask, before, table, width, height, adding, missing }
    }

    /// The solid cells in columns `from..to` of row `y`; they may lie outside the mask.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the mask")]
    pub fn in_row(&self, y: i64, from: i64, to: i64) -> i64 {
        let (from, to) = (from.clamp(0, self.width), to.clamp(0, self.width));
        if from >= to || !(0..self.height).contains(&y) {
            return 0;
        }
        let row = self.mask.row(y as u32);
        let start = y as usize * (row.len() + 1);
        let before = |x: i64| {
            let (word, bit) = ((x / 64) as usize, x % 64);
            let bits = row.get(word).map_or(0, |bits| bits & ((1 << bit) - 1));
            self.before[start + word] + bits.count_ones().cast_signed()
        };
        (before(to) - before(from)).into()
    }

    /// The solid cells left of column `x` in `rows`, which lie in the mask.
    pub fn left_of(&self, x: i64, rows: (i64, i64)) -> i64 {
        if rows.0 < rows.1 { solid_in(&self.table, (0, x), rows) } else { 0 }
    }

    /// The price of that many cells.
    pub const fn price(&self, added: i64, missed: i64) -> i64 {
        added * self.adding + missed * self.missing
    }
}

/// The set pixels of a rectangle, from its first to behind its last column and row.
fn solid_in(table: &SummedAreaTable, x: (i64, i64), y: (i64, i64)) -> i64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the mask")]
    let cell = |n: i64| n as u32;
    table.count(cell(x.0), cell(y.0), cell(x.1 - x.0), cell(y.1 - y.0)).into()
}
