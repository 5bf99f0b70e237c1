//! The session: everything that changes while a person works, and the one function that changes it.
//!
//! The window, scripts and tests read `&Session` and send [`Action`]s; [`Session::apply`] is the only way in. What
//! is wanted from outside (a file, a dialog) is an [`Ask`], and the result an [`Event`]. What follows from the state
//! (the collision, the counts, the recording, the timings) is derived: each result carries the key it was made for,
//! [`Session::wanted`] names the [`Job`]s whose results are missing, and the caller runs them where it likes.

mod animation;
mod apply;
mod ask;
mod changed;
mod checks;
mod derived;
mod document;
mod drags;
mod engines;
mod event;
mod files;
mod follow;
mod here;
mod hitboxes;
mod incidents;
mod lessons;
mod log;
mod log_action;
mod messages;
mod open_scene;
mod origin;
mod playback;
mod player;
mod race;
mod rank_grid;
mod scans;
mod scenes;
#[expect(clippy::module_inception, reason = "the room is named after what it holds")]
mod session;
mod stage;
mod surveys;
mod teaching;
mod terrain;
mod traps;
mod travel;
mod undo;
mod view;

pub use crate::scene::{Layer, PreCheckMode, PreChecking, Tab};
pub use animation::{Animation, AnimationAction};
pub use apply::Action;
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
pub use document::Document;
pub use drags::{Drags, RouteAction};
pub use engines::{EngineAction, EngineRow, Engines};
pub use event::{Event, Made};
pub use files::LONGEST_LINK;
pub use here::Here;
pub use incidents::{Incidents, LineMark, LineMarks};
pub use lessons::{Condition, Control, Guess, Guessed, Lesson, LessonAction, LessonProgress, Lessons, OpenLesson};
pub use lessons::{LessonStep, LessonText, Span, Task};
pub(crate) use log::KeptLog;
pub use log::{LogPlayer, LogTable};
pub use log_action::{FoundCheck, LogAction, LogSource, Lost, StagedCheck, WantedCheck};
pub use messages::{Message, MessageKind, Offer};
pub use origin::Origin;
pub use playback::{Playback, PlaybackAction, Speed};
pub use player::{Played, PlayerAction};
pub use race::{Race, RaceAction, RaceOrder, placings};
pub use rank_grid::RankGrid;
pub use scans::{ScanAction, ScanColumn, ScanList, ScanRow};
pub(crate) use scenes::{Filed, OpenScene, Saved};
pub use session::Session;
pub use stage::{Family, Newer, ParentRef, Placed, Slot, Stage, StageAction};
pub use surveys::{Asked, SurveyAction, Surveys, placed_at};
pub use terrain::{Actors, Cast, GameActor, PACES, TerrainAction, TerrainGame};
pub use traps::Trap;
pub use view::{Camera, Framing, Hint, Layers, View, ViewAction, Zoom};
