//! Changes of the stage.

use std::sync::Arc;

use super::action::{Newer, StageAction, StageRefusal};
use super::stage::{Family, Placed, Slot, Stage};
use maskscope_core::geom::{Affine, Cell, IntRect, Point, Size};
use maskscope_core::memory::{OutOfMemory, ask};
use maskscope_core::scene::{Actor, Convention, Hitboxes, OfferedHitboxes, Parents, Placement, Scene, Shown};
use maskscope_core::scene::{SolidRule, SolidSource, Sprite};

impl Stage {
    /// Changes the stage, or refuses and leaves it as it is.
    pub(in super::super) fn apply(&mut self, action: StageAction) -> Result<(), StageRefusal> {
        let mut changed = self.clone();
        let is_scene = matches!(action, StageAction::ShowScene(_));
        changed.change(action)?;
        if !is_scene {
            changed.follow_pinned(self);
        }
        changed.ask_for_textures(self)?;
        if changed.both().is_some() && changed.offset().is_none() {
            return Err(StageRefusal::TooFarApart);
        }
        *self = changed;
        Ok(())
    }

    /// Asks for the memory to draw the sprites that look otherwise than `before`: their pixels once more, and as a texture.
    fn ask_for_textures(&self, before: &Self) -> Result<(), OutOfMemory> {
        for placed in Slot::ALL.iter().filter_map(|slot| self.get(*slot)) {
            let picture = placed.raster().picture();
            let is_known =
                |slot: &Slot| before.get(*slot).is_some_and(|it| Arc::ptr_eq(it.raster().picture(), picture));
            if !Slot::ALL.iter().any(is_known) {
                let what = format_args!("showing {} in {} px", placed.sprite.name, picture.size());
                ask(8 * picture.size().area(), "a smaller image or scale takes less", what)?;
            }
        }
        Ok(())
    }

    fn change(&mut self, action: StageAction) -> Result<(), StageRefusal> {
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
            StageAction::ResetPlacement => Slot::ALL.into_iter().try_for_each(|slot| self.reset(slot)),
            StageAction::SetConvention(convention) => {
                self.convention = convention;
                self.lay_all()
            }
            StageAction::SetParents { family: Family::Common, parents } => {
                self.parents = Parents::new(parents)?;
                self.lay_all()
            }
            StageAction::SetParents { family: Family::Own(slot), parents } => {
                let parents = Parents::new(parents)?;
                match self.get(slot).cloned() {
                    Some(Placed { sprite, placement, .. }) => self.put(slot, sprite, placement, parents),
                    None => Ok(()),
                }
            }
            StageAction::SetThreshold { slot, threshold } => {
                self.set_threshold(slot, threshold);
                Ok(())
            }
            StageAction::SetRule { slot, rule } => self.alter(slot, |sprite| sprite.set_rule(rule)),
            StageAction::SetHitboxes { slot, hitboxes } => {
                self.active = slot;
                let Some(Placed { sprite, .. }) = &mut self.places[slot as usize] else { return Ok(()) };
                // Those of an editor bring the mask that they mean, once.
                if hitboxes.offered.is_some() && sprite.hitboxes.offered != hitboxes.offered {
                    return self.alter(slot, |sprite| sprite.test_as(hitboxes));
                }
                sprite.hitboxes = hitboxes.into();
                Ok(())
            }
            StageAction::Cut { slot, grid } => {
                let Some(mut sprite) = self.get(slot).map(|placed| placed.sprite.clone()) else { return Ok(()) };
                sprite.set_grid(grid)?;
                self.alter(slot, |old| *old = sprite)
            }
            StageAction::ShowFrame { slot, shown } => self.alter(slot, |sprite| sprite.choose(shown)),
            StageAction::Show { slot, sprite } => {
                let corner = self.get(slot).map_or_else(|| self.beside(slot, sprite.size()), Placed::position);
                let was_clear = self.is_clear();
                self.active = slot;
                let placement = sprite.placement();
                self.put(slot, sprite, placement, Parents::NONE)?;
                self.place(slot, corner)?;
                match self.get(slot).map(|placed| placed.bounding_box().size()) {
                    Some(size) if was_clear && !self.is_clear() => self.place(slot, self.beside(slot, size)),
                    _ => Ok(()),
                }
            }
            StageAction::ShowBeside { sprite, offset } => {
                let (slot, size) = (Slot::B, sprite.size());
                self.change(StageAction::Show { slot, sprite })?;
                match offset.zip(self.get(Slot::A).map(Placed::placement)) {
                    Some(((x, y), a)) => {
                        let position = (a.position.0 + x, a.position.1 + y);
                        self.change(StageAction::Move { slot, position })
                    }
                    None => self.place(slot, self.beside(slot, size)),
                }
            }
            StageAction::Reload { slots, newer } => slots.into_iter().try_for_each(|slot| match newer.clone() {
                Newer::Image(loaded) => self.alter(slot, |sprite| reload(sprite, loaded)),
                Newer::Mask(image) => self.alter(slot, |sprite| {
                    sprite.set_rule(SolidRule { source: SolidSource::Image(image), ..sprite.rule().clone() });
                }),
            }),
            StageAction::ShowPair { a, b, offset } => {
                let at = Placement::at((offset.x.into(), offset.y.into()));
                self.show(Scene::of([Actor::new(a, Placement::default()), Actor::new(b, at)]))
            }
            StageAction::ShowScene(scene) => self.show(*scene),
            StageAction::Expect(expectation) => {
                self.expectation = expectation;
                Ok(())
            }
            StageAction::Swap => {
                self.places.reverse();
                self.active = self.active.other();
                Ok(())
            }
            StageAction::Pin(is_pinned) => {
                self.pinned = self.get(Slot::B).filter(|_| is_pinned).cloned();
                Ok(())
            }
            StageAction::SwapPinned => {
                if let Some((pinned, b)) = self.pinned.as_mut().zip(self.places[Slot::B as usize].as_mut()) {
                    std::mem::swap(pinned, b);
                    self.active = Slot::B;
                }
                Ok(())
            }
            StageAction::Activate(slot) => {
                self.active = slot;
                Ok(())
            }
            StageAction::Fit(_)
            | StageAction::Settle
            | StageAction::Grasp
            | StageAction::Cancel
            | StageAction::Undo
            | StageAction::Redo => Ok(()),
        }
    }

    /// True if the boxes overlap, and neither sprite hides more than half of the other's: both can be seen where they meet.
    fn is_clear(&self) -> bool {
        let Some((a, b)) = self.both() else { return false };
        let [a, b] = [a.bounding_box(), b.bounding_box()];
        let shared = a.intersection(b).map_or(0, IntRect::area);
        // A third of the width of a narrow sprite is all of it.
        let third = u64::from(a.width.min(b.width).div_ceil(3)) * u64::from(a.height.min(b.height));
        shared > 0 && shared <= third.max(a.area().min(b.area()) / 2)
    }

    /// The corner of a sprite of `size` that comes into an empty slot: level with the other one, so that their boxes overlap by
    /// a third.
    pub(in super::super) fn beside(&self, slot: Slot, size: Size) -> Cell {
        let Some(other) = self.get(slot.other()).map(Placed::bounding_box) else { return Cell::ORIGIN };
        let third = i64::from(other.width.min(size.width).div_ceil(3));
        let x = match slot {
            Slot::A => other.x + third - i64::from(size.width),
            Slot::B => other.right() - third,
        };
        Cell::new(x, other.y + (i64::from(other.height) - i64::from(size.height)) / 2)
    }

    /// Shows both sprites of `scene` as it places them.
    fn show(&mut self, scene: Scene) -> Result<(), StageRefusal> {
        (self.parents, self.convention, self.active) = (scene.parents, scene.convention, Slot::B);
        self.expectation = scene.expectation;
        let [a, b] = scene.sprites;
        self.put(Slot::A, a.sprite, a.placement, a.parents)?;
        self.put(Slot::B, b.sprite, b.placement, b.parents)?;
        self.pin_at(scene.pinned);
        Ok(())
    }

    /// Pins B at a `position` inside its innermost parent; nothing is pinned where it cannot be laid there.
    pub(crate) fn pin_at(&mut self, position: Option<Point>) {
        self.pinned = self.get(Slot::B).zip(position).and_then(|(b, position)| {
            let placement = Placement { position, ..b.placement }.cut_to_range();
            let posed = self.lay(b.sprite.raster(), &placement, &b.parents).ok()?;
            Some(Placed { placement, posed, ..b.clone() })
        });
    }

    /// Gives the pinned B what has changed of B since `before`. Another image, and one that is turned, scaled or flipped, is
    /// not the one that was pinned.
    fn follow_pinned(&mut self, before: &Self) {
        let Some(pinned) = self.pinned.take() else { return };
        let Some((old, new)) = before.get(Slot::B).zip(self.get(Slot::B)) else { return };
        let is_only_moved = Placement { position: new.placement.position, ..old.placement } == new.placement;
        // Another frame may stand on another anchor.
        let is_only_anchored = Placement { anchor: new.placement.anchor, ..old.placement } == new.placement;
        let is_same_image = Arc::ptr_eq(old.sprite.frames(), new.sprite.frames());
        if !is_same_image || old.parents != new.parents || !(is_only_moved || is_only_anchored) {
            return;
        }
        let is_laid_alike = self.convention == before.convention
            && self.parents == before.parents
            && pinned.placement.anchor == new.placement.anchor
            && old.sprite.shown() == new.sprite.shown()
            && Arc::ptr_eq(old.sprite.mask(), new.sprite.mask());
        if is_laid_alike {
            self.pinned = Some(Placed { sprite: new.sprite.clone(), ..pinned });
        } else {
            self.pin_at(Some(pinned.placement.position));
        }
    }

    /// Puts the sprite of `slot` at 0,0 as it is in its file; how its pixels are read stays.
    fn reset(&mut self, slot: Slot) -> Result<(), StageRefusal> {
        let Some(placed) = self.get(slot) else { return Ok(()) };
        let placement = Placement { filter: placed.placement.filter, ..placed.sprite().placement() };
        self.pose(slot, placement)?;
        self.place(slot, Cell::ORIGIN)
    }

    /// Sets the threshold of the sprite of `slot`. Its pixels stay where they are: only what is solid is found again.
    fn set_threshold(&mut self, slot: Slot, threshold: u8) {
        let Some(placed) = &mut self.places[slot as usize] else { return };
        placed.sprite.set_threshold(threshold);
        let is_source = Arc::ptr_eq(placed.raster().picture(), placed.sprite.picture());
        let source = placed.sprite.raster().clone();
        placed.posed.raster = if is_source { source.clone() } else { placed.raster().with_threshold(threshold) };
        placed.posed.source = source;
    }

    /// A stage on which `actors` stand in this `convention` and in these common `parents`.
    pub(crate) fn of(
        actors: [Option<Actor>; 2],
        convention: Convention,
        parents: Parents,
    ) -> Result<Self, StageRefusal> {
        let mut stage = Self { convention, parents, ..Self::default() };
        for (slot, actor) in Slot::ALL.into_iter().zip(actors) {
            if let Some(Actor { sprite, placement, parents }) = actor {
                stage.put(slot, sprite, placement, parents)?;
            }
        }
        if stage.both().is_some() && stage.offset().is_none() { Err(StageRefusal::TooFarApart) } else { Ok(stage) }
    }

    /// Moves a sprite by whole cells of the world.
    fn place(&mut self, slot: Slot, position: Cell) -> Result<(), StageRefusal> {
        let near = |n: i64| n.clamp(-Self::FAR, Self::FAR);
        let Some(placed) = self.get(slot) else { return Ok(()) };
        let by = Cell::new(near(position.x), near(position.y)) - placed.position();
        if by == Cell::ORIGIN {
            self.active = slot;
            return Ok(());
        }
        let by = by.point();
        let linear = Affine { tx: 0.0, ty: 0.0, ..self.world_from_parent(slot) };
        let by = linear.inverse().map_or(by, |parent_from_world| parent_from_world.map(by));
        let (x, y) = placed.placement.position;
        let placement = Placement { position: (x + by.0, y + by.1), ..placed.placement };
        self.pose(slot, placement)
    }

    fn pose(&mut self, slot: Slot, placement: Placement) -> Result<(), StageRefusal> {
        let Some(Placed { sprite, parents, .. }) = self.get(slot).cloned() else { return Ok(()) };
        self.active = slot;
        self.put(slot, sprite, placement, parents)
    }

    /// Puts a sprite in a place and lays it on the world's grid.
    fn put(&mut self, slot: Slot, sprite: Sprite, placement: Placement, parents: Parents) -> Result<(), StageRefusal> {
        let placement = placement.cut_to_range();
        let posed = self.lay(sprite.raster(), &placement, &parents).map_err(|why| StageRefusal::Unplaced(slot, why))?;
        self.places[slot as usize] = Some(Placed { sprite, placement, parents, posed });
        Ok(())
    }

    /// Adds to the sprites from the same file, where their pictures are the same, what is known from the file alone.
    pub(in super::super) fn learn(&mut self, read: &Sprite) {
        let all = self.places.iter_mut().flatten().chain(&mut self.pinned);
        let same = all.filter(|placed| placed.sprite.path == read.path);
        same.for_each(|placed| placed.sprite.learn(read.file_frames()));
    }

    /// Changes a sprite and lays it on the grid again.
    fn alter(&mut self, slot: Slot, change: impl FnOnce(&mut Sprite)) -> Result<(), StageRefusal> {
        let Some(Placed { mut sprite, mut placement, parents, .. }) = self.get(slot).cloned() else { return Ok(()) };
        let anchor = sprite.anchor();
        change(&mut sprite);
        // Frames of an atlas may have anchors of their own: another frame stands on its own one.
        if placement.anchor == anchor {
            placement.anchor = sprite.anchor();
        }
        self.put(slot, sprite, placement, parents)
    }

    /// Lays both sprites on the grid again.
    fn lay_all(&mut self) -> Result<(), StageRefusal> {
        Slot::ALL.into_iter().try_for_each(|slot| self.alter(slot, |_| {}))
    }
}

/// Puts what was read again, `loaded`, in the place of `sprite`, cut, shown and solid as that was.
fn reload(sprite: &mut Sprite, mut loaded: Sprite) {
    // A sheet that the old grid no longer cuts is shown whole.
    let _ = loaded.set_grid(sprite.grid());
    loaded.set_rule(sprite.rule().clone());
    // Its frames may have been packed in another order.
    let name = if let Shown::Frame(frame) = sprite.shown() { sprite.frames().name_of(frame) } else { None };
    let renamed = name.and_then(|name| loaded.frames().named(&name).ok());
    loaded.show(renamed.unwrap_or(sprite.shown()));
    let named = sprite.hitboxes.by_name(sprite.frames());
    let named: Vec<_> = named.map(|(name, hitbox)| (name.into_owned(), hitbox.clone())).collect();
    let found = Hitboxes::named(loaded.frames(), named.iter().map(|(name, hitbox)| (&**name, hitbox)));
    let Hitboxes { otherwise, offered, .. } = Hitboxes::clone(&sprite.hitboxes);
    let is_named = |newer: &&Arc<OfferedHitboxes>| offered.as_ref().is_some_and(|old| old.title == newer.title);
    let newer = loaded.frames().offers.hitboxes.iter().find(is_named).filter(|_| !sprite.hitboxes.are_edited());
    loaded.hitboxes = match newer {
        Some(newer) => newer.taken().into(),
        None => Hitboxes { frames: found.unwrap_or_default(), otherwise, offered }.into(),
    };
    *sprite = loaded;
}
