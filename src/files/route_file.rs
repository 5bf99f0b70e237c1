//! Routes as tables that games write and spreadsheets read.
//!
//! ```text
//! time,x,y            a header is optional: time counts seconds, frame counts sixtieths; without one it is time
//! # a remark          blank lines and remarks are ignored
//! 0,10,-17
//! 0.5;12.25;-17       columns are separated by commas, semicolons or tabs
//! "1";"12,5";-17      as spreadsheets write it: with quotation marks, and with decimal commas beside semicolons and tabs
//! ```
//!
//! A header may name further columns, in any order; they are ignored.

use std::path::Path;

use thiserror::Error;

use super::{FileError, Limits, Reason, printable, read::read};
use crate::{
    mask::lines,
    scene::{self, RouteFault, Step, StepFault},
};

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
    /// More columns than a step has, and no header that says which they are.
    #[error(
        "it has {count} columns, and a step has three: time, x and y; column 4, '{fourth}', needs a header above that names them all"
    )]
    Unnamed {
        /// How many.
        count: usize,
        /// What is in the first that is too many.
        fourth: String,
    },
    /// Fewer columns than the header needs.
    #[error("it has {count} columns, and the header says that {name} is column {column}")]
    Short {
        /// How many.
        count: usize,
        /// What is missing.
        name: &'static str,
        /// Its column from 1.
        column: usize,
    },
    /// Text that is not a header.
    #[error("'{0}' is neither a step nor a header, which is time,x,y or frame,x,y")]
    Header(String),
    /// Not a number.
    #[error("its {name}, column {column}: '{text}' is not a number{}", if *has_comma { "; decimal commas need semicolons between the columns" } else { "" })]
    NoNumber {
        /// What the column is.
        name: &'static str,
        /// Which one it is, from 1.
        column: usize,
        /// What is in it.
        text: String,
        /// It would be a number if its comma were a point.
        has_comma: bool,
    },
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
    let mut known = None;
    for (line, row) in (1..).zip(lines(text.trim_start_matches('\u{feff}'))) {
        let row = Row::of(row);
        if row.columns.iter().all(|column| column.is_empty()) || row.columns[0].starts_with('#') {
            continue;
        }
        let told = |fault| Reason::RouteLine { line, fault };
        let is_first = known.is_none();
        let header = Header::of(&row).filter(|_| is_first);
        let is_header = header.is_some();
        let header = known.get_or_insert(header.unwrap_or_default());
        if is_header {
            continue;
        }
        if is_first && (0..row.columns.len()).all(|column| row.number(column).is_none()) {
            return Err(told(LineFault::Header(shortened(&row.columns.join(",")))));
        }
        route.push(header.step(&row).map_err(told)?).map_err(|fault| match fault {
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

/// What is in a line.
struct Row<'a> {
    /// Without spaces and quotation marks around it.
    columns: Vec<&'a str>,
    separator: char,
}

impl<'a> Row<'a> {
    /// The columns of `line`, separated by semicolons where there is one, else by tabs, else by commas.
    fn of(line: &'a str) -> Self {
        let unquoted = |field: &'a str| {
            let field = field.trim();
            field.strip_prefix('"').and_then(|field| field.strip_suffix('"')).map_or(field, str::trim)
        };
        let split = |separator: char| {
            let mut is_quoted = false;
            let fields = line.trim().split(|letter| {
                is_quoted ^= letter == '"';
                letter == separator && !is_quoted
            });
            Self { columns: fields.map(unquoted).collect(), separator }
        };
        [';', '\t'].into_iter().map(split).find(|row| row.columns.len() > 1).unwrap_or_else(|| split(','))
    }

    /// The number in `column`. A decimal comma is understood where commas do not separate the columns.
    fn number(&self, column: usize) -> Option<f64> {
        let text = self.columns.get(column)?;
        let with_comma = || pointed(text).filter(|_| self.separator != ',');
        text.parse().ok().or_else(with_comma)
    }
}

/// `text` as a number whose only comma is a decimal comma.
fn pointed(text: &str) -> Option<f64> {
    text.replacen(',', ".", 1).parse().ok()
}

/// Which column is which, from 0.
struct Header {
    places: [usize; 3],
    /// How many units of the first column are a second.
    per_second: f64,
    /// The line is there: further columns have names.
    is_written: bool,
}

/// Of a table without a header.
impl Default for Header {
    fn default() -> Self {
        Self { places: [0, 1, 2], per_second: 1.0, is_written: false }
    }
}

impl Header {
    /// The header that `row` is, if it names time or frame, x and y.
    fn of(row: &Row<'_>) -> Option<Self> {
        let place = |name: &str| row.columns.iter().position(|column| column.eq_ignore_ascii_case(name));
        let time = place("time").map(|place| (place, 1.0));
        let (time, per_second) = time.or_else(|| place("frame").map(|place| (place, FRAMES_PER_SECOND)))?;
        Some(Self { places: [time, place("x")?, place("y")?], per_second, is_written: true })
    }

    /// The step that `row` holds.
    fn step(&self, row: &Row<'_>) -> Result<Step, LineFault> {
        let count = row.columns.iter().rposition(|column| !column.is_empty()).map_or(0, |last| last + 1).max(3);
        let count = count.min(row.columns.len());
        match row.columns.get(3).filter(|_| !self.is_written && count > 3) {
            Some(fourth) => return Err(LineFault::Unnamed { count, fourth: shortened(fourth) }),
            None if !self.is_written && count < 3 => return Err(LineFault::Columns(count)),
            None => {}
        }
        let number = |place: usize, name: &'static str| {
            let column = place + 1;
            let Some(text) = row.columns.get(place) else {
                return Err(LineFault::Short { count: row.columns.len(), name, column });
            };
            row.number(place).ok_or_else(|| LineFault::NoNumber {
                name,
                column,
                text: shortened(text),
                has_comma: pointed(text).is_some(),
            })
        };
        let [time, x, y] = self.places;
        Ok(Step { seconds: number(time, "time")? / self.per_second, position: (number(x, "x")?, number(y, "y")?) })
    }
}

/// The beginning of `text`, control characters as escapes.
pub(super) fn shortened(text: &str) -> String {
    let end = if text.chars().nth(MOST_CHARACTERS).is_some() { "…" } else { "" };
    printable(&text.chars().take(MOST_CHARACTERS).collect::<String>()) + end
}
