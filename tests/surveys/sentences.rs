//! The sentences of surveys, word by word.

use std::{fs, path::Path, sync::Arc};

use maskscope::files::{Limits, MaskFormat, decode_scene, sample_sprite};
use maskscope_core::{
    geom::{Cell, IntRect, Size},
    mask::Mask,
    palette::Palette,
    scan::{Own, Scan},
    scene::{Actor, Frame, Frames, Placement, Scene, SolidRule, Sprite},
    survey::{
        Among, Answered, Choices, CostAnswer, CostSurvey, DefeatAnswer, Headline, Map, Reader, Setting, Survey as _,
        Variation, Witness, choice_maps, question,
    },
};
use serde_json::{Value, json};

use crate::headless::run;
use crate::random::{drawn, even};

/// Masks by the names of their files.
const MASKS: [(&str, &str); 7] = [
    ("block", "##\n##"),
    ("clear", "..\n.."),
    ("corner", ".#\n.."),
    ("dots", "..#\n...\n#.."),
    ("dot", "#"),
    ("half", "#."),
    ("strip", "##################################\n##################################"),
];

/// Scripts by their names: one that never hits, one that always does, one that is right, one that takes hits for misses and
/// the other way round, one that always names the first cell, and one that does so and reads the first row alone.
const SCRIPTS: [(&str, &str); 6] = [
    ("never", "false"),
    ("always", "visit(0, 0);\ntrue"),
    ("right", "for y in 0..h { for x in 0..w { if visit(x, y) { return [x, y] } } }"),
    ("reversed", "for y in 0..h { for x in 0..w { if visit(x, y) { return false } } }\ntrue"),
    ("corner", "for y in 0..h { for x in 0..w { if visit(x, y) { return [0, 0] } } }"),
    ("lazy", "for x in 0..w { if visit(x, 0) { return [0, 0] } }"),
];

/// A scene whose B fits into the world at few angles: it is as long as 400,000 px, and 1 px high.
fn long() -> Value {
    let b = json!({ "mask": ["#".repeat(40)], "scale": [100, 1] });
    json!({ "maskscope": 1, "a": { "mask": ["#"] }, "b": b, "parent": { "scale": [100, 1] } })
}

/// Writes the files that lines name after an `@`.
fn write(folder: &Path) {
    for (name, text) in MASKS {
        let mask: Mask = text.parse().expect("a mask");
        let bytes = MaskFormat::Png.encode(&mask, name).expect("a mask");
        fs::write(folder.join(format!("{name}.png")), bytes).expect("written");
    }
    for (name, text) in SCRIPTS {
        fs::write(folder.join(format!("{name}.rhai")), format!("// name: {name}\n{text}")).expect("written");
    }
    fs::write(folder.join("long.scene.json"), long().to_string()).expect("written");
}

const GEM_AND_COIN: &str = "samples/gem.png samples/coin.png";
const BALLS: &str = "samples/ball.png samples/ball.png";

/// Asserts that `survey LINE` prints each of these lines; `@` stands for the folder of the files.
fn assert_prints(rows: &[(&str, &[&str])]) {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path());
    for (line, expected) in rows {
        let line = line.replace("GEM_AND_COIN", GEM_AND_COIN).replace("BALLS", BALLS);
        let line = line.replace('@', &format!("{}/", folder.path().display()));
        let (code, out, err) = run(&format!("survey {line}"));
        assert_eq!((code, err.as_str()), (0, ""), "{line}");
        for expected in *expected {
            assert!(out.lines().any(|line| line == *expected), "{line}: {expected}\n{out}");
        }
    }
}

const CANNOT_WIN: &str = "So no scan can win, and none is proven right.";

#[test]
fn the_fewest_visits_are_concluded_in_words() {
    let right = "By the mean over 9 placements, hits and misses weighted by their numbers.";
    assert_prints(&[
        (
            "cost @dots.png @block.png --scan rows --scan columns",
            &["All 2 scans need 1 visit for a typical hit, 2 for a typical miss", "all 2 scans compared"],
        ),
        ("cost @dots.png @block.png --scan rows", &["rows needs 1 visit for a typical hit, 2 for a typical miss"]),
        (
            "cost @dots.png @block.png --scan words --scan rows --scan summed-area",
            &[
                "words and summed-area need the fewest visits: 1 for a typical hit, 1 for a typical miss",
                "all 3 scans compared · with one cell per visit, rows needs 1 visit for a typical hit, 2 for a typical miss · \
                 words reads up to 64 px per visit · summed-area reads one area per visit",
            ],
        ),
        (
            "cost GEM_AND_COIN --scan rows --scan center-out --scan summed-area --scan sample",
            &[
                "summed-area needs the fewest visits: 1 for a typical hit, 3 for a typical miss",
                "3 of 4 scans compared, those never wrong here · with one cell per visit, center-out needs the fewest visits: \
                 1 for a typical hit, 22 for a typical miss · summed-area reads one area per visit",
            ],
        ),
        (
            "cost GEM_AND_COIN --scan rows --scan center-out --scan sample",
            &[
                "center-out needs the fewest visits: 1 for a typical hit, 22 for a typical miss",
                "2 of 3 scans compared, those never wrong here",
            ],
        ),
        ("cost @block.png @block.png --scan own:@never.rhai", &["Every scan is wrong somewhere"]),
        ("cost @block.png @clear.png", &["No placement has a hit: the mask of B has no solid pixel", CANNOT_WIN]),
        ("cost @clear.png @block.png", &["No placement has a hit: the mask of A has no solid pixel", CANNOT_WIN]),
        (
            "cost @clear.png @clear.png",
            &["No placement has a hit: the masks of A and B have no solid pixel", CANNOT_WIN],
        ),
        (
            "cost @half.png @dot.png --part 1,0,1x1",
            &["No placement has a hit: the masks overlap at none that was asked about", CANNOT_WIN],
        ),
        (
            "cost @block.png @block.png --scan own:@right.rhai --time",
            &[
                "Fewest visits: right, 1 for a typical hit",
                "Scripts are not timed, so no scan is called the fastest.",
                "right needs 1 visit for a typical hit",
            ],
        ),
        ("cost @block.png @block.png --scan rows --time", &[right]),
    ]);
}

#[test]
fn winners_are_concluded_in_words() {
    let none = "No scan competes: each is wrong somewhere, or reads more than one cell per visit";
    assert_prints(&[
        ("winners @dots.png @block.png --scan words --scan stripes", &[none]),
        ("winners @block.png @block.png --scan own:@never.rhai", &[none]),
        ("winners @dots.png @block.png --scan rows --scan words", &["rows is the only scan compared"]),
        (
            "winners @dots.png @block.png --scan words --scan rows --scan columns",
            &[
                "rows and columns each need the fewest visits alone at 1 of 8 hits",
                "12.5 %, the most of those compared: rows, columns; 75.0 % are ties",
            ],
        ),
        (
            "winners @corner.png @block.png --scan rows --scan columns",
            &[
                "rows alone needs the fewest visits at 1 of 4 hits",
                "25.0 %, the most of those compared: rows, columns; 75.0 % are ties",
            ],
        ),
        (
            "winners @block.png @block.png --scan rows --scan columns",
            &[
                "No scan alone needs the fewest visits at any hit",
                "0 %, the most of those compared: rows, columns; 100 % are ties",
            ],
        ),
        (
            "winners GEM_AND_COIN",
            &[
                "center-out alone needs the fewest visits at 963 of 1,782 hits",
                "54.0 %, the most of those compared: rows, columns, incremental:3, edge-in, center-out, cross, x, hilbert; \
                 24.5 % are ties",
            ],
        ),
        ("winners @block.png @clear.png", &["No placement has a hit: the mask of B has no solid pixel", CANNOT_WIN]),
    ]);
}

#[test]
fn two_scans_are_compared_in_words() {
    assert_prints(&[
        (
            "difference @block.png @block.png --scan rows --scan columns",
            &[
                "rows and columns need the same number of visits at every hit",
                "how many times fewer, rows and columns:",
            ],
        ),
        (
            "difference @corner.png @block.png --scan rows --scan columns",
            &["rows needs fewer in 25 % of hits, columns never", "equal in 75 %"],
        ),
        (
            "difference @corner.png @block.png --scan columns --scan rows",
            &["rows needs fewer in 25 % of hits, columns never", "equal in 75 %"],
        ),
        (
            "difference GEM_AND_COIN --scan rows --scan center-out",
            &["center-out needs fewer in 83 % of hits, rows in 9 %", "equal in 7 %"],
        ),
        (
            "difference GEM_AND_COIN --scan rows --scan sample",
            &["sample:10 is wrong at 690 of 1,782 hits: its visits are not compared"],
        ),
        (
            "difference @half.png @dot.png --scan own:@never.rhai --scan own:@reversed.rhai",
            &[
                "never is wrong at 1 of 1 hits and reversed is wrong at 2 of 2 placements: their visits are not compared",
            ],
        ),
        (
            "difference @clear.png @block.png --scan rows --scan columns",
            &["No placement has a hit: the mask of A has no solid pixel", CANNOT_WIN],
        ),
        (
            "claim BALLS",
            &[
                "combined needs 2.8× fewer visits than columns in the median hit, 22× at best",
                "claim 20 to 100×: 0.4 % of hits reach 20×, 4.4 % need more visits; 4.1× in the mean",
                "how many times fewer, columns and combined:",
            ],
        ),
        (
            "claim @dots.png @block.png",
            &[
                "combined needs the same number of visits as columns in the median hit, 1.0× at best",
                "claim 20 to 100×: 0 % of hits reach 20×, 0 % need more visits; 1.0× in the mean",
            ],
        ),
        ("claim @block.png @clear.png", &["the masks never overlap, so there is nothing to compare"]),
    ]);
}

#[test]
fn areas_frames_and_thresholds_are_printed_in_words() {
    assert_prints(&[
        (
            "area @block.png @block.png --at 1,1",
            &[
                "9 offsets, masks overlap at 9 of them",
                "the most is 4 px, at offset 0,0",
                "1 px is shared at offset 1,1; moving B by 1,0 separates them",
            ],
        ),
        (
            "area @block.png @block.png --at 1,1 --part 0,0,2x2",
            &[
                "4 offsets, 2 × 2 of 3 × 3 offsets, masks overlap at 4 of them",
                "the most is 4 px, at offset 0,0",
                "1 px is shared at offset 1,1",
            ],
        ),
        (
            "area @half.png @dot.png --at 1,0",
            &[
                "2 offsets, masks overlap at 1 of them",
                "the most is 1 px, at offset 0,0",
                "nothing is shared at offset 1,0",
            ],
        ),
        (
            "area GEM_AND_COIN --at -15,0",
            &[
                "2,304 offsets, masks overlap at 1,782 of them",
                "the most is 199 px, at offset -10,-15",
                "159 px are shared at offset -15,0; moving B by -10,6 separates them",
            ],
        ),
        ("frames @block.png @block.png", &["px shared; A's frames to the right, B's down:", "   0     4"]),
        (
            "frames @strip.png @block.png --grid-a 2x2",
            &["17 pairs of frames; 17 overlap", "-o FILE.csv writes all of them."],
        ),
        ("frames @strip.png @block.png --grid-a 2x2 --at 2,0", &["17 pairs of frames; 0 overlap"]),
        (
            "thresholds samples/glow.png samples/star.png --at 18,20 --threshold 100",
            &["16 px are shared at thresholds 100 and 100", "A's threshold to the right, B's down:"],
        ),
        (
            "thresholds @block.png @block.png --threshold-a 60 --threshold-b 7",
            &["4 px are shared at thresholds 60 and 7"],
        ),
    ]);
}

#[test]
fn worst_cases_are_printed_in_words() {
    assert_prints(&[
        (
            "defeat --scan rows",
            &["rows finds what is shared with the last of 720 visits.", "rows 720 visits, rows 720, of 720 cells"],
        ),
        (
            "defeat @half.png @dot.png --scan incremental",
            &["incremental:3 finds what is shared with its only visit.", "incremental:3 1 visit, rows 1, of 1 cell"],
        ),
        (
            "defeat --scan sample",
            &["sample:10 finds nothing, and 711 px are shared.", "sample:10 9 visits, rows 2, of 720 cells"],
        ),
        (
            "defeat @half.png @dot.png --scan own:@never.rhai",
            &["never finds nothing, and 1 px is shared.", "never 0 visits, rows 1, of 1 cell"],
        ),
        (
            "defeat --scan summed-area:4",
            &[
                "Nothing is shared, and summed-area:4 says that something is.",
                "summed-area:4 7 visits, rows 720, of 720 cells",
            ],
        ),
        (
            "defeat --scan own:@always.rhai",
            &["Nothing is shared, and always says that something is.", "always 1 visit, rows 720, of 720 cells"],
        ),
        (
            "defeat @block.png @block.png --scan own:@corner.rhai",
            &["Something is shared, and corner names a cell that is not.", "corner 4 visits, rows 4, of 4 cells"],
        ),
    ]);
}

#[test]
fn readers_and_witnesses_are_printed_in_words() {
    assert_prints(&[
        (
            "disagreement @corner.png @dot.png --reader pygame --reader sfml",
            &["They agree at all 360 angles", "pygame against SFML"],
        ),
        (
            "disagreement @block.png @block.png --reader half-up --reader half-up --fractions 4",
            &["They agree at all 16 fractions", "your rules against your rules"],
        ),
        (
            "disagreement samples/ship.png samples/rock.png --at 10,-17",
            &["They disagree at 1 of 360 angles", "your rules against XNA"],
        ),
        (
            "disagreement @corner.png @dot.png --reader floor --reader half-up --fractions 2",
            &["They disagree at 1 of 4 fractions", "floor, nearest, centre against your rules"],
        ),
        (
            "disagreement --scene @long.scene.json",
            &["They agree at 28 of 360 angles; B cannot be placed at 332", "your rules against XNA"],
        ),
        (
            "disagreement --scene @long.scene.json --reader pygame --reader scratch",
            &["They disagree at 18 of 360 angles; B cannot be placed at 332", "pygame against Scratch"],
        ),
        ("divergence BALLS --scan rows", &["3,025 offsets: masks overlap at 2,401, only boxes at 624"]),
        ("divergence BALLS --scan rows --against pygame", &["3,025 offsets: pygame hits at 2,401, misses at 624"]),
        (
            "hitbox @block.png @dots.png --shape-b box",
            &["16 offsets, masks overlap at 8 of them; shapes in place of B against A's mask"],
        ),
        (
            "hitbox GEM_AND_COIN --shape-a box",
            &["2,304 offsets, masks overlap at 1,782 of them; shapes in place of A against B's mask"],
        ),
    ]);
}

/// The setting of two sprites at their origin.
fn together(pair: [Sprite; 2], choices: Choices) -> Setting {
    setting(Scene::of(pair.map(|sprite| Actor::new(sprite, Placement::default()))), choices)
}

fn setting(scene: Scene, choices: Choices) -> Setting {
    let laid = scene.lay().expect("near each other");
    Setting::new(scene, laid, choices)
}

/// The scene of this text.
fn scene(text: &Value) -> Scene {
    decode_scene(text.to_string().as_bytes(), Path::new("a.scene.json"), &Limits::default()).expect("a scene")
}

fn answered(name: &str, setting: &Setting) -> Answered {
    let question = question(name).expect("a question");
    let mut running = (question.survey)(&setting.choices).start(setting).expect("an answer");
    assert!(running.finish(&|| false));
    Answered { question, setting: setting.clone().into(), found: running.found() }
}

/// The sentence and what qualifies it, as in the window and on a chart.
fn concluded(name: &str, setting: &Setting) -> [String; 2] {
    let answered = answered(name, setting);
    let Headline { sentence, detail } = answered.answer().headline;
    [sentence, detail]
}

/// A script of [`SCRIPTS`], as a scan.
fn own(name: &str) -> Scan {
    let (_, text) = SCRIPTS.iter().find(|(other, _)| *other == name).expect("a script");
    Scan::Own(Own::new(name, text))
}

/// A witness by its name, and a script with `own:`.
fn witness(name: &str) -> Witness {
    name.strip_prefix("own:").map_or_else(|| name.parse().expect("a witness"), |name| Witness::Scan(own(name)))
}

/// A sprite by the name of its mask, or a sample.
fn sprite(name: &str) -> Sprite {
    let mask = MASKS.iter().find(|(other, _)| *other == name);
    mask.map_or_else(|| sample_sprite(name).expect("a sample"), |(_, text)| drawn(text))
}

#[test]
fn wrong_answers_are_concluded_in_words() {
    let balls = ["ball.png"; 2];
    for (pair, witnesses, against, expected) in [
        (
            balls,
            &["sample:10"][..],
            "truth",
            [
                "sample:10 misses 344 of 2,401 hits, 14.3 %",
                "never a false hit · the largest false miss 114 px, at offset 8,−18",
            ],
        ),
        (
            balls,
            &["summed-area:4"],
            "truth",
            ["summed-area:4 hits at 184 placements where nothing is shared", "never a false miss"],
        ),
        (balls, &["circle"], "truth", ["circle hits at 48 placements where nothing is shared", "never a false miss"]),
        (balls, &["rows", "sample:10"], "truth", ["1 of 2 are wrong somewhere", ""]),
        (balls, &["columns", "rows"], "sample:10", ["2 of 2 differ from sample:10 somewhere", ""]),
        (
            balls,
            &["columns"],
            "rows",
            ["columns and rows give the same answer everywhere", "both hit at 2,401 placements"],
        ),
        (
            balls,
            &["columns"],
            "sample:10",
            ["columns and sample:10 differ at 344 placements", "only columns hits at 344, only sample:10 at 0"],
        ),
        (
            ["half", "dot"],
            &["own:reversed"],
            "own:right",
            ["own:reversed and own:right differ at 2 placements", "only own:reversed hits at 1, only own:right at 1"],
        ),
        (
            ["half", "dot"],
            &["own:reversed"],
            "truth",
            ["reversed misses 1 of 1 hits, 100 %, and has 1 false hit", "the largest false miss 1 px, at offset 0,0"],
        ),
        (
            ["dots", "block"],
            &["own:lazy"],
            "truth",
            [
                "lazy misses 2 of 8 hits, 25.0 %",
                "never a false hit · names a cell that is not shared at 2 placements · \
                 the largest false miss 1 px, at offset −1,1",
            ],
        ),
        (["dots", "block"], &["own:corner"], "truth", ["corner names a cell that is not shared at 4 of 8 hits", ""]),
        (["block", "block"], &["rows"], "truth", ["rows: all 9 places right", ""]),
        (
            ["clear", "block"],
            &["rows"],
            "truth",
            ["rows: all 9 places right", "no placement has a hit, so nothing is proven"],
        ),
        (["clear", "block"], &["own:always"], "truth", ["always hits at 9 placements where nothing is shared", ""]),
    ] {
        let choices = Choices {
            witnesses: witnesses.iter().map(|name| witness(name)).collect(),
            against: witness(against),
            ..Choices::default()
        };
        assert_eq!(concluded("divergence", &together(pair.map(sprite), choices)), expected, "{witnesses:?} {against}");
    }
}

#[test]
fn the_worst_case_is_concluded_in_words() {
    for (name, expected) in [
        ("rows", "rows needs 2 visits at offset 0,0"),
        ("incremental", "incremental:3 needs 2 visits at offset 0,0"),
        ("own:right", "own:right needs 2 visits at offset 0,0"),
    ] {
        let scan = name.strip_prefix("own:").map_or_else(|| name.parse().expect("a scan"), own);
        let choices = Choices { scans: vec![scan], scan, ..Choices::default() };
        let pair = [drawn(".#"), drawn("##")];
        assert_eq!(concluded("defeat", &together(pair, choices)), [expected, "no placement asked about needs more"]);
    }
}

#[test]
fn areas_frames_and_thresholds_are_concluded_in_words() {
    let blocks = |choices| together(["block", "block"].map(sprite), choices);
    let whole = "the line is where they start to touch, the arrow the shortest way out";
    let area = |setting: &Setting| concluded("area", setting);
    assert_eq!(area(&blocks(Choices::default())), ["Masks overlap at 9 placements, by up to 4 px", whole]);
    let halves = together(["half", "dot"].map(sprite), Choices::default());
    assert_eq!(area(&halves), ["Masks overlap at 1 placement, by up to 1 px", whole]);
    let part = Some(IntRect::new(Cell::new(0, 0), Size::new(2, 2)));
    let part = area(&blocks(Choices { part, ..Choices::default() }));
    assert_eq!(part, ["Masks overlap at 4 placements, by up to 4 px", "the line is where they start to touch"]);

    let frames = |setting: &Setting| concluded("frames", setting);
    let across = "A's frames across, B's down";
    assert_eq!(frames(&blocks(Choices::default())), ["1 of 1 pairs of frames overlaps here", across]);
    let torch = json!({ "sample": "torch.aseprite", "position": [9, 5] });
    let films = scene(&json!({ "maskscope": 1, "a": { "sample": "spinner.gif" }, "b": torch }));
    let films = setting(films, Choices::default());
    assert_eq!(frames(&films), ["80 of 80 pairs of frames overlap here", across]);

    let across = "A's threshold across, B's down";
    for (pair, sentence) in [
        (["block", "block"].map(sprite), "4 pixels shared, the same at all thresholds below 255"),
        (["half", "dot"].map(sprite), "1 pixel shared, the same at all thresholds below 255"),
        (["clear", "block"].map(sprite), "0 pixels shared, the same at every threshold"),
        ([even(Size::new(2, 2), 100), sprite("block")], "4 pixels shared, at thresholds 0 and 0"),
    ] {
        assert_eq!(concluded("thresholds", &together(pair, Choices::default())), [sentence, across]);
    }
    let ruled = |alpha: u8, threshold: u8| {
        let mut sprite = even(Size::new(2, 2), alpha);
        sprite.set_rule(SolidRule { threshold, ..SolidRule::default() });
        sprite
    };
    let unlike = together([ruled(100, 60), ruled(50, 7)], Choices::default());
    assert_eq!(concluded("thresholds", &unlike), ["4 pixels shared, at thresholds 60 and 7", across]);
}

#[test]
fn where_nothing_can_be_placed_no_reader_is_said_to_agree() {
    let readers = ["half-up", "floor"].map(|name| name.parse::<Reader>().expect("a reader"));
    for (n, expected) in
        [(1, "B cannot be placed at any of 1 fractions"), (3, "B cannot be placed at any of 9 fractions")]
    {
        let choices = Choices { readers, variation: Variation::Fractions(n), ..Choices::default() };
        let mut setting = together(["dot", "block"].map(sprite), choices);
        let large = json!({ "mask": ["##", "##"], "scale": [100, 100] });
        let parent = json!({ "scale": [100, 100] });
        setting.scene = scene(&json!({ "maskscope": 1, "a": { "mask": ["#"] }, "b": large, "parent": parent }));
        assert_eq!(concluded("disagreement", &setting), [expected, "your rules against floor, nearest, centre"]);
    }
}

#[test]
fn shapes_are_concluded_in_words() {
    let (block, dots) = (json!(["##", "##"]), json!(["..#", "...", "#.."]));
    let shaped = |mask: &Value, side: u8| json!({ "mask": mask, "shape": { "box": [0, 0, side, side] } });
    let plain = |mask: &Value| json!({ "mask": mask });
    for (a, b, expected) in [
        (
            plain(&block),
            shaped(&dots, 3),
            [
                "Unfair at 50.0 % of the hits, 0 % of the touches forgiven",
                "A tests as mask. The box shown lets 0 % of the touches pass and hits with the pixels up to 2.0 px apart.",
            ],
        ),
        (
            shaped(&block, 2),
            plain(&block),
            [
                "Unfair at 0 % of the hits, 0 % of the touches forgiven",
                "B tests as mask. The box shown lets 0 % of the touches pass and never hits without them.",
            ],
        ),
    ] {
        let scene = scene(&json!({ "maskscope": 1, "a": a, "b": b }));
        assert_eq!(concluded("hitbox", &setting(scene, Choices::default())), expected);
    }
    let candidates = || Choices { candidates: Some(1), ..Choices::default() };
    let says = concluded("hitbox", &together(["gem.png", "coin.png"].map(sprite), candidates()));
    assert_eq!(
        says,
        [
            "The polygon of 12 corners fits best: 0 % unfair, 0.3 % forgiven; the box is unfair at 19.5 % of its hits",
            "A tests as mask. The polygon shown lets 0.3 % of the touches pass and never hits without them.",
        ]
    );
    let says = concluded("hitbox", &together(["block", "block"].map(sprite), candidates()));
    assert_eq!(
        says,
        [
            "The box, tight box and 4 more fit best: each differs at 0 placements",
            "A tests as mask. The box shown lets 0 % of the touches pass and never hits without them.",
        ]
    );
}

#[test]
fn maps_say_what_they_show() {
    let about = |witnesses: &str, against: &str| Choices {
        witnesses: vec![witness(witnesses)],
        against: witness(against),
        ..Choices::default()
    };
    for (asked, against, note, label) in [
        ("sample:10", "truth", "344 wrong", Some("largest miss 114 px")),
        ("columns", "sample:10", "344 differ", None),
        ("rows", "truth", "never wrong", None),
    ] {
        let answered = answered("divergence", &together(["ball.png"; 2].map(sprite), about(asked, against)));
        let maps = answered.answer().page_maps();
        assert_eq!((maps.len(), maps[0].note.as_str()), (1, note), "{asked} {against}");
        assert_eq!(maps[0].labels.first().map(|label| label.text.as_str()), label, "{asked} {against}");
    }
    let choices = about("rows", "columns");
    let duel = answered("difference", &together(["corner", "block"].map(sprite), choices));
    let maps = duel.answer().page_maps();
    for ((x, y), tooltip) in [
        ((1, 1), "rows needs 1 fewer"),
        ((1, 0), "both need 2 visits"),
        ((2, 0), "both need 1 visit"),
        ((0, 2), "miss: rows 1, columns 1 visits"),
    ] {
        assert_eq!(maps[0].tooltip(x, y), tooltip);
    }
    let area = answered("area", &together(["half", "dot"].map(sprite), Choices::default()));
    let maps = area.answer().page_maps();
    assert_eq!(maps[0].tooltip(0, 0), "offset 0,0: 1 px, moving B by 0,−1 separates them");
    assert_eq!(maps[0].tooltip(1, 0), "offset 1,0: 0 px, already separate");
    let levels = [100, 50].map(|alpha| even(Size::new(2, 2), alpha));
    let levels = answered("thresholds", &together(levels, Choices::default()));
    assert_eq!(levels.answer().page_maps()[0].tooltip(70, 7), "A above 70, B above 7: 4 px");
}

/// A film whose frames are opaque where a text has a `#`.
fn film(frames: &[&str]) -> Sprite {
    let frame = |text: &&str| Frame::new(Arc::clone(drawn(text).picture()));
    Sprite::animated("film", Frames::new(frames.iter().map(frame).collect()), SolidRule::default())
}

#[test]
fn a_pair_of_frames_is_named_on_the_map_by_both() {
    let films = together([film(&["#.", "##", ".."]), film(&[".#", "##"])], Choices::default());
    let found = answered("frames", &films);
    assert_eq!(found.headline().sentence, "3 of 6 pairs of frames overlap here");
    let maps = found.answer().page_maps();
    for ((x, y), tooltip) in [
        ((0, 0), "frame 1 of A, 1 of B: 0 px"),
        ((1, 0), "frame 2 of A, 1 of B: 1 px"),
        ((0, 1), "frame 1 of A, 2 of B: 1 px"),
        ((1, 1), "frame 2 of A, 2 of B: 2 px"),
        ((2, 1), "frame 3 of A, 2 of B: 0 px"),
    ] {
        assert_eq!(maps[0].tooltip(x, y), tooltip);
    }
    let films = together([film(&["#.", ".#"]), film(&["#."])], Choices::default());
    assert_eq!(concluded("frames", &films)[0], "1 of 2 pairs of frames overlaps here");
}

#[test]
fn a_map_of_two_readers_says_both_answers() {
    let readers = |names: [&str; 2]| names.map(|name| name.parse::<Reader>().expect("a reader"));
    let choices = |names, variation| Choices { readers: readers(names), variation, ..Choices::default() };
    let said = |setting: &Setting, (x, y): (u32, u32)| {
        let found = answered("disagreement", setting);
        found.answer().page_maps().iter().map(|map| map.tooltip(x, y)).collect::<Vec<_>>()
    };
    let halves = Variation::Fractions(2);
    for (names, place, expected) in [
        (["floor", "half-up"], (0, 0), "+0/2, +0/2 px: miss and miss"),
        (["floor", "half-up"], (1, 0), "+1/2, +0/2 px: miss and hit"),
        (["half-up", "floor"], (1, 0), "+1/2, +0/2 px: hit and miss"),
        (["half-up", "floor"], (0, 1), "+0/2, +1/2 px: miss and miss"),
    ] {
        let corner = together(["corner", "dot"].map(sprite), choices(names, halves));
        assert_eq!(said(&corner, place), [expected; 3]);
    }
    let actors =
        [Actor::new(drawn("###\n###\n###"), Placement::default()), Actor::new(drawn("#"), Placement::at((1.0, 1.0)))];
    let inside = setting(Scene::of(actors), choices(["half-up", "floor"], Variation::Angles));
    assert_eq!(said(&inside, (90, 0)), ["90°: hit and hit"; 3]);
    let mut large = together(["dot", "block"].map(sprite), choices(["half-up", "floor"], Variation::Fractions(3)));
    let b = json!({ "mask": ["##", "##"], "scale": [100, 100] });
    large.scene = scene(&json!({ "maskscope": 1, "a": { "mask": ["#"] }, "b": b, "parent": { "scale": [100, 100] } }));
    assert_eq!(said(&large, (2, 1)), ["+2/3, +1/3 px: B cannot be placed"; 3]);
}

fn costs([a, b]: &[Sprite; 2], scans: &[&str]) -> CostAnswer {
    let scans: Vec<Scan> = scans.iter().map(|name| name.parse().expect("a scan")).collect();
    let mut survey = CostSurvey::new(a.raster(), b.raster(), &scans);
    assert!(survey.finish(&|| false));
    CostAnswer::of(&survey)
}

#[test]
fn a_map_of_the_fewest_visits_says_who_needs_them() {
    let of = |pair: [&str; 2]| costs(&pair.map(sprite), &["rows", "columns"]);
    let (corner, blocks, clear) = (of(["corner", "block"]), of(["block"; 2]), of(["clear", "block"]));
    for (costs, among, (x, y), expected) in [
        (&corner, Among::All, (1, 1), "rows: 2 visits"),
        (&corner, Among::OnePixel, (1, 1), "rows: 2 visits"),
        (&corner, Among::All, (1, 0), "tie: rows and columns, 2 visits each"),
        (&corner, Among::All, (2, 0), "tie: rows and columns, 1 visit each"),
        (&corner, Among::All, (0, 1), "tie: rows and columns, 2 visits each"),
        (&corner, Among::OnePixel, (0, 1), "miss: each of them reads every cell"),
        (&blocks, Among::All, (1, 1), "rows and columns: 1 visit each"),
        (&clear, Among::All, (1, 1), "no scan is proven right"),
    ] {
        assert_eq!(choice_maps(costs, among, Scan::ROWS)[0].tooltip(x, y), expected);
    }
    let maps = choice_maps(&corner, Among::All, "columns".parse().expect("a scan"));
    assert_eq!(maps[1].title, "Visits of columns");
    assert_eq!([(1, 1), (2, 0)].map(|(x, y)| maps[1].tooltip(x, y)), ["3 visits", "1 visit"]);
}

/// The names of the colours of a map.
fn keys(map: &Map<'_>) -> Vec<String> {
    map.legend(&Palette::DARK).keys.into_iter().map(|(_, name)| name).collect()
}

#[test]
fn a_map_of_winners_says_why_a_place_has_none() {
    let map_of = |scans: &[&str], (x, y): (u32, u32)| {
        let scans = scans.iter().map(|name| name.parse().expect("a scan")).collect();
        let found =
            answered("winners", &together(["corner", "block"].map(sprite), Choices { scans, ..Choices::default() }));
        let maps = found.answer().page_maps();
        (maps[0].tooltip(x, y), keys(&maps[0])[0].clone())
    };
    for (place, expected) in
        [((1, 1), "rows"), ((1, 0), "several need the fewest"), ((0, 1), "miss: each of them reads every cell")]
    {
        assert_eq!(map_of(&["rows", "columns"], place), (expected.to_owned(), "tie, 75 % of hits".to_owned()));
    }
    assert_eq!(map_of(&["words", "stripes"], (1, 1)).0, "hit: no scan competes");
}

#[test]
fn a_map_of_answers_says_how_each_is_wrong() {
    for (pair, asked, against, place, [tooltip, key]) in [
        (["half", "dot"], "own:reversed", "truth", (0, 0), ["false miss", "false miss 1"]),
        (["half", "dot"], "own:reversed", "truth", (1, 0), ["false hit", "false hit 1"]),
        (["half", "dot"], "own:right", "truth", (0, 0), ["hit", "hit, right"]),
        (["half", "dot"], "own:right", "truth", (1, 0), ["miss", "miss, right"]),
        (["dots", "block"], "own:corner", "truth", (2, 1), ["wrong cell", "wrong cell 4"]),
        (["corner", "block"], "columns", "sample:10", (1, 1), ["only columns hits"; 2]),
        (["corner", "block"], "sample:10", "columns", (1, 1), ["only columns hits"; 2]),
        (["corner", "block"], "columns", "sample:10", (2, 0), ["both hit"; 2]),
        (["corner", "block"], "columns", "sample:10", (0, 0), ["both miss"; 2]),
    ] {
        let choices = Choices { witnesses: vec![witness(asked)], against: witness(against), ..Choices::default() };
        let found = answered("divergence", &together(pair.map(sprite), choices));
        let maps = found.answer().page_maps();
        let (x, y) = place;
        assert_eq!(maps[0].tooltip(x, y), tooltip, "{asked} {against}");
        assert!(keys(&maps[0]).iter().any(|name| name == key), "{key}: {:?}", keys(&maps[0]));
    }
}

#[test]
fn a_map_of_shapes_says_how_fair_they_are() {
    let dots = json!({ "mask": ["..#", "...", "#.."], "shape": { "box": [0, 0, 3, 3] } });
    let shaped = scene(&json!({ "maskscope": 1, "a": { "mask": ["##", "##"] }, "b": dots }));
    let found = answered("hitbox", &setting(shaped, Choices::default()));
    let maps = found.answer().window_maps();
    assert_eq!((maps.len(), maps[0].title.as_str()), (1, "Box 3 × 3 against pixels"));
    assert_eq!(keys(&maps[0]), ["both hit 8", "unfair hit 8", "forgiven touch 0", "neither 0"]);
    assert_eq!([(0, 0), (0, 2)].map(|(x, y)| maps[0].tooltip(x, y)), ["unfair hit", "both hit"]);
}

#[test]
fn ways_on_from_the_worst_case_say_what_is_there() {
    let ways = |scan: Scan, pair: [Sprite; 2]| {
        let choices = Choices { scans: vec![scan], scan, ..Choices::default() };
        let found = answered("defeat", &together(pair, choices));
        let links = found.found::<DefeatAnswer>().expect("a worst case").links();
        links.into_iter().map(|link| (link.text, link.tip)).collect::<Vec<_>>()
    };
    let worst = ("Go to the worst placement", "Puts B where this scan needs the most visits.".to_owned());
    let art = |tip: &str| ("Show art that defeats it", tip.to_owned());
    let found = ways(Scan::ROWS, [drawn(".#"), drawn("##")]);
    assert_eq!(found, [worst, art("rows finds what is shared with the last of 2 visits.")]);
    let found = ways(own("never"), ["block", "block"].map(sprite));
    let miss = ("Go to the largest miss", "4 shared pixels are missed there.".to_owned());
    assert_eq!(found[found.len() - 2..], [miss, art("never finds nothing, and 4 px are shared.")]);
}
