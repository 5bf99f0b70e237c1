//! Stops: a game that was started by `run --break` waits at the end of a frame in which it made a wrong check.
//!
//! The logger in the game connects to a port of this machine, and asks at the end of each frame that made a check. Each
//! process of the game has a thread here, which reads the log up to there, judges it, and answers whether the game goes on.
//! Without an answer within a second, without the connection, or without a line that makes sense, the game goes on.
//!
//! - `protocol`: the lines of JSON between the game and this program.
//! - `event`: what becomes of the game.
//! - `judged_log`: the log of a process, judged as far as it asks.
//! - `shared`: what all processes share: the rules, and what a person wants; `connection`: the thread of a process.
//! - `host`: the port to which they connect.

mod connection;
mod event;
mod host;
mod judged_log;
mod protocol;
mod shared;

pub use self::event::{GameStop, StopEvent, StopReason};
pub use self::host::StopHost;
