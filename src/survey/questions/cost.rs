//! `cost`: how many visits each scan needs at every offset.

use super::prelude::*;
use crate::survey::cost_sheet::{
    count, mean, offsets_json, placements, scan_json, shown_name, table, visits_map, winners_map, with_step, wrong,
};

/// How many visits each scan needs at every offset.
pub(super) static QUESTION: Question = Question {
    name: "cost",
    title: "Cost and winner",
    sentence: "How many visits does each scan need with B at every offset, and which needs the fewest?",
    about: About::Scans,
    is_listed: |_| true,
    survey: |_| SurveyKind::of::<CostSurvey>(),
    answer: |found, setting| Box::new(View::<CostAnswer> { found: own(found), setting }),
};

impl Answer for View<'_, CostAnswer> {
    fn headline(&self) -> Headline {
        let (found, scan) = (self.found, self.setting.choices.scan);
        let own = found.summary(scan).zip(found.ratios(scan)).zip(found.base());
        let Some(((summary, ratios), base)) = own else { return found.claim_headline() };
        let never = Headline { sentence: "The masks overlap nowhere".to_owned(), ..Headline::default() };
        let Some(sentence) = ratios.sentence(base) else { return never };
        let won = found.winners.contenders.iter().position(|own| *own == scan);
        let won = won.map(|at| format!("best in {} of hits", percent(found.winners.wins[at], ratios.hits)));
        let wrong = match summary.wrong() {
            0 => "never wrong".to_owned(),
            wrong => format!("wrong at {}", thousands(wrong)),
        };
        let sentence = match scan {
            scan if scan == base => format!("{scan}: {}", baseline(summary)),
            // What the article claims of it is measured against columns.
            scan if scan == Claim::SCANS[1] => return found.claim_headline(),
            _ => sentence,
        };
        Headline { sentence, detail: won.into_iter().chain([wrong]).collect::<Vec<_>>().join(" · ") }
    }

    fn places(&self) -> Places {
        Places::Offsets(self.found.survey.lattice)
    }

    fn maps(&self, palette: &'static Palette, sight: Sight) -> Vec<Map<'_>> {
        maps(self.found, self.setting.choices.scan, palette, sight)
    }

    fn strip(&self) -> Option<Strip<'_>> {
        let (found, scan) = (self.found, self.setting.choices.scan);
        let (from, to) = Claim::PROMISED;
        let note = |reaching: u64, hits: u64| format!("{from} to {to}×: {} reach {from}×", percent(reaching, hits));
        if let Some(claim) = found.claim.as_ref().filter(|_| scan == Claim::SCANS[1]) {
            let title = "PlayMyCode's claim".to_owned();
            let note = note(claim.reaching(from), claim.offsets());
            return Some(Strip { title, note, histogram: &claim.histogram, median: claim.median() });
        }
        let (ratios, base) = found.ratios(scan).zip(found.base()).filter(|&(_, base)| base != scan)?;
        let title = format!("× fewer than {}, per hit", base.display_name());
        let note = note(ratios.reaching_20, ratios.hits);
        Some(Strip { title, note, histogram: &ratios.histogram, median: ratios.median })
    }

    fn table(&self) -> Table<'_> {
        table(&self.found.survey, |map, x, y| map.costs.at(x, y).visits.to_string())
    }

    fn json(&self) -> Value {
        let scans = self.found.survey.maps.iter().zip(&self.found.summaries);
        let scans: Vec<_> = scans.map(|(costs, (summary, _))| scan_json(costs.asked, summary)).collect();
        let lattice = self.found.survey.lattice;
        with_step(json!({ "offsets": offsets_json(lattice), "scans": scans }), lattice)
    }

    fn text(&self) -> Text {
        let rows = self.found.survey.maps.iter().zip(&self.found.summaries).map(|(costs, (summary, _))| {
            let spread = summary.all.spread;
            vec![
                shown_name(costs.asked),
                mean(spread.map(|spread| spread.mean)),
                count(spread.map(|spread| spread.median)),
                count(spread.map(|spread| spread.p95)),
                count(spread.map(|spread| spread.worst)),
                mean(summary.hits.spread.map(|spread| spread.mean)),
                mean(summary.misses.spread.map(|spread| spread.mean)),
                wrong(summary.wrong()),
            ]
        });
        Text {
            lines: format!("{}\n\n", placements(&self.found.survey)),
            headings: vec!["visits per offset", "mean", "median", "95th", "worst", "mean, hit", "mean, miss", "wrong"],
            rows: rows.collect(),
        }
    }

    fn costs(&self) -> Option<&CostAnswer> {
        Some(self.found)
    }
}

/// `45 visits for a typical hit`.
fn baseline(summary: &Summary) -> String {
    let median = summary.hits.spread.map_or(0, |spread| spread.median);
    format!("{} for a typical hit", plural(median.into(), "visit"))
}

/// The visits of `scan`, or on a page those of every scan, and which scan needs the fewest.
pub(super) fn maps<'a>(found: &'a CostAnswer, scan: Scan, palette: &'static Palette, sight: Sight) -> Vec<Map<'a>> {
    let all = found.survey.maps.iter().zip(&found.summaries);
    let mut maps: Vec<Map<'a>> = match sight {
        Sight::Window => all
            .filter(|(costs, _)| costs.asked == scan)
            .map(|(costs, _)| visits_map(found, costs, format!("Visits of {}", scan.display_name()), palette))
            .collect(),
        Sight::Page => all
            .map(|(costs, (summary, _))| {
                let median = |spread: Spread| format!("median {}", thousands(spread.median.into()));
                let note = summary.all.spread.map_or(String::new(), median);
                Map { note, ..visits_map(found, costs, costs.asked.display_name(), palette) }
            })
            .collect(),
    };
    if sight == Sight::Window || found.winners.contenders.len() > 1 {
        maps.push(winners_map(found, palette));
    }
    maps
}
