//! The selected strategy in words: its idea, when it is good and bad, how it does here, and where it loses.

use egui::{TextFormat, text::LayoutJob};

use crate::app::prelude::*;
use crate::app::widgets::{LABELS, labelled, low, numbered, section_title_with, text_button};
use crate::scan::{Scan, Weakness};
use crate::session::SurveyAction;

/// Height of a line, in points.
const LINE: f32 = 18.0;

/// Shows the parts one below the other.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let scan = window.session.scans().selected();
    let about = scan.about();
    let (theme, name) = (Theme::of(ui), scan.display_name());
    let mut end = 0.0;
    let title = section_title_with(ui, &name, |ui| {
        weakness_button(ui, scan, out);
        end = ui.min_rect().left();
    });
    let source = ui.painter().layout_no_wrap(source(scan), theme::note(), theme.t3);
    let width = ui.painter().layout_no_wrap(name, theme::text(), theme.t1).size().x;
    let place = Align2::LEFT_CENTER.anchor_size(title.rect.left_center() + vec2(width + 8.0, 0.0), source.size());
    if place.right() + 8.0 <= end {
        ui.painter().galley(place.min, source, theme.t3);
    }
    title.on_hover_text(format!("Source: {}", about.source.full));
    for (part, text) in [("Idea", &*scan.idea()), ("Good when", about.good_when), ("Bad when", about.bad_when)] {
        labelled(ui, LABELS, [part, text], |painter, width| {
            let mut job = LayoutJob::single_section(text.to_owned(), format());
            job.wrap.max_width = width;
            painter.layout_job(job)
        });
    }
    let Some(here) = window.session.here() else { return };
    let ink = if here.is_wrong { theme.bad_text } else { theme.t1 };
    let said = labelled(ui, LABELS, ["Here", &here.line], |painter, width| {
        numbered(painter, &here.line, ink, Some([LINE, width]))
    });
    if here.is_wrong {
        let mark = said.rect.left_top() + vec2(64.0, LINE / 2.0);
        marks::triangle(ui.painter(), mark, 5.0, theme.bad_text, theme.bad_bg);
    }
}

/// `after Phaelax`.
fn source(scan: Scan) -> String {
    match scan.about().source.short {
        "maskscope" => "ours".to_owned(),
        source => format!("after {source}"),
    }
}

fn format() -> TextFormat {
    let (font_id, color, line_height) = (theme::text(), Color32::PLACEHOLDER, Some(LINE));
    TextFormat { font_id, color, line_height, ..TextFormat::default() }
}

/// The button that leads to where the scan loses.
fn weakness_button(ui: &mut Ui, scan: Scan, out: &mut Vec<Request>) {
    let (text, tip) = match scan.weakness() {
        Weakness::Visits => {
            ("Show where it loses", "Moves B to the hit where this scan loses to the winner by the most visits.")
        }
        Weakness::FalseMisses => ("Show its misses", "Moves B to where this scan misses the most shared pixels."),
        Weakness::FalseHits => ("Show its errors", "Moves B to where this scan hits without a shared pixel."),
        Weakness::Everywhere(why) => ("Show where it loses", why),
    };
    let is_off = matches!(scan.weakness(), Weakness::Everywhere(_));
    let response = ui.add_enabled_ui(!is_off, |ui| low(ui, |ui| text_button(ui, text))).inner;
    if response.on_hover_text(tip).on_disabled_hover_text(tip).clicked() {
        out.push(SurveyAction::ShowWorst.into());
    }
}
