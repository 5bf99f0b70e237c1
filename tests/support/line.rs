//! Command lines, run without a process.

use maskscope::cli::{self, Outcome};
use serde_json::Value;

/// Runs the words of a command line; returns its exit code, standard output and standard error.
pub fn run(line: &str) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = std::iter::once("maskscope").chain(line.split_whitespace());
    let Outcome::Exit(code) = cli::run(args, &mut out, &mut err) else { panic!("{line} opens the window") };
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (code, text(out), text(err))
}

/// Returns the JSON that a command line prints.
pub fn answer(line: &str) -> Value {
    let (code, out, err) = run(line);
    assert_eq!((code, err.as_str()), (0, ""), "{line}");
    serde_json::from_str(&out).expect("one JSON object")
}
