//! Both diagonals first, stretched to the box, then the rest row by row.
//!
//! ```text
//! 0 2 9 3 1      in a box of 5 × 3 the diagonals have steps:
//! a 6 4 5 b      (0,0) (1,0) (2,1) (3,1) (4,2) and their mirror
//! 8 c d e 7      images, each pair before the next
//! ```
//!
//! Source: an idea that closes PlayMyCode's article ("in a cross or x shape"). For i from 0 to the longer side n: the
//! cell (i w / n, i h / n), then its mirror image; each cell once. With `revisit` the scan that follows reads all
//! cells.

use super::{prelude::*, shape};

/// Both diagonals first, then the rest row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct X {
    /// The sweep that follows reads the diagonals again.
    pub revisit: bool,
}

impl Strategy for X {
    const DEFAULT: Self = Self { revisit: false };
    const ABOUT: &'static About = &About {
        name: "x",
        sentence: "Reads both diagonals, then the rest row by row.",
        idea: "Reads both diagonals together from the top, then the rest row by row.",
        good_when: "the shared area meets a diagonal",
        bad_when: "it lies between them, near the middle of a side: the X is read in vain, then rows follows.",
        source: PLAY_MY_CODE,
        parameters: shape::PARAMETERS,
        contest: Contest::Hue(hex(0xBBCC33)),
    };

    fn idea(self) -> String {
        let revisiting = "Reads both diagonals together from the top, then the whole box row by row.";
        if self.revisit { revisiting } else { Self::ABOUT.idea }.to_owned()
    }

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        let size = pair.size();
        shape::run(pair, diagonals(size), |cell| is_on_diagonal(size, cell), self.revisit, probe)
    }

    fn visits_of_a_miss(self, pair: &Pair<'_>) -> Option<u64> {
        let size = pair.size();
        Some(size.area() + if self.revisit { diagonals(size).count() as u64 } else { 0 })
    }

    fn fields(self) -> Vec<Field<Self>> {
        shape::fields(self.revisit, Self { revisit: !self.revisit })
    }

    fn listing(self) -> Listing {
        Listing::over_cells(match self.revisit {
            false => "order = diagonals, then the rest\nfor x, y in order",
            true => "order = diagonals, then every row\nfor x, y in order",
        })
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        shape::state(context, self.listing(), "diagonals", diagonals(context.pair.size()).count())
    }
}

/// Both diagonals, stretched to the box, from their left and right ends at the top: alternating between the two, each cell once.
///
/// ```text
/// 0 2 . 3 1
/// . 6 4 5 .
/// 8 . . . 7
/// ```
fn diagonals(size: Size) -> impl Iterator<Item = (u32, u32)> {
    let longer = size.width.max(size.height);
    (0..longer).flat_map(move |i| {
        let (x, y) = diagonal(size, i);
        let (falling, rising) = ((x, y), (size.width - 1 - x, y));
        // In a wide box the other diagonal crosses this one's column at the mirrored step; in a high one its row, now.
        let mirrored = longer - 1 - i;
        let (other, meets) =
            if size.width > size.height { (mirrored, diagonal(size, mirrored).1 == y) } else { (i, falling == rising) };
        let falling = (!meets || i <= other).then_some(falling);
        let rising = (!meets || i < other).then_some(rising);
        falling.into_iter().chain(rising)
    })
}

/// True if a cell lies on one of the [`diagonals`].
fn is_on_diagonal(size: Size, (x, y): (u32, u32)) -> bool {
    let mirrored = size.width - 1 - x;
    if size.width > size.height {
        [x, mirrored].into_iter().any(|i| diagonal(size, i).1 == y)
    } else {
        [x, mirrored].contains(&diagonal(size, y).0)
    }
}

/// Step `i` along the falling diagonal, whose number of steps is the longer side.
fn diagonal(size: Size, i: u32) -> (u32, u32) {
    let steps = u64::from(size.width.max(size.height));
    let along = |side: u32| u32::try_from(u64::from(i) * u64::from(side) / steps).expect("inside the box");
    (along(size.width), along(size.height))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::walk::{rows, small_sizes};

    #[test]
    fn the_diagonals_hold_what_their_test_says_and_no_cell_twice() {
        for size in small_sizes() {
            let mut cells: Vec<_> = diagonals(size).collect();
            cells.sort_unstable_by_key(|&(x, y)| (y, x));
            assert!(cells.into_iter().eq(rows(size).filter(|&cell| is_on_diagonal(size, cell))), "{size}");
        }
    }
}
