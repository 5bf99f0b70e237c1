//! The trait of the canvas's layers, their input, and the names that their files share.

use std::any::{Any, TypeId};
use std::collections::HashMap;

use super::screen::Screen;
pub use crate::app::prelude::*;
use crate::app::script_field;
pub use crate::session::Layer;
use crate::session::{Layers, Placed, WholeOrder};
use maskscope_core::mask::Mask;
use maskscope_core::replay::Check;
use maskscope_core::scan::own::{Failure, Own};
use maskscope_core::scan::verdict::{Finding, ScanVerdict};
use maskscope_core::scene::terrain::{self, ColumnReads, StepRecord};
use maskscope_core::scene::{Picture, Placement};
use maskscope_core::shape::{Hitbox, Part};

/// From this side on, in points, pixels that the probe read are numbered.
const NUMBERED: f32 = 11.0;

/// The colour behind the hills.
pub const SKY: Color32 = {
    let [red, green, blue] = terrain::SKY;
    Color32::from_rgb(red, green, blue)
};

/// A layer of the canvas.
pub struct CanvasLayer {
    /// Its buttons in the row of layers; none where it cannot be switched.
    pub switches: &'static [Switch],
    /// Paints it, where it is shown.
    pub paint: fn(&DrawContext<'_>, &mut LayerState),
}

/// A button in the row of layers.
pub struct Switch {
    /// The layer that it shows and hides.
    pub layer: Layer,
    /// The key that does the same.
    pub key: Option<Key>,
    /// Paints what the layer looks like on the canvas, into 24 by 14 points.
    pub swatch: fn(&Painter, Rect, &Theme),
}

/// State of layers from frame to frame, such as textures: one value of each type.
#[derive(Default)]
pub struct LayerState(HashMap<TypeId, Box<dyn Any>>);

impl LayerState {
    /// The value of a type; at first its default.
    pub fn of<T: Any + Default>(&mut self) -> &mut T {
        let value = self.0.entry(TypeId::of::<T>()).or_insert_with(|| Box::<T>::default());
        value.downcast_mut().expect("it is kept by its type")
    }
}

/// The canvas to paint on, the state to paint, and where things lie.
pub struct DrawContext<'a> {
    /// Paints on the canvas only.
    pub painter: &'a Painter,
    /// Map from world cells to the screen.
    pub screen: Screen,
    pub theme: &'static Theme,
    pub session: &'a Session,
    /// The world cell under the pointer.
    pub hovered: Option<Cell>,
    /// Areas over the canvas: hint, messages, loupe, the handles of the active sprite. Nothing is written there.
    pub taken: &'a [Rect],
    /// Area of the loupe.
    pub loupe: Option<Rect>,
    pub drags: bool,
    /// True if a handle of a hitbox, or the edge of a polygon, lies under the pointer.
    pub grabs: bool,
}

/// A sprite on the canvas.
#[derive(Clone, Copy)]
pub struct CanvasSprite<'a> {
    pub slot: Slot,
    pub picture: &'a Arc<Picture>,
    pub mask: &'a Mask,
    /// The world cell of its top left pixel.
    pub origin: Cell,
}

impl CanvasSprite<'_> {
    /// Its box in the world.
    pub fn place(&self) -> IntRect {
        IntRect::new(self.origin, self.picture.size())
    }
}

impl DrawContext<'_> {
    /// True if the layer is switched on, belongs to the tab, and is not of a scan that is shown whole while a hitbox is edited.
    pub fn shows(&self, layer: Layer) -> bool {
        let is_of_scan = matches!(layer, Layer::Visits | Layer::CurrentVisit | Layer::FirstHit);
        let tab = self.session.view().tab;
        let is_of_loop = is_of_scan && tab == Tab::Replay && self.session.scans().selected().is_recorded();
        let is_on = self.layers().has(layer) && (layer.is_in(tab) || is_of_loop);
        let is_under_way = || {
            let played = self.session.playback().position();
            self.session.derived().recording().is_some_and(|it| played < it.count.visits)
        };
        is_on && !(is_of_scan && (self.drags || !is_under_way()) && self.edited_hitbox().is_some())
    }

    pub const fn layers(&self) -> Layers {
        self.session.view().layers
    }

    /// The sprites, from back to front: in Terrain the ground, which is B, and the ball.
    pub fn sprites(&self) -> [Option<CanvasSprite<'_>>; 2] {
        let session = self.session;
        if !session.view().is_game() {
            return Slot::ALL.map(|slot| {
                let placed = session.stage().get(slot)?;
                let (raster, origin) = (placed.raster(), placed.position());
                Some(CanvasSprite { slot, picture: raster.picture(), mask: raster.mask().mask(), origin })
            });
        }
        let game = session.terrain();
        let Some((actors, (_, ball))) = game.actors.as_ref().zip(game.bounds()) else { return [None; 2] };
        let roles = [(Slot::B, &actors.ground, Cell::ORIGIN), (Slot::A, &actors.ball, ball.origin())];
        roles.map(|(slot, actor, origin)| {
            Some(CanvasSprite { slot, picture: &actor.picture, mask: actor.mask.mask(), origin })
        })
    }

    /// The step of the ball that is shown.
    pub fn step(&self) -> Option<&StepRecord> {
        self.session.terrain().shown().filter(|_| self.session.view().is_game())
    }

    /// Paints the pixels that the probe read where `place` puts them, first to last, with their numbers where they are large.
    pub fn paint_reads(&self, painter: &Painter, reads: ColumnReads, place: impl Fn(Cell) -> Rect) {
        let last = reads.count.saturating_sub(1).max(1) as f32;
        for (rank, cell) in reads.cells().enumerate() {
            let at = place(cell);
            let at = Rect::from_center_size(at.center(), at.size().max(Vec2::splat(3.0)));
            if !at.intersects(painter.clip_rect()) {
                continue;
            }
            let fill = self.theme.rank(rank as f32 / last);
            let number = (rank + 1).to_string();
            if at.width() < NUMBERED || number.len() > 2 {
                painter.rect_filled(at, 0.0, fill);
                continue;
            }
            painter.rect_filled(at.shrink(1.0), 0.0, self.theme.keyline);
            painter.rect_filled(at.shrink(2.0), 0.0, fill);
            painter.text(at.center(), Align2::CENTER_CENTER, number, theme::ruler(), theme::ink_on(fill));
        }
    }

    /// The check of a log whose sprites stand on the stage as they stood.
    pub fn check(&self) -> Option<&Check> {
        let staged = self.session.log().filter(|_| self.session.shows_stage())?.staged()?;
        staged.found.as_ref().ok().filter(|_| !staged.is_moved).map(|found| &found.check)
    }

    /// The outlines of the shapes that a sprite is tested as, in the world: at a check of a log, those of the game. Masks have
    /// outlines of their own.
    pub fn tested_outlines(&self, slot: Slot) -> Vec<Vec<Point>> {
        let of_check = self.check().map(|check| check.tested_outlines(slot as usize).collect());
        let hitbox = || self.session.stage().hitbox(slot);
        of_check.or_else(|| Some(hitbox()?.outlines().collect())).unwrap_or_default()
    }

    /// The hitbox of the active sprite, which can be edited, and the map to the world from the sprite's pixels; its handles are
    /// shown in place of those of the sprite.
    pub fn edited_hitbox(&self) -> Option<(Slot, &Hitbox, Affine)> {
        let stage = self.session.stage();
        let hitbox = stage.get(stage.active)?.sprite().hitbox()?;
        let is_shown = self.shows(Layer::Shapes) && self.session.view().tab == Tab::Inspect && self.check().is_none();
        let has_shape = hitbox.parts().iter().any(|part| *part != Part::Mask);
        Some((stage.active, hitbox, stage.world_from_shapes(stage.active)?)).filter(|_| is_shown && has_shape)
    }

    /// Paints an outline in the world with a rim that sets it off from the art, in dashes or solid.
    pub fn outline(&self, outline: Vec<Point>, is_dashed: bool, stroke: Stroke, rim: Color32) {
        // In the middle of a physical pixel, where a line is sharp.
        let pixel = self.screen.line(1.0);
        let middle = |at: f32| ((at / pixel).floor() + 0.5) * pixel;
        let on_screen = |point| {
            let Pos2 { x, y } = self.screen.point(point);
            Pos2::new(middle(x), middle(y))
        };
        let mut outline: Vec<Pos2> = outline.into_iter().map(on_screen).collect();
        outline.extend(outline.first().copied());
        self.painter.add(Shape::line(outline.clone(), Stroke::new(stroke.width + 2.0, rim)));
        if is_dashed {
            self.painter.extend(Shape::dashed_line(&outline, stroke, 6.0, 4.0));
        } else {
            self.painter.add(Shape::line(outline, stroke));
        }
    }

    /// Name of the shape that a sprite is tested as; `None` for its mask.
    pub fn tested_name(&self, slot: Slot) -> Option<String> {
        if let Some(check) = self.check() {
            return check.tested_name(slot as usize);
        }
        let placed = self.session.stage().get(slot)?;
        placed.sprite().hitbox().map(ToString::to_string)
    }

    /// B as it lies where it is pinned, in Inspect.
    pub fn pinned(&self) -> Option<&Placed> {
        self.session.stage().pinned().filter(|_| self.session.view().tab == Tab::Inspect)
    }

    /// The lower right corners of the pinned B and of B on the screen; `None` where they are the same.
    pub fn way_from_pin(&self) -> Option<[Pos2; 2]> {
        let ends = [self.pinned()?, self.session.stage().get(Slot::B)?];
        let ends = ends.map(|placed| self.screen.rect(placed.bounding_box()).max);
        (ends[0] != ends[1]).then_some(ends)
    }

    /// The box of a sprite in the world.
    pub fn sprite_box(&self, slot: Slot) -> Option<IntRect> {
        self.sprites().into_iter().flatten().find(|sprite| sprite.slot == slot).map(|sprite| sprite.place())
    }

    /// The overlap box in the world.
    pub fn overlap(&self) -> Option<IntRect> {
        self.session.collision()?.overlap_box
    }

    /// The whole order of the script that is edited, of its last text that ran, or of the one that is previewed.
    pub fn edited_order(&self) -> Option<(Own, &WholeOrder)> {
        let is_shown = self.session.view().previewed.is_some() || script_field::is_open(self.painter.ctx());
        self.session.derived().order_of_script().filter(|_| is_shown)
    }

    /// The cell outside the overlap box, on the screen, for which a script fails by its `verdict`.
    pub fn cell_outside(&self, verdict: &ScanVerdict) -> Option<Rect> {
        let Finding::Fails(Failure { outside: Some((x, y)), .. }) = verdict.finding else { return None };
        self.rect_in_overlap(IntRect::new(Cell::new(x, y), Size::new(1, 1)))
    }

    /// A box of cells local to the overlap box, on the screen.
    pub fn rect_in_overlap(&self, local: IntRect) -> Option<Rect> {
        self.overlap().map(|overlap| self.screen.rect(local.translated(overlap.origin())))
    }

    /// The first hit on the screen: the centre of its cell, or of the visit if the scan names no cell.
    pub fn first_hit_middle(&self) -> Option<Pos2> {
        let hit = self.session.derived().recording().filter(|_| !self.session.derived().recording_is_stale())?.hit?;
        let local = match hit.cell {
            Some((x, y)) => IntRect::new(Cell::new(x.into(), y.into()), Size::new(1, 1)),
            None => hit.visit.in_space_of(IntRect::default()),
        };
        self.rect_in_overlap(local).map(|rect| rect.center())
    }

    /// The current visit on the screen.
    pub fn current_visit_rect(&self) -> Option<Rect> {
        let visit = self.session.current_visit()?;
        self.rect_in_overlap(visit.in_space_of(IntRect::default()))
    }

    /// The closest pixels of both masks on the screen, where they share none, the layer is on, and no hitbox is dragged.
    pub fn closest_pixels(&self) -> Option<[Rect; 2]> {
        let (a, b) = self.session.derived().contact()?.closest.filter(|_| self.shows(Layer::Distance))?;
        if self.drags && self.edited_hitbox().is_some() {
            return None;
        }
        let corner = self.session.corner_of_a();
        Some([a, b].map(|cell| self.screen.rect(IntRect::new(cell + corner, Size::new(1, 1)))))
    }

    /// The cells of the overlap that show, in the world, beginning on a corner of a physical pixel.
    ///
    /// Zoomed out, a pixel shows several cells: then the box is widened to whole pixels and may reach beyond the overlap.
    pub fn visible_overlap(&self) -> Option<IntRect> {
        Some(self.screen.whole_pixels(self.overlap()?.intersection(self.screen.visible())?))
    }
}

/// With Shift, what is turned by its mark stops at multiples of this many degrees; without, at whole ones.
const TURNING_STEP: f64 = 15.0;

/// `old` after its mark was dragged about the point `(x, y)` from one point to another.
pub fn turned(old: Placement, (x, y): Point, from: Point, to: Point, with_shift: bool) -> Placement {
    let angle = |point: Point| (point.1 - y).atan2(point.0 - x).to_degrees();
    let step = if with_shift { TURNING_STEP } else { 1.0 };
    let turned = old.rotation + angle(to) - angle(from);
    Placement { rotation: ((turned / step).round() * step).rem_euclid(360.0), ..old }
}
