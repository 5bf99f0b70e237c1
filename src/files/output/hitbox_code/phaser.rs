//! Hitboxes for Phaser 3: a body of Arcade for a box or a circle, a body of Matter for several shapes and for others.

use super::source::{HitboxSource, Polygons, in_pieces, pairs, px, row};
use crate::files::output::identifier::camel_case;
use maskscope_core::shape::Shape;

pub fn code(source: &HitboxSource<'_>) -> String {
    let HitboxSource { title, size, .. } = source;
    let name = camel_case(&source.name);
    let (physics, note, body) = match source.shapes[..] {
        [&Shape::Box([x, y, width, height])] => {
            let body = format!("sprite.body.setSize({}, false).setOffset({})", row([width, height]), row([x, y]));
            ("physics", String::new(), format!("    {body};\n    return sprite;\n"))
        }
        [&Shape::Circle([x, y, radius])] => {
            let whole = radius.round().max(1.0);
            let rounded = format!("\n// Arcade tests circles of whole px: {} is rounded to {whole}.", px(radius));
            let note = if whole == radius { String::new() } else { rounded };
            let body = format!("sprite.body.setCircle({})", row([whole, x - whole, y - whole]));
            ("physics", note, format!("    {body};\n    return sprite;\n"))
        }
        _ => {
            let note = "\n// For Matter: Arcade has one box or circle for a sprite.".to_owned();
            let body = include_str!("matter.js").replace("{parts}", source.parts("        ", part).trim_end());
            let body = body.replace("{width}", &size.width.to_string()).replace("{height}", &size.height.to_string());
            ("matter", note, body)
        }
    };
    format!(
        "// {title}: {name}Hitbox(this.{physics}.add.sprite(x, y, \"{name}\"));{note}\n\
         function {name}Hitbox(sprite) {{\n{body}}}\n"
    )
}

fn part(shape: &Shape) -> String {
    let Polygons { pieces, about, .. } = Polygons::new(shape);
    in_pieces("//", &about, &pieces, |piece| pairs(piece, ['[', ']']) + ",")
}
