//! The line of the selected scan's code at the current visit.

use super::session::Session;
use crate::scan::{Pair, State, VisitContext};

impl Session {
    /// The values of the selected scan's variables at the current visit, and the line that decides it; `None` before
    /// the first visit, and while the visit is not kept.
    pub fn code(&self) -> Option<State> {
        let (subject, recording) = self.derived.subject().zip(self.derived.recording())?;
        let rank = self.playback.position().checked_sub(1)?;
        let visit = self.derived.visit(rank)?;
        let earlier = |by: u64| rank.checked_sub(by).and_then(|rank| self.derived.visit(rank));
        let [a, b] = subject.masks_for(recording.scan);
        let context = VisitContext {
            pair: &Pair::new(&a, &b, subject.offset)?.with_hint(subject.hint),
            visit,
            rank,
            before: [earlier(1), earlier(2)],
            hit: recording.hit.filter(|_| rank + 1 == recording.count.visits),
        };
        Some(recording.scan.state(&context))
    }
}
