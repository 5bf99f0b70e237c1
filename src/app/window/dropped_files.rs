//! Files that come over the window or are dropped on it: its middle halves, left for A, right for B, or the whole of it for a
//! folder. And pasted links.

use egui::{Align2, Color32, Event, Rect, Stroke, StrokeKind, Ui, vec2};

use crate::app::theme::{self, SpriteColors, Theme};
use crate::app::widgets::status;
use crate::app::{outside, request::Request};
use crate::session::{Session, Slot};

/// Shows where files can be dropped in `middle` while they hover, and opens what is dropped.
pub fn show(ui: &Ui, session: &Session, middle: Rect, out: &mut Vec<Request>) {
    take(ui, session, middle, out);
    if ui.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    let theme = Theme::of(ui);
    ui.painter().rect_filled(middle, 0.0, theme.canvas.gamma_multiply(0.85));
    if status::is_folder_above(ui) {
        paint_target(ui, middle.shrink(12.0), "drop to audit its hitboxes", theme.t1);
    } else {
        paint_halves(ui, middle);
    }
}

/// Opens files dropped on the window: as A or B by the half they fall on or, if the pointer's position is unknown, in the free
/// or active place first.
fn take(ui: &Ui, session: &Session, middle: Rect, out: &mut Vec<Request>) {
    let files = outside::dropped(ui);
    let under_pointer = ui
        .ctx()
        .pointer_latest_pos()
        .filter(|at| middle.contains(*at))
        .map(|at| if half(middle, Slot::A).contains(at) { Slot::A } else { Slot::B });
    let free = Slot::ALL.into_iter().find(|slot| session.stage().get(*slot).is_none());
    let slot = under_pointer.or(free).unwrap_or(session.stage().active);
    out.extend(outside::open_together(files, slot));
}

/// The half on which a file becomes `slot`.
fn half(middle: Rect, slot: Slot) -> Rect {
    let (left, right) = middle.split_left_right_at_fraction(0.5);
    if slot == Slot::A { left } else { right }
}

fn paint_halves(ui: &Ui, middle: Rect) {
    let (painter, theme) = (ui.painter(), Theme::of(ui));
    let pointer = ui.ctx().pointer_latest_pos();
    for slot in Slot::ALL {
        let SpriteColors { chip: ground, on_chip: ink, .. } = theme.sprite(slot);
        let rect = half(middle, slot).shrink(12.0);
        let is_under_pointer = pointer.is_some_and(|at| rect.contains(at));
        let edge = if is_under_pointer { ground } else { theme.edge };
        let words = paint_target(ui, rect, &format!("drop as {}", slot.letter()), edge);
        let chip = Rect::from_center_size(words.left_center() - vec2(18.0, 0.0), vec2(20.0, 20.0));
        painter.rect_filled(chip, 2.0, ground);
        painter.text(chip.center(), Align2::CENTER_CENTER, slot.letter(), theme::mono(), ink);
    }
}

/// Paints the edge of a place on which files can be dropped, with words in its middle; answers where these are.
fn paint_target(ui: &Ui, rect: Rect, words: &str, edge: Color32) -> Rect {
    ui.painter().rect_stroke(rect, 2.0, Stroke::new(2.0, edge), StrokeKind::Inside);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, words, theme::answer(), Theme::of(ui).t1)
}

/// Opens pasted links; other text is answered by a message. A focused field has taken its text before.
pub fn take_pasted(ui: &Ui, out: &mut Vec<Request>) {
    if ui.ctx().egui_wants_keyboard_input() {
        return;
    }
    let links = |event: &Event| match event {
        Event::Paste(text) if !text.trim().is_empty() => Some(Request::OpenLink(text.clone())),
        _ => None,
    };
    out.extend(ui.input(|input| input.events.iter().filter_map(links).collect::<Vec<_>>()));
}
