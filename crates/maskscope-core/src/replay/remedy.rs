//! Remedies for the wrong checks at a line of the game: what each would leave wrong on its log.

use std::collections::HashMap;

use super::carried::DeniedHit;
use super::fit_tally::{FitTally, FitsOfBoth, WrongWithFits, wrong_with_fits};
use super::hit_box_tally::{HitBoxTally, WrongWith, wrong_with};
use super::insets::BoxTest;
use super::judgement::shared;
use super::{
    Check, CheckedSprite, FittedShapes, Insets, Judgement, OtherHitBoxes, ShapeChange, SmallerBoxes, Step, Tested,
    Verdict, VerdictRules,
};
use crate::geom::Point;
use crate::scene::PlacedSprite;

/// A remedy for the wrong checks at a line of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Test the masks.
    Masks(TestedMasks),
    /// Make the masks, which are tested already, again of the pictures. That leaves this number of checks wrong.
    MasksAgain(u64),
    /// Test smaller boxes.
    Boxes(SmallerBoxes),
    /// Test hit boxes of Arcade that are made in another way.
    HitBoxes(OtherHitBoxes),
    /// Test shapes in Godot that fit the pictures.
    Shapes(FittedShapes),
}

/// The wrong checks that a test of the masks would leave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TestedMasks {
    /// The number of wrong checks that are left.
    pub left: u64,
    /// The number of these for which the answer of the masks is not known.
    pub unknown: u64,
    /// The number of checks at which a mask is not that of the drawn picture.
    pub unlike: u64,
    /// The number of all checks.
    pub checks: u64,
}

/// The remedies at a line of the game, over all its checks, whatever their kinds.
#[derive(Clone, Debug, Default)]
pub struct Remedies {
    /// The number of wrong checks at the line.
    pub wrong: u64,
    /// The number of pairs of kinds that are tested there, and ask here.
    pub kinds: usize,
    /// The remedies that leave fewer wrong.
    pub all: Vec<Remedy>,
    /// The wrong answers that boxes of each size would leave.
    pub insets: Insets,
    /// The fits of areas.
    fits: FitTally,
}

/// The counts from which remedies follow, of some checks.
#[derive(Clone, Debug, Default)]
pub(super) struct RemedyTally {
    /// The number of checks.
    checks: u64,
    /// The number of wrong checks.
    wrong: u64,
    /// The number of these that are unfair hits or missed touches.
    about_pixels: u64,
    /// The wrong checks that masks would leave.
    masks: TestedMasks,
    /// The number of wrong checks that are decided by masks which were of the pictures once.
    stale: u64,
    /// The number of wrong checks that are left with masks of the present pictures in place of those.
    left_again: u64,
    /// The wrong answers that smaller boxes would leave.
    insets: Insets,
    /// The latest hit of each pair that smaller boxes deny. If the pair's next hit goes on with it, it is not carried
    /// on after all.
    denied: HashMap<u32, DeniedHit>,
    /// The wrong checks that other hit boxes of Arcade would leave.
    hit_boxes: HitBoxTally,
    /// The wrong checks that fitted shapes would leave where Godot tests areas.
    fits: FitTally,
}

/// Answers to a check under each remedy.
#[derive(Clone, Debug, Default)]
pub(super) struct RemedyFacts {
    /// True if it would be wrong with masks; `None` where that is not known.
    with_masks: Option<bool>,
    /// True if a mask is not that of the drawn picture.
    is_unlike: bool,
    /// If masks that were of the pictures once are all that decides it: true if it would be wrong with masks of the present ones.
    with_masks_again: Option<bool>,
    /// The boxes that decide it.
    boxes: Option<BoxTest>,
    /// The kinds of hit boxes of Arcade with which it would be wrong.
    with_hit_boxes: Option<WrongWith>,
    /// The shapes in Godot with which it would be wrong, and the fits of its kinds.
    with_fits: Option<(WrongWithFits, FitsOfBoth)>,
}

impl Remedies {
    /// True if none is known.
    pub const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The shapes that change by a remedy.
    pub fn changes(&self, shapes: &FittedShapes) -> Vec<ShapeChange> {
        self.fits.changes(shapes)
    }
}

impl RemedyFacts {
    /// Those of a check; its pair moves by `way` in a frame, where that is known, and its kinds have these fits.
    pub(super) fn of(
        check: &Check,
        judgement: &Judgement,
        way: Option<Point>,
        rules: &VerdictRules,
        fits: FitsOfBoth,
    ) -> Self {
        if check.is_unjudged {
            return Self::default();
        }
        Self {
            with_masks: with_masks(check, judgement, rules),
            is_unlike: check.subjects.iter().any(|subject| subject.faults.is_unlike_picture),
            with_masks_again: with_masks_again(check, judgement, rules),
            boxes: BoxTest::of(check, judgement, way, rules),
            with_hit_boxes: wrong_with(check, judgement, rules),
            with_fits: wrong_with_fits(check, judgement, rules, &fits).map(|with| (with, fits)),
        }
    }
}

impl RemedyTally {
    /// Counts a check.
    pub(super) fn count(&mut self, step: &Step, facts: RemedyFacts) {
        // No change of the test makes a picture wait for its body.
        let is_wrong = step.disagrees() && !step.is_late;
        let wrong = u64::from(is_wrong);
        self.checks += 1;
        self.wrong += wrong;
        self.about_pixels += u64::from(is_wrong && matches!(step.verdict, Verdict::UnfairHit | Verdict::MissedTouch));
        self.masks.left += u64::from(facts.with_masks.unwrap_or(is_wrong));
        self.masks.unknown += u64::from(is_wrong && facts.with_masks.is_none());
        self.masks.unlike += u64::from(facts.is_unlike);
        self.stale += u64::from(is_wrong && facts.with_masks_again.is_some());
        self.left_again += u64::from(facts.with_masks_again.unwrap_or(is_wrong));
        let before = if step.game == Some(true) { self.denied.remove(&step.pair) } else { None };
        if let Some(before) = before.filter(|before| before.goes_on_at(step.at)) {
            self.insets.take_back(&before);
        }
        match facts.boxes {
            Some(test) => {
                self.insets.count(&test);
                self.denied.extend(test.denied.map(|denied| (step.pair, denied)));
            }
            None => self.insets.not_covered += wrong,
        }
        match facts.with_hit_boxes {
            Some(with) => self.hit_boxes.count(with, is_wrong),
            None => self.hit_boxes.others += wrong,
        }
        match facts.with_fits {
            // A touch that is only late stays so.
            Some(_) if step.is_late => {}
            Some((with, fits)) => self.fits.count(with, is_wrong, fits),
            None => self.fits.others += wrong,
        }
    }

    /// True if Arcade tests hit boxes here.
    pub(super) const fn tests_hit_boxes(&self) -> bool {
        !self.hit_boxes.is_empty()
    }

    /// True if areas of Godot are tested here.
    pub(super) const fn tests_areas(&self) -> bool {
        !self.fits.is_empty()
    }

    /// Counts all checks of `other`, too.
    pub(super) fn add(&mut self, other: &Self) {
        let Self { checks, wrong, about_pixels, masks, stale, left_again, insets, denied: _, hit_boxes, fits } = other;
        self.checks += checks;
        self.wrong += wrong;
        self.about_pixels += about_pixels;
        self.masks.left += masks.left;
        self.masks.unknown += masks.unknown;
        self.masks.unlike += masks.unlike;
        self.stale += stale;
        self.left_again += left_again;
        self.insets.add(insets);
        self.hit_boxes.add(hit_boxes);
        self.fits.add(fits);
    }

    /// The remedies that leave fewer wrong than there are, smaller boxes at most half of them; none where no unfair hit
    /// and no missed touch counts against the game, except in Arcade. `kinds` is the number of pairs of kinds that are
    /// counted.
    pub(super) fn remedies(self, kinds: usize) -> Remedies {
        let all = self.all();
        Remedies { wrong: self.wrong, kinds, all, insets: self.insets, fits: self.fits }
    }

    fn all(&self) -> Vec<Remedy> {
        if self.tests_hit_boxes() {
            return self.hit_boxes.better(self.wrong).map(Remedy::HitBoxes).collect();
        }
        if self.about_pixels == 0 {
            return Vec::new();
        }
        // Godot has no masks to test.
        if self.tests_areas() {
            return self.fits.better(self.wrong).into_iter().map(Remedy::Shapes).collect();
        }
        // One mask of another shape on purpose is enough: then the masks are not the fault of every check.
        if self.stale == self.wrong {
            let helps = self.left_again < self.wrong;
            return helps.then_some(Remedy::MasksAgain(self.left_again)).into_iter().collect();
        }
        let masks = TestedMasks { checks: self.checks, ..self.masks };
        let masks = (masks.left < self.wrong && masks.are_of_the_pictures()).then_some(Remedy::Masks(masks));
        let boxes = self.insets.best();
        // Smaller boxes change when a game hits, and what follows: they are worth it where most wrong checks go.
        let halves = 2 * boxes.left_in_all() <= self.wrong;
        let boxes = (boxes.px > 0 && halves).then_some(Remedy::Boxes(boxes));
        masks.into_iter().chain(boxes).collect()
    }
}

impl TestedMasks {
    /// True if at most 2 % of the checks have a mask that is not that of the drawn picture: else masks do not answer as the
    /// pictures do.
    const fn are_of_the_pictures(&self) -> bool {
        50 * self.unlike <= self.checks
    }
}

/// Returns whether a check would be wrong by the masks of its sprites; `None` where that is not known.
fn with_masks(check: &Check, judgement: &Judgement, rules: &VerdictRules) -> Option<bool> {
    let Some(game) = &check.game else { return Some(false) };
    let is_by_shapes = check.subjects.iter().any(|subject| matches!(subject.tested, Tested::Shapes(_)));
    if !is_by_shapes && (judgement.tested.is_some() || game.rule.as_deref() == Some("mask")) {
        // It is by masks already.
        return Some(rules.disagrees(judgement, check));
    }
    let area = judgement.overlap_area?;
    let has_masks = check.subjects.iter().any(|subject| own_mask(subject).is_some());
    let own = |at: usize| own_mask(&check.subjects[at]).unwrap_or(&check.pair.sprites[at]);
    let hit = if has_masks { shared(&[own(0), own(1)]) > 0 } else { area > 0 };
    Some(judgement.would_disagree(check, hit, rules))
}

/// The mask of a sprite, where it is not that of its picture.
fn own_mask(subject: &CheckedSprite) -> Option<&PlacedSprite> {
    match &subject.tested {
        Tested::Mask(mask) => Some(mask),
        Tested::Shapes(_) => subject.mask.as_deref(),
        Tested::Pixels => None,
    }
}

/// Returns whether a check would be wrong if its masks were made again of the pictures. `None` unless it is decided by masks,
/// and all that are not those of the pictures were so once.
fn with_masks_again(check: &Check, judgement: &Judgement, rules: &VerdictRules) -> Option<bool> {
    let of = |at: usize| (&check.subjects[at], &check.pair.sprites[at]);
    let is_stale = |(subject, seen): (&CheckedSprite, &PlacedSprite)| match &subject.tested {
        Tested::Shapes(_) => None,
        Tested::Pixels => Some(false),
        Tested::Mask(mask) if mask.extent.origin() != seen.extent.origin() => None,
        Tested::Mask(_) if !subject.faults.differs => Some(false),
        Tested::Mask(_) => subject.faults.was_picture.then_some(true),
    };
    let area = judgement.overlap_area?;
    let [a, b] = [is_stale(of(0))?, is_stale(of(1))?];
    (a || b).then(|| judgement.would_disagree(check, area > 0, rules))
}
