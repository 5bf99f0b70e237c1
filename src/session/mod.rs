//! The session: everything that changes while a person works, and the one function that changes it.
//!
//! The window, scripts and tests read `&Session` and send [`Action`]s; [`Session::apply`] is the only way in. What
//! is wanted from outside (a file, a dialog) is an [`Ask`], and the result an [`Event`]. What follows from the state
//! (the collision, the counts, the recording, the timings) is derived: each result carries the key it was made for,
//! [`Session::wanted`] names the [`Job`]s whose results are missing, and the caller runs them where it likes.

mod actions;
mod animation;
mod ask;
mod changed;
mod derived;
mod engines;
mod event;
mod history;
mod lessons;
mod messages;
mod playback;
mod race;
mod rank_grid;
mod replays;
mod scans;
#[expect(clippy::module_inception, reason = "the room is named after what it holds")]
mod session;
mod stage;
mod surveys;
mod terrain;
mod traps;
mod view;

pub use crate::scene::{Layer, PreCheckMode, PreChecking, Tab};
pub use actions::Action;
pub use actions::Here;
pub use actions::LONGEST_LINK;
pub use actions::Origin;
pub use animation::{Animation, AnimationAction};
pub use ask::{Ask, Input, LeftCopy};
pub use changed::Changed;
pub use derived::{AskedEverywhere, Everywhere, WholeOrder};
pub use derived::{CellWatched, Colliding, Derive, Derived, EnginesAsked, Examined, Job, JobResult, Lane, VisitFind};
pub use derived::{
    Differing, Fitted, Judged, Judgement, ShapesMet, ShapesPushed, SharedCells, Timed, Touching, Windowed,
};
pub use derived::{
    ProbeTimings, ProbedStep, Published, Raced, RankedTexels, Recorded, Recording, Subject, SurveyJob, Tabled,
};
pub use engines::{EngineAction, EngineRow, Engines};
pub use event::{Event, Made};
pub use history::Document;
pub(crate) use history::{Filed, OpenScene, Saved};
pub use lessons::{Condition, Control, Guess, Guessed, Lesson, LessonAction, LessonProgress, Lessons, OpenLesson};
pub use lessons::{LessonStep, LessonText, Span, Task};
pub use messages::{Message, MessageKind, Offer};
pub use playback::{Playback, PlaybackAction, Speed};
pub use race::{Race, RaceAction, RaceOrder, placings};
pub use rank_grid::RankGrid;
pub(crate) use replays::KeptLog;
pub use replays::{Drags, RouteAction};
pub use replays::{FoundCheck, LogAction, LogSource, Lost, StagedCheck, WantedCheck};
pub use replays::{Incidents, LineMark, LineMarks};
pub use replays::{LogPlayer, LogTable};
pub use replays::{Played, PlayerAction};
pub use scans::{ScanAction, ScanColumn, ScanList, ScanRow};
pub use session::Session;
pub use stage::{Family, Newer, ParentRef, Placed, Slot, Stage, StageAction};
pub use surveys::{Asked, SurveyAction, Surveys, placed_at};
pub use terrain::{Actors, Cast, GameActor, PACES, TerrainAction, TerrainGame};
pub use traps::Trap;
pub use view::{Camera, Framing, Hint, Layers, View, ViewAction, Zoom};
