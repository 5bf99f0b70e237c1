//! [`Cells`]: the cells of a mask, and the price by a [`Rule`] of those that a shape adds or misses.

use crate::geom::Size;
use crate::mask::{Mask, SummedAreaTable};

/// The cells in which a fitted shape may differ from its mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// In the fewest possible, clear or solid.
    #[default]
    Fewest,
    /// No clear cell is covered.
    Inside,
    /// No solid cell is left out.
    Outside,
}

impl Rule {
    /// The price of a shape, which is least for the best one: the cells that are forbidden, and the others.
    pub const fn price(self, added: u64, missed: u64) -> (u64, u64) {
        match self {
            Self::Fewest => (0, added + missed),
            Self::Inside => (added, missed),
            Self::Outside => (missed, added),
        }
    }
}

/// The cells of a mask as a shape sees them: it pays for each clear one that it covers and for each solid one that it leaves
/// out. Cells outside the mask are clear. Of several frames, it pays for a cell in each.
#[derive(Clone, Debug)]
pub struct Cells {
    /// The mask; of several frames the cells that a shape should cover.
    pub mask: Mask,
    rows: RowCounts,
    /// The number of frames.
    pub frames: i64,
    /// The solid cells of several frames together; `None` of one.
    table: Option<SummedAreaTable>,
    /// Cells that other shapes cover: here they cost nothing, whether they are covered or not.
    free: Option<(Mask, RowCounts)>,
    /// Columns.
    pub width: i64,
    /// Rows.
    pub height: i64,
    /// Solid cells, of all frames together.
    pub solid: i64,
    /// The columns and the rows, from the first edge to the last, of the image that the mask is cut out of.
    pub image: [(i64, i64); 2],
    /// A search in them is given up after one of this many parts of the usual time.
    pub haste: i64,
    /// True if a capsule must be upright.
    pub is_upright: bool,
    /// The rule that sets the prices.
    pub rule: Rule,
    /// The price of a clear cell that is covered.
    pub adding: i64,
    /// The price of a solid cell that is left out.
    pub missing: i64,
}

/// The longest side of a mask that is not searched in squares first.
const SMALL: i64 = 256;

/// The rows of a mask, each with one more word for its end. Words below each other stand beside each other: edges of shapes
/// mostly go down.
#[derive(Clone, Debug)]
struct RowCounts {
    words: Vec<Word>,
    /// The rows of the mask.
    height: usize,
}

/// 64 cells of a row.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    bits: u64,
    /// The set cells of the row before it.
    before: u32,
}

impl RowCounts {
    fn new(mask: &Mask) -> Self {
        let height = mask.height() as usize;
        let mut words = vec![Word::default(); height * (mask.stride() + 1)];
        for (y, row) in (0..mask.height()).zip(0..) {
            let mut before = 0;
            for (column, &bits) in mask.row(y).iter().chain([&0]).enumerate() {
                words[column * height + row] = Word { bits, before };
                before += bits.count_ones();
            }
        }
        Self { words, height }
    }

    /// The set cells of row `y` left of column `x`, both inside the mask.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the mask")]
    fn left_of(&self, x: i64, y: i64) -> i64 {
        let (x, y) = (x as usize, y as usize);
        let Word { bits, before } = self.words[x / 64 * self.height + y];
        (before + (bits & ((1 << (x % 64)) - 1)).count_ones()).into()
    }
}

impl Cells {
    /// The cells of `mask`. A cell that `rule` forbids costs more than any others together.
    pub fn new(mask: Mask, rule: Rule) -> Self {
        let rows = RowCounts::new(&mask);
        let (width, height) = (i64::from(mask.width()), i64::from(mask.height()));
        let forbidden = (width + height).pow(2) + 1;
        let (adding, missing) = match rule {
            Rule::Fewest => (1, 1),
            Rule::Inside => (forbidden, 1),
            Rule::Outside => (1, forbidden),
        };
        let solid = mask.count().cast_signed();
        let image = [(0, width), (0, height)];
        Self {
            mask,
            rows,
            frames: 1,
            table: None,
            free: None,
            width,
            height,
            solid,
            image,
            haste: 1,
            is_upright: false,
            rule,
            adding,
            missing,
        }
    }

    /// The cells of several frames of one size, at least one of them solid. By `rule`, a shape should cover those that are solid in
    /// most frames, in all of them, or in any.
    pub fn of_frames(masks: &[Mask], rule: Rule) -> Self {
        let Some((first, others)) = masks.split_first() else { return Self::new(Mask::default(), rule) };
        if others.is_empty() {
            return Self::new(first.clone(), rule);
        }
        let solid_in = |x, y| masks.iter().filter(|mask| mask.get(x, y)).count();
        let least = match rule {
            Rule::Fewest => masks.len() / 2 + 1,
            Rule::Inside => masks.len(),
            Rule::Outside => 1,
        };
        let at_least = |least: usize| Mask::from_fn(first.size(), |x, y| solid_in(x, y) >= least);
        let wanted = Some(at_least(least)).filter(|mask| !mask.is_clear()).unwrap_or_else(|| at_least(1));
        let frames = i64::try_from(masks.len()).unwrap_or(i64::MAX);
        let solid = masks.iter().map(Mask::count).sum::<u64>().cast_signed();
        let one = Self::new(wanted, rule);
        // What is forbidden costs more than all others in all frames.
        let dearer = |price: i64| if price > 1 { price * frames } else { price };
        let [adding, missing] = [one.adding, one.missing].map(dearer);
        Self { frames, table: Some(SummedAreaTable::of_all(masks)), solid, adding, missing, ..one }
    }

    /// The table of the solid cells of several frames; `None` of one.
    pub const fn table(&self) -> Option<&SummedAreaTable> {
        self.table.as_ref()
    }

    /// The cells where those of `free`, a mask of the same size that shares none with this one, cost nothing.
    pub fn with_free(self, free: Mask) -> Self {
        let rows = RowCounts::new(&free);
        Self { free: Some((free, rows)), ..self }
    }

    /// The cells that cost nothing.
    pub fn free(&self) -> Option<&Mask> {
        self.free.as_ref().map(|(free, _)| free)
    }

    /// The clear and the solid cells of row `y` left of column `x`, of all frames; both may lie outside the mask.
    #[inline(always)]
    pub fn left_of(&self, x: i64, y: i64) -> [i64; 2] {
        if !(0..self.height).contains(&y) {
            return [self.frames * x, 0];
        }
        let inside = x.clamp(0, self.width);
        let solid = match &self.table {
            None => self.rows.left_of(inside, y),
            Some(table) => left_in(table, inside, y),
        };
        let free = self.free.as_ref().map_or(0, |(_, free)| free.left_of(inside, y));
        [self.frames * (x - free) - solid, solid]
    }

    /// The price of that many cells.
    pub const fn price(&self, added: i64, missed: i64) -> i64 {
        added * self.adding + missed * self.missing
    }

    /// The side of the squares of cells in which a large mask is searched first; 1 for a small one.
    pub fn square(&self) -> i64 {
        (self.width.max(self.height) + SMALL - 1) / SMALL
    }

    /// The cells in squares of `side` by `side`: a square is solid if half of its cells are, or as its rule demands.
    pub fn in_squares(&self, side: i64) -> Self {
        let all = side * side * self.frames;
        let least = match self.rule {
            Rule::Fewest => (all + 1) / 2,
            Rule::Inside => all,
            Rule::Outside => 1,
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the mask")]
        let [width, height] = [self.width, self.height].map(|cells| ((cells + side - 1) / side) as u32);
        let [mut mask, mut any, mut free] = [0; 3].map(|_| Mask::new(Size::new(width, height)));
        for y in 0..height {
            for x in 0..width {
                let (left, top) = (i64::from(x) * side, i64::from(y) * side);
                let sum = |of: usize| {
                    let in_row = |row| self.left_of(left + side, row)[of] - self.left_of(left, row)[of];
                    (top..top + side).map(in_row).sum::<i64>()
                };
                let (clear, solid) = (sum(0), sum(1));
                if solid >= least {
                    mask.set(x, y);
                } else if self.free.is_some() && all - clear >= least {
                    free.set(x, y);
                }
                if solid > 0 {
                    any.set(x, y);
                }
            }
        }
        let is_clear = mask.is_clear();
        let squares = Self::new(if is_clear { any } else { mask }, self.rule);
        let squares = Self { haste: self.haste, is_upright: self.is_upright, ..squares };
        if is_clear || free.is_clear() { squares } else { squares.with_free(free) }
    }
}

/// The set cells of a table in row `y` left of column `x`, both inside it.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the mask")]
fn left_in(table: &SummedAreaTable, x: i64, y: i64) -> i64 {
    table.count(0, y as u32, x as u32, 1).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_should_cover_what_most_frames_cover() {
        let mask = |row: &str| row.parse::<Mask>().expect("a mask");
        let frames = ["####", "###.", "##..", "#..."].map(mask);
        let wanted = |rule| Cells::of_frames(&frames, rule).mask;
        assert_eq!(wanted(Rule::Fewest), mask("##.."), "half of them are not most");
        assert_eq!(wanted(Rule::Inside), mask("#..."));
        assert_eq!(wanted(Rule::Outside), mask("####"));
    }
}
