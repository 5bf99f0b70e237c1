//! A log that a page was given, read in slices between frames. It does not grow.

use std::io;
use std::sync::mpsc::{Receiver, channel};

use super::super::log::{Reader, Table, Teller};
use super::slice;
use crate::files::Limits;
use crate::session::{LogAction, LogPlayer, Session};

/// The number of bytes, or rows of a table, read between two readings of the clock.
const BYTES: usize = 1 << 15;
const ROWS: usize = 100;

/// Reads a log. It ends when this is dropped.
pub struct Following {
    /// The log of the session it is.
    number: u64,
    source: Source,
    told: Receiver<LogAction>,
    is_done: bool,
}

enum Source {
    Log(Box<Reader>),
    Table(Box<Table>),
}

impl Following {
    fn start(log: &LogPlayer, limits: Limits, wake: impl Fn() + Send + 'static) -> Self {
        let (tell, told) = channel();
        let (scans, teller) = (&log.replay.scans, Teller { told: tell, wake: Box::new(wake) });
        let source = match log.table.clone() {
            Some(table) => Source::Table(Box::new(Table::new(table, scans, teller))),
            None => Source::Log(Box::new(Reader::new(&log.path, &log.path, BYTES, scans, limits, teller))),
        };
        Self { number: log.number, source, told, is_done: false }
    }

    /// Goes on reading the log that is open in `session` for as long as a slice, and finds the check that is shown.
    #[expect(clippy::unnecessary_wraps, reason = "on a system a thread is started")]
    pub fn drive(
        following: &mut Option<Self>,
        session: &mut Session,
        limits: Limits,
        wake: impl Fn() + Send + 'static,
    ) -> io::Result<()> {
        let Some(log) = session.log() else {
            *following = None;
            return Ok(());
        };
        let following = match following {
            Some(following) if following.number == log.number => following,
            _ => following.insert(Self::start(log, limits, wake)),
        };
        following.go_on(session);
        Ok(())
    }

    fn go_on(&mut self, session: &mut Session) {
        let is_over = slice();
        while !self.is_done && !is_over() {
            self.is_done = match &mut self.source {
                Source::Table(table) => !table.read_on(ROWS),
                Source::Log(reader) => {
                    let has_ended = !reader.read_on();
                    if has_ended {
                        reader.stop(true);
                    }
                    has_ended
                }
            };
        }
        self.hand_over(session);
        if let Some(wanted) = session.wanted_check() {
            match &mut self.source {
                Source::Log(reader) => reader.find(wanted),
                Source::Table(table) => table.find(wanted),
            }
            self.hand_over(session);
        }
    }

    fn hand_over(&self, session: &mut Session) {
        for action in self.told.try_iter() {
            session.apply(action.into());
        }
    }
}
