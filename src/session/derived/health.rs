//! The health of a mask.

use std::sync::Arc;

use super::derive::Derive;
use crate::mask::{Health, Prepared};

/// The key of the health of a mask: the mask itself.
#[derive(Clone, Debug)]
pub struct Examined(pub(super) Arc<Prepared>);

impl PartialEq for Examined {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Derive for Examined {
    type Value = Health;

    fn visits(&self) -> u64 {
        self.0.mask().size().area()
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Health> {
        Health::of(self.0.mask(), cancelled)
    }
}
