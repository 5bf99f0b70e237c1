//! The scripts in memory, by number: those that somebody keeps, and the latest.
//!
//! A scan is handed over before anybody can keep its script: from an editor to a session, from a file to a scene. So the
//! latest stay without being kept.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU32};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::failure::Failure;

/// The most bytes that the latest scripts take together, unless they are few.
pub const LATEST_BYTES: usize = 1 << 20;

/// The number of the latest scripts that stay however long they are.
const FEWEST_LATEST: usize = 16;

/// The number of no script.
pub(super) const NONE: u64 = 0;

/// A script, and the state of its runs.
pub(super) struct Script {
    /// The name, without `own:`.
    pub name: String,
    pub text: Arc<str>,
    /// The number of times that its runs were abandoned.
    pub abandoned: Arc<AtomicU32>,
    /// The error of the first run that failed, or of the first that was stopped.
    pub failed: Mutex<Option<Failure>>,
    /// True while it is not run.
    pub is_held: AtomicBool,
}

/// A script of an [`Own`](super::Own) that stays in memory as long as this lives.
#[derive(Clone)]
pub struct KeptScript(Arc<Script>);

impl KeptScript {
    pub(super) const fn new(script: Arc<Script>) -> Self {
        Self(script)
    }
}

/// Two are equal if they keep the same script.
impl PartialEq for KeptScript {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for KeptScript {}

impl fmt::Debug for KeptScript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KeptScript").field(&self.0.name).finish()
    }
}

/// The scripts in memory.
struct ScriptTable {
    /// All of them, by number.
    all: BTreeMap<u64, Weak<Script>>,
    /// The latest, the last one made at the end.
    latest: VecDeque<Arc<Script>>,
}

static SCRIPTS: Mutex<ScriptTable> = Mutex::new(ScriptTable { all: BTreeMap::new(), latest: VecDeque::new() });

fn scripts() -> MutexGuard<'static, ScriptTable> {
    SCRIPTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The number of the script of this name and text, which is the latest from now on.
pub(super) fn made(name: &str, text: &str) -> u64 {
    let mut scripts = scripts();
    let (number, script) = scripts.made(name, text);
    scripts.put_last(script);
    number
}

/// The script of a number; `None` if it is gone.
pub(super) fn found(number: u64) -> Option<Arc<Script>> {
    scripts().found(number)
}

impl Script {
    /// The bytes that it takes, about.
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.name.len() + self.text.len()
    }
}

impl ScriptTable {
    fn found(&self, number: u64) -> Option<Arc<Script>> {
        self.all.get(&number).and_then(Weak::upgrade)
    }

    /// The script of this name and text, which is made where it is missing, and its number: a hash, so that the same script
    /// has the same number after it was gone.
    fn made(&mut self, name: &str, text: &str) -> (u64, Arc<Script>) {
        let mut hasher = DefaultHasher::new();
        (name, text).hash(&mut hasher);
        let mut number = hasher.finish().max(NONE + 1);
        while let Some(script) = self.found(number) {
            if script.name == name && *script.text == *text {
                return (number, script);
            }
            // Another one has the same hash.
            number = number.wrapping_add(1).max(NONE + 1);
        }
        let script = Arc::new(Script {
            name: name.to_owned(),
            text: text.into(),
            abandoned: Arc::default(),
            failed: Mutex::new(None),
            is_held: AtomicBool::new(false),
        });
        self.all.retain(|_, script| script.strong_count() > 0);
        self.all.insert(number, Arc::downgrade(&script));
        (number, script)
    }

    /// Makes a script the latest, and lets go of the oldest of them as far as they take too much.
    fn put_last(&mut self, script: Arc<Script>) {
        self.latest.retain(|other| !Arc::ptr_eq(other, &script));
        self.latest.push_back(script);
        let mut bytes: usize = self.latest.iter().map(|script| script.bytes()).sum();
        while bytes > LATEST_BYTES && self.latest.len() > FEWEST_LATEST {
            bytes -= self.latest.pop_front().map_or(0, |script| script.bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes of the text of [`long`].
    const LONG: usize = 1 << 14;

    /// A table without scripts.
    fn empty() -> ScriptTable {
        ScriptTable { all: BTreeMap::new(), latest: VecDeque::new() }
    }

    /// The `n`th of many long texts.
    fn long(n: usize) -> String {
        format!("// {n:0width$}", width = LONG - 3)
    }

    /// Makes long scripts until those before them are no longer among the latest.
    fn make_others(table: &mut ScriptTable) {
        for n in 0..=LATEST_BYTES / LONG {
            let (_, script) = table.made("other", &long(n));
            table.put_last(script);
        }
    }

    #[test]
    fn a_script_goes_when_it_is_neither_kept_nor_among_the_latest() {
        let mut table = empty();
        let (number, script) = table.made("corner", "visit(0, 0)");
        let state = Arc::downgrade(&script);
        table.put_last(script);
        let first = KeptScript::new(table.found(number).expect("it is the latest"));
        let second = first.clone();
        assert_eq!(first, second);
        make_others(&mut table);
        drop(first);
        assert!(state.upgrade().is_some(), "somebody keeps it");
        drop(second);
        assert!(state.upgrade().is_none() && table.found(number).is_none());
        let (again, script) = table.made("corner", "visit(0, 0)");
        assert_eq!((again, &*script.name, &*script.text), (number, "corner", "visit(0, 0)"));
    }

    #[test]
    fn the_latest_scripts_are_bounded() {
        let mut table = empty();
        for _ in 0..20 {
            make_others(&mut table);
            let bytes: usize = table.latest.iter().map(|script| script.bytes()).sum();
            assert!(bytes <= LATEST_BYTES && bytes > LATEST_BYTES - 2 * LONG, "{bytes}");
        }
        assert!(table.all.len() <= table.latest.len() + 1, "{} are known", table.all.len());
        let huge = "x".repeat(LATEST_BYTES);
        for n in 0..2 * FEWEST_LATEST {
            let (_, script) = table.made(&format!("huge-{n}"), &huge);
            table.put_last(script);
        }
        assert_eq!(table.latest.len(), FEWEST_LATEST, "some are there to be handed over");
    }

    #[test]
    fn a_script_that_is_made_again_is_the_same_and_the_latest() {
        let mut table = empty();
        let first = table.made("corner", "visit(0, 0)");
        table.put_last(Arc::clone(&first.1));
        let second = table.made("corner", "visit(1, 0)");
        table.put_last(second.1);
        let again = table.made("corner", "visit(0, 0)");
        assert!(again.0 == first.0 && Arc::ptr_eq(&again.1, &first.1) && second.0 != first.0);
        table.put_last(again.1);
        assert_eq!(table.latest.iter().map(|script| &*script.text).collect::<Vec<_>>(), ["visit(1, 0)", "visit(0, 0)"]);
    }

    #[test]
    fn two_scripts_of_one_hash_have_two_numbers() {
        let mut table = empty();
        let (number, _) = table.made("corner", "visit(0, 0)");
        let (_, other) = table.made("corner", "visit(1, 0)");
        table.all.insert(number, Arc::downgrade(&other));
        let (next, script) = table.made("corner", "visit(0, 0)");
        assert_eq!((next, &*script.text), (number.wrapping_add(1).max(1), "visit(0, 0)"));
    }
}
