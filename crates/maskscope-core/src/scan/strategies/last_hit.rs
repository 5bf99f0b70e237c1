//! From the last hit in growing rings: made for the next frame of the same game.
//!
//! ```text
//! e 1 2 3 9
//! d 8 0 4 a      without a memory it starts in the middle; rings go
//! c 7 6 5 b      clockwise from their top left and are clipped to the box
//! ```
//!
//! An addition for comparison. The memory is the previous placement's hit in A's own pixels, clamped into the box.

use super::prelude::*;

/// From the previous hit in growing rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LastHit;

impl Strategy for LastHit {
    const DEFAULT: Self = Self;
    const ABOUT: &'static About = &About {
        name: "last-hit",
        sentence: "Starts at the previous placement's hit and reads growing rings around it.",
        idea: "Starts at the cell of the last hit and reads growing square rings around it.",
        good_when: "sprites move little between two checks",
        bad_when: "there is no earlier hit: it starts in the middle. A miss reads every cell.",
        source: Source { short: "maskscope", full: "maskscope; temporal coherence" },
        parameters: Parameters::NONE,
        contest: Contest::Apart(hex(0xA6CE8A), "needs a last hit"),
    };

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        pair.first_shared(rings(pair.size(), pair.hint_in_box()), probe)
    }

    fn remembers(self) -> bool {
        true
    }

    fn listing(self) -> Listing {
        Listing::over_cells(
            "start = last hit, or the middle\nfor ring in 0.. around start\n  for x, y on ring, in the box",
        )
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        let (x, y) = context.cell();
        let start = context.pair.hint_in_box();
        let ring = x.abs_diff(start.0).max(y.abs_diff(start.1));
        context
            .of_cell(self.listing())
            .with("start", format!("{},{}", start.0, start.1))
            .with_named("for ring", "ring", ring)
            .with_named("for x", "x", x)
            .with_named("for x", "y", y)
    }
}

/// A cell, then square rings of growing radius around it, each clockwise from its top left, clipped to the box.
///
/// ```text
/// 1 2 3 9      around the cell 0
/// 8 0 4 a
/// 7 6 5 b
/// ```
fn rings(size: Size, (x, y): (u32, u32)) -> impl Iterator<Item = (u32, u32)> {
    let radius = x.max(size.width - 1 - x).max(y).max(size.height - 1 - y);
    let (x, y) = (i64::from(x), i64::from(y));
    std::iter::once((x, y)).chain((1..=i64::from(radius)).flat_map(move |r| ring(size, (x, y), r))).map(|(x, y)| {
        let inside = |n: i64| u32::try_from(n).expect("clipped to the box");
        (inside(x), inside(y))
    })
}

/// The cells of one square ring that lie in the box, clockwise from its top left.
fn ring(size: Size, (x, y): (i64, i64), radius: i64) -> impl Iterator<Item = (i64, i64)> {
    let (width, height) = (i64::from(size.width), i64::from(size.height));
    // The part of `from..=to` inside the box; empty if the ring's side lies outside it.
    let clip = |side: i64, sides: i64, from: i64, to: i64, length: i64| {
        if (0..sides).contains(&side) { from.max(0)..to.min(length - 1) + 1 } else { 0..0 }
    };
    let (left, right, top, bottom) = (x - radius, x + radius, y - radius, y + radius);
    let along_top = clip(top, height, left, right, width).map(move |x| (x, top));
    let down_right = clip(right, width, top + 1, bottom, height).map(move |y| (right, y));
    let along_bottom = clip(bottom, height, left, right - 1, width).rev().map(move |x| (x, bottom));
    let up_left = clip(left, width, top + 1, bottom - 1, height).rev().map(move |y| (left, y));
    along_top.chain(down_right).chain(along_bottom).chain(up_left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::walk::{assert_takes_each_cell_once, rows, small_sizes};

    #[test]
    fn rings_around_any_cell_take_every_cell_once() {
        for size in small_sizes() {
            for start in rows(size) {
                assert_takes_each_cell_once(size, rings(size, start));
            }
        }
    }
}
