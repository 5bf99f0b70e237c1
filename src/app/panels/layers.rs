//! The layers of the canvas: a list of switches that is also the legend.

use egui::{Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

use super::layout::padded;
use crate::app::command::{Command, tooltip};
use crate::app::marks;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{CheckboxRow, section_title};
use crate::choice::Choice as _;
use crate::session::{Layer, ViewAction};

/// Shows the list.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    padded(ui, 0, 12, |ui| {
        section_title(ui, "Layers", "");
        let tests_words = window.session.scans().selected().word_bits().is_some();
        for layer in Layer::ALL.iter().copied().filter(|&layer| layer != Layer::Words || tests_words) {
            row(ui, layer, window, out);
        }
    });
}

fn row(ui: &mut Ui, layer: Layer, window: &WindowState<'_>, out: &mut Vec<Request>) {
    // One key switches all three layers of bits: it is shown at the first.
    let key = if layer == Layer::BitsA { Command::Bits.key() } else { Command::Layer(layer).key() };
    let mut shown = window.session.view().layers().has(layer);
    let row = CheckboxRow { checked: &mut shown, text: layer.title(), key: &key };
    let theme = Theme::of(ui);
    let response = row.show(ui, |painter, rect| paint_swatch(painter, rect, layer, theme));
    if response.changed() {
        out.push(ViewAction::ShowLayer(layer, shown).into());
    }
    tooltip(response, Command::Layer(layer));
}

/// What a layer looks like on the canvas, in a rectangle of 24 by 14 points.
fn paint_swatch(painter: &Painter, rect: Rect, layer: Layer, theme: &Theme) {
    let part = |left: f32, top: f32, right: f32, bottom: f32| {
        Rect::from_min_max(rect.min + vec2(left, top), rect.min + vec2(right, bottom))
    };
    match layer {
        Layer::Boxes => {
            painter.rect_stroke(part(0.0, 0.0, 14.0, 10.0), 0.0, Stroke::new(1.0, theme.a), StrokeKind::Inside);
            dashed(painter, part(8.0, 4.0, 24.0, 14.0), Stroke::new(1.0, theme.b), 4.0, 2.0);
        }
        Layer::TightBounds => {
            dashed(painter, part(2.0, 1.0, 22.0, 13.0), Stroke::new(1.0, theme.t3), 1.0, 2.0);
        }
        Layer::BoundsUsed => {
            let oval = |left: f32, color| {
                let center = rect.left_center() + vec2(left, 0.0);
                painter.add(egui::epaint::EllipseShape::stroke(center, vec2(8.0, 6.0), Stroke::new(1.0, color)));
            };
            oval(8.5, theme.a);
            oval(15.5, theme.b);
        }
        Layer::Intersection => {
            painter.rect_stroke(part(2.0, 1.0, 22.0, 13.0), 0.0, Stroke::new(2.0, theme.t1), StrokeKind::Inside);
        }
        Layer::Outlines => {
            let steps = |corner: Pos2, dx: f32, dy: f32| -> Vec<Pos2> {
                let at = |x: f32, y: f32| corner + vec2(x * dx, y * dy);
                vec![at(0.0, 0.0), at(0.0, 6.0), at(5.0, 6.0), at(5.0, 11.0), at(11.0, 11.0)]
            };
            let a = steps(rect.min + vec2(0.5, 12.5), 1.0, -1.0);
            let b = steps(rect.min + vec2(23.5, 1.5), -1.0, 1.0);
            painter.line(a, Stroke::new(1.0, theme.a));
            painter.line(b, Stroke::new(1.0, theme.b));
        }
        Layer::BitsA => bits(painter, rect, theme.a, false, theme),
        Layer::BitsB => bits(painter, rect, theme.b, true, theme),
        Layer::BitsBoth => {
            painter.rect_filled(rect, 0.0, theme.both);
        }
        Layer::Channels => channels(painter, rect),
        Layer::Words => words(painter, rect, theme),
        Layer::Visits => visits(painter, rect, theme),
        Layer::CurrentVisit => current_visit(painter, rect.center()),
        Layer::FirstHit => marks::rimmed_diamond(painter, rect.center(), 4.5, theme.both),
        Layer::Grid => grid(painter, rect, theme),
        Layer::OnionSkin => onion_skin(painter, rect, theme),
        Layer::Handles => handles(painter, rect, theme),
    }
}

fn dashed(painter: &Painter, rect: Rect, stroke: Stroke, dash: f32, gap: f32) {
    // Along the middle of the outermost pixels.
    let rect = rect.shrink(0.5);
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
    painter.extend(Shape::dashed_line(&corners, stroke, dash, gap));
}

/// A tint with diagonals: `\` for A, `/` where it is `rising`.
fn bits(painter: &Painter, rect: Rect, color: egui::Color32, rising: bool, theme: &Theme) {
    painter.rect_filled(rect, 0.0, color.gamma_multiply(theme.bit_fill));
    let hatch = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let stroke = Stroke::new(1.0, color.gamma_multiply(theme.bit_hatch.max(0.75)));
    let (from, to) = if rising { (rect.bottom(), rect.top()) } else { (rect.top(), rect.bottom()) };
    for step in -2..4_i8 {
        let x = rect.left() + 7.0 * f32::from(step);
        hatch.line_segment([pos2(x, from), pos2(x + rect.height(), to)], stroke);
    }
}

/// Red, where both are yellow, green, on black.
fn channels(painter: &Painter, rect: Rect) {
    painter.rect_filled(rect, 0.0, theme::CHANNELS[0]);
    for (at, color) in [1, 3, 2].map(|class| theme::CHANNELS[class]).into_iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "three")]
        let left = rect.min + vec2(8.0 * at as f32, 2.0);
        painter.rect_filled(Rect::from_min_size(left, vec2(8.0, 10.0)), 0.0, color);
    }
}

/// Two words of A side by side, and below them B's, which begin elsewhere.
fn words(painter: &Painter, rect: Rect, theme: &Theme) {
    for (color, shift, y) in [(theme.a, 4.5, 3.5), (theme.b, 16.5, 10.5)] {
        painter.hline(rect.x_range(), rect.top() + y, Stroke::new(1.0, color));
        painter.vline(rect.left() + shift, rect.top() + y - 3.0..=rect.top() + y + 3.0, Stroke::new(1.0, color));
    }
}

fn visits(painter: &Painter, rect: Rect, theme: &Theme) {
    for (at, rank) in [(3.0, 0.0), (9.0, 0.33), (15.0, 0.67), (21.0, 1.0)] {
        let center = pos2(rect.left() + at, rect.center().y);
        painter.rect_filled(Rect::from_center_size(center, Vec2::splat(6.0)), 0.0, theme.keyline);
        painter.rect_filled(Rect::from_center_size(center, Vec2::splat(4.0)), 0.0, theme.rank(rank));
    }
}

/// Black 1, white 2, black 1.
fn current_visit(painter: &Painter, center: Pos2) {
    let outline = |side: f32, width: f32, color| {
        let rect = Rect::from_center_size(center, Vec2::splat(side));
        painter.rect_stroke(rect, 0.0, Stroke::new(width, color), StrokeKind::Inside);
    };
    outline(14.0, 4.0, egui::Color32::BLACK);
    outline(12.0, 2.0, egui::Color32::WHITE);
}

fn grid(painter: &Painter, rect: Rect, theme: &Theme) {
    let stroke = Stroke::new(1.0, theme.edge);
    for x in [0.5, 6.5, 12.5, 18.5] {
        painter.vline(rect.left() + x, rect.y_range(), stroke);
    }
    for y in [0.5, 6.5, 12.5] {
        painter.hline(rect.x_range(), rect.top() + y, stroke);
    }
}

/// A square behind a square.
fn onion_skin(painter: &Painter, rect: Rect, theme: &Theme) {
    let square = |left: f32, ink: egui::Color32| {
        let rect = Rect::from_min_size(rect.min + vec2(left, 2.0), Vec2::splat(10.0));
        painter.rect_filled(rect, 0.0, ink);
    };
    square(4.0, theme.t3.gamma_multiply(0.35));
    square(10.0, theme.t2);
}

/// A box with a square at each corner.
fn handles(painter: &Painter, rect: Rect, theme: &Theme) {
    let inner = rect.shrink2(vec2(4.0, 2.5));
    painter.rect_stroke(inner, 0.0, Stroke::new(1.0, theme.t2), StrokeKind::Inside);
    for corner in [inner.left_top(), inner.right_top(), inner.left_bottom(), inner.right_bottom()] {
        painter.rect_filled(Rect::from_center_size(corner, Vec2::splat(4.0)), 0.0, theme.t1);
    }
}
