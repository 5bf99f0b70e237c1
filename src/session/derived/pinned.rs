//! Answers where B is pinned, to be compared with those where it stands.

use std::sync::Arc;

use super::super::scan_row::ScanRow;
use super::masks::{Colliding, Touching};
use super::{derive::Derive, subject::Subject, table::Tabled};
use maskscope_core::memory::OutOfMemory;
use maskscope_core::scan::Scan;
use maskscope_core::scene::{Collision, MaskContact};

/// The key of the answers where B is pinned.
#[derive(Clone, Debug, PartialEq)]
pub struct PinAsked(Tabled);

impl PinAsked {
    /// The answers of masks and `scans` over a `subject` in which B is pinned.
    pub(super) fn new(subject: Arc<Subject>, scans: Vec<Scan>) -> Self {
        Self(Tabled::new(subject, scans, None, None))
    }
}

/// Answers of masks and scans where B is pinned.
#[derive(Debug)]
pub struct PinAnswers {
    /// The overlap, in A's pixels.
    pub collision: Collision,
    /// The contact, in A's pixels.
    pub contact: MaskContact,
    /// One row per scan, without scripts.
    pub(super) rows: Vec<ScanRow>,
}

impl Derive for PinAsked {
    type Value = PinAnswers;

    fn visits(&self) -> u64 {
        self.0.visits().saturating_add(Touching(Arc::clone(&self.0.subject)).visits())
    }

    fn room(&self) -> Result<(), OutOfMemory> {
        self.0.room()
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<PinAnswers> {
        let subject = || Arc::clone(&self.0.subject);
        Some(PinAnswers {
            collision: Colliding(subject()).make(cancelled)?,
            contact: Touching(subject()).make(cancelled)?,
            rows: self.0.make(cancelled)?,
        })
    }
}
