//! How long scans take.

use std::{sync::Arc, time::Duration};

use super::{derive::Derive, subject::Subject};
use crate::{
    measure::{Timing, measure},
    scan::Scan,
};

/// How long each scan is timed.
const BUDGET: Duration = Duration::from_millis(30);

/// The key of how long a scan takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Timed {
    pub(super) subject: Arc<Subject>,
    pub(super) scan: Scan,
}

impl Derive for Timed {
    type Value = Timing;

    const IS_TIMING: bool = true;

    fn visits(&self) -> u64 {
        u64::MAX
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Timing> {
        let [a, b] = self.subject.masks_for(self.scan);
        measure(self.scan, [&a, &b], self.subject.offset, self.subject.hint, BUDGET, cancelled)
    }

    fn is_disturbed(timing: &Timing) -> bool {
        timing.is_disturbed()
    }

    fn better(one: Timing, other: Timing) -> Timing {
        one.or_steadier(other)
    }
}
