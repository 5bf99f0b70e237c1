//! Texts of a lesson on the screen.

use egui::Galley;
use egui::text::{LayoutJob, TextFormat};

use crate::app::prelude::*;
use crate::session::Span;

/// Free space at both sides, as in other panels, in points.
pub const PADDING: i8 = 12;
/// Height of a line of text, and how many a step may take in a panel of the usual width.
pub const LINE: f32 = 19.0;
pub const LINES: usize = 4;

/// The words of a text.
pub fn words(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

/// A text in lines `height` high, wrapped at `width`, in a font and an ink: stressed words lighter, numbers in the font of numbers.
pub fn layout(
    painter: &Painter,
    spans: &[Span],
    width: f32,
    (font, ink): (&FontId, Color32),
    height: f32,
) -> Arc<Galley> {
    let theme = Theme::of(painter.ctx());
    let mut job = LayoutJob::default();
    for span in spans {
        let is_number = span.is_stressed && span.text.starts_with(|c: char| c.is_ascii_digit() || c == '…');
        let format = TextFormat {
            font_id: if is_number { theme::mono() } else { font.clone() },
            color: if span.is_stressed { theme.t1 } else { ink },
            line_height: Some(height),
            ..TextFormat::default()
        };
        job.append(&span.text, 0.0, format);
    }
    job.wrap.max_width = width;
    painter.layout_job(job)
}

/// A text over the full width, with room for some `lines`, or more where it needs them. Returns where it stands.
pub fn lines(ui: &mut Ui, spans: &[Span], lines: usize, style: (&FontId, Color32), height: f32) -> Rect {
    let galley = layout(ui.painter(), spans, ui.available_width(), style, height);
    let count = galley.rows.len().max(lines);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height * count as f32), Sense::hover());
    ui.painter().galley(rect.min, galley, Color32::PLACEHOLDER);
    let text = words(spans);
    say(ui, rect, &text, &text);
    rect
}

/// Says a text to screen readers, over the place where it stands.
pub fn say(ui: &Ui, rect: Rect, what: &str, text: &str) {
    let response = ui.interact(rect, ui.scope_id().with(what), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), text));
}
