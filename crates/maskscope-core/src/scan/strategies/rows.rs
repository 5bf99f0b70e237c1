//! Row by row, bit by bit, on Phaelax's continuous packing; or with a slip of the articles in the test of a pixel.
//!
//! ```text
//! 0 1 2 3 4
//! 5 6 7 8 9      a slip does not change the order,
//! a b c d e      only what counts as a hit
//! ```
//!
//! Source: Phaelax, "Pixel-Perfect Collision" (2017). Each pixel's index `n = y * width + x` in its mask is split into
//! a word and a bit, both bits are read, and the test ends at the first pixel with both bits 1.
//!
//! Two mistakes of the articles are here to be seen, not copied. Alex, "Video game collisions: pixel perfect", lets
//! masks collide that "have the same value": two clear pixels are equal, too. Phaelax's `&&` is a bitwise operator of
//! his language: read as a logical one, `(word >> bit) && 1` only asks if the shifted word is not 0, and one set bit
//! answers for all below it. Both see every shared pixel, and others, too.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::prelude::*;
use crate::choice::Choice as _;
use crate::mask::{Packed, Prepared};

/// Row by row, with the rule for reading a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum Rows {
    /// As the article means it: a pixel is shared if both bits are 1.
    Meant,
    /// Two clear pixels are equal, and equal is a hit.
    EqualZeros,
    /// A pixel counts as set if any bit at or above its own is set in its word.
    Logical,
}

const ABOUT: About = About {
    name: "rows",
    sentence: "Reads every pixel row by row, bit by bit on the packed masks.",
    idea: "Reads the top row left to right, then the next, and stops at the first cell solid in both.",
    good_when: GOOD_ROW_BY_ROW,
    bad_when: BAD_ROW_BY_ROW,
    source: Source { short: "Phaelax", full: "Phaelax, Pixel-Perfect Collision (2017)" },
    parameters: Parameters {
        named: &[("equal-zeros", None), ("logical", None)],
        expected: "equal-zeros or logical, mistakes in the articles",
        most: 1,
        examples: &["equal-zeros", "logical"],
        default_is_shown: false,
    },
    contest: Contest::Hue(hex(0x77AADD)),
};

impl Strategy for Rows {
    const DEFAULT: Self = Self::Meant;
    const ABOUT: &'static About = &ABOUT;

    fn about(self) -> &'static About {
        match self {
            Self::Meant => &ABOUT,
            Self::EqualZeros => &About {
                sentence: "A trap: pixels of the same value are a hit, even two clear ones.",
                idea: "Reads row by row and stops at the first cell where both pixels are equal: solid or clear.",
                good_when: "no cell of the box is clear in both",
                bad_when: "a cell is clear in both before one is solid in both: a false hit.",
                source: ALEX,
                ..ABOUT
            },
            Self::Logical => &About {
                sentence: "A trap: && as a logical operator, so that one set bit answers for all below it in its word.",
                idea: "Reads row by row, but takes a pixel for solid if any bit from its own up is set in its word.",
                good_when: "words are full or empty",
                bad_when: "a clear pixel has solid ones after it in its word: a false hit.",
                ..ABOUT
            },
        }
    }

    fn weakness(self) -> Weakness {
        if self.is_exact() { Weakness::Visits } else { Weakness::FalseHits }
    }

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        match self {
            Self::Meant => run(pair, probe),
            Self::EqualZeros => run_misread(pair, probe, |x, y| pair.a_is_set(x, y) == pair.b_is_set(x, y)),
            Self::Logical => {
                let (a, b) = (pair.a.packed(), pair.b.packed());
                run_misread(pair, probe, |x, y| any_bit_from(a, pair.in_a(x, y)) && any_bit_from(b, pair.in_b(x, y)))
            }
        }
    }

    fn visits_of_a_miss(self, pair: &Pair<'_>) -> Option<u64> {
        self.is_exact().then(|| pair.size().area())
    }

    fn visits_of_a_hit(self, pair: &Pair<'_>, shared: IntRect) -> Option<u64> {
        self.is_exact().then(|| pair.cells_to_first_shared(walk::row_segments(pair.size()), shared))?
    }

    fn prepare(self, mask: &Prepared, _: &dyn Fn() -> bool) -> bool {
        if self != Self::EqualZeros {
            mask.packed();
        }
        true
    }

    fn is_exact(self) -> bool {
        self == Self::Meant
    }

    fn with_parameter(self, text: &str) -> Option<Self> {
        Self::named(text).ok().filter(|slip| *slip != Self::Meant)
    }

    fn parameters(self) -> String {
        if self == Self::Meant { String::new() } else { format!(":{}", self.name()) }
    }

    fn fields(self) -> Vec<Field<Self>> {
        // The traps switch the mistakes on; here they are only switched off again.
        if self == Self::Meant {
            return Vec::new();
        }
        let options = Self::ALL.iter().map(|&reading| (reading, reading.name())).collect();
        let help = "As the article means it, or with a mistake that hits without a shared pixel: two clear pixels are equal; or && as a logical operator lets one set bit answer for all below it in its word.";
        vec![Field::Choice { help, options }]
    }

    fn listing(self) -> Listing {
        match self {
            Self::Meant => MEANT,
            Self::EqualZeros => EQUAL_ZEROS,
            Self::Logical => LOGICAL,
        }
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        let ((x, y), pair) = (context.cell(), context.pair);
        let (in_a, in_b) = (pair.in_a(x, y), pair.in_b(x, y));
        let (p, q, decides, hits) = match self {
            Self::Meant | Self::EqualZeros => {
                let (p, q) = (pair.a_is_set(x, y), pair.b_is_set(x, y));
                if self == Self::Meant { (p, q, "if p and q", p && q) } else { (p, q, "if p == q", p == q) }
            }
            Self::Logical => {
                let p = any_bit_from(pair.a.packed(), in_a);
                let q = any_bit_from(pair.b.packed(), in_b);
                (p, q, "if p and q", p && q)
            }
        };
        let state = State::at(self.listing(), decides)
            .with_named("for y", "y", y)
            .with_named("for x", "x", x)
            .with("p =", u8::from(p))
            .with("q =", u8::from(q))
            .answering(decides, hits);
        if self == Self::EqualZeros {
            return state;
        }
        let [a, a_bit] = packed_place(pair.a, in_a);
        let [b, b_bit] = packed_place(pair.b, in_b);
        state.with("a =", a).with("a =", a_bit).with("b =", b).with("b =", b_bit)
    }
}

fn run<P: Probe>(pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
    let (a, b) = (pair.a.packed(), pair.b.packed());
    for y in 0..pair.size().height {
        for x in 0..pair.size().width {
            let visit = Visit::cell(x, y);
            probe.visit(visit);
            let ((ax, ay), (bx, by)) = (pair.in_a(x, y), pair.in_b(x, y));
            if a.bit(ax, ay) && b.bit(bx, by) {
                return Some(Hit { visit, cell: Some((x, y)) });
            }
        }
    }
    None
}

/// The same order with another test of a pixel.
fn run_misread<P: Probe>(pair: &Pair<'_>, probe: &mut P, hits: impl Fn(u32, u32) -> bool) -> Option<Hit> {
    walk::rows(pair.size()).find_map(|(x, y)| {
        let visit = Visit::cell(x, y);
        probe.visit(visit);
        hits(x, y).then_some(Hit { visit, cell: Some((x, y)) })
    })
}

/// True if the word that holds a pixel has any bit at or above that of the pixel.
fn any_bit_from(packed: &Packed, (x, y): (u32, u32)) -> bool {
    let (word, bit) = Packed::word_and_bit(packed.pixel_index(x, y));
    let word = usize::try_from(word).expect("a word of a mask in memory");
    packed.words()[word] >> bit != 0
}

/// Index of a pixel in a packed mask, and the same split into word and bit, as in `501` and `15:21`.
fn packed_place(mask: &Prepared, (x, y): (u32, u32)) -> [String; 2] {
    let index = mask.packed().pixel_index(x, y);
    let (word, bit) = Packed::word_and_bit(index);
    [thousands(index), format!("{}:{bit}", thousands(word))]
}

const MEANT: Listing = Listing::new(
    "\
for y in 0..h
  for x in 0..w
    a = (ay+y)*A.w + ax+x
    b = (by+y)*B.w + bx+x
    p = bit(A, a)
    q = bit(B, b)
    if p and q: return hit
return miss",
);

const EQUAL_ZEROS: Listing = Listing::new(
    "\
for y in 0..h
  for x in 0..w
    p = A's bit at x, y
    q = B's bit at x, y
    if p == q: return hit
return miss",
);

const LOGICAL: Listing = Listing::new(
    "\
for y in 0..h
  for x in 0..w
    a = (ay+y)*A.w + ax+x
    b = (by+y)*B.w + bx+x
    p = word(A, a) >> bit(a) != 0
    q = word(B, b) >> bit(b) != 0
    if p and q: return hit
return miss",
);
