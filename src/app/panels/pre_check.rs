//! The pre-check: which one, whether before the scans or in their place, and what it says now.

use egui::{Popup, PopupCloseBehavior};

use crate::app::command::style_menu;
use crate::app::prelude::*;
use crate::app::widgets::{bare_icon_button, low, segmented};
use crate::session::{PreCheckMode, PreChecking, ScanAction, Session};
use maskscope_core::scene::PreCheck;

/// Height of the row, in points, and side of the box for the mark.
const ROW: f32 = 20.0;
const MARK: f32 = 16.0;

/// Shows the pre-checks as a list of a menu.
pub fn choice(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let old = window.session.scans().pre_check;
    let mut new = old;
    ui.menu_button("Pre-check", |ui| {
        style_menu(ui);
        list(ui, &mut new);
    })
    .response
    .on_hover_text("A test of the bounds before the scans, or instead of them.");
    ask(old, new, out);
}

/// Shows the set pre-check in a row: its name, what it says, when it is asked, and a way out.
pub fn row(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let Some(set) = window.session.scans().pre_check else { return };
    let mut new = Some(set);
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), ROW), layout, |ui| {
        low(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let text = RichText::new(format!("pre-check: {}", set.check)).font(theme::note());
            let button = ui.add(Button::new((text, Icon::Down.atom())).frame_when_inactive(false));
            let button = button.accessible_name(format!("Pre-check: {}", set.check));
            Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| list(ui, &mut new));
            button.on_hover_text(tip(set.check));
            if let Some((sentence, mark)) = note(window.session, set) {
                show_mark(ui, &sentence, mark);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if bare_icon_button(ui, Icon::Close, "Remove the pre-check").clicked() {
                    new = None;
                }
            });
        });
    });
    ask(Some(set), new, out);
}

fn ask(old: Option<PreChecking>, new: Option<PreChecking>, out: &mut Vec<Request>) {
    if new != old {
        out.push(ScanAction::SetPreCheck(new).into());
    }
}

/// The pre-checks, and none; and what the chosen one is for.
fn list(ui: &mut Ui, chosen: &mut Option<PreChecking>) {
    let name = |choice: Option<PreCheck>| choice.map_or("none", PreCheck::name);
    let mut check = chosen.map(|chosen| chosen.check);
    let mut mode = chosen.map_or_else(PreCheckMode::default, |chosen| chosen.mode);
    for choice in std::iter::once(None).chain(PreCheck::ALL.iter().copied().map(Some)) {
        let tip = choice.map_or_else(|| "The scans alone decide.".to_owned(), tip);
        ui.selectable_value(&mut check, choice, name(choice)).on_hover_text(tip);
    }
    if check.is_some() {
        ui.separator();
        let choices = PreCheckMode::ALL.iter().map(|mode| (*mode, mode.name())).collect::<Vec<_>>();
        segmented(ui, &mut mode, &choices).on_hover_text(
            "Only shown on the canvas; before the scans, which run only if it hits; or instead of them.",
        );
    }
    *chosen = check.map(|check| PreChecking { check, mode });
}

fn tip(check: PreCheck) -> String {
    let worth = if check.is_safe() { "Safe: never misses." } else { "Not safe: it can miss." };
    format!("{}\n{worth}\n{}", check.sentence(), check.source())
}

/// Result of the pre-check.
#[derive(Clone, Copy)]
enum CheckMark {
    Hit,
    Apart,
    Wrong,
}

/// The result of the pre-check, in a sentence and as a mark; `None` while a slot is empty.
fn note(session: &Session, PreChecking { check, mode }: PreChecking) -> Option<(String, CheckMark)> {
    let (subject, collision) = session.derived().subject().zip(session.derived().collision())?;
    let hits = check.hits(&subject.a, &subject.b, subject.offset);
    let worth = if check.is_safe() { "safe" } else { "can miss" };
    Some(match (hits, collision.masks_overlap(), mode) {
        (false, true, _) => (format!("{check} misses, but the masks overlap"), CheckMark::Wrong),
        (true, false, PreCheckMode::Instead) => {
            (format!("{check} hits, but the masks share nothing"), CheckMark::Wrong)
        }
        (true, _, PreCheckMode::Before) => (format!("{check} hits: the scans run · {worth}"), CheckMark::Hit),
        (false, _, PreCheckMode::Before) => (format!("{check} misses: no scan runs · {worth}"), CheckMark::Apart),
        (true, ..) => (format!("{check} hits · {worth}"), CheckMark::Hit),
        (false, ..) => (format!("{check} misses · {worth}"), CheckMark::Apart),
    })
}

fn show_mark(ui: &mut Ui, sentence: &str, mark: CheckMark) {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(MARK), Sense::hover());
    let (painter, middle) = (ui.painter(), rect.center());
    match mark {
        CheckMark::Hit => marks::diamond(painter, middle, 5.0, theme.both_text),
        CheckMark::Apart => marks::ring(painter, middle, 3.75, theme.t3),
        CheckMark::Wrong => {
            painter.rect_filled(rect.expand(2.0), 3.0, theme.bad_bg);
            marks::triangle(painter, middle, 6.0, theme.bad_text, theme.bad_bg);
        }
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), sentence));
    response.on_hover_text(sentence);
}
