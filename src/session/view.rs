//! What is shown, and from where it is seen.

use super::{Slot, Stage, derived::RankGrid};
use crate::{geom::Cell, mask::Packing};

/// What fills the window: one of the tabs along the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// Two sprites, and how the selected scan looks for a shared pixel.
    #[default]
    Inspect,
    /// All scans over the same overlap, in lockstep.
    Race,
    /// Questions over many placements.
    Survey,
    /// A drag of B, recorded and replayed.
    Path,
    /// A ball on hills, stopped by one probe point.
    Terrain,
}

impl Tab {
    /// Every tab, in order.
    pub const ALL: [Self; 5] = [Self::Inspect, Self::Race, Self::Survey, Self::Path, Self::Terrain];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inspect => "Inspect",
            Self::Race => "Race",
            Self::Survey => "Survey",
            Self::Path => "Path",
            Self::Terrain => "Terrain",
        }
    }

    /// What it shows, in a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Inspect => "Shows two sprites, and how each scan looks for a shared pixel.",
            Self::Race => "Runs every scan over the same overlap, one visit each per step.",
            Self::Survey => "Asks about every placement at once: cost, winners, wrong answers, areas.",
            Self::Path => "Records a drag, replays it, and ranks the scans along it.",
            Self::Terrain => "Plays a ball on hills that one probe point holds up, and shows where it fails.",
        }
    }
}

/// One overlay on the canvas that can be switched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// The boxes of both sprites.
    Boxes,
    /// The smallest boxes around their solid pixels.
    TightBounds,
    /// What the pre-check tests in place of the sprites: boxes, circles or ellipses.
    BoundsUsed,
    /// The box that both boxes share, with its numbers.
    Intersection,
    /// The outlines of both masks.
    Outlines,
    /// Cells of the intersection solid only in A.
    BitsA,
    /// Cells of the intersection solid only in B.
    BitsB,
    /// Cells of the intersection solid in both.
    BitsBoth,
    /// The bits as Gilbert's bitmap has them.
    Channels,
    /// The words of both masks, for strategies that test words.
    Words,
    /// Visited cells, coloured from first to last.
    Visits,
    /// The last visit played.
    CurrentVisit,
    /// The cell that decided the scan.
    FirstHit,
    /// Lines between cells.
    Grid,
    /// The frame before the one that is tested, under it.
    OnionSkin,
    /// The marks by which the active sprite is turned and scaled.
    Handles,
}

impl Layer {
    /// Every layer, in the order in which the list shows them.
    pub const ALL: [Self; 16] = [
        Self::Boxes,
        Self::TightBounds,
        Self::BoundsUsed,
        Self::Intersection,
        Self::Outlines,
        Self::BitsA,
        Self::BitsB,
        Self::BitsBoth,
        Self::Channels,
        Self::Words,
        Self::Visits,
        Self::CurrentVisit,
        Self::FirstHit,
        Self::Grid,
        Self::OnionSkin,
        Self::Handles,
    ];

    /// What the list calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Boxes => "Boxes",
            Self::TightBounds => "Tight bounds",
            Self::BoundsUsed => "Bounds used",
            Self::Intersection => "Intersection",
            Self::Outlines => "Outlines",
            Self::BitsA => "Bits: A only",
            Self::BitsB => "Bits: B only",
            Self::BitsBoth => "Bits: both",
            Self::Channels => "Channels: red, green",
            Self::Words => "Words of the masks",
            Self::Visits => "Visits, first to last",
            Self::CurrentVisit => "Current visit",
            Self::FirstHit => "First hit",
            Self::Grid => "Pixel grid",
            Self::OnionSkin => "Previous frame",
            Self::Handles => "Handles",
        }
    }

    /// What it shows, in a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Boxes => "Shows the boxes of both sprites: A solid, B dashed.",
            Self::TightBounds => "Shows the smallest box around the solid pixels of each sprite.",
            Self::BoundsUsed => "Shows what the pre-check tests in place of the sprites, once one is chosen.",
            Self::Intersection => "Shows the box that both boxes share, and its size.",
            Self::Outlines => "Shows the outlines of both masks.",
            Self::BitsA => "Shows the cells of the intersection that are solid only in A.",
            Self::BitsB => "Shows the cells of the intersection that are solid only in B.",
            Self::BitsBoth => "Shows the cells of the intersection that are solid in both.",
            Self::Channels => {
                "Shows the intersection as Gilbert's bitmap: A in red, B in green, both in yellow, on black."
            }
            Self::Words => "Shows where the words of both masks begin, while words or stripes is selected.",
            Self::Visits => "Shows which cells were visited, coloured from first to last.",
            Self::CurrentVisit => "Shows the visit that was played last.",
            Self::FirstHit => "Shows where the scan found its hit.",
            Self::Grid => "Shows lines between cells once they are large.",
            Self::OnionSkin => "Shows the frame before the one that is tested, faintly, where there are several.",
            Self::Handles => {
                "Shows the marks by which the active sprite is turned, scaled and anchored, near the pointer."
            }
        }
    }
}

/// Which layers are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers(u32);

impl Default for Layers {
    /// All but the tight bounds, which are mostly the boxes, and the channels, which show the bits another way.
    fn default() -> Self {
        let mut layers = Self(0);
        for layer in Layer::ALL {
            layers.set(layer, !matches!(layer, Layer::TightBounds | Layer::Channels));
        }
        layers
    }
}

impl Layers {
    /// Whether `layer` is shown.
    pub const fn has(self, layer: Layer) -> bool {
        self.0 >> layer as u32 & 1 == 1
    }

    const fn set(&mut self, layer: Layer, shown: bool) {
        let bit = 1 << layer as u32;
        self.0 = if shown { self.0 | bit } else { self.0 & !bit };
    }
}

/// How large a cell is drawn: always a whole number of physical pixels per cell, or of cells per physical pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zoom {
    /// So many physical pixels per cell, 1 to [`Zoom::LARGEST`].
    In(u32),
    /// So many cells per physical pixel, 2 to [`Zoom::SMALLEST`].
    Out(u32),
}

impl Zoom {
    /// The most physical pixels per cell.
    pub const LARGEST: u32 = 96;
    /// The most cells per physical pixel.
    pub const SMALLEST: u32 = 256;
    /// One physical pixel per cell.
    pub const ONE: Self = Self::In(1);

    /// Physical pixels along one side of a cell.
    pub fn pixels_per_cell(self) -> f64 {
        match self {
            Self::In(pixels) => f64::from(pixels),
            Self::Out(cells) => 1.0 / f64::from(cells),
        }
    }

    /// The next larger step: about a fifth, at least one pixel.
    pub fn larger(self) -> Self {
        match self {
            Self::In(pixels) => Self::In((pixels + (pixels / 5).max(1)).min(Self::LARGEST)),
            Self::Out(2) => Self::ONE,
            Self::Out(cells) => Self::Out((cells - (cells / 5).max(1)).max(2)),
        }
    }

    /// The next smaller step.
    pub fn smaller(self) -> Self {
        match self {
            Self::In(1) => Self::Out(2),
            Self::In(pixels) => Self::In((pixels - (pixels / 6).max(1)).max(1)),
            Self::Out(cells) => Self::Out((cells + (cells / 5).max(1)).min(Self::SMALLEST)),
        }
    }

    /// The largest zoom at which `cells` fit into `pixels`, along both axes.
    pub fn fitting(cells: (f64, f64), pixels: (f64, f64)) -> Self {
        let fit = (pixels.0 / cells.0.max(1.0)).min(pixels.1 / cells.1.max(1.0)).max(1e-9);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and clamped to a u32")]
        let whole = |n: f64, most: u32| n.clamp(1.0, f64::from(most)) as u32;
        if fit >= 1.0 {
            Self::In(whole(fit.floor(), 64))
        } else {
            Self::Out(whole((1.0 / fit).ceil(), Self::SMALLEST).max(2))
        }
    }
}

/// From where the canvas is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The world point in the middle of the canvas, in cells.
    pub centre: (f64, f64),
    /// How large a cell is drawn.
    pub zoom: Zoom,
}

/// How the camera is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Framing {
    /// Both sprites, as large as a whole zoom allows, whatever the canvas's size.
    Fit,
    /// From here.
    Free(Camera),
}

/// What a newcomer is told, one at a time, until done once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Sprites can be dragged.
    Drag,
    /// Space plays.
    Play,
    /// Images can be dropped.
    Drop,
}

impl Hint {
    /// The hints in the order in which they come up.
    pub const ALL: [Self; 3] = [Self::Drag, Self::Play, Self::Drop];

    /// What it says.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Drag => "Drag a sprite",
            Self::Play => "Space plays",
            Self::Drop => "Drop your own image",
        }
    }
}

/// What is shown and from where.
#[derive(Clone, Debug)]
pub struct View {
    tab: Tab,
    layers: Layers,
    framing: Framing,
    rank_grid: Option<RankGrid>,
    hovered: Option<Cell>,
    learnt: [bool; 3],
    packing: Packing,
    picking: Option<Slot>,
    watches_health: bool,
}

/// Changes to the view.
#[derive(Clone, Copy, Debug)]
pub enum ViewAction {
    /// Shows or hides a layer.
    ShowLayer(Layer, bool),
    /// Goes to a tab.
    Show(Tab),
    /// Sets where the canvas is seen from.
    Frame(Framing),
    /// Says which texels of the overlap the canvas can show, for scans too long to keep whole.
    SetRankGrid(Option<RankGrid>),
    /// The world cell under the pointer; one where no sprite can be is none.
    Hover(Option<Cell>),
    /// A hint has been done or closed.
    Learnt(Hint),
    /// In which packing the words behind a pixel are shown.
    SetPacking(Packing),
    /// The next click on the canvas picks the key colour of a sprite, or no longer.
    Pick(Option<Slot>),
    /// Says whether anybody looks at the health of the masks: otherwise nobody measures it.
    WatchHealth(bool),
}

/// Whether a sprite could cover `cell`.
fn is_within_reach(cell: &Cell) -> bool {
    let is_near = |n: i64| n.unsigned_abs() <= 4 * Stage::FAR.unsigned_abs();
    is_near(cell.x) && is_near(cell.y)
}

impl Default for View {
    fn default() -> Self {
        Self {
            tab: Tab::Inspect,
            layers: Layers::default(),
            framing: Framing::Fit,
            rank_grid: None,
            hovered: None,
            learnt: [false; 3],
            packing: Packing::default(),
            picking: None,
            watches_health: false,
        }
    }
}

impl View {
    /// What fills the window.
    pub const fn tab(&self) -> Tab {
        self.tab
    }

    /// Which layers are shown.
    pub const fn layers(&self) -> Layers {
        self.layers
    }

    /// How the camera is found.
    pub const fn framing(&self) -> Framing {
        self.framing
    }

    /// The hint to show, if any is left.
    pub fn hint(&self) -> Option<Hint> {
        Hint::ALL.into_iter().find(|&hint| !self.learnt[hint as usize])
    }

    /// The hints that are done, for keeping.
    pub const fn learnt_hints(&self) -> [bool; 3] {
        self.learnt
    }

    /// The world cell under the pointer.
    pub const fn hovered(&self) -> Option<Cell> {
        self.hovered
    }

    /// Which texels of the overlap the canvas can show.
    pub const fn rank_grid(&self) -> Option<RankGrid> {
        self.rank_grid
    }

    /// In which packing the words behind a pixel are shown.
    pub const fn packing(&self) -> Packing {
        self.packing
    }

    /// The sprite whose key colour the next click on the canvas picks.
    pub const fn picking(&self) -> Option<Slot> {
        self.picking
    }

    /// Whether anybody looks at the health of the masks.
    pub const fn watches_health(&self) -> bool {
        self.watches_health
    }

    /// Shows only these layers, by their names; names nobody knows are left out.
    pub(super) fn show_layers(&mut self, names: &[String]) {
        for layer in Layer::ALL {
            self.layers.set(layer, names.iter().any(|name| name == layer.name()));
        }
    }

    pub(super) const fn learnt(&mut self, hint: Hint) {
        self.learnt[hint as usize] = true;
    }

    pub(super) fn learnt_when(&mut self, hint: Hint, done: bool) {
        if done {
            self.learnt(hint);
        }
    }

    pub(super) fn apply(&mut self, action: ViewAction) {
        match action {
            ViewAction::ShowLayer(layer, shown) => self.layers.set(layer, shown),
            ViewAction::Show(tab) => self.tab = tab,
            ViewAction::Frame(framing) => self.framing = framing,
            ViewAction::SetRankGrid(grid) => self.rank_grid = grid,
            ViewAction::Hover(cell) => self.hovered = cell.filter(is_within_reach),
            ViewAction::Learnt(hint) => self.learnt(hint),
            ViewAction::SetPacking(packing) => self.packing = packing,
            ViewAction::Pick(slot) => self.picking = slot,
            ViewAction::WatchHealth(watches) => self.watches_health = watches,
        }
    }
}
