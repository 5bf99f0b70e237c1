//! The pairs, scenes and lessons that are built in.

use crate::app::prelude::*;
use crate::files::{sample_pairs, sample_scenes, sample_sprite};
use crate::lessons::{lesson_named, lessons};
use crate::session::{Event, LessonAction, LogAction, OpenLesson};
use maskscope_core::replay::{Clock, Move, Moved, Moves};

/// The title of each, and its description.
pub fn titles() -> Vec<(&'static str, &'static str)> {
    let pairs = sample_pairs().iter().map(|pair| (pair.title.as_str(), pair.shows.as_str()));
    let scenes = sample_scenes().iter().map(|scene| (scene.title.as_str(), scene.about.as_str()));
    pairs.chain(scenes).collect()
}

/// Shows the one of this place in the list.
pub fn show(session: &mut Session, index: usize) {
    let pairs = sample_pairs();
    if let Some(pair) = pairs.get(index) {
        if let Some((a, b)) = sample_sprite(&pair.a).zip(sample_sprite(&pair.b)) {
            session.apply(StageAction::ShowPair { a, b, offset: pair.offset }.into());
        }
    } else if let Some(scene) = sample_scenes().get(index - pairs.len()) {
        session.apply(Event::SceneLoaded(Box::new(scene.decode()), None).into());
    }
}

/// Shows the first pair where its boxes overlap and its pixels do not, with labels that say so.
pub fn greet(session: &mut Session) {
    let sprites = sample_pairs().first().and_then(|pair| sample_sprite(&pair.a).zip(sample_sprite(&pair.b)));
    if let Some((a, b)) = sprites {
        session.apply(StageAction::ShowPair { a, b, offset: Offset::new(14, -21) }.into());
    }
    session.apply(ViewAction::Greet(true).into());
}

/// The place of the rock in each frame of the example, from the ship's corner.
pub fn example_offsets() -> impl Iterator<Item = Offset> {
    (0..150).map(|frame| Offset::new(70 - frame, frame / 2 - 50))
}

/// Shows a replay of the first pair: the rock flies past the ship, in a game that takes boxes for pixels.
pub fn show_example(session: &mut Session) {
    show(session, 0);
    let Some(boxes) = session.stage().both().map(|(a, b)| [a.bounding_box(), b.bounding_box()]) else { return };
    let row = |(frame, Offset { x, y }): (u32, Offset)| {
        let there = IntRect::new(Cell::new(x.into(), y.into()), boxes[1].size());
        let moved = Moved { position: Some((x.into(), y.into())), ..Moved::default() };
        let hit = Some(there.intersection(boxes[0]).is_some());
        Move { line: u64::from(frame) + 1, at: frame.into(), sprites: [Moved::default(), moved], hit }
    };
    let moves = Moves { clock: Clock::Frame, moves: (0..).zip(example_offsets()).map(row).collect() };
    let path = "example".into();
    session.apply(LogAction::OpenTable { path, moves: Arc::new(moves), skipped: Vec::new() }.into());
}

/// Opens the lesson of this place in the list, from its first step.
pub fn open_lesson(session: &mut Session, place: usize) {
    if let Some(lesson) = lessons().get(place) {
        session.apply(LessonAction::Open(lesson.clone(), 0).into());
    }
}

/// Goes on where the lessons were left: at the step that was shown last, or with the first lesson that is not done.
pub fn go_on_with_lessons(session: &mut Session) {
    if let Some(open) = session.lessons().open() {
        let tab = open.step().scene.view.tab;
        session.apply(ViewAction::Show(tab).into());
        return;
    }
    let progress = session.lessons().progress();
    let left = progress.at.as_ref().filter(|(name, _)| !progress.done.contains(name));
    let left = left.and_then(|(name, step)| Some((lesson_named(name)?.0, *step)));
    let (place, step) = left.unwrap_or_else(|| {
        (lessons().iter().position(|lesson| !progress.done.contains(&lesson.name)).unwrap_or_default(), 0)
    });
    session.apply(LessonAction::Open(lessons()[place].clone(), step).into());
}

/// The place of the lesson that follows the one that is open; `None` if that is the last one.
pub fn lesson_after(open: &OpenLesson) -> Option<usize> {
    let (place, _) = lesson_named(&open.lesson.name)?;
    Some(place + 1).filter(|next| *next < lessons().len())
}

/// Goes to the next step, to the next lesson, or out of the last one: `even_unready`, or only once nothing is left to do.
pub fn go_on(session: &mut Session, even_unready: bool) {
    let Some(open) = session.lessons().open().filter(|open| even_unready || open.is_ready()) else { return };
    let (is_last, next) = (open.is_last(), lesson_after(open));
    session.apply(LessonAction::Skip.into());
    match next {
        _ if !is_last => {}
        Some(next) => open_lesson(session, next),
        None => {
            session.apply(LessonAction::Close.into());
        }
    }
}
