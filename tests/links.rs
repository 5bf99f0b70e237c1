//! Scenes that carry their art, and links to them: what they open, and what they refuse.

use std::{fs, io::Write as _, path::Path};

use base64::{Engine as _, engine::general_purpose};
use flate2::{Compression, write::ZlibEncoder};
use maskscope::{
    cli,
    files::{Limits, Link, decode_scene, holds_link, lesson_names, load_scene, read_link, sample_pairs},
    scene::Scene,
};
use serde_json::{Value, json};

fn samples() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples")
}

/// The file `name` of the samples as `data:`.
fn data(kind: &str, name: &str) -> String {
    let bytes = fs::read(samples().join(name)).expect("a sample");
    format!("data:{kind};base64,{}", general_purpose::STANDARD.encode(bytes))
}

/// A link with `text` packed in it.
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

/// A scene of these sprites.
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

/// Sprites of every kind of image: as they name a file, and as they hold it.
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
    // An atlas inside finds its sheet there, or not at all.
    let atlas = json!({ "image": data("application/json", "atlas.json") });
    let refused = opened(&link_of(scene_of(&atlas, &rows).to_string().as_bytes())).expect_err("no sheet");
    let why = "it needs the sheet 'atlas.png', which is not among the sheets beside it";
    assert!(refused.ends_with(why) && refused.starts_with("link: image of a (data:application/json, "), "{refused}");
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
        // The last letter has bits that mean nothing.
        assert!(refused.is_err() || at + 1 == link.len(), "at {at} of {}", link.len());
    }
    for (text, why) in [
        ("#scene=", "link: its end is missing: some programs cut long addresses"),
        ("#scene=é", "link: it is damaged: a letter of it has changed, or is missing"),
        ("#scene=a+/b", "link: it is damaged: a letter of it has changed, or is missing"),
    ] {
        assert_eq!(opened(text).expect_err(text), why, "{text}");
    }
    let twice = link.clone() + "AAAA";
    assert_eq!(opened(&twice).expect_err("more"), "link: it is damaged: a letter of it has changed, or is missing");
    for (text, why) in [
        ("", "link: it is not a scene that can be shown: it ends where a value is expected"),
        ("{}", "link: it is not a scene that can be shown: missing field `maskscope`"),
        ("\u{89}PNG", "link: it is not a scene that can be shown: there is no value"),
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
    // Images count together.
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
        (json!({ "image": format!("data:image/png;base64,{long}*") }), "whose base64 is damaged: Invalid symbol 42"),
        (json!({ "sample": format!("data:image/png;base64,{long}") }), "a asks for the sample 'data:"),
        (json!({ "sample": "ship.png", "position": format!("data:;base64,{long}") }), "a text stands where"),
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
