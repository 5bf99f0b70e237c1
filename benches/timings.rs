//! True if timings stay true while the machine is busy: every scan is timed while nothing else runs, and beside four
//! processes that only count.
//!
//! `cargo bench --bench timings`, or with a number of rounds other than 5: `cargo bench --bench timings -- 9`. Quiet and busy
//! take turns. No busy median may be off by more than 30 % of the quiet one, which is the median of all rounds. How far the
//! quiet ones are off it shows how quiet the machine is.

use std::{
    env,
    hint::black_box,
    io::{self, Write},
    process::{Child, Command},
    thread::sleep,
    time::{Duration, Instant},
};

use maskscope::files::{sample_pairs, sample_sprite};
use maskscope_core::{
    geom::{Offset, Size},
    mask::{Mask, Prepared},
    measure::{Timing, measure, measure_call},
    scan::Scan,
};

/// The number of processes that count.
const BUSY: usize = 4;
/// Time for which the window times each scan.
const BUDGET: Duration = Duration::from_millis(30);
/// Allowed error of a median.
const GOAL: f64 = 0.3;

/// Processes that count until this is dropped.
struct Counting(Vec<Child>);

impl Counting {
    fn start() -> io::Result<Self> {
        let program = env::current_exe()?;
        let counting = (0..BUSY).map(|_| Command::new(&program).arg("count").spawn()).collect::<io::Result<_>>()?;
        sleep(Duration::from_millis(300));
        Ok(Self(counting))
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        for process in &mut self.0 {
            // It can only have ended already.
            let _ = process.kill().and_then(|()| process.wait());
        }
    }
}

/// A pair of masks at an offset, with a name.
type Place = (&'static str, [Prepared; 2], Offset);

/// The first built-in pair, which hits, and two boards without a shared cell.
fn places() -> Vec<Place> {
    let board = |odd: u32| Prepared::new(Mask::from_fn(Size::new(256, 256), |x, y| (x + y) % 2 == odd));
    let mut places = vec![("boards 256²", [board(0), board(1)], Offset::default())];
    if let Some(pair) = sample_pairs().first()
        && let Some((a, b)) = sample_sprite(&pair.a).zip(sample_sprite(&pair.b))
    {
        places.push(("first pair", [a, b].map(|sprite| Prepared::new(sprite.mask().mask().clone())), pair.offset));
    }
    places
}

/// The error of `nanos`.
fn off(nanos: f64, truth: f64) -> f64 {
    (nanos / truth - 1.0).abs()
}

fn median(times: &[f64]) -> f64 {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn worst(offs: impl Iterator<Item = f64>) -> f64 {
    offs.fold(0.0, f64::max)
}

fn main() -> io::Result<()> {
    let argument = env::args().skip(1).find(|argument| argument != "--bench");
    if argument.as_deref() == Some("count") {
        // It ends by itself, should nobody end it.
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(600) {
            black_box((0..1_000_000_u64).fold(0, |sum, n| black_box(sum ^ n)));
        }
        return Ok(());
    }
    let rounds = argument.and_then(|argument| argument.parse().ok()).unwrap_or(5);
    let places = places();
    let cases: Vec<(&Place, Scan)> = places.iter().flat_map(|place| Scan::ALL.map(|scan| (place, scan))).collect();
    let time = |&((_, [a, b], offset), scan): &(&Place, Scan)| {
        measure(scan, [a, b], *offset, None, BUDGET, &|| false).expect("nobody cancels it")
    };
    let (mut quiet, mut busy) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        quiet.push(cases.iter().map(time).collect::<Vec<Timing>>());
        let counting = Counting::start()?;
        busy.push(cases.iter().map(time).collect::<Vec<Timing>>());
        drop(counting);
    }

    let mut out = io::stdout().lock();
    let nothing = measure_call(|| (), BUDGET, &|| false).expect("nobody cancels it");
    writeln!(out, "A call that does nothing takes {:.2} ns.\n", nothing.median_nanos)?;
    writeln!(out, "{:12} {:16} {:>11} {:>9} {:>9} {:>9}", "", "", "quiet ns", "quiet off", "busy off", "disturbed")?;
    let (mut quiet_off, mut busy_off) = (0.0_f64, 0.0_f64);
    for (at, ((name, ..), scan)) in cases.iter().enumerate() {
        let truth = median(&quiet.iter().map(|round| round[at].median_nanos).collect::<Vec<_>>());
        let worst_of = |rounds: &[Vec<Timing>]| worst(rounds.iter().map(|round| off(round[at].median_nanos, truth)));
        let disturbed = busy.iter().filter(|round| round[at].is_disturbed()).count();
        let (off_quiet, off_busy) = (worst_of(&quiet), worst_of(&busy));
        let shares = format!("{:>8.1}% {:>8.1}%", 100.0 * off_quiet, 100.0 * off_busy);
        writeln!(out, "{name:12} {:16} {truth:>11.1} {shares} {disturbed:>9}", scan.to_string())?;
        (quiet_off, busy_off) = (quiet_off.max(off_quiet), busy_off.max(off_busy));
    }
    let verdict = if busy_off <= GOAL { "the goal is met" } else { "short of the goal" };
    writeln!(
        out,
        "\nOff by at most {:.1} % while quiet and {:.1} % while busy, of {} %: {verdict}.",
        100.0 * quiet_off,
        100.0 * busy_off,
        100.0 * GOAL
    )
}
