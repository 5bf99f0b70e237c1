//! The lines of a log or a path that could not be understood.

use std::fmt;

use serde_json::{Value, json};

use crate::cli::output::{MOST_LISTED, more};
use maskscope_core::replay::{Replay, Skipped};
use maskscope_core::words::{plural, printable};

/// The skipped lines: the first, and the number of all.
pub(super) struct SkippedLines<'a>(pub &'a [Skipped], pub u64);

impl SkippedLines<'_> {
    pub(super) fn json(&self) -> Value {
        let Self(first, count) = self;
        let line = |Skipped { line, reason }: &Skipped| json!({ "line": line, "reason": reason });
        let lines: Vec<_> = first.iter().take(Replay::MOST_SKIPPED).map(line).collect();
        json!({ "lines_skipped": lines, "skipped": count })
    }
}

impl fmt::Display for SkippedLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(first, count) = self;
        if *count > 0 {
            writeln!(f, "skipped        {}", plural(*count, "line"))?;
        }
        for Skipped { line, reason } in first.iter().take(MOST_LISTED) {
            writeln!(f, "  line {line}: {}", printable(reason))?;
        }
        more(f, *count, MOST_LISTED)
    }
}
