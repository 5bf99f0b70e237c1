//! What the window tells: failures until they are read, successes for a moment.

/// How long a success stays, in seconds.
const DONE_SECONDS: f64 = 4.0;

/// What a message is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MessageKind {
    /// Something failed; it stays until closed.
    Error,
    /// Something was done; it goes by itself.
    Done {
        /// How long it still stays, in seconds.
        seconds_left: f64,
    },
}

/// Something to tell.
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

    /// Takes back what no longer holds.
    pub(super) fn withdraw(&mut self, titles: &[String]) {
        self.messages.retain(|message| !titles.contains(&message.title));
    }

    pub(super) fn close(&mut self, id: u64) {
        self.messages.retain(|message| message.id != id);
    }

    /// Lets `seconds` pass; answers whether a message is still on its way out.
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
