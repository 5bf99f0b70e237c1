//! What changes the session: one enum of all rooms' actions.

use super::{animation::AnimationAction, drags::RouteAction, engines::EngineAction, file_action::FileAction};
use super::{lessons::LessonAction, log::LogAction, playback::PlaybackAction, player::PlayerAction, race::RaceAction};
use super::{scans::ScanAction, stage::StageAction, surveys::SurveyAction, terrain::TerrainAction, view::ViewAction};

/// Declares the actions: one per room, made `From` the room's enum.
macro_rules! actions {
    ($($(#[$doc:meta])* $room:ident($actions:ty),)*) => {
        /// A change that a person, a script or a test asks for. Each room has its enum, beside the state it changes.
        #[derive(Clone, Debug)]
        pub enum Action {
            $($(#[$doc])* $room($actions),)*
        }

        $(impl From<$actions> for Action {
            fn from(action: $actions) -> Self {
                Self::$room(action)
            }
        })*
    };
}

actions! {
    /// The sprites and where they stand.
    Stage(StageAction),
    /// The table of scans.
    Scan(ScanAction),
    /// The transport of what is shown: of the selected scan, or of the race.
    Playback(PlaybackAction),
    /// How the race is shown.
    Race(RaceAction),
    /// What is shown and from where.
    View(ViewAction),
    /// Known engines side by side.
    Engine(EngineAction),
    /// Frames that play.
    Animation(AnimationAction),
    /// Questions over many placements.
    Survey(SurveyAction),
    /// The routes of B.
    Route(RouteAction),
    /// The checks of the log, or of the route, as they are played.
    Player(PlayerAction),
    /// The log of a running game.
    Log(LogAction),
    /// The ball on the hills.
    Terrain(TerrainAction),
    /// The lesson that is open.
    Lesson(LessonAction),
    /// Files, in and out.
    File(FileAction),
}
