//! What the costs of scans come to: several questions look at it.

use std::sync::Arc;

use super::{
    Ask, Claim, CostMap, CostSurvey, Found, Headline, Histogram, Input, Ratios, Refusal, Setting, Summary, Survey as _,
    Winners,
};
use crate::scan::Scan;

/// What scans cost, and what follows from it.
#[derive(Debug)]
pub struct CostAnswer {
    /// The visits of every scan at every offset.
    pub survey: CostSurvey,
    /// Of each scan, in the order of the survey's maps.
    pub summaries: Vec<(Summary, Histogram)>,
    /// Of each scan, how many times fewer visits it needs than the base.
    pub ratios: Vec<Ratios>,
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
            ratios: ratios(survey),
            winners: Winners::of(survey),
            most_visits: survey.most_visits(),
            claim: linear.zip(clever).map(|(linear, clever)| Claim::of(survey, linear, clever)),
        }
    }

    /// What `scan` comes to, if it takes part.
    pub fn summary(&self, scan: Scan) -> Option<&Summary> {
        self.survey.maps.iter().zip(&self.summaries).find(|(map, _)| map.asked == scan).map(|(_, (summary, _))| summary)
    }

    /// The scan with whose visits those of the others are compared: rows, where it takes part.
    pub fn base(&self) -> Option<Scan> {
        Some(self.survey.maps.get(self.survey.base?)?.asked)
    }

    /// How many times fewer visits `scan` needs than the base, where both take part.
    pub fn ratios(&self, scan: Scan) -> Option<&Ratios> {
        self.survey.base?;
        self.survey.maps.iter().zip(&self.ratios).find(|(map, _)| map.asked == scan).map(|(_, ratios)| ratios)
    }

    /// The claim, in a line.
    pub(super) fn claim_headline(&self) -> Headline {
        let claim = self.claim.as_ref().filter(|claim| claim.offsets() > 0);
        let nowhere = || Headline { sentence: "The masks overlap nowhere".to_owned(), ..Headline::default() };
        claim.map_or_else(nowhere, |claim| Headline { sentence: claim.sentence(), detail: claim.detail() })
    }
}

/// The ratios of each scan of `survey`, the median exact once it is complete.
pub(super) fn ratios(survey: &CostSurvey) -> Vec<Ratios> {
    let base = survey.base.and_then(|base| survey.maps.get(base)).filter(|_| survey.progress().is_complete());
    let of = |map: &CostMap| {
        let visits = base.map(|base| {
            move || {
                let pairs = base.costs.values().zip(map.costs.values()).zip(survey.overlaps.values());
                pairs.filter(|&(_, overlap)| overlap).map(|((base, own), _)| [base.visits, own.visits])
            }
        });
        map.ratios.ratios(visits)
    };
    survey.maps.iter().map(of).collect()
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
