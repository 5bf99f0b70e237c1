//! `difference`: which of two scans needs fewer visits at every offset, or where engines and others answer differently.

use super::{divergence, prelude::*};
use crate::survey::{Divergence, Hatch, Ratios, Swatch};
use crate::words::whole_percent;

/// The question which of two scans needs fewer visits at every offset; if one of two is not a scan, where their answers
/// differ.
pub(super) static QUESTION: Question = Question {
    name: "difference",
    title: "Difference of two",
    sentence: "At which offsets does one scan need fewer visits than another, and by how many? Where does an engine answer otherwise?",
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
    fn of(survey: &CostSurvey) -> Self {
        let maps = two(survey);
        let summaries = maps.map(|map| Summary::of(survey, map));
        Self { survey: survey.clone(), summaries, ratios: survey.ratios(maps[1]) }
    }

    /// The scans.
    pub fn scans(&self) -> [Scan; 2] {
        self.maps().map(|map| map.asked)
    }

    /// The visits of each, everywhere.
    pub fn maps(&self) -> [&CostMap; 2] {
        two(&self.survey)
    }

    /// The visits of both at a column and row.
    pub fn visits(&self, x: u32, y: u32) -> [u32; 2] {
        self.maps().map(|map| map.costs.at(x, y).visits)
    }

    fn difference(&self, x: u32, y: u32) -> i64 {
        let [first, second] = self.visits(x, y).map(i64::from);
        first - second
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

impl Ask for DuelSurvey {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Part, Input::Witnesses];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let scans = setting.choices.two_scans().ok_or_else(|| Refusal("two scans are compared".to_owned()))?;
        let [a, b] = &setting.pair;
        let mut survey = CostSurvey::over(setting.lattice(), &a.raster, &b.raster, &scans);
        survey.maps[1].base = Some(0);
        Ok(Self(survey))
    }

    fn found(&self) -> Found {
        Arc::new(Duel::of(&self.0))
    }
}

/// The answer of two scans.
pub(super) fn answer(duel: &Duel) -> Answer<'_> {
    let visits = |map: &'_ CostMap, x, y| map.costs.at(x, y).visits.to_string();
    let columns = duel.maps().map(|map| PlaceColumn::new(&map.asked, move |x, y| visits(map, x, y)));
    let difference = PlaceColumn::new(&"difference", |x, y| duel.difference(x, y).to_string());
    Answer {
        maps: Box::new(|palette, _| vec![map(duel, palette)]),
        grid: Some(NumberGrid::new("difference", |x, y| duel.difference(x, y))),
        columns: columns.into_iter().chain([difference]).collect(),
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
        return Headline { sentence: "The masks overlap nowhere".to_owned(), ..Headline::default() };
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

fn map<'a>(duel: &'a Duel, palette: &'static Palette) -> Map<'a> {
    let overlaps = |x, y| duel.survey.overlaps.at(x, y);
    let names = duel.scans().map(Scan::display_name);
    let color = move |x, y| match (overlaps(x, y), duel.visits(x, y)) {
        (false, _) => palette.right[1],
        (true, [first, second]) if first == second => palette.equal,
        (true, [first, second]) if first < second => palette.first[strength(second, first)],
        (true, [first, second]) => palette.second[strength(first, second)],
    };
    let hatch = move |x, y| {
        let [first, second] = duel.visits(x, y);
        (overlaps(x, y) && second < first).then(|| (Hatch::Down, line(color(x, y))))
    };
    let [one, other] = names.clone();
    let told = move |x, y| {
        let [first, second] = duel.visits(x, y);
        let fewer = |scan: &str, by: u32| format!("{scan} needs {} fewer", thousands(by.into()));
        Some(match () {
            () if !overlaps(x, y) => format!("miss: {one} {first}, {other} {second} visits"),
            () if first == second => format!("both need {}", plural(first.into(), "visit")),
            () if first < second => fewer(&one, second - first),
            () => fewer(&other, first - second),
        })
    };
    let ([first, second], [one, other]) = (swatches(palette), names);
    let keys = vec![
        (first, format!("{one} fewer")),
        (second, format!("{other} fewer: up to 2×, 10×, more")),
        (palette.equal.into(), "equal".to_owned()),
        (palette.right[1].into(), "miss".to_owned()),
    ];
    let title = "Who needs fewer visits, and how much".to_owned();
    let legend = Legend { keys, ..Legend::default() };
    Map { hatch: Some(Box::new(hatch)), ..cost_sheet::map(&duel.survey, title, color, told, legend) }
}

/// The headline and the bands of the ratios.
pub(super) fn text(duel: &Duel, headline: &Headline) -> AnswerText {
    let [one, other] = duel.scans().map(Scan::display_name);
    let (placements, headline) = (cost_sheet::placements(&duel.survey), headline.lines());
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
pub fn swatches(palette: &Palette) -> [Swatch; 2] {
    let second = Swatch { colors: palette.second.to_vec(), hatch: Some((Hatch::Down, line(palette.second[1]))) };
    [Swatch { colors: palette.first.to_vec(), hatch: None }, second]
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

/// The line through a cell of a colour.
fn line(color: Rgb) -> Rgb {
    mix(color, [0; 3], 140)
}
