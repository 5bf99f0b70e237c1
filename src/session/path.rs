//! The path: where B is dragged, recorded, replayed and scrubbed.

use std::sync::Arc;

use super::{Placed, Slot};
use crate::{
    geom::Point,
    scene::{Path, Step},
};

/// The path, and how far along it one is.
#[derive(Clone, Debug, Default)]
pub struct PathRoom {
    path: Option<Arc<Path>>,
    /// The path that is being recorded, and for how long, in seconds.
    recording: Option<(Path, f64)>,
    /// The step that is shown, from 0.
    at: usize,
    plays: bool,
    /// Seconds since the path began, while it plays.
    clock: f64,
}

/// Changes to the path.
#[derive(Clone, Debug)]
pub enum PathAction {
    /// Takes another path, or none.
    Set(Option<Path>),
    /// Goes to a step, from 0.
    Go(usize),
    /// Plays it as it was recorded, or holds it.
    Play(bool),
}

impl PathRoom {
    /// The path, if there is one; while one is recorded, as far as it has come when it began to be kept.
    pub const fn path(&self) -> Option<&Arc<Path>> {
        self.path.as_ref()
    }

    /// The way that is being recorded.
    pub fn recorded(&self) -> Option<&Path> {
        self.recording.as_ref().map(|(path, _)| path)
    }

    /// The step that is shown, from 0.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Whether it plays.
    pub const fn plays(&self) -> bool {
        self.plays
    }

    /// Where B stands at the step that is shown.
    pub(super) fn position(&self) -> Option<Point> {
        Some(self.path.as_ref()?.steps.get(self.at)?.position)
    }

    pub(super) fn apply(&mut self, action: PathAction) {
        match action {
            PathAction::Set(path) => *self = Self { path: path.map(Arc::new), ..Self::default() },
            PathAction::Go(at) => {
                self.at = at.min(self.path.as_ref().map_or(0, |path| path.steps.len().saturating_sub(1)));
                self.plays = false;
            }
            PathAction::Play(plays) => {
                let last = self.path.as_ref().map_or(0, |path| path.steps.len().saturating_sub(1));
                if plays && self.at >= last {
                    self.at = 0;
                }
                self.clock = self.path.as_ref().and_then(|path| path.steps.get(self.at)).map_or(0.0, |it| it.seconds);
                self.plays = plays && self.path.is_some();
            }
        }
    }

    /// Takes a path that was there before, at the last step at which B stands where it is, else at its end.
    pub(super) fn restore(&mut self, path: Option<Arc<Path>>, now: Option<Point>) {
        let at = path.as_ref().map_or(0, |path| {
            let here = path.steps.iter().rposition(|step| Some(step.position) == now);
            here.unwrap_or(path.steps.len().saturating_sub(1))
        });
        *self = Self { path, at, ..Self::default() };
    }

    /// B has been moved by hand: from where it stood before to where it is now.
    pub(super) fn record(&mut self, before: Point, now: Point) {
        if before == now {
            return;
        }
        let (path, clock) = self.recording.get_or_insert_with(|| {
            let first = Step { seconds: 0.0, position: before };
            (Path { steps: vec![first] }, 0.0)
        });
        let last = path.steps.last().map_or(0.0, |step| step.seconds);
        // Two moves within one frame are one step.
        let is_same_frame = path.steps.len() > 1 && *clock <= last;
        if is_same_frame {
            path.steps.pop();
        }
        let seconds = if path.steps.len() == 1 { clock.max(FRAME) } else { clock.max(last) };
        // What cannot be a step, or is one too many, is left out.
        let _ = path.push(Step { seconds, position: now });
    }

    /// The gesture has ended: what was recorded is the path.
    pub(super) fn settle(&mut self) {
        if let Some((path, _)) = self.recording.take() {
            self.at = path.steps.len() - 1;
            self.path = Some(Arc::new(path));
            self.plays = false;
        }
    }

    /// Lets `seconds` pass; answers whether another step is shown.
    pub(super) fn tick(&mut self, seconds: f64) -> bool {
        if let Some((_, clock)) = &mut self.recording {
            *clock += seconds;
        }
        let Some(path) = self.path.as_ref().filter(|_| self.plays) else { return false };
        self.clock += seconds;
        let (old, last) = (self.at, path.steps.len() - 1);
        while self.at < last && path.steps[self.at + 1].seconds <= self.clock {
            self.at += 1;
        }
        self.plays = self.at < last;
        self.at != old
    }

    pub(super) fn is_moving(&self) -> bool {
        self.plays || self.recording.is_some()
    }
}

/// The least time between two steps that are recorded, in seconds.
const FRAME: f64 = 1.0 / 60.0;

/// Where B's anchor stands.
pub(super) fn position(placed: Option<&Placed>) -> Option<Point> {
    placed.map(|placed| placed.placement().position)
}

/// Whose way is recorded.
pub(super) const MOVED: Slot = Slot::B;

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded() -> PathRoom {
        let mut room = PathRoom::default();
        room.record((0.0, 0.0), (1.0, 0.0));
        room.tick(0.1);
        room.record((1.0, 0.0), (5.0, 2.0));
        room.record((5.0, 2.0), (6.0, 2.0));
        room.tick(0.1);
        room.record((6.0, 2.0), (7.0, 2.0));
        room.settle();
        room
    }

    #[test]
    fn a_drag_is_recorded_with_its_times() {
        let room = recorded();
        let steps = &room.path().expect("a path").steps;
        let positions: Vec<_> = steps.iter().map(|step| step.position).collect();
        assert_eq!(positions, [(0.0, 0.0), (1.0, 0.0), (6.0, 2.0), (7.0, 2.0)], "one step a frame");
        assert!(steps.windows(2).all(|pair| pair[0].seconds < pair[1].seconds));
        assert_eq!(room.at(), 3);
    }

    #[test]
    fn it_plays_as_it_was_recorded() {
        let mut room = recorded();
        room.apply(PathAction::Play(true));
        assert_eq!(room.at(), 0, "from the start");
        assert!(room.tick(0.02) && room.at() == 1);
        assert!(!room.tick(0.02));
        assert!(room.tick(1.0) && room.at() == 3 && !room.plays());
        room.apply(PathAction::Go(99));
        assert_eq!(room.position(), Some((7.0, 2.0)));
    }
}
