//! The log of a process of the game, judged while the game waits.

use std::collections::BTreeSet;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::files::{FileError, Limits, Log, Reason, RegularFile, open_regular, pair_names};
use maskscope_core::replay::{Judge, LogEntry, Replay, RunTo, StopRules, Stops, VerdictRules};
use maskscope_core::scene::Picture;

use super::event::StopReason;

/// The share of a new time in the mean of all.
const SHARE: f64 = 0.1;

/// A log that is judged as the game writes it.
pub(super) struct JudgedLog {
    path: PathBuf,
    limits: Limits,
    file: Option<RegularFile>,
    /// The number of bytes that were read.
    at: u64,
    log: Log,
    judge: Judge,
    replay: Replay,
    stops: Stops,
    /// The number of sites whose lines were compared with those of `here`, and the latter.
    known: (usize, BTreeSet<String>),
    /// The mean time that a frame takes, in ms.
    pub(super) mean_ms: f64,
}

impl JudgedLog {
    /// The log at `path`; nothing is read yet.
    pub(super) fn new(path: PathBuf, limits: Limits, verdicts: VerdictRules) -> Self {
        Self {
            log: Log::new(&path, limits),
            path,
            limits,
            file: None,
            at: 0,
            judge: Judge::new(&[]).with_rules(verdicts),
            replay: Replay::default(),
            stops: Stops::default(),
            known: <_>::default(),
            mean_ms: 0.0,
        }
    }

    /// Judges what was written up to the byte `end`; returns the reason for a stop at the end of this frame, if there is one.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub(super) fn judge_to(&mut self, end: u64, rules: &StopRules, to: RunTo) -> Result<Option<StopReason>, FileError> {
        let begun = Instant::now();
        self.read_to(end, rules)?;
        self.ask_here(rules);
        let reason = self.stops.look(&self.replay, rules, to).map(|stop| self.reason(stop.incident, stop.passed));
        self.mean_ms += SHARE * (begun.elapsed().as_secs_f64() * 1e3 - self.mean_ms);
        Ok(reason)
    }

    fn read_to(&mut self, end: u64, rules: &StopRules) -> Result<(), FileError> {
        let Some(length) = end.checked_sub(self.at).filter(|length| *length > 0) else { return Ok(()) };
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(open_regular(&self.path)?),
        };
        let mut bytes = Vec::new();
        let read = file.seek(SeekFrom::Start(self.at)).and_then(|_| file.take(length).read_to_end(&mut bytes));
        let read = read.map_err(|error| Reason::Read(error).at(&self.path))?;
        self.at += read as u64;
        if (read as u64) < length {
            return Err(Reason::Read(io::ErrorKind::UnexpectedEof.into()).at(&self.path));
        }
        let Self { log, judge, replay, .. } = self;
        log.read(&bytes, |mut entry| {
            if let LogEntry::Check(check) = &mut entry {
                check.is_contact |= StopRules::name_line(&rules.contact, check.source.as_deref());
            }
            replay.keep(judge.observe(entry));
        });
        Ok(())
    }

    /// Lets the lines of `here` ask here.
    fn ask_here(&mut self, rules: &StopRules) {
        let sites = &self.replay.sites;
        if (sites.len(), &rules.here) == (self.known.0, &self.known.1) {
            return;
        }
        let lines = sites.iter().filter_map(|site| site.at.as_ref());
        let here: Vec<_> = lines.filter(|at| StopRules::name_line(&rules.here, Some(at))).cloned().collect();
        self.known = (sites.len(), rules.here.clone());
        self.replay.ask_here(here);
    }

    fn reason(&self, incident: usize, passed: u64) -> StopReason {
        let Self { replay, path, .. } = self;
        let incident = &replay.incidents[incident];
        let step = &replay.steps[incident.last as usize];
        let site = &replay.sites[incident.site as usize];
        StopReason {
            step: *step,
            names: pair_names(&replay.pairs[incident.pair as usize].names),
            at: site.at.clone(),
            passed,
            log: path.clone(),
        }
    }

    /// The picture of the game's screen that was logged last.
    pub(super) fn last_screen(&mut self) -> Option<Arc<Picture>> {
        let place = self.replay.screens.last()?.place;
        let mut text = Vec::new();
        let file = self.file.as_mut()?;
        file.seek(SeekFrom::Start(place)).ok()?;
        file.take(Log::MOST_BYTES_OF_A_LINE as u64).read_to_end(&mut text).ok()?;
        let line = text.split(|byte| *byte == b'\n').next()?;
        Log::screen(line, &self.limits).ok().map(Arc::new)
    }

    /// Reads what has been written since.
    pub(super) fn read_on(&mut self, rules: &StopRules) {
        let length = std::fs::metadata(&self.path).map_or(0, |found| found.len());
        // What cannot be read now is said at the next question.
        self.read_to(length, rules).ok();
    }
}
