//! The hints over the canvas: one at a time, until each is done or closed; before them the strip of a first start.

use egui::{Area, Frame, Margin, Order};

use crate::app::panels::{messages, rail};
use crate::app::prelude::*;
use crate::app::script_field;
use crate::app::widgets::{bare_icon_button, text_button};
use crate::session::{Action, Event, Hint, MessageKind};

/// Height of the strip of a first start, and free space around it, in points.
const STRIP: f32 = 40.0;
const STRIP_MARGIN: f32 = 8.0;
/// Below this width of the window the strip has only its sentence, in a smaller font.
const NARROW: f32 = 1_000.0;

/// The part of the canvas that sprites may fill where they are shown as large as they fit: what the strip of a first start leaves.
pub fn room(session: &Session, canvas: Rect) -> Rect {
    let taken = if is_greeting(session) { STRIP + STRIP_MARGIN } else { 0.0 };
    canvas.with_min_y(canvas.top() + taken)
}

/// True while the strip of a first start is due.
fn is_greeting(session: &Session) -> bool {
    session.view().greets && session.view().tab == Tab::Inspect && session.lessons().open().is_none()
}

/// The areas of the hint, while one is due, and of the messages.
pub fn over_canvas(ctx: &Context, session: &Session) -> Vec<Rect> {
    let is_due = hint_of(session).is_some() || session.offered_cut().is_some() || is_greeting(session);
    let hint = is_due.then(|| ctx.memory(|memory| memory.area_rect(hint_id()))).flatten();
    hint.into_iter().chain(messages::place(ctx)).collect()
}

/// The hint that is due, where it can be followed: none on an empty canvas, which says itself what to do, none in a lesson or
/// beside an error, and none to play where there is nothing to play or it plays.
fn hint_of(session: &Session) -> Option<Hint> {
    let has_error = session.messages().iter().any(|message| message.kind == MessageKind::Error);
    let is_apt = session.stage().bounds().is_some()
        && session.lessons().open().is_none()
        && !has_error
        && session.log().is_none();
    let can_play = match session.view().tab {
        Tab::Replay => session.route().route().is_some(),
        _ => session.steps() > 0 && !session.is_playing(),
    };
    session.view().hint().filter(|hint| is_apt && (*hint != Hint::Play || can_play))
}

fn hint_id() -> Id {
    Id::unique("hint")
}

/// The offer or the hint that is due, at the top left of the canvas.
pub fn show(ui: &Ui, session: &Session, canvas: Rect, out: &mut Vec<Request>) {
    let area = Area::new(hint_id()).order(Order::Middle).fixed_pos(canvas.min + vec2(12.0, 12.0));
    if let Some((slot, grid)) = session.offered_cut() {
        let sheet = session.stage().get(slot).map_or_else(Size::default, |placed| placed.sprite().sheet().size());
        let Size { width: columns, height: rows } = grid.columns_and_rows(sheet);
        let text = format!("{} looks like a sheet", slot.letter());
        let act = format!("Cut into {columns} × {rows}");
        let tip = format!("Makes each cell of {} a frame. Its menu cuts by other grids.", grid.cell);
        match area.show(ui.ctx(), |ui| offer(ui, &text, &act, &tip)).inner {
            Some(true) => out.push(StageAction::Cut { slot, grid: Some(grid) }.into()),
            Some(false) => out.push(Event::DeclineCut(slot).into()),
            None => {}
        }
        return;
    }
    // Menus, what lies over the window and a script that is being written come first.
    let has_sheet = ui.memory(|memory| memory.top_modal_layer().is_some());
    let is_covered = egui::Popup::is_any_open(ui) || rail::is_open(ui) || has_sheet || script_field::is_open(ui);
    if is_greeting(session) && !is_covered {
        let area = area.fixed_pos(canvas.min + Vec2::splat(STRIP_MARGIN));
        area.show(ui.ctx(), |ui| strip(ui, canvas.width() - 2.0 * STRIP_MARGIN, out));
        return;
    }
    let Some(hint) = hint_of(session).filter(|_| !is_covered) else { return };
    if hint == Hint::Lessons {
        let tip = "The orders of scans, their costs, and their failures.";
        match area.show(ui.ctx(), |ui| offer(ui, hint.title(), "Start", tip)).inner {
            Some(true) => out.push(Request::GoOnWithLessons),
            Some(false) => out.push(Action::View(ViewAction::Learnt(hint)).into()),
            None => {}
        }
        return;
    }
    let closed = area.show(ui.ctx(), |ui| closable(ui, hint.title()).clicked()).inner;
    if closed {
        out.push(Action::View(ViewAction::Learnt(hint)).into());
    }
}

/// Shows the program's purpose in a sentence, and three buttons that lead on.
fn strip(ui: &mut Ui, width: f32, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let is_narrow = ui.ctx().content_rect().width() < NARROW;
    raised(theme, Margin { left: 12, right: 3, top: 0, bottom: 0 }).show(ui, |ui| {
        let size = vec2(width - 15.0, STRIP);
        ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
            ui.set_min_size(size);
            ui.spacing_mut().item_spacing.x = 6.0;
            let closes = bare_icon_button(ui, Icon::Close, "Close the greeting").clicked();
            let (mut opens_game, mut opens_lessons) = (false, false);
            if !is_narrow {
                let tip = "The orders of scans, their costs, and their failures.";
                opens_lessons = text_button(ui, "Lessons").on_hover_text(tip).clicked();
                let tip = "Judges the collision checks of a game that you have, unchanged.";
                opens_game = text_button(ui, "Your game").on_hover_text(tip).clicked();
                let tip = "Opens an image as A. You can also drop images on the canvas.";
                if text_button(ui, "Your images").on_hover_text(tip).clicked() {
                    out.push(Ask::Choose(OpenAs::Image(Slot::A)).into());
                }
            }
            if opens_game {
                out.push(Action::View(ViewAction::Show(Tab::Replay)).into());
            }
            if opens_lessons {
                out.push(Request::GoOnWithLessons);
            }
            if closes || opens_game || opens_lessons {
                out.push(Action::View(ViewAction::Greet(false)).into());
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let font = if is_narrow { theme::text() } else { theme::answer() };
                let sentence = RichText::new("See what a collision test sees, and where it is wrong").font(font);
                ui.add(Label::new(sentence.color(theme.t1)).truncate());
            });
        });
    });
}

/// Shows a hint such as `Drag a sprite`, 28 points high; returns its close button.
fn closable(ui: &mut Ui, text: &str) -> Response {
    framed(ui, text, |ui| bare_icon_button(ui, Icon::Close, "Close the hint"))
}

/// Shows an offer such as `A looks like a sheet`, 28 points high, with a button that accepts it. Returns true when it is
/// accepted, false when it is declined.
fn offer(ui: &mut Ui, text: &str, act: &str, tip: &str) -> Option<bool> {
    framed(ui, text, |ui| {
        let accepts = text_button(ui, act).on_hover_text(tip).clicked();
        let declines = bare_icon_button(ui, Icon::Close, "Decline the offer").clicked();
        (accepts || declines).then_some(accepts)
    })
}

/// The frame of what lies over the canvas, with this free space inside.
fn raised(theme: &Theme, inside: Margin) -> Frame {
    let edge = Stroke::new(1.0, theme.edge);
    Frame::new().fill(theme.raise).stroke(edge).corner_radius(2.0).inner_margin(inside)
}

/// Shows `text` in a frame, and behind it the controls that `act` adds.
fn framed<T>(ui: &mut Ui, text: &str, act: impl FnOnce(&mut Ui) -> T) -> T {
    let theme = Theme::of(ui);
    let frame = raised(theme, Margin { left: 10, right: 3, top: 1, bottom: 1 });
    let row = |ui: &mut Ui| {
        ui.label(RichText::new(text).font(theme::text()).color(theme.t1));
        act(ui)
    };
    frame.show(ui, |ui| ui.horizontal(row).inner).inner
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    #[test]
    fn a_hint_can_be_closed() {
        let mut harness = Harness::new_ui_state(
            |ui, open: &mut bool| {
                if *open && closable(ui, "Drag a sprite").clicked() {
                    *open = false;
                }
            },
            true,
        );
        harness.get_by_label("Drag a sprite");
        harness.get_by_label("Close the hint").click();
        harness.run();
        assert!(harness.query_by_label("Drag a sprite").is_none());
    }
}
