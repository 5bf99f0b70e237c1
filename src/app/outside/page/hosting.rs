//! The host of a game that can be stopped: a page has no game that runs beside it.

use std::io;

use egui::Context;

use crate::app::outside::outcome::GameVariable;
use crate::files::Limits;
use crate::session::{LogPlayer, Session};
use maskscope_core::replay::StopRules;

/// Listens to nobody: there is no such value.
pub enum Hosting {}

impl Hosting {
    /// Refuses.
    ///
    /// # Errors
    /// Always.
    pub fn start(_: &LogPlayer, _: StopRules, _: Limits, _: Context) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// The number of the log whose game it is.
    pub const fn number(&self) -> u64 {
        match *self {}
    }

    /// The variable of the game's environment by which it finds the host.
    pub const fn variable(&self) -> GameVariable {
        match *self {}
    }

    /// Hands over nothing.
    pub const fn exchange(&mut self, _: &mut Session) {
        match *self {}
    }
}
