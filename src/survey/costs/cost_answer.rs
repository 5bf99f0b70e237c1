//! Costs of scans and the summaries that follow from them; several questions are answered by them.

use std::cmp::Ordering;

use crate::measure::Times;
use crate::scan::Scan;
use crate::survey::publishing::{Publishing, at_once};
use crate::survey::{Among, Askable, CostSurvey, Input, Ranking, Refusal, Setting, Stats, Summary, Winners};
use crate::words::{listed, plural, thousands};

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
}

impl CostAnswer {
    /// The answer of `survey` so far.
    pub fn of(survey: &CostSurvey) -> Self {
        at_once(Self::publish(survey.clone()))
    }

    /// The same in steps.
    pub(in crate::survey) async fn publish(survey: CostSurvey) -> Self {
        let summaries = Summary::of_each(&survey).await;
        let ranking = Ranking::publish(&survey, &summaries).await;
        let winners = Winners::publish(&survey).await;
        Self { most_visits: survey.most_visits(), survey, summaries, ranking, winners }
    }

    /// The summary of `scan`, if it takes part.
    pub fn summary(&self, scan: Scan) -> Option<&Summary> {
        let place = self.survey.maps.iter().position(|map| map.asked == scan)?;
        self.summaries.get(place)
    }

    /// `summed-area is the best choice here: 1 visit for a typical hit, 3 for a miss, and the fastest`.
    ///
    /// The best is the fastest, or by visits alone until all are measured.
    pub fn choice(&self, times: &[Option<&Times>]) -> String {
        let fastest = self.ranking.fastest(times);
        let best = if fastest.is_empty() { self.ranking.first(Among::All) } else { &fastest };
        let Some(&first) = best.first() else { return "Every scan is wrong somewhere".to_owned() };
        let verb = if best.len() == 1 { "is the best choice" } else { "are the best choices" };
        let number = |stats: fn(&Summary) -> &Stats| stats(&self.summaries[first]).spread.map(|spread| spread.median);
        let sides = [(number(|it| &it.hits), "typical hit"), (number(|it| &it.misses), "miss")];
        let sides: Vec<_> = sides.into_iter().filter_map(|(visits, side)| Some((u64::from(visits?), side))).collect();
        let numbers = sides.iter().enumerate().map(|(at, &(visits, side))| {
            let visits = if at == 0 { plural(visits, "visit") } else { thousands(visits) };
            format!("{visits} for a {side}")
        });
        let (names, numbers) = (self.named(best), numbers.collect::<Vec<_>>().join(", "));
        match fastest.len() {
            0 => format!("{names} {verb} here: {numbers}"),
            1 => format!("{names} {verb} here: {numbers}, and the fastest"),
            _ => format!("{names} {verb} here, equally fast: {} needs {numbers}", self.named(&[first])),
        }
    }

    /// `Of scans that read one px a visit: last-hit, 1, then center-out, 4. With nothing to prepare: stripes.`
    pub fn second_choice(&self, times: &[Option<&Times>]) -> String {
        let typical = |at: usize| {
            let Summary { hits, misses, .. } = &self.summaries[at];
            let spread = hits.spread.or(misses.spread);
            Some(format!("{}, {}", self.named(&[at]), thousands(spread?.median.into())))
        };
        let two = self.ranking.right(Among::OnePixel).iter().take(2).filter_map(|at| typical(*at)).collect::<Vec<_>>();
        let pixels = (!two.is_empty()).then(|| format!("Of scans that read one px a visit: {}.", two.join(", then ")));
        let is_ready = |at: usize| times.get(at).copied().flatten().is_some_and(|times| times.preparing_nanos == 0.0);
        let fastest = self.ranking.fastest(times);
        let mean = |at: &usize| Some(times[*at]?.expected(self.ranking.placements())?[0]);
        let ready = self.ranking.right(Among::All).iter().copied().filter(|at| !fastest.is_empty() && is_ready(*at));
        let ready = ready.min_by(|one, other| mean(one).partial_cmp(&mean(other)).unwrap_or(Ordering::Equal));
        let ready = ready.map(|at| match fastest[..] {
            [only] if only == at => format!("{} needs nothing prepared.", self.named(&[at])),
            _ => format!("With nothing to prepare: {}.", self.named(&[at])),
        });
        pixels.into_iter().chain(ready).collect::<Vec<_>>().join(" ")
    }

    /// The names of scans in a sentence.
    pub fn named(&self, scans: &[usize]) -> String {
        listed(&scans.iter().map(|at| self.survey.maps[*at].asked.display_name()).collect::<Vec<_>>())
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
