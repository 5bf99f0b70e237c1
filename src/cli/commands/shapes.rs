//! The answer of a scene's shapes, as part of `check`.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::json;

use crate::scene::{Fairness, Laid, Scene, ShapeCheck, Sprite};
use crate::shape::Meeting;
use crate::words::number;

/// The answer of the shapes.
#[derive(Debug)]
pub(super) struct ShapesAnswer {
    check: ShapeCheck,
    /// The tested shapes of A and B, for people.
    names: [String; 2],
}

impl ShapesAnswer {
    /// The answer where the sprites of `scene` are `laid`; `None` if neither has a shape.
    pub fn of(scene: &Scene, laid: &Laid) -> Option<Self> {
        let name = |sprite: &Sprite| sprite.hitbox().map_or_else(|| "mask".to_owned(), ToString::to_string);
        let names = scene.sprites.each_ref().map(|actor| name(&actor.sprite));
        scene.shape_check(laid).map(|check| Self { check, names })
    }
}

impl Serialize for ShapesAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ShapeCheck { meeting, fairness, distance, depth } = self.check;
        let verdict = match fairness {
            Fairness::Hits | Fairness::Misses => "right",
            Fairness::Unfair => "unfair-hit",
            Fairness::Forgiven => "missed-touch",
        };
        let (hit, overlap) = match meeting {
            Meeting::Overlaps => (true, "overlaps"),
            Meeting::Touches => (false, "touches"),
            Meeting::Apart => (false, "apart"),
        };
        json!({ "hit": hit, "overlap": overlap, "verdict": verdict, "distance": distance, "depth": depth })
            .serialize(serializer)
    }
}

/// `shapes overlap (A box 48 × 48, B mask): unfair hit, the closest pixels are 4.2 px apart`.
impl fmt::Display for ShapesAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let meet = match self.check.meeting {
            Meeting::Overlaps => "overlap",
            Meeting::Touches => "touch",
            Meeting::Apart => "miss",
        };
        let [a, b] = &self.names;
        write!(f, "shapes {meet} (A {a}, B {b}): ")?;
        match (self.check.fairness, self.check.distance.or(self.check.depth)) {
            (Fairness::Unfair, Some(far)) => {
                write!(f, "unfair hit, the closest pixels are {} px apart", number(far, 0..=1))
            }
            (Fairness::Unfair, None) => f.write_str("unfair hit, a mask has no pixel"),
            (Fairness::Forgiven, deep) => {
                write!(f, "missed touch, {} px deep", number(deep.unwrap_or_default(), 0..=1))
            }
            (Fairness::Hits | Fairness::Misses, _) => f.write_str("right"),
        }
    }
}
