//! The parts of an answer beside its maps: a headline, names of places, legends, and text for people.

use std::fmt;

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
    pub(in crate::survey) fn lines(&self) -> String {
        let lines = [&self.sentence, &self.detail].into_iter().filter(|line| !line.is_empty());
        lines.map(|line| format!("{line}\n")).collect()
    }
}

/// The name of a place, or of what lies around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The column and row.
    pub at: (u32, u32),
    /// The name that stands there.
    pub text: String,
    /// The term whose colour the name has; without one it is about that place alone, around which runs a ring.
    pub term: Option<usize>,
}

/// A line through the middle of a cell, or stripes over all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hatch {
    /// From left to right: a hit is missed.
    Across,
    /// From top to bottom: the second of two.
    Down,
    /// Both: a hit where nothing is shared.
    Cross,
    /// Stripes at 45°, 3 of 8 px wide: two have a part in it.
    Stripes,
}

impl Hatch {
    /// True if the stripes cover the pixel of this column and row.
    pub const fn is_striped(column: usize, row: usize) -> bool {
        (column + row) % 8 < 3
    }
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
#[derive(Debug, Default)]
pub struct Legend {
    /// Colours that stand for numbers.
    pub ramp: Option<RampLegend>,
    /// Colours that stand for one thing each.
    pub keys: Vec<(Swatch, String)>,
    /// Colours that stand for a scan each.
    pub scans: Vec<(Swatch, String)>,
}

/// Colours that stand for numbers from 1 up.
pub struct RampLegend {
    /// The number of the last colour.
    pub most: String,
    /// The colour at a share of the way, 0 to 1.
    pub color: Box<dyn Fn(f32) -> Rgb>,
}

impl fmt::Debug for RampLegend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RampLegend").field("most", &self.most).finish_non_exhaustive()
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
