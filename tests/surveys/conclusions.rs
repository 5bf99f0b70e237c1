//! The scans with the fewest visits: the command line says the same as the survey.

use std::fs;

use maskscope::files::encode_scene_with_art;
use maskscope_core::{
    geom::Size,
    scan::Scan,
    scene::{Actor, Placement, Scene, Sprite},
    survey::{Answered, Choices, Setting, question},
};
use serde_json::Value;

use crate::headless::{answer, run};
use crate::random::{Dice, even};

/// The visits that a sentence claims to be the fewest for a typical hit and for a typical miss, read from its text.
fn claimed(sentence: &str) -> [Option<u64>; 2] {
    let number = |text: &str| text.replace(',', "").parse().ok();
    ["hit", "miss"].map(|side| {
        let (before, after) = sentence.split_once(&format!(" for a typical {side}"))?;
        // `the fewest for a typical miss, 3`, or `3 for a typical miss`.
        if before.ends_with("the fewest visits") || before.ends_with("the fewest") {
            let after = after.strip_prefix(", ")?;
            return number(after.split_once(", and ").map_or(after, |(number, _)| number));
        }
        let before = before.trim_end_matches(" visits").trim_end_matches(" visit");
        number(before.rsplit(' ').next()?)
    })
}

/// Two sprites of one of many kinds: tiny, thin, empty, full, of any shape.
fn pair(dice: &mut Dice, number: u32) -> [Sprite; 2] {
    let size = |dice: &mut Dice| match dice.roll(8) {
        0 => Size::new(1, 1),
        1 => Size::new(63 + dice.roll(3), 1 + dice.roll(2)),
        2 => Size::new(1 + dice.roll(2), 63 + dice.roll(3)),
        _ => Size::new(1 + dice.roll(14), 1 + dice.roll(14)),
    };
    [0, 1].map(|sprite| {
        let size = size(dice);
        match (number % 10, sprite) {
            (0, _) => even(size, 255),
            (1, 0) => even(size, 0),
            _ => dice.shape(size),
        }
    })
}

#[test]
fn the_command_says_the_same_about_twenty_pairs() {
    let mut dice = Dice::new(41);
    for number in 0..20 {
        let pair = pair(&mut dice, number);
        let scans: Vec<Scan> = if number % 2 == 0 { Scan::ALL.to_vec() } else { Scan::variants().collect() };
        let scene = Scene::of(pair.map(|sprite| Actor::new(sprite, Placement::default())));
        let choices = Choices { scans: scans.clone(), scan: scans[0], ..Choices::default() };
        let setting = Setting::new(scene.clone(), scene.lay().expect("near each other"), choices);
        let question = question("cost").expect("a question");
        let mut running = (question.survey)(&setting.choices).start(&setting).expect("an answer");
        assert!(running.finish(&|| false));
        let sentence = Answered { question, setting: setting.into(), found: running.found() }.headline().sentence;
        agrees(&scene, &scans, &sentence);
    }
}

/// The command line says the same of the scene, and its JSON has no smaller median.
fn agrees(scene: &Scene, scans: &[Scan], sentence: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pair.scene.json");
    fs::write(&path, encode_scene_with_art(scene)).expect("written");
    let named: Vec<_> = scans.iter().map(|scan| format!("--scan {scan}")).collect();
    let line = format!("survey cost --scene {} {}", path.display(), named.join(" "));
    let (code, out, err) = run(&line);
    assert_eq!((code, &*err), (0, ""), "{line}");
    assert!(out.lines().any(|line| line == sentence), "{sentence}: {out}");
    let output: Value = answer(&line);
    let scans = output["scans"].as_array().expect("a list");
    let is_hit = |scan: &Value| scan["hits"]["offsets"] != 0;
    let right = || scans.iter().filter(|scan| scan["false_hits"] == 0 && scan["false_misses"] == 0 && is_hit(scan));
    let fewest = ["hits", "misses"].map(|side| right().filter_map(|scan| scan[side]["median"].as_u64()).min());
    assert_eq!(claimed(sentence), fewest, "{sentence}");
}

/// Every question that concludes something about scans, where nothing overlaps: none is named as better, faster or right.
#[test]
fn no_command_names_a_scan_where_nothing_overlaps() {
    let why = "No placement has a hit: the mask of A has no solid pixel";
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = ["a", "b"].map(|name| folder.path().join(name).with_extension("txt"));
    fs::write(&a, "..\n..\n").expect("written");
    fs::write(&b, "##\n##\n").expect("written");
    let pair = format!("{} {}", a.display(), b.display());
    for (line, says) in [
        ("cost", why),
        ("winners", why),
        ("difference --scan rows --scan columns", why),
        ("claim", "the masks never overlap, so there is nothing to compare"),
    ] {
        let (code, out, err) = run(&format!("survey {line} {pair}"));
        assert!(code == 0 && out.contains(says), "{line}: {out}{err}");
        for word in ["fewest visits:", "best", "fastest", "alone", "right\n"] {
            assert!(!out.contains(word), "{line} says {word}: {out}");
        }
    }
    // Nothing is timed, either.
    let output = answer(&format!("survey cost {pair} --time"));
    assert!(output["scans"].as_array().expect("a list").iter().all(|scan| scan["mean_ns"].is_null()));
}

/// A sentence on times names several scans, and only once says that none is right.
#[test]
fn a_single_scan_is_fastest_of_none() {
    let pair = "samples/ball.png samples/ball.png --part 5,-22,8x8 --time";
    let (code, out, err) = run(&format!("survey cost {pair} --scan rows"));
    assert!(code == 0 && out.contains("\nrows is the only scan compared: "), "{out}{err}");
    let (_, out, _) = run(&format!("survey cost {pair} --scan rows --scan sample:10"));
    assert!(
        out.contains("\nrows is the only scan compared: ") && !out.contains("fastest"),
        "the other is wrong: {out}"
    );
    let (_, out, _) = run(&format!("survey cost {pair} --scan sample:10"));
    assert_eq!(out.matches("Every scan is wrong somewhere").count(), 1, "{out}");
}

/// Nobody needs fewer visits than a scan that is wrong, nor the other way round.
#[test]
fn a_difference_from_what_is_wrong_names_nobody() {
    for (scans, sentence) in [
        ("rows sample:10", "sample:10 is wrong at 344 of 2,401 hits: its visits are not compared"),
        ("summed-area:4 rows", "summed-area:4 is wrong at 184 of 3,025 placements: its visits are not compared"),
        (
            "sample:10 summed-area:4",
            "sample:10 is wrong at 344 of 2,401 hits and summed-area:4 is wrong at 184 of 3,025 placements: their visits are \
             not compared",
        ),
    ] {
        let scans: String = scans.split(' ').map(|scan| format!(" --scan {scan}")).collect();
        let (code, out, err) = run(&format!("survey difference samples/ball.png samples/ball.png{scans}"));
        assert_eq!(code, 0, "{err}");
        assert_eq!(out.lines().nth(2), Some(sentence), "{out}");
        assert!(!out.contains("fewer"), "{out}");
    }
}
