//! Undo and redo, by keeping the earlier documents: those that share their images cost a few bytes each, and those that do not are
//! limited by the bytes of their images.

use std::collections::VecDeque;
use std::sync::Arc;

use super::document::{Document, Reach};
use crate::session::stage::{Slot, Stage, UndoStream};
use maskscope_core::scene::Frames;

/// The most steps that can be undone.
const LIMIT: usize = 1_000;

/// The most bytes of images that steps to undo keep beside those that are shown. The last step is kept whatever it takes.
const MOST_IMAGE_BYTES: u64 = 32 << 20;

/// The states before and after the present one.
#[derive(Debug, Default)]
pub(in crate::session) struct History<T> {
    past: VecDeque<T>,
    future: VecDeque<T>,
    /// The stream of changes that the last step belongs to, while it is still growing.
    growing: Option<UndoStream>,
}

impl<T> History<T> {
    /// Records a change from `before`. Changes of one stream are one step.
    pub(in crate::session) fn record(&mut self, before: T, stream: Option<UndoStream>) {
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
    pub(in crate::session) fn settle(&mut self) {
        self.growing = None;
    }

    /// The number of steps that can be undone.
    pub(in crate::session) fn count(&self) -> usize {
        self.past.len()
    }

    /// Forgets what could be made again.
    pub(in crate::session) fn forget_undone(&mut self) {
        self.future.clear();
    }

    /// True if there is nothing to go back to, and nothing to make again.
    pub(in crate::session) fn is_empty(&self) -> bool {
        self.past.is_empty() && self.future.is_empty()
    }

    /// The states to which a step back and a step on lead.
    pub(in crate::session) fn ends(&self) -> [Option<&T>; 2] {
        [self.past.back(), self.future.back()]
    }

    /// Goes a step back, or on; returns where it leads. What leads here again is `here` of that.
    pub(in crate::session) fn go(&mut self, back: bool, here: impl FnOnce(&T) -> T) -> Option<T> {
        self.settle();
        let (past, future) = (&mut self.past, &mut self.future);
        let (from, to) = if back { (past, future) } else { (future, past) };
        let there = from.pop_back()?;
        to.push_back(here(&there));
        Some(there)
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

/// A step to undo.
#[derive(Debug, Default)]
pub(in crate::session) struct UndoStep {
    /// The document that it leads to.
    pub document: Document,
    /// The parts of that which it brings back.
    pub reach: Reach,
    /// The deed, in a word: `move`.
    pub deed: &'static str,
}

impl History<UndoStep> {
    /// Forgets the earliest steps where all together keep too many images besides those of the `present` stage.
    pub(in crate::session) fn limit_images(&mut self, present: &Stage) {
        let (mut known, mut left, mut kept) = (Vec::new(), MOST_IMAGE_BYTES, 0_usize);
        image_bytes(present, &mut known);
        for step in self.past.iter().rev() {
            let Some(rest) = left.checked_sub(image_bytes(&step.document.stage, &mut known)) else { break };
            (left, kept) = (rest, kept + 1);
        }
        self.past.drain(..self.past.len().saturating_sub(kept.max(1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::stage::Slot;

    /// A drag of B.
    const DRAG: Option<UndoStream> = Some(UndoStream::Move(Slot::B));

    #[test]
    fn at_the_limit_the_earliest_step_goes() {
        let mut steps = History::default();
        for state in 0..=LIMIT {
            steps.record(state, None);
        }
        for earlier in (1..=LIMIT).rev() {
            assert_eq!(steps.go(true, |_| earlier + 1), Some(earlier));
        }
        assert!(steps.ends()[0].is_none(), "the state before the first change is gone");
        for later in 2..=LIMIT + 1 {
            assert_eq!(steps.go(false, |_| later - 1), Some(later));
        }
    }

    #[test]
    fn a_drag_that_goes_on_after_undo_is_a_step_of_its_own() {
        let mut steps = History::default();
        steps.record(0, None);
        steps.record(1, DRAG);
        assert_eq!(steps.go(true, |_| 2), Some(1));
        steps.record(1, DRAG);
        assert_eq!(steps.go(true, |_| 3), Some(1), "only what came after the undo is taken back");
    }
}
