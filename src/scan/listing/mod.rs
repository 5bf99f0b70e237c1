//! Each strategy as pseudo-code, and what its variables hold at a visit.
//!
//! The listings use the names of the code that runs: `w` and `h` are the sides of the overlap box, `x` and `y` a cell in
//! it, `ax, ay` and `bx, by` the box's top left in the pixels of A and of B. The values are computed from the visit
//! itself, so that any visit of a scan, however long, can be shown without running up to it.
//!
//! ```text
//!   for y in 0..h                          y 12
//!     for x in 0..w                        x 11
//!       a = (ay+y)*A.w + ax+x      501  15:21
//!       b = (by+y)*B.w + bx+x    1,403  43:27
//!       p = bit(A, a)                         1
//!       q = bit(B, b)                         1
//! >     if p and q: return hit               no
//!   return miss
//! ```

mod blocks;
mod center_out;
mod channels;
mod columns;
mod combined;
mod cross;
mod edge_in;
mod hilbert;
mod incremental;
mod last_hit;
mod misread;
mod rows;
mod sample;
mod spiral;
mod stripes;
mod summed_area;
#[cfg(test)]
mod tests;
mod words;
mod x;

use super::{Hit, Pair, Scan, Visit};
use crate::{
    geom::Cell,
    mask::{Packed, Prepared},
    words::thousands,
};

/// A line of pseudo-code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// How deep it is nested.
    pub indent: usize,
    /// What it says.
    pub text: &'static str,
}

/// The pseudo-code of a strategy: a text with two spaces for each level of nesting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing(&'static str);

impl Listing {
    /// Its lines, from the top.
    pub fn lines(self) -> impl Iterator<Item = Line> {
        self.0.lines().map(|line| {
            let text = line.trim_start();
            Line { indent: (line.len() - text.len()) / 2, text }
        })
    }

    /// The place of the first line that begins with `start`, from 0.
    fn place(self, start: &str) -> usize {
        self.lines().position(|line| line.text.starts_with(start)).expect("a line of the listing")
    }
}

/// Where a scan is at a visit, and what it knows there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    listing: Listing,
    /// The line that decides about the visit, from 0.
    pub current: usize,
    /// Values by the line that sets them, in reading order; a line may set several, the most telling last.
    pub values: Vec<(usize, String)>,
}

impl State {
    /// At the line of `listing` that begins with `current`, with no values yet.
    fn at(listing: Listing, current: &str) -> Self {
        Self { listing, current: listing.place(current), values: Vec::new() }
    }

    /// With a value set by the line that begins with `line`.
    #[expect(clippy::needless_pass_by_value, reason = "numbers and texts come as they are")]
    fn with(mut self, line: &str, value: impl ToString) -> Self {
        self.values.push((self.listing.place(line), value.to_string()));
        self
    }

    /// With the variable `name` set by the line that begins with `line`: `y 12`.
    #[expect(clippy::needless_pass_by_value, reason = "numbers and texts come as they are")]
    fn with_named(self, line: &str, name: &str, value: impl ToString) -> Self {
        self.with(line, format!("{name} {}", value.to_string()))
    }

    /// With the answer of the question that begins with `line`: `yes` or `no`.
    fn answering(self, line: &str, answer: bool) -> Self {
        self.with(line, if answer { "yes" } else { "no" })
    }
}

/// A visit of a scan, and what of the run it takes to tell what the variables hold.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The masks, as the scan reads them.
    pub pair: &'a Pair<'a>,
    /// The visit.
    pub visit: Visit,
    /// How many visits came before it.
    pub rank: u64,
    /// The two visits before it, the nearest first.
    pub before: [Option<Visit>; 2],
    /// The previous placement's hit in A's pixels, for scans that remember.
    pub hint: Option<Cell>,
    /// What the run found, where this visit is its last one.
    pub hit: Option<Hit>,
}

impl Moment<'_> {
    /// The top left cell of the visit, for scans that stay inside the overlap box.
    const fn cell(&self) -> (u32, u32) {
        (self.visit.x.cast_unsigned(), self.visit.y.cast_unsigned())
    }

    /// The state of a strategy that tests one cell: `p`, `q`, and whether both are set.
    fn of_cell(&self, listing: Listing) -> State {
        let (x, y) = self.cell();
        let (p, q) = (self.pair.a_is_set(x, y), self.pair.b_is_set(x, y));
        State::at(listing, "if p and q")
            .with("p =", u8::from(p))
            .with("q =", u8::from(q))
            .answering("if p and q", p && q)
    }

    /// The state of a strategy whose first `cells` visits follow a shape, and whose others sweep the rest.
    fn of_shape(&self, listing: Listing, shape: &str, cells: u64) -> State {
        let (x, y) = self.cell();
        let part = if self.rank < cells { shape } else { "rest" };
        self.of_cell(listing).with("order", part).with_named("for x", "x", x).with_named("for x", "y", y)
    }
}

/// Where a mask keeps a pixel: its index, and that split into word and bit, as in `501` and `15:21`.
fn packed_place(mask: &Prepared, (x, y): (u32, u32)) -> [String; 2] {
    let index = mask.packed().pixel_index(x, y);
    let (word, bit) = Packed::word_and_bit(index);
    [thousands(index), format!("{}:{bit}", thousands(word))]
}

impl Scan {
    /// This strategy as pseudo-code.
    pub fn listing(self) -> Listing {
        match self {
            Self::Rows => rows::LISTING,
            Self::Misread(misreading) => misread::listing(misreading),
            Self::Columns => columns::LISTING,
            Self::Incremental(_) => incremental::LISTING,
            Self::Combined => combined::LISTING,
            Self::EdgeIn { increment } => edge_in::listing(increment),
            Self::CenterOut { increment } => center_out::listing(increment),
            Self::Cross { revisit } => cross::listing(revisit),
            Self::X { revisit } => x::listing(revisit),
            Self::Sample { .. } => sample::LISTING,
            Self::SummedArea { granularity } => summed_area::listing(granularity),
            Self::Channels(_) => channels::LISTING,
            Self::Words => words::LISTING,
            Self::Stripes(_) => stripes::LISTING,
            Self::Blocks => blocks::LISTING,
            Self::Hilbert => hilbert::LISTING,
            Self::LastHit => last_hit::LISTING,
        }
    }

    /// What its variables hold at a visit, and which line decides about it.
    pub fn state(self, moment: &Moment<'_>) -> State {
        match self {
            Self::Rows => rows::state(moment),
            Self::Misread(misreading) => misread::state(moment, misreading),
            Self::Columns => columns::state(moment),
            Self::Incremental(step) => incremental::state(moment, step),
            Self::Combined => combined::state(moment),
            Self::EdgeIn { increment } => edge_in::state(moment, increment),
            Self::CenterOut { increment } => center_out::state(moment, increment),
            Self::Cross { revisit } => cross::state(moment, revisit),
            Self::X { revisit } => x::state(moment, revisit),
            Self::Sample { every } => sample::state(moment, every),
            Self::SummedArea { granularity } => summed_area::state(moment, granularity),
            Self::Channels(channels) => channels::state(moment, channels),
            Self::Words => words::state(moment),
            Self::Stripes(width) => stripes::state(moment, width),
            Self::Blocks => blocks::state(moment),
            Self::Hilbert => hilbert::state(moment),
            Self::LastHit => last_hit::state(moment),
        }
    }
}
