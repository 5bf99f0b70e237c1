//! Questions, and the forms in which their answers are shown: each question is one file, which holds a [`Question`].

use std::{fmt, io::Write, sync::Arc};

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::Value;

use super::{AnswerText, Choices, CostAnswer, Found, Headline, Inside, Lattice, Map, Places, Setting, SurveyKind};
use crate::geom::{Cell, Size};
use crate::versioned::{ANSWER, Versioned};
use crate::{scan::Scan, scene::Sprite};

/// The choices that a question needs, on the command line and in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionAbout {
    /// Nothing but the sprites.
    Sprites,
    /// Nothing but the sprites: the question compares these two scans.
    TheseTwo([Scan; 2]),
    /// Any number of scans.
    Scans,
    /// One scan.
    Scan,
    /// Two scans, or engines, whose visits or answers are compared.
    Two,
    /// Scans that can err, pre-checks, engines.
    Witnesses,
    /// Two ways to read the sprites.
    Readers,
    /// The shapes that the sprites are tested as, and others in the place of one.
    Hitboxes,
}

/// A question over many placements.
pub struct Question {
    /// The name on the command line.
    pub name: &'static str,
    /// The title in the window.
    pub title: &'static str,
    /// The question in a sentence.
    pub sentence: &'static str,
    /// The choices that it needs.
    pub about: QuestionAbout,
    /// True if the window lists it for two sprites: not if the answer is the same everywhere, nor if another page shows it,
    /// too.
    pub is_listed: fn([&Sprite; 2]) -> bool,
    /// The survey that finds the answer. Several questions may look at what one survey has found.
    pub survey: fn(&Choices) -> SurveyKind,
    /// The answer, of what that survey has found.
    pub answer: for<'a> fn(&'a Found, &'a Setting) -> Answer<'a>,
}

/// The meaning of the numbers of a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridValues {
    /// They stand for themselves.
    Numbers,
    /// They are indices of these names.
    Names(Vec<String>),
}

/// An answer, as far as it is known, in the forms in which it is shown. A question fills in those that its answer has; the
/// others stay as [`Answer::new`] makes them.
pub struct Answer<'a> {
    /// The answer in a line.
    pub headline: Headline,
    /// The meaning of the columns and rows of its pictures in the window, and of its numbers.
    pub places: Places,
    /// Its values at every place: its pictures on a page, and the columns of its CSV.
    pub maps: Box<dyn Fn() -> Vec<Map<'a>> + 'a>,
    /// Its pictures in the window, where those are not the same.
    pub window: Option<Box<dyn Fn() -> Vec<Map<'a>> + 'a>>,
    /// The meaning of the numbers of its last map; `None` if those numbers are not its JSON.
    pub grid: Option<GridValues>,
    /// The places that its CSV leaves out.
    pub omits: Option<Inside<'a>>,
    /// Its JSON, unless it has a grid.
    pub json: Box<dyn Fn() -> Value + 'a>,
    /// The text for people on the command line; without one, the headline.
    pub text: Option<Box<dyn Fn() -> AnswerText + 'a>>,
    /// The number of placements at which the masks overlap, and of those at which only the boxes do.
    pub placements: Option<[u64; 2]>,
    /// The costs of scans, where the answer rests on them.
    pub costs: Option<&'a CostAnswer>,
}

impl fmt::Debug for Answer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { headline, places, .. } = self;
        f.debug_struct("Answer").field("headline", headline).field("places", places).finish_non_exhaustive()
    }
}

impl<'a> Answer<'a> {
    /// An answer that is nothing but a headline.
    pub fn new(headline: Headline, places: Places) -> Self {
        Self {
            headline,
            places,
            maps: Box::new(Vec::new),
            window: None,
            grid: None,
            omits: None,
            json: Box::new(|| Value::Null),
            text: None,
            placements: None,
            costs: None,
        }
    }

    /// Its pictures on a page, which shows every scan at once.
    pub fn page_maps(&self) -> Vec<Map<'a>> {
        (self.maps)().into_iter().filter(|map| !map.title.is_empty()).collect()
    }

    /// Its pictures in the window, where the scan that is looked at is chosen.
    pub fn window_maps(&self) -> Vec<Map<'a>> {
        self.window.as_ref().map_or_else(|| self.page_maps(), |maps| maps())
    }

    /// Its values as CSV, a line for each place, headed by the names of the columns. No value holds a comma or a quote.
    pub fn csv(&self) -> String {
        let mut columns = (self.maps)();
        columns.retain(|map| map.column.is_some());
        let names = self.places.names().iter().copied();
        let mut text =
            names.chain(columns.iter().filter_map(|map| map.column.as_deref())).collect::<Vec<_>>().join(",");
        text.push('\n');
        for (x, y) in self.places.all().filter(|&(x, y)| self.omits.as_ref().is_none_or(|omits| !omits(x, y))) {
            text += &self.places.written(x, y);
            for map in &columns {
                text.push(',');
                text += &map.written(x, y);
            }
            text.push('\n');
        }
        text
    }

    /// Writes `{"maskscope_answer","x","y","width","height","values":[[…]]}`, rows from the top, and before the values `step` where
    /// the places are offsets, and `names` if they are indices. Width and height count values, which are `step` offsets apart.
    fn write_grid(&self, grid: &GridValues, out: &mut dyn Write) -> serde_json::Result<()> {
        let (lattice, size) = (self.places.lattice(), self.places.size());
        let Cell { x, y } = lattice.map_or(Cell::ORIGIN, Lattice::first);
        let mut json = serde_json::Serializer::new(out);
        let mut json = json.serialize_map(None)?;
        json.serialize_entry(ANSWER.0, &ANSWER.1)?;
        for (key, number) in [("x", x), ("y", y), ("width", size.width.into()), ("height", size.height.into())] {
            json.serialize_entry(key, &number)?;
        }
        if let Some(lattice) = lattice {
            json.serialize_entry("step", &lattice.step())?;
        }
        if let GridValues::Names(names) = grid {
            json.serialize_entry("names", names)?;
        }
        json.serialize_entry("values", &GridRows { size, map: (self.maps)().pop() })?;
        json.end()
    }

    /// The text for people on the command line.
    pub fn text(&self) -> AnswerText {
        self.text
            .as_ref()
            .map_or_else(|| AnswerText { lines: self.headline.lines(), ..AnswerText::default() }, |text| text())
    }
}

/// The numbers of a map, written as they are asked for.
struct GridRows<'a> {
    size: Size,
    map: Option<Map<'a>>,
}

impl Serialize for GridRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[expect(clippy::cast_possible_truncation, reason = "the numbers of grids are whole")]
        let number = |x, y| self.map.as_ref().map_or(0, |map| (map.value)(x, y).1 as i64);
        serializer
            .collect_seq((0..self.size.height).map(|y| (0..self.size.width).map(|x| number(x, y)).collect::<Vec<_>>()))
    }
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// A question, its setting, and what its survey has found. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The question.
    pub question: &'static Question,
    /// The setting that it is about.
    pub setting: Arc<Setting>,
    /// The result of its survey of this setting, or of one on which it depends as on this.
    pub found: Found,
}

impl Answered {
    /// The answer in a line, and what qualifies it: where not every place is asked about, which are.
    pub fn headline(&self) -> Headline {
        let Answer { headline: Headline { sentence, detail }, places, .. } = self.answer();
        let parts = [places.lattice().and_then(Lattice::described), Some(detail).filter(|detail| !detail.is_empty())];
        Headline { sentence, detail: parts.into_iter().flatten().collect::<Vec<_>>().join(" · ") }
    }

    /// The answer.
    pub fn answer(&self) -> Answer<'_> {
        (self.question.answer)(&self.found, &self.setting)
    }

    /// The result of the survey, if it is of this type.
    pub fn found<T: 'static>(&self) -> Option<&T> {
        self.found.downcast_ref()
    }

    /// Writes the answer as one JSON object, without a line break at its end.
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    pub fn write_json(&self, out: &mut dyn Write) -> serde_json::Result<()> {
        let answer = self.answer();
        match &answer.grid {
            Some(grid) => answer.write_grid(grid, out),
            None => serde_json::to_writer(out, &Versioned::new(&(answer.json)())),
        }
    }
}
