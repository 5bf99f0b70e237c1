//! The view: its tab, its layers, its camera.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use super::stage::{ParentRef, Slot, Stage};
use maskscope_core::geom::Size;
use maskscope_core::scan::{Own, RankMap};
use maskscope_core::scene::{Layer, Tab};
use maskscope_core::{choice::Choice as _, geom::Cell, mask::Packing};

/// The layers that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Layer>", into = "Vec<Layer>")]
pub struct Layers(u32);

impl Default for Layers {
    /// The usual ones.
    fn default() -> Self {
        Layer::ALL.iter().copied().filter(|layer| layer.is_usual()).collect::<Vec<_>>().into()
    }
}

impl From<Vec<Layer>> for Layers {
    /// These and no others.
    fn from(shown: Vec<Layer>) -> Self {
        let mut layers = Self(0);
        shown.into_iter().for_each(|layer| layers.set(layer, true));
        layers
    }
}

impl From<Layers> for Vec<Layer> {
    fn from(layers: Layers) -> Self {
        Layer::ALL.iter().copied().filter(|layer| layers.has(*layer)).collect()
    }
}

impl Layers {
    /// True if `layer` is shown.
    pub const fn has(self, layer: Layer) -> bool {
        self.0 >> layer as u32 & 1 == 1
    }

    const fn set(&mut self, layer: Layer, shown: bool) {
        let bit = 1 << layer as u32;
        self.0 = if shown { self.0 | bit } else { self.0 & !bit };
    }
}

/// The size at which a cell is drawn: always a whole number of physical pixels per cell, or of cells per physical pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Zoom {
    /// Physical pixels per cell, 1 to [`Zoom::LARGEST`].
    In(u32),
    /// Cells per physical pixel, 2 to [`Zoom::SMALLEST`].
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Camera {
    /// The world point in the middle of the canvas, in cells.
    pub centre: (f64, f64),
    /// The size at which a cell is drawn.
    pub zoom: Zoom,
}

/// The choice of the camera.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Framing {
    /// Both sprites, as large as a whole zoom allows, whatever the canvas's size.
    #[default]
    Fit,
    /// From this camera.
    Free(Camera),
}

impl Framing {
    /// The same, from no farther than sprites may stand, at a zoom that exists; both sprites if the camera is nowhere.
    #[must_use]
    pub fn cut_to_range(self) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a power of ten")]
        let far = 4.0 * Stage::FAR as f64;
        match self {
            Self::Free(Camera { centre: (x, y), zoom }) if x.is_finite() && y.is_finite() => {
                let zoom = match zoom {
                    Zoom::In(pixels) => Zoom::In(pixels.clamp(1, Zoom::LARGEST)),
                    Zoom::Out(cells) => Zoom::Out(cells.clamp(2, Zoom::SMALLEST)),
                };
                Self::Free(Camera { centre: (x.clamp(-far, far), y.clamp(-far, far)), zoom })
            }
            _ => Self::Fit,
        }
    }
}

/// A hint for newcomers, one at a time, until done once. The window shows its title.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum Hint {
    /// Sprites can be dragged.
    #[strum(message = "Drag a sprite")]
    Drag,
    /// Space plays.
    #[strum(message = "Space plays")]
    Play,
    /// Images can be dropped.
    #[strum(message = "Drop your own image")]
    Drop,
    /// There are lessons; this one comes first.
    #[strum(message = "Short lessons")]
    Lessons,
}

impl Hint {
    /// Their number.
    pub const COUNT: usize = Self::VARIANTS.len();
}

/// The view: its tab, its layers, its camera, and the pointer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct View {
    /// The tab that fills the window.
    pub tab: Tab,
    /// The layers that are shown.
    pub layers: Layers,
    /// The choice of the camera.
    pub framing: Framing,
    /// The choice of the camera over the ball on the hills.
    #[serde(skip)]
    pub game_framing: Framing,
    /// The texels of the overlap the canvas can show.
    #[serde(skip)]
    pub rank_grid: Option<RankGrid>,
    /// The world cell under the pointer.
    #[serde(skip)]
    pub hovered: Option<Cell>,
    /// The hints that are done, for the settings file.
    #[serde(skip)]
    pub learnt_hints: [bool; Hint::COUNT],
    /// True from the first start to the first drag, key or file: two labels say what the sample pair shows.
    #[serde(skip)]
    pub greets: bool,
    /// In which packing the words behind a pixel are shown.
    pub packing: Packing,
    /// The sprite whose key colour the next click on the canvas picks.
    #[serde(skip)]
    pub picking: Option<Slot>,
    /// The script whose order is shown in place of the selected own scan's, while a person looks for one to start from.
    #[serde(skip)]
    pub previewed: Option<Own>,
    /// The parent that was chosen; see [`Session::chosen_parent`](super::Session::chosen_parent).
    pub(super) chosen_parent: Option<ParentRef>,
    /// True if the health of the masks is shown.
    pub watches_health: bool,
    /// True if the push-out of the hitboxes is shown.
    #[serde(skip)]
    pub watches_push_out: bool,
    /// True if places are from A's top left pixel, in place of the world's 0,0.
    pub counts_from_a: bool,
}

/// An action on the view.
#[derive(Clone, Copy, Debug)]
pub enum ViewAction {
    /// Shows or hides a layer.
    ShowLayer(Layer, bool),
    /// Goes to a tab.
    Show(Tab),
    /// Sets the camera of the tab.
    Frame(Framing),
    /// Says which texels of the overlap the canvas can show, for scans too long to keep whole.
    SetRankGrid(Option<RankGrid>),
    /// The world cell under the pointer; none where no sprite can be.
    Hover(Option<Cell>),
    /// A hint has been done or closed.
    Learnt(Hint),
    /// All hints are to be shown again.
    ForgetHints,
    /// Says whether the labels of a first start are shown; the first hint waits for their end.
    Greet(bool),
    /// In which packing the words behind a pixel are shown.
    SetPacking(Packing),
    /// The next click on the canvas picks the key colour of a sprite, or no longer.
    Pick(Option<Slot>),
    /// Shows the order of another script in place of the selected own scan's, or no longer.
    Preview(Option<Own>),
    /// Chooses the parent whose fields and marks show; `None` hides them.
    ChooseParent(Option<ParentRef>),
    /// Says whether the health of the masks is shown: otherwise it is not measured.
    WatchHealth(bool),
    /// Says whether the push-out of the hitboxes is shown: otherwise it is not looked for.
    WatchPushOut(bool),
    /// Counts places from A's top left pixel, or from the world's 0,0.
    CountFromA(bool),
}

/// True if a sprite could cover `cell`.
fn is_within_reach(cell: &Cell) -> bool {
    let is_near = |n: i64| n.unsigned_abs() <= 4 * Stage::FAR.unsigned_abs();
    is_near(cell.x) && is_near(cell.y)
}

impl View {
    /// The hint to show, if any is left.
    pub fn hint(&self) -> Option<Hint> {
        let all = [Hint::Lessons, Hint::Drag, Hint::Play, Hint::Drop];
        all.into_iter().find(|&hint| !self.greets && !self.learnt_hints[hint as usize])
    }

    /// True if the ball on the hills is shown.
    pub const fn is_game(&self) -> bool {
        matches!(self.tab, Tab::Terrain)
    }

    /// The choice of the camera of the tab.
    pub const fn framing(&self) -> Framing {
        if self.is_game() { self.game_framing } else { self.framing }
    }

    pub(super) const fn learnt(&mut self, hint: Hint) {
        self.learnt_hints[hint as usize] = true;
    }

    /// Ends the greeting of a first start, which has named the lessons.
    pub(super) const fn end_greeting(&mut self) {
        if self.greets {
            self.greets = false;
            self.learnt(Hint::Lessons);
        }
    }

    pub(super) fn apply(&mut self, action: ViewAction) {
        match action {
            ViewAction::ShowLayer(layer, shown) => self.layers.set(layer, shown),
            ViewAction::Show(tab) => self.tab = tab,
            ViewAction::Frame(framing) if self.is_game() => self.game_framing = framing.cut_to_range(),
            ViewAction::Frame(framing) => self.framing = framing.cut_to_range(),
            ViewAction::SetRankGrid(grid) => self.rank_grid = grid,
            ViewAction::Hover(cell) => self.hovered = cell.filter(is_within_reach),
            ViewAction::Learnt(hint) => self.learnt(hint),
            ViewAction::ForgetHints => self.learnt_hints = Default::default(),
            ViewAction::Greet(true) => self.greets = true,
            ViewAction::Greet(false) => self.end_greeting(),
            ViewAction::SetPacking(packing) => self.packing = packing,
            ViewAction::Pick(slot) => self.picking = slot,
            ViewAction::Preview(own) => self.previewed = own,
            ViewAction::ChooseParent(parent) => self.chosen_parent = parent,
            ViewAction::WatchHealth(watches) => self.watches_health = watches,
            ViewAction::WatchPushOut(watches) => self.watches_push_out = watches,
            ViewAction::CountFromA(counts) => self.counts_from_a = counts,
        }
    }
}

/// The texels of the overlap that are ranked: a grid of squares of cells laid over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankGrid {
    /// The cell under its top left corner, local to the overlap box.
    pub origin: Cell,
    /// Cells along one side of a texel.
    pub cells_per_texel: u32,
    /// Columns and rows of texels.
    pub texels: Size,
}

impl RankGrid {
    /// One texel per cell of a whole overlap box of `size`.
    pub(super) const fn whole(size: Size) -> Self {
        Self { origin: Cell::ORIGIN, cells_per_texel: 1, texels: size }
    }

    /// A whole overlap box of `size` in at most `texels` along each axis.
    pub(super) fn fitting(size: Size, texels: Size) -> Self {
        let side = |cells: u32, texels: u32| cells.div_ceil(texels.max(1));
        let cells_per_texel = side(size.width, texels.width).max(side(size.height, texels.height)).max(1);
        let along = |cells: u32| cells.div_ceil(cells_per_texel);
        Self { origin: Cell::ORIGIN, cells_per_texel, texels: Size::new(along(size.width), along(size.height)) }
    }

    /// A map of it in which nothing is visited yet.
    pub(super) fn ranks(self) -> RankMap {
        RankMap::new((self.origin.x, self.origin.y), self.cells_per_texel, self.texels.width, self.texels.height)
    }
}
