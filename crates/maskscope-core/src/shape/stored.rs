//! Shapes and hitboxes as files store them.

use std::fmt::{self, Formatter};

use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Hitbox, Part, Shape, ShapeFault};
use crate::geom::Number;

pub(super) fn numbers<S: Serializer, const N: usize>(all: &[f64; N], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(all.map(Number))
}

pub(super) fn points<S: Serializer>(all: &[[f64; 2]], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(all.iter().map(|point| point.map(Number)))
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Shape(shape) => shape.serialize(serializer),
            Self::Mask => serializer.serialize_str(MASK),
        }
    }
}

impl Serialize for Hitbox {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.parts() {
            [part] => part.serialize(serializer),
            parts => parts.serialize(serializer),
        }
    }
}

/// The word of the sprite's own mask.
const MASK: &str = "mask";
const SHAPES: &str = "a box, a circle, an ellipse, a capsule";

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShapeVisitor)
    }
}

/// The field of a shape.
#[derive(Deserialize)]
#[serde(variant_identifier, rename_all = "lowercase")]
enum ShapeField {
    Box,
    Circle,
    Ellipse,
    Capsule,
    Polygon,
}

struct ShapeVisitor;

impl<'de> Visitor<'de> for ShapeVisitor {
    type Value = Shape;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{SHAPES} or a polygon")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Shape, A::Error> {
        let shape = match map.next_key()? {
            Some(ShapeField::Box) => Shape::Box(map.next_value()?),
            Some(ShapeField::Circle) => Shape::Circle(map.next_value()?),
            Some(ShapeField::Ellipse) => Shape::Ellipse(map.next_value()?),
            Some(ShapeField::Capsule) => Shape::Capsule(map.next_value()?),
            Some(ShapeField::Polygon) => Shape::Polygon(map.next_value()?),
            None => return Err(A::Error::invalid_type(Unexpected::Map, &self)),
        };
        match map.next_key::<IgnoredAny>()? {
            Some(_) => Err(A::Error::custom("a shape has one field alone")),
            None => Ok(shape),
        }
    }
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PartVisitor)
    }
}

struct PartVisitor;

impl<'de> Visitor<'de> for PartVisitor {
    type Value = Part;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{SHAPES}, a polygon or \"{MASK}\"")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Part, E> {
        if word == MASK { Ok(Part::Mask) } else { Err(E::invalid_value(Unexpected::Str(word), &self)) }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Part, A::Error> {
        ShapeVisitor.visit_map(map).map(Part::Shape)
    }
}

impl<'de> Deserialize<'de> for Hitbox {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = deserializer.deserialize_any(HitboxVisitor)?;
        Self::new(parts).map_err(D::Error::custom)
    }
}

struct HitboxVisitor;

impl<'de> Visitor<'de> for HitboxVisitor {
    type Value = Vec<Part>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{SHAPES}, a polygon, \"{MASK}\" or a list of them")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Vec<Part>, E> {
        PartVisitor.visit_str(word).map(|part| vec![part])
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Vec<Part>, A::Error> {
        PartVisitor.visit_map(map).map(|part| vec![part])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Part>, A::Error> {
        let mut parts = Vec::new();
        while let Some(part) = list.next_element()? {
            if parts.len() == Hitbox::MOST_PARTS {
                return Err(A::Error::custom(ShapeFault::TooMany));
            }
            parts.push(part);
        }
        Ok(parts)
    }
}

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
            (r#"{"capsule":[24,10,24,30.5,6]}"#, "capsule 12 × 32.5"),
            (r#"{"polygon":[[0,0],[4,0],[4,4],[1.5,2]]}"#, "polygon of 4 corners"),
            (r#""mask""#, "mask"),
            (r#"[{"box":[0,0,1,1]},"mask"]"#, "2 shapes"),
        ] {
            let hitbox = read(json).expect(json);
            assert_eq!(serde_json::to_string(&hitbox).expect("it can be written"), json);
            assert_eq!(hitbox.to_string(), words);
        }
        assert_eq!(read(r#"["mask"]"#), read(r#""mask""#), "a list of one");
        let most = format!("[{}]", vec![r#""mask""#; Hitbox::MOST_PARTS].join(","));
        assert_eq!(read(&most).expect("the most that are allowed").parts().len(), Hitbox::MOST_PARTS);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let corners = |count: usize| format!(r#"{{"polygon":[{}]}}"#, vec!["[0,0]"; count].join(","));
        for (json, why) in [
            (r#"{"box":[0,0,-3,4]}"#, "a box has a width of −3, and no size is negative"),
            (r#"{"circle":[0,0,-0.5]}"#, "a circle has a radius of −0.5, and no size is negative"),
            (r#"{"ellipse":[0,0,1,1e11]}"#, "an ellipse reaches farther than 10,000,000,000 px"),
            (r#"{"capsule":[0,0,9,0,-1]}"#, "a capsule has a radius of −1, and no size is negative"),
            (r#"{"capsule":[0,0,9,0]}"#, "invalid length 4, expected an array of length 5"),
            (r#"{"capsule":[0,0,1e11,0,1]}"#, "a capsule reaches farther than 10,000,000,000 px"),
            (&corners(2), "a polygon has 2 corners, and 3 to 256 are allowed"),
            (&corners(257), "a polygon has 257 corners, and 3 to 256 are allowed"),
            (r#"{"polygon":[[0,0],[4,4],[4,0],[0,4]]}"#, "a polygon crosses itself"),
            ("[]", "the list of shapes is empty"),
            (&format!("[{}]", vec![r#""mask""#; 65].join(",")), "the list has more than 64 shapes"),
            (r#""pixels""#, r#"invalid value: string "pixels", expected a box"#),
            (
                r#"{"square":[1,2]}"#,
                "unknown variant `square`, expected one of `box`, `circle`, `ellipse`, `capsule`, `polygon`",
            ),
            ("{}", "invalid type: map, expected a box"),
            (r#"{"box":[1,2,3,4],"circle":[1,2,3]}"#, "a shape has one field alone"),
            (r#"{"box":[1,2,3]}"#, "invalid length 3, expected an array of length 4"),
            (r#"{"box":[1,2,3,null]}"#, "invalid type: null, expected f64"),
        ] {
            let error = read(json).expect_err(json);
            assert!(error.starts_with(why), "{json}: {error}");
        }
        let endless = Shape::Circle([0.0, f64::NAN, 1.0]);
        assert_eq!(endless.check(), Err(ShapeFault::NotFinite("a circle")));
        let endless = Shape::Capsule([0.0, 0.0, f64::NAN, 1.0, 1.0]);
        assert_eq!(endless.check(), Err(ShapeFault::NotFinite("a capsule")));
    }
}
