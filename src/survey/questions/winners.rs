//! `winners`: which scan needs the fewest visits at every offset.

use super::prelude::*;
use crate::survey::cost_sheet::{placements, winners_map};

/// The question which scan needs the fewest visits at every offset.
pub(super) static QUESTION: Question = Question {
    name: "winners",
    title: "Fewest visits",
    sentence: "Which of the scans that read one cell a visit needs the fewest visits with B at every offset?",
    about: QuestionAbout::Scans,
    is_listed: |_| false,
    survey: |_| SurveyKind::of::<CostSurvey>(),
    answer,
};

/// The numbers in JSON of a tie, and of masks that miss.
const TIE: i64 = -1;
const APART: i64 = -2;

fn answer<'a>(found: &'a Found, _: &'a Setting) -> Answer<'a> {
    let found: &CostAnswer = own(found);
    let winners = &found.winners;
    let named = |x, y| match winners.at(x, y) {
        Winner::Apart => "miss".to_owned(),
        Winner::Contender(contender) => winners.contenders[contender].to_string(),
        Winner::Tie => "tie".to_owned(),
    };
    let numbered = |x, y| match winners.at(x, y) {
        Winner::Contender(contender) => i64::try_from(contender).unwrap_or(i64::MAX),
        Winner::Tie => TIE,
        Winner::Apart => APART,
    };
    let names = winners.contenders.iter().map(Scan::to_string).collect();
    Answer {
        maps: Box::new(move |palette, _| vec![winners_map(found, palette)]),
        grid: Some(NumberGrid { names, ..NumberGrid::new("winner", numbered) }),
        columns: vec![PlaceColumn::new(&"winner", named)],
        text: Some(Box::new(move || {
            let row = |(name, count): (String, u64)| vec![name, thousands(count), percent(count, winners.hits)];
            let names = winners.contenders.iter().map(|scan| scan.display_name());
            let rows = names.zip(winners.wins.iter().copied()).chain([("tie".to_owned(), winners.ties)]);
            let lines = format!("{}\n\n", placements(&found.survey));
            AnswerText { lines, headings: vec!["fewest visits", "hits", "share"], rows: rows.map(row).collect() }
        })),
        ..cost_sheet::answer(headline(winners), found)
    }
}

fn headline(Winners { contenders, wins, ties, hits, .. }: &Winners) -> Headline {
    let best = contenders.iter().zip(wins).rev().max_by_key(|&(_, wins)| wins);
    let Some((best, &wins)) = best.filter(|_| *hits > 0) else {
        return Headline { sentence: "The masks overlap nowhere".to_owned(), detail: String::new() };
    };
    let [share, ties] = [wins, *ties].map(|part| percent(part, *hits));
    Headline {
        sentence: format!("{best} wins at {}", plural(wins, "offset")),
        detail: format!("{share} of {} hits; {ties} are ties", thousands(*hits)),
    }
}
