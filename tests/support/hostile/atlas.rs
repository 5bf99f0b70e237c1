//! Atlases, each beside its sheets.

use image::ImageFormat;

use super::{Hostile, Meant, SIZE, clear, encoded, with_images};

/// The drawing, named by an atlas that trims two columns of nothing at its right.
fn trimmed() -> Hostile {
    let (width, height) = SIZE;
    let frame = format!(r#"{{"x": 0, "y": 0, "w": {width}, "h": {height}}}"#);
    let source = format!(r#"{{"w": {}, "h": {height}}}"#, width + 2);
    let entry = format!(
        r#""walk_00": {{"frame": {frame}, "rotated": false, "trimmed": true, "spriteSourceSize": {frame}, "sourceSize": {source}}}"#
    );
    let atlas = format!(r#"{{"frames": {{{entry}}}, "meta": {{"image": "atlas sheet.png"}}}}"#);
    let widened = |row: &[[u8; 4]]| [row, &[[0; 4]; 2]].concat();
    let pixels = clear().pixels.chunks(width.into()).flat_map(widened).collect();
    let meant = Meant { width: u32::from(width) + 2, pixels, ..clear() };
    with_images("Atlas, trimmed.json", atlas.into(), &[("atlas sheet.png", encoded(&clear(), ImageFormat::Png))], meant)
}

pub fn files() -> Vec<Hostile> {
    vec![trimmed()]
}
