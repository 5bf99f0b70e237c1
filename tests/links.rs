//! Scenes with embedded art, and links to them: what they open, and what they refuse.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use base64::{Engine as _, engine::general_purpose};
use flate2::{Compression, write::ZlibEncoder};
use maskscope::{
    cli,
    files::{
        Limits, Link, decode_atlas, decode_scene, encode_scene, encode_scene_with_art, holds_link, lesson_names,
        load_scene, read_link, sample_pairs, write_link,
    },
};
use maskscope_core::scene::{Scene, Shown, SolidSource, Sprite};
use serde_json::{Value, json};

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples")
}

/// Returns the sample `name` as a `data:` URL.
fn data(kind: &str, name: &str) -> String {
    let bytes = fs::read(samples().join(name)).expect("a sample");
    format!("data:{kind};base64,{}", general_purpose::STANDARD.encode(bytes))
}

/// Returns a link to the scene `text`.
fn link_of(text: &[u8]) -> String {
    let mut packing = ZlibEncoder::new(Vec::new(), Compression::best());
    packing.write_all(text).expect("in memory");
    format!("#scene={}", general_purpose::URL_SAFE_NO_PAD.encode(packing.finish().expect("in memory")))
}

fn opened(link: &str) -> Result<Scene, String> {
    match read_link(link, &Limits::default()) {
        Ok(Link::Scene(scene)) => Ok(*scene),
        Ok(other) => panic!("{other:?}"),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns a scene of these sprites.
fn scene_of(a: &Value, b: &Value) -> Value {
    json!({ "maskscope": 1, "a": a, "b": b })
}

fn answered(arguments: &[&str]) -> Value {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let arguments = [&["maskscope"], arguments].concat();
    let outcome = cli::run(arguments.iter(), &mut out, &mut err);
    assert_eq!(outcome, cli::Outcome::Exit(0), "{}", String::from_utf8_lossy(&err));
    serde_json::from_slice(&out).expect("JSON")
}

/// Returns sprites of every kind of image, each naming a file and with the file embedded.
fn both_ways() -> Vec<(Value, Value)> {
    let file = |name: &str| samples().join(name).display().to_string();
    let both = |kind: &str, name: &str, fields: Value| {
        let with = |image: String| {
            let mut sprite = fields.clone();
            sprite["image"] = image.into();
            sprite["name"] = "it".into();
            sprite
        };
        (with(file(name)), with(data(kind, name)))
    };
    let masked = |image: String| json!({ "image": image, "name": "it", "solid": { "mask_image": image } });
    let mut atlas = both("application/json", "atlas.json", json!({ "frame": 3, "position": [4, 5] }));
    atlas.1["sheets"] = json!({ "atlas.png": data("image/png", "atlas.png") });
    vec![
        both("image/png", "ship.png", json!({})),
        both("image/gif", "ship.png", json!({ "rotation": 30, "solid": { "threshold": 127 } })),
        both("image/gif", "spinner.gif", json!({ "frame": 2 })),
        both("", "spinner.gif", json!({ "frame": "merged" })),
        both("image/aseprite", "torch.aseprite", json!({ "frame": 1, "scale": 2 })),
        both("image/png", "walker.png", json!({ "grid": { "cell": [24, 24] }, "frame": 2 })),
        (masked(file("ship.png")), masked(data("image/png", "ship.png"))),
        atlas,
    ]
}

#[test]
fn art_in_the_scene_answers_as_the_file_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let rock = json!({ "sample": "rock.png", "position": [10, -17] });
    for (named, held) in both_ways() {
        let paths = [("named", &named), ("held", &held)].map(|(name, sprite)| {
            let path = folder.path().join(format!("{name}.scene.json"));
            fs::write(&path, scene_of(sprite, &rock).to_string()).expect("a file");
            path.display().to_string()
        });
        let [mut by_name, mut by_itself] = paths.each_ref().map(|path| answered(&["check", "--scene", path, "--json"]));
        for answer in [&mut by_name, &mut by_itself] {
            for slot in ["a", "b"] {
                answer[slot]["path"] = Value::Null;
            }
        }
        assert_eq!(by_name, by_itself, "{named}");
        let [by_name, by_itself] = paths.each_ref().map(|path| answered(&["replay", path, "--expect-only", "--json"]));
        assert_eq!(by_name, by_itself, "{named}");
        let scenes = paths.each_ref().map(|path| load_scene(path.as_ref(), &Limits::default()).expect("a scene"));
        let [by_name, by_itself] = scenes.each_ref().map(|scene| &scene.sprites[0].sprite);
        assert_eq!(by_name.frames().all(), by_itself.frames().all());
        assert_eq!((by_itself.path.as_ref(), by_itself.files().count()), (None, 0));
    }
}

#[test]
fn a_link_opens_what_it_holds_wherever_it_leads() {
    let rock = json!({ "sample": "rock.png", "position": [10, -17] });
    for (named, held) in both_ways() {
        let text = scene_of(&held, &rock).to_string();
        let link = link_of(text.as_bytes());
        let by_file = decode_scene(text.as_bytes(), Path::new("x.scene.json"), &Limits::default()).expect("a scene");
        let wrapped = link.as_bytes().chunks(76).map(|line| String::from_utf8_lossy(line)).collect::<Vec<_>>();
        for address in [
            link.clone(),
            format!("https://example.org/maskscope/{link}"),
            format!("file:///tmp/it.html{link}  \n"),
            wrapped.join("\r\n"),
        ] {
            assert!(holds_link(&address));
            let scene = opened(&address).expect("a scene");
            for (one, other) in scene.sprites.iter().zip(&by_file.sprites) {
                assert_eq!(one.sprite.frames(), other.sprite.frames(), "{named}");
                assert!(one.sprite.mask().mask() == other.sprite.mask().mask());
                assert_eq!(one.placement, other.placement);
            }
        }
    }
}

#[test]
fn a_link_names_a_lesson_or_a_pair() {
    let limits = Limits::default();
    for (place, name) in lesson_names().enumerate() {
        let opened = read_link(&format!("https://example.org/#lesson={name}"), &limits);
        assert!(matches!(opened, Ok(Link::Lesson(at)) if at == place), "{name}");
    }
    for (place, pair) in sample_pairs().iter().enumerate() {
        let opened = read_link(&format!("#sample={}\n", pair.name), &limits);
        assert!(matches!(opened, Ok(Link::Sample(at)) if at == place), "{}", pair.name);
    }
    for (link, why) in [
        ("#lesson=none", "link: there is no lesson 'none'; there are boxes-lie, "),
        ("#sample=", "link: there is no pair ''; there are ship-rock, "),
        ("#sample=ship-rock.", "link: there is no pair 'ship-rock.'; "),
    ] {
        let error = read_link(link, &limits).expect_err(link).to_string();
        assert!(error.starts_with(why), "{error}");
    }
    for text in ["", "#", "##..", "#.scene=", "scene=eJx", "https://example.org/#top", "#Scene="] {
        assert!(!holds_link(text), "{text}");
        let error = read_link(text, &limits).expect_err(text).to_string();
        assert_eq!(error, "link: there is no #scene=, #lesson= or #sample= in it");
    }
}

#[test]
fn a_link_reads_nothing_from_the_disk() {
    let ship = samples().join("ship.png").display().to_string();
    let rows = json!({ "mask": ["##"] });
    let held = data("image/png", "ship.png");
    for file in [ship.as_str(), "ship.png", "../ship.png", "/dev/zero", "//server/ship.png", "http://example.org/a.png"]
    {
        let why = format!(
            "is '{file}', and what comes by a link reads no files: it holds its images as data:, masks and samples"
        );
        let by_image = scene_of(&rows, &json!({ "image": file }));
        let by_mask_image = scene_of(&json!({ "image": held, "solid": { "mask_image": file } }), &rows);
        for (scene, whose) in [(by_image, "image of b"), (by_mask_image, "mask_image of a")] {
            let refused = opened(&link_of(scene.to_string().as_bytes())).expect_err(file);
            assert_eq!(refused, format!("link: it is not a scene that can be shown: {whose} {why}"));
        }
    }
    // An embedded atlas cannot have a sheet beside it.
    let atlas = json!({ "image": data("application/json", "atlas.json") });
    let refused = opened(&link_of(scene_of(&atlas, &rows).to_string().as_bytes())).expect_err("no sheet");
    let why = "it needs the sheet 'atlas.png', which is not among the sheets beside it";
    assert!(refused.ends_with(why) && refused.starts_with("link: image of a (data:application/json, "), "{refused}");
}

/// On other systems these are ordinary names, of files that are missing.
#[test]
fn on_windows_files_name_no_devices() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["NUL", "art/com1.png", "//server/share/a.png", "//./NUL"] {
        let rows = json!({ "mask": ["##"] });
        let masked = json!({ "mask": ["##"], "solid": { "mask_image": name } });
        let scenes = [scene_of(&json!({ "image": name }), &rows), scene_of(&rows, &masked)];
        for scene in scenes {
            let error =
                decode_scene(scene.to_string().as_bytes(), &folder.path().join("x.scene.json"), &Limits::default());
            is_refused(&error.expect_err(name).to_string(), name);
        }
        let frame = json!({ "frame": { "x": 0, "y": 0, "w": 1, "h": 1 } });
        let atlas = json!({ "frames": [frame], "meta": { "image": name } });
        let error = decode_atlas(atlas.to_string().as_bytes(), &folder.path().join("a.json"), &Limits::default());
        is_refused(&error.expect_err(name).to_string(), name);
        let log = folder.path().join("game.jsonl");
        let check =
            |name| json!({ "frame": 0, "a": { "sprite": name }, "b": { "sprite": name }, "hit": true, "rule": "box" });
        let sprites = [json!({ "sprite": "s", "image": name }), json!({ "sprite": "t", "mask": ["#"] })];
        let lines = [&sprites[0], &sprites[1], &check("s"), &check("t")].map(Value::to_string);
        fs::write(&log, lines.join("\n") + "\n").expect("a file");
        let replay = answered(&["replay", &log.display().to_string(), "--json"]);
        let skipped = replay["lines_skipped"][0]["reason"].as_str().expect("a reason").to_owned();
        is_refused(&skipped, name);
    }
}

#[track_caller]
fn is_refused(message: &str, name: &str) {
    let is_refused = message.contains(&format!("is '{name}', which "));
    assert_eq!(is_refused, cfg!(windows), "{message}");
}

#[test]
fn links_that_are_damaged_say_so() {
    let scene = scene_of(&json!({ "image": data("image/png", "ship.png") }), &json!({ "sample": "rock.png" }));
    let link = link_of(scene.to_string().as_bytes());
    assert!(opened(&link).is_ok());
    for end in "#scene=".len() + 4..link.len() - 1 {
        let refused = opened(&link[..end]).expect_err("it is cut");
        assert_eq!(refused, "link: its end is missing: some programs cut long addresses", "at {end} of {}", link.len());
    }
    for at in ("#scene=".len() + 6..link.len()).step_by(7) {
        let other = if &link[at..=at] == "A" { "B" } else { "A" };
        let changed = [&link[..at], other, &link[at + 1..]].concat();
        let refused = opened(&changed);
        // The last letter has bits without meaning.
        assert!(refused.is_err() || at + 1 == link.len(), "at {at} of {}", link.len());
    }
    for (text, why) in [
        ("#scene=", "link: its end is missing: some programs cut long addresses"),
        ("#scene=é", "link: the link is damaged; copy it again"),
        ("#scene=a+/b", "link: the link is damaged; copy it again"),
    ] {
        assert_eq!(opened(text).expect_err(text), why, "{text}");
    }
    let twice = link.clone() + "AAAA";
    assert_eq!(opened(&twice).expect_err("more"), "link: the link is damaged; copy it again");
    for (text, why) in [
        ("", "link: it is not a scene that can be shown: it ends too early"),
        ("{}", "link: it is not a scene that can be shown: the field 'maskscope' is missing"),
        ("\u{89}PNG", "link: it is not a scene that can be shown: it cannot be read any further"),
    ] {
        let refused = opened(&link_of(text.as_bytes())).expect_err(text);
        assert!(refused.starts_with(why), "{refused}");
    }
}

#[test]
fn a_small_link_does_not_unpack_to_much() {
    let most = 16 << 20;
    let bomb = link_of(&vec![b' '; 64 << 20]);
    assert!(bomb.len() < 100_000);
    assert_eq!(opened(&bomb).expect_err("a bomb"), "link: its scene unpacks to more than 16,777,216 bytes");
    let rest = r##"{"maskscope":1,"a":{"mask":["#"]},"b":{"mask":["#"]}}"##;
    let full = " ".repeat(most - rest.len()) + rest;
    assert!(opened(&link_of(full.as_bytes())).is_ok());
    assert!(opened(&link_of((full + " ").as_bytes())).is_err());
    // The limit applies to all images together.
    let limits = Limits { max_pixels: 5_000, ..Limits::default() };
    let ship = data("image/png", "ship.png");
    let both = |solid: Value| scene_of(&json!({ "image": ship, "solid": solid }), &json!({ "image": ship }));
    let read =
        |scene: Value| read_link(&link_of(scene.to_string().as_bytes()), &limits).map_err(|error| error.to_string());
    assert!(read(both(json!({}))).is_ok());
    let refused = read(both(json!({ "mask_image": ship }))).expect_err("three");
    assert!(
        refused.starts_with("link: image of b (data:image/png, ") && refused.contains("the limit is "),
        "{refused}"
    );
}

#[test]
fn messages_never_print_an_image() {
    let long = general_purpose::STANDARD.encode(vec![7_u8; 100_000]);
    let rows = json!({ "mask": ["##"] });
    for (a, why) in [
        (
            json!({ "image": format!("data:image/png;base64,{long}") }),
            "image of a (data:image/png, 100,000 bytes): it is not in",
        ),
        (
            json!({ "image": format!("data:image/png,{long}") }),
            "image of a is data:image/png, 100,000 bytes, which is not in base64",
        ),
        (json!({ "image": format!("data:image/png;base64,{long}*") }), "whose base64 is damaged at character "),
        (json!({ "sample": format!("data:image/png;base64,{long}") }), "a asks for the sample 'data:"),
        (json!({ "sample": "ship.png", "position": format!("data:;base64,{long}") }), " is expected"),
    ] {
        let text = scene_of(&a, &rows).to_string();
        for refused in [
            opened(&link_of(text.as_bytes())).expect_err("no image"),
            decode_scene(text.as_bytes(), Path::new("x.scene.json"), &Limits::default()).expect_err("none").to_string(),
        ] {
            assert!(refused.contains(why) && refused.len() < 600, "{refused}");
        }
    }
}

/// Asserts that `again` has the frames and the rule of `sprite`.
#[track_caller]
fn alike(sprite: &Sprite, again: &Sprite) {
    assert_eq!((&sprite.name, sprite.grid(), sprite.shown()), (&again.name, again.grid(), again.shown()));
    let (frames, others) = (sprite.frames(), again.frames());
    assert_eq!((frames.all().len(), &frames.tags), (others.all().len(), &others.tags), "{}", sprite.name);
    for (one, other) in frames.all().iter().zip(others.all()) {
        let (picture, another) = (&one.picture, &other.picture);
        assert_eq!((picture.size(), picture.has_alpha), (another.size(), another.has_alpha), "{}", sprite.name);
        assert!(picture.rgba() == another.rgba(), "other pixels of {}", sprite.name);
        assert_eq!((one.label(), one.anchor, one.duration), (other.label(), other.anchor, other.duration));
    }
    assert_eq!(sprite.frame_masks(), again.frame_masks(), "{}", sprite.name);
    let merged = |sprite: &Sprite| sprite.frame_raster(Shown::Merged).mask().mask().clone();
    assert_eq!(merged(sprite), merged(again), "{}", sprite.name);
    let rule = |sprite: &Sprite| {
        (
            sprite.threshold(),
            sprite.rule().inverted,
            match &sprite.rule().source {
                SolidSource::Image(_) => None,
                source => Some(source.clone()),
            },
        )
    };
    assert_eq!(rule(sprite), rule(again), "{}", sprite.name);
}

/// A TGA of two colours, a format that is recognised by its extension alone.
fn tga() -> Vec<u8> {
    let header = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 32, 0x28];
    [&header[..], &[9, 8, 7, 255, 6, 5, 4, 0]].concat()
}

/// An animated PNG of two frames, each of 1/60 s.
fn apng() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_animated(2, 0).expect("two frames");
    encoder.set_frame_delay(1, 60).expect("an animation");
    let mut writer = encoder.write_header().expect("in memory");
    writer.write_image_data(&[1, 2, 3, 255, 0, 0, 0, 0]).expect("a frame");
    writer.write_image_data(&[4, 5, 6, 7, 8, 9, 10, 0]).expect("a frame");
    writer.finish().expect("in memory");
    bytes
}

/// The lowest byte of a number.
const fn low(n: u32) -> u8 {
    n.to_le_bytes()[0]
}

/// Writes one file of every kind into `folder`; returns sprites that name them, and some that need no file.
fn sources(folder: &Path) -> Vec<Value> {
    for name in ["ship.png", "spinner.gif", "torch.aseprite", "walker.png", "atlas.json", "atlas.png"] {
        fs::copy(samples().join(name), folder.join(name)).expect("a sample");
    }
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("a file");
    write("two.tga", &tga());
    write("film.apng", &apng());
    write("opaque.ppm", b"P6 2 1 255 abcdef");
    write("words.txt", b"..#\n##.\n");
    let gdx = "sheet.png\nsize: 48, 32\nwalk\n  rotate: true\n  xy: 1, 2\n  size: 5, 7\n  orig: 9, 9\n  offset: 1, 1\n  index: 3\n\
               walk\n  rotate: false\n  xy: 20, 4\n  size: 6, 6\n  orig: 6, 6\n  offset: 0, 0\n  index: 4\n";
    write("gdx.atlas", gdx.as_bytes());
    let noise = image::RgbaImage::from_fn(48, 32, |x, y| {
        image::Rgba([low(x * 5), low(y * 7), 9, if (x * y).is_multiple_of(3) { 0 } else { 200 }])
    });
    noise.save(folder.join("sheet.png")).expect("a sheet");
    let atlas = image::open(samples().join("atlas.png")).expect("a sheet");
    let grey = image::GrayImage::from_fn(atlas.width(), atlas.height(), |x, y| image::Luma([low(x * 3 + y * 11)]));
    grey.save(folder.join("atlas-mask.png")).expect("a mask");
    let ship = image::open(samples().join("ship.png")).expect("an image");
    let grey = image::GrayImage::from_fn(ship.width(), ship.height(), |x, y| image::Luma([low(x * 3 + y * 11)]));
    grey.save(folder.join("ship-mask.png")).expect("a mask");
    let held = json!({ "atlas.png": data("", "atlas.png") });
    vec![
        json!({ "image": "ship.png" }),
        json!({ "image": "ship.png", "solid": { "mask_image": "ship-mask.png", "threshold": 100, "inverted": true } }),
        json!({ "image": "opaque.ppm", "solid": { "threshold": 255 } }),
        json!({ "image": "two.tga" }),
        json!({ "image": "words.txt" }),
        json!({ "image": "spinner.gif", "frame": 2 }),
        json!({ "image": "film.apng", "frame": 1 }),
        json!({ "image": "torch.aseprite", "frame": "merged" }),
        json!({ "image": "walker.png", "grid": { "cell": [24, 24], "margin": 0, "spacing": 0 }, "frame": 1 }),
        json!({ "image": "atlas.json", "frame": 3, "solid": { "threshold": 9 } }),
        json!({ "image": "atlas.json", "frame": 1, "solid": { "mask_image": "atlas-mask.png", "threshold": 99 } }),
        json!({ "image": "gdx.atlas", "frame": "walk:4", "anchor": [1, 2] }),
        json!({ "image": "ship.png", "solid": { "key": { "color": "#141a24", "tolerance": 90 } } }),
        json!({ "sample": "spinner.gif", "frame": 1 }),
        json!({ "sample": "ship.png", "solid": { "mask_image": "ship-mask.png" } }),
        json!({ "mask": ["#..", ".#."], "solid": { "inverted": true } }),
        json!({ "mask": ["#..#", ".#.."], "grid": { "cell": [2, 2] }, "frame": 1 }),
        json!({ "image": data("", "fish.png"), "name": "pasted" }),
        json!({ "image": data("", "spinner.gif"), "frame": 3 }),
        json!({ "image": data("", "torch.aseprite"), "frame": 1 }),
        json!({ "image": data("", "atlas.json"), "sheets": held, "frame": 2 }),
    ]
}

/// Writes the scene of each of these sprites and a mask to a file in `folder`.
fn scenes(folder: &Path, sprites: &[Value]) -> Vec<(PathBuf, Scene)> {
    let written = |(n, sprite): (usize, &Value)| {
        let path = folder.join(format!("{n}.scene.json"));
        let b = json!({ "mask": ["##", "##"], "position": [3, 2], "name": "block" });
        fs::write(&path, scene_of(sprite, &b).to_string()).expect("a file");
        let scene = load_scene(&path, &Limits::default()).unwrap_or_else(|error| panic!("{error}: {sprite}"));
        (path, scene)
    };
    sprites.iter().enumerate().map(written).collect()
}

/// Opens the scene `text` through a link, so that it can use no other file.
#[track_caller]
fn alone(text: &str) -> Scene {
    opened(&link_of(text.as_bytes())).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn every_kind_of_sprite_comes_back_out_of_a_scene_with_its_art_and_out_of_a_link() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenes = scenes(folder.path(), &sources(folder.path()));
    let check = |scene: &Scene| {
        let text = encode_scene_with_art(scene);
        let carried = alone(&text);
        let link = write_link(scene);
        let linked = opened(&link).expect("our own link");
        for again in [&carried, &linked] {
            for (one, other) in scene.sprites.iter().zip(&again.sprites) {
                alike(&one.sprite, &other.sprite);
                assert_eq!((other.sprite.path.as_ref(), other.sprite.files().count()), (None, 0));
                assert_eq!((one.placement, &one.parents), (other.placement, &other.parents));
            }
            // Art that came without a file is embedded in any scene, and stays the same.
            for text in [encode_scene(again, Some(folder.path()), false), encode_scene_with_art(again)] {
                let once_more = alone(&text);
                for (one, other) in again.sprites.iter().zip(&once_more.sprites) {
                    alike(&one.sprite, &other.sprite);
                }
                assert_eq!(encode_scene_with_art(&once_more), text);
            }
            assert_eq!(encode_scene(again, None, false), encode_scene_with_art(again));
        }
        (text, link)
    };
    let before: Vec<_> = scenes.iter().map(|(_, scene)| check(scene)).collect();
    // The file's bytes are embedded unchanged.
    let bytes = general_purpose::STANDARD.encode(fs::read(folder.path().join("spinner.gif")).expect("a file"));
    assert!(before[5].0.contains(&format!("data:image/gif;base64,{bytes}")), "{}", before[5].0);
    // If a file has changed since, or is gone, the shown image is embedded.
    for name in ["ship.png", "spinner.gif", "torch.aseprite", "atlas.png", "gdx.atlas", "ship-mask.png"] {
        fs::copy(samples().join("rock.png"), folder.path().join(name)).expect("a file");
    }
    scenes.iter().for_each(|(_, scene)| drop(check(scene)));
    for file in fs::read_dir(folder.path()).expect("a folder") {
        fs::remove_file(file.expect("a file").path()).expect("it is there");
    }
    scenes.iter().for_each(|(_, scene)| drop(check(scene)));
}

#[test]
fn a_scene_with_its_art_answers_as_the_one_that_names_it() {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, scene) in scenes(folder.path(), &sources(folder.path())) {
        let alone = tempfile::tempdir().expect("another folder");
        let carrying = alone.path().join("it.scene.json");
        fs::write(&carrying, encode_scene_with_art(&scene)).expect("a file");
        let answers = [path, carrying].map(|path| {
            let mut answer = answered(&["check", "--scene", &path.display().to_string(), "--json"]);
            for slot in ["a", "b"] {
                answer[slot]["path"] = Value::Null;
            }
            answer
        });
        assert_eq!(answers[0], answers[1]);
    }
}

#[test]
fn a_link_is_as_short_as_it_can_be() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = |a: Value| {
        let [(_, scene)] = <[_; 1]>::try_from(scenes(folder.path(), &[a])).expect("one");
        write_link(&scene).len()
    };
    let ship = image::open(samples().join("ship.png")).expect("an image");
    ship.save(folder.path().join("ship.bmp")).expect("a file");
    ship.flipv().save(folder.path().join("flipped.bmp")).expect("a file");
    ship.flipv().save(folder.path().join("flipped.png")).expect("a file");
    let file = samples().join("ship.png").display().to_string();
    let (sample, by_path) = (link(json!({ "sample": "ship.png" })), link(json!({ "image": file })));
    assert!(
        sample.abs_diff(by_path) < 8 && sample < 250,
        "a built-in sprite is named, even if a file was opened: {sample}, {by_path}"
    );
    let (bmp, png) = (link(json!({ "image": "flipped.bmp" })), link(json!({ "image": "flipped.png" })));
    assert!(bmp < png + 40 && bmp < 1_500, "pixels take the space of their PNG: {bmp}, {png}");
}
