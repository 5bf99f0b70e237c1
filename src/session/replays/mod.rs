//! Checks over time: the log of a game, and the drags of B.
//!
//! - `log`: the log, its filters and the check that is shown; `action`: its changes and events.
//! - `stopping`: a running game that can be stopped.
//! - `incidents`: the incidents in the order of the list.
//! - `drags`: the routes of B, recorded or read; `player`: the playback of both.

mod action;
pub(super) mod drags;
mod incidents;
mod log;
mod player;
mod stopping;

pub use action::{DroppedInput, FoundCheck, GameCode, LogAction, LogSource, StagedCheck, WantedCheck};
pub use drags::{Drags, RouteAction};
pub use incidents::{IgnoredKinds, Incidents, LineMark, LineMarks};
pub(crate) use log::KeptLog;
pub use log::{LogPlayer, LogTable};
pub use player::{Played, PlayerAction};
pub use stopping::{GameEvent, GameOrder, GameState, PausedGame, StopCause, StoppableGame};
