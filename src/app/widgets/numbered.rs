//! Lines of text whose numbers stand in the font of numbers.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Color32, FontId, Galley, Painter, TextFormat};

use crate::app::theme;

/// Text of notes in one colour, its numbers in the font of numbers; in lines of a height and of the most width, in points, or
/// all in one line as high as its fonts.
pub fn numbered(painter: &Painter, line: &str, ink: Color32, size: Option<[f32; 2]>) -> Arc<Galley> {
    let mut job = LayoutJob::default();
    let height = size.map(|[height, _]| height);
    job.wrap.max_width = size.map_or(f32::INFINITY, |[_, width]| width);
    let mut append = |text: &str, font_id: FontId| {
        job.append(text, 0.0, TextFormat { font_id, color: ink, line_height: height, ..TextFormat::default() });
    };
    for (at, word) in line.split(' ').enumerate() {
        let number = word.trim_end_matches([',', ':']);
        let is_number = number.chars().all(|c| c.is_ascii_digit() || "#,.−%".contains(c));
        let (number, rest) = if is_number { word.split_at(number.len()) } else { ("", word) };
        if at > 0 {
            append(" ", theme::note());
        }
        append(number, theme::mono());
        append(rest, theme::note());
    }
    painter.layout_job(job)
}
