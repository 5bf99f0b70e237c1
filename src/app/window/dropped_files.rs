//! Files that come over the window or are dropped on it: its middle halves, left for A, right for B. And pasted links.

use egui::{Align2, Color32, Event, Rect, Stroke, StrokeKind, Ui, vec2};

use crate::app::theme::{self, SpriteColors, Theme};
use crate::app::{outside, request::Request};
use crate::session::{Session, Slot};

/// Shows the halves of `middle` while files hover, and opens what is dropped.
pub fn show(ui: &Ui, session: &Session, middle: Rect, out: &mut Vec<Request>) {
    take(ui, session, middle, out);
    if ui.input(|input| !input.raw.hovered_files.is_empty()) {
        paint(ui, middle);
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

fn paint(ui: &Ui, middle: Rect) {
    let (painter, theme) = (ui.painter(), Theme::of(ui));
    let pointer = ui.ctx().pointer_latest_pos();
    painter.rect_filled(middle, 0.0, theme.canvas.gamma_multiply(0.85));
    for slot in Slot::ALL {
        let SpriteColors { chip: ground, on_chip: ink, .. } = theme.sprite(slot);
        let rect = half(middle, slot).shrink(12.0);
        let is_under_pointer = pointer.is_some_and(|at| rect.contains(at));
        let edge = if is_under_pointer { ground } else { theme.edge };
        painter.rect_stroke(rect, 2.0, Stroke::new(2.0, edge), StrokeKind::Inside);
        let words = format!("drop as {}", slot.letter());
        let text = painter.layout_no_wrap(words, theme::answer(), theme.t1);
        let chip = Rect::from_center_size(rect.center() - vec2(text.size().x / 2.0 + 18.0, 0.0), vec2(20.0, 20.0));
        painter.rect_filled(chip, 2.0, ground);
        painter.text(chip.center(), Align2::CENTER_CENTER, slot.letter(), theme::mono(), ink);
        let place = Align2::CENTER_CENTER.anchor_size(rect.center(), text.size());
        painter.galley(place.min, text, Color32::PLACEHOLDER);
    }
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
