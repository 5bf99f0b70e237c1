//! Undo and redo, by keeping the earlier states: they share their images, so each costs a few bytes.

use super::Slot;

/// How many steps back are kept.
const LIMIT: usize = 1_000;

/// The states before and after the present one.
#[derive(Debug)]
pub(super) struct History<T> {
    past: Vec<T>,
    future: Vec<T>,
    /// The stream of changes that the last step belongs to, while it is still growing.
    growing: Option<(u8, Slot)>,
}

impl<T> Default for History<T> {
    fn default() -> Self {
        Self { past: Vec::new(), future: Vec::new(), growing: None }
    }
}

impl<T> History<T> {
    /// Notes a change from `before`. Changes of one stream are one step.
    pub(super) fn record(&mut self, before: T, stream: Option<(u8, Slot)>) {
        self.future.clear();
        if stream.is_none() || stream != self.growing {
            self.past.push(before);
            if self.past.len() > LIMIT {
                self.past.remove(0);
            }
        }
        self.growing = stream;
    }

    /// Ends the stream that the last step belongs to.
    pub(super) fn settle(&mut self) {
        self.growing = None;
    }

    pub(super) fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    pub(super) fn undo(&mut self, present: &mut T) {
        self.settle();
        if let Some(earlier) = self.past.pop() {
            self.future.push(std::mem::replace(present, earlier));
        }
    }

    pub(super) fn redo(&mut self, present: &mut T) {
        self.settle();
        if let Some(later) = self.future.pop() {
            self.past.push(std::mem::replace(present, later));
        }
    }
}
