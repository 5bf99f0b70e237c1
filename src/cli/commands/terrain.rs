//! `terrain`: the ball on the hills, moved by a key file.

use std::{fmt, io::Write, path::PathBuf};

use clap::Args;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::cli::args::{ReadingArgs, whole};
use crate::cli::output::{
    TextColumn::{Left, Right},
    answer, progress, table,
};
use crate::cli::{CliError, Listed, point_json};
use crate::files::{load_keys, remark_on};
use maskscope_core::scene::terrain::{Ball, Happening, Playfield, Probing, Rules, Run, StepRecord};
use maskscope_core::words::thousands;

/// The most steps listed one by one.
const MOST_LISTED: usize = 40;

/// Let a ball walk, jump and fall on hills, from recorded key presses.
///
/// In options for one sprite, the ball is A and the ground is B. The stage is as large as the ground; the ball starts
/// at 32,10. Each step, a sixtieth of a second, reads one pixel: the one under the middle of the ball at its next
/// position. A step disagrees if the mask of the whole ball, at that position, gives another answer than that pixel.
#[derive(Debug, Args)]
pub(in crate::cli) struct TerrainArgs {
    /// The keys: one "STEP left|right|jump down|up" per line, steps counted from 0, in ascending order; # begins a
    /// comment.
    #[arg(long, value_name = "FILE")]
    keys: PathBuf,
    /// The ball, instead of the built-in one.
    #[arg(long, value_name = "IMAGE")]
    ball: Option<PathBuf>,
    /// The ground, instead of the built-in hills.
    #[arg(long, value_name = "IMAGE")]
    ground: Option<PathBuf>,
    /// The number of steps.
    #[arg(long = "for", value_name = "N", default_value_t = 600, value_parser = whole(0..=Run::MOST_STEPS))]
    count: u32,
    #[arg(long, hide = true, value_name = "N", conflicts_with = "count", value_parser = whole(0..=Run::MOST_STEPS))]
    steps: Option<u32>,
    /// Read every row between the ball's bottom and the probe, downwards, so that nothing thin is jumped over.
    #[arg(long)]
    swept: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Answer as JSON: the state after each step.
    #[arg(long)]
    json: bool,
}

impl TerrainArgs {
    pub(in crate::cli) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        if self.steps.is_some() {
            remark_on("--steps", "this option is called --for now");
        }
        let keys = load_keys(&self.keys, &self.reading.limits())?;
        let sprite = |given: &Option<PathBuf>, sample, at| match given {
            Some(path) => self.reading.load(path, at),
            None => self.reading.sample(sample, at),
        };
        let (ball, ground) = (sprite(&self.ball, "ball.png", 0)?, sprite(&self.ground, "hills.png", 1)?);
        let playfield = Playfield::new(ball.mask(), ground.mask());
        let probing = if self.swept { Probing::Swept } else { Probing::EndPoint };
        let mut run = Run::new(Rules { probing, ..playfield.rules() });
        for step in progress::through("terrain", "steps", 0..self.steps.unwrap_or(self.count)) {
            run.push(&playfield, keys.of_step(step));
        }
        progress::begin("terrain: writing");
        answer(out, self.json, (&ReplayedRun(&run), &ReplayedRun(&run)))
    }
}

/// A step, and the state after it.
fn step_json(record: &StepRecord) -> Value {
    let ball = record.after.ball;
    json!({
        "step": record.step,
        "x": ball.position.0,
        "y": ball.position.1,
        "velocity_y": ball.velocity_y,
        "jumping": ball.jumping,
        "probe": point_json(record.look.probe),
        "contact": record.look.contact.map(point_json),
        "pixels_read": record.look.reads.count,
    })
}

/// The steps of a run.
struct ReplayedRun<'a>(&'a Run);

impl Serialize for ReplayedRun<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("steps", Listed(|| self.0.steps.iter().map(step_json)))])
    }
}

impl fmt::Display for ReplayedRun<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(run) = self;
        let records = &run.steps;
        let count =
            |such: fn(&StepRecord) -> bool| thousands(records.iter().filter(|record| such(record)).count() as u64);
        let read = records.iter().map(|record| u64::from(record.look.reads.count)).sum();
        writeln!(f, "steps        {}", count(|_| true))?;
        writeln!(f, "contact      {}", count(|record| record.look.contact.is_some()))?;
        writeln!(f, "tunnelled    {}", count(|record| record.tunnelled.is_some()))?;
        writeln!(f, "disagree     {}", count(StepRecord::disagrees))?;
        writeln!(f, "pixels read  {}\n", thousands(read))?;

        let happening = |(step, record)| Some((record, run.happening(step)?));
        let happenings: Vec<(&StepRecord, Happening)> = records.iter().enumerate().filter_map(happening).collect();
        let row = |record: &StepRecord, what: String| {
            let Ball { position: (x, y), velocity_y, .. } = record.after.ball;
            [record.step.to_string(), what, x.to_string(), y.to_string(), velocity_y.to_string()]
        };
        let listed = happenings.iter().take(MOST_LISTED).map(|(record, happening)| row(record, happening.to_string()));
        let rows: Vec<_> = listed.chain(records.last().map(|last| row(last, "ends".to_owned()))).collect();
        f.write_str(&table([Right("step"), Left(""), Right("x"), Right("y"), Right("velocity")], &rows))?;
        let more = happenings.len().saturating_sub(MOST_LISTED);
        if more > 0 { writeln!(f, "and {} more before the end", thousands(more as u64)) } else { Ok(()) }
    }
}
