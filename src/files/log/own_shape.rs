//! The shapes that a check tested, in the own pixels of their sprites: so a scene keeps them.

use maskscope_core::geom::Affine;
use maskscope_core::replay::{Check, Tested};
use maskscope_core::shape::{Hitbox, Part, PlacedPart, PlacedShape, Shape};

/// Corners of the polygon that stands for a turned or scaled round shape, to which a capsule adds two.
const CORNERS: u16 = 64;

/// Returns what the game tested of A, 0, or of B, 1; `None` for its pixels.
pub(super) fn own_hitbox(check: &Check, at: usize) -> Option<Hitbox> {
    let Tested::Shapes(hitbox) = &check.subjects[at].tested else { return None };
    let own_from_world = check.pair.sprites[at].posed().world_from_source().inverse()?;
    let part = |part: &PlacedPart| match part {
        PlacedPart::Shape(shape) => Part::Shape(own_shape(shape, own_from_world)),
        PlacedPart::Mask(..) => Part::Mask,
    };
    Hitbox::new(hitbox.parts().iter().map(part).collect()).ok()
}

fn own_shape(shape: &PlacedShape, own_from_world: Affine) -> Shape {
    let Affine { tx, ty, .. } = own_from_world;
    let is_only_moved = own_from_world == Affine { tx, ty, ..Affine::IDENTITY };
    if let Some(([from, to], radius)) = shape.segment().filter(|_| is_only_moved) {
        return Shape::Capsule([from.0 + tx, from.1 + ty, to.0 + tx, to.1 + ty, radius]);
    }
    let ((left, top), (right, bottom)) = shape.bounds();
    match shape.kinds() {
        "boxes" if is_only_moved => Shape::Box([left + tx, top + ty, right - left, bottom - top]),
        "circles" if is_only_moved => {
            let radius = (right - left) / 2.0;
            Shape::Circle([left + radius + tx, top + radius + ty, radius])
        }
        _ => {
            let corners = shape.outline(CORNERS).into_iter().map(|point| own_from_world.map(point));
            Shape::Polygon(corners.map(|(x, y)| [x, y]).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::files::{Limits, Log};

    #[test]
    fn the_scene_of_a_check_keeps_what_was_tested() {
        let mut log = Log::new("game.jsonl".as_ref(), Limits::default());
        log.read(b"{\"sprite\":\"bar\",\"mask\":[\"####\"]}\n", |entry| panic!("{entry:?}"));
        let a = r#""a":{"sprite":"bar","position":[10,20],"shape":{"circle":[12,21,3]}}"#;
        let b = r#""b":{"sprite":"bar","position":[10,20],"scale":2,"shape":[{"box":[10,20,8,2]},"mask"]}"#;
        let (_, scene) = log.again(2, format!("{{\"frame\":1,{a},{b}}}").as_bytes()).expect("a check");
        let hitboxes = scene.sprites.map(|actor| serde_json::to_string(&actor.sprite.hitbox()).expect("JSON"));
        let of_b = r#"[{"polygon":[[0,0],[4,0],[4,1],[0,1]]},"mask"]"#;
        assert_eq!(hitboxes, [r#"{"circle":[2,1,3]}"#, of_b]);
    }

    #[test]
    fn a_capsule_that_is_not_scaled_stays_one() {
        let mut log = Log::new("game.jsonl".as_ref(), Limits::default());
        log.read(b"{\"sprite\":\"bar\",\"mask\":[\"####\"]}\n", |entry| panic!("{entry:?}"));
        let tested = r#""position":[10,20],"shape":{"capsule":[12,21,15,25,3]}"#;
        let line =
            format!(r#"{{"frame":1,"a":{{"sprite":"bar",{tested}}},"b":{{"sprite":"bar","scale":2,{tested}}}}}"#);
        let (_, scene) = log.again(2, line.as_bytes()).expect("a check");
        let [a, b] = scene.sprites.map(|actor| serde_json::to_string(&actor.sprite.hitbox()).expect("JSON"));
        assert_eq!(a, r#"{"capsule":[2,1,5,5,3]}"#);
        assert!(b.starts_with(r#"{"polygon":"#), "{b}");
    }
}
