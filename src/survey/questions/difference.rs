//! `difference`: by how many visits two scans differ at every offset, or where engines and others answer differently.

use super::{divergence::Judged, prelude::*};
use crate::survey::claim::factor;

/// By how many visits two scans differ at every offset; where one of two is no scan, where their answers differ.
pub(super) static QUESTION: Question = Question {
    name: "difference",
    title: "Difference of two",
    sentence: "At which offsets does one scan need fewer visits than another, and by how many? Where does an engine answer otherwise?",
    about: About::Two,
    survey: |choices| match choices.two_scans() {
        Some(_) => SurveyKind::of::<CostSurvey>(),
        None => SurveyKind::of::<Divergence>(),
    },
    answer: |found, setting| match (found.downcast_ref(), setting.choices.two_scans()) {
        (Some(found), Some(scans)) => Box::new(DifferenceAnswer { found, scans }),
        _ => Box::new(View::<Judged> { found: own(found), setting }),
    },
};

struct DifferenceAnswer<'a> {
    found: &'a CostAnswer,
    scans: [Scan; 2],
}

impl Answer for DifferenceAnswer<'_> {
    fn headline(&self) -> Headline {
        let [one, other] = self.scans;
        let mean = |scan| self.found.summary(scan).and_then(|summary| Some(summary.all.spread?.mean));
        let sentence = mean(one).zip(mean(other)).map_or_else(String::new, |(a, b)| {
            let (less, more, ratio) =
                if a <= b { (one, other, b / a.max(1e-9)) } else { (other, one, a / b.max(1e-9)) };
            format!("{less} needs {}× fewer visits than {more} in the mean", factor(ratio))
        });
        Headline { sentence, detail: format!("{one} minus {other} at every offset") }
    }

    fn places(&self) -> Places {
        Places::Offsets(self.found.survey.lattice)
    }

    fn maps(&self, palette: &'static Palette, _: Sight) -> Vec<Map<'_>> {
        let Some([first, second]) = self.two() else { return Vec::new() };
        let [one, other] = self.scans;
        let by = |x, y| visits(first, x, y) - visits(second, x, y);
        // Fewer visits of the first have the colour of A, fewer of the second that of B: in full where they differ by the
        // most visits that either needs anywhere. They do not differ by more, and that is known without looking everywhere.
        let most = first.most_visits().max(second.most_visits()).max(1).into();
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
        vec![cost_sheet::map(&self.found.survey, title, color, told, Legend { keys, ..Legend::default() })]
    }

    fn table(&self) -> Table<'_> {
        let mut columns = Vec::new();
        if let Some([first, second]) = self.two() {
            columns
                .extend([first, second].map(|map| Column::new(&map.asked, move |x, y| visits(map, x, y).to_string())));
            let difference = move |x, y| (visits(first, x, y) - visits(second, x, y)).to_string();
            columns.push(Column::new(&"difference", difference));
        }
        Table::new(self.places(), columns)
    }

    fn grid(&self) -> Option<Grid<'_>> {
        let [first, second] = self.two()?;
        Some(Grid::new("difference", move |x, y| visits(first, x, y) - visits(second, x, y)))
    }

    fn costs(&self) -> Option<&CostAnswer> {
        Some(self.found)
    }
}

impl<'a> DifferenceAnswer<'a> {
    /// The maps of the two scans; `None` where one takes no part.
    fn two(&self) -> Option<[&'a CostMap; 2]> {
        let survey = &self.found.survey;
        let [one, other] = self.scans;
        Some([survey.map_of(one)?, survey.map_of(other)?])
    }
}

fn visits(map: &CostMap, x: u32, y: u32) -> i64 {
    map.costs.at(x, y).visits.into()
}

/// How strong the colour of a difference is, on a log scale up to `most`, in 255ths.
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
