//! Scans that stop early.
//!
//! A strategy is a plain loop that only ends by itself, so that the silent probe costs nothing. A probe that is
//! cancelled unwinds out of it, as `salsa` leaves a query: without a panic, and so without a message. Where panics
//! abort, a cancelled scan runs to its end.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::subject::Subject;
use maskscope_core::scan::{Hit, Own, Probe, Scan, Visit, VisitOutcome};

/// Visits between two checks for cancellation: far less than a frame's time.
const VISITS_PER_LOOK: u32 = 1 << 12;

/// The payload that unwinds.
struct Cancelled;

/// A probe that ends the scan it watches once `cancelled` says so.
struct Cancellable<'a, P> {
    probe: P,
    cancelled: &'a dyn Fn() -> bool,
    left: u32,
}

impl<P> Cancellable<'_, P> {
    #[cold]
    fn look(&mut self) {
        self.left = VISITS_PER_LOOK;
        if cfg!(panic = "unwind") && (self.cancelled)() {
            resume_unwind(Box::new(Cancelled));
        }
    }
}

impl<P: Probe> Probe for Cancellable<'_, P> {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        if self.left == 0 {
            self.look();
        }
        self.left -= 1;
        self.probe.visit(visit);
    }

    #[inline]
    fn outcome(&mut self, outcome: VisitOutcome) {
        self.probe.outcome(outcome);
    }
}

/// Runs `scan` watched by `probe`; `None` if cancelled.
pub(super) fn run<P: Probe>(
    subject: &Subject,
    scan: Scan,
    probe: P,
    cancelled: &dyn Fn() -> bool,
) -> Option<(P, Option<Hit>)> {
    let mut probe = Cancellable { probe, cancelled, left: 0 };
    let abandoned = || scan.own().map(Own::times_abandoned);
    let before = abandoned();
    // A cancelled probe is dropped, so its incomplete state is never seen; the masks do not change while they are read.
    match catch_unwind(AssertUnwindSafe(|| subject.run(scan, &mut probe))) {
        Ok(hit) => (abandoned() == before).then_some((probe.probe, hit)),
        Err(payload) if payload.is::<Cancelled>() => None,
        Err(panic) => resume_unwind(panic),
    }
}
