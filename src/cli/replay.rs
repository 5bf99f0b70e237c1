use std::{
    fmt,
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use serde::Serialize;

use super::{
    CliError, answer,
    options::LimitArgs,
    pair::lay,
    table::{
        Column::{Left, Right},
        table,
    },
};
use crate::{
    files::{load_scene, shown},
    measure::measure,
    scan::{Count, Scan},
    scene::Laid,
    words::{duration, thousands},
};

/// Each scan is timed for so long.
const BUDGET: Duration = Duration::from_millis(20);

/// Check what a scene expects, and rank the scans over it.
///
/// Ends in 3 where the expectation does not hold.
#[derive(Debug, Args)]
pub(super) struct Replay {
    /// The scene.
    scene: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer as JSON; times are nanoseconds.
    #[arg(long)]
    json: bool,
}

impl Replay {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let scene = load_scene(&self.scene, &self.limits.limits())?;
        let laid = lay(&scene, &self.scene)?;
        let collision = laid.collision();
        let expectation = scene.expectation.map(|expected| expected.holds(&collision));
        let truth = collision.masks_overlap();
        let ranking = ranked(Scan::ALL.into_iter().map(|scan| Ranked::new(scan, &laid, truth)).collect());
        let replayed = Replayed { expectation: expectation.map(Verdict::new), scans: ranking };
        answer(out, self.json, &replayed)?;
        if expectation == Some(false) { Err(self.failed(&self.scene, &laid)) } else { Ok(()) }
    }

    fn failed(&self, path: &Path, laid: &Laid) -> CliError {
        let collision = laid.collision();
        let yes = |overlap: bool| if overlap { "overlap" } else { "do not" };
        CliError::Expectation(format!(
            "{}: the expectation does not hold: boxes {}, masks {}, {} px are shared",
            shown(path),
            yes(collision.boxes_overlap()),
            yes(collision.masks_overlap()),
            thousands(collision.overlap_area)
        ))
    }
}

#[derive(Debug, Serialize)]
struct Replayed {
    expectation: Option<Verdict>,
    scans: Vec<Ranked>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Held,
    Failed,
}

impl Verdict {
    const fn new(held: bool) -> Self {
        if held { Self::Held } else { Self::Failed }
    }
}

/// A scan over the whole of a replay.
#[derive(Debug, Serialize)]
struct Ranked {
    name: String,
    rank: usize,
    visits: u64,
    median_ns: f64,
    wrong: u64,
}

impl Ranked {
    fn new(scan: Scan, laid: &Laid, truth: bool) -> Self {
        let [a, b] = laid.masks_for(scan);
        let mut count = Count::default();
        let hit = scan.run(&a, &b, laid.offset, None, &mut count).is_some();
        let timing = measure(scan, a.mask(), b.mask(), laid.offset, BUDGET, &|| false).expect("nobody cancels it");
        Self {
            name: scan.to_string(),
            rank: 0,
            visits: count.visits,
            median_ns: timing.median_nanos,
            wrong: u64::from(hit != truth),
        }
    }
}

/// The scans with their ranks, the best first: the fewest wrong answers, of those the fewest visits. Equals share a rank.
fn ranked(mut scans: Vec<Ranked>) -> Vec<Ranked> {
    scans.sort_by_key(|scan| (scan.wrong, scan.visits));
    let keys: Vec<_> = scans.iter().map(|scan| (scan.wrong, scan.visits)).collect();
    for (scan, key) in scans.iter_mut().zip(&keys) {
        scan.rank = 1 + keys.iter().filter(|other| *other < key).count();
    }
    scans
}

impl fmt::Display for Replayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.expectation {
            Some(Verdict::Held) => writeln!(f, "HELD    it is as the scene expects\n")?,
            Some(Verdict::Failed) => writeln!(f, "FAILED  it is not as the scene expects\n")?,
            None => writeln!(f, "The scene expects nothing.\n")?,
        }
        let row = |scan: &Ranked| {
            let wrong = if scan.wrong == 0 { String::new() } else { thousands(scan.wrong) };
            [scan.rank.to_string(), scan.name.clone(), thousands(scan.visits), duration(scan.median_ns), wrong]
        };
        let rows: Vec<_> = self.scans.iter().map(row).collect();
        f.write_str(&table([Right(""), Left("scan"), Right("visits"), Right("median"), Right("wrong")], &rows))
    }
}
