//! Messages at the corner of the canvas: what failed, what is done, what is under way.

use egui::{Align, Align2, Area, Id, Layout, Order, RichText, Ui, vec2};

use crate::app::request::{Request, WindowState, Work};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{Answer, Card, Kind, text_button};
use crate::session::{FileAction, Message, MessageKind};

/// The widest a message gets, and its distance from the edges of the canvas, in points.
const WIDEST: f32 = 480.0;
const EDGE: f32 = 12.0;
/// At most this many messages are shown, the newest ones, and fewer where there is less room; and about how many points
/// each takes.
const MOST: u8 = 4;
const CARD: f32 = 90.0;

/// Shows all messages, the newest at the bottom, and under them the work that takes long enough to be shown.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, work: &[Work], out: &mut Vec<Request>) {
    let messages = window.session.messages();
    let width = (window.canvas.width() - 2.0 * EDGE).min(WIDEST);
    // In the first frame it is not yet known where the canvas is.
    if width <= 0.0 || messages.is_empty() && work.is_empty() {
        return;
    }
    let corner = window.canvas.right_bottom() - vec2(EDGE, EDGE);
    let area = Area::new(Id::unique("messages")).order(Order::Middle).pivot(Align2::RIGHT_BOTTOM).fixed_pos(corner);
    area.show(ui, |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.y = 8.0;
        let height = window.canvas.height() - 2.0 * EDGE;
        let room = (1..=MOST).take_while(|&count| f32::from(count) * CARD <= height).count().max(1);
        let (earlier, newest) = messages.split_at(messages.len().saturating_sub(room));
        if !earlier.is_empty() {
            show_earlier(ui, earlier.len(), messages, out);
        }
        for message in newest {
            ui.push_id(message.id, |ui| show_message(ui, message, out));
        }
        for (at, work) in work.iter().enumerate() {
            ui.push_id(("work", at), |ui| show_work(ui, at, work, out));
        }
    });
}

/// The number of earlier messages, and a button that closes all.
fn show_earlier(ui: &mut Ui, count: usize, all: &[Message], out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    egui::Frame::popup(ui.style()).fill(theme.panel).inner_margin(8.0).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.set_width(ui.available_width());
            ui.label(RichText::new(format!("and {count} earlier")).font(theme::text()).color(theme.t2));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if text_button(ui, "Close all").on_hover_text("Closes these messages, too.").clicked() {
                    out.extend(all.iter().map(|message| FileAction::Close(message.id).into()));
                }
            });
        });
    });
}

fn show_message(ui: &mut Ui, message: &Message, out: &mut Vec<Request>) {
    let kind = match message.kind {
        MessageKind::Error => Kind::Error,
        MessageKind::Question => Kind::Question,
        MessageKind::Done { .. } => Kind::Done,
    };
    let actions: Vec<_> = message.offers.iter().map(|offer| offer.label).collect();
    let answer = Card { kind, title: &message.title, detail: &message.detail, actions: &actions }.show(ui);
    if answer.is_some() {
        out.push(FileAction::Close(message.id).into());
    }
    if let Some(Answer::Act(place)) = answer {
        out.extend(message.offers[place].action.clone().map(Request::from));
    }
}

fn show_work(ui: &mut Ui, at: usize, work: &Work, out: &mut Vec<Request>) {
    let kind = Kind::Work { done: work.done, total: work.total };
    let card = Card { kind, title: &work.title, detail: "", actions: &[] };
    if card.show(ui) == Some(Answer::Cancel) {
        out.push(Request::CancelWork(at));
    }
}
