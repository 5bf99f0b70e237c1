//! Rows again, with a slip in the test of a pixel: two traps of the articles, to be seen and not copied.
//!
//! ```text
//! 0 1 2 3 4
//! 5 6 7 8 9      the order of `rows`; only what counts as a hit differs
//! a b c d e
//! ```
//!
//! Sources: Alex, "Video game collisions: pixel perfect", where masks that "have the same value" collide: two clear
//! pixels are equal, too. Phaelax, "Pixel-Perfect Collision", whose `&&` is a bitwise operator of his language: read as a
//! logical one, `(word >> bit) && 1` asks only whether the shifted word is not 0, and one set bit answers for all below
//! it. Both see every shared pixel, and others besides.

use super::{Hit, Pair, Probe, Visit, walk};
use crate::mask::Packed;

/// How a pixel is misread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Misreading {
    /// Two clear pixels are equal, and equal is a hit.
    EqualZeros,
    /// A pixel counts as set where any bit at or above its own is set in its word.
    Logical,
}

impl Misreading {
    /// Both, in the order in which they are listed.
    pub const ALL: [Self; 2] = [Self::EqualZeros, Self::Logical];

    /// The parameter on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EqualZeros => "equal-zeros",
            Self::Logical => "logical",
        }
    }
}

pub(super) fn run<P: Probe>(pair: &Pair<'_>, misreading: Misreading, probe: &mut P) -> Option<Hit> {
    walk::rows(pair.size()).find_map(|(x, y)| {
        let visit = Visit::cell(x, y);
        probe.visit(visit);
        let hits = match misreading {
            Misreading::EqualZeros => pair.a_is_set(x, y) == pair.b_is_set(x, y),
            Misreading::Logical => {
                let (a, b) = (pair.prepared_a().packed(), pair.prepared_b().packed());
                any_bit_from(a, pair.in_a(x, y)) && any_bit_from(b, pair.in_b(x, y))
            }
        };
        hits.then_some(Hit { visit, cell: Some((x, y)) })
    })
}

/// Whether the word that holds a pixel has any bit at or above that of the pixel.
pub(super) fn any_bit_from(packed: &Packed, (x, y): (u32, u32)) -> bool {
    let (word, bit) = Packed::word_and_bit(packed.pixel_index(x, y));
    let word = usize::try_from(word).expect("a word of a mask in memory");
    packed.words()[word] >> bit != 0
}
