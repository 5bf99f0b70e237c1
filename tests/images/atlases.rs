//! Atlases of several sheets and in formats other than one JSON file: every frame equals the packed one, pixel by
//! pixel.
//!
//! The packer here follows the documents of each format; the `image` crate turns the frames.

use crate::{dice, line::run};
use maskscope_core::replay::LogEntry;
use std::{
    fmt::Write as _,
    fs,
    path::{MAIN_SEPARATOR, PathBuf},
};

use image::{GenericImage as _, Rgba, RgbaImage, imageops};
use maskscope::{
    files::{FileError, Limits, Log, encode_scene, load_frames, load_scene},
    session::{Event, Newer, Session, Slot, StageAction},
};
use maskscope_core::{
    geom::{Cell, Size},
    mask::Mask,
    replay::{Clock, Move, Moved, MovedScene},
    scene::{
        Actor, Anchor, Frames, MaskImage, Picture, PictureFormat, Placement, Raster, Scene, Shown, SolidRule,
        SolidSource, Sprite,
    },
};
use tempfile::TempDir;

use dice::Dice;

/// A frame before it is packed: its source, the part that trimming leaves, and its place on the sheet.
struct Packed {
    name: String,
    index: i32,
    source: RgbaImage,
    /// The part that trimming leaves: left, top, width and height in the source.
    kept: [u32; 4],
    is_turned: bool,
    /// The sheet, x and y; the size there is that of `kept`, with the sides swapped if it is turned.
    page: usize,
    x: u32,
    y: u32,
}

impl Packed {
    fn on_sheet(&self) -> (u32, u32) {
        let [_, _, width, height] = self.kept;
        if self.is_turned { (height, width) } else { (width, height) }
    }
}

/// Returns frames for two sheets, one below the other, with sides near a mask's word length; everything outside `kept`
/// is clear.
fn packed(dice: &mut Dice) -> Vec<Packed> {
    let mut bottom = [0, 0];
    let mut frame = |n: i32| {
        let mut side = || dice.pick(&[1, 2, 63, 64, 65]);
        let (width, height) = (side(), side());
        let mut part = |side: u32| {
            let mut less = |side: u32| u32::try_from(dice.roll(side.into())).expect("less than a side");
            let from = less(side);
            (from, 1 + less(side - from))
        };
        let index = n % 3;
        let is_trimmed = index > 0;
        let ((left, kept_width), (top, kept_height)) =
            if is_trimmed { (part(width), part(height)) } else { ((0, width), (0, height)) };
        let mut source = RgbaImage::new(width, height);
        for (x, y) in (top..top + kept_height).flat_map(|y| (left..left + kept_width).map(move |x| (x, y))) {
            let mut level = || 1 + u8::try_from(dice.below(255)).expect("a level");
            source.put_pixel(x, y, Rgba([level(), level(), level(), level()]));
        }
        let is_turned = dice.below(2) == 0;
        let page = dice.below(2);
        let y = bottom[page];
        bottom[page] += if is_turned { kept_width } else { kept_height } + 1;
        let kept = [left, top, kept_width, kept_height];
        Packed { name: format!("walk {}", n / 3), index, source, kept, is_turned, page, x: 2, y }
    };
    let mut frames: Vec<Packed> = (0..24).map(&mut frame).collect();
    // Frames are read sheet by sheet.
    frames.sort_by_key(|frame| frame.page);
    frames
}

/// Draws sheet `page`, with its turned frames turned by `turn`.
fn sheet(frames: &[Packed], page: usize, turn: fn(&RgbaImage) -> RgbaImage) -> RgbaImage {
    let on_it = || frames.iter().filter(|frame| frame.page == page);
    let (width, height) = (
        on_it().map(|frame| frame.x + frame.on_sheet().0).max().unwrap_or(1),
        on_it().map(|frame| frame.y + frame.on_sheet().1).max().unwrap_or(1),
    );
    let mut sheet = RgbaImage::from_pixel(width, height, Rgba([9, 9, 9, 0]));
    for frame in on_it() {
        let [left, top, width, height] = frame.kept;
        let kept = imageops::crop_imm(&frame.source, left, top, width, height).to_image();
        let laid = if frame.is_turned { turn(&kept) } else { kept };
        sheet.copy_from(&laid, frame.x, frame.y).expect("it fits");
    }
    sheet
}

/// A folder with an atlas and its sheets.
struct Folder {
    folder: TempDir,
    atlas: PathBuf,
}

impl Folder {
    fn new(name: &str, text: &str, sheets: &[(&str, &RgbaImage)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, sheet) in sheets {
            sheet.save(folder.path().join(name)).expect("a file");
        }
        let atlas = folder.path().join(name);
        fs::write(&atlas, text).expect("a file");
        Self { folder, atlas }
    }

    fn of(name: &str, text: &str) -> Self {
        let sheet =
            RgbaImage::from_fn(8, 6, |x, y| Rgba([x, y, 0, 255].map(|level| u8::try_from(level).expect("a level"))));
        Self::new(name, text, &[("sheet.png", &sheet)])
    }

    fn read(&self, limits: &Limits) -> Result<Frames, FileError> {
        load_frames(&self.atlas, limits)
    }

    fn frames(&self) -> Frames {
        self.read(&Limits::default()).expect("an atlas")
    }

    /// Returns the error without the folder's name.
    fn refused(&self) -> String {
        let error = self.read(&Limits::default()).expect_err("no atlas").to_string();
        error.replace(&format!("{}{MAIN_SEPARATOR}", self.folder.path().display()), "")
    }
}

fn same_pixels(frames: &Frames, packed: &[Packed], what: &str) {
    assert_eq!(frames.all().len(), packed.len(), "{what}");
    for (frame, packed) in frames.all().iter().zip(packed) {
        let size = frame.picture.size();
        assert_eq!((size.width, size.height), packed.source.dimensions(), "{what}, {}", packed.name);
        // Clear pixels of the source have no colour.
        assert_eq!(frame.picture.rgba(), packed.source.as_raw().as_slice(), "{what}, {}", packed.name);
    }
    assert_eq!(frames.sheets.len(), 2, "{what}");
}

/// Returns a rule by which the sheet itself decides which pixels are solid.
fn by_sheet(sheet: &RgbaImage) -> SolidSource {
    let size = Size::new(sheet.width(), sheet.height());
    let picture = Picture::new(size, sheet.as_raw().clone(), PictureFormat::Png, true);
    SolidSource::Image(MaskImage::new("sheet.png".to_owned(), None, &picture).into())
}

#[test]
fn every_layout_gives_back_what_was_packed() {
    for seed in 0..6 {
        let frames = packed(&mut Dice::new(seed));
        let clockwise = [0, 1].map(|page| sheet(&frames, page, imageops::rotate90));
        let counterclockwise = [0, 1].map(|page| sheet(&frames, page, imageops::rotate270));
        let sheets = |sheets: &[RgbaImage; 2], name: &str, text: &str| {
            Folder::new(name, text, &[("one.png", &sheets[0]), ("two.png", &sheets[1])])
        };

        let folder = sheets(&clockwise, "multi.json", &multi_atlas(&frames));
        same_pixels(&folder.frames(), &frames, "a multi-atlas");
        for sheet in &clockwise {
            let (width, height) = sheet.dimensions();
            assert!(!folder.frames().take_mask_of(Size::new(width, height)), "one image cannot mask two sheets");
        }
        for (what, text) in [("the old layout", libgdx_old(&frames)), ("the new layout", libgdx_new(&frames))] {
            let folder = sheets(&counterclockwise, "walk.atlas", &text);
            let read = folder.frames();
            same_pixels(&read, &frames, what);
            for packed in &frames {
                let label = format!("{}:{}", packed.name, packed.index);
                let found = read.named(&label).expect("its name and index");
                let Shown::Frame(found) = found else { panic!("{label} is one frame") };
                assert_eq!(read.all()[found].picture.rgba(), packed.source.as_raw().as_slice(), "{label}");
            }
            // The content decides, whatever the file's name is.
            let renamed = folder.folder.path().join("walk.txt");
            fs::copy(&folder.atlas, &renamed).expect("a file");
            assert_eq!(load_frames(&renamed, &Limits::default()).expect("an atlas").all(), read.all());
        }

        let of_page = |page: usize| frames.iter().filter(move |frame| frame.page == page);
        for page in [0, 1] {
            let image = ["one.png", "two.png"][page];
            let folder = Folder::new("walk.xml", &starling(of_page(page), image), &[(image, &clockwise[page])]);
            let read = folder.frames();
            for (frame, packed) in read.all().iter().zip(of_page(page)) {
                assert_eq!(frame.picture.rgba(), packed.source.as_raw().as_slice(), "Starling, {}", packed.name);
                assert_eq!(frame.anchor, Some((1.5, f64::from(packed.source.height()))));
                // A mask image is cut as the sheet is; the trimmed margins are clear.
                let rule = SolidRule { source: by_sheet(&clockwise[page]), ..SolidRule::above(127) };
                let solid = |x, y| packed.source.get_pixel(x, y).0[3] > 127;
                let expected = Mask::from_fn(frame.picture.size(), solid);
                assert_eq!(*Raster::new((0, frame), &rule).mask().mask(), expected, "masked, {}", packed.name);
            }
            let (width, height) = clockwise[page].dimensions();
            assert!(read.take_mask_of(Size::new(width, height)));
        }
    }
}

fn multi_atlas(frames: &[Packed]) -> String {
    let entry = |frame: &Packed| {
        let [left, top, width, height] = frame.kept;
        let (source_width, source_height) = frame.source.dimensions();
        let Packed { name, index, is_turned, x, y, .. } = frame;
        format!(
            r#"{{"filename": "{name}/{index}", "rotated": {is_turned}, "trimmed": true,
            "sourceSize": {{"w": {source_width}, "h": {source_height}}},
            "spriteSourceSize": {{"x": {left}, "y": {top}, "w": {width}, "h": {height}}},
            "frame": {{"x": {x}, "y": {y}, "w": {width}, "h": {height}}}}}"#
        )
    };
    let texture = |page: usize| {
        let entries: Vec<String> = frames.iter().filter(|frame| frame.page == page).map(entry).collect();
        let image = ["one.png", "two.png"][page];
        format!(
            r#"{{"image": "{image}", "format": "RGBA8888", "size": {{"w": 1, "h": 1}}, "scale": 1, "frames": [{}]}}"#,
            entries.join(",")
        )
    };
    format!(r#"{{"textures": [{}, {}], "meta": {{"app": "https://www.codeandweb.com"}}}}"#, texture(0), texture(1))
}

/// Writes both pages with a `region` for each of their frames.
fn libgdx(frames: &[Packed], header: &str, region: impl Fn(&mut String, &Packed, [u32; 2], [u32; 2])) -> String {
    let mut text = "\r\n".to_owned();
    for page in [0, 1] {
        let image = ["one.png", "two.png"][page];
        write!(text, "{image}\r\nsize: 256, 256\r\n{header}").expect("text");
        for frame in frames.iter().filter(|frame| frame.page == page) {
            let [left, top, _, height] = frame.kept;
            let (source_width, source_height) = frame.source.dimensions();
            writeln!(text, "{}", frame.name).expect("text");
            region(&mut text, frame, [left, source_height - top - height], [source_width, source_height]);
        }
        text += "\n";
    }
    text
}

fn libgdx_old(frames: &[Packed]) -> String {
    libgdx(frames, "format: RGBA8888\nfilter: Nearest,Nearest\nrepeat: none\n", |text, frame, offset, original| {
        let Packed { kept: [_, _, width, height], is_turned, x, y, index, .. } = frame;
        let ([left, bottom], [source_width, source_height]) = (offset, original);
        write!(
            text,
            "  rotate: {is_turned}\n  xy: {x}, {y}\n  size: {width}, {height}\n  split: 1, 1, 1, 1\n  \
             orig: {source_width}, {source_height}\n  offset: {left}, {bottom}\n  index: {index}\n"
        )
        .expect("text");
    })
}

fn libgdx_new(frames: &[Packed]) -> String {
    libgdx(frames, "repeat: none\n", |text, frame, offset, original| {
        let Packed { kept: [_, _, width, height], is_turned, x, y, index, .. } = frame;
        let ([left, bottom], [source_width, source_height]) = (offset, original);
        write!(text, "index:{index}\nbounds:{x},{y},{width},{height}\n").expect("text");
        if [*width, *height] != original {
            writeln!(text, "offsets:{left},{bottom},{source_width},{source_height}").expect("text");
        }
        if *is_turned {
            text.push_str("rotate:90\n");
        }
    })
}

fn starling<'a>(frames: impl Iterator<Item = &'a Packed>, image: &str) -> String {
    let mut text = format!("\u{FEFF}<?xml version=\"1.0\"?>\n<!-- packed -->\n<TextureAtlas imagePath=\"{image}\">\n");
    for frame in frames {
        let Packed { name, index, x, y, is_turned, kept: [left, top, ..], .. } = frame;
        let (width, height) = frame.on_sheet();
        let (frame_width, frame_height) = frame.source.dimensions();
        writeln!(
            text,
            "<SubTexture name='{name} &amp; {index}' x='{x}' y='{y}.0' width='{width}' height='{height}' rotated='{is_turned}' \
             frameX='-{left}' frameY='-{top}' frameWidth='{frame_width}' frameHeight='{frame_height}' \
             pivotX='1.5' pivotY='{frame_height}'/>"
        )
        .expect("text");
    }
    text + "</TextureAtlas>"
}

#[test]
fn anchors_are_points_of_the_source_box() {
    let frame = r#""frame": {"x": 0, "y": 0, "w": 3, "h": 2}"#;
    let source = r#""spriteSourceSize": {"x": 1, "y": 1, "w": 3, "h": 2}, "sourceSize": {"w": 5, "h": 4}"#;
    let text = format!(
        r#"{{"frames": {{"plain": {{{frame}}}, "pivot": {{{frame}, {source}, "pivot": {{"x": 0.5, "y": 1}}}},
        "anchor": {{{frame}, {source}, "anchor": {{"x": 0.25, "y": 0}}}}, "none": {{{frame}, "pivot": null}}}},
        "meta": {{"image": "sheet.png"}}}}"#
    );
    let frames = Folder::of("a.json", &text).frames();
    let anchors: Vec<_> = frames.all().iter().map(|frame| frame.anchor).collect();
    assert_eq!(anchors, [None, Some((2.5, 4.0)), Some((1.25, 0.0)), None]);
    let whole: Vec<_> = frames.all().iter().map(maskscope_core::scene::Frame::whole_anchor).collect();
    let on_corners = [Anchor::TopLeft, Anchor::Custom(3.0, 4.0), Anchor::Custom(1.0, 0.0), Anchor::TopLeft];
    assert_eq!(whole, on_corners, "a sprite on whole cells stays there");
}

#[test]
fn scenes_and_logs_stand_on_the_pivot_of_the_frame() {
    let frame = |x: u32, size: u32, pivot: f64| {
        format!(r#"{{"frame": {{"x": {x}, "y": 0, "w": {size}, "h": {size}}}, "pivot": {{"x": {pivot}, "y": 1}}}}"#)
    };
    let (small, large) = (frame(0, 2, 0.5), frame(2, 4, 0.25));
    let text = format!(r#"{{"frames": {{"small": {small}, "large": {large}}}, "meta": {{"image": "sheet.png"}}}}"#);
    let folder = Folder::of("a.json", &text);
    let written = |name: &str, text: &str| {
        let path = folder.folder.path().join(name);
        fs::write(&path, text).expect("the folder can be written");
        path
    };
    for (frame, anchor, corner) in [
        (r#""small""#, r#","anchor":"pivot""#, (9, 8)),
        (r#""large""#, r#","anchor":"pivot""#, (9, 6)),
        (r#""large""#, "", (10, 10)),
    ] {
        let placed = format!(r#""frame":{frame},"position":[10,10]{anchor}"#);
        let scene = format!(r##"{{"maskscope":1,"a":{{"image":"a.json",{placed}}},"b":{{"mask":["#"]}}}}"##);
        let scene = load_scene(&written("pivot.scene.json", &scene), &Limits::default()).expect("a scene");
        let stands = |scene: &Scene| scene.lay().map(|laid| (laid.a.origin.x, laid.a.origin.y));
        assert_eq!(stands(&scene), Ok(corner), "{placed}");
        // Another frame stands on its own pivot.
        let [actor, _] = &scene.sprites;
        let other = actor.sprite.placement_of(Shown::Frame(0), actor.placement);
        let expected = if anchor.is_empty() { Anchor::TopLeft } else { Anchor::Custom(1.0, 2.0) };
        assert_eq!(other.anchor, expected, "{placed}");
        let log = format!(
            "{{\"sprite\":\"s\",\"image\":\"a.json\"{anchor}}}\n{{\"sprite\":\"dot\",\"mask\":[\"#\"]}}\n\
             {{\"frame\":1,\"a\":{{\"sprite\":\"s\",\"frame\":{frame},\"position\":[10,10]}},\"b\":{{\"sprite\":\"dot\"}}}}\n"
        );
        let mut checks = Vec::new();
        let mut reader = Log::new(&written("game.jsonl", &log), Limits::default());
        reader.read(log.as_bytes(), |entry| checks.push(entry));
        let [LogEntry::Check(check)] = &checks[..] else { panic!("{checks:?}") };
        let origin = check.pair.sprites[0].extent.origin();
        assert_eq!((origin.x, origin.y), corner, "{log}");
    }
}

#[test]
fn the_first_pivot_of_a_series_counts_for_all_of_it() {
    let part = |name: &str, rest: &str| format!("<SubTexture name='{name}' x='0' y='0' width='2' height='2' {rest}/>");
    let parts = [
        part("jump0000", "pivotX='1' pivotY='2'"),
        part("jump0001", ""),
        part("jumper0000", ""),
        part("stand", "pivotX='1'"),
        part("stand", ""),
    ];
    let text = format!("<TextureAtlas imagePath='sheet.png'>{}</TextureAtlas>", parts.concat());
    let anchors: Vec<_> = Folder::of("a.xml", &text).frames().all().iter().map(|frame| frame.anchor).collect();
    assert_eq!(anchors, [Some((1.0, 2.0)), Some((1.0, 2.0)), None, Some((1.0, 0.0)), None]);
}

#[test]
fn a_rotated_frame_may_have_its_size_as_it_lies_on_the_sheet() {
    let text = r#"{"frames": {"a": {"frame": {"x": 0, "y": 0, "w": 2, "h": 3}, "rotated": true,
        "spriteSourceSize": {"x": 0, "y": 0, "w": 3, "h": 2}, "sourceSize": {"w": 3, "h": 2}}},
        "meta": {"image": "sheet.png"}}"#;
    let frames = Folder::of("a.json", text).frames();
    let picture = &frames.all()[0].picture;
    assert_eq!(picture.size(), Size::new(3, 2));
    // The top row of the frame is the right column of the area, from the top.
    let row: Vec<_> = (0..3).map(|x| picture.pixel(x, 0).map(|[column, row, ..]| (column, row))).collect();
    assert_eq!(row, [Some((1, 0)), Some((1, 1)), Some((1, 2))]);
}

#[test]
fn spine_turns_by_any_quarter() {
    for (degrees, turn) in [
        ("0", RgbaImage::clone as fn(&RgbaImage) -> RgbaImage),
        ("90", imageops::rotate270),
        ("180", imageops::rotate180),
        ("270", imageops::rotate90),
    ] {
        let source =
            RgbaImage::from_fn(3, 2, |x, y| Rgba([x, y, 7, 255].map(|level| u8::try_from(level).expect("a level"))));
        let text = format!("sheet.png\nsize: 8, 8\nwalk\nbounds: 0, 0, 3, 2\nrotate: {degrees}\n");
        let frames = Folder::new("a.atlas", &text, &[("sheet.png", &turn(&source))]).frames();
        assert_eq!(frames.all()[0].picture.rgba(), source.as_raw().as_slice(), "{degrees}");
    }
}

#[test]
fn aseprite_pads_frames_and_animate_writes_whole_boxes() {
    let of = |frame: &str, trimmed: &str, source: &str| {
        let text = format!(
            r#"{{"frames": [{{"frame": {{{frame}}}, "spriteSourceSize": {{{trimmed}}}, "sourceSize": {{{source}}}}}],
            "meta": {{"image": "C:\\\\art\\\\sheet.png"}}}}"#
        );
        Folder::of("a.json", &text).frames().all()[0].picture.clone()
    };
    let padded = of(r#""x": 2, "y": 0, "w": 5, "h": 4"#, r#""x": 1, "y": 0, "w": 3, "h": 2"#, r#""w": 4, "h": 3"#);
    assert_eq!(
        (padded.size(), padded.pixel(1, 0), padded.pixel(0, 0)),
        (Size::new(4, 3), Some([3, 1, 0, 255]), Some([0; 4]))
    );
    let whole = of(r#""x": 2, "y": 0, "w": 3, "h": 2"#, r#""x": 1, "y": 1, "w": 4, "h": 4"#, r#""w": 4, "h": 4"#);
    assert_eq!(
        (whole.size(), whole.pixel(1, 1), whole.pixel(0, 0)),
        (Size::new(4, 4), Some([2, 0, 0, 255]), Some([0; 4]))
    );
}

#[test]
fn a_libgdx_atlas_that_cannot_be_read_says_why() {
    let refusal = |region: &str| Folder::of("a.atlas", &format!("sheet.png\nsize: 8, 6\nwalk\n{region}\n")).refused();
    let bad = "a.atlas: it is not a libGDX atlas that can be read: ";
    assert_eq!(
        refusal("  rotate: 45"),
        format!("{bad}line 4: rotate is \"45\"; true, false, 0, 90, 180 and 270 are read")
    );
    assert_eq!(refusal("xy: 1"), format!("{bad}line 4: xy is \"1\", not 2 whole numbers in range"));
    assert_eq!(refusal("xy: 1, 2, 3"), format!("{bad}line 4: xy is \"1, 2, 3\", not 2 whole numbers in range"));
    assert_eq!(refusal("index: x"), format!("{bad}line 4: index is \"x\", not a whole number in range"));
    assert_eq!(refusal("bounds: 0,0,-1,5"), format!("{bad}line 4: bounds has a side of -1"));
    assert!(refusal("bounds: 0, 0, 99999999999, 1").contains("not 4 whole numbers in range"));
    assert_eq!(refusal("index: 4"), "a.atlas: its frame \"walk\" is 0 × 0 px: there is nothing in it");
    assert_eq!(
        refusal("bounds: 8, 0, 3, 2"),
        "a.atlas: its frame \"walk\" is 3 × 2 at 8,0, which is not on the sheet of 8 × 6 px"
    );
    assert_eq!(
        refusal("bounds: 0, 0, 3, 2\noffsets: 4, 3, 4, 4"),
        "a.atlas: its frame \"walk\" is 3 × 2 at 4,−1, which is not inside its source of 4 × 4 px"
    );
    assert!(refusal("bounds: 0, 0, 3, 2\nrotate: true\noffsets: 0, 0, 20000, 2").contains("--max-side"));
    let whole = |text: &str| Folder::of("a.atlas", text).refused();
    assert_eq!(whole("sheet.png\nsize: 8, 6\n"), format!("{bad}it has no frames"));
    assert_eq!(
        whole("lost.png\nwalk\nbounds: 0, 0, 3, 2\n"),
        "a.atlas: its sheet lost.png is missing; --sheet names another"
    );
    let own = whole("a.atlas\nwalk\nbounds: 0, 0, 3, 2\n");
    assert!(own.starts_with("a.atlas: its sheet a.atlas: this is a text file, not an image; PNG, "), "{own}");
    let many = "walk\nbounds: 0, 0, 1, 1\n".repeat(Frames::MOST + 1);
    assert_eq!(whole(&format!("sheet.png\n{many}")), format!("{bad}it has more than 65536 frames"));
    let folder = Folder::of("a.atlas", "");
    fs::write(&folder.atlas, b"sheet.png\nsize: 8, 6\n\xff\n").expect("a file");
    assert_eq!(folder.refused(), "a.atlas: it is not UTF-8 text");
}

#[test]
fn a_starling_atlas_that_cannot_be_read_says_why() {
    let refusal = |text: &str| Folder::of("a.xml", text).refused();
    let bad = "a.xml: it is not a Starling atlas that can be read: ";
    let part = |attributes: &str| {
        refusal(&format!("<TextureAtlas imagePath='sheet.png'><SubTexture name='a' {attributes}/></TextureAtlas>"))
    };
    assert_eq!(part(""), "a.xml: its frame \"a\" is 0 × 0 px: there is nothing in it");
    assert_eq!(part("width='x'"), format!("{bad}its SubTexture 0: width is \"x\", not a number"));
    assert_eq!(part("x='1.5'"), format!("{bad}its SubTexture 0: x is 1.5, not a whole number in range"));
    assert_eq!(
        part("x='1e99'").len(),
        format!("{bad}its SubTexture 0: x is 1").len() + 99 + 29,
        "the number is written out in full"
    );
    assert_eq!(part("height='-2'"), format!("{bad}its SubTexture 0: height is -2"));
    assert_eq!(part("rotated='90'"), format!("{bad}its SubTexture 0: rotated is \"90\", neither true nor false"));
    assert!(part("pivotX='inf'").contains("pivotX is \"inf\", not a number"));
    assert!(part("x='1' x='2'").starts_with(bad));
    assert!(part("x='&lol;'").starts_with(bad), "{}", part("x='&lol;'"));
    assert_eq!(
        part("x='8' width='3' height='2'"),
        "a.xml: its frame \"a\" is 3 × 2 at 8,0, which is not on the sheet of 8 × 6 px"
    );
    assert_eq!(
        part("width='3' height='2' frameX='3' frameWidth='4' frameHeight='4'"),
        "a.xml: its frame \"a\" is 3 × 2 at −3,0, which is not inside its source of 4 × 4 px"
    );
    assert_eq!(refusal("<list><dict/></list>"), format!("{bad}its root is list, not TextureAtlas"));
    assert!(refusal("<plist><dict/></plist>").starts_with("a.xml: it is a property list (.plist)"));
    assert_eq!(refusal("<TextureAtlas imagePath='sheet.png'/>"), format!("{bad}it has no frames"));
    assert_eq!(refusal("<TextureAtlas><SubTexture/></TextureAtlas>"), format!("{bad}it has no imagePath"));
    assert_eq!(refusal("<TextureAtlas imagePath='sheet.png'>"), format!("{bad}it ends before its last element does"));
    assert!(refusal("<TextureAtlas></SubTexture>").starts_with(bad));
    assert!(refusal("<TextureAtlas imagePath='sheet.png' <").starts_with(bad));
    let svg = Folder::of("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>").refused();
    assert!(svg.starts_with("a.svg: it is an image in SVG (vector) format; PNG, GIF, "), "{svg}");
}

#[test]
fn a_multi_atlas_that_cannot_be_read_says_why() {
    let refusal = |textures: &str| Folder::of("a.json", &format!(r#"{{"textures": {textures}}}"#)).refused();
    assert_eq!(refusal("[]"), "a.json: it is JSON, but not an atlas: it has no frames");
    assert!(
        refusal("7").starts_with("a.json: it is JSON, but not an atlas: a list is expected, at character 14 of line 1")
    );
    assert!(refusal("[{}]").contains("not an atlas: the field 'image' is missing"));
    let frame = r#"{"filename": "a", "frame": {"x": 8, "y": 0, "w": 9, "h": 2}}"#;
    let texture = |image: &str| format!(r#"[{{"image": "{image}", "frames": [{frame}]}}]"#);
    assert_eq!(refusal(&texture("")), "a.json: it is JSON, but not an atlas: image of a texture is empty");
    assert_eq!(
        refusal(&texture("sheet.png")),
        "a.json: its frame \"a\" is 9 × 2 at 8,0, which is not on the sheet of 8 × 6 px"
    );
    assert_eq!(refusal(&texture("none.png")), "a.json: its sheet none.png is missing; --sheet names another");
}

#[test]
fn sheets_are_within_the_limits_together() {
    let region = "walk\nbounds: 0, 0, 1, 1\n\n";
    let folder = Folder::of("a.atlas", &format!("sheet.png\n{region}").repeat(3));
    let limits = |max_pixels| Limits { max_pixels, ..Limits::default() };
    assert_eq!(folder.read(&limits(3 * 48)).expect("within the limits").all().len(), 3);
    let error = folder.read(&limits(3 * 48 - 1)).expect_err("one pixel too many").to_string();
    assert!(
        error.ends_with("a.atlas: its sheets have 144 px or more together, the limit is 143; --max-pixels raises it"),
        "{error}"
    );
}

/// Returns an atlas of three frames that are 1, 2 and 3 pixels wide: `hit`, `walk` with index 7, `walk` with index 1.
fn three_widths() -> Folder {
    let region = |name: &str, index: i32, width: u32| format!("{name}\nindex: {index}\nbounds: 0, 0, {width}, 1\n");
    let regions = [region("hit", -1, 1), region("walk", 7, 2), region("walk", 1, 3)].concat();
    Folder::of("a.atlas", &format!("sheet.png\nsize: 8, 6\n{regions}"))
}

#[test]
fn the_command_line_picks_frames_by_number_and_by_name() {
    let folder = three_widths();
    let atlas = folder.atlas.display();
    let widths = |options: &str| {
        let (code, out, err) = run(&format!("check {atlas} {atlas} {options} --json"));
        assert_eq!((code, err.as_str()), (0, ""), "{options}");
        let answer: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        (answer["a"]["set_bits"].as_u64().expect("a number"), answer["b"]["set_bits"].as_u64().expect("a number"))
    };
    assert_eq!(widths(""), (1, 1));
    assert_eq!(widths("--frame 2"), (3, 3));
    assert_eq!(widths("--frame walk"), (2, 2), "the first of this name");
    assert_eq!(widths("--frame-a walk:1 --frame-b merged"), (3, 3));
    assert_eq!(widths("--frame walk --frame-b 0"), (2, 1));
    let mask = folder.folder.path().join("mask.txt");
    assert_eq!(run(&format!("mask {atlas} --frame walk:1 -o {}", mask.display())).0, 0);
    assert_eq!(fs::read_to_string(&mask).expect("a file"), "###\n");
    let (code, out, err) = run(&format!("order {atlas} {atlas} --frame-a walk:1 --scan columns --json"));
    assert_eq!((code, err.as_str()), (0, ""));
    let order: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(order["overlap_box"]["width"], 1, "3 cells of A over the only one of B");
    for command in ["survey area", "time"] {
        let scan = if command == "time" { "--scan rows" } else { "" };
        assert_eq!(run(&format!("{command} {atlas} {atlas} --frame-a walk {scan} --json")).0, 0, "{command}");
    }
}

#[test]
fn an_unknown_frame_is_refused_with_some_that_there_are() {
    let folder = three_widths();
    let atlas = folder.atlas.display().to_string();
    let refusal = |options: &str| {
        let (code, out, err) = run(&format!("check {atlas} {atlas} {options}"));
        assert_eq!((code, out.as_str()), (2, ""), "{options}");
        err.replace(&atlas, "a.atlas")
    };
    let known = "it has hit, walk:7, walk:1";
    assert_eq!(refusal("--frame run"), format!("maskscope: --frame run: a.atlas has no frame 'run'; {known}\n"));
    assert_eq!(
        refusal("--frame-b walk:2"),
        format!("maskscope: --frame-b walk:2: a.atlas has no frame 'walk:2'; {known}\n")
    );
    assert_eq!(refusal("--frame-a 3"), "maskscope: --frame-a 3: the last frame of a.atlas is 2\n");
    assert_eq!(refusal("--frame 03"), format!("maskscope: --frame 03: a.atlas has no frame '03'; {known}\n"));
    assert_eq!(run(&format!("check --scene {atlas} --frame 1")).0, 2, "a scene names its own frames");
}

#[test]
fn a_scene_names_its_frames() {
    let folder = three_widths();
    let text =
        r#"{"maskscope": 1, "a": {"image": "a.atlas", "frame": "walk"}, "b": {"image": "a.atlas", "frame": "walk:1"}}"#;
    let path = folder.folder.path().join("walk.scene.json");
    fs::write(&path, text).expect("a file");
    let scene = load_scene(&path, &Limits::default()).expect("a scene");
    let shown = scene.sprites.each_ref().map(|actor| actor.sprite.shown());
    assert_eq!(shown, [Shown::Frame(1), Shown::Frame(2)]);
    let written = encode_scene(&scene, Some(folder.folder.path()), false);
    let fields: serde_json::Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!((&fields["a"]["frame"], &fields["b"]["frame"]), (&"walk".into(), &"walk:1".into()), "{written}");

    fs::write(&path, text.replace("walk:1", "run")).expect("a file");
    let error = load_scene(&path, &Limits::default()).expect_err("no such frame").to_string();
    let why = "b shows a frame by its name, but a.atlas has no frame 'run'; it has hit, walk:7, walk:1";
    assert!(error.ends_with(&format!("walk.scene.json: it is not a scene that can be shown: {why}")), "{error}");
}

#[test]
fn each_frame_stands_on_its_own_anchor() {
    let frame = |name: &str, x: u32, pivot: &str| {
        format!(r#"{{"filename": "{name}", "frame": {{"x": {x}, "y": 0, "w": 4, "h": 2}}, "pivot": {pivot}}}"#)
    };
    let text =
        |frames: [String; 2]| format!(r#"{{"frames": [{}], "meta": {{"image": "sheet.png"}}}}"#, frames.join(","));
    let (stand, duck) = (frame("stand", 0, r#"{"x": 0.5, "y": 1}"#), frame("duck", 4, r#"{"x": 0.25, "y": 0}"#));
    let sprite = |frames: [String; 2]| {
        let mut sprite = Sprite::animated("a.json", Folder::of("a.json", &text(frames)).frames(), SolidRule::default());
        sprite.path = Some(PathBuf::from("/art/a.json"));
        sprite
    };
    let mut session = Session::default();
    session.apply(Event::Loaded(Slot::A, sprite([stand.clone(), duck.clone()])).into());
    let placed = |session: &Session| {
        let placed = session.stage().get(Slot::A).expect("a sprite");
        (placed.placement().anchor, placed.position(), placed.sprite().shown())
    };
    assert_eq!(placed(&session), (Anchor::Custom(2.0, 2.0), Cell::ORIGIN, Shown::Frame(0)));
    session.apply(StageAction::ShowFrame { slot: Slot::A, shown: Shown::Frame(1) }.into());
    // The anchor stays at 2,2.
    assert_eq!(placed(&session), (Anchor::Custom(1.0, 0.0), Cell::new(1, 2), Shown::Frame(1)));
    let previous = session.stage().previous_frame(Slot::A).expect("two frames");
    assert_eq!(previous.origin, Cell::ORIGIN, "its earlier position");
    session.apply(Event::Reloaded(Newer::Image(sprite([duck.clone(), stand.clone()]))).into());
    assert_eq!(placed(&session), (Anchor::Custom(1.0, 0.0), Cell::new(1, 2), Shown::Frame(0)), "found by its name");
    // An anchor that the user has set stays.
    let centred = Placement { anchor: Anchor::Centred, ..*session.stage().get(Slot::A).expect("a sprite").placement() };
    session.apply(StageAction::Pose { slot: Slot::A, placement: centred }.into());
    session.apply(StageAction::ShowFrame { slot: Slot::A, shown: Shown::Frame(1) }.into());
    assert_eq!(placed(&session).0, Anchor::Centred);
}

#[test]
fn a_table_stands_each_frame_on_its_own_anchor() {
    let frame = |name: &str, x: u32, pivot: &str| {
        format!(r#"{{"filename": "{name}", "frame": {{"x": {x}, "y": 0, "w": 4, "h": 2}}, "pivot": {pivot}}}"#)
    };
    let (stand, duck) = (frame("stand", 0, r#"{"x": 0.5, "y": 1}"#), frame("duck", 4, r#"{"x": 0.25, "y": 0}"#));
    let text = format!(r#"{{"frames": [{stand}, {duck}], "meta": {{"image": "sheet.png"}}}}"#);
    let sprite = Sprite::animated("a.json", Folder::of("a.json", &text).frames(), SolidRule::default());
    let placement = Placement { anchor: sprite.anchor(), ..Placement::at((2.0, 2.0)) };
    let scene = MovedScene::new(&Scene::of([
        Actor::new(sprite.clone(), placement),
        Actor::new(sprite, Placement { anchor: Anchor::Centred, ..placement }),
    ]));
    let corners = |frame: &str| {
        let moved = || Moved { frame: Some(frame.to_owned()), ..Moved::default() };
        let there = Move { sprites: [moved(), moved()], ..Move::default() };
        let check = scene.check(Clock::Frame, &there).expect("it fits");
        let shown = scene.scene(&there).expect("it fits").lay().expect("it fits");
        let corners = check.pair.sprites.each_ref().map(|placed| placed.extent.origin());
        assert_eq!(corners, [shown.a.origin, shown.b.origin]);
        corners
    };
    assert_eq!(corners("stand"), [Cell::ORIGIN, Cell::new(0, 1)]);
    assert_eq!(corners("duck"), [Cell::new(1, 2), Cell::new(0, 1)], "an anchor that the user has set stays");
}
