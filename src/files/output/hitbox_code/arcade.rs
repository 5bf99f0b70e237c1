//! Hit boxes for Arcade: the points of one polygon.

use super::source::{HitboxSource, Polygons, pairs};

pub fn code(source: &HitboxSource<'_>) -> String {
    let HitboxSource { shapes, name, about, size, .. } = source;
    let [width, height] = [size.width, size.height].map(f64::from);
    let Polygons { mut outline, pieces, about: polygon } = Polygons::new(shapes[0]);
    for (x, y) in &mut outline {
        (*x, *y) = (*x - width / 2.0, height / 2.0 - *y);
    }
    let concave =
        "# Arcade's test is made for convex polygons: of this one, which is concave, it also hits some of the gaps.\n";
    let note = if pieces.len() > 1 { concave } else { "" };
    format!(
        "# {about}, {polygon}, in px of the texture from its middle, y up.\n\
         # Arcade 3: arcade.Texture(image, hit_box_points={name}_hitbox), or of a sprite\n\
         # sprite.hit_box = arcade.hitbox.HitBox({name}_hitbox, sprite.position, sprite.scale)\n\
         # Arcade 2.6: sprite.hit_box = {name}_hitbox\n\
         {note}{name}_hitbox = {points}\n",
        points = pairs(&outline, ['(', ')'])
    )
}
