//! Keys that move the ball on the hills, as a text: one change a line.
//!
//! ```text
//! # STEP left|right|jump down|up: the first step that sees it, from 0, in ascending order
//! 0 right down
//! 40 right up        several lines may name one step
//! 40 jump down
//! ```

use std::path::Path;

use super::{FileError, Limits, Reason, disk::read, route_file::excerpt};
use maskscope_core::choice::Choice as _;
use maskscope_core::mask::lines;
use maskscope_core::scene::terrain::{Key, KeyEvent, KeyList, Probing, Rules};
use maskscope_core::words::plural;

/// Reads the keys in the file `path`.
///
/// # Errors
/// If the file cannot be read, is not text or holds a line that is not a change: then the error names the line.
pub fn load_keys(path: &Path, limits: &Limits) -> Result<KeyList, FileError> {
    let text = read(path, limits).and_then(|bytes| String::from_utf8(bytes).map_err(|_| Reason::NoText));
    text.and_then(|text| parse_keys(&text)).map_err(|reason| reason.at(path))
}

/// Reads keys that are in memory. Blank lines and what follows a `#` are ignored; a list may be empty.
///
/// # Errors
/// [`Reason::Line`] for a line that is not a change.
pub fn parse_keys(text: &str) -> Result<KeyList, Reason> {
    let mut keys = KeyList::default();
    for (line, row) in (1..).zip(lines(text.trim_start_matches('\u{feff}'))) {
        let row = row.split('#').next().unwrap_or_default();
        let words: Vec<&str> = row.split_whitespace().collect();
        if !words.is_empty() {
            let pushed = event(&words).and_then(|event| keys.push(event).map_err(|fault| fault.to_string()));
            pushed.map_err(|why| Reason::Line { line, why })?;
        }
    }
    Ok(keys)
}

/// Writes `keys`, by which the ball made `steps` under `rules`, so that [`parse_keys`] reads the same list again. A remark
/// says how the command line replays them, and which numbers it would have to know and does not.
pub fn keys_text(keys: &KeyList, rules: &Rules, steps: usize) -> String {
    let swept = if rules.probing == Probing::Swept { " --swept" } else { "" };
    let mut text = format!("# maskscope terrain --keys THIS --for {steps}{swept}\n");
    let usual = Rules { stage: rules.stage, probing: rules.probing, ..Rules::default() };
    if *rules != usual {
        let (x, y) = rules.start;
        let Rules { walk, gravity, jump, falling, clamp, .. } = rules;
        text += &format!(
            "# made by other rules: walk {walk}, gravity {gravity}, jump {jump}, falling {falling}, start {x},{y}, clamp {clamp:?}\n"
        );
    }
    for KeyEvent { step, key, down } in keys.events() {
        let way = if *down { "down" } else { "up" };
        text += &format!("{step} {} {way}\n", key.name());
    }
    text
}

/// The change that the words of a line describe.
fn event(words: &[&str]) -> Result<KeyEvent, String> {
    let &[step, key, way] = words else {
        return Err(format!(
            "it has {}, and a change has three: STEP left|right|jump down|up",
            plural(words.len() as u64, "word")
        ));
    };
    let is_number = step.bytes().all(|byte| byte.is_ascii_digit());
    let number = step.parse().ok().filter(|_| is_number);
    Ok(KeyEvent {
        step: number.ok_or_else(|| format!("'{}' is not a step: a whole number from 0", excerpt(step)))?,
        key: Key::named(key).map_err(|_| format!("'{}' is not a key: left, right or jump", excerpt(key)))?,
        down: match way {
            "down" => true,
            "up" => false,
            _ => return Err(format!("'{}' is neither down nor up", excerpt(way))),
        },
    })
}
