//! The stage: the two sprites and where they stand.

use std::ops::{Index, IndexMut};

use crate::{
    geom::{Cell, IntRect, Offset},
    scene::Sprite,
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
    /// The sprite.
    pub sprite: Sprite,
    /// The world cell of its top left pixel; at most [`Stage::FAR`] from the origin along each axis.
    pub position: Cell,
}

impl Placed {
    /// Its box in the world.
    pub fn bounding_box(&self) -> IntRect {
        IntRect::new(self.position, self.sprite.size())
    }
}

/// Sprites are compared by what they share, so that comparing costs nothing.
impl PartialEq for Placed {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
            && std::sync::Arc::ptr_eq(self.sprite.picture(), other.sprite.picture())
            && self.sprite.threshold() == other.sprite.threshold()
    }
}

/// The two sprites and where they stand. Cloning shares the images.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stage {
    a: Option<Placed>,
    b: Option<Placed>,
    /// The sprite that keys move.
    pub active: Slot,
}

/// Changes to the stage.
#[derive(Clone, Debug)]
pub enum StageAction {
    /// Puts a sprite's top left pixel on a world cell.
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
    /// Makes pixels solid iff their alpha is above the threshold.
    SetThreshold {
        /// Which sprite.
        slot: Slot,
        /// The threshold.
        threshold: u8,
    },
    /// Puts another sprite in a place, where the old one stood.
    Show {
        /// Which place.
        slot: Slot,
        /// The new sprite.
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
            Self::Place { slot, .. } => Some((0, *slot)),
            Self::Nudge { slot, .. } => Some((1, *slot)),
            Self::SetThreshold { slot, .. } => Some((2, *slot)),
            _ => None,
        }
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

    /// B's top left seen from A's; `None` while a place is empty.
    pub fn offset(&self) -> Option<Offset> {
        let (a, b) = self.both()?;
        let by = b.position - a.position;
        Some(Offset::new(i32::try_from(by.x).ok()?, i32::try_from(by.y).ok()?))
    }

    /// The smallest box around both sprites; `None` for an empty stage.
    pub fn bounds(&self) -> Option<IntRect> {
        Slot::ALL.into_iter().filter_map(|slot| self.get(slot)).map(Placed::bounding_box).reduce(IntRect::union)
    }

    /// The sprite whose solid pixel, or failing that whose box, lies at a world cell; B lies over A.
    pub fn sprite_at(&self, cell: Cell) -> Option<Slot> {
        let over = [Slot::B, Slot::A];
        let solid = |slot: &Slot| {
            self.get(*slot).is_some_and(|placed| placed.sprite.mask().mask().get_cell(cell - placed.position))
        };
        let boxed = |slot: &Slot| self.get(*slot).is_some_and(|placed| placed.bounding_box().contains(cell));
        over.into_iter().find(solid).or_else(|| over.into_iter().find(boxed))
    }

    pub(super) fn apply(&mut self, action: StageAction) {
        match action {
            StageAction::Place { slot, position } => self.place(slot, position),
            StageAction::Nudge { slot, by } => {
                if let Some(placed) = self.get(slot) {
                    self.place(slot, placed.position + by);
                }
            }
            StageAction::SetThreshold { slot, threshold } => {
                if let Some(placed) = &mut self[slot] {
                    placed.sprite.set_threshold(threshold);
                }
            }
            StageAction::Show { slot, sprite } => {
                let position = self.get(slot).map_or(Cell::ORIGIN, |placed| placed.position);
                self[slot] = Some(Placed { sprite, position });
                self.active = slot;
            }
            StageAction::ShowPair { a, b, offset } => {
                self.a = Some(Placed { sprite: a, position: Cell::ORIGIN });
                self.b = Some(Placed { sprite: b, position: offset.cell() });
                self.active = Slot::B;
            }
            StageAction::Swap => {
                std::mem::swap(&mut self.a, &mut self.b);
                self.active = self.active.other();
            }
            StageAction::Activate(slot) => self.active = slot,
            StageAction::Settle | StageAction::Undo | StageAction::Redo => {}
        }
    }

    fn place(&mut self, slot: Slot, position: Cell) {
        let near = |n: i64| n.clamp(-Self::FAR, Self::FAR);
        if let Some(placed) = &mut self[slot] {
            placed.position = Cell::new(near(position.x), near(position.y));
            self.active = slot;
        }
    }
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
