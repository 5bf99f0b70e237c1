//! `cost`: how many visits each scan needs at every offset.

use super::{claim::PROMISED, prelude::*};
use crate::survey::cost_sheet::{columns, count, mean, offsets_json, placements, scan_json, shown_name, visits_map};
use crate::survey::cost_sheet::{winners_map, with_step, wrong};
use crate::survey::{Ratios, cost_survey::CLEVER};

/// The question how many visits each scan needs at every offset.
pub(super) static QUESTION: Question = Question {
    name: "cost",
    title: "Cost and winner",
    sentence: "How many visits does each scan need with B at every offset, and which needs the fewest?",
    about: QuestionAbout::Scans,
    is_listed: |_| true,
    survey: |_| SurveyKind::of::<CostSurvey>(),
    answer,
};

fn answer<'a>(found: &'a Found, setting: &'a Setting) -> Answer<'a> {
    let (found, scan): (&CostAnswer, _) = (own(found), setting.choices.scan);
    Answer {
        maps: Box::new(move |palette, sight| maps(found, scan, palette, sight)),
        columns: columns(&found.survey, |map, x, y| map.costs.at(x, y).visits.to_string()),
        json: Box::new(|| {
            let scans = found.survey.maps.iter().zip(&found.summaries);
            let scans: Vec<_> = scans.map(|(costs, summary)| scan_json(costs.asked, summary)).collect();
            let lattice = found.survey.lattice;
            with_step(json!({ "offsets": offsets_json(lattice), "scans": scans }), lattice)
        }),
        text: Some(Box::new(|| text(found))),
        ..cost_sheet::answer(headline(found, scan), found)
    }
}

fn headline(found: &CostAnswer, scan: Scan) -> Headline {
    let never = Headline { sentence: "The masks overlap nowhere".to_owned(), ..Headline::default() };
    let Some(summary) = found.summary(scan).filter(|summary| summary.hits.offsets > 0) else { return never };
    let ratios = found.ratios(scan).zip(found.base(scan)).filter(|&(_, base)| base != scan);
    let alone = || {
        let median = summary.hits.spread.map_or(0, |spread| spread.median);
        format!("{scan}: {} for a typical hit", plural(median.into(), "visit"))
    };
    let sentence = ratios.and_then(|(ratios, base)| ratios.sentence(base)).unwrap_or_else(alone);
    let Winners { contenders, wins, hits, .. } = &found.winners;
    let won = contenders.iter().position(|own| *own == scan);
    let won = won.map(|at| format!("best in {} of hits", percent(wins[at], *hits)));
    let wrong = match summary.wrong() {
        0 => "never wrong".to_owned(),
        wrong => format!("wrong at {}", thousands(wrong)),
    };
    Headline { sentence, detail: won.into_iter().chain([wrong]).collect::<Vec<_>>().join(" · ") }
}

fn text(found: &CostAnswer) -> AnswerText {
    let rows = found.survey.maps.iter().zip(&found.summaries).map(|(costs, summary)| {
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
    AnswerText {
        lines: format!("{}\n\n", placements(&found.survey)),
        headings: vec!["visits per offset", "mean", "median", "95th", "worst", "mean, hit", "mean, miss", "wrong"],
        rows: rows.collect(),
    }
}

/// A histogram of the times by which a scan needs fewer visits than its base, over all hits.
#[derive(Clone, Debug)]
pub struct Strip<'a> {
    /// The comparison in words.
    pub title: String,
    /// PlayMyCode's claim, and how far it holds.
    pub note: String,
    /// The ratios.
    pub ratios: &'a Ratios,
}

impl<'a> Strip<'a> {
    /// The strip of `scan`; `None` of the base.
    pub fn of(found: &'a CostAnswer, scan: Scan) -> Option<Self> {
        let (ratios, base) = found.ratios(scan).zip(found.base(scan)).filter(|&(_, base)| base != scan)?;
        let (from, to) = PROMISED;
        let note = format!("{from} to {to}×: {} reach {from}×", percent(ratios.reaching_20, ratios.hits));
        let is_claim = scan == CLEVER;
        let title = if is_claim {
            "PlayMyCode's claim".to_owned()
        } else {
            format!("× fewer than {}, per hit", base.display_name())
        };
        Some(Self { title, note, ratios })
    }
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
            .map(|(costs, summary)| {
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
