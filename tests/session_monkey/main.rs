//! A monkey does ten thousand things to a session; after each of them every invariant holds.

mod actions;
#[path = "../support/dice.rs"]
mod dice;
mod kept;
mod kinds;
#[path = "../support/last.rs"]
mod last;
mod props;
mod taken_back;
mod truths;

use std::collections::{BTreeMap, VecDeque};

use dice::Dice;
use last::Last;
use maskscope::{
    exports,
    files::{Limits, decode_scene, encode_scene},
    session::{Job, JobResult, Session, StageAction, SurveyJob},
};
use maskscope_core::scene::{Filter, Scene};

/// The number of successive actions for each of the two seeds.
const ACTIONS: usize = 5_000;
/// The largest number of steps that can be undone.
const MOST_UNDONE: usize = 1_000;

/// A running session, and the results on their way to it.
struct Monkey {
    dice: Dice,
    session: Session,
    /// Results that a worker has found and that have not arrived.
    late: VecDeque<JobResult>,
    done: BTreeMap<&'static str, usize>,
    last: Last,
}

impl Monkey {
    fn new(seed: u64) -> Self {
        Self {
            dice: Dice::new(seed),
            session: Session::default(),
            late: VecDeque::new(),
            done: BTreeMap::new(),
            last: Last::new(seed),
        }
    }

    fn act(&mut self) {
        let before = self.session.stage().clone();
        let action = actions::any(&mut self.dice, &self.session);
        self.last.note(&action);
        *self.done.entry(kinds::name(&action)).or_default() += 1;
        self.session.apply(action);
        truths::assert_all(&self.session);
        let export = self.dice.pick(exports::ALL);
        let content = exports::Chosen::suggested(export, &self.session).content(&self.session);
        assert!(content.is_ok() || !(export.is_possible)(&self.session), "{export:?} is possible");
        if *self.session.stage() != before {
            truths::assert_laid(self.session.stage());
        }
    }

    /// Lets time pass, and lets work be done and arrive, as between two frames of a window.
    fn wait(&mut self) {
        let seconds = self.dice.pick(&[0.0, 1.0 / 60.0, 0.25, 3.0]);
        self.session.tick(seconds);
        let takes_time = |job: &Job| job.is_timing() || job.is::<SurveyJob>();
        let is_patient = self.dice.roll(40) == 0;
        let wanted = self.session.wanted().into_iter().filter(|job| is_patient || !takes_time(job));
        self.late.extend(wanted.take(1).filter_map(|job| job.run(&|| false).expect("there is memory")));
        if self.dice.roll(3) == 0
            && let Some(result) = self.late.pop_front()
        {
            self.session.finish(result);
        }
        truths::assert_all(&self.session);
    }

    /// Does an action, and asserts that one step undoes it.
    fn replace_and_take_back(&mut self) {
        let action = actions::any(&mut self.dice, &self.session);
        self.last.note(&action);
        *self.done.entry(kinds::name(&action)).or_default() += 1;
        taken_back::assert_one_step(&mut self.session, &action);
        truths::assert_all(&self.session);
    }

    /// Asserts that undo and redo restore the stage.
    fn undo_and_redo(&mut self) {
        let before = self.session.stage().clone();
        if self.session.can_undo_redo().0 {
            self.session.apply(StageAction::Undo.into());
            truths::assert_all(&self.session);
            self.session.apply(StageAction::Redo.into());
            truths::assert_same(self.session.stage(), &before);
        }
    }

    /// Asserts that the scene of the session has the same answer, in memory and as a file of its own.
    fn read_as_a_scene(&self) {
        let Some(scene) = self.session.scene() else { return };
        let collision = self.session.derived().collision().expect("both are shown");
        let laid = scene.lay().expect("it is laid").collision();
        assert_eq!(laid.overlap_area, collision.overlap_area);
        let text = encode_scene(&scene, None, true);
        let read = decode_scene(text.as_bytes(), "alone.scene.json".as_ref(), &Limits::default());
        // A sprite without pixels cannot be written; a blended one changes when only its mask is written.
        let is_empty = scene.sprites.iter().any(|actor| actor.sprite.size().is_empty());
        assert!(read.is_ok() || is_empty, "{read:?}: {text}");
        let blends_nothing = |read: &Scene| {
            let mut readings = read.sprites.iter().map(|actor| actor.placement.read_by(read.convention));
            readings.all(|reading| reading.convention().filter == Filter::Nearest)
        };
        if let Some(read) = read.ok().filter(blends_nothing) {
            assert_eq!(read.lay().expect("it is laid").collision(), laid, "{text}");
        }
    }

    /// Asserts that everything can be undone, in a bounded number of steps, and redone.
    fn undo_everything_and_redo(&mut self) {
        let last = self.session.stage().clone();
        let mut undone = 0;
        while self.session.can_undo_redo().0 {
            self.session.apply(StageAction::Undo.into());
            undone += 1;
        }
        assert!(undone <= MOST_UNDONE, "{undone} steps were kept");
        for _ in 0..undone {
            self.session.apply(StageAction::Redo.into());
        }
        truths::assert_same(self.session.stage(), &last);
    }
}

/// Plays from `seed`, and returns how often each kind of action was done.
fn play(seed: u64) -> BTreeMap<&'static str, usize> {
    let mut monkey = Monkey::new(seed);
    for number in 0..ACTIONS {
        monkey.act();
        if number % 3 == 0 {
            monkey.wait();
        }
        if number % 4 == 0 {
            monkey.replace_and_take_back();
        }
        if number % 7 == 0 {
            monkey.undo_and_redo();
        }
        if number % 20 == 0 {
            monkey.read_as_a_scene();
        }
    }
    monkey.undo_everything_and_redo();
    std::mem::take(&mut monkey.done)
}

fn assert_nothing_is_left_out(done: &BTreeMap<&'static str, usize>) {
    let left_out: Vec<_> = kinds::ALL.iter().filter(|kind| !done.contains_key(**kind)).collect();
    assert!(left_out.is_empty(), "never done: {left_out:?}");
}

#[test]
fn five_thousand_actions_leave_everything_true() {
    assert_nothing_is_left_out(&play(1));
}

#[test]
fn five_thousand_others_do_too() {
    assert_nothing_is_left_out(&play(2));
}

/// The number of actions between two checks of the saved copy.
const STRIDE: usize = 5;

#[test]
fn whatever_was_done_comes_back() {
    let mut monkey = Monkey::new(3);
    let folder = kept::folder();
    for number in 0..ACTIONS / 2 {
        monkey.act();
        if number % 3 == 0 {
            monkey.wait();
        }
        if number % STRIDE == 0 {
            kept::assert_comes_back(&monkey.session, folder.path());
        }
    }
}
