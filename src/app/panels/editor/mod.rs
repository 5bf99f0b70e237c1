//! The editor of a person's own scan: its script, the verdict on it, and what can be done with it.
//!
//! - `script`: the field of the script, the line that runs with its variables, and the place of an error.
//! - `help`: the words of scripts, and how C and JavaScript write them.

mod help;
mod script;

use crate::app::command::{Command, style_menu, tooltip, way_to_hit};
use crate::app::paint::write::width;
use crate::app::panels::layout::{LINKED, PADDING, VERDICT_LINE, padded, verdict_lines};
use crate::app::prelude::*;
use crate::app::script_field;
use crate::app::widgets::{keyed_button, low, section_title_with, text_button};
use crate::exports::SCRIPT;
use crate::session::{Everywhere, OwnJudgement, ScanAction};
use maskscope_core::scan::{Own, verdict::Finding};
use script::{LINE, WIDE};

/// Room below the script: for the verdict and the buttons, for the row of a miss, and for the names.
const BELOW: f32 = 4.0 + 2.0 * VERDICT_LINE + 36.0;
const BELOW_FOR_MISS: f32 = 28.0;
const BELOW_FOR_NAMES: f32 = 2.0 * NAME_LINE + 8.0;
const NAME_LINE: f32 = 16.0;
/// Least room at the left of a button, for another one.
const ROOM_FOR_BUTTON: f32 = 120.0;
/// The least room for the script: three lines.
const LEAST: f32 = 3.0 * LINE;
/// The language of scripts.
const LANGUAGE: &str = "Rhai";

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

/// Shows the script or the help over it, the verdict on it, and its buttons.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, own: Own, out: &mut Vec<Request>) {
    let judgement = window.session.derived().judgement(own).map(|it| &**it);
    let is_linked = window.session.scans().is_linked(own);
    let (is_wide, has_help) = (ui.available_width() >= WIDE, script_field::has_help(ui.ctx()));
    let miss = miss_in_words(window, judgement);
    let rows = [(is_linked, VERDICT_LINE), (miss.is_some(), BELOW_FOR_MISS), (is_wide && !has_help, BELOW_FOR_NAMES)];
    let below = BELOW + rows.into_iter().filter(|(is_shown, _)| *is_shown).map(|(_, height)| height).sum::<f32>();
    let height = (ui.available_height() - below).max(LEAST);
    if has_help {
        script_field::note_help(ui.ctx());
        help::show(ui, height);
        if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape)) {
            out.push(Request::ToggleScriptHelp);
        }
    } else {
        script::show(ui, window, (own, judgement), height, out);
    }
    ui.add_space(4.0);
    if is_linked {
        let label = RichText::new(LINKED).font(theme::note()).color(Theme::of(ui).t2);
        padded(ui, 0, 0, |ui| {
            ui.add_sized(vec2(ui.available_width(), VERDICT_LINE), Label::new(label).halign(Align::Min))
        });
    }
    padded(ui, 0, 0, |ui| verdict(ui, window, judgement));
    if let Some(words) = miss {
        padded(ui, 4, 0, |ui| miss_row(ui, window, &words, out));
    }
    padded(ui, 4, 2, |ui| buttons(ui, own, judgement, out));
    if is_wide && !has_help {
        padded(ui, 0, 0, |ui| names(ui, window, own, out));
    }
}

/// `At a miss every order reads all 520.`, of a scan that is right where nothing is shared; `None` of others.
fn miss_in_words(window: &WindowState<'_>, judgement: Option<&OwnJudgement>) -> Option<String> {
    let verdict = judgement?.verdict.as_ref().filter(|verdict| verdict.is_fine())?;
    let collision = window.session.derived().collision().filter(|collision| !collision.masks_overlap())?;
    let subject = window.session.derived().subject().filter(|subject| subject.is_decided().is_none())?;
    let cells = subject.overlap_box()?.area();
    let is_every_cell = matches!(verdict.finding, Finding::Once | Finding::InOrder(_)) && collision.boxes_overlap();
    is_every_cell.then(|| format!("At a miss every order reads all {}.", words::thousands(cells)))
}

/// A note about orders at a miss, and the button that leads to a hit.
fn miss_row(ui: &mut Ui, window: &WindowState<'_>, words: &str, out: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        ui.add_space(24.0);
        ui.label(RichText::new(words).font(theme::note()).color(Theme::of(ui).t2));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if way_to_hit(window).is_some() && tooltip(text_button(ui, "To a hit"), Command::ToTheHit).clicked() {
                Command::ToTheHit.ask(window, out);
            }
        });
    });
}

/// The number of placements at which the scan is wrong, in a line, and true if it is never wrong; of one that fails, what is shown
/// in its place.
fn everywhere(window: &WindowState<'_>, judgement: Option<&OwnJudgement>) -> Option<(String, bool)> {
    if judgement?.has_failed() {
        let is_shown = window.session.derived().order_of_script().is_some();
        let words = if is_shown { "The last order that ran is shown." } else { "No order has run yet." };
        return Some((words.to_owned(), true));
    }
    let Some(everywhere) = window.session.derived().everywhere() else {
        return Some(("at all placements: …".to_owned(), true));
    };
    let Everywhere { wrong, hits, placements, described, failure } = everywhere;
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
    let (texts, is_fine) = match judgement.map(|it| it.verdict.as_ref()) {
        None => (["…", "…"].map(str::to_owned), true),
        Some(None) => (["the boxes do not overlap: nothing is visited", "nothing is visited"].map(str::to_owned), true),
        Some(Some(verdict)) => ([verdict.finding.to_string(), verdict.finding.shorter()], verdict.is_fine()),
    };
    let is_known = judgement.is_some_and(|it| it.verdict.is_some());
    let texts = texts.each_ref().map(String::as_str);
    verdict_lines(ui, texts, is_fine.then_some(is_known), everywhere(window, judgement));
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

/// The title above the code of any scan: its name, and how to write one's own; of a script also its language and its help.
/// `starts` are the scripts to start from, by their names.
pub fn head(ui: &mut Ui, window: &WindowState<'_>, starts: &[(&'static str, &'static str)], out: &mut Vec<Request>) {
    let scans = window.session.scans();
    let scan = scans.selected();
    let add = |text: &str, out: &mut Vec<Request>| out.push(ScanAction::Add(scans.written(text)).into());
    let name = scan.display_name();
    let title = section_title_with(ui, &name, |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if scan.is_own() {
            start_menu(ui, window, starts, out);
            help_button(ui, out);
            return;
        }
        low(ui, |ui| {
            ui.add_enabled_ui(scans.can_add(), |ui| {
                if tooltip(text_button(ui, "Write your own"), Command::WriteScan).clicked() {
                    Command::WriteScan.ask(window, out);
                }
                let own = starts.iter().find(|(name, _)| *name == scan.strategy());
                if let Some((_, text)) = own
                    && ui.available_width() >= ROOM_FOR_BUTTON
                    && text_button(ui, "Start from this")
                        .on_hover_text("Adds its order as a script to change.")
                        .clicked()
                {
                    add(text, out);
                }
            });
        });
    });
    if scan.is_own() {
        language(ui, title.rect.left_center() + vec2(width(ui, name, theme::text()) + 8.0, 0.0));
    }
}

/// The button that covers the script with the help, pressed while it does.
fn help_button(ui: &mut Ui, out: &mut Vec<Request>) {
    let is_shown = script_field::has_help(ui.ctx());
    let button = ui.scope(|ui| {
        if is_shown {
            let pressed = Theme::of(ui).ctl_hi;
            ui.visuals_mut().widgets.inactive.weak_bg_fill = pressed;
        }
        keyed_button(ui, "Help", &Command::ScriptHelp.key(), false, 0.0)
    });
    let button = button.inner.accessible_name("Help with the script");
    if button.on_hover_text(Command::ScriptHelp.sentence()).clicked() {
        out.push(Request::ToggleScriptHelp);
    }
}

/// The name of the language, in a frame that begins at a point.
fn language(ui: &Ui, left: Pos2) {
    let theme = Theme::of(ui);
    let text = ui.painter().layout_no_wrap(LANGUAGE.to_owned(), theme::note(), theme.t2);
    let frame = Align2::LEFT_CENTER.anchor_size(left, text.size() + vec2(12.0, 4.0));
    ui.painter().rect_stroke(frame, 4.0, Stroke::new(1.0, theme.line), StrokeKind::Inside);
    ui.painter().galley(frame.min + vec2(6.0, 2.0), text, theme.t2);
    let response = ui.interact(frame, ui.scope_id().with("language"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, LANGUAGE));
    response.on_hover_text("Scripts are written in Rhai, a small language like JavaScript.");
}

/// The menu of the scripts that one's own can start from; the pointer on one shows its order on the canvas.
fn start_menu(ui: &mut Ui, window: &WindowState<'_>, starts: &[(&'static str, &'static str)], out: &mut Vec<Request>) {
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
