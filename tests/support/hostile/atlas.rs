//! Atlases with their sheets beside them, one for each layout.

use image::{GenericImage as _, ImageFormat, RgbaImage, imageops};

use super::{Hostile, Meant, SIZE, clear, encoded, rgba, with_images};

/// The trimmed pixels at the left, at the top, at the right and at the bottom.
const TRIMMED: [u32; 4] = [3, 1, 2, 4];

/// Returns the drawing in its source box, with these margins around it.
fn source([left, top, right, bottom]: [u32; 4], frames: usize) -> Meant {
    let (width, height) = (u32::from(SIZE.0), u32::from(SIZE.1));
    let mut image = RgbaImage::new(left + width + right, top + height + bottom);
    image.copy_from(&drawing(), left, top).expect("it fits");
    meant(&image, frames)
}

fn drawing() -> RgbaImage {
    RgbaImage::from_raw(SIZE.0.into(), SIZE.1.into(), rgba(&clear())).expect("its pixels")
}

fn meant(image: &RgbaImage, frames: usize) -> Meant {
    Meant { width: image.width(), pixels: image.pixels().map(|pixel| pixel.0).collect(), frames, ..clear() }
}

/// Encodes a sheet with the drawing at 2,1, turned by `turn`.
fn sheet(turn: fn(&RgbaImage) -> RgbaImage) -> Vec<u8> {
    let turned = turn(&drawing());
    let mut sheet = RgbaImage::new(turned.width() + 3, turned.height() + 2);
    sheet.copy_from(&turned, 2, 1).expect("it fits");
    encoded(&meant(&sheet, 1), ImageFormat::Png)
}

/// The drawing, named by an atlas that trims two empty columns at its right.
fn single() -> Hostile {
    let (width, height) = SIZE;
    let frame = format!(r#"{{"x": 0, "y": 0, "w": {width}, "h": {height}}}"#);
    let source_size = format!(r#"{{"w": {}, "h": {height}}}"#, width + 2);
    let entry = format!(
        r#""walk_00": {{"frame": {frame}, "rotated": false, "trimmed": true, "spriteSourceSize": {frame}, "sourceSize": {source_size}}}"#
    );
    let atlas = format!(r#"{{"frames": {{{entry}}}, "meta": {{"image": "atlas sheet.png"}}}}"#);
    let sheet = encoded(&clear(), ImageFormat::Png);
    with_images("Atlas, trimmed.json", atlas.into(), &[("atlas sheet.png", sheet)], source([0, 0, 2, 0], 1))
}

/// Two sheets; the drawing is on the first, rotated clockwise.
fn multi() -> Hostile {
    let [left, top, right, bottom] = TRIMMED;
    let (width, height) = (u32::from(SIZE.0), u32::from(SIZE.1));
    let (source_width, source_height) = (left + width + right, top + height + bottom);
    let texture = |image: &str, frame: &str| format!(r#"{{"image": "{image}", "frames": [{frame}]}}"#);
    let turned = format!(
        r#"{{"filename": "walk_00", "frame": {{"x": 2, "y": 1, "w": {width}, "h": {height}}}, "rotated": true, "trimmed": true,
        "spriteSourceSize": {{"x": {left}, "y": {top}, "w": {width}, "h": {height}}},
        "sourceSize": {{"w": {source_width}, "h": {source_height}}}, "anchor": {{"x": 0.5, "y": 0.5}}}}"#
    );
    let dot = r#"{"filename": "dot", "frame": {"x": 0, "y": 0, "w": 1, "h": 1}}"#;
    let atlas = format!(r#"{{"textures": [{}, {}]}}"#, texture("multi 0.png", &turned), texture("multi 1.png", dot));
    let sheets = [("multi 0.png", sheet(imageops::rotate90)), ("multi 1.png", sheet(RgbaImage::clone))];
    with_images("Atlas of two sheets.json", atlas.into(), &sheets, source(TRIMMED, 2))
}

/// The drawing, rotated counter-clockwise; the offset counts from the bottom.
fn libgdx(name: &str, image: &str, region: impl Fn([u32; 4], [u32; 2]) -> String) -> Hostile {
    let [left, top, right, bottom] = TRIMMED;
    let (width, height) = (u32::from(SIZE.0), u32::from(SIZE.1));
    let region = region([left, bottom, left + width + right, top + height + bottom], [width, height]);
    let atlas =
        format!("\n{image}\nsize: 16, 16\nformat: RGBA8888\nfilter: Nearest,Nearest\nrepeat: none\nwalk\n{region}");
    with_images(name, atlas.into(), &[(image, sheet(imageops::rotate270))], source(TRIMMED, 1))
}

fn libgdx_old() -> Hostile {
    libgdx(
        "Atlas of libGDX, old.atlas",
        "libgdx old.png",
        |[left, bottom, width, height], [kept_width, kept_height]| {
            format!(
                "  rotate: true\n  xy: 2, 1\n  size: {kept_width}, {kept_height}\n  orig: {width}, {height}\n  \
             offset: {left}, {bottom}\n  index: -1\n"
            )
        },
    )
}

fn libgdx_new() -> Hostile {
    libgdx(
        "Atlas of libGDX, new.atlas",
        "libgdx new.png",
        |[left, bottom, width, height], [kept_width, kept_height]| {
            format!(
                "index: 3\nbounds: 2, 1, {kept_width}, {kept_height}\noffsets: {left}, {bottom}, {width}, {height}\nrotate: 90\n"
            )
        },
    )
}

/// The drawing, rotated clockwise, with the size that it has on the sheet.
fn starling() -> Hostile {
    let [left, top, right, bottom] = TRIMMED;
    let (width, height) = (u32::from(SIZE.0), u32::from(SIZE.1));
    let atlas = format!(
        "<?xml version=\"1.0\"?><TextureAtlas imagePath=\"starling.png\"><SubTexture name=\"walk\" x=\"2\" y=\"1\" \
         width=\"{height}\" height=\"{width}\" rotated=\"true\" frameX=\"-{left}\" frameY=\"-{top}\" frameWidth=\"{}\" \
         frameHeight=\"{}\" pivotX=\"4\" pivotY=\"9\"/></TextureAtlas>",
        left + width + right,
        top + height + bottom
    );
    with_images(
        "Atlas of Starling.xml",
        atlas.into(),
        &[("starling.png", sheet(imageops::rotate90))],
        source(TRIMMED, 1),
    )
}

pub fn files() -> Vec<Hostile> {
    vec![single(), multi(), libgdx_old(), libgdx_new(), starling()]
}
