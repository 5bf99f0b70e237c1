//! Output of the commands: answers, tables, progress and errors.
//!
//! - `answer`: answers as text and as JSON, errors and exit codes; `json_text`: the layout of JSON; `table`: columns;
//!   `colour`: what is wrong in red.
//! - `progress`: the line of progress; `interrupt`: the end by Ctrl C.

pub(super) mod answer;
pub(super) mod colour;
#[cfg(any(unix, windows))]
pub(super) mod interrupt;
mod json_text;
pub(super) mod progress;
mod table;

pub(super) use answer::{CliError, Listed, answer, joined, point_json, write_json, write_text};
pub use answer::{Outcome, WindowStart};
pub(super) use colour::wrong;
#[cfg(any(unix, windows))]
pub(super) use interrupt::end_on_signals;
pub(super) use json_text::EscapedJson;
pub(super) use progress::{Answering, ProgressLine, begin, begin_parts, reached};
pub(super) use table::{MOST_LISTED, TextColumn, blank, more, table, wrong_count};
