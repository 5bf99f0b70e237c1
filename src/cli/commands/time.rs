//! `time`: the time of the scans at one placement.

use std::{fmt, io::Write, time::Duration};

use clap::Args;
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::args::{PairArgs, ScanArgs, try_scripts};
use crate::cli::output::{TextColumn, answer, progress, table};
use maskscope_core::measure::{measure, measure_preparing};
use maskscope_core::scan::{Count, Scan};
use maskscope_core::words::{duration, spread, thousands};
use maskscope_core::{memory::OutOfMemory, scene::Laid};

/// Time for each scan.
const BUDGET: Duration = Duration::from_millis(100);

/// Time the scans at one placement, in batches, as medians.
#[derive(Debug, Args)]
pub(in crate::cli) struct TimeArgs {
    #[command(flatten)]
    pair: PairArgs,
    #[command(flatten)]
    scans: ScanArgs,
    /// Answer as JSON; times are nanoseconds.
    #[arg(long)]
    json: bool,
}

impl TimeArgs {
    pub(in crate::cli) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let (scene, laid) = self.pair.lay()?;
        let scans = self.scans.scans(&scene)?;
        try_scripts(&scans, |scan| laid.masks_for(scan), laid.offset);
        self.scans.refuse_failed(self.pair.scene(), &scans)?;
        let timed = TimesJson::new(&laid, &scans)?;
        answer(out, self.json, (&timed, &timed))
    }
}

#[derive(Debug, Serialize)]
struct TimesJson {
    debug: bool,
    scans: Vec<TimedScan>,
}

#[derive(Debug, Serialize)]
struct TimedScan {
    name: String,
    /// Its name in the text.
    #[serde(skip)]
    shown: String,
    visits: u64,
    prepare_ns: f64,
    median_ns: f64,
    min_ns: f64,
    /// This median as a multiple of that of `rows`: below 1 is faster. `None` for a script, which is interpreted.
    ratio_to_rows: Option<f64>,
    #[serde(skip)]
    spread: f64,
}

impl TimesJson {
    fn new(laid: &Laid, scans: &[Scan]) -> Result<Self, OutOfMemory> {
        for scan in scans {
            let [a, b] = laid.masks_for(*scan);
            scan.room(&a, &b)?;
        }
        let time = |scan: Scan| {
            let [a, b] = laid.masks_for(scan);
            let timing = measure(scan, [&a, &b], laid.offset, None, BUDGET, &|| false);
            timing.expect("nobody cancels it")
        };
        progress::begin("time");
        let rows = time(Scan::ROWS);
        let entry = |&scan: &Scan| {
            let timing = if scan == Scan::ROWS { rows } else { time(scan) };
            let mut count = Count::default();
            let [a, b] = laid.masks_for(scan);
            scan.run(&a, &b, laid.offset, None, &mut count);
            TimedScan {
                name: scan.to_string(),
                shown: scan.printed_name(),
                visits: count.visits,
                prepare_ns: measure_preparing(scan, a.mask(), b.mask()),
                median_ns: timing.median_nanos,
                min_ns: timing.min_nanos,
                ratio_to_rows: scan.own().is_none().then(|| timing.ratio_to(&rows)),
                spread: timing.spread,
            }
        };
        let scans = progress::through("time", "scans", scans).map(entry).collect();
        Ok(Self { debug: cfg!(debug_assertions), scans })
    }
}

impl fmt::Display for TimesJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.debug {
            writeln!(f, "This is a debug build: its times mean little.\n")?;
        }
        let row = |scan: &TimedScan| {
            let (median, min) = (duration(scan.median_ns), duration(scan.min_ns));
            let prepare = if scan.prepare_ns > 0.0 { duration(scan.prepare_ns) } else { "–".to_owned() };
            let ratio = scan.ratio_to_rows.map_or_else(|| "script".to_owned(), |ratio| format!("{ratio:.2} ×"));
            [scan.shown.clone(), thousands(scan.visits), median, spread(scan.spread), min, ratio, prepare]
        };
        let rows: Vec<_> = self.scans.iter().map(row).collect();
        let [visits, median, spread, min, ratio, prepare] =
            ["visits", "median", "spread", "fastest", "of rows", "prepare"].map(TextColumn::Right);
        f.write_str(&table([TextColumn::Left("scan"), visits, median, spread, min, ratio, prepare], &rows))
    }
}
