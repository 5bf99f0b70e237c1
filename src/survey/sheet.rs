//! The parts of an answer: a headline, maps with legends, columns of numbers, a grid, and text for people.

use std::io::Write;

use serde::{Serialize, Serializer};

use super::{Lattice, Places};
use crate::geom::{Cell, Size};
use crate::palette::Rgb;

/// The answer in a line, and what qualifies it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headline {
    /// The answer.
    pub sentence: String,
    /// Its qualification; may be empty.
    pub detail: String,
}

impl Headline {
    /// A line for the answer, and one for what qualifies it.
    pub(super) fn lines(&self) -> String {
        let lines = [&self.sentence, &self.detail].into_iter().filter(|line| !line.is_empty());
        lines.map(|line| format!("{line}\n")).collect()
    }
}

/// The place where maps are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// In the window, where the scan that is looked at is chosen.
    Window,
    /// On a page, which shows every scan at once.
    Page,
}

/// A picture of an answer: a colour for each place.
pub struct Map<'a> {
    /// Its title. Different maps of an answer have different titles.
    pub title: String,
    /// The note beside the title; may be empty.
    pub note: String,
    /// The meaning of its columns and rows.
    pub places: Places,
    /// The colour of a column and row.
    pub color: Color<'a>,
    /// Places between which a line runs: where one of two neighbours is inside and the other is not.
    pub inside: Option<Inside<'a>>,
    /// The line through a column and row, which tells colours apart without their hue.
    pub hatch: Option<Hatched<'a>>,
    /// The words about a place under the pointer, if there are any.
    pub told: Told<'a>,
    /// The meaning of the colours.
    pub legend: Legend,
    /// Places that carry a name.
    pub labels: Vec<Label>,
}

/// The name of a place, or of what lies around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The column and row.
    pub at: (u32, u32),
    /// The name that stands there.
    pub text: String,
    /// The colour of the name; without one it is about that place alone, around which runs a ring.
    pub color: Option<Rgb>,
}

/// The colour of a column and row.
pub type Color<'a> = Box<dyn Fn(u32, u32) -> Rgb + 'a>;
/// The line through a column and row, with its colour.
pub type Hatched<'a> = Box<dyn Fn(u32, u32) -> Option<(Hatch, Rgb)> + 'a>;
/// True for a column and row that lies inside.
pub type Inside<'a> = Box<dyn Fn(u32, u32) -> bool + 'a>;
/// The words about a column and row.
pub type Told<'a> = Box<dyn Fn(u32, u32) -> Option<String> + 'a>;

impl<'a> Map<'a> {
    /// A picture without a line or a note.
    pub fn new(
        title: String,
        places: Places,
        color: impl Fn(u32, u32) -> Rgb + 'a,
        told: impl Fn(u32, u32) -> Option<String> + 'a,
        legend: Legend,
    ) -> Self {
        let (color, told) = (Box::new(color), Box::new(told));
        Self { title, note: String::new(), places, color, inside: None, hatch: None, told, legend, labels: Vec::new() }
    }

    /// Columns and rows.
    pub const fn size(&self) -> Size {
        self.places.drawn_size()
    }
}

/// A line through the middle of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hatch {
    /// From left to right: a hit is missed.
    Across,
    /// From top to bottom: the second of two.
    Down,
    /// Both: a hit where nothing is shared.
    Cross,
}

/// A colour that stands for one thing, and the line through its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// The colours; several stand for more and more of it.
    pub colors: Vec<Rgb>,
    /// The line, with its colour.
    pub hatch: Option<(Hatch, Rgb)>,
}

impl From<Rgb> for Swatch {
    fn from(color: Rgb) -> Self {
        Self { colors: vec![color], hatch: None }
    }
}

/// The meaning of colours.
#[derive(Default)]
pub struct Legend {
    /// Colours that stand for numbers.
    pub ramp: Option<RampLegend>,
    /// Colours that stand for one thing each.
    pub keys: Vec<(Swatch, String)>,
    /// Colours that stand for a scan each.
    pub scans: Vec<(Swatch, String)>,
}

/// Colours that stand for numbers.
pub struct RampLegend {
    /// The number of the first colour.
    pub least: String,
    /// The number of the last colour.
    pub most: String,
    /// The colour at a share of the way, 0 to 1.
    pub color: Box<dyn Fn(f32) -> Rgb>,
}

/// A column of numbers or words, a value for each place.
pub struct PlaceColumn<'a> {
    /// Its heading.
    pub name: String,
    /// The text in the line of a column and row of places.
    pub value: Box<dyn Fn(u32, u32) -> String + 'a>,
}

impl<'a> PlaceColumn<'a> {
    /// A column.
    pub fn new(name: &impl ToString, value: impl Fn(u32, u32) -> String + 'a) -> Self {
        Self { name: name.to_string(), value: Box::new(value) }
    }
}

/// The text for people on the command line: some lines, and a table whose first column holds names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerText {
    /// The lines before the table.
    pub lines: String,
    /// The headings of the table; none without a table.
    pub headings: Vec<&'static str>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

/// A whole number for each place.
pub struct NumberGrid<'a> {
    /// The meaning of the numbers, as the heading of a column.
    pub column: &'static str,
    /// The names for which they stand, as indices; empty if they stand for themselves.
    pub names: Vec<String>,
    /// The number of a column and row.
    pub value: Box<dyn Fn(u32, u32) -> i64 + 'a>,
}

impl<'a> NumberGrid<'a> {
    /// Numbers that stand for themselves.
    pub fn new(column: &'static str, value: impl Fn(u32, u32) -> i64 + 'a) -> Self {
        Self { column, names: Vec::new(), value: Box::new(value) }
    }

    /// Writes `{"x","y","width","height","values":[[…]]}`, rows from the top, and before the values `step` where
    /// the places are offsets, and `names` if there are any. Width and height count values, which are `step` offsets apart.
    pub(super) fn write_json(&self, places: Places, out: &mut dyn Write) -> serde_json::Result<()> {
        let (lattice, Size { width, height }) = (places.lattice(), places.size());
        let (Cell { x, y }, step) = (lattice.map_or(Cell::ORIGIN, Lattice::first), lattice.map(Lattice::step));
        let values = GridRows { size: places.size(), value: &*self.value };
        serde_json::to_writer(out, &GridJson { x, y, width, height, step, names: &self.names, values })
    }
}

#[derive(Serialize)]
struct GridJson<'a> {
    x: i64,
    y: i64,
    width: u32,
    height: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<u32>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    names: &'a [String],
    values: GridRows<'a>,
}

/// The numbers of a grid, written as they are asked for.
struct GridRows<'a> {
    size: Size,
    value: &'a dyn Fn(u32, u32) -> i64,
}

impl Serialize for GridRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Size { width, height } = self.size;
        serializer.collect_seq((0..height).map(|y| (0..width).map(|x| (self.value)(x, y)).collect::<Vec<_>>()))
    }
}
