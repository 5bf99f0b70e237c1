//! What changes the session: one enum of all rooms' actions.

use super::{
    animation::AnimationAction, engines::EngineAction, files::FileAction, playback::PlaybackAction, race::RaceAction,
    route::RouteAction, scans::ScanAction, stage::StageAction, surveys::SurveyAction, terrain::TerrainAction,
    view::ViewAction,
};

/// A change that a person, a script or a test asks for. Each room has its enum, beside the state it changes.
#[derive(Clone, Debug)]
pub enum Action {
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
    /// The route of B.
    Route(RouteAction),
    /// The ball on the hills.
    Terrain(TerrainAction),
    /// Files, in and out.
    File(FileAction),
}

/// `From` the enum of each room.
macro_rules! action_from {
    ($($room:ident($actions:ty)),*) => {
        $(impl From<$actions> for Action {
            fn from(action: $actions) -> Self {
                Self::$room(action)
            }
        })*
    };
}

action_from!(
    Stage(StageAction),
    Scan(ScanAction),
    Playback(PlaybackAction),
    Race(RaceAction),
    View(ViewAction),
    Engine(EngineAction),
    Animation(AnimationAction),
    Survey(SurveyAction),
    Route(RouteAction),
    Terrain(TerrainAction),
    File(FileAction)
);
