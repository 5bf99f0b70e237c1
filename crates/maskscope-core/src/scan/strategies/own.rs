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
//! miss. It always ends: see [`Failure`]. In a page it runs [`elsewhere`]. So that a [`Scan`](super::Scan) stays a
//! small value, scripts are never freed: see [`Own`].

mod bounds;
mod compiling;
pub mod elsewhere;
mod engine;
mod failure;
mod world;

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{fmt, ptr};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::prelude::*;
use crate::geom::Offset;
use crate::mask::{Mask, Prepared};

pub use bounds::LONGEST_TEXT;
pub use engine::ScriptRun;
use engine::ScriptTask;
pub use failure::{Failure, FailureStage};
use world::ScriptBox;
pub use world::VisitValues;

/// A person's own scan: a name and a script.
///
/// It is a small value that can be copied, and equal ones are the same. Each distinct name and script stays in memory
/// until the program ends: an editor that makes a scan after every change takes up to 16 KiB each time. A longer script
/// does not compile ([`LONGEST_TEXT`]), but [`Own::new`] keeps it whole.
#[derive(Clone, Copy)]
pub struct Own(&'static Script);

/// A script, which lives as long as the program.
struct Script {
    /// `own:` and the name.
    about: About,
    text: &'static str,
    /// The number of times that its runs were abandoned.
    abandoned: AtomicU32,
    /// The error of the first run that failed, or of the first that was stopped.
    failed: Mutex<Option<Failure>>,
    /// True while it is not run.
    is_held: AtomicBool,
}

impl Script {
    const fn new(about: About, text: &'static str) -> Self {
        Self { about, text, abandoned: AtomicU32::new(0), failed: Mutex::new(None), is_held: AtomicBool::new(false) }
    }
}

/// The prefix of the name of a person's own scan.
const PREFIX: &str = "own:";

/// The name of a scan that names itself nothing.
pub const UNNAMED: &str = "yours";

/// The longest name, in bytes.
const LONGEST_NAME: usize = 32;

const ABOUT: About = About {
    name: "own",
    sentence: "Your own scan: a script that visits cells.",
    idea: "Visits cells in the order of your script, and answers what it answers.",
    good_when: "you have found a better order than the others",
    bad_when: "its order meets shared pixels late; whether it is ever wrong is asked with these sprites alone.",
    source: Source { short: "yours", full: "your own script" },
    parameters: Parameters::NONE,
    contest: Contest::Hue(hex(0xF0F2F5)),
};

impl Own {
    /// The scan of a name, of letters, digits and `-`, and a script, which need not compile. A byte order mark is left out.
    pub fn new(name: &str, text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        static SCRIPTS: Mutex<Option<HashMap<(&str, &str), Own>>> = Mutex::new(None);
        let mut scripts = SCRIPTS.lock().unwrap_or_else(PoisonError::into_inner);
        let scripts = scripts.get_or_insert_default();
        let full = format!("{PREFIX}{name}");
        if let Some(own) = scripts.get(&(full.as_str(), text)) {
            return *own;
        }
        let (name, text): (&'static str, &'static str) = (full.leak(), text.to_owned().leak());
        let own = Self(Box::leak(Box::new(Script::new(About { name, ..ABOUT }, text))));
        scripts.insert((name, text), own);
        own
    }

    /// The name, without `own:`.
    pub fn name(self) -> &'static str {
        &self.0.about.name[PREFIX.len()..]
    }

    /// The script.
    pub const fn text(self) -> &'static str {
        self.0.text
    }

    /// The lines of the script without their comments.
    fn code(self) -> impl Iterator<Item = &'static str> {
        self.text().lines().map(|line| line.split("//").next().unwrap_or_default())
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
        let lines: Vec<&str> = self.code().take(line).collect();
        lines.iter().rposition(|code| defines(code)).map(|at| at + 1)
    }

    /// Compiles the script.
    ///
    /// # Errors
    /// If it does not compile, or the name in its first line is not possible.
    pub fn check(self) -> Result<(), Failure> {
        written_name(self.text())?;
        engine::check(self.text())
    }

    /// Runs the script on two masks: at most 2 s, and no more visits or operations than the box allows.
    pub fn run_on(self, pair: &Pair<'_>) -> ScriptRun {
        let run = self.run_watched(pair, 0..0);
        if let Err(failure) = &run.end
            && failure.stage != FailureStage::Abandoned
        {
            let mut first = self.0.failed.lock().unwrap_or_else(PoisonError::into_inner);
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
        self.run_watched(pair, ranks).values
    }

    /// Runs the script, or takes its run from elsewhere; the variables at the visits of ranks `watched` are kept.
    fn run_watched(self, pair: &Pair<'_>, watched: Range<usize>) -> ScriptRun {
        if self.is_held() {
            return ScriptRun::failed(Failure::new(FailureStage::Stopped, "not run"));
        }
        elsewhere::run(self.text(), ScriptTask { place: ScriptBox::of(pair), watched }, &self.0.abandoned)
    }

    /// The operations that it takes for a cell of a small checkerboard, at least 1: how long it takes, on any machine.
    pub fn operations_per_cell(self) -> u64 {
        const SIDE: u32 = 24;
        let size = Size::new(SIDE, SIDE);
        let [a, b] = Mask::checkerboard(size).map(Prepared::new);
        let pair = Pair::new(&a, &b, Offset::default()).expect("boxes that lie on each other");
        (self.run_watched(&pair, 0..0).operations / size.area()).max(1)
    }

    /// The error of its first run that failed since [`Self::forget_failure`]. If it was stopped, surveys do not run it again.
    pub fn failure(self) -> Option<Failure> {
        self.0.failed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Forgets that a run of it has failed: other sprites are asked about.
    pub fn forget_failure(self) {
        *self.0.failed.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Runs it no more, or again. While it is held, each run fails at once.
    pub fn hold(self, is_held: bool) {
        self.0.is_held.store(is_held, Ordering::Relaxed);
        self.forget_failure();
    }

    /// True while it is not run.
    pub fn is_held(self) -> bool {
        self.0.is_held.load(Ordering::Relaxed)
    }

    /// Ends all runs of it that are under way: their results mean nothing.
    pub fn abandon(self) {
        self.0.abandoned.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of times that it was abandoned: a run during which it changes means nothing.
    pub fn times_abandoned(self) -> u32 {
        self.0.abandoned.load(Ordering::Relaxed)
    }
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

static NOTHING: Script = Script::new(ABOUT, "");

impl Strategy for Own {
    /// A script that visits nothing. Only for the declarations of strategies: each script is its own default.
    const DEFAULT: Self = Self(&NOTHING);
    const ABOUT: &'static About = &ABOUT;

    fn about(self) -> &'static About {
        &self.0.about
    }

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

    fn listing(self) -> Listing {
        Listing::new(self.text())
    }

    fn state(self, _: &VisitContext<'_>) -> State {
        let is_visit = |line: &str| ["visit", "counts"].iter().any(|call| line.contains(call));
        let current = self.code().position(is_visit).unwrap_or_default();
        State { listing: self.listing(), current, values: Vec::new() }
    }

    fn reads(self) -> Reads {
        let calls = |name| self.code().any(|line| line.contains(name));
        match (calls("counts"), calls("visit_row")) {
            (true, _) => Reads::Area,
            (false, true) => Reads::Word(64),
            (false, false) => Reads::Cell,
        }
    }

    fn visits_of_a_miss(self, _: &Pair<'_>) -> Option<u64> {
        None
    }

    fn remembers(self) -> bool {
        self.code().any(|line| line.contains("hint_"))
    }

    fn with_defaults(self) -> Self {
        self
    }

    fn is_exact(self) -> bool {
        false
    }
}

/// Equal scripts of one name are one.
impl PartialEq for Own {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.0, other.0)
    }
}

impl Eq for Own {}

impl Hash for Own {
    fn hash<H: Hasher>(&self, state: &mut H) {
        ptr::hash(self.0, state);
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
        StoredScript { own: self.name().into(), script: self.text().into() }.serialize(serializer)
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
