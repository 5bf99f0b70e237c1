//! A strategy of another crate, as a scan.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::prelude::*;
use crate::mask::{Prepared, Solid};

/// A strategy of another crate, with its parameters. Two of one name and the same parameters are equal, so a name is used once.
///
/// Nothing is proven of it: a survey counts its wrong answers, and it competes until it has one. Each visit is
/// announced by a call through a table, so it takes longer than one of this crate with the same visits.
///
/// ```
/// use maskscope_core::geom::Offset;
/// use maskscope_core::mask::{Mask, Prepared};
/// use maskscope_core::scan::{About, Contest, Count, Custom, Hit, Pair, Parameters, Probe, Scan, Source, Strategy, Visit};
///
/// /// From the bottom row up.
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
/// struct BottomUp;
///
/// impl Strategy for BottomUp {
///     const DEFAULT: Self = Self;
///     const ABOUT: &'static About = &About {
///         name: "bottom-up",
///         sentence: "Reads every pixel row by row, from the bottom.",
///         idea: "Reads the bottom row left to right, then the one above.",
///         good_when: "the shared pixels lie near the bottom",
///         bad_when: "they lie near the top.",
///         source: Source { short: "here", full: "this example" },
///         parameters: Parameters::NONE,
///         contest: Contest::Absent("it is an example"),
///     };
///
///     fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
///         let size = pair.size();
///         let cells = (0..size.height).rev().flat_map(|y| (0..size.width).map(move |x| (x, y)));
///         cells.into_iter().find_map(|(x, y)| {
///             let visit = Visit::cell(x, y);
///             probe.visit(visit);
///             (pair.a_is_set(x, y) && pair.b_is_set(x, y)).then_some(Hit { visit, cell: Some((x, y)) })
///         })
///     }
/// }
///
/// let a = Prepared::new("##\n..\n##".parse::<Mask>()?);
/// let b = Prepared::new("..\n..\n.#".parse::<Mask>()?);
/// let visits = [Scan::ROWS, Custom::new(&BottomUp).into()].map(|scan| {
///     let mut count = Count::default();
///     assert!(scan.run(&a, &b, Offset::default(), None, &mut count).is_some());
///     count.visits
/// });
/// assert_eq!(visits, [6, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Custom(&'static dyn AnyStrategy);

impl Custom {
    /// The scan of `strategy`.
    pub const fn new<S: Strategy + Sync>(strategy: &'static S) -> Self {
        Self(strategy)
    }
}

/// A strategy of any type, as far as a scan needs it.
trait AnyStrategy: Sync {
    fn about(&self) -> &'static About;
    fn run(&self, pair: &Pair<'_>, probe: &mut dyn Probe) -> Option<Hit>;
    fn listing(&self) -> Listing;
    fn state(&self, context: &VisitContext<'_>) -> State;
    fn idea(&self) -> String;
    fn reads(&self) -> Reads;
    fn weakness(&self) -> Weakness;
    fn prepare(&self, mask: &Prepared, is_over: &dyn Fn() -> bool) -> bool;
    fn table_bytes(&self, mask: &Prepared) -> u64;
    fn preparation(&self, mask: &Prepared) -> u64;
    fn remembers(&self) -> bool;
    fn solid(&self) -> Option<Solid>;
    fn word_bits(&self) -> Option<u32>;
    fn parameters(&self) -> String;
}

impl<S: Strategy + Sync> AnyStrategy for S {
    fn about(&self) -> &'static About {
        Strategy::about(*self)
    }

    fn run(&self, pair: &Pair<'_>, mut probe: &mut dyn Probe) -> Option<Hit> {
        Strategy::run(*self, pair, &mut probe)
    }

    fn listing(&self) -> Listing {
        Strategy::listing(*self)
    }

    fn state(&self, context: &VisitContext<'_>) -> State {
        Strategy::state(*self, context)
    }

    fn idea(&self) -> String {
        Strategy::idea(*self)
    }

    fn reads(&self) -> Reads {
        Strategy::reads(*self)
    }

    fn weakness(&self) -> Weakness {
        Strategy::weakness(*self)
    }

    fn prepare(&self, mask: &Prepared, is_over: &dyn Fn() -> bool) -> bool {
        Strategy::prepare(*self, mask, is_over)
    }

    fn table_bytes(&self, mask: &Prepared) -> u64 {
        Strategy::table_bytes(*self, mask)
    }

    fn preparation(&self, mask: &Prepared) -> u64 {
        Strategy::preparation(*self, mask)
    }

    fn remembers(&self) -> bool {
        Strategy::remembers(*self)
    }

    fn solid(&self) -> Option<Solid> {
        Strategy::solid(*self)
    }

    fn word_bits(&self) -> Option<u32> {
        Strategy::word_bits(*self)
    }

    fn parameters(&self) -> String {
        Strategy::parameters(*self)
    }
}

const ABOUT: About = About {
    name: "custom",
    sentence: "A strategy of another crate.",
    idea: "Visits cells in an order of its own.",
    good_when: "its order meets shared pixels sooner than others do",
    bad_when: "its order meets shared pixels late; what is proven of it holds for these two sprites alone.",
    source: Source { short: "another crate", full: "another crate" },
    parameters: Parameters::NONE,
    contest: Contest::Absent("it visits nothing"),
};

impl Strategy for Custom {
    /// A strategy that visits nothing. Only for the declarations of strategies.
    const DEFAULT: Self = Self::new(&Nothing);
    const ABOUT: &'static About = &ABOUT;

    fn about(self) -> &'static About {
        self.0.about()
    }

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        self.0.run(pair, probe)
    }

    fn listing(self) -> Listing {
        self.0.listing()
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        self.0.state(context)
    }

    fn idea(self) -> String {
        self.0.idea()
    }

    fn reads(self) -> Reads {
        self.0.reads()
    }

    fn weakness(self) -> Weakness {
        self.0.weakness()
    }

    /// Its promises are not taken: it is run.
    fn visits_of_a_miss(self, _: &Pair<'_>) -> Option<u64> {
        None
    }

    fn prepare(self, mask: &Prepared, is_over: &dyn Fn() -> bool) -> bool {
        self.0.prepare(mask, is_over)
    }

    fn table_bytes(self, mask: &Prepared) -> u64 {
        self.0.table_bytes(mask)
    }

    fn preparation(self, mask: &Prepared) -> u64 {
        self.0.preparation(mask)
    }

    fn remembers(self) -> bool {
        self.0.remembers()
    }

    fn with_defaults(self) -> Self {
        self
    }

    fn is_exact(self) -> bool {
        false
    }

    fn solid(self) -> Option<Solid> {
        self.0.solid()
    }

    fn word_bits(self) -> Option<u32> {
        self.0.word_bits()
    }

    fn parameters(self) -> String {
        self.0.parameters()
    }
}

/// A strategy that visits nothing: each custom one is its own default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Nothing;

impl Strategy for Nothing {
    const DEFAULT: Self = Self;
    const ABOUT: &'static About = &ABOUT;

    fn run<P: Probe>(self, _: &Pair<'_>, _: &mut P) -> Option<Hit> {
        None
    }
}

impl PartialEq for Custom {
    fn eq(&self, other: &Self) -> bool {
        self.0.about().name == other.0.about().name && self.0.parameters() == other.0.parameters()
    }
}

impl Eq for Custom {}

impl Hash for Custom {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.about().name, self.0.parameters()).hash(state);
    }
}

impl fmt::Debug for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Custom").field(&self.0.about().name).field(&self.0.parameters()).finish()
    }
}
