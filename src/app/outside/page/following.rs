//! A log that a page was given, read in slices between frames. It does not grow.

use std::io;
use std::path::Path;
use std::sync::mpsc::Receiver;

use egui::Context;

use super::slice;
use crate::app::outside::log::{LogReader, Teller};
use crate::files::Limits;
use crate::session::{LogAction, LogPlayer, Session};
use maskscope_core::scan::own::elsewhere;

/// The number of bytes read between two readings of the clock.
const BYTES: usize = 1 << 15;

/// Reads a log. It ends when this is dropped.
pub struct Following {
    /// Number of the log in the session.
    pub number: u64,
    reader: LogReader,
    actions: Receiver<LogAction>,
}

impl Following {
    /// Reads the log of a session; `wake` repaints when there is something to tell.
    #[expect(clippy::unnecessary_wraps, reason = "on a system a thread is started")]
    pub fn start(log: &LogPlayer, limits: Limits, _: Option<&Path>, wake: Context) -> io::Result<Self> {
        let (teller, actions) = Teller::new(wake);
        let reader = LogReader::new(log, BYTES, limits, teller);
        Ok(Self { number: log.number, reader, actions })
    }

    /// Goes on reading for as long as a slice, and finds the checks that `session` wants.
    pub fn exchange(&mut self, session: &mut Session) {
        let is_over = slice(0.0);
        while !self.reader.has_ended() && !is_over() {
            if !self.reader.read_on() && !self.reader.has_ended() {
                self.reader.end();
            }
            self.hand_over(session);
            if elsewhere::lacks_runs() {
                break;
            }
        }
        for wanted in session.wanted_checks() {
            self.reader.find(wanted);
            self.hand_over(session);
        }
        if let Some(place) = session.wanted_screen() {
            self.reader.find_screen(place);
            self.hand_over(session);
        }
    }

    fn hand_over(&self, session: &mut Session) {
        for action in self.actions.try_iter() {
            session.apply(action.into());
        }
    }
}
