//! What tells the content of a thing from that of any other.

use std::sync::OnceLock;

/// A number that tells the content of a thing from that of any other, found at most once. It is no part of that content: all
/// are equal, and a copy, which may be changed, has none yet.
#[derive(Debug, Default)]
pub struct Identity(OnceLock<u128>);

impl Identity {
    /// The number, which `find` finds where it is not known yet.
    pub fn or_find(&self, find: impl FnOnce() -> u128) -> u128 {
        *self.0.get_or_init(find)
    }

    /// Whether the numbers of both contents are known, and the same.
    pub fn is_known_as(&self, other: &Self) -> bool {
        self.0.get().is_some_and(|number| other.0.get() == Some(number))
    }
}

impl Clone for Identity {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Identity {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
