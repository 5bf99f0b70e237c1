//! Costs of scans and the summaries that follow from them; several questions are answered by them.

use crate::geom::Offset;
use crate::measure::Times;
use crate::scan::Scan;
use crate::scene::Posed;
use crate::survey::publishing::{Publishing, at_once};
use crate::survey::{
    Askable, CostSurvey, Input, Ranking, Refusal, Round, RunningRound, Setting, Summary, SurveyTimes, Winners,
};

/// The costs of scans, and what follows from them.
#[derive(Debug)]
pub struct CostAnswer {
    /// The visits of every scan at every offset.
    pub survey: CostSurvey,
    /// The summary of each scan, in the order of the survey's maps.
    pub summaries: Vec<Summary>,
    /// The scans, the best first.
    pub ranking: Ranking,
    /// The scans that need the fewest of those that compete.
    pub winners: Winners,
    /// The largest number of visits of any scan.
    pub most_visits: u32,
    /// The times of the scans, where they are part of the answer: only then it differs from one run to the next.
    pub times: Option<SurveyTimes>,
}

impl CostAnswer {
    /// The answer of `survey` so far.
    pub fn of(survey: &CostSurvey) -> Self {
        at_once(Self::publish(survey.clone()))
    }

    /// The answer of `survey` so far, found in steps.
    pub(in crate::survey) async fn publish(survey: CostSurvey) -> Self {
        let summaries = Summary::of_each(&survey).await;
        let ranking = Ranking::publish(&survey, &summaries).await;
        let winners = Winners::publish(&survey).await;
        Self { most_visits: survey.most_visits(), survey, summaries, ranking, winners, times: None }
    }

    /// The summary of `scan`, if it takes part.
    pub fn summary(&self, scan: Scan) -> Option<&Summary> {
        let place = self.survey.maps.iter().position(|map| map.asked == scan)?;
        self.summaries.get(place)
    }

    /// The placements at which the scans are timed: hits, then misses.
    pub fn samples(&self) -> impl Iterator<Item = Offset> {
        self.ranking.samples.iter().flatten().copied()
    }

    /// Goes on with the round of timing at sampled placement `place`, with the sprites of `pair`; `None` if `cancelled` says so,
    /// or if there is no such placement.
    pub fn go_on_timing(
        &self,
        round: &mut RunningRound,
        pair: &[Posed; 2],
        place: usize,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<Round> {
        let scans = self.ranking.timed().iter().map(|at| self.survey.maps[*at].asked);
        round.go_on(scans, (pair, self.samples().nth(place)?), place == 0, cancelled)
    }

    /// The times that the rounds at the first sampled placements have measured.
    pub fn timed(&self, rounds: &[&Round]) -> SurveyTimes {
        let [hits, misses] = self.ranking.samples.each_ref().map(Vec::len);
        let progress = [rounds.len(), hits + misses].map(|count| count as u64);
        let Some(first) = rounds.first().filter(|_| rounds.len() == hits + misses) else {
            return SurveyTimes { times: Vec::new(), progress };
        };
        let mut times = vec![None; self.survey.maps.len()];
        for (place, &at) in self.ranking.timed().iter().enumerate() {
            let side = |rounds: &[&Round]| rounds.iter().map(|round| round.timings[place]).collect();
            let preparing_nanos = first.preparing.get(place).copied().unwrap_or(0.0);
            times[at] = Some(Times { sides: [side(&rounds[..hits]), side(&rounds[hits..])], preparing_nanos });
        }
        SurveyTimes { times, progress }
    }
}

impl Askable for CostSurvey {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Part, Input::Scans];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let [a, b] = &setting.pair;
        Ok(Self::over(setting.lattice(), &a.raster, &b.raster, &setting.choices.scans))
    }

    fn publish(&self) -> Publishing {
        Publishing::new(CostAnswer::publish(self.clone()))
    }
}
