//! True if what a task asks for holds.

use super::super::lessons::{Condition, Step};
use super::super::{session::Session, slot::Slot};
use crate::scan::Scan;
use crate::scene::{Collision, Tab, terrain::Probing};

impl Session {
    /// True if `condition` holds in a `step` of a lesson; not while what it is about is not known yet.
    pub(super) fn holds(&self, condition: &Condition, step: &Step) -> bool {
        let collision = self.derived.collision();
        let has_rows = !self.derived.rows_are_stale();
        let row = |scan: Scan| self.counted_row(scan).filter(|_| has_rows);
        match *condition {
            Condition::BoxesOverlap => collision.is_some_and(Collision::boxes_overlap),
            Condition::Miss => collision.is_some_and(|it| it.boxes_overlap() && !it.masks_overlap()),
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
            Condition::FellThrough(ground) => {
                let shown = self.terrain.run().map_or(&[][..], |run| &run.steps[..self.terrain.at()]);
                let is_game = self.view.tab == Tab::Terrain;
                is_game && shown.iter().filter_map(|step| step.tunnelled).any(|cell| ground.has(cell.x, cell.y))
            }
            Condition::Swept => self.terrain.rules().probing == Probing::Swept,
            Condition::StandsOn(ground) => self.terrain.shown().is_some_and(|step| {
                #[expect(clippy::cast_possible_truncation, reason = "`as` saturates")]
                let contact = step.look.contact.map(|(x, y)| (x.floor() as i64, y.floor() as i64));
                self.view.tab == Tab::Terrain && contact.is_some_and(|(x, y)| ground.has(x, y))
            }),
        }
    }
}
