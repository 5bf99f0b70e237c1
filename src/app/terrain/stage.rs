//! The stage: ground, ball, the way it came, the probe and what it read.

use super::answer::wrong;
use crate::app::layers::sprites::Tiles;
use crate::app::lines::Lines;
use crate::app::prelude::*;
use crate::app::screen::Screen;
use crate::geom::Rounding;
use crate::scene::terrain::{SKY, StepRecord};
use crate::scene::{Picture, PictureFormat};
use crate::session::{Actors, Camera, GameActor, Layer, TerrainGame, Zoom};

/// The number of steps in the ball's trail.
const TRAIL: usize = 240;
/// If at least this much of the stage still shows, it is shown larger than it fits, and follows the ball.
const SHOWN: f64 = 0.8;
/// Scrolled points that make one step of zoom.
const POINTS_PER_ZOOM_STEP: f32 = 40.0;
/// The alpha of art that is not solid is divided by this.
const FAINT: u8 = 4;

/// State from frame to frame.
#[derive(Default)]
pub struct Stage {
    ball: Seen,
    ground: Seen,
    /// The zoom that was chosen with the wheel.
    zoom: Option<Zoom>,
    scrolled: f32,
    rect: Option<Rect>,
}

/// An actor's picture, faint where it is not solid.
#[derive(Default)]
struct Seen {
    of: Option<(GameActor, Arc<Picture>)>,
    tiles: Option<Tiles>,
}

impl Seen {
    /// Its picture; where every pixel that shows is solid, that is the art as it is.
    fn picture(&mut self, actor: &GameActor) -> &Arc<Picture> {
        let is_same =
            |then: &GameActor| Arc::ptr_eq(&then.picture, &actor.picture) && Arc::ptr_eq(&then.mask, &actor.mask);
        if !self.of.as_ref().is_some_and(|(then, _)| is_same(then)) {
            self.of = None;
        }
        let (_, picture) = self.of.get_or_insert_with(|| (actor.clone(), seen(actor)));
        picture
    }

    fn paint(&mut self, painter: &Painter, screen: &Screen, actor: &GameActor, origin: Cell) {
        let picture = Arc::clone(self.picture(actor));
        Tiles::kept(&mut self.tiles, painter.ctx(), &picture).paint(painter, screen, origin, Color32::WHITE);
    }
}

fn seen(actor: &GameActor) -> Arc<Picture> {
    let (picture, mask) = (&actor.picture, actor.mask.mask());
    let size = picture.size();
    let mut pixels = picture.rgba().to_vec();
    let mut is_faint = false;
    for (at, pixel) in pixels.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let (x, y) = (at % size.width as usize, at / size.width as usize);
        let [x, y] = [x, y].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        if pixel[3] > 0 && !mask.get(x, y) {
            pixel[3] /= FAINT;
            is_faint = true;
        }
    }
    if !is_faint {
        return Arc::clone(picture);
    }
    Arc::new(Picture::new(size, pixels, PictureFormat::Part, true))
}

impl Stage {
    /// The stage on the screen, in points.
    pub fn rect(&self) -> Rect {
        self.rect.unwrap_or(Rect::ZERO)
    }

    /// The ground as it is seen, for the lens.
    pub fn ground(&mut self, actors: &Actors) -> &Arc<Picture> {
        self.ground.picture(&actors.ground)
    }

    /// Shows the stage over all that is left of `ui`.
    pub fn show(&mut self, ui: &mut Ui, window: &WindowState<'_>) {
        let (canvas, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let theme = Theme::of(ui);
        let painter = ui.painter().with_clip_rect(canvas);
        painter.rect_filled(canvas, 0.0, theme.canvas);
        self.rect = Some(canvas);
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Stage"));
        let room = window.session.terrain();
        let Some(actors) = room.actors.as_ref() else {
            let told = "A is the ball and B the ground: each needs an image. Ctrl O opens A, Ctrl Shift O opens B.";
            painter.text(canvas.center(), Align2::CENTER_CENTER, told, theme::text(), theme.t3);
            return;
        };
        let stage = IntRect::new(Cell::ORIGIN, actors.ground.mask.mask().size());
        // A sprite that is about as large as its ground stands above it.
        let start = IntRect::new(rounded(room.game.rules.start), actors.ball.mask.mask().size());
        let seen = if room.game.is_fitted { stage.union(start) } else { stage };
        let fitting = Screen::fitting(seen, canvas, ui.pixels_per_point()).zoom;
        let zoom = self.zoom.unwrap_or_else(|| comfortable(fitting, seen, canvas, ui.pixels_per_point()));
        self.follow_wheel(ui, response.hovered(), zoom, fitting);
        let screen = Screen::new(
            Camera { centre: centre(room, actors, seen, canvas, zoom, ui.pixels_per_point()), zoom },
            canvas,
            ui.pixels_per_point(),
        );
        self.paint(&painter, &screen, window.session, actors, stage);
    }

    fn follow_wheel(&mut self, ui: &Ui, is_hovered: bool, zoom: Zoom, fitting: Zoom) {
        if !is_hovered {
            return;
        }
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        self.scrolled += scroll + pinch.ln() * 4.0 * POINTS_PER_ZOOM_STEP;
        if self.scrolled.abs() >= POINTS_PER_ZOOM_STEP {
            let next = if self.scrolled > 0.0 { zoom.larger() } else { zoom.smaller() };
            // Smaller than the whole stage is of no use.
            self.zoom = (next.pixels_per_cell() >= fitting.pixels_per_cell()).then_some(next).or(Some(fitting));
            self.scrolled = 0.0;
            ui.ctx().request_repaint();
        }
    }

    fn paint(&mut self, painter: &Painter, screen: &Screen, session: &Session, actors: &Actors, stage: IntRect) {
        let (theme, room, shown) = (Theme::of(painter.ctx()), session.terrain(), session.view().layers);
        let sky = screen.rect(stage);
        let [r, g, b] = SKY;
        painter.rect_filled(sky, 0.0, Color32::from_rgb(r, g, b));
        self.ground.paint(painter, screen, &actors.ground, Cell::ORIGIN);
        let size = actors.ball.mask.mask().size();
        if shown.has(Layer::BallTrail) {
            paint_trail(painter, screen, room, size);
        }
        let Some(step) = room.shown() else {
            self.ball.paint(painter, screen, &actors.ball, rounded(room.game.rules.start));
            return;
        };
        let tried = IntRect::new(rounded(step.tried), size);
        let ball = IntRect::new(rounded(step.after.ball.position), size);
        self.ball.paint(painter, screen, &actors.ball, ball.origin());
        let mut lines = Lines::default();
        let is_wrong = wrong(step).is_some();
        if is_wrong {
            lines.outline(screen, screen.rect(ball), 2.0, theme.bad);
        }
        if shown.has(Layer::TriedPlace) {
            lines.dashed_outline(screen, screen.rect(tried), (6.0, 4.0), Color32::BLACK);
        }
        lines.paint(painter);
        if shown.has(Layer::Velocity) {
            paint_velocity(painter, screen, step, size);
        }
        if shown.has(Layer::Probe) {
            paint_look(painter, screen, theme, step);
        }
        if is_wrong {
            let at = screen.rect(ball).right_top() + vec2(8.0, -8.0);
            marks::triangle(painter, at, 8.0, theme.bad_bg, theme.bad_text);
        }
        paint_tag(painter, screen, step, ball, size);
    }
}

/// The largest zoom that still shows most of the stage.
fn comfortable(fitting: Zoom, stage: IntRect, canvas: Rect, pixels_per_point: f32) -> Zoom {
    let larger = fitting.larger();
    let shows = |cells: u32, points: f32| {
        f64::from(points * pixels_per_point) >= SHOWN * f64::from(cells) * larger.pixels_per_cell()
    };
    if shows(stage.width, canvas.width()) && shows(stage.height, canvas.height()) { larger } else { fitting }
}

/// The middle of the view: the ball, but nothing beyond the visible part as long as that fills the canvas.
fn centre(room: &TerrainGame, actors: &Actors, seen: IntRect, canvas: Rect, zoom: Zoom, scale: f32) -> Point {
    let position = room.shown().map_or(room.game.rules.start, |step| step.after.ball.position);
    let size = actors.ball.mask.mask().size();
    let along = |ball: f64, ball_side: u32, low: i64, side: u32, points: f32| {
        let (half, side) = (f64::from(points * scale) / zoom.pixels_per_cell() / 2.0, f64::from(side));
        let low = low as f64;
        if half * 2.0 >= side {
            low + side / 2.0
        } else {
            (ball + f64::from(ball_side) / 2.0).clamp(low + half, low + side - half)
        }
    };
    (
        along(position.0, size.width, seen.x, seen.width, canvas.width()),
        along(position.1, size.height, seen.y, seen.height, canvas.height()),
    )
}

/// The cell at which the masks of a ball at `position` are tested.
pub fn rounded((x, y): Point) -> Cell {
    let round = |value| Rounding::HalfUp.round(value).map_or(0, i64::from);
    Cell::new(round(x), round(y))
}

/// Bottom middle of a ball at `position`.
fn foot(position: Point, size: Size) -> Point {
    (position.0 + f64::from(size.width) / 2.0, position.1 + f64::from(size.height))
}

/// The way of the ball's foot: dark dots, pink where it had contact.
fn paint_trail(painter: &Painter, screen: &Screen, room: &TerrainGame, size: Size) {
    let Some(run) = room.run() else { return };
    let theme = Theme::of(painter.ctx());
    for step in &run.steps[room.game.at.saturating_sub(TRAIL)..room.game.at] {
        let at = screen.point(foot(step.after.ball.position, size));
        let ink = if step.look.contact.is_some() { theme.both } else { Color32::WHITE };
        painter.circle(at, 2.0, ink, Stroke::new(1.0, Color32::from_black_alpha(160)));
    }
}

/// Paints the movement of the next step.
fn paint_velocity(painter: &Painter, screen: &Screen, step: &StepRecord, size: Size) {
    let ball = step.after.ball;
    let (x, y) = (ball.position.0 + f64::from(size.width) / 2.0, ball.position.1 + f64::from(size.height) / 2.0);
    let (from, to) = (screen.point((x, y)), screen.point((x, y + ball.velocity_y)));
    for (width, ink) in [(4.0, Color32::BLACK), (2.0, Color32::WHITE)] {
        painter.line_segment([from, to], Stroke::new(width, ink));
        let back = if to.y >= from.y { -5.0 } else { 5.0 };
        for side in [-4.0, 4.0] {
            painter.line_segment([to, to + vec2(side, back)], Stroke::new(width, ink));
        }
    }
}

/// The pixels that were read, first to last, the probe, and the contact.
fn paint_look(painter: &Painter, screen: &Screen, theme: &Theme, step: &StepRecord) {
    let reads = step.look.reads;
    let last = reads.count.saturating_sub(1).max(1) as f32;
    for (rank, cell) in reads.cells().enumerate() {
        let rect = screen.rect(IntRect::new(cell, Size::new(1, 1)));
        let wide = Rect::from_center_size(rect.center(), rect.size().max(Vec2::splat(3.0)));
        if wide.intersects(screen.canvas) {
            painter.rect_filled(wide, 0.0, theme.rank(rank as f32 / last));
        }
    }
    let probe = middle(screen, reads.first);
    for (width, ink) in [(4.0, Color32::BLACK), (2.0, Color32::WHITE)] {
        painter.circle_stroke(probe, 7.0, Stroke::new(width, ink));
    }
    if let Some(contact) = step.look.contact {
        marks::rimmed_diamond(painter, middle(screen, rounded(contact)), 5.0, theme.both);
    }
    if let Some(cell) = step.tunnelled {
        let at = middle(screen, cell);
        painter.extend(
            [vec2(1.0, 1.0), vec2(1.0, -1.0)]
                .map(|way: Vec2| Shape::line_segment([at - way * 6.0, at + way * 6.0], Stroke::new(3.0, theme.bad))),
        );
    }
}

fn middle(screen: &Screen, cell: Cell) -> Pos2 {
    screen.rect(IntRect::new(cell, Size::new(1, 1))).center()
}

/// Paints the pixel that the probe read, beside it.
fn paint_tag(painter: &Painter, screen: &Screen, step: &StepRecord, ball: IntRect, size: Size) {
    let theme = Theme::of(painter.ctx());
    let text = match step.look.contact {
        Some(_) => format!("probe: {}", words::plural(step.look.reads.count.into(), "read")),
        None => "probe: clear".to_owned(),
    };
    let galley = painter.layout_no_wrap(text, theme::tag(), theme.t1);
    let beside = screen.rect(ball).right().max(middle(screen, step.look.reads.first).x + 12.0) + 8.0;
    let at = Pos2::new(beside, screen.point(foot(step.after.ball.position, size)).y - 20.0);
    let place = Rect::from_min_size(at, galley.size() + vec2(8.0, 4.0));
    // At the right edge it stands at the other side.
    let place = if place.right() > screen.canvas.right() {
        place.translate(vec2(screen.rect(ball).left() - 8.0 - place.right(), 0.0))
    } else {
        place
    };
    painter.rect_filled(place, 2.0, theme.panel);
    painter.galley(place.min + vec2(4.0, 2.0), galley, theme.t1);
}
