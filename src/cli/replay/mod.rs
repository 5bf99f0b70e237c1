//! `replay`: what happened over time, judged without a window: a scene's path, or the checks that a running game logged.
//!
//! - `args`: the options of `replay` and `follow`.
//! - `scene`: a scene's expectation, and the scans ranked over its path; `log`: the checks of a game.
//! - `verdicts`: what was found: kinds, pairs, incidents, suspects; `sites`: the lines of the game that test; `steps`: single
//!   checks; `skipped`: lines that could not be understood. Each as JSON and as text.

mod args;
mod log;
mod scene;
mod sites;
mod skipped;
mod steps;
mod verdicts;

use std::io::Write;

pub(super) use self::args::{FollowArgs, ReplayArgs};
#[cfg(any(unix, windows))]
pub(super) use self::args::{JudgeArgs, StopsAt};
use super::CliError;
use crate::files::{Reason, holds_log, holds_scene, load_path, may_be_scene, open_regular, shown};

impl ReplayArgs {
    pub(super) fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        self.judging.say_renamed();
        let limits = self.limits.limits();
        let is_input = self.file.as_os_str() == "-";
        if !is_input {
            open_regular(&self.file)?;
        }
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
        if !may_be_scene(&self.file, &limits) {
            return Err(Reason::Refused("it is neither a scene nor the log of a game".to_owned())
                .at(&self.file)
                .into());
        }
        let lists = self.steps.is_some() && self.path.is_none();
        let judging = self.judging.given();
        let of_logs = [
            ("--steps", lists),
            ("--pair", self.pair.is_some()),
            ("--scan", !self.scans.is_empty()),
            (judging.unwrap_or_default(), judging.is_some()),
        ];
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
