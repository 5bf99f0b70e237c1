//! The keys that move the ball.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};
use thiserror::Error;

/// A key that moves the ball, with its name in key files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage, Display)]
#[strum(serialize_all = "kebab-case")]
pub enum Key {
    /// Walks left while it is held.
    Left,
    /// Walks right while it is held, unless the ball walks left.
    Right,
    /// Jumps when it goes down.
    Jump,
}

/// A key that goes down or up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KeyEvent {
    /// The first step that sees it, from 0.
    pub step: u32,
    /// The key.
    pub key: Key,
    /// True if it goes down.
    pub down: bool,
}

/// The keys that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Keys {
    /// [`Key::Left`].
    pub left: bool,
    /// [`Key::Right`].
    pub right: bool,
    /// [`Key::Jump`]; it makes no difference to the ball as long as it is held.
    pub jump: bool,
}

/// Changes of the keys, the earliest first. Cloning shares them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<KeyEvent>", into = "Vec<KeyEvent>")]
pub struct KeyList(Arc<Vec<KeyEvent>>);

/// A key event that comes after a later one.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("step {step} comes after step {after}: steps must ascend")]
pub struct NotAscending {
    /// The step of the event.
    pub step: u32,
    /// The step of the event before it.
    pub after: u32,
}

impl Keys {
    /// True if `key` is held.
    pub const fn has(self, key: Key) -> bool {
        match key {
            Key::Left => self.left,
            Key::Right => self.right,
            Key::Jump => self.jump,
        }
    }

    /// Holds or releases `key`.
    pub const fn set(&mut self, key: Key, down: bool) {
        match key {
            Key::Left => self.left = down,
            Key::Right => self.right = down,
            Key::Jump => self.jump = down,
        }
    }
}

impl TryFrom<Vec<KeyEvent>> for KeyList {
    type Error = NotAscending;

    fn try_from(events: Vec<KeyEvent>) -> Result<Self, NotAscending> {
        let mut keys = Self::default();
        events.into_iter().try_for_each(|event| keys.push(event))?;
        Ok(keys)
    }
}

impl From<KeyList> for Vec<KeyEvent> {
    fn from(keys: KeyList) -> Self {
        Arc::unwrap_or_clone(keys.0)
    }
}

impl KeyList {
    /// Adds `event`; several may belong to one step, and are seen in their order.
    ///
    /// # Errors
    /// If a later event is in the list already; the list then stays as it is.
    pub fn push(&mut self, event: KeyEvent) -> Result<(), NotAscending> {
        match self.0.last() {
            Some(last) if event.step < last.step => Err(NotAscending { step: event.step, after: last.step }),
            _ => {
                Arc::make_mut(&mut self.0).push(event);
                Ok(())
            }
        }
    }

    /// All events.
    pub fn events(&self) -> &[KeyEvent] {
        &self.0
    }

    /// The events that `step` sees.
    pub fn of_step(&self, step: u32) -> &[KeyEvent] {
        let from = &self.0[self.0.partition_point(|event| event.step < step)..];
        &from[..from.partition_point(|event| event.step == step)]
    }

    /// Drops the events of `step` and later: the player takes over from there.
    pub fn truncate(&mut self, step: u32) {
        let kept = self.0.partition_point(|event| event.step < step);
        Arc::make_mut(&mut self.0).truncate(kept);
    }
}
