//! Every kind of action, so that none is forgotten: the compiler reports kinds that are missing here, and the test
//! reports those that were never done.

use maskscope::session::{
    Action, AnimationAction, EngineAction, Event, LessonAction, LogAction, PlaybackAction, PlayerAction, ProjectAction,
    RaceAction, RouteAction, ScanAction, StageAction, SurveyAction, TerrainAction, ViewAction,
};

/// Names the variants of each room's actions once: as a list, and in an exhaustive match.
macro_rules! kinds {
    ($($room:ident($actions:ident): $($variant:ident)*;)*) => {
        /// The name of every kind.
        pub const ALL: &[&str] = &[$($(concat!(stringify!($room), " ", stringify!($variant)),)*)*];

        /// Returns the name of the kind of `action`.
        pub const fn name(action: &Action) -> &'static str {
            match action {
                $($(Action::$room($actions::$variant { .. }) => concat!(stringify!($room), " ", stringify!($variant)),)*)*
            }
        }
    };
}

kinds! {
    Stage(StageAction): Place Nudge Move Pose SetConvention SetParents SetThreshold SetRule SetHitboxes Fit Cut ShowFrame Show ShowBeside Reload
        ResetPlacement ShowPair ShowScene Expect Swap Pin SwapPinned Activate Settle Grasp Cancel Undo Redo;
    Scan(ScanAction): Select SetParameters Use SetPreCheck TimeAgain Duplicate Remove SortBy Add Rewrite;
    Playback(PlaybackAction): Play Pause Toggle StepOn StepBack First Last ToTheHit Scrub SetSpeed SetFit Faster Slower
        SetRepeat;
    Race(RaceAction): SetOrder SetCard;
    View(ViewAction): ShowLayer Show Frame SetRankGrid Hover Learnt ForgetHints Greet SetPacking Pick Preview ChooseParent WatchHealth
        WatchPushOut CountFromA;
    Engine(EngineAction): Compare Select Point Watch;
    Animation(AnimationAction): Play Within;
    Survey(SurveyAction): Choose Compare Judge Try Read Vary WatchConventions LookAt Point ShowWorst;
    Route(RouteAction): Add Choose Forget;
    Player(PlayerAction): Go GoWrong Play;
    Log(LogAction): Open OpenTable Observed Dropped Restarted Became Found Picture Choose Show Mute Mark IgnoreKinds
        CanStop Game Order StopAtWrong StopAtMissed StopFrom FoundScreen SpreadScreen Pin GoLive Close;
    Project(ProjectAction): Open CheckAgain Stop Close Reached Audited Choose ChooseNext ChooseKind ShowFrame ShowGroup
        Picture FoundPicture FoundDetail FoundPlan Saved Undone;
    Terrain(TerrainAction): Bring SetCast SetRules SetLowestBit Press Go SetKeys SetPace Fit
        Restart;
    Lesson(LessonAction): Open Next Skip Back Guess Close Recall;
    Event(Event): Loaded LoadedBeside LayersLoaded NotOpened Given Numbered DeclineCut RouteLoaded KeysLoaded SceneLoaded SceneChanged Saving Saved
        NotSaved Linked MaskImageLoaded Reloaded ChangedSince Gone NotReloaded CopiesFound CopyAnswered Failed
        Done Close WorkAtRisk;
}
