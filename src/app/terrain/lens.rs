//! The pixels around the probe, large, with the order in which they were read.

use super::stage::Stage;
use crate::app::lines::Lines;
use crate::app::prelude::*;
use crate::scene::terrain::{SKY, StepRecord};
use crate::session::Actors;

/// Columns and rows that are shown, and the side of a pixel in points.
const COLUMNS: i64 = 15;
const ROWS: i64 = 9;
const SIDE: f32 = 14.0;

pub fn show(ui: &mut Ui, window: &WindowState<'_>, stage: &mut Stage) {
    let size = vec2(COLUMNS as f32 * SIDE, ROWS as f32 * SIDE);
    let (whole, response) = ui.allocate_exact_size(vec2(ui.available_width(), size.y + 8.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Pixels around the probe"));
    let room = window.session.terrain();
    let Some((step, actors)) = room.shown().zip(room.actors.as_ref()) else { return };
    let rect = Rect::from_min_size(whole.min, size);
    let painter = ui.painter().with_clip_rect(rect);
    let first = step.look.reads.first;
    let last = step.look.reads.cells().last().unwrap_or(first);
    // Both ends of a short way show; of a long one that end which decides.
    let row = if (first.y - last.y).abs() < ROWS - 2 { i64::midpoint(first.y, last.y) } else { last.y };
    let origin = Cell::new(first.x - COLUMNS / 2, row - ROWS / 2);
    paint_ground(&painter, rect, origin, actors, stage);
    paint_ball(&painter, rect, origin, step, actors);
    paint_reads(&painter, rect, origin, step);
    let theme = Theme::of(ui);
    let words = [
        (format!("column {}", words::coordinate(first.x)), theme.t1),
        (format!("row {}", words::coordinate(first.y)), theme.t1),
    ];
    for (line, (text, ink)) in words.into_iter().enumerate() {
        let at = pos2(rect.right() + 12.0, rect.top() + 8.0 + 18.0 * line as f32);
        ui.painter().text(at, Align2::LEFT_CENTER, text, theme::note(), ink);
    }
}

fn place(rect: Rect, origin: Cell, cell: Cell) -> Rect {
    let at = cell - origin;
    Rect::from_min_size(rect.min + vec2(at.x as f32 * SIDE, at.y as f32 * SIDE), vec2(SIDE, SIDE))
}

fn paint_ground(painter: &Painter, rect: Rect, origin: Cell, actors: &Actors, stage: &mut Stage) {
    let [r, g, b] = SKY;
    let sky = Color32::from_rgb(r, g, b);
    let theme = Theme::of(painter.ctx());
    let ground = IntRect::new(Cell::ORIGIN, actors.ground.mask.mask().size());
    let picture = stage.ground(actors);
    let mut lines = Lines::default();
    for (x, y) in (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y))) {
        let cell = origin + Cell::new(x, y);
        let at = place(rect, origin, cell);
        if !ground.contains(cell) {
            lines.rect(at, theme.canvas);
            continue;
        }
        let [column, row] = [cell.x, cell.y].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        let [r, g, b, a] = picture.pixel(column, row).unwrap_or_default();
        lines.rect(at, sky.blend(Color32::from_rgba_unmultiplied(r, g, b, a)));
        // The grid, on two sides of each.
        lines.rect(Rect::from_min_size(at.min, vec2(SIDE, 1.0)), Color32::from_black_alpha(40));
        lines.rect(Rect::from_min_size(at.min, vec2(1.0, SIDE)), Color32::from_black_alpha(40));
    }
    lines.paint(painter);
}

/// The edge of the ball's mask where it is now.
fn paint_ball(painter: &Painter, rect: Rect, origin: Cell, step: &StepRecord, actors: &Actors) {
    let ball = super::stage::rounded(step.after.ball.position);
    let mask = actors.ball.mask.mask();
    let is_solid = |cell: Cell| {
        let at = cell - ball;
        u32::try_from(at.x).ok().zip(u32::try_from(at.y).ok()).is_some_and(|(x, y)| {
            let Size { width, height } = mask.size();
            x < width && y < height && mask.get(x, y)
        })
    };
    let mut lines = Lines::default();
    for (x, y) in (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| (x, y))) {
        let cell = origin + Cell::new(x, y);
        if !is_solid(cell) {
            continue;
        }
        let at = place(rect, origin, cell);
        lines.rect(at, Color32::from_white_alpha(48));
        for (way, edge) in [
            (Cell::new(0, -1), Rect::from_min_size(at.min, vec2(SIDE, 2.0))),
            (Cell::new(0, 1), Rect::from_min_max(at.left_bottom() - vec2(0.0, 2.0), at.max)),
            (Cell::new(-1, 0), Rect::from_min_size(at.min, vec2(2.0, SIDE))),
            (Cell::new(1, 0), Rect::from_min_max(at.right_top() - vec2(2.0, 0.0), at.max)),
        ] {
            if !is_solid(cell + way) {
                lines.rect(edge, Color32::WHITE);
            }
        }
    }
    lines.paint(painter);
}

fn paint_reads(painter: &Painter, rect: Rect, origin: Cell, step: &StepRecord) {
    let theme = Theme::of(painter.ctx());
    let reads = step.look.reads;
    let last = reads.count.saturating_sub(1).max(1) as f32;
    for (rank, cell) in reads.cells().enumerate() {
        let at = place(rect, origin, cell);
        if !at.intersects(rect) {
            continue;
        }
        let fill = theme.rank(rank as f32 / last);
        painter.rect_filled(at.shrink(1.0), 0.0, theme.keyline);
        painter.rect_filled(at.shrink(2.0), 0.0, fill);
        let is_light = u32::from(fill.r()) * 3 + u32::from(fill.g()) * 6 + u32::from(fill.b()) > 1_280;
        let ink = if is_light { Color32::BLACK } else { Color32::WHITE };
        let number = (rank + 1).to_string();
        if number.len() < 3 {
            painter.text(at.center(), Align2::CENTER_CENTER, number, theme::ruler(), ink);
        }
    }
    if let Some(contact) = step.look.contact {
        // Beside the column, so that no number is covered.
        let at = place(rect, origin, super::stage::rounded(contact)).left_center();
        marks::rimmed_diamond(painter, at - vec2(8.0, 0.0), 4.0, theme.both);
    }
}
