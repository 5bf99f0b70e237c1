//! Messages at the corner of the canvas: what failed, what is done, what is under way.

use egui::{Align2, Area, Id, Order, Ui, vec2};

use crate::app::widgets::{Answer, Card, Kind};
use crate::app::{Frame, Request};
use crate::session::{FileAction, Message, MessageKind};

/// The widest a message gets, and its distance from the edges of the canvas, in points.
const WIDEST: f32 = 480.0;
const EDGE: f32 = 12.0;

/// Something that runs beside the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// What it is, in a word or two.
    pub title: String,
    /// Parts that are done.
    pub done: u64,
    /// All parts.
    pub total: u64,
}

/// Shows all messages, the newest at the bottom, and under them the work that takes long enough to be told.
pub fn show(ui: &mut Ui, frame: &Frame<'_>, work: &[Work], out: &mut Vec<Request>) {
    let messages = frame.session.messages();
    let width = (frame.canvas.width() - 2.0 * EDGE).min(WIDEST);
    // In the first frame nobody knows yet where the canvas is.
    if width <= 0.0 || messages.is_empty() && work.is_empty() {
        return;
    }
    let corner = frame.canvas.right_bottom() - vec2(EDGE, EDGE);
    let area = Area::new(Id::unique("messages")).order(Order::Middle).pivot(Align2::RIGHT_BOTTOM).fixed_pos(corner);
    area.show(ui, |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.y = 8.0;
        for message in messages {
            ui.push_id(message.id, |ui| show_message(ui, message, out));
        }
        for (at, work) in work.iter().enumerate() {
            ui.push_id(("work", at), |ui| show_work(ui, at, work, out));
        }
    });
}

fn show_message(ui: &mut Ui, message: &Message, out: &mut Vec<Request>) {
    let kind = match message.kind {
        MessageKind::Error => Kind::Error,
        MessageKind::Done { .. } => Kind::Done,
    };
    let card = Card { kind, title: &message.title, detail: &message.detail, action: "" };
    if card.show(ui) == Some(Answer::Close) {
        out.push(FileAction::Close(message.id).into());
    }
}

fn show_work(ui: &mut Ui, at: usize, work: &Work, out: &mut Vec<Request>) {
    let kind = Kind::Work { done: work.done, total: work.total };
    let card = Card { kind, title: &work.title, detail: "", action: "" };
    if card.show(ui) == Some(Answer::Cancel) {
        out.push(Request::CancelWork(at));
    }
}
