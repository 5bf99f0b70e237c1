//! The pre-check: which one, whether before the scans or in their place, and what it says now.

use egui::{Button, Popup, PopupCloseBehavior, RichText, Role, Sense, Ui, Vec2, WidgetInfo};

use crate::app::icons::Icon;
use crate::app::marks;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{low, segmented};
use crate::choice::Choice as _;
use crate::scene::PreCheck;
use crate::session::{PreCheckMode, PreChecking, ScanAction, Session};

/// Side of the box for the mark.
const MARK: f32 = 16.0;

/// Shows the choice in a title, and left of it a mark for what the chosen one says; filled from the right.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let old = window.session.scans().pre_check;
    let mut new = old;
    low(ui, |ui| list(ui, &mut new));
    if new != old {
        out.push(ScanAction::SetPreCheck(new).into());
    }
    if let Some((sentence, mark)) = old.and_then(|chosen| says(window.session, chosen)) {
        show_mark(ui, &sentence, mark);
    }
    ui.add_space(4.0);
    ui.label(RichText::new("pre-check").font(theme::note()).color(Theme::of(ui).t3));
}

/// The pre-checks, and none; and what the chosen one is for.
fn list(ui: &mut Ui, chosen: &mut Option<PreChecking>) {
    let name = |choice: Option<PreCheck>| choice.map_or("none", PreCheck::name);
    let mut check = chosen.map(|chosen| chosen.check);
    let mut mode = chosen.map_or_else(PreCheckMode::default, |chosen| chosen.mode);
    let shown = name(check);
    let tip = check.map_or_else(|| "A test of the bounds before the scans, or instead of them.".to_owned(), tip);
    let button = ui.add(Button::new((shown, Icon::Down.atom()))).accessible_name(format!("Pre-check: {shown}"));
    Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        for choice in std::iter::once(None).chain(PreCheck::ALL.iter().copied().map(Some)) {
            let tip = choice.map_or_else(|| "The scans alone decide.".to_owned(), self::tip);
            ui.selectable_value(&mut check, choice, name(choice)).on_hover_text(tip);
        }
        if check.is_some() {
            ui.separator();
            let choices = PreCheckMode::ALL.iter().map(|mode| (*mode, mode.name())).collect::<Vec<_>>();
            segmented(ui, &mut mode, &choices).on_hover_text(
                "Only shown on the canvas; before the scans, which run only if it hits; or instead of them.",
            );
        }
    });
    button.on_hover_text(tip);
    *chosen = check.map(|check| PreChecking { check, mode });
}

fn tip(check: PreCheck) -> String {
    let worth = if check.is_safe() { "Safe: never misses." } else { "Not safe: it can miss." };
    format!("{}\n{worth}\n{}", check.sentence(), check.source())
}

/// Result of the pre-check.
#[derive(Clone, Copy)]
enum Mark {
    Hit,
    Apart,
    Wrong,
}

/// The result of the pre-check, in a sentence and as a mark; `None` while a slot is empty.
fn says(session: &Session, PreChecking { check, mode }: PreChecking) -> Option<(String, Mark)> {
    let (subject, collision) = session.derived().subject().zip(session.derived().collision())?;
    let hits = check.hits(&subject.a, &subject.b, subject.offset);
    let worth = if check.is_safe() { "safe" } else { "can miss" };
    Some(match (hits, collision.masks_overlap(), mode) {
        (false, true, _) => (format!("{check} misses, but the masks overlap"), Mark::Wrong),
        (true, false, PreCheckMode::Instead) => (format!("{check} hits, but the masks share nothing"), Mark::Wrong),
        (true, _, PreCheckMode::Before) => (format!("{check} hits: the scans run · {worth}"), Mark::Hit),
        (false, _, PreCheckMode::Before) => (format!("{check} misses: no scan runs · {worth}"), Mark::Apart),
        (true, ..) => (format!("{check} hits · {worth}"), Mark::Hit),
        (false, ..) => (format!("{check} misses · {worth}"), Mark::Apart),
    })
}

fn show_mark(ui: &mut Ui, sentence: &str, mark: Mark) {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(MARK), Sense::hover());
    let (painter, middle) = (ui.painter(), rect.center());
    match mark {
        Mark::Hit => marks::diamond(painter, middle, 5.0, theme.both_text),
        Mark::Apart => marks::ring(painter, middle, 3.75, theme.t3),
        Mark::Wrong => {
            painter.rect_filled(rect.expand(2.0), 3.0, theme.bad_bg);
            marks::triangle(painter, middle, 6.0, theme.bad_text, theme.bad_bg);
        }
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), sentence));
    response.on_hover_text(sentence);
}
