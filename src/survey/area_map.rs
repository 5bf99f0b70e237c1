use std::sync::Arc;

use super::{Budget, Offsets, Plane, Progress, Square, Survey, TooMany};
use crate::{
    geom::{Cell, Offset},
    mask::{Mask, Prepared, engine},
};

/// How many pixels two masks share, at every offset at which their boxes overlap.
#[derive(Clone, Debug)]
pub struct AreaMap {
    masks: [Arc<Prepared>; 2],
    offsets: Offsets,
    progress: Progress,
    areas: Plane<u32>,
}

impl AreaMap {
    /// A survey of `a` and `b`, of which nothing is done.
    ///
    /// # Errors
    /// Where the masks have too many offsets.
    pub fn new(a: &Arc<Prepared>, b: &Arc<Prepared>) -> Result<Self, TooMany> {
        let offsets = TooMany::offsets(a.mask().size(), b.mask().size())?;
        Ok(Self {
            masks: [a, b].map(Arc::clone),
            offsets,
            progress: Progress::of(offsets.size()),
            areas: Plane::new(offsets.size(), 0),
        })
    }

    /// The offsets.
    pub const fn offsets(&self) -> Offsets {
        self.offsets
    }

    /// The areas, at every offset.
    pub const fn areas(&self) -> &Plane<u32> {
        &self.areas
    }

    /// The area at `offset`: 0 where the boxes are apart.
    pub fn area(&self, offset: Offset) -> u32 {
        self.offsets.place(offset).map_or(0, |(x, y)| self.areas.at(x, y))
    }

    /// The offsets at which the masks overlap: set where they do, as large as [`AreaMap::areas`]. Its outline is where the
    /// masks start to touch.
    pub fn overlaps(&self) -> Mask {
        Mask::from_fn(self.areas.size(), |x, y| self.areas.at(x, y) > 0)
    }

    /// Those of [`AreaMap::overlaps`] from which one step up, down, left or right leads to an offset at which the masks do
    /// not overlap: where B, coming from outside or from a hole, touches first.
    pub fn first_touch(&self) -> Mask {
        let overlaps = self.overlaps();
        let steps = [Cell::new(-1, 0), Cell::new(1, 0), Cell::new(0, -1), Cell::new(0, 1)];
        Mask::from_fn(overlaps.size(), |x, y| {
            let cell = Cell::new(x.into(), y.into());
            overlaps.get(x, y) && steps.into_iter().any(|step| !overlaps.get_cell(cell + step))
        })
    }

    /// The shortest move of B from `offset` after which the masks share nothing: of equally short ones the uppermost, of
    /// those the left one. `None` where they share nothing as it is. Exact once the survey is complete.
    pub fn push_out(&self, offset: Offset) -> Option<Cell> {
        let from = offset.cell() - self.offsets.first();
        if self.area(offset) == 0 {
            return None;
        }
        let mut best: Option<(i64, i64, i64)> = None;
        for distance in 0.. {
            if best.is_some_and(|(length, ..)| distance * distance > length) {
                break;
            }
            for dy in [-distance, distance] {
                if let Some(dx) = self.nearest_free(from + Cell::new(0, dy)) {
                    // Of two as near in one row the left one comes first.
                    for dx in [-dx, dx].into_iter().filter(|&dx| self.is_free(from + Cell::new(dx, dy))) {
                        let found = (dx * dx + dy * dy, dy, dx);
                        best = Some(best.map_or(found, |best| best.min(found)));
                    }
                }
            }
        }
        best.map(|(_, dy, dx)| Cell::new(dx, dy))
    }

    /// How many columns away the nearest place of the same row is at which nothing is shared. There always is one: no
    /// mask overlaps beyond the grid.
    fn nearest_free(&self, from: Cell) -> Option<i64> {
        (0..).find(|&dx| self.is_free(from + Cell::new(-dx, 0)) || self.is_free(from + Cell::new(dx, 0)))
    }

    /// Whether nothing is shared at a place of the grid, or beyond it.
    fn is_free(&self, place: Cell) -> bool {
        match (u32::try_from(place.x), u32::try_from(place.y)) {
            (Ok(x), Ok(y)) => self.areas.get(x, y).unwrap_or(0) == 0,
            _ => true,
        }
    }
}

impl Survey for AreaMap {
    fn progress(&self) -> Progress {
        self.progress
    }

    /// With a budget of time all places at once: the engine's map of the whole takes less than asking one by one. With a
    /// budget of places one by one.
    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        if matches!(budget, Budget::Time(_)) && !self.progress.is_complete() {
            let [a, b] = &self.masks;
            if let Some(map) = engine::AreaMap::new(a, b, cancelled) {
                self.areas = Plane::of_rows(self.offsets.size(), map.areas().to_vec());
                self.progress.complete();
            }
            return;
        }
        let (offsets, [a, b]) = (self.offsets, &self.masks);
        let ask =
            |Square { x, y, .. }: Square| u32::try_from(a.overlap_area(b, offsets.offset(x, y))).unwrap_or(u32::MAX);
        self.progress.advance(budget, cancelled, ask, |place, area| self.areas.paint(place, area));
    }
}
