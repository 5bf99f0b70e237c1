//! Presentation of the costs of scans: maps over the offsets on a log scale, words of cells, JSON.

use serde_json::{Value, json};

use crate::geom::{IntRect, Size};
use crate::survey::costs::FewestAt;
use crate::survey::{
    Among, Answer, CostAnswer, CostMap, CostSurvey, Hatch, Headline, Ink, Label, Lattice, LogScale, Map, Places, Stats,
    Summary, Survey as _, Term, Winner, WonRegion,
};
use crate::words::{plural, thousands, whole_percent};
use crate::{palette::Rgb, scan::Scan};

/// An answer that rests on `costs`, with nothing but a headline.
pub(in crate::survey) fn answer(headline: Headline, costs: &CostAnswer) -> Answer<'_> {
    let placements = costs.summaries.first().map(Summary::placements);
    Answer { placements, costs: Some(costs), ..Answer::new(headline, Places::Offsets(costs.survey.lattice)) }
}

/// A map over the offsets of `survey`, with the line where masks start to touch.
pub(in crate::survey) fn map<'a, W>(
    survey: &'a CostSurvey<W>,
    title: String,
    terms: Vec<Term>,
    value: impl Fn(u32, u32) -> (usize, f64) + 'a,
) -> Map<'a> {
    let inside = Box::new(|x, y| survey.overlaps.at(x, y));
    Map { inside: Some(inside), ..Map::new(title, Places::Offsets(survey.lattice), terms, value) }
}

/// The column that says where the masks overlap.
pub(in crate::survey) fn overlaps<W>(survey: &CostSurvey<W>) -> Map<'_> {
    let terms = ["false", "true"].map(|name| Term::new(name, |palette| palette.ctl).written(name));
    let value = |x, y| (survey.overlaps.at(x, y).into(), 0.0);
    Map::column(&"masks_overlap", Places::Offsets(survey.lattice), terms, value)
}

/// The maps on which a scan is chosen: which of `among` needs the fewest visits, and the visits of `scan`.
pub fn choice_maps(cost: &CostAnswer, among: Among, scan: Scan) -> Vec<Map<'_>> {
    let shown = cost.survey.map_of(scan);
    let visits = shown.map(|costs| Map {
        labels: Vec::new(),
        ..visits_map(cost, costs, costs.most_visits(), format!("Visits of {}", scan.display_name()))
    });
    [fewest_map(cost, among)].into_iter().chain(visits).collect()
}

/// A map of who has the fewest visits. Each of those that compete has a term where it alone has them, and one for each other with which
/// it shares them: of misses, and of hits.
fn fewest_map(cost: &CostAnswer, among: Among) -> Map<'_> {
    let (survey, ranking) = (&cost.survey, &cost.ranking);
    let contest = ranking.contest(among);
    let of_pair = |first: usize, second: Option<usize>| {
        let color = |at: usize| ranking.color(contest[at]);
        [Ink::Faint as fn(Rgb) -> Ink, Ink::Scan].map(|ink| Term {
            hatch: second.map(|second| (Hatch::Stripes, Some(ink(color(second))))),
            ..Term::numbers(ink(color(first)))
        })
    };
    let seconds = || std::iter::once(None).chain((0..contest.len()).map(Some));
    let pairs = (0..contest.len()).flat_map(|first| seconds().map(move |second| (first, second)));
    let apart = match among {
        Among::All => Term { key: None, ..Term::new("", |palette| palette.ctl) },
        Among::OnePixel => Term::new("misses: all read every cell", |palette| palette.ctl),
    };
    let tie = Term::new("hatched: a tie", |palette| palette.tie).hatched(Hatch::Stripes, Some(|palette| palette.ctl));
    let is_won = !contest.is_empty();
    let mut terms: Vec<Term> = pairs.flat_map(|(first, second)| of_pair(first, second)).collect();
    let none = terms.len();
    terms.push(apart);
    terms.extend(is_won.then_some(tie));
    let place = move |at: usize| contest.iter().position(|other| *other == at).unwrap_or(0);
    let term = move |FewestAt { first, second, is_hit }: FewestAt| {
        let second = second.map_or(0, |second| 1 + place(second));
        2 * (place(first) * (1 + contest.len()) + second) + usize::from(is_hit)
    };
    let label = |region: &WonRegion<FewestAt>| Label {
        at: region.middle,
        text: match region.winner {
            FewestAt { second: Some(_), .. } => "tie".to_owned(),
            FewestAt { first, .. } => survey.maps[first].asked.display_name(),
        },
        term: Some(term(region.winner)),
    };
    let mut labels: Vec<Label> = Vec::new();
    for label in ranking.regions(among).iter().map(label) {
        // Ties of several pairs have one name.
        if label.text != "tie" || labels.iter().all(|before| before.text != "tie") {
            labels.push(label);
        }
    }
    if survey.progress().is_complete() && !survey.has_hit() {
        let Size { width, height } = survey.lattice.size();
        labels.push(Label {
            at: (width / 2, height / 2),
            text: "no hit at any placement".to_owned(),
            term: Some(none),
        });
    }
    let value = move |x, y| (ranking.fewest(survey, among, x, y).map_or(none, term), 0.0);
    let tooltip = move |x, y| match ranking.fewest(survey, among, x, y) {
        Some(fewest) => fewest_here(cost, among, fewest, (x, y)),
        None if is_won => "miss: each of them reads every cell".to_owned(),
        None => "no scan is proven right".to_owned(),
    };
    Map { labels, ..map(survey, "Fewest visits".to_owned(), terms, value).with_tooltip(tooltip) }
}

/// `summed-area: 1 visit`, or `tie: summed-area and last-hit, 1 visit each`; scans that are equal everywhere do not tie.
fn fewest_here(cost: &CostAnswer, among: Among, fewest: FewestAt, (x, y): (u32, u32)) -> String {
    let visits = |at: usize| cost.survey.maps[at].costs.at(x, y).visits;
    let least = visits(fewest.first);
    let all: Vec<usize> = cost.ranking.right(among).iter().copied().filter(|at| visits(*at) == least).collect();
    let (names, least) = (cost.named(&all), plural(least.into(), "visit"));
    match (fewest.second, all.len()) {
        (_, 1) => format!("{names}: {least}"),
        (None, _) => format!("{names}: {least} each"),
        (Some(_), _) => format!("tie: {names}, {least} each"),
    }
}

/// The visits of a scan, on a scale up to `most`.
pub(super) fn visits_map<'a>(cost: &'a CostAnswer, costs: &'a CostMap, most: u32, title: String) -> Map<'a> {
    let (survey, scale) = (&cost.survey, LogScale::up_to(most));
    let visits = |x, y| costs.costs.at(x, y).visits;
    let value = move |x, y| (usize::from(!survey.overlaps.at(x, y)), visits(x, y).into());
    let worst = costs.worst_hit.and_then(|(offset, cost)| {
        let text = format!("worst hit {}", thousands(cost.visits.into()));
        Some(Label { at: survey.lattice.asked(offset)?, text, term: None })
    });
    let hits = Term::numbers(Ink::Visits(|palette| &palette.cost, scale));
    let misses = Term::numbers(Ink::Visits(|palette| &palette.miss, scale)).key("misses");
    let map =
        map(survey, title, vec![hits, misses], value).with_tooltip(move |x, y| plural(visits(x, y).into(), "visit"));
    Map { labels: worst.into_iter().collect(), ..map }
}

/// The map of the scans with the fewest visits: in JSON a tie is -1, a miss -2, and a hit without a scan that competes -3.
pub(super) fn winners_map(cost: &CostAnswer) -> Map<'_> {
    let winners = &cost.winners;
    let term = |winner| match winner {
        Winner::Tie => 0,
        Winner::Apart => 1,
        Winner::Nobody => 2,
        Winner::Contender(contender) => 3 + contender,
    };
    let tie = format!("tie, {} of hits", whole_percent(winners.ties, winners.hits));
    let scan = |(scan, &color): (&Scan, _)| Term {
        written: Some(scan.to_string().into()),
        ink: Ink::Scan(color),
        ..Term::new(scan.display_name(), |palette| palette.ctl)
    };
    let terms = [
        Term::new("several need the fewest", |palette| palette.tie).key(tie).written("tie"),
        Term::new("miss: each of them reads every cell", |palette| palette.ctl)
            .key("misses: all read every cell")
            .written("miss"),
        Term {
            key: winners.contenders.is_empty().then(|| "hit: no scan competes".to_owned()),
            ..Term::new("hit: no scan competes", |palette| palette.right[0]).written("none")
        },
    ];
    let terms: Vec<Term> = terms.into_iter().chain(winners.contenders.iter().zip(&winners.colors).map(scan)).collect();
    let label = |region: &WonRegion| Label {
        at: region.middle,
        text: match region.winner {
            Winner::Contender(contender) => winners.contenders[contender].display_name(),
            Winner::Tie | Winner::Apart | Winner::Nobody => "tie".to_owned(),
        },
        term: Some(term(region.winner)),
    };
    let labels = winners.regions.iter().map(label).collect();
    let value = move |x, y| {
        let winner = winners.at(x, y);
        let number = match winner {
            Winner::Contender(contender) => u32::try_from(contender).map_or(f64::NAN, f64::from),
            Winner::Tie => -1.0,
            Winner::Apart => -2.0,
            Winner::Nobody => -3.0,
        };
        (term(winner), number)
    };
    let note = format!("of {} that read one cell per visit", winners.contenders.len());
    Map { note, labels, ..map(&cost.survey, "Fewest visits".to_owned(), terms, value) }
}

/// `7,134 offsets: masks overlap at 4,817, only boxes at 2,317`.
pub(in crate::survey) fn placements<W>(survey: &CostSurvey<W>) -> String {
    let (all, [hits, misses]) = (offsets(survey.lattice), counts(survey).map(thousands));
    format!("{all}: masks overlap at {hits}, only boxes at {misses}")
}

/// At how many placements there is a hit, and at how many a miss.
pub(in crate::survey) fn counts<W>(survey: &CostSurvey<W>) -> [u64; 2] {
    let hits = survey.overlaps.values().filter(|&overlap| overlap).count() as u64;
    [hits, survey.lattice.size().area() - hits]
}

/// `7,134 offsets`, or `4,194,304 offsets, every 4th px of 8,191 × 8,191`.
pub(in crate::survey) fn offsets(lattice: Lattice) -> String {
    let all = plural(lattice.size().area(), "offset");
    lattice.described().map_or_else(|| all.clone(), |which| format!("{all}, {which}"))
}

/// The box of the offsets that are asked about, all or some of them.
pub(super) fn offsets_json(lattice: Lattice) -> Value {
    let IntRect { x, y, width, height } = lattice.part();
    json!({ "x": x, "y": y, "width": width, "height": height })
}

/// The costs of a scan, and its wrong answers.
pub(super) fn scan_json(scan: Scan, summary: &Summary) -> Value {
    let mut json = json!({
        "name": scan.to_string(),
        "exact": scan.is_exact(),
        "all": stats_json(&summary.all),
        "hits": stats_json(&summary.hits),
        "misses": stats_json(&summary.misses),
        "false_hits": summary.false_hits,
        "false_misses": summary.false_misses,
        "wrong_cells": summary.wrong_cells,
    });
    if scan.is_own() {
        json["measured"] = true.into();
    }
    json
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
pub(in crate::survey) fn count(n: Option<u32>) -> String {
    n.map_or_else(|| "–".to_owned(), |n| thousands(n.into()))
}

/// A mean with three digits or so: `4.3`, `109`.
pub(in crate::survey) fn mean(n: Option<f64>) -> String {
    let decimals = |n: f64| usize::from(n < 99.95);
    n.map_or_else(|| "–".to_owned(), |n| format!("{n:.0$}", decimals(n)))
}

/// A number of wrong answers; empty for 0.
pub(in crate::survey) fn wrong(n: u64) -> String {
    if n == 0 { String::new() } else { thousands(n) }
}
