//! From the edge inwards: rings, each clockwise from its top left.
//!
//! ```text
//! 0 1 2 3 4
//! b c d e 5
//! a 9 8 7 6
//! ```
//!
//! Source: an idea that closes PlayMyCode's article ("search around the edge", optionally with an increment); the ring
//! order is an addition. With an increment of s, every s-th cell of the spiral comes first, then again from the next
//! one.

use super::{prelude::*, spiral};

/// A clockwise spiral from the border to the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EdgeIn {
    /// Take every nth cell of the spiral, then again from the next one.
    pub increment: NonZeroU32,
}

impl Strategy for EdgeIn {
    const DEFAULT: Self = Self { increment: NonZeroU32::MIN };
    const ABOUT: &'static About = &About {
        name: "edge-in",
        sentence: "Walks rings clockwise from the border of the box to its middle.",
        idea: "Reads the border of the box clockwise, then the next ring, until the middle.",
        good_when: "shared pixels lie at the box's border",
        bad_when: "they lie deep inside; a miss reads every cell.",
        source: PLAY_MY_CODE,
        parameters: spiral::PARAMETERS,
        contest: Contest::Hue(hex(0xFFAABB)),
    };

    fn idea(self) -> String {
        spiral::idea(Self::ABOUT, self.increment, "border")
    }

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        spiral::run(pair, walk::Spiral::new(pair.size()), self.increment, probe)
    }

    fn visits_of_a_hit(self, pair: &Pair<'_>, shared: IntRect) -> Option<u64> {
        (self == Self::DEFAULT).then(|| pair.cells_to_first_shared(walk::spiral_segments(pair.size()), shared))?
    }

    fn fields(self) -> Vec<Field<Self>> {
        spiral::fields(self.increment, |increment| Self { increment })
    }

    fn listing(self) -> Listing {
        if self == Self::DEFAULT {
            return Listing::over_cells("for i in 0..w*h\n  x, y = spiral(i)");
        }
        Listing::over_cells("for first in 0..s\n  for i in first..w*h by s\n    x, y = spiral(i)")
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        spiral::state(context, self.listing(), spiral::place(context).index, self.increment)
    }
}
