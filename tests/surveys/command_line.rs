//! Surveys on the command line, compared with sorting and counting.

use std::{fs, path::Path};

use maskscope::files::{Limits, MaskFormat, decode, load_scene, sample_sprite};
use maskscope_core::{
    geom::{Offset, Size},
    mask::{Mask, truth::Truth},
    palette::Palette,
    scan::{Columns, Combined, Count, Scan},
    scene::{Shown, Sprite},
};
use serde_json::{Value, json};

use crate::{
    headless::{answer, run},
    random::offsets,
};

/// The path of a sample from the root of the crate, where tests run. It has no space, as that above it may.
fn sample(name: &str) -> String {
    format!("samples/{name}")
}

const GEM_AND_COIN: [&str; 2] = ["gem.png", "coin.png"];

fn gem_and_coin() -> String {
    GEM_AND_COIN.map(sample).join(" ")
}

fn sprites() -> [Sprite; 2] {
    GEM_AND_COIN.map(|name| sample_sprite(name).expect("a sample"))
}

/// Returns every offset at which both boxes overlap, row by row, with the shared area.
fn areas([a, b]: &[Sprite; 2]) -> Vec<(Offset, u64)> {
    let truths = offsets(a.size(), b.size()).map(|at| (at, Truth::of(a.mask().mask(), b.mask().mask(), at)));
    truths.filter(|(_, truth)| truth.overlap_box.is_some()).map(|(offset, truth)| (offset, truth.area)).collect()
}

/// Computes `{"offsets","mean","median","p95","worst","total"}` by sorting and counting.
fn stats(mut visits: Vec<u64>) -> Value {
    visits.sort_unstable();
    let total: u64 = visits.iter().sum();
    let rank = |percent: usize| visits.get((visits.len() * percent).div_ceil(100).max(1) - 1);
    let mean = (!visits.is_empty()).then(|| total as f64 / visits.len() as f64);
    json!({
        "offsets": visits.len(), "mean": mean, "median": rank(50), "p95": rank(95), "worst": visits.last(),
        "total": total,
    })
}

/// Computes the answer of `cost` and `divergence` about a scan.
fn expected(sprites: &[Sprite; 2], scan: Scan) -> Value {
    let [a, b] = sprites.each_ref().map(|sprite| sprite.raster().mask_for(scan));
    let (mut hits, mut misses, mut wrong) = (Vec::new(), Vec::new(), [0, 0]);
    for (offset, area) in areas(sprites) {
        let mut count = Count::default();
        let hit = scan.run(&a, &b, offset, None, &mut count).is_some();
        if area > 0 { &mut hits } else { &mut misses }.push(count.visits);
        wrong[0] += u64::from(hit && area == 0);
        wrong[1] += u64::from(!hit && area > 0);
    }
    json!({
        "name": scan.to_string(), "exact": scan.is_exact(), "all": stats([hits.clone(), misses.clone()].concat()),
        "hits": stats(hits), "misses": stats(misses), "false_hits": wrong[0], "false_misses": wrong[1], "wrong_cells": 0,
    })
}

fn grid(a: Size, b: Size) -> Value {
    json!({ "x": 1 - i64::from(b.width), "y": 1 - i64::from(b.height), "width": a.width + b.width - 1, "height": a.height + b.height - 1 })
}

/// Returns JSON as it comes back from text, which may lose the last bit of a fraction.
fn read_back(json: &Value) -> Value {
    serde_json::from_str(&json.to_string()).expect("JSON")
}

#[test]
fn cost_and_divergence_say_what_counting_says() {
    let sprites = sprites();
    let named = ["sample:4", "rows:logical", "channels:0.5"].map(|name| name.parse().expect("a scan"));
    let options = "--scan sample:4 --scan rows:logical --scan channels:0.5";
    for (kind, options, scans) in [
        ("cost", "", Scan::ALL.as_slice()),
        ("divergence", "", Scan::ALL.as_slice()),
        ("cost", options, &named),
        ("divergence", options, &named),
    ] {
        let output = answer(&format!("survey {kind} {} {options}", gem_and_coin()));
        assert_eq!(output.as_object().map(serde_json::Map::len), Some(4));
        assert_eq!(output["step"], 1);
        assert_eq!(output["offsets"], grid(sprites[0].size(), sprites[1].size()));
        assert_eq!(output["scans"].as_array().map(Vec::len), Some(scans.len()));
        for (place, &scan) in scans.iter().enumerate() {
            assert_eq!(output["scans"][place], read_back(&expected(&sprites, scan)), "{kind} {options}");
        }
    }
}

#[test]
fn the_area_map_has_a_row_for_each_row_of_offsets() {
    let sprites = sprites();
    let output = answer(&format!("survey area {} --at 3,-4", gem_and_coin()));
    let size = sprites[0].size().width + sprites[1].size().width - 1;
    let areas: Vec<u64> = areas(&sprites).into_iter().map(|(_, area)| area).collect();
    let rows: Vec<&[u64]> = areas.chunks(size as usize).collect();
    let mut expected = grid(sprites[0].size(), sprites[1].size());
    expected["step"] = 1.into();
    expected["maskscope_answer"] = 1.into();
    expected["values"] = json!(rows);
    assert_eq!(output, expected);
}

#[test]
fn thresholds_say_what_other_thresholds_share() {
    let pair = format!("{} {} --at 18,20", sample("glow.png"), sample("star.png"));
    let output = answer(&format!("survey thresholds {pair} --threshold 7"));
    assert_eq!(
        (&output["x"], &output["y"], &output["width"], &output["height"]),
        (&json!(0), &json!(0), &json!(256), &json!(256))
    );
    for (a, b) in [(0, 0), (32, 0), (64, 100), (112, 255), (127, 0), (255, 3)] {
        let checked = answer(&format!("check {pair} --threshold-a {a} --threshold-b {b}"));
        assert_eq!(output["values"][b][a], checked["overlap_area"], "thresholds {a} and {b}");
    }
}

#[test]
fn frames_are_compared_where_a_scene_places_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("frames.json");
    let scene = json!({
        "maskscope": 1, "a": { "sample": "spinner.gif" }, "b": { "sample": "torch.aseprite", "position": [9, 5] },
    });
    fs::write(&path, scene.to_string()).expect("written");
    let line = format!("survey frames --scene {}", path.display());
    let output = answer(&line);
    let mut scene = load_scene(&path, &Limits::default()).expect("a scene");
    let count = |scene: &maskscope_core::scene::Scene, which: usize| scene.sprites[which].sprite.frames().all().len();
    let (columns, rows) = (count(&scene, 0), count(&scene, 1));
    assert_eq!(output["width"], columns);
    assert_eq!(output["values"].as_array().map(Vec::len), Some(rows));
    for (a, b) in (0..rows).flat_map(|b| (0..columns).map(move |a| (a, b))) {
        scene.sprites[0].sprite.show(Shown::Frame(a));
        scene.sprites[1].sprite.show(Shown::Frame(b));
        assert_eq!(output["values"][b][a], scene.lay().expect("small").collision().overlap_area);
    }
    let (code, text, _) = run(&line);
    assert!(code == 0 && text.lines().count() == rows + 3, "{text}");
    let turned = json!({ "maskscope": 1, "a": { "sample": "gem.png", "rotation": 30 }, "b": { "mask": ["##", "#."] } });
    fs::write(&path, turned.to_string()).expect("written");
    let laid = load_scene(&path, &Limits::default()).expect("a scene").lay().expect("small");
    let output = answer(&format!("survey cost --scene {} --scan words", path.display()));
    assert_eq!(output["offsets"], grid(laid.a.raster.size(), laid.b.raster.size()), "as placed in the world");
}

#[test]
fn the_claim_is_a_few_numbers() {
    let output = answer(&format!("survey claim {}", gem_and_coin()));
    let sprites = sprites();
    let visits = |scan: Scan, offset| {
        let mut count = Count::default();
        scan.run(sprites[0].mask(), sprites[1].mask(), offset, None, &mut count);
        count.visits as f64
    };
    let hits = areas(&sprites).into_iter().filter(|(_, area)| *area > 0);
    let mut ratios: Vec<f64> =
        hits.map(|(at, _)| visits(Scan::Columns(Columns), at) / visits(Scan::Combined(Combined), at)).collect();
    ratios.sort_by(f64::total_cmp);
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    let (median, max) = (ratios[ratios.len().div_ceil(2) - 1], ratios[ratios.len() - 1]);
    let expected = json!({ "maskscope_answer": 1, "offsets": ratios.len(), "step": 1, "median": median, "mean": mean, "max": max });
    assert_eq!(output, read_back(&expected));
    let (_, text, _) = run(&format!("survey claim {}", gem_and_coin()));
    assert!(text.contains("in the median hit") && text.contains("claim 20 to 100×"), "{text}");
}

#[test]
fn without_a_hit_there_is_nothing_to_tell() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("clear.json");
    let scene = json!({ "maskscope": 1, "a": { "mask": ["..", ".."] }, "b": { "mask": ["##"] } });
    fs::write(&path, scene.to_string()).expect("written");
    let scene = format!("--scene {}", path.display());
    assert_eq!(
        answer(&format!("survey claim {scene}")),
        json!({ "maskscope_answer": 1, "offsets": 0, "step": 1, "median": null, "mean": null, "max": null })
    );
    let hits = &answer(&format!("survey cost {scene} --scan rows"))["scans"][0]["hits"];
    assert_eq!(*hits, json!({ "offsets": 0, "mean": null, "median": null, "p95": null, "worst": null, "total": 0 }));
    for kind in ["cost", "divergence", "area", "thresholds", "frames", "claim"] {
        for file in ["survey.png", "survey.csv"] {
            let (code, _, err) = run(&format!("survey {kind} {scene} -o {}", folder.path().join(file).display()));
            assert_eq!((code, err.as_str()), (0, ""), "{kind} as {file}");
        }
    }
}

/// Returns the file that `survey` writes.
fn written(line: &str, name: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    let (code, _, err) = run(&format!("survey {line} -o {}", path.display()));
    assert_eq!((code, err.as_str()), (0, ""), "{line}");
    fs::read(path).expect("a file")
}

#[test]
fn numbers_are_written_a_line_for_each_place() {
    let csv = |line: &str| String::from_utf8(written(line, "numbers.csv")).expect("UTF-8");
    let sprites = sprites();
    let [a, b] = sprites.each_ref().map(Sprite::mask);
    let scans: [Scan; 2] = ["sample:4", "rows"].map(|name| name.parse().expect("a scan"));
    let ran = |scan: Scan, offset| {
        let mut count = Count::default();
        let hit = scan.run(a, b, offset, None, &mut count).is_some();
        (count.visits, hit)
    };
    let mut costs = "x,y,masks_overlap,sample:4,rows\n".to_owned();
    let mut verdicts = costs.clone();
    let mut shared = "x,y,overlap_area\n".to_owned();
    let mut claim = "x,y,columns,combined,ratio\n".to_owned();
    for (at @ Offset { x, y }, area) in areas(&sprites) {
        let [sample, rows] = scans.map(|scan| ran(scan, at));
        let verdict = |hit| match (hit, area > 0) {
            (true, true) => "hit",
            (false, false) => "miss",
            (true, false) => "false hit",
            (false, true) => "false miss",
        };
        costs += &format!("{x},{y},{},{},{}\n", area > 0, sample.0, rows.0);
        verdicts += &format!("{x},{y},{},{},{}\n", area > 0, verdict(sample.1), verdict(rows.1));
        shared += &format!("{x},{y},{area}\n");
        if area > 0 {
            let [linear, clever] = [Scan::Columns(Columns), Scan::Combined(Combined)].map(|scan| ran(scan, at).0);
            claim += &format!("{x},{y},{linear},{clever},{:.3}\n", linear as f64 / clever as f64);
        }
    }
    let pair = gem_and_coin();
    assert_eq!(csv(&format!("cost {pair} --scan sample:4 --scan rows")), costs);
    assert_eq!(csv(&format!("divergence {pair} --scan sample:4 --scan rows")), verdicts);
    assert!(verdicts.contains("false miss"));
    assert_eq!(csv(&format!("area {pair}")), shared);
    assert_eq!(csv(&format!("claim {pair}")), claim);
    let thresholds = csv(&format!("thresholds {pair} --at 5,5"));
    assert!(thresholds.starts_with("threshold_a,threshold_b,overlap_area\n0,0,"), "{}", &thresholds[..60]);
    assert_eq!(thresholds.lines().count(), 1 + 256 * 256);
    assert_eq!(csv(&format!("frames {pair} --at 5,5")).lines().count(), 2);
}

#[test]
fn charts_show_every_wrong_answer() {
    let pair = gem_and_coin();
    for (ground, palette) in [("", &Palette::LIGHT), (" --dark", &Palette::DARK)] {
        let png = written(&format!("divergence {pair} --at 900,0 --scan sample:4{ground}"), "wrong.png");
        let picture = decode(&png, Path::new("wrong.png"), &Limits::default()).expect("a picture");
        let [r, g, b] = palette.bad;
        let bad = picture.rgba().as_chunks::<4>().0.iter().filter(|pixel| **pixel == [r, g, b, 255]).count();
        let wrong =
            expected(&sprites(), "sample:4".parse().expect("a scan"))["false_misses"].as_u64().expect("a count");
        // Besides the sample in the legend, there are squares of 17 × 17 px; the line may cover a column and a row of
        // each.
        let (least, most) = (144 + wrong * 16 * 16, 144 + wrong * 17 * 17);
        assert!((least..=most).contains(&(bad as u64)), "{bad} px of {least} to {most} for {wrong} offsets");
        assert_eq!(picture.pixel(0, 0), Some([palette.panel[0], palette.panel[1], palette.panel[2], 255]));
    }
    for kind in ["cost", "area", "thresholds", "frames", "claim"] {
        let png = written(&format!("{kind} {pair}"), "chart.PNG");
        assert!(decode(&png, Path::new("chart.PNG"), &Limits::default()).is_ok(), "{kind}");
    }
}

#[test]
fn people_read_tables() {
    let pair = format!("{} {} --at 10,-17", sample("ship.png"), sample("rock.png"));
    for (kind, line) in [
        ("cost --scan sample", "sample:10 ≈"),
        ("cost", "masks overlap at 4,800, only boxes at 2,334"),
        ("divergence", "largest miss"),
        ("area", "13 px are shared at offset 10,-17; moving B by 1,-1 separates them"),
        ("thresholds", "13 px are shared at thresholds 0 and 0"),
        ("frames", "A's frames to the right"),
        ("claim", "more visits"),
    ] {
        let (code, text, err) = run(&format!("survey {kind} {pair}"));
        assert_eq!((code, err.as_str()), (0, ""), "{kind}");
        assert!(text.contains(line), "{kind}: {text}");
    }
}

#[test]
fn a_wrong_command_line_exits_2_and_a_file_that_is_none_1() {
    let folder = tempfile::tempdir().expect("a folder");
    let (pair, missing) = (gem_and_coin(), folder.path().join("missing.png"));
    for (line, code, why) in [
        (format!("survey {pair}"), 2, "cost"),
        (format!("survey costs {pair}"), 2, "divergence"),
        ("survey cost".to_owned(), 2, "two images"),
        (format!("survey cost {}", sample("gem.png")), 2, "give two images, or --scene"),
        (format!("survey cost {pair} --scan row"), 2, "no such scan: row (did you mean rows?)"),
        (format!("survey cost {pair} --scan nothing-alike"), 2, "rows, columns"),
        (format!("survey area {pair} --scan rows"), 2, "--scan: the survey area"),
        (format!("survey claim {pair} --scan rows"), 2, "--scan: the survey claim"),
        (format!("survey cost {pair} --dark"), 2, "--output"),
        (format!("survey cost {pair} -o survey.svg"), 2, "survey.svg: a survey is written as .png, .csv"),
        (format!("survey cost {pair} -o survey"), 2, "a survey is written as .png, .csv"),
        (format!("survey cost {pair} --scene x.json"), 2, "--scene"),
        (format!("survey cost {} {}", sample("gem.png"), missing.display()), 1, "missing.png: there is no such file"),
        (format!("survey area {pair} -o {}", folder.path().join("no/where.png").display()), 1, "where.png"),
    ] {
        let (came, out, err) = run(&line);
        assert_eq!((came, out.as_str()), (code, ""), "{line}: {err}");
        assert!(err.starts_with("maskscope: ") && err.contains(why), "{line}: {err}");
    }
    assert!(run("survey --help").1.contains("thresholds"));
}

/// Returns two sprites with few solid pixels and slightly more offsets than the limit: a dot in A, and a lattice of
/// dots in B.
fn large_pair(folder: &Path) -> [String; 2] {
    let size = Size::new(1_025, 1_025);
    let masks =
        [Mask::from_fn(size, |x, y| (x, y) == (500, 700)), Mask::from_fn(size, |x, y| x % 75 == 0 && y % 25 == 0)];
    [("a.png", &masks[0]), ("b.png", &masks[1])].map(|(name, mask)| {
        let path = folder.join(name);
        fs::write(&path, MaskFormat::Png.encode(mask, name).expect("a mask")).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    })
}

#[test]
fn of_too_many_offsets_every_second_is_asked_about_and_a_part_in_full() {
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b] = large_pair(folder.path());
    // 2,049 × 2,049 offsets from -1024,-1024.
    let hits = |part: [i64; 4], step: usize| {
        let [x, y, width, height] = part;
        let all = (y..y + height).step_by(step).flat_map(|y| (x..x + width).step_by(step).map(move |x| (x, y)));
        let hits = all.filter(|&(x, y)| {
            let in_b = (500 - x, 700 - y);
            (0..1_025).contains(&in_b.0) && (0..1_025).contains(&in_b.1) && in_b.0 % 75 == 0 && in_b.1 % 25 == 0
        });
        hits.count() as u64
    };
    let whole = [-1_024, -1_024, 2_049, 2_049];
    let output = answer(&format!("survey divergence {a} {b} --pre-check box"));
    assert_eq!(output["offsets"], json!({ "x": -1_024, "y": -1_024, "width": 2_049, "height": 2_049 }));
    assert_eq!((&output["step"], &output["pre_checks"][0]["offsets"]), (&json!(2), &json!(1_025 * 1_025)));
    let sampled = hits(whole, 2);
    assert!(sampled > 0 && sampled < hits(whole, 1));
    assert_eq!(output["pre_checks"][0]["false_hits"], json!(1_025 * 1_025 - sampled));
    let (_, text, _) = run(&format!("survey divergence {a} {b} --pre-check box"));
    let which = "1,050,625 offsets, every 2nd px of 2,049 × 2,049: ";
    assert!(text.starts_with(&format!("{which}masks overlap at {sampled},")), "{text}");

    let seen = [-200, 90, 500, 120];
    let output = answer(&format!("survey area {a} {b} --part -200,90,500x120"));
    assert_eq!(
        [&output["x"], &output["y"], &output["width"], &output["height"], &output["step"]].map(Value::as_i64),
        [-200, 90, 500, 120, 1].map(Some)
    );
    let values: Vec<u64> = serde_json::from_value::<Vec<Vec<u64>>>(output["values"].clone()).expect("rows").concat();
    assert_eq!((values.len(), values.iter().sum::<u64>()), (500 * 120, hits(seen, 1)));
    assert!(hits(seen, 1) > 0);
    let (_, text, _) = run(&format!("survey area {a} {b} --part -200,90,500x120"));
    assert!(text.starts_with("60,000 offsets, 500 × 120 of 2,049 × 2,049 offsets, masks overlap at "), "{text}");
}

#[test]
fn every_answer_about_offsets_says_its_step() {
    for kind in [
        "cost",
        "divergence",
        "divergence --profile gilbert",
        "area",
        "winners",
        "claim",
        "difference --scan rows --scan columns",
        "hitbox --shape circle",
    ] {
        assert_eq!(answer(&format!("survey {kind} {}", gem_and_coin()))["step"], 1, "{kind}");
    }
}

#[test]
fn a_part_without_offsets_is_refused() {
    for (args, why) in [
        ("area --part 900,0,3x3", "the boxes overlap nowhere in it, but at offset x -"),
        ("thresholds --part 0,0,3x3", "the survey thresholds has no offsets"),
        ("area --part 0,0", "a part is X,Y,WxH"),
    ] {
        let (kind, options) = args.split_once(' ').expect("a kind");
        let (code, _, output) = run(&format!("survey {kind} {} {options}", gem_and_coin()));
        assert!(code == 2 && output.contains("--part") && output.contains(why), "{output}");
    }
}

#[test]
fn times_are_part_of_the_answer_only_where_they_are_asked_for() {
    let line = format!("survey cost {} --scan rows --scan sample:4 --scan words", gem_and_coin());
    let [once, again] = [(); 2].map(|()| run(&format!("{line} --json")));
    assert_eq!(once, again, "without times an answer is the same again");
    assert!(!once.1.contains("mean_ns"));
    let output = answer(&format!("{line} --time"));
    let nanos = |at: usize, field: &str| output["scans"][at][field].as_f64();
    for at in [0, 2] {
        let [low, mean, high] = ["low_ns", "mean_ns", "high_ns"].map(|field| nanos(at, field).expect("a time"));
        assert!(0.0 < mean && low <= mean && mean <= high, "{low} {mean} {high}");
        assert!((mean - low - (high - mean)).abs() < 1e-6 * mean, "as far below as above");
    }
    assert_eq!(
        ["low_ns", "mean_ns", "high_ns"].map(|field| &output["scans"][1][field]),
        [&Value::Null; 3],
        "it is wrong"
    );
    let (_, text, _) = run(&format!("{line} --time"));
    assert!(text.contains("the fastest here") && text.contains("mean ns"), "{text}");
    let (code, _, err) = run(&format!("survey area {} --time", gem_and_coin()));
    assert!(code == 2 && err.contains("--time: the survey area times nothing"), "{err}");
}

#[test]
fn the_winners_of_any_scans_have_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let dot = folder.path().join("dot.txt");
    fs::write(&dot, "#\n").expect("written");
    let pair = format!("{0} {0}", dot.display());
    for (scans, names, value) in [
        ("--scan words", json!([]), -3),
        ("--scan words --scan summed-area", json!([]), -3),
        ("--scan rows --scan words", json!(["rows"]), 0),
        ("--scan rows --scan columns", json!(["rows", "columns"]), -1),
    ] {
        let output = answer(&format!("survey winners {pair} {scans}"));
        assert_eq!((&output["names"], &output["values"]), (&names, &json!([[value]])), "{scans}");
    }
    let clear = folder.path().join("clear.txt");
    fs::write(&clear, ".\n").expect("written");
    let output = answer(&format!("survey winners {} {} --scan words", dot.display(), clear.display()));
    assert_eq!((&output["names"], &output["values"]), (&json!([]), &json!([[-2]])), "a miss alone is -2");
}

#[test]
fn check_and_surveys_name_a_scan_alike() {
    let pair = gem_and_coin();
    for scan in ["incremental", "sample", "rows", "incremental:4"] {
        let name = scan.parse::<Scan>().expect("a scan").display_name();
        for command in ["check", "survey cost", "survey divergence"] {
            let (_, text, _) = run(&format!("{command} {pair} --scan {scan}"));
            assert!(text.lines().any(|line| line.starts_with(&format!("{name} "))), "{command} {scan}: {text}");
        }
    }
}
