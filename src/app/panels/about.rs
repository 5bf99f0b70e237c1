//! The selected strategy in words: its idea, when it is good and bad, how it does here, and where it loses.

use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Align2, Color32, Galley, Painter, Pos2, Role, Sense, TextFormat, Ui, WidgetInfo, pos2, vec2};

use super::layout::padded;
use crate::app::marks;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{Heading, low, numbered, section_with, text_button};
use crate::scan::{Scan, Weakness};
use crate::session::{Here, SurveyAction};

/// Height of a line, where the texts begin, and the free space below the last one, in points.
const LINE: f32 = 16.0;
const LEFT: f32 = 68.0;
const BELOW: f32 = 2.0;
/// Room before the line of a wrong scan for its mark.
const MARK: f32 = 16.0;

/// The usual height of the open section.
pub const HEIGHT: f32 = 130.0;

/// The parts of the card.
const PARTS: [&str; 4] = ["Idea", "Good when", "Bad when", "Here"];

/// Shows the section; `is_open` until its title is clicked.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, is_open: bool, out: &mut Vec<Request>) {
    let scan = window.session.scans().selected();
    let (name, source) = (scan.display_name(), format!("Source: {}", scan.about().source));
    let heading = Heading { title: "About", of: &name, tip: &source, ..Heading::default() };
    let button = |ui: &mut Ui| weakness_button(ui, scan, out);
    padded(ui, 0, 4, |ui| {
        section_with(ui, heading, is_open, button, |ui| card(ui, window));
    });
}

/// The button that leads to where the scan loses.
fn weakness_button(ui: &mut Ui, scan: Scan, out: &mut Vec<Request>) {
    let (text, tip) = match scan.weakness() {
        Weakness::Visits => {
            ("Show its losses", "Moves B to the hit where this scan loses to the winner by the most visits.")
        }
        Weakness::FalseMisses => ("Show its misses", "Moves B to where this scan misses the most shared pixels."),
        Weakness::FalseHits => ("Show its errors", "Moves B to where this scan hits without a shared pixel."),
        Weakness::Everywhere(why) => ("Show its losses", why),
    };
    let is_off = matches!(scan.weakness(), Weakness::Everywhere(_));
    let response = ui.add_enabled_ui(!is_off, |ui| low(ui, |ui| text_button(ui, text))).inner;
    if response.on_hover_text(tip).on_disabled_hover_text(tip).clicked() {
        out.push(SurveyAction::ShowWorst.into());
    }
}

/// What holds for a scan wherever it runs.
fn texts(scan: Scan) -> [String; 3] {
    let about = scan.about();
    [scan.idea(), about.good_when.to_owned(), about.bad_when.to_owned()]
}

/// The four parts, one below the other, each as high as the longest of all scans takes: so the card keeps its height.
fn card(ui: &mut Ui, window: &WindowState<'_>) {
    let theme = Theme::of(ui);
    let room = ui.available_width() - LEFT;
    let painter = ui.painter().clone();
    let mut heights = [1; 3];
    let scans = window.session.scans();
    for &scan in scans.scans() {
        for (height, text) in heights.iter_mut().zip(texts(scan)) {
            *height = wrapped(&painter, &text, room).rows.len().max(*height);
        }
    }
    let texts = texts(scans.selected()).map(|text| (wrapped(&painter, &text, room), text));
    let tops: Vec<f32> = heights
        .into_iter()
        .scan(0, |before, lines| {
            *before += lines;
            Some(*before as f32 * LINE)
        })
        .collect();
    let height = tops[2] + LINE + BELOW;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let tops = [0.0, tops[0], tops[1], tops[2]].map(|top| rect.top() + top);
    for (top, label) in tops.into_iter().zip(PARTS) {
        let at = pos2(rect.left(), top + LINE / 2.0);
        painter.text(at, Align2::LEFT_CENTER, label, theme::note(), theme.t3);
    }
    let part =
        |at: usize, bottom: f32| egui::Rect::from_min_max(pos2(rect.left(), tops[at]), pos2(rect.right(), bottom));
    let label = |at: usize, bottom: f32, text: &str| {
        let response = ui.interact(part(at, bottom), ui.scope_id().with(PARTS[at]), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{}: {text}", PARTS[at])));
    };
    for (at, (galley, text)) in texts.into_iter().enumerate() {
        painter.galley(pos2(rect.left() + LEFT, tops[at]), galley, theme.t2);
        label(at, tops[at + 1], &text);
    }
    let Some(here) = window.session.here() else { return };
    let start = pos2(rect.left() + LEFT, tops[3]);
    let line = paint_here(&painter, start, room, &here, theme);
    label(3, rect.bottom(), &line);
}

/// A text in lines of [`LINE`].
fn wrapped(painter: &Painter, text: &str, width: f32) -> Arc<Galley> {
    let format = TextFormat {
        font_id: theme::note(),
        color: Color32::PLACEHOLDER,
        line_height: Some(LINE),
        ..TextFormat::default()
    };
    let mut job = LayoutJob::single_section(text.to_owned(), format);
    job.wrap.max_width = width;
    painter.layout_job(job)
}

/// Paints the longest of the lines that fits; returns it.
fn paint_here(painter: &Painter, at: Pos2, room: f32, here: &Here, theme: &Theme) -> String {
    let (ink, left) = if here.is_wrong { (theme.bad_text, MARK) } else { (theme.t1, 0.0) };
    if here.is_wrong {
        marks::triangle(painter, at + vec2(5.0, LINE / 2.0), 5.0, theme.bad_text, theme.bad_bg);
    }
    let galleys = here.lines.iter().map(|line| (line, numbered(painter, line, ink, Some(LINE))));
    let fitting = galleys.into_iter().find(|(_, galley)| galley.size().x + left <= room);
    let Some((line, galley)) = fitting else { return here.lines[0].clone() };
    painter.galley(at + vec2(left, 0.0), galley, ink);
    line.clone()
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;

    use super::*;

    /// Room for the texts in a panel of 344 points, and the most lines that they take there.
    const ROOM: f32 = 252.0;
    const MOST: [usize; 3] = [2, 1, 2];

    /// Calls `check` with a painter of the window's fonts.
    fn with_painter(check: impl Fn(&Painter)) {
        Harness::new_ui(|ui| {
            theme::install(ui);
            check(ui.painter());
        })
        .run();
    }

    #[test]
    fn every_text_fits_its_lines() {
        with_painter(|painter| {
            for scan in Scan::variants() {
                for ((text, part), most) in texts(scan).iter().zip(PARTS).zip(MOST) {
                    let lines = wrapped(painter, text, ROOM).rows.len();
                    assert!(lines <= most, "{part} of {scan} takes {lines} lines: {text}");
                }
            }
        });
    }

    #[test]
    fn the_longest_names_of_parameters_fit_as_well() {
        with_painter(|painter| {
            for name in
                ["incremental:65535", "incremental:65535px", "edge-in:65535", "sample:65535", "summed-area:65535"]
            {
                let scan: Scan = name.parse().expect("a scan");
                assert!(wrapped(painter, &scan.idea(), ROOM).rows.len() <= MOST[0], "{}", scan.idea());
            }
        });
    }

    #[test]
    fn a_line_that_is_too_long_gives_way_to_a_shorter_one() {
        with_painter(|painter| {
            let theme = Theme::of(painter.ctx());
            let told = |line: &str| {
                let lines = vec![line.to_owned(), "4th of 16".to_owned()];
                paint_here(painter, pos2(0.0, 0.0), ROOM, &Here { lines, is_wrong: false }, theme)
            };
            assert_eq!(told("4th of 16, reads 58 of 720 cells, 8.1 %"), "4th of 16, reads 58 of 720 cells, 8.1 %");
            assert_eq!(told("4th of 16, reads 15,800,058 of 16,777,216 cells, 94 %"), "4th of 16");
        });
    }
}
