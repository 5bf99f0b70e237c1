//! Presentation of the costs of scans: maps over the offsets on a log scale, tables, JSON.

use std::fmt::Display;

use serde_json::{Value, json};

use super::{
    Answer, CostAnswer, CostMap, CostSurvey, Headline, Label, Lattice, Legend, Map, PlaceColumn, Places, RampLegend,
};
use super::{Region, Stats, Summary, Swatch, Winner};
use crate::palette::{Palette, Rgb};
use crate::words::{plural, thousands, whole_percent};
use crate::{geom::IntRect, scan::Scan};

/// An answer that rests on `costs`, with nothing but a headline.
pub(super) fn answer(headline: Headline, costs: &CostAnswer) -> Answer<'_> {
    let placements = costs.summaries.first().map(Summary::placements);
    Answer { placements, costs: Some(costs), ..Answer::new(headline, Places::Offsets(costs.survey.lattice)) }
}

/// A map over the offsets of `survey`, with the line where masks start to touch.
pub(super) fn map<'a>(
    survey: &'a CostSurvey,
    title: String,
    color: impl Fn(u32, u32) -> Rgb + 'a,
    told: impl Fn(u32, u32) -> Option<String> + 'a,
    legend: Legend,
) -> Map<'a> {
    let inside = Box::new(|x, y| survey.overlaps.at(x, y));
    Map { inside: Some(inside), ..Map::new(title, Places::Offsets(survey.lattice), color, told, legend) }
}

/// The visits of a scan.
pub(super) fn visits_map<'a>(
    cost: &'a CostAnswer,
    costs: &'a CostMap,
    title: String,
    palette: &'static Palette,
) -> Map<'a> {
    let (survey, scale) = (&cost.survey, LogScale::up_to(cost.most_visits));
    let visits = |x, y| costs.costs.at(x, y).visits;
    let color = move |x, y| {
        let ramp = if survey.overlaps.at(x, y) { &palette.cost } else { &palette.miss };
        ramp.at(scale.share(visits(x, y)))
    };
    let ramp = RampLegend {
        least: "1".to_owned(),
        most: plural(scale.top, "visit"),
        color: Box::new(|share| palette.cost.at(share)),
    };
    let misses = Swatch { colors: [0.2, 0.5, 0.8].map(|share| palette.miss.at(share)).into(), hatch: None };
    let legend = Legend { ramp: Some(ramp), keys: vec![(misses, "misses".to_owned())], ..Legend::default() };
    let worst = costs.worst_hit.and_then(|(offset, cost)| {
        let text = format!("worst hit {}", thousands(cost.visits.into()));
        Some(Label { at: survey.lattice.asked(offset)?, text, color: None })
    });
    let told = move |x, y| Some(plural(visits(x, y).into(), "visit"));
    Map { labels: worst.into_iter().collect(), ..map(survey, title, color, told, legend) }
}

/// The map of the scans with the fewest visits.
pub(super) fn winners_map<'a>(cost: &'a CostAnswer, palette: &'static Palette) -> Map<'a> {
    let winners = &cost.winners;
    let color = |winner| match winner {
        Winner::Apart => palette.ctl,
        Winner::Contender(contender) => winners.colors[contender],
        Winner::Tie => palette.tie,
    };
    let told = |winner| match winner {
        Winner::Apart => "miss: each of them reads every cell".to_owned(),
        Winner::Contender(contender) => {
            winners.contenders.get(contender).map_or(String::new(), |scan| scan.display_name())
        }
        Winner::Tie => "several need the fewest".to_owned(),
    };
    let tie = format!("tie, {} of hits", whole_percent(winners.ties, winners.hits));
    let keys = vec![(palette.tie.into(), tie), (palette.ctl.into(), "misses: all read every cell".to_owned())];
    let contenders = winners.contenders.iter().enumerate();
    let scans = contenders.map(|(at, scan)| (winners.colors[at].into(), scan.display_name())).collect();
    let legend = Legend { ramp: None, keys, scans };
    let at = move |x, y| winners.at(x, y);
    let label = |region: &Region| {
        let (text, color) = match region.winner {
            Winner::Contender(contender) => (winners.contenders[contender].display_name(), winners.colors[contender]),
            Winner::Tie => ("tie".to_owned(), palette.tie),
            Winner::Apart => return None,
        };
        Some(Label { at: region.middle, text, color: Some(color) })
    };
    let labels = winners.regions.iter().filter_map(label).collect();
    let color = move |x, y| color(at(x, y));
    let told = move |x, y| Some(told(at(x, y)));
    let note = format!("of {} that read one cell per visit", winners.contenders.len());
    Map { note, labels, ..map(&cost.survey, "Fewest visits".to_owned(), color, told, legend) }
}

/// `7,134 offsets: masks overlap at 4,817, only boxes at 2,317`.
pub(super) fn placements<W>(survey: &CostSurvey<W>) -> String {
    let (all, [hits, misses]) = (offsets(survey.lattice), counts(survey).map(thousands));
    format!("{all}: masks overlap at {hits}, only boxes at {misses}")
}

/// At how many placements there is a hit, and at how many a miss.
pub(super) fn counts<W>(survey: &CostSurvey<W>) -> [u64; 2] {
    let hits = survey.overlaps.values().filter(|&overlap| overlap).count() as u64;
    [hits, survey.lattice.size().area() - hits]
}

/// `7,134 offsets`, or `4,194,304 offsets, every 4th px of 8,191 × 8,191`.
pub(super) fn offsets(lattice: Lattice) -> String {
    let all = plural(lattice.size().area(), "offset");
    lattice.described().map_or_else(|| all.clone(), |which| format!("{all}, {which}"))
}

/// Columns of numbers: true if the masks overlap, and the `value` of everybody asked.
pub(super) fn columns<'a, W: Display>(
    survey: &'a CostSurvey<W>,
    value: impl Fn(&CostMap<W>, u32, u32) -> String + Copy + 'a,
) -> Vec<PlaceColumn<'a>> {
    let overlap = PlaceColumn::new(&"masks_overlap", |x, y| survey.overlaps.at(x, y).to_string());
    let others = survey.maps.iter().map(|map| PlaceColumn::new(&map.asked, move |x, y| value(map, x, y)));
    std::iter::once(overlap).chain(others).collect()
}

/// The box of the offsets that are asked about, all or some of them.
pub(super) fn offsets_json(lattice: Lattice) -> Value {
    let IntRect { x, y, width, height } = lattice.part();
    json!({ "x": x, "y": y, "width": width, "height": height })
}

/// The costs of a scan, and its wrong answers.
pub(super) fn scan_json(scan: Scan, summary: &Summary) -> Value {
    json!({
        "name": scan.to_string(),
        "exact": scan.is_exact(),
        "all": stats_json(&summary.all),
        "hits": stats_json(&summary.hits),
        "misses": stats_json(&summary.misses),
        "false_hits": summary.false_hits,
        "false_misses": summary.false_misses,
    })
}

/// Visits over some offsets; what needs at least one is null without any.
fn stats_json(Stats { offsets, total, spread, .. }: &Stats) -> Value {
    json!({
        "offsets": offsets,
        "mean": spread.map(|spread| spread.mean),
        "median": spread.map(|spread| spread.median),
        "p95": spread.map(|spread| spread.p95),
        "worst": spread.map(|spread| spread.worst),
        "total": total,
    })
}

/// The name of a scan in a table, with `≈` where it can be wrong.
pub(super) fn shown_name(scan: Scan) -> String {
    scan.display_name() + if scan.is_exact() { "" } else { " ≈" }
}

/// A count, where there is anything to count.
pub(super) fn count(n: Option<u32>) -> String {
    n.map_or_else(|| "–".to_owned(), |n| thousands(n.into()))
}

/// A mean with three digits or so: `4.3`, `109`.
pub(super) fn mean(n: Option<f64>) -> String {
    let decimals = |n: f64| usize::from(n < 99.95);
    n.map_or_else(|| "–".to_owned(), |n| format!("{n:.0$}", decimals(n)))
}

/// A number of wrong answers; empty for 0.
pub(super) fn wrong(n: u64) -> String {
    if n == 0 { String::new() } else { thousands(n) }
}

/// Position of visits between 1 and a round number, on a log scale: the scale of the colours of cost maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogScale {
    /// The number at its end.
    pub top: u64,
}

impl LogScale {
    /// The scale from 1 to the next of 1, 2, 5, 10, 20, 50 … that is not below `largest`; to 2 at least.
    pub fn up_to(largest: u32) -> Self {
        let rounds = (0..).map(|power| 10_u64.pow(power)).flat_map(|ten| [ten, 2 * ten, 5 * ten]);
        Self { top: rounds.skip(1).find(|&round| round >= largest.into()).unwrap_or(u64::MAX) }
    }

    /// The position of `visits` along the scale, 0 to 1.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a colour needs few bits")]
    pub fn share(self, visits: u32) -> f32 {
        (f64::from(visits.max(1)).ln() / (self.top as f64).ln()) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_ends_with_a_round_number() {
        let tops = [0, 1, 2, 3, 10, 11, 673, 1_640, u32::MAX].map(|largest| LogScale::up_to(largest).top);
        assert_eq!(tops, [2, 2, 2, 5, 10, 20, 1_000, 2_000, 5_000_000_000]);
    }

    #[test]
    fn a_scale_is_logarithmic() {
        let scale = LogScale::up_to(100);
        assert_eq!([0, 1, 10, 100].map(|visits| scale.share(visits)), [0.0, 0.0, 0.5, 1.0]);
    }
}
