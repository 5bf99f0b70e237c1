//! [`Extents`]: where each row of a mask starts and ends.

use crate::mask::{Mask, bits::index};

/// Rows compared together. This many empty rows follow the last row, so that every comparison has the same length.
pub const BAND: u32 = 64;

const ROWS: usize = BAND as usize;

/// The first and the last set column of each row of a mask.
///
/// Two rows can only meet if their spans do, so eight vector comparisons separate 64 rows of two discs side by side. A
/// row without set pixels starts behind every column and ends before it.
#[derive(Debug, Default)]
pub struct Extents {
    first: Vec<i16>,
    last: Vec<i16>,
    /// True if the rows leave enough of the tight bounds free for a comparison to pay off.
    pub pays: bool,
}

impl Extents {
    /// The extents of `mask`; unknown if a column does not fit 16 bits.
    pub fn new(mask: &Mask, bounds_area: u64) -> Self {
        if i16::try_from(mask.width()).is_err() {
            return Self::default();
        }
        let rows = index(mask.height()) + ROWS;
        let (mut first, mut last) = (vec![i16::MAX; rows], vec![i16::MIN; rows]);
        let mut spanned = 0;
        for (row, y) in (0..mask.height()).enumerate() {
            let Some((left, right)) = mask.span(y) else { continue };
            [first[row], last[row]] = [left, right].map(|column| i16::try_from(column).unwrap_or(i16::MAX));
            spanned += u64::from(right - left) + 1;
        }
        Self { first, last, pays: spanned * 16 < bounds_area * 15 }
    }

    /// True if the extents are known.
    pub const fn is_known(&self) -> bool {
        !self.first.is_empty()
    }

    /// True if any of `rows` rows from `row` on may meet the row beside it of `other`, from `other_row` on, whose
    /// columns lie `dx` to the right. Up to 63 more rows may be compared.
    #[inline(always)]
    pub fn any_meet(&self, row: usize, rows: usize, other: &Self, other_row: usize, dx: i16) -> bool {
        let rows = rows.next_multiple_of(ROWS);
        let (first, last) = (self.first[row..].as_chunks::<ROWS>().0, self.last[row..].as_chunks::<ROWS>().0);
        let other_first = other.first[other_row..].as_chunks::<ROWS>().0;
        let other_last = other.last[other_row..].as_chunks::<ROWS>().0;
        for (((first, last), other_first), other_last) in
            first.iter().zip(last).zip(other_first).zip(other_last).take(rows / ROWS)
        {
            let mut widest = i16::MIN;
            for row in 0..ROWS {
                let low = first[row].max(other_first[row].saturating_add(dx));
                let high = last[row].min(other_last[row].saturating_add(dx));
                widest = widest.max(high.saturating_sub(low));
            }
            if widest >= 0 {
                return true;
            }
        }
        false
    }

    /// The columns, first and last, in which the 64 rows from `row` on may meet those of `other` from `other_row` on,
    /// whose columns lie `dx` to the right. Columns are this mask's; `None` if no two rows can meet.
    #[inline(always)]
    pub fn meet(&self, row: usize, other: &Self, other_row: usize, dx: i16) -> Option<(i16, i16)> {
        let first: &[i16; ROWS] = self.first[row..].first_chunk()?;
        let last: &[i16; ROWS] = self.last[row..].first_chunk()?;
        let other_first: &[i16; ROWS] = other.first[other_row..].first_chunk()?;
        let other_last: &[i16; ROWS] = other.last[other_row..].first_chunk()?;
        let (mut left, mut right) = (i16::MAX, -1);
        for row in 0..ROWS {
            let low = first[row].max(other_first[row].saturating_add(dx));
            let high = last[row].min(other_last[row].saturating_add(dx));
            // All bits set for rows that cannot meet: their span then ends before every column and begins behind it.
            let apart = high.saturating_sub(low) >> 15;
            left = left.min(low | apart & i16::MAX);
            right = right.max(high | apart);
        }
        if left <= right { Some((left, right)) } else { None }
    }
}
