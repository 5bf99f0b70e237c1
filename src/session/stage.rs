//! The stage: the two sprites and where they stand.

use std::ops::{Index, IndexMut};

use crate::{
    geom::{Affine, Cell, IntRect, Offset, Point, Size},
    scene::{Convention, Grid, GridError, Placement, Posed, Raster, Scene, Shown, Snap, SolidRule, Sprite, TooLarge},
};

/// Which of the two sprites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The first, which gives the world its axes on the command line.
    A,
    /// The second.
    #[default]
    B,
}

impl Slot {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// `A` or `B`.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

/// A sprite at a place.
#[derive(Clone, Debug)]
pub struct Placed {
    sprite: Sprite,
    placement: Placement,
    posed: Posed,
}

impl Placed {
    /// The sprite: its image, its frames, and what is solid in it.
    pub const fn sprite(&self) -> &Sprite {
        &self.sprite
    }

    /// Where it stands and how it is turned.
    pub const fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The sprite as it lies in the world.
    pub const fn posed(&self) -> &Posed {
        &self.posed
    }

    /// Its pixels on the world's grid: what is shown and tested.
    pub const fn raster(&self) -> &Raster {
        &self.posed.raster
    }

    /// The world cell of its top left pixel; at most about [`Stage::FAR`] from the origin along each axis.
    pub const fn position(&self) -> Cell {
        self.posed.origin
    }

    /// Its box in the world.
    pub fn bounding_box(&self) -> IntRect {
        self.posed.bounding_box()
    }
}

/// Sprites are compared by what they share, so that comparing costs nothing.
impl PartialEq for Placed {
    fn eq(&self, other: &Self) -> bool {
        self.placement == other.placement
            && self.position() == other.position()
            && std::sync::Arc::ptr_eq(self.sprite.picture(), other.sprite.picture())
            && self.sprite.rule() == other.sprite.rule()
            && self.posed.lies_like(&other.posed)
    }
}

/// The two sprites and where they stand. Cloning shares the images.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stage {
    a: Option<Placed>,
    b: Option<Placed>,
    /// The sprite that keys move.
    pub active: Slot,
    convention: Convention,
    /// Moves, turns and grows everything.
    parent: Placement,
    /// The scene it belongs to, as the session counts those that were opened.
    pub(super) scene: usize,
}

/// Why the stage stays as it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Refusal {
    TooLarge(TooLarge),
    TooFarApart,
    Grid(GridError),
}

impl From<TooLarge> for Refusal {
    fn from(too_large: TooLarge) -> Self {
        Self::TooLarge(too_large)
    }
}

impl From<GridError> for Refusal {
    fn from(error: GridError) -> Self {
        Self::Grid(error)
    }
}

/// Changes to the stage.
#[derive(Clone, Debug)]
pub enum StageAction {
    /// Moves a sprite by whole cells until its top left pixel lies on a world cell.
    Place {
        /// Which sprite.
        slot: Slot,
        /// Where to; cut to [`Stage::FAR`].
        position: Cell,
    },
    /// Moves a sprite by so many cells.
    Nudge {
        /// Which sprite.
        slot: Slot,
        /// By how much.
        by: Cell,
    },
    /// Sets where a sprite's anchor stands, and leaves the rest.
    Move {
        /// Which sprite.
        slot: Slot,
        /// Where to, in the parent's space.
        position: Point,
    },
    /// Sets where a sprite stands and how it is turned.
    Pose {
        /// Which sprite.
        slot: Slot,
        /// How; its numbers are cut to what can be shown.
        placement: Placement,
    },
    /// Sets how places between pixels become pixels.
    SetConvention(Convention),
    /// Sets what moves, turns and grows both sprites. It has no pixels, so that its anchor and its flips say nothing.
    SetParent(Placement),
    /// Makes pixels solid iff their level is above the threshold.
    SetThreshold {
        /// Which sprite.
        slot: Slot,
        /// The threshold.
        threshold: u8,
    },
    /// Sets what is solid in a sprite.
    SetRule {
        /// Which sprite.
        slot: Slot,
        /// What.
        rule: SolidRule,
    },
    /// Cuts the image of a sprite into frames by a grid, or takes its frames as the file has them.
    Cut {
        /// Which sprite.
        slot: Slot,
        /// The grid; `None` for the frames of the file.
        grid: Option<Grid>,
    },
    /// Tests another frame of a sprite.
    ShowFrame {
        /// Which sprite.
        slot: Slot,
        /// Which frame.
        shown: Shown,
    },
    /// Puts another sprite in a place, where the old one stood.
    Show {
        /// Which place.
        slot: Slot,
        /// The new sprite.
        sprite: Sprite,
    },
    /// Exchanges a sprite's image for what its file now holds; placement, frame and what is solid stay.
    Reload {
        /// Which place.
        slot: Slot,
        /// The sprite as its file now is.
        sprite: Sprite,
    },
    /// Shows two sprites, A at the origin.
    ShowPair {
        /// Sprite A.
        a: Sprite,
        /// Sprite B.
        b: Sprite,
        /// B's top left seen from A's.
        offset: Offset,
    },
    /// Shows what a scene holds.
    ShowScene(Box<Scene>),
    /// Exchanges A and B; nothing moves.
    Swap,
    /// Makes a sprite the one that keys move.
    Activate(Slot),
    /// Ends a gesture: the next change is a step of its own to undo.
    Settle,
    /// Takes back the last change.
    Undo,
    /// Makes the last change that was taken back again.
    Redo,
}

impl StageAction {
    /// Changes that come in streams are one step to undo until [`StageAction::Settle`]: the key says which stream.
    pub(super) const fn merges_with_itself(&self) -> Option<(u8, Slot)> {
        match self {
            Self::Place { slot, .. } | Self::Move { slot, .. } => Some((0, *slot)),
            Self::Nudge { slot, .. } => Some((1, *slot)),
            Self::SetThreshold { slot, .. } => Some((2, *slot)),
            Self::Pose { slot, .. } => Some((3, *slot)),
            Self::SetRule { slot, .. } => Some((4, *slot)),
            Self::ShowFrame { slot, .. } => Some((5, *slot)),
            Self::SetParent(_) => Some((6, Slot::A)),
            _ => None,
        }
    }

    /// True where a sprite goes somewhere else and nothing else changes.
    pub(super) const fn moves_a_sprite(&self) -> bool {
        matches!(self, Self::Place { .. } | Self::Move { .. } | Self::Nudge { .. })
    }
}

impl Stage {
    /// How far from the origin a sprite may stand, in cells: then every offset fits `i32`.
    pub const FAR: i64 = 1_000_000_000;

    /// The sprite in a place, if any.
    pub const fn get(&self, slot: Slot) -> Option<&Placed> {
        match slot {
            Slot::A => self.a.as_ref(),
            Slot::B => self.b.as_ref(),
        }
    }

    /// Both sprites; `None` while a place is empty.
    pub fn both(&self) -> Option<(&Placed, &Placed)> {
        self.a.as_ref().zip(self.b.as_ref())
    }

    /// How places between pixels become pixels.
    pub const fn convention(&self) -> Convention {
        self.convention
    }

    /// What moves, turns and grows both sprites.
    pub const fn parent(&self) -> &Placement {
        &self.parent
    }

    /// Where points of the parent's space come to lie in the world.
    pub fn world_from_parent(&self) -> Affine {
        self.parent.parent_from_source(Size::default(), Snap::Keep)
    }

    /// The frame before the one that is tested, as it would lie in the world; `None` for a still sprite.
    pub fn previous_frame(&self, slot: Slot) -> Option<Posed> {
        let Placed { sprite, placement, .. } = self.get(slot)?;
        let count = sprite.frames().all().len();
        let Shown::Frame(frame) = sprite.shown() else { return None };
        let previous = (count > 1).then(|| Shown::Frame((frame + count - 1) % count))?;
        let raster = sprite.frame_raster(previous);
        let parent_from_source = placement.parent_from_source(raster.size(), self.convention.snap);
        Posed::new(&raster, parent_from_source, self.world_from_parent(), self.convention).ok()
    }

    /// B's top left seen from A's; `None` while a place is empty.
    pub fn offset(&self) -> Option<Offset> {
        let (a, b) = self.both()?;
        a.posed.offset_of(&b.posed)
    }

    /// True while both sprites lie as they are in their images: then an offset says all about their placement.
    pub fn is_upright(&self) -> bool {
        Slot::ALL.iter().filter_map(|slot| self.get(*slot)).all(|placed| placed.posed.is_upright())
    }

    /// The smallest box around both sprites; `None` for an empty stage.
    pub fn bounds(&self) -> Option<IntRect> {
        Slot::ALL.into_iter().filter_map(|slot| self.get(slot)).map(Placed::bounding_box).reduce(IntRect::union)
    }

    /// The sprite whose solid pixel, or failing that whose box, lies at a world cell; B lies over A.
    pub fn sprite_at(&self, cell: Cell) -> Option<Slot> {
        let over = [Slot::B, Slot::A];
        let solid = |slot: &Slot| {
            self.get(*slot).is_some_and(|placed| placed.raster().mask().mask().get_cell(cell - placed.position()))
        };
        let boxed = |slot: &Slot| self.get(*slot).is_some_and(|placed| placed.bounding_box().contains(cell));
        over.into_iter().find(solid).or_else(|| over.into_iter().find(boxed))
    }

    /// Changes the stage, or, where that cannot be, leaves it as it is.
    pub(super) fn apply(&mut self, action: StageAction) -> Result<(), Refusal> {
        let mut changed = self.clone();
        changed.change(action)?;
        if changed.both().is_some() && changed.offset().is_none() {
            return Err(Refusal::TooFarApart);
        }
        *self = changed;
        Ok(())
    }

    fn change(&mut self, action: StageAction) -> Result<(), Refusal> {
        match action {
            StageAction::Place { slot, position } => self.place(slot, position),
            StageAction::Nudge { slot, by } => match self.get(slot) {
                Some(placed) => {
                    let Cell { x, y } = placed.position();
                    self.place(slot, Cell::new(x.saturating_add(by.x), y.saturating_add(by.y)))
                }
                None => Ok(()),
            },
            StageAction::Move { slot, position } => match self.get(slot).map(|placed| placed.placement) {
                Some(placement) => self.pose(slot, Placement { position, ..placement }),
                None => Ok(()),
            },
            StageAction::Pose { slot, placement } => self.pose(slot, placement),
            StageAction::SetConvention(convention) => {
                self.convention = convention;
                self.lay_all()
            }
            StageAction::SetParent(parent) => {
                self.parent = bodiless(parent);
                self.lay_all()
            }
            StageAction::SetThreshold { slot, threshold } => {
                if let Some(placed) = &mut self[slot] {
                    placed.sprite.set_threshold(threshold);
                    // The pixels stay where they are: only what is solid is found anew.
                    let is_source = std::sync::Arc::ptr_eq(placed.raster().picture(), placed.sprite.picture());
                    let source = placed.sprite.raster().clone();
                    placed.posed.raster =
                        if is_source { source.clone() } else { placed.raster().with_threshold(threshold) };
                    placed.posed.source = source;
                }
                Ok(())
            }
            StageAction::SetRule { slot, rule } => self.alter(slot, |sprite| sprite.set_rule(rule)),
            StageAction::Cut { slot, grid } => {
                let Some(mut sprite) = self.get(slot).map(|placed| placed.sprite.clone()) else { return Ok(()) };
                sprite.set_grid(grid)?;
                self.alter(slot, |old| *old = sprite)
            }
            StageAction::ShowFrame { slot, shown } => self.alter(slot, |sprite| sprite.show(shown)),
            StageAction::Show { slot, sprite } => {
                let corner = self.get(slot).map_or(Cell::ORIGIN, Placed::position);
                self.active = slot;
                self.put(slot, sprite, Placement::default())?;
                self.place(slot, corner)
            }
            StageAction::Reload { slot, sprite: mut loaded } => self.alter(slot, |sprite| {
                // A sheet that the old grid no longer cuts is shown whole.
                let _ = loaded.set_grid(sprite.grid());
                loaded.set_rule(sprite.rule().clone());
                loaded.show(sprite.shown());
                *sprite = loaded;
            }),
            StageAction::ShowPair { a, b, offset } => {
                (self.parent, self.convention) = Default::default();
                self.active = Slot::B;
                self.put(Slot::A, a, Placement::default())?;
                self.put(Slot::B, b, Placement::at((offset.x.into(), offset.y.into())))
            }
            StageAction::ShowScene(scene) => {
                (self.parent, self.convention, self.active) = (bodiless(scene.parent), scene.convention, Slot::B);
                let [a, b] = scene.sprites;
                self.put(Slot::A, a.sprite, a.placement)?;
                self.put(Slot::B, b.sprite, b.placement)
            }
            StageAction::Swap => {
                std::mem::swap(&mut self.a, &mut self.b);
                self.active = self.active.other();
                Ok(())
            }
            StageAction::Activate(slot) => {
                self.active = slot;
                Ok(())
            }
            StageAction::Settle | StageAction::Undo | StageAction::Redo => Ok(()),
        }
    }

    /// Moves a sprite by whole cells of the world.
    fn place(&mut self, slot: Slot, position: Cell) -> Result<(), Refusal> {
        let near = |n: i64| n.clamp(-Self::FAR, Self::FAR);
        let Some(placed) = self.get(slot) else { return Ok(()) };
        let by = Cell::new(near(position.x), near(position.y)) - placed.position();
        if by == Cell::ORIGIN {
            self.active = slot;
            return Ok(());
        }
        #[expect(clippy::cast_precision_loss, reason = "cells of the stage are far below 2^52")]
        let by = (by.x as f64, by.y as f64);
        let by = self.parent.linear().inverse().map_or(by, |parent_from_world| parent_from_world.map(by));
        let (x, y) = placed.placement.position;
        let placement = Placement { position: (x + by.0, y + by.1), ..placed.placement };
        self.pose(slot, placement)
    }

    fn pose(&mut self, slot: Slot, placement: Placement) -> Result<(), Refusal> {
        let Some(placed) = self.get(slot) else { return Ok(()) };
        let (sprite, placement) = (placed.sprite.clone(), placement.cut_to_range());
        let is_moved = Placement { position: placed.placement.position, ..placement } == placed.placement;
        let old = placed.posed.clone();
        self.active = slot;
        let parent_from_source = placement.parent_from_source(sprite.size(), self.convention.snap);
        // Pixels that only go elsewhere, by whole cells, need not be read again.
        if let Some(posed) = old.moved_to(parent_from_source, self.convention).filter(|_| is_moved) {
            self[slot] = Some(Placed { sprite, placement, posed });
            return Ok(());
        }
        self.put(slot, sprite, placement)
    }

    /// Puts a sprite in a place and lays it on the world's grid.
    fn put(&mut self, slot: Slot, sprite: Sprite, placement: Placement) -> Result<(), Refusal> {
        let placement = placement.cut_to_range();
        let parent_from_source = placement.parent_from_source(sprite.size(), self.convention.snap);
        let world_from_parent = self.world_from_parent();
        let posed = Posed::new(sprite.raster(), parent_from_source, world_from_parent, self.convention)?;
        self[slot] = Some(Placed { sprite, placement, posed });
        Ok(())
    }

    /// Changes a sprite and lays it on the grid anew.
    fn alter(&mut self, slot: Slot, change: impl FnOnce(&mut Sprite)) -> Result<(), Refusal> {
        let Some(Placed { mut sprite, placement, .. }) = self.get(slot).cloned() else { return Ok(()) };
        change(&mut sprite);
        self.put(slot, sprite, placement)
    }

    /// Lays both sprites on the grid anew.
    fn lay_all(&mut self) -> Result<(), Refusal> {
        Slot::ALL.into_iter().try_for_each(|slot| self.alter(slot, |_| {}))
    }
}

/// What a parent without pixels does by `placement`: as much as a scene file keeps of it.
fn bodiless(placement: Placement) -> Placement {
    let Placement { position, rotation, scale, .. } = placement.cut_to_range();
    Placement { rotation, scale, ..Placement::at(position) }
}

impl Index<Slot> for Stage {
    type Output = Option<Placed>;

    fn index(&self, slot: Slot) -> &Option<Placed> {
        match slot {
            Slot::A => &self.a,
            Slot::B => &self.b,
        }
    }
}

impl IndexMut<Slot> for Stage {
    fn index_mut(&mut self, slot: Slot) -> &mut Option<Placed> {
        match slot {
            Slot::A => &mut self.a,
            Slot::B => &mut self.b,
        }
    }
}
