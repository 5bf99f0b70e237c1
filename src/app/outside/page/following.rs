//! A log that a page was given, read in slices between frames. It does not grow.

use std::io;
use std::sync::mpsc::{Receiver, channel};

use super::slice;
use crate::app::outside::log::{Reader, Teller};
use crate::files::Limits;
use crate::session::{LogAction, LogPlayer, Session};

/// The number of bytes read between two readings of the clock.
const BYTES: usize = 1 << 15;

/// Reads a log. It ends when this is dropped.
pub struct Following {
    /// The log of the session it is.
    number: u64,
    reader: Reader,
    told: Receiver<LogAction>,
}

impl Following {
    fn start(log: &LogPlayer, limits: Limits, wake: impl Fn() + Send + 'static) -> Self {
        let (tell, told) = channel();
        let teller = Teller { sender: tell, wake: Box::new(wake) };
        Self { number: log.number, reader: Reader::new(log, BYTES, limits, teller), told }
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
        while !self.reader.has_ended() && !is_over() {
            if !self.reader.read_on() {
                self.reader.stop(true);
            }
        }
        self.hand_over(session);
        if let Some(wanted) = session.wanted_check() {
            self.reader.find(wanted);
            self.hand_over(session);
        }
        for wanted in session.wanted_pictures() {
            self.reader.picture(wanted);
        }
        self.hand_over(session);
    }

    fn hand_over(&self, session: &mut Session) {
        for action in self.told.try_iter() {
            session.apply(action.into());
        }
    }
}
