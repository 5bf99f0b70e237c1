//! `difference`: which of two scans needs fewer visits at every offset, or where engines and others answer differently.

use super::{divergence::Judged, prelude::*};
use crate::{
    survey::{Duel, DuelSurvey, Hatch, Ratios, Swatch},
    words::whole_percent,
};

/// Which of two scans needs fewer visits at every offset; where one of two is no scan, where their answers differ.
pub(super) static QUESTION: Question = Question {
    name: "difference",
    title: "Difference of two",
    sentence: "At which offsets does one scan need fewer visits than another, and by how many? Where does an engine answer otherwise?",
    about: About::Two,
    is_listed: |_| true,
    survey: |choices| match choices.two_scans() {
        Some(_) => SurveyKind::of::<DuelSurvey>(),
        None => SurveyKind::of::<Divergence>(),
    },
    answer: |found, setting| match found.downcast_ref::<Duel>() {
        Some(duel) => Box::new(DifferenceAnswer(duel)),
        None => Box::new(View::<Judged> { found: own(found), setting }),
    },
};

struct DifferenceAnswer<'a>(&'a Duel);

impl DifferenceAnswer<'_> {
    fn difference(&self, x: u32, y: u32) -> i64 {
        let [first, second] = self.0.visits(x, y).map(i64::from);
        first - second
    }
}

impl Answer for DifferenceAnswer<'_> {
    fn headline(&self) -> Headline {
        let [first, second] = self.0.scans().map(Scan::display_name);
        let Ratios { hits, .. } = self.0.ratios;
        let [seconds, equal, firsts] = self.0.ratios.sides();
        if hits == 0 {
            return Headline { sentence: "The masks overlap nowhere".to_owned(), ..Headline::default() };
        }
        let share = |part: u64| whole_percent(part, hits);
        let (more, less) = if firsts >= seconds {
            ((&first, firsts), (&second, seconds))
        } else {
            ((&second, seconds), (&first, firsts))
        };
        let sentence = match (more.1, less.1) {
            (0, _) => format!("{first} and {second} need the same number of visits at every hit"),
            (won, 0) => format!("{} needs fewer in {} of hits, {} never", more.0, share(won), less.0),
            (won, lost) => format!("{} needs fewer in {} of hits, {} in {}", more.0, share(won), less.0, share(lost)),
        };
        let detail = if equal == 0 || equal == hits { String::new() } else { format!("as many in {}", share(equal)) };
        Headline { sentence, detail }
    }

    fn places(&self) -> Places {
        Places::Offsets(self.0.survey.lattice)
    }

    fn maps(&self, palette: &'static Palette, _: Sight) -> Vec<Map<'_>> {
        let overlaps = |x, y| self.0.survey.overlaps.at(x, y);
        let names = self.0.scans().map(Scan::display_name);
        let color = move |x, y| match (overlaps(x, y), self.0.visits(x, y)) {
            (false, _) => palette.right[1],
            (true, [first, second]) if first == second => palette.equal,
            (true, [first, second]) if first < second => palette.first[strength(second, first)],
            (true, [first, second]) => palette.second[strength(first, second)],
        };
        let hatch = move |x, y| {
            let [first, second] = self.0.visits(x, y);
            (overlaps(x, y) && second < first).then(|| (Hatch::Down, line(color(x, y))))
        };
        let [one, other] = names.clone();
        let told = move |x, y| {
            let [first, second] = self.0.visits(x, y);
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
        let map = cost_sheet::map(&self.0.survey, title, color, told, legend);
        vec![Map { hatch: Some(Box::new(hatch)), ..map }]
    }

    fn table(&self) -> Table<'_> {
        let columns =
            self.0.maps().map(|map| Column::new(&map.asked, move |x, y| map.costs.at(x, y).visits.to_string()));
        let difference = Column::new(&"difference", |x, y| self.difference(x, y).to_string());
        Table::new(self.places(), columns.into_iter().chain([difference]).collect())
    }

    fn grid(&self) -> Option<Grid<'_>> {
        Some(Grid::new("difference", |x, y| self.difference(x, y)))
    }

    fn text(&self) -> Text {
        let Headline { sentence, detail } = self.headline();
        let mut lines = format!("{}\n\n{sentence}\n", cost_sheet::placements(&self.0.survey));
        if !detail.is_empty() {
            lines += &format!("{detail}\n");
        }
        let [one, other] = self.0.scans().map(Scan::display_name);
        lines += &format!("how many times fewer, {one} and {other}:\n\n");
        let Ratios { hits, fewer, more, .. } = self.0.ratios;
        let row = |band: usize| {
            let share = |count: u64| percent(count, hits);
            vec![band_name(band), share(more[band]), share(fewer[band])]
        };
        let rows = (0..Ratios::BANDS.len()).map(row).collect();
        Text { lines, headings: vec!["times fewer", "first", "second"], rows }
    }

    fn placements(&self) -> Option<[u64; 2]> {
        let [first, _] = &self.0.summaries;
        Some([first.hits.offsets, first.misses.offsets])
    }

    fn duel(&self) -> Option<&Duel> {
        Some(self.0)
    }
}

/// The colours in which the first and the second of two need fewer.
pub fn swatches(palette: &Palette) -> [Swatch; 2] {
    let second = Swatch { colors: palette.second.to_vec(), hatch: Some((Hatch::Down, line(palette.second[1]))) };
    [Swatch { colors: palette.first.to_vec(), hatch: None }, second]
}

/// What a band of [`Ratios`] is called: `5 to 10×`.
pub fn band_name(band: usize) -> String {
    match (Ratios::BANDS[band], Ratios::BANDS.get(band + 1)) {
        (1, Some(to)) => format!("up to {to}×"),
        (from, Some(to)) => format!("{from} to {to}×"),
        (from, None) => format!("more than {from}×"),
    }
}

/// Which of three colours a ratio has: up to 2×, up to 10×, more.
fn strength(more: u32, fewer: u32) -> usize {
    let [more, fewer] = [more, fewer.max(1)].map(u64::from);
    usize::from(more > 2 * fewer) + usize::from(more > 10 * fewer)
}

/// The line through a cell of a colour.
fn line(color: Rgb) -> Rgb {
    mix(color, [0; 3], 140)
}
