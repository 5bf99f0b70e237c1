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
//! A header names its columns in any order. If only B moves, they are a route, and `bx` and `by` may stand in place of `x` and
//! `y`. If A moves too (`ax`, `ay`), sprites turn (`a_rotation`, `b_rotation`, degrees clockwise) or change frames (`a_frame`,
//! `b_frame`), or the game answers (`hit`: true, false, 1, 0 or nothing), each row is a check. Other columns are ignored.

use std::path::Path;

use csv::StringRecord;

use super::disk::read;
use super::{FileError, Limits, Reason};
use maskscope_core::replay::{Clock, Course, Move, Moved, Moves, Skipped};
use maskscope_core::scene::{Placement, Route, RouteFault, RouteStep, StepFault};
use maskscope_core::words::printable;
use maskscope_core::{geom::Point, mask::lines};

/// Frames per second in the log of a game.
const FRAMES_PER_SECOND: f64 = 60.0;
/// The most characters of a line that a message repeats.
const MOST_CHARACTERS: usize = 40;

/// A path that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct PathTable {
    /// Its steps or checks, at least one.
    pub course: Course,
    /// The rows that could not be read, in their order.
    pub skipped: Vec<Skipped>,
}

/// Reads the table `path`.
///
/// # Errors
/// If the file cannot be read, is not text or not a path, or has no row that can be read: then the error names the first.
pub fn load_path(path: &Path, limits: &Limits) -> Result<PathTable, FileError> {
    let text = read(path, limits).and_then(|bytes| String::from_utf8(bytes).map_err(|_| Reason::NoText));
    text.and_then(|text| parse_path(&text)).map_err(|reason| reason.at(path))
}

/// Reads a table that is in memory.
///
/// # Errors
/// [`Reason::Line`] for a header without a known column, and for the first row where none can be read; any other for a path
/// without steps or with too many.
pub fn parse_path(text: &str) -> Result<PathTable, Reason> {
    let mut rows = RouteRows::of(text);
    let mut header = None;
    let mut path = None;
    let mut skipped = Vec::new();
    while let Some((row, line)) = rows.next() {
        let at_line = |why: String| Reason::Line { line, why };
        let header = match &header {
            Some(header) => header,
            None => match Header::of(row).map_err(at_line)? {
                Some(written) => {
                    header = Some(written);
                    continue;
                }
                None if (0..row.fields.len()).all(|column| row.number(column).is_none()) => {
                    let text = excerpt(&row.fields.iter().collect::<Vec<_>>().join(","));
                    let why = format!("'{text}' is neither a step nor a header, which is time,x,y or frame,x,y");
                    return Err(at_line(why));
                }
                None => header.insert(Header::default()),
            },
        };
        let new = || match header.is_route() {
            true => Course::Route(Route::default()),
            false => Course::Moves(Moves { clock: header.clock, moves: Vec::new() }),
        };
        let mut skip = |reason| skipped.push(Skipped { line, reason });
        match path.get_or_insert_with(new) {
            Course::Route(route) => match header.step(row).map(|step| route.push(step)) {
                Ok(Ok(())) => {}
                Ok(Err(RouteFault::Step { fault, .. })) => skip(fault.to_string()),
                Ok(Err(fault)) => return Err(no_path(fault)),
                Err(reason) => skip(reason),
            },
            Course::Moves(Moves { moves, .. }) if moves.len() >= Route::MOST_STEPS => {
                return Err(no_path(RouteFault::TooMany));
            }
            Course::Moves(Moves { moves, .. }) => header.moved(row, line).map_or_else(skip, |there| moves.push(there)),
        }
    }
    match (path.filter(|course| !course.is_empty()), skipped.first()) {
        (Some(course), _) => Ok(PathTable { course, skipped }),
        (None, Some(Skipped { line, reason })) => Err(Reason::Line { line: *line, why: reason.clone() }),
        (None, None) => Err(no_path(RouteFault::NoSteps)),
    }
}

fn no_path(fault: RouteFault) -> Reason {
    Reason::Refused(format!("it is not a path: {fault}"))
}

/// `route` as a table that [`parse_path`] reads as the same route.
pub fn route_csv(route: &Route) -> String {
    let row = |RouteStep { seconds, position: (x, y) }: &RouteStep| format!("{seconds},{x},{y}\n");
    std::iter::once("time,x,y\n".to_owned()).chain(route.steps.iter().map(row)).collect()
}

/// The rows of a table, except remarks and blank lines.
struct RouteRows<'a> {
    text: &'a str,
    reader: csv::Reader<&'a [u8]>,
    row: CsvRecord,
    /// The start of the row, and the number of its line, from 1.
    start: usize,
    line: u64,
}

impl<'a> RouteRows<'a> {
    /// The rows of `text`, whose columns are separated by what separates them in its first row.
    fn of(text: &'a str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let first = lines(text).map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        let separator = [';', '\t'].into_iter().find(|&it| first.is_some_and(|row| row.contains(it))).unwrap_or(',');
        let reader = csv::ReaderBuilder::new()
            .delimiter(u8::try_from(separator).expect("an ASCII letter"))
            .has_headers(false)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        Self { text, reader, row: CsvRecord { fields: StringRecord::new(), separator }, start: 0, line: 1 }
    }

    /// The next row, and the number of its line.
    fn next(&mut self) -> Option<(&CsvRecord, u64)> {
        let fields = &mut self.row.fields;
        loop {
            // Reading fails only for rows of different lengths, which are allowed, and bytes that are not text.
            self.reader.read_record(fields).ok().filter(|&is_read| is_read)?;
            if fields.iter().any(|field| !field.is_empty()) && !fields[0].starts_with('#') {
                break;
            }
        }
        let before = fields.position().map_or(0, |at| usize::try_from(at.byte()).unwrap_or(usize::MAX));
        // Empty lines are between that position and the row.
        let start = self.text.len() - self.text[before..].trim_start_matches(['\r', '\n']).len();
        self.line += (lines(&self.text[self.start..start]).count() - 1) as u64;
        self.start = start;
        Some((&self.row, self.line))
    }
}

/// A row: its fields, without spaces and quotation marks around them.
struct CsvRecord {
    fields: StringRecord,
    separator: char,
}

impl CsvRecord {
    /// The number in `column`. A decimal comma is understood where commas do not separate the columns.
    fn number(&self, column: usize) -> Option<f64> {
        let text = self.fields.get(column)?;
        let with_comma = || pointed(text).filter(|_| self.separator != ',');
        text.parse().ok().or_else(with_comma)
    }
}

/// `text` as a number whose only comma is a decimal comma.
fn pointed(text: &str) -> Option<f64> {
    text.replacen(',', ".", 1).parse().ok()
}

/// Meanings of the columns.
struct Header {
    time: HeaderColumn,
    clock: Clock,
    /// The header is written: further columns have names.
    is_written: bool,
    /// Of A and of B.
    positions: [Option<[HeaderColumn; 2]>; 2],
    rotations: [Option<HeaderColumn>; 2],
    frames: [Option<HeaderColumn>; 2],
    hit: Option<HeaderColumn>,
}

/// A column: its place from 0, and its name.
#[derive(Clone, Copy)]
struct HeaderColumn(usize, &'static str);

/// Of a table without a header.
impl Default for Header {
    fn default() -> Self {
        Self {
            time: HeaderColumn(0, "time"),
            clock: Clock::Second,
            is_written: false,
            positions: [None, Some([HeaderColumn(1, "x"), HeaderColumn(2, "y")])],
            rotations: [None; 2],
            frames: [None; 2],
            hit: None,
        }
    }
}

impl Header {
    /// The header that `row` is, if it names time or frame, and something that changes.
    fn of(row: &CsvRecord) -> Result<Option<Self>, String> {
        let column = |name: &'static str| {
            let place = row.fields.iter().position(|field| field.eq_ignore_ascii_case(name));
            place.map(|place| HeaderColumn(place, name))
        };
        let half = |name: &str, other: &str| Err(format!("the header names {name} without {other}"));
        let point = |names: [&'static str; 2]| match names.map(column) {
            [Some(x), Some(y)] => Ok(Some([x, y])),
            [None, None] => Ok(None),
            [Some(_), None] => half(names[0], names[1]),
            [None, Some(_)] => half(names[1], names[0]),
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

    /// True if only the position of B changes.
    fn is_route(&self) -> bool {
        let turned = self.rotations.iter().chain(&self.frames).flatten().next();
        self.positions[0].is_none() && turned.is_none() && self.hit.is_none()
    }

    /// The step of a route that `row` holds.
    fn step(&self, row: &CsvRecord) -> Result<RouteStep, String> {
        self.fits(row)?;
        let per_second = if self.clock == Clock::Frame { FRAMES_PER_SECOND } else { 1.0 };
        let [x, y] = self.positions[1].expect("a route says where B goes");
        let seconds = row.needed(HeaderColumn(self.time.0, "time"))? / per_second;
        Ok(RouteStep { seconds, position: (row.needed(x)?, row.needed(y)?) })
    }

    /// The check that `row`, which is in `line`, holds.
    fn moved(&self, row: &CsvRecord, line: u64) -> Result<Move, String> {
        self.fits(row)?;
        let at = row.near(self.time)?;
        if self.clock == Clock::Frame && at.fract() != 0.0 {
            return Err(format!("its frame, '{}', is not a whole number", excerpt(row.text(self.time)?)));
        }
        let moved = |sprite: usize| {
            let position = self.positions[sprite].map(|[x, y]| Ok::<Point, String>((row.near(x)?, row.near(y)?)));
            let rotation = self.rotations[sprite].map(|column| row.finite(column));
            let frame = self.frames[sprite].map(|column| row.text(column).map(str::to_owned));
            Ok::<_, String>(Moved {
                position: position.transpose()?,
                rotation: rotation.transpose()?,
                frame: frame.transpose()?,
            })
        };
        let hit = self.hit.map_or(Ok(None), |column| row.answer(column))?;
        Ok(Move { line, at, sprites: [moved(0)?, moved(1)?], hit })
    }

    /// Refuses a row with more columns or fewer than are known without a header.
    fn fits(&self, row: &CsvRecord) -> Result<(), String> {
        let empty = row.fields.iter().rev().take_while(|field| field.is_empty()).count();
        let count = (row.fields.len() - empty).max(3).min(row.fields.len());
        if self.is_written || count == 3 {
            return Ok(());
        }
        let mut why = format!("it has {count} columns, and a step has three: time, x and y");
        if let Some(fourth) = row.fields.get(3) {
            why += &format!("; column 4, '{}', needs a header above that names them all", excerpt(fourth));
        }
        Err(why)
    }
}

impl CsvRecord {
    /// The text in `column`.
    fn text(&self, HeaderColumn(place, name): HeaderColumn) -> Result<&str, String> {
        let (count, column) = (self.fields.len(), place + 1);
        let short = || format!("it has {count} columns, and the header says that {name} is column {column}");
        self.fields.get(place).ok_or_else(short)
    }

    /// The number in `column`.
    fn needed(&self, column: HeaderColumn) -> Result<f64, String> {
        let text = self.text(column)?;
        let HeaderColumn(place, name) = column;
        self.number(place).ok_or_else(|| {
            let has_comma = pointed(text).is_some();
            let hint = if has_comma { "; decimal commas need semicolons between the columns" } else { "" };
            format!("its {name}, column {}: '{}' is not a number{hint}", place + 1, excerpt(text))
        })
    }

    /// The number in `column`, neither infinite nor NaN.
    fn finite(&self, column: HeaderColumn) -> Result<f64, String> {
        let number = self.needed(column)?;
        if number.is_finite() { Ok(number) } else { Err(StepFault::NotFinite(column.1).to_string()) }
    }

    /// The finite number in `column`, if it is not too large for a position or a time.
    fn near(&self, column: HeaderColumn) -> Result<f64, String> {
        match self.finite(column)? {
            number if number.abs() > Placement::FAR => Err(StepFault::OutOfRange(column.1).to_string()),
            number => Ok(number),
        }
    }

    /// The game's answer in `column`; `None` if it is empty.
    fn answer(&self, HeaderColumn(place, _): HeaderColumn) -> Result<Option<bool>, String> {
        let text = self.fields.get(place).unwrap_or_default();
        match text.to_ascii_lowercase().as_str() {
            "" => Ok(None),
            "true" | "1" => Ok(Some(true)),
            "false" | "0" => Ok(Some(false)),
            _ => Err(format!("its hit, column {}: '{}' is neither true nor false", place + 1, excerpt(text))),
        }
    }
}

/// The beginning of `text`, control characters as escapes.
pub(super) fn excerpt(text: &str) -> String {
    let end = if text.chars().nth(MOST_CHARACTERS).is_some() { "…" } else { "" };
    printable(&text.chars().take(MOST_CHARACTERS).collect::<String>()) + end
}
