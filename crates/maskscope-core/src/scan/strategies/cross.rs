//! A cross first: the middle row, then the middle column, then the rest row by row.
//!
//! ```text
//! 7 8 5 9 a      revisit: 7 8 5 9 a, 0 1 2 3 4, … : the
//! 0 1 2 3 4      second sweep reads the cross again, and
//! b c 6 d e      only its first visits show here
//! ```
//!
//! Source: an idea that closes PlayMyCode's article ("in a cross or x shape, and then just perform a linear scan if
//! that search fails"). Here each cell comes once; with `revisit` the linear scan that follows reads all cells, as in
//! the article.

use super::{prelude::*, shape};

/// The middle row and column first, then the rest row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cross {
    /// The sweep that follows reads the cross again.
    pub revisit: bool,
}

impl Strategy for Cross {
    const DEFAULT: Self = Self { revisit: false };
    const ABOUT: &'static About = &About {
        name: "cross",
        sentence: "Reads the middle row, then the middle column, then the rest row by row.",
        idea: "Reads the middle row, then the middle column, then the rest row by row.",
        good_when: "the shared area meets a middle line",
        bad_when: "it lies within one quarter of the box: the cross is read in vain, then rows follows.",
        source: PLAY_MY_CODE,
        parameters: shape::PARAMETERS,
        contest: Contest::Hue(hex(0x44BB99)),
    };

    fn idea(self) -> String {
        let revisiting = "Reads the middle row, then the middle column, then the whole box row by row.";
        if self.revisit { revisiting } else { Self::ABOUT.idea }.to_owned()
    }

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        let size = pair.size();
        shape::run(pair, cross(size), |cell| is_on_cross(size, cell), self.revisit, probe)
    }

    fn visits_of_a_miss(self, pair: &Pair<'_>) -> Option<u64> {
        let size = pair.size();
        Some(size.area() + if self.revisit { cross(size).count() as u64 } else { 0 })
    }

    fn fields(self) -> Vec<Field<Self>> {
        shape::fields(self.revisit, Self { revisit: !self.revisit })
    }

    fn listing(self) -> Listing {
        Listing::over_cells(match self.revisit {
            false => "order = cross, then the rest\nfor x, y in order",
            true => "order = cross, then every row\nfor x, y in order",
        })
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        shape::state(context, self.listing(), "cross", cross(context.pair.size()).count())
    }
}

/// The middle row from left to right, then the rest of the middle column from top to bottom.
///
/// ```text
/// . . 5 . .
/// 0 1 2 3 4
/// . . 6 . .
/// ```
fn cross(size: Size) -> impl Iterator<Item = (u32, u32)> {
    let (column, row) = middle(size);
    let across = (0..size.width).map(move |x| (x, row));
    across.chain((0..size.height).filter(move |&y| y != row).map(move |y| (column, y)))
}

/// True if a cell lies on the [`cross`].
fn is_on_cross(size: Size, (x, y): (u32, u32)) -> bool {
    let (column, row) = middle(size);
    x == column || y == row
}

/// The middle cell; in an even box, the one to the left and above.
const fn middle(size: Size) -> (u32, u32) {
    ((size.width - 1) / 2, (size.height - 1) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::walk::{rows, small_sizes};

    #[test]
    fn the_cross_holds_what_its_test_says_and_no_cell_twice() {
        for size in small_sizes() {
            let mut cells: Vec<_> = cross(size).collect();
            cells.sort_unstable_by_key(|&(x, y)| (y, x));
            assert!(cells.into_iter().eq(rows(size).filter(|&cell| is_on_cross(size, cell))), "{size}");
        }
    }
}
