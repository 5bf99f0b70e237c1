//! [`Hitbox`]: the shapes of a sprite that are tested in place of its mask.

use std::{fmt, sync::Arc};

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{PlacedHitbox, PlacedPart, Shape, ShapeFault, shape};
use crate::geom::{Affine, Cell};
use crate::mask::Prepared;
use crate::words::plural;

/// The shapes of a sprite that its game tests: 1 to 64 parts. Any of them may hit.
///
/// In files it is a part (`{"box": [x, y, w, h]}`, `"mask"`), or a list of parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Hitbox(Vec<Part>);

/// A part of a hitbox.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A shape in the sprite's own pixels.
    Shape(Shape),
    /// The sprite's own mask.
    Mask,
}

impl Hitbox {
    /// The most parts.
    pub const MOST_PARTS: usize = shape::MOST_PARTS;

    /// A hitbox of these parts.
    ///
    /// # Errors
    /// If there are 0 or more than 64, or if the numbers of one are no shape.
    pub fn new(parts: Vec<Part>) -> Result<Self, ShapeFault> {
        match parts.len() {
            0 => return Err(ShapeFault::Empty),
            1..=Self::MOST_PARTS => {}
            _ => return Err(ShapeFault::TooMany),
        }
        for part in &parts {
            if let Part::Shape(shape) = part {
                shape.check()?;
            }
        }
        Ok(Self(parts))
    }

    /// Its parts.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    /// The hitbox in the world, where `mask`, the sprite's own, has its top left on a cell. `world_from_source` maps points of
    /// the sprite, from its top left corner, to the world. The mask is only asked for where a part is the mask.
    pub fn placed(&self, world_from_source: &Affine, mask: impl FnOnce() -> (Arc<Prepared>, Cell)) -> PlacedHitbox {
        let is_tested = self.0.contains(&Part::Mask);
        let mask = is_tested.then(mask);
        let part = |part: &Part| match part {
            Part::Shape(shape) => Some(PlacedPart::Shape(shape.placed(world_from_source))),
            Part::Mask => mask.clone().map(|(mask, origin)| PlacedPart::Mask(mask, origin)),
        };
        PlacedHitbox::new(self.0.iter().filter_map(part).collect())
    }
}

impl From<Shape> for Part {
    fn from(shape: Shape) -> Self {
        Self::Shape(shape)
    }
}

/// A hitbox of one part: the numbers of a shape are those of a person or a fit, and not checked.
impl<P: Into<Part>> From<P> for Hitbox {
    fn from(part: P) -> Self {
        Self(vec![part.into()])
    }
}

/// `box 48 × 48`, `mask`, `3 shapes`.
impl fmt::Display for Hitbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0[..] {
            [Part::Shape(shape)] => shape.fmt(f),
            [Part::Mask] => f.write_str("mask"),
            parts => f.write_str(&plural(parts.len() as u64, "shape")),
        }
    }
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Shape(shape) => shape.serialize(serializer),
            Self::Mask => serializer.serialize_str("mask"),
        }
    }
}

impl Serialize for Hitbox {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0[..] {
            [part] => part.serialize(serializer),
            parts => parts.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(word) if word == "mask" => Ok(Self::Mask),
            Value::String(word) => Err(D::Error::invalid_value(Unexpected::Str(&word), &PARTS)),
            shape @ Value::Object(_) => serde_json::from_value(shape).map(Self::Shape).map_err(D::Error::custom),
            other => Err(D::Error::custom(format!("invalid type: {other}, expected {PARTS}"))),
        }
    }
}

impl<'de> Deserialize<'de> for Hitbox {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = match Value::deserialize(deserializer)? {
            // What is too long is refused before it is understood.
            Value::Array(list) if list.len() > Self::MOST_PARTS => return Err(D::Error::custom(ShapeFault::TooMany)),
            Value::Array(list) => list.into_iter().map(Part::deserialize).collect::<Result<_, _>>(),
            part @ (Value::Object(_) | Value::String(_)) => Part::deserialize(part).map(|part| vec![part]),
            other => Err(serde_json::Error::custom(format!(
                "invalid type: {other}, expected a box, a circle, an ellipse, a polygon, \"mask\" or a list of them"
            ))),
        };
        Self::new(parts.map_err(D::Error::custom)?).map_err(D::Error::custom)
    }
}

/// The parts of a hitbox in files.
const PARTS: &str = "a box, a circle, an ellipse, a polygon or \"mask\"";

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Hitbox, String> {
        serde_json::from_str(json).map_err(|why| why.to_string())
    }

    #[test]
    fn files_say_it_as_it_is_read() {
        for (json, words) in [
            (r#"{"box":[4,6,32.5,30]}"#, "box 32.5 × 30"),
            (r#"{"circle":[24,20,18]}"#, "circle r 18"),
            (r#"{"ellipse":[24,20,10,6]}"#, "ellipse 20 × 12"),
            (r#"{"polygon":[[0,0],[4,0],[4,4],[1.5,2]]}"#, "polygon of 4 corners"),
            (r#""mask""#, "mask"),
            (r#"[{"box":[0,0,1,1]},"mask"]"#, "2 shapes"),
        ] {
            let hitbox = read(json).expect(json);
            assert_eq!(serde_json::to_string(&hitbox).expect("it can be written"), json);
            assert_eq!(hitbox.to_string(), words);
        }
        assert_eq!(read(r#"["mask"]"#), read(r#""mask""#), "a list of one");
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let corners = |count: usize| format!(r#"{{"polygon":[{}]}}"#, vec!["[0,0]"; count].join(","));
        for (json, why) in [
            (r#"{"box":[0,0,-3,4]}"#, "a box has a width of −3, and no size is negative"),
            (r#"{"circle":[0,0,-0.5]}"#, "a circle has a radius of −0.5, and no size is negative"),
            (r#"{"ellipse":[0,0,1,1e11]}"#, "an ellipse reaches farther than 10,000,000,000 px"),
            (&corners(2), "a polygon has 2 corners, and 3 to 256 are allowed"),
            (&corners(257), "a polygon has 257 corners, and 3 to 256 are allowed"),
            (r#"{"polygon":[[0,0],[4,4],[4,0],[0,4]]}"#, "a polygon crosses itself"),
            ("[]", "the list of shapes is empty"),
            (&format!("[{}]", vec![r#""mask""#; 65].join(",")), "the list has more than 64 shapes"),
            (r#""pixels""#, r#"invalid value: string "pixels", expected a box"#),
            (r#"{"square":[1,2]}"#, "unknown variant `square`, expected one of `box`, `circle`, `ellipse`, `polygon`"),
            (r#"{"box":[1,2,3]}"#, "invalid length 3, expected an array of length 4"),
            (r#"{"box":[1,2,3,null]}"#, "invalid type: null, expected f64"),
        ] {
            let error = read(json).expect_err(json);
            assert!(error.starts_with(why), "{json}: {error}");
        }
        let endless = Shape::Circle([0.0, f64::NAN, 1.0]);
        assert_eq!(endless.check(), Err(ShapeFault::NotFinite("a circle")));
    }
}
