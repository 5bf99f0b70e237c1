//! Loops that are broken on purpose, and the verdict on each.

use maskscope_core::geom::{Offset, Size};
use maskscope_core::mask::{Mask, Prepared};
use maskscope_core::scan::verdict::ScanVerdict;
use maskscope_core::scan::{Own, Pair, Scan, Trace, Visit};

const SIZE: Size = Size { width: 30, height: 24 };

/// Two masks of 30 × 24 that share 12 pixels: columns 20 to 22 of rows 10 to 13.
fn masks() -> [Prepared; 2] {
    let a = Mask::from_fn(SIZE, |x, y| x <= 22 && (10..14).contains(&y));
    let b = Mask::from_fn(SIZE, |x, _| x >= 20);
    [a, b].map(Prepared::new)
}

/// The verdict on a script.
fn verdict(text: &str) -> String {
    let [a, b] = masks();
    let pair = Pair::new(&a, &b, Offset::default()).expect("the same box");
    let name = if text.starts_with("// name: golden") { "golden" } else { "broken" };
    ScanVerdict::of_script(Own::new(name, text), &pair).verdict.finding.to_string()
}

/// Two loops over the box with this body.
fn loops(over: &str, visit: &str) -> String {
    format!("for y in 0..h {{\n  for x in {over} {{\n    if visit({visit}) {{ return true }}\n  }}\n}}")
}

#[test]
fn verdicts_on_scripts() {
    let never = "never visits";
    for (text, expected) in [
        // Whose order it is.
        (loops("0..w", "x, y"), "visits every cell once, in the order of rows".to_owned()),
        (loops("0..w", "w - 1 - x, y"), "visits every cell once".to_owned()),
        (loops("0..w", "x, h - 1 - y"), "visits every cell once".to_owned()),
        // The last, or the first, column or row is never read.
        (loops("0..w - 1", "x, y"), format!("{never} 24 cells, the first 29,0: column 29")),
        (loops("1..w", "x, y"), format!("{never} 24 cells, the first 0,0: column 0")),
        (loops("0..w - 2", "x, y"), format!("{never} 48 cells, the first 28,0: columns 28 to 29")),
        (loops("0..w", "x, y").replace("0..h", "0..h - 1"), format!("{never} 30 cells, the first 0,23: row 23")),
        (loops("0..w", "x, y").replace("0..h", "2..h"), format!("{never} 60 cells, the first 0,0: rows 0 to 1")),
        // What is visited lies between: no word says that.
        (loops("0..w", "x, y").replace("0..h", "10..15"), format!("{never} 570 cells, the first 0,0")),
        (
            loops("0..w - 1", "x, y").replace("0..h", "0..h - 1"),
            format!("{never} 53 cells, the first 29,0: column 29 and row 23"),
        ),
        // A step too large.
        (loops("range(0, w, 2)", "x, y"), format!("{never} 360 cells, the first 1,0: every second column from 1")),
        (loops("range(0, w, 3)", "x, y"), format!("{never} 480 cells, the first 1,0: all but every third column")),
        (
            loops("range(0, w, 2)", "x, y").replace("0..h", "range(0, h, 2)"),
            format!("{never} 540 cells, the first 1,0: all but every second column and row"),
        ),
        (
            loops("range(0, w, 3)", "x, y").replace("0..h", "range(0, h, 2)"),
            format!("{never} 600 cells, the first 1,0: all but every third column and every second row"),
        ),
        (
            loops("0..w", "x, y").replace("0..h", "range(0, h, 2)"),
            format!("{never} 360 cells, the first 0,1: every second row from 1"),
        ),
        // A single cell, a triangle, nothing at all.
        (
            "for y in 0..h { for x in 0..w { if (x != 7 || y != 5) && visit(x, y) { return true } } }".to_owned(),
            format!("{never} a cell: 7,5"),
        ),
        (loops("0..w - y", "x, y"), format!("{never} 276 cells, the first 29,1")),
        ("false".to_owned(), format!("{never} 720 cells, the first 0,0: all")),
        ("visit(0, 0)".to_owned(), format!("{never} 719 cells, the first 1,0")),
        // x and y exchanged, outside the box, a wrong stride.
        (loops("0..w", "y, x"), "line 3: visit(0, 24) is outside the box of 30 × 24".to_owned()),
        (loops("0..=w", "x, y"), "line 3: visit(30, 0) is outside the box of 30 × 24".to_owned()),
        (loops("0..w", "x + 1, y"), "line 3: visit(30, 0) is outside the box of 30 × 24".to_owned()),
        (loops("0..w", "x - 1, y"), "line 3: visit(-1, 0) is outside the box of 30 × 24".to_owned()),
        (
            "for i in 0..w * h { if visit(i % h, i / h) { return true } }".to_owned(),
            "line 1: visit(0, 24) is outside the box of 30 × 24".to_owned(),
        ),
        (
            "for i in 0..w * h { if visit(i % w, i / w) { return true } }".to_owned(),
            "visits every cell once, in the order of rows".to_owned(),
        ),
        // Twice.
        (
            format!("for x in 0..w {{ if visit(x, 5) {{ return true }} }}\n{}", loops("0..w", "x, y")),
            "visits 30 cells twice".to_owned(),
        ),
        (format!("visit(0, 0);\n{}", loops("0..w", "x, y")), "visits 1 cell twice".to_owned()),
        (
            loops("0..w", "x, y").replace("visit(x, y)", "visit(x, y) && visit(x, y)"),
            "visits every cell once, in the order of rows".to_owned(),
        ),
        (
            loops("0..w", "x, y").replace("visit(x, y)", "visit(x, y) || visit(x, y)"),
            "visits 720 cells twice".to_owned(),
        ),
        // Wrong here.
        (loops("0..w", "x, y").replace("return true", "return false"), "misses 12 shared pixels here".to_owned()),
        (
            loops("0..w", "x, y").replace("if ", "").replace("{ return true }", ";"),
            "misses 12 shared pixels here".to_owned(),
        ),
        (
            loops("0..w", "x, y").replace("return true", "return [x + 3, y]"),
            "names 23,10, which is not shared".to_owned(),
        ),
        (
            format!("{}\ntrue", loops("0..w", "x, y").replace("return true", "")),
            "names 29,23, which is not shared".to_owned(),
        ),
        // Does not compile, fails, does not end.
        (loops("0..w", "x y"), "line 3: ',' is missing between the arguments of visit".to_owned()),
        (loops("0..w", "x, z"), "line 3: 'z' is not defined".to_owned()),
        (
            format!("{}\n3", loops("0..w", "x, y").replace("return true", "")),
            "ends with 3, not true, false or [x, y]".to_owned(),
        ),
        ("true".to_owned(), "true without a visit".to_owned()),
        (
            "let x = 0;\nwhile x < w { visit(x, 0); }".to_owned(),
            "stopped after 15,760 visits without an end (line 2)".to_owned(),
        ),
        ("// name: rows\nfalse".to_owned(), "line 1: rows is the name of a scan of the program".to_owned()),
        ("// name: what is this\nfalse".to_owned(), "line 1: a name has 1 to 32 letters, digits and -".to_owned()),
        // By words and by counts.
        (
            "for y in 0..h { if visit_row(0, y, w) { return true } }".to_owned(),
            "visits every cell once, in the order of words".to_owned(),
        ),
        (
            "for y in 0..h { if visit_row(0, y, w - 1) { return true } }".to_owned(),
            format!("{never} 24 cells, the first 29,0: column 29"),
        ),
        (
            "let c = counts(0, 0, w, h); c[0] > 0 && c[1] > 0".to_owned(),
            format!("{never} 720 cells, the first 0,0: all"),
        ),
    ] {
        assert_eq!(verdict(&text), expected, "{text}");
    }
}

#[test]
fn a_hit_on_one_mask_alone_is_named() {
    let [a, _] = masks();
    let clear = Prepared::new(Mask::new(SIZE));
    let pair = Pair::new(&a, &clear, Offset::default()).expect("the same box");
    let text = "for y in 0..h { for x in 0..w { visit(x, y); if counts(x, y, 1, 1)[0] == 1 { return [x, y] } } } false";
    let own = Own::new("broken", text);
    assert_eq!(ScanVerdict::of_script(own, &pair).verdict.finding.to_string(), "never visits 719 cells, the first 1,0");
    let text = "for y in 0..h { for x in 0..w { visit(x, y); } }\ncounts(0, 0, w, h)[1] == 0";
    let own = Own::new("broken", text);
    assert_eq!(ScanVerdict::of_script(own, &pair).verdict.finding.to_string(), "hits where nothing is shared");
}

/// The verdict on a recorded loop.
fn verdict_on_loop(visits: &[Visit], is_hit: bool) -> String {
    let [a, b] = if is_hit { masks() } else { Mask::checkerboard(SIZE).map(Prepared::new) };
    let pair = Pair::new(&a, &b, Offset::default()).expect("the same box");
    ScanVerdict::of_loop(visits, &pair, is_hit).finding.to_string()
}

/// The visits of a scan, where nothing is shared or at a hit.
fn visits_of(scan: Scan, is_hit: bool) -> Vec<Visit> {
    let [a, b] = if is_hit { masks() } else { Mask::checkerboard(SIZE).map(Prepared::new) };
    let mut trace = Trace::with_limit(usize::MAX);
    scan.run(&a, &b, Offset::default(), None, &mut trace);
    trace.visits
}

#[test]
fn verdicts_on_recorded_loops() {
    let rows = visits_of(Scan::ROWS, false);
    let changed = |change: fn(Visit) -> Visit| rows.iter().copied().map(change).collect::<Vec<_>>();
    assert_eq!(verdict_on_loop(&rows, false), "visits every cell once, in the order of rows");
    assert_eq!(verdict_on_loop(&visits_of(Scan::ROWS, true), true), "visits cells in the order of rows");
    assert_eq!(verdict_on_loop(&rows[..100], true), "visits cells in the order of rows");
    assert_eq!(verdict_on_loop(&rows[..3], true), "visits no cell twice", "too few to tell");
    assert_eq!(verdict_on_loop(&rows[..100], false), "never visits 620 cells, the first 10,3");
    let exchanged = changed(|visit| Visit { x: visit.y, y: visit.x, ..visit });
    let line = "reads 144 cells outside the box, the first 0,24; the order of rows, with x and y exchanged";
    assert_eq!(verdict_on_loop(&exchanged, false), line);
    let left = changed(|visit| Visit { x: visit.x - 1, ..visit });
    let line = "reads 24 cells outside the box, the first −1,0; the order of rows, one cell too far left";
    assert_eq!(verdict_on_loop(&left, false), line);
    let low = changed(|visit| Visit { y: visit.y + 2, ..visit });
    let line = "reads 60 cells outside the box, the first 0,24; the order of rows, 2 cells too far down";
    assert_eq!(verdict_on_loop(&low, false), line);
    let columns: Vec<Visit> = rows.iter().copied().filter(|visit| visit.x < 29).collect();
    assert_eq!(verdict_on_loop(&columns, false), "never visits 24 cells, the first 29,0: column 29");
    let twice: Vec<Visit> = rows.iter().chain(&rows[..30]).copied().collect();
    assert_eq!(verdict_on_loop(&twice, false), "visits 30 cells twice");
    let reversed: Vec<Visit> = rows.iter().rev().copied().collect();
    assert_eq!(verdict_on_loop(&reversed, false), "visits every cell once");
    let [a, b] = masks();
    let pair = Pair::new(&a, &b, Offset::default()).expect("the same box");
    assert_eq!(ScanVerdict::of_loop(&rows, &pair, false).finding.to_string(), "misses 12 shared pixels here");
    let [a, b] = Mask::checkerboard(SIZE).map(Prepared::new);
    let pair = Pair::new(&a, &b, Offset::default()).expect("the same box");
    assert_eq!(ScanVerdict::of_loop(&rows[..9], &pair, true).finding.to_string(), "hits where nothing is shared");
}

#[test]
fn the_orders_of_scans_are_recognised_in_loops() {
    for name in ["rows", "columns", "words", "edge-in", "center-out", "cross", "x", "hilbert"] {
        let visits = visits_of(name.parse().expect("a scan"), false);
        assert_eq!(verdict_on_loop(&visits, false), format!("visits every cell once, in the order of {name}"));
    }
}
