//! Rules for solid pixels: exported masks come back with the same bits, options match the fields of a scene, and a mask
//! image is cut as its sheet is.

use crate::dice;
use std::{fs, path::Path};

use dice::Dice;
use maskscope::{
    cli::{self, Outcome},
    files::{FileFormat as _, Limits, MaskFormat, decode, decode_frames, load_scene, sample_sprite},
};
use maskscope_core::{
    choice::Choice as _,
    geom::Size,
    mask::Mask,
    scene::{Grid, MaskImage, Picture, PictureFormat, Shown, SolidRule, SolidSource, Sprite},
};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The formats that can be read back.
const READ: [MaskFormat; 5] =
    [MaskFormat::Png, MaskFormat::Pbm, MaskFormat::PbmAscii, MaskFormat::Text, MaskFormat::Json];

const SIDES: [u32; 5] = [0, 1, 63, 64, 65];

/// Returns masks of every size of these sides: clear, full, and random.
fn masks() -> Vec<Mask> {
    let mut dice = Dice::new(14);
    let sizes = SIDES.into_iter().flat_map(|width| SIDES.map(|height| Size::new(width, height)));
    sizes
        .flat_map(|size| {
            let clear = Mask::new(size);
            let full = !&clear;
            [clear, full, Mask::from_fn(size, |_, _| dice.roll(2) == 0)]
        })
        .collect()
}

/// Runs these words without a process; returns exit code, standard output, standard error.
fn run(words: &[&str]) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let Outcome::Exit(code) = cli::run(std::iter::once("maskscope").chain(words.iter().copied()), &mut out, &mut err)
    else {
        panic!("{words:?} opens the window")
    };
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (code, text(out), text(err))
}

/// Runs these words, which must succeed, and returns their JSON.
fn answer(words: &[&str]) -> Value {
    let (code, out, err) = run(words);
    assert_eq!((code, err.as_str()), (0, ""), "{words:?}");
    serde_json::from_str(&out).expect("one JSON object")
}

/// A temporary folder.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), bytes).expect("a file");
        self.path(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a text file")
    }
}

#[test]
fn what_was_exported_comes_back_with_the_same_bits() {
    for mask in masks() {
        for format in READ {
            let what = format!("{format} of {}", mask.size());
            let name = Path::new("mask").with_extension(format.extension());
            let Ok(bytes) = format.encode(&mask, "mask") else {
                assert!(mask.size().is_empty(), "{what}");
                continue;
            };
            let read = decode_frames(&bytes, &name, &Limits::default());
            if mask.size().is_empty() {
                let refusal = read.expect_err(&what).to_string();
                assert!(refusal.contains("there is nothing in it") || refusal.contains("0 bytes"), "{what}: {refusal}");
                continue;
            }
            let frames = read.expect(&what);
            let sprite = Sprite::animated("mask", frames.clone(), SolidRule::above(254));
            assert_eq!(*sprite.mask().mask(), mask, "{what}");
            assert_eq!(frames.first().picture.rgba(), drawn(&mask), "{what}: white and transparent black");
            // The file also serves as a mask image. Its brightness decides if its alpha is the same everywhere.
            let image = decode(&bytes, &name, &Limits::default()).expect(&what);
            let source = SolidSource::Image(MaskImage::new(String::new(), None, &image).into());
            let mut masked = sprite;
            masked.set_rule(SolidRule { source, threshold: 254, inverted: true });
            assert_eq!(*masked.mask().mask(), !&mask, "{what}");
        }
    }
}

fn drawn(mask: &Mask) -> Vec<u8> {
    let cells = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
    cells.flat_map(|(x, y)| if mask.get(x, y) { [255; 4] } else { [0; 4] }).collect()
}

#[test]
fn the_command_line_reads_back_what_it_writes() {
    let folder = Folder::new();
    for mask in masks().into_iter().filter(|mask| !mask.size().is_empty()) {
        let mut from = folder.write("from.txt", mask.to_text());
        for format in READ {
            let to = folder.path(&format!("{format}.{}", format.extension()));
            let outcome = answer(&["mask", &from, "-o", &to, "--format", format.name(), "--json"]);
            assert_eq!(outcome["set_bits"], mask.count(), "{format} of {}", mask.size());
            from = to;
        }
        assert_eq!(run(&["mask", &from, "-o", &folder.path("to.txt")]).0, 0);
        assert_eq!(folder.read("to.txt"), mask.to_text(), "{}", mask.size());
    }
}

#[test]
fn every_command_takes_masks() {
    let folder = Folder::new();
    let ship = sample_sprite("ship.png").expect("a sample");
    let rock = format!("{}/samples/rock.png", env!("CARGO_MANIFEST_DIR"));
    let written = |format: MaskFormat| {
        let bytes = format.encode(ship.mask().mask(), "ship").expect("pixels");
        folder.write(&format!("{format}.{}", format.extension()), bytes)
    };
    let image = format!("{}/samples/ship.png", env!("CARGO_MANIFEST_DIR"));
    for path in READ.map(written) {
        for command in
            [&["check"][..], &["order", "--scan", "cross"], &["survey", "area"], &["survey", "cost", "--scan", "words"]]
        {
            let asked = |path: &str| {
                let mut outcome = answer(&[command, &[path, &rock, "--at", "10,-17", "--json"]].concat());
                if let Some(image) = outcome.get_mut("a").and_then(Value::as_object_mut) {
                    image.remove("path");
                }
                outcome
            };
            assert_eq!(asked(&path), asked(&image), "{command:?}, {path}");
        }
        let timed = answer(&["time", &path, &rock, "--at", "10,-17", "--scan", "rows", "--json"]);
        assert_eq!(timed["scans"][0]["visits"], 499, "{path}");
    }
}

#[test]
fn a_damaged_mask_is_refused_and_says_where() {
    let folder = Folder::new();
    let line = |n: usize| ".".repeat(n);
    for (name, text, why) in [
        ("ragged.txt", "##\n#\n".to_owned(), "it is not a text mask that can be read: row 1 is 1 wide, but row 0 is 2"),
        ("letter.txt", "##\n#x\n".to_owned(), "a text mask that can be read: row 1 holds 'x'; a mask is written with"),
        ("first.txt", "x#\n##\n".to_owned(), "it is text named .txt, which is read as a mask, and row 0 holds 'x'"),
        ("blank.txt", "##\n##\n\n".to_owned(), "row 2 is 0 wide, but row 0 is 2"),
        ("long.txt", line(16_385), "it is 16385 × 1 px, the limit for a side is 16,384; --max-side raises it"),
        ("high.txt", ".\n".repeat(16_385), "it is 1 × 16385 px, the limit for a side is 16,384"),
        ("none.txt", "\n\n".to_owned(), "it is a text mask image of 0 × 2 px: there is nothing in it"),
        ("named.md", "Dear reader".to_owned(), "this is a text file, not an image; PNG, GIF"),
        ("ragged.json", r###"{"width":2,"height":2,"rows":["##","#"]}"###.to_owned(), "row 1 is 1 wide"),
        (
            "letter.json",
            r###"{"width":2,"height":1,"rows":["#x"]}"###.to_owned(),
            "a JSON mask that can be read: row 0 holds",
        ),
        ("break.json", r###"{"width":2,"height":1,"rows":["##\n##"]}"###.to_owned(), "a row has a line break in it"),
        (
            "size.json",
            r###"{"width":3,"height":1,"rows":["##"]}"###.to_owned(),
            "it says 3 × 1, and its rows are 2 × 1",
        ),
        (
            "rows.json",
            r###"{"width":2,"height":2,"rows":["##"]}"###.to_owned(),
            "it says 2 × 2, and its rows are 2 × 1",
        ),
        ("list.json", r###"{"width":2,"height":1,"rows":"##"}"###.to_owned(), "a list of rows is expected"),
        ("less.json", r###"{"height":1,"rows":["##"]}"###.to_owned(), "the field 'width' is missing"),
        ("vast.json", r###"{"width":1e99,"height":1,"rows":["##"]}"###.to_owned(), "a JSON mask that can be read"),
        ("minus.json", r###"{"width":-2,"height":1,"rows":["##"]}"###.to_owned(), "a JSON mask that can be read"),
        ("wide.json", r###"{"width":4000000000,"height":1,"rows":["##"]}"###.to_owned(), "--max-side raises it"),
        ("empty.json", r###"{"width":0,"height":0,"rows":[]}"###.to_owned(), "a JSON mask image of 0 × 0 px"),
        ("cut.json", r###"{"width":2,"height":1,"rows":["#"###.to_owned(), "it is not JSON"),
    ] {
        let path = folder.write(name, text);
        let (code, out, err) = run(&["check", &path, &path]);
        assert_eq!((code, out.as_str()), (1, ""), "{name}");
        assert!(err.starts_with(&format!("maskscope: {path}: ")) && err.contains(why), "{name}: {err}");
    }
    let path = folder.write("latin.txt", b"#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#.\n\xE9");
    assert!(run(&["mask", &path, "-o", &folder.path("o.txt")]).2.contains("it is not UTF-8 text"));
    // Editors on Windows save a byte order mark and lines that end with CR and LF; the last line may lack its end.
    let path = folder.write("windows.txt", "\u{feff}#.\r\n.#");
    assert_eq!(run(&["mask", &path, "-o", &folder.path("o.txt")]).0, 0);
    assert_eq!(folder.read("o.txt"), "#.\n.#\n");
}

/// Returns a picture of a few colours and levels of alpha.
fn speckled(size: Size, dice: &mut Dice) -> image::RgbaImage {
    let colors = [[255, 0, 255], [250, 5, 255], [0, 0, 0], [90, 90, 90], [255, 255, 255]];
    image::RgbaImage::from_fn(size.width, size.height, |_, _| {
        let [r, g, b] = dice.pick(&colors);
        image::Rgba([r, g, b, dice.pick(&[0, 1, 99, 100, 255])])
    })
}

/// Both sprites of the tests of options, a still image and an animation, and a mask image for each.
struct Images {
    folder: Folder,
    paths: [String; 2],
    masks: [String; 2],
}

impl Images {
    fn new() -> Self {
        let (folder, mut dice) = (Folder::new(), Dice::new(7));
        let spinner = folder.path("spinner.gif");
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/spinner.gif"), &spinner).expect("a copy");
        let size = sample_sprite("spinner.gif").expect("a sample").size();
        let paths = [folder.path("a.png"), spinner];
        speckled(Size::new(17, 13), &mut dice).save(&paths[0]).expect("a file");
        let masks = [("mask-a.png", Size::new(17, 13)), ("mask-b.png", size)].map(|(name, size)| {
            let path = folder.path(name);
            speckled(size, &mut dice).save(&path).expect("a file");
            path
        });
        Self { folder, paths, masks }
    }

    /// Writes the scene of both sprites, each with these fields of a scene file, and returns its path.
    fn scene(&self, outcome: &[Value; 2]) -> String {
        let actor = |n: usize| {
            let mut actor = outcome[n].clone();
            actor["image"] = json!(self.paths[n]);
            actor
        };
        let mut b = actor(1);
        b["position"] = json!([3, -2]);
        let scene = json!({ "maskscope": 1, "a": actor(0), "b": b });
        self.folder.write("both.scene.json", scene.to_string())
    }

    /// Returns the words of a command on both sprites, with these options.
    fn words<'a>(&'a self, command: &'a str, options: &'a [String]) -> Vec<&'a str> {
        let words = [command, &self.paths[0], &self.paths[1], "--at", "3,-2"];
        words.into_iter().chain(options.iter().map(String::as_str)).collect()
    }

    fn assert_alike(&self, options: &[String], outcome: &[Value; 2]) {
        let scene = self.scene(outcome);
        for command in ["check", "order"] {
            let scan: &[&str] = if command == "order" { &["--scan", "rows"] } else { &[] };
            let by_options = answer(&[&self.words(command, options)[..], scan, &["--json"]].concat());
            let by_scene = answer(&[&[command, "--scene", &scene], scan, &["--json"]].concat());
            assert_eq!(by_options, by_scene, "{options:?}");
        }
        let [one, other] = ["one.txt", "other.txt"].map(|name| self.folder.path(name));
        assert_eq!(run(&[&self.words("mask", options)[..], &["-o", &one]].concat()).0, 0, "{options:?}");
        assert_eq!(run(&["mask", "--scene", &scene, "-o", &other]).0, 0);
        assert_eq!(self.folder.read("one.txt"), self.folder.read("other.txt"), "{options:?}");
    }
}

#[test]
fn options_say_what_a_scene_says() {
    let images = Images::new();
    let sources = |n: usize| {
        let mask = &images.masks[n];
        [
            (vec![], json!({})),
            (vec![("key", "#ff00ff".to_owned())], json!({ "key": { "color": "#ff00ff" } })),
            (vec![("key", "#FF00FF:5".to_owned())], json!({ "key": { "color": "#ff00ff", "tolerance": 5 } })),
            (vec![("mask-image", mask.clone())], json!({ "mask_image": mask })),
        ]
    };
    // Every combination for A; B goes through them in another order.
    let outcome = |n: usize, choice: usize| {
        let slot = ["a", "b"][n];
        let (mut options, mut solid) = sources(n)[choice % 4].clone();
        if choice / 4 % 2 == 1 {
            options.push(("inverted", String::new()));
            solid["inverted"] = json!(true);
        }
        if choice / 8 % 2 == 1 {
            options.push(("threshold", "99".to_owned()));
            solid["threshold"] = json!(99);
        }
        let mut fields = json!({ "solid": solid });
        let last = if n == 0 { 0 } else { 7 };
        match choice / 16 {
            0 => {}
            1 => {
                options.push(("frame", last.to_string()));
                fields["frame"] = json!(last);
            }
            _ => {
                options.push(("frame", "merged".to_owned()));
                fields["frame"] = json!("merged");
            }
        }
        let words = options.into_iter().flat_map(|(name, value)| {
            let option = format!("--{name}-{slot}");
            if value.is_empty() { vec![option] } else { vec![option, value] }
        });
        (words.collect::<Vec<_>>(), fields)
    };
    for choice in 0..48 {
        let ((options_a, a), (options_b, b)) = (outcome(0, choice), outcome(1, choice * 7 % 48));
        images.assert_alike(&[options_a, options_b].concat(), &[a, b]);
    }
}

#[test]
fn an_option_for_one_stands_in_place_of_that_for_both() {
    let images = Images::new();
    let key = |color: &str| json!({ "solid": { "key": { "color": color } } });
    let words = |options: &str| -> Vec<String> { options.split(' ').map(str::to_owned).collect() };
    images.assert_alike(&words("--key #ff00ff"), &[key("#ff00ff"), key("#ff00ff")]);
    images.assert_alike(&words("--key #ff00ff --key-b #000000"), &[key("#ff00ff"), key("#000000")]);
    let masked = json!({ "solid": { "mask_image": images.masks[0] } });
    let options = [words("--key #ffffff --mask-image-a"), vec![images.masks[0].clone()]].concat();
    images.assert_alike(&options, &[masked.clone(), key("#ffffff")]);
    let options = [words("--key-b #ffffff --inverted --mask-image"), vec![images.masks[0].clone()]].concat();
    let inverted = |mut outcome: Value| {
        outcome["solid"]["inverted"] = json!(true);
        outcome
    };
    images.assert_alike(&options, &[inverted(masked), inverted(key("#ffffff"))]);
    let merged = json!({ "frame": "merged", "solid": { "threshold": 3 } });
    images.assert_alike(&words("--frame merged --threshold 3"), &[merged.clone(), merged]);
}

#[test]
fn options_that_contradict_each_other_or_the_scene_exit_2() {
    let images = Images::new();
    let ([a, b], [mask, _]) = (&images.paths, &images.masks);
    let scene = images.scene(&[json!({}), json!({})]);
    let out = images.folder.path("out.txt");
    let refused = |words: &[&str], why: &str| {
        let (code, answered, err) = run(words);
        assert_eq!((code, answered.as_str()), (2, ""), "{words:?}");
        assert!(err.contains(why), "{words:?}: {err}");
    };
    for suffix in ["", "-a", "-b"] {
        let [key, mask_image] = ["key", "mask-image"].map(|name| format!("--{name}{suffix}"));
        refused(&["check", a, b, &key, "#000000", &mask_image, mask], &mask_image);
        for (name, value) in
            [("key", "#000000"), ("mask-image", mask), ("inverted", ""), ("threshold", "3"), ("frame", "0")]
        {
            let option = format!("--{name}{suffix}");
            let outcome: Vec<&str> = [option.as_str(), value].into_iter().filter(|word| !word.is_empty()).collect();
            for command in
                [&["check"][..], &["order", "--scan", "rows"], &["survey", "area"], &["time"], &["mask", "-o", &out]]
            {
                refused(&[command, &["--scene", &scene], &outcome].concat(), &option);
            }
            refused(&[&["order", "--size", "4x4", "--scan", "rows"], &outcome[..]].concat(), &option);
            if suffix == "-b" {
                refused(&[&["mask", a, "-o", &out], &outcome[..]].concat(), "they need two images");
            }
        }
    }
    for key in ["#ff00f", "red", "#ff00ff:256"] {
        refused(&["check", a, b, "--key", key], "#RRGGBB:TOLERANCE");
    }
    refused(&["mask", "-o", &out], "required");
    refused(&["mask", a, "--of", "a", "-o", &out], "--scene");
    refused(&["mask", "--scene", &scene, "--of", "c", "-o", &out], "overlap");
    refused(&["mask", "--scene", &scene, "--all-frames", "-o", &out], "--all-frames");
    refused(&["mask", a, "--scene", &scene, "-o", &out], "--scene");
    assert!(!Path::new(&out).exists());
    let (code, _, err) = run(&["check", a, b, "--mask-image", mask]);
    assert_eq!(code, 1);
    assert!(err.contains("mask-a.png: it is 17 × 13 px, and the image it is the mask of has"), "{err}");
    assert_eq!(run(&["check", a, b, "--mask-image", "none.png"]).0, 1);
}

#[test]
fn masks_of_a_scene_lie_on_the_worlds_grid() {
    let images = Images::new();
    let turned = json!({ "rotation": 33, "scale": [1.5, 2], "position": [4.25, -3], "solid": { "inverted": true } });
    let scene = images.scene(&[turned, json!({ "frame": 3, "rotation": 90, "flip": [true, false] })]);
    let laid = load_scene(Path::new(&scene), &Limits::default()).expect("a scene").lay().expect("it fits");
    let [a, b] = [&laid.a, &laid.b].map(|posed| (posed.raster.mask().mask().clone(), posed.origin));
    let outcome = answer(&["check", "--scene", &scene, "--json"]);
    let corner = |slot: &str| {
        let at = |side: &str| outcome[slot]["at"][side].as_i64().expect("a number");
        (at("x"), at("y"))
    };
    assert_eq!([corner("a"), corner("b")], [(a.1.x, a.1.y), (b.1.x, b.1.y)]);
    let written = |of: &[&str]| {
        let path = images.folder.path("world.txt");
        assert_eq!(run(&[&["mask", "--scene", &scene, "-o", &path], of].concat()).0, 0);
        images.folder.read("world.txt").parse::<Mask>().expect("a mask")
    };
    assert_eq!(written(&["--of", "a"]), a.0);
    assert_eq!(written(&["--of", "b"]), b.0);
    assert_eq!(written(&["--of", "b", "--invert"]), !&b.0);
    // Compare the overlap cell by cell, in world coordinates.
    let overlap = written(&["--of", "overlap"]);
    assert_eq!(overlap, written(&[]));
    let set = |(mask, origin): &(Mask, maskscope_core::geom::Cell), x: i64, y: i64| {
        let at = |cell: i64, from: i64| u32::try_from(cell - from).ok();
        let cell = at(x, origin.x).zip(at(y, origin.y));
        cell.is_some_and(|(x, y)| x < mask.width() && y < mask.height() && mask.get(x, y))
    };
    let left_top = (a.1.x.max(b.1.x), a.1.y.max(b.1.y));
    for y in 0..overlap.height() {
        for x in 0..overlap.width() {
            let (world_x, world_y) = (left_top.0 + i64::from(x), left_top.1 + i64::from(y));
            assert_eq!(overlap.get(x, y), set(&a, world_x, world_y) && set(&b, world_x, world_y), "{x},{y}");
        }
    }
    assert_eq!(outcome["overlap_area"], overlap.count());
    assert!(overlap.count() > 0);
}

/// Four cells of 5 × 4 on a sheet of 13 × 11, and a mask image with the size of the sheet.
#[test]
fn a_mask_image_of_the_sheet_is_cut_as_the_sheet_is() {
    let (folder, mut dice) = (Folder::new(), Dice::new(3));
    let size = Size::new(13, 11);
    speckled(size, &mut dice).save(folder.path("sheet.png")).expect("a file");
    let grid = Grid { cell: Size::new(5, 4), margin: 1, spacing: 1 };
    // Only the last cell has pixels that are not opaque, so alpha decides for all cells.
    let mask = image::RgbaImage::from_fn(13, 11, |x, y| {
        image::Rgba([0, 0, 0, if x >= 7 && y >= 6 { dice.pick(&[0, 99, 100]) } else { 255 }])
    });
    mask.save(folder.path("mask.png")).expect("a file");
    let written = json!({
        "maskscope": 1,
        "a": {
            "image": "sheet.png", "frame": 3, "grid": { "cell": [5, 4], "margin": 1, "spacing": 1 },
            "solid": { "mask_image": "mask.png", "threshold": 99 },
        },
        "b": { "mask": ["#"] },
    });
    let path = folder.write("cut.scene.json", written.to_string());
    let scene = load_scene(Path::new(&path), &Limits::default()).expect("a scene");
    let mut sprite = scene.sprites[0].sprite.clone();
    assert_eq!((sprite.grid(), sprite.shown()), (Some(grid), Shown::Frame(3)));
    let expected = |n: u32| {
        let (left, top) = (1 + n % 2 * 6, 1 + n / 2 * 5);
        Mask::from_fn(grid.cell, |x, y| mask.get_pixel(left + x, top + y).0[3] > 99)
    };
    assert_eq!(sprite.mask().mask(), &expected(3));
    let all = sprite.frame_masks();
    assert_eq!(all, (0..4).map(expected).collect::<Vec<_>>());
    assert_eq!((all[0].count(), all[3].count() < 20), (20, true), "black, but opaque");
    sprite.show(Shown::Merged);
    assert_eq!(sprite.mask().mask().count(), 20);
    // The window does the same: the image masks the whole sheet once no grid cuts it.
    sprite.set_grid(None).expect("no grid");
    assert_eq!(*sprite.mask().mask(), Mask::from_fn(size, |x, y| mask.get_pixel(x, y).0[3] > 99));
    sprite.set_grid(Some(grid)).expect("a grid");
    assert_eq!(*sprite.mask().mask(), expected(0));

    for (width, height, fits) in [(5, 4, true), (13, 11, true), (13, 10, false), (1, 1, false)] {
        image::RgbaImage::new(width, height).save(folder.path("mask.png")).expect("a file");
        match load_scene(Path::new(&path), &Limits::default()) {
            Ok(_) => assert!(fits, "{width} × {height}"),
            Err(error) => {
                let why = "and the image it is the mask of has 5 × 4 px on a sheet of 13 × 11 px: it must be of one of";
                assert!(!fits && error.to_string().contains(why), "{error}");
            }
        }
    }
}

#[test]
fn a_picture_without_alpha_masks_by_its_brightness() {
    let picture = |rgba: [[u8; 4]; 3]| Picture::new(Size::new(3, 1), rgba.concat(), PictureFormat::Png, false);
    let mut sprite = Sprite::new("a.png", picture([[9, 9, 9, 255]; 3]), 0);
    let image = picture([[0, 0, 0, 255], [255, 255, 255, 255], [128, 128, 128, 255]]);
    let source = SolidSource::Image(MaskImage::new("m.png".to_owned(), None, &image).into());
    for (threshold, expected) in [(0, ".##\n"), (127, ".##\n"), (128, ".#.\n"), (254, ".#.\n"), (255, "...\n")] {
        sprite.set_rule(SolidRule { source: source.clone(), threshold, inverted: false });
        assert_eq!(sprite.mask().mask().to_text(), expected, "{threshold}");
    }
}
