//! Rulers along the top and the left: cells counted from the world's 0,0 or from A, and the spans of both sprites, so that
//! box overlap reads as two overlapping intervals. And the text of an empty canvas: ways to open images.

use crate::app::paint::{draw::DrawContext, lines::Lines};
use crate::app::prelude::*;

/// Width of a ruler, in points.
pub const WIDTH: f32 = 20.0;
/// Positions of the spans of A and of B across a ruler, from its outer edge, in points.
const SPANS: [Rangef; 2] = [Rangef { min: 12.0, max: 15.0 }, Rangef { min: 16.0, max: 19.0 }];
/// Between the corner of both rulers and what stands there.
const INSET: f32 = 4.0;
/// The least distance of two numbers, in points.
const LEAST_GAP: f64 = 64.0;

/// One of the two rulers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RulerAxis {
    X,
    Y,
}

/// Paints both rulers over `whole`, the canvas with its rulers.
pub fn paint(draw: &DrawContext<'_>, whole: Rect) {
    let theme = draw.theme;
    let top = Rect::from_min_max(whole.min, pos2(whole.max.x, whole.min.y + WIDTH));
    let left = Rect::from_min_max(whole.min, pos2(whole.min.x + WIDTH, whole.max.y));
    for ruler in [top, left] {
        draw.painter.rect_filled(ruler, 0.0, theme.panel);
    }
    let corner = Rect::from_min_size(whole.min, vec2(WIDTH, WIDTH));
    let words_end = paint_origin(draw, corner);
    paint_ruler(draw, RulerAxis::X, top.with_min_x(corner.max.x), words_end);
    paint_ruler(draw, RulerAxis::Y, left.with_min_y(corner.max.y), corner.max.y);
}

/// From where the rulers count, for screen readers and in the tooltip of their corner.
pub fn counted(session: &Session) -> &'static str {
    if session.counts_from_a() {
        "The rulers and all coordinates count from A's top left pixel"
    } else {
        "The rulers and all coordinates count the cells of the world"
    }
}

/// Says in the corner that the rulers count from A, if they do; returns where the words end.
fn paint_origin(draw: &DrawContext<'_>, corner: Rect) -> f32 {
    if !draw.session.counts_from_a() {
        return corner.max.x;
    }
    let text = draw.painter.layout_no_wrap("from A".to_owned(), theme::ruler(), draw.theme.t1);
    let end = corner.min.x + INSET + text.size().x + INSET;
    draw.painter.galley(pos2(corner.min.x + INSET, corner.min.y - 1.0), text, draw.theme.t1);
    end
}

/// Paints a ruler, with no number that begins before `free`.
fn paint_ruler(draw: &DrawContext<'_>, axis: RulerAxis, ruler: Rect, free: f32) {
    let painter = draw.painter.with_clip_rect(ruler);
    let mut lines = Lines::default();
    let step = step(draw);
    let along = |cell: Cell| if axis == RulerAxis::X { cell.x } else { cell.y };
    let visible = draw.screen.visible();
    let (first, end) = if axis == RulerAxis::X { (visible.x, visible.right()) } else { (visible.y, visible.bottom()) };
    let origin = draw.session.origin();
    let zero = along(origin.cell());
    for n in (first - zero).div_euclid(step)..=(end - zero).div_euclid(step) {
        let cell = zero + n * step;
        let at = position(draw, axis, cell);
        let number = if axis == RulerAxis::X { origin.column(cell) } else { origin.row(cell) };
        if at >= free {
            let tick = across(axis, ruler, at..=at + draw.screen.points(1.0), Rangef::new(0.0, 11.0));
            lines.rect(tick, draw.theme.edge);
            paint_number(draw, &painter, axis, at, ruler, &number);
        }
    }
    for slot in Slot::ALL {
        if let Some(cells) = draw.sprite_box(slot) {
            let (low, high) = if axis == RulerAxis::X { (cells.x, cells.right()) } else { (cells.y, cells.bottom()) };
            let span = position(draw, axis, low)..=position(draw, axis, high);
            let color = if slot == Slot::A { draw.theme.a } else { draw.theme.b };
            lines.rect(across(axis, ruler, span, SPANS[slot as usize]), color);
        }
    }
    if let Some(cell) = draw.hovered {
        let at = position(draw, axis, along(cell));
        let width = draw.screen.points(draw.screen.cell_pixels().max(2.0));
        lines.rect(across(axis, ruler, at..=at + width, Rangef::new(0.0, 3.0)), draw.theme.t1);
    }
    lines.paint(&painter);
}

/// Cells between two numbers: 1, 2 or 5 times a power of ten, at least ten.
fn step(draw: &DrawContext<'_>) -> i64 {
    let least = LEAST_GAP * draw.screen.pixels_per_point() / draw.screen.cell_pixels();
    let steps = (1..18).flat_map(|power| [1, 2, 5].map(|n| n * 10_i64.pow(power)));
    #[expect(clippy::cast_precision_loss, reason = "compared with a rough width")]
    let wide_enough = |step: &i64| *step as f64 >= least;
    steps.into_iter().find(wide_enough).unwrap_or(i64::MAX)
}

fn position(draw: &DrawContext<'_>, axis: RulerAxis, n: i64) -> f32 {
    let corner = draw.screen.corner(Cell::new(n, n));
    if axis == RulerAxis::X { corner.x } else { corner.y }
}

/// A part of a ruler: `along` it, and `depth` from its outer edge.
fn across(axis: RulerAxis, ruler: Rect, along: std::ops::RangeInclusive<f32>, depth: Rangef) -> Rect {
    match axis {
        RulerAxis::X => Rect::from_x_y_ranges(along, ruler.min.y + depth.min..=ruler.min.y + depth.max),
        RulerAxis::Y => Rect::from_x_y_ranges(ruler.min.x + depth.min..=ruler.min.x + depth.max, along),
    }
}

/// A number beside its tick, unless the ruler's end would cut it; on the left ruler it reads from top to bottom.
fn paint_number(draw: &DrawContext<'_>, painter: &Painter, axis: RulerAxis, at: f32, ruler: Rect, number: &str) {
    let color = draw.theme.t3;
    let galley = painter.layout_no_wrap(number.to_owned(), theme::ruler(), color);
    let length = Rangef::new(at + 3.0, at + 3.0 + galley.size().x);
    let room = if axis == RulerAxis::X { ruler.x_range() } else { ruler.y_range() };
    if !room.contains(length.min) || !room.contains(length.max) {
        return;
    }
    match axis {
        RulerAxis::X => painter.galley(pos2(length.min, ruler.min.y - 1.0), galley, color),
        RulerAxis::Y => {
            let place = pos2(ruler.min.x + galley.size().y - 1.0, length.min);
            painter.add(egui::epaint::TextShape::new(place, galley, color).with_angle(std::f32::consts::FRAC_PI_2));
        }
    }
}

/// From the first line to the second, in points.
const INVITATION_LINE: f32 = 24.0;

/// Paints two lines in the middle of the canvas.
pub fn invite(draw: &DrawContext<'_>) {
    let middle = draw.screen.canvas.center();
    let lines = [
        ("Drop two images here", theme::answer(), draw.theme.t1),
        ("or press Ctrl O and Ctrl Shift O, or choose a pair from the menu Scene", theme::text(), draw.theme.t2),
    ];
    for (at, (words, font, ink)) in (0_u8..).zip(lines) {
        let text = draw.painter.layout_no_wrap(words.to_owned(), font, ink);
        let place = Align2::CENTER_CENTER.anchor_size(middle + vec2(0.0, INVITATION_LINE * f32::from(at)), text.size());
        draw.painter.galley(place.min.round(), text, Color32::PLACEHOLDER);
    }
}
