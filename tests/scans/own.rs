//! A person's own scans: the built-in scripts visit what their scans visit; every script ends, with an answer or in words.

use std::time::{Duration, Instant};

use maskscope::files::{script_of, scripts};
use maskscope_core::geom::{Cell, Offset, Size};
use maskscope_core::mask::{Mask, Prepared};
use maskscope_core::scan::own::{FailureStage, ScriptRun, written_name};
use maskscope_core::scan::verdict::ScanVerdict;
use maskscope_core::scan::{Own, Pair, Scan, Trace};

/// Numbers that look random, the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from((self.0 >> 33) % u64::from(n)).expect("below n")
    }

    /// A mask with about one in `every` pixels set.
    fn mask(&mut self, size: Size, every: u32) -> Prepared {
        Prepared::new(Mask::from_fn(size, |_, _| self.below(every) == 0))
    }
}

/// Calls `check` with 200 pairs whose boxes overlap, some wider than a word.
fn on_pairs(mut check: impl FnMut(&Prepared, &Prepared, Offset, Option<Cell>)) {
    let mut dice = Dice(7);
    for n in 0..200 {
        let most = if n % 10 == 0 { 150 } else { 24 };
        let mut side = || 1 + dice.below(most);
        let (a, b) = (Size::new(side(), side()), Size::new(side(), side()));
        let every = [2, 6, 30, 1_000][n % 4];
        let masks = [dice.mask(a, every), dice.mask(b, every)];
        let mut start = |a: u32, b: u32| i32::try_from(dice.below(a + b - 1)).expect("small") - b.cast_signed() + 1;
        let offset = Offset::new(start(a.width, b.width), start(a.height, b.height));
        let hint = (n % 3 == 0).then(|| Cell::new(i64::from(dice.below(30)) - 3, dice.below(30).into()));
        check(&masks[0], &masks[1], offset, hint);
    }
}

#[test]
fn a_script_visits_what_its_scan_visits() {
    let mut compared = 0;
    for scan in Scan::ALL {
        let Some(text) = script_of(scan) else { continue };
        let script = Own::new("compared", text);
        let (own, _kept) = (Scan::Own(script), script.keep());
        on_pairs(|a, b, offset, hint| {
            let (mut of_script, mut of_scan) = (Trace::with_limit(usize::MAX), Trace::with_limit(usize::MAX));
            let answer = own.run(a, b, offset, hint, &mut of_script);
            let expected = scan.run(a, b, offset, hint, &mut of_scan);
            let place = format!("{scan} of {} and {} at {offset:?}", a.mask().size(), b.mask().size());
            assert_eq!(of_script.visits, of_scan.visits, "{place}");
            assert_eq!(of_script.outcomes, of_scan.outcomes, "{place}");
            assert_eq!(answer.map(|hit| hit.visit), expected.map(|hit| hit.visit), "{place}");
        });
        compared += 1;
    }
    assert_eq!(compared, Scan::ALL.len() - 2, "all but channels and blocks");
}

#[test]
fn ours_is_right_and_visits_every_cell_once() {
    let (name, text) = scripts().last().expect("the last script");
    on_pairs(|a, b, offset, hint| {
        let mut trace = Trace::with_limit(usize::MAX);
        let hit = Scan::Own(Own::new(name, text)).run(a, b, offset, hint, &mut trace);
        let overlap = a.mask().overlap_mask(b.mask(), offset).expect("boxes that overlap");
        assert_eq!(hit.is_some(), !overlap.is_clear());
        let mut cells: Vec<_> = trace.visits.iter().map(|visit| (visit.y, visit.x)).collect();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), trace.visits.len(), "no cell twice");
        assert!(hit.is_some() || cells.len() as u64 == overlap.size().area());
    });
}

#[test]
fn every_built_in_script_begins_with_its_idea() {
    for (name, text) in scripts() {
        let idea = text.lines().find(|line| !line.starts_with("// name:")).expect("a line");
        assert!(idea.starts_with("// ") && idea.ends_with('.'), "{name}: {idea}");
        Own::new("checked", text).check().unwrap_or_else(|failure| panic!("{name}: {failure}"));
    }
}

/// The run of a script on two full masks of 30 × 24, which share every cell.
fn run_on_full(text: &str) -> ScriptRun {
    let full = Prepared::new(!Mask::new(Size::new(30, 24)));
    Own::new("tried", text).run_on(&Pair::new(&full, &full, Offset::default()).expect("the same box"))
}

/// The same on two clear masks.
fn run_on_clear(text: &str) -> ScriptRun {
    let clear = Prepared::new(Mask::new(Size::new(30, 24)));
    Own::new("tried", text).run_on(&Pair::new(&clear, &clear, Offset::default()).expect("the same box"))
}

/// The error of a script, in words.
fn fault(text: &str) -> String {
    let failure = run_on_clear(text).end.expect_err("it fails");
    failure.to_string()
}

#[test]
fn a_script_ends_with_an_answer() {
    let hit = |text: &str| run_on_full(text).end.expect("an answer").map(|hit| (hit.visit.x, hit.visit.y, hit.cell));
    assert_eq!(hit("visit(3, 4)"), Some((3, 4, Some((3, 4)))));
    assert_eq!(hit("visit(3, 4); true"), Some((3, 4, Some((3, 4)))));
    assert_eq!(hit("visit(3, 4); [5, 6]"), Some((3, 4, Some((5, 6)))));
    assert_eq!(hit("[5, 6]"), Some((5, 6, Some((5, 6)))), "a cell that was not visited");
    assert_eq!(hit("visit_row(3, 4, 9)"), Some((3, 4, Some((3, 4)))));
    assert_eq!(hit("visit(3, 4); false"), None);
    assert_eq!(hit("visit(3, 4); let x = 1;"), None, "nothing is a miss");
    assert_eq!(hit("fn f() { return true } f(); false"), None, "return ends the function in which it stands");
    assert_eq!(hit("let c = counts(0, 0, w, h); c[0] + c[1] == 2 * w * h"), Some((0, 0, None)));
}

#[test]
fn names_of_the_box_are_those_of_the_pair() {
    let (a, b) = (!Mask::new(Size::new(20, 10)), !Mask::new(Size::new(9, 30)));
    let (a, b) = (Prepared::new(a), Prepared::new(b));
    let pair = Pair::new(&a, &b, Offset::new(4, -3)).expect("they overlap").with_hint(Some(Cell::new(6, 2)));
    let names = "fn all() { `${[w, h, a_x, a_y, b_x, b_y, hint_x, hint_y]}` } all() == ";
    for expected in ["[9, 10, 4, 0, 0, 3, 2, 2]", "[9, 10, 4, 0, 0, 3, 2, 3]"] {
        let text = format!("visit(0, 0); {names}\"{expected}\"");
        let is_hit = Own::new("names", &text).run_on(&pair).end.expect("an answer").is_some();
        assert_eq!(is_hit, expected.ends_with("2, 2]"), "{expected}");
    }
}

#[test]
fn an_error_names_its_line() {
    for (text, expected) in [
        ("let x = 0;\nvisit(30, 4)", "line 2: visit(30, 4) is outside the box of 30 × 24"),
        ("visit(-1, 0)", "line 1: visit(-1, 0) is outside the box of 30 × 24"),
        ("visit_row(28, 4, 3)", "line 1: visit_row(28, 4, 3) is outside the box of 30 × 24"),
        ("visit_row(0, 4, 65)", "line 1: visit_row(0, 4, 65) reads 65 cells, not 1 to 64"),
        ("counts(0, 0, 31, 1)", "line 1: counts(0, 0, 31, 1) is outside the box of 30 × 24"),
        ("counts(0, 0, 0, 1)", "line 1: counts(0, 0, 0, 1) is outside the box of 30 × 24"),
        ("try { visit(30, 4) } catch { false }", "line 1: visit(30, 4) is outside the box of 30 × 24"),
        ("fn f(x) {\n  visit(x, 0)\n}\nf(99)", "line 2: visit(99, 0) is outside the box of 30 × 24"),
        ("for x in 0..w {\n  visit(x 0)\n}", "line 2: ',' is missing between the arguments of visit"),
        ("3", "ends with 3, not true, false or [x, y]"),
        ("[1, 2, 3]", "ends with [1, 2, 3], not true, false or [x, y]"),
        ("[30, 2]", "ends with [30, 2], outside the box of 30 × 24"),
        ("true", "true without a visit"),
        ("let w = 3;", "line 1: w cannot be defined again"),
        ("w = 3;", "line 1: w cannot be defined again"),
        ("for h in 0..3 { visit(h, 0); }", "line 1: h cannot be defined again"),
        ("\nfor w in 0..3 { visit(0, 0); }", "line 2: w cannot be defined again"),
        ("for (x, w) in 0..3 { visit(x, 0); }", "line 1: w cannot be defined again"),
        ("fn f() {\n  for w in 0..3 { visit(0, 0); }\n}\nf()", "line 2: w cannot be defined again"),
        ("try { throw visit(0, 0) }\ncatch (w) { visit(0, 0); }", "line 2: w cannot be defined again"),
        ("\nfalse || nothing(1, 2, 3, 4, 5, 6, 7, 8, 9)", "line 2: a call has at most 8 arguments"),
        ("nothing(1, 2, 3, 4, 5, 6, 7, 8, 9);", "line 1: a call has at most 8 arguments"),
        ("let a = [1]; a.nothing(1, 2, 3, 4, 5, 6, 7, 8, 9)", "line 1: a call has at most 8 arguments"),
        ("\nfn visit(x, y) { true }", "line 2: visit cannot be defined again"),
        ("visit(1.5, 2)", "line 1: visit takes two whole numbers: x, y"),
        ("visit(\"1\", 2)", "line 1: visit takes two whole numbers: x, y"),
        ("visit(1)", "line 1: visit takes two whole numbers: x, y"),
        ("visit_row(0, 0)", "line 1: visit_row takes three whole numbers: x, y, n"),
        ("counts(0, 0, w)", "line 1: counts takes four whole numbers: x, y, width, height"),
        ("for y in 0..h {\n  vist(0, y)\n}", "line 2: there is no vist; you may mean visit(x, y)"),
        ("for y in 0..\"h\" { visit(0, y); }", "line 1: .. takes two numbers, not a whole number and a text"),
        ("for (y = 0; y < h; y++) {\n}", "line 1: a loop here is: for y in 0..h {"),
        ("\n  for(let y = 0; y < h; y += 1) {\n}", "line 2: a loop here is: for y in 0..h {"),
        ("let n = 0; n++;", "line 1: there is no ++ here: write n += 1"),
        ("", "the script is empty"),
        ("\n// nothing yet\n", "the script is empty"),
        ("nothing(1)", "line 1: there is no function nothing (i64)"),
        ("\n\nfoo + 1", "line 3: 'foo' is not defined"),
        ("1 / 0", "line 1: division by zero: 1 / 0"),
        ("throw 7", "line 1: throws 7"),
        ("for x in 5 { }", "line 1: expecting an iterable value, not a number"),
        ("let a = [1]; a[3]", "line 1: index 3 is outside an array of 1"),
        ("fn f() { f() } f()", "line 1: functions call each other too deeply"),
    ] {
        assert_eq!(fault(text), expected, "{text}");
    }
    for refused in
        ["import \"x\" as x;", "eval(\"1\")", "sleep(10);", "sleep(0.5);", "if true {", "let = 3;", "((((", "\u{0}"]
    {
        let failure = run_on_clear(refused).end.expect_err("it fails");
        assert_eq!(failure.line, Some(1), "{refused}: {failure}");
    }
}

#[test]
fn print_and_debug_do_nothing() {
    assert_eq!(run_on_clear("print(\"a\"); debug(1); false").end, Ok(None));
}

#[test]
fn a_script_without_an_end_is_stopped() {
    for (text, expected) in [
        ("loop { }", "stopped after 2,440,000 operations without an end (line 1)"),
        ("loop {\n  visit(0, 0);\n}", "stopped after 15,760 visits without an end (line 2)"),
        ("try { loop { } } catch { } false", "stopped after 2,440,000 operations without an end (line 1)"),
    ] {
        let end = run_on_clear(text).end.expect_err("it is stopped");
        assert_eq!((end.stage, end.to_string().as_str()), (FailureStage::Stopped, expected), "{text}");
    }
    // Few operations that each take long.
    let slow = "let a = []; for i in 0..512 { a.push(i); }\nloop { let b = a; }";
    let large = Prepared::new(Mask::new(Size::new(4_000, 4_000)));
    let pair = Pair::new(&large, &large, Offset::default()).expect("the same box");
    let end = Own::new("slow", slow).run_on(&pair).end.expect_err("it is stopped");
    assert_eq!(end.to_string(), "stopped after 2 s without an end (line 2)");
}

#[test]
fn functions_are_no_values() {
    for (text, expected) in [
        ("let f = Fn(\"g\");", "line 1: 'Fn' cannot be used here"),
        ("let f = |x| x + 1;", "line 1: unexpected '|'"),
        ("let f = || 1;", "line 1: unexpected '||'"),
        ("let f = 1; f.curry(f)", "line 1: expecting name of a property"),
        ("let f = 1; f.call(1)", "line 1: expecting name of a property"),
        ("call(\"f\")", "line 1: 'call' cannot be used here"),
        ("curry(\"f\", 1)", "line 1: 'curry' cannot be used here"),
        ("let x = 1; is_shared(x)", "line 1: there is no function is_shared (i64)"),
        ("eval(\"1\")", "line 1: 'eval' cannot be used here"),
        ("let m = #{a: 1};", "line 1: '#{' cannot be used here"),
        ("fn less(a, b) { 0 } let a = [1]; a.sort(\"less\")", "line 1: there is no function sort (array, string)"),
        ("fn less(a, b) { 0 } let a = [1]; a.sort(less)", "line 1: there is no function sort (array, Fn)"),
        ("let a = [1]; a.map(|x| x)", "line 1: unexpected '|'"),
        ("let a = [1]; a.pad(9, 0)", "line 1: there is no function pad (array, i64, i64)"),
        ("let a = [1]; a.filter(\"is_odd\")", "line 1: there is no function filter (array, string)"),
        ("let a = [3]; a.dedup()", "line 1: there is no function dedup (array)"),
    ] {
        assert_eq!(fault(text), expected, "{text}");
    }
    // A name as a value remains, and can do nothing.
    assert_eq!(run_on_clear("fn g() { 1 } let p = g; let q = p; false").end, Ok(None));
    assert_eq!(fault("fn g() { 1 } let p = g; p()"), "line 1: there is no function p ()");
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let own = Own::new("marked", "\u{feff}// name: marked\nvisit(0, 0)");
    assert_eq!((own.check(), &*own.text()), (Ok(()), "// name: marked\nvisit(0, 0)"));
    assert_eq!(written_name("\u{feff}// name: marked"), Ok(Some("marked")));
}

#[test]
fn memory_is_bounded() {
    for (text, expected) in [
        ("let a = []; loop { a.push(1) }", "too large"),
        ("let s = \"a\"; loop { s += s }", "too large"),
        ("let a = []; loop { a.push([1, 2, 3]) }", "too large"),
        ("let a = [1]; loop { a = [a, a] }", "too large"),
        ("let a = []; loop { a = [a]; }", "too large"),
        ("let a = [1]; loop { a += a; }", "too large"),
        ("fn f(a) { let b = a; f(b) } let a = []; for i in 0..512 { a.push(0); } f(a)", "too deeply"),
        ("fn f(n) { f(n + 1, n) } f(0)", "there is no function f (i64, i64)"),
    ] {
        let line = fault(text);
        assert!(line.contains(expected), "{text}: {line}");
    }
    let deep = format!("{}1{}", "(".repeat(3_000), ")".repeat(3_000));
    assert!(run_on_clear(&deep).end.is_err());
    assert!(fault(&"a".repeat(20_000)).contains("16 KiB"));
}

#[test]
fn a_run_that_is_abandoned_ends_and_the_next_does_not() {
    let own = Own::new("abandoned", "let x = 0; while x < 1000000000 { x += 1 } true");
    let _kept = own.keep();
    let size = Size::new(2_000, 2_000);
    let clear = Prepared::new(Mask::new(size));
    let started = Instant::now();
    std::thread::scope(|scope| {
        let run = scope.spawn(|| own.run_on(&Pair::new(&clear, &clear, Offset::default()).expect("a box")));
        while !run.is_finished() {
            own.abandon();
        }
        assert_eq!(run.join().expect("no panic").end.expect_err("it ends").stage, FailureStage::Abandoned);
    });
    assert!(started.elapsed().as_secs_f64() < 1.9);
}

/// Changes a script: words of scripts are cut out, doubled, exchanged and put in.
fn changed(dice: &mut Dice, text: &str, words: &[&str]) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens: Vec<String> = Vec::new();
    for c in text.chars() {
        match tokens.last_mut() {
            Some(token) if is_part(c) && token.ends_with(is_part) => token.push(c),
            _ => tokens.push(c.to_string()),
        }
    }
    for _ in 0..1 + dice.below(6) {
        let at = dice.below(u32::try_from(tokens.len()).expect("few").max(1)) as usize;
        let word = words[dice.below(u32::try_from(words.len()).expect("few")) as usize].to_owned();
        match dice.below(5) {
            0 if at < tokens.len() => drop(tokens.remove(at)),
            1 if at < tokens.len() => tokens.insert(at, tokens[at].clone()),
            2 if at < tokens.len() => tokens[at] = word,
            3 if at < tokens.len() => {
                let other = dice.below(u32::try_from(tokens.len()).expect("few")) as usize;
                tokens.swap(at, other);
            }
            _ => tokens.insert(at.min(tokens.len()), word),
        }
    }
    tokens.concat()
}

/// Words that scripts are changed by.
const WORDS: &str = "w¦h¦x¦y¦0¦1¦-1¦64¦65¦9223372036854775807¦1.5¦\"a\"¦[¦]¦(¦)¦{¦}¦+¦-¦*¦/¦%¦<<¦==¦&&¦!¦;¦..¦for i in ¦\
    while true ¦loop ¦if ¦else ¦return ¦break;¦let a = [];¦a.push(1);¦a.push(a);¦a += a;¦fn f(n) { f(n) } f(1);¦\
    visit¦visit_row¦counts¦hint_x¦true¦throw 1;¦try { visit(-1, -1) } catch { }";

/// Runs that many scripts made from the built-in ones by chance: each answers, or names its error. Returns the longest run.
fn random_scripts_end(seed: u64, count: u32) -> Duration {
    let (mut dice, words) = (Dice(seed), WORDS.split('¦').collect::<Vec<_>>());
    let (mut answers, mut stopped, mut longest) = (0, 0, Duration::ZERO);
    for _ in 0..count {
        let (_, start) = scripts()[dice.below(u32::try_from(scripts().len()).expect("few")) as usize];
        let text = changed(&mut dice, start, &words);
        let size = Size::new(1 + dice.below(12), 1 + dice.below(12));
        let (a, b) = (dice.mask(size, 3), dice.mask(size, 3));
        let pair = Pair::new(&a, &b, Offset::default()).expect("the same box");
        let own = Own::new("random", &text);
        let begun = Instant::now();
        let run = own.run_on(&pair);
        longest = longest.max(begun.elapsed());
        assert!(run.visits.iter().all(|visit| visit.is_in(size)), "{text}");
        assert!(run.outcomes.is_empty() || run.outcomes.len() == run.visits.len(), "{text}");
        match run.end {
            Ok(Some(hit)) => {
                assert!(hit.cell.is_none_or(|(x, y)| x < size.width && y < size.height), "{text}");
                answers += 1;
            }
            Ok(None) => answers += 1,
            Err(failure) => {
                assert!(failure.line.is_none_or(|line| (1..=text.split('\n').count()).contains(&line)), "{text}");
                assert!(!failure.message.is_empty(), "{text}");
                stopped += u32::from(failure.stage == FailureStage::Stopped);
            }
        }
    }
    assert!(answers > count / 50 && stopped <= count / 5, "{answers} answers, {stopped} stopped, of {count}");
    longest
}

#[test]
fn scripts_made_by_chance_answer_or_name_their_error() {
    random_scripts_end(1, 400);
}

/// `SEED` and `COUNT` in the environment say which and how many.
#[test]
#[ignore = "takes as long as it is asked to"]
fn only_by_hand_many_scripts_made_by_chance_end() {
    let number = |name: &str, usual| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let longest = random_scripts_end(number("SEED", 2), u32::try_from(number("COUNT", 20_000)).expect("a number"));
    eprintln!("the longest run took {longest:?}");
}

#[test]
fn every_scan_is_recognised_by_its_script() {
    let size = Size { width: 30, height: 24 };
    let a = Mask::from_fn(size, |x, y| x <= 22 && (10..14).contains(&y)).into();
    let b = Mask::from_fn(size, |x, _| x >= 20).into();
    let pair = Pair::new(&a, &b, Offset::default()).expect("the same box");
    for (name, text) in scripts() {
        let scan = if *name == "golden" { "golden" } else { "broken" };
        let line = ScanVerdict::of_script(Own::new(scan, text), &pair).verdict.finding.to_string();
        match *name {
            "sample" => assert_eq!(line, "never visits 711 cells, the first 1,0: all but every tenth column and row"),
            // In a box of one word the stripes are the words, and thirds are thirds.
            "stripes" => assert_eq!(line, "visits every cell once, in the order of words"),
            "combined" => assert_eq!(line, "visits every cell once, in the order of incremental"),
            "golden" => assert_eq!(line, "visits every cell once"),
            _ => assert_eq!(line, format!("visits every cell once, in the order of {name}")),
        }
    }
}
