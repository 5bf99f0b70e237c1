//! `difference`: by how many visits two scans differ at every offset.

use std::io::Write;

use crate::{
    palette::{Palette, Rgb, mix},
    survey::{
        About, Column, CostAnswer, CostMap, CostSurvey, GridJson, Headline, Legend, Map, Places, Question, Setting,
        Sight, Table, Text, claim::factor, cost_sheet::map, difference, sheet::write_json,
    },
    words::{percent, thousands},
};

/// By how many visits two scans differ at every offset.
pub struct DifferenceQuestion;

impl Question for DifferenceQuestion {
    type Survey = CostSurvey;
    const NAME: &'static str = "difference";
    const TITLE: &'static str = "Difference of two";
    const SENTENCE: &'static str = "At which offsets does one scan need fewer visits than another, and by how many?";
    const ABOUT: About = About::TwoScans;

    fn headline(found: &CostAnswer, setting: &Setting) -> Headline {
        let [one, other] = setting.choices.two_scans;
        let mean = |scan| found.summary(scan).and_then(|summary| Some(summary.all.spread?.mean));
        let sentence = mean(one).zip(mean(other)).map_or_else(String::new, |(a, b)| {
            let (less, more, ratio) =
                if a <= b { (one, other, b / a.max(1e-9)) } else { (other, one, a / b.max(1e-9)) };
            format!("{less} needs {}× fewer visits than {more} in the mean", factor(ratio))
        });
        Headline { sentence, detail: format!("{one} minus {other} at every offset") }
    }

    fn places(found: &CostAnswer) -> Places {
        Places::Offsets(found.survey.offsets())
    }

    fn maps<'a>(found: &'a CostAnswer, setting: &'a Setting, palette: &'static Palette, _: Sight) -> Vec<Map<'a>> {
        let Some([first, second]) = two(found, setting) else { return Vec::new() };
        let [one, other] = setting.choices.two_scans;
        let by = |x, y| visits(first, x, y) - visits(second, x, y);
        let pairs = first.costs().values().iter().zip(second.costs().values());
        let most = pairs.map(|(one, other)| one.visits.abs_diff(other.visits)).max().unwrap_or(1).max(1).into();
        // Fewer visits of the first have the colour of A, fewer of the second that of B.
        let color = move |x, y| match by(x, y) {
            0 => palette.ctl,
            n if n < 0 => mix(palette.ctl, palette.a, part(n, most)),
            n => mix(palette.ctl, palette.b, part(n, most)),
        };
        let told = move |x, y| {
            Some(match by(x, y) {
                0 => "both need as many visits".to_owned(),
                n if n < 0 => format!("{one} needs {} fewer", thousands(n.unsigned_abs())),
                n => format!("{other} needs {} fewer", thousands(n.unsigned_abs())),
            })
        };
        let keys: Vec<(Rgb, String)> = vec![
            (palette.a, format!("{one} needs fewer")),
            (palette.b, format!("{other} needs fewer")),
            (palette.ctl, "as many".to_owned()),
        ];
        let title = format!("Visits of {one} minus those of {other}");
        vec![map(&found.survey, title, color, told, Legend { ramp: None, keys })]
    }

    fn table<'a>(found: &'a CostAnswer, setting: &'a Setting) -> Table<'a> {
        let mut columns = Vec::new();
        if let Some([first, second]) = two(found, setting) {
            columns.extend([first, second].map(|map| Column::new(&map.scan(), |x, y| visits(map, x, y).to_string())));
            let difference = move |x, y| (visits(first, x, y) - visits(second, x, y)).to_string();
            columns.push(Column::new(&"difference", difference));
        }
        Table::new(Self::places(found), columns)
    }

    fn json(found: &CostAnswer, setting: &Setting, out: &mut dyn Write) -> serde_json::Result<()> {
        let Some([first, second]) = two(found, setting) else { return write_json(&(), out) };
        write_json(&GridJson::new(found.survey.offsets().first(), &difference(first, second)), out)
    }

    fn text(found: &CostAnswer, setting: &Setting) -> Text {
        let [one, other] = setting.choices.two_scans;
        let lines = format!("{}\n\n{}\n\n", found.placements(), Self::headline(found, setting).sentence);
        let Some([first, second]) = two(found, setting) else { return Text { lines, ..Text::default() } };
        let plane = difference(first, second);
        let row = |name: String, is_counted: fn(i64) -> bool| {
            let count = plane.values().iter().filter(|&&n| is_counted(n)).count() as u64;
            vec![name, thousands(count), percent(count, plane.size().area())]
        };
        let rows = vec![
            row(format!("{one} needs fewer"), |n| n < 0),
            row("as many".to_owned(), |n| n == 0),
            row(format!("{other} needs fewer"), |n| n > 0),
        ];
        Text { lines, headings: vec!["visits", "offsets", "share"], rows }
    }

    fn costs(found: &CostAnswer) -> Option<&CostAnswer> {
        Some(found)
    }
}

/// The maps of the two scans; `None` where one takes no part.
fn two<'a>(found: &'a CostAnswer, setting: &Setting) -> Option<[&'a CostMap; 2]> {
    let [one, other] = setting.choices.two_scans;
    Some([found.survey.map_of(one)?, found.survey.map_of(other)?])
}

fn visits(map: &CostMap, x: u32, y: u32) -> i64 {
    map.costs().at(x, y).visits.into()
}

/// How strong the colour of a difference is, on a log scale up to the largest, in 255ths.
fn part(difference: i64, most: u64) -> u8 {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a colour needs few bits"
    )]
    let part = |n: u64| ((n as f32).ln_1p() / (most as f32).ln_1p() * 255.0).clamp(0.0, 255.0) as u8;
    part(difference.unsigned_abs())
}
