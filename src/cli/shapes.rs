//! The answer of a scene's shapes, as part of `check`.

use std::fmt;

use serde::Serialize;

use crate::scene::{Laid, Scene, ShapeVerdict, Sprite};
use crate::shape::Meeting;
use crate::words::number;

/// The answer of the shapes.
#[derive(Debug, Serialize)]
pub(super) struct ShapesAnswer {
    hit: bool,
    overlap: &'static str,
    verdict: &'static str,
    distance: Option<f64>,
    depth: Option<f64>,
    /// The tested shapes of A and B, for people.
    #[serde(skip)]
    names: [String; 2],
}

impl ShapesAnswer {
    /// The answer where the sprites of `scene` are `laid`; `None` if neither has a shape.
    pub fn of(scene: &Scene, laid: &Laid) -> Option<Self> {
        let check = scene.shape_check(laid)?;
        let name = |sprite: &Sprite| sprite.hitbox.as_ref().map_or_else(|| "mask".to_owned(), ToString::to_string);
        let (verdict, distance, depth) = match check.verdict {
            ShapeVerdict::Right => ("right", None, None),
            ShapeVerdict::UnfairHit { distance } => ("unfair-hit", distance, None),
            ShapeVerdict::MissedTouch { depth } => ("missed-touch", None, Some(depth)),
        };
        let overlap = match check.meeting {
            Meeting::Overlaps => "overlaps",
            Meeting::Touches => "touches",
            Meeting::Apart => "apart",
        };
        let names = scene.sprites.each_ref().map(|actor| name(&actor.sprite));
        Some(Self { hit: check.meeting == Meeting::Overlaps, overlap, verdict, distance, depth, names })
    }
}

/// `shapes overlap (A box 48 × 48, B mask): unfair hit, the closest pixels are 4.2 px apart`.
impl fmt::Display for ShapesAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let meet = match self.overlap {
            "overlaps" => "overlap",
            "touches" => "touch",
            _ => "miss",
        };
        let [a, b] = &self.names;
        write!(f, "shapes {meet} (A {a}, B {b}): ")?;
        match (self.verdict, self.distance, self.depth) {
            ("unfair-hit", Some(far), _) => {
                write!(f, "unfair hit, the closest pixels are {} px apart", number(far, 0..=1))
            }
            ("unfair-hit", ..) => f.write_str("unfair hit, a mask has no pixel"),
            (_, _, Some(depth)) => write!(f, "missed touch, {} px deep", number(depth, 0..=1)),
            _ => f.write_str("right"),
        }
    }
}
