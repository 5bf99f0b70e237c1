//! Scan strategies: orders in which a collision test visits cells until it finds a shared pixel.
//!
//! Each strategy is one file with its visit order drawn as digits in its module doc, and one line of a list.
//! The trait [`Strategy`] lists the declarations of a strategy; its `run` is generic over the [`Probe`] that watches
//! it. [`Scan`] is the enum of all strategies, `strategies` the folder of their files. Common parts are in [`walk`]
//! (orders as iterators) and [`Pair`] (two masks and their overlap box).
//!
//! ```
//! use maskscope_core::{geom::Offset, mask::{Mask, Prepared}, scan::{Count, Scan}};
//!
//! let a = Prepared::new("..##\n.##.".parse::<Mask>()?);
//! let mut count = Count::default();
//! let hit = Scan::ROWS.run(&a, &a, Offset::new(1, 0), None, &mut count);
//! assert_eq!(hit.and_then(|hit| hit.cell), Some((2, 0)));   // local to the overlap box
//! assert_eq!(count.visits, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To add a strategy: write `scan/strategies/<name>.rs`, add its line to the list in `scan/strategies/mod.rs`, draw
//! its order as a digit grid in `tests/orders.rs`, and run the tests. They take it from the list.

mod field;
mod listing;
mod pair;
mod probe;
#[macro_use]
mod strategies;
#[cfg(feature = "serde")]
mod stored;
mod strategy;
#[cfg(test)]
mod tests;
#[cfg(feature = "scripts")]
pub mod verdict;
mod visit;
pub mod walk;

use std::{borrow::Cow, fmt, str::FromStr};

use crate::geom::{Cell, IntRect, Offset};
use crate::mask::{Prepared, Solid};
use crate::memory::{OutOfMemory, ask};
use crate::palette::Rgb;

pub use field::Field;
pub use listing::{Listing, ListingLine, State, VisitContext};
pub use pair::Pair;
pub use probe::{
    CellHistory, Count, Coverage, DecidedRanks, NoProbe, Probe, RankMap, Trace, VisitOutcome, VisitWindow,
};
pub use strategies::*;
pub use strategy::{About, Contest, Parameters, Reads, ScanNameError, Source, Strategy, Weakness};
pub use visit::{Hit, Visit};

impl Scan {
    /// The scan to compare with: row by row, one cell per visit.
    pub const ROWS: Self = Self::Rows(Rows::Meant);

    /// Each strategy with its defaults, and then with its examples of other parameters.
    pub fn variants() -> impl Iterator<Item = Self> {
        let others = |scan: Self| {
            let examples = scan.about().parameters.examples.iter();
            examples.map(move |text| format!("{}:{text}", scan.strategy()).parse().expect("an example is a parameter"))
        };
        Self::ALL.into_iter().chain(Self::ALL.into_iter().flat_map(others))
    }

    /// Searches for a shared pixel, with B at `offset`, announcing every visit to `probe` before it is made.
    ///
    /// Returns the visit that decided, or `None` for a miss; makes no visit if the boxes do not overlap. `hint` is the
    /// previous placement's hit in A's pixels, for strategies that [remember](Self::remembers); others ignore it. A scan
    /// with a rule of its own for [solid](Self::solid) pixels takes the masks that
    /// `Laid::masks_for` gives, of the feature `scenes`.
    ///
    /// # Panics
    /// If it is [`SummedArea`] and a mask has 2³² pixels or more.
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

    /// Asks for the memory of the tables that this scan makes of both masks when it first runs.
    ///
    /// # Errors
    /// If too little is left.
    pub fn room(self, a: &Prepared, b: &Prepared) -> Result<(), OutOfMemory> {
        let bytes = [a, b].into_iter().map(|mask| dispatch!(self, strategy => strategy.table_bytes(mask))).sum();
        let advice = "a smaller image takes less, other scans (--scan) take none";
        ask(bytes, advice, format_args!("{self} of {} and {}", a.mask().size(), b.mask().size()))
    }

    /// Derives the tables of this scan from both masks, so that a timed run does not pay for them; large ones only until
    /// `is_over`. Returns whether all are made.
    ///
    /// # Panics
    /// If it is [`SummedArea`] and a mask has 2³² pixels or more.
    pub fn prepare(self, a: &Prepared, b: &Prepared, is_over: &dyn Fn() -> bool) -> bool {
        [a, b].into_iter().all(|mask| dispatch!(self, strategy => strategy.prepare(mask, is_over)))
    }

    /// The approximate number of cells that [`Scan::prepare`] reads, if considerable; 0 once it is done.
    pub fn preparation(self, a: &Prepared, b: &Prepared) -> u64 {
        [a, b].into_iter().map(|mask| dispatch!(self, strategy => strategy.preparation(mask))).sum()
    }

    /// Description of this strategy.
    pub fn about(self) -> &'static About {
        dispatch!(self, strategy => strategy.about())
    }

    /// The visit order with these parameters, and the end of the scan: in a sentence.
    pub fn idea(self) -> String {
        dispatch!(self, strategy => strategy.idea())
    }

    /// The unit that one visit reads, with these parameters.
    pub fn reads(self) -> Reads {
        dispatch!(self, strategy => strategy.reads())
    }

    /// The same strategy with other values of the parameter that decides how often it errs; empty if it cannot err.
    pub fn alternatives(self) -> Vec<Self> {
        dispatch!(self, strategy => strategy.alternatives().into_iter().map(Self::from).collect())
    }

    /// The kind of its worst cases.
    pub fn weakness(self) -> Weakness {
        dispatch!(self, strategy => strategy.weakness())
    }

    /// The name of the strategy, without parameters; of a person's own scan, the name that the person gave it, with `own:`.
    pub fn strategy(self) -> Cow<'static, str> {
        #[cfg(feature = "scripts")]
        if let Self::Own(own) = self {
            return own.full_name().into();
        }
        self.about().name.into()
    }

    /// The name in tables: the canonical one, with the default spelt out if it characterises the strategy.
    ///
    /// `incremental:3` and `sample:10`, but `rows` and `edge-in`; a person's own scan without `own:`.
    pub fn display_name(self) -> String {
        match self {
            #[cfg(feature = "scripts")]
            Self::Own(own) => own.name(),
            Self::Recorded(_) => "the game's loop".to_owned(),
            _ => dispatch!(self, strategy => strategy::shown(strategy)),
        }
    }

    /// True if a miss of it proves nothing: it can miss what is shared, or is a script that has read fewer cells than the number
    /// of `all`, where that is known and its visits read one each; whatever they read, a script that reads nothing proves nothing.
    pub fn proves_no_miss(self, read: u64, all: Option<u64>) -> bool {
        let needed = all.filter(|_| self.reads() == Reads::Cell).unwrap_or(1);
        self.weakness() == Weakness::FalseMisses || !self.is_exact() && read < needed
    }

    /// The name in texts that are read beside what is typed: as in tables, and a person's own scan with `own:`.
    pub fn printed_name(self) -> String {
        if self.is_own() { self.to_string() } else { self.display_name() }
    }

    /// This strategy with its default parameters.
    #[must_use]
    pub fn with_defaults(self) -> Self {
        dispatch!(self, strategy => strategy.with_defaults().into())
    }

    /// Settings in the window; empty for a strategy without parameters.
    pub fn fields(self) -> Vec<Field<Self>> {
        dispatch!(self, strategy => strategy.fields().into_iter().map(|field| field.map(Self::from)).collect())
    }

    /// True if its order depends on the previous placement's hit.
    pub fn remembers(self) -> bool {
        dispatch!(self, strategy => strategy.remembers())
    }

    /// The scan's own rule for solid pixels, if any: the masks it runs on are then made by that rule, not by the
    /// scene's thresholds.
    pub fn solid(self) -> Option<Solid> {
        dispatch!(self, strategy => strategy.solid())
    }

    /// Pixels of a row in one word that this scan tests; `None` for scans that do not test words.
    pub fn word_bits(self) -> Option<u32> {
        dispatch!(self, strategy => strategy.word_bits())
    }

    /// True if the scan, with these parameters, can never err.
    pub fn is_exact(self) -> bool {
        dispatch!(self, strategy => strategy.is_exact())
    }

    /// The number of visits with B at `offset`, given a box around all that the masks share by the scene's own rule for
    /// solid pixels, in A's space: `None` if they share nothing. Returns `None` if the scan has to be run.
    ///
    /// A number is a promise: the scan hits after exactly this many visits if anything is shared, and else misses.
    pub fn known_visits(self, a: &Prepared, b: &Prepared, offset: Offset, shared: Option<IntRect>) -> Option<u64> {
        let Some(pair) = Pair::new(a, b, offset) else { return Some(0) };
        let Some(shared) = shared else { return dispatch!(self, strategy => strategy.visits_of_a_miss(&pair)) };
        let shared = shared.translated(pair.local_box_a().origin());
        dispatch!(self, strategy => strategy.visits_of_a_hit(&pair, shared))
    }

    /// True if a strategy of the program has this name.
    pub fn is_strategy(name: &str) -> bool {
        Self::ALL.iter().any(|scan| scan.strategy() == name)
    }

    /// True if it is marked as one that can be wrong: a person's own scan is judged instead.
    pub fn is_approximate(self) -> bool {
        self.is_built_in() && !self.is_exact()
    }

    /// The person's own script that this scan runs, if it is one.
    #[cfg(feature = "scripts")]
    pub const fn own(self) -> Option<Own> {
        match self {
            Self::Own(own) => Some(own),
            _ => None,
        }
    }

    /// Keeps the scripts of `scans` in memory for as long as the result lives.
    #[cfg(feature = "scripts")]
    pub fn keep_scripts(scans: impl IntoIterator<Item = Self>) -> Vec<own::KeptScript> {
        scans.into_iter().filter_map(Self::own).filter_map(Own::keep).collect()
    }

    /// True for a strategy of this crate: not for a scan of one's own, nor for the loop of a game.
    pub const fn is_built_in(self) -> bool {
        !self.is_own() && !self.is_recorded()
    }

    /// True for a scan of one's own: a script, or a strategy of another crate. Nothing is proven of it.
    pub const fn is_own(self) -> bool {
        #[cfg(feature = "scripts")]
        if let Self::Own(_) = self {
            return true;
        }
        matches!(self, Self::Custom(_))
    }

    /// True for the recorded loop of a game, which belongs to one placement and is stored in its log alone.
    pub const fn is_recorded(self) -> bool {
        matches!(self, Self::Recorded(_))
    }

    /// The colour of this scan on the map of the scans with the fewest visits; `None` if it does not compete.
    pub fn hue(self) -> Option<Rgb> {
        // Nothing is proven of a scan of one's own: it competes as long as no answer of it is wrong.
        let competes = self.is_exact() || self.is_own();
        match self.about().contest {
            Contest::Hue(hue) if competes && self.reads() == Reads::Cell => Some(hue),
            Contest::Hue(_) | Contest::Borrows(_) | Contest::Apart(..) | Contest::Absent(_) => None,
        }
    }

    /// This strategy as pseudo-code.
    pub fn listing(self) -> Listing {
        dispatch!(self, strategy => strategy.listing())
    }

    /// The values of the variables of its pseudo-code at a visit, and the line that decides it.
    pub fn state(self, context: &VisitContext<'_>) -> State {
        dispatch!(self, strategy => strategy.state(context))
    }
}

/// The canonical name: defaults are left out.
impl fmt::Display for Scan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[cfg(feature = "scripts")]
        if let Self::Own(own) = self {
            return f.pad(&own.full_name());
        }
        f.pad(&dispatch!(*self, strategy => strategy::canonical(strategy)))
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
        dispatch!(scan, strategy => strategy::with_parameters(strategy, &parameters).map(Self::from))
    }
}
