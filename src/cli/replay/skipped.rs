//! The lines of a log or a path that could not be understood.

use std::fmt;

use serde::Serialize;

use super::verdicts::{MOST_LISTED, more};
use crate::files::printable;
use crate::replay::{Replay, Skipped};
use crate::words::plural;

/// The skipped lines, as JSON and as text.
#[derive(Serialize)]
pub(super) struct SkippedLines<'a> {
    lines_skipped: Vec<Line<'a>>,
    #[serde(rename = "skipped")]
    count: u64,
}

#[derive(Serialize)]
struct Line<'a> {
    line: u64,
    reason: &'a str,
}

impl<'a> SkippedLines<'a> {
    /// Those of a log.
    pub(super) fn of(replay: &'a Replay) -> Self {
        Self { count: replay.skipped_lines, ..Self::among(&replay.skipped) }
    }

    /// Those of a path.
    pub(super) fn among(skipped: &'a [Skipped]) -> Self {
        let lines = skipped.iter().take(Replay::MOST_SKIPPED);
        Self {
            lines_skipped: lines.map(|skipped| Line { line: skipped.line, reason: &skipped.reason }).collect(),
            count: skipped.len() as u64,
        }
    }
}

impl fmt::Display for SkippedLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count > 0 {
            writeln!(f, "skipped        {}", plural(self.count, "line"))?;
            for Line { line, reason } in self.lines_skipped.iter().take(MOST_LISTED) {
                writeln!(f, "  line {line}: {}", printable(reason))?;
            }
            more(f, self.count, MOST_LISTED)?;
        }
        Ok(())
    }
}
