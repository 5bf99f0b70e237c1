use maskscope::{files::parse_keys, scene::terrain::KeyEvent};

use super::{explained, panics::none_of_ours};

/// Text is a list of keys whose steps ascend, or why not is said. Written line by line it is read as the same list.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match none_of_ours(|| parse_keys(text)) {
        Err(reason) => explained(&reason.at("keys.txt")),
        Ok(keys) => {
            assert!(keys.events().is_sorted_by_key(|event| event.step));
            let line =
                |event: &KeyEvent| format!("{} {} {}\n", event.step, event.key, if event.down { "down" } else { "up" });
            let written: String = keys.events().iter().map(line).collect();
            assert_eq!(parse_keys(&written).expect("what is written is read"), keys);
        }
    }
}
