//! A person's own scan: a script in Rhai that visits cells.
//!
//! ```text
//! // name: zigzag                    w, h            sides of the overlap box
//! for y in 0..h {                    visit(x, y)     true if the cell is solid in both
//!     for i in 0..w {                visit_row(x, y, n), counts(x, y, width, height)
//!         let x = if y % 2 == 0 { i } else { w - 1 - i };
//!         if visit(x, y) { return true }
//!     }
//! }
//! ```
//!
//! A script ends with `true`, a hit at the last visit; with `[x, y]`, a hit at that cell; with `false` or nothing, a
//! miss. It always ends: see [`Failure`]. In a page it runs [`elsewhere`]. So that a [`Scan`](super::Scan) stays
//! a small value, it finds its script by a number: see [`Own`] for how long that stays in memory.

mod bounds;
mod compiling;
pub mod elsewhere;
mod engine;
mod failure;
mod table;
mod world;

use std::fmt;
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::prelude::*;
use crate::geom::Offset;
use crate::mask::{Mask, Prepared};

pub use bounds::LONGEST_TEXT;
pub use engine::ScriptRun;
use engine::ScriptTask;
pub use failure::{Failure, FailureStage};
use table::Script;
pub use table::{KeptScript, LATEST_BYTES};
use world::ScriptBox;
pub use world::VisitValues;

/// A person's own scan: a name and a script.
///
/// It is a small value that can be copied, and equal ones are the same. Its script stays in memory while somebody
/// [keeps](Own::keep) it. Of those that nobody keeps, the latest stay, up to [`LATEST_BYTES`] together; the others are
/// gone: they have the name `gone` and no text, and a run of them fails. Making the same again brings it back. A script
/// that is longer than [`LONGEST_TEXT`] does not compile, but [`Own::new`] takes it whole.
///
/// ```
/// use maskscope_core::scan::Own;
///
/// let own = Own::new("corner", "visit(0, 0)");
/// let kept = own.keep();
/// assert_eq!((own.name(), &*own.text()), ("corner".to_owned(), "visit(0, 0)"));
/// drop(kept);                                               // from here on, other scripts may take its place
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Own(u64);

/// The prefix of the name of a person's own scan.
const PREFIX: &str = "own:";

/// The name of a scan whose script is gone.
const GONE: &str = "gone";

/// The name of a scan that names itself nothing.
pub const UNNAMED: &str = "yours";

/// The longest name, in bytes.
const LONGEST_NAME: usize = 32;

const ABOUT: About = About {
    name: "own",
    sentence: "Your own scan: a script that visits cells.",
    idea: "Visits cells in the order of your script, and answers what it answers.",
    good_when: "your order meets shared pixels sooner than others do",
    bad_when: "its order meets shared pixels late; what is proven of it holds for these two sprites alone.",
    source: Source { short: "yours", full: "your own script" },
    parameters: Parameters::NONE,
    contest: Contest::Hue(hex(0xF0F2F5)),
};

impl Own {
    /// The scan of a name, of letters, digits and `-`, and a script, which need not compile. A byte order mark is left out.
    pub fn new(name: &str, text: &str) -> Self {
        Self(table::made(name, text.strip_prefix('\u{feff}').unwrap_or(text)))
    }

    /// Keeps the script in memory for as long as the result lives; `None` if it is gone.
    pub fn keep(self) -> Option<KeptScript> {
        self.script().map(KeptScript::new)
    }

    /// The script; `None` if it is gone.
    fn script(self) -> Option<Arc<Script>> {
        table::found(self.0)
    }

    /// The name, without `own:`.
    pub fn name(self) -> String {
        self.script().map_or_else(|| GONE.to_owned(), |script| script.name.clone())
    }

    /// The name, with `own:`.
    pub(in crate::scan) fn full_name(self) -> String {
        format!("{PREFIX}{}", self.name())
    }

    /// The script.
    pub fn text(self) -> Arc<str> {
        self.script().map_or_else(|| Arc::from(""), |script| Arc::clone(&script.text))
    }

    /// True if a line of the script, without its comment, contains `part`.
    fn mentions(self, part: &str) -> bool {
        compiling::code(&self.text()).any(|line| line.contains(part))
    }

    /// The last line, from 1 and up to `line`, that defines a variable: by `let`, `for` or as a parameter.
    pub fn definition(self, name: &str, line: usize) -> Option<usize> {
        let defines = |code: &str| {
            let words = code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
            let mut before = "";
            words.into_iter().any(|word| {
                let is_defined = word == name && matches!(before, "let" | "for" | "fn");
                before = match word {
                    "let" | "const" => "let",
                    "for" | "fn" => word,
                    // All up to `in`, and all parameters.
                    _ if matches!(before, "for" | "fn") && word != "in" => before,
                    _ => "",
                };
                is_defined
            })
        };
        let text = self.text();
        let lines: Vec<&str> = compiling::code(&text).take(line).collect();
        lines.iter().rposition(|code| defines(code)).map(|at| at + 1)
    }

    /// Compiles the script.
    ///
    /// # Errors
    /// If it does not compile, the name in its first line is not possible, or it is gone.
    pub fn check(self) -> Result<(), Failure> {
        let script = self.script().ok_or_else(gone)?;
        written_name(&script.text)?;
        engine::check(&script.text)
    }

    /// Runs the script on two masks: at most 2 s, and no more visits or operations than the box allows.
    pub fn run_on(self, pair: &Pair<'_>) -> ScriptRun {
        let Some(script) = self.script() else { return ScriptRun::failed(gone()) };
        let run = script.run(pair, 0..0);
        if let Err(failure) = &run.end
            && failure.stage != FailureStage::Abandoned
        {
            let mut first = script.failed.lock().unwrap_or_else(PoisonError::into_inner);
            // Nothing weighs more than that it does not end.
            let is_worse = |first: &Failure| failure.is_stopped() && !first.is_stopped();
            if first.as_ref().is_none_or(is_worse) {
                *first = Some(failure.clone());
            }
        }
        run
    }

    /// The variables at its visits of these ranks, as far as it makes them: numbers, by name.
    pub fn values_on(self, pair: &Pair<'_>, ranks: Range<usize>) -> Vec<VisitValues> {
        self.script().map_or_else(Vec::new, |script| script.run(pair, ranks).values)
    }

    /// The operations that it takes for a cell of a small checkerboard, at least 1: how long it takes, on any machine.
    pub fn operations_per_cell(self) -> u64 {
        const SIDE: u32 = 24;
        let size = Size::new(SIDE, SIDE);
        let [a, b] = Mask::checkerboard(size).map(Prepared::new);
        let pair = Pair::new(&a, &b, Offset::default()).expect("boxes that lie on each other");
        let operations = self.script().map_or(0, |script| script.run(&pair, 0..0).operations);
        (operations / size.area()).max(1)
    }

    /// The error of its first run that failed since [`Self::forget_failure`]. If it was stopped, surveys do not run it again.
    pub fn failure(self) -> Option<Failure> {
        let script = self.script()?;
        let failed = script.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.clone()
    }

    /// Forgets that a run of it has failed: other sprites are asked about.
    pub fn forget_failure(self) {
        if let Some(script) = self.script() {
            *script.failed.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }

    /// Runs it no more, or again. While it is held, each run fails at once.
    pub fn hold(self, is_held: bool) {
        if let Some(script) = self.script() {
            script.is_held.store(is_held, Ordering::Relaxed);
        }
        self.forget_failure();
    }

    /// True while it is not run.
    pub fn is_held(self) -> bool {
        self.script().is_some_and(|script| script.is_held.load(Ordering::Relaxed))
    }

    /// Ends all runs of it that are under way: their results mean nothing.
    pub fn abandon(self) {
        if let Some(script) = self.script() {
            script.abandoned.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The number of times that it was abandoned: a run during which it changes means nothing.
    pub fn times_abandoned(self) -> u32 {
        self.script().map_or(0, |script| script.abandoned.load(Ordering::Relaxed))
    }
}

impl Script {
    /// Runs it, or takes its run from elsewhere; the variables at the visits of ranks `watched` are kept.
    fn run(&self, pair: &Pair<'_>, watched: Range<usize>) -> ScriptRun {
        if self.is_held.load(Ordering::Relaxed) {
            return ScriptRun::failed(Failure::new(FailureStage::Stopped, "not run"));
        }
        elsewhere::run(&self.text, ScriptTask { place: ScriptBox::of(pair), watched }, &self.abandoned)
    }
}

/// The error of a scan whose script is gone.
fn gone() -> Failure {
    Failure::new(FailureStage::Stopped, "its script is gone")
}

/// The name that the first line of a script gives it: `// name: zigzag`.
///
/// # Errors
/// If it is not 1 to 32 letters, digits and `-`.
pub fn written_name(text: &str) -> Result<Option<&str>, Failure> {
    let first = text.lines().next().unwrap_or_default();
    let first = first.strip_prefix('\u{feff}').unwrap_or(first);
    let Some(name) = first.strip_prefix("//").and_then(|comment| comment.trim_start().strip_prefix("name:")) else {
        return Ok(None);
    };
    let name = name.trim();
    if is_name(name) { Ok(Some(name)) } else { Err(Failure::compiling(1, "a name has 1 to 32 letters, digits and -")) }
}

/// The first of `yours`, `yours-2` … that is not taken.
pub fn free_name(is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|n| format!("{UNNAMED}-{n}"));
    let mut names = std::iter::once(UNNAMED.to_owned()).chain(numbered);
    names.find(|name| !is_taken(name)).unwrap_or_default()
}

fn is_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(is_part)
}

impl Strategy for Own {
    /// A script that is gone. Only for the declarations of strategies: each script is its own default.
    const DEFAULT: Self = Self(table::NONE);
    const ABOUT: &'static About = &ABOUT;

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        let run = self.run_on(pair);
        let mut outcomes = run.outcomes.iter();
        for visit in run.visits {
            probe.visit(visit);
            if let Some(outcome) = outcomes.next() {
                probe.outcome(*outcome);
            }
        }
        run.end.ok().flatten()
    }

    /// One line, which stands for the script: it is not a text of the program, see [`Own::text`].
    fn listing(self) -> Listing {
        Listing::new("for x, y, width, height in what the script visits")
    }

    fn state(self, _: &VisitContext<'_>) -> State {
        State { listing: self.listing(), current: 0, values: Vec::new() }
    }

    fn reads(self) -> Reads {
        match (self.mentions("counts"), self.mentions("visit_row")) {
            (true, _) => Reads::Area,
            (false, true) => Reads::Word(64),
            (false, false) => Reads::Cell,
        }
    }

    fn visits_of_a_miss(self, _: &Pair<'_>) -> Option<u64> {
        None
    }

    fn remembers(self) -> bool {
        self.mentions("hint_")
    }

    fn with_defaults(self) -> Self {
        self
    }

    fn is_exact(self) -> bool {
        false
    }
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Own").field("name", &self.name()).field("text", &self.text()).finish()
    }
}

/// An own scan as files store it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredScript<'a> {
    /// Its name.
    #[serde(borrow)]
    own: std::borrow::Cow<'a, str>,
    /// Its text.
    #[serde(borrow)]
    script: std::borrow::Cow<'a, str>,
}

impl Serialize for Own {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StoredScript { own: self.name().into(), script: (&*self.text()).into() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Own {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let StoredScript { own, script } = StoredScript::deserialize(deserializer)?;
        if !is_name(&own) {
            return Err(D::Error::custom("a scan's name has 1 to 32 letters, digits and -"));
        }
        if script.len() > LONGEST_TEXT {
            return Err(D::Error::custom("a scan's script has at most 16 KiB"));
        }
        Ok(Self::new(&own, &script))
    }
}
