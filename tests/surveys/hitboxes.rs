//! The command that surveys hitboxes.

use serde_json::{Value, json};

#[test]
fn the_command_answers() {
    let sample = |name| format!("samples/{name}");
    let run = |line: &[&str]| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let (ship, rock) = (sample("ship.png"), sample("rock.png"));
        let args = [&["maskscope", "survey", "hitbox", &ship, &rock], line].concat();
        maskscope::cli::run(args, &mut out, &mut err);
        [out, err].map(|text| String::from_utf8(text).expect("UTF-8"))
    };
    let [out, _] = run(&["--shape-b", "circle:24,20.5,20", "--candidates", "--json"]);
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&answer["step"], answer["shapes"].as_array().map(Vec::len)), (&json!(1), Some(12)));
    let own = &answer["shapes"][0];
    assert_eq!(
        (&own["name"], &own["a"], &own["b"]),
        (&json!("own"), &json!("mask"), &json!({"circle": [24, 20.5, 20]}))
    );
    assert_eq!(own["unfair"], 516);
    let [out, _] = run(&["--shape", "tight-box", "--part", "0,0,4x4", "--json"]);
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(answer["offsets"], json!({"x": 0, "y": 0, "width": 4, "height": 4}));
    let [_, err] = run(&["--scan", "rows"]);
    assert!(err.contains("--scan: the survey hitbox takes no scans"), "{err}");
    let [_, err] = run(&["--shape-b", "circle:1,2"]);
    assert!(err.contains("a shape is mask, box, tight-box, circle, ellipse, or numbers"), "{err}");
}
