//! The session: everything that changes while a person works, and the one function that changes it.
//!
//! The window, scripts and tests read `&Session` and send [`Action`]s; [`Session::apply`] is the only way in. What
//! is wanted from outside (a file, a dialog) is an [`Ask`], and the result an [`Event`]. What follows from the state
//! (the collision, the counts, the recording, the timings) is derived: each result carries the key it was made for,
//! [`Session::wanted`] names the [`Job`]s whose results are missing, and the caller runs them where it likes.
//!
//! The modules, from the bottom up. Each uses only modules listed above it.
//!
//! - `stage`: the two sprites and their placements.
//! - `animation`: frames that play.
//! - `changed`: pixels that flash, since they have just become solid or clear.
//! - `view`: the shown tab, the layers and the camera.
//! - `scan_row`: the answer of a scan, and its cost.
//! - `scans`: the table of scans: which are listed, which one is selected.
//! - `playback`: how much of a scan has been played.
//! - `race`: all scans in lockstep, and their places.
//! - `engines`: known engines side by side.
//! - `traps`: the slips of articles.
//! - `surveys`: the question that is asked over many placements.
//! - `terrain`: the ball on the hills.
//! - `replays`: logs of games, and drags of B.
//! - `project`: the hitboxes of a project, and what is saved into its files.
//! - `ask`: requests to the outside, and events from it.
//! - `messages`: failures, successes and offers.
//! - `derived`: values that follow from the state, and the jobs that find them.
//! - `history`: undo, and what is saved.
//! - `lessons`: lessons, and how far a person has come in them.
//! - `session`: the state itself.
//! - `actions`: the functions that change it, one file for each concern.

mod actions;
mod animation;
mod ask;
mod changed;
mod derived;
mod engines;
mod history;
mod lessons;
mod messages;
mod playback;
mod project;
mod race;
mod replays;
mod scan_row;
mod scans;
#[expect(clippy::module_inception, reason = "the module has the name of its main type")]
mod session;
mod stage;
mod surveys;
mod terrain;
mod traps;
mod view;

pub use actions::{Action, Here, LONGEST_LINK, Origin};
pub use animation::{Animation, AnimationAction};
pub use ask::{Ask, Event, LeftCopy, Made, OpenAs};
pub use changed::Changed;
pub use derived::{
    AskedEverywhere, CellWatched, Colliding, Derive, Derived, Differing, EnginesAsked, Everywhere, Examined, Fitted,
    Job, JobResult, JudgedKey, Lane, OwnJudgement, PinAnswers, PinAsked, PlaceRead, ProbeTimings, ProbedStep,
    Published, Raced, RankedTexels, ReadCells, Recording, RecordingKey, ShapesMet, ShapesPushed, SharedCells, Subject,
    SurveyJob, Tabled, Timed, Touching, VisitFind, WholeOrder, Windowed,
};
pub use engines::{EngineAction, EngineRow, Engines};
pub use history::Document;
pub(crate) use history::{Filed, OpenScene, Saved};
pub use lessons::{
    Condition, Control, Guess, Guessed, Lesson, LessonAction, LessonProgress, LessonStep, LessonText, Lessons,
    OpenLesson, Span, Task,
};
pub use maskscope_core::scene::{Layer, PreCheckMode, PreChecking, Tab};
pub use messages::{Message, MessageKind, Offer};
pub use playback::{Playback, PlaybackAction, Speed};
pub use project::{
    AuditProgress, AuditedHitbox, BaselineNote, DetailedFrame, DetailedKind, HitboxDetail, HitboxGroup, HitboxPicture,
    PlannedChange, PlannedLine, ProjectAction, ProjectAudit, ProjectReport, ProjectWanted, SavePlan, SavedHitbox,
    SkippedHitboxes, WrongPixels,
};
pub use race::{Race, RaceAction, RaceOrder, Standing, signs, standings};
pub(crate) use replays::KeptLog;
pub use replays::{
    Drags, DroppedInput, FoundCheck, GameCode, GameEvent, GameOrder, GameState, IgnoredKinds, Incidents, LineMark,
    LineMarks, LogAction, LogPlayer, LogSource, LogTable, PausedGame, Played, PlayerAction, RouteAction, StagedCheck,
    StopCause, StoppableGame, WantedCheck,
};
pub use scan_row::{ScanColumn, ScanRow};
pub use scans::{ScanAction, ScanList};
pub use session::Session;
pub use stage::{Family, Newer, ParentRef, Placed, Slot, Stage, StageAction};
pub use surveys::{Asked, SurveyAction, Surveys, placed_at};
pub use terrain::{Actors, Cast, GameActor, PACES, TerrainAction, TerrainGame};
pub use traps::Trap;
pub use view::{Camera, Framing, Hint, Layers, RankGrid, View, ViewAction, Zoom};
