//! `cost`: how many visits each scan needs at every offset.

use super::prelude::*;
use crate::scan::Reads;
use crate::survey::costs::no_hit;
use crate::survey::questions::cost_sheet::{
    count, mean, offsets_json, overlaps, placements, scan_json, shown_name, visits_map, winners_map, wrong,
};
use crate::survey::{Among, Fewest};
use crate::words::{listed, nanos};

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

fn answer<'a>(found: &'a Found, _: &'a Setting) -> Answer<'a> {
    let found: &CostAnswer = own(found);
    Answer {
        maps: Box::new(|| maps(found)),
        json: Box::new(|| {
            let scans = found.survey.maps.iter().zip(&found.summaries);
            let scan = |(at, (costs, summary)): (usize, (&CostMap, &Summary))| {
                let mut json = scan_json(costs.asked, summary);
                if let Some(times) = &found.times {
                    let mean = found.ranking.mean(at, times);
                    json["mean_ns"] = mean.map(|mean| mean.nanos).into();
                    json["low_ns"] = mean.map(|mean| mean.nanos - mean.error).into();
                    json["high_ns"] = mean.map(|mean| mean.nanos + mean.error).into();
                }
                json
            };
            let scans: Vec<_> = scans.enumerate().map(scan).collect();
            let lattice = found.survey.lattice;
            json!({ "offsets": offsets_json(lattice), "step": lattice.step(), "scans": scans })
        }),
        text: Some(Box::new(|| text(found))),
        ..cost_sheet::answer(conclusion(found), found)
    }
}

/// The scans with the fewest visits, and which are compared.
fn conclusion(found: &CostAnswer) -> Headline {
    let fewest = Fewest::among(found, |_| true);
    if !found.survey.has_hit() {
        return no_hit(&found.survey);
    }
    let sentence = match fewest.hit {
        None => "Every scan is wrong somewhere".to_owned(),
        Some(_) => capital_all(fewest.sentence()),
    };
    let mut asked: Vec<Scan> = Vec::new();
    for map in &found.survey.maps {
        if !asked.contains(&map.asked) {
            asked.push(map.asked);
        }
    }
    let compared = match (asked.len(), fewest.compared.len()) {
        (..2, _) | (_, 0) => None,
        (all, compared) if all == compared => Some(format!("all {all} scans compared")),
        (all, compared) => Some(format!("{compared} of {all} scans compared, those never wrong here")),
    };
    let mut parts: Vec<String> = compared.into_iter().collect();
    // Several cells per visit are not one: the best of those that read one is named, too.
    let (named, cells) = (fewest.named(), Fewest::among(found, |scan| scan.reads() == Reads::Cell));
    let mut kinds: Vec<(Reads, Vec<String>)> = Vec::new();
    for scan in named.iter().filter(|scan| scan.reads() != Reads::Cell) {
        match kinds.iter_mut().find(|(kind, _)| *kind == scan.reads()) {
            Some((_, names)) => names.push(scan.display_name()),
            None => kinds.push((scan.reads(), vec![scan.display_name()])),
        }
    }
    if !kinds.is_empty() && !cells.compared.is_empty() {
        parts.push(format!("with one cell per visit, {}", cells.sentence()));
    }
    parts.extend(kinds.iter().map(|(kind, names)| {
        let verb = if names.len() == 1 { "reads" } else { "read" };
        format!("{} {verb} {kind} per visit", listed(names))
    }));
    Headline { sentence, detail: parts.join(" · ") }
}

/// The sentence with a capital where it begins with a word of its own, not with the name of a scan.
fn capital_all(mut sentence: String) -> String {
    if sentence.starts_with("all ") {
        sentence.replace_range(..1, "A");
    }
    sentence
}

fn text(found: &CostAnswer) -> AnswerText {
    let rows = found.survey.maps.iter().zip(&found.summaries).enumerate().map(|(at, (costs, summary))| {
        let spread = summary.all.spread;
        let mut row = vec![
            shown_name(costs.asked),
            mean(spread.map(|spread| spread.mean)),
            count(spread.map(|spread| spread.median)),
            count(spread.map(|spread| spread.p95)),
            count(spread.map(|spread| spread.worst)),
            count(summary.hits.spread.map(|spread| spread.median)),
            count(summary.misses.spread.map(|spread| spread.median)),
            mean(summary.hits.spread.map(|spread| spread.mean)),
            mean(summary.misses.spread.map(|spread| spread.mean)),
            wrong(summary.wrong()),
        ];
        if let Some(times) = &found.times {
            let mean = found.ranking.mean(at, times).map(|mean| nanos(mean.nanos, mean.error));
            let [mean, error] = mean.unwrap_or_else(|| ["–", ""].map(str::to_owned));
            row.extend([mean, error]);
        }
        row
    });
    let mut headings = vec![
        "visits per offset",
        "mean",
        "median",
        "95th",
        "worst",
        "typical hit",
        "typical miss",
        "mean, hit",
        "mean, miss",
        "wrong",
    ];
    let mut lines = format!("{}\n\n", placements(&found.survey));
    if let Some(times) = &found.times {
        headings.extend(["mean ns", "±"]);
        // Without a scan that is proven right both say the same.
        if !found.ranking.right(Among::All).is_empty() {
            lines += &found.advice(times).lines();
        }
    }
    AnswerText { lines: format!("{lines}{}\n", conclusion(found).lines()), headings, rows: rows.collect() }
}

/// The visits of every scan, and which scan needs the fewest if several compete.
fn maps(found: &CostAnswer) -> Vec<Map<'_>> {
    let each = found.survey.maps.iter().zip(&found.summaries).map(|(costs, summary)| Map {
        note: summary.all.spread.map_or(String::new(), |spread| format!("median {}", thousands(spread.median.into()))),
        column: Some(costs.asked.to_string()),
        ..visits_map(found, costs, found.most_visits, costs.asked.display_name())
    });
    let winners = (found.winners.contenders.len() > 1).then(|| winners_map(found));
    std::iter::once(overlaps(&found.survey)).chain(each).chain(winners).collect()
}
