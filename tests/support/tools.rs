//! Tools that tests need and not every machine has.

use std::{
    env,
    io::{self, Write},
};

/// True if all of `tools` are installed.
///
/// If one is missing, prints its name past the test runner's capture of standard error, but panics if the environment
/// variable `CI` is `true`, because no test may be skipped there.
pub fn are_installed(tools: &[&str]) -> bool {
    match tools.iter().find(|tool| !is_installed(tool)) {
        Some(missing) => skip(&format!("no {missing} here")),
        None => true,
    }
}

/// Prints the reason why a test is skipped, and returns `false`; panics if no test may be skipped.
pub fn skip(reason: &str) -> bool {
    let in_ci = env::var("CI").is_ok_and(|ci| ci == "true");
    assert!(!in_ci, "{reason}");
    let _ = writeln!(io::stderr(), "skipped: {reason}");
    false
}

fn is_installed(tool: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|dir| dir.join(tool).is_file())
}
