//! `cost`: how many visits each scan needs at every offset.

use std::io::Write;

use crate::{
    palette::Palette,
    survey::{
        About, Column, CostAnswer, CostSurvey, Headline, Map, Places, Question, Setting, Sight, Spread, Table, Text,
        cost_sheet::{ScanJson, ScansJson, count, mean, shown_name, visits_map, winners_map, wrong},
        sheet::write_json,
    },
    words::thousands,
};

/// How many visits each scan needs at every offset.
pub struct CostQuestion;

impl Question for CostQuestion {
    type Survey = CostSurvey;
    const NAME: &'static str = "cost";
    const TITLE: &'static str = "Cost and winner";
    const SENTENCE: &'static str =
        "How many visits does each scan need with B at every offset, and which needs the fewest?";
    const ABOUT: About = About::Scans;

    fn headline(found: &CostAnswer, _: &Setting) -> Headline {
        let claim = found.claim.as_ref().filter(|claim| claim.offsets() > 0);
        claim.map_or_else(
            || Headline { sentence: "The masks overlap nowhere".to_owned(), detail: String::new() },
            |claim| Headline { sentence: claim.sentence(), detail: claim.detail() },
        )
    }

    fn places(found: &CostAnswer) -> Places {
        Places::Offsets(found.survey.offsets())
    }

    fn maps<'a>(found: &'a CostAnswer, setting: &'a Setting, palette: &'static Palette, sight: Sight) -> Vec<Map<'a>> {
        let survey = &found.survey;
        let all = survey.maps().iter().zip(&found.summaries);
        let mut maps: Vec<Map<'a>> = match sight {
            Sight::Window => all
                .filter(|(costs, _)| costs.scan() == setting.choices.scan)
                .map(|(costs, _)| visits_map(found, costs, format!("Visits of {}", costs.scan()), palette))
                .collect(),
            Sight::Page => all
                .map(|(costs, (summary, _))| {
                    let median = |spread: Spread| format!("median {}", thousands(spread.median.into()));
                    let note = summary.all.spread.map_or(String::new(), median);
                    Map { note, ..visits_map(found, costs, costs.scan().display_name(), palette) }
                })
                .collect(),
        };
        if sight == Sight::Window || found.winners.contenders().len() > 1 {
            maps.push(winners_map(found, palette));
        }
        maps
    }

    fn table<'a>(found: &'a CostAnswer, _: &'a Setting) -> Table<'a> {
        let survey = &found.survey;
        let overlap = Column::new(&"masks_overlap", |x, y| survey.overlaps().at(x, y).to_string());
        let of_scans = survey
            .maps()
            .iter()
            .map(|costs| Column::new(&costs.scan(), |x, y| costs.costs().at(x, y).visits.to_string()));
        Table::new(Self::places(found), std::iter::once(overlap).chain(of_scans).collect())
    }

    fn json(found: &CostAnswer, _: &Setting, out: &mut dyn Write) -> serde_json::Result<()> {
        let scans = found.survey.maps().iter().zip(&found.summaries);
        let scans = scans.map(|(costs, (summary, _))| ScanJson::new(costs.scan(), summary)).collect();
        write_json(&ScansJson { offsets: found.survey.offsets().into(), scans }, out)
    }

    fn text(found: &CostAnswer, _: &Setting) -> Text {
        let rows = found.survey.maps().iter().zip(&found.summaries).map(|(costs, (summary, _))| {
            let spread = summary.all.spread;
            vec![
                shown_name(costs.scan()),
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
            lines: format!("{}\n\n", found.placements()),
            headings: vec!["visits per offset", "mean", "median", "95th", "worst", "mean, hit", "mean, miss", "wrong"],
            rows: rows.collect(),
        }
    }

    fn costs(found: &CostAnswer) -> Option<&CostAnswer> {
        Some(found)
    }
}
