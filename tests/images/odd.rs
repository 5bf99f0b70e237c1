//! Frames of atlases that are not whole: they are clipped or left out, and named, and the others are read.

use std::{fmt::Write as _, fs, path::Path};

use image::{Rgba, RgbaImage};
use maskscope::files::{Limits, load_frames, take_remarks};
use maskscope_core::scene::{Frame, Frames};
use tempfile::TempDir;

use crate::dice::Dice;

/// Writes `text` into a file called `name` beside `sheet.png`, and reads it. Also returns the remarks.
fn beside_sheet(sheet: &RgbaImage, name: &str, text: &str) -> (Result<Frames, String>, Vec<String>) {
    let folder = TempDir::new().expect("a folder");
    sheet.save(folder.path().join("sheet.png")).expect("it can be written");
    fs::write(folder.path().join(name), text).expect("it can be written");
    take_remarks();
    let frames = load_frames(&folder.path().join(name), &Limits::default()).map_err(|why| why.reason.to_string());
    let said = take_remarks().iter().filter_map(|it| Some(it.split_once(&format!("{name}: "))?.1.to_owned())).collect();
    (frames, said)
}

/// A sheet of 8 × 6 px, each with its own colour.
fn numbered() -> RgbaImage {
    RgbaImage::from_fn(8, 6, |x, y| Rgba([x, y, 7, 255].map(|level| u8::try_from(level).expect("a level"))))
}

fn solid(frame: &Frame) -> usize {
    frame.picture.rgba().chunks(4).filter(|pixel| pixel[3] > 0).count()
}

fn sizes(frames: &Frames) -> Vec<String> {
    frames.all().iter().map(|frame| format!("{} {} {}", frame.label(), frame.picture.size(), solid(frame))).collect()
}

#[test]
fn empty_frames_and_those_that_leave_their_sheet_cost_no_other() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/support/cases/22-sparrow-empty-and-off-sheet-frames/star.xml");
    take_remarks();
    let frames = load_frames(&path, &Limits::default()).expect("an atlas");
    assert_eq!(sizes(&frames), ["star0000 40 × 40 1005", "star0001 56 × 40 1457", "star0002 40 × 40 0"]);
    let column = |x| (0..40).all(|y| frames.all()[1].picture.pixel(x, y) == Some([0; 4]));
    assert!(column(55), "the missing column is clear");
    let said: Vec<_> = take_remarks().iter().filter_map(|it| Some(it.split_once("star.xml: ")?.1.to_owned())).collect();
    assert_eq!(
        said,
        [
            r#"clipped, beyond its sheet or its source box: 1 frame ("star0001")"#,
            r#"clear, without a pixel on the sheet: 1 frame ("star0002")"#
        ]
    );
}

/// The pixels of a source box, one by one: clear where the frame has none, or the sheet.
fn expected(frame: [i64; 4], quarters: i64, offset: [i64; 2], source: [i64; 2]) -> Vec<[u8; 4]> {
    let ([left, top, width, height], [dx, dy], [columns, rows]) = (frame, offset, source);
    let pixel = |x: i64, y: i64| {
        let (x, y) = (x - dx, y - dy);
        let is_in = (0..width).contains(&x) && (0..height).contains(&y);
        // Quarters of a turn, counter-clockwise.
        let (x, y) = match quarters {
            0 => (x, y),
            1 => (y, width - 1 - x),
            2 => (width - 1 - x, height - 1 - y),
            _ => (height - 1 - y, x),
        };
        let (x, y) = (left + x, top + y);
        let is_on_sheet = is_in && (0..8).contains(&x) && (0..6).contains(&y);
        let level = |level: i64| u8::try_from(level).expect("a level");
        if is_on_sheet { [level(x), level(y), 7, 255] } else { [0; 4] }
    };
    (0..rows).flat_map(|y| (0..columns).map(move |x| pixel(x, y))).collect()
}

/// As libGDX and Spine write them, turned by any quarter.
#[test]
fn clipped_frames_keep_all_pixels_that_there_are() {
    let mut dice = Dice::new(22);
    let mut number = |from: i64, count: u64| from + i64::try_from(dice.roll(count)).expect("a small number");
    let (mut text, mut all) = ("sheet.png\nsize: 8, 6\nwhole\nbounds: 0, 0, 8, 6\n".to_owned(), Vec::new());
    for n in 0..400 {
        let (frame, quarters) = ([number(-4, 14), number(-4, 12), number(0, 7), number(0, 7)], number(0, 4));
        let (offset, source) = ([number(-5, 11), number(-5, 11)], [number(1, 9), number(1, 9)]);
        let ([left, top, width, height], [columns, rows]) = (frame, source);
        let bottom = rows - offset[1] - height;
        write!(
            text,
            "{n}\nbounds: {left}, {top}, {width}, {height}\nrotate: {}\noffsets: {}, {bottom}, {columns}, {rows}\n",
            90 * quarters,
            offset[0]
        )
        .expect("text");
        all.push(expected(frame, quarters, offset, source));
    }
    let frames = beside_sheet(&numbered(), "a.atlas", &text).0.expect("an atlas");
    assert_eq!(frames.all().len(), 401, "none is left out");
    for (frame, expected) in frames.all()[1..].iter().zip(all) {
        assert_eq!(frame.picture.rgba().as_chunks::<4>().0, expected, "{}", frame.label());
        let cut = frame.cut.expect("it was cut");
        let (right, bottom) = (cut.on_sheet.right(), cut.on_sheet.bottom());
        assert!(cut.on_sheet.x >= 0 && cut.on_sheet.y >= 0 && right <= 8 && bottom <= 6, "{cut:?}");
    }
}

/// Frames are named `a`, which is whole, `b`, which reaches over the right edge, `c`, which is empty in a source box of 4 × 3 px,
/// and `d`, which is nothing.
#[test]
fn every_format_leaves_out_what_is_not_there() {
    let starling = "<TextureAtlas imagePath='sheet.png'><SubTexture name='a' x='0' y='0' width='3' height='2'/>
        <SubTexture name='b' x='6' y='0' width='3' height='2'/>
        <SubTexture name='c' frameX='-1' frameWidth='4' frameHeight='3'/><SubTexture name='d'/></TextureAtlas>";
    let first = "<TextureAtlas imagePath='sheet.png'><SubTexture name='a' x='0' y='0' w='3' h='2'/>
        <SubTexture name='b' x='6' y='0' w='3' h='2'/>
        <SubTexture name='c' w='0' h='0' frameWidth='4' frameHeight='3'/><SubTexture name='d' w='0' h='0'/></TextureAtlas>";
    let generic = "<TextureAtlas imagePath='sheet.png'><sprite n='a' x='0' y='0' w='3' h='2'/>
        <sprite n='b' x='6' y='0' w='3' h='2'/><sprite n='c' oW='4' oH='3'/><sprite n='d'/></TextureAtlas>";
    let json = r#"{"frames": {"a": {"frame": {"x": 0, "y": 0, "w": 3, "h": 2}},
        "b": {"frame": {"x": 6, "y": 0, "w": 3, "h": 2}},
        "c": {"frame": {"x": 0, "y": 0, "w": 0, "h": 0}, "sourceSize": {"w": 4, "h": 3}},
        "d": {"frame": {"x": 0, "y": 0, "w": 0, "h": 0}}}, "meta": {"image": "sheet.png"}}"#;
    let libgdx =
        "sheet.png\nsize: 8, 6\na\nbounds: 0, 0, 3, 2\nb\nbounds: 6, 0, 3, 2\nc\noffsets: 0, 0, 4, 3\nd\nindex: -1\n";
    let frame = |name: &str, area: &str, source: &str| {
        format!(
            "<key>{name}</key><dict><key>frame</key><string>{{{area}}}</string><key>offset</key><string>{{0,0}}</string>
            <key>sourceSize</key><string>{{{source}}}</string></dict>"
        )
    };
    let plist = format!(
        "<plist><dict><key>frames</key><dict>{}{}{}{}</dict><key>metadata</key><dict><key>format</key><integer>2</integer>
        <key>textureFileName</key><string>sheet.png</string></dict></dict></plist>",
        frame("a", "{0,0},{3,2}", "3,2"),
        frame("b", "{6,0},{3,2}", "3,2"),
        frame("c", "{0,0},{0,0}", "4,3"),
        frame("d", "{0,0},{0,0}", "0,0"),
    );
    let dragon_bones = r#"{"imagePath": "sheet.png", "SubTexture": [{"name": "a", "x": 0, "y": 0, "width": 3, "height": 2},
        {"name": "b", "x": 6, "y": 0, "width": 3, "height": 2}, {"name": "c", "frameWidth": 4, "frameHeight": 3}, {"name": "d"}]}"#;
    for (name, text) in [
        ("a.xml", starling),
        ("first.xml", first),
        ("generic.xml", generic),
        ("a.json", json),
        ("a.atlas", libgdx),
        ("a.plist", &plist),
        ("a_tex.json", dragon_bones),
    ] {
        let (frames, said) = beside_sheet(&numbered(), name, text);
        assert_eq!(sizes(&frames.expect(name)), ["a 3 × 2 6", "b 3 × 2 4", "c 4 × 3 0"], "{name}");
        assert_eq!(
            said,
            [
                r#"clipped, beyond its sheet or its source box: 1 frame ("b")"#,
                r#"clear, without a pixel on the sheet: 1 frame ("c")"#,
                r#"left out, as empty or damaged: 1 frame ("d")"#
            ],
            "{name}"
        );
    }
}

#[test]
fn tags_and_hitboxes_stay_with_their_frames() {
    let frame =
        |x: u32, width: u32| format!(r#"{{"frame": {{"x": {x}, "y": 0, "w": {width}, "h": 2}}, "duration": 1}}"#);
    let trimmed = r#"{"frame": {"x": 0, "y": 0, "w": 3, "h": 2}, "trimmed": true}"#;
    let text = format!(
        r#"{{"frames": [{}, {}, {}, {trimmed}, {}], "meta": {{"image": "sheet.png",
        "frameTags": [{{"name": "stand", "from": 0, "to": 0}}, {{"name": "gone", "from": 3, "to": 3}},
        {{"name": "walk", "from": 1, "to": 4}}],
        "slices": [{{"name": "hit", "keys": [{{"frame": 2, "bounds": {{"x": 0, "y": 0, "w": 1, "h": 1}}}},
        {{"frame": 3, "bounds": {{"x": 1, "y": 0, "w": 1, "h": 1}}}},
        {{"frame": 4, "bounds": {{"x": 2, "y": 0, "w": 1, "h": 1}}}}]}}]}}}}"#,
        frame(0, 0),
        frame(1, 1),
        frame(2, 1),
        frame(4, 1)
    );
    let (frames, said) = beside_sheet(&numbered(), "a.json", &text);
    let frames = frames.expect("an atlas");
    let left: Vec<_> = frames.all().iter().map(|frame| frame.picture.pixel(0, 0).map(|[x, ..]| x)).collect();
    assert_eq!(left, [Some(1), Some(2), Some(4)]);
    assert_eq!(frames.tags.iter().map(|tag| (&*tag.name, tag.frames.clone())).collect::<Vec<_>>(), [("walk", 0..3)]);
    let hitboxes: Vec<_> =
        frames.offers.hitboxes[0].frames.iter().map(|(n, hitbox)| format!("{n} {hitbox:?}")).collect();
    assert_eq!(hitboxes.len(), 2, "{hitboxes:?}");
    assert!(hitboxes[0].starts_with("1 ") && hitboxes[0].contains("0.0, 0.0, 1.0, 1.0"), "{hitboxes:?}");
    assert!(hitboxes[1].starts_with("2 ") && hitboxes[1].contains("2.0, 0.0, 1.0, 1.0"), "{hitboxes:?}");
    assert_eq!(said, ["left out, as empty or damaged: 2 frames (0 and 3)"]);
}

#[test]
fn an_atlas_without_a_pixel_on_its_sheet_is_refused() {
    let region = |name: &str, x: u32| format!("{name}\nbounds: {x}, 0, 3, 2\n");
    let text = format!("sheet.png\nsize: 8, 6\n{}{}", region("a", 8), region("b", 9));
    let refused = beside_sheet(&numbered(), "a.atlas", &text).0.expect_err("no frame is on the sheet");
    assert_eq!(refused, "its frame \"a\" is 3 × 2 at 8,0, which is not on the sheet of 8 × 6 px");
    let one = format!("{text}{}", region("c", 7));
    assert_eq!(
        sizes(&beside_sheet(&numbered(), "a.atlas", &one).0.expect("one is")),
        ["a 3 × 2 0", "b 3 × 2 0", "c 3 × 2 2"]
    );
}

#[test]
fn an_atlas_that_names_no_image_takes_that_of_its_own_name() {
    let frames = r#"{"frames": {"a": {"frame": {"x": 0, "y": 0, "w": 3, "h": 2}}}"#;
    for rest in ["}", r#", "meta": {}}"#, r#", "meta": {"app": "x", "scale": "1"}}"#] {
        let text = format!("{frames}{rest}");
        let frames = beside_sheet(&numbered(), "sheet.json", &text).0.expect(rest);
        assert_eq!(sizes(&frames), ["a 3 × 2 6"], "{rest}");
        let refused = beside_sheet(&numbered(), "other.json", &text).0.expect_err("it has another name");
        assert!(refused.contains("other.png is missing; --sheet names another"), "{refused}");
    }
}
