//! Events of a log and changes to it, and what they carry.

use std::{path::PathBuf, sync::Arc};

use super::incidents::LineMark;
use super::stopping::{GameEvent, GameOrder};
use maskscope_core::replay::{Check, Judgement, LogEvent, LogNotes, Moves, Skipped, StopRules};
use maskscope_core::scan::recorded::Loop;
use maskscope_core::scan::verdict::ScanVerdict;
use maskscope_core::scene::{Picture, Scene};

/// A part of standard input that could not be kept in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedInput {
    /// The number of its bytes so far.
    pub bytes: u64,
    /// The reason.
    pub why: String,
}

/// The state of the file of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LogSource {
    /// There is no such file yet.
    Awaited,
    /// Its first content is being read.
    #[default]
    Reading,
    /// All of it is read, and the game has just written.
    Following,
    /// All of it is read, and the game has not written for a while: it is over, or paused.
    Resting,
    /// It is not read any more: there will be no more.
    Ended,
    /// It has been deleted or moved; what was read stays.
    Gone,
    /// It could not be read on, for this reason.
    Failed(String),
}

impl LogSource {
    /// True if all that was written so far is read.
    pub const fn is_read(&self) -> bool {
        matches!(self, Self::Following | Self::Resting | Self::Ended)
    }
}

/// A check that was read again in its line.
#[derive(Clone, Debug)]
pub struct FoundCheck {
    /// The check.
    pub check: Check,
    /// Its sprites where they stood.
    pub scene: Scene,
    /// Its judgement by three witnesses.
    pub judgement: Judgement,
    /// The visits of the game's own loop and the verdict on them, if the check is shown, recorded them, and its boxes overlap.
    pub game_loop: Option<(Arc<Loop>, ScanVerdict)>,
    /// The line of the game that made it and its neighbours; `None` where they cannot be read.
    pub code: Option<GameCode>,
}

/// A line of a game and its neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCode {
    /// The lines.
    pub lines: Vec<String>,
    /// The number of the first, from 1.
    pub first: u64,
    /// The number of the line that is meant.
    pub meant: u64,
}

impl FoundCheck {
    /// The check, its sprites as a scene, and what follows from them.
    pub fn new(check: Check, scene: Scene, is_shown: bool) -> Self {
        let judgement = Judgement::of(&check);
        let game_loop = if is_shown { check.recorded_loop() } else { None };
        Self { check, scene, judgement, game_loop, code: None }
    }
}

/// A check whose sprites stand on the stage.
#[derive(Clone, Debug)]
pub struct StagedCheck {
    /// The number of its step.
    pub step: usize,
    /// The check; or why it cannot be shown.
    pub found: Result<Arc<FoundCheck>, String>,
    /// Somebody has moved a sprite since.
    pub is_moved: bool,
}

/// A check that is still to be found, in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedCheck {
    /// The number of its step.
    pub step: usize,
    /// Its line, from 1.
    pub line: u64,
    /// The byte at which that begins.
    pub place: u64,
    /// Its sprites come on the stage; otherwise it is for a small picture.
    pub is_shown: bool,
}

/// An event of the log, or a change to it.
#[derive(Clone, Debug)]
pub enum LogAction {
    /// Another log is read, in place of all that was open here.
    Open {
        /// The file.
        path: PathBuf,
        /// It shows the latest check whenever one comes, unless the game rests and something is wrong already.
        is_live: bool,
    },
    /// The checks of a table, which moves the sprites that are there, in place of all that was open here.
    OpenTable {
        /// The file.
        path: PathBuf,
        /// The checks.
        moves: Arc<Moves>,
        /// The rows that could not be read.
        skipped: Vec<Skipped>,
    },
    /// The game has written more.
    Observed(Vec<LogEvent>, Box<LogNotes>),
    /// A part of standard input could not be kept.
    Dropped(DroppedInput),
    /// The file has shrunk or was replaced: it is read again from its start.
    Restarted,
    /// Something has become of the file.
    Became(LogSource),
    /// A check was found, or cannot be shown for this reason.
    Found(WantedCheck, Result<Arc<FoundCheck>, String>),
    /// Asks for the pictures of these steps.
    Picture(Vec<usize>),
    /// Shows another pair, from 0.
    Choose(usize),
    /// Shows the check of a step, by its number.
    Show(usize),
    /// Counts missed touches, or leaves them out.
    Mute(bool),
    /// Lets a line of the game count otherwise, or as it is. Undo takes it back.
    Mark(String, Option<LineMark>),
    /// Lets a pair of kinds count, or leaves its checks out. Undo takes it back.
    IgnoreKinds {
        /// Both kinds, whichever comes first.
        kinds: [String; 2],
        /// They do not count.
        is_ignored: bool,
    },
    /// The game that writes the log was started so that it can be stopped by these rules.
    CanStop(Box<StopRules>),
    /// Something has become of that game.
    Game(GameEvent),
    /// Asks something of that game. The latest check is shown from then on.
    Order(GameOrder),
    /// Stops that game at wrong hits, or lets it run freely.
    StopAtWrong(bool),
    /// Stops it at missed touches, too, or does not.
    StopAtMissed(bool),
    /// Stops it only where the pixels are this far apart or deep, in px.
    StopFrom(f64),
    /// A picture of the game's screen was read in the line that begins at a byte; `None` if it cannot be read.
    FoundScreen(u64, Option<Arc<Picture>>),
    /// Draws the game's screen under the sprites, too, or only in its corner.
    SpreadScreen(bool),
    /// While live, shows the latest check of the pair alone, or of all pairs.
    Pin(bool),
    /// Shows the latest check of the pair whenever one comes.
    GoLive,
    /// Closes it; the sprites stay as they are.
    Close,
}
