//! The overlap of the masks: the truth that scans are judged by.

use std::sync::Arc;

use super::{derive::Derive, subject::Subject};
use crate::scene::Collision;

/// The key of what the masks share.
#[derive(Clone, Debug, PartialEq)]
pub struct Colliding(pub(super) Arc<Subject>);

impl Derive for Colliding {
    type Value = Collision;

    /// The fast engine makes no visits: it always runs at once.
    fn visits(&self) -> u64 {
        0
    }

    fn make(&self, _: &dyn Fn() -> bool) -> Option<Collision> {
        Some(Collision::of(&self.0.a, &self.0.b, self.0.offset))
    }
}
