//! How the masks touch.

use std::sync::Arc;

use super::{derive::Derive, subject::Subject};
use crate::scene::Contact;

/// Pushing one mask out of another may take this many tries per cell of their overlap box.
const MOVES_PER_CELL: u64 = 4;

/// The key of how the masks touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Touching(pub(super) Arc<Subject>);

impl Derive for Touching {
    type Value = Contact;

    fn visits(&self) -> u64 {
        self.0.area().saturating_mul(MOVES_PER_CELL)
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Contact> {
        Contact::of(&self.0.a, &self.0.b, self.0.offset, cancelled)
    }
}
