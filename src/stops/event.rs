//! News of a game that can be stopped.

use std::path::PathBuf;
use std::sync::Arc;

use maskscope_core::replay::Step;
use maskscope_core::scene::Picture;

/// A process of the game, by the number that the system gives it, and what has become of it.
#[derive(Clone, Debug)]
pub enum StopEvent {
    /// It has connected, and runs.
    Began { pid: u32 },
    /// It waits at the end of a frame.
    Paused(Box<GameStop>),
    /// It runs again; `steps` if only to the end of the next frame.
    Runs { pid: u32, steps: bool },
    /// Judging takes this long a frame, in ms, and slows it down.
    Slow { pid: u32, ms: f64 },
    /// It is no longer connected, and goes on for itself or has ended.
    Left {
        pid: u32,
        was_paused: bool,
        /// The reason, where it is not the game that has ended.
        why: Option<String>,
    },
}

/// A game that waits at the end of a frame.
#[derive(Clone, Debug)]
pub struct GameStop {
    /// Its process.
    pub pid: u32,
    /// The frame.
    pub frame: u64,
    /// The wrong check that has stopped it; `None` if a person has.
    pub reason: Option<StopReason>,
    /// The game's screen, where the log has it.
    pub screen: Option<Arc<Picture>>,
}

/// A wrong check that has stopped a game.
#[derive(Clone, Debug, PartialEq)]
pub struct StopReason {
    /// The log.
    pub log: PathBuf,
    /// Its step.
    pub step: Step,
    /// Both instances, in words.
    pub names: String,
    /// File and line of the game.
    pub at: Option<String>,
    /// The number of wrong checks at its line that have stopped nothing, if it is the first that does.
    pub passed: u64,
}

impl StopReason {
    /// `Mob 3 × Bullet 8, main.py:323`.
    pub fn place(&self) -> String {
        let at = self.at.as_ref().map_or_else(String::new, |at| format!(", {at}"));
        format!("{}{at}", self.names)
    }
}
