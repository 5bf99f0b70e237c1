//! The charts of surveys.

use super::{SurveySheet, Surveyed};
use crate::{
    files::plate::{Chart, ChartMap},
    palette::{Palette, Rgb},
    scan::Scan,
    survey::{Claim, CostMap, CostSurvey, LogScale, Plane, Summary, Verdict, Winner, Winners},
    words::{percent, thousands},
};

/// The chart of a survey.
pub(super) fn chart<'a>(sheet: &SurveySheet<'a>) -> Chart<'a> {
    match sheet.surveyed {
        Surveyed::Cost(survey) => cost(sheet, survey),
        Surveyed::Divergence(survey) => divergence(sheet, survey),
        Surveyed::Claim(survey) => claim(sheet, survey),
        Surveyed::Area(map) => {
            areas(sheet, map.areas(), "Overlap area at every offset", "of B, left to right and down")
        }
        Surveyed::Thresholds(thresholds) => {
            let note = "A's threshold from 0 to 255 to the right, B's downwards";
            areas(sheet, thresholds.areas(), "Overlap area at each pair of thresholds", note)
        }
        Surveyed::Frames(matrix) => {
            let note = "A's frames to the right, B's downwards";
            areas(sheet, matrix.areas(), "Overlap area of each pair of frames", note)
        }
    }
}

/// A chart without maps and keys, for a survey over the offsets of two sprites.
fn titled<'a>(sheet: &SurveySheet<'a>, title: &str, note: String) -> Chart<'a> {
    let [a, b] = sheet.names;
    let notes = vec![format!("{a} and {b}"), note];
    Chart { title: title.to_owned(), notes, maps: Vec::new(), keys: Vec::new(), palette: sheet.palette }
}

/// From which to which offset: `B at x −47 to 39, y −40 to 41`.
fn range(survey: &CostSurvey) -> String {
    let (first, size) = (survey.offsets().first(), survey.offsets().size());
    let axis = |first: i64, length: u32| {
        let last = first + i64::from(length) - 1;
        format!("{first} to {last}").replace('-', "−")
    };
    format!("B at x {}, y {}", axis(first.x, size.width), axis(first.y, size.height))
}

/// A map over the offsets of `survey`.
fn map<'a>(
    sheet: &SurveySheet<'a>,
    survey: &'a CostSurvey,
    caption: String,
    color: impl Fn(u32, u32) -> Rgb + 'a,
) -> ChartMap<'a> {
    ChartMap {
        caption,
        size: survey.offsets().size(),
        color: Box::new(color),
        is_inside: Some(Box::new(|x, y| survey.overlaps().at(x, y))),
        present: sheet.present,
    }
}

fn cost<'a>(sheet: &SurveySheet<'a>, survey: &'a CostSurvey) -> Chart<'a> {
    let palette = sheet.palette;
    let scale = LogScale::up_to(survey.most_visits());
    let of_scan = |costs: &'a CostMap| {
        let spread = Summary::of(survey, costs).all.spread;
        let median = spread.map_or(String::new(), |spread| format!(" · median {}", thousands(spread.median.into())));
        map(sheet, survey, costs.scan().display_name() + &median, move |x, y| {
            let share = scale.share(costs.costs().at(x, y).visits);
            if survey.overlaps().at(x, y) { palette.cost.at(share) } else { palette.miss.at(share) }
        })
    };
    let note = format!("Visits needed at every offset: {}. The line is where masks start to touch.", range(survey));
    let top = thousands(scale.top());
    let mut keys = vec![
        (palette.cost.at(0.0), "1 visit".to_owned()),
        (palette.cost.at(0.5), "hit, log scale".to_owned()),
        (palette.cost.at(1.0), format!("{top} visits")),
        (palette.miss.at(0.5), "miss, likewise".to_owned()),
    ];
    let mut maps: Vec<_> = survey.maps().iter().map(of_scan).collect();
    let winners = Winners::of(survey);
    if winners.contenders().len() > 1 {
        keys.extend(winner_keys(&winners, palette));
        maps.push(map(sheet, survey, "Fewest visits".to_owned(), move |x, y| {
            winner_color(&winners, winners.plane().at(x, y), palette)
        }));
    }
    Chart { maps, keys, ..titled(sheet, "Visits", note) }
}

fn winner_color(winners: &Winners, winner: Winner, palette: &Palette) -> Rgb {
    match winner {
        Winner::Apart => palette.miss.at(0.5),
        Winner::Contender(contender) => winners.color(contender),
        Winner::Tie => palette.tie,
    }
}

/// The contenders with their colours, and what ties are.
fn winner_keys(winners: &Winners, palette: &Palette) -> Vec<(Rgb, String)> {
    let won = |(contender, scan): (usize, &Scan)| {
        (winners.color(contender), format!("{} has the fewest", scan.display_name()))
    };
    let hits = winners.plane().size().area() - winners.count(Winner::Apart);
    let ties = (palette.tie, format!("tie, {} of hits", percent(winners.count(Winner::Tie), hits)));
    winners.contenders().iter().enumerate().map(won).chain([ties]).collect()
}

fn divergence<'a>(sheet: &SurveySheet<'a>, survey: &'a CostSurvey) -> Chart<'a> {
    let palette = sheet.palette;
    let of_scan = |costs: &'a CostMap| {
        let wrong = match Summary::of(survey, costs).wrong() {
            0 => "never wrong".to_owned(),
            wrong => format!("{} wrong", thousands(wrong)),
        };
        let caption = format!("{} · {wrong}", costs.scan().display_name());
        map(sheet, survey, caption, move |x, y| verdict_color(survey.verdict(costs, x, y), palette))
    };
    let keys = Verdict::ALL.map(|verdict| (verdict_color(verdict, palette), verdict.name().to_owned()));
    let note = format!("Answers at every offset: {}. The line is where masks start to touch.", range(survey));
    let maps = survey.maps().iter().map(of_scan).collect();
    Chart { maps, keys: keys.to_vec(), ..titled(sheet, "Wrong answers", note) }
}

fn verdict_color(verdict: Verdict, palette: &Palette) -> Rgb {
    match verdict {
        Verdict::Hit => palette.miss.at(1.0),
        Verdict::Miss => palette.miss.at(0.0),
        Verdict::FalseHit => palette.t1,
        Verdict::FalseMiss => palette.bad,
    }
}

fn claim<'a>(sheet: &SurveySheet<'a>, survey: &'a CostSurvey) -> Chart<'a> {
    let palette = sheet.palette;
    let [linear, clever] = survey.maps() else { return titled(sheet, "Nothing to compare", String::new()) };
    let claim = Claim::of(survey, linear, clever);
    let color = move |x, y| {
        let ratio = Claim::ratio(linear.costs().at(x, y), clever.costs().at(x, y));
        if survey.overlaps().at(x, y) { ratio_color(ratio, palette) } else { palette.miss.at(0.0) }
    };
    let key = |ratio: f64| (ratio_color(ratio, palette), format!("{ratio}×"));
    let mut keys = [1.0, 5.0, Claim::PROMISED.0, Claim::PROMISED.1, Claim::AT_BEST].map(key).to_vec();
    keys.push((palette.tie, "more visits, not fewer".to_owned()));
    keys.push((palette.miss.at(0.0), "masks apart".to_owned()));
    let caption = format!("{} against {}", clever.scan().display_name(), linear.scan().display_name());
    let maps = vec![map(sheet, survey, caption, color)];
    let mut chart = titled(sheet, "How many times fewer visits", format!("{}; {}.", claim.sentence(), claim.detail()));
    chart.notes.push(range(survey));
    Chart { maps, keys, ..chart }
}

/// The colour of a ratio, on a log scale from 1 to the best that is claimed.
fn ratio_color(ratio: f64, palette: &Palette) -> Rgb {
    #[expect(clippy::cast_possible_truncation, reason = "a colour needs few bits")]
    let share = (ratio.ln() / Claim::AT_BEST.ln()) as f32;
    if ratio < 1.0 { palette.tie } else { palette.cost.at(share) }
}

fn areas<'a>(sheet: &SurveySheet<'a>, areas: &'a Plane<u32>, title: &str, note: &str) -> Chart<'a> {
    let palette = sheet.palette;
    let most = areas.values().iter().copied().max().unwrap_or(0);
    let color = move |area: u32| {
        #[expect(clippy::cast_precision_loss, reason = "a colour needs few bits")]
        let share = area as f32 / most.max(1) as f32;
        if area == 0 { palette.miss.at(0.0) } else { palette.cost.at(share) }
    };
    let map = ChartMap {
        caption: format!("at most {} px", thousands(most.into())),
        size: areas.size(),
        color: Box::new(move |x, y| color(areas.at(x, y))),
        is_inside: Some(Box::new(|x, y| areas.at(x, y) > 0)),
        present: sheet.present,
    };
    let mut keys = vec![(color(0), "nothing shared".to_owned())];
    if most > 0 {
        keys.extend([1, most.div_ceil(2), most].map(|area| (color(area), format!("{} px", thousands(area.into())))));
    }
    Chart { maps: vec![map], keys, ..titled(sheet, title, note.to_owned()) }
}
