//! Hitboxes for Godot: nodes of a scene file, and before them the shapes of capsules. Both versions read the names of version 3.

use super::source::{HitboxSource, Polygons, coordinates, px, row};
use maskscope_core::shape::Shape;

/// The number before those of the first shape: a scene has few of its own.
const BEFORE_FIRST: usize = 1000;

/// The code for Godot 4, where the height of a capsule counts its caps.
pub fn code(source: &HitboxSource<'_>) -> String {
    code_for(source, true)
}

/// The code for Godot 3, where the height of a capsule leaves out its caps.
pub fn code_for_3(source: &HitboxSource<'_>) -> String {
    code_for(source, false)
}

fn code_for(source: &HitboxSource<'_>, counts_caps: bool) -> String {
    let HitboxSource { shapes, name, title, size, .. } = source;
    let [width, height] = [size.width, size.height].map(|side| f64::from(side) / 2.0);
    let (mut resources, mut nodes) = (String::new(), String::new());
    for (number, &shape) in (1..).zip(shapes) {
        let ending = if number == 1 { String::new() } else { format!("_{number}") };
        let head = |kind: &str| format!("[node name=\"{name}_hitbox{ending}\" type=\"{kind}\" parent=\".\"]");
        match *shape {
            // A capsule without a direction is a circle.
            Shape::Capsule([x1, y1, x2, y2, radius]) if [x1, y1] != [x2, y2] => {
                let id = BEFORE_FIRST + number;
                let straight = (x2 - x1).hypot(y2 - y1);
                let (long, counted, other) = if counts_caps {
                    (straight + 2.0 * radius, "counts", "Godot 3")
                } else {
                    (straight, "does not count", "Godot 4")
                };
                resources += &format!(
                    "\n; {shape}: height {counted} the caps, unlike in {other}\n\
                     [sub_resource type=\"CapsuleShape2D\" id={id}]\n\
                     radius = {}\n\
                     height = {}\n",
                    px(radius),
                    px(long)
                );
                let (x, y) = (f64::midpoint(x1, x2), f64::midpoint(y1, y2));
                nodes += &format!(
                    "\n; {shape}; where the Sprite is not centered, position is ({})\n\
                     {}\n\
                     position = Vector2( {} )\n\
                     {}shape = SubResource( {id} )\n",
                    row([x, y]),
                    head("CollisionShape2D"),
                    row([x - width, y - height]),
                    rotation(x2 - x1, y2 - y1)
                );
            }
            _ => {
                let Polygons { outline, about, .. } = Polygons::new(shape);
                nodes += &format!(
                    "\n; {about}\n\
                     {}\n\
                     position = Vector2( {} )\n\
                     polygon = PoolVector2Array( {} )\n",
                    head("CollisionPolygon2D"),
                    row([-width, -height]),
                    coordinates(&outline)
                );
            }
        }
    }
    if resources.is_empty() {
        return format!(
            "; {title}.\n\
             ; For the end of the .tscn file of an Area2D or a body; where its Sprite is not centered, position is (0, 0).\n{nodes}"
        );
    }
    format!(
        "; {title}, in two parts.\n\
         ; Before the first node of the .tscn file of an Area2D or a body:\n{resources}\n\
         ; For the end of that file; where its Sprite is not centered, position is (0, 0), unless a comment has another.\n{nodes}"
    )
}

/// The line that turns an upright capsule in this direction, which has no end before the other.
fn rotation(dx: f64, dy: f64) -> String {
    let (dx, dy) = if dy < 0.0 || dy == 0.0 && dx > 0.0 { (-dx, -dy) } else { (dx, dy) };
    let turn = ((-dx).atan2(dy) * 1e6).round() / 1e6;
    if turn == 0.0 { String::new() } else { format!("rotation = {turn}\n") }
}
