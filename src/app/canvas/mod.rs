//! The canvas: both sprites in the world, the layers over them, and what the pointer does there.
//!
//! - `drag`: what a drag moves and from where; the numbers of a hitbox while its handle is dragged.
//! - `pointed`: the items by name, the one under the pointer, and the effects of mouse and keys on it.
//! - `rulers`: the rulers along two edges, and the text of an empty canvas.
//! - `hints`: one hint at a time, until each is done or closed.

pub mod drag;
pub mod hints;
pub mod pointed;
pub mod rulers;

use egui::{CursorIcon, Key, Modifiers, PointerButton, Rect, Response, Role, Sense, Ui, WidgetInfo};

use super::widgets::{self, gesture};
use crate::app::layers;
use crate::app::layers::art::game_screen;
use crate::app::layers::art::sprites::Sprites;
use crate::app::layers::pointing::hitbox_handles::{self, Touched};
use crate::app::layers::pointing::{handles, parent};
use crate::app::paint::draw::{DrawContext, LayerState};
use crate::app::{paint::screen::Screen, request::Request, theme::Theme};
use crate::session::ViewAction;
use crate::session::{
    Action, Camera, Event, Framing, LogAction, Placed, PlaybackAction, Session, Slot, StageAction, Tab,
};
use drag::Drag;
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::{ColorKey, SolidRule, SolidSource};
use maskscope_core::{shape::Hitbox, words};

/// Scrolled points that make one step of zoom.
const POINTS_PER_ZOOM_STEP: f32 = 40.0;

/// State of the canvas from frame to frame: that of its layers, a drag in progress, and the last shown stage.
#[derive(Default)]
pub struct Canvas {
    kept: LayerState,
    drag: Option<Drag>,
    /// The framing of the view before the drag.
    framing: Framing,
    scrolled: f32,
    shown: Option<LastShown>,
    /// The last place of the ball.
    ball: Option<IntRect>,
    /// True if a picture is being taken: then nothing lies over the canvas.
    pub poses: bool,
}

/// The last shown stage.
#[derive(Clone, Copy)]
struct LastShown {
    screen: Screen,
    camera: Camera,
    hovered: Option<Cell>,
}

impl Canvas {
    /// The camera of the last frame; `None` before the first.
    pub fn camera(&self) -> Option<Camera> {
        self.shown.map(|shown| shown.camera)
    }

    /// The world cell that was last under the pointer.
    pub fn hovered(&self) -> Option<Cell> {
        self.shown.and_then(|shown| shown.hovered)
    }

    /// The canvas on the screen, without its rulers, in points.
    pub fn rect(&self) -> Rect {
        self.shown.map_or(Rect::ZERO, |shown| shown.screen.canvas)
    }

    /// The boxes of both sprites on the screen, as the last frame had the camera.
    pub fn sprites(&self, session: &Session) -> [Option<Rect>; 2] {
        let screen = self.shown.filter(|_| !session.view().is_game()).map(|shown| shown.screen);
        Slot::ALL.map(|slot| Some(screen?.rect(session.stage().get(slot)?.bounding_box())))
    }

    /// Textures of both sprites for small pictures of them.
    pub fn thumbnails(&mut self, ctx: &egui::Context, session: &Session) -> [Option<(egui::TextureId, Size)>; 2] {
        Slot::ALL.map(|slot| {
            let placed = session.stage().get(slot)?;
            self.kept.of::<Sprites>().thumbnail(ctx, slot, placed)
        })
    }

    /// Shows the canvas over the rest of `ui`.
    pub fn show(&mut self, ui: &mut Ui, session: &Session, out: &mut Vec<Request>) {
        let (whole, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        let canvas = Rect::from_min_max(whole.min + egui::Vec2::splat(rulers::WIDTH), whole.max);
        let camera = self.aim(session, canvas, ui.pixels_per_point(), out);
        let screen = Screen::new(camera, canvas, ui.pixels_per_point());
        let hovered = response.hover_pos().filter(|at| canvas.contains(*at)).map(|at| screen.cell_at(at));
        self.shown = Some(LastShown { screen, camera, hovered });
        let (theme, drags, is_game) = (Theme::of(ui), self.drag.is_some(), session.view().is_game());
        let (painter, taken, loupe, grabs) = (ui.painter(), &[][..], None, false);
        let draw = DrawContext { painter, screen, theme, session, hovered, taken, loupe, drags, grabs };
        pointed::describe(ui, &response, &draw);
        self.follow_pointer(ui, &response, &draw, camera, out);
        let painter = ui.painter().with_clip_rect(whole);
        let on_canvas = painter.with_clip_rect(canvas);
        let grabs = response.hover_pos().is_some_and(|at| hitbox_handles::grabbed(&draw, at).is_some());
        let draw = DrawContext { painter: &on_canvas, drags: self.drag.is_some(), grabs, ..draw };
        let over = hints::over_canvas(ui, session);
        let loupe = layers::pointing::loupe::place(&draw, &over).filter(|_| !self.poses);
        let taken = over.into_iter().chain(loupe).chain(handles::rects(&draw));
        let taken = taken.chain(game_screen::place(&draw).filter(|_| session.shows_stage()));
        let taken: Vec<_> = taken.chain(hitbox_handles::rects(&draw)).collect();
        let draw = DrawContext { taken: &taken, loupe, ..draw };
        if !session.shows_stage() {
            // The sprites of the check are still to come.
        } else if draw.sprites().iter().any(Option::is_some) {
            for layer in if is_game { layers::GAME } else { layers::ALL } {
                (layer.paint)(&draw, &mut self.kept);
            }
            if let Some(drag) = &self.drag {
                drag::paint_hitbox_drag(&draw, drag);
            }
        } else {
            rulers::invite(&draw);
        }
        rulers::paint(&DrawContext { painter: &painter, ..draw }, whole);
        let corner = Rect::from_min_max(whole.min, canvas.min);
        let counted = ui.interact(corner, response.id.with("origin"), Sense::hover());
        counted.widget_info(|| WidgetInfo::labeled(Role::Label, true, rulers::counted(session)));
        counted.on_hover_text(rulers::counted(session));
        if let Some(at) = response.hover_pos().filter(|at| canvas.contains(*at)) {
            let dragged = self.drag.as_ref().and_then(Drag::hitbox_handle);
            let of_handle = dragged.and_then(|dragged| pointed::status_of_handle(&draw, dragged));
            let status = of_handle.unwrap_or_else(|| pointed::status(&draw, at));
            widgets::status::tell(ui, status.can_if(draw.drags, "Esc", "put it back"));
        }
        if session.shows_stage() && !self.poses {
            spread_screen(ui, &draw, out);
        }
        let grid = layers::tested::visits::rank_grid(&draw);
        if grid != session.view().rank_grid && !is_game {
            out.push(Action::View(ViewAction::SetRankGrid(grid)).into());
        }
        if hovered != session.view().hovered && !is_game {
            out.push(Action::View(ViewAction::Hover(hovered)).into());
        }
        if !self.poses && !is_game {
            hints::show(ui, session, canvas, out);
        }
    }

    /// The camera of the tab: the chosen one, or one that shows all; over the ball's game, it follows the ball.
    fn aim(&mut self, session: &Session, canvas: Rect, scale: f32, out: &mut Vec<Request>) -> Camera {
        let (framing, game) = (session.view().framing(), session.terrain());
        let Some((bounds, ball)) = game.bounds().filter(|_| session.view().is_game()) else {
            let is_seen = session.view().tab == Tab::Inspect;
            let pinned = session.stage().pinned().filter(|_| is_seen).map(Placed::bounding_box);
            let bounds = session.stage().bounds().into_iter().chain(pinned).reduce(IntRect::union).unwrap_or_default();
            return if let Framing::Free(camera) = framing {
                camera
            } else {
                Screen::fitting_in(hints::room(session, canvas), bounds, canvas, scale)
            };
        };
        let zoom = match framing {
            Framing::Free(camera) if self.ball == Some(ball) => return camera,
            Framing::Free(camera) => Some(camera.zoom),
            Framing::Fit => None,
        };
        self.ball = Some(ball);
        let camera = Screen::following(ball.centre(), bounds, zoom, canvas, scale);
        if zoom.is_some() {
            out.push(Action::View(ViewAction::Frame(Framing::Free(camera))).into());
        }
        camera
    }

    fn follow_pointer(
        &mut self,
        ui: &Ui,
        response: &Response,
        draw: &DrawContext<'_>,
        camera: Camera,
        out: &mut Vec<Request>,
    ) {
        let (session, screen) = (draw.session, &draw.screen);
        let fine = ui.input(|input| input.modifiers.shift);
        // Where a ball jumps, Space is its own.
        let space = !session.view().is_game() && ui.input(|input| input.key_down(Key::Space));
        let pointer = response.interact_pointer_pos();
        // Two fingers zoom: what the first has moved until then goes back.
        if ui.input(|input| input.multi_touch().is_some()) {
            if let Some(drag) = self.drag.take() {
                out.extend([drag.back(), Action::Stage(StageAction::Settle)].map(Request::from));
            }
            return self.follow_wheel(ui, response, screen, out);
        }
        // The session takes back what the drag has changed of the stage.
        if gesture::is_cancelled(ui) && self.drag.take().is_some() {
            return out.push(Action::View(ViewAction::Frame(self.framing)).into());
        }
        // The canvas was not shown when the button was released.
        if self.drag.is_some() && !response.dragged() && !response.drag_stopped() {
            self.drag = None;
            out.push(Action::Stage(StageAction::Settle).into());
        }
        if let Some(at) = pointer.filter(|_| self.drag.is_none()) {
            // egui recognises a drag only after a few points, which count as well.
            let press = ui.input(|input| input.pointer.press_origin()).unwrap_or(at);
            self.framing = session.view().framing();
            if response.drag_started_by(PointerButton::Middle) || space && response.drag_started() {
                self.drag = Some(Drag::Pan { from: camera, grabbed: press });
            } else if response.drag_started_by(PointerButton::Primary) {
                let drag = drag::start(draw, camera, press);
                let is_hitbox =
                    if let Drag::Hitbox { slot, handle, .. } = drag { Some((slot, handle.pulled())) } else { None };
                self.kept.of::<Touched>().0 = is_hitbox;
                self.drag = Some(drag);
                // The view must not follow the sprites that move in it.
                out.push(Action::View(ViewAction::Frame(Framing::Free(camera))).into());
            }
        }
        if let Some((drag, at)) = self.drag.as_ref().zip(pointer) {
            out.extend(drag.follow(screen, at, fine).map(Request::from));
        }
        if response.drag_stopped() && self.drag.take().is_some() {
            out.push(Action::Stage(StageAction::Settle).into());
        }
        let handle = pointer.and_then(|at| hitbox_handles::at(draw, at));
        let corner = pointer.and_then(|at| hitbox_handles::with_corner(draw, at));
        if response.clicked() {
            self.kept.of::<Touched>().0 = handle;
            if handle.is_none() && corner.is_none() && !session.view().is_game() {
                self.click(session, out);
            }
        }
        if let Some((slot, hitbox)) = corner.filter(|_| response.double_clicked()) {
            set_hitbox(session, slot, hitbox, out);
        }
        self.remove_corner(ui, response, draw, out);
        pointed::open_menu(ui, response, draw, out);
        self.follow_wheel(ui, response, screen, out);
        self.set_cursor(ui, response, draw, space);
    }

    /// Picks the key colour being asked for, or makes the sprite under the pointer the active one and goes to the visit of
    /// the cell.
    fn click(&self, session: &Session, out: &mut Vec<Request>) {
        let Some(cell) = self.hovered() else { return };
        if let Some(slot) = session.view().picking {
            if let Some(color) = session.stage().get(slot).and_then(|placed| placed.color_at(cell)) {
                let rule = session.stage().get(slot).map(|placed| placed.sprite().rule().clone()).unwrap_or_default();
                let tolerance = if let SolidSource::Key(key) = rule.source { key.tolerance } else { 0 };
                let rule = SolidRule { source: SolidSource::Key(ColorKey { color, tolerance }), ..rule };
                out.push(Action::Stage(StageAction::SetRule { slot, rule }).into());
                out.push(Action::Stage(StageAction::Settle).into());
            }
            out.push(Action::View(ViewAction::Pick(None)).into());
            return;
        }
        if let Some(slot) = session.stage().sprite_at(cell) {
            out.push(Action::Stage(StageAction::Activate(slot)).into());
        }
        if let Some(rank) = session.visit_at(cell) {
            out.push(Action::Playback(PlaybackAction::Scrub(rank + 1)).into());
        }
    }

    /// Removes the corner of a polygon that the status line names, else the one that was touched last, where Delete is pressed.
    fn remove_corner(&mut self, ui: &Ui, response: &Response, draw: &DrawContext<'_>, out: &mut Vec<Request>) {
        let touched = self.kept.of::<Touched>();
        let (corner, edited) = (touched.corner(draw, response.hover_pos()), draw.edited_hitbox());
        let Some((corner, (slot, hitbox, _))) = corner.zip(edited) else { return };
        let Some(removed) = corner.removed(hitbox) else { return };
        if ui.egui_wants_keyboard_input() || !ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Delete)) {
            return;
        }
        match removed {
            Ok(hitbox) => {
                touched.0 = None;
                set_hitbox(draw.session, slot, hitbox, out);
            }
            Err(why) => {
                let (name, _) = corner.description(hitbox);
                out.push(Event::failed(format!("{} stays", words::capitalised(&name)), why).into());
            }
        }
    }

    fn follow_wheel(&mut self, ui: &Ui, response: &Response, screen: &Screen, out: &mut Vec<Request>) {
        let Some(pointer) = response.hover_pos() else { return };
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        self.scrolled += scroll + pinch.ln() * 4.0 * POINTS_PER_ZOOM_STEP;
        let mut zoom = screen.zoom;
        while self.scrolled.abs() >= POINTS_PER_ZOOM_STEP {
            zoom = if self.scrolled > 0.0 { zoom.larger() } else { zoom.smaller() };
            self.scrolled -= POINTS_PER_ZOOM_STEP.copysign(self.scrolled);
        }
        if zoom != screen.zoom {
            out.push(Action::View(ViewAction::Frame(Framing::Free(screen.zoomed_about(pointer, zoom)))).into());
        }
    }

    fn set_cursor(&self, ui: &Ui, response: &Response, draw: &DrawContext<'_>, space: bool) {
        let session = draw.session;
        let over_sprite = self.hovered().is_some_and(|cell| session.sprite_at(cell).is_some());
        let parent = response.hover_pos().and_then(|at| parent::at(draw, at)).map(|(_, handle)| handle);
        let sprite = response.hover_pos().and_then(|at| handles::at(draw, at));
        let mark = parent.map(|handle| (handle.cursor(), handle.sentence().to_owned()));
        let hitbox = response.hover_pos().and_then(|at| hitbox_handles::grabbed(draw, at));
        let mark = mark.or_else(|| {
            sprite.map(|(_, handle, of)| (handle.cursor(), handle.sentence(handles::reading(session, of))))
        });
        let icon = match (&self.drag, &mark) {
            (Some(Drag::Handle { handle, .. }), _) => handle.cursor(),
            (Some(Drag::Parent { handle, .. }), _) => handle.cursor(),
            (Some(Drag::Hitbox { handle, .. }), _) => handle.cursor(),
            (None, None) if hitbox.is_some() => hitbox.map_or(CursorIcon::Move, |(_, handle)| handle.cursor()),
            (None, Some((cursor, _))) => *cursor,
            (Some(_), _) => CursorIcon::Grabbing,
            (None, None) if session.view().picking.is_some() => CursorIcon::Crosshair,
            (None, None) if over_sprite || space => CursorIcon::Grab,
            (None, None) => return,
        };
        if let (None, Some((_, sentence))) = (&self.drag, mark) {
            response.clone().on_hover_text_at_pointer(sentence);
        }
        if response.hovered() || self.drag.is_some() {
            ui.ctx().set_cursor_icon(icon);
        }
    }
}

/// Lets a click on the game's screen draw it under the sprites, or take it away there, where it is known what it shows.
fn spread_screen(ui: &Ui, draw: &DrawContext<'_>, out: &mut Vec<Request>) {
    let Some((place, log)) = game_screen::place(draw).zip(draw.session.log()) else { return };
    let has_view = game_screen::view(draw).is_some();
    let (sense, role) = if has_view { (Sense::click(), Role::Button) } else { (Sense::hover(), Role::Image) };
    let screen = ui.interact(place, egui::Id::unique("the game's screen"), sense);
    screen.widget_info(|| WidgetInfo::labeled(role, true, "The game's screen"));
    if screen.clicked() {
        out.push(LogAction::SpreadScreen(!log.is_screen_spread).into());
    }
    screen.on_hover_text(match (has_view, log.is_screen_spread) {
        (true, false) => "The game's own picture of this frame. A click draws it under the sprites.",
        (true, true) => "The game's own picture of this frame. A click takes it away under the sprites.",
        (false, _) => "The game's own picture of this frame.",
    });
}

/// Asks for another hitbox, as a step of its own to undo.
fn set_hitbox(session: &Session, slot: Slot, hitbox: Hitbox, out: &mut Vec<Request>) {
    let Some(hitboxes) = session.hitboxes_with(slot, Some(hitbox)) else { return };
    let actions = [StageAction::Settle, StageAction::SetHitboxes { slot, hitboxes }, StageAction::Settle];
    out.extend(actions.map(Request::from));
}
