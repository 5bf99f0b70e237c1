//! PlayMyCode's whole routine: columns if the box is under 4 × 4, otherwise the incremental scan by thirds.
//!
//! ```text
//! 0 2 4      3 × 2: columns        0 4 1 5      4 × 2: by thirds, steps of 2 and 1
//! 1 3 5                            2 6 3 7
//! ```
//!
//! Source: Joseph Lenton, "JavaScript Per-Pixel HTML5 Canvas Image Collision Detection" (PlayMyCode). Both sides must
//! be under 4: a strip of 3 × 100 is scanned incrementally.

use super::{prelude::*, strides};

/// Columns if the box is tiny, otherwise incremental by thirds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combined;

/// Boxes with both sides below this are scanned column by column.
const SMALL: u32 = 4;

impl Strategy for Combined {
    const DEFAULT: Self = Self;
    const ABOUT: &'static About = &About {
        name: "combined",
        sentence: "Columns if both sides are under 4 pixels, otherwise incremental by thirds.",
        idea: "Boxes with both sides under 4: as columns. All others: as incremental:3.",
        good_when: "the shared area is large, wherever it is",
        bad_when: "few pixels are shared. Above 3 × 3 it gains nothing over incremental:3.",
        source: PLAY_MY_CODE,
        parameters: Parameters::NONE,
        contest: Contest::Borrows("as incremental:3"),
    };

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        let size = pair.size();
        if is_small(size) {
            return pair.first_shared(walk::columns(size), probe);
        }
        pair.first_shared(walk::incremental(size, third(size.width), third(size.height)), probe)
    }

    fn visits_of_a_hit(self, pair: &Pair<'_>, shared: IntRect) -> Option<u64> {
        let size = pair.size();
        if is_small(size) {
            return pair.cells_to_first_shared(walk::column_segments(size), shared);
        }
        strides::visits_of_a_hit(pair, [size.width, size.height].map(third), shared)
    }

    fn listing(self) -> Listing {
        Listing::new(
            "\
if w < 4 and h < 4:
  x in 0..w, y in 0..h: test
else:
  incX, incY = ceil(w/3), ceil(h/3)
  for oy < incY, for ox < incX
    y in oy..h, x in ox..w: test
test: p = bit(A, ax+x, ay+y)
      q = bit(B, bx+x, by+y)
      if p and q: return hit
return miss",
        )
    }

    /// The values belong to the branch that is taken.
    fn state(self, context: &VisitContext<'_>) -> State {
        let ((x, y), pair, size) = (context.cell(), context.pair, context.pair.size());
        let (p, q) = (pair.a_is_set(x, y), pair.b_is_set(x, y));
        let state = State::at(self.listing(), "if p and q").answering("if w < 4", is_small(size));
        let state = if is_small(size) {
            state.with_named("x in 0..w", "x", x).with_named("x in 0..w", "y", y)
        } else {
            let (step_x, step_y) = (third(size.width), third(size.height));
            state
                .with("incX, incY", step_x)
                .with("incX, incY", step_y)
                .with_named("for oy", "oy", y % step_y)
                .with_named("for oy", "ox", x % step_x)
                .with_named("y in oy", "y", y)
                .with_named("y in oy", "x", x)
        };
        state.with("test: p", u8::from(p)).with("q =", u8::from(q)).answering("if p and q", p && q)
    }
}

/// True if a box is scanned column by column.
const fn is_small(size: Size) -> bool {
    size.width < SMALL && size.height < SMALL
}

/// A third of a side of a box, rounded up.
fn third(side: u32) -> NonZeroU32 {
    NonZeroU32::new(side.div_ceil(3)).unwrap_or(NonZeroU32::MIN)
}
