//! `difference`: which of two scans needs fewer visits at every offset, or where engines and others answer differently.

use super::{divergence, prelude::*};
use crate::palette::Palette;
use crate::survey::costs::no_hit;
use crate::survey::{Divergence, Ratios, Role, Swatch, sheets::legend};
use crate::words::{listed, whole_percent};

/// The question which of two scans needs fewer visits at every offset; if one of two is not a scan, where their answers
/// differ.
pub(super) static QUESTION: Question = Question {
    name: "difference",
    title: "Difference of two",
    sentence: "At which offsets does one scan need fewer visits than another, and by how many? Where does an engine answer differently?",
    about: QuestionAbout::Two,
    is_listed: |_| true,
    survey: |choices| match choices.two_scans() {
        Some(_) => SurveyKind::of::<DuelSurvey>(),
        None => SurveyKind::of::<Divergence>(),
    },
    answer: |found, setting| match found.downcast_ref() {
        Some(duel) => answer(duel),
        None => divergence::answer(found, setting),
    },
};

/// A survey of the visits of two scans.
#[derive(Clone, Debug)]
pub struct DuelSurvey(CostSurvey);

/// The visits of two scans, compared.
#[derive(Debug)]
pub struct Duel {
    /// The visits of both at every offset.
    pub survey: CostSurvey,
    /// The summary of each.
    pub summaries: [Summary; 2],
    /// The first one's visits divided by the second one's.
    pub ratios: Ratios,
}

impl Duel {
    /// The answer so far of `survey`, which is of two scans.
    async fn publish(survey: CostSurvey) -> Self {
        let summaries = Summary::of_each(&survey).await.try_into().expect("two scans are asked");
        Self { ratios: survey.ratios(two(&survey)[1]).await, summaries, survey }
    }

    /// The scans.
    pub fn scans(&self) -> [Scan; 2] {
        self.maps().map(|map| map.asked)
    }

    /// The visits of each, everywhere.
    pub fn maps(&self) -> [&CostMap; 2] {
        two(&self.survey)
    }

    /// True if the visits may be compared: no answer of either is wrong, which may stop too early.
    pub fn is_compared(&self) -> bool {
        self.summaries.iter().all(|summary| summary.wrong() == 0)
    }

    /// The visits of both at a column and row.
    ///
    /// # Panics
    /// Where it lies beyond the grid.
    pub fn visits(&self, x: u32, y: u32) -> [u32; 2] {
        self.maps().map(|map| map.costs.at(x, y).visits)
    }
}

/// Two scans are asked, even where both are the same.
fn two(survey: &CostSurvey) -> [&CostMap; 2] {
    [&survey.maps[0], &survey.maps[1]]
}

impl Survey for DuelSurvey {
    fn progress(&self) -> Progress {
        self.0.progress()
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        self.0.step(budget, cancelled);
    }
}

impl Askable for DuelSurvey {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Part, Input::Witnesses];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let scans = setting.choices.two_scans().ok_or_else(|| Refusal("two scans are compared".to_owned()))?;
        let [a, b] = &setting.pair;
        let mut survey = CostSurvey::over(setting.lattice(), &a.raster, &b.raster, &scans);
        survey.maps[1].base = Some(0);
        Ok(Self(survey))
    }

    fn publish(&self) -> Publishing {
        Publishing::new(Duel::publish(self.0.clone()))
    }
}

/// The answer of two scans.
pub(super) fn answer(duel: &Duel) -> Answer<'_> {
    Answer {
        maps: Box::new(|| maps(duel).into()),
        grid: Some(GridValues::Numbers),
        text: Some(Box::new(|| text(duel, &headline(duel)))),
        placements: Some(duel.summaries[0].placements()),
        ..Answer::new(headline(duel), Places::Offsets(duel.survey.lattice))
    }
}

fn headline(duel: &Duel) -> Headline {
    let [first, second] = duel.scans().map(Scan::display_name);
    let Ratios { hits, .. } = duel.ratios;
    let [seconds, equal, firsts] = duel.ratios.sides();
    if hits == 0 {
        return no_hit(&duel.survey);
    }
    if !duel.is_compared() {
        return Headline { sentence: wrong(duel), ..Headline::default() };
    }
    let share = |part: u64| whole_percent(part, hits);
    let both = [(&first, firsts), (&second, seconds)];
    let [more, less] = if firsts >= seconds { both } else { [both[1], both[0]] };
    let sentence = match (more.1, less.1) {
        (0, _) => format!("{first} and {second} need the same number of visits at every hit"),
        (won, 0) => format!("{} needs fewer in {} of hits, {} never", more.0, share(won), less.0),
        (won, lost) => format!("{} needs fewer in {} of hits, {} in {}", more.0, share(won), less.0, share(lost)),
    };
    let detail = if equal == 0 || equal == hits { String::new() } else { format!("equal in {}", share(equal)) };
    Headline { sentence, detail }
}

/// `yours is wrong at 1,782 of 1,782 hits: its visits are not compared`.
fn wrong(duel: &Duel) -> String {
    let wrong = |(scan, summary): (Scan, &Summary)| {
        let [hits, misses] = summary.placements();
        let (all, many) = if summary.false_hits == 0 { (hits, "hits") } else { (hits + misses, "placements") };
        let count = of(summary.wrong(), all, many);
        (summary.wrong() > 0).then(|| format!("{} is wrong at {count}", scan.display_name()))
    };
    let mut wrong: Vec<_> = duel.scans().into_iter().zip(&duel.summaries).filter_map(wrong).collect();
    wrong.dedup();
    let whose = if wrong.len() == 1 { "its visits" } else { "their visits" };
    format!("{}: {whose} are not compared", listed(&wrong))
}

/// The visits of both, and how many more the first one needs.
pub(super) fn maps(duel: &Duel) -> [Map<'_>; 3] {
    let places = Places::Offsets(duel.survey.lattice);
    let [one, other] =
        duel.maps().map(|map| Map::column(&map.asked, places, [], |x, y| (0, map.costs.at(x, y).visits.into())));
    let value = |x, y| {
        let [first, second] = duel.visits(x, y);
        let term = match () {
            () if !duel.survey.overlaps.at(x, y) => MISS,
            () if first == second => EQUAL,
            () if first < second => strength(second, first),
            () => SECOND + strength(first, second),
        };
        (term, f64::from(first) - f64::from(second))
    };
    let names = duel.scans().map(Scan::display_name);
    let terms = terms(&names);
    let [name_one, name_other] = names;
    let tooltip = move |x, y| {
        let ([first, second], (term, difference)) = (duel.visits(x, y), value(x, y));
        match term {
            MISS => format!("miss: {name_one} {first}, {name_other} {second} visits"),
            EQUAL => format!("both need {}", plural(first.into(), "visit")),
            _ => {
                let name = if difference < 0.0 { &name_one } else { &name_other };
                format!("{name} needs {} fewer", thousands(first.abs_diff(second).into()))
            }
        }
    };
    let title = "Who needs fewer visits, and how much".to_owned();
    let difference = cost_sheet::map(&duel.survey, title, terms, value).with_tooltip(tooltip);
    [one, other, Map { column: Some("difference".to_owned()), ..difference }]
}

/// The indices of terms: before them those of the first scan, in three steps.
const SECOND: usize = 3;
const EQUAL: usize = 6;
const MISS: usize = 7;

/// Outcomes of the comparison of two scans of these names.
fn terms([one, other]: &[String; 2]) -> Vec<Term> {
    const FIRSTS: [Role; 3] = [|palette| palette.first[0], |palette| palette.first[1], |palette| palette.first[2]];
    const SECONDS: [Role; 3] = [|palette| palette.second[0], |palette| palette.second[1], |palette| palette.second[2]];
    let first = FIRSTS.map(|role| Term::new(format!("{one} fewer"), role));
    let second =
        SECONDS.map(|role| Term::new(format!("{other} fewer: up to 2×, 10×, more"), role).hatched(Hatch::Down, None));
    let others = [Term::new("equal", |palette| palette.equal), Term::new("miss", |palette| palette.right[1])];
    first.into_iter().chain(second).chain(others).collect()
}

/// The headline and the bands of the ratios, which there are only of scans that are right.
pub(super) fn text(duel: &Duel, headline: &Headline) -> AnswerText {
    let [one, other] = duel.scans().map(Scan::display_name);
    let (placements, headline) = (cost_sheet::placements(&duel.survey), headline.lines());
    if !duel.is_compared() {
        return AnswerText { lines: format!("{placements}\n\n{headline}"), ..AnswerText::default() };
    }
    let lines = format!("{placements}\n\n{headline}how many times fewer, {one} and {other}:\n\n");
    let Ratios { hits, fewer, more, .. } = duel.ratios;
    let row = |band: usize| {
        let share = |count: u64| percent(count, hits);
        vec![band_name(band), share(more[band]), share(fewer[band])]
    };
    let rows = (0..Ratios::BANDS.len()).map(row).collect();
    AnswerText { lines, headings: vec!["times fewer", "first", "second"], rows }
}

/// The colours in which the first and the second of two need fewer.
pub fn swatches(palette: &'static Palette) -> [Swatch; 2] {
    let mut keys = legend(&terms(&<_>::default()), palette).keys.into_iter();
    std::array::from_fn(|_| keys.next().expect("two kinds of terms").0)
}

/// The name of a band of [`Ratios`]: `5 to 10×`.
pub fn band_name(band: usize) -> String {
    match (Ratios::BANDS[band], Ratios::BANDS.get(band + 1)) {
        (1, Some(to)) => format!("up to {to}×"),
        (from, Some(to)) => format!("{from} to {to}×"),
        (from, None) => format!("more than {from}×"),
    }
}

/// The index of a ratio's colour among three: up to 2×, up to 10×, more.
fn strength(more: u32, fewer: u32) -> usize {
    let [more, fewer] = [more, fewer.max(1)].map(u64::from);
    usize::from(more > 2 * fewer) + usize::from(more > 10 * fewer)
}
