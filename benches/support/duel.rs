//! Two ways to spend time, measured in turns: a ratio of one run, whatever else the machine does.

use std::{fmt, hint::black_box};

use crate::clock::thread_nanos;

/// The least duration of a turn.
const TURN_NANOS: u64 = 2_000_000;
/// Turns of each side.
const ROUNDS: usize = 41;

/// Two sides, measured in turns on thread CPU time.
#[derive(Clone, Copy)]
pub struct Duel {
    /// Nanoseconds of one run of ours: the median of its turns.
    pub ours: f64,
    /// Nanoseconds of one run of the other side.
    pub other: f64,
    /// Ours in terms of the other: the median of the rounds' ratios.
    pub ratio: f64,
    /// The other side's second turn in terms of its first: 1 on a quiet machine.
    pub control: f64,
}

impl Duel {
    /// Lets both sides take turns.
    pub fn of<T, U>(mut ours: impl FnMut() -> T, mut other: impl FnMut() -> U) -> Self {
        let (mut ours, mut other) = (Side::new(|| drop(black_box(ours()))), Side::new(|| drop(black_box(other()))));
        let rounds = [(); ROUNDS].map(|()| [ours.turn(), other.turn(), ours.turn(), other.turn()]);
        let median = |of: fn(&[f64; 4]) -> f64| {
            let mut values: Vec<f64> = rounds.iter().map(of).collect();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        };
        Self {
            ours: median(|[ours, _, again, _]| f64::midpoint(*ours, *again)),
            other: median(|[_, other, _, again]| f64::midpoint(*other, *again)),
            ratio: median(|[ours, other, ours_again, other_again]| (ours + ours_again) / (other + other_again)),
            control: median(|[_, other, _, again]| again / other),
        }
    }
}

/// Times, ratio and control in columns.
impl fmt::Display for Duel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ours, other, ratio, control } = self;
        write!(f, "{ours:>12.1} ns {other:>12.1} ns {ratio:>7.2} {control:>6.2}")
    }
}

/// One side, with the runs that fill a turn.
struct Side<F> {
    run: F,
    runs: u32,
}

impl<F: FnMut()> Side<F> {
    fn new(run: F) -> Self {
        let mut side = Self { run, runs: 1 };
        while side.nanos() < TURN_NANOS {
            side.runs *= 2;
        }
        side
    }

    fn nanos(&mut self) -> u64 {
        let start = thread_nanos();
        for _ in 0..self.runs {
            (self.run)();
        }
        thread_nanos() - start
    }

    /// Nanoseconds of a run.
    #[expect(clippy::cast_precision_loss, reason = "some milliseconds")]
    fn turn(&mut self) -> f64 {
        self.nanos() as f64 / f64::from(self.runs)
    }
}
