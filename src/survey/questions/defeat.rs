//! `defeat`: where a scan does worst, and which art defeats it.

use serde_json::{Value, json};

use super::cost::maps;
use crate::{
    geom::{IntRect, Offset, Size},
    mask::overlap_box,
    palette::Palette,
    scan::Scan,
    scene::Scene,
    survey::{
        About, Answer, Ask, Budget, Column, Cost, CostAnswer, CostSurvey, Defeat, Headline, Input, Legend, Link, Map,
        Place, Places, Progress, Question, Refusal, Setting, Sight, Survey, SurveyKind, Table, Target, Text, own,
    },
    words::{plural, point, thousands},
};

/// What scans cost at every offset, and art that defeats one of them.
#[derive(Clone, Debug)]
pub struct DefeatSurvey {
    costs: CostSurvey,
    defeat: Defeat,
}

/// What scans cost, and art that defeats one of them.
#[derive(Debug)]
pub struct DefeatAnswer {
    /// The costs.
    pub costs: CostAnswer,
    /// The art.
    pub defeat: Defeat,
}

/// The longest side of the art.
const LONGEST: u32 = 64;

impl DefeatSurvey {
    /// The size of the art where the boxes are apart.
    pub const SIZE: Size = Size::new(30, 24);
}

impl Survey for DefeatSurvey {
    fn progress(&self) -> Progress {
        self.costs.progress()
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        self.costs.step(budget, cancelled);
    }
}

impl Ask for DefeatSurvey {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Scans, Input::Scan];
    type Found = DefeatAnswer;

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let [a, b] = setting.masks();
        let shared = setting.offset.and_then(|offset| overlap_box(a.mask().size(), b.mask().size(), offset));
        let size = shared.map_or(Self::SIZE, IntRect::size);
        let cut = |side: u32| side.clamp(1, LONGEST);
        let defeat = Defeat::of(setting.choices.scan, Size::new(cut(size.width), cut(size.height)))?;
        Ok(Self { costs: CostSurvey::ask(setting)?, defeat })
    }

    fn found(&self) -> DefeatAnswer {
        DefeatAnswer { costs: CostAnswer::of(&self.costs), defeat: self.defeat.clone() }
    }
}

impl DefeatAnswer {
    /// Where the scan needs the most visits.
    fn worst(&self) -> Option<(Offset, Cost)> {
        let survey = &self.costs.survey;
        survey.map_of(self.defeat.scan).and_then(|map| survey.worst(map))
    }

    /// Where it misses the most.
    fn largest_miss(&self) -> Option<(Offset, u64)> {
        let survey = &self.costs.survey;
        survey.map_of(self.defeat.scan).and_then(|map| survey.largest_miss(map))
    }

    fn cells(&self) -> u64 {
        self.defeat.masks[0].size().area()
    }
}

/// Where a scan does worst, and which art defeats it.
pub(super) static QUESTION: Question = Question {
    name: "defeat",
    title: "Worst case",
    sentence: "Where does the selected scan do worst, and which art defeats it?",
    about: About::Scan,
    scans: &Scan::ALL,
    survey: SurveyKind::of::<DefeatSurvey>(),
    answer: |found, setting| Box::new(DefeatView { found: own(found), setting }),
};

struct DefeatView<'a> {
    found: &'a DefeatAnswer,
    setting: &'a Setting,
}

impl Answer for DefeatView<'_> {
    fn headline(&self) -> Headline {
        let sentence = self.found.worst().map_or_else(String::new, |(offset, cost)| {
            let visits = plural(cost.visits.into(), "visit");
            format!("{} needs {visits} at {}", self.found.defeat.scan, point(offset.cell()))
        });
        Headline { sentence, detail: "the worst placement of these sprites".to_owned() }
    }

    fn places(&self) -> Places {
        Places::Offsets(self.found.costs.survey.offsets())
    }

    fn maps(&self, palette: &'static Palette, sight: Sight) -> Vec<Map<'_>> {
        if sight == Sight::Window {
            return maps(&self.found.costs, self.setting.choices.scan, palette, sight);
        }
        let [a, b] = &self.found.defeat.masks;
        let color = |x, y| match (a.get(x, y), b.get(x, y)) {
            (true, true) => palette.both,
            (true, false) => palette.a,
            (false, true) => palette.b,
            (false, false) => palette.ctl,
        };
        let keys = [(palette.a, "A"), (palette.b, "B"), (palette.both, "both"), (palette.ctl, "neither")];
        vec![Map {
            title: format!("Art that defeats {}", self.found.defeat.scan.display_name()),
            note: self.found.defeat.sentence(),
            places: Places::Cells(a.size()),
            color: Box::new(color),
            inside: None,
            told: Box::new(|_, _| None),
            legend: Legend { ramp: None, keys: keys.map(|(color, name)| (color, name.to_owned())).into() },
        }]
    }

    fn table(&self) -> Table<'_> {
        let [a, b] = &self.found.defeat.masks;
        let bit = |is_set: bool| u8::from(is_set).to_string();
        let columns =
            vec![Column::new(&"a", move |x, y| bit(a.get(x, y))), Column::new(&"b", move |x, y| bit(b.get(x, y)))];
        Table::new(Places::Cells(a.size()), columns)
    }

    fn json(&self) -> Value {
        let Defeat { scan, visits, .. } = self.found.defeat;
        let rows = self.found.defeat.visits_of(Scan::ROWS);
        json!({ "scan": scan.to_string(), "visits": visits, "rows": rows, "cells": self.found.cells() })
    }

    fn text(&self) -> Text {
        let [visits, rows, cells] =
            [self.found.defeat.visits, self.found.defeat.visits_of(Scan::ROWS), self.found.cells()].map(thousands);
        let sentence = self.found.defeat.sentence();
        let name = self.found.defeat.scan.display_name();
        let lines = format!("{sentence}\n{name} {visits} visits, rows {rows}, of {cells} cells\n");
        Text { lines, ..Text::default() }
    }

    fn links(&self) -> Vec<Link> {
        let mut links = Vec::new();
        if let Some((offset, _)) = self.found.worst() {
            links.push(Link {
                text: "Go to the worst placement",
                tip: "Puts B where this scan needs the most visits.".to_owned(),
                target: Target::Place(Place::Offset(offset)),
            });
        }
        if let Some((offset, area)) = self.found.largest_miss() {
            links.push(Link {
                text: "Go to the largest miss",
                tip: format!("{} shared pixels are missed there.", thousands(area)),
                target: Target::Place(Place::Offset(offset)),
            });
        }
        links.push(Link {
            text: "Show art that defeats it",
            tip: self.found.defeat.sentence(),
            target: Target::Scene(Box::new(self.found.defeat.scene())),
        });
        links
    }

    fn costs(&self) -> Option<&CostAnswer> {
        Some(&self.found.costs)
    }

    fn scene(&self) -> Option<Scene> {
        Some(self.found.defeat.scene())
    }
}
