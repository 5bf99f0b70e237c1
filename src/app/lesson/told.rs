//! Texts of a lesson on the screen.

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat};
use egui::{FontId, Galley, Painter, Rect, Sense, Ui, vec2};

use super::{say, theme};
use crate::app::theme::Theme;
use crate::session::Span;

/// The words of a text.
pub fn words(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

/// A text in lines `height` high, wrapped at `width`: stressed words lighter, numbers in the font of numbers.
pub fn layout(painter: &Painter, spans: &[Span], width: f32, font: &FontId, height: f32) -> Arc<Galley> {
    let theme = Theme::of(painter.ctx());
    let mut job = LayoutJob::default();
    for span in spans {
        let is_number = span.is_stressed && span.text.starts_with(|c: char| c.is_ascii_digit() || c == '…');
        let format = TextFormat {
            font_id: if is_number { theme::mono() } else { font.clone() },
            color: if span.is_stressed { theme.t1 } else { theme.t2 },
            line_height: Some(height),
            ..TextFormat::default()
        };
        job.append(&span.text, 0.0, format);
    }
    job.wrap.max_width = width;
    painter.layout_job(job)
}

/// A text over the full width, with room for some `lines`, or more where it needs them. Returns where it stands.
pub fn lines(ui: &mut Ui, spans: &[Span], lines: usize, font: &FontId, height: f32) -> Rect {
    let galley = layout(ui.painter(), spans, ui.available_width(), font, height);
    let count = galley.rows.len().max(lines);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height * count as f32), Sense::hover());
    ui.painter().galley(rect.min, galley, Theme::of(ui).t2);
    let text = words(spans);
    say(ui, rect, &text, &text);
    rect
}
