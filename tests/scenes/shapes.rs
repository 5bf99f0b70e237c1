//! Scenes whose sprites are tested as shapes: the shapes lie with their sprites, and `check` judges them by the masks.

use std::fs;

use maskscope::cli::{self, Outcome};
use maskscope::files::{Limits, decode_scene, encode_scene};
use maskscope_core::geom::Point;
use maskscope_core::scene::Scene;
use serde_json::{Value, json};

/// A 4 × 2 sprite, whose one clear pixel is its last, with these fields.
fn actor(fields: &Value) -> Value {
    let mut actor = json!({"mask": ["####", "###."]});
    actor.as_object_mut().expect("an object").extend(fields.as_object().expect("an object").clone());
    actor
}

fn text(a: &Value, b: &Value) -> String {
    json!({"maskscope": 1, "a": actor(a), "b": actor(b)}).to_string()
}

fn scene(text: &str) -> Result<Scene, String> {
    decode_scene(text.as_bytes(), "my.scene.json".as_ref(), &Limits::default()).map_err(|error| error.to_string())
}

/// Bounds of A's shapes in the world.
fn bounds(fields: &Value) -> (Point, Point) {
    let scene = scene(&text(fields, &json!({}))).expect("a scene");
    let a = scene.pose_a().expect("it is near");
    let hitbox = scene.sprites[0].hitbox(scene.convention, &scene.parents, &a).expect("a shape");
    hitbox.bounds().expect("it is not empty")
}

#[test]
fn a_shape_lies_with_its_sprite() {
    let whole = json!({"box": [0, 0, 4, 2]});
    let with = |fields: Value| {
        let mut fields = fields;
        fields["shape"] = whole.clone();
        bounds(&fields)
    };
    assert_eq!(with(json!({"position": [10, 20]})), ((10.0, 20.0), (14.0, 22.0)));
    assert_eq!(with(json!({"position": [10.5, 19.6]})), ((11.0, 20.0), (15.0, 22.0)), "rounded, as its mask");
    let half = json!({"position": [10, 20], "anchor": [1.5, 0.5]});
    assert_eq!(with(half), ((9.0, 20.0), (13.0, 22.0)), "the corner of its mask is rounded, too");
    assert_eq!(with(json!({"rotation": 90})), ((-2.0, 0.0), (0.0, 4.0)));
    assert_eq!(with(json!({"scale": [2, -3]})), ((0.0, -6.0), (8.0, 0.0)));
    let parent = json!({"position": [1, 0], "parent": {"scale": 2, "position": [5, 5]}});
    assert_eq!(with(parent), ((7.0, 5.0), (15.0, 9.0)));
    let turned = json!({"filter": "pygame.rotate", "rotation": 90, "position": [0, 0]});
    assert_eq!(with(turned), ((1.0, -1.0), (3.0, 3.0)), "about its middle");
    let flipped = json!({"flip": [true, false], "shape": {"box": [3, 0, 1, 1]}});
    assert_eq!(bounds(&flipped), ((0.0, 0.0), (1.0, 1.0)));
    let listed = json!({"position": [2, 0], "shape": ["mask", {"circle": [-3, 1, 2]}]});
    assert_eq!(bounds(&listed), ((-3.0, -1.0), (6.0, 3.0)));
    let capsule = json!({"rotation": 90, "scale": 2, "shape": {"capsule": [1, 0, 5, 0, 1]}});
    assert_eq!(bounds(&capsule), ((-2.0, 0.0), (2.0, 12.0)));
}

/// The `shapes` of `check --json` for A at 0,0 and B at `at`.
fn checked(a: &Value, b: &Value, at: [f64; 2]) -> (Value, String) {
    let mut b = b.clone();
    b["position"] = json!(at);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.scene.json");
    fs::write(&path, text(a, &b)).expect("it can be written");
    let run = |more: &[&str]| {
        let line = ["maskscope", "check", "--scene", path.to_str().expect("UTF-8")];
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let outcome = cli::run(line.iter().chain(more).copied(), &mut out, &mut err);
        assert!(matches!(outcome, Outcome::Exit(0)), "{}", String::from_utf8_lossy(&err));
        String::from_utf8(out).expect("UTF-8")
    };
    let json: Value = serde_json::from_str(&run(&["--json"])).expect("JSON");
    (json["shapes"].clone(), run(&[]))
}

#[test]
fn check_judges_shapes_by_the_masks() {
    let large = json!({"shape": {"box": [-2, -2, 8, 6]}});
    let (shapes, text) = checked(&large, &json!({}), [4.0, 1.0]);
    let unfair =
        json!({"hit": true, "overlap": "overlaps", "verdict": "unfair-hit", "distance": 2.0_f64.sqrt(), "depth": null});
    assert_eq!(shapes, unfair);
    assert!(
        text.contains("shapes overlap (A box 8 × 6, B mask): unfair hit, the closest pixels are 1.4 px apart"),
        "{text}"
    );

    let small = json!({"shape": {"circle": [1, 1, 0.5]}});
    let (shapes, text) = checked(&small, &small, [1.0, 0.0]);
    assert_eq!(shapes["overlap"], "touches");
    assert_eq!((&shapes["hit"], &shapes["verdict"]), (&json!(false), &json!("right")));
    assert!(text.contains("shapes touch (A circle r 0.5, B circle r 0.5): right"), "{text}");
    let (shapes, text) = checked(&small, &small, [2.0, 0.0]);
    let missed =
        json!({"hit": false, "overlap": "apart", "verdict": "missed-touch", "distance": null, "depth": 2.0_f64.sqrt()});
    assert_eq!(shapes, missed);
    assert!(text.contains("shapes miss (A circle r 0.5, B circle r 0.5): missed touch, 1.4 px deep"), "{text}");

    let (shapes, text) = checked(&json!({}), &json!({}), [2.0, 0.0]);
    assert_eq!(shapes, Value::Null, "no sprite has a shape");
    assert!(!text.contains("shapes"));
}

#[test]
fn what_is_no_shape_is_refused_in_words() {
    let refused = |shape: Value| scene(&text(&json!({"shape": shape}), &json!({}))).expect_err("it is refused");
    assert!(
        refused(json!({"box": [0, 0, -1, 4]})).contains("its shape: a box has a width of −1, and no size is negative")
    );
    assert!(refused(json!({"mask": true, "at": [1, 2]})).contains("only a check of a log can test"));
    let wanted = "its shape: a box, a circle, an ellipse, a capsule, a polygon or \"mask\" is expected";
    assert!(refused(json!("pixels")).contains(wanted));
    assert!(refused(json!({"box": [1, 2, 3]})).contains("its shape: a list of 4 is expected"));
    assert!(refused(json!({"capsule": [1, 2, 3, 4]})).contains("its shape: a list of 5 is expected"));
    let negative = refused(json!({"capsule": [1, 2, 3, 4, -5]}));
    assert!(negative.contains("its shape: a capsule has a radius of −5, and no size is negative"), "{negative}");
}

#[test]
fn frames_have_shapes_of_their_own() {
    let scene_of = |frames: Value, frame: u32| {
        let shape = json!({"frames": frames, "else": "mask"});
        let a = json!({"sample": "ship.png", "grid": {"cell": [20, 42]}, "frame": frame, "shape": shape});
        scene(&json!({"maskscope": 1, "a": a, "b": {"sample": "rock.png"}}).to_string())
    };
    let frames = || json!({"1": {"circle": [1, 1, 0.5]}});
    let read = |frame| scene_of(frames(), frame).expect("a scene");
    let hitbox = |frame| read(frame).sprites[0].sprite.hitbox().map(ToString::to_string);
    assert_eq!([0, 1].map(hitbox), [Some("mask".to_owned()), Some("circle r 0.5".to_owned())]);

    let written = |embed: bool| serde_json::from_str::<Value>(&encode_scene(&read(1), None, embed)).expect("JSON");
    assert_eq!(written(false)["a"]["shape"], json!({"frames": frames(), "else": "mask"}));
    assert_eq!(written(true)["a"]["shape"], frames()["1"], "a mask is that of one frame");

    let refused = |frames: Value| scene_of(frames, 0).expect_err("it is refused");
    assert!(refused(json!({"2": "mask"})).contains("has no frame 2: the last one is 1"));
    assert!(refused(json!({"walk": "mask"})).contains("has no frame 'walk'"));
    assert!(refused(json!({"merged": "mask"})).contains("`else` is theirs"));
}
