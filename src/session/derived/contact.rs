//! The contact of the masks.

use std::sync::Arc;

use super::{derive::Derive, subject::Subject};
use crate::scene::Contact;

/// The key of how the masks touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Touching(pub(super) Arc<Subject>);

impl Derive for Touching {
    type Value = Contact;

    fn visits(&self) -> u64 {
        let [a, b] = [&self.0.a, &self.0.b].map(|mask| mask.mask().size());
        Contact::cells(a, b, self.0.offset)
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Contact> {
        Contact::of(&self.0.a, &self.0.b, self.0.offset, cancelled)
    }
}
