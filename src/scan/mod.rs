//! Scan strategies: in which order a collision test looks for a pixel that both masks share.
//!
//! Each strategy is one file with its visit order drawn as digits in its module doc, and one line of the list below. What
//! it declares is told by the trait [`Strategy`]; its `run` is generic over the [`Probe`] that watches it. [`Scan`] is the
//! enum of them all. What several share lies in [`walk`] (orders as iterators) and [`Pair`] (two masks and the box they
//! share).
//!
//! ```
//! use maskscope::{geom::Offset, mask::{Mask, Prepared}, scan::{Count, Scan}};
//!
//! let a = Prepared::new("..##\n.##.".parse::<Mask>()?);
//! let mut count = Count::default();
//! let hit = Scan::ROWS.run(&a, &a, Offset::new(1, 0), None, &mut count);
//! assert_eq!(hit.and_then(|hit| hit.cell), Some((2, 0)));   // local to the overlap box
//! assert_eq!(count.visits, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To add a strategy: write `scan/<name>.rs`, add its line to the list, write its order down as a digit grid in
//! `tests/orders.rs`, and run the tests. They find it by the list.

mod field;
#[macro_use]
mod list;
mod listing;
mod name;
mod pair;
mod prelude;
mod probe;
mod shape;
mod spiral;
mod strategy;
#[cfg(test)]
mod tests;
pub mod walk;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

pub use channels::Tolerance;
pub use field::Field;
pub use listing::{Line, Listing, State, VisitContext};
pub use name::ScanNameError;
pub use pair::{Hit, Pair, Visit};
pub use probe::{CellHistory, Count, Coverage, NoProbe, Outcome, Probe, RankMap, Trace, VisitWindow};
pub use strategy::{About, Contest, Parameters, Strategy, Weakness};

use crate::{
    geom::{Cell, Offset, Size},
    mask::{Prepared, Solid},
    palette::Rgb,
};

// The list: a file of this folder, and the type in it that is a `Strategy`.
strategies! {
    rows::Rows,
    columns::Columns,
    incremental::Incremental,
    combined::Combined,
    edge_in::EdgeIn,
    center_out::CenterOut,
    cross::Cross,
    x::X,
    sample::Sample,
    summed_area::SummedArea,
    channels::Channels,
    words::Words,
    stripes::Stripes,
    blocks::Blocks,
    hilbert::Hilbert,
    last_hit::LastHit,
}

impl Scan {
    /// What the others are measured by: row by row, one cell a visit.
    pub const ROWS: Self = Self::Rows(Rows::Meant);

    /// Each strategy with its defaults, and then with the other parameters that it gives as examples.
    pub fn variants() -> impl Iterator<Item = Self> {
        let others = |scan: Self| {
            let examples = scan.about().parameters.examples.iter();
            examples.map(move |text| format!("{}:{text}", scan.strategy()).parse().expect("an example is a parameter"))
        };
        Self::ALL.into_iter().chain(Self::ALL.into_iter().flat_map(others))
    }

    /// Looks for a pixel that both masks share, with B at `offset`, telling `probe` of every visit before it is made.
    ///
    /// Returns the visit that decided, or `None` if nothing is found; no visit is made if the boxes are apart.
    /// `hint` is the previous placement's hit in A's pixels, for strategies that [remember](Self::remembers); the others do
    /// not look at it.
    pub fn run<P: Probe>(
        self,
        a: &Prepared,
        b: &Prepared,
        offset: Offset,
        hint: Option<Cell>,
        probe: &mut P,
    ) -> Option<Hit> {
        let pair = Pair::new(a, b, offset)?.with_hint(hint);
        dispatch!(self, strategy => strategy.run(&pair, probe))
    }

    /// Derives from both masks what this scan reads, so that a timed run does not pay for it.
    pub fn prepare(self, a: &Prepared, b: &Prepared) {
        for mask in [a, b] {
            dispatch!(self, strategy => strategy.prepare(mask));
        }
    }

    /// About how many cells [`Scan::prepare`] looks at, where that is worth knowing; 0 once it is done.
    pub fn preparation(self, a: &Prepared, b: &Prepared) -> u64 {
        [a, b].into_iter().map(|mask| dispatch!(self, strategy => strategy.preparation(mask))).sum()
    }

    /// This strategy in words.
    pub fn about(self) -> &'static About {
        dispatch!(self, strategy => strategy.about())
    }

    /// In which order it looks, with these parameters, and when it stops: in a sentence.
    pub fn idea(self) -> String {
        dispatch!(self, strategy => strategy.idea())
    }

    /// What it tests with one visit, with these parameters: `one cell per visit`.
    pub fn visit(self) -> String {
        dispatch!(self, strategy => strategy.visit())
    }

    /// The same strategy with other values of the parameter that decides how often it errs; none where it cannot err.
    pub fn alternatives(self) -> Vec<Self> {
        dispatch!(self, strategy => strategy.alternatives().into_iter().map(Self::from).collect())
    }

    /// What goes wrong where it does worst.
    pub fn weakness(self) -> Weakness {
        dispatch!(self, strategy => strategy.weakness())
    }

    /// The name of the strategy, without parameters.
    pub fn strategy(self) -> &'static str {
        self.about().name
    }

    /// The name as tables show it: the canonical one, with the default spelt out where it is what the strategy is about.
    ///
    /// `incremental:3` and `sample:10`, but `rows` and `edge-in`.
    pub fn display_name(self) -> String {
        dispatch!(self, strategy => name::shown(strategy))
    }

    /// This strategy with its default parameters.
    pub fn with_defaults(self) -> Self {
        fn defaults<S: Strategy>(_: S) -> S {
            S::DEFAULT
        }
        dispatch!(self, strategy => defaults(strategy).into())
    }

    /// What the window offers to set; empty for a strategy without parameters.
    pub fn fields(self) -> Vec<Field<Self>> {
        dispatch!(self, strategy => strategy.fields().into_iter().map(|field| field.map(Self::from)).collect())
    }

    /// Whether it begins where the previous placement hit.
    pub fn remembers(self) -> bool {
        fn remembers<S: Strategy>(_: S) -> bool {
            S::REMEMBERS
        }
        dispatch!(self, strategy => remembers(strategy))
    }

    /// Which pixels this scan takes for solid, where it brings a rule of its own: the masks it runs on are then made by
    /// that rule, not by the scene's thresholds.
    pub fn solid(self) -> Option<Solid> {
        dispatch!(self, strategy => strategy.solid())
    }

    /// How many pixels of a row the words have that this scan tests; `None` for scans that test no words.
    pub fn word_bits(self) -> Option<u32> {
        dispatch!(self, strategy => strategy.word_bits())
    }

    /// True when the scan, with these parameters, can never err.
    pub fn is_exact(self) -> bool {
        dispatch!(self, strategy => strategy.is_exact())
    }

    /// How many visits a miss takes in an overlap box of `size`, none where the boxes are apart; `None` where the box alone
    /// does not tell.
    ///
    /// A number is a promise: wherever the masks, by the scene's own rule of what is solid, share nothing, the scan answers
    /// that it missed, after exactly that many visits.
    pub fn visits_of_a_miss(self, size: Size) -> Option<u64> {
        if size.area() == 0 {
            return Some(0);
        }
        dispatch!(self, strategy => strategy.visits_of_a_miss(size))
    }

    /// How many visits it makes with B at `offset`, the masks overlapping or not as `overlap` says by the scene's own rule of
    /// what is solid; `None` where it has to be run. Where a number is given, the scan answers as `overlap` says.
    pub fn known_visits(self, a: &Prepared, b: &Prepared, offset: Offset, overlap: bool) -> Option<u64> {
        let Some(pair) = Pair::new(a, b, offset) else { return Some(0) };
        if !overlap {
            return self.visits_of_a_miss(pair.size());
        }
        dispatch!(self, strategy => strategy.visits_of_a_hit(&pair))
    }

    /// The colour of this scan on the map that shows which scan needs the fewest visits where; `None` where it does not
    /// compete there.
    pub fn hue(self) -> Option<Rgb> {
        match self.about().contest {
            Contest::Hue(hue) if self.is_exact() => Some(hue),
            Contest::Hue(_) | Contest::Borrows(_) | Contest::Absent(_) => None,
        }
    }

    /// This strategy as pseudo-code.
    pub fn listing(self) -> Listing {
        dispatch!(self, strategy => strategy.listing())
    }

    /// What the variables of its pseudo-code hold at a visit, and which line decides about it.
    pub fn state(self, context: &VisitContext<'_>) -> State {
        dispatch!(self, strategy => strategy.state(context))
    }
}

/// The canonical name: defaults are left out.
impl fmt::Display for Scan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&dispatch!(*self, strategy => name::canonical(strategy)))
    }
}

/// Files hold a scan by its name.
impl Serialize for Scan {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Scan {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl FromStr for Scan {
    type Err = ScanNameError;

    fn from_str(text: &str) -> Result<Self, ScanNameError> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let unknown =
            || ScanNameError::Unknown { name: name.to_owned(), known: Self::ALL.map(Self::strategy).join(", ") };
        let scan = Self::ALL.into_iter().find(|scan| scan.strategy() == name).ok_or_else(unknown)?;
        let parameters: Vec<&str> = parts.collect();
        dispatch!(scan, strategy => name::with_parameters(strategy, &parameters).map(Self::from))
    }
}
