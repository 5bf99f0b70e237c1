//! A line of a log, and its judgement.

use super::{Alone, Check, DeafArea, Finer, GameRun, GameScreen, Judge, LogEvent, Skipped};

/// Meaning of a line of a log. Lines about sprites have none: they only change the meaning of later ones.
#[derive(Debug)]
pub enum LogEntry {
    /// A run begins.
    Run(GameRun),
    /// A check.
    Check(Box<Check>),
    /// A number of checks that were misses of sprites far apart.
    Far(u64),
    /// A finer check stands in the place of one of boxes.
    Finer(Finer),
    /// A picture of the game's screen.
    Screen(GameScreen),
    /// The engine does not test an area against something that overlaps it.
    Deaf(DeafArea),
    /// It cannot be understood.
    Skipped(Skipped),
}

impl Judge {
    /// Judges what a log says. A check that cannot follow those before it is a skipped line.
    pub fn observe(&mut self, entry: LogEntry) -> LogEvent {
        let alone = self.alone_at(&entry);
        self.observe_known(entry, alone)
    }

    /// The findings at an entry whatever came before it; `None` if it is not a check.
    pub fn alone_at(&self, entry: &LogEntry) -> Option<Alone> {
        let LogEntry::Check(check) = entry else { return None };
        Some(self.alone(check))
    }

    /// Judges an entry, given what [`Self::alone_at`] finds.
    pub fn observe_known(&mut self, entry: LogEntry, alone: Option<Alone>) -> LogEvent {
        match entry {
            LogEntry::Run(run) => {
                self.begin(run.view);
                LogEvent::Run(run)
            }
            LogEntry::Far(checks) => LogEvent::Far(checks),
            LogEntry::Finer(finer) => LogEvent::Finer(finer),
            LogEntry::Screen(screen) => LogEvent::Screen(screen),
            LogEntry::Deaf(deaf) => LogEvent::Deaf(deaf),
            LogEntry::Skipped(skipped) => LogEvent::Skipped(skipped),
            LogEntry::Check(check) => match self.judge_alone(&check, alone.unwrap_or_else(|| self.alone(&check))) {
                Ok(judged) => LogEvent::Check(Box::new(judged)),
                Err(fault) => LogEvent::Skipped(Skipped { line: check.line, reason: fault.to_string() }),
            },
        }
    }
}
