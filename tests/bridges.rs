//! Runs the bridges in `samples/bridges` in their engines: maskscope judges what a game logs as the game itself does.

#[path = "support/marked.rs"]
mod marked;
#[path = "support/pygame.rs"]
mod pygame;
#[path = "support/tools.rs"]
mod tools;

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Output},
};

use marked::assert_marked;
use pygame::python;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A path below the crate's folder.
fn here(path: &str) -> String {
    text(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).to_owned()
}

/// A command of these words. SDL shows no window, and the working directory is one in which engines may leave logs.
fn command(words: &[&str]) -> Command {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir(env!("CARGO_TARGET_TMPDIR"));
    command.env("SDL_VIDEODRIVER", "dummy").env("SDL_AUDIODRIVER", "dummy");
    command
}

/// Runs a command that must succeed, and returns what it prints.
#[track_caller]
fn run(words: &[&str]) -> String {
    let Output { status, stdout, stderr } = command(words).output().expect("it starts");
    let (answer, errors) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{words:?}: {answer}{errors}");
    answer.into_owned()
}

/// Runs maskscope, and returns its exit code and what it prints.
#[track_caller]
fn maskscope(arguments: &[&str]) -> (i32, String) {
    let Output { status, stdout, stderr } =
        command(&[&[env!("CARGO_BIN_EXE_maskscope")], arguments].concat()).output().expect("it starts");
    let code = status.code().expect("an exit code");
    let errors = String::from_utf8_lossy(&stderr);
    // Where no pixels could be compared, nothing is concluded.
    let is_uncompared = code == 1 && errors.contains("none could be compared by pixels");
    assert!(code == 0 || code == 3 || is_uncompared, "{arguments:?}: {errors}");
    (code, String::from_utf8(stdout).expect("UTF-8"))
}

/// Returns maskscope's judgement of a log, with every step.
#[track_caller]
fn replay(log: &Path) -> Value {
    let (code, answer) = maskscope(&["replay", text(log), "--json", "--steps=all"]);
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["lines_skipped"], json!([]), "{}", log.display());
    assert_eq!(code == 3, number(&answer["disagreements"]) > 0, "{}", log.display());
    assert!(code != 1 || answer["compared"]["pixels"] == 0, "{}", log.display());
    answer
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[track_caller]
fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is not a number"))
}

fn steps(answer: &Value) -> &[Value] {
    answer["steps"].as_array().expect("steps")
}

/// The collision rules of the scripted game, each with its name in the guide.
const RULES: [(&str, &str); 4] = [
    ("boxes", "`collide_rect`"),
    ("smaller-boxes", "`collide_rect_ratio(0.7)`"),
    ("circles", "`collide_circle`"),
    ("masks", "`collide_mask`"),
];

/// A game of 2,000 frames checks for collisions by each rule; maskscope's result of every check is that of pygame's own
/// masks. The guide has a table of the results; `UPDATE_SNAPSHOTS=1` writes it again.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn a_scripted_game_is_wrong_where_the_masks_of_pygame_say_so() {
    let python = python();
    let folder = tempfile::tempdir().expect("a folder");
    let (log, expected) = (folder.path().join("game.jsonl"), folder.path().join("expected"));
    let mut table = "| the game asks by | checks | hits it reports | hits by the masks | wrong about its shapes \
                     | wrong hits | missed hits |\n"
        .to_owned();
    table += "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for (rule, name) in RULES {
        run(&[&python, &here("tests/bridges/pygame/scripted.py"), rule, text(&log), text(&expected)]);
        let answer = replay(&log);
        let expected = fs::read_to_string(&expected).expect("it was written");
        let expected: Vec<Value> = expected.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(steps(&answer).len(), expected.len());
        for (step, expected) in steps(&answer).iter().zip(&expected) {
            let is_hit = number(&expected["area"]) > 0;
            let judged = json!({
                "frame": step["frame"], "a": step["a"], "b": step["b"], "hit": step["game_hit"], "area": step["overlap_area"],
            });
            assert_eq!(&judged, expected, "{rule}");
            assert_eq!(step["masks_overlap"], is_hit, "{rule} {step}");
            assert_eq!(step["disagrees"], expected["hit"] != is_hit, "{rule} {step}");
        }
        let (_, wrong) = maskscope(&["replay", text(&log), "--json", "--steps=wrong"]);
        let wrong: Value = serde_json::from_str(&wrong).expect("JSON");
        let lines = |of: &Value, field: &str| -> BTreeSet<u64> {
            steps(of).iter().filter(|step| step[field] == true).map(|step| number(&step["line"])).collect()
        };
        assert_eq!(lines(&wrong, "disagrees"), lines(&answer, "disagrees"), "{rule}");

        let count = |is: fn(&Value) -> bool| expected.iter().filter(|check| is(check)).count();
        let by_game = count(|check| check["hit"] == true);
        let by_masks = count(|check| check["area"] != 0);
        let wrong = count(|check| check["hit"] == true && check["area"] == 0);
        let missed = count(|check| check["hit"] == false && check["area"] != 0);
        assert_eq!(answer["disagreements"], wrong + missed, "{rule}");
        assert_eq!(rule == "masks", wrong + missed == 0, "{rule}");
        let tests = steps(&answer).iter().filter(|step| step["verdict"] == "test-wrong").count();
        let [checks, by_game, by_masks, tests] = [expected.len(), by_game, by_masks, tests].map(thousands);
        let wrong = with_most(wrong, &answer, "distance", "px apart");
        let missed = with_most(missed, &answer, "depth", "px deep");
        table += &format!("| {name} | {checks} | {by_game} | {by_masks} | {tests} | {wrong} | {missed} |\n");
    }
    assert_marked("docs/games.md", "the scripted game", &table, "suite bridges:: -- --include-ignored");
}

/// A count of wrong checks, with the largest number of px that one of them is off by.
fn with_most(count: usize, answer: &Value, field: &str, unit: &str) -> String {
    let most = steps(answer).iter().filter_map(|step| step[field].as_f64()).fold(0.0, f64::max);
    let count = thousands(count);
    if most > 0.0 { format!("{count}, up to {most:.1} {unit}") } else { count }
}

fn thousands(count: usize) -> String {
    if count < 1_000 { count.to_string() } else { format!("{},{:03}", count / 1_000, count % 1_000) }
}

/// A bridge whose sample game and whose test can run here.
struct Bridge {
    /// The command that plays the sample game; `--frames` and `--log` follow.
    game: Vec<String>,
    /// The command that writes logs and dumps into the folder that follows.
    corners: Vec<String>,
    /// The folder of its compiled programs.
    _folder: Option<TempDir>,
}

impl Bridge {
    fn new(game: &[&str], corners: &[&str]) -> Self {
        // Paths below the crate's folder become absolute.
        let is_path = |word: &str| word.starts_with("samples/") || word.starts_with("tests/");
        let word = |word: &&str| if is_path(word) { here(word) } else { (*word).to_owned() };
        let owned = |words: &[&str]| words.iter().map(word).collect();
        Self { game: owned(game), corners: owned(corners), _folder: None }
    }

    fn pygame() -> Self {
        let python = python();
        Self::new(&[&python, "samples/bridges/pygame/asteroids.py"], &[&python, "tests/bridges/pygame/corners.py"])
    }

    fn javascript() -> Self {
        tools::need(&["node"]);
        Self::new(
            &["node", "samples/bridges/javascript/asteroids.js"],
            &["node", "tests/bridges/javascript/corners.js"],
        )
    }

    fn love() -> Self {
        tools::need(&["love"]);
        Self::new(&["love", "samples/bridges/love"], &["love", "tests/bridges/love"])
    }

    /// LÖVE with a window on a screen of its own.
    fn love_in_a_window() -> Self {
        let on_screen = ["env", "--unset=SDL_VIDEODRIVER", "xvfb-run", "--auto-servernum", "love"];
        tools::need(&["love", "xvfb-run", "xauth"]);
        Self::new(&[&on_screen, &["samples/bridges/love"][..]].concat(), &[])
    }

    fn godot() -> Self {
        tools::need(&["godot3-server"]);
        Self::new(
            &["godot3-server", "-s", "samples/bridges/godot/asteroids.gd"],
            // Lines are known where there is a debugger.
            &["godot3-server", "-d", "-s", "tests/bridges/godot/corners.gd"],
        )
    }

    fn csharp() -> Self {
        tools::need(&["mcs", "mono"]);
        let folder = tempfile::tempdir().expect("a folder");
        let [game, corners] =
            ["samples/bridges/csharp/Asteroids.cs", "tests/bridges/csharp/Corners.cs"].map(|source| {
                let name = Path::new(source).with_extension("exe");
                let program = folder.path().join(name.file_name().expect("a name"));
                let out = format!("-out:{}", text(&program));
                let bridge = ["Maskscope", "Actor"].map(|name| here(&format!("samples/bridges/csharp/{name}.cs")));
                run(&["mcs", "-warnaserror", &bridge[0], &bridge[1], &here(source), &out]);
                vec!["mono".to_owned(), text(&program).to_owned()]
            });
        Self { game, corners, _folder: Some(folder) }
    }

    /// The sample game prints how often it took ship and rock for a hit, and how often their pixels overlapped;
    /// maskscope finds the same in its log, and that each test of a box or a circle was answered right.
    #[track_caller]
    fn plays_and_is_judged(&self, rules: &[&str]) {
        for rule in rules {
            let folder = tempfile::tempdir().expect("a folder");
            let log = folder.path().join("it.jsonl");
            let game: Vec<&str> = self.game.iter().map(String::as_str).collect();
            let answer = run(&[&game, &["--by", rule, "--frames", "600", "--log", text(&log)][..]].concat());
            let answer = answer.trim_end().lines().last().expect("it says something");
            let numbers: Vec<u64> = answer.split(' ').filter_map(|word| word.parse().ok()).collect();
            let [frames, checks, by_game, by_pixels, wrong] = numbers[..] else { panic!("{answer}") };
            assert_eq!((frames, checks), (600, 5 * 600), "{answer}");
            assert!(by_pixels > 0 && (wrong > 0) == (*rule != "pixels"), "{answer}");
            let answer = replay(&log);
            let sum = |list: &str, field: &str| {
                answer[list].as_array().expect("a list").iter().map(|it| number(&it[field])).sum::<u64>()
            };
            assert_eq!(number(&answer["checks"]), checks);
            assert_eq!(answer["frames"]["last"], frames);
            assert_eq!(answer["kinds"].as_array().map(Vec::len), Some(1));
            assert_eq!((sum("pairs", "game_hits"), sum("pairs", "hits")), (by_game, by_pixels));
            assert_eq!(sum("kinds", "unfair-hit") + sum("kinds", "missed-touch"), wrong);
            assert_eq!(number(&answer["disagreements"]), wrong, "the tests themselves are right");
        }
    }

    /// Asserts what the bridge logs of boxes, circles, masks beside pictures, visits, far misses and things that cannot be
    /// logged, and that of the last second.
    #[track_caller]
    fn logs_what_is_tested(&self) {
        let folder = self.corners();
        let expected = fs::read_to_string(here("tests/bridges/things.jsonl")).expect("the expected log");
        let [log, short] = ["things.jsonl", "short.jsonl"].map(|name| folder.path().join(name));
        let logged = fs::read_to_string(&log).expect("a log");
        // A bridge may log its sprites before all checks.
        for has_sprite in [true, false] {
            assert_eq!(lines_alike(&logged, has_sprite), lines_alike(&expected, has_sprite));
        }
        let answer = replay(&log);
        let verdicts: Vec<_> = steps(&answer).iter().map(|step| step["verdict"].as_str().expect("a verdict")).collect();
        assert_eq!(verdicts[..4], ["right", "missed-touch", "test-wrong", "unfair-hit"]);
        assert_eq!(verdicts[4..], ["right"; 4]);
        assert_eq!((&answer["checks"], &answer["disagreements"]), (&json!(9), &json!(3)));
        assert_eq!(replay(&short)["frames"], json!({ "first": 21, "last": 30 }));
    }

    /// Asserts that a file which is no log stays as it is, that a pipe, a device and a folder are refused, each in one line, and
    /// that an earlier log stays until the game has made a check. The game goes on.
    #[track_caller]
    fn writes_over_logs_alone(&self) {
        let folder = tempfile::tempdir().expect("a folder");
        let game: Vec<&str> = self.game.iter().map(String::as_str).collect();
        let play = |log: &Path, frames: &str, variable: &str| {
            let words =
                [&["timeout", "60", "env", variable], &game[..], &["--frames", frames, "--log", text(log)]].concat();
            let output = command(&words).output().expect("it starts");
            let errors = String::from_utf8(output.stderr).expect("UTF-8");
            assert!(output.status.success(), "{words:?}: {errors}");
            let answer: Vec<_> = errors.lines().filter(|line| line.starts_with("maskscope: ")).collect();
            answer.join("\n")
        };
        let [notes, log, pipe] = ["notes.txt", "game.jsonl", "pipe"].map(|name| folder.path().join(name));
        let is_read = |path: &Path| fs::read_to_string(path).expect("it is there");
        let others = [
            "a list\n",
            "{\"note\":1}\n{\"maskscope_log\":1}\n",
            "{\"note\":{\"maskscope_log\":1}}\n",
            "\n",
            "[\"maskscope_log\"]\n",
        ];
        for other in others {
            fs::write(&notes, other).expect("a file");
            let answer = play(&notes, "5", "A=");
            assert!(
                answer.lines().count() == 1 && answer.contains("notes.txt") && answer.ends_with("is not a log"),
                "{other}: {answer}"
            );
            assert_eq!(is_read(&notes), other);
        }
        run(&["mkfifo", text(&pipe)]);
        for other in [&pipe, Path::new("/dev/null"), Path::new("/dev/full"), folder.path()] {
            let answer = play(other, "5", "A=");
            assert!(answer.lines().count() == 1 && answer.contains(text(other)), "{}: {answer}", other.display());
        }
        assert!(play(&pipe, "5", "MASKSCOPE_FORCE=1").contains("regular file"));

        assert_eq!(play(&log, "0", "A="), "");
        assert!(!log.exists(), "no empty file is left");
        let unusual = "\u{feff}\n {\"game\":\"{ \\\"a\\\", b\",\"view\":[0, 0, 9, 9], \"maskscope_log\" : 1}\n";
        for earlier in ["", "{\"maskscope_log\":1}\n{\"frame\":1,\"far\":7}\n", unusual] {
            fs::write(&log, earlier).expect("a log");
            assert_eq!(play(&log, "0", "A="), "");
            assert_eq!(is_read(&log), earlier, "the game has made no check");
            assert_eq!(play(&log, "5", "A="), "");
            assert_eq!(replay(&log)["checks"], 25);
        }
        assert_eq!(play(&notes, "5", "MASKSCOPE_FORCE=1"), "");
        assert_eq!(replay(&notes)["checks"], 25);

        // `run` makes a file that it holds while the game writes it, and lets it write over another with `--force`.
        fs::remove_file(&log).expect("a log");
        fs::write(&notes, "a list\n").expect("a file");
        for (path, options) in [(&log, &[][..]), (&log, &[][..]), (&notes, &["--force"][..])] {
            let run: &[&str] = &["run", "--headless", "-o", text(path)];
            let (_, answer) = maskscope(&[run, options, &["--"], &game[..], &["--frames", "5"]].concat());
            assert!(answer.contains("25 checks"), "{answer}");
            assert_eq!(replay(path)["checks"], 25);
        }
    }

    /// Asserts that hits with a kind that the game calls contact are not wrong, and that checks name their lines in the script
    /// `source`.
    #[track_caller]
    fn names_contact_and_lines(&self, source: &str) {
        let folder = self.corners();
        let log = folder.path().join("contact.jsonl");
        let lines = fs::read_to_string(&log).expect("a log");
        let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let kinds: Vec<_> = lines.filter(|line| line.get("contact").is_some()).collect();
        assert_eq!(kinds, [json!({ "kind": "Tile", "contact": true })]);
        let answer = replay(&log);
        let text = fs::read_to_string(here(source)).expect("the script");
        let name = Path::new(source).file_name().expect("a name").to_str().expect("UTF-8");
        for (step, mark, is_wrong) in [(0, "the first check", false), (1, "the second check", true)] {
            let line = 1 + text.lines().position(|line| line.contains(mark)).expect("a mark");
            let step = &steps(&answer)[step];
            assert_eq!(
                (&step["at"], &step["disagrees"]),
                (&json!(format!("{name}:{line}")), &json!(is_wrong)),
                "{step}"
            );
            assert_eq!(step["verdict"], "unfair-hit");
        }
        let contacts: Vec<_> =
            answer["sites"].as_array().expect("sites").iter().map(|site| number(&site["contact"])).collect();
        assert_eq!(contacts.iter().sum::<u64>(), 1);
    }

    /// Logs the unusual checks into a new folder, and replays the scenes that it dumps there.
    #[track_caller]
    fn corners(&self) -> TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let corners: Vec<&str> = self.corners.iter().map(String::as_str).collect();
        run(&[&corners, &[text(folder.path())][..]].concat());
        for (scene, code) in [("agrees", 0), ("disagrees", 3), ("plain", 0)] {
            let path = folder.path().join(scene).with_extension("scene.json");
            let (status, answer) = maskscope(&["replay", text(&path), "--json", "--expect-only"]);
            let answer: Value = serde_json::from_str(&answer).expect("JSON");
            let expectation = match scene {
                "agrees" => json!("held"),
                "disagrees" => json!("failed"),
                _ => Value::Null,
            };
            assert_eq!((status, &answer["expectation"]), (code, &expectation), "{scene}");
        }
        folder
    }

    /// Asserts the areas of the checks that every engine logs if it transforms what it draws: by position, turn, scale,
    /// anchor, flip, threshold, at a fraction of a pixel, and after a change of the image. The areas of the engine's
    /// `own` checks follow.
    #[track_caller]
    fn logs_what_it_turns(&self, own: &[u64]) {
        let folder = self.corners();
        let answer = replay(&folder.path().join("corners.jsonl"));
        let areas: Vec<u64> = steps(&answer).iter().map(|step| number(&step["overlap_area"])).collect();
        assert_eq!(areas, [&[0, 1, 1, 1, 1, 1, 1, 0, 1, 1], own].concat());
        assert!(steps(&answer).iter().all(|step| step["game_hit"] == true));
        assert_eq!(steps(&answer)[0]["a"], r#"L "ö" \ 1"#);
        assert_eq!(steps(&answer)[9]["a"], r#"L "ö" \ 1"#, "the instance stays the same when its looks change");
        last_look_is_a_mask(folder.path());
    }
}

/// Asserts that the last sprite is logged as a mask: bridges stop logging pictures after a number of pixels, which
/// those scripts pretend to have reached.
#[track_caller]
fn last_look_is_a_mask(folder: &Path) {
    let log = fs::read_to_string(folder.join("corners.jsonl")).expect("a log");
    let last = log.lines().rfind(|line| line.starts_with(r#"{"sprite""#)).expect("a sprite");
    assert!(last.contains(r#""mask":["#) && !last.contains("png"), "{last}");
}

/// Returns the lines of a log that are checks.
#[track_caller]
fn checks(log: &Path) -> Vec<Value> {
    let lines = fs::read_to_string(log).expect("a log");
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.filter(|line| line.get("hit").is_some()).collect()
}

/// Asserts that the log of the sample `loops` has each cell that its two loops read, once and in the overlap box; that the
/// second loop never reads the last column; and that maskscope finds the one touch that it misses.
#[track_caller]
fn records_its_loops(game: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("it.jsonl");
    run(&[game, &["--log", text(&log)]].concat());
    let checks = checks(&log);
    assert_eq!(checks.len(), 20);
    for both in checks.chunks(2) {
        for (check, missing) in both.iter().zip(0..) {
            // The ship is 40 columns wide; the bay begins at 60, and the ship's rows are 44 to 67.
            let right = number(&check["a"]["position"][0]) + 40 - missing;
            let read: Vec<[u64; 2]> = serde_json::from_value(check["visits"].clone()).expect("cells");
            let is_inside = |[x, y]: &[u64; 2]| (60..right).contains(x) && (44..68).contains(y);
            assert!(read.iter().all(is_inside), "{check}");
            assert_eq!(read.iter().collect::<BTreeSet<_>>().len(), read.len(), "{check}");
            assert!(check["hit"] == true || read.len() as u64 == 24 * (right - 60), "{check}");
        }
    }
    let answer = replay(&log);
    let wrong: Vec<_> = steps(&answer).iter().filter(|step| step["disagrees"] == true).collect();
    assert_eq!(wrong.len(), 1);
    assert_eq!((&wrong[0]["frame"], &wrong[0]["verdict"]), (&json!(9), &json!("missed-touch")));
}

/// Returns the lines that define a sprite, or the others, without what differs between the languages: the bytes of a
/// picture, the line of the game that asked, an error's words.
#[track_caller]
fn lines_alike(log: &str, has_sprite: bool) -> Vec<Value> {
    let alike = |line: &str| {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        let fields = line.as_object_mut().expect("an object");
        let at = fields.remove("at");
        assert!(at.is_none_or(|at| at.as_str().is_some_and(|at| at.contains(':'))), "{log}");
        fields.entry("engine").and_modify(|engine| *engine = json!("…"));
        fields.entry("png").and_modify(|png| *png = json!("…"));
        fields.entry("notes").and_modify(|notes| *notes = json!(["…"]));
        line
    };
    log.lines().map(alike).filter(|line| line.get("sprite").is_some() == has_sprite).collect()
}

/// The tests that the sample games know.
const TESTS: [&str; 3] = ["boxes", "circles", "pixels"];

#[test]
#[ignore = "needs Python with pygame-ce"]
fn the_game_in_pygame_is_judged() {
    let bridge = Bridge::pygame();
    bridge.plays_and_is_judged(&TESTS);
    bridge.writes_over_logs_alone();
    bridge.names_contact_and_lines("tests/bridges/pygame/corners.py");
}

/// Masks that differ from their pictures, that change, and that belong to no sprite; positions between pixels; results
/// of other rules.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn pygame_logs_masks_as_the_game_has_them() {
    let bridge = Bridge::pygame();
    let folder = bridge.corners();
    let answer = replay(&folder.path().join("corners.jsonl"));
    let areas: Vec<_> = steps(&answer).iter().map(|step| step["overlap_area"].as_u64()).collect();
    let seen = [0, 1, 1, 0, 0, 0, 0, 1, 1, 2, 0, 1, 0].map(Some);
    assert_eq!(areas, [&seen[..], &[None, None, None, Some(1)]].concat(), "the zone has no picture");
    let wrong: Vec<usize> = (0..areas.len()).filter(|&at| steps(&answer)[at]["disagrees"] == true).collect();
    assert_eq!(wrong, [0, 3, 5], "by boxes, and by a pixel of the mask that the picture does not have");
    let names: BTreeSet<_> = steps(&answer).iter().map(|step| step["b"].as_str().expect("a name")).collect();
    assert_eq!(names, ["Floating 2", "Rock", "Rock 3", "Rock 5", "rock", "zone"].into());
    assert_eq!(steps(&answer)[0]["a"], r#"L "ö" \ 1"#);
    last_look_is_a_mask(folder.path());

    let lost = fs::read_to_string(folder.path().join("lost.jsonl")).expect("a log");
    let lines: Vec<Value> = lost.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(lines.iter().any(|line| line["lost"] == 3) && lines.iter().any(|line| line["notes"].is_array()), "{lost}");
    assert_eq!(replay(&folder.path().join("lost.jsonl"))["checks"], 1, "its sprites are there");
}

/// Sprites that are not hashable or have no dictionary, rectangles, tuples and circles are logged; misses of sprites far apart
/// are counted, except the last before a near one; a log of the last seconds has those alone.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn pygame_logs_whatever_a_game_compares() {
    let bridge = Bridge::pygame();
    let folder = bridge.corners();
    let answer = replay(&folder.path().join("things.jsonl"));
    assert_eq!((&answer["checks"], &answer["disagreements"], &answer["jumps"]), (&json!(11), &json!(0), &json!(1)));
    let frames: Vec<u64> = steps(&answer).iter().map(|step| number(&step["frame"])).collect();
    assert_eq!(frames, [0, 0, 0, 0, 0, 1, 3, 4, 5, 6], "the check of frame 2 is only counted");
    let last = replay(&folder.path().join("last.jsonl"));
    assert_eq!((&last["checks"], &last["frames"]), (&json!(20), &json!({ "first": 81, "last": 100 })));
}

/// The cells that a game's own loop reads are in its next check, up to a number of them; those of a check that is not logged
/// are dropped.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn pygame_logs_what_a_loop_reads() {
    let folder = Bridge::pygame().corners();
    let log = folder.path().join("visits.jsonl");
    let visits: Vec<_> = checks(&log).iter().map(|check| check["visits"].clone()).collect();
    assert_eq!(visits, [json!([[11, 23], [-10, 20, 6, 4]]), Value::Null, json!([[10, 20]])]);
    let lines = fs::read_to_string(&log).expect("a log");
    assert!(lines.ends_with("\"1 visit not in the log: more than 1,000,000\"]}\n"), "{lines}");
    assert_eq!(replay(&log)["checks"], 3);
    records_its_loops(&[&python(), &here("samples/bridges/pygame/loops.py")]);
}

/// No frame waits for the file, a crash loses nothing, and a full disk does not stop the game.
#[test]
#[ignore = "needs Python with pygame-ce"]
fn pygame_games_go_on_whatever_becomes_of_the_log() {
    let python = python();
    let folder = tempfile::tempdir().expect("a folder");
    let outcome = |mode| {
        let script = here("tests/bridges/pygame/corners.py");
        let output = command(&[&python, &script, text(folder.path()), mode]).output().expect("it starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(outcome("slow"), (Some(0), String::new()));
    assert_eq!(replay(&folder.path().join("slow.jsonl"))["checks"], 5_000);

    let (code, errors) = outcome("crash");
    assert!(code == Some(1) && errors.ends_with("RuntimeError: the game crashes\n"), "{errors}");
    assert_eq!(replay(&folder.path().join("crash.jsonl"))["checks"], 1_000);

    if cfg!(unix) {
        let full = folder.path().join("full.jsonl");
        let full = text(&full);
        let (code, errors) = outcome("full");
        assert_eq!(code, Some(0), "{errors}");
        assert_eq!(errors, format!("maskscope: {full} is no longer written: [Errno 27] File too large\n"));
    }
}

#[test]
#[ignore = "needs node"]
fn the_game_in_javascript_is_judged() {
    let bridge = Bridge::javascript();
    bridge.plays_and_is_judged(&TESTS);
    bridge.writes_over_logs_alone();
    bridge.names_contact_and_lines("tests/bridges/javascript/corners.js");
    bridge.logs_what_it_turns(&[1]);
    bridge.logs_what_is_tested();
    records_its_loops(&["node", &here("samples/bridges/javascript/loops.js")]);
}

/// The log of an unchanged game in Phaser has each collision that the game itself has counted, and Phaser's answers
/// are those of the shapes that it tests. Every version of Phaser makes the same checks.
#[test]
#[ignore = "needs chromium, and MASKSCOPE_PHASER, files of Phaser 3 and 4"]
fn a_game_in_phaser_is_recorded() {
    tools::need(&["chromium"]);
    let logs: Vec<_> = tools::phasers().iter().map(|phaser| recorded_in_phaser(text(phaser))).collect();
    assert!(logs.windows(2).all(|logs| logs[0] == logs[1]), "versions of Phaser differ");
}

/// Plays the game in a file of Phaser, and returns the logged checks.
#[track_caller]
fn recorded_in_phaser(phaser: &str) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let profile = format!("--user-data-dir={}", text(folder.path()));
    let page = format!("file://{}?{phaser}", here("tests/bridges/javascript/phaser.html"));
    let options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", &profile];
    let quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
    let shown = ["--allow-file-access-from-files", "--virtual-time-budget=10000", "--dump-dom", &page];
    let shown = run(&[&["chromium"], &options[..], &quiet, &shown].concat());
    let (_, shown) = shown.split_once("<pre>").expect("the page shows a log");
    let (shown, _) = shown.split_once("</pre>").expect("the log ends");
    let (counted, lines) = shown.split_once('\n').expect("the game's own counts");
    let counted: Value = serde_json::from_str(counted).expect("JSON");
    let log = folder.path().join("game.jsonl");
    fs::write(&log, lines).expect("a log");
    let answer = replay(&log);
    let kinds: Vec<_> = answer["kinds"].as_array().expect("kinds").iter().collect();
    let hits = |a: &str, b: &str| {
        let of = kinds.iter().find(|it| it["a"] == a && it["b"] == b).unwrap_or_else(|| panic!("{a} and {b}"));
        (of["game_hits"].clone(), number(&of["test-wrong"]))
    };
    assert_eq!(hits("ship", "Rock"), (counted["overlaps"].clone(), 0));
    assert_eq!(hits("rock", "wall"), (counted["collisions"].clone(), 0));
    assert_eq!(hits("ship", "ship"), (counted["bounds"].clone(), 0));
    assert_eq!(hits("ship", "rock"), (json!(0), 0), "the game refuses those");
    let refused = |step: &&Value| step["game_hit"].is_null();
    assert_eq!(steps(&answer).iter().filter(refused).count() as u64, number(&counted["refusals"]));
    let sites = answer["sites"].as_array().expect("sites");
    let is_contact = |site: &&Value| site["kinds"] == json!(["rock", "wall"]) && number(&site["contact"]) > 0;
    assert!(sites.iter().any(|site| is_contact(&site)), "the page calls walls contact");
    let is_own = |at: &Value| at.as_str().is_none_or(|at| at.starts_with("phaser.html:"));
    assert!(sites.iter().all(|site| is_own(&site["at"])), "lines of Phaser and of the bridge are not the game's");
    assert!(kinds.iter().any(|it| it["unfair-hit"] != 0), "the body of the ship is larger than its pixels");
    checks(&log)
}

/// A check names no line where the bridge and the game are one file: it might be the bridge's. A game's file may be called as
/// an engine's.
#[test]
#[ignore = "needs node"]
fn a_line_of_javascript_is_the_game_s_or_none() {
    tools::need(&["node"]);
    let folder = tempfile::tempdir().expect("a folder");
    let [bundle, game, log] = ["bundle.js", "phaser-game.js", "game.jsonl"].map(|name| folder.path().join(name));
    let bridge = here("samples/bridges/javascript/maskscope.js");
    let play = "const log = new Maskscope({ file: process.argv[2] });\nlog.rects([0, 0, 2, 2], [1, 1, 2, 2], true);\n";
    let source = fs::read_to_string(&bridge).expect("the bridge");
    fs::write(&bundle, format!("{source}\n{play}")).expect("a script");
    fs::write(&game, format!("const Maskscope = require(process.argv[3]);\n{play}")).expect("a script");
    for (script, at) in [(&bundle, Value::Null), (&game, json!("phaser-game.js:3"))] {
        run(&["node", text(script), text(&log), &bridge]);
        assert_eq!(steps(&replay(&log))[0]["at"], at);
    }
}

#[test]
#[ignore = "needs love, xvfb-run and xauth"]
fn the_game_in_love_is_judged() {
    let bridge = Bridge::love();
    bridge.plays_and_is_judged(&TESTS);
    bridge.writes_over_logs_alone();
    bridge.names_contact_and_lines("tests/bridges/love/main.lua");
    bridge.logs_what_it_turns(&[1]);
    bridge.logs_what_is_tested();
    let bridge = Bridge::love_in_a_window();
    bridge.plays_and_is_judged(&TESTS[..1]);
}

#[test]
#[ignore = "needs godot3-server"]
fn the_game_in_godot_is_judged() {
    let bridge = Bridge::godot();
    bridge.plays_and_is_judged(&TESTS);
    bridge.writes_over_logs_alone();
    bridge.names_contact_and_lines("tests/bridges/godot/corners.gd");
    bridge.logs_what_it_turns(&[1, 0, 1, 0, 1]);
    bridge.logs_what_is_tested();
}

#[test]
#[ignore = "needs mcs and mono"]
fn the_game_in_csharp_is_judged() {
    let bridge = Bridge::csharp();
    bridge.plays_and_is_judged(&TESTS);
    bridge.writes_over_logs_alone();
    bridge.names_contact_and_lines("tests/bridges/csharp/Corners.cs");
    bridge.logs_what_it_turns(&[]);
    bridge.logs_what_is_tested();
}
