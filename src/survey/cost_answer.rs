//! The costs of scans and what follows from them, of which several questions are answered.

use std::sync::Arc;

use super::{Ask, CostSurvey, Found, Input, Ratios, Refusal, Setting, Summary, Winners};
use crate::scan::Scan;

/// The costs of scans, and what follows from them.
#[derive(Debug)]
pub struct CostAnswer {
    /// The visits of every scan at every offset.
    pub survey: CostSurvey,
    /// The summary of each scan, in the order of the survey's maps.
    pub summaries: Vec<Summary>,
    /// The comparison of each scan with its base, in the same order.
    pub ratios: Vec<Ratios>,
    /// The scans that need the fewest.
    pub winners: Winners,
    /// The largest number of visits of any scan.
    pub most_visits: u32,
}

impl CostAnswer {
    /// The answer of `survey` so far.
    pub fn of(survey: &CostSurvey) -> Self {
        Self {
            survey: survey.clone(),
            summaries: survey.maps.iter().map(|map| Summary::of(survey, map)).collect(),
            ratios: survey.maps.iter().map(|map| survey.ratios(map)).collect(),
            winners: Winners::of(survey),
            most_visits: survey.most_visits(),
        }
    }

    /// The summary of `scan`, if it takes part.
    pub fn summary(&self, scan: Scan) -> Option<&Summary> {
        self.summaries.get(self.place(scan)?)
    }

    /// The scan with whose visits those of `scan` are compared: rows, or columns for PlayMyCode's whole routine. `None` where
    /// it takes no part.
    pub fn base(&self, scan: Scan) -> Option<Scan> {
        let maps = &self.survey.maps;
        Some(maps[maps[self.place(scan)?].base?].asked)
    }

    /// The comparison of `scan` with its base, where both take part.
    pub fn ratios(&self, scan: Scan) -> Option<&Ratios> {
        self.base(scan)?;
        self.ratios.get(self.place(scan)?)
    }

    fn place(&self, scan: Scan) -> Option<usize> {
        self.survey.maps.iter().position(|map| map.asked == scan)
    }
}

impl Ask for CostSurvey {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Part, Input::Scans];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let [a, b] = &setting.pair;
        Ok(Self::over(setting.lattice(), &a.raster, &b.raster, &setting.choices.scans))
    }

    fn found(&self) -> Found {
        Arc::new(CostAnswer::of(self))
    }
}
