//! The pre-check: which one, whether before the scans or in their place, and what it says now.

use egui::{Align2, RichText, Role, Sense, Ui, WidgetInfo, vec2};

use super::layout::padded;
use crate::app::marks;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{drop_down, segmented};
use crate::choice::Choice as _;
use crate::scene::PreCheck;
use crate::session::{PreCheckMode, PreChecking, ScanAction, Session};

/// Width of the list, in points.
const LIST: f32 = 96.0;
/// Height of the line below it.
const LINE: f32 = 20.0;

/// Shows the choice, and below it what the chosen one says.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let old = window.session.scans().pre_check;
    padded(ui, 6, 6, |ui| {
        let mut new = old;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            ui.label(RichText::new("Pre-check").font(theme::note()).color(Theme::of(ui).t3));
            list(ui, &mut new);
            if let Some(chosen) = &mut new {
                let choices = PreCheckMode::ALL.iter().map(|mode| (*mode, mode.name())).collect::<Vec<_>>();
                segmented(ui, &mut chosen.mode, &choices).on_hover_text(
                    "Only shown on the canvas; before the scans, which run only where it hits; or in place of them.",
                );
            }
        });
        if new != old {
            out.push(ScanAction::SetPreCheck(new).into());
        }
        if let Some((sentence, is_wrong)) = old.and_then(|chosen| says(window.session, chosen)) {
            line(ui, &sentence, is_wrong);
        }
    });
}

/// The pre-checks, and none.
fn list(ui: &mut Ui, chosen: &mut Option<PreChecking>) {
    let name = |choice: Option<PreCheck>| choice.map_or("none", PreCheck::name);
    let mut check = chosen.map(|chosen| chosen.check);
    let shown = drop_down("pre-check", name(check), LIST).show_ui(ui, |ui| {
        for choice in std::iter::once(None).chain(PreCheck::ALL.iter().copied().map(Some)) {
            let tip = choice.map_or_else(|| "The scans alone decide.".to_owned(), tip);
            ui.selectable_value(&mut check, choice, name(choice)).on_hover_text(tip);
        }
    });
    let tip = check.map_or_else(|| "A test of the bounds before the scans, or in their place.".to_owned(), tip);
    shown.response.accessible_name(format!("Pre-check: {}", name(check))).on_hover_text(tip);
    let mode = chosen.map_or_else(PreCheckMode::default, |chosen| chosen.mode);
    *chosen = check.map(|check| PreChecking { check, mode });
}

fn tip(check: PreCheck) -> String {
    let worth = if check.is_safe() { "Safe: never misses." } else { "Not safe: it can miss." };
    format!("{}\n{worth}\n{}", check.sentence(), check.source())
}

/// What the pre-check says, and whether that is a wrong answer; `None` while a place is empty.
fn says(session: &Session, PreChecking { check, mode }: PreChecking) -> Option<(String, bool)> {
    let (subject, collision) = session.derived().subject().zip(session.derived().collision())?;
    let hits = check.hits(&subject.a, &subject.b, subject.offset);
    let worth = if check.is_safe() { "safe" } else { "can miss" };
    Some(match (hits, collision.masks_overlap(), mode) {
        (false, true, _) => (format!("{check} says apart, but the masks overlap"), true),
        (true, false, PreCheckMode::Instead) => (format!("{check} says hit, but the masks share nothing"), true),
        (true, _, PreCheckMode::Before) => (format!("{check} hits: the scans look · {worth}"), false),
        (false, _, PreCheckMode::Before) => (format!("{check} is apart: no scan looks · {worth}"), false),
        (true, ..) => (format!("{check} hits · {worth}"), false),
        (false, ..) => (format!("{check} is apart · {worth}"), false),
    })
}

fn line(ui: &mut Ui, sentence: &str, is_wrong: bool) {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    let mut start = rect.left_center();
    if is_wrong {
        ui.painter().rect_filled(rect, 0.0, theme.bad_bg);
        marks::triangle(ui.painter(), start + vec2(10.0, 0.0), 5.0, theme.bad_text, theme.bad_bg);
        start.x += 20.0;
    }
    let ink = if is_wrong { theme.bad_text } else { theme.t2 };
    ui.painter().text(start, Align2::LEFT_CENTER, sentence, theme::note(), ink);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), sentence));
}
