//! The ball on the hills: the way it came, the probe and what it read.

use crate::app::paint::{draw::*, lines::Lines};
use crate::session::TerrainGame;
use maskscope_core::scene::terrain::{Ground, StepRecord};

/// The number of steps in the ball's trail.
const TRAIL: usize = 240;

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[
        Switch { layer: Layer::BallTrail, key: None, swatch: swatch_trail },
        Switch { layer: Layer::Velocity, key: None, swatch: swatch_velocity },
        Switch { layer: Layer::TriedPlace, key: None, swatch: swatch_tried },
        Switch { layer: Layer::Probe, key: None, swatch: swatch_probe },
    ],
    paint: |draw, _| paint(draw),
};

fn paint(draw: &DrawContext<'_>) {
    let (painter, screen, game) = (draw.painter, &draw.screen, draw.session.terrain());
    let Some(ball) = draw.sprite_box(Slot::A) else { return };
    if draw.shows(Layer::BallTrail) {
        paint_trail(draw, game, ball.size());
    }
    let Some(step) = draw.step() else { return };
    let mut lines = Lines::default();
    if step.is_wrong() {
        lines.outline(screen, screen.rect(ball), 2.0, draw.theme.bad);
    }
    if draw.shows(Layer::TriedPlace) {
        let tried = screen.rect(IntRect::new(Ground::cell(step.tried), ball.size()));
        lines.dashed_outline(screen, tried, (6.0, 4.0), Color32::BLACK);
    }
    lines.paint(painter);
    if draw.shows(Layer::Velocity) {
        paint_velocity(draw, step, ball.size());
    }
    if draw.shows(Layer::Probe) {
        paint_look(draw, step);
    }
    if step.is_wrong() {
        let at = screen.rect(ball).right_top() + vec2(8.0, -8.0);
        marks::triangle(painter, at, 8.0, draw.theme.bad_bg, draw.theme.bad_text);
    }
    paint_tag(draw, step, ball);
}

/// Bottom middle of a ball at `position`.
fn foot((x, y): Point, size: Size) -> Point {
    (x + f64::from(size.width) / 2.0, y + f64::from(size.height))
}

/// The way of the ball's foot: dark dots, pink where it had contact.
fn paint_trail(draw: &DrawContext<'_>, game: &TerrainGame, size: Size) {
    let Some(run) = game.run() else { return };
    for step in &run.steps[game.game.at.saturating_sub(TRAIL)..game.game.at] {
        let at = draw.screen.point(foot(step.after.ball.position, size));
        let ink = if step.look.contact.is_some() { draw.theme.both } else { Color32::WHITE };
        draw.painter.circle(at, 2.0, ink, Stroke::new(1.0, Color32::from_black_alpha(160)));
    }
}

/// Paints the movement of the next step.
fn paint_velocity(draw: &DrawContext<'_>, step: &StepRecord, size: Size) {
    let ball = step.after.ball;
    let (x, y) = foot(ball.position, Size { height: 0, ..size });
    let y = y + f64::from(size.height) / 2.0;
    let (from, to) = (draw.screen.point((x, y)), draw.screen.point((x, y + ball.velocity_y)));
    for (width, ink) in [(4.0, Color32::BLACK), (2.0, Color32::WHITE)] {
        draw.painter.line_segment([from, to], Stroke::new(width, ink));
        let back = if to.y >= from.y { -5.0 } else { 5.0 };
        for side in [-4.0, 4.0] {
            draw.painter.line_segment([to, to + vec2(side, back)], Stroke::new(width, ink));
        }
    }
}

/// The pixels that were read, the probe, the contact, and the pixel that was passed unseen.
fn paint_look(draw: &DrawContext<'_>, step: &StepRecord) {
    let (painter, pixel) = (draw.painter, |cell: Cell| draw.screen.rect(IntRect::new(cell, Size::new(1, 1))));
    draw.paint_reads(painter, step.look.reads, pixel);
    let probe = pixel(step.look.reads.first);
    for (width, ink) in [(4.0, Color32::BLACK), (2.0, Color32::WHITE)] {
        painter.circle_stroke(probe.center(), probe.width().max(7.0), Stroke::new(width, ink));
    }
    if let Some(contact) = step.look.contact {
        let contact = pixel(Ground::cell(contact));
        // On large pixels beside the column, so that no number is covered.
        let beside = if contact.width() > 7.0 { contact.width() / 2.0 + 9.0 } else { 0.0 };
        marks::rimmed_diamond(painter, contact.center() - vec2(beside, 0.0), 5.0, draw.theme.both);
    }
    if let Some(cell) = step.tunnelled {
        let at = pixel(cell).center();
        for way in [vec2(6.0, 6.0), vec2(6.0, -6.0)] {
            painter.line_segment([at - way, at + way], Stroke::new(3.0, draw.theme.bad));
        }
    }
}

/// Says beside the ball how many pixels the probe read; at the right edge at its other side.
fn paint_tag(draw: &DrawContext<'_>, step: &StepRecord, ball: IntRect) {
    let (screen, theme) = (&draw.screen, draw.theme);
    let text = match step.look.contact {
        Some(_) => format!("probe: {}", words::plural(step.look.reads.count.into(), "read")),
        None => "probe: clear".to_owned(),
    };
    let galley = draw.painter.layout_no_wrap(text, theme::tag(), theme.t1);
    let size = galley.size() + vec2(8.0, 4.0);
    let ball = screen.rect(ball);
    let probe = screen.rect(IntRect::new(step.look.reads.first, Size::new(1, 1)));
    let beside = ball.right().max(probe.center().x + probe.width().max(7.0) + 5.0) + 8.0;
    let left = if beside + size.x > screen.canvas.right() { ball.left() - 8.0 - size.x } else { beside };
    let place = Rect::from_min_size(pos2(left, ball.bottom() - 20.0), size);
    draw.painter.rect_filled(place, 2.0, theme.panel);
    draw.painter.galley(place.min + vec2(4.0, 2.0), galley, theme.t1);
}

/// Dots along an arc.
fn swatch_trail(painter: &Painter, rect: Rect, theme: &Theme) {
    for (at, x) in [3.0_f32, 9.0, 15.0, 21.0].into_iter().enumerate() {
        let y = 3.0 + (x - 12.0).powi(2) / 12.0;
        let ink = if at == 3 { theme.both } else { theme.t1 };
        painter.circle_filled(rect.min + vec2(x, y), 1.5, ink);
    }
}

/// An arrow down.
fn swatch_velocity(painter: &Painter, rect: Rect, theme: &Theme) {
    let (top, end) = (rect.center_top() + vec2(0.0, 1.0), rect.center_bottom() - vec2(0.0, 1.0));
    let stroke = Stroke::new(1.5, theme.t1);
    painter.line_segment([top, end], stroke);
    for side in [-4.0, 4.0] {
        painter.line_segment([end, end + vec2(side, -4.0)], stroke);
    }
}

/// A dashed box.
fn swatch_tried(painter: &Painter, rect: Rect, theme: &Theme) {
    let rect = rect.shrink2(vec2(4.5, 0.5));
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
    painter.extend(Shape::dashed_line(&corners, Stroke::new(1.0, theme.t1), 4.0, 2.0));
}

/// A ring around a pixel, and the pixels read below it.
fn swatch_probe(painter: &Painter, rect: Rect, theme: &Theme) {
    let at = rect.left_center() + vec2(8.0, 0.0);
    painter.circle_stroke(at, 5.0, Stroke::new(1.5, theme.t1));
    for (step, share) in [(0.0_f32, 0.0), (1.0, 0.5), (2.0, 1.0)] {
        let pixel = Rect::from_center_size(rect.left_center() + vec2(14.0 + 4.0 * step, 0.0), vec2(3.0, 3.0));
        painter.rect_filled(pixel, 0.0, if step == 0.0 { Color32::WHITE } else { theme.rank(share) });
    }
}
