use maskscope::{
    files::{parse_path, path_csv},
    scene::Path,
};

use super::{explained, panics::none_of_ours};

/// Text is a path whose times ascend, or why not is said. What is written is read as the same path.
pub fn check(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match none_of_ours(|| parse_path(text)) {
        Err(reason) => explained(&reason.at("path.csv")),
        Ok(path) => {
            assert!(path.steps.windows(2).all(|pair| pair[0].seconds < pair[1].seconds));
            assert_eq!(Path::of(path.steps.iter().copied()).as_ref(), Ok(&path));
            assert_eq!(parse_path(&path_csv(&path)).expect("what is written is read"), path);
        }
    }
}
