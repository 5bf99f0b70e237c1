//! The command that fits shapes.

use std::path::Path;

use crate::line::run;
use maskscope::files::{HitboxFormat, Limits, load as load_image, sample_sprite};
use maskscope_core::choice::Choice as _;
use maskscope_core::geom::Size;
use maskscope_core::mask::Mask;
use maskscope_core::scene::Sprite;
use serde_json::{Value, json};

#[test]
fn the_masks_that_the_core_is_tested_with_are_those_of_pictures() {
    let masks = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/maskscope-core/tests/conclusions/masks");
    for (name, picture) in [
        ("coin", "samples/coin.png"),
        ("fish", "samples/fish.png"),
        ("gem", "samples/gem.png"),
        ("laser", "samples/laser.png"),
        ("log", "samples/log.png"),
        ("ring", "samples/ring.png"),
        ("rock", "samples/rock.png"),
        ("ship", "samples/ship.png"),
        ("star", "samples/star.png"),
        ("dumbbell", "tests/support/cases/21-polygon-over-two-islands/dumbbell.png"),
        ("area", "tests/support/cases/12-walkable-area-with-hole/area.png"),
    ] {
        // The package of the program does not contain the core.
        let Ok(text) = std::fs::read_to_string(masks.join(name).with_extension("txt")) else { continue };
        let mask: Mask = text.parse().expect("a mask");
        assert_eq!(&mask, mask_of(picture).mask().mask(), "{name}");
    }
}

fn mask_of(picture: &str) -> Sprite {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(picture);
    Sprite::new("", load_image(&path, &Limits::default()).expect("an image"), 0)
}

#[test]
fn the_command_answers() {
    let ship = "samples/ship.png";
    let (code, out, err) = run(&format!("fit {ship} --as circle --json"));
    assert_eq!((code, err.as_str()), (0, ""));
    let expected = json!({
        "maskscope_answer": 1, "shape": {"circle": [19.5, 26.5, 15.5]}, "cells_added": 112, "cells_missed": 205,
        "corners": 0, "islands": 1, "holes": 1,
    });
    assert_eq!(serde_json::from_str::<Value>(&out).expect("JSON"), expected);
    let (_, out, _) = run(&format!("fit {ship} --as box --inside --json"));
    assert_eq!(serde_json::from_str::<Value>(&out).expect("JSON")["shape"], json!({"box": [12, 14, 16, 20]}));
    let (_, out, _) = run(&format!("fit {ship} --as polygon:5 --json"));
    assert!(serde_json::from_str::<Value>(&out).expect("JSON")["corners"].as_u64() <= Some(5), "{out}");
    let (_, out, _) = run(&format!("fit {ship} --as polygon:5 --convex --pieces 2 --json"));
    let json: Value = serde_json::from_str(&out).expect("JSON");
    let shapes = json["shape"].as_array().expect("a list");
    let corners = shapes.iter().map(|shape| shape["polygon"].as_array().expect("corners").len()).sum::<usize>();
    assert_eq!((shapes.len(), json["corners"].as_u64()), (2, Some(corners as u64)), "{out}");
    let (_, high, _) = run(&format!("fit {ship} --as box --threshold 254 --json"));
    assert!(high.contains("\"box\""), "{high}");
}

/// The given shape is counted pixel by pixel; beside it stands what `--as` finds for its kind.
#[test]
fn the_command_judges_a_shape() {
    let json = |arguments: &str| -> Value {
        let (code, out, err) = run(&format!("fit samples/ship.png {arguments} --json"));
        assert_eq!((code, err.as_str()), (0, ""), "{arguments}");
        serde_json::from_str(&out).expect("JSON")
    };
    let sprite = sample_sprite("ship.png").expect("a sample");
    let mask = sprite.mask().mask();
    let inside = |x: u32, y: u32| (4..36).contains(&x) && (6..36).contains(&y);
    let count = |covered: bool, solid: bool| {
        let cells = (0..42).flat_map(|y| (0..40).map(move |x| (x, y)));
        cells.filter(|&(x, y)| inside(x, y) == covered && mask.get(x, y) == solid).count()
    };
    let judged = json("--shape box:4,6,32,30");
    assert_eq!(
        [&judged["cells_added"], &judged["cells_missed"]],
        [&json!(count(true, false)), &json!(count(false, true))]
    );
    let mut fitted = json("--as box");
    for field in ["maskscope_answer", "islands", "holes"] {
        fitted.as_object_mut().expect("an object").remove(field);
    }
    assert_eq!(judged["fitted"], fitted);
    let wrong = |json: &Value| {
        ["cells_added", "cells_missed"].map(|field| json[field].as_u64().expect(field)).iter().sum::<u64>()
    };
    let triangle = json("--shape polygon:0,0,40,0,20,42");
    assert_eq!(triangle["fitted"]["corners"], json!(3));
    assert!(wrong(&triangle["fitted"]) < wrong(&triangle));
    // Polygons beside those that are given are never worse.
    let fitted = json("--as polygon:8");
    let corners = fitted["shape"]["polygon"].as_array().expect("corners").iter();
    let numbers: Vec<String> = corners.flat_map(|corner| [0, 1].map(|at| corner[at].to_string())).collect();
    let best = format!("--shape polygon:{}", numbers.join(","));
    assert!(wrong(&json(&best)["fitted"]) <= wrong(&fitted));
    let both = json(&format!("{best} --shape polygon:0,0,9.3,0,9,9.7"));
    assert!(wrong(&both["fitted"]) <= wrong(&both), "{both}");
    assert_eq!(json("--shape box:0,0,9,9 --shape circle:9,9,4")["fitted"], Value::Null, "of two kinds");
    let text = run("fit samples/ship.png --shape box:4,6,32,30").1;
    assert!(text.contains("\nfitted  box "), "{text}");
    for (arguments, why) in [
        ("", "fit lacks --as"),
        ("--shape box:0,0,9,9 --as box", "cannot be used with"),
        ("--shape box:0,0,9,9 --inside", "cannot be used with"),
        ("--shape file:hit", "--shape: samples/ship.png holds no hitbox"),
        ("--shape box:0,0,-1,9", "--shape"),
    ] {
        let (code, out, err) = run(&format!("fit samples/ship.png {arguments}"));
        assert_eq!((code, out.as_str()), (2, ""), "{arguments}: {err}");
        assert!(err.contains(why), "{arguments}: {err}");
    }
}

/// `--format json` is the shape as in scene files; the code is that of the same shape.
#[test]
fn the_command_answers_with_code() {
    let ship = "samples/ship.png";
    let (code, out, err) = run(&format!("fit {ship} --as circle --format json"));
    assert_eq!((code, out.as_str(), err.as_str()), (0, "{\"circle\":[19.5,26.5,15.5]}\n", ""));
    let hitbox = serde_json::from_str(&out).expect("a hitbox");
    for format in HitboxFormat::ALL {
        let expected = format.code(&hitbox, "ship.png", Size::new(40, 42)).expect("a circle");
        assert_eq!(run(&format!("fit {ship} --as circle --format {}", format.name())).1, expected);
    }
    let (code, _, err) = run(&format!("fit {ship} --as circle --format json --json"));
    assert!(code == 2 && err.contains("cannot be used with"), "{err}");
}

#[test]
fn errors_are_named() {
    let ship = "samples/ship.png";
    for (line, why) in [
        (format!("fit {ship} --as polygon:2"), "a polygon has 3 to 256 corners, as in polygon:8"),
        (format!("fit {ship} --as polygon:"), "a polygon has 3 to 256 corners, as in polygon:8"),
        (format!("fit {ship} --as circle:3"), "a form is box, circle, ellipse, capsule, polygon or polygon:CORNERS"),
        (format!("fit {ship}"), "fit lacks --as: box, circle, ellipse, capsule, polygon"),
        (format!("fit {ship} --as box --inside --outside"), "cannot be used with"),
        (format!("fit {ship} --as box --pieces 65"), "a whole number from 1 to 64 is expected"),
        (format!("fit {ship} --as box --threshold-b 3"), "options that end in -b are about B: they need two images"),
    ] {
        let (code, out, err) = run(&line);
        assert_eq!((code, out.as_str()), (2, ""), "{line}: {err}");
        assert!(err.contains(why), "{line}: {err}");
    }
    let (code, _, err) = run(&format!("fit {ship} --as box --threshold 255"));
    assert!(code == 1 && err.contains("ship.png: it has no solid pixel, so no shape fits it"), "{code} {err}");
}
