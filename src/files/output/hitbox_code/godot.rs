//! Hitboxes for Godot: nodes of a scene file, and before them the shapes of boxes, circles and capsules. Both versions read the
//! names of version 3.

use super::source::{HitboxSource, Polygons, coordinates, px, row};
use maskscope_core::geom::Point;
use maskscope_core::shape::Shape;

/// The number before those of the first shape: a scene has few of its own.
const BEFORE_FIRST: usize = 1000;

/// The code for Godot 4, where a box has its size, and the height of a capsule counts its caps.
pub fn code(source: &HitboxSource<'_>) -> String {
    code_for(source, false)
}

/// The code for Godot 3, where a box has the halves of its size, and the height of a capsule leaves out its caps.
pub fn code_for_3(source: &HitboxSource<'_>) -> String {
    code_for(source, true)
}

/// A shape that the engine has.
struct ShapeResource {
    kind: &'static str,
    /// Its fields, in lines of their own.
    fields: String,
    /// The difference to the other version, for a comment.
    note: &'static str,
    middle: Point,
    /// The line that turns its node; mostly empty.
    turn: String,
}

impl ShapeResource {
    /// The resource of a shape; `None` for one that is written as a polygon.
    fn of(shape: &Shape, is_old: bool) -> Option<Self> {
        let upright = |kind, fields, note, middle| Some(Self { kind, fields, note, middle, turn: String::new() });
        let circle = |middle, radius| upright("CircleShape2D", format!("radius = {}\n", px(radius)), "", middle);
        match *shape {
            Shape::Box([x, y, width, height]) => {
                let middle = (x + width / 2.0, y + height / 2.0);
                if is_old {
                    let fields = format!("extents = Vector2( {} )\n", row([width / 2.0, height / 2.0]));
                    upright("RectangleShape2D", fields, ": extents are halves, and Godot 4 has size", middle)
                } else {
                    let fields = format!("size = Vector2( {} )\n", row([width, height]));
                    upright("RectangleShape2D", fields, ": Godot 3 has extents, which are halves of size", middle)
                }
            }
            Shape::Circle([x, y, radius]) => circle((x, y), radius),
            Shape::Capsule([x1, y1, x2, y2, radius]) if [x1, y1] == [x2, y2] => circle((x1, y1), radius),
            Shape::Capsule([x1, y1, x2, y2, radius]) => {
                let straight = (x2 - x1).hypot(y2 - y1);
                let (long, note) = if is_old {
                    (straight, ": height does not count the caps, unlike in Godot 4")
                } else {
                    (straight + 2.0 * radius, ": height counts the caps, unlike in Godot 3")
                };
                let fields = format!("radius = {}\nheight = {}\n", px(radius), px(long));
                let middle = (f64::midpoint(x1, x2), f64::midpoint(y1, y2));
                Some(Self { kind: "CapsuleShape2D", fields, note, middle, turn: rotation(x2 - x1, y2 - y1) })
            }
            Shape::Ellipse(_) | Shape::Polygon(_) => None,
        }
    }
}

fn code_for(source: &HitboxSource<'_>, is_old: bool) -> String {
    let HitboxSource { shapes, name, title, size, .. } = source;
    let [width, height] = [size.width, size.height].map(|side| f64::from(side) / 2.0);
    let (mut resources, mut nodes) = (String::new(), String::new());
    for (number, &shape) in (1..).zip(shapes) {
        let ending = if number == 1 { String::new() } else { format!("_{number}") };
        let head = |kind: &str| format!("[node name=\"{name}_hitbox{ending}\" type=\"{kind}\" parent=\".\"]");
        if let Some(ShapeResource { kind, fields, note, middle: (x, y), turn }) = ShapeResource::of(shape, is_old) {
            let id = BEFORE_FIRST + number;
            resources += &format!("\n; {shape}{note}\n[sub_resource type=\"{kind}\" id={id}]\n{fields}");
            nodes += &format!(
                "\n; {shape}; where the Sprite is not centered, position is ({})\n\
                 {}\n\
                 position = Vector2( {} )\n\
                 {turn}shape = SubResource( {id} )\n",
                row([x, y]),
                head("CollisionShape2D"),
                row([x - width, y - height])
            );
        } else {
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
