//! `cost`: how many visits each scan needs at every offset.

use super::prelude::*;
use crate::survey::cost_sheet::{columns, count, mean, offsets_json, placements, scan_json, shown_name, visits_map};
use crate::survey::cost_sheet::{winners_map, wrong};
use crate::words::whole_percent;

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
            json!({ "offsets": offsets_json(lattice), "step": lattice.step(), "scans": scans })
        }),
        text: Some(Box::new(|| text(found))),
        ..cost_sheet::answer(headline(found, scan), found)
    }
}

fn headline(found: &CostAnswer, scan: Scan) -> Headline {
    let never = Headline { sentence: "The masks overlap nowhere".to_owned(), ..Headline::default() };
    let typical = |scan| Some(u64::from(found.summary(scan)?.hits.spread?.median));
    let Some((summary, own)) = found.summary(scan).zip(typical(scan)) else { return never };
    let Winners { contenders, wins, hits, .. } = &found.winners;
    let best = contenders.iter().zip(wins).rev().max_by_key(|(_, wins)| **wins).map(|(best, wins)| (*best, *wins));
    let rows = typical(Scan::ROWS).filter(|_| scan != Scan::ROWS);
    let name = scan.display_name();
    let sentence = match best {
        Some((best, wins)) if best == scan => {
            let rows = rows.map(|rows| format!("; rows needs {} for a typical hit", thousands(rows)));
            let share = whole_percent(wins, *hits);
            format!("{name} is the best choice here: fewest visits at {share} of hits{}", rows.unwrap_or_default())
        }
        _ => {
            let best = best.and_then(|(best, _)| Some((best.display_name(), typical(best)?)));
            let best = best.map(|(best, needs)| format!("; {best} needs {}", thousands(needs))).unwrap_or_default();
            format!("{name} needs {} for a typical hit{best}", plural(own, "visit"))
        }
    };
    let own =
        best.filter(|(best, _)| *best == scan).map(|_| format!("For a typical hit it needs {}. ", thousands(own)));
    let wrong = match summary.wrong() {
        0 => "It is never wrong".to_owned(),
        wrong => format!("It is wrong at {} of {}", thousands(wrong), plural(summary.all.offsets, "placement")),
    };
    let compared = found.ratios(scan).zip(found.base(scan)).filter(|&(_, base)| base != scan);
    let more = compared.map(|(ratios, base)| match ratios.sides() {
        [.., 0] => format!(", and never needs more visits than {base}"),
        [.., more] => format!(", and needs more visits than {base} at {} of hits", whole_percent(more, ratios.hits)),
    });
    Headline { sentence, detail: format!("{}{wrong}{}.", own.unwrap_or_default(), more.unwrap_or_default()) }
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
