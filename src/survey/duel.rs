//! Two scans compared: which needs fewer visits where, and how many times fewer.

use std::sync::Arc;

use super::{
    Ask, Budget, CostMap, CostSurvey, Found, Input, Progress, Ratios, Refusal, Setting, Summary, Survey,
    cost_answer::ratios,
};
use crate::scan::Scan;

/// A survey of the visits of two scans.
#[derive(Clone, Debug)]
pub struct DuelSurvey(CostSurvey);

/// What two scans cost, and how that compares.
#[derive(Debug)]
pub struct Duel {
    /// The visits of both at every offset.
    pub survey: CostSurvey,
    /// What each comes to.
    pub summaries: [Summary; 2],
    /// How many times fewer visits the second needs than the first.
    pub ratios: Ratios,
}

impl Duel {
    /// What `survey`, which is of two scans, has come to so far.
    fn of(survey: &CostSurvey) -> Self {
        let [first, second] = maps(survey);
        let summaries = [first, second].map(|map| Summary::of(survey, map));
        let ratios = ratios(survey).pop().unwrap_or_default();
        Self { survey: survey.clone(), summaries, ratios }
    }

    /// The scans.
    pub fn scans(&self) -> [Scan; 2] {
        self.maps().map(|map| map.asked)
    }

    /// What each needs, everywhere.
    pub fn maps(&self) -> [&CostMap; 2] {
        maps(&self.survey)
    }

    /// The visits of both at a column and row.
    pub fn visits(&self, x: u32, y: u32) -> [u32; 2] {
        self.maps().map(|map| map.costs.at(x, y).visits)
    }
}

/// Two scans are asked, even where both are the same.
fn maps(survey: &CostSurvey) -> [&CostMap; 2] {
    [&survey.maps[0], &survey.maps[1]]
}

impl Survey for DuelSurvey {
    fn progress(&self) -> Progress {
        self.0.progress()
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        self.0.step(budget, cancelled);
    }
}

impl Ask for DuelSurvey {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Part, Input::Witnesses];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let scans = setting.choices.two_scans().ok_or_else(|| Refusal("two scans are compared".to_owned()))?;
        let [a, b] = &setting.pair;
        let mut survey = CostSurvey::over(setting.lattice(), &a.raster, &b.raster, &scans);
        survey.base = Some(0);
        Ok(Self(survey))
    }

    fn found(&self) -> Found {
        Arc::new(Duel::of(&self.0))
    }
}
