//! What every strategy declares: the record that a person is told, and the functions that run and explain it.

use std::{fmt, hash::Hash, num::NonZeroU32};

use super::{
    field::Field,
    listing::{Listing, State, VisitContext},
    pair::{Hit, Pair},
    probe::Probe,
};
use crate::{
    geom::Size,
    mask::{Prepared, Solid},
    palette::Rgb,
};

/// A strategy with its parameters: everything the program knows of it.
///
/// Each lives in one file of this folder, and one line of the list in `scan/mod.rs` makes it a variant of
/// [`Scan`](super::Scan).
pub trait Strategy: Copy + fmt::Debug + Eq + Hash + 'static {
    /// The strategy with its default parameters.
    const DEFAULT: Self;

    /// What a person is told about it.
    const ABOUT: &'static About;

    /// Whether it begins where the previous placement hit: only then is [`Pair::hint`] set.
    const REMEMBERS: bool = false;

    /// Looks for a shared pixel, telling `probe` of every visit before it is made.
    ///
    /// Returns the visit that decided, or `None` if nothing is found.
    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit>;

    /// Its pseudo-code.
    fn listing(self) -> Listing;

    /// What the variables of its pseudo-code hold at a visit, and which line decides about it.
    fn state(self, context: &VisitContext<'_>) -> State;

    /// What a person is told about it, with these parameters.
    fn about(self) -> &'static About {
        Self::ABOUT
    }

    /// In which order it looks, with these parameters, and when it stops: in a sentence.
    fn idea(self) -> String {
        self.about().idea.to_owned()
    }

    /// What it tests with one visit: `one cell per visit`.
    fn visit(self) -> String {
        self.word_bits().map_or("one cell per visit".to_owned(), |bits| format!("up to {bits} px per visit"))
    }

    /// What goes wrong where it does worst.
    fn weakness(self) -> Weakness {
        Weakness::Visits
    }

    /// How many visits a miss takes in an overlap box of `size`: each cell once, unless it says otherwise. `None` where the
    /// box alone does not tell.
    ///
    /// A number is a promise: wherever the masks, by the scene's own rule of what is solid, share nothing, the scan answers
    /// that it missed, after exactly that many visits.
    fn visits_of_a_miss(self, size: Size) -> Option<u64> {
        Some(size.area())
    }

    /// How many visits it makes where the masks share something, in so far as that can be said without visiting cell by cell;
    /// `None` where it has to be run.
    ///
    /// A number is a promise: the scan answers that it hit, after exactly that many visits.
    fn visits_of_a_hit(self, _: &Pair<'_>) -> Option<u64> {
        None
    }

    /// Derives from a mask what this strategy reads, so that a timed run does not pay for it.
    fn prepare(self, _: &Prepared) {}

    /// About how many cells [`Strategy::prepare`] looks at, where that is worth knowing; 0 once it is done.
    fn preparation(self, _: &Prepared) -> u64 {
        0
    }

    /// True when it can never err.
    fn is_exact(self) -> bool {
        true
    }

    /// Which pixels it takes for solid, where it brings a rule of its own.
    fn solid(self) -> Option<Solid> {
        None
    }

    /// How many pixels of a row the words have that it tests; `None` where it tests no words.
    fn word_bits(self) -> Option<u32> {
        None
    }

    /// The same with other values of the parameter that decides how often it errs; none where it cannot err.
    fn alternatives(self) -> Vec<Self> {
        Vec::new()
    }

    /// What can be set.
    fn fields(self) -> Vec<Field<Self>> {
        Vec::new()
    }

    /// The same with the parameter that `text` gives; `None` where it takes no such parameter.
    fn with_parameter(self, text: &str) -> Option<Self> {
        self.fields().iter().find_map(|field| field.read(text))
    }

    /// Its parameters as a name writes them, each after a colon, defaults included: `:4`.
    fn parameters(self) -> String {
        self.fields().iter().map(|field| field.written(&self)).collect()
    }
}

/// A strategy in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name in files and on the command line.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub sentence: &'static str,
    /// In which order it looks, and when it stops.
    pub idea: &'static str,
    /// Where it needs few visits; completes "Good when …".
    pub good_when: &'static str,
    /// Where it needs many visits or errs; completes "Bad when …".
    pub bad_when: &'static str,
    /// The article or library it comes from.
    pub source: &'static str,
    /// The same in a word or two, for narrow places.
    pub short_source: &'static str,
    /// Its parameters.
    pub parameters: Parameters,
    /// Whether it competes for the fewest visits.
    pub contest: Contest,
}

/// The parameters of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Each by its name, with the value that stands where none is given; `None` where it replaces another parameter.
    pub named: &'static [(&'static str, Option<u32>)],
    /// What may stand after the name of the strategy, for messages.
    pub expected: &'static str,
    /// How many of them one name may give.
    pub most: usize,
    /// Texts of other parameters than the defaults, for tests and benchmarks.
    pub examples: &'static [&'static str],
    /// Whether tables spell out the default, because it is what the strategy is about: `sample:10`.
    pub default_is_shown: bool,
}

impl Parameters {
    /// Of a strategy that takes no parameters.
    pub const NONE: Self =
        Self { named: &[], expected: "it has none", most: 0, examples: &[], default_is_shown: false };
}

/// Whether a strategy competes on the map that shows which scan needs the fewest visits where.
///
/// Those compete that never err, read one pixel of both masks in a visit, stop at the first hit, and have an order of their
/// own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contest {
    /// It competes, and this is its colour: none close to another strategy's, nor to those of A, B, both or wrong.
    Hue(Rgb),
    /// It does not: it takes the order of other strategies, mostly of this one: `as incremental:3`.
    Borrows(&'static str),
    /// It does not, for this reason.
    Absent(&'static str),
}

/// What goes wrong where a strategy does worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weakness {
    /// It needs many more visits than others do.
    Visits,
    /// It misses what is shared.
    FalseMisses,
    /// It hits where nothing is shared.
    FalseHits,
    /// No place is worse than another, for this reason.
    Everywhere(&'static str),
}

/// An article that several strategies come from.
pub(super) const PLAY_MY_CODE: &str =
    "Joseph Lenton, JavaScript Per-Pixel HTML5 Canvas Image Collision Detection (PlayMyCode)";

/// Another one.
pub(super) const ALEX: &str = "Alex, Video game collisions: pixel perfect";

/// Where an order is good and bad that goes row by row from the top.
pub(super) const GOOD_ROW_BY_ROW: &str = "the shared pixels lie near the top";
pub(super) const BAD_ROW_BY_ROW: &str = "they lie near the bottom, or there are none: then it reads every cell.";

/// `n` as a parameter.
pub(super) const fn at_least_one(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).expect("a parameter is not zero")
}
