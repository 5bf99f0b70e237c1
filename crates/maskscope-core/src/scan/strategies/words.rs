//! Row by row, up to 64 cells in one AND.
//!
//! ```text
//! A's words     0…63          64…127        128…
//! overlap box      [-- visit 0 --|-- visit 1 --|- visit 2 -]
//!                  [-- visit 3 --|-- visit 4 --|- visit 5 -]
//! ```
//!
//! Rows are padded to 64-bit words. A visit is the part of one word of A inside the overlap box; B's two words that
//! reach into it are shifted into A's alignment, and one AND tests all of it. The first hit is the lowest set bit.

use super::prelude::*;

/// Row by row, up to 64 cells in one AND.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Words;

/// Cells in one word.
const WORD: u32 = u64::BITS;

impl Strategy for Words {
    const DEFAULT: Self = Self;
    const ABOUT: &'static About = &About {
        name: "words",
        sentence: "Reads up to 64 pixels of a row with one AND of two words.",
        idea: "Tests up to 64 cells of a row with one AND of two words.",
        good_when: "rows are long: up to 64 cells per visit",
        bad_when: "the box is tall and narrow: one visit per row for a few cells.",
        source: Source { short: "maskscope", full: "maskscope; word-parallel AND of padded rows" },
        parameters: Parameters::NONE,
        contest: Contest::Apart(hex(0x8C9BD9), "up to 64 px per visit"),
    };

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        (0..pair.size().height).find_map(|y| {
            visits_of_row(pair, y).find_map(|visit| {
                probe.visit(visit);
                let shared = pair.shared_bits(visit);
                (shared != 0).then(|| Hit { visit, cell: Some((visit.x.cast_unsigned() + shared.trailing_zeros(), y)) })
            })
        })
    }

    fn visits_of_a_miss(self, pair: &Pair<'_>) -> Option<u64> {
        let Size { width, height } = pair.size();
        Some(u64::from(height) * visits_to(pair, width - 1))
    }

    fn visits_of_a_hit(self, pair: &Pair<'_>, shared: IntRect) -> Option<u64> {
        let cells = pair.cells_to_first_shared(walk::row_segments(pair.size()), shared)?;
        let width = pair.size().width;
        let (row, column) = ((cells - 1) / u64::from(width), (cells - 1) % u64::from(width));
        Some(row * visits_to(pair, width - 1) + visits_to(pair, u32::try_from(column).ok()?))
    }

    fn word_bits(self) -> Option<u32> {
        Some(WORD)
    }

    fn listing(self) -> Listing {
        Listing::new(
            "\
for y in 0..h
  for word i in A's row
    r, s = (ax+x, bx+x) % 64
    a = A[i] >> r
    b = B[j] >> s
    b |= B[j+1] << 64-s
    t = ones(width)
    if a & b & t: return hit
return miss",
        )
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        let (pair, (x, y)) = (context.pair, context.cell());
        let ((ax, ay), (bx, by)) = (pair.in_a(x, y), pair.in_b(x, y));
        let (r, s) = (ax % WORD, bx % WORD);
        let word = |row: &[u64], i: u32| row.get(i as usize).copied().unwrap_or(0);
        let (row_a, row_b) = (pair.mask_a().row(ay), pair.mask_b().row(by));
        let low = word(row_b, bx / WORD) >> s;
        let high = if s == 0 { 0 } else { word(row_b, bx / WORD + 1) << (WORD - s) };
        let tail = u64::MAX >> (WORD - context.visit.width);
        let shared = word(row_a, ax / WORD) >> r & (low | high) & tail;
        let hex = |bits: u64| format!("{bits:#X}");
        State::at(self.listing(), "if a & b")
            .with_named("for y", "y", y)
            .with_named("for word", "i", ax / WORD)
            .with_named("for word", "x", x)
            .with("r, s", r)
            .with("r, s", s)
            .with("a =", hex(word(row_a, ax / WORD) >> r))
            .with("b =", hex(low))
            .with("b |=", hex(low | high))
            .with("t =", hex(tail))
            .with("if a & b", hex(shared))
            .answering("if a & b", shared != 0)
    }
}

/// The number of visits of a row up to and including that of column `x`.
fn visits_to(pair: &Pair<'_>, x: u32) -> u64 {
    let (left, _) = pair.in_a(0, 0);
    u64::from((left + x) / WORD - left / WORD) + 1
}

/// Row `y` of the overlap box, cut at A's own multiples of 64.
fn visits_of_row(pair: &Pair<'_>, y: u32) -> impl Iterator<Item = Visit> {
    let (left, _) = pair.in_a(0, 0);
    let right = left + pair.size().width;
    (left / WORD..=(right - 1) / WORD).map(move |word| {
        let start = left.max(word * WORD);
        let end = right.min((word + 1).saturating_mul(WORD));
        Visit { width: end - start, ..Visit::cell(start - left, y) }
    })
}
