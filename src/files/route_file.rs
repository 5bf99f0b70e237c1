//! Routes as tables that games write and spreadsheets read.
//!
//! ```text
//! time,x,y            a header is optional: time counts seconds, frame counts sixtieths; without one it is time
//! # a remark          blank lines and remarks are ignored
//! 0,10,-17
//! 0.5;12.25;-17       columns are separated by commas, semicolons or tabs
//! ```

use std::path::Path;

use thiserror::Error;

use super::{FileError, Limits, Reason, read::read};
use crate::scene::{self, RouteFault, Step, StepFault};

/// Frames per second in the log of a game.
const FRAMES_PER_SECOND: f64 = 60.0;
/// How many characters of a line a message repeats, at most.
const MOST_CHARACTERS: usize = 40;

/// What is wrong with a line of a path.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LineFault {
    /// Fewer columns than a step has, or more.
    #[error("it has {0} columns, and a step has three: time, x and y")]
    Columns(usize),
    /// Text that is not a header.
    #[error("'{0}' is neither a step nor a header, which is time,x,y or frame,x,y")]
    Header(String),
    /// Not a number.
    #[error("'{0}' is not a number")]
    NoNumber(String),
    /// Numbers that do not make a step.
    #[error(transparent)]
    Step(StepFault),
}

/// Reads the path in the file `path`.
///
/// # Errors
/// Where the file cannot be read, is not text or not a path: then the error names the line.
pub fn load_route(path: &Path, limits: &Limits) -> Result<scene::Route, FileError> {
    let text = read(path, limits).and_then(|bytes| String::from_utf8(bytes).map_err(|_| Reason::NoText));
    text.and_then(|text| parse_route(&text)).map_err(|reason| reason.at(path))
}

/// Reads a path that is in memory.
///
/// # Errors
/// [`Reason::RouteLine`] for a line that is not a step, [`Reason::Route`] for a path without steps or with too many.
pub fn parse_route(text: &str) -> Result<scene::Route, Reason> {
    let mut route = scene::Route::default();
    let mut unit = None;
    for (line, row) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let row = row.trim();
        if row.is_empty() || row.starts_with('#') {
            continue;
        }
        let told = |fault| Reason::RouteLine { line, fault };
        let columns = columns(row);
        let is_first = unit.is_none();
        let header = header(&columns).filter(|_| is_first);
        let per_second = *unit.get_or_insert(header.unwrap_or(1.0));
        if header.is_some() {
            continue;
        }
        if is_first && columns.iter().all(|column| column.parse::<f64>().is_err()) {
            return Err(told(LineFault::Header(shortened(row))));
        }
        route.push(step(&columns, per_second).map_err(told)?).map_err(|fault| match fault {
            RouteFault::Step { fault, .. } => told(LineFault::Step(fault)),
            fault => Reason::Route(fault),
        })?;
    }
    if route.steps.is_empty() { Err(Reason::Route(RouteFault::NoSteps)) } else { Ok(route) }
}

/// `route` as a table that [`parse_route`] reads as the same route.
pub fn route_csv(route: &scene::Route) -> String {
    let row = |Step { seconds, position: (x, y) }: &Step| format!("{seconds},{x},{y}\n");
    "time,x,y\n".to_owned() + &route.steps.iter().map(row).collect::<String>()
}

/// What stands between the separators of `row`: semicolons where there is one, else tabs, else commas.
fn columns(row: &str) -> Vec<&str> {
    let separator = [';', '\t'].into_iter().find(|&c| row.contains(c)).unwrap_or(',');
    row.split(separator).map(str::trim).collect()
}

/// How many units of the first column are a second, where `columns` are a header.
fn header(columns: &[&str]) -> Option<f64> {
    let names: Vec<_> = columns.iter().map(|name| name.to_ascii_lowercase()).collect();
    match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["time", "x", "y"] => Some(1.0),
        ["frame", "x", "y"] => Some(FRAMES_PER_SECOND),
        _ => None,
    }
}

/// The step that `columns` hold, whose first counts units of which `per_second` are a second.
fn step(columns: &[&str], per_second: f64) -> Result<Step, LineFault> {
    let number = |text: &str| text.parse::<f64>().map_err(|_| LineFault::NoNumber(shortened(text)));
    let &[time, x, y] = columns else { return Err(LineFault::Columns(columns.len())) };
    Ok(Step { seconds: number(time)? / per_second, position: (number(x)?, number(y)?) })
}

/// The beginning of `text`, control characters as escapes.
pub(super) fn shortened(text: &str) -> String {
    let end = if text.chars().nth(MOST_CHARACTERS).is_some() { "…" } else { "" };
    text.chars().take(MOST_CHARACTERS).flat_map(char::escape_debug).chain(end.chars()).collect()
}
