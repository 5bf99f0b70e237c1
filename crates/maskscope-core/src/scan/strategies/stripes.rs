//! Column stripes of both masks, each from top to bottom: the order of pygame's masks.
//!
//! ```text
//! 0 0 3 3 3 6      two masks' stripes cut the overlap's columns into runs;
//! 1 1 4 4 4 7      a visit is one row of one run, tested in one AND
//! 2 2 5 5 5 8
//! ```
//!
//! Source: pygame's `bitmask.c` (`bitmask_overlap`), where a word holds 64 columns of one row, or 32 on Windows, and the
//! words of one stripe lie one below the other.

use super::prelude::*;

/// Column stripes of both masks, each from top to bottom, with their width: pygame's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stripes {
    /// Words of 32 bits, as in pygame on Windows.
    W32,
    /// Words of 64 bits.
    W64,
}

impl Stripes {
    /// The number of columns in a stripe.
    pub const fn columns(self) -> u32 {
        match self {
            Self::W32 => 32,
            Self::W64 => 64,
        }
    }
}

impl Strategy for Stripes {
    const DEFAULT: Self = Self::W64;
    const ABOUT: &'static About = &About {
        name: "stripes",
        sentence: "Reads stripes of 64 columns from top to bottom, a row of each with one AND.",
        idea: "Cuts masks into stripes of 64 columns and tests one row of a stripe with one AND.",
        good_when: "both masks are at most 64 px wide",
        bad_when: "masks are wide and the hit lies in a late stripe: the stripes before it come first.",
        source: Source { short: "pygame", full: "pygame, bitmask.c (bitmask_overlap)" },
        parameters: Parameters {
            named: &[("columns", Some(64))],
            expected: "64 or 32",
            most: 1,
            examples: &["32"],
            default_is_shown: false,
        },
        contest: Contest::Apart(hex(0x8C9BD9), "up to 64 px per visit"),
    };

    fn about(self) -> &'static About {
        match self {
            Self::W64 => Self::ABOUT,
            Self::W32 => const { &About { good_when: "both masks are at most 32 px wide", ..*Self::ABOUT } },
        }
    }

    fn idea(self) -> String {
        format!("Cuts masks into stripes of {} columns and tests one row of a stripe with one AND.", self.columns())
    }

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        runs(pair, self.columns()).find_map(|(x, width)| {
            (0..pair.size().height).find_map(|y| {
                let visit = Visit { width, ..Visit::cell(x, y) };
                probe.visit(visit);
                let shared = pair.shared_bits(visit);
                (shared != 0).then(|| Hit { visit, cell: Some((x + shared.trailing_zeros(), y)) })
            })
        })
    }

    fn visits_of_a_miss(self, pair: &Pair<'_>) -> Option<u64> {
        Some(runs(pair, self.columns()).count() as u64 * u64::from(pair.size().height))
    }

    fn visits_of_a_hit(self, pair: &Pair<'_>, shared: IntRect) -> Option<u64> {
        let is_near = |x: u32, width: u32| i64::from(x + width) > shared.x;
        let runs = (0_u64..).zip(runs(pair, self.columns())).filter(|&(_, (x, width))| is_near(x, width));
        let mut rows = runs.filter_map(|(before, (x, width))| {
            Some((before, pair.first_shared_row(Visit { width, ..Visit::cell(x, 0) }, shared)?))
        });
        let (before, y) = rows.next()?;
        Some(before * u64::from(pair.size().height) + u64::from(y) + 1)
    }

    fn word_bits(self) -> Option<u32> {
        Some(self.columns())
    }

    fn fields(self) -> Vec<Field<Self>> {
        let help = "Columns in a stripe; 32 is pygame on Windows.";
        vec![Field::Choice { help, options: vec![(Self::W64, "64"), (Self::W32, "32")] }]
    }

    fn listing(self) -> Listing {
        Listing::new(
            "\
for run x..x+n in both stripes
  i = (ax+x) / stripe
  j = (bx+x) / stripe
  for y in 0..h
    a = n bits of A from x
    b = n bits of B from x
    if a & b: return hit
return miss",
        )
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        let (pair, (x, y), width) = (context.pair, context.cell(), context.visit.width);
        let ((ax, ay), (bx, by)) = (pair.in_a(x, y), pair.in_b(x, y));
        let inside = u64::MAX >> (64 - width);
        let a = pair.mask_a().bits_from(ax.into(), ay) & inside;
        let b = pair.mask_b().bits_from(bx.into(), by) & inside;
        State::at(self.listing(), "if a & b")
            .with_named("for run", "x", x)
            .with_named("for run", "n", width)
            .with("i =", ax / self.columns())
            .with("j =", bx / self.columns())
            .with_named("for y", "y", y)
            .with("a =", format!("{a:#X}"))
            .with("b =", format!("{b:#X}"))
            .with("if a & b", format!("{:#X}", a & b))
            .answering("if a & b", a & b != 0)
    }
}

/// The overlap's columns, cut at the ends of stripes of either mask: first column and width of each run.
///
/// Both masks' stripes come from left to right, so whichever mask is leftmost, its stripes pass in order within each
/// stripe of the other: pygame's order.
fn runs(pair: &Pair<'_>, stripe: u32) -> impl Iterator<Item = (u32, u32)> {
    let (ax, bx) = (pair.in_a(0, 0).0, pair.in_b(0, 0).0);
    let width = pair.size().width;
    let left_in_stripe = move |x: u32| (stripe - (ax + x) % stripe).min(stripe - (bx + x) % stripe);
    let mut x = 0;
    std::iter::from_fn(move || {
        let start = x;
        (start < width).then(|| {
            x = width.min(start + left_in_stripe(start));
            (start, x - start)
        })
    })
}
