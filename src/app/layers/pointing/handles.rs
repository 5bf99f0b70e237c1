//! The marks by which the active sprite is turned, scaled and anchored: a square at each corner, a disc above the top
//! edge, a cross on the anchor. They show while the pointer is near the sprite, those that its filter can follow.

use egui::CursorIcon;

use crate::app::paint::draw::*;
use crate::app::theme::is_touched;
use crate::session::Placed;
use maskscope_core::scene::{Anchor, Placement, Reading};

/// Side of a corner's square and width of the disc, in points; and distance from a handle at which it can be grabbed.
const MARK: f32 = 9.0;
/// Side, width and distance where fingers take a handle, in points.
const FINGER_MARK: f32 = 20.0;
/// Distance of the disc above the top edge, in points.
const STALK: f32 = 24.0;
/// Distance from the sprite's box at which the handles still show, in points.
const NEAR: f32 = 48.0;

/// A sprite whose box on the screen is narrower or lower than this many marks has none: they would hide it.
const LEAST: f32 = 2.6;
/// Distance from the first hit at which a corner's square would cover it, in points.
const HIT: f32 = 14.0;

/// A mark that can be dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Handle {
    /// The disc: turns about the pivot.
    Turn,
    /// A corner, in pixels of the image: scales about the pivot.
    Corner(Point),
    /// The cross: moves the anchor, and leaves the sprite where it is.
    Anchor,
}

/// Handles of a sprite on the screen.
struct HandleMarks {
    corners: [(Point, Pos2); 4],
    top: Pos2,
    disc: Pos2,
    anchor: Pos2,
    reading: Reading,
    /// The first hit, which no corner's square covers.
    hit: Option<Pos2>,
}

impl HandleMarks {
    fn of(draw: &DrawContext<'_>, slot: Slot, placed: &Placed) -> Self {
        let map = placed.posed().world_from_source();
        let screen = |point: Point| draw.screen.point(map.map(point));
        let size = placed.sprite().size();
        let (w, h) = (f64::from(size.width), f64::from(size.height));
        let corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|corner| (corner, screen(corner)));
        let middle = screen((w / 2.0, h / 2.0));
        let top = screen((w / 2.0, 0.0));
        let up = (top - middle).normalized();
        let up = if up == Vec2::ZERO { vec2(0.0, -1.0) } else { up };
        let stage = draw.session.stage();
        let snapped = stage.convention.snap.snap(placed.placement().position);
        let anchor = draw.screen.point(stage.world_from_parent(slot).map(snapped));
        // Where there is no room above the sprite, the disc hangs into it.
        let above = top + STALK * up;
        let disc = if draw.screen.canvas.shrink(MARK).contains(above) { above } else { top - STALK * up };
        let hit = draw.first_hit_middle().filter(|_| draw.shows(Layer::FirstHit));
        Self { corners, top, disc, anchor, reading: reading(draw.session, placed), hit }
    }

    /// The corners that scale anything: all but one that lies on the anchor, and one that would cover the first hit.
    fn scaling(&self) -> impl Iterator<Item = &(Point, Pos2)> {
        let scales = self.reading.scales();
        let is_free = |at: Pos2| self.hit.is_none_or(|hit| hit.distance(at) >= HIT);
        self.corners.iter().filter(move |(_, at)| scales && at.distance(self.anchor) >= 1.0 && is_free(*at))
    }
}

/// The reading of a sprite on the stage.
pub fn reading(session: &Session, placed: &Placed) -> Reading {
    placed.placement().read_by(session.stage().convention)
}

/// A point of the image as it is flipped, in the image as it is; and back.
fn flipped(placed: &Placed, (x, y): Point) -> Point {
    let size = placed.sprite().size();
    let flip = placed.placement().flip;
    let along = |n: f64, side: u32, flipped: bool| if flipped { f64::from(side) - n } else { n };
    (along(x, size.width, flip.0), along(y, size.height, flip.1))
}

/// The size of the marks.
fn mark(draw: &DrawContext<'_>) -> f32 {
    if is_touched(draw.painter.ctx()) { FINGER_MARK } else { MARK }
}

/// The active sprite, where it is large enough for its marks.
fn marked<'a>(draw: &'a DrawContext<'_>) -> Option<(Slot, &'a Placed)> {
    let stage = draw.session.stage();
    let placed = stage.get(stage.active).filter(|_| draw.shows(Layer::Handles) && draw.edited_hitbox().is_none())?;
    let size = draw.screen.rect(placed.bounding_box()).size();
    (size.min_elem() >= LEAST * mark(draw)).then_some((stage.active, placed))
}

/// The active sprite, where its marks show while the pointer is at a place.
fn shown<'a>(draw: &'a DrawContext<'_>, pointer: Pos2) -> Option<(Slot, &'a Placed)> {
    let (slot, placed) = marked(draw)?;
    let near = draw.screen.rect(placed.bounding_box()).expand(NEAR);
    (near.contains(pointer) && draw.screen.canvas.contains(pointer)).then_some((slot, placed))
}

/// The areas of the active sprite's handles, whether or not the pointer is near.
pub fn rects(draw: &DrawContext<'_>) -> Vec<Rect> {
    let Some((slot, placed)) = marked(draw) else { return Vec::new() };
    let marks = HandleMarks::of(draw, slot, placed);
    let disc = marks.reading.turns().then_some(marks.disc);
    let all = marks.scaling().map(|(_, at)| *at).chain(disc);
    all.map(|at| Rect::from_center_size(at, Vec2::splat(mark(draw) + 2.0))).collect()
}

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch { layer: Layer::Handles, key: Some(Key::H), swatch }],
    paint: |draw, _| paint(draw),
};

/// Paints the marks of the active sprite.
fn paint(draw: &DrawContext<'_>) {
    let ctx = draw.painter.ctx();
    // A lifted finger is near nothing.
    let near = || ctx.pointer_latest_pos().and_then(|pointer| shown(draw, pointer));
    let Some((slot, placed)) = (if is_touched(ctx) { marked(draw) } else { near() }) else { return };
    let side = mark(draw);
    let marks = HandleMarks::of(draw, slot, placed);
    let painter = draw.painter;
    let color = draw.theme.sprite(slot).line;
    let outline: Vec<Pos2> = marks.corners.iter().map(|(_, at)| *at).collect();
    if !placed.posed().is_upright() {
        painter.add(Shape::closed_line(outline, Stroke::new(1.0, color)));
    }
    let dark = Stroke::new(3.0, Color32::BLACK);
    let light = Stroke::new(1.0, Color32::WHITE);
    if marks.reading.turns() {
        for stroke in [dark, light] {
            painter.line_segment([marks.top, marks.disc], stroke);
        }
        painter.circle(marks.disc, side / 2.0 + 1.0, Color32::BLACK, Stroke::NONE);
        painter.circle(marks.disc, side / 2.0, color, Stroke::new(1.0, Color32::WHITE));
    }
    for (_, corner) in marks.scaling() {
        let square = Rect::from_center_size(*corner, Vec2::splat(side));
        painter.rect(square.expand(1.0), 0.0, Color32::BLACK, Stroke::NONE, StrokeKind::Inside);
        painter.rect(square, 0.0, color, Stroke::new(1.0, Color32::WHITE), StrokeKind::Inside);
    }
    for stroke in [dark, light] {
        painter.hline(marks.anchor.x - 7.0..=marks.anchor.x + 7.0, marks.anchor.y, stroke);
        painter.vline(marks.anchor.x, marks.anchor.y - 7.0..=marks.anchor.y + 7.0, stroke);
    }
}

/// The mark at a place on the screen, and the sprite that it belongs to.
pub fn at<'a>(draw: &'a DrawContext<'_>, place: Pos2) -> Option<(Slot, Handle, &'a Placed)> {
    let (slot, placed) = shown(draw, place)?;
    let marks = HandleMarks::of(draw, slot, placed);
    let is_near = |at: Pos2| at.distance(place) <= mark(draw);
    let corner = marks.scaling().find(|(_, at)| is_near(*at)).map(|(corner, _)| Handle::Corner(*corner));
    let disc = (marks.reading.turns() && is_near(marks.disc)).then_some(Handle::Turn);
    let anchor = is_near(marks.anchor).then_some(Handle::Anchor);
    Some((slot, disc.or(corner).or(anchor)?, placed))
}

impl Handle {
    /// The pointer over the mark.
    pub const fn cursor(self) -> CursorIcon {
        match self {
            Self::Turn => CursorIcon::Alias,
            Self::Corner(_) => CursorIcon::ResizeNwSe,
            Self::Anchor => CursorIcon::Move,
        }
    }

    /// Its effect on a sprite with this reading, and the effect of Shift.
    pub fn sentence(self, reading: Reading) -> String {
        let about = reading.about();
        match self {
            Self::Turn if reading.has_anchor() => format!("Turns about {about} · Shift: by 15°"),
            Self::Turn => "Turns about the middle · Shift: by 15°".to_owned(),
            Self::Corner(_) => format!("Scales about {about} · Shift: each axis by itself"),
            Self::Anchor => "Moves the anchor, the sprite stays".to_owned(),
        }
    }

    /// The placement of `sprite` after the mark was dragged from one point to another, both in the space inside its innermost parent.
    /// A corner that is dragged beyond the anchor mirrors the sprite.
    pub fn follow(self, placed: &Placed, reading: Reading, from: Point, to: Point, with_shift: bool) -> Placement {
        let old = *placed.placement();
        let (x, y) = reading.pivot(placed.sprite().size());
        let half = |n: f64| (n * 2.0).round() / 2.0;
        match self {
            Self::Turn if reading.about_middle() || reading.has_anchor() => turned(old, (x, y), from, to, with_shift),
            Self::Turn => {
                let size = placed.sprite().size();
                let middle = (f64::from(size.width) / 2.0, f64::from(size.height) / 2.0);
                let middle = placed.parent_from_source().map_or((x, y), |map| map.map(middle));
                placed.turned_about_middle(turned(old, middle, from, to, with_shift).rotation)
            }
            Self::Corner(_) => {
                let along = |point: Point| Affine::rotation(-old.rotation).map((point.0 - x, point.1 - y));
                let (from, to) = (along(from), along(to));
                let ratio = |from: f64, to: f64| if from.abs() < 1e-6 { 1.0 } else { to / from };
                let is_beyond = from.0 * to.0 + from.1 * to.1 < 0.0;
                let both = ratio(from.0.hypot(from.1), to.0.hypot(to.1)) * if is_beyond { -1.0 } else { 1.0 };
                let (wide, high) = if with_shift { (ratio(from.0, to.0), ratio(from.1, to.1)) } else { (both, both) };
                let step = |n: f64| (n * 100.0).round() / 100.0;
                Placement { scale: (step(old.scale.0 * wide), step(old.scale.1 * high)), ..old }.cut_to_range()
            }
            Self::Anchor if reading.about_middle() => {
                let (left, top) = reading.corner(placed.sprite().size());
                let (ax, ay) = (half(to.0 - left), half(to.1 - top));
                Placement { anchor: Anchor::Custom(ax, ay), position: (left + ax, top + ay), ..old }
            }
            Self::Anchor => {
                let maps = placed.parent_from_source().and_then(|map| Some((map, map.inverse()?)));
                let Some((map, source_from_parent)) = maps else { return old };
                let (u, v) = source_from_parent.map(to);
                let point = (half(u), half(v));
                let (ax, ay) = flipped(placed, point);
                Placement { anchor: Anchor::Custom(ax, ay), position: map.map(point), ..old }
            }
        }
    }
}

/// A box with a square at each corner.
fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    let inner = rect.shrink2(vec2(4.0, 2.5));
    painter.rect_stroke(inner, 0.0, Stroke::new(1.0, theme.t2), StrokeKind::Inside);
    for corner in [inner.left_top(), inner.right_top(), inner.left_bottom(), inner.right_bottom()] {
        painter.rect_filled(Rect::from_center_size(corner, Vec2::splat(4.0)), 0.0, theme.t1);
    }
}
