//! Frames of sheets, by a grid and by an atlas: each as it was before packing, or a message.

use std::{
    fs,
    path::{MAIN_SEPARATOR, PathBuf},
    time::Duration,
};

use image::{RgbImage, RgbaImage};
use maskscope::files::{Limits, load_frames};
use maskscope_core::{
    geom::Size,
    scene::{Frames, Grid, GridError, Picture, PictureFormat},
};
use tempfile::TempDir;

/// A sheet of digits: each is a pixel of its own grey; a dot is clear.
const SHEET: [&str; 6] = ["12300000.0", "45600000..", "..7000....", "41.000.9..", "52........", "63........"];

fn pixels(rows: &[&str]) -> Vec<u8> {
    let pixel = |digit: u8| if digit == b'.' { [0; 4] } else { [digit, digit, digit, 255] };
    rows.iter().flat_map(|row| row.bytes()).flat_map(pixel).collect()
}

fn grid(picture: &Picture) -> Vec<String> {
    let digits: String =
        picture.rgba().as_chunks().0.iter().map(|[v, _, _, a]| if *a == 0 { '.' } else { char::from(*v) }).collect();
    digits.as_bytes().chunks(picture.size().width as usize).map(|row| String::from_utf8_lossy(row).into()).collect()
}

fn grids(frames: &Frames) -> Vec<Vec<String>> {
    frames.all().iter().map(|frame| grid(&frame.picture)).collect()
}

/// A folder with the sheet and an atlas with this text.
struct Atlas {
    folder: TempDir,
    json: PathBuf,
}

impl Atlas {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let sheet = RgbaImage::from_raw(10, 6, pixels(&SHEET)).expect("its pixels");
        sheet.save(folder.path().join("sheet.png")).expect("a file");
        let json = folder.path().join("atlas.json");
        fs::write(&json, text).expect("a file");
        Self { folder, json }
    }

    /// Writes an atlas of these frames by name.
    fn of(frames: &str) -> Self {
        Self::new(&format!(r#"{{"frames": {{{frames}}}, "meta": {{"image": "sheet.png"}}}}"#))
    }

    fn frames(&self) -> Frames {
        load_frames(&self.json, &Limits::default()).expect("an atlas")
    }

    /// Returns the error within `limits`, without the folder's name.
    fn refused_by(&self, limits: &Limits) -> String {
        let error = load_frames(&self.json, limits).expect_err("no atlas").to_string();
        error.replace(&format!("{}{MAIN_SEPARATOR}", self.folder.path().display()), "")
    }

    fn refused(&self) -> String {
        self.refused_by(&Limits::default())
    }
}

#[test]
fn a_grid_cuts_whole_cells_row_by_row() {
    let sheet = Picture::new(Size::new(10, 6), pixels(&SHEET), PictureFormat::Png, true);
    let cut = |width, height, margin, spacing| Grid { cell: Size::new(width, height), margin, spacing }.cut(&sheet);
    assert_eq!(
        grids(&cut(3, 2, 0, 1).expect("cells")),
        [["123", "456"], ["000", "000"], ["41.", "52."], ["00.", "..."]].map(|rows| rows.to_vec())
    );
    assert_eq!(grids(&cut(4, 3, 1, 0).expect("cells"))[0], ["5600", ".700", "1.00"]);
    let frames = cut(3, 2, 0, 1).expect("cells");
    assert!(frames.all().iter().all(|frame| frame.name.is_empty() && frame.duration.is_zero()));
    assert!(frames.all().iter().all(|frame| frame.picture.format == PictureFormat::Png && frame.picture.has_alpha));
}

#[test]
fn a_grid_that_cuts_nothing_says_why() {
    let sheet = Picture::new(Size::new(300, 300), vec![0; 360_000], PictureFormat::Png, true);
    let cut = |width, height, margin| Grid { cell: Size::new(width, height), margin, spacing: 0 }.cut(&sheet);
    let message = |cut: Result<Frames, GridError>| cut.expect_err("no cells").to_string();
    assert_eq!(message(cut(0, 8, 0)), "a cell of 0 × 8 px has no pixels");
    assert_eq!(message(cut(64, 64, 240)), "no cell of 64 × 64 px fits into 300 × 300 px at a margin of 240 px");
    assert_eq!(message(cut(1, 1, 0)), "it has 90000 cells of 1 × 1 px, the limit is 65536");
}

/// The frame of the pixels 1 to 6, upright, and then turned clockwise.
const UPRIGHT: &str = r#""frame": {"x": 0, "y": 0, "w": 3, "h": 2}"#;
const ROTATED: &str = r#""frame": {"x": 0, "y": 3, "w": 3, "h": 2}, "rotated": true"#;

#[test]
fn a_rotated_frame_is_turned_back_and_a_trimmed_one_restored() {
    let source =
        r#""trimmed": true, "spriteSourceSize": {"x": 1, "y": 1, "w": 3, "h": 2}, "sourceSize": {"w": 5, "h": 4}"#;
    let atlas = Atlas::of(&format!(
        r#""plain": {{{UPRIGHT}}}, "back": {{{ROTATED}}}, "trimmed": {{{UPRIGHT}, {source}}}, "both": {{{ROTATED}, {source}}}"#
    ));
    let frames = atlas.frames();
    // The rotated area shows 41, 52 and 63: its right column is the top row.
    assert_eq!(grids(&frames)[..2], [["123", "456"], ["123", "456"]]);
    assert_eq!(grids(&frames)[2], [".....", ".123.", ".456.", "....."]);
    assert_eq!(frames.all()[2].picture, frames.all()[3].picture);
}

#[test]
fn a_frame_lies_in_its_source_where_the_atlas_says() {
    let folder = tempfile::tempdir().expect("a folder");
    RgbImage::from_pixel(20, 20, image::Rgb([9, 9, 9])).save(folder.path().join("sheet.png")).expect("a file");
    let json = folder.path().join("atlas.json");
    let frame = r#""frame": {"x": 0, "y": 0, "w": 20, "h": 20}, "sourceSize": {"w": 50, "h": 50},
        "spriteSourceSize": {"x": 30, "y": 30, "w": 20, "h": 20}"#;
    fs::write(&json, format!(r#"{{"frames": [{{{frame}}}], "meta": {{"image": "sheet.png"}}}}"#)).expect("a file");
    let frames = load_frames(&json, &Limits::default()).expect("an atlas");
    let picture = &frames.all()[0].picture;
    assert_eq!(
        (picture.size(), picture.has_alpha),
        (Size::new(50, 50), true),
        "clear around, although the sheet is RGB"
    );
    for (x, y) in (0..50).flat_map(|y| (0..50).map(move |x| (x, y))) {
        let expected = if x >= 30 && y >= 30 { [9, 9, 9, 255] } else { [0; 4] };
        assert_eq!(picture.pixel(x, y), Some(expected), "{x}, {y}");
    }
}

#[test]
fn frames_keep_the_order_of_the_file_by_name_and_in_a_list() {
    let frame = |n: usize| format!(r#""frame": {{"x": {n}, "y": 0, "w": 1, "h": 1}}"#);
    let by_name = Atlas::of(&format!(r#""z": {{{}}}, "a": {{{}}}, "m": {{{}}}"#, frame(0), frame(1), frame(2)));
    let list = Atlas::new(&format!(
        "\u{FEFF} {{\"meta\": {{\"image\": \"sheet.png\", \"size\": 7}}, \"frames\": [
            {{\"filename\": \"z\", {}}}, {{\"filename\": \"a\", {}}}, {{\"filename\": \"m\", {}, \"pivot\": null}}]}}",
        frame(0),
        frame(1),
        frame(2)
    ));
    for atlas in [by_name, list] {
        let frames = atlas.frames();
        let names: Vec<&str> = frames.all().iter().map(|frame| &*frame.name).collect();
        assert_eq!(names, ["z", "a", "m"]);
        assert_eq!(grids(&frames), [["1"], ["2"], ["3"]]);
        assert!(frames.tags.is_empty() && frames.all().iter().all(|frame| frame.duration.is_zero()));
    }
}

#[test]
fn an_export_of_aseprite_has_durations_and_tags() {
    let frame = |x: u32, millis: u32| {
        format!(
            r#"{{"filename": "hero {x}.aseprite", "frame": {{"x": {x}, "y": 0, "w": 1, "h": 2}}, "rotated": false,
            "trimmed": false, "spriteSourceSize": {{"x": 0, "y": 0, "w": 1, "h": 2}}, "sourceSize": {{"w": 1, "h": 2}},
            "duration": {millis}}}"#
        )
    };
    let atlas = Atlas::new(&format!(
        r#"{{"frames": [{}, {}, {}], "meta": {{"app": "https://www.aseprite.org/", "image": "sheet.png", "scale": "1",
        "frameTags": [{{"name": "idle", "from": 0, "to": 0, "direction": "forward"}},
        {{"name": "walk", "from": 1, "to": 5, "direction": "pingpong"}}, {{"name": "gone", "from": 3, "to": 4}}]}}}}"#,
        frame(0, 100),
        frame(1, 50),
        frame(2, 1_000)
    ));
    let frames = atlas.frames();
    assert_eq!(grids(&frames), [["1", "4"], ["2", "5"], ["3", "6"]]);
    assert_eq!(&*frames.all()[1].name, "hero 1.aseprite");
    let durations: Vec<Duration> = frames.all().iter().map(|frame| frame.duration).collect();
    assert_eq!(durations, [100, 50, 1_000].map(Duration::from_millis));
    let tags: Vec<_> = frames.tags.iter().map(|tag| (tag.name.as_str(), tag.frames.clone())).collect();
    assert_eq!(tags, [("idle", 0..1), ("walk", 1..3)], "a tag ends at the last frame");
}

#[test]
fn a_frame_that_cannot_be_restored_says_why() {
    let refusal = |frame: &str| Atlas::of(&format!(r#""a": {{{frame}}}"#)).refused();
    let frame = |x: i64, y: i64, w: u32, h: u32| format!(r#""frame": {{"x": {x}, "y": {y}, "w": {w}, "h": {h}}}"#);
    let source = |x: i64, w: u32, h: u32| {
        format!(r#", "spriteSourceSize": {{"x": {x}, "y": 0, "w": {w}, "h": {h}}}, "sourceSize": {{"w": 4, "h": 4}}"#)
    };
    assert_eq!(
        refusal(&frame(10, 0, 3, 2)),
        "atlas.json: its frame \"a\" is 3 × 2 at 10,0, which is not on the sheet of 10 × 6 px"
    );
    assert!(refusal(&frame(-3, 0, 3, 2)).ends_with("is 3 × 2 at −3,0, which is not on the sheet of 10 × 6 px"));
    assert!(refusal(&frame(2_147_483_647, 0, 4_294_967_295, 1)).contains("--max-side"));
    assert_eq!(
        refusal(&(frame(10, 0, 2, 3) + r#", "rotated": true"#)),
        "atlas.json: its frame \"a\" is 3 × 2 at 10,0, which is not on the sheet of 10 × 6 px"
    );
    assert_eq!(refusal(&frame(0, 0, 0, 2)), "atlas.json: its frame \"a\" is 0 × 2 px: there is nothing in it");
    assert_eq!(
        refusal(&(frame(0, 0, 3, 2) + source(4, 3, 2).as_str())),
        "atlas.json: its frame \"a\" is 3 × 2 at 4,0, which is not inside its source of 4 × 4 px"
    );
    assert!(refusal(&(frame(0, 0, 3, 2) + source(-3, 3, 2).as_str())).contains("at −3,0, which is not inside"));
    assert_eq!(
        refusal(&(frame(0, 0, 3, 2) + source(0, 2, 3).as_str())),
        "atlas.json: its frame \"a\" is 3 × 2 px by its frame, but 2 × 3 px by its spriteSourceSize"
    );
    assert!(refusal(&(frame(0, 0, 3, 2) + r#", "trimmed": true"#)).contains("no spriteSourceSize or no sourceSize"));
}

#[test]
fn a_file_that_is_no_atlas_says_what_it_is() {
    let refusal = |text: &str| Atlas::new(text).refused();
    assert_eq!(
        refusal("{ so much for JSON"),
        "atlas.json: it is not JSON: it cannot be read any further, at character 3 of line 1"
    );
    assert!(
        refusal(r#"{"frames": {"#)
            .starts_with("atlas.json: it is not JSON: it ends too early, at character 12 of line 1")
    );
    assert!(
        refusal(r#"{"mask": 1}"#)
            .starts_with("atlas.json: it is JSON, but not an atlas: the field 'frames' is missing")
    );
    assert!(
        refusal(r#"{"maskscope": 1}"#).ends_with("not an atlas: it is a scene, which is opened as such, or by --scene")
    );
    assert!(refusal(r#"{"frames": {}}"#).contains("not an atlas: it has no frames"));
    assert!(refusal(r#"{"frames": [], "meta": {}}"#).contains("not an atlas: it has no frames"));
    assert!(refusal(r#"{"frames": 7, "meta": {}}"#).contains("frames by name or a list of frames is expected"));
    assert_eq!(
        refusal(r#"{"frames": [], "meta": {"image": "sheet.png"}}"#),
        "atlas.json: it is JSON, but not an atlas: it has no frames"
    );
    let of = |frame: &str| Atlas::of(&format!(r#""a": {frame}"#)).refused();
    assert!(of("{}").contains("the field 'frame' is missing"));
    assert!(of(r#"{"frame": {"x": 0, "y": 0, "w": 3}}"#).contains("the field 'h' is missing"));
    assert!(
        of(r#"{"frame": {"x": 0, "y": 0, "w": -3, "h": 2}}"#)
            .contains("a whole number from 0 to 4,294,967,295 is expected")
    );
    assert!(of(r#"{"frame": {"x": 1e99, "y": 0, "w": 3, "h": 2}}"#).contains("a whole number in range is expected"));
}

#[test]
fn a_sheet_that_cannot_be_read_is_named() {
    let of = |image: &str| {
        let frames = format!(r#"{{"a": {{{UPRIGHT}}}}}"#);
        Atlas::new(&format!(r#"{{"frames": {frames}, "meta": {{"image": "{image}"}}}}"#)).refused()
    };
    assert_eq!(of("lost/sheet.png"), "atlas.json: its sheet lost/sheet.png is missing; --sheet names another");
    assert!(of("atlas.json").starts_with("atlas.json: its sheet atlas.json: this is a text file, not an image; PNG, "));
    assert_eq!(of(""), "atlas.json: it is JSON, but not an atlas: meta.image is empty");
}

#[test]
fn the_limits_are_on_the_source_boxes() {
    let atlas = Atlas::of(&format!(r#""a": {{{UPRIGHT}}}, "b": {{{UPRIGHT}, "sourceSize": {{"w": 9, "h": 8}}}}"#));
    let limits = |max_side, max_pixels| Limits { max_side, max_pixels, ..Limits::default() };
    assert_eq!(
        atlas.refused_by(&limits(10, 77)),
        "atlas.json: its 2 frames have 78 px together, the limit is 77; --max-pixels raises it"
    );
    assert!(load_frames(&atlas.json, &limits(10, 78)).is_ok(), "limits are inclusive");
    assert!(atlas.refused_by(&limits(8, 100)).starts_with("atlas.json: it is 9 × 8 px, the limit for a side is 8"));
    assert!(
        atlas
            .refused_by(&limits(9, 100))
            .starts_with("atlas.json: its sheet sheet.png: it is 10 × 6 px, the limit for a side is 9")
    );
}

#[test]
fn an_image_in_place_of_an_atlas_gives_its_frames() {
    let atlas = Atlas::new("");
    let frames = load_frames(&atlas.folder.path().join("sheet.png"), &Limits::default()).expect("an image");
    assert_eq!(grids(&frames), [SHEET]);
    assert_eq!(atlas.refused(), "atlas.json: it is empty: 0 bytes");
}

#[test]
fn a_frame_collides_where_its_source_box_puts_it() {
    use maskscope_core::{
        geom::Cell,
        scene::{Actor, Placement, Scene, SolidRule, Sprite},
    };
    let folder = tempfile::tempdir().expect("a folder");
    let sheet = RgbaImage::from_pixel(30, 30, image::Rgba([255; 4]));
    sheet.save(folder.path().join("sheet.png")).expect("a file");
    let json = folder.path().join("atlas.json");
    let text = r#"{"frames": [
        {"filename": "small", "frame": {"x": 0, "y": 0, "w": 10, "h": 10}, "rotated": false, "trimmed": false,
         "spriteSourceSize": {"x": 0, "y": 0, "w": 10, "h": 10}, "sourceSize": {"w": 10, "h": 10}},
        {"filename": "trimmed", "frame": {"x": 10, "y": 10, "w": 20, "h": 20}, "rotated": false, "trimmed": true,
         "spriteSourceSize": {"x": 30, "y": 30, "w": 20, "h": 20}, "sourceSize": {"w": 50, "h": 50}}
    ], "meta": {"image": "sheet.png"}}"#;
    fs::write(&json, text).expect("a file");
    let frames = load_frames(&json, &Limits::default()).expect("an atlas");
    let wall = Sprite::new("wall", Picture::new(Size::new(10, 10), vec![255; 400], PictureFormat::Png, true), 0);
    let collides = |frame: usize, x: f64, y: f64| {
        let mut sprite = Sprite::animated("atlas", frames.clone(), SolidRule::above(0));
        sprite.show(maskscope_core::scene::Shown::Frame(frame));
        let actors = [Actor::new(sprite, Placement::default()), Actor::new(wall.clone(), Placement::at((x, y)))];
        let collision = Scene::of(actors).lay().expect("small").collision();
        (collision.overlap_area, collision.overlap_bounds.map(maskscope_core::geom::IntRect::origin))
    };
    assert_eq!(collides(0, 30.0, 0.0).0, 0, "a frame of 10 x 10 does not reach a box at 30");
    assert_eq!(collides(1, 30.0, 0.0).0, 0, "the trimmed frame's pixels begin at 30,30");
    assert_eq!(collides(1, 0.0, 0.0).0, 0, "and not at the place in the atlas");
    assert_eq!(collides(1, 25.0, 30.0), (50, Some(Cell::new(30, 30))), "it hits at the place in its source");
    assert_eq!(collides(1, 45.0, 45.0), (25, Some(Cell::new(45, 45))));
}
