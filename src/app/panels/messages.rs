//! Messages at the corner of the canvas: what failed, what is done, what is under way.

use egui::{Area, Order};

use crate::app::prelude::*;
use crate::app::widgets::{Card, CardClick, CardKind, text_button};
use crate::session::{Event, Message, MessageKind};

/// The widest a message gets, and its distance from the edges of the canvas, in points.
const WIDEST: f32 = 480.0;
const EDGE: f32 = 12.0;
/// Free space between two messages.
const GAP: f32 = 8.0;
/// At most this many messages are shown, the newest ones, and fewer where there is less room; and about how many points
/// each takes.
const MOST: u8 = 4;
const CARD: f32 = 90.0;

/// The part of the window in which messages lay in the last frame.
pub fn place(ctx: &Context) -> Option<Rect> {
    ctx.data(|data| data.get_temp(id()))
}

fn id() -> Id {
    Id::unique("messages")
}

/// Shows all messages but the one that stands `elsewhere`, the newest on top, and over them the work that takes long enough to be
/// shown: what comes moves nothing that is there. While a button of the mouse is held on them nothing goes, either.
pub fn show(ui: &Ui, window: &WindowState<'_>, work: &[String], elsewhere: Option<u64>, out: &mut Vec<Request>) {
    let is_here = |message: &&Message| Some(message.id) != elsewhere;
    let now: Vec<Message> = window.session.messages().iter().filter(is_here).cloned().collect();
    let now = &now[..];
    let width = (window.canvas.width() - 2.0 * EDGE).min(WIDEST);
    let held = held(ui, now);
    let messages = held.as_deref().unwrap_or(now);
    // In the first frame it is not yet known where the canvas is.
    if width <= 0.0 || messages.is_empty() && work.is_empty() {
        return ui.data_mut(|data| {
            data.remove::<Rect>(id());
            data.remove::<Align2>(id());
        });
    }
    let height = window.canvas.height() - 2.0 * EDGE;
    let room = (1..=MOST).take_while(|&count| f32::from(count) * CARD <= height).count().max(1);
    let (earlier, newest) = messages.split_at(messages.len().saturating_sub(room));
    let shown = newest.len() + work.len() + usize::from(!earlier.is_empty());
    let size = vec2(width, (shown as f32 * CARD).min(height));
    let pivot = ui.data(|data| data.get_temp(id())).unwrap_or_else(|| free_corner(window, size));
    ui.data_mut(|data| data.insert_temp(id(), pivot));
    let corner = pivot.pos_in_rect(&window.canvas.shrink(EDGE));
    let mut pile = Pile { corner, pivot, width, covered: None };
    let asked = out.len();
    if !earlier.is_empty() {
        pile.show(ui, id().with("earlier"), |ui| show_earlier(ui, earlier.len(), messages, out));
    }
    for message in newest {
        pile.show(ui, id().with(message.id), |ui| show_message(ui, message, now, out));
    }
    for (at, work) in work.iter().enumerate() {
        pile.show(ui, id().with(("work", at)), |ui| show_work(ui, at, work, out));
    }
    ui.data_mut(|data| match pile.covered {
        Some(covered) => _ = data.insert_temp(id(), covered),
        None => data.remove::<Rect>(id()),
    });
    if out.len() > asked {
        ui.data_mut(|data| data.remove::<HeldMessages>(id()));
    }
}

/// The corner of the canvas in which messages of a `size` cover the least of the sprites: the lower right one of equals. The upper
/// left one belongs to hints.
fn free_corner(window: &WindowState<'_>, size: Vec2) -> Align2 {
    let covered = |corner: &Align2| {
        let place = corner.align_size_within_rect(size, window.canvas.shrink(EDGE));
        let covered = |sprite: Rect| if place.intersects(sprite) { place.intersect(sprite).area() } else { 0.0 };
        window.sprites.into_iter().flatten().map(covered).sum::<f32>()
    };
    let corners = [Align2::RIGHT_BOTTOM, Align2::LEFT_BOTTOM, Align2::RIGHT_TOP];
    corners.into_iter().min_by(|one, other| covered(one).total_cmp(&covered(other))).unwrap_or(Align2::RIGHT_BOTTOM)
}

/// Messages as they were when a button of the mouse went down on them.
type HeldMessages = Arc<[Message]>;

/// The messages to show while a mouse button is held on them, and in the frame of its release: those from when it went
/// down.
fn held(ui: &Ui, now: &[Message]) -> Option<HeldMessages> {
    let (went_down, is_down, is_let_go, at) = ui.input(|input| {
        let pointer = &input.pointer;
        (pointer.any_pressed(), pointer.any_down(), pointer.any_released(), pointer.interact_pos())
    });
    let is_on_messages = place(ui).zip(at).is_some_and(|(place, at)| place.contains(at));
    if went_down && is_on_messages {
        ui.data_mut(|data| data.insert_temp::<HeldMessages>(id(), now.into()));
    } else if !is_down && !is_let_go {
        ui.data_mut(|data| data.remove::<HeldMessages>(id()));
    }
    ui.data(|data| data.get_temp::<HeldMessages>(id()))
}

/// Cards over one another, from a corner up, or down.
struct Pile {
    corner: Pos2,
    /// Corner of the canvas, and of each card.
    pivot: Align2,
    width: f32,
    covered: Option<Rect>,
}

impl Pile {
    /// Shows a card beyond those that are there.
    fn show(&mut self, ui: &Ui, id: Id, add_contents: impl FnOnce(&mut Ui)) {
        let area = Area::new(id).fade_in(false).order(Order::Middle).pivot(self.pivot).fixed_pos(self.corner);
        let shown = area.show(ui, |ui| {
            ui.set_width(self.width);
            add_contents(ui);
        });
        let rect = shown.response.rect;
        let way = if self.pivot.y() == Align::Max { -1.0 } else { 1.0 };
        self.corner.y += way * (rect.height() + GAP);
        self.covered = Some(self.covered.map_or(rect, |covered| covered.union(rect)));
    }
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
                    out.extend(all.iter().map(|message| Event::Close(message.id).into()));
                }
            });
        });
    });
}

/// Shows a message; one that is no longer there `now` answers nothing.
fn show_message(ui: &mut Ui, message: &Message, now: &[Message], out: &mut Vec<Request>) {
    let kind = match message.kind {
        MessageKind::Error => CardKind::Error,
        MessageKind::Question => CardKind::Question,
        MessageKind::Done { .. } => CardKind::Done,
    };
    let actions: Vec<_> = message.offers.iter().map(|offer| offer.label).collect();
    let answer = Card { kind, title: &message.title, detail: &message.detail, actions: &actions }.show(ui);
    let answer = answer.filter(|_| now.iter().any(|other| other.id == message.id));
    if answer.is_some() {
        out.push(Event::Close(message.id).into());
    }
    if let Some(CardClick::Act(place)) = answer {
        out.extend(message.offers[place].asks.iter().cloned().map(Request::from));
    }
}

fn show_work(ui: &mut Ui, at: usize, title: &str, out: &mut Vec<Request>) {
    let card = Card { kind: CardKind::Work, title, detail: "", actions: &[] };
    if card.show(ui) == Some(CardClick::Cancel) {
        out.push(Request::CancelWork(at));
    }
}
