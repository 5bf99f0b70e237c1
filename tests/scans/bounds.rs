//! Whatever a script does, its run ends in time and within its memory, without a panic: each of these runs in a process of its own.

use std::io::{self, Read as _, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use maskscope_core::geom::{Offset, Size};
use maskscope_core::mask::{Mask, Prepared};
use maskscope_core::scan::{Own, Pair};

#[path = "../support/dice.rs"]
mod dice;

use dice::Dice;

/// The memory that a run may take beyond what the process has: 64 MB.
const MOST_KIB: u64 = 64_000_000 / 1_024;
/// The longest that a run takes, half a second more than it may.
const LONGEST: Duration = Duration::from_millis(2_500);
/// The time after which a process is killed: it has to start, and others may be running.
const PATIENCE: Duration = Duration::from_secs(20);
/// The memory that a process may have, so that a script which breaks its bounds harms nobody.
const LIMIT: u64 = 2 << 30;

/// The environment variable that makes this program run a script, in the file that it names.
const SCRIPT: &str = "MASKSCOPE_TEST_SCRIPT";

/// The functions that a script can call.
const FUNCTIONS: &str = include_str!("../support/script_functions.txt");

/// The peak of this process's memory, in KiB.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells it");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// Runs the script that the environment names, as a process of its own, and prints what that took.
#[test]
#[ignore = "needs to be started by the tests below"]
fn child() {
    let Some(path) = env::var_os(SCRIPT) else { return };
    nix::sys::resource::setrlimit(nix::sys::resource::Resource::RLIMIT_AS, LIMIT, LIMIT).expect("a limit");
    let text = fs::read_to_string(path).expect("a script");
    // The stack of a survey's thread.
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(move || {
        let size = Size::new(150, 90);
        let [a, b] = Mask::checkerboard(size).map(Prepared::new);
        let pair = Pair::new(&a, &b, Offset::default()).expect("the same box");
        // The interpreter itself belongs to the program.
        let first = Own::new("first", "false").run_on(&pair);
        assert_eq!(first.end, Ok(None));
        let (own, before, started) = (Own::new("tried", &text), peak(), Instant::now());
        let run = own.run_on(&pair);
        let (took, grown) = (started.elapsed(), peak() - before);
        let end = run.end.map_or_else(|failure| failure.to_string(), |hit| format!("answers {}", hit.is_some()));
        writeln!(io::stdout(), "took {} ms and {grown} KiB: {end}", took.as_millis()).expect("a pipe");
    });
    thread.expect("a thread").join().expect("no panic");
}

/// The time and the memory of a run, and its end.
struct Took {
    time: Duration,
    kib: u64,
    end: String,
}

/// Runs a script in a process of its own.
///
/// # Errors
/// If that ends otherwise than by itself, or prints to standard error.
fn run(text: &str) -> Result<Took, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tried.rhai");
    fs::write(&path, text).expect("a file");
    let mut command = Command::new(env::current_exe().expect("this program"));
    command
        .args(["--exact", "bounds::child", "--include-ignored", "--nocapture", "--test-threads=1"])
        .env(SCRIPT, &path);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (mut child, started) = (command.spawn().expect("it starts"), Instant::now());
    let status = loop {
        match child.try_wait().expect("it is ours") {
            Some(status) => break status,
            None if started.elapsed() > PATIENCE => {
                child.kill().expect("it runs");
                child.wait().expect("it ends");
                return Err("it does not end".to_owned());
            }
            None => thread::sleep(Duration::from_millis(1)),
        }
    };
    let (mut out, mut err) = (String::new(), String::new());
    child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
    child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
    let line = out.lines().find_map(|line| line.split_once("took ")).map(|(_, rest)| rest);
    let took = line.and_then(|line| {
        let (time, rest) = line.split_once(" ms and ")?;
        let (kib, end) = rest.split_once(" KiB: ")?;
        Some(Took { time: Duration::from_millis(time.parse().ok()?), kib: kib.parse().ok()?, end: end.to_owned() })
    });
    match took {
        Some(took) if status.success() && err.is_empty() => Ok(took),
        _ => Err(format!("{status}: {err}")),
    }
}

/// Asserts that a script keeps its bounds; returns what it took.
#[track_caller]
fn assert_bounded(text: &str) -> Took {
    let took = run(text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    assert!(took.time <= LONGEST, "{:?}: {}\n{text}", took.time, took.end);
    assert!(took.kib <= MOST_KIB, "{} KiB: {}\n{text}", took.kib, took.end);
    took
}

/// Scripts that were made to break the bounds.
#[test]
fn attacks_end_within_their_bounds() {
    let full = "let a = []; for i in 0..512 { a.push(i); }\n";
    let waiting = |calls| format!("{}f(n + 1, a){}", "g(a, a, a, a, a, a, a, ".repeat(calls), ")".repeat(calls));
    for (text, end) in [
        // Closures in closures.
        ("let f = 0; for i in 0..100000 { let g = f; f = || g; } visit(0, 0)".to_owned(), "line 1: unexpected"),
        ("let f = Fn(\"x\"); try { loop { f = f.curry(f); } } catch {}".to_owned(), "line 1: 'Fn' cannot"),
        ("let a = []; a.pad(4000, 1);".to_owned(), "line 1: there is no function pad"),
        ("let a = []; for i in 0..40 { a.push(i) } a.sort(|x, y| 1)".to_owned(), "line 1: unexpected"),
        // Arguments that wait while the last is computed.
        (format!("{full}g({})", "a, ".repeat(4_000)), "line 2: a call has at most 8"),
        (format!("{full}fn g(a) {{ a }} fn f(n, a) {{ {} }} f(0, a)", waiting(5)), "line 2: functions call"),
        (format!("{full}fn f(n, a) {{ {} }} f(0, a)", waiting(20)), "line 2: this is nested too deeply"),
        // Copies in every variable of every call.
        (
            format!(
                "{full}fn f(n, a) {{ {} f(n + 1, a) }} f(0, a)",
                (0..24).map(|i| format!("let a{i} = a; ")).collect::<String>()
            ),
            "line 2: functions call",
        ),
        (format!("{full}loop {{ let b = a; }}"), "stopped after"),
        (format!("{full}a.push(a);"), "line 2: too large"),
        ("let a = []; for i in 0..1000 { let b = []; b.push(a); a = b }".to_owned(), "line 1: too large"),
        ("let s = \"a\"; loop { s += s; }".to_owned(), "line 1: too large"),
        (format!("let s = `{}`;", "${w}".repeat(4_000)), "line 1: too large"),
        // Deep, in text and in calls.
        (format!("let k = {}1{};", "(".repeat(8_000), ")".repeat(8_000)), "line 1: this is nested"),
        (format!("let k = {};", ["w"; 8_000].join("+")), "line 1: this is nested"),
        (format!("if w == 1 {{}} {}", "else if w == 1 {}".repeat(900)), "line 1: this is nested"),
        ("fn f(n) { try { f(n + 1) } catch { f(n + 1) } } f(0)".to_owned(), "line 1: functions call"),
        ("loop { sleep(100); }".to_owned(), "line 1: there is no function sleep"),
        ("loop { counts(0, 0, w, h); }".to_owned(), "stopped after"),
    ] {
        let took = assert_bounded(&text);
        assert!(took.end.starts_with(end), "{text:.200}: {}", took.end);
    }
}

/// Programs made by chance, of all that the language has.
struct Programs {
    dice: Dice,
    functions: Vec<&'static str>,
}

impl Programs {
    fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed), functions: FUNCTIONS.lines().collect() }
    }

    /// A program of at most 16 KiB.
    fn program(&mut self) -> String {
        let [long, deep, doubled] = [[9, 100, 512], [2, 5, 9], [1, 3, 6]].map(|all| self.dice.pick(&all).to_string());
        let full = format!(
            "let a = []; for i in 0..{long} {{ a.push(i); }}\nlet b = []; for i in 0..{deep} {{ b.push(b); }}\n\
            let c = \"0123456789abcdef\"; for i in 0..{doubled} {{ c += c; }}\nlet d = 3; let e = true;\n"
        );
        let mut text = String::new();
        for name in ["f0", "f1", "f2"] {
            let body = self.block(2);
            text += &format!("fn {name}(a, b, c) {{ let d = 1; let e = true; {body} {name}(b, c, a) }}\n");
        }
        text += &full;
        for _ in 0..2 + self.dice.below(10) {
            // What one does wrong ends no other.
            let statement = format!("try {{ {} }} catch {{ d += 1; }}\n", self.statement(2));
            if text.len() + statement.len() < 16_000 {
                text += &statement;
            }
        }
        text
    }

    fn block(&mut self, depth: u32) -> String {
        (0..1 + self.dice.below(4)).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: u32) -> String {
        let name = self.dice.pick(&["a", "b", "c", "d", "e"]);
        if depth == 0 {
            return format!("{name} = {};", self.value(1));
        }
        match self.dice.below(18) {
            0 => format!("let {name} = {};", self.value(depth)),
            1 => format!("{name} = {};", self.value(depth)),
            2 => format!("{name} += {name};"),
            3 => format!("{name} = [{name}, {name}];"),
            4 => format!("{name}.push({});", self.value(depth)),
            5 => format!("{name}.push({name});"),
            6 => format!("loop {{ {} }}", self.block(depth - 1)),
            7 => format!("while {} {{ {} }}", self.condition(), self.block(depth - 1)),
            8 => format!("for i in {} {{ {} }}", self.dice.pick(&["a", "b", "c", "0..d"]), self.block(depth - 1)),
            9 => format!("for i in 0..{} {{ {} }}", self.number(), self.block(depth - 1)),
            10 => {
                let condition = self.condition();
                format!("if {condition} {{ {} }} else {{ {} }}", self.block(depth - 1), self.block(depth - 1))
            }
            11 => format!("try {{ {} }} catch {{ {} }}", self.block(depth - 1), self.block(depth - 1)),
            12 => format!("{name}[{}] = {};", self.value(1), self.value(depth)),
            13 => format!("switch {} {{ 0 => {}, _ => {} }}", self.value(1), self.value(2), self.value(2)),
            14 => self.dice.pick(&["loop { d += 1; break; }", "return a;", "throw a;"]).to_owned(),
            _ => format!("{};", self.call(depth)),
        }
    }

    fn value(&mut self, depth: u32) -> String {
        if depth == 0 {
            return match self.dice.below(3) {
                0 => self.number().to_owned(),
                _ => self.name().to_owned(),
            };
        }
        match self.dice.below(12) {
            0 => self.number().to_owned(),
            1 => format!("\"{}\"", "x".repeat(self.dice.below(40))),
            2 => format!("`${{{}}}${{{}}}`", self.value(depth - 1), self.name()),
            3 => {
                let elements: Vec<_> = (0..self.dice.below(6)).map(|_| self.value(depth - 1)).collect();
                format!("[{}]", elements.join(", "))
            }
            4 => format!("{}[{}]", self.name(), self.value(depth - 1)),
            5 | 6 => {
                let operator = self.dice.pick(&["+", "-", "*", "/", "%", "**", "<<", ">>", "==", "<", "..", "in"]);
                format!("({} {operator} {})", self.value(depth - 1), self.value(depth - 1))
            }
            7 => {
                format!("if {} {{ {} }} else {{ {} }}", self.condition(), self.value(depth - 1), self.value(depth - 1))
            }
            _ => self.call(depth),
        }
    }

    fn condition(&mut self) -> String {
        let operator = self.dice.pick(&["==", "!=", "<", ">="]);
        match self.dice.below(3) {
            0 => self.dice.pick(&["true", "e", "(e && d < 9)", "(e || d > 9)"]).to_owned(),
            _ => format!("({} {operator} {})", self.name(), self.value(0)),
        }
    }

    /// A call of any function, as one or as a method.
    fn call(&mut self, depth: u32) -> String {
        let own = ["f0", "f1", "f2", "visit", "visit_row", "counts", "push", "pop", "len", "sort", "map"];
        let name = match self.dice.below(3) {
            0 => self.dice.pick(&own).to_owned(),
            _ => {
                self.dice.pick(&self.functions.clone()).trim_start_matches("get$").trim_start_matches("set$").to_owned()
            }
        };
        // What is refused wherever it stands is tried by name elsewhere.
        let is_word = name.starts_with(char::is_alphabetic) && !["Fn", "print", "debug", "in"].contains(&&*name);
        let name = if is_word { name } else { "max".to_owned() };
        let arguments: Vec<_> = (0..self.dice.below(4)).map(|_| self.value(depth.saturating_sub(1))).collect();
        let arguments = arguments.join(", ");
        if self.dice.below(2) == 0 {
            format!("{}.{name}({arguments})", self.name())
        } else {
            format!("{name}({arguments})")
        }
    }

    fn name(&mut self) -> &'static str {
        self.dice.pick(&["a", "b", "c", "d", "e", "w", "h", "a", "b"])
    }

    fn number(&mut self) -> &'static str {
        self.dice.pick(&["0", "1", "2", "-1", "64", "1000", "100000", "9223372036854775807", "1.5", "true"])
    }
}

/// Runs that many programs, each in a process of its own; prints the longest time and the largest memory.
fn programs_keep_their_bounds(seed: u64, count: u32) {
    let mut programs = Programs::new(seed);
    let (mut longest, mut largest, mut answers, mut stopped) = (Duration::ZERO, 0, 0, 0);
    for _ in 0..count {
        let took = assert_bounded(&programs.program());
        (longest, largest) = (longest.max(took.time), largest.max(took.kib));
        answers += u32::from(took.end.starts_with("answers"));
        stopped += u32::from(took.end.starts_with("stopped"));
    }
    eprintln!(
        "of {count} programs {answers} answered and {stopped} were stopped; the longest took {longest:?}, the largest {largest} KiB"
    );
    // The others end in an error, many of them at a limit.
    assert!(3 * (answers + stopped) >= count, "most of the programs do nothing");
}

#[test]
fn programs_made_by_chance_keep_their_bounds() {
    programs_keep_their_bounds(1, 30);
}

/// `SEED` and `COUNT` in the environment say which and how many.
#[test]
#[ignore = "takes as long as it is asked to"]
fn only_by_hand_many_programs_keep_their_bounds() {
    let number = |name: &str, usual| env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    programs_keep_their_bounds(number("SEED", 2), u32::try_from(number("COUNT", 10_000)).expect("a number"));
}
