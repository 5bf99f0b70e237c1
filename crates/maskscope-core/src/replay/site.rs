//! Sites: the lines of a game that test, each with a pair of kinds, and how their checks came out.

use strum::EnumCount as _;

use super::fit_tally::FitsOfBoth;
use super::judgement::tested_hitbox;
use super::question::ENOUGH;
use super::remedy::{RemedyFacts, RemedyTally};
use super::{Check, Consequence, Judgement, QuestionFacts, Step, Tested, Verdict, VerdictRules};
use crate::geom::Point;

/// Counts of checks by the answers of the game and of the masks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of checks.
    pub checks: u64,
    /// The number of checks at which the masks overlap.
    pub hits: u64,
    /// The number of checks at which the game said hit.
    pub game_hits: u64,
    /// The number of checks of each verdict.
    pub verdicts: [u64; Verdict::COUNT],
    /// The number of checks of each verdict that count against the game.
    pub disagreements: [u64; Verdict::COUNT],
}

impl Tally {
    /// The number of checks that count against the game.
    pub fn total_disagreements(&self) -> u64 {
        self.disagreements.iter().sum()
    }

    pub(super) fn add(&mut self, other: &Self) {
        let Self { checks, hits, game_hits, verdicts, disagreements } = other;
        self.checks += checks;
        self.hits += hits;
        self.game_hits += game_hits;
        for at in 0..Verdict::COUNT {
            self.verdicts[at] += verdicts[at];
            self.disagreements[at] += disagreements[at];
        }
    }

    pub(super) fn count(&mut self, step: &Step) {
        self.checks += 1;
        self.hits += u64::from(step.masks_overlap());
        self.game_hits += u64::from(step.game == Some(true));
        self.verdicts[step.verdict as usize] += 1;
        self.disagreements[step.verdict as usize] += u64::from(step.disagrees());
    }
}

/// The checks of two kinds that one line of the game makes.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// File and line of the game, as the log writes them; `None` where it does not.
    pub at: Option<String>,
    /// The number of the pair of kinds.
    pub kinds: u32,
    /// The game's name for its test; `None` where it has none, or several.
    pub rule: Option<String>,
    /// The counts of its checks.
    pub tally: Tally,
    /// The number of checks in which shapes or masks were tested in place of the pixels.
    pub tested: u64,
    /// The number of checks in which both sprites have a picture.
    pub compared: u64,
    /// The number of checks at which A, and B, had no picture.
    pub unpictured: [u64; 2],
    /// The number of checks that the log, or an option, calls contact.
    pub contact: u64,
    /// The number of these without a verdict, as the log does not say what touched.
    pub unjudged: u64,
    /// The number of missed touches that would count against the game, and are only one step late.
    pub late: u64,
    /// The number of missed touches of parts, such as hurtboxes, which do not count.
    pub of_parts: u64,
    /// The number by which its question is known.
    pub(super) asks: u32,
    /// The counts from which remedies follow.
    pub(super) remedy: RemedyTally,
}

/// Facts about a check that are counted by site.
#[derive(Clone, Debug)]
pub struct SiteFacts {
    /// File and line of the game.
    pub at: Option<String>,
    rule: Option<String>,
    is_tested: bool,
    pictured: [bool; 2],
    is_contact: bool,
    /// The facts from which the question of the site follows.
    pub(super) question: QuestionFacts,
    /// The answers to it under each remedy.
    remedy: RemedyFacts,
}

impl Site {
    /// True if Arcade tests hit boxes here.
    pub(super) const fn tests_hit_boxes(&self) -> bool {
        self.remedy.tests_hit_boxes()
    }

    /// True if no check has a verdict.
    pub(super) const fn is_unjudged(&self) -> bool {
        self.unjudged > 0 && self.unjudged == self.tally.checks
    }

    /// True if areas of Godot are tested here.
    pub(super) const fn tests_areas(&self) -> bool {
        self.remedy.tests_areas()
    }

    /// True for several, and most, of the game's hits.
    pub(super) const fn are_most_hits(&self, hits: u64) -> bool {
        hits >= ENOUGH && 2 * hits > self.tally.game_hits
    }

    pub(super) fn count(&mut self, step: &Step, facts: SiteFacts) {
        if self.tally.checks == 0 {
            self.rule = facts.rule;
        } else if self.rule != facts.rule {
            self.rule = None;
        }
        self.tally.count(step);
        self.tested += u64::from(facts.is_tested);
        self.contact += u64::from(facts.is_contact);
        self.unjudged += u64::from(step.is_unjudged);
        self.late += u64::from(step.is_late && step.disagrees());
        self.of_parts += u64::from(step.outcome == Consequence::Part);
        self.compared += u64::from(facts.pictured == [true; 2] && !step.is_unjudged);
        for (unpictured, pictured) in self.unpictured.iter_mut().zip(facts.pictured) {
            *unpictured += u64::from(!pictured);
        }
        self.remedy.count(step, facts.remedy);
    }
}

impl SiteFacts {
    /// Those of a check; its pair moves by `way` in a frame, where that is known, and its kinds have these fits.
    pub(super) fn of(
        check: &Check,
        judgement: &Judgement,
        way: Option<Point>,
        rules: &VerdictRules,
        fits: FitsOfBoth,
    ) -> Self {
        Self {
            at: check.source.clone(),
            rule: check.game.as_ref().and_then(|game| game.rule.clone()),
            is_tested: judgement.tested.is_some(),
            pictured: check.subjects.each_ref().map(|subject| subject.is_pictured),
            is_contact: check.is_contact,
            question: question_facts(check, || judgement.overlap_area),
            remedy: RemedyFacts::of(check, judgement, way, rules, fits),
        }
    }
}

/// True if two masks are tested whose pictures lie further apart than edge to edge: then neither mask need be made.
fn are_masks_far(check: &Check) -> bool {
    let extent = |at: usize| match &check.subjects[at].tested {
        Tested::Shapes(_) => None,
        Tested::Mask(mask) => Some(mask.extent),
        Tested::Pixels => Some(check.pair.sprites[at].extent),
    };
    extent(0).zip(extent(1)).is_some_and(|(a, b)| {
        let is_past = |start: i64, end: i64| start > end + 1;
        is_past(a.x, b.right()) || is_past(b.x, a.right()) || is_past(a.y, b.bottom()) || is_past(b.y, a.bottom())
    })
}

/// The facts about a check from which the question of its site follows. It shares this number of pixels, if that is known, which
/// is asked of a hit.
pub(super) fn question_facts(check: &Check, overlap_area: impl FnOnce() -> Option<u64>) -> QuestionFacts {
    let is_hit = check.game.as_ref().is_some_and(|game| game.hit);
    let shares = if is_hit { overlap_area().map(|area| area > 0) } else { None };
    QuestionFacts::of(check, is_edge_to_edge(check), shares)
}

fn is_edge_to_edge(check: &Check) -> bool {
    const WITHIN: f64 = 1.0;
    if are_masks_far(check) {
        return false;
    }
    let bounds = |at: usize| match &check.subjects[at].tested {
        Tested::Shapes(shapes) => shapes.bounds(),
        Tested::Mask(_) | Tested::Pixels => tested_hitbox(check, at)?.bounds(),
    };
    bounds(0).zip(bounds(1)).is_some_and(|(a, b)| {
        let along = |side: fn(Point) -> f64| {
            let shared = side(a.1).min(side(b.1)) - side(a.0).max(side(b.0));
            // A point, or a thing as thin, shares as little where it lies inside.
            let is_inside = shared >= (side(a.1) - side(a.0)).min(side(b.1) - side(b.0));
            (shared, shared.abs() <= WITHIN && !is_inside)
        };
        let [(width, is_edge_x), (height, is_edge_y)] = [along(|(x, _)| x), along(|(_, y)| y)];
        let is_edge = if width <= height { is_edge_x } else { is_edge_y };
        is_edge && width.max(height) > 0.0
    })
}
