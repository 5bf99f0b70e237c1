//! The messages of the window: failures until they are closed, successes for a moment; and the offer to cut a new image.

use std::sync::{Arc, Weak};

use super::{ask::Ask, stage::Slot};
use maskscope_core::scene::{Grid, Picture, Sprite};
use maskscope_core::words::shortened;

/// Duration of a success message, in seconds.
const DONE_SECONDS: f64 = 4.0;

/// Kind of a message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MessageKind {
    /// Something failed; it stays until closed.
    Error,
    /// Something is to be decided; it stays until it is.
    Question,
    /// Something was done; it disappears by itself.
    Done {
        /// Time for which it stays, in seconds.
        seconds_left: f64,
    },
}

/// An answer to a question.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Label of its button.
    pub label: &'static str,
    /// Requests to the outside besides closing the message.
    pub asks: Vec<Ask>,
}

impl Offer {
    pub(super) fn of(label: &'static str, ask: Ask) -> Self {
        Self { label, asks: vec![ask] }
    }

    /// One that leaves everything as it is.
    pub(super) const fn none(label: &'static str) -> Self {
        Self { label, asks: Vec::new() }
    }
}

/// A message.
#[derive(Clone, Debug)]
pub struct Message {
    /// Tells messages apart.
    pub id: u64,
    /// Kind.
    pub kind: MessageKind,
    /// Title, in a line.
    pub title: String,
    /// Reason, advice, and the kept state.
    pub detail: String,
    /// The answers to a question.
    pub offers: Vec<Offer>,
}

/// All messages that are still to be seen, oldest first.
#[derive(Debug, Default)]
pub(super) struct Messages {
    messages: Vec<Message>,
    next_id: u64,
}

impl Messages {
    pub(super) fn all(&self) -> &[Message] {
        &self.messages
    }

    pub(super) fn error(&mut self, title: String, detail: String) {
        self.error_with(title, detail, Vec::new());
    }

    /// Adds an error with what can be done about it.
    pub(super) fn error_with(&mut self, title: String, detail: String, offers: Vec<Offer>) {
        let (title, detail) = (shortened(title), shortened(detail));
        self.messages.retain(|message| (&message.title, &message.detail) != (&title, &detail));
        self.push(MessageKind::Error, title, detail, offers);
    }

    pub(super) fn offer(&mut self, title: String, detail: String, offers: Vec<Offer>) {
        self.push(MessageKind::Question, shortened(title), shortened(detail), offers);
    }

    pub(super) fn done(&mut self, title: String, detail: String) {
        self.push(MessageKind::Done { seconds_left: DONE_SECONDS }, shortened(title), shortened(detail), Vec::new());
    }

    fn push(&mut self, kind: MessageKind, title: String, detail: String, offers: Vec<Offer>) {
        self.messages.push(Message { id: self.next_id, kind, title, detail, offers });
        self.next_id += 1;
    }

    /// Removes the messages with these titles, which no longer hold.
    pub(super) fn withdraw(&mut self, titles: &[String]) {
        self.messages.retain(|message| !titles.contains(&message.title));
    }

    pub(super) fn close(&mut self, id: u64) {
        self.messages.retain(|message| message.id != id);
    }

    /// Lets `seconds` pass; returns whether a message is about to disappear.
    pub(super) fn tick(&mut self, seconds: f64) -> bool {
        let mut moves = false;
        self.messages.retain_mut(|message| match &mut message.kind {
            MessageKind::Error | MessageKind::Question => true,
            MessageKind::Done { seconds_left } => {
                *seconds_left -= seconds;
                moves |= *seconds_left > 0.0;
                *seconds_left > 0.0
            }
        });
        moves
    }
}

/// The sheets that were opened last, and the grids that would cut them.
#[derive(Debug, Default)]
pub(super) struct Offers([Option<(Weak<Picture>, Grid)>; 2]);

impl Offers {
    /// A sprite has been opened.
    pub(super) fn opened(&mut self, slot: Slot, sprite: &Sprite) {
        self.0[slot as usize] = sprite.suggested_grid().map(|grid| (Arc::downgrade(sprite.sheet()), grid));
    }

    /// Nothing is offered for `sprite` any more.
    pub(super) fn withdraw(&mut self, sprite: &Sprite) {
        for offer in &mut self.0 {
            offer.take_if(|(sheet, _)| sheet.ptr_eq(&Arc::downgrade(sprite.sheet())));
        }
    }

    /// The grid that is offered for `sprite`.
    pub(super) fn of(&self, sprite: &Sprite) -> Option<Grid> {
        let sheet = Arc::downgrade(sprite.sheet());
        self.0.iter().flatten().find(|(known, _)| known.ptr_eq(&sheet)).map(|(_, grid)| *grid)
    }
}
