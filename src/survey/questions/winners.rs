//! `winners`: which scan needs the fewest visits at every offset.

use crate::{
    palette::Palette,
    scan::Scan,
    survey::{
        About, Answer, Column, CostAnswer, CostSurvey, Grid, Headline, Map, Places, Question, Sight, SurveyKind, Table,
        Text, Winner,
        cost_sheet::{placements, winners_map},
        own,
    },
    words::{percent, plural, thousands},
};

/// Which scan needs the fewest visits at every offset.
pub(super) static QUESTION: Question = Question {
    name: "winners",
    title: "Fewest visits",
    sentence: "Which of the scans that read one cell a visit needs the fewest visits with B at every offset?",
    about: About::Scans,
    survey: SurveyKind::of::<CostSurvey>(),
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
        let (contenders, wins) = (self.found.winners.contenders(), &self.found.wins);
        let best = wins.of_each.iter().enumerate().max_by_key(|&(at, wins)| (wins, std::cmp::Reverse(at)));
        let Some((at, best)) = best.filter(|_| wins.hits > 0) else {
            return Headline { sentence: "The masks overlap nowhere".to_owned(), detail: String::new() };
        };
        let [share, ties] = [*best, wins.ties].map(|part| percent(part, wins.hits));
        Headline {
            sentence: format!("{} wins at {}", contenders[at], plural(*best, "offset")),
            detail: format!("{share} of {} hits; {ties} are ties", thousands(wins.hits)),
        }
    }

    fn places(&self) -> Places {
        Places::Offsets(self.found.survey.offsets())
    }

    fn maps(&self, palette: &'static Palette, _: Sight) -> Vec<Map<'_>> {
        vec![winners_map(self.found, palette)]
    }

    fn table(&self) -> Table<'_> {
        let winners = &self.found.winners;
        let winner = |x, y| match winners.plane().at(x, y) {
            Winner::Apart => "miss".to_owned(),
            Winner::Contender(contender) => winners.contenders()[contender].to_string(),
            Winner::Tie => "tie".to_owned(),
        };
        Table::new(self.places(), vec![Column::new(&"winner", winner)])
    }

    fn grid(&self) -> Option<Grid<'_>> {
        let value = |x, y| match self.found.winners.plane().at(x, y) {
            Winner::Contender(contender) => i64::try_from(contender).unwrap_or(i64::MAX),
            Winner::Tie => TIE,
            Winner::Apart => APART,
        };
        let names = self.found.winners.contenders().iter().map(Scan::to_string).collect();
        Some(Grid { names, ..Grid::new("winner", value) })
    }

    fn text(&self) -> Text {
        let wins = &self.found.wins;
        let row = |(name, count): (String, u64)| vec![name, thousands(count), percent(count, wins.hits)];
        let names = self.found.winners.contenders().iter().map(|scan| scan.display_name());
        let rows = names.zip(wins.of_each.iter().copied()).chain([("tie".to_owned(), wins.ties)]).map(row).collect();
        let lines = format!("{}\n\n", placements(self.found.survey.overlaps()));
        Text { lines, headings: vec!["fewest visits", "hits", "share"], rows }
    }

    fn costs(&self) -> Option<&CostAnswer> {
        Some(self.found)
    }
}
