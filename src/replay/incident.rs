//! Incidents: wrong checks of a pair at one site, one after the other.

use super::{Outcome, Step, Verdict};

/// Checks of a pair at one site, one after the other, of one verdict that is not right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incident {
    /// The number of the pair.
    pub pair: u32,
    /// The number of the site.
    pub site: u32,
    /// The verdict.
    pub verdict: Verdict,
    /// True if all of it is tolerated.
    pub tolerated: bool,
    /// True if all of it is contact.
    pub contact: bool,
    /// True if any of it counts against the game.
    pub disagrees: bool,
    /// The number of its first step.
    pub first: u32,
    /// The number of its last step.
    pub last: u32,
    /// The number of its checks.
    pub checks: u32,
    /// The number of its worst step: the largest distance or depth, of equal ones the first.
    pub worst: u32,
}

impl Incident {
    /// The incident that begins with the step `number`.
    pub(super) fn new(number: u32, step: &Step) -> Self {
        Self {
            pair: step.pair,
            site: step.site,
            verdict: step.verdict,
            tolerated: step.outcome == Outcome::Tolerated,
            contact: step.outcome == Outcome::Contact,
            disagrees: step.disagrees(),
            first: number,
            last: number,
            checks: 1,
            worst: number,
        }
    }

    /// Goes on with the step `number`; `worst` is the step that was the worst so far.
    pub(super) fn go_on(&mut self, number: u32, step: &Step, worst: &Step) {
        self.tolerated &= step.outcome == Outcome::Tolerated;
        self.contact &= step.outcome == Outcome::Contact;
        self.disagrees |= step.disagrees();
        (self.last, self.checks) = (number, self.checks + 1);
        if step.measure() > worst.measure() {
            self.worst = number;
        }
    }
}
