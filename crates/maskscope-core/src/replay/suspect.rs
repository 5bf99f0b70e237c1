//! Suspects: sprites whose checks are worthless, whatever the game answers.

use std::collections::{BTreeMap, HashMap};

use strum::{Display, IntoStaticStr};

use super::{Check, CheckedSprite, Engine, Step, Tested};
use crate::geom::whole;
use crate::scene::PlacedSprite;
use crate::shape::PlacedPart;

/// A reason why the checks of a sprite are worthless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum SuspectReason {
    /// Its mask is all solid, though its picture is not meant to be.
    Full,
    /// Its mask has no pixel.
    Empty,
    /// Its mask is not that of its picture, and was so once: one that never was is another shape on purpose.
    UnlikePicture,
    /// Its box is larger than its picture, or lies elsewhere.
    UnlikeSize,
    /// It has neither a picture nor a mask.
    NoPicture,
}

/// Suspicion against a sprite at a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspicion {
    /// Its name.
    pub sprite: String,
    /// Its kind.
    pub kind: String,
    /// The reason.
    pub reason: SuspectReason,
}

/// A sprite that is suspect for a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// Its name, its kind and the reason.
    pub about: Suspicion,
    /// The number of checks that this concerns.
    pub checks: u64,
    /// The line of the first of these.
    pub line: u64,
}

/// The sprites of one kind that are suspect for one reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuspectKind<'a> {
    /// The first of them.
    pub first: &'a Suspect,
    /// The number of these sprites.
    pub sprites: u64,
    /// The number of checks that this concerns.
    pub checks: u64,
}

/// All that are suspect, in the order in which they became so.
#[derive(Clone, Debug, Default)]
pub(super) struct Suspects {
    all: Vec<SuspectAtSites>,
    numbers: HashMap<(String, SuspectReason), usize>,
}

/// A suspect with the number of its checks and the line of the first, by the numbers of the sites.
#[derive(Clone, Debug)]
struct SuspectAtSites {
    about: Suspicion,
    sites: BTreeMap<u32, [u64; 2]>,
}

impl SuspectReason {
    /// Returns what the author of a game can do, as a sentence in the words of its `engine`.
    pub const fn cure(self, engine: Option<Engine>) -> &'static str {
        match self {
            Self::Full if matches!(engine, Some(Engine::Pygame)) => {
                "Load the picture with its alpha channel by convert_alpha(), or set its colour key first."
            }
            Self::Full => "Load the picture with its alpha channel, or make the colour around it transparent first.",
            Self::Empty => "Make the mask of the picture that is drawn, or lower its threshold.",
            Self::UnlikePicture => "Make the mask again whenever the picture changes or turns.",
            Self::UnlikeSize => "Take the box from the picture again after it turns or grows.",
            Self::NoPicture => "Log its picture or its mask, so that pixels can be compared.",
        }
    }
}

impl Suspects {
    /// Counts what is suspect at a check.
    pub(super) fn count(&mut self, step: &Step, suspicions: Vec<Suspicion>) {
        for about in suspicions {
            let Self { all, numbers } = self;
            let number = *numbers.entry((about.sprite.clone(), about.reason)).or_insert(all.len());
            if number == all.len() {
                all.push(SuspectAtSites { about, sites: BTreeMap::new() });
            }
            let [checks, _] = all[number].sites.entry(step.site).or_insert([0, step.line.into()]);
            *checks += 1;
        }
    }

    /// Returns those that are suspect by now, by their checks at the sites that count.
    pub(super) fn at_sites(&self, counts: impl Fn(u32) -> bool) -> Vec<Suspect> {
        let suspect = |SuspectAtSites { about, sites }: &SuspectAtSites| {
            let here = || sites.iter().filter(|(site, _)| counts(**site)).map(|(_, found)| *found);
            let line = here().map(|[_, line]| line).min()?;
            Some(Suspect { about: about.clone(), checks: here().map(|[checks, _]| checks).sum(), line })
        };
        self.all.iter().filter_map(suspect).collect()
    }
}

impl<'a> SuspectKind<'a> {
    /// Suspects by kind and reason: a sprite that turns has many pictures.
    pub fn all(suspects: &'a [Suspect]) -> Vec<Self> {
        let mut kinds: Vec<Self> = Vec::new();
        for first in suspects {
            let of = |about: &Suspicion| (&about.kind, about.reason) == (&first.about.kind, first.about.reason);
            if let Some(kind) = kinds.iter_mut().find(|kind| of(&kind.first.about)) {
                kind.sprites += 1;
                kind.checks += first.checks;
            } else {
                kinds.push(Self { first, sprites: 1, checks: first.checks });
            }
        }
        kinds
    }
}

/// Returns what is suspect about both sprites of a check. Nothing is about areas of Godot: many have no picture, and none takes its
/// shape from one.
pub(super) fn suspicions(check: &Check) -> Vec<Suspicion> {
    if check.is_by_areas() {
        return Vec::new();
    }
    let of_sprite = |(subject, placed): (&CheckedSprite, &PlacedSprite)| {
        let is_mask = matches!(subject.tested, Tested::Pixels | Tested::Mask(_));
        let faults = subject.faults;
        let reasons = [
            (SuspectReason::Full, is_mask && faults.is_full),
            (SuspectReason::Empty, is_mask && faults.is_empty),
            (SuspectReason::UnlikePicture, is_mask && faults.is_unlike_picture && faults.was_picture),
            (
                SuspectReason::UnlikeSize,
                !subject.is_unseen && !subject.is_probe && is_unlike_size(&subject.tested, placed),
            ),
            (SuspectReason::NoPicture, subject.is_unseen && !subject.is_probe),
        ];
        let holding = reasons.into_iter().filter(|(_, holds)| *holds);
        let (sprite, kind) = (subject.sprite.clone(), subject.kind.clone());
        holding.map(move |(reason, _)| Suspicion { sprite: sprite.clone(), kind: kind.clone(), reason })
    };
    check.subjects.iter().zip(&check.pair.sprites).flat_map(of_sprite).collect()
}

/// True if a tested box is wider or higher than the picture by more than a quarter, or their middles are further apart than a
/// quarter of the picture's side. A smaller box is a design.
fn is_unlike_size(tested: &Tested, picture: &PlacedSprite) -> bool {
    let Tested::Shapes(shapes) = tested else { return false };
    let [PlacedPart::Shape(shape)] = shapes.parts() else { return false };
    let (low, high) = shape.bounds();
    let extent = picture.extent;
    let is_unlike = |low: f64, high: f64, start: i64, end: i64| {
        let (start, end) = (whole(start), whole(end));
        let quarter = (end - start) / 4.0;
        high - low > end - start + quarter || ((low + high) - (start + end)).abs() / 2.0 > quarter
    };
    shape.kinds() == "boxes"
        && (is_unlike(low.0, high.0, extent.x, extent.right()) || is_unlike(low.1, high.1, extent.y, extent.bottom()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::geom::{Affine, Size};
    use crate::scene::{Convention, Parents, Picture, PictureFormat, Placement, Sprite, Stand};
    use crate::shape::{PlacedHitbox, Shape};

    /// Returns whether a shape is unlike a picture of 20 × 12 px whose top left is 100,50.
    fn is_unlike(shape: &Shape) -> bool {
        let picture = Picture::new(Size::new(20, 12), vec![255; 4 * 20 * 12], PictureFormat::Png, true);
        let (placement, convention) = (Placement::at((100.0, 50.0)), Convention::default());
        let stand = Stand { placement, parents: Parents::NONE, common: Parents::NONE, convention };
        let placed = PlacedSprite::new(Arc::new(Sprite::new("sprite", picture, 0)), stand).expect("it is near");
        let parts = vec![PlacedPart::Shape(shape.placed(&Affine::IDENTITY))];
        is_unlike_size(&Tested::Shapes(PlacedHitbox::new(parts)), &placed)
    }

    #[test]
    fn a_box_is_unlike_its_picture_by_more_than_a_quarter_of_its_side() {
        for (what, x, y, width, height, expected) in [
            ("the same", 100.0, 50.0, 20.0, 12.0, false),
            ("a quarter wider", 100.0, 50.0, 25.0, 12.0, false),
            ("wider", 97.0, 50.0, 25.1, 12.0, true),
            ("a quarter higher", 100.0, 50.0, 20.0, 15.0, false),
            ("higher", 100.0, 48.0, 20.0, 15.1, true),
            ("much smaller", 109.0, 55.0, 2.0, 2.0, false),
            ("a quarter to the right", 105.0, 50.0, 20.0, 12.0, false),
            ("to the right", 105.1, 50.0, 20.0, 12.0, true),
            ("a quarter to the left", 95.0, 50.0, 20.0, 12.0, false),
            ("to the left", 94.9, 50.0, 20.0, 12.0, true),
            ("a quarter down", 100.0, 53.0, 20.0, 12.0, false),
            ("down", 100.0, 53.1, 20.0, 12.0, true),
            ("a quarter up", 100.0, 47.0, 20.0, 12.0, false),
            ("up", 100.0, 46.9, 20.0, 12.0, true),
            ("small, in a corner", 100.0, 50.0, 4.0, 4.0, true),
        ] {
            assert_eq!(is_unlike(&Shape::Box([x, y, width, height])), expected, "{what}");
        }
        assert!(!is_unlike(&Shape::Circle([300.0, 300.0, 90.0])), "only boxes are compared");
    }

    #[test]
    fn sprites_of_a_kind_are_one_for_each_reason() {
        let mut suspects = Suspects::default();
        let step = |line| Step { line, ..Step::default() };
        for (line, sprite, kind, reason) in [
            (4, "Car", "Car", SuspectReason::UnlikePicture),
            (5, "Car~2", "Car", SuspectReason::UnlikePicture),
            (6, "Rock", "Rock", SuspectReason::NoPicture),
            (7, "Car~2", "Car", SuspectReason::UnlikePicture),
            (8, "Car~3", "Car", SuspectReason::UnlikeSize),
        ] {
            let about = Suspicion { sprite: sprite.to_owned(), kind: kind.to_owned(), reason };
            suspects.count(&step(line), vec![about]);
        }
        let suspects = suspects.at_sites(|_| true);
        let found: Vec<_> = SuspectKind::all(&suspects)
            .iter()
            .map(|kind| (kind.first.about.sprite.as_str(), kind.first.line, kind.sprites, kind.checks))
            .collect();
        assert_eq!(found, [("Car", 4, 2, 3), ("Rock", 6, 1, 1), ("Car~3", 8, 1, 1)]);
    }

    #[test]
    fn checks_at_sites_that_do_not_count_make_nothing_suspect() {
        let mut suspects = Suspects::default();
        for (line, site) in [(4, 0), (5, 1), (6, 1)] {
            let about = Suspicion { sprite: "Car".into(), kind: "Car".into(), reason: SuspectReason::Empty };
            suspects.count(&Step { line, site, ..Step::default() }, vec![about]);
        }
        let found = |counts: fn(u32) -> bool| {
            let found = suspects.at_sites(counts);
            found.first().map(|suspect| (suspect.checks, suspect.line))
        };
        assert_eq!([found(|_| true), found(|site| site == 1), found(|_| false)], [Some((3, 4)), Some((2, 5)), None]);
    }
}
