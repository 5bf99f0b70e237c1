//! The editor of a person's own scan: its script, the verdict on it, and what can be done with it.
//!
//! - `script`: the field of the script, the line that runs with its variables, and the place of an error.

mod script;

use crate::app::command::{Command, style_menu, tooltip};
use crate::app::panels::layout::{LINKED, PADDING, VERDICT_LINE, padded, verdict_lines};
use crate::app::prelude::*;
use crate::app::script_field;
use crate::app::widgets::{low, section_title_with, text_button};
use crate::exports::SCRIPT;
use crate::session::{Everywhere, OwnJudgement, ScanAction};
use maskscope_core::scan::Own;
use script::{LINE, WIDE};

/// Room below the script: for the verdict and the buttons, and for the names.
const BELOW: f32 = 4.0 + 2.0 * VERDICT_LINE + 36.0;
const BELOW_FOR_NAMES: f32 = 2.0 * NAME_LINE + 8.0;
const NAME_LINE: f32 = 16.0;
/// Least room at the left of a button, for another one, or for a note.
const ROOM_FOR_NOTE: f32 = 120.0;
/// From this width on and below this height, in points, the verdict and the buttons share a row of this height; room for the
/// buttons in it.
const LOW: [f32; 2] = [600.0, 220.0];
const ROW: f32 = 34.0;
const ROOM_FOR_BUTTONS: f32 = 280.0;
/// The least room for the script: three lines.
const LEAST: f32 = 3.0 * LINE;

/// Names that a script can use, each with its meaning; a click inserts one, written out.
const NAMES: [&[(&str, &str)]; 2] = [
    &[
        ("w", "Columns of the overlap box."),
        ("h", "Rows of the overlap box."),
        ("visit(x, y)", "Reads a cell, counted from the top left of the overlap box: true if A and B share it."),
        ("visit_row(x, y, n)", "Reads up to 64 cells of a row, in one visit: true if A and B share one of them."),
        ("a_x", "The column of A at the left edge of the box."),
        ("a_y", "The row of A at the top edge of the box."),
    ],
    &[
        ("counts(x, y, …)", "Reads how many cells of a rectangle are solid in A and in B, in one visit: [a, b]."),
        ("b_x", "The column of B at the left edge of the box."),
        ("b_y", "The row of B at the top edge of the box."),
        ("hint_x", "The column of the hit at the previous placement, or of the middle of the box."),
        ("hint_y", "The row of the hit at the previous placement, or of the middle of the box."),
    ],
];
const REST_OF_COUNTS: &str = "width, height";

/// Shows the script, the verdict on it, and its buttons.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, own: Own, out: &mut Vec<Request>) {
    let judgement = window.session.derived().judgement(own).map(|it| &**it);
    let is_linked = window.session.scans().is_linked(own);
    let (is_wide, is_low) = (ui.available_width() >= WIDE, ui.available_height() < LOW[1]);
    let is_low = is_low && ui.available_width() >= LOW[0];
    let below = match (is_low, is_wide) {
        (true, _) => ROW,
        (false, true) => BELOW + BELOW_FOR_NAMES,
        (false, false) => BELOW,
    };
    let below = if is_linked && !is_low { below + VERDICT_LINE } else { below };
    let height = (ui.available_height() - below).max(LEAST);
    script::show(ui, window, (own, judgement), height, out);
    if is_low {
        let row = |ui: &mut Ui| {
            let room = vec2(ui.available_width() - ROOM_FOR_BUTTONS, VERDICT_LINE);
            ui.allocate_ui(room, |ui| verdict(ui, window, judgement));
            buttons(ui, own, judgement, out);
        };
        padded(ui, 4, 2, |ui| ui.horizontal(row));
        return;
    }
    ui.add_space(4.0);
    if is_linked {
        let label = RichText::new(LINKED).font(theme::note()).color(Theme::of(ui).t2);
        padded(ui, 0, 0, |ui| {
            ui.add_sized(vec2(ui.available_width(), VERDICT_LINE), Label::new(label).halign(Align::Min))
        });
    }
    padded(ui, 0, 0, |ui| verdict(ui, window, judgement));
    padded(ui, 4, 2, |ui| buttons(ui, own, judgement, out));
    if is_wide {
        padded(ui, 0, 0, |ui| names(ui, window, own, out));
    }
}

/// The number of placements at which the scan is wrong, in a line, and true if it is never wrong; of one that fails, what is shown
/// in its place.
fn everywhere(window: &WindowState<'_>, judgement: Option<&OwnJudgement>) -> Option<(String, bool)> {
    if judgement.is_some_and(OwnJudgement::has_failed) {
        let is_shown = window.session.derived().order_of_script().is_some();
        return is_shown.then(|| ("The last order that ran is shown.".to_owned(), true));
    }
    let Everywhere { wrong, hits, placements, described, failure } = window.session.derived().everywhere()?;
    if let Some(failure) = failure {
        return Some((format!("at other placements {failure}"), false));
    }
    let all = words::thousands(*placements);
    let which = described.as_ref().map_or_else(String::new, |described| format!(", {described}"));
    Some(match wrong {
        0 if *hits == 0 => (format!("nothing proven: no hit at any of {all} placements{which}"), true),
        0 => (format!("never wrong at all {all} placements{which}"), true),
        _ => (format!("wrong at {} of {all} placements{which}", words::thousands(*wrong)), false),
    })
}

/// The verdict on the script.
fn verdict(ui: &mut Ui, window: &WindowState<'_>, judgement: Option<&OwnJudgement>) {
    let (text, is_fine) = match judgement.map(|it| it.verdict.as_ref()) {
        None => ("…".to_owned(), true),
        Some(None) => ("the boxes do not overlap: nothing is visited".to_owned(), true),
        Some(Some(verdict)) => (verdict.finding.to_string(), verdict.is_fine()),
    };
    let is_known = judgement.is_some_and(|it| it.verdict.is_some());
    verdict_lines(ui, &text, is_fine.then_some(is_known), everywhere(window, judgement));
}

/// Buttons that lead to the race, to the survey and to the clipboard.
fn buttons(ui: &mut Ui, own: Own, judgement: Option<&OwnJudgement>, out: &mut Vec<Request>) {
    let works = judgement.is_some_and(|it| !it.has_failed());
    let is_wide = ui.available_width() + 2.0 * PADDING >= WIDE;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let tabs = [
            ("Race", "Races it against the other scans.", Tab::Race),
            ("Survey", "Tests what it costs at every placement, and where it is wrong.", Tab::Survey),
        ];
        for (text, tip, tab) in tabs.into_iter().filter(|_| is_wide) {
            let button = ui.add_enabled_ui(works, |ui| text_button(ui, text)).inner;
            if button.on_hover_text(tip).clicked() {
                out.push(ViewAction::Show(tab).into());
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if text_button(ui, "Save…").on_hover_text("Writes the script to a file.").clicked() {
                out.push(Request::Save(&SCRIPT));
            }
            if text_button(ui, "Copy").on_hover_text("Copies the script.").clicked() {
                out.push(crate::app::command::copied("Script", own.text().to_string()));
            }
        });
    });
}

/// Two lines of names; a click inserts one at the cursor.
fn names(ui: &mut Ui, window: &WindowState<'_>, own: Own, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    for line in NAMES {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            ui.spacing_mut().interact_size.y = NAME_LINE;
            for (name, meaning) in line {
                let text = RichText::new(*name).font(theme::tag()).color(theme.t3);
                let label = ui.add(Label::new(text).selectable(false).sense(Sense::click()));
                if label.on_hover_text(format!("{meaning} A click inserts it.")).clicked() {
                    out.extend(inserted(ui, window, own, &name.replace('…', REST_OF_COUNTS)));
                }
            }
        });
    }
}

/// The request for the script with a name at the cursor.
fn inserted(ui: &Ui, window: &WindowState<'_>, own: Own, name: &str) -> Option<Request> {
    let cursor =
        egui::text_edit::TextEditState::load(ui.ctx(), script_field::id()).and_then(|state| state.cursor.char_range());
    let at = cursor.map_or(usize::MAX, |range| range.primary.index.into());
    let mut text = own.text().to_string();
    let byte = text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte);
    text.insert_str(byte, name);
    ui.memory_mut(|memory| memory.request_focus(script_field::id()));
    window.session.scans().rewritten(&text).map(|own| ScanAction::Rewrite(own).into())
}

/// The title above the code of any scan: its name, and how to write one's own. `starts` are the scripts to start from,
/// by their names.
pub fn head(ui: &mut Ui, window: &WindowState<'_>, starts: &[(&'static str, &'static str)], out: &mut Vec<Request>) {
    let scans = window.session.scans();
    let (scan, theme) = (scans.selected(), Theme::of(ui));
    let add = |text: &str, out: &mut Vec<Request>| out.push(ScanAction::Add(scans.written(text)).into());
    section_title_with(ui, &scan.display_name(), |ui| {
        low(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if scan.is_own() {
                start_menu(ui, window, starts, out);
                if ui.available_width() >= ROOM_FOR_NOTE {
                    ui.label(RichText::new("your own scan").font(theme::note()).color(theme.t3));
                }
                return;
            }
            ui.add_enabled_ui(scans.can_add(), |ui| {
                if tooltip(text_button(ui, "Write your own"), Command::WriteScan).clicked() {
                    Command::WriteScan.ask(window, out);
                }
                let own = starts.iter().find(|(name, _)| *name == scan.strategy());
                if let Some((_, text)) = own
                    && ui.available_width() >= ROOM_FOR_NOTE
                    && text_button(ui, "Start from this")
                        .on_hover_text("Adds its order as a script to change.")
                        .clicked()
                {
                    add(text, out);
                }
            });
        });
    });
}

/// The menu of the scripts that one's own can start from; the pointer on one shows its order on the canvas.
pub fn start_menu(
    ui: &mut Ui,
    window: &WindowState<'_>,
    starts: &[(&'static str, &'static str)],
    out: &mut Vec<Request>,
) {
    let (scans, mut previewed) = (window.session.scans(), None);
    ui.menu_button("Start from…", |ui| {
        style_menu(ui);
        for (name, text) in starts {
            let button = ui.button(*name);
            if button.hovered() {
                previewed = scans.rewritten(text);
            }
            if button.clicked() {
                out.extend(scans.rewritten(text).map(|own| ScanAction::Rewrite(own).into()));
                ui.close();
            }
        }
    });
    if previewed != window.session.view().previewed {
        out.push(ViewAction::Preview(previewed).into());
    }
}
