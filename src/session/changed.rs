//! Pixels that have just become solid or clear, to be flashed.

use std::sync::Arc;

use super::stage::Slot;
use maskscope_core::geom::{Cell, Size};
use maskscope_core::mask::{Mask, Prepared};

/// Time for which changes are still shown after a gesture has ended, in seconds.
const AFTERGLOW: f64 = 0.8;
/// Time for which they are shown after a file has changed.
const RELOADED: f64 = 2.0;
/// Masks of more cells are not compared: that would take longer than a frame.
const MOST_CELLS: u64 = 1 << 26;

/// Pixels of a sprite that have just become solid or clear.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The sprite that changed.
    pub slot: Slot,
    /// The pixels, from the sprite's top left pixel in the world.
    pub mask: Arc<Mask>,
    /// The solid pixels before.
    before: Arc<Prepared>,
    /// Time for which they are still shown, in seconds; `None` during the gesture that changes them.
    seconds_left: Option<f64>,
}

impl Changed {
    /// Their visibility, from 1 down to 0.
    pub fn strength(&self) -> f32 {
        #[expect(clippy::cast_possible_truncation, reason = "a share")]
        self.seconds_left.map_or(1.0, |left| (left / AFTERGLOW).clamp(0.0, 1.0) as f32)
    }
}

/// Flashing pixels, if any.
#[derive(Debug, Default)]
pub(super) struct Flash(Option<Changed>);

impl Flash {
    pub(super) const fn get(&self) -> Option<&Changed> {
        self.0.as_ref()
    }

    /// A gesture has changed what is solid from `before` to `now`: shown against what was solid when it began.
    pub(super) fn during(&mut self, slot: Slot, before: &Arc<Prepared>, now: &Arc<Prepared>) {
        let goes_on = self.0.take().filter(|old| old.slot == slot && old.seconds_left.is_none());
        let before = goes_on.map_or_else(|| Arc::clone(before), |old| old.before);
        self.show(slot, before, now, None);
    }

    /// The file has changed what is solid from `before` to `now`.
    pub(super) fn reloaded(&mut self, slot: Slot, before: &Arc<Prepared>, now: &Arc<Prepared>) {
        self.show(slot, Arc::clone(before), now, Some(RELOADED));
    }

    fn show(&mut self, slot: Slot, before: Arc<Prepared>, now: &Prepared, seconds_left: Option<f64>) {
        let (old, new) = (before.mask(), now.mask());
        let is_small = old.size().area().max(new.size().area()) <= MOST_CELLS;
        let mask = is_small.then(|| Arc::new(differing(old, new)));
        self.0 = mask.map(|mask| Changed { slot, mask, before, seconds_left });
    }

    /// The gesture has ended.
    pub(super) fn settle(&mut self) {
        if let Some(changed) = &mut self.0 {
            changed.seconds_left.get_or_insert(AFTERGLOW);
        }
    }

    pub(super) fn clear(&mut self) {
        self.0 = None;
    }

    /// Lets `seconds` pass; returns whether anything still fades.
    pub(super) fn tick(&mut self, seconds: f64) -> bool {
        let Some(left) = self.0.as_mut().and_then(|changed| changed.seconds_left.as_mut()) else { return false };
        *left -= seconds;
        if *left <= 0.0 {
            self.0 = None;
        }
        true
    }
}

/// Set where exactly one of two masks is, laid on each other by their top left corners.
fn differing(one: &Mask, other: &Mask) -> Mask {
    if one.size() == other.size() {
        return one ^ other;
    }
    let side = |one: u32, other: u32| one.max(other);
    let size = Size::new(side(one.width(), other.width()), side(one.height(), other.height()));
    let get = |mask: &Mask, x: u32, y: u32| mask.get_cell(Cell::new(x.into(), y.into()));
    Mask::from_fn(size, |x, y| get(one, x, y) != get(other, x, y))
}
