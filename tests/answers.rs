//! The answers in JSON: each is valid by `docs/maskscope.schema.json`, which names every field, and from which
//! `docs/json.md` is made.

#[path = "support/marked.rs"]
mod marked;
#[path = "support/schema.rs"]
mod schema;

use std::collections::BTreeSet;
use std::{fs, path::Path};

use marked::assert_marked;
use maskscope::cli::{self, Outcome};
use maskscope::{files::MaskFormat, files::sample_pairs};
use maskscope_core::{choice::Choice as _, scan::Scan, survey::QUESTIONS};
use schema::{Field, Schema, referred};
use serde_json::Value;
use tempfile::TempDir;

/// The commands, each after the definition of its answer. Each word in braces stands for several: see [`Files::words`].
const COMMANDS: &[(&str, &str)] = &[
    ("check", "check {pair}"),
    ("check", "check {pair} --scan channels --scan own:samples/scans/golden.rhai --shape-b {shape}"),
    ("check", "check {pair} --scan rows --profile gilbert --profile pygame --pre-check circle --pre-check box"),
    ("check", "check --scene {scene} --scan rows --profile gilbert --profile scratch"),
    ("check", "check samples/ring.png samples/ring.png --at 48,0 --profile gilbert --shape tight-box"),
    ("mask", "mask samples/ship.png -o {folder}/mask --format {format}"),
    ("mask", "mask {pair} -o {folder}/overlap.txt"),
    ("mask", "mask --scene {scene} -o {folder}/scene.json"),
    ("mask_all_frames", "mask {animation} --all-frames -o {folder}/frame.pbm"),
    ("scans", "scans"),
    ("order", "order --size 5x4 --scan {scan}"),
    ("order", "order {pair} --scan sample:4"),
    ("order", "order samples/ring.png samples/ring.png --at 48,0 --scan rows"),
    ("time", "time {small} --scan words --scan own:samples/scans/golden.rhai"),
    ("fit", "fit samples/ring.png --as {form}"),
    ("fit", "fit samples/spinner.gif --frame 3 --as {form} --inside"),
    ("fit", "fit samples/coin.png --as box --pieces 3"),
    ("fit", "fit samples/coin.png --shape box:1,2,9,9"),
    ("fit", "fit samples/coin.png --shape box:1,2,9,9 --shape mask"),
    ("fit_all_frames", "fit {animation} --all-frames --as circle"),
    ("fit_all_frames", "fit {animation} --all-frames --shape circle"),
    ("audit", "audit samples"),
    ("audit", "audit {game} --limit 1% --baseline {game}/baseline.json"),
    ("fix", "fix samples/tiles.tsx:1/1 --dry-run"),
    ("fix", "fix samples/ship.tscn:Ship --dry-run"),
    ("fix", "fix samples/ship.png"),
    ("fix", "fix samples/tiles.tsx:7"),
    ("replay_scene", "replay samples/scenes/walker.scene.json"),
    ("replay_scene", "replay samples/scenes/hills-hit.scene.json"),
    ("replay_scene", "replay {scene} --expect-only"),
    ("replay_scene", "replay samples/scenes/hills-box.scene.json --path {table} --steps=all"),
    ("replay_scene", "replay samples/scenes/walker.scene.json --path {folder}/route.csv"),
    ("replay_log", "replay {log}"),
    ("replay_log", "replay {log} --steps=all --scan rows --scan sample:4 --ignore game.py:1"),
    ("replay_log", "replay {log} --steps=wrong --judge-by tested --allow-unfair 2"),
    ("terrain", "terrain --keys {folder}/keys.txt --for 60"),
    ("terrain", "terrain --keys {folder}/keys.txt --for 60 --swept"),
    ("survey_cost", "survey cost {pair} {part} --scan rows --scan sample:4 --scan own:samples/scans/golden.rhai"),
    ("survey_cost", "survey cost --scene {scene} {part} --scan words"),
    ("survey_cost", "survey cost {small} --time --scan rows --scan sample:4 --scan own:samples/scans/golden.rhai"),
    ("survey_winners", "survey winners {small}"),
    ("survey_winners", "survey winners {small} --scan words"),
    ("survey_difference", "survey difference {small} --scan rows --scan columns"),
    ("survey_divergence", "survey divergence {small} --scan sample:4"),
    ("survey_divergence", "survey divergence {small} --profile pygame --pre-check circle"),
    ("survey_divergence", "survey divergence {small} --profile pygame --against xna"),
    ("survey_claim", "survey claim {small}"),
    ("survey_claim", "survey claim samples/ball.png samples/coin.png --part=-31,-31,1x1"),
    ("survey_hitbox", "survey hitbox {small} --shape-b {shape}"),
    ("survey_hitbox", "survey hitbox samples/ball.png samples/ball.png --shape-a box:1,1,8,8 --shape-a mask"),
    ("survey_hitbox", "survey hitbox samples/ball.png samples/ball.png {part} --shape-b circle --candidates"),
    ("survey_thresholds", "survey thresholds {small}"),
    ("survey_area", "survey area {small}"),
    ("survey_frames", "survey frames samples/spinner.gif {animation}"),
    ("survey_defeat", "survey defeat --scan {defeated}"),
    ("survey_disagreement", "survey disagreement {small}"),
    ("survey_disagreement", "survey disagreement {small} --fractions 4 --reader half-up --reader pygame"),
];

/// The words for quantities: a description of a number names one of them.
const UNITS: &[&str] = &[
    "px", "cell", "cells", "visits", "ns", "s", "number", "line", "frame", "step", "rank", "index", "ratio",
    "multiple", "version", "alpha", "offsets",
];

/// The files that the commands read, in a folder that they write to.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [
            ("keys.txt", "0 right down\n20 jump down\n"),
            ("frames.csv", "frame,x,y,hit\n0,32,10,true\n1,33,10,false\nnonsense\n2,300,10,true\n"),
            ("seconds.csv", "time,x,y,hit\n0,32,10,true\n0.5,33,10,\n1.5,300,10,true\n"),
            ("route.csv", "frame,x,y\n0,10,10\nnonsense\n1,-400,10\n2,400,10\n"),
            (
                "suspects.jsonl",
                "{\"sprite\":\"none\",\"mask\":[\"....\"]}\n{\"sprite\":\"full\",\"mask\":[\"####\"]}\n\
                 {\"frame\":1,\"a\":{\"sprite\":\"none\"},\"b\":{\"sprite\":\"full\"},\"hit\":false,\"rule\":\"mask\"}\n",
            ),
        ] {
            fs::write(folder.path().join(name), text).expect("a folder to write to");
        }
        let ship = fs::read_to_string("samples/ship.tscn").expect("a sample");
        let area = "\n[node name=\"Aura\" type=\"Area2D\" parent=\".\"]\n\
            [node name=\"Ring\" type=\"CollisionShape2D\" parent=\"Aura\"]\nshape = SubResource(\"hull\")\n";
        let gone = r#"{"id":"a.tscn#A","pixels":"1","shape":"2","covered":3,"left_out":4}"#;
        fs::create_dir(folder.path().join("game")).expect("a folder to write to");
        fs::copy("samples/ship.png", folder.path().join("game/ship.png")).expect("a folder to write to");
        for (name, text) in [
            ("game/ship.tscn", ship + area),
            ("game/baseline.json", format!("{{\"maskscope_baseline\":1,\"hitboxes\":[{gone}]}}")),
        ] {
            fs::write(folder.path().join(name), text).expect("a folder to write to");
        }
        Self(folder)
    }

    /// The path of a file of the folder.
    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// The words that a word in braces stands for.
    fn words(&self, word: &str) -> Vec<String> {
        let listed = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        match word {
            "animation" => listed(&["samples/spinner.gif", "samples/atlas.json", "samples/torch.aseprite"]),
            "defeated" => listed(&["rows", "center-out", "hilbert"]),
            "folder" => vec![self.0.path().display().to_string()],
            "form" => listed(&["box", "circle", "ellipse", "capsule", "polygon:6"]),
            "format" => MaskFormat::ALL.iter().map(|format| format.name().to_owned()).collect(),
            "game" => vec![self.path("game")],
            "log" => {
                let seeds = ["plain", "shapes", "turned", "runs", "broken", "areas"];
                let seeds = seeds.map(|name| format!("tests/support/seeds/log/{name}.jsonl"));
                seeds.into_iter().chain([self.path("suspects.jsonl")]).collect()
            }
            "pair" => {
                let pair = |pair: &maskscope::files::SamplePair| {
                    let (x, y) = (pair.offset.x, pair.offset.y);
                    format!("samples/{} samples/{} --at={x},{y}", pair.a, pair.b)
                };
                sample_pairs().iter().map(pair).collect()
            }
            "part" => listed(&["--part=0,0,8x8"]),
            "scan" => Scan::ALL.iter().map(ToString::to_string).collect(),
            "scene" => {
                let names =
                    ["atlas", "hills-box", "hills-hit", "hills-miss", "nested", "spinner", "torch", "turned", "walker"];
                names.map(|name| format!("samples/scenes/{name}.scene.json")).into()
            }
            "shape" => {
                listed(&["box", "tight-box", "circle", "ellipse", "capsule:10,9,20,30,6", "polygon:0,0,20,0,10,20"])
            }
            "small" => listed(&["samples/ball.png samples/coin.png", "samples/glow.png samples/ball.png --at=4,4"]),
            "table" => ["frames.csv", "seconds.csv"].map(|name| self.path(name)).into(),
            other => panic!("no words for {other}"),
        }
    }

    /// The command lines that `line` stands for: one for each choice of what its words in braces stand for.
    fn lines(&self, line: &str) -> Vec<String> {
        let Some((before, rest)) = line.split_once('{') else { return vec![line.to_owned()] };
        let (word, after) = rest.split_once('}').expect("a word in braces");
        let words = self.words(word);
        words.iter().flat_map(|word| self.lines(&format!("{before}{word}{after}"))).collect()
    }
}

/// Returns the answer of a command line. A judged log may be wrong.
fn answer(line: &str) -> Value {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let args = ["maskscope"].into_iter().chain(line.split_whitespace()).chain(["--json"]);
    let Outcome::Exit(code) = cli::run(args, &mut out, &mut err) else { panic!("{line} opens the window") };
    let read = serde_json::from_slice(&out);
    read.unwrap_or_else(|why| panic!("{line}: {why}, exit code {code}: {}", String::from_utf8_lossy(&err)))
}

/// The schema; `None` in the package, which holds no guide.
fn schema() -> Option<Schema> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/maskscope.schema.json");
    fs::read_to_string(path).ok().map(|text| Schema::new(&text))
}

#[test]
fn every_answer_is_valid_and_every_field_occurs() {
    let Some(schema) = schema() else { return };
    let files = Files::new();
    let (mut seen, mut count, mut invalid) = (BTreeSet::new(), 0, Vec::new());
    for (definition, line) in COMMANDS {
        for line in files.lines(line) {
            count += 1;
            match schema.check(definition, &answer(&line)) {
                Ok(fields) => seen.extend(fields),
                Err(why) => invalid.push(format!("{line}: {why}")),
            }
        }
    }
    assert!(invalid.is_empty(), "{}", invalid.join("\n"));
    assert!(count >= 200, "{count} answers are too few");
    let described = schema.definitions().flat_map(|definition| {
        schema.fields(definition).into_iter().map(move |field| format!("{definition} {}", field.name))
    });
    let unseen: Vec<_> = described.filter(|field| !seen.contains(field)).collect();
    assert!(unseen.is_empty(), "described, but in no answer: {}", unseen.join(", "));
}

#[test]
fn every_question_of_the_survey_is_described() {
    let Some(schema) = schema() else { return };
    let described: BTreeSet<_> =
        schema.answers().into_iter().filter_map(|name| name.strip_prefix("survey_")).map(str::to_owned).collect();
    assert_eq!(described, QUESTIONS.iter().map(|question| question.name.to_owned()).collect());
}

#[test]
fn a_changed_answer_is_invalid() {
    let Some(schema) = schema() else { return };
    let right = answer("check samples/ship.png samples/rock.png --at 10,-17 --scan rows");
    assert!(schema.check("check", &right).is_ok());
    for (pointer, field, value, why) in [
        ("", "more", Some(Value::Null), "additionalProperties"),
        ("/a", "more", Some(Value::from(1)), "additionalProperties"),
        ("/scans/0", "more", Some(Value::from("x")), "additionalProperties"),
        ("/overlap_box", "z", Some(Value::from(0)), "fits none"),
        ("", "offset", None, "required"),
        ("/scans/0", "visits", Some(Value::from(1.5)), "type"),
        ("/scans/0", "visits", Some(Value::from(-1)), "minimum"),
        ("/threshold", "a", Some(Value::from(256)), "maximum"),
        ("", "maskscope_answer", Some(Value::from(2)), "const"),
    ] {
        let mut changed = right.clone();
        let object = changed.pointer_mut(pointer).and_then(Value::as_object_mut).expect("an object");
        match value {
            Some(value) => drop(object.insert(field.to_owned(), value)),
            None => drop(object.remove(field)),
        }
        let error = schema.check("check", &changed).expect_err(field);
        assert!(error.contains(why), "{pointer} {field}: {error}");
    }
}

#[test]
fn every_field_has_a_description_and_every_number_a_unit() {
    let Some(schema) = schema() else { return };
    let mut faults = Vec::new();
    for definition in schema.definitions() {
        for Field { name, schema, .. } in schema.fields(definition) {
            let description = schema["description"].as_str().unwrap_or_default().to_lowercase();
            let mut words = description.split(|c: char| !c.is_alphanumeric());
            let is_number = ["integer", "number"].iter().any(|word| kind(schema, false).contains(word));
            if !description.ends_with('.') || is_number && !words.any(|word| UNITS.contains(&word)) {
                faults.push(format!("{definition} {name}: {description}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// `UPDATE_SNAPSHOTS=1 cargo test --test suite answers::` writes the tables.
#[test]
fn the_guide_lists_every_field() {
    let Some(schema) = schema() else { return };
    let answers = schema.answers();
    let types: Vec<_> = schema.definitions().filter(|name| !answers.contains(name)).collect();
    let mut text = String::from("\n## Answers\n");
    text.extend(answers.iter().map(|name| section(&schema, name)));
    text += "\n## Types\n";
    text.extend(types.iter().map(|name| section(&schema, name)));
    text.push('\n');
    assert_marked("docs/json.md", "fields", &text, "suite answers::");
}

/// The part of the guide about a definition: its sentence, and a table of its fields. The version is in every answer.
fn section(schema: &Schema, name: &str) -> String {
    let definition = schema.definition(name);
    let (title, about) = (definition["title"].as_str().unwrap_or(name), definition["description"].as_str());
    let mut text = format!("\n### {title}\n\n{}\n\n", about.unwrap_or_default());
    let fields: Vec<_> =
        schema.fields(name).into_iter().filter(|field| field.name != maskscope_core::versioned::ANSWER.0).collect();
    let is_union = definition.get("properties").is_none();
    if is_union {
        text += &format!("Type: {}.\n", kind(definition, false));
    }
    if is_union && !fields.is_empty() {
        text.push('\n');
    }
    if !fields.is_empty() {
        text += "| field | type | meaning |\n| --- | --- | --- |\n";
    }
    for Field { name, schema, is_required } in fields {
        let missing = if is_required { "" } else { ", may be missing" };
        let about = schema["description"].as_str().unwrap_or_default();
        text += &format!("| `{name}` | {}{missing} | {about} |\n", kind(schema, false));
    }
    text
}

/// The type of the values that `schema` describes, in words.
fn kind(schema: &Value, is_plural: bool) -> String {
    let one = |value: &Value| value.as_str().map_or_else(|| value.to_string(), |text| format!("`{text}`"));
    let all = |list: &Value, word: &dyn Fn(&Value) -> String| {
        let mut words: Vec<_> = list.as_array().into_iter().flatten().map(word).collect();
        words.dedup();
        match words.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            _ => words.concat(),
        }
    };
    let named = |name: &Value| match name.as_str() {
        Some("array") => format!("list{} of {}", if is_plural { "s" } else { "" }, kind(&schema["items"], true)),
        Some(name) => format!("{name}{}", if is_plural { "s" } else { "" }),
        None => String::new(),
    };
    if let Some(name) = referred(schema) {
        format!("[{name}](#{name})")
    } else if schema["anyOf"].is_array() {
        all(&schema["anyOf"], &|any| kind(any, is_plural))
    } else if schema["enum"].is_array() {
        all(&schema["enum"], &one)
    } else if schema["type"].is_array() {
        all(&schema["type"], &named)
    } else if schema["type"].is_string() {
        named(&schema["type"])
    } else {
        one(&schema["const"])
    }
}
