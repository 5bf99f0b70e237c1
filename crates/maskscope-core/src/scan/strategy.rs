//! The declarations of every strategy: its description, and the functions that run and explain it.

use std::{fmt, hash::Hash, num::NonZeroU32};

use thiserror::Error;

use super::listing::{Listing, State, VisitContext};
use super::{field::Field, pair::Pair, probe::Probe, visit::Hit};
use crate::mask::{Prepared, Solid};
use crate::{geom::IntRect, palette::Rgb};

/// A strategy with its parameters: all that the program knows about it.
///
/// Each of this crate lives in one file of `strategies/`, and one line of the list in its `mod.rs` makes it a variant of
/// [`Scan`](super::Scan). One of another crate needs [`DEFAULT`](Self::DEFAULT), [`ABOUT`](Self::ABOUT) and
/// [`run`](Self::run); as [`Custom`](super::Custom) it is a scan, too, which races and surveys take.
pub trait Strategy: Copy + fmt::Debug + Eq + Hash + 'static {
    /// The strategy with its default parameters.
    const DEFAULT: Self;

    /// Its description.
    const ABOUT: &'static About;

    /// Searches for a shared pixel, announcing every visit to `probe` before it is made.
    ///
    /// Returns the visit that decided, or `None` for a miss.
    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit>;

    /// Its pseudo-code. By default the test of a cell in a loop over its order, which suits a strategy that visits single cells.
    fn listing(self) -> Listing {
        Listing::over_cells("for x, y in order")
    }

    /// The values of the variables of its pseudo-code at a visit, and the line that decides it. By default, of the listing that
    /// is there by default.
    fn state(self, context: &VisitContext<'_>) -> State {
        context.of_cell(self.listing())
    }

    /// Its description, with these parameters.
    fn about(self) -> &'static About {
        Self::ABOUT
    }

    /// The visit order with these parameters, and the end of the scan: in a sentence.
    fn idea(self) -> String {
        self.about().idea.to_owned()
    }

    /// The unit that one visit reads.
    fn reads(self) -> Reads {
        self.word_bits().map_or(Reads::Cell, Reads::Word)
    }

    /// The kind of its worst cases.
    fn weakness(self) -> Weakness {
        Weakness::Visits
    }

    /// The number of visits of a miss: by default, each cell of the overlap box once. `None` if the scan has to be run.
    ///
    /// A number is a promise: if the masks, by the scene's own rule for solid pixels, share nothing, the scan misses
    /// after exactly this many visits.
    fn visits_of_a_miss(self, pair: &Pair<'_>) -> Option<u64> {
        Some(pair.size().area())
    }

    /// The number of visits of a hit, if it follows from a box around all shared pixels, local to the overlap box, without
    /// visiting cell by cell; `None` if the scan has to be run. The smaller the box, the faster.
    ///
    /// A number is a promise: the scan hits after exactly this many visits.
    fn visits_of_a_hit(self, _: &Pair<'_>, _: IntRect) -> Option<u64> {
        None
    }

    /// Derives the tables of this strategy from a mask, so that a timed run does not pay for them; large ones only until
    /// `is_over`. Returns whether all are made.
    fn prepare(self, _mask: &Prepared, _is_over: &dyn Fn() -> bool) -> bool {
        true
    }

    /// The bytes of the tables that are yet to be derived from a mask, if considerable.
    fn table_bytes(self, _: &Prepared) -> u64 {
        0
    }

    /// The approximate number of cells that [`Strategy::prepare`] reads, if considerable; 0 once it is done.
    fn preparation(self, _: &Prepared) -> u64 {
        0
    }

    /// True if its order depends on the previous placement's hit, [`Pair::hint`].
    fn remembers(self) -> bool {
        false
    }

    /// The strategy with its default parameters.
    fn with_defaults(self) -> Self {
        Self::DEFAULT
    }

    /// True if it can never err.
    fn is_exact(self) -> bool {
        true
    }

    /// Its own rule for solid pixels, if any.
    fn solid(self) -> Option<Solid> {
        None
    }

    /// Pixels of a row in one word that it tests; `None` if it does not test words.
    fn word_bits(self) -> Option<u32> {
        None
    }

    /// The scan with other values of the parameter that decides how often it errs; empty if it cannot err.
    fn alternatives(self) -> Vec<Self> {
        Vec::new()
    }

    /// Its settings.
    fn fields(self) -> Vec<Field<Self>> {
        Vec::new()
    }

    /// The scan with the parameter in `text`; `None` if it takes no such parameter.
    fn with_parameter(self, text: &str) -> Option<Self> {
        self.fields().iter().find_map(|field| field.read(text))
    }

    /// Its parameters as in a name, each after a colon, defaults included: `:4`.
    fn parameters(self) -> String {
        self.fields().iter().map(|field| field.written(&self)).collect()
    }
}

/// Description of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Name in files and on the command line.
    pub name: &'static str,
    /// Summary in a sentence.
    pub sentence: &'static str,
    /// The visit order, and the end of the scan.
    pub idea: &'static str,
    /// Cases with few visits; completes "Good when …".
    pub good_when: &'static str,
    /// Cases with many visits or wrong answers; completes "Bad when …".
    pub bad_when: &'static str,
    /// Source: an article or a library.
    pub source: Source,
    /// Its parameters.
    pub parameters: Parameters,
    /// Part in the contest for the fewest visits.
    pub contest: Contest,
}

/// Source of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// It in a word or two, for narrow columns.
    pub short: &'static str,
    /// Its author and title.
    pub full: &'static str,
}

/// The parameters of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Names with default values; `None` for a parameter that replaces another one.
    pub named: &'static [(&'static str, Option<u32>)],
    /// Possible texts after the name of the strategy, for messages.
    pub expected: &'static str,
    /// The most parameters that one name may give.
    pub most: usize,
    /// Texts of other parameters than the defaults, for tests and benchmarks.
    pub examples: &'static [&'static str],
    /// True if tables spell out the default, because it characterises the strategy: `sample:10`.
    pub default_is_shown: bool,
}

impl Parameters {
    /// Parameters of a strategy without any.
    pub const NONE: Self =
        Self { named: &[], expected: "it has none", most: 0, examples: &[], default_is_shown: false };
}

/// Part of a strategy in the map of the scans with the fewest visits.
///
/// Strategies compete if they never err, read one pixel of both masks in a visit, stop at the first hit, and have an
/// order of their own; a person's own scan competes if it reads one pixel and no answer of the survey is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contest {
    /// It competes, with this colour, unlike that of any other strategy and those of A, B, both or wrong.
    Hue(Rgb),
    /// It does not compete: its order is that of other strategies, mostly of this one: `as incremental:3`.
    Borrows(&'static str),
    /// It only competes where a visit may read anything and a scan may remember: with this colour, and the reason.
    Apart(Rgb, &'static str),
    /// It does not compete, for this reason.
    Absent(&'static str),
}

/// The unit that one visit of a strategy reads, the smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reads {
    /// A single cell.
    Cell,
    /// Up to this many pixels of a row.
    Word(u32),
    /// The counts of a rectangle, from a table.
    Area,
    /// A block of cells.
    Block,
}

/// `one cell`, `up to 64 px`.
impl fmt::Display for Reads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell => f.write_str("one cell"),
            Self::Word(bits) => write!(f, "up to {bits} px"),
            Self::Area => f.write_str("one area"),
            Self::Block => f.write_str("one block"),
        }
    }
}

/// Kind of a strategy's worst cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Weakness {
    /// It needs many more visits than others do.
    Visits,
    /// It misses shared pixels.
    FalseMisses,
    /// It hits without a shared pixel.
    FalseHits,
    /// No offset is worse than another, for this reason.
    Everywhere(&'static str),
}

/// An article, source of several strategies.
pub(super) const PLAY_MY_CODE: Source = Source {
    short: "PlayMyCode",
    full: "Joseph Lenton, JavaScript Per-Pixel HTML5 Canvas Image Collision Detection (PlayMyCode)",
};

/// An article on pixel-perfect collision, source of some strategies.
pub(super) const ALEX: Source = Source { short: "Alex", full: "Alex, Video game collisions: pixel perfect" };

/// The good cases of an order that goes row by row from the top.
pub(super) const GOOD_ROW_BY_ROW: &str = "the shared pixels lie near the top";
pub(super) const BAD_ROW_BY_ROW: &str = "they lie near the bottom; a miss reads every cell.";

/// `n` as a parameter.
pub(super) const fn at_least_one(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("a parameter is not zero")
}

/// Error in the name of a scan.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ScanNameError {
    /// No strategy has this name.
    #[error("'{name}' is not a scan; known scans: {known}")]
    Unknown {
        /// The text before the first colon.
        name: String,
        /// The known strategies, separated by commas.
        known: String,
    },
    /// The strategy has no such parameter, or its value is zero, unreadable or given twice.
    #[error("'{parameter}' is not a parameter of '{strategy}': {expected}")]
    Parameter {
        /// The strategy.
        strategy: &'static str,
        /// The text after the colon.
        parameter: String,
        /// The expected parameters.
        expected: &'static str,
    },
}

/// `strategy`, which has its defaults, with other `parameters`.
pub(super) fn with_parameters<S: Strategy>(strategy: S, parameters: &[&str]) -> Result<S, ScanNameError> {
    let about = S::ABOUT;
    let refused = |parameter: &str| ScanNameError::Parameter {
        strategy: about.name,
        parameter: parameter.to_owned(),
        expected: about.parameters.expected,
    };
    if let Some(parameter) = parameters.get(about.parameters.most) {
        return Err(refused(parameter));
    }
    parameters.iter().try_fold(strategy, |strategy, text| strategy.with_parameter(text).ok_or_else(|| refused(text)))
}

/// The name, without parameters that are defaults.
pub(super) fn canonical<S: Strategy>(strategy: S) -> String {
    let parameters = if strategy == S::DEFAULT { String::new() } else { strategy.parameters() };
    format!("{}{parameters}", strategy.about().name)
}

/// The name in tables.
pub(super) fn shown<S: Strategy>(strategy: S) -> String {
    let about = strategy.about();
    if about.parameters.default_is_shown {
        format!("{}{}", about.name, strategy.parameters())
    } else {
        canonical(strategy)
    }
}
