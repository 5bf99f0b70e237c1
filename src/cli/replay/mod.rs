//! `replay`: what happened over time, judged without a window: a scene's path, or the checks that a running game logged.

mod log;
mod scene;
mod steps;

use std::{io::Write, path::PathBuf};

use clap::{Args, ValueEnum};

use super::{CliError, Open, options::LimitArgs};
use crate::{
    files::{holds_log, holds_scene, load_path, shown},
    scan::Scan,
};

/// Judge the checks that a running game logged, or check what a scene expects and rank the scans over it.
///
/// A log has a line of JSON for each sprite and each check. Every check is judged by the masks. Ends in 3 where the game and
/// the masks disagree; skipped lines and tunnels alone do not change that.
///
/// Over the path of a scene, visits and wrong answers are those of all steps together. Times are medians over at most 20 of
/// the steps at which the boxes overlap, evenly spaced from the first to the last. last-hit remembers its hits along the path.
/// A path whose header also names ax and ay, a_rotation, b_rotation, a_frame, b_frame or hit is judged like a log.
/// What the scene expects is checked where the scene itself places B. Ends in 3 where that does not hold,
/// and where hit and the masks disagree.
#[derive(Debug, Args)]
pub(super) struct Replay {
    /// The scene, or the log; - reads a log from standard input.
    #[arg(value_name = "SCENE|LOG")]
    file: PathBuf,
    /// Where B goes, in place of the scene's own path: rows of time,x,y in seconds, or under the header frame,x,y in
    /// sixtieths of a second; x and y, or bx and by, are B's position as scenes write it. A header names its columns in any
    /// order: ax and ay, A's position; a_rotation and b_rotation, degrees clockwise; a_frame and b_frame, numbers from 0 or
    /// names; hit, what the game answered: true, false, 1, 0 or nothing. Others are ignored.
    #[arg(long, value_name = "CSV")]
    path: Option<PathBuf>,
    /// Of a scene: check only what it expects: no path, no ranking and no timing.
    #[arg(long, conflicts_with = "path")]
    expect_only: bool,
    /// Of a log, or a path that is judged like one: list its checks, all of them or only the wrong ones: disagreements and tunnels. Alone it means all; it
    /// stands behind LOG then, or is written --steps=all.
    #[arg(long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "all")]
    steps: Option<Steps>,
    /// Of a log: count the checks of this pair only, two instances in the order of the log.
    #[arg(long, value_name = "A,B")]
    pair: Option<String>,
    /// Of a log: run this scan at every check, as in rows, incremental:7px or sample:4; may be repeated.
    #[arg(long = "scan", value_name = "NAME")]
    scans: Vec<Scan>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer as JSON; times are nanoseconds.
    #[arg(long)]
    json: bool,
}

/// Open the window on the log of a running game, and go on reading while the game runs.
///
/// The log has a line of JSON for each sprite and each check. It need not be there yet.
#[derive(Debug, Args)]
pub(super) struct Follow {
    /// The log; - reads standard input.
    log: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Follow {
    /// What the window opens with.
    pub(super) fn open(&self) -> Open {
        let (a, b, scene, lesson) = Default::default();
        Open { a, b, scene, lesson, follow: Some(self.log.clone()), limits: self.limits.limits() }
    }
}

/// Which checks of a log are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Steps {
    /// All of them.
    All,
    /// Disagreements and tunnels.
    Wrong,
}

impl Replay {
    pub(super) fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        let limits = self.limits.limits();
        let is_input = self.file.as_os_str() == "-";
        if is_input || holds_log(&self.file) {
            self.refuse(&[("--path", self.path.is_some()), ("--expect-only", self.expect_only)], "a scene", "a log")?;
            return log::replay(self, limits, out, err);
        }
        if !holds_scene(&self.file, &limits) && load_path(&self.file, &limits).is_ok() {
            return Err(CliError::Usage(format!(
                "{}: it is a path; it moves the sprites of a scene: replay SCENE --path CSV",
                shown(&self.file)
            )));
        }
        let lists = self.steps.is_some() && self.path.is_none();
        let of_logs = [("--steps", lists), ("--pair", self.pair.is_some()), ("--scan", !self.scans.is_empty())];
        self.refuse(&of_logs, "a log", "a scene")?;
        scene::replay(self, &limits, out)
    }

    /// Refuses the first of `options` that is given: it is for files of another kind.
    fn refuse(&self, options: &[(&str, bool)], whose: &str, is: &str) -> Result<(), CliError> {
        match options.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => {
                Err(CliError::Usage(format!("{option} is for {whose}; {} is {is}", shown(&self.file))))
            }
            None => Ok(()),
        }
    }
}
