//! From the middle outwards: the spiral of `edge-in`, backwards.
//!
//! ```text
//! e d c b a
//! 3 2 1 0 9
//! 4 5 6 7 8
//! ```
//!
//! Source: an idea that closes PlayMyCode's article ("search from the middle outwards", optionally with an increment);
//! the ring order is an addition. An increment of s takes every s-th cell of this reversed sequence.

use super::{prelude::*, spiral};

/// The spiral of [`EdgeIn`](super::EdgeIn) backwards, from the middle to the border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CenterOut {
    /// Take every nth cell of the spiral, then again from the next one.
    pub increment: NonZeroU32,
}

impl Strategy for CenterOut {
    const DEFAULT: Self = Self { increment: NonZeroU32::MIN };
    const ABOUT: &'static About = &About {
        name: "center-out",
        sentence: "Walks the same rings backwards, from the middle of the box to its border.",
        idea: "Reads the rings of edge-in backwards, from the middle of the box to its border.",
        good_when: "the middle of the box is solid in both",
        bad_when: "shared pixels lie only at the border; a miss reads every cell.",
        source: PLAY_MY_CODE,
        parameters: spiral::PARAMETERS,
        contest: Contest::Hue(hex(0x99DDFF)),
    };

    fn idea(self) -> String {
        spiral::idea(Self::ABOUT, self.increment, "middle")
    }

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        spiral::run(pair, walk::Spiral::new(pair.size()).rev(), self.increment, probe)
    }

    fn visits_of_a_hit(self, pair: &Pair<'_>, shared: IntRect) -> Option<u64> {
        let backwards = walk::spiral_segments(pair.size()).rev().map(walk::Segment::reversed);
        (self == Self::DEFAULT).then(|| pair.cells_to_first_shared(backwards, shared))?
    }

    fn fields(self) -> Vec<Field<Self>> {
        spiral::fields(self.increment, |increment| Self { increment })
    }

    fn listing(self) -> Listing {
        if self == Self::DEFAULT {
            return Listing::over_cells("for i in 0..w*h\n  x, y = spiral(w*h - 1 - i)");
        }
        Listing::over_cells("for first in 0..s\n  for i in first..w*h by s\n    x, y = spiral(w*h - 1 - i)")
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        let i = context.pair.size().area() - 1 - spiral::place(context).index;
        spiral::state(context, self.listing(), i, self.increment)
    }
}
