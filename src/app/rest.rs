//! How long the sprites have rested.

use crate::session::Subject;

/// Timings are taken once the sprites have rested this long, in seconds.
const REST: f64 = 0.25;

/// Since when the sprites have not moved.
#[derive(Default)]
pub struct Rest {
    subject: Option<Subject>,
    since: f64,
}

impl Rest {
    /// Whether they have rested long enough at time `now`, in seconds; otherwise how long they still must.
    pub fn lasts(&mut self, subject: Option<&Subject>, now: f64) -> Result<(), f64> {
        if self.subject.as_ref() != subject {
            *self = Self { subject: subject.cloned(), since: now };
        }
        let left = self.since + REST - now;
        if left <= 0.0 { Ok(()) } else { Err(left) }
    }
}
