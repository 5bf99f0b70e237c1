//! Running of lessons: steps begin, tasks are checked, guesses are answered.

use std::sync::Arc;

use super::super::lessons::{Before, Guessed, Lesson, LessonAction, OpenLesson, choices, nearest};
use super::super::scans::{ScanAction, ScanList};
use super::super::terrain::{Cast, TerrainAction};
use super::super::view::{Hint, Layers};
use super::super::{playback::PlaybackAction, scan_row::ScanRow, session::Session, snapshot::Moment};
use crate::scene::{Tab, terrain::Rules};
use crate::{geom::IntRect, scan::Scan};

impl Session {
    pub(in super::super) fn apply_to_lessons(&mut self, action: LessonAction) {
        match action {
            LessonAction::Open(lesson, step) => self.open_lesson(lesson, step),
            LessonAction::Next if self.lessons.open().is_some_and(OpenLesson::is_ready) => self.go_on(),
            LessonAction::Next => {}
            LessonAction::Skip => self.go_on(),
            LessonAction::Back => {
                if let Some(before) = self.lessons.open().and_then(|open| open.place().checked_sub(1)) {
                    self.begin_step(before);
                }
            }
            LessonAction::Guess(number) => self.guess(number),
            LessonAction::Close => self.close_lesson(),
            LessonAction::Recall(progress) => self.lessons.progress = progress,
        }
    }

    fn open_lesson(&mut self, lesson: Arc<Lesson>, step: usize) {
        self.view.learnt(Hint::Lessons);
        let before = match self.lessons.open.take() {
            Some(open) => open.before,
            None => Box::new(Before { stage: self.stage.clone(), look: self.look() }),
        };
        self.lessons.open = Some(OpenLesson { lesson, step: 0, is_done: false, guessed: None, before });
        self.begin_step(step);
    }

    /// To the next step; after the last one the lesson is done.
    fn go_on(&mut self) {
        let Some(open) = &self.lessons.open else { return };
        if open.is_last() {
            self.lessons.progress.done.insert(open.lesson.name.clone());
        } else {
            self.begin_step(open.step + 1);
        }
    }

    /// Shows a step of the open lesson as it begins.
    fn begin_step(&mut self, step: usize) {
        let Some(open) = &mut self.lessons.open else { return };
        open.step = step.min(open.lesson.steps.len() - 1);
        (open.is_done, open.guessed) = (open.step().task.is_none(), None);
        self.lessons.progress.at = Some((open.lesson.name.clone(), open.step));
        let (plays, is_game, ball) = (open.step().plays(), open.step().is_game(), open.step().ball);
        let scene = open.step().scene.clone();
        let (scan, pre_check) = (scene.scan, scene.view.pre_check);
        let layers = scene.view.layers.clone().map_or_else(Layers::default, Layers::from);
        self.show_scene(scene, None);
        self.scans = ScanList::default();
        if let Some(scan) = scan {
            self.scans.apply(ScanAction::Use(scan));
        }
        self.scans.pre_check = pre_check;
        self.view.layers = layers;
        if is_game {
            let rules = Rules { start: ball.unwrap_or(Rules::default().start), ..Rules::default() };
            let game = [TerrainAction::SetCast(Cast::Own), TerrainAction::SetRules(rules)];
            game.into_iter().for_each(|action| self.terrain.apply(action));
            self.terrain.apply(TerrainAction::SetLowestBit(false));
        }
        self.playback.begin(plays && !is_game);
        self.derived.forget_hit();
        self.follow();
        if let Some(open) = self.lessons.open.as_ref().filter(|open| open.is_last() && open.is_ready()) {
            self.lessons.progress.done.insert(open.lesson.name.clone());
        }
    }

    /// Takes note of a task that is done.
    pub(in super::super) fn check_lesson(&mut self) {
        let Some(open) = &self.lessons.open else { return };
        let step = open.step();
        let is_done = step.task.as_ref().is_none_or(|task| task.when.iter().all(|it| self.holds(it, step)));
        if let Some(open) = self.lessons.open.as_mut().filter(|open| is_done && !open.is_done) {
            open.is_done = true;
            if open.is_last() && open.is_ready() {
                self.lessons.progress.done.insert(open.lesson.name.clone());
            }
        }
    }

    /// The numbers to guess between, for what is shown now; `None` if nothing is to be guessed, or nothing is read.
    pub fn choices(&self) -> Option<[u64; 3]> {
        let open = self.lessons.open()?;
        let row = self.counted_row(open.step().guess.as_ref()?.of)?;
        let cells = self.derived.collision()?.overlap_box.map_or(0, IntRect::area);
        let is_known = row.count.visits > 0 && !self.derived.rows_are_stale();
        is_known.then(|| choices(row.count.visits, cells, open.place() % 3))
    }

    /// The row of a scan as it is counted, even while its visits are hidden.
    pub(super) fn counted_row(&self, scan: Scan) -> Option<&ScanRow> {
        self.derived.counted_rows().iter().find(|row| row.scan == scan)
    }

    fn guess(&mut self, number: u64) {
        let is_possible = self.lessons.open().is_some_and(|open| open.is_done && open.guessed.is_none());
        if is_possible && self.choices().is_some_and(|choices| choices.contains(&number)) {
            self.reveal(Some(number));
            // Watching shows why.
            let length = self.run_length();
            self.playback.apply(PlaybackAction::Play, length);
        }
    }

    /// Shows the visits that are hidden, if any are; `chosen` is what was guessed.
    pub(in super::super) fn reveal(&mut self, chosen: Option<u64>) {
        let Some((hidden, choices)) = self.lessons.hidden().first().copied().zip(self.choices()) else { return };
        let Some(truth) = self.counted_row(hidden).map(|row| row.count.visits) else { return };
        let guessed = Guessed { choices, nearest: nearest(truth), chosen, answer: Vec::new() };
        if let Some(open) = &mut self.lessons.open {
            open.guessed = Some(guessed);
        }
        self.follow();
        let text = self.lessons.open().and_then(|open| open.step().guess.as_ref()).map(|guess| guess.answer.clone());
        let answer = text.map(|text| self.told(&text)).unwrap_or_default();
        if let Some(open) = &mut self.lessons.open {
            if let Some(guessed) = &mut open.guessed {
                guessed.answer = answer;
            }
            if open.is_last() && open.is_ready() {
                self.lessons.progress.done.insert(open.lesson.name.clone());
            }
        }
    }

    /// True if the transport would show visits that are hidden.
    pub(in super::super) fn would_reveal(&self, action: PlaybackAction) -> bool {
        let moves = !matches!(
            action,
            PlaybackAction::Pause
                | PlaybackAction::First
                | PlaybackAction::StepBack
                | PlaybackAction::SetSpeed(_)
                | PlaybackAction::SetFit(_)
                | PlaybackAction::Faster
                | PlaybackAction::Slower
                | PlaybackAction::SetRepeat(_)
                | PlaybackAction::Scrub(0)
        );
        moves && self.hides_selected()
    }

    /// True if the visits of the selected scan are hidden until they are guessed.
    pub fn hides_selected(&self) -> bool {
        self.view.tab == Tab::Inspect && self.lessons.hidden().contains(&self.scans.selected())
    }

    /// Brings back what was shown before the lesson; a step to undo.
    fn close_lesson(&mut self) {
        let Some(open) = self.lessons.open.take() else { return };
        let Before { stage, look } = *open.before;
        self.settle();
        let now = self.moment_with_look();
        self.stage = stage;
        self.look_as(look);
        self.flash.clear();
        self.undo.record(Moment { deed: "lesson", ..now }, None);
    }
}
