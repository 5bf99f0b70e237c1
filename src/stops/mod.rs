//! Stops: a game that was started by `run --break` waits at the end of a frame in which it made a wrong check.
//!
//! The logger in the game connects to a port of this machine, and asks at the end of each frame that made a check. Each
//! process of the game has a thread here, which reads the log up to there, judges it, and answers whether the game goes on.
//! Without an answer within a second, without the connection, or without a line that makes sense, the game goes on.
//!
//! - `protocol`: the lines of JSON that both write.
//! - `host`: the port, and what all processes share: the rules, and what a person wants.
//! - `connection`: the thread of a process.
//! - `judged_log`: its log, judged as far as it asks.

mod connection;
mod host;
mod judged_log;
mod protocol;

pub use self::host::{GameStop, StopEvent, StopHost, StopReason};
