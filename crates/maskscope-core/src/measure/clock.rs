//! The clock for timings.

use std::{sync::OnceLock, time::Duration};

use web_time::Instant;

/// The coarsest clock of a thread's processor time that is used.
const FINE: Duration = Duration::from_micros(20);

/// Steps of the clock watched to find its resolution.
const STEPS: usize = 5;

/// A clock that shows the same time in this many readings stands still.
const MOST_READINGS: u32 = 1 << 20;

/// The time that this thread has worked, or the elapsed time if the system's clock for threads is too coarse.
pub fn now() -> Duration {
    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();
    CLOCK.get_or_init(|| if resolution(worked) <= FINE { worked } else { passed })()
}

/// The smallest step of a clock: the time between two changes of its reading, or the time of one reading.
pub fn resolution(now: impl Fn() -> Duration) -> Duration {
    let step = |_| {
        let start = now();
        (0..MOST_READINGS).map(|_| now().saturating_sub(start)).find(|step| !step.is_zero())
    };
    (0..STEPS).filter_map(step).min().unwrap_or(Duration::from_nanos(1))
}

/// The time that this thread has been running on a processor.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_vendor = "apple"))]
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Windows counts it in steps of 16 ms, browsers not at all.
#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_vendor = "apple")))]
fn worked() -> Duration {
    passed()
}

/// The time since the first reading.
fn passed() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, hint::black_box};

    use super::*;

    #[test]
    fn the_resolution_is_the_smallest_step() {
        let nanos = Cell::new(0);
        // It advances by 7 ns with each reading, and stands for 100 ns at a time.
        let coarse = || {
            nanos.set(nanos.get() + 7);
            Duration::from_nanos(nanos.get() / 100 * 100)
        };
        assert_eq!(resolution(coarse), Duration::from_nanos(100));
        assert_eq!(resolution(|| Duration::from_secs(5)), Duration::from_nanos(1), "it stands still");
        assert!(resolution(now) < Duration::from_millis(20));
    }

    #[test]
    fn both_clocks_go_on_while_the_thread_works() {
        for clock in [worked, passed, now] {
            let start = clock();
            let sum = (0..1_000_000_u64).fold(0, |sum, n| black_box(sum + n));
            assert!(clock() > start, "{sum}");
        }
    }

    #[test]
    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    fn what_passes_while_the_thread_sleeps_does_not_count() {
        let (start, start_passed) = (worked(), passed());
        std::thread::sleep(Duration::from_millis(50));
        assert!(worked() - start < passed() - start_passed);
    }
}
