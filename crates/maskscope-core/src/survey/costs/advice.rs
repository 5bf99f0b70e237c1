//! The sentence that says which scan to use, and no more than is known: while the survey counts, until the scans are timed,
//! and where no placement hits.

use crate::scan::Scan;
use crate::survey::{Among, CostAnswer, CostSurvey, Headline, Stats, Survey as _, SurveyTimes, costs::factor};
use crate::words::{duration, listed, plural, thousands};

impl CostAnswer {
    /// The scans to use, as far as that is known: the fastest, and until they are timed those with the fewest visits.
    ///
    /// `stripes is the fastest here: 20 ns per test, 2.9× faster than rows`; of one alone, that it is compared with none.
    pub fn advice(&self, times: &SurveyTimes) -> Headline {
        let progress = self.survey.progress();
        if !progress.is_complete() {
            let [done, total] = [progress.done(), progress.total()].map(thousands);
            let sentence = self.fewest("Fewest visits so far").unwrap_or_else(|| self.without_choice());
            return Headline { sentence, detail: format!("Counting: {done} of {total} placements.") };
        }
        if !self.survey.has_hit() {
            return no_hit(&self.survey);
        }
        let fastest = self.ranking.fastest(Among::All, times);
        let Some(&first) = fastest.first() else {
            let sentence = self.fewest("Fewest visits").unwrap_or_else(|| self.without_choice());
            return Headline { sentence, detail: self.untimed(times) };
        };
        let names = self.named(&fastest);
        let mean = |at: usize| self.ranking.mean(at, times);
        let sentence = match (&fastest[..], mean(first)) {
            ([_], Some(own)) if self.ranking.timed().len() == 1 => {
                format!("{names} is the only scan compared: {} per test", duration(own.nanos))
            }
            ([_], Some(own)) => {
                let rows = self.survey.maps.iter().position(|map| map.asked == Scan::ROWS).and_then(mean);
                let faster = rows.map(|rows| rows.nanos / own.nanos).filter(|times| *times >= 1.05);
                let faster = faster.map_or_else(String::new, |times| format!(", {}× faster than rows", factor(times)));
                format!("{names} is the fastest here: {} per test{faster}", duration(own.nanos))
            }
            _ => format!("{names} are the fastest here, too close to tell apart"),
        };
        let samples = plural(self.samples().count() as u64, "placement");
        let by = format!("By the mean over {samples}, hits and misses weighted by their numbers.");
        let pixels = self.ranking.fastest(Among::OnePixel, times);
        let pixels = match (&pixels[..], pixels.first().and_then(|at| mean(*at))) {
            _ if pixels == fastest => None,
            ([only], Some(own)) => {
                let (name, time) = (self.named(&[*only]), duration(own.nanos));
                Some(format!("The fastest that reads one px per visit: {name}, {time}."))
            }
            ([_, _, ..], _) => {
                let names = self.named(&pixels);
                Some(format!("The fastest that read one px per visit, too close to tell apart: {names}."))
            }
            _ => None,
        };
        Headline { sentence, detail: [by].into_iter().chain(pixels).collect::<Vec<_>>().join(" ") }
    }

    /// `Fewest visits: summed-area, 1 for a typical hit, 3 for a miss`; `None` if no scan is proven right.
    fn fewest(&self, begin: &str) -> Option<String> {
        let best = self.ranking.first(Among::All);
        let summary = &self.summaries[*best.first()?];
        let number = |stats: &Stats| stats.spread.map(|spread| thousands(spread.median.into()));
        let sides = [(number(&summary.hits), "typical hit"), (number(&summary.misses), "miss")];
        let sides = sides.into_iter().filter_map(|(visits, side)| Some(format!("{} for a {side}", visits?)));
        Some(format!("{begin}: {}, {}", self.named(best), sides.collect::<Vec<_>>().join(", ")))
    }

    /// The reason why no scan is named, at the placements that are done.
    fn without_choice(&self) -> String {
        if self.survey.has_hit() { "Every scan is wrong somewhere" } else { "No hit so far" }.to_owned()
    }

    /// The reason why no scan is called the fastest.
    fn untimed(&self, times: &SurveyTimes) -> String {
        if self.ranking.right(Among::All).is_empty() {
            return String::new();
        }
        if self.ranking.timed().is_empty() {
            return "Scripts are not timed, so no scan is called the fastest.".to_owned();
        }
        let (done, all) = (thousands(times.progress()[0]), plural(self.samples().count() as u64, "placement"));
        format!("Times are being measured: {done} of {all}. Until then no scan is called the fastest.")
    }

    /// The names of scans in a sentence.
    pub fn named(&self, scans: &[usize]) -> String {
        listed(&scans.iter().map(|at| self.survey.maps[*at].asked.display_name()).collect::<Vec<_>>())
    }
}

/// The answer where no placement hits, and why: no scan can be wrong there, and so none is proven right.
pub(in crate::survey) fn no_hit<W>(survey: &CostSurvey<W>) -> Headline {
    let [a, b] = survey.masks().each_ref().map(|mask| mask.bounds().is_none());
    let why = match [a, b] {
        [true, true] => "the masks of A and B have no solid pixel",
        [true, false] => "the mask of A has no solid pixel",
        [false, true] => "the mask of B has no solid pixel",
        [false, false] => "the masks overlap at none that was asked about",
    };
    Headline {
        sentence: format!("No placement has a hit: {why}"),
        detail: "So no scan can win, and none is proven right.".to_owned(),
    }
}
