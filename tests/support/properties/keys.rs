//! Properties of any text read as a list of keys.

use maskscope::files::parse_keys;
use maskscope_core::{choice::Choice as _, scene::terrain::KeyEvent};

use super::{explained, panics::none_of_ours};

/// Asserts that `bytes` are a list of keys whose steps ascend, or that an error explains why not. A list that is
/// written and read again stays the same.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match none_of_ours(|| parse_keys(text)) {
        Err(reason) => explained(&reason.at("keys.txt"), bytes),
        Ok(keys) => {
            assert!(keys.events().is_sorted_by_key(|event| event.step));
            let line = |event: &KeyEvent| {
                format!("{} {} {}\n", event.step, event.key.name(), if event.down { "down" } else { "up" })
            };
            let written: String = keys.events().iter().map(line).collect();
            assert_eq!(parse_keys(&written).expect("what is written is read"), keys);
        }
    }
}
