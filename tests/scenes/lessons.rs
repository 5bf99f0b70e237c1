//! Every lesson to its end, by the actions of a person; and every number that a text claims, computed again.

use std::collections::BTreeSet;

use maskscope::{
    cli,
    files::{lesson_names, sample_sprite},
    lessons::{lesson_named, lessons},
    session::{
        Action, Condition, LessonAction, OpenLesson, Placed, PlaybackAction, ScanAction, Session, Slot, StageAction,
        Tab, TerrainAction, ViewAction,
    },
};
use maskscope_core::{
    geom::{Cell, Offset},
    mask::truth::Truth,
    scan::{NoProbe, Scan},
    scene::{
        Profile,
        terrain::{Key, Rules},
    },
    shape::{Hitbox, Shape},
};

/// A person who does lessons.
struct Pupil(Session);

impl Pupil {
    /// Opens a step of a lesson, from 1, in a session that showed another pair.
    fn at(name: &str, step: usize) -> Self {
        let mut session = Session::default();
        let sprite = |name| sample_sprite(name).expect("a sample");
        let (a, b) = (sprite("mushroom.png"), sprite("bee.png"));
        session.apply(StageAction::ShowPair { a, b, offset: Offset::new(20, -4) }.into());
        let own = Box::new([sprite("ball.png"), sprite("hills.png")]);
        session.apply(TerrainAction::Bring(own).into());
        let (_, lesson) = lesson_named(name).expect("a lesson");
        session.apply(LessonAction::Open(lesson.clone(), step - 1).into());
        Self(session)
    }

    fn act(&mut self, action: impl Into<Action>) {
        self.0.apply(action.into());
    }

    fn open(&self) -> &OpenLesson {
        self.0.lessons().open().expect("a lesson is open")
    }

    fn b(&self) -> Cell {
        self.0.stage().get(Slot::B).expect("B").position()
    }

    /// Drags B there, cell by cell, first along x.
    fn drag(&mut self, x: i64, y: i64) {
        for along_x in [true, false] {
            loop {
                let at = self.b();
                let to = if along_x { Cell::new(x, at.y) } else { Cell::new(x, y) };
                if at == to {
                    break;
                }
                let position = Cell::new(at.x + (to.x - at.x).signum(), at.y + (to.y - at.y).signum());
                self.act(StageAction::Place { slot: Slot::B, position });
            }
        }
        self.act(StageAction::Settle);
    }

    /// Tests B as `shape`, as *Fit* and the handles do.
    fn test_as(&mut self, shape: Shape) {
        let hitboxes = Hitbox::new(vec![shape.into()]).expect("a hitbox").into();
        self.act(StageAction::SetHitboxes { slot: Slot::B, hitboxes });
    }

    fn nudge(&mut self, x: i64, y: i64) {
        self.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(x, y) });
        self.act(StageAction::Settle);
    }

    /// Lets time pass, in steps of the ball: sixty a second.
    fn wait(&mut self, steps: u32) {
        for _ in 0..steps {
            self.0.tick(1.0 / 60.0);
        }
    }

    /// Holds a key of the ball for some steps.
    fn hold(&mut self, key: Key, steps: u32) {
        self.act(TerrainAction::Press(key, true));
        self.wait(steps);
        self.act(TerrainAction::Press(key, false));
    }

    fn visits(&self, scan: &str) -> u64 {
        let scan: Scan = scan.parse().expect("a scan");
        self.0.derived().rows().iter().find(|row| row.scan == scan).expect("it is listed").count.visits
    }

    /// Does the task of the step by hand.
    fn do_task(&mut self, name: &str, step: usize) {
        match (name, step) {
            ("boxes-lie", 1) => self.drag(39, -17),
            ("boxes-lie", 3) => {
                self.nudge(1, 0);
                self.nudge(0, -1);
            }
            ("boxes-that-forgive", 1) => {
                for inset in 1..=14 {
                    let inset = f64::from(inset);
                    self.test_as(Shape::Box([0.0, 0.0, 48.0, 41.0 - inset]));
                }
                self.act(StageAction::Settle);
            }
            ("boxes-that-forgive", 2) => self.drag(8, -12),
            ("boxes-that-forgive", 3) => self.test_as(Shape::Box([16.0, 5.0, 29.0, 36.0])),
            ("what-is-solid", 2) => {
                for threshold in 0..=127 {
                    self.act(StageAction::SetThreshold { slot: Slot::A, threshold });
                }
                self.act(StageAction::Settle);
            }
            ("row-by-row", 1) => {
                self.act(PlaybackAction::Toggle);
                self.wait(252);
            }
            ("row-by-row", 3) => self.drag(10, -19),
            ("row-by-row", 4) => self.drag(10, -20),
            ("order-is-luck", 5) => self.drag(22, -6),
            ("inwards-outwards", 2) => self.drag(10, -17),
            ("inwards-outwards", 3) => self.drag(10, -19),
            ("inwards-outwards", 4) => {
                self.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(0, 1) });
                self.act(StageAction::Nudge { slot: Slot::B, by: Cell::new(0, 1) });
                self.act(StageAction::Settle);
            }
            ("strides-and-samples", 3) => self.drag(-7, 0),
            ("counting-not-reading", 2) => self.drag(10, -12),
            ("64-at-once", 2) => self.drag(52, 0),
            ("turned-sprites", 2) => {
                for degrees in (0..30_i32).rev() {
                    let placement = *self.0.stage().get(Slot::B).expect("B").placement();
                    let placement = maskscope_core::scene::Placement { rotation: degrees.into(), ..placement };
                    self.act(StageAction::Pose { slot: Slot::B, placement });
                }
                self.act(StageAction::Settle);
            }
            ("between-two-frames", 1) => {
                self.wait(30);
                self.hold(Key::Right, 22);
                self.wait(12);
            }
            ("between-two-frames", 2) => self.jump_from_the_hill(),
            ("between-two-frames", 3) => {
                let rules =
                    Rules { probing: maskscope_core::scene::terrain::Probing::Swept, ..self.0.terrain().game.rules };
                self.act(TerrainAction::SetRules(rules));
                self.jump_from_the_hill();
            }
            ("write-a-scan", 1 | 2) => self.write(include_str!("../../samples/scans/columns.rhai")),
            ("write-a-scan", 3) => {
                self.write("for y in 0..h { for x in 0..w { if visit(x, h - 1 - y) { return true } } }");
            }
            (name, step) => panic!("no actions are known for step {step} of {name}"),
        }
    }

    /// Writes another script in place of the selected one, and waits for its verdict.
    fn write(&mut self, text: &str) {
        let own = self.0.scans().rewritten(text).expect("an own scan is selected");
        self.act(ScanAction::Rewrite(own));
        self.0.run_wanted();
    }

    /// Jumps off the hill to the right, and releases the key above the platform.
    fn jump_from_the_hill(&mut self) {
        self.wait(30);
        self.act(TerrainAction::Press(Key::Right, true));
        self.act(TerrainAction::Press(Key::Jump, true));
        self.wait(16);
        self.act(TerrainAction::Press(Key::Right, false));
        self.act(TerrainAction::Press(Key::Jump, false));
        self.wait(60);
    }
}

#[test]
fn every_lesson_goes_to_its_end_by_what_a_person_would_do() {
    for name in lesson_names() {
        let mut pupil = Pupil::at(name, 1);
        let steps = pupil.open().lesson.steps.len();
        assert!((3..=6).contains(&steps), "{name}");
        for step in 1..=steps {
            assert_eq!(pupil.open().place() + 1, step, "{name}");
            let (has_task, has_guess) = (pupil.open().step().task.is_some(), pupil.open().step().guess.is_some());
            assert_eq!(pupil.open().is_done, !has_task, "{name}, step {step}: no task is done when its step begins");
            if has_task {
                pupil.act(LessonAction::Next);
                assert_eq!(pupil.open().place() + 1, step, "{name}, step {step}: Next waits for the task");
                pupil.do_task(name, step);
                assert!(pupil.open().is_done, "{name}, step {step}: {:?}", pupil.0.here());
            }
            if has_guess {
                pupil.act(LessonAction::Next);
                assert_eq!(pupil.open().place() + 1, step, "{name}, step {step}: Next waits for the guess");
                let choices = pupil.0.choices().expect("something is read");
                assert!(choices.windows(2).all(|pair| 2 * pair[0] <= pair[1]), "{name}, step {step}: {choices:?}");
                pupil.act(LessonAction::Guess(choices[1]));
                let guessed = pupil.open().guessed.as_ref().expect("it was guessed").clone();
                let truth = pupil.visits(&pupil.open().step().guess.as_ref().expect("a guess").of.to_string());
                let is_far = |n: &&u64| **n >= 2 * truth || 2 * **n <= truth;
                assert_eq!(choices.iter().filter(is_far).count(), 2, "{name}, step {step}: {truth} of {choices:?}");
                assert!(choices.contains(&guessed.nearest));
                assert_eq!(guessed.chosen, Some(choices[1]));
                assert!(pupil.0.is_playing(), "{name}, step {step}: the scan plays to show why");
            }
            assert!(pupil.open().is_ready(), "{name}, step {step}");
            assert_eq!(pupil.0.lessons().progress().done.contains(name), step == steps, "{name}, step {step}");
            pupil.act(LessonAction::Next);
        }
        let before = pupil.0.document();
        pupil.act(LessonAction::Close);
        assert!(pupil.0.lessons().open().is_none());
        assert_eq!(pupil.0.document(), before, "{name}: the earlier session comes back");
        assert_eq!(pupil.0.stage().get(Slot::B).map(|placed| placed.sprite().name.as_str()), Some("bee.png"));
    }
}

/// Returns every text of a lesson, with the number of its step.
fn texts(name: &str) -> Vec<(usize, maskscope::session::LessonText)> {
    let (_, lesson) = lesson_named(name).expect("a lesson");
    let of_step = |(place, step): (usize, &maskscope::session::LessonStep)| {
        let task = step.task.iter().flat_map(|task| [Some(&task.text), task.now.as_ref()]).flatten();
        let guess = step.guess.iter().flat_map(|guess| [&guess.question, &guess.note, &guess.answer]);
        let all = [&step.text].into_iter().chain(task).chain(guess);
        all.map(|text| (place + 1, text.clone())).collect::<Vec<_>>()
    };
    lesson.steps.iter().enumerate().flat_map(of_step).collect()
}

#[test]
fn every_number_in_a_text_is_known() {
    for name in lesson_names() {
        for (step, text) in texts(name) {
            let mut pupil = Pupil::at(name, step);
            assert!(pupil.0.run_all_but_timing()); // no lesson says a time
            if pupil.open().step().guess.is_some() {
                if pupil.open().step().task.is_some() {
                    pupil.do_task(name, step);
                }
                let choices = pupil.0.choices().expect("something is read");
                pupil.act(LessonAction::Guess(choices[0]));
            }
            let words: String = pupil.0.spans(&text).iter().map(ToString::to_string).collect();
            assert!(!words.contains(['…', '{', '`']), "{name}, step {step}: {words}");
        }
    }
}

#[test]
fn no_text_tells_what_is_to_be_guessed() {
    for name in lesson_names() {
        for (place, step) in lesson_named(name).expect("a lesson").1.steps.iter().enumerate() {
            let Some(guess) = &step.guess else { continue };
            let pupil = Pupil::at(name, place + 1);
            let task = step.task.iter().flat_map(|task| [Some(&task.text), task.now.as_ref()]).flatten();
            for text in [&step.text, &guess.question, &guess.note].into_iter().chain(task) {
                // A hidden number reads `?`.
                let spans: Vec<_> = pupil.0.spans(text);
                assert!(spans.iter().all(|span| span.text != "?"), "{name}, step {}: {spans:?}", place + 1);
            }
        }
    }
}

#[test]
fn nothing_tells_the_visits_before_they_are_guessed() {
    for name in lesson_names() {
        for (place, step) in lesson_named(name).expect("a lesson").1.steps.iter().enumerate() {
            let Some(guess) = &step.guess else { continue };
            let mut pupil = Pupil::at(name, place + 1);
            pupil.0.run_wanted();
            let overlap = pupil.0.collision().and_then(|it| it.overlap_box).expect("the boxes overlap");
            pupil.act(ViewAction::Hover(Some(overlap.origin())));
            let derived = pupil.0.derived();
            assert_eq!(pupil.0.scans().selected(), guess.of, "{name}: the scan in question is selected");
            let row = derived.rows().iter().find(|row| row.scan == guess.of).expect("it is listed");
            assert!(row.is_hidden && row.count.visits == 0 && row.timing.is_none(), "{name}");
            let hidden = pupil.0.lessons().hidden();
            assert!(derived.rows().iter().all(|row| row.is_hidden == hidden.contains(&row.scan)), "{name}");
            assert!(derived.recording().is_none() && derived.ranks().is_none() && derived.cell_visits().is_none());
            assert_eq!((pupil.0.steps(), pupil.0.current_visit(), pupil.0.code()), (0, None, None));
            assert_eq!(pupil.0.here().map(|here| here.line), Some("guess first".to_owned()));
            // Playing reveals the number, so that nothing is left to guess.
            if step.task.is_none() {
                pupil.act(PlaybackAction::Toggle);
                assert!(pupil.open().is_ready() && pupil.0.is_playing(), "{name}");
                assert_eq!(pupil.open().guessed.as_ref().and_then(|guessed| guessed.chosen), None);
                assert!(pupil.0.steps() > 0);
                // No other row gave the answer away.
                let truth = pupil.visits(&guess.of.to_string());
                let same = pupil.0.derived().rows().iter().filter(|row| row.count.visits == truth);
                assert!(same.into_iter().all(|row| hidden.contains(&row.scan)), "{name}: {truth}");
            }
        }
    }
}

#[test]
fn looking_into_the_race_gives_the_guess_up() {
    let mut pupil = Pupil::at("order-is-luck", 1);
    pupil.act(ViewAction::Show(Tab::Race));
    assert!(pupil.open().guessed.as_ref().is_some_and(|guessed| guessed.chosen.is_none()));
    assert_eq!(pupil.visits("columns"), 7);
}

#[test]
fn a_step_is_undone_as_any_other_change() {
    let mut pupil = Pupil::at("row-by-row", 1);
    let first = pupil.b();
    pupil.act(LessonAction::Skip);
    pupil.act(LessonAction::Skip);
    pupil.act(LessonAction::Skip);
    assert_eq!(pupil.b(), Cell::new(10, -19));
    pupil.act(StageAction::Undo);
    assert_eq!(pupil.b(), first);
    for _ in 0..3 {
        pupil.act(StageAction::Undo);
    }
    assert_eq!(pupil.b(), Cell::new(20, -4), "its position before the lesson");
    pupil.act(StageAction::Redo);
    assert_eq!(pupil.b(), first);
    pupil.act(LessonAction::Back);
    assert_eq!(pupil.open().place(), 2);
}

#[test]
fn whoever_opens_something_has_left_the_lesson() {
    let mut pupil = Pupil::at("row-by-row", 2);
    pupil.act(StageAction::Show { slot: Slot::B, sprite: sample_sprite("gem.png").expect("a sample") });
    assert!(pupil.0.lessons().open().is_none());
    let kept = pupil.0.document();
    assert_eq!(kept.names(), "ship.png, gem.png");
}

#[test]
fn a_lesson_is_no_unsaved_work_and_what_was_there_before_is_kept() {
    let mut pupil = Pupil::at("boxes-lie", 1);
    let before = pupil.0.document();
    assert_eq!(before.names(), "mushroom.png, bee.png");
    pupil.drag(20, -17);
    assert!(!pupil.0.has_unsaved_changes());
    assert_eq!(pupil.0.document(), before);
}

/// Returns the numerals that the texts of a lesson contain literally, without computed ones and those in names of
/// scans.
fn numerals(name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (_, text) in texts(name) {
        for words in text.written().filter(|words| words.parse::<Scan>().is_err()) {
            let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == ':';
            let all = words.split(|c: char| !(is_part(c) || c.is_alphabetic()));
            let all = all.map(|word| word.trim_matches(['.', ':'])).filter(|word| word.parse::<Scan>().is_err());
            found.extend(all.filter(|word| word.starts_with(|c: char| c.is_ascii_digit())).map(str::to_owned));
        }
    }
    found
}

/// Returns the visits of a scan that finds neither a hit nor an empty part: column, row, width and height of each.
fn order(size: &str, scan: &str) -> Vec<[u64; 4]> {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let outcome = cli::run(["maskscope", "order", "--size", size, "--scan", scan, "--json"], &mut out, &mut err);
    assert_eq!(outcome, cli::Outcome::Exit(0));
    let answer: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
    serde_json::from_value(answer["visits"].clone()).expect("visits")
}

#[test]
fn what_is_written_as_a_number_is_true() {
    let mut proven: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut prove = |name: &'static str, numbers: &[&'static str]| proven.push((name, numbers.to_vec()));
    let sprite = |name: &str| sample_sprite(name).expect("a sample");
    let shown = |pupil: &Pupil, slot| pupil.0.stage().get(slot).map(Placed::sprite).expect("a sprite").clone();

    // Above 0, glow and star hit; above 127, the threshold of pygame, they miss; alpha is a byte.
    let pupil = Pupil::at("what-is-solid", 1);
    let subject = |pupil: &Pupil| {
        let [a, b] = Slot::ALL.map(|slot| shown(pupil, slot));
        (a, b, pupil.0.stage().offset().expect("both"))
    };
    let (mut a, mut b, offset) = subject(&pupil);
    let area = |a: &maskscope_core::scene::Sprite, b: &maskscope_core::scene::Sprite| {
        Truth::of(a.mask().mask(), b.mask().mask(), offset).area
    };
    assert_eq!((a.threshold(), area(&a, &b)), (0, 155));
    for sprite in [&mut a, &mut b] {
        sprite.set_threshold(127);
    }
    assert_eq!(area(&a, &b), 0);
    let [posed_a, posed_b] = Slot::ALL.map(|slot| pupil.0.stage().get(slot).expect("a sprite").posed());
    assert_eq!(Profile::Pygame.run(posed_a, posed_b, &mut NoProbe), None, "pygame misses");
    assert_eq!(Profile::Pygame.about().solid, "alpha > 127");
    assert_eq!(sprite("ship.png").solid_count(), 842);
    prove("what-is-solid", &["0", "127", "255", "842"]);

    for (size, other) in [("3x3", "columns"), ("4x3", "incremental"), ("3x4", "incremental"), ("4x4", "incremental")] {
        assert_eq!(order(size, "combined"), order(size, other), "{size}");
    }
    prove("strides-and-samples", &["4"]);
    let (_, lesson) = lesson_named("inwards-outwards").expect("a lesson");
    let ten = Condition::Visits { of: "last-hit".parse().expect("a scan"), exactly: None, at_most: Some(10) };
    assert!(lesson.steps[3].task.as_ref().is_some_and(|task| task.when.contains(&ten)));
    prove("inwards-outwards", &["10"]);
    let blocks = order("128x64", "blocks");
    assert_eq!((&blocks[0], &blocks[1], &blocks[2]), (&[0, 0, 64, 64], &[0, 0, 8, 8], &[0, 0, 1, 1]));
    prove("counting-not-reading", &["64", "8"]);

    // A word has 64 cells; at one position the words take 40 visits, twice the 20 rows.
    let pupil = Pupil::at("64-at-once", 2);
    assert_eq!(
        (pupil.visits("words"), pupil.0.collision().and_then(|it| it.overlap_box).expect("boxes").height),
        (20, 20)
    );
    let crossing = Pupil::at("64-at-once", 3);
    assert_eq!(crossing.visits("words"), 40);
    prove("64-at-once", &["40", "64"]);

    assert_eq!(sprite("rock.png").size().to_string(), "48 × 41");
    prove("turned-sprites", &["0.5", "255", "41", "48"]);

    let hills = sprite("hills.png");
    let rows = (272..=391).map(|x| (250..340).filter(|y| hills.mask().mask().get(x, *y)).count());
    assert!(rows.clone().min() == Some(6) || rows.clone().any(|rows| rows == 6), "the platform is 6 rows thick");
    assert!(Rules::default().falling >= 10.0);
    prove("between-two-frames", &["10", "6"]);

    for name in lesson_names() {
        let known: BTreeSet<String> =
            proven.iter().filter(|(of, _)| *of == name).flat_map(|(_, all)| all).map(|n| (*n).to_owned()).collect();
        assert_eq!(numerals(name), known, "{name}");
    }
}

#[test]
fn what_is_written_in_words_is_true() {
    // The cross finds nothing, so it takes more visits than it has cells.
    let pupil = Pupil::at("order-is-luck", 2);
    let overlap = pupil.0.collision().and_then(|it| it.overlap_box).expect("boxes");
    assert!(pupil.visits("cross") > u64::from(overlap.width + overlap.height - 1));
    // The X finds it on a diagonal.
    assert!(pupil.visits("x") < 2 * u64::from(overlap.width.max(overlap.height)));
    // `edge-in` finds it on the border, past the right side; `center-out` is far ahead at the next step.
    let pupil = Pupil::at("inwards-outwards", 2);
    assert!(2 * pupil.visits("center-out") < pupil.visits("edge-in"));
    let mut pupil = Pupil::at("inwards-outwards", 1);
    let overlap = pupil.0.collision().and_then(|it| it.overlap_box).expect("boxes");
    pupil.act(PlaybackAction::Play);
    let visits = pupil.visits("edge-in");
    let (width, height) = (u64::from(overlap.width), u64::from(overlap.height));
    assert!((width + height..2 * (width + height) - 4).contains(&visits), "{visits} of {width} × {height}");
    // The samples miss the beam, and a tolerance of a half misses the overlap.
    let is_wrong = |pupil: &Pupil, scan: &str| {
        let scan: Scan = scan.parse().expect("a scan");
        pupil.0.derived().rows().iter().any(|row| row.scan == scan && row.is_wrong)
    };
    assert!(is_wrong(&Pupil::at("strides-and-samples", 4), "sample"));
    assert!(!is_wrong(&Pupil::at("strides-and-samples", 3), "sample"));
    assert!(is_wrong(&Pupil::at("turned-sprites", 4), "channels:0.5"));
    // One shared pixel, and a box that `combined` does not read by columns.
    let pupil = Pupil::at("strides-and-samples", 2);
    assert_eq!(pupil.0.derived().collision().map(|it| it.overlap_area), Some(1));
    assert_eq!(pupil.visits("combined"), pupil.visits("incremental"));
    // A star in the hollow of the moon, and a gem in the ring: boxes that overlap without a hit.
    for (name, step) in [("boxes-lie", 4), ("row-by-row", 5), ("counting-not-reading", 3), ("counting-not-reading", 4)]
    {
        let pupil = Pupil::at(name, step);
        let collision = pupil.0.derived().collision().expect("two sprites");
        assert!(collision.boxes_overlap() && !collision.masks_overlap(), "{name}");
    }
    assert_eq!(lessons().len(), 12);
}
