//! Actions on the stage, and why one may be refused.

use std::{path::Path, sync::Arc};

use thiserror::Error;

use super::stage::{Family, Slot};
use maskscope_core::geom::{Cell, Offset, Point};
use maskscope_core::memory::OutOfMemory;
use maskscope_core::scene::{
    Convention, Expectation, Grid, GridError, Hitboxes, LayError, MaskImage, ParentsFault, Placement, Scene,
};
use maskscope_core::scene::{Shown, SolidRule, Sprite};
use maskscope_core::shape::fit::Form;

/// An action on the stage.
#[derive(Clone, Debug)]
pub enum StageAction {
    /// Moves a sprite by whole cells until its top left pixel lies on a world cell.
    Place {
        /// The sprite.
        slot: Slot,
        /// The world cell; clamped to [`Stage::FAR`](super::Stage::FAR).
        position: Cell,
    },
    /// Moves a sprite by whole cells.
    Nudge {
        /// The sprite.
        slot: Slot,
        /// By how much.
        by: Cell,
    },
    /// Sets where a sprite's anchor stands, and leaves the rest.
    Move {
        /// The sprite.
        slot: Slot,
        /// The new position, in the space inside its innermost parent.
        position: Point,
    },
    /// Sets where a sprite stands and how it is turned.
    Pose {
        /// The sprite.
        slot: Slot,
        /// The placement; its numbers are clamped to what can be shown.
        placement: Placement,
    },
    /// Puts both sprites at the origin as they are in their files.
    ResetPlacement,
    /// Sets how positions between pixels become pixels.
    SetConvention(Convention),
    /// Sets the parents of a sprite or of both, which move, turn and scale what stands in them.
    SetParents {
        /// The sprites that stand in them.
        family: Family,
        /// The parents, the innermost first. They have no pixels: their anchors and flips are ignored.
        parents: Vec<Placement>,
    },
    /// Makes pixels solid iff their level is above the threshold.
    SetThreshold {
        /// The sprite.
        slot: Slot,
        /// The threshold.
        threshold: u8,
    },
    /// Sets what is solid in a sprite.
    SetRule {
        /// The sprite.
        slot: Slot,
        /// The rule.
        rule: SolidRule,
    },
    /// Sets the shapes that the game tests in place of a sprite's pixels.
    SetHitboxes {
        /// The sprite.
        slot: Slot,
        /// The shapes.
        hitboxes: Hitboxes,
    },
    /// Fits a form to the mask of a sprite; once found it is its hitbox. `None` gives up what is being fitted.
    Fit(Option<(Slot, Form)>),
    /// Cuts the image of a sprite into frames by a grid, or takes its frames as the file has them.
    Cut {
        /// The sprite.
        slot: Slot,
        /// The grid; `None` for the frames of the file.
        grid: Option<Grid>,
    },
    /// Tests another frame of a sprite.
    ShowFrame {
        /// The sprite.
        slot: Slot,
        /// The frame.
        shown: Shown,
    },
    /// Puts another sprite in a place, where the old one stood; beside the other one, if there its size would hide it or part
    /// them.
    Show {
        /// The sprite's slot.
        slot: Slot,
        /// The new sprite.
        sprite: Sprite,
    },
    /// Puts another sprite in the place of B, at an offset from A, or beside it.
    ShowBeside {
        /// The new sprite.
        sprite: Sprite,
        /// Its position relative to A's.
        offset: Option<Point>,
    },
    /// Exchanges the image of sprites, or the image that says what is solid in them, for what its file now holds; all else
    /// stays.
    Reload {
        /// The sprites that show it.
        slots: Vec<Slot>,
        /// The content of the file.
        newer: Newer,
    },
    /// Shows two sprites, A at the origin.
    ShowPair {
        /// Sprite A.
        a: Sprite,
        /// Sprite B.
        b: Sprite,
        /// B's top left relative to A's.
        offset: Offset,
    },
    /// Shows what a scene holds.
    ShowScene(Box<Scene>),
    /// Sets what the scene should answer; `None` to expect whatever it answers when it is saved.
    Expect(Option<Expectation>),
    /// Exchanges A and B; nothing moves.
    Swap,
    /// Pins B where it stands, to compare that with other places; `false` ends that.
    Pin(bool),
    /// Exchanges the place of B and the pinned one.
    SwapPinned,
    /// Makes a sprite the one that keys move.
    Activate(Slot),
    /// Ends a gesture: the next change is a step of its own to undo.
    Settle,
    /// Begins a gesture of the pointer.
    Grasp,
    /// Takes back what the gesture under way has changed, as if it had never begun.
    Cancel,
    /// Undoes the last change.
    Undo,
    /// Redoes the last change that was undone.
    Redo,
}

/// Newer content of a file whose older content is shown.
#[derive(Clone, Debug)]
pub enum Newer {
    /// An image.
    Image(Sprite),
    /// An image that says what is solid in another one.
    Mask(Arc<MaskImage>),
}

impl Newer {
    /// The file.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Image(sprite) => sprite.path.as_deref(),
            Self::Mask(image) => image.path.as_deref(),
        }
    }
}

/// A stream of changes that are one step to undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum UndoStream {
    /// A sprite is dragged.
    Move(Slot),
    /// A sprite is moved by keys.
    Nudge(Slot),
    /// The threshold of a sprite is dragged.
    Threshold(Slot),
    /// A sprite is turned, scaled or anchored.
    Pose(Slot),
    /// The rule for solid pixels of a sprite is set.
    Rule(Slot),
    /// The shapes of a sprite are set.
    Hitboxes(Slot),
    /// Frames of a sprite are stepped through.
    Frame(Slot),
    /// The parents of a sprite or of both are set.
    Parents(Family),
    /// The expected answer of the scene is set.
    Expectation,
    /// Images are opened at once.
    Images,
    /// The rules of the ball are set.
    Game,
    /// A script is written.
    Script,
}

impl StageAction {
    /// The stream of changes that it belongs to, which are one step to undo until [`StageAction::Settle`].
    pub(in super::super) const fn stream(&self) -> Option<UndoStream> {
        match self {
            Self::Place { slot, .. } | Self::Move { slot, .. } => Some(UndoStream::Move(*slot)),
            Self::Nudge { slot, .. } => Some(UndoStream::Nudge(*slot)),
            Self::SetThreshold { slot, .. } => Some(UndoStream::Threshold(*slot)),
            Self::Pose { slot, .. } => Some(UndoStream::Pose(*slot)),
            Self::SetRule { slot, .. } => Some(UndoStream::Rule(*slot)),
            Self::SetHitboxes { slot, .. } => Some(UndoStream::Hitboxes(*slot)),
            Self::ShowFrame { slot, .. } => Some(UndoStream::Frame(*slot)),
            Self::SetParents { family, .. } => Some(UndoStream::Parents(*family)),
            Self::Expect(_) => Some(UndoStream::Expectation),
            Self::Show { .. } | Self::ShowBeside { .. } => Some(UndoStream::Images),
            _ => None,
        }
    }

    /// The deed in a word or two, as *Undo* names it.
    pub(in super::super) const fn deed(&self) -> &'static str {
        match self {
            Self::Place { .. } | Self::Move { .. } | Self::Nudge { .. } => "move",
            Self::Pose { .. } => "placement",
            Self::ResetPlacement => "reset",
            Self::SetConvention(_) => "rules",
            Self::SetParents { .. } => "parents",
            Self::SetThreshold { .. } => "threshold",
            Self::SetRule { .. } => "solid pixels",
            Self::SetHitboxes { .. } => "hitbox",
            Self::Cut { .. } => "cut",
            Self::ShowFrame { .. } => "frame",
            Self::Show { .. } | Self::ShowBeside { .. } | Self::ShowPair { .. } | Self::ShowScene(_) => "opening",
            Self::Reload { .. } => "reading again",
            Self::Expect(_) => "expectation",
            Self::Swap => "swap",
            Self::Pin(_) => "pin",
            Self::SwapPinned => "swap of B",
            Self::Activate(_) | Self::Fit(_) | Self::Grasp | Self::Cancel | Self::Settle | Self::Undo | Self::Redo => {
                "change"
            }
        }
    }

    /// True if a sprite is moved and nothing else changes.
    pub(in super::super) const fn moves_a_sprite(&self) -> bool {
        matches!(self, Self::Place { .. } | Self::Move { .. } | Self::Nudge { .. })
    }
}

/// The reason why a change of the stage is refused.
#[derive(Clone, Debug, Error, PartialEq)]
pub(crate) enum StageRefusal {
    #[error("{}: {_1}", _0.letter())]
    Unplaced(Slot, LayError),
    #[error("they are too far apart")]
    TooFarApart,
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    #[error(transparent)]
    Parents(#[from] ParentsFault),
    #[error(transparent)]
    Grid(#[from] GridError),
}
