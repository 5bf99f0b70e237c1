//! The time for which the window has been idle: timings wait for that.

use std::time::Duration;

use crate::session::Subject;

/// Timings are taken once the sprites have rested this long, in seconds.
const REST: f64 = 0.25;
/// Each time a disturbed one is taken again, the rest before it is this many times as long.
const LONGER: f64 = 4.0;

/// Since when nothing has moved.
#[derive(Default)]
pub struct Rest {
    subject: Option<Subject>,
    now: f64,
    /// Since when the sprites have not moved, and no button has been held.
    since: f64,
    /// Since when nothing else has moved either.
    still_since: f64,
    is_held: bool,
}

impl Rest {
    /// Follows the sprites to time `now`, in seconds: whether a pointer button `is_held`, and whether anything plays.
    pub fn follow(&mut self, subject: Option<&Subject>, is_held: bool, plays: bool, now: f64) {
        if is_held || self.subject.as_ref() != subject {
            self.subject = subject.cloned();
            self.since = now;
        }
        if plays || self.since == now {
            self.still_since = now;
        }
        (self.is_held, self.now) = (is_held, now);
    }

    /// True if a pointer button is held.
    pub const fn is_held(&self) -> bool {
        self.is_held
    }

    /// The time that a timing still waits that has been taken `round` times: zero if it may begin; `None` until the
    /// button is released.
    pub fn wait(&self, round: u32) -> Option<Duration> {
        let rounds = i32::try_from(round).unwrap_or(i32::MAX);
        let since = if round == 0 { self.since } else { self.still_since };
        let left = since + REST * LONGER.powi(rounds) - self.now;
        (!self.is_held()).then(|| Duration::try_from_secs_f64(left.max(0.0)).unwrap_or(Duration::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(rest: &Rest, round: u32) -> Option<f64> {
        rest.wait(round).map(|wait| wait.as_secs_f64())
    }

    #[test]
    fn timings_wait_longer_each_time() {
        let mut rest = Rest::default();
        rest.follow(None, true, false, 8.0);
        rest.follow(None, false, false, 8.0);
        assert_eq!([0, 1, 2, 3].map(|round| wait(&rest, round)), [0.25, 1.0, 4.0, 16.0].map(Some));
        rest.follow(None, false, false, 9.0);
        assert_eq!([0, 1, 2, 3].map(|round| wait(&rest, round)), [0.0, 0.0, 3.0, 15.0].map(Some));
        assert!(rest.wait(u32::MAX).is_some_and(|wait| wait > Duration::from_secs(u64::from(u32::MAX))));
    }

    #[test]
    fn a_button_that_is_held_is_no_rest() {
        let mut rest = Rest::default();
        rest.follow(None, true, false, 5.0);
        assert!(rest.is_held());
        rest.follow(None, true, false, 9.0);
        assert_eq!([0, 3].map(|round| wait(&rest, round)), [None; 2]);
        rest.follow(None, false, false, 9.125);
        assert_eq!([0, 1].map(|round| wait(&rest, round)), [Some(0.125), Some(0.875)]);
    }

    #[test]
    fn only_those_taken_again_wait_until_nothing_plays() {
        let mut rest = Rest::default();
        rest.follow(None, false, true, 5.0);
        assert_eq!([0, 1].map(|round| wait(&rest, round)), [Some(0.0), Some(1.0)]);
        rest.follow(None, false, false, 5.5);
        assert_eq!([0, 1].map(|round| wait(&rest, round)), [Some(0.0), Some(0.5)]);
    }
}
