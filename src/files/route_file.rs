//! Paths as tables that games write and spreadsheets read.
//!
//! ```text
//! time,x,y            a header is optional: time counts seconds, frame counts sixtieths; without one it is time
//! # a remark          blank lines and remarks are ignored
//! 0,10,-17
//! 0.5;12.25;-17       columns are separated by commas, semicolons or tabs
//! "1";"12,5";-17      as spreadsheets write it: with quotation marks, and with decimal commas beside semicolons and tabs
//! ```
//!
//! A header names its columns in any order. Where only B moves, they are a route, and `bx` and `by` may stand in place of `x` and
//! `y`. Where A moves too (`ax`, `ay`), sprites turn (`a_rotation`, `b_rotation`, degrees clockwise) or change frames (`a_frame`,
//! `b_frame`), or the game answers (`hit`: true, false, 1, 0 or nothing), each row is a check. Other columns are ignored.

use std::path::Path;

use thiserror::Error;

use super::{FileError, Limits, Reason, printable, read::read};
use crate::replay::{Clock, Course, Move, Moved, Moves};
use crate::scene::{self, Placement, RouteFault, Step, StepFault};
use crate::{geom::Point, mask::lines};

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
    /// Half of a position.
    #[error("the header names {0} without {1}")]
    Half(&'static str, &'static str),
    /// A table in which B stays where it is, in place of a route.
    #[error("the header names no x and y of B")]
    Still,
    /// A frame between frames.
    #[error("its frame, '{0}', is not a whole number")]
    Fraction(String),
    /// What the game answered, in other words than those that are known.
    #[error("its hit, column {column}: '{text}' is neither true nor false")]
    NoAnswer {
        /// Which column it is, from 1.
        column: usize,
        /// What is in it.
        text: String,
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

impl LineFault {
    /// This fault, of the line of this number.
    fn at(self, line: usize) -> Reason {
        Reason::Line { line: line as u64, why: self.to_string() }
    }
}

/// Reads where B goes from the table `path`; other columns are ignored.
///
/// # Errors
/// Where the file cannot be read, is not text or not a path: then the error names the line.
pub fn load_route(path: &Path, limits: &Limits) -> Result<scene::Route, FileError> {
    load(path, limits, parse_route)
}

/// Reads the table `path`.
///
/// # Errors
/// As [`load_route`].
pub fn load_path(path: &Path, limits: &Limits) -> Result<Course, FileError> {
    load(path, limits, parse_path)
}

fn load<T>(path: &Path, limits: &Limits, parse: impl FnOnce(&str) -> Result<T, Reason>) -> Result<T, FileError> {
    let text = read(path, limits).and_then(|bytes| String::from_utf8(bytes).map_err(|_| Reason::NoText));
    text.and_then(|text| parse(&text)).map_err(|reason| reason.at(path))
}

/// Reads where B goes from a table that is in memory; other columns are ignored.
///
/// # Errors
/// [`Reason::Line`] for a line that is not a step, [`Reason::Route`] for a path without steps or with too many.
pub fn parse_route(text: &str) -> Result<scene::Route, Reason> {
    let mut route = scene::Route::default();
    each_row(text, |header, row, line| push(&mut route, header.step(row), line))?;
    if route.steps.is_empty() { Err(Reason::Route(RouteFault::NoSteps)) } else { Ok(route) }
}

/// Reads a table that is in memory.
///
/// # Errors
/// As [`parse_route`].
pub fn parse_path(text: &str) -> Result<Course, Reason> {
    let mut path = None;
    each_row(text, |header, row, line| {
        let new = || match header.is_route() {
            true => Course::Route(scene::Route::default()),
            false => Course::Moves(Moves { clock: header.clock, moves: Vec::new() }),
        };
        match path.get_or_insert_with(new) {
            Course::Route(route) => push(route, header.step(row), line),
            Course::Moves(Moves { moves, .. }) if moves.len() >= scene::Route::MOST_STEPS => {
                Err(Reason::Route(RouteFault::TooMany))
            }
            Course::Moves(Moves { moves, .. }) => {
                moves.push(header.moved(row, line).map_err(|fault| fault.at(line))?);
                Ok(())
            }
        }
    })?;
    path.ok_or(Reason::Route(RouteFault::NoSteps))
}

/// Shows every row of `text` to `each`, with the header and the number of its line; not remarks and blank lines.
fn each_row(text: &str, mut each: impl FnMut(&Header, &Row<'_>, usize) -> Result<(), Reason>) -> Result<(), Reason> {
    let mut known = None;
    for (line, row) in (1..).zip(lines(text.trim_start_matches('\u{feff}'))) {
        let row = Row::of(row);
        if row.columns.iter().all(|column| column.is_empty()) || row.columns[0].starts_with('#') {
            continue;
        }
        let told = |fault: LineFault| fault.at(line);
        if let Some(header) = &known {
            each(header, &row, line)?;
            continue;
        }
        let header = Header::of(&row).map_err(told)?;
        let is_header = header.is_some();
        if !is_header && (0..row.columns.len()).all(|column| row.number(column).is_none()) {
            return Err(told(LineFault::Header(shortened(&row.columns.join(",")))));
        }
        let header = known.insert(header.unwrap_or_default());
        if !is_header {
            each(header, &row, line)?;
        }
    }
    Ok(())
}

/// Adds the `step` of `line` to `route`.
fn push(route: &mut scene::Route, step: Result<Step, LineFault>, line: usize) -> Result<(), Reason> {
    let told = |fault: LineFault| fault.at(line);
    route.push(step.map_err(told)?).map_err(|fault| match fault {
        RouteFault::Step { fault, .. } => told(LineFault::Step(fault)),
        fault => Reason::Route(fault),
    })
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

/// Which column is which.
struct Header {
    time: Column,
    clock: Clock,
    /// The header is written: further columns have names.
    is_written: bool,
    /// Of A and of B.
    positions: [Option<[Column; 2]>; 2],
    rotations: [Option<Column>; 2],
    frames: [Option<Column>; 2],
    hit: Option<Column>,
}

/// A column: its place from 0, and its name.
#[derive(Clone, Copy)]
struct Column(usize, &'static str);

/// Of a table without a header.
impl Default for Header {
    fn default() -> Self {
        Self {
            time: Column(0, "time"),
            clock: Clock::Second,
            is_written: false,
            positions: [None, Some([Column(1, "x"), Column(2, "y")])],
            rotations: [None; 2],
            frames: [None; 2],
            hit: None,
        }
    }
}

impl Header {
    /// The header that `row` is, if it names time or frame, and something that changes.
    fn of(row: &Row<'_>) -> Result<Option<Self>, LineFault> {
        let column = |name: &'static str| {
            let place = row.columns.iter().position(|column| column.eq_ignore_ascii_case(name));
            place.map(|place| Column(place, name))
        };
        let point = |names: [&'static str; 2]| match names.map(column) {
            [Some(x), Some(y)] => Ok(Some([x, y])),
            [None, None] => Ok(None),
            [Some(_), None] => Err(LineFault::Half(names[0], names[1])),
            [None, Some(_)] => Err(LineFault::Half(names[1], names[0])),
        };
        let seconds = column("time").map(|time| (time, Clock::Second));
        let Some((time, clock)) = seconds.or_else(|| column("frame").map(|frame| (frame, Clock::Frame))) else {
            return Ok(None);
        };
        let b = match [point(["bx", "by"]), point(["x", "y"])] {
            [Ok(Some(b)), _] | [_, Ok(Some(b))] => Some(b),
            [b, other] => b.and(other)?,
        };
        let header = Self {
            time,
            clock,
            is_written: true,
            positions: [point(["ax", "ay"])?, b],
            rotations: ["a_rotation", "b_rotation"].map(column),
            frames: ["a_frame", "b_frame"].map(column),
            hit: column("hit"),
        };
        Ok((b.is_some() || !header.is_route()).then_some(header))
    }

    /// Whether nothing but B's position changes.
    fn is_route(&self) -> bool {
        let turned = self.rotations.iter().chain(&self.frames).flatten().next();
        self.positions[0].is_none() && turned.is_none() && self.hit.is_none()
    }

    /// The step of a route that `row` holds.
    fn step(&self, row: &Row<'_>) -> Result<Step, LineFault> {
        self.fits(row)?;
        let per_second = if self.clock == Clock::Frame { FRAMES_PER_SECOND } else { 1.0 };
        let [x, y] = self.positions[1].ok_or(LineFault::Still)?;
        let seconds = row.needed(Column(self.time.0, "time"))? / per_second;
        Ok(Step { seconds, position: (row.needed(x)?, row.needed(y)?) })
    }

    /// The check that `row`, which is in `line`, holds.
    fn moved(&self, row: &Row<'_>, line: usize) -> Result<Move, LineFault> {
        self.fits(row)?;
        let at = row.near(self.time)?;
        if self.clock == Clock::Frame && at.fract() != 0.0 {
            return Err(LineFault::Fraction(shortened(row.text(self.time)?)));
        }
        let moved = |sprite: usize| {
            let position = self.positions[sprite].map(|[x, y]| Ok((row.near(x)?, row.near(y)?)));
            let rotation = self.rotations[sprite].map(|column| row.needed(column));
            let frame = self.frames[sprite].map(|column| row.text(column).map(str::to_owned));
            let position: Option<Point> = position.transpose()?;
            Ok(Moved { position, rotation: rotation.transpose()?, frame: frame.transpose()? })
        };
        let hit = self.hit.map_or(Ok(None), |column| row.answer(column))?;
        Ok(Move { line: line as u64, at, sprites: [moved(0)?, moved(1)?], hit })
    }

    /// Refuses a row with more columns or fewer than are known without a header.
    fn fits(&self, row: &Row<'_>) -> Result<(), LineFault> {
        let count = row.columns.iter().rposition(|column| !column.is_empty()).map_or(0, |last| last + 1).max(3);
        let count = count.min(row.columns.len());
        match row.columns.get(3).filter(|_| count > 3) {
            _ if self.is_written => Ok(()),
            Some(fourth) => Err(LineFault::Unnamed { count, fourth: shortened(fourth) }),
            None if count < 3 => Err(LineFault::Columns(count)),
            None => Ok(()),
        }
    }
}

impl Row<'_> {
    /// What is in `column`.
    fn text(&self, Column(place, name): Column) -> Result<&str, LineFault> {
        let short = LineFault::Short { count: self.columns.len(), name, column: place + 1 };
        self.columns.get(place).copied().ok_or(short)
    }

    /// The number in `column`.
    fn needed(&self, column: Column) -> Result<f64, LineFault> {
        let text = self.text(column)?;
        let Column(place, name) = column;
        self.number(place).ok_or_else(|| LineFault::NoNumber {
            name,
            column: place + 1,
            text: shortened(text),
            has_comma: pointed(text).is_some(),
        })
    }

    /// The number in `column`, if it is not too large for a place or a time.
    fn near(&self, column: Column) -> Result<f64, LineFault> {
        match self.needed(column)? {
            number if !number.is_finite() => Err(LineFault::Step(StepFault::NotFinite(column.1))),
            number if number.abs() > Placement::FAR => Err(LineFault::Step(StepFault::OutOfRange(column.1))),
            number => Ok(number),
        }
    }

    /// What the game answered, in `column`; nothing there means that it does not say.
    fn answer(&self, Column(place, _): Column) -> Result<Option<bool>, LineFault> {
        let text = self.columns.get(place).copied().unwrap_or_default();
        match text.to_ascii_lowercase().as_str() {
            "" => Ok(None),
            "true" | "1" => Ok(Some(true)),
            "false" | "0" => Ok(Some(false)),
            _ => Err(LineFault::NoAnswer { column: place + 1, text: shortened(text) }),
        }
    }
}

/// The beginning of `text`, control characters as escapes.
pub(super) fn shortened(text: &str) -> String {
    let end = if text.chars().nth(MOST_CHARACTERS).is_some() { "…" } else { "" };
    printable(&text.chars().take(MOST_CHARACTERS).collect::<String>()) + end
}
