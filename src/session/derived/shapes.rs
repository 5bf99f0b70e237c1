//! Derived values of hitboxes: the cells in which they differ from their masks, those in which they meet, their push-out, and fits.

use std::sync::{Arc, Mutex, PoisonError};

use super::super::stage::{Slot, Stage};
use super::{derive::Derive, subject::Subject};
use maskscope_core::geom::{Affine, Cell, IntRect, Offset};
use maskscope_core::mask::{Mask, Prepared, shortest_push};
use maskscope_core::shape::fit::{Fit, Fitting, Form, Rule};
use maskscope_core::shape::{Hitbox, Meeting, Part, PlacedHitbox, PlacedPart};

/// Cells that are compared in the time of a visit.
const CELLS_PER_VISIT: u64 = 64;

/// The key of how a hitbox differs from its sprite's mask: clear cells that it covers, and solid cells that it leaves out.
#[derive(Clone, Debug)]
pub struct Differing {
    pub(super) hitbox: Hitbox,
    pub(super) mask: Arc<Prepared>,
}

impl PartialEq for Differing {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.mask, &other.mask) && self.hitbox == other.hitbox
    }
}

impl Derive for Differing {
    type Value = Option<(u64, u64)>;

    fn visits(&self) -> u64 {
        self.mask.mask().size().area() / CELLS_PER_VISIT
    }

    fn make(&self, _: &dyn Fn() -> bool) -> Option<Self::Value> {
        Some(self.hitbox.differing(&self.mask))
    }
}

/// The key of the cells in which the hitboxes of A and B meet; a sprite without one is tested as its mask.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapesMet {
    subject: Arc<Subject>,
    hitboxes: [(Hitbox, Affine); 2],
}

/// The cells in which the hitboxes of A and B meet.
#[derive(Clone, Debug)]
pub struct SharedCells {
    /// Their meeting.
    pub meeting: Meeting,
    /// The cells whose centres both cover, in `area`.
    pub cells: Mask,
    /// The cells of the world where they may overlap.
    pub area: IntRect,
}

impl ShapesMet {
    /// The hitboxes on the stage; `None` if neither sprite has one.
    pub(in super::super) fn of(stage: &Stage, subject: &Arc<Subject>) -> Option<Self> {
        let hitboxes = Slot::ALL.map(|slot| {
            let hitbox = stage.get(slot)?.sprite().hitbox()?;
            Some((hitbox.clone(), stage.world_from_shapes(slot)?))
        });
        let is_tested = hitboxes.iter().any(Option::is_some);
        let mask = || (Hitbox::from(Part::Mask), Affine::IDENTITY);
        let hitboxes = hitboxes.map(|hitbox| hitbox.unwrap_or_else(mask));
        is_tested.then(|| Self { subject: Arc::clone(subject), hitboxes })
    }

    fn placed(&self) -> [PlacedHitbox; 2] {
        [0, 1].map(|at| {
            let ((hitbox, map), posed) = (&self.hitboxes[at], &self.subject.posed[at]);
            hitbox.placed(map, || (Arc::clone(posed.raster.mask()), posed.origin))
        })
    }

    /// The overlap of the boxes around both.
    fn area([a, b]: &[PlacedHitbox; 2]) -> IntRect {
        a.cells().zip(b.cells()).and_then(|(a, b)| a.intersection(b)).unwrap_or_default()
    }
}

impl Derive for ShapesMet {
    type Value = Arc<SharedCells>;

    fn visits(&self) -> u64 {
        let sides = self.subject.posed.each_ref().map(|posed| posed.raster.size().area());
        sides.iter().sum::<u64>() / CELLS_PER_VISIT
    }

    fn make(&self, _: &dyn Fn() -> bool) -> Option<Self::Value> {
        let placed = self.placed();
        let area = Self::area(&placed);
        let [a, b] = &placed;
        let cells = a.covered(area) & b.covered(area);
        Some(Arc::new(SharedCells { meeting: a.meets(b), cells, area }))
    }
}

/// The key of the shortest move of B by whole pixels after which the hitboxes share no cell.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapesPushed(pub(super) ShapesMet);

impl Derive for ShapesPushed {
    type Value = Option<Cell>;

    fn visits(&self) -> u64 {
        self.0.visits() * CELLS_PER_VISIT
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Option<Cell>> {
        let cells = self.0.placed().map(|placed| {
            let is_shape = placed.parts().iter().any(|part| matches!(part, PlacedPart::Shape(_)));
            let area = placed.cells().filter(|cells| !is_shape || cells.area() <= Hitbox::MOST_CELLS)?;
            Some((placed.covered(area), area.origin()))
        });
        let [Some((a, from)), Some((b, to))] = cells else { return Some(None) };
        let Some(offset) = Offset::of(to - from) else { return Some(None) };
        shortest_push(&a, &b, offset, cancelled)
    }
}

/// The key of the shape that fits a mask best.
#[derive(Clone, Debug)]
pub struct Fitted {
    pub(in super::super) mask: Arc<Prepared>,
    pub(in super::super) form: Form,
    /// The search so far; `None` inside for a mask without solid cells.
    pub(in super::super) begun: Arc<Mutex<Option<Option<Fitting>>>>,
}

impl PartialEq for Fitted {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.mask, &other.mask) && self.form == other.form
    }
}

impl Derive for Fitted {
    type Value = Option<Fit>;

    const GOES_ON: bool = true;

    fn visits(&self) -> u64 {
        /// About the time to fit a shape to a cell, in visits.
        const VISITS_PER_CELL: u64 = 64;
        self.mask.mask().size().area() * VISITS_PER_CELL
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Option<Fit>> {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let mask = self.mask.mask();
        match begun.get_or_insert_with(|| Fitting::new(self.form, mask, Rule::Fewest)) {
            Some(fitting) => fitting.go_on(mask, cancelled).map(Some),
            None => Some(None),
        }
    }
}
