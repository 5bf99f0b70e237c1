//! Scene files: written scenes are read again, others are refused with a reason, and the command line tests the scenes
//! that they describe.

use std::{fs, path::Path};

use maskscope::{
    cli::{self, Outcome},
    files::{Limits, decode_scene, encode_scene, is_scene, load_scene, sample_sprite},
};
use maskscope_core::{
    choice::Choice as _,
    geom::Size,
    scan::{Own, Scan},
    scene::{
        Actor, Anchor, ColorKey, Convention, Expectation, Filter, Layer, Parents, Placement, PreCheck, PreCheckMode,
        PreChecking, SampleAt, Scene, SceneView, Snap, SolidRule, SolidSource, Tab,
    },
    shape::{Hitbox, Part, Shape},
};
use serde_json::Value;

fn decoded(text: &str) -> Result<Scene, String> {
    decode_scene(text.as_bytes(), Path::new("my.scene.json"), &Limits::default()).map_err(|error| error.to_string())
}

fn refused(text: &str) -> String {
    decoded(text).expect_err("it cannot be shown")
}

/// Runs a command line and returns its exit code, standard output and standard error.
fn run(line: &[&str]) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = std::iter::once("maskscope").chain(line.iter().copied());
    let Outcome::Exit(code) = cli::run(args, &mut out, &mut err) else { panic!("{line:?} opens the window") };
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (code, text(out), text(err))
}

fn json(line: &[&str]) -> Value {
    let (code, out, err) = run(line);
    assert_eq!((code, err.as_str()), (0, ""), "{line:?}");
    serde_json::from_str(&out).expect("one JSON object")
}

/// Returns ship and rock with every field that a scene can have.
fn full() -> Scene {
    let actor = |name: &str, placement| Actor::new(sample_sprite(name).expect("a sample"), placement);
    let mut a = actor("ship.png", Placement::default());
    a.sprite.set_rule(SolidRule {
        source: SolidSource::Key(ColorKey { color: [255, 0, 128], tolerance: 7 }),
        threshold: 3,
        inverted: true,
    });
    let polygon = Shape::Polygon(vec![[0.0, 0.0], [40.0, 0.5], [20.0, 30.0]]);
    a.sprite.hitboxes = Hitbox::new(vec![polygon.into(), Part::Mask]).expect("two parts").into();
    let parent = Placement { rotation: 10.0, scale: (2.0, 2.0), ..Placement::at((3.0, 4.0)) };
    a.parents = Parents::new([Placement::default(), parent]).expect("two");
    let b = actor(
        "rock.png",
        Placement {
            position: (10.25, -17.0),
            anchor: Anchor::Custom(1.5, 2.0),
            rotation: 30.5,
            scale: (1.5, -2.0),
            flip: (true, false),
            filter: Some(Filter::Nearest),
        },
    );
    Scene {
        title: "Title".to_owned(),
        about: "About \"it\"".to_owned(),
        sprites: [a, b],
        convention: Convention { snap: Snap::Floor, filter: Filter::Bilinear, at: SampleAt::Corner },
        route: None,
        pinned: Some((-4.5, 21.0)),
        parents: Parents::new([parent, Placement { scale: (-1.0, 0.5), ..parent }]).expect("two"),
        scan: Some("incremental:7px".parse::<Scan>().expect("a scan")),
        scans: vec![Scan::Own(Own::new("first", "// name: first\nvisit(0, 0)\n"))],
        expectation: Some(Expectation { masks_overlap: Some(true), ..Expectation::default() }),
        view: SceneView {
            tab: Tab::Race,
            layers: Some(vec![Layer::Boxes, Layer::BitsA]),
            pre_check: Some(PreChecking { check: PreCheck::Circle, mode: PreCheckMode::Before }),
            counts_from_a: true,
        },
    }
}

#[test]
fn what_is_written_is_read_again() {
    let scene = full();
    let text = encode_scene(&scene, None, false);
    let read = decoded(&text).expect("a scene");
    assert_eq!(encode_scene(&read, None, false), text);
    assert_eq!((read.title, read.about), (scene.title, scene.about));
    assert_eq!((read.convention, read.parents), (scene.convention, scene.parents));
    assert_eq!((read.scan, read.expectation, read.view), (scene.scan, scene.expectation, scene.view));
    assert_eq!(read.pinned, scene.pinned);
    for (read, scene) in read.sprites.iter().zip(&scene.sprites) {
        assert_eq!((read.placement, &read.parents), (scene.placement, &scene.parents));
        assert_eq!(read.sprite.rule(), scene.sprite.rule());
        assert_eq!(read.sprite.hitboxes, scene.sprite.hitboxes);
        assert_eq!(read.sprite.mask().mask(), scene.sprite.mask().mask());
    }
}

#[test]
fn a_plain_scene_is_a_few_lines() {
    let sprites = ["ship.png", "rock.png"].map(|name| sample_sprite(name).expect("a sample"));
    let [a, b] = sprites;
    let scene = Scene::of([Actor::new(a, Placement::default()), Actor::new(b, Placement::at((10.0, -17.0)))]);
    let expected = "{\n  \"maskscope\": 1,\n  \"a\": { \"sample\": \"ship.png\" },\n  \
                    \"b\": { \"position\": [10, -17], \"sample\": \"rock.png\" }\n}\n";
    let text = encode_scene(&scene, None, false);
    let sorted = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    assert_eq!(sorted(&text), sorted(expected));
    assert!(text.lines().count() <= 6, "{text}");
    assert!(is_scene(text.as_bytes()) && !is_scene(b"{\"frames\":{}}"));
}

#[test]
fn embedded_masks_stand_alone() {
    let text = encode_scene(&full(), None, true);
    assert!(!text.contains("\"sample\"") && text.contains("##"), "{text}");
    let read = decoded(&text).expect("a scene");
    let (one, other) = (&read.sprites[0].sprite, &full().sprites[0].sprite);
    assert_eq!((one.mask().mask(), one.size()), (other.mask().mask(), Size::new(40, 42)));
}

/// JSON cannot name such a path.
#[cfg(unix)]
#[test]
fn what_lies_at_a_path_that_is_no_text_is_embedded() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _, path::PathBuf, sync::Arc};

    use maskscope_core::scene::MaskImage;

    let odd = || Some(PathBuf::from(OsStr::from_bytes(b"/art/\xff.png")));
    for is_mask in [false, true] {
        let mut scene = full();
        let sprite = &mut scene.sprites[0].sprite;
        if is_mask {
            let picture = sample_sprite("ship.png").expect("a sample").picture().as_ref().clone();
            let image = MaskImage::new("odd".to_owned(), odd(), &picture);
            let source = SolidSource::Image(Arc::new(image));
            sprite.set_rule(SolidRule { source, inverted: true, ..SolidRule::default() });
        } else {
            sprite.path = odd();
        }
        let read = decoded(&encode_scene(&scene, None, false)).expect("a scene");
        assert_eq!(read.sprites[0].sprite.mask().mask(), scene.sprites[0].sprite.mask().mask(), "{is_mask}");
    }
}

#[test]
fn a_name_is_kept_and_decides_nothing() {
    // A mask and a sheet with names of other samples, and a sample that is written although it was not requested by
    // name.
    let text = r##"{"maskscope":1,"a":{"mask":["#.",".#"],"name":"ship.png"},
        "b":{"sample":"walker.png","name":"rock.png","grid":{"cell":[9,9]},"frame":2}}"##;
    let scene = decoded(text).expect("a scene");
    let written = encode_scene(&scene, None, false);
    let read = decoded(&written).expect("a scene");
    for (read, scene) in read.sprites.iter().zip(&scene.sprites) {
        assert_eq!(read.sprite.name, scene.sprite.name);
        assert_eq!(read.sprite.mask().mask(), scene.sprite.mask().mask(), "{written}");
        assert_eq!(read.sprite.frames().all().len(), scene.sprite.frames().all().len(), "{written}");
    }

    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/gem.png"), folder.path().join("a.png"))
        .expect("a copy");
    let path = folder.path().join("named.scene.json");
    fs::write(&path, r#"{"maskscope":1,"a":{"image":"a.png","name":"Gem"},"b":{"image":"a.png"}}"#).expect("a file");
    let scene = load_scene(&path, &Limits::default()).expect("a scene");
    fs::write(&path, encode_scene(&scene, Some(folder.path()), false)).expect("a file");
    let names = load_scene(&path, &Limits::default()).expect("a scene").sprites.map(|actor| actor.sprite.name);
    assert_eq!(names, ["Gem", "a.png"]);
}

#[test]
fn what_a_scene_says_is_repeated_on_one_line() {
    let message = refused("{\"maskscope\":1,\"a\":{},\"\\u001b[31m\\n\":1}");
    assert!(message.contains("there is no field '[31m '") && !message.contains(char::is_control), "{message:?}");
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let b = r#""b":{"sample":"rock.png"}"#;
    let cases = [
        ("", "my.scene.json"),
        ("[]", "my.scene.json"),
        ("{\"maskscope\":2,\"new\":1}", "version 2"),
        ("{\"maskscope\":0}", "no version 0"),
        ("{\"frames\":{}}", "maskscope"),
        ("{\"maskscope\":1}", "the field 'a' is missing"),
        (&format!("{{\"maskscope\":1,\"colour\":1,\"a\":{{}},{b}}}"), "there is no field 'colour'"),
        (
            &format!("{{\"maskscope\":1,\"a\":{{\"sample\":\"ship.png\",\"rotate\":3}},{b}}}"),
            "there is no field 'rotate'",
        ),
        (&format!("{{\"maskscope\":1,\"a\":{{}},{b}}}"), "a needs exactly one of image, sample and mask"),
        (&format!("{{\"maskscope\":1,\"a\":{{\"sample\":\"shop.png\"}},{b}}}"), "'shop.png'"),
        (&format!("{{\"maskscope\":1,\"a\":{{\"image\":\"no/shop.png\"}},{b}}}"), "no/shop.png: there is no such file"),
        (&format!("{{\"maskscope\":1,\"a\":{{\"mask\":[\"#\",\"##\"]}},{b}}}"), "the mask of a"),
        (&format!("{{\"maskscope\":1,\"a\":{{\"mask\":[]}},{b}}}"), "no pixels"),
        (&format!("{{\"maskscope\":1,\"a\":{{\"mask\":[\"#\"],\"frame\":1}},{b}}}"), "the last one is 0"),
        (&format!("{{\"maskscope\":1,\"a\":{{\"mask\":[\"#\"],\"frame\":\"all\"}},{b}}}"), "'all'"),
        (&format!("{{\"maskscope\":1,\"a\":{{\"mask\":[\"#\"],\"scale\":[0,1]}},{b}}}"), "scale of a is out of range"),
        (&format!("{{\"maskscope\":1,\"a\":{{\"mask\":[\"#\"],\"position\":[1e99,1]}},{b}}}"), "position of a"),
        (&format!("{{\"maskscope\":1,\"rounding\":\"up\",\"a\":{{\"mask\":[\"#\"]}},{b}}}"), "half-up, half-even"),
        (&format!("{{\"maskscope\":1,\"scan\":\"zigzag\",\"a\":{{\"mask\":[\"#\"]}},{b}}}"), "zigzag"),
        (
            &format!("{{\"maskscope\":1,\"a\":{{\"mask\":[\"#\"],\"solid\":{{\"key\":{{\"color\":\"red\"}}}}}},{b}}}"),
            "'red' is not a colour",
        ),
        (
            &format!(
                "{{\"maskscope\":1,\"a\":{{\"mask\":[\"#\"],\"solid\":{{\"key\":{{\"color\":\"#+1+1+1\"}}}}}},{b}}}"
            ),
            "'#+1+1+1' is not a colour",
        ),
        (&format!("{{\"maskscope\":1,\"a\":{{\"image\":\"\"}},{b}}}"), "image of a is empty"),
        (
            &format!("{{\"maskscope\":1,\"a\":{{\"mask\":[\"#\"],\"solid\":{{\"mask_image\":\"\"}}}},{b}}}"),
            "mask_image of a is empty",
        ),
        (
            &format!("{{\"maskscope\":1,\"a\":{{\"mask\":[\"#\"],\"solid\":{{\"threshold\":256}}}},{b}}}"),
            "a whole number from 0 to 255",
        ),
    ];
    for (text, reason) in cases {
        let message = refused(text);
        assert!(message.contains(reason), "{text}\n{message}");
        assert!(message.contains(".png: ") || message.starts_with("my.scene.json: "), "{message}");
    }
}

#[test]
fn a_name_in_the_view_is_known_or_refused() {
    let with = |view: &str| {
        let mask = r##"{"mask":["#"]}"##;
        decoded(&format!(r#"{{"maskscope":1,"a":{mask},"b":{mask},"view":{view}}}"#))
    };
    for (view, reason) in [
        (r#"{"tab":"Sheet"}"#, "'Sheet' is not one of inspect, race, survey, replay, project, terrain"),
        (r#"{"layers":["boxes","xray"]}"#, "'xray' is not one of boxes, tight-bounds, bounds-used"),
        (r#"{"pre_check":{"check":"box","mode":"first"}}"#, "'first' is not one of show, before"),
        (r#"{"pre_check":{"check":"cube","mode":"show"}}"#, "'cube'"),
        (r#"{"panel":"left"}"#, "there is no field 'panel'"),
    ] {
        let message = with(view).expect_err("refused");
        assert!(message.contains(reason), "{message}");
    }
    let known: Vec<_> = Layer::ALL.iter().map(|layer| format!("{:?}", layer.name())).collect();
    let scene = with(&format!(r#"{{"tab":"terrain","layers":[{}]}}"#, known.join(","))).expect("a scene");
    assert_eq!((scene.view.tab, scene.view.layers.as_deref()), (Tab::Terrain, Some(Layer::ALL)));
    let text = encode_scene(&scene, None, false);
    assert!(text.contains(r#""tab": "terrain""#) && text.contains(r#""bits-both""#), "{text}");
}

#[test]
fn one_scale_is_that_of_both_axes() {
    let with = |scale: &str| {
        let mask = r##""mask":["#"]"##;
        decoded(&format!(
            r#"{{"maskscope":1,"a":{{{mask},"scale":{scale},"parent":{{"scale":{scale}}}}},"b":{{{mask}}}}}"#
        ))
    };
    let (one, two) = (with("3").expect("a scene"), with("[3, 3]").expect("a scene"));
    let scales = |scene: &Scene| {
        let Actor { placement, parents, .. } = &scene.sprites[0];
        (placement.scale, parents.clone())
    };
    assert_eq!(scales(&one), scales(&two));
    assert_eq!(one.sprites[0].placement.scale, (3.0, 3.0));
    for (scale, reason) in
        [("0", "scale of a is out of range"), ("[3]", "a number for both axes, or two"), ("{}", "or two")]
    {
        let message = with(scale).expect_err("refused");
        assert!(message.contains(reason), "{message}");
    }
}

#[test]
fn a_scene_may_begin_with_a_byte_order_mark() {
    let text = "\u{feff}{\"maskscope\":1,\"a\":{\"mask\":[\"#\"]},\"b\":{\"mask\":[\"#\"]}}";
    assert!(is_scene(text.as_bytes()));
    assert!(decoded(text).is_ok());
}

#[test]
fn paths_are_relative_to_the_scene() {
    let folder = tempfile::tempdir().expect("a folder");
    let art = folder.path().join("art");
    fs::create_dir(&art).expect("a folder");
    let sample = |name| Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name);
    fs::copy(sample("ship.png"), art.join("ship.png")).expect("a copy");
    fs::copy(sample("rock.png"), art.join("rock.png")).expect("a copy");
    let scenes = folder.path().join("scenes");
    fs::create_dir(&scenes).expect("a folder");
    let path = scenes.join("one.scene.json");
    let text = r#"{"maskscope":1,"a":{"image":"../art/ship.png"},"b":{"image":"../art/rock.png","position":[10,-17]}}"#;
    fs::write(&path, text).expect("a file");
    let scene = load_scene(&path, &Limits::default()).expect("a scene");
    let written = encode_scene(&scene, Some(&scenes), false);
    assert!(
        written.contains("../art/ship.png") && !written.contains(folder.path().to_str().expect("UTF-8")),
        "{written}"
    );

    // The numbers are the same as without a scene, whatever the working directory.
    let (a, b) = (art.join("ship.png"), art.join("rock.png"));
    let plain = json(&["check", a.to_str().expect("UTF-8"), b.to_str().expect("UTF-8"), "--at", "10,-17", "--json"]);
    let by_scene = json(&["check", "--scene", path.to_str().expect("UTF-8"), "--json"]);
    for field in ["offset", "overlap_box", "overlap_area", "overlap_bounds", "scans", "threshold", "pre_checks"] {
        assert_eq!(plain[field], by_scene[field], "{field}");
    }
    assert_eq!(by_scene["overlap_area"], 13);
    let order = json(&["order", "--scene", path.to_str().expect("UTF-8"), "--scan", "rows", "--json"]);
    assert_eq!(order["visits"].as_array().map(Vec::len), Some(499));
    let time = json(&["time", "--scene", path.to_str().expect("UTF-8"), "--scan", "words", "--json"]);
    assert_eq!(time["scans"][0]["name"], "words");
}

#[test]
fn a_turned_scene_is_tested_as_it_lies() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("turned.scene.json");
    // B's bar is upright after a quarter turn about its top left, and crosses the last column of A.
    let text = r######"{"maskscope":1,"a":{"mask":["####","####"]},
        "b":{"mask":["###"],"position":[4,0],"rotation":90},"expect":{"overlap_area":2,"boxes_overlap":true}}"######;
    fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let checked = json(&["check", "--scene", path, "--json", "--profile", "xna", "--profile", "gilbert"]);
    assert_eq!(checked["offset"], serde_json::json!({"x": 3, "y": 0}));
    assert_eq!(checked["b"]["width"], 1);
    assert_eq!(checked["overlap_area"], 2);
    let bar = serde_json::json!({"x": 3.0, "y": 0.0, "width": 1.0, "height": 2.0});
    let centre = serde_json::json!({"x": 3.5, "y": 1.0});
    assert_eq!(
        checked["profiles"][1],
        serde_json::json!({"name": "gilbert", "hit": true, "first_hit": {"x": 3, "y": 0}, "answer": {
            "space": "the world", "bounds": bar, "centre": centre, "box": bar,
            "world": {"bounds": bar, "centre": centre, "box": bar},
        }})
    );
    let (code, out, err) = run(&["replay", path]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("HELD"), "{out}");
}

#[test]
fn replay_holds_a_scene_to_its_expectation() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, expect: &str| {
        let path = folder.path().join(name);
        let text = format!(
            r###"{{"maskscope":1,"a":{{"sample":"ship.png"}},"b":{{"sample":"rock.png","position":[10,-17]}}{expect}}}"###
        );
        fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let held =
        json(&["replay", &write("held.json", r#","expect":{"masks_overlap":true,"overlap_area":13}"#), "--json"]);
    assert_eq!(held["expectation"], "held");
    let scans = held["scans"].as_array().expect("a list");
    assert_eq!(scans.len(), Scan::ALL.len());
    let wrong = |name: &str| scans.iter().find(|scan| scan["name"] == name).map(|scan| scan["wrong"].clone());
    assert_eq!((wrong("rows"), wrong("sample")), (Some(0.into()), Some(1.into())), "a sample every 10 px misses it");
    assert_eq!(scans.last().map(|scan| scan["name"].clone()), Some("sample".into()), "wrong answers rank last");
    assert_eq!(scans[0]["rank"], 1);

    let failed = write("failed.json", r#","expect":{"masks_overlap":false}"#);
    let (code, out, err) = run(&["replay", &failed, "--json"]);
    assert_eq!(code, 3);
    assert_eq!(serde_json::from_str::<Value>(&out).expect("JSON")["expectation"], "failed");
    assert!(err.contains("failed.json") && err.contains("13 px"), "{err}");
    let nothing = json(&["replay", &write("nothing.json", ""), "--json"]);
    assert_eq!(nothing["expectation"], Value::Null);
    assert_eq!(run(&["replay", "no.scene.json"]).0, 1);
}

#[test]
fn replay_checks_the_expectation_alone_where_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, expect: &str| {
        let path = folder.path().join(name);
        let mask = r###"{"mask":["##"]}"###;
        // Walking this path and timing the scans along it takes much longer than one comparison of the masks.
        let steps = (0..20_000).map(|step| format!("[{step},{},0]", step % 3)).collect::<Vec<_>>().join(",");
        let text = format!(r#"{{"maskscope":1,"a":{mask},"b":{mask},"path":[{steps}]{expect}}}"#);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    for (name, expect, code, expectation) in [
        ("held", r#","expect":{"overlap_area":2}"#, 0, serde_json::json!("held")),
        ("failed", r#","expect":{"overlap_area":3}"#, 3, serde_json::json!("failed")),
        ("nothing", "", 0, Value::Null),
    ] {
        let scene = write(name, expect);
        let (came, out, _) = run(&["replay", &scene, "--expect-only", "--json"]);
        let output: Value = serde_json::from_str(&out).expect("JSON");
        let only = serde_json::json!({ "maskscope_answer": 1, "expectation": expectation, "scans": [], "path": null });
        assert_eq!((came, output), (code, only), "{name}");
        let (came, out, _) = run(&["replay", &scene, "--expect-only"]);
        assert_eq!((came, out.lines().count()), (code, 1), "{out}");
    }
    assert_eq!(run(&["replay", "a.json", "--path", "b.csv", "--expect-only"]).0, 2);
}

#[test]
fn a_scene_stands_in_place_of_images() {
    for line in [
        &["check", "a.png", "b.png", "--scene", "s.json"][..],
        &["check", "--scene", "s.json", "--at", "1,2"],
        &["check", "--scene", "s.json", "--threshold", "3"],
        &["check", "a.png"],
        &["check"],
        &["order", "--scan", "rows", "--size", "3x3", "--scene", "s.json"],
    ] {
        assert_eq!(run(line).0, 2, "{line:?}");
    }
}
