//! `claim`: PlayMyCode's claim, how many times fewer visits `combined` needs than `columns`.

use std::io::Write;

use serde::Serialize;

use crate::{
    palette::Palette,
    scan::Scan,
    survey::{
        About, Bar, Bars, Claim, Column, CostAnswer, CostMap, CostSurvey, Headline, Legend, Map, Places, Question,
        RampLegend, Setting, Sight, Table, Text, cost_sheet::map, sheet::write_json,
    },
    words::{percent, thousands},
};

/// PlayMyCode's claim, held against these sprites.
pub struct ClaimQuestion;

/// The numbers of the claim; null where no placement hits.
#[derive(Debug, Serialize)]
struct ClaimJson {
    offsets: u64,
    median: Option<f64>,
    mean: Option<f64>,
    max: Option<f64>,
}

impl Question for ClaimQuestion {
    type Survey = CostSurvey;
    const NAME: &'static str = "claim";
    const TITLE: &'static str = "Claim: 20 to 100×";
    const SENTENCE: &'static str =
        "Is PlayMyCode's claim true here: 20 to 100 times fewer visits than the linear scan?";
    const ABOUT: About = About::Sprites;
    const SCANS: &'static [Scan] = &Claim::SCANS;

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

    fn maps<'a>(found: &'a CostAnswer, _: &'a Setting, palette: &'static Palette, _: Sight) -> Vec<Map<'a>> {
        let (Some([linear, clever]), Some(claim)) = (two(found), &found.claim) else { return Vec::new() };
        let top = claim.max().unwrap_or(1.0).max(2.0);
        let overlaps = |x, y| found.survey.overlaps().at(x, y);
        let color = move |x, y| match (overlaps(x, y), ratio(linear, clever, x, y)) {
            (false, _) => palette.ctl,
            (true, ratio) if ratio < 1.0 => palette.bad,
            #[expect(clippy::cast_possible_truncation, reason = "a colour needs few bits")]
            (true, ratio) => palette.cost.at((ratio.ln() / top.ln()).clamp(0.0, 1.0) as f32),
        };
        let told = move |x, y| overlaps(x, y).then(|| format!("{:.1}× fewer", ratio(linear, clever, x, y)));
        let ramp = RampLegend {
            least: "1×".to_owned(),
            most: format!("{top:.0}×"),
            color: Box::new(|share| palette.cost.at(share)),
        };
        let keys = vec![(palette.bad, "more visits".to_owned()), (palette.ctl, "masks apart".to_owned())];
        let title = "columns ÷ combined, visits".to_owned();
        vec![map(&found.survey, title, color, told, Legend { ramp: Some(ramp), keys })]
    }

    fn table<'a>(found: &'a CostAnswer, _: &'a Setting) -> Table<'a> {
        let survey = &found.survey;
        let mut columns = Vec::new();
        if let Some([linear, clever]) = two(found) {
            let visits = |map: &'a CostMap| Column::new(&map.scan(), |x, y| map.costs().at(x, y).visits.to_string());
            columns.extend([linear, clever].map(visits));
            columns.push(Column::new(&"ratio", move |x, y| format!("{:.3}", ratio(linear, clever, x, y))));
        }
        let omits = |x, y| !survey.overlaps().at(x, y);
        Table { omits: Some(Box::new(omits)), ..Table::new(Self::places(found), columns) }
    }

    fn json(found: &CostAnswer, _: &Setting, out: &mut dyn Write) -> serde_json::Result<()> {
        let number = |number: fn(&Claim) -> Option<f64>| found.claim.as_ref().and_then(number);
        let (median, mean, max) = (number(Claim::median), number(Claim::mean), number(Claim::max));
        let offsets = found.claim.as_ref().map_or(0, Claim::offsets);
        write_json(&ClaimJson { offsets, median, mean, max }, out)
    }

    fn text(found: &CostAnswer, _: &Setting) -> Text {
        let Some(claim) = &found.claim else { return Text::default() };
        let lines = format!("{}\n\n{}\n", found.placements(), claim.sentence());
        let Some(mean) = claim.mean() else { return Text { lines, ..Text::default() } };
        let row = |Bar { name, count, .. }: Bar| vec![name, thousands(count), percent(count, claim.offsets())];
        Text {
            lines: format!("{lines}{}; {mean:.1}× in the mean\n\n", claim.detail()),
            headings: vec!["fewer visits", "hits", "share"],
            rows: bands(claim).into_iter().map(row).collect(),
        }
    }

    fn bars(found: &CostAnswer) -> Option<Bars> {
        let claim = found.claim.as_ref()?;
        Some(Bars {
            title: "How many times fewer".to_owned(),
            note: "of all placements that hit".to_owned(),
            bars: bands(claim),
            all: claim.offsets(),
        })
    }

    fn costs(found: &CostAnswer) -> Option<&CostAnswer> {
        Some(found)
    }
}

/// The maps of the scans that the claim compares.
fn two(found: &CostAnswer) -> Option<[&CostMap; 2]> {
    let [linear, clever] = Claim::SCANS.map(|scan| found.survey.map_of(scan));
    Some([linear?, clever?])
}

fn ratio(linear: &CostMap, clever: &CostMap, x: u32, y: u32) -> f64 {
    Claim::ratio(linear.costs().at(x, y), clever.costs().at(x, y))
}

/// How many hits have which ratio; those that the article promises stand out.
fn bands(claim: &Claim) -> Vec<Bar> {
    let bar = |(band, count): (usize, u64)| {
        let from = Claim::BANDS[band];
        let name = match Claim::BANDS.get(band + 1) {
            Some(_) if from == 0.0 => "more visits".to_owned(),
            Some(to) => format!("{from:.0} to {to:.0}×"),
            None => format!("{from:.0}× and above"),
        };
        Bar { name, count, is_marked: from >= Claim::PROMISED.0 }
    };
    claim.bands().into_iter().enumerate().map(bar).collect()
}
