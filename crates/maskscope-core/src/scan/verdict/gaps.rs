//! The cells that are never visited, in a word where they have a simple shape.

use crate::mask::Mask;
use crate::words::ordinal;

/// Cells without a visit.
pub(super) struct Gaps<'a> {
    never: &'a Mask,
    /// The number of them, not zero.
    pub cells: u64,
    /// The first, row by row.
    pub first: (u32, u32),
}

impl<'a> Gaps<'a> {
    /// The set cells of `never`; `None` if it is clear.
    pub fn of(never: &'a Mask) -> Option<Self> {
        let first = never.first()?;
        let inside = |n: i64| u32::try_from(n).expect("a cell of the mask");
        Some(Self { never, cells: never.count(), first: (inside(first.x), inside(first.y)) })
    }

    /// `column 29`, `rows 5 to 9`, `every second column from 1`, `all but every third column and row`.
    pub fn shape(&self) -> Option<String> {
        let size = self.never.size();
        if self.cells == size.area() {
            return Some("all".to_owned());
        }
        let columns: Vec<u32> = (0..size.width).filter(|&x| self.is_empty_column(x)).collect();
        let rows: Vec<u32> = (0..size.height).filter(|&y| self.is_empty_row(y)).collect();
        let (of_columns, of_rows) = (columns.len() as u64, rows.len() as u64);
        let (width, height) = (u64::from(size.width), u64::from(size.height));
        if self.cells == of_rows * width {
            return lines("row", &rows, size.height);
        }
        if self.cells == of_columns * height {
            return lines("column", &columns, size.width);
        }
        // All that is visited lies where other columns and other rows cross.
        let crossings = (width - of_columns) * (height - of_rows);
        if size.area() - self.cells != crossings {
            return None;
        }
        let (across, down) = (step(&others(&columns, size.width)), step(&others(&rows, size.height)));
        match (across, down, columns.is_empty(), rows.is_empty()) {
            (Some(across), Some(down), ..) if across > 1 && across == down => {
                Some(format!("all but every {} column and row", ordinal(across.into())))
            }
            (Some(across), Some(down), ..) if across > 1 && down > 1 => {
                Some(format!("all but every {} column and every {} row", ordinal(across.into()), ordinal(down.into())))
            }
            _ if 2 * of_columns > width || 2 * of_rows > height => None,
            _ => {
                let of_columns = lines("column", &columns, size.width)?;
                let of_rows = lines("row", &rows, size.height)?;
                Some(format!("{of_columns} and {of_rows}"))
            }
        }
    }

    fn is_empty_row(&self, y: u32) -> bool {
        (0..self.never.width()).all(|x| self.never.bit(x, y))
    }

    fn is_empty_column(&self, x: u32) -> bool {
        (0..self.never.height()).all(|y| self.never.bit(x, y))
    }
}

/// The lines among `count` that are not in `lines`.
fn others(lines: &[u32], count: u32) -> Vec<u32> {
    (0..count).filter(|line| lines.binary_search(line).is_err()).collect()
}

/// The equal distance of at least two lines.
fn step(lines: &[u32]) -> Option<u32> {
    let first = lines.get(1)? - lines[0];
    lines.windows(2).all(|pair| pair[1] - pair[0] == first).then_some(first)
}

/// Rows or columns, ascending, in words: one, those side by side, every n-th, or all but every n-th.
fn lines(one: &str, lines: &[u32], count: u32) -> Option<String> {
    match (lines, step(lines)) {
        ([line], _) => Some(format!("{one} {line}")),
        ([first, .., last], Some(1)) => Some(format!("{one}s {first} to {last}")),
        ([first, ..], Some(step)) => Some(format!("every {} {one} from {first}", ordinal(step.into()))),
        _ => {
            let step = step(&others(lines, count)).filter(|step| *step > 1)?;
            Some(format!("all but every {} {one}", ordinal(step.into())))
        }
    }
}
