//! An answer: a question, what it was asked about, and what was found.

use std::{io::Write, sync::Arc};

use super::{AnyQuestion, Bars, CostAnswer, Found, Headline, Link, Map, Places, Setting, Sight, Table, Text};
use crate::{palette::Palette, scene::Scene};

/// An answer, as far as it is known. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Answer {
    question: &'static dyn AnyQuestion,
    setting: Arc<Setting>,
    found: Found,
}

impl Answer {
    /// The answer to `question`, of which its survey over `setting`, or over one on which it depends as on this, has
    /// `found` this much.
    pub const fn new(question: &'static dyn AnyQuestion, setting: Arc<Setting>, found: Found) -> Self {
        Self { question, setting, found }
    }

    /// The question.
    pub const fn question(&self) -> &'static dyn AnyQuestion {
        self.question
    }

    /// What it is about.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// What was found: shared by all answers that look at the same.
    pub const fn found(&self) -> &Found {
        &self.found
    }

    /// The answer in a line.
    pub fn headline(&self) -> Headline {
        self.question.headline(&self.found, &self.setting)
    }

    /// What the columns and rows of its pictures in the window stand for.
    pub fn places(&self) -> Places {
        self.question.places(&self.found)
    }

    /// Its pictures.
    pub fn maps(&self, palette: &'static Palette, sight: Sight) -> Vec<Map<'_>> {
        self.question.maps(&self.found, &self.setting, palette, sight)
    }

    /// Its numbers, for CSV.
    pub fn table(&self) -> Table<'_> {
        self.question.table(&self.found, &self.setting)
    }

    /// Writes its numbers as one JSON object, without a line break at its end.
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    pub fn write_json(&self, out: &mut dyn Write) -> serde_json::Result<()> {
        self.question.json(&self.found, &self.setting, out)
    }

    /// What people read on the command line.
    pub fn text(&self) -> Text {
        self.question.text(&self.found, &self.setting)
    }

    /// Counts that stand beside the maps.
    pub fn bars(&self) -> Option<Bars> {
        self.question.bars(&self.found)
    }

    /// What can be done with it in the window.
    pub fn links(&self) -> Vec<Link> {
        self.question.links(&self.found, &self.setting)
    }

    /// What each scan costs, where that is known.
    pub fn costs(&self) -> Option<&CostAnswer> {
        self.question.costs(&self.found)
    }

    /// The answer as a scene, where it is one.
    pub fn scene(&self) -> Option<Scene> {
        self.question.scene(&self.found)
    }
}
