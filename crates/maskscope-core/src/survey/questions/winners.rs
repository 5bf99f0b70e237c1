//! `winners`: which scan needs the fewest visits at every offset.

use super::prelude::*;
use crate::survey::costs::no_hit;
use crate::survey::questions::cost_sheet::{placements, winners_map};
use crate::words::listed;

/// The question which scan needs the fewest visits at every offset.
pub(super) static QUESTION: Question = Question {
    name: "winners",
    title: "Fewest visits",
    sentence: "Which of the scans that read one cell per visit needs the fewest visits with B at every offset?",
    about: QuestionAbout::Scans,
    is_listed: |_| false,
    survey: |_| SurveyKind::of::<CostSurvey>(),
    answer,
};

fn answer<'a>(found: &'a Found, _: &'a Setting) -> Answer<'a> {
    let found: &CostAnswer = own(found);
    let winners = &found.winners;
    Answer {
        maps: Box::new(move || vec![Map { column: Some("winner".to_owned()), ..winners_map(found) }]),
        grid: Some(GridValues::Names(winners.contenders.iter().map(Scan::to_string).collect())),
        text: Some(Box::new(move || {
            let row = |(name, count): (String, u64)| vec![name, thousands(count), percent(count, winners.hits)];
            let names = winners.contenders.iter().map(|scan| scan.display_name());
            let rows = names.zip(winners.wins.iter().copied()).chain([("tie".to_owned(), winners.ties)]);
            let lines = format!("{}\n\n{}\n", placements(&found.survey), headline(found).lines());
            AnswerText { lines, headings: vec!["fewest visits", "hits", "share"], rows: rows.map(row).collect() }
        })),
        ..cost_sheet::answer(headline(found), found)
    }
}

fn headline(found: &CostAnswer) -> Headline {
    let Winners { contenders, wins, ties, hits, .. } = &found.winners;
    if *hits == 0 {
        return no_hit(&found.survey);
    }
    let names = |scans: &mut dyn Iterator<Item = &Scan>| scans.map(|scan| scan.display_name()).collect::<Vec<_>>();
    let most = wins.iter().copied().max().unwrap_or(0);
    let first = names(&mut contenders.iter().zip(wins).filter(|(_, wins)| **wins == most).map(|(scan, _)| scan));
    let (at, all) = (thousands(most), plural(*hits, "hit"));
    let sentence = match (contenders.len(), &*first) {
        (0, _) => "No scan competes: each is wrong somewhere, or reads more than one cell per visit".to_owned(),
        (1, [only, ..]) => format!("{only} is the only scan compared"),
        _ if most == 0 => "No scan alone needs the fewest visits at any hit".to_owned(),
        (_, [only]) => format!("{only} alone needs the fewest visits at {at} of {all}"),
        (_, first) => format!("{} each need the fewest visits alone at {at} of {all}", listed(first)),
    };
    if contenders.len() < 2 {
        return Headline { sentence, ..Headline::default() };
    }
    let [share, ties] = [most, *ties].map(|part| percent(part, *hits));
    let compared = names(&mut contenders.iter()).join(", ");
    Headline { sentence, detail: format!("{share}, the most of those compared: {compared}; {ties} are ties") }
}
