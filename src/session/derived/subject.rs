//! Two masks at an offset: what every derived thing is about.

use std::sync::Arc;

use super::super::stage::{Placed, Slot, Stage};
use maskscope_core::geom::{Cell, IntRect, Offset, Size};
use maskscope_core::mask::{Prepared, overlap_box};
use maskscope_core::memory::OutOfMemory;
use maskscope_core::scan::{Hit, Pair, Probe, Scan, Visit};
use maskscope_core::scene::{Laid, Posed, PreChecking};

/// The cells that a script counts as: it never runs at once, since it may take two seconds.
const SCRIPT: u64 = 1 << 40;

/// Two masks at an offset: what every derived thing is about, and part of its key. Cheap to clone and to compare.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Mask A.
    pub a: Arc<Prepared>,
    /// Mask B.
    pub b: Arc<Prepared>,
    /// B's top left relative to A's.
    pub offset: Offset,
    /// The previous placement's hit in A's pixels, while a sprite is dragged: for scans that remember.
    pub hint: Option<Cell>,
    /// The pre-check before the scans or in their place.
    pub pre_check: Option<PreChecking>,
    /// Both sprites in the world.
    pub posed: [Posed; 2],
}

impl PartialEq for Subject {
    fn eq(&self, other: &Self) -> bool {
        (self.offset, self.hint, self.pre_check) == (other.offset, other.hint, other.pre_check)
            && Arc::ptr_eq(&self.a, &other.a)
            && Arc::ptr_eq(&self.b, &other.b)
            && self.posed.iter().zip(&other.posed).all(|(one, other)| one.lies_like(other))
    }
}

/// Numbers of a stage are finite. `Arc`s of what is `Eq` are compared by their addresses first, which costs nothing.
impl Eq for Subject {}

impl From<Laid> for Subject {
    fn from(Laid { a, b, offset }: Laid) -> Self {
        let [of_a, of_b] = [&a, &b].map(|posed| Arc::clone(posed.raster.mask()));
        Self { a: of_a, b: of_b, offset, hint: None, pre_check: None, posed: [a, b] }
    }
}

impl Subject {
    /// The sprites on the stage; `None` while a slot is empty.
    pub(in super::super) fn of(stage: &Stage, hint: Option<Cell>, pre_check: Option<PreChecking>) -> Option<Self> {
        let (a, b) = stage.both()?;
        Self::between(a, b, hint, pre_check)
    }

    /// A, and B where it is pinned; `None` while it is not.
    pub(in super::super) fn of_pinned(stage: &Stage, pre_check: Option<PreChecking>) -> Option<Self> {
        let (a, b) = stage.get(Slot::A).zip(stage.pinned())?;
        Self::between(a, b, None, pre_check)
    }

    fn between(a: &Placed, b: &Placed, hint: Option<Cell>, pre_check: Option<PreChecking>) -> Option<Self> {
        let offset = a.posed().offset_of(b.posed())?;
        Some(Self {
            a: Arc::clone(a.raster().mask()),
            b: Arc::clone(b.raster().mask()),
            offset,
            hint,
            pre_check,
            posed: [a.posed().clone(), b.posed().clone()],
        })
    }

    /// The masks that `scan` runs on.
    pub fn masks_for(&self, scan: Scan) -> [Arc<Prepared>; 2] {
        [self.posed[0].raster.mask_for(scan), self.posed[1].raster.mask_for(scan)]
    }

    /// Asks for the memory of the tables that a scan makes.
    pub(super) fn room(&self, scan: Scan) -> Result<(), OutOfMemory> {
        let [a, b] = self.masks_for(scan);
        scan.room(&a, &b)
    }

    /// The overlap box, in A's space.
    pub fn overlap_box(&self) -> Option<IntRect> {
        overlap_box(self.a.mask().size(), self.b.mask().size(), self.offset)
    }

    /// The masks for a scan; `None` if the boxes do not overlap.
    pub fn pair(&self) -> Option<Pair<'_>> {
        Pair::new(&self.a, &self.b, self.offset)
    }

    /// True if a scan's answer agrees with the masks, and any cell that it names is shared.
    pub(super) fn is_right(&self, hit: Option<Hit>) -> bool {
        self.is_right_if(self.a.overlaps(&self.b, self.offset), hit)
    }

    /// True if a scan's answer is right, given whether the masks overlap.
    pub(super) fn is_right_if(&self, masks_overlap: bool, hit: Option<Hit>) -> bool {
        match hit {
            Some(hit) => masks_overlap && self.pair().is_some_and(|pair| pair.has_shared(hit)),
            None => !masks_overlap,
        }
    }

    /// The number of cells the overlap box has.
    pub(super) fn area(&self) -> u64 {
        self.overlap_box().map_or(0, IntRect::area)
    }

    /// About how many cells `scan` has to look at before it can run for the first time.
    pub(super) fn preparation(&self, scan: Scan) -> u64 {
        let runs = self.overlap_box().is_some() && self.is_decided().is_none();
        if runs && scan.is_own() {
            return SCRIPT;
        }
        if runs { scan.preparation(&self.a, &self.b) } else { 0 }
    }

    /// The pre-check's answer in place of every scan; `None` if the scans run.
    pub fn is_decided(&self) -> Option<bool> {
        self.pre_check?.decides(&self.a, &self.b, self.offset)
    }

    /// Runs `scan`, unless the pre-check decides: then nothing is visited and nothing found.
    pub(super) fn run<P: Probe>(&self, scan: Scan, probe: &mut P) -> Option<Hit> {
        if self.is_decided().is_some() {
            return None;
        }
        let [a, b] = self.masks_for(scan);
        scan.run(&a, &b, self.offset, self.hint, probe)
    }

    /// The hit of a pre-check that stands in place of the scans: the whole overlap box, and no cell.
    pub(super) fn hit_without_a_look(&self) -> Option<Hit> {
        let Size { width, height } = self.overlap_box().map_or(Size::default(), IntRect::size);
        let visit = Visit { width, height, ..Visit::cell(0, 0) };
        (self.is_decided() == Some(true)).then_some(Hit { visit, cell: None })
    }

    /// The cell of a hit in A's pixels, if the scan named one.
    pub(super) fn cell_of(&self, hit: Hit) -> Option<Cell> {
        let (x, y) = hit.cell?;
        Some(self.overlap_box()?.origin() + Cell::new(x.into(), y.into()))
    }
}
