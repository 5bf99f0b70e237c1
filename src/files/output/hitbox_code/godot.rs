//! Hitboxes for Godot: nodes of a scene file. Both versions read the names of version 3.

use super::source::{HitboxSource, Polygons, coordinates, row};

pub fn code(source: &HitboxSource<'_>) -> String {
    let HitboxSource { shapes, name, title, size, .. } = source;
    let middle = row([size.width, size.height].map(|side| -f64::from(side) / 2.0));
    let node = |(number, shape)| {
        let Polygons { outline, about, .. } = Polygons::new(shape);
        let number = if number == 1 { String::new() } else { format!("_{number}") };
        format!(
            "\n; {about}\n\
             [node name=\"{name}_hitbox{number}\" type=\"CollisionPolygon2D\" parent=\".\"]\n\
             position = Vector2( {middle} )\n\
             polygon = PoolVector2Array( {} )\n",
            coordinates(&outline)
        )
    };
    let nodes: String = (1..).zip(shapes.iter().copied()).map(node).collect();
    format!(
        "; {title}.\n\
         ; For the end of the .tscn file of an Area2D or a body; where its Sprite is not centered, position is (0, 0).\n{nodes}"
    )
}
