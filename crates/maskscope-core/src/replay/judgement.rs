//! Judgement of a check: what the masks say of its answer, and the rules by which verdicts count against a game.

use std::sync::OnceLock;

use strum::{Display, EnumCount, EnumMessage, IntoStaticStr, VariantArray};

use super::{Check, CheckedSprite, Tested};
use crate::geom::{Cell, IntRect, Offset, Point};
use crate::mask::{self, Prepared};
use crate::scene::{Fairness, PlacedPair, PlacedSprite};
use crate::shape::{Contact, Meeting, PlacedHitbox, PlacedPart, TOUCH};
use crate::words::{hit_or_miss, number, plural, point, thousands};

/// The first of these that fits a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumCount, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Verdict {
    /// The shapes or masks that the game tested contradict its answer.
    TestWrong,
    /// The game says hit, and no pixel is shared.
    UnfairHit,
    /// The game says miss, and pixels are shared.
    MissedTouch,
    /// Both hit, but the game names another area or a pixel that is not shared.
    OtherPixel,
    /// Nothing is wrong, or the game gives no answer.
    #[default]
    Right,
}

/// The statements of the witnesses about a check, and the verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// True if the boxes share a cell.
    pub boxes_overlap: bool,
    /// The number of shared pixels as a player sees them; `None` where one has neither a picture nor a mask.
    pub overlap_area: Option<u64>,
    /// The answer of the tested shapes or masks; `None` where the game tests the pixels themselves.
    pub tested: Option<Meeting>,
    /// The verdict.
    pub verdict: Verdict,
    /// The error of the game in px: for a hit the distance, for a miss the depth, of what the verdict compares. A verdict of other
    /// pixels has none, nor has an empty mask, nor an overlap of shapes whose depth would take too much work.
    pub measure: Option<f64>,
    /// The distance or the depth of the masks in px, where the tested shapes or masks answer otherwise than they.
    pub misfit: Option<f64>,
    /// The contact of the tested shapes or masks, once it is needed.
    contact: OnceLock<Contact>,
}

impl Verdict {
    /// Those that find something wrong.
    pub const WRONG: [Self; 4] = [Self::TestWrong, Self::UnfairHit, Self::MissedTouch, Self::OtherPixel];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Its name in words.
    pub fn words(self) -> String {
        self.name().replace('-', " ")
    }
}

impl Judgement {
    /// Judges a check. If the boxes do not overlap, no pixel is read unless the game or what it
    /// tested is wrong.
    pub fn of(check: &Check) -> Self {
        let Check { pair, game, .. } = check;
        let boxes_overlap = check.boxes_overlap();
        let overlap_area = overlap_area(check, boxes_overlap);
        let witness = tested(check);
        let verdict = Verdict::Right;
        let contact = OnceLock::new();
        let tested = witness.as_ref().map(|[a, b]| meeting(a, b, check.within, &contact));
        let mut judgement = Self { boxes_overlap, overlap_area, tested, verdict, measure: None, misfit: None, contact };
        let seen = pair.sprites.each_ref();
        if let Some(fairness @ (Fairness::Unfair | Fairness::Forgiven)) = judgement.fairness() {
            judgement.misfit = measure_of_masks(&seen, fairness == Fairness::Unfair);
        }
        let Some(game) = game.as_ref().filter(|_| !check.is_unjudged) else { return judgement };
        let contradicted = if game.hit { Meeting::Apart } else { Meeting::Overlaps };
        judgement.verdict = match overlap_area {
            _ if tested == Some(contradicted) => Verdict::TestWrong,
            Some(0) if game.hit => Verdict::UnfairHit,
            Some(1..) if !game.hit => Verdict::MissedTouch,
            Some(_) if game.hit && names_other_pixels(check) => Verdict::OtherPixel,
            _ => Verdict::Right,
        };
        judgement.measure = match (judgement.verdict, witness) {
            (Verdict::TestWrong, Some([a, b])) => match *judgement.contact.get_or_init(|| a.contact(&b)) {
                Contact::Overlaps { depth } => Some(depth),
                Contact::Apart { distance } => Some(distance).filter(|distance| distance.is_finite()),
                Contact::Touches | Contact::OverlapsFar { .. } => None,
            },
            (Verdict::UnfairHit | Verdict::MissedTouch, _) => {
                judgement.misfit.or_else(|| measure_of_masks(&seen, game.hit))
            }
            _ => None,
        };
        judgement
    }

    /// True if pixels are shared that a player sees.
    pub fn masks_overlap(&self) -> bool {
        self.overlap_area.is_some_and(|area| area > 0)
    }

    /// The answer of what was tested beside that of the pixels; `None` where either is not known.
    pub fn fairness(&self) -> Option<Fairness> {
        Some(Fairness::of(self.tested?, self.overlap_area? > 0))
    }

    /// True for a missed touch that is not deeper than the way by which a moved body's picture is ahead of its shapes, in whole px as
    /// depths are: it is only one step late.
    pub(super) fn is_late(&self, check: &Check) -> bool {
        let [a, b] = check.subjects.each_ref().map(|subject| subject.ahead);
        let way = (a.0 - b.0).abs().ceil().hypot((a.1 - b.1).abs().ceil());
        self.verdict == Verdict::MissedTouch && way > 0.0 && self.measure.is_some_and(|depth| depth <= way)
    }

    /// True if the answer `hit` of shapes or masks would count against the game by `rules`.
    pub(super) fn would_disagree(&self, check: &Check, hit: bool, rules: &VerdictRules) -> bool {
        let verdict = match (hit, self.overlap_area) {
            (true, Some(0)) => Verdict::UnfairHit,
            (false, Some(1..)) => Verdict::MissedTouch,
            _ => return false,
        };
        let fault = if hit { Fairness::Unfair } else { Fairness::Forgiven };
        let known = self.misfit.filter(|_| self.fairness() == Some(fault));
        let measure = || known.or_else(|| measure_of_masks(&check.pair.sprites.each_ref(), hit));
        rules.consequence(verdict, true, check, measure) == Consequence::Disagrees
    }

    /// The reason why something is wrong, in a sentence; `None` if nothing is. `check` is what was judged.
    pub fn why(&self, check: &Check) -> Option<String> {
        let game = check.game.as_ref().filter(|_| self.verdict != Verdict::Right)?;
        if self.verdict == Verdict::OtherPixel {
            return Some(self.other_pixels(check));
        }
        let answer = hit_or_miss(game.hit);
        let by = game.rule.as_ref().map_or_else(String::new, |rule| format!(" by {rule}"));
        let parts: Vec<_> = self.tested_words(check).into_iter().chain(self.pixels()).collect();
        Some(format!("the game says {answer}{by}; {}", parts.join(", ")))
    }

    /// Answer of the tested witness in words; `None` where the game tests the pixels themselves.
    pub fn tested_words(&self, check: &Check) -> Option<String> {
        let contact = |a: &PlacedHitbox, b: &PlacedHitbox| match self.tested {
            Some(Meeting::Touches) => Contact::Touches,
            _ => *self.contact.get_or_init(|| a.contact(b)),
        };
        tested(check).map(|[a, b]| relation(check, &a, &b, contact(&a, &b)))
    }

    /// The pixels that a player sees, in words.
    fn pixels(&self) -> Option<String> {
        let measure = self.measure.filter(|_| self.verdict != Verdict::TestWrong);
        Some(match (self.overlap_area?, measure) {
            (0, Some(distance)) => format!("no pixel is shared, the closest are {} px apart", length(distance)),
            (0, None) => "no pixel is shared".to_owned(),
            (area, Some(depth)) => format!("{} shared, {} px deep", are(area), length(depth)),
            (area, None) => format!("{} shared", are(area)),
        })
    }

    fn other_pixels(&self, check: &Check) -> String {
        let mut parts = Vec::new();
        let shared = tested_area(check).unwrap_or(0);
        if let Some(area) = check.game.as_ref().and_then(|game| game.area).filter(|area| *area != shared) {
            let (verb, shared) = (if shared == 1 { "is" } else { "are" }, thousands(shared));
            parts.push(format!("the game says that {} shared; there {verb} {shared}", are(area)));
        }
        if let Some(first) = wrong_first(check) {
            parts.push(format!("the game says that {} is shared; it is not", point(first)));
        }
        parts.join("; ")
    }
}

/// Returns what a game tests in place of the pixels that a player sees; `None` where it tests these, or nobody knows.
pub(super) fn tested(check: &Check) -> Option<[PlacedHitbox; 2]> {
    let hitbox = |at| tested_hitbox(check, at);
    let tests_pixels = check.subjects.iter().all(|subject| matches!(subject.tested, Tested::Pixels));
    if tests_pixels || check.is_unjudged { None } else { hitbox(0).zip(hitbox(1)).map(<[_; 2]>::from) }
}

/// The meeting of two hitboxes, which touch within `within` px; their contact is kept where that takes it.
fn meeting(a: &PlacedHitbox, b: &PlacedHitbox, within: f64, contact: &OnceLock<Contact>) -> Meeting {
    let met = a.meets(b);
    let is_near = || {
        a.bounds().zip(b.bounds()).is_some_and(|(a, b)| {
            let gap = |of: fn(Point) -> f64| of(a.0).max(of(b.0)) - of(a.1).min(of(b.1));
            gap(|(x, _)| x) <= within && gap(|(_, y)| y) <= within
        })
    };
    if within <= TOUCH || met == Meeting::Touches || !is_near() {
        return met;
    }
    match *contact.get_or_init(|| a.contact(b)) {
        Contact::Overlaps { depth: px } | Contact::Apart { distance: px } if px <= within => Meeting::Touches,
        _ => met,
    }
}

/// Returns what a game tests of A, 0, or of B, 1; `None` where nobody knows.
pub(super) fn tested_hitbox(check: &Check, at: usize) -> Option<PlacedHitbox> {
    match &check.subjects[at] {
        CheckedSprite { tested: Tested::Shapes(shapes), .. } => Some(shapes.clone()),
        CheckedSprite { tested: Tested::Mask(mask), .. } => Some(hitbox_of(mask)),
        subject => (!subject.is_unseen).then(|| hitbox_of(&check.pair.sprites[at])),
    }
}

/// The relation of the tested hitboxes of a check, in words.
fn relation(check: &Check, a: &PlacedHitbox, b: &PlacedHitbox, contact: Contact) -> String {
    let kind = |hitbox: &PlacedHitbox| match hitbox.parts() {
        [PlacedPart::Shape(shape)] => shape.kinds(),
        _ => "shapes",
    };
    let area = tested_area(check);
    let (what, nothing) = match area {
        Some(_) => ("masks", "no pixel"),
        None => (if kind(a) == kind(b) { kind(a) } else { "shapes" }, "nothing"),
    };
    match contact {
        Contact::Overlaps { .. } if what == "boxes" => {
            let sides = a.bounds().zip(b.bounds()).map(|(a, b)| {
                let side = |of: fn(Point) -> f64| number(of(a.1).min(of(b.1)) - of(a.0).max(of(b.0)), 0..=1);
                format!(" {} × {}", side(|(x, _)| x), side(|(_, y)| y))
            });
            format!("its boxes overlap{}", sides.unwrap_or_default())
        }
        Contact::Overlaps { depth } => match area {
            Some(area) => format!("its masks share {}", plural(area, "pixel")),
            None => format!("its {what} overlap, {} px deep", length(depth)),
        },
        Contact::OverlapsFar { least } => format!("its {what} overlap, at least {} px deep", at_least(least)),
        Contact::Touches => format!("its {what} touch"),
        Contact::Apart { distance } if distance.is_finite() => format!("its {what} are {} px apart", length(distance)),
        Contact::Apart { .. } => format!("its {what} share {nothing}"),
    }
}

/// A mask as a hitbox.
fn hitbox_of(placed: &PlacedSprite) -> PlacedHitbox {
    PlacedHitbox::of_mask(placed.posed().raster.mask(), placed.extent.origin())
}

/// The masks that a game tests; `None` where it tests something else of one sprite.
fn tested_masks(check: &Check) -> Option<[&PlacedSprite; 2]> {
    let mask = |at: usize| match &check.subjects[at] {
        CheckedSprite { tested: Tested::Mask(mask), .. } => Some(&**mask),
        CheckedSprite { tested: Tested::Pixels, is_unseen: false, .. } => Some(&check.pair.sprites[at]),
        _ => None,
    };
    Some([mask(0)?, mask(1)?])
}

/// The number of shared pixels as a player sees them; `None` where one has neither a picture nor a mask.
pub(super) fn overlap_area(check: &Check, boxes_overlap: bool) -> Option<u64> {
    let is_seen = check.subjects.iter().all(|subject| !subject.is_unseen);
    is_seen.then(|| if boxes_overlap { shared(&check.pair.sprites.each_ref()) } else { 0 })
}

/// The number of pixels that the tested masks share.
fn tested_area(check: &Check) -> Option<u64> {
    tested_masks(check).map(|masks| shared(&masks))
}

/// True if the game names an area or a pixel that the tested masks do not have.
fn names_other_pixels(check: &Check) -> bool {
    let area = check.game.as_ref().and_then(|game| game.area);
    let is_other = |area: u64| tested_area(check).is_some_and(|shared| shared != area);
    area.is_some_and(is_other) || wrong_first(check).is_some()
}

/// The pixel that the game names, where the tested masks do not share it.
fn wrong_first(check: &Check) -> Option<Cell> {
    let first = check.game.as_ref()?.first?;
    let has = |placed: &PlacedSprite| mask_of(placed).mask().get_cell(first - placed.extent.origin());
    tested_masks(check).filter(|masks| !masks.iter().all(|placed| has(placed))).map(|_| first)
}

fn mask_of(placed: &PlacedSprite) -> &Prepared {
    placed.posed().raster.mask()
}

/// The number of pixels that two placed masks share.
pub(super) fn shared([a, b]: &[&PlacedSprite; 2]) -> u64 {
    if a.extent.intersection(b.extent).is_none() {
        return 0;
    }
    PlacedPair::offset_of(a, b).map_or(0, |offset| mask_of(a).overlap_area(mask_of(b), offset))
}

/// True if the masks of a pair share a pixel with B at `offset`.
pub(super) fn shares_at(PlacedPair { sprites: [a, b], .. }: &PlacedPair, offset: Offset) -> bool {
    let (of_a, of_b) = (IntRect::new(Cell::ORIGIN, a.extent.size()), IntRect::new(offset.cell(), b.extent.size()));
    of_a.intersection(of_b).is_some() && mask_of(a).overlaps(mask_of(b), offset)
}

/// The distance of the closest solid pixels, from centre to centre, or the shortest push that parts the masks; in px.
fn measure_of_masks(sprites: &[&PlacedSprite; 2], is_apart: bool) -> Option<f64> {
    let [a, b] = sprites;
    measure_at(sprites, PlacedPair::offset_of(a, b).ok()?, is_apart)
}

/// The measure with B at `offset`.
fn measure_at([a, b]: &[&PlacedSprite; 2], offset: Offset, is_apart: bool) -> Option<f64> {
    let (a, b) = (mask_of(a).mask(), mask_of(b).mask());
    if is_apart { mask::distance(a, b, offset) } else { mask::push_out(a, b, offset) }
}

/// `1 pixel is`, `13 pixels are`.
fn are(area: u64) -> String {
    format!("{} {}", plural(area, "pixel"), if area == 1 { "is" } else { "are" })
}

/// `4.2`, in px: a length that is not more than `px`.
fn at_least(px: f64) -> String {
    length((10.0 * px).floor() / 10.0)
}

/// `4.2`, in px.
fn length(px: f64) -> String {
    number(px, 0..=1)
}

/// The witness that a game is held against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum Against {
    /// The pixels that a player sees: every verdict counts.
    #[default]
    Masks,
    /// The shapes or masks that the game tested, where they are known: unfair hits and missed touches are its design.
    Tested,
}

/// Rules by which verdicts count against a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VerdictRules {
    /// The witness.
    pub against: Against,
    /// The largest distance in px at which an unfair hit passes.
    pub allow_unfair: f64,
    /// The largest depth in px at which a missed touch passes.
    pub allow_missed: f64,
}

/// Consequence of a verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Consequence {
    /// Nothing is wrong that counts.
    #[default]
    Passes,
    /// Only a tolerance lets it pass.
    Tolerated,
    /// It passes because the sprites are meant to touch.
    Contact,
    /// It passes because a part of a thing, such as a hurtbox, may be smaller than its picture.
    Part,
    /// The game is wrong.
    Disagrees,
}

impl VerdictRules {
    /// Returns the consequence of the verdict of a check.
    pub fn outcome(&self, judgement: &Judgement, check: &Check) -> Consequence {
        let Judgement { verdict, measure, tested, .. } = *judgement;
        match check.is_unjudged {
            true => Consequence::Contact,
            false => self.consequence(verdict, tested.is_some(), check, || measure),
        }
    }

    /// True if a check counts against the game.
    pub(super) fn disagrees(&self, judgement: &Judgement, check: &Check) -> bool {
        self.outcome(judgement, check) == Consequence::Disagrees
    }

    /// True if an answer of shapes that contradicts the pixels would count against the game with B at `offset`.
    pub(super) fn disagrees_at(&self, check: &Check, offset: Offset, hit: bool) -> bool {
        let verdict = if hit { Verdict::UnfairHit } else { Verdict::MissedTouch };
        let measure = || measure_at(&check.pair.sprites.each_ref(), offset, hit);
        self.consequence(verdict, true, check, measure) == Consequence::Disagrees
    }

    /// Returns the consequence of a verdict, whose px are measured only if a tolerance asks for them.
    fn consequence(
        &self,
        verdict: Verdict,
        is_tested: bool,
        check: &Check,
        measure: impl FnOnce() -> Option<f64>,
    ) -> Consequence {
        let is_about_pixels = matches!(verdict, Verdict::UnfairHit | Verdict::MissedTouch);
        let is_design = is_tested && is_about_pixels;
        let allowed = match verdict {
            Verdict::UnfairHit => self.allow_unfair,
            Verdict::MissedTouch => self.allow_missed,
            _ => 0.0,
        };
        match verdict {
            Verdict::Right => Consequence::Passes,
            _ if is_design && check.is_contact => Consequence::Contact,
            _ if is_design && self.against == Against::Tested => Consequence::Passes,
            Verdict::MissedTouch if is_design && check.is_of_part() => Consequence::Part,
            // No pixels that miss, or overlap, are less than 1 px apart, or deep.
            _ if allowed > 0.0 && measure().is_some_and(|px| px <= allowed) => Consequence::Tolerated,
            _ => Consequence::Disagrees,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_least_length_is_not_rounded_up() {
        assert_eq!([4.29, 4.0, 0.09, 12.96].map(at_least), ["4.2", "4", "0", "12.9"]);
    }
}
