//! The editor of a person's own scan: its script, the line that runs, and the verdict on it.

use egui::text::{LayoutJob, TextFormat};
use egui::{Galley, TextBuffer, TextEdit};

use super::layout::{PADDING, VERDICT_LINE, padded, verdict_lines};
use crate::app::prelude::*;
use crate::app::script_field;
use crate::app::widgets::{low, section_title_with, text_button};
use crate::exports::SCRIPT;
use crate::scan::Own;
use crate::scan::verdict::{Finding, ScanVerdict};
use crate::session::{Everywhere, OwnJudgement, ScanAction};

/// Height of a line of the script, in points.
const LINE: f32 = 20.0;
/// Width of the numbers of lines.
const NUMBERS: f32 = 32.0;
/// Room below the script: for the verdict and the buttons, and for the names.
const BELOW: f32 = 4.0 + 2.0 * VERDICT_LINE + 36.0;
const BELOW_FOR_NAMES: f32 = 2.0 * NAME_LINE + 8.0;
/// A panel that is less wide, as in a small window, has only the script, the verdict and the most needed buttons.
const WIDE: f32 = 280.0;
const NAME_LINE: f32 = 16.0;
/// Least room at the left of a button, for another one, or for a note.
const ROOM_FOR_NOTE: f32 = 120.0;
/// The least room for the script: three lines.
const LEAST: f32 = 3.0 * LINE;
/// A burst of typing ends after this pause, in seconds.
const PAUSE: f64 = 1.0;

/// Names that a script can use; a click inserts one.
const NAMES: [&[&str]; 2] =
    [&["w", "h", "visit(x, y)", "visit_row(x, y, n)"], &["counts(x, y, width, height)", "hint_x", "hint_y"]];

/// Keywords, which are not as bright as names.
const KEYWORDS: [&str; 18] = [
    "let", "const", "fn", "for", "in", "while", "loop", "do", "until", "if", "else", "return", "break", "continue",
    "switch", "try", "catch", "throw",
];

/// Shows the script, the verdict on it, and its buttons.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, own: Own, out: &mut Vec<Request>) {
    let judgement = window.session.derived().judgement(own).map(|it| &**it);
    let is_wide = ui.available_width() >= WIDE;
    let below = if is_wide { BELOW + BELOW_FOR_NAMES } else { BELOW };
    let height = (ui.available_height() - below).max(LEAST);
    script(ui, window, own, judgement, height, out);
    ui.add_space(4.0);
    padded(ui, 0, 0, |ui| verdict(ui, window, judgement));
    padded(ui, 4, 2, |ui| buttons(ui, own, judgement, out));
    if is_wide {
        padded(ui, 0, 0, |ui| names(ui, window, own, out));
    }
}

/// The script, with the numbers of its lines.
fn script(
    ui: &mut Ui,
    window: &WindowState<'_>,
    own: Own,
    judgement: Option<&OwnJudgement>,
    height: f32,
    out: &mut Vec<Request>,
) {
    let theme = Theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    ui.painter().rect_filled(rect, 0.0, theme.canvas);
    let mut inside = ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::TOP)));
    let ui = &mut inside;
    ui.set_clip_rect(rect.intersect(ui.clip_rect()));
    let running = running(window, judgement);
    let error = judgement.and_then(error_line);
    ScrollArea::both().id_salt("script").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.horizontal_top(|ui| {
            let (numbers, _) = ui.allocate_exact_size(vec2(NUMBERS, 0.0), Sense::hover());
            let behind = ui.painter().add(Shape::Noop);
            let mut text = own.text().to_owned();
            let mut layouter = |ui: &Ui, text: &dyn TextBuffer, _: f32| laid(ui, text.as_str());
            let field = TextEdit::multiline(&mut text)
                .id(script_field::id())
                .code_editor()
                .frame(egui::Frame::NONE)
                .desired_width(f32::INFINITY)
                .desired_rows(1)
                .layouter(&mut layouter)
                .show(ui);
            let place = |line: usize| {
                let row = field.galley.rows.get(line.checked_sub(1)?)?;
                Some(field.galley_pos.y + row.pos.y + row.size.y / 2.0)
            };
            let mut shapes = Vec::new();
            for (line, ink) in [(error, theme.bad_bg), (running.as_ref().map(|(line, _)| *line), theme.ctl)] {
                if let Some(y) = line.and_then(place) {
                    shapes.push(Shape::rect_filled(line_at(rect, y), 0.0, ink));
                }
            }
            ui.painter().set(behind, shapes);
            let mut painter = ui.painter().clone();
            painter.set_clip_rect(rect);
            for line in 1..=field.galley.rows.len() {
                let Some(y) = place(line) else { continue };
                if running.as_ref().is_some_and(|(running, _)| *running == line) {
                    arrow(&painter, pos2(numbers.left() + 16.0, y), theme.t1);
                } else {
                    let at = pos2(numbers.left() + NUMBERS - 12.0, y);
                    painter.text(at, Align2::RIGHT_CENTER, line.to_string(), theme::tag(), theme.t3);
                }
            }
            if let Some((line, values)) = &running
                && rect.width() >= WIDE
                && let Some(y) = place(*line)
            {
                let at = pos2(rect.right() - 8.0, y);
                painter.text(at, Align2::RIGHT_CENTER, values, theme::mono(), theme.t1);
            }
            let response = field.response.response.accessible_name("Script");
            if response.changed()
                && let Some(own) = window.session.scans().rewritten(&text)
            {
                out.push(ScanAction::Rewrite(own).into());
                note_typing(ui);
            }
            if response.lost_focus() || pauses(ui) {
                out.push(StageAction::Settle.into());
            }
        });
    });
}

/// Notes that something was typed now.
fn note_typing(ui: &Ui) {
    let now = ui.input(|input| input.time);
    ui.data_mut(|data| data.insert_temp(script_field::id().with("typed"), now));
    ui.request_repaint_after(std::time::Duration::from_secs_f64(PAUSE + 0.01));
}

/// True once after a pause in typing.
fn pauses(ui: &Ui) -> bool {
    let id = script_field::id().with("typed");
    let now = ui.input(|input| input.time);
    let is_over = ui.data(|data| data.get_temp::<f64>(id)).is_some_and(|typed| now - typed >= PAUSE);
    if is_over {
        ui.data_mut(|data| data.remove::<f64>(id));
    }
    is_over
}

/// A line of the script over the whole width.
fn line_at(rect: Rect, y: f32) -> Rect {
    Rect::from_x_y_ranges(rect.x_range(), y - LINE / 2.0..=y + LINE / 2.0)
}

/// The line that made the current visit, and the cell that it visits.
fn running(window: &WindowState<'_>, judgement: Option<&OwnJudgement>) -> Option<(usize, String)> {
    let rank = window.session.playback().position().checked_sub(1)?;
    let line = *judgement?.lines.get(usize::try_from(rank).ok()?)?;
    let visit = window.session.derived().visit(rank)?;
    Some((line.into(), words::point(Cell::new(visit.x.into(), visit.y.into()))))
}

/// The line that an error names.
fn error_line(judgement: &OwnJudgement) -> Option<usize> {
    match &judgement.verdict {
        Some(ScanVerdict { finding: Finding::Fails(failure), .. }) => failure.line,
        _ => None,
    }
}

fn arrow(painter: &Painter, tip: Pos2, ink: Color32) {
    let points = vec![tip + vec2(-8.0, -4.0), tip, tip + vec2(-8.0, 4.0)];
    painter.add(Shape::convex_polygon(points, ink, Stroke::NONE));
}

/// The script laid out: comments and keywords step back.
fn laid(ui: &Ui, text: &str) -> Arc<Galley> {
    let theme = Theme::of(ui);
    let mut job = LayoutJob::default();
    job.wrap.max_width = f32::INFINITY;
    let mut add = |part: &str, color: Color32| {
        let format = TextFormat { font_id: theme::mono(), color, line_height: Some(LINE), ..TextFormat::default() };
        job.append(part, 0.0, format);
    };
    for line in text.split_inclusive('\n') {
        let (code, comment) = line.split_at(line.find("//").unwrap_or(line.len()));
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut rest = code;
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c| is_word(c) != is_word(first)).unwrap_or(rest.len());
            let (part, after) = rest.split_at(end);
            add(part, if KEYWORDS.contains(&part) { theme.t2 } else { theme.t1 });
            rest = after;
        }
        add(comment, theme.t3);
    }
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// The number of placements at which the scan is wrong, in a line, and true if it is never wrong.
fn everywhere(window: &WindowState<'_>) -> Option<(String, bool)> {
    let Everywhere { wrong, placements, described, stopped } = window.session.derived().everywhere()?;
    if let Some(failure) = stopped {
        return Some((format!("at other placements {failure}"), false));
    }
    let all = words::thousands(*placements);
    let which = described.as_ref().map_or_else(String::new, |described| format!(", {described}"));
    Some(match wrong {
        0 => (format!("never wrong at all {all} placements{which}"), true),
        _ => (format!("wrong at {} of {all} placements{which}", words::thousands(*wrong)), false),
    })
}

/// The verdict on the script, in two lines.
fn verdict(ui: &mut Ui, window: &WindowState<'_>, judgement: Option<&OwnJudgement>) {
    let (text, is_fine) = match judgement.map(|it| it.verdict.as_ref()) {
        None => ("…".to_owned(), true),
        Some(None) => ("the boxes do not overlap: nothing is visited".to_owned(), true),
        Some(Some(verdict)) => (verdict.finding.to_string(), verdict.is_fine()),
    };
    let is_known = judgement.is_some_and(|it| it.verdict.is_some());
    verdict_lines(ui, &text, is_fine.then_some(is_known), everywhere(window));
}

/// Buttons that lead to the race, to the survey and to the clipboard.
fn buttons(ui: &mut Ui, own: Own, judgement: Option<&OwnJudgement>, out: &mut Vec<Request>) {
    let works = judgement.is_some_and(|it| !it.has_failed());
    let is_wide = ui.available_width() + 2.0 * PADDING >= WIDE;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let tabs = [
            ("Race", "Races it against the other scans.", Tab::Race),
            ("Survey", "Asks what it costs at every placement, and where it is wrong.", Tab::Survey),
        ];
        for (text, tip, tab) in tabs.into_iter().filter(|_| is_wide) {
            let button = ui.add_enabled_ui(works, |ui| text_button(ui, text)).inner;
            if button.on_hover_text(tip).clicked() {
                out.push(ViewAction::Show(tab).into());
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if text_button(ui, "Save…").on_hover_text("Writes the script into a file.").clicked() {
                out.push(Request::Save(&SCRIPT));
            }
            if text_button(ui, "Copy").on_hover_text("Copies the script.").clicked() {
                out.push(crate::app::command::copied("Script", own.text().to_owned()));
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
            for name in line {
                let text = RichText::new(*name).font(theme::tag()).color(theme.t3);
                let label = ui.add(Label::new(text).selectable(false).sense(Sense::click()));
                if label.on_hover_text("Inserts it at the cursor.").clicked() {
                    out.extend(inserted(ui, window, own, name));
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
    let mut text = own.text().to_owned();
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
            if scan.own().is_some() {
                ui.menu_button("Start from…", |ui| {
                    crate::app::command::style_menu(ui);
                    for (name, text) in starts {
                        if ui.button(*name).clicked() {
                            out.extend(scans.rewritten(text).map(|own| ScanAction::Rewrite(own).into()));
                            ui.close();
                        }
                    }
                });
                if ui.available_width() >= ROOM_FOR_NOTE {
                    ui.label(RichText::new("your own scan").font(theme::note()).color(theme.t3));
                }
                return;
            }
            ui.add_enabled_ui(scans.can_add(), |ui| {
                let tip = "Adds a scan of your own, which begins as rows from the bottom.";
                if text_button(ui, "Write your own").on_hover_text(tip).clicked() {
                    add(FIRST, out);
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

/// The script that a new scan begins with.
const FIRST: &str = "\
// rows from the bottom
for y in 0..h {
    for x in 0..w {
        if visit(x, h - 1 - y) {
            return true
        }
    }
}
";
