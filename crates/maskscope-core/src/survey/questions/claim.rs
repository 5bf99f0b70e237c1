//! `claim`: PlayMyCode's claim, how many times fewer visits `combined` needs than `columns`: their difference.

use super::difference::{self, Duel, DuelSurvey};
use super::prelude::*;
use crate::survey::Extreme;
use crate::survey::costs::{CLEVER, LINEAR, compared, factor};

/// PlayMyCode's claim, checked for these sprites.
///
/// The article claims it of its whole routine against its linear scan: 20 to 100 times fewer visits in most cases, up to 350.
///
/// Source: Joseph Lenton, "JavaScript Per-Pixel HTML5 Canvas Image Collision Detection" (PlayMyCode).
pub(super) static QUESTION: Question = Question {
    name: "claim",
    title: "Claim: 20 to 100×",
    sentence: "Is PlayMyCode's claim true here: 20 to 100 times fewer visits than the linear scan?",
    about: QuestionAbout::TheseTwo([LINEAR, CLEVER]),
    is_listed: |_| false,
    survey: |_| SurveyKind::of::<DuelSurvey>(),
    answer,
};

/// The times fewer visits that the article promises in most cases, from and to.
pub const PROMISED: (f64, f64) = (20.0, 100.0);

fn answer<'a>(found: &'a Found, _: &'a Setting) -> Answer<'a> {
    let duel: &Duel = own(found);
    let headline = headline(duel);
    let own = headline.clone();
    Answer {
        headline,
        maps: Box::new(|| {
            let ratio = |x, y| (0, ratio(duel.visits(x, y)));
            let [first, second, difference] = difference::maps(duel);
            let ratio = Map { decimals: 3, ..Map::column(&"ratio", difference.places, [], ratio) };
            vec![first, second, ratio, Map { column: None, ..difference }]
        }),
        grid: None,
        omits: Some(Box::new(|x, y| !duel.survey.overlaps.at(x, y))),
        json: Box::new(|| {
            let (hits, median) = (duel.ratios.hits, duel.ratios.median);
            let max = duel.ratios.best.as_ref().map(Extreme::ratio);
            let step = duel.survey.lattice.step();
            json!({ "offsets": hits, "step": step, "median": median, "mean": mean(duel), "max": max })
        }),
        text: Some(Box::new(move || {
            let mean = mean(duel).map_or(String::new(), |mean| format!("; {mean:.1}× in the mean"));
            difference::text(duel, &Headline { detail: format!("{}{mean}", own.detail), ..own.clone() })
        })),
        ..difference::answer(duel)
    }
}

/// The measured ratio, and the article's claim compared with it.
fn headline(duel: &Duel) -> Headline {
    let ratios = &duel.ratios;
    let Some((median, best)) = ratios.median.zip(ratios.best) else {
        let sentence = "the masks never overlap, so there is nothing to compare".to_owned();
        return Headline { sentence, ..Headline::default() };
    };
    let [linear, clever] = duel.scans().map(Scan::display_name);
    let share = |part: u64| percent(part, ratios.hits);
    let ((from, to), [_, _, more]) = (PROMISED, ratios.sides());
    let (reaching, more, best) = (share(ratios.reaching_20), share(more), factor(best.ratio()));
    Headline {
        sentence: format!("{clever} needs {} in the median hit, {best}× at best", compared(median, &linear)),
        detail: format!("claim {from} to {to}×: {reaching} of hits reach {from}×, {more} need more visits"),
    }
}

/// The mean of the ratios of all hits that are known, added from the least.
fn mean(duel: &Duel) -> Option<f64> {
    let places = duel.survey.progress().places().map(|Square { x, y, .. }| (x, y));
    let hits = places.filter(|&(x, y)| duel.survey.overlaps.at(x, y));
    let mut ratios: Vec<f64> = hits.map(|(x, y)| ratio(duel.visits(x, y))).collect();
    ratios.sort_unstable_by(f64::total_cmp);
    #[expect(clippy::cast_precision_loss, reason = "a mean is not an exact number")]
    let count = ratios.len() as f64;
    (!ratios.is_empty()).then(|| ratios.iter().sum::<f64>() / count)
}

fn ratio([linear, clever]: [u32; 2]) -> f64 {
    f64::from(linear) / f64::from(clever.max(1))
}
