//! What a question is: each one is a file that implements [`Question`].
//!
//! A [survey](Ask) finds out, in steps; several questions can be asked of what one survey has found. Whoever loops over
//! the questions ([`QUESTIONS`](super::QUESTIONS)) knows them as [`AnyQuestion`].

use std::{fmt::Debug, io::Write, marker::PhantomData};

use super::{Ask, Bars, CostAnswer, Found, Headline, Link, Map, Places, Setting, Sight, SurveyKind, Table, Text};
use crate::{palette::Palette, scan::Scan, scene::Scene};

/// What must be chosen before a question can be asked, and can be chosen on the command line and in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Nothing but the sprites.
    Sprites,
    /// Any number of scans.
    Scans,
    /// One scan.
    Scan,
    /// Two scans.
    TwoScans,
    /// Scans that can err, pre-checks, engines.
    Witnesses,
    /// Two ways to read the sprites.
    Readers,
}

/// A question over many placements.
pub trait Question: 'static {
    /// The survey that answers it.
    type Survey: Ask;
    /// The name on the command line.
    const NAME: &'static str;
    /// What the window calls it.
    const TITLE: &'static str;
    /// What it asks, in a sentence.
    const SENTENCE: &'static str;
    /// What must be chosen.
    const ABOUT: About;
    /// The scans that it needs where none are chosen.
    const SCANS: &'static [Scan] = &Scan::ALL;

    /// The answer in a line.
    fn headline(found: &FoundFor<Self>, setting: &Setting) -> Headline;

    /// What the columns and rows of its pictures in the window stand for.
    fn places(found: &FoundFor<Self>) -> Places;

    /// Its pictures.
    fn maps<'a>(
        found: &'a FoundFor<Self>,
        setting: &'a Setting,
        palette: &'static Palette,
        sight: Sight,
    ) -> Vec<Map<'a>>;

    /// Its numbers, for CSV.
    fn table<'a>(found: &'a FoundFor<Self>, setting: &'a Setting) -> Table<'a>;

    /// Its numbers as one JSON object.
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    fn json(found: &FoundFor<Self>, setting: &Setting, out: &mut dyn Write) -> serde_json::Result<()>;

    /// What people read on the command line.
    fn text(found: &FoundFor<Self>, setting: &Setting) -> Text;

    /// Counts that stand beside the maps.
    fn bars(_: &FoundFor<Self>) -> Option<Bars> {
        None
    }

    /// What can be done with the answer.
    fn links(_: &FoundFor<Self>, _: &Setting) -> Vec<Link> {
        Vec::new()
    }

    /// What each scan costs, where that is known.
    fn costs(_: &FoundFor<Self>) -> Option<&CostAnswer> {
        None
    }

    /// The answer as a scene, where it is one.
    fn scene(_: &FoundFor<Self>) -> Option<Scene> {
        None
    }
}

/// What the survey of a question finds.
pub type FoundFor<Q> = <<Q as Question>::Survey as Ask>::Found;

/// A question, whatever its type. What it is asked to show must have been found by its own survey.
pub trait AnyQuestion: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// What the window calls it.
    fn title(&self) -> &'static str;
    /// What it asks, in a sentence.
    fn sentence(&self) -> &'static str;
    /// What must be chosen.
    fn about(&self) -> About;
    /// The scans that it needs where none are chosen.
    fn scans(&self) -> &'static [Scan];
    /// The survey that answers it.
    fn survey(&self) -> SurveyKind;
    /// [`Question::headline`].
    fn headline(&self, found: &Found, setting: &Setting) -> Headline;
    /// [`Question::places`].
    fn places(&self, found: &Found) -> Places;
    /// [`Question::maps`].
    fn maps<'a>(&self, found: &'a Found, setting: &'a Setting, palette: &'static Palette, sight: Sight)
    -> Vec<Map<'a>>;
    /// [`Question::table`].
    fn table<'a>(&self, found: &'a Found, setting: &'a Setting) -> Table<'a>;
    /// [`Question::json`].
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    fn json(&self, found: &Found, setting: &Setting, out: &mut dyn Write) -> serde_json::Result<()>;
    /// [`Question::text`].
    fn text(&self, found: &Found, setting: &Setting) -> Text;
    /// [`Question::bars`].
    fn bars(&self, found: &Found) -> Option<Bars>;
    /// [`Question::links`].
    fn links(&self, found: &Found, setting: &Setting) -> Vec<Link>;
    /// [`Question::costs`].
    fn costs<'a>(&self, found: &'a Found) -> Option<&'a CostAnswer>;
    /// [`Question::scene`].
    fn scene(&self, found: &Found) -> Option<Scene>;
}

impl Debug for dyn AnyQuestion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for dyn AnyQuestion {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

/// A question without its type.
pub(super) struct Erased<Q>(PhantomData<fn() -> Q>);

impl<Q: Question> Erased<Q> {
    /// The question.
    pub const NEW: Self = Self(PhantomData);

    fn own(found: &Found) -> &FoundFor<Q> {
        found.downcast_ref().expect("a question is shown what its own survey has found")
    }
}

impl<Q: Question> AnyQuestion for Erased<Q> {
    fn name(&self) -> &'static str {
        Q::NAME
    }

    fn title(&self) -> &'static str {
        Q::TITLE
    }

    fn sentence(&self) -> &'static str {
        Q::SENTENCE
    }

    fn about(&self) -> About {
        Q::ABOUT
    }

    fn scans(&self) -> &'static [Scan] {
        Q::SCANS
    }

    fn survey(&self) -> SurveyKind {
        SurveyKind::of::<Q::Survey>()
    }

    fn headline(&self, found: &Found, setting: &Setting) -> Headline {
        Q::headline(Self::own(found), setting)
    }

    fn places(&self, found: &Found) -> Places {
        Q::places(Self::own(found))
    }

    fn maps<'a>(
        &self,
        found: &'a Found,
        setting: &'a Setting,
        palette: &'static Palette,
        sight: Sight,
    ) -> Vec<Map<'a>> {
        Q::maps(Self::own(found), setting, palette, sight)
    }

    fn table<'a>(&self, found: &'a Found, setting: &'a Setting) -> Table<'a> {
        Q::table(Self::own(found), setting)
    }

    fn json(&self, found: &Found, setting: &Setting, out: &mut dyn Write) -> serde_json::Result<()> {
        Q::json(Self::own(found), setting, out)
    }

    fn text(&self, found: &Found, setting: &Setting) -> Text {
        Q::text(Self::own(found), setting)
    }

    fn bars(&self, found: &Found) -> Option<Bars> {
        Q::bars(Self::own(found))
    }

    fn links(&self, found: &Found, setting: &Setting) -> Vec<Link> {
        Q::links(Self::own(found), setting)
    }

    fn costs<'a>(&self, found: &'a Found) -> Option<&'a CostAnswer> {
        Q::costs(Self::own(found))
    }

    fn scene(&self, found: &Found) -> Option<Scene> {
        Q::scene(Self::own(found))
    }
}
