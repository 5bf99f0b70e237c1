//! Hitboxes for pygame: rectangles, circles, capsules and convex polygons, and a function that tests them.

use super::source::{HitboxSource, Polygons, in_pieces, pairs, row};
use maskscope_core::shape::Shape;

/// A function that needs nothing else.
const OVERLAP: &str = include_str!("overlap.py");

pub fn code(source: &HitboxSource<'_>) -> String {
    let HitboxSource { name, title, .. } = source;
    let parts = source.parts("    ", part);
    let (usage, overlap) = if source.shapes.iter().all(|shape| is_rect(shape)) {
        let usage = format!("any(part.move({name}.rect.topleft).colliderect(other.rect) for part in {name}_hitbox)");
        (usage, String::new())
    } else {
        let usage = format!("hitboxes_overlap({name}_hitbox, {name}.rect.topleft, other_hitbox, other.rect.topleft)");
        (usage, format!("\n\n{OVERLAP}"))
    };
    format!("import pygame\n\n# {title}.\n# A hit: {usage}\n{name}_hitbox = [\n{parts}]\n{overlap}")
}

/// True for a box that a `pygame.Rect` holds: it has whole numbers.
fn is_rect(shape: &Shape) -> bool {
    matches!(shape, Shape::Box(sides) if sides.iter().all(|side| side.fract() == 0.0))
}

fn part(shape: &Shape) -> String {
    match *shape {
        Shape::Box(sides) if is_rect(shape) => format!("pygame.Rect({}),", row(sides)),
        Shape::Circle([x, y, radius]) => format!("(({}), {}),  # circle: centre, radius", row([x, y]), row([radius])),
        Shape::Capsule([x1, y1, x2, y2, radius]) => {
            let [from, to, radius] = [row([x1, y1]), row([x2, y2]), row([radius])];
            format!("([({from}), ({to})], {radius}),  # capsule: ends, radius")
        }
        _ => {
            let Polygons { pieces, mut about, .. } = Polygons::new(shape);
            if matches!(shape, Shape::Box(_)) {
                about += ", as a polygon: a Rect has whole px";
            }
            in_pieces("#", &about, &pieces, |piece| pairs(piece, ['(', ')']) + ",")
        }
    }
}
