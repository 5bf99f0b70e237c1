//! The messages of the window: failures until they are closed, successes for a moment.

/// How long a success stays, in seconds.
const DONE_SECONDS: f64 = 4.0;

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MessageKind {
    /// Something failed; it stays until closed.
    Error,
    /// Something was done; it disappears by itself.
    Done {
        /// How long it still stays, in seconds.
        seconds_left: f64,
    },
}

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Tells messages apart.
    pub id: u64,
    /// What it is about.
    pub kind: MessageKind,
    /// What happened, in a line.
    pub title: String,
    /// Why, what to do, what was kept.
    pub detail: String,
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
        self.messages.retain(|message| (&message.title, &message.detail) != (&title, &detail));
        self.push(MessageKind::Error, title, detail);
    }

    pub(super) fn done(&mut self, title: String, detail: String) {
        self.push(MessageKind::Done { seconds_left: DONE_SECONDS }, title, detail);
    }

    fn push(&mut self, kind: MessageKind, title: String, detail: String) {
        self.messages.push(Message { id: self.next_id, kind, title, detail });
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
            MessageKind::Error => true,
            MessageKind::Done { seconds_left } => {
                *seconds_left -= seconds;
                moves |= *seconds_left > 0.0;
                *seconds_left > 0.0
            }
        });
        moves
    }
}
