//! The game's screen in the frame of the shown check: small in a corner, where it covers no sprite, and under the sprites.

use egui::{TextureHandle, TextureOptions};

use crate::app::paint::draw::*;
use crate::app::paint::raster::color_image;
use maskscope_core::geom::whole;
use maskscope_core::replay::GameScreen;
use maskscope_core::scene::Picture;

/// Free space around it, and height of its caption, in points.
const MARGIN: f32 = 12.0;
const CAPTION: f32 = 18.0;
/// Distance from the sprites, in points.
const SHY: f32 = 8.0;
/// Widths of the window, in points, below and from which it is smaller or larger.
const NARROW: f32 = 1_100.0;
const WIDE: f32 = 1_600.0;

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch { layer: Layer::Screen, key: None, swatch }],
    paint: |draw, kept| kept.of::<ScreenTexture>().paint(draw),
};

/// The texture of the picture that was shown last.
#[derive(Default)]
struct ScreenTexture(Option<(Arc<Picture>, TextureHandle)>);

/// The area of the screen and its caption while it is shown: in the corner of a running game or of a log, or in the next one
/// that covers no sprite.
pub fn place(draw: &DrawContext<'_>) -> Option<Rect> {
    shown(draw)?;
    let size = vec2(1.0, 0.75) * side(draw.painter.ctx()) + vec2(0.0, CAPTION);
    let canvas = draw.screen.canvas.shrink(MARGIN);
    let is_of_log = draw.session.log().is_none_or(|log| log.game.is_none());
    let corners = [Align2::LEFT_TOP, Align2::LEFT_BOTTOM, Align2::RIGHT_TOP, Align2::RIGHT_BOTTOM];
    let mut places = corners.map(|corner| corner.align_size_within_rect(size, canvas));
    places[..2].rotate_left(usize::from(is_of_log));
    let sprites = draw.sprites().into_iter().flatten().map(|sprite| draw.screen.rect(sprite.place()).expand(SHY));
    let sprites: Vec<_> = sprites.collect();
    let is_free = |place: &&Rect| sprites.iter().all(|sprite| !sprite.intersects(**place));
    places.iter().find(is_free).or(places.first()).copied()
}

/// The part of the world that the game's screen shows; `None` where the log does not say.
pub fn view(draw: &DrawContext<'_>) -> Option<[f64; 4]> {
    let of_check = draw.check().and_then(|check| check.view);
    let log = draw.session.log()?;
    let of_run = || log.run_of(log.on_canvas().step()?.0)?.view;
    of_check.or_else(of_run)
}

fn shown<'a>(draw: &DrawContext<'a>) -> Option<(GameScreen, &'a Arc<Picture>)> {
    draw.session.log().filter(|_| draw.shows(Layer::Screen))?.screen()
}

/// The width of the screen, in points.
fn side(ctx: &Context) -> f32 {
    match ctx.content_rect().width() {
        ..NARROW => 120.0,
        ..WIDE => 168.0,
        _ => 240.0,
    }
}

impl ScreenTexture {
    fn paint(&mut self, draw: &DrawContext<'_>) {
        let Some(((screen, picture), place)) = shown(draw).zip(place(draw)) else { return };
        if self.0.as_ref().is_none_or(|(kept, _)| !Arc::ptr_eq(kept, picture)) {
            let image = color_image(picture);
            let texture = draw.painter.ctx().load_texture("game's screen", image, TextureOptions::LINEAR);
            self.0 = Some((Arc::clone(picture), texture));
        }
        let Some((_, texture)) = &self.0 else { return };
        let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let view = view(draw);
        let is_spread = draw.session.log().is_some_and(|log| log.is_screen_spread);
        if let Some([left, top, width, height]) = view.filter(|_| is_spread) {
            let corners = [(left, top), (left + width, top + height)].map(|corner| draw.screen.point(corner));
            draw.painter.image(texture.id(), Rect::from_min_max(corners[0], corners[1]), all, Color32::WHITE);
        }
        let (theme, painter) = (draw.theme, draw.painter);
        painter.rect_filled(place, 0.0, Color32::BLACK);
        let room = place.with_max_y(place.max.y - CAPTION);
        let size = texture.size_vec2();
        let scale = (room.width() / size.x.max(1.0)).min(room.height() / size.y.max(1.0));
        let picture = Rect::from_center_size(room.center(), size * scale);
        painter.image(texture.id(), picture, all, Color32::WHITE);
        if let Some(view) = view {
            frames(draw, picture, view);
        }
        painter.rect_stroke(place, 0.0, Stroke::new(1.0, theme.edge), StrokeKind::Outside);
        let below = pos2(place.left() + 7.0, place.bottom() - CAPTION / 2.0);
        painter.text(below, Align2::LEFT_CENTER, caption(draw, screen), theme::note(), Color32::from_gray(0xB8));
    }
}

/// `the game's screen, frame 70`, shorter in a narrow window.
fn caption(draw: &DrawContext<'_>, screen: GameScreen) -> String {
    let when = draw.session.log().map_or_else(String::new, |log| log.replay.when(screen.at));
    let is_narrow = draw.painter.ctx().content_rect().width() < NARROW;
    format!("{}, {when}", if is_narrow { "screen" } else { "the game's screen" })
}

/// Frames both sprites on the `picture` of a view.
fn frames(draw: &DrawContext<'_>, picture: Rect, [left, top, width, height]: [f64; 4]) {
    #[expect(clippy::cast_possible_truncation, reason = "a share of a small picture")]
    let at = |x: f64, y: f64| picture.lerp_inside(vec2(((x - left) / width) as f32, ((y - top) / height) as f32));
    let painter = draw.painter.with_clip_rect(picture.intersect(draw.painter.clip_rect()));
    for sprite in draw.sprites().into_iter().flatten() {
        let place = sprite.place();
        let [x, y, right, bottom] = [place.x, place.y, place.right(), place.bottom()].map(whole);
        let frame = Rect::from_min_max(at(x, y), at(right, bottom));
        let ink = if sprite.slot == Slot::A { draw.theme.a } else { draw.theme.b };
        painter.rect_stroke(frame, 0.0, Stroke::new(1.0, ink), StrokeKind::Outside);
    }
}

/// A screen with something on it.
fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    let screen = Rect::from_center_size(rect.center(), vec2(14.0, 10.0));
    painter.rect_stroke(screen, 0.0, Stroke::new(1.0, theme.t1), StrokeKind::Inside);
    painter.rect_filled(Rect::from_center_size(screen.center(), vec2(6.0, 4.0)), 0.0, theme.t2);
}
