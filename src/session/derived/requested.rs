//! Requests of the state: all that derived values depend on.

use std::sync::Arc;

use super::super::stage::{Slot, Stage};
use super::super::{scans::ScanList, surveys::Asked, view::RankGrid, view::View};
use super::shapes::{Differing, Fitted, ShapesMet};
use super::{subject::Subject, surveys::PlaceRead, timings::ProbedStep};
use maskscope_core::geom::{Cell, Size};
use maskscope_core::mask::Prepared;
use maskscope_core::scan::{Own, Scan};
use maskscope_core::scene::Tab;

/// Requests of the state.
#[derive(Debug, Default)]
pub(in super::super) struct Requested {
    pub subject: Option<Arc<Subject>>,
    /// The subject with B where it is pinned.
    pub pinned: Option<Arc<Subject>>,
    pub scans: Vec<Scan>,
    pub selected: Option<Scan>,
    /// Scans whose visits are to be guessed: they are counted, but not shown.
    pub hidden: Vec<Scan>,
    /// The number of played visits of the selected scan.
    pub position: u64,
    /// The texels that the canvas can show.
    pub grid: Option<RankGrid>,
    /// The cell whose visits are asked for, local to the overlap box.
    pub watched: Option<Cell>,
    /// True if the script of the selected scan is shown while it plays.
    pub watches_script: bool,
    /// True if the answers of engines are shown.
    pub engines: bool,
    /// Texels of each scan in a race; `None` while none is shown.
    pub card: Option<Size>,
    /// The hitboxes of both sprites, if either has one.
    pub met: Option<ShapesMet>,
    /// True if their push-out is shown.
    pub pushes_shapes: bool,
    /// The hitboxes that are compared with their masks.
    pub differing: [Option<Differing>; 2],
    /// The shape that is being fitted.
    pub fitted: Option<Fitted>,
    /// The masks whose health is shown.
    pub health: Vec<Arc<Prepared>>,
    /// The step of the ball that is to be timed.
    pub probed: Option<ProbedStep>,
    /// The question that is asked over many placements.
    pub survey: Option<Asked>,
    /// The place of its answer that is looked at, if the scan that is judged can be wrong.
    pub read: Option<PlaceRead>,
}

impl Requested {
    /// The requests of the stage, the table and the view, with `hint` as the previous placement's hit; nothing else
    /// yet.
    pub fn of(stage: &Stage, scans: &ScanList, view: &View, hint: Option<Cell>) -> Self {
        let subject = Subject::of(stage, hint, scans.pre_check);
        let watched = subject.as_ref().and_then(|subject| watched_cell(stage, subject, view.hovered?));
        let masks = Slot::ALL.into_iter().filter(|_| view.watches_health).filter_map(|slot| stage.get(slot));
        let subject = subject.map(Arc::new);
        let pinned = Subject::of_pinned(stage, scans.pre_check).filter(|_| view.tab == Tab::Inspect);
        let differing = |slot| {
            let sprite = stage.get(slot)?.sprite();
            Some(Differing { hitbox: sprite.hitbox()?.clone(), mask: Arc::clone(sprite.mask()) })
        };
        let previewed = view.previewed.filter(|_| view.tab == Tab::Inspect && scans.selected().is_own());
        Self {
            watched,
            met: subject.as_ref().and_then(|subject| ShapesMet::of(stage, subject)),
            pushes_shapes: view.watches_push_out,
            watches_script: view.tab == Tab::Inspect,
            pinned: pinned.map(Arc::new),
            differing: Slot::ALL.map(differing),
            subject,
            scans: scans.scans().to_vec(),
            selected: Some(previewed.map_or_else(|| scans.selected(), Scan::Own)),
            grid: view.rank_grid,
            health: masks.map(|placed| Arc::clone(placed.sprite().mask())).collect(),
            ..Self::default()
        }
    }

    /// The own scans of the table, and the one that is previewed.
    pub fn own(&self) -> impl Iterator<Item = Own> {
        let previewed = self.selected.filter(|selected| !self.scans.contains(selected));
        self.scans.iter().copied().chain(previewed).filter_map(Scan::own)
    }

    /// The texels to rank: all cells if they are few, otherwise those that the canvas shows.
    pub fn rank_grid(&self) -> Option<RankGrid> {
        let size = self.subject.as_ref()?.overlap_box()?.size();
        if size.area() <= MOST_RANKED_CELLS { Some(RankGrid::whole(size)) } else { self.grid }
    }

    /// The texels of the overlap a race shows, while one is shown.
    pub fn lane_grid(&self) -> Option<RankGrid> {
        let size = self.subject.as_ref()?.overlap_box()?.size();
        Some(RankGrid::fitting(size, self.card?))
    }
}

/// The most cells of an overlap that all have a rank of their own; of larger ones only what the canvas shows.
const MOST_RANKED_CELLS: u64 = 1 << 20;

/// The world cell `hovered`, local to the overlap box, where it lies in it.
fn watched_cell(stage: &Stage, subject: &Subject, hovered: Cell) -> Option<Cell> {
    let in_a = hovered - stage.get(Slot::A)?.position();
    let shared = subject.overlap_box()?;
    shared.contains(in_a).then(|| in_a - shared.origin())
}
