//! Along a Hilbert curve: neighbours in time are neighbours in space, at every scale.
//!
//! ```text
//! 0 1 e f      from the top left to the top right corner of the smallest
//! 3 2 d c      square of a power of two that holds the box; cells outside
//! 4 7 8 b      the box are left out, whole quadrants at once
//! 5 6 9 a
//! ```
//!
//! An addition for comparison: like a low-discrepancy order it reaches every part of the box early, but without
//! jumping.

use super::prelude::*;

/// Along a Hilbert curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hilbert;

impl Strategy for Hilbert {
    const DEFAULT: Self = Self;
    const ABOUT: &'static About = &About {
        name: "hilbert",
        sentence: "Walks a Hilbert curve, which reaches every part of the box early.",
        idea: "Follows a Hilbert curve through the square that holds the box, from top left to top right.",
        good_when: "the shared area lies in the upper left",
        bad_when: "it lies near the end of the curve (in a square box: upper right); a miss reads every cell.",
        source: Source { short: "maskscope", full: "maskscope; the curve is David Hilbert's (1891)" },
        parameters: Parameters::NONE,
        contest: Contest::Hue(hex(0xB9A3E3)),
    };

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        pair.first_shared(Curve::new(pair.size()), probe)
    }

    fn visits_of_a_hit(self, pair: &Pair<'_>, shared: IntRect) -> Option<u64> {
        Curve::new(pair.size()).cells_to_first_shared(pair, shared)
    }

    fn listing(self) -> Listing {
        Listing::over_cells(
            "\
n = power of 2 that holds w, h
for d along the curve in n*n
  skip squares outside the box
  x, y = cell(d)",
        )
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        let ((x, y), size) = (context.cell(), context.pair.size());
        let along = Curve::index_of(size, (x, y));
        context
            .of_cell(self.listing())
            .with("n =", Curve::side(size))
            .with_named("for d", "d", thousands(along))
            .with("skip", format!("{} so far", thousands(along - context.rank)))
            .with_named("x, y =", "x", x)
            .with_named("x, y =", "y", y)
    }
}

/// The Hilbert curve from the top left to the top right of the smallest square of a power of two that holds the box,
/// without the cells outside it.
///
/// ```text
/// 0 1 e f
/// 3 2 d c
/// 4 7 8 b
/// 5 6 9 a
/// ```
#[derive(Clone, Debug)]
struct Curve {
    size: Size,
    /// Squares still to be walked, the next one last.
    todo: Vec<CurveSquare>,
}

/// A part of the curve: a square and the corners at which it is entered and left.
#[derive(Clone, Copy, Debug)]
struct CurveSquare {
    x: u32,
    y: u32,
    /// A power of two; more than a `u32` holds for the largest boxes.
    side: u64,
    direction: CurveDirection,
}

/// The corners of a square between which the curve runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CurveDirection {
    TopLeftToTopRight,
    TopLeftToBottomLeft,
    BottomRightToTopRight,
    BottomRightToBottomLeft,
}

impl CurveDirection {
    /// The quadrants in the order of the curve, as (right, lower, direction).
    const fn quadrants(self) -> [(bool, bool, Self); 4] {
        use CurveDirection::{BottomRightToBottomLeft, BottomRightToTopRight, TopLeftToBottomLeft, TopLeftToTopRight};
        match self {
            TopLeftToTopRight => [
                (false, false, TopLeftToBottomLeft),
                (false, true, self),
                (true, true, self),
                (true, false, BottomRightToTopRight),
            ],
            TopLeftToBottomLeft => [
                (false, false, TopLeftToTopRight),
                (true, false, self),
                (true, true, self),
                (false, true, BottomRightToBottomLeft),
            ],
            BottomRightToTopRight => [
                (true, true, BottomRightToBottomLeft),
                (false, true, self),
                (false, false, self),
                (true, false, TopLeftToTopRight),
            ],
            BottomRightToBottomLeft => [
                (true, true, BottomRightToTopRight),
                (true, false, self),
                (false, false, self),
                (false, true, TopLeftToBottomLeft),
            ],
        }
    }
}

impl Curve {
    /// The curve through a box of `size`.
    fn new(size: Size) -> Self {
        Self {
            size,
            todo: vec![CurveSquare {
                x: 0,
                y: 0,
                side: Self::side(size),
                direction: CurveDirection::TopLeftToTopRight,
            }],
        }
    }

    /// The side of the square that holds a box of `size`.
    fn side(size: Size) -> u64 {
        u64::from(size.width.max(size.height)).next_power_of_two()
    }

    /// The index of a cell of the box along the curve through the whole square.
    fn index_of(size: Size, (x, y): (u32, u32)) -> u64 {
        let (mut index, mut side, mut direction) = (0, Self::side(size), CurveDirection::TopLeftToTopRight);
        while side > 1 {
            side /= 2;
            let here = [x, y].map(|at| u64::from(at) & side != 0);
            let quadrants = (0..).zip(direction.quadrants());
            let found = quadrants.into_iter().find(|(_, (right, lower, _))| [*right, *lower] == here);
            let (place, (.., inner)) = found.expect("four quadrants, all different");
            (index, direction) = (4 * index + place, inner);
        }
        index
    }

    /// Puts the quadrants of `square` next.
    fn split(&mut self, CurveSquare { x, y, side, direction }: CurveSquare) {
        let half = side / 2;
        for (right, lower, direction) in direction.quadrants().into_iter().rev() {
            let moved = |at: u32, by: bool, end: u32| {
                let at = u64::from(at) + if by { half } else { 0 };
                u32::try_from(at).ok().filter(|&at| at < end)
            };
            let place = moved(x, right, self.size.width).zip(moved(y, lower, self.size.height));
            if let Some((x, y)) = place {
                self.todo.push(CurveSquare { x, y, side: half, direction });
            }
        }
    }

    /// The number of cells up to and including the first that is set in both masks, whose shared pixels all lie in
    /// the box `shared`. Squares without a shared cell are counted whole, but for the largest.
    fn cells_to_first_shared(mut self, pair: &Pair<'_>, shared: IntRect) -> Option<u64> {
        let mut before = 0;
        while let Some(square) = self.todo.pop() {
            let clipped = |at: u32, end: u32| u32::try_from(square.side).unwrap_or(u32::MAX).min(end - at);
            let (width, height) = (clipped(square.x, self.size.width), clipped(square.y, self.size.height));
            let visit = Visit { width, height, ..Visit::cell(square.x, square.y) };
            let is_near = shared.intersection(visit.in_space_of(IntRect::default())).is_some();
            let may_share = is_near && (!(32..=256).contains(&square.side) || pair.may_share_in(visit));
            if !may_share || square.side <= 32 && !pair.shares_in(visit) {
                before += visit.cells();
            } else if square.side == 1 {
                return Some(before + 1);
            } else {
                self.split(square);
            }
        }
        None
    }
}

impl Iterator for Curve {
    type Item = (u32, u32);

    fn next(&mut self) -> Option<(u32, u32)> {
        while let Some(square) = self.todo.pop() {
            if square.side == 1 {
                return Some((square.x, square.y));
            }
            self.split(square);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::walk::{assert_takes_each_cell_once, small_sizes};

    #[test]
    fn the_curve_takes_every_cell_once() {
        for size in small_sizes() {
            assert_takes_each_cell_once(size, Curve::new(size));
        }
    }

    #[test]
    fn cells_know_their_places_along_the_curve() {
        for size in small_sizes() {
            let indices: Vec<_> = Curve::new(size).map(|cell| Curve::index_of(size, cell)).collect();
            assert!(indices.is_sorted_by(|one, next| one < next), "{size}: {indices:?}");
            let square = Curve::side(size) * Curve::side(size);
            assert!(indices.iter().all(|&index| index < square));
        }
    }

    #[test]
    fn neighbours_along_the_curve_are_neighbours_in_a_square() {
        for side in [1, 2, 4, 8, 16] {
            let cells: Vec<_> = Curve::new(Size::new(side, side)).collect();
            assert!(cells.windows(2).all(|pair| pair[0].0.abs_diff(pair[1].0) + pair[0].1.abs_diff(pair[1].1) == 1));
            assert_eq!((cells[0], cells[cells.len() - 1]), ((0, 0), (side - 1, 0)));
        }
    }
}
