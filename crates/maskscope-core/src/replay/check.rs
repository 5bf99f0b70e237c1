//! A collision check of a game: two sprites where they stood, what the game tested of them, and what it answered.

use std::sync::Arc;

use strum::Display;

use super::HitBoxes;
use crate::geom::{Cell, IntRect, Point};
use crate::scan::recorded::Loop;
use crate::scan::verdict::ScanVerdict;
use crate::scan::{Pair, Visit};
use crate::scene::{PlacedPair, PlacedSprite};
use crate::shape::{PlacedHitbox, PlacedPart};
use crate::words::{number, plural};

/// A collision check of two sprites: their positions, and the game's answer.
#[derive(Clone, Debug)]
pub struct Check {
    /// The line of the log that holds it, from 1.
    pub line: u64,
    /// Byte of the log at which that line begins.
    pub place: u64,
    /// Unit of the game's time.
    pub clock: Clock,
    /// Time: a whole number of frames, or seconds.
    pub at: f64,
    /// The instances, A's name and B's.
    pub names: [String; 2],
    /// Both sprites as a player sees them, placed by the game.
    pub pair: PlacedPair,
    /// Further facts about both.
    pub subjects: [CheckedSprite; 2],
    /// The game's answer; `None` if it gives none.
    pub game: Option<GameAnswer>,
    /// One of both was put elsewhere since the pair's check before.
    pub jump: bool,
    /// The screen in the world, in place of the header's: left, top, width and height.
    pub view: Option<[f64; 4]>,
    /// File and line of the game.
    pub source: Option<String>,
    /// True if the sprites are meant to touch: what the game tested decides, not the pixels.
    pub is_contact: bool,
    /// True for contact where the log does not say what touched: it has no verdict.
    pub is_unjudged: bool,
    /// The distance, or depth, in px within which shapes touch.
    pub within: f64,
    /// False if the game never drew the sprites at these places.
    pub is_shown: bool,
    /// The world cells that the game's own loop read, in order; empty where it recorded none.
    pub visits: Vec<IntRect>,
}

impl Check {
    /// The outlines of the shapes that the game tested of A, 0, or of B, 1, in the world; none where it tested a mask.
    ///
    /// # Panics
    /// If `at` is neither.
    pub fn tested_outlines(&self, at: usize) -> impl Iterator<Item = Vec<Point>> {
        let hitbox = if let Tested::Shapes(hitbox) = &self.subjects[at].tested { Some(hitbox) } else { None };
        hitbox.into_iter().flat_map(PlacedHitbox::outlines)
    }

    /// Name of the shape that the game tested of A, 0, or of B, 1: `box 48 × 48`, `circle r 20`, `3 shapes`; `None` where it tested a mask.
    ///
    /// # Panics
    /// If `at` is neither.
    pub fn tested_name(&self, at: usize) -> Option<String> {
        let Tested::Shapes(hitbox) = &self.subjects[at].tested else { return None };
        let [PlacedPart::Shape(shape)] = hitbox.parts() else {
            return Some(plural(hitbox.parts().len() as u64, "shape"));
        };
        let ((left, top), (right, bottom)) = shape.bounds();
        let [width, height] = [right - left, bottom - top].map(|side| number(side, 0..=1));
        Some(match shape.kinds() {
            "boxes" => format!("box {width} × {height}"),
            "circles" => format!("circle r {}", number((right - left) / 2.0, 0..=1)),
            kinds => kinds.trim_end_matches('s').to_owned(),
        })
    }

    /// The single box along the axes that the game tested of A, 0, or of B, 1: left, top, width and height in the world.
    ///
    /// # Panics
    /// If `at` is neither.
    pub fn tested_box(&self, at: usize) -> Option<[f64; 4]> {
        let Tested::Shapes(hitbox) = &self.subjects[at].tested else { return None };
        let [PlacedPart::Shape(shape)] = hitbox.parts() else { return None };
        let ((left, top), (right, bottom)) = shape.bounds();
        (shape.kinds() == "boxes").then_some([left, top, right - left, bottom - top])
    }

    /// The visits of the game's own loop, local to the overlap box of what a player sees, and the verdict on them; `None`
    /// where it recorded none, gave no answer, or the boxes do not overlap.
    pub fn recorded_loop(&self) -> Option<(Arc<Loop>, ScanVerdict)> {
        let is_hit = self.game.as_ref().filter(|_| !self.visits.is_empty())?.hit;
        let [a, b] = &self.pair.sprites;
        let pair = Pair::new(a.posed().raster.mask(), b.posed().raster.mask(), self.pair.offset)?;
        let (left, top) = pair.in_a(0, 0);
        let corner = a.extent.origin() + Cell::new(left.into(), top.into());
        let local = |cells: &IntRect| {
            let side = |n: i64| i32::try_from(n).unwrap_or(if n < 0 { i32::MIN } else { i32::MAX });
            let IntRect { x, y, width, height } = cells.translated(Cell::ORIGIN - corner);
            Visit { x: side(x), y: side(y), width, height }
        };
        let kept = Loop::new(self.visits.iter().map(local).collect(), is_hit, &pair);
        let verdict = ScanVerdict::of_loop(kept.visits(), &pair, is_hit);
        Some((kept, verdict))
    }

    /// True if the game asked areas of Godot.
    pub(super) fn is_by_areas(&self) -> bool {
        const RULE: &str = "area";
        self.game.as_ref().is_some_and(|game| game.rule.as_deref() == Some(RULE))
    }

    /// True if a side is a part of a thing in Godot, as the `Hurtbox` of a `player`: it may be smaller than its picture on purpose.
    pub fn is_of_part(&self) -> bool {
        self.is_by_areas() && self.subjects.iter().any(|subject| subject.kind.contains(' '))
    }

    /// True if the boxes share a cell: those of the pictures, and of what is tested where there is no picture.
    pub fn boxes_overlap(&self) -> bool {
        let [a, b] = [0, 1].map(|at| {
            let (subject, placed) = (&self.subjects[at], &self.pair.sprites[at]);
            match &subject.tested {
                Tested::Shapes(shapes) if subject.is_unseen => shapes.cells(),
                Tested::Pixels if subject.is_unseen => None,
                _ => Some(placed.extent),
            }
        });
        a.zip(b).is_some_and(|(a, b)| a.intersection(b).is_some())
    }
}

/// A sprite of a check, beside its pixels.
#[derive(Clone, Debug, Default)]
pub struct CheckedSprite {
    /// The name of its definition.
    pub sprite: String,
    /// Its kind, usually a class.
    pub kind: String,
    /// True if it has neither a picture nor a mask: what a player sees of it is not known.
    pub is_unseen: bool,
    /// True if its pixels are a witness of their own: a picture, or a mask that is not what the game tests.
    pub is_pictured: bool,
    /// True if it is not a sprite of the game: a sensor, or the range of an attack.
    pub is_probe: bool,
    /// The part of it that the game tests.
    pub tested: Tested,
    /// Its mask beside its picture, where the game tests a shape.
    pub mask: Option<Box<PlacedSprite>>,
    /// Faults of its mask.
    pub faults: MaskFaults,
    /// The hit boxes that Arcade could test of its picture; `None` where they are not known.
    pub hit_boxes: Option<Arc<HitBoxes>>,
    /// The way in px by which its picture is ahead of what is tested: Godot tests a kinematic body one step behind its node.
    pub ahead: Point,
    /// Its places around the check; `None` where the log says nothing of them.
    pub places: Option<Box<SidePlaces>>,
}

impl CheckedSprite {
    /// True if a shape of it is tested that has a size.
    pub fn has_shape(&self) -> bool {
        let Tested::Shapes(shapes) = &self.tested else { return false };
        shapes.bounds().is_some_and(|((left, top), (right, bottom))| left < right || top < bottom)
    }
}

/// The places of a sprite around a check, each in the world: left, top, width and height.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SidePlaces {
    /// True if its tested rectangle was made for the test: no object of the game keeps it.
    pub is_made: bool,
    /// Its own rectangle at the test.
    pub own: Option<[f64; 4]>,
    /// Its picture as it was drawn before the check.
    pub last: Option<[f64; 4]>,
    /// Its picture as it was drawn in the same frame after the check.
    pub next: Option<[f64; 4]>,
    /// Its tested rectangle, or its own where that was made or a mask was tested, at the end of the frame; `None` if it is gone,
    /// or not known.
    pub end: Option<[f64; 4]>,
    /// True if it is gone at the end of the frame.
    pub is_gone: bool,
}

/// The part of a sprite that a game tests.
#[derive(Clone, Debug, Default)]
pub enum Tested {
    /// The pixels that a player sees.
    #[default]
    Pixels,
    /// A mask beside its picture, or elsewhere than its picture lies.
    Mask(Box<PlacedSprite>),
    /// Shapes.
    Shapes(PlacedHitbox),
}

/// Faults of a mask. Most make its checks worthless.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaskFaults {
    /// Every pixel is solid, and the picture looks as if it had lost its clear ones.
    pub is_full: bool,
    /// No pixel is solid.
    pub is_empty: bool,
    /// Mask and picture differ.
    pub differs: bool,
    /// Mask and picture differ in more than 2 % of the box.
    pub is_unlike_picture: bool,
    /// The mask has the solid pixels that an earlier picture of the same kind had, or those of a picture that is mirrored or
    /// turned by quarter turns.
    pub was_picture: bool,
}

/// Unit of a game's time.
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq)]
#[strum(serialize_all = "lowercase")]
pub enum Clock {
    /// Frames, from any start.
    Frame,
    /// Seconds.
    Second,
}

/// Answer of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameAnswer {
    /// True if the sprites collide.
    pub hit: bool,
    /// The game's name for its test: `box`, `circle`, `mask` …
    pub rule: Option<String>,
    /// The number of pixels that are shared, where it knows.
    pub area: Option<u64>,
    /// A shared pixel, as a world cell, if the game names one.
    pub first: Option<Cell>,
}
