//! Times of scans.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{derive::Derive, subject::Subject};
use crate::measure::{Batches, Timing, go_on_measuring};
use crate::{memory::OutOfMemory, scan::Scan};

/// Time for each scan.
const BUDGET: Duration = Duration::from_millis(30);

/// The key of how long a scan takes.
#[derive(Clone, Debug)]
pub struct Timed {
    subject: Arc<Subject>,
    scan: Scan,
    /// Batches timed so far.
    batches: Arc<Mutex<Batches>>,
}

impl Timed {
    pub(super) fn new(subject: &Arc<Subject>, scan: Scan) -> Self {
        Self { subject: Arc::clone(subject), scan, batches: Arc::default() }
    }
}

impl PartialEq for Timed {
    fn eq(&self, other: &Self) -> bool {
        self.subject == other.subject && self.scan == other.scan
    }
}

impl Derive for Timed {
    type Value = Timing;

    const IS_TIMING: bool = true;
    const GOES_ON: bool = true;

    fn visits(&self) -> u64 {
        u64::MAX
    }

    fn room(&self) -> Result<(), OutOfMemory> {
        self.subject.room(self.scan)
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Timing> {
        let [a, b] = self.subject.masks_for(self.scan);
        let (offset, hint) = (self.subject.offset, self.subject.hint);
        let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        let timing = go_on_measuring(&mut batches, self.scan, [&a, &b], offset, hint, BUDGET, cancelled)?;
        // Another round starts from nothing.
        *batches = Batches::default();
        Some(timing)
    }

    fn is_disturbed(timing: &Timing) -> bool {
        timing.is_disturbed()
    }

    fn better(one: Timing, other: Timing) -> Timing {
        one.or_steadier(other)
    }
}
