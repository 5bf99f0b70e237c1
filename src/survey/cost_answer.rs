//! What the costs of scans come to: several questions look at it.

use std::sync::Arc;

use super::{Ask, Claim, CostSurvey, Found, Headline, Histogram, Input, Refusal, Setting, Summary, Winners};
use crate::scan::Scan;

/// What scans cost, and what follows from it.
#[derive(Debug)]
pub struct CostAnswer {
    /// The visits of every scan at every offset.
    pub survey: CostSurvey,
    /// Of each scan, in the order of the survey's maps.
    pub summaries: Vec<(Summary, Histogram)>,
    /// Which scan needs the fewest.
    pub winners: Winners,
    /// The largest number of visits of any scan.
    pub most_visits: u32,
    /// PlayMyCode's claim, where the scans take part of which it speaks.
    pub claim: Option<Claim>,
}

impl CostAnswer {
    /// What `survey` has come to so far.
    pub fn of(survey: &CostSurvey) -> Self {
        let maps = &survey.maps;
        let [linear, clever] = Claim::SCANS.map(|scan| survey.map_of(scan));
        Self {
            survey: survey.clone(),
            summaries: maps.iter().map(|map| (Summary::of(survey, map), Histogram::of(map))).collect(),
            winners: Winners::of(survey),
            most_visits: survey.most_visits(),
            claim: linear.zip(clever).map(|(linear, clever)| Claim::of(survey, linear, clever)),
        }
    }

    /// What `scan` comes to, if it takes part.
    pub fn summary(&self, scan: Scan) -> Option<&Summary> {
        self.survey.maps.iter().zip(&self.summaries).find(|(map, _)| map.asked == scan).map(|(_, (summary, _))| summary)
    }

    /// The claim, in a line.
    pub(super) fn claim_headline(&self) -> Headline {
        let claim = self.claim.as_ref().filter(|claim| claim.offsets() > 0);
        let nowhere = || Headline { sentence: "The masks overlap nowhere".to_owned(), ..Headline::default() };
        claim.map_or_else(nowhere, |claim| Headline { sentence: claim.sentence(), detail: claim.detail() })
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
