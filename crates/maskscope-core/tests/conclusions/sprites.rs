//! Sprites written as text, for tests: `#` is opaque, `+` half transparent (alpha 128), `.` clear.

use maskscope_core::{
    geom::Size,
    scene::{Picture, PictureFormat, Sprite},
};

/// Draws the sprite in `text`.
pub fn sprite(name: &str, text: &str) -> Sprite {
    let rows: Vec<&str> = text.lines().collect();
    let size = Size::new(side(rows.first().map_or(0, |row| row.len())), side(rows.len()));
    let alpha = |c: char| match c {
        '#' => 255,
        '+' => 128,
        _ => 0,
    };
    let rgba = rows.iter().flat_map(|row| row.chars()).flat_map(|c| [200, 100, 50, alpha(c)]).collect();
    Sprite::new(name, Picture::new(size, rgba, PictureFormat::Png, true), 0)
}

/// Returns an opaque sprite of `size` with one clear pixel in each corner, so that neither box nor mask is trivial.
#[allow(dead_code, reason = "not every test file needs it")]
pub fn block(name: &str, size: Size) -> Sprite {
    let is_corner = |x: u32, y: u32| (x == 0 || x + 1 == size.width) && (y == 0 || y + 1 == size.height);
    let pixels = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
    let rgba = pixels.flat_map(|(x, y)| [90, 90, 90, if is_corner(x, y) { 0 } else { 255 }]).collect();
    Sprite::new(name, Picture::new(size, rgba, PictureFormat::Png, true), 0)
}

fn side(n: usize) -> u32 {
    u32::try_from(n).expect("a small sprite")
}
