//! `winners`: which scan needs the fewest visits at every offset.

use std::io::Write;

use crate::{
    palette::Palette,
    scan::Scan,
    survey::{
        About, Column, CostAnswer, CostSurvey, GridJson, Headline, Map, Places, Plane, Question, Setting, Sight, Table,
        Text, Winner, cost_sheet::winners_map, sheet::write_json,
    },
    words::{percent, plural, thousands},
};

/// Which scan needs the fewest visits at every offset.
pub struct WinnersQuestion;

/// What stands in JSON for a tie, and for masks that are apart.
const TIE: i16 = -1;
const APART: i16 = -2;

impl Question for WinnersQuestion {
    type Survey = CostSurvey;
    const NAME: &'static str = "winners";
    const TITLE: &'static str = "Fewest visits";
    const SENTENCE: &'static str =
        "Which of the scans that read one cell a visit needs the fewest visits with B at every offset?";
    const ABOUT: About = About::Scans;

    fn headline(found: &CostAnswer, _: &Setting) -> Headline {
        let (contenders, wins) = (found.winners.contenders(), &found.wins);
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

    fn places(found: &CostAnswer) -> Places {
        Places::Offsets(found.survey.offsets())
    }

    fn maps<'a>(found: &'a CostAnswer, _: &'a Setting, palette: &'static Palette, _: Sight) -> Vec<Map<'a>> {
        vec![winners_map(found, palette)]
    }

    fn table<'a>(found: &'a CostAnswer, _: &'a Setting) -> Table<'a> {
        let winners = &found.winners;
        let winner = |x, y| match winners.plane().at(x, y) {
            Winner::Apart => "miss".to_owned(),
            Winner::Contender(contender) => winners.contenders()[contender].to_string(),
            Winner::Tie => "tie".to_owned(),
        };
        Table::new(Self::places(found), vec![Column::new(&"winner", winner)])
    }

    fn json(found: &CostAnswer, _: &Setting, out: &mut dyn Write) -> serde_json::Result<()> {
        let winners = &found.winners;
        let names: Vec<String> = winners.contenders().iter().map(Scan::to_string).collect();
        let values = Plane::from_fn(winners.plane().size(), |x, y| match winners.plane().at(x, y) {
            Winner::Contender(contender) => i16::try_from(contender).unwrap_or(i16::MAX),
            Winner::Tie => TIE,
            Winner::Apart => APART,
        });
        write_json(&GridJson::new(found.survey.offsets().first(), &values).named(&names), out)
    }

    fn text(found: &CostAnswer, _: &Setting) -> Text {
        let wins = &found.wins;
        let row = |(name, count): (String, u64)| vec![name, thousands(count), percent(count, wins.hits)];
        let names = found.winners.contenders().iter().map(|scan| scan.display_name());
        let rows = names.zip(wins.of_each.iter().copied()).chain([("tie".to_owned(), wins.ties)]).map(row).collect();
        let lines = format!("{}\n\n", found.placements());
        Text { lines, headings: vec!["fewest visits", "hits", "share"], rows }
    }

    fn costs(found: &CostAnswer) -> Option<&CostAnswer> {
        Some(found)
    }
}
