//! Pseudo-code of a strategy, with the values of its variables at a visit.
//!
//! The listings use the names of the code that runs: `w` and `h` are the sides of the overlap box, `x` and `y` a cell
//! in it, `ax, ay` and `bx, by` the box's top left in the pixels of A and of B. The values are computed from the visit
//! alone, so any visit of a scan, however long, can be shown without running the scan up to it.
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

use super::pair::Pair;
use super::visit::{Hit, Visit};

/// A line of pseudo-code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListingLine {
    /// Depth of nesting.
    pub indent: usize,
    /// Text of the line.
    pub text: &'static str,
}

/// The pseudo-code of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Two spaces for each level of nesting.
    text: &'static str,
    /// True if the last line of the text is followed by the test of a cell, and that by the end of the scan.
    tests_cells: bool,
}

/// The test of a cell, after the loops of most strategies.
const CELL_TEST: [&str; 3] = ["p = bit(A, ax+x, ay+y)", "q = bit(B, bx+x, by+y)", "if p and q: return hit"];

impl Listing {
    /// A complete listing, with two spaces for each level of nesting.
    pub const fn new(text: &'static str) -> Self {
        Self { text, tests_cells: false }
    }

    /// The loops over `x` and `y`, with two spaces for each level of nesting; the test of the cell and `return miss` are
    /// added.
    pub const fn over_cells(loops: &'static str) -> Self {
        Self { text: loops, tests_cells: true }
    }

    /// Its lines, from the top.
    pub fn lines(self) -> impl Iterator<Item = ListingLine> {
        let line = |line: &'static str| {
            let text = line.trim_start();
            ListingLine { indent: (line.len() - text.len()) / 2, text }
        };
        // The test stands inside the last loop, at the level of its other statements.
        let last = self.text.lines().last().map_or("", str::trim_start);
        let inside =
            self.text.lines().last().map_or(0, |text| line(text).indent) + usize::from(last.starts_with("for "));
        let test = CELL_TEST.map(|text| ListingLine { indent: inside, text });
        let end = ListingLine { indent: 0, text: "return miss" };
        self.text.lines().map(line).chain(test.into_iter().chain([end]).filter(move |_| self.tests_cells))
    }

    /// The index of the first line that begins with `start`.
    ///
    /// # Panics
    /// If no line does.
    pub(super) fn place(self, start: &str) -> usize {
        self.lines().position(|line| line.text.starts_with(start)).expect("a line of the listing")
    }
}

/// State of a scan at a visit: its line, and the values of its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) listing: Listing,
    /// Index of the line that decides the visit.
    pub current: usize,
    /// Values by the line that sets them, in reading order; a line may set several, the most informative last.
    pub values: Vec<(usize, String)>,
}

impl State {
    /// The state at the line of `listing` that begins with `current`, without values.
    ///
    /// # Panics
    /// If no line does. The functions that add values also panic where no line begins so.
    pub fn at(listing: Listing, current: &str) -> Self {
        Self { listing, current: listing.place(current), values: Vec::new() }
    }

    /// Adds a value set by the line that begins with `line`.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "numbers and texts come as they are")]
    pub fn with(mut self, line: &str, value: impl ToString) -> Self {
        self.values.push((self.listing.place(line), value.to_string()));
        self
    }

    /// Adds the variable `name`, set by the line that begins with `line`: `y 12`.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "numbers and texts come as they are")]
    pub fn with_named(self, line: &str, name: &str, value: impl ToString) -> Self {
        self.with(line, format!("{name} {}", value.to_string()))
    }

    /// Adds the answer to the question that begins with `line`: `yes` or `no`.
    #[must_use]
    pub fn answering(self, line: &str, answer: bool) -> Self {
        self.with(line, if answer { "yes" } else { "no" })
    }
}

/// A visit of a scan, with the parts of the run that the values of the variables depend on.
#[derive(Clone, Copy, Debug)]
pub struct VisitContext<'a> {
    /// The masks, as the scan reads them.
    pub pair: &'a Pair<'a>,
    /// The visit.
    pub visit: Visit,
    /// The number of earlier visits.
    pub rank: u64,
    /// The two visits before this one, the nearest first.
    pub before: [Option<Visit>; 2],
    /// Result of the run, if this visit is its last.
    pub hit: Option<Hit>,
}

impl VisitContext<'_> {
    /// The top left cell of the visit, for scans that stay inside the overlap box.
    pub const fn cell(&self) -> (u32, u32) {
        (self.visit.x.cast_unsigned(), self.visit.y.cast_unsigned())
    }

    /// The state of a strategy that tests one cell: `p`, `q`, and the result of the test.
    pub fn of_cell(&self, listing: Listing) -> State {
        let (x, y) = self.cell();
        let (p, q) = (self.pair.a_is_set(x, y), self.pair.b_is_set(x, y));
        State::at(listing, "if p and q")
            .with("p =", u8::from(p))
            .with("q =", u8::from(q))
            .answering("if p and q", p && q)
    }
}
