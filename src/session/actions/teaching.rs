//! Running of lessons: steps begin, tasks are checked, numbers are shown, guesses are answered.

use std::sync::Arc;

use crate::session::lessons::{
    Condition, Fact, Guessed, Lesson, LessonAction, LessonStep, LessonText, OpenLesson, Span, TextPart,
};
use crate::session::scan_row::ScanRow;
use crate::session::scans::{ScanAction, ScanList};
use crate::session::stage::{Placed, Slot};
use crate::session::terrain::{Cast, TerrainAction};
use crate::session::view::{Hint, Layers};
use crate::session::{derived::OwnJudgement, history::Reach, playback::PlaybackAction, session::Session};
use maskscope_core::scene::terrain::{Probing, Rules};
use maskscope_core::scene::{Collision, Fairness, Tab};
use maskscope_core::{geom::IntRect, scan::Scan, words};

impl Session {
    pub(super) fn apply_to_lessons(&mut self, action: LessonAction) {
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
            None => Box::new(self.now()),
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
        self.lessons.note_done();
    }

    /// Takes note of a task that is done.
    pub(super) fn check_lesson(&mut self) {
        let Some(open) = &self.lessons.open else { return };
        let step = open.step();
        let is_done = step.task.as_ref().is_none_or(|task| task.when.iter().all(|it| self.holds(it, step)));
        if let Some(open) = self.lessons.open.as_mut().filter(|open| is_done && !open.is_done) {
            open.is_done = true;
            self.lessons.note_done();
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
    fn counted_row(&self, scan: Scan) -> Option<&ScanRow> {
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
    pub(super) fn reveal(&mut self, chosen: Option<u64>) {
        let Some((hidden, choices)) = self.lessons.hidden().first().copied().zip(self.choices()) else { return };
        let Some(truth) = self.counted_row(hidden).map(|row| row.count.visits) else { return };
        let guessed = Guessed { choices, nearest: nearest(truth), chosen, answer: Vec::new() };
        if let Some(open) = &mut self.lessons.open {
            open.guessed = Some(guessed);
        }
        self.follow();
        let text = self.lessons.open().and_then(|open| open.step().guess.as_ref()).map(|guess| guess.answer.clone());
        let answer = text.map(|text| self.spans(&text)).unwrap_or_default();
        if let Some(guessed) = self.lessons.open.as_mut().and_then(|open| open.guessed.as_mut()) {
            guessed.answer = answer;
        }
        self.lessons.note_done();
    }

    /// True if the transport would show visits that are hidden.
    pub(super) fn would_reveal(&self, action: PlaybackAction) -> bool {
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
        self.settle();
        let now = self.now();
        self.show(*open.before);
        self.record_step(now, Reach::Look, "lesson", None);
    }
}

impl Session {
    /// `text` with its numbers as they are now.
    pub fn spans(&self, text: &LessonText) -> Vec<Span> {
        let span = |part: &TextPart| match part {
            TextPart::Words(words) => Span { text: words.clone(), is_stressed: false },
            TextPart::Stressed(words) => Span { text: words.clone(), is_stressed: true },
            TextPart::Fact(fact) => {
                Span { text: self.fact(*fact).unwrap_or_else(|| "…".to_owned()), is_stressed: true }
            }
        };
        text.parts().iter().map(span).collect()
    }

    /// The row of a scan; of its parameters only where they are listed.
    fn row_of(&self, scan: Scan) -> Option<&ScanRow> {
        self.derived.rows().iter().find(|row| row.scan == scan)
    }

    /// The verdict on the selected own scan, once it is known.
    fn own_judgement(&self) -> Option<&OwnJudgement> {
        self.derived.judgement(self.scans.selected().own()?).map(|it| &**it)
    }

    fn fact(&self, fact: Fact) -> Option<String> {
        let count = |n: u64| Some(words::thousands(n));
        let of_row = |scan: Scan, number: &dyn Fn(&ScanRow) -> Option<u64>| {
            let row = self.row_of(scan)?;
            if row.is_hidden { Some("?".to_owned()) } else { number(row).and_then(count) }
        };
        let column_and_row = |row: &ScanRow| -> Option<(u64, u64)> {
            let hit = row.hit?;
            let (x, y) = (u64::try_from(hit.visit.x).ok()?, u64::try_from(hit.visit.y).ok()?);
            Some(hit.cell.map_or((x, y), |(x, y)| (x.into(), y.into())))
        };
        let overlap = self.derived.collision()?.overlap_box;
        let placed = |slot| self.stage.get(slot).map(Placed::sprite);
        match fact {
            Fact::Visits(scan) => of_row(scan, &|row| Some(row.count.visits)),
            Fact::OwnVisits => count(self.own_judgement()?.count.visits),
            Fact::Covered(scan) => of_row(scan, &|row| Some(row.count.cells)),
            Fact::Row(scan) => of_row(scan, &|row| column_and_row(row).map(|(_, y)| y + 1)),
            Fact::Column(scan) => of_row(scan, &|row| column_and_row(row).map(|(x, _)| x + 1)),
            Fact::RowsAbove(scan) => of_row(scan, &|row| column_and_row(row).map(|(_, y)| y)),
            Fact::Times(more, fewer) => {
                let [more, fewer] = [self.row_of(more)?, self.row_of(fewer)?];
                if more.is_hidden || fewer.is_hidden {
                    return Some("?".to_owned());
                }
                Some(words::ratio(more.count.visits, fewer.count.visits))
            }
            Fact::Cells => count(overlap.map_or(0, IntRect::area)),
            Fact::Width => count(overlap.map_or(0, |overlap| overlap.width.into())),
            Fact::Height => count(overlap.map_or(0, |overlap| overlap.height.into())),
            Fact::Shared => count(self.derived.collision()?.overlap_area),
            Fact::Outside => count(self.derived.differing(Slot::B)?.0),
            Fact::LeftOut => count(self.derived.differing(Slot::B)?.1),
            Fact::Solid(slot) => count(placed(slot)?.solid_count()),
            Fact::Size(slot) => {
                let bounds = self.stage.get(slot)?.bounding_box();
                Some(format!("{} × {}", bounds.width, bounds.height))
            }
            Fact::Threshold => count(placed(Slot::A)?.rule().threshold.into()),
            Fact::Turn => Some(words::number(self.stage.get(Slot::B)?.placement().rotation, 0..=1) + "°"),
        }
    }
}

impl Session {
    /// True if `condition` holds in a `step` of a lesson; not while what it is about is not known yet.
    fn holds(&self, condition: &Condition, step: &LessonStep) -> bool {
        let collision = self.derived.collision();
        let has_rows = !self.derived.rows_are_stale();
        let row = |scan: Scan| self.counted_row(scan).filter(|_| has_rows);
        match *condition {
            Condition::BoxesOverlap => collision.is_some_and(Collision::boxes_overlap),
            Condition::Miss => collision.is_some_and(|it| it.boxes_overlap() && !it.masks_overlap()),
            Condition::ShapesAgree => {
                self.shape_check().is_some_and(|it| matches!(it.fairness, Fairness::Hits | Fairness::Misses))
            }
            Condition::DiffersAtMost(pixels) => {
                self.derived.differing(Slot::B).is_some_and(|(outside, left_out)| outside + left_out <= pixels)
            }
            Condition::Least(pixels) => collision.is_some_and(|it| it.overlap_area >= pixels),
            Condition::Shared(pixels) => collision.is_some_and(|it| it.overlap_area == pixels),
            Condition::InPlace => Slot::ALL.into_iter().zip(&step.scene.sprites).all(|(slot, actor)| {
                self.stage.get(slot).is_some_and(|placed| placed.placement().position == actor.placement.position)
            }),
            Condition::Selected(scan) => self.scans.selected() == scan,
            Condition::Played => self.playback.position() > 0 && self.playback.position() == self.steps(),
            Condition::Wrong(scan) => row(scan).is_some_and(|row| row.is_wrong),
            Condition::Hit(scan) => row(scan).is_some_and(|row| row.hit.is_some()),
            Condition::Visits { of, exactly, at_most } => row(of).is_some_and(|row| {
                let visits = row.count.visits;
                exactly.is_none_or(|n| visits == n) && at_most.is_none_or(|n| visits <= n)
            }),
            Condition::Fewer { of, than, times } => row(of).zip(row(than)).is_some_and(|(few, many)| {
                let visits = few.count.visits;
                few.hit.is_some() && visits < many.count.visits && visits * times <= many.count.visits
            }),
            Condition::OwnBeats(than) => self
                .own_judgement()
                .zip(row(than))
                .is_some_and(|(own, row)| own.hit.is_some() && own.is_fine() && own.count.visits < row.count.visits),
            Condition::OwnVisitsAll => self.own_judgement().is_some_and(OwnJudgement::is_fine),
            Condition::FellThrough(ground) => {
                let shown = self.terrain.run().map_or(&[][..], |run| &run.steps[..self.terrain.game.at]);
                let is_game = self.view.tab == Tab::Terrain;
                is_game && shown.iter().filter_map(|step| step.tunnelled).any(|cell| ground.has(cell.x, cell.y))
            }
            Condition::Swept => self.terrain.game.rules.probing == Probing::Swept,
            Condition::StandsOn(ground) => self.terrain.shown().is_some_and(|step| {
                #[expect(clippy::cast_possible_truncation, reason = "`as` saturates")]
                let contact = step.look.contact.map(|(x, y)| (x.floor() as i64, y.floor() as i64));
                self.view.tab == Tab::Terrain && contact.is_some_and(|(x, y)| ground.has(x, y))
            }),
        }
    }
}

/// Three round numbers in rising order: the one of 1, 2, 3, 5 × 10ⁿ nearest to `truth` by ratio, and two others at
/// least twice as large or half as large as the truth, `smaller` of them below it if possible. Numbers above `most` are
/// avoided. `truth` is 1 at least.
fn choices(truth: u64, most: u64, smaller: usize) -> [u64; 3] {
    let nearest = nearest(truth);
    let is_far = |one: u64, other: u64| one.max(other) >= one.min(other).saturating_mul(2);
    let spaced = |numbers: &mut dyn Iterator<Item = u64>| {
        let mut all: Vec<u64> = Vec::new();
        for number in numbers {
            let last = all.last().copied().unwrap_or(nearest);
            if all.len() < 2 && is_far(number, last) && is_far(number, truth) {
                all.push(number);
            }
        }
        all
    };
    let ceiling = nearest.saturating_mul(100);
    let mut down: Vec<u64> = round_numbers().take_while(|n| *n < nearest).collect();
    down.reverse();
    let below = spaced(&mut down.into_iter());
    let above = spaced(&mut round_numbers().skip_while(|n| *n <= nearest).take_while(|n| *n <= ceiling));
    let (possible, beyond): (Vec<u64>, Vec<u64>) = above.into_iter().partition(|n| *n <= most);
    let (first, rest) = below.split_at(smaller.min(below.len()));
    let others = first.iter().chain(&possible).chain(rest).chain(&beyond).copied().take(2);
    let mut all: Vec<u64> = others.chain([nearest]).collect();
    all.sort_unstable();
    [all[0], all[1], all[2]]
}

/// The number of 1, 2, 3, 5 × 10ⁿ nearest to `truth` by ratio.
fn nearest(truth: u64) -> u64 {
    let above = round_numbers().find(|n| *n >= truth).unwrap_or(truth);
    let below = round_numbers().take_while(|n| *n <= truth).last().unwrap_or(above);
    // above / truth against truth / below.
    let is_nearer_above = u128::from(above) * u128::from(below) < u128::from(truth) * u128::from(truth);
    if is_nearer_above { above } else { below }
}

/// 1, 2, 3, 5, 10, 20 and so on, as far as numbers go.
fn round_numbers() -> impl Iterator<Item = u64> {
    (0..19).flat_map(|power| [1, 2, 3, 5].map(|digit| digit * 10_u64.pow(power)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_round_number_is_near_by_ratio() {
        let cases = [(1, 1), (4, 5), (7, 5), (8, 10), (17, 20), (58, 50), (499, 500), (630, 500), (720, 1_000)];
        for (truth, expected) in cases {
            assert_eq!(nearest(truth), expected, "{truth}");
        }
    }

    #[test]
    fn the_others_are_far_from_the_truth_and_from_each_other() {
        for truth in 1..5_000 {
            for smaller in 0..=2 {
                let all = choices(truth, 5_000, smaller);
                let near = nearest(truth);
                assert!(all.contains(&near), "{truth}: {all:?}");
                assert!(all.windows(2).all(|pair| 2 * pair[0] <= pair[1]), "{truth}: {all:?}");
                for other in all.into_iter().filter(|n| *n != near) {
                    assert!(other >= 2 * truth || 2 * other <= truth, "{truth}: {all:?}");
                }
            }
        }
    }

    #[test]
    fn the_true_one_may_stand_anywhere_and_none_is_more_than_there_is() {
        assert_eq!(choices(499, 660, 1), [100, 200, 500]);
        assert_eq!(choices(58, 720, 0), [50, 200, 500]);
        assert_eq!(choices(58, 720, 1), [20, 50, 200]);
        assert_eq!(choices(58, 720, 2), [10, 20, 50]);
        assert_eq!(choices(1, 1, 2), [1, 2, 5]);
    }
}
