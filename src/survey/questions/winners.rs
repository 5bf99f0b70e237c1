//! `winners`: which scan needs the fewest visits at every offset.

use super::prelude::*;
use crate::survey::cost_sheet::{placements, winners_map};

/// Which scan needs the fewest visits at every offset.
pub(super) static QUESTION: Question = Question {
    name: "winners",
    title: "Fewest visits",
    sentence: "Which of the scans that read one cell a visit needs the fewest visits with B at every offset?",
    about: About::Scans,
    is_listed: |_| false,
    survey: |_| SurveyKind::of::<CostSurvey>(),
    answer: |found, _| Box::new(WinnersAnswer { found: own(found) }),
};

struct WinnersAnswer<'a> {
    found: &'a CostAnswer,
}

/// What stands in JSON for a tie, and for masks that are apart.
const TIE: i64 = -1;
const APART: i64 = -2;

impl Answer for WinnersAnswer<'_> {
    fn headline(&self) -> Headline {
        let Winners { contenders, wins, ties, hits, .. } = &self.found.winners;
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

    fn places(&self) -> Places {
        Places::Offsets(self.found.survey.lattice)
    }

    fn maps(&self, palette: &'static Palette, _: Sight) -> Vec<Map<'_>> {
        vec![winners_map(self.found, palette)]
    }

    fn table(&self) -> Table<'_> {
        let winners = &self.found.winners;
        let winner = |x, y| match winners.at(x, y) {
            Winner::Apart => "miss".to_owned(),
            Winner::Contender(contender) => winners.contenders[contender].to_string(),
            Winner::Tie => "tie".to_owned(),
        };
        Table::new(self.places(), vec![Column::new(&"winner", winner)])
    }

    fn grid(&self) -> Option<Grid<'_>> {
        let value = |x, y| match self.found.winners.at(x, y) {
            Winner::Contender(contender) => i64::try_from(contender).unwrap_or(i64::MAX),
            Winner::Tie => TIE,
            Winner::Apart => APART,
        };
        let names = self.found.winners.contenders.iter().map(Scan::to_string).collect();
        Some(Grid { names, ..Grid::new("winner", value) })
    }

    fn text(&self) -> Text {
        let Winners { contenders, wins, ties, hits, .. } = &self.found.winners;
        let row = |(name, count): (String, u64)| vec![name, thousands(count), percent(count, *hits)];
        let names = contenders.iter().map(|scan| scan.display_name());
        let rows = names.zip(wins.iter().copied()).chain([("tie".to_owned(), *ties)]).map(row).collect();
        let lines = format!("{}\n\n", placements(&self.found.survey));
        Text { lines, headings: vec!["fewest visits", "hits", "share"], rows }
    }

    fn costs(&self) -> Option<&CostAnswer> {
        Some(self.found)
    }
}
