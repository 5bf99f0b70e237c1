//! Column by column: the actual order of PlayMyCode's linear scan.
//!
//! ```text
//! 0 3 6 9 c
//! 1 4 7 a d
//! 2 5 8 b e
//! ```
//!
//! Source: Joseph Lenton, "JavaScript Per-Pixel HTML5 Canvas Image Collision Detection" (PlayMyCode). Its prose says
//! row by row; its code has x in the outer loop.

use super::prelude::*;

/// Column by column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Columns;

impl Strategy for Columns {
    const DEFAULT: Self = Self;
    const ABOUT: &'static About = &About {
        name: "columns",
        sentence: "Reads every pixel column by column, as the article's linear scan does.",
        idea: "Reads the left column top to bottom, then the next, and stops at the first cell solid in both.",
        good_when: "the shared pixels lie near the left edge",
        bad_when: "they lie near the right edge; a miss reads every cell.",
        source: PLAY_MY_CODE,
        parameters: Parameters::NONE,
        contest: Contest::Hue(hex(0xEE8866)),
    };

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        pair.first_shared(walk::columns(pair.size()), probe)
    }

    fn visits_of_a_hit(self, pair: &Pair<'_>, shared: IntRect) -> Option<u64> {
        pair.cells_to_first_shared(walk::column_segments(pair.size()), shared)
    }

    fn listing(self) -> Listing {
        Listing::over_cells("for x in 0..w\n  for y in 0..h")
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        let (x, y) = context.cell();
        context.of_cell(self.listing()).with_named("for x", "x", x).with_named("for y", "y", y)
    }
}
