//! The handles of the active sprite's hitbox: edges and corners of a box, middle and rim of a circle or an ellipse, middle,
//! ends and side of a capsule, the corners of a polygon.

use egui::CursorIcon;

use crate::app::paint::draw::*;
use crate::app::paint::lines::Lines;
use crate::app::theme::is_touched;
use maskscope_core::shape::{Hitbox, Part, Shape};

/// Side of a handle, of its heart, and distance from it at which it can be grabbed, in points; the latter for fingers, too.
const SIDE: f32 = 10.0;
const HEART: f32 = 6.0;
/// Side of the handle that an edge has under the pointer, in points.
const GHOST: f32 = 14.0;
const REACH: [f32; 2] = [8.0, 20.0];
/// Distance from an edge of a polygon at which a double click adds a corner to it, in points.
const EDGE: f32 = 6.0;
/// Steps per pixel in which a handle moves.
const STEPS: f64 = 2.0;

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[],
    paint: |draw, kept| {
        paint_edge(draw);
        paint(draw, kept.of());
    },
};

/// A handle of a part of a hitbox.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitboxHandle {
    part: usize,
    grip: Grip,
}

/// The place of a handle on a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Grip {
    /// The middle of a circle, an ellipse or a capsule: moves it.
    Middle,
    /// An edge, a corner or a place on the rim: −1, 0 or 1 along each axis, from the middle; of a capsule, the direction of its
    /// side, of length 1.
    Side(f64, f64),
    /// An end of a capsule's segment, 0 or 1.
    End(usize),
    /// A corner of a polygon.
    Corner(usize),
    /// The edge of a polygon after a corner: a drag pulls another one out of it.
    Edge(usize),
}

/// The handle that was touched last.
#[derive(Default)]
pub struct Touched(pub Option<(Slot, HitboxHandle)>);

impl Touched {
    /// The corner of a polygon that Delete removes: the one under the pointer, else the one that was touched last.
    pub fn corner(&self, draw: &DrawContext<'_>, pointer: Option<Pos2>) -> Option<HitboxHandle> {
        let hovered = pointer.and_then(|place| at(draw, place)).filter(|(_, handle)| handle.is_corner());
        let (edited, ..) = draw.edited_hitbox()?;
        let (slot, handle) = hovered.or(self.0)?;
        (slot == edited && handle.is_corner()).then_some(handle)
    }
}

/// The handles of a shape, in its own pixels.
fn grips(shape: &Shape) -> Vec<(Grip, Point)> {
    let rim = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    let round = |x: f64, y: f64, rx: f64, ry: f64| {
        let sides = rim.map(|(dx, dy)| (Grip::Side(dx, dy), (x + dx * rx, y + dy * ry)));
        std::iter::once((Grip::Middle, (x, y))).chain(sides).collect()
    };
    match *shape {
        Shape::Circle([x, y, r]) => round(x, y, r, r),
        Shape::Ellipse([x, y, rx, ry]) => round(x, y, rx, ry),
        Shape::Box([x, y, w, h]) => {
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            let at = |(dx, dy): Point| (Grip::Side(dx, dy), (x + w * (1.0 + dx) / 2.0, y + h * (1.0 + dy) / 2.0));
            rim.into_iter().chain(corners).map(at).collect()
        }
        Shape::Capsule([x1, y1, x2, y2, r]) => {
            let (x, y) = (f64::midpoint(x1, x2), f64::midpoint(y1, y2));
            let length = (x2 - x1).hypot(y2 - y1);
            let (dx, dy) = if length > 0.0 { ((y2 - y1) / length, (x1 - x2) / length) } else { (1.0, 0.0) };
            // The ends come first: so they can be pulled out of a middle that they share.
            vec![
                (Grip::End(0), (x1, y1)),
                (Grip::End(1), (x2, y2)),
                (Grip::Middle, (x, y)),
                (Grip::Side(dx, dy), (x + r * dx, y + r * dy)),
            ]
        }
        Shape::Polygon(ref corners) => {
            corners.iter().enumerate().map(|(at, &[x, y])| (Grip::Corner(at), (x, y))).collect()
        }
    }
}

/// The handles on the screen, with the sprite that they belong to.
fn handles(draw: &DrawContext<'_>) -> Option<(Slot, Vec<(HitboxHandle, Pos2)>)> {
    let (slot, hitbox, map) = draw.edited_hitbox()?;
    let of_part = |(part, shape): (usize, &Part)| match shape {
        Part::Shape(shape) => grips(shape).into_iter().map(|(grip, at)| (HitboxHandle { part, grip }, at)).collect(),
        Part::Mask => Vec::new(),
    };
    let all = hitbox.parts().iter().enumerate().flat_map(of_part);
    Some((slot, all.map(|(handle, at)| (handle, draw.screen.point(map.map(at)))).collect()))
}

/// The areas of the handles.
pub fn rects(draw: &DrawContext<'_>) -> Vec<Rect> {
    let all = handles(draw).map_or_else(Vec::new, |(_, all)| all);
    all.into_iter().map(|(_, at)| Rect::from_center_size(at, Vec2::splat(SIDE + 2.0))).collect()
}

/// The handle at a place on the screen, and its sprite.
pub fn at(draw: &DrawContext<'_>, place: Pos2) -> Option<(Slot, HitboxHandle)> {
    let (slot, all) = handles(draw)?;
    let reach = REACH[usize::from(is_touched(draw.painter.ctx()))];
    let near = all.into_iter().filter(|(_, at)| at.distance(place) <= reach);
    let nearest = near.min_by(|(_, one), (_, other)| one.distance(place).total_cmp(&other.distance(place)));
    nearest.map(|(handle, _)| (slot, handle))
}

/// The edge of a polygon at a place on the screen where there is no handle, with its ends on the screen, and its sprite.
fn edge(draw: &DrawContext<'_>, place: Pos2) -> Option<(Slot, HitboxHandle, [Pos2; 2])> {
    let (slot, hitbox, map) = draw.edited_hitbox()?;
    if at(draw, place).is_some() {
        return None;
    }
    hitbox.parts().iter().enumerate().find_map(|(part, shape)| {
        let Part::Shape(Shape::Polygon(corners)) = shape else { return None };
        let on_screen = |at: usize| draw.screen.point(map.map(corners[at % corners.len()].into()));
        let ends = |at: usize| [on_screen(at), on_screen(at + 1)];
        let found = (0..corners.len()).find(|&at| place.distance(nearest(place, ends(at))) <= EDGE)?;
        Some((slot, HitboxHandle { part, grip: Grip::Edge(found) }, ends(found)))
    })
}

/// The handle at a place on the screen, or the edge of a polygon, which can be pulled like one; and its sprite.
pub fn grabbed(draw: &DrawContext<'_>, place: Pos2) -> Option<(Slot, HitboxHandle)> {
    at(draw, place).or_else(|| edge(draw, place).map(|(slot, handle, _)| (slot, handle)))
}

/// The hitbox with another corner where a place on the screen lies on the edge of a polygon, and its sprite.
pub fn with_corner(draw: &DrawContext<'_>, place: Pos2) -> Option<(Slot, Hitbox)> {
    let (slot, handle, _) = edge(draw, place)?;
    let (_, hitbox, map) = draw.edited_hitbox()?;
    let new = map.inverse()?.map(draw.screen.world_from_screen(place));
    Some((slot, handle.follow(hitbox, new, new, false)?))
}

/// The point nearest to another on a line between two.
fn nearest(point: Pos2, [from, to]: [Pos2; 2]) -> Pos2 {
    let way = to - from;
    let share = ((point - from).dot(way) / way.length_sq().max(1e-6)).clamp(0.0, 1.0);
    from + share * way
}

/// The hitbox with another shape in place of a part; `None` where its numbers are not a shape, as those of a polygon that crosses itself.
fn with(hitbox: &Hitbox, part: usize, shape: Shape) -> Option<Hitbox> {
    let mut parts = hitbox.parts().to_vec();
    parts[part] = Part::Shape(shape);
    Hitbox::new(parts).ok()
}

/// The nearest point on half a pixel.
fn half((x, y): Point) -> Point {
    let step = |n: f64| (n * STEPS).round() / STEPS;
    (step(x), step(y))
}

impl HitboxHandle {
    /// The pointer over the handle.
    pub fn cursor(self) -> CursorIcon {
        match self.grip {
            Grip::Middle | Grip::End(_) | Grip::Corner(_) => CursorIcon::Move,
            Grip::Edge(_) => CursorIcon::Copy,
            Grip::Side(_, 0.0) => CursorIcon::ResizeHorizontal,
            Grip::Side(0.0, _) => CursorIcon::ResizeVertical,
            Grip::Side(x, y) if x * y > 0.0 => CursorIcon::ResizeNwSe,
            Grip::Side(..) => CursorIcon::ResizeNeSw,
        }
    }

    /// Its name, and the effect of a drag.
    pub fn description(self, hitbox: &Hitbox) -> (String, &'static str) {
        let shape = hitbox.parts().get(self.part);
        let (name, effect) = match (self.grip, shape) {
            (Grip::Middle, _) => ("middle", "move"),
            (Grip::End(_), _) => ("end", "move"),
            (Grip::Corner(at), _) => return (format!("corner {}", at + 1), "move"),
            (Grip::Edge(_), _) => ("edge", "pull a corner out of it"),
            (_, Some(Part::Shape(Shape::Circle(_) | Shape::Capsule(_)))) => ("radius", "change the radius"),
            (_, Some(Part::Shape(Shape::Ellipse(_)))) => ("radius", "change a radius"),
            (Grip::Side(x, y), _) if x * y == 0.0 => ("edge", "move the edge"),
            _ => ("corner", "move the corner"),
        };
        (name.to_owned(), effect)
    }

    /// The number that a drag changes: `r 19.5`, `30 × 20`, or the place `14,19`.
    pub fn value(self, hitbox: &Hitbox) -> String {
        let number = |n: f64| words::number(n, 0..=2);
        let Some(Part::Shape(shape)) = hitbox.parts().get(self.part) else { return String::new() };
        match (shape, self.grip) {
            (Shape::Circle([x, y, _]) | Shape::Ellipse([x, y, ..]), Grip::Middle) => words::fine_point((*x, *y)),
            (Shape::Capsule([x1, y1, x2, y2, _]), Grip::Middle) => {
                words::fine_point((f64::midpoint(*x1, *x2), f64::midpoint(*y1, *y2)))
            }
            (Shape::Capsule(numbers), Grip::End(at)) => words::fine_point((numbers[2 * at], numbers[2 * at + 1])),
            (Shape::Circle([.., r]) | Shape::Capsule([.., r]), _) => format!("r {}", number(*r)),
            (Shape::Ellipse([.., rx, ry]), _) => {
                if self.is_along_x() {
                    format!("rx {}", number(*rx))
                } else {
                    format!("ry {}", number(*ry))
                }
            }
            (Shape::Box([.., w, h]), _) => format!("{} × {}", number(*w), number(*h)),
            (Shape::Polygon(corners), Grip::Corner(at)) => {
                corners.get(at).map_or_else(String::new, |&[x, y]| words::fine_point((x, y)))
            }
            (Shape::Polygon(_), _) => String::new(),
        }
    }

    /// The handle after it has been dragged: that of the corner that was pulled out of an edge.
    pub const fn pulled(self) -> Self {
        match self.grip {
            Grip::Edge(at) => Self { grip: Grip::Corner(at + 1), ..self },
            _ => self,
        }
    }

    /// True if it is the edge of a polygon.
    pub const fn is_edge(self) -> bool {
        matches!(self.grip, Grip::Edge(_))
    }

    /// The corners of the polygon in the sprite's pixels, and the place of this one among them; `None` for other handles.
    pub fn corner_of(self, hitbox: &Hitbox) -> Option<(&[[f64; 2]], usize)> {
        match (hitbox.parts().get(self.part)?, self.grip) {
            (Part::Shape(Shape::Polygon(corners)), Grip::Corner(at)) if at < corners.len() => Some((corners, at)),
            _ => None,
        }
    }

    /// True if it is the corner of a polygon, which can be removed.
    pub const fn is_corner(self) -> bool {
        matches!(self.grip, Grip::Corner(_))
    }

    /// The hitbox without the corner of this handle, or why the corner has to stay; `None` for other handles.
    pub fn removed(self, hitbox: &Hitbox) -> Option<Result<Hitbox, &'static str>> {
        let (corners, at) = self.corner_of(hitbox)?;
        let mut corners = corners.to_vec();
        corners.remove(at);
        if corners.len() < 3 {
            return Some(Err("A polygon needs at least three corners."));
        }
        let without = with(hitbox, self.part, Shape::Polygon(corners));
        Some(without.ok_or("Without it, edges of the polygon would cross."))
    }

    /// The hitbox after the handle was dragged from one point to another, in the sprite's pixels; `None` where that is not a shape.
    pub fn follow(self, hitbox: &Hitbox, from: Point, to: Point, is_whole: bool) -> Option<Hitbox> {
        let snap = |n: f64| if is_whole { n.round() } else { half((n, 0.0)).0 };
        let by = (to.0 - from.0, to.1 - from.1);
        let Part::Shape(shape) = hitbox.parts().get(self.part)? else { return None };
        let moved = |x: f64, y: f64| [snap(x + by.0), snap(y + by.1)];
        let longer = |r: f64, x: f64, y: f64| {
            let along = |(px, py): Point| if self.is_along_x() { (px - x).abs() } else { (py - y).abs() };
            snap(r + along(to) - along(from)).max(0.0)
        };
        let mut shape = shape.clone();
        match (&mut shape, self.grip) {
            (Shape::Circle([x, y, _]) | Shape::Ellipse([x, y, ..]), Grip::Middle) => [*x, *y] = moved(*x, *y),
            (Shape::Capsule([x1, y1, x2, y2, _]), Grip::Middle) => {
                let [x, y] = moved(*x1, *y1);
                [*x1, *y1, *x2, *y2] = [x, y, *x2 + x - *x1, *y2 + y - *y1];
            }
            (Shape::Capsule(numbers), Grip::End(at)) => {
                let [x, y] = moved(numbers[2 * at], numbers[2 * at + 1]);
                (numbers[2 * at], numbers[2 * at + 1]) = (x, y);
            }
            (Shape::Capsule([.., r]), Grip::Side(dx, dy)) => *r = snap(*r + by.0 * dx + by.1 * dy).max(0.0),
            (Shape::Circle([x, y, r]), Grip::Side(..)) => *r = longer(*r, *x, *y),
            (Shape::Ellipse([x, y, rx, ry]), Grip::Side(..)) => {
                let r = if self.is_along_x() { rx } else { ry };
                *r = longer(*r, *x, *y);
            }
            (Shape::Box([x, y, w, h]), Grip::Side(dx, dy)) => {
                [*x, *w] = edges(*x, *w, dx, by.0, snap);
                [*y, *h] = edges(*y, *h, dy, by.1, snap);
            }
            (Shape::Polygon(corners), Grip::Corner(at)) => {
                let corner = corners.get_mut(at)?;
                *corner = moved(corner[0], corner[1]);
            }
            (Shape::Polygon(corners), Grip::Edge(at)) => corners.insert(at + 1, [snap(to.0), snap(to.1)]),
            _ => return None,
        }
        with(hitbox, self.part, shape)
    }

    fn is_along_x(self) -> bool {
        matches!(self.grip, Grip::Side(x, _) if x != 0.0)
    }
}

/// The start and length of a box along an axis after its low edge (−1) or its high edge (1) was moved.
fn edges(start: f64, length: f64, side: f64, by: f64, snap: impl Fn(f64) -> f64) -> [f64; 2] {
    let (mut low, mut high) = (start, start + length);
    if side < 0.0 {
        low = snap(low + by);
    } else if side > 0.0 {
        high = snap(high + by);
    }
    [low.min(high), (high - low).abs()]
}

/// Paints the edge under the pointer broad, and where the pointer is a handle with a plus: a corner can be pulled out there.
fn paint_edge(draw: &DrawContext<'_>) {
    let place = draw
        .painter
        .ctx()
        .pointer_hover_pos()
        .filter(|at| !draw.drags && draw.hovered.is_some() && draw.screen.canvas.contains(*at));
    let Some((place, (.., ends))) = place.and_then(|place| Some((place, edge(draw, place)?))) else { return };
    for (width, color) in [(6.0, Color32::BLACK), (4.0, Color32::WHITE)] {
        draw.painter.line_segment(ends, Stroke::new(width, color));
    }
    let at = nearest(place, ends).round();
    let mut lines = Lines::default();
    for (side, color) in [(GHOST + 2.0, Color32::BLACK), (GHOST, Color32::WHITE)] {
        lines.rect(Rect::from_center_size(at, Vec2::splat(side)), color);
    }
    for size in [vec2(HEART, 2.0), vec2(2.0, HEART)] {
        lines.rect(Rect::from_center_size(at, size), Color32::BLACK);
    }
    lines.paint(draw.painter);
}

/// Paints white squares with a heart in the sprite's colour, that of the corner that Delete removes red; the middle is a cross.
fn paint(draw: &DrawContext<'_>, touched: &Touched) {
    let Some((slot, all)) = handles(draw) else { return };
    let mut lines = Lines::default();
    let square = |at: Pos2, side: f32| Rect::from_center_size(at, Vec2::splat(side));
    let color = draw.theme.sprite(slot).line;
    let pointer = draw.painter.ctx().pointer_hover_pos().filter(|_| draw.hovered.is_some());
    let removed = touched.corner(draw, pointer);
    for (handle, at) in all.into_iter().filter(|(_, at)| draw.screen.canvas.expand(SIDE).contains(*at)) {
        let at = at.round();
        lines.rect(square(at, SIDE + 2.0), Color32::BLACK);
        lines.rect(square(at, SIDE), Color32::WHITE);
        if handle.grip == Grip::Middle {
            lines.rect(Rect::from_center_size(at, vec2(HEART, 2.0)), Color32::BLACK);
            lines.rect(Rect::from_center_size(at, vec2(2.0, HEART)), Color32::BLACK);
        } else {
            lines.rect(square(at, HEART), if removed == Some(handle) { draw.theme.bad } else { color });
        }
    }
    lines.paint(draw.painter);
}
