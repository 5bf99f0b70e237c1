//! Shapes and hitboxes as files store them.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{Hitbox, Part, ShapeFault};
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
            Self::Mask => serializer.serialize_str("mask"),
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
                "invalid type: {other}, expected a box, a circle, an ellipse, a capsule, a polygon, \"mask\" or a list of \
                 them"
            ))),
        };
        Self::new(parts.map_err(D::Error::custom)?).map_err(D::Error::custom)
    }
}

/// The parts of a hitbox in files.
const PARTS: &str = "a box, a circle, an ellipse, a capsule, a polygon or \"mask\"";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

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
