//! Undo and redo, by keeping the earlier states: those that share their images cost a few bytes each, and those that do not are
//! limited by the bytes of their images.

use std::collections::VecDeque;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::drags::{Drags, Routes};
use super::incidents::LineMarks;
use super::stage::{Slot, Stage, UndoStream};
use super::{
    animation::Animation, engines::Engines, log::KeptLog, playback::Playback, race::Race, scans::ScanList,
    surveys::Surveys,
};
use super::{terrain::KeptGame, view::View};
use crate::scene::Frames;

/// The most steps that can be undone.
const LIMIT: usize = 1_000;

/// The most bytes of images that steps to undo keep beside those that are shown. The last step is kept whatever it takes.
const MOST_IMAGE_BYTES: u64 = 32 << 20;

/// The states before and after the present one.
#[derive(Debug, Default)]
pub(super) struct UndoSteps<T> {
    past: VecDeque<T>,
    future: Vec<T>,
    /// The stream of changes that the last step belongs to, while it is still growing.
    growing: Option<UndoStream>,
}

impl<T> UndoSteps<T> {
    /// Records a change from `before`. Changes of one stream are one step.
    pub(super) fn record(&mut self, before: T, stream: Option<UndoStream>) {
        self.future.clear();
        if stream.is_none() || stream != self.growing {
            self.past.push_back(before);
            if self.past.len() > LIMIT {
                self.past.pop_front();
            }
        }
        self.growing = stream;
    }

    /// Ends the stream that the last step belongs to.
    pub(super) fn settle(&mut self) {
        self.growing = None;
    }

    /// The number of steps that can be undone.
    pub(super) fn count(&self) -> usize {
        self.past.len()
    }

    /// Forgets what could be made again.
    pub(super) fn forget_undone(&mut self) {
        self.future.clear();
    }

    /// True if there is nothing to go back to, and nothing to make again.
    pub(super) fn is_empty(&self) -> bool {
        self.past.is_empty() && self.future.is_empty()
    }

    /// The moment to which [`Self::undo`] leads.
    pub(super) fn earlier(&self) -> Option<&T> {
        self.past.back()
    }

    /// The moment to which [`Self::redo`] leads.
    pub(super) fn later(&self) -> Option<&T> {
        self.future.last()
    }

    pub(super) fn undo(&mut self, present: &mut T) {
        self.settle();
        if let Some(earlier) = self.past.pop_back() {
            self.future.push(std::mem::replace(present, earlier));
        }
    }

    pub(super) fn redo(&mut self, present: &mut T) {
        self.settle();
        if let Some(later) = self.future.pop() {
            self.past.push_back(std::mem::replace(present, later));
        }
    }
}

/// The bytes of the images of `stage` that are not yet `known`; they become so.
fn image_bytes<'a>(stage: &'a Stage, known: &mut Vec<&'a Arc<Frames>>) -> u64 {
    let mut bytes = 0;
    for sprite in Slot::ALL.iter().filter_map(|slot| Some(stage.get(*slot)?.sprite())) {
        for frames in [sprite.file_frames(), sprite.frames()] {
            if !known.iter().rev().any(|known| Arc::ptr_eq(known, frames)) {
                known.push(frames);
                bytes += frames.all().iter().map(|frame| frame.picture.rgba().len() as u64).sum::<u64>();
            }
        }
    }
    bytes
}

impl UndoSteps<Moment> {
    /// Forgets the earliest steps where all together keep too many images besides those of the `present` stage.
    pub(super) fn limit_images(&mut self, present: &Stage) {
        let (mut known, mut left, mut kept) = (Vec::new(), MOST_IMAGE_BYTES, 0_usize);
        image_bytes(present, &mut known);
        for moment in self.past.iter().rev() {
            let Some(rest) = left.checked_sub(image_bytes(&moment.work.stage, &mut known)) else { break };
            (left, kept) = (rest, kept + 1);
        }
        self.past.drain(..self.past.len().saturating_sub(kept.max(1)));
    }
}

/// Handmade work with the sprites: the content of a scene, apart from the view. Cloning shares images and routes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Snapshot {
    pub stage: Stage,
    pub routes: Routes,
}

/// The moment that a step to undo goes back to.
#[derive(Clone, Debug, Default)]
pub(super) struct Moment {
    pub work: Snapshot,
    pub beside: BesideWork,
    /// The deed of the step, in a word: `move`.
    pub deed: &'static str,
}

/// The parts that a step changes besides the sprites and the routes.
#[derive(Clone, Debug, Default)]
pub(super) enum BesideWork {
    /// Nothing else: how it is looked at stays as it is.
    #[default]
    Nothing,
    /// The ball's keys, rules and steps.
    Game(Box<KeptGame>),
    /// The marked lines of the game whose log is open.
    Marks(Box<LineMarks>),
    /// Everything: something else was opened.
    Look(Box<Presentation>),
    /// Everything, and the log: another session was continued.
    All(Box<(Presentation, Option<KeptLog>)>),
}

/// The view and playback of everything, apart from what only the pointer does.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Presentation {
    pub view: View,
    pub scans: ScanList,
    pub playback: Playback,
    pub race: Race,
    pub engines: Engines,
    pub animation: Animation,
    pub surveys: Surveys,
    /// Written apart: its routes have files of their own.
    #[serde(skip)]
    pub route: Drags,
    pub terrain: KeptGame,
}

impl Presentation {
    /// The same with every number cut to what can be looked at.
    #[must_use]
    pub fn cut_to_range(self) -> Self {
        Self {
            view: View { framing: self.view.framing.cut_to_range(), ..self.view },
            surveys: Surveys { variation: self.surveys.variation.cut_to_range(), ..self.surveys },
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::stage::Slot;
    use super::*;

    /// A drag of B.
    const DRAG: Option<UndoStream> = Some(UndoStream::Move(Slot::B));

    #[test]
    fn at_the_limit_the_earliest_step_goes() {
        let mut steps = UndoSteps::default();
        for state in 0..=LIMIT {
            steps.record(state, None);
        }
        let mut present = LIMIT + 1;
        for earlier in (1..=LIMIT).rev() {
            steps.undo(&mut present);
            assert_eq!(present, earlier);
        }
        assert!(steps.earlier().is_none(), "the state before the first change is gone");
        for later in 2..=LIMIT + 1 {
            steps.redo(&mut present);
            assert_eq!(present, later);
        }
    }

    #[test]
    fn a_drag_that_goes_on_after_undo_is_a_step_of_its_own() {
        let mut steps = UndoSteps::default();
        steps.record(0, None);
        steps.record(1, DRAG);
        let mut present = 2;
        steps.undo(&mut present);
        assert_eq!(present, 1);
        steps.record(present, DRAG);
        present = 3;
        steps.undo(&mut present);
        assert_eq!(present, 1, "only what came after the undo is taken back");
    }
}
