//! What a question is, and what its answer can be shown as: each question is one file, which holds a [`Question`] and
//! implements [`Answer`].

use std::{fmt, io::Write, sync::Arc};

use super::{
    Bars, Choices, Column, CostAnswer, Duel, Errors, Found, Grid, Headline, Link, Map, Places, Setting, Sight, Strip,
    SurveyKind, Table, Text, Witness,
};
use crate::{
    geom::{Cell, Offset},
    palette::Palette,
    scan::Scan,
    scene::{Scene, Sprite},
};

/// What must be chosen before a question can be asked, and can be chosen on the command line and in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Nothing but the sprites.
    Sprites,
    /// Nothing but the sprites: the question is about these scans.
    TheseScans(&'static [Scan]),
    /// Any number of scans.
    Scans,
    /// One scan.
    Scan,
    /// Two scans, or engines: what they need, or what they say, is compared.
    Two,
    /// Scans that can err, pre-checks, engines.
    Witnesses,
    /// Two ways to read the sprites.
    Readers,
}

/// A question over many placements.
pub struct Question {
    /// The name on the command line.
    pub name: &'static str,
    /// What the window calls it.
    pub title: &'static str,
    /// What it asks, in a sentence.
    pub sentence: &'static str,
    /// What must be chosen.
    pub about: About,
    /// Whether the window lists it for two sprites: not where the answer is the same everywhere, nor where another page
    /// tells it, too.
    pub is_listed: fn([&Sprite; 2]) -> bool,
    /// The survey that finds the answer. Several questions may look at what one survey has found.
    pub survey: fn(&Choices) -> SurveyKind,
    /// The answer, of what that survey has found.
    pub answer: for<'a> fn(&'a Found, &'a Setting) -> Box<dyn Answer + 'a>,
}

/// What was found, and what it was asked about: most answers are told from no more.
pub(super) struct View<'a, T> {
    pub found: &'a T,
    pub setting: &'a Setting,
}

/// An answer, as far as it is known.
pub trait Answer {
    /// The answer in a line.
    fn headline(&self) -> Headline;

    /// What the columns and rows of its pictures in the window stand for, and those of its grid.
    fn places(&self) -> Places;

    /// Its pictures.
    fn maps(&self, palette: &'static Palette, sight: Sight) -> Vec<Map<'_>>;

    /// Its numbers, where there is one for each place.
    fn grid(&self) -> Option<Grid<'_>> {
        None
    }

    /// Its numbers for CSV: those of the grid, unless there are others.
    fn table(&self) -> Table<'_> {
        let column = self.grid().map(|Grid { column, value, .. }| {
            let value = Box::new(move |x, y| value(x, y).to_string());
            Column { name: column.to_owned(), value }
        });
        Table::new(self.places(), column.into_iter().collect())
    }

    /// Its numbers as JSON, if they are not a grid.
    fn json(&self) -> serde_json::Value {
        serde_json::Value::Null
    }

    /// What people read on the command line.
    fn text(&self) -> Text {
        let Headline { sentence, detail } = self.headline();
        let lines = [sentence, detail].into_iter().filter(|line| !line.is_empty()).map(|line| line + "\n");
        Text { lines: lines.collect(), ..Text::default() }
    }

    /// Where the most shared pixels are missed, of one that can be wrong.
    fn largest_miss(&self) -> Option<Offset> {
        None
    }

    /// The first place, from the top left, at which one that can be wrong hits and nothing is shared.
    fn first_false_hit(&self) -> Option<Offset> {
        None
    }

    /// Counts that stand beside the maps.
    fn bars(&self) -> Option<Bars> {
        None
    }

    /// How many times fewer visits the scan that is looked at needs than another.
    fn strip(&self) -> Option<Strip<'_>> {
        None
    }

    /// How much the one whose answers are shown misses, and how often others err.
    fn errors(&self) -> Option<Errors<'_>> {
        None
    }

    /// How two scans compare, where the answer is about two.
    fn duel(&self) -> Option<&Duel> {
        None
    }

    /// What can be done with it in the window.
    fn links(&self) -> Vec<Link> {
        Vec::new()
    }

    /// What each scan costs, where that is known.
    fn costs(&self) -> Option<&CostAnswer> {
        None
    }

    /// At how many placements the masks overlap, and at how many only the boxes do.
    fn placements(&self) -> Option<[u64; 2]> {
        let (summary, _) = self.costs()?.summaries.first()?;
        Some([summary.hits.offsets, summary.misses.offsets])
    }

    /// Who of those who are asked says that the sprites overlap at an offset, and who says no.
    fn says(&self, _: Offset) -> Vec<(Witness, bool)> {
        Vec::new()
    }

    /// The shortest move of B from an offset after which nothing is shared, where the answer knows it.
    fn push_out(&self, _: Offset) -> Option<Cell> {
        None
    }

    /// The answer as a scene, where it is one.
    fn scene(&self) -> Option<Scene> {
        None
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

/// A question, what it was asked about, and what was found. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The question.
    pub question: &'static Question,
    /// What it is about.
    pub setting: Arc<Setting>,
    /// What its survey has found about this setting, or about one on which it depends as on this.
    pub found: Found,
}

impl Answered {
    /// The answer in a line, and what qualifies it: where not every place is asked about, which are.
    pub fn headline(&self) -> Headline {
        let answer = self.answer();
        let Headline { sentence, detail } = answer.headline();
        let parts = [Some(detail).filter(|detail| !detail.is_empty()), answer.places().told()];
        Headline { sentence, detail: parts.into_iter().flatten().collect::<Vec<_>>().join(" · ") }
    }

    /// The answer.
    pub fn answer(&self) -> Box<dyn Answer + '_> {
        (self.question.answer)(&self.found, &self.setting)
    }

    /// Writes the answer as one JSON object, without a line break at its end.
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    pub fn write_json(&self, out: &mut dyn Write) -> serde_json::Result<()> {
        let answer = self.answer();
        match answer.grid() {
            Some(grid) => grid.write_json(answer.places(), out),
            None => serde_json::to_writer(out, &answer.json()),
        }
    }
}
