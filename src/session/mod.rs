//! The session: everything that changes while a person works, and the one function that changes it.
//!
//! The window, scripts and tests read `&Session` and speak in [`Action`]s; [`Session::apply`] is the only way in. What
//! must happen outside (a dialog, a file) comes back as an [`Effect`]. What follows from the state (the collision, the
//! counts, the recording, the timings) is derived: each result carries the key it was made for, [`Session::wanted`]
//! names the [`Job`]s whose results are missing, and whoever drives the session runs them where it likes.

mod animation;
mod changed;
mod code;
mod derived;
mod engines;
mod files;
mod history;
mod lane;
mod messages;
mod open_scene;
mod playback;
mod race;
mod route;
mod scans;
mod stage;
mod surveys;
mod terrain;
mod traps;
mod view;

pub use animation::{Animation, AnimationAction};
pub use changed::Changed;
pub use derived::{Found, Job, JobResult, RankGrid, Recording, SameMask, ScanRow, Subject};
pub use engines::{EngineAction, EngineRow, Engines};
pub use files::{Content, Effect, Export, FileAction};
pub use lane::Lane;
pub use messages::{Message, MessageKind};
pub use playback::{Playback, PlaybackAction, Speed};
pub use race::{Race, RaceAction, RaceOrder};
pub use route::{RouteAction, RoutePlayer};
pub use scans::{ScanAction, ScanColumn, ScanList};
pub use stage::{Placed, Slot, Stage, StageAction};
pub use surveys::{Asked, Published, SurveyAction, SurveyJob, Surveys, placed_at};
pub use terrain::{Actor, Actors, Cast, PACES, ProbeTimings, ProbedStep, TerrainAction, TerrainRoom};
pub use traps::Trap;
pub use view::{Camera, Framing, Hint, Layers, View, ViewAction, Zoom};

pub use crate::scene::{Layer, PreCheckMode, PreChecking, Tab};

use changed::Flash;
use derived::Derived;
use history::History;
use messages::Messages;
use open_scene::Scenes;
use playback::Course;
use stage::Refusal;

/// Something a person, a script or a test wants. Cut by room: each enum stands beside the state it changes.
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

/// A state that can be undone: what a scene holds, apart from how it is looked at. Cloning shares images and routes.
#[derive(Clone, Debug)]
struct Moment {
    stage: Stage,
    route: Option<std::sync::Arc<crate::scene::Route>>,
}

/// The state of the program, apart from anything that belongs to a window or a disk.
#[derive(Debug, Default)]
pub struct Session {
    stage: Stage,
    history: History<Moment>,
    scans: ScanList,
    playback: Playback,
    race: Race,
    view: View,
    engines: Engines,
    animation: Animation,
    surveys: Surveys,
    route: RoutePlayer,
    terrain: TerrainRoom,
    flash: Flash,
    scenes: Scenes,
    messages: Messages,
    derived: Derived,
}

impl Session {
    /// The sprites and where they stand.
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The table of scans.
    pub const fn scans(&self) -> &ScanList {
        &self.scans
    }

    /// How much of the selected scan has been played.
    pub const fn playback(&self) -> &Playback {
        &self.playback
    }

    /// How far the race has come, and how it is shown.
    pub const fn race(&self) -> &Race {
        &self.race
    }

    /// The transport of what is shown: what [`PlaybackAction`]s act on.
    pub const fn transport(&self) -> &Playback {
        match self.view.tab() {
            Tab::Inspect | Tab::Survey | Tab::Path | Tab::Terrain => &self.playback,
            Tab::Race => &self.race.transport,
        }
    }

    const fn transport_mut(&mut self) -> &mut Playback {
        match self.view.tab() {
            Tab::Inspect | Tab::Survey | Tab::Path | Tab::Terrain => &mut self.playback,
            Tab::Race => &mut self.race.transport,
        }
    }

    /// What that transport plays; `None` until known.
    fn course(&self) -> Option<Course> {
        match self.view.tab() {
            Tab::Inspect | Tab::Survey | Tab::Path | Tab::Terrain => self.recording().map(Course::from),
            Tab::Race => self.race_steps().map(Course::of),
        }
    }

    /// How many steps the transport of what is shown has; 0 where there is nothing to play.
    pub fn steps(&self) -> u64 {
        self.course().map_or(0, Course::visits)
    }

    /// The steps of the whole race: the most visits that any scan makes; `None` until known.
    pub fn race_steps(&self) -> Option<u64> {
        self.rows().iter().map(|row| row.count.visits).max()
    }

    /// What the race shows of a scan, once known.
    pub fn lane(&self, scan: crate::scan::Scan) -> Option<&Lane> {
        self.derived.lane(scan)
    }

    /// Which texels of the overlap a race shows; `None` while there is none.
    pub fn lane_grid(&self) -> Option<RankGrid> {
        self.derived.lane_grid()
    }

    /// What is shown and from where.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// Known engines side by side.
    pub const fn engines(&self) -> &Engines {
        &self.engines
    }

    /// What failed, what was done, what is under way: oldest first.
    pub fn messages(&self) -> &[Message] {
        self.messages.all()
    }

    /// Whether there is something to undo, and something to redo.
    pub fn can_undo_redo(&self) -> (bool, bool) {
        (self.history.can_undo(), self.history.can_redo())
    }

    /// Changes the state. The answer, if any, is something to be done outside.
    pub fn apply(&mut self, action: Action) -> Option<Effect> {
        match action {
            Action::Stage(action) => self.apply_to_stage(action),
            Action::Scan(action) => self.apply_to_scans(action),
            Action::Playback(action) if self.view.tab() == Tab::Terrain => self.terrain.transport(action),
            Action::Playback(action) => {
                let course = self.course();
                self.transport_mut().apply(action, course);
            }
            Action::Race(action) => self.race.apply(action),
            Action::View(action) => {
                let tab = self.view.tab();
                self.view.apply(action);
                if self.view.tab() != tab {
                    // Whoever would end a gesture is no longer shown.
                    self.settle();
                }
            }
            Action::Engine(action) => self.engines.apply(action),
            Action::Animation(action) => self.animation.apply(action),
            Action::Route(action) => self.apply_to_route(action),
            Action::Terrain(action) => self.terrain.apply(action),
            Action::Survey(SurveyAction::Again) => self.derived.survey_again(),
            Action::Survey(action) => self.surveys.apply(action),
            Action::File(action) => return self.apply_file(action),
        }
        self.follow();
        None
    }

    fn apply_to_stage(&mut self, action: StageAction) {
        if action.moves_a_sprite() {
            self.derived.remember_hit();
        } else {
            self.derived.forget_hit();
        }
        match action {
            StageAction::Undo => self.travel(History::undo),
            StageAction::Redo => self.travel(History::redo),
            StageAction::Settle => self.settle(),
            change => self.change_stage(change),
        }
    }

    fn change_stage(&mut self, change: StageAction) {
        let merges = change.merges_with_itself();
        let before = self.moment();
        if change.moves_a_sprite() {
            self.view.learnt(Hint::Drag);
        }
        match &change {
            StageAction::ShowPair { .. } | StageAction::ShowScene(_) => {
                self.animation = Animation::default();
                self.view.apply(ViewAction::Frame(Framing::Fit));
            }
            StageAction::Show { slot, .. } => {
                self.animation.forget(*slot);
                self.view.apply(ViewAction::Frame(Framing::Fit));
            }
            _ => {}
        }
        let flashes = match &change {
            StageAction::SetThreshold { slot, .. } | StageAction::SetRule { slot, .. } => Some((*slot, false)),
            StageAction::Reload { slot, .. } => Some((*slot, true)),
            _ => None,
        };
        let moves = change.moves_a_sprite();
        let leaves_scene = matches!(change, StageAction::Show { .. } | StageAction::ShowPair { .. });
        if let Err(refusal) = self.stage.apply(change) {
            self.tell(&refusal);
        }
        if self.stage == before.stage {
            return;
        }
        if leaves_scene {
            self.leave_scene();
        }
        if moves && self.view.tab() == Tab::Path {
            let ends =
                route::position(before.stage.get(route::MOVED)).zip(route::position(self.stage.get(route::MOVED)));
            if let Some((from, to)) = ends {
                self.route.record(from, to);
            }
        }
        let mask = |stage: &Stage, slot| stage.get(slot).map(|placed| std::sync::Arc::clone(placed.raster().mask()));
        match flashes.map(|(slot, reloaded)| (slot, reloaded, mask(&before.stage, slot).zip(mask(&self.stage, slot)))) {
            Some((slot, false, Some((old, new)))) => self.flash.during(slot, &old, &new),
            Some((slot, true, Some((old, new)))) => self.flash.reloaded(slot, &old, &new),
            _ => self.flash.clear(),
        }
        // The first images come to nothing: there is nothing to go back to.
        if before.stage.both().is_some() || self.history.can_undo() {
            self.history.record(before, merges);
        }
    }

    /// A gesture has ended.
    fn settle(&mut self) {
        self.route.settle();
        self.flash.settle();
        self.history.settle();
    }

    fn apply_to_route(&mut self, action: RouteAction) {
        let before = matches!(action, RouteAction::Set(_)).then(|| self.moment());
        self.route.apply(action);
        self.follow_route();
        if let Some(before) = before.filter(|before| before.route.as_ref() != self.route.route()) {
            self.history.record(before, None);
        }
    }

    /// What undo brings back.
    fn moment(&self) -> Moment {
        Moment { stage: self.stage.clone(), route: self.route.route().cloned() }
    }

    /// Goes to another moment of the history.
    fn travel(&mut self, go: impl FnOnce(&mut History<Moment>, &mut Moment)) {
        self.flash.clear();
        let mut moment = self.moment();
        go(&mut self.history, &mut moment);
        let Moment { stage, route } = moment;
        self.stage = stage;
        if route.as_ref() != self.route.route() {
            self.route.restore(route, route::position(self.stage.get(route::MOVED)));
        }
    }

    /// Puts B where it stands at the step of the route that is shown. That is no change to undo.
    fn follow_route(&mut self) {
        if let Some(position) = self.route.position()
            && self.stage.apply(StageAction::Move { slot: route::MOVED, position }).is_err()
        {
            self.route.apply(RouteAction::Play(false));
        }
    }

    fn tell(&mut self, refusal: &Refusal) {
        match refusal {
            Refusal::TooLarge(_) => {
                let most = crate::words::thousands(crate::scene::Posed::MOST_CELLS);
                let detail = format!("A sprite may cover at most {most} cells. Nothing was changed.");
                self.messages.error("That is too large for the world".to_owned(), detail);
            }
            Refusal::TooFarApart => {
                let most = crate::words::thousands(i32::MAX.unsigned_abs().into());
                let detail = format!("They may lie at most {most} cells apart along each axis. Nothing was changed.");
                self.messages.error("The sprites would be too far apart".to_owned(), detail);
            }
            Refusal::Grid(error) => {
                let detail = format!("Of the sheet, {error}. Nothing was changed.");
                self.messages.error("That grid cuts nothing".to_owned(), detail);
            }
        }
    }

    fn apply_to_scans(&mut self, action: ScanAction) {
        let selected = self.scans.selected();
        self.scans.apply(action);
        if self.scans.selected() != selected {
            self.playback.another_scan();
        }
    }

    /// Brings everything derived up to date that is cheap, and lets playback follow.
    fn follow(&mut self) {
        let card = self.race.card().filter(|_| self.view.tab() == Tab::Race);
        let watches_engines = self.engines.is_watched();
        self.derived.follow(&self.stage, &self.scans, self.playback.position(), &self.view, card, watches_engines);
        let asked = self.surveys.asked(self.view.tab(), &self.stage, &self.scans, self.route.route());
        self.derived.survey(asked);
        if self.view.tab() == Tab::Terrain {
            self.terrain.follow(&self.stage);
        }
        self.playback.follow(self.recording().map(Course::from));
        self.race.transport.follow(self.race_steps().map(Course::of));
    }

    /// Moves time on by `seconds`: playback advances, finished messages go. Answers whether anything moves.
    pub fn tick(&mut self, seconds: f64) -> bool {
        if self.view.tab() == Tab::Terrain {
            let ball_moves = self.terrain.tick(seconds);
            let frames_move = self.play_frames(seconds);
            return self.messages.tick(seconds) || frames_move || ball_moves;
        }
        let (was_playing, course) = (self.transport().is_playing(), self.course());
        self.transport_mut().tick(seconds, course);
        if was_playing {
            self.view.learnt_when(Hint::Play, self.playback.position() > 0 && self.playback.was_asked_to_play());
            self.follow();
        }
        let frames_move = self.play_frames(seconds);
        if self.route.tick(seconds) {
            self.follow_route();
            self.follow();
        }
        let route_moves = self.route.is_moving();
        let flash_moves = self.flash.tick(seconds);
        let messages_move = self.messages.tick(seconds);
        self.transport().is_playing() || frames_move || route_moves || flash_moves || messages_move
    }

    /// Shows the frames that are due; answers whether any play. Playing is no change to undo.
    fn play_frames(&mut self, seconds: f64) -> bool {
        let mut plays = false;
        for slot in Slot::ALL {
            let Some(placed) = self.stage.get(slot).filter(|_| self.animation.plays(slot)) else { continue };
            plays |= self.animation.range(slot, placed).len() > 1;
            if let Some(shown) = self.animation.tick(slot, placed, seconds)
                && self.stage.apply(StageAction::ShowFrame { slot, shown }).is_err()
            {
                self.animation.apply(AnimationAction::Play(slot, false));
            }
        }
        if plays {
            self.follow();
        }
        plays
    }

    /// Which sprites' frames play.
    pub const fn animation(&self) -> &Animation {
        &self.animation
    }

    /// The route of B.
    pub const fn route(&self) -> &RoutePlayer {
        &self.route
    }

    /// The ball on the hills.
    pub const fn terrain(&self) -> &TerrainRoom {
        &self.terrain
    }

    /// Whether what is shown plays.
    pub const fn is_playing(&self) -> bool {
        match self.view.tab() {
            Tab::Terrain => self.terrain.is_playing(),
            _ => self.transport().is_playing(),
        }
    }

    /// The choices of the surveys.
    pub const fn surveys(&self) -> &Surveys {
        &self.surveys
    }

    /// How far the survey has come that is asked for; `None` while nothing is known of it.
    pub fn published(&self) -> Option<&Published> {
        self.derived.published()
    }

    /// The answer to the question that is asked over many placements, as far as it is known.
    pub fn answer(&self) -> Option<crate::survey::Answer> {
        self.derived.answer()
    }

    /// Pixels that have just become solid or clear.
    pub const fn changed(&self) -> Option<&Changed> {
        self.flash.get()
    }

    /// The work whose results are missing, most urgent first.
    pub fn wanted(&self) -> Vec<Job> {
        let mut jobs = self.derived.wanted();
        if self.view.tab() == Tab::Terrain && self.terrain.timings().is_none() {
            jobs.extend(self.terrain.probed().map(Box::new).map(Job::TimeProbe));
        }
        jobs
    }

    /// Takes a finished job's result; one that was made for an earlier state is dropped.
    pub fn finish(&mut self, result: JobResult) {
        if let Some((step, timings)) = result.probe_timings() {
            self.terrain.take_timings(step.clone(), timings);
        }
        self.derived.finish(result);
        self.follow();
    }

    /// Runs all wanted work here and now: for scripts and tests.
    pub fn run_wanted(&mut self) {
        loop {
            let Some(job) = self.wanted().into_iter().next() else { return };
            let Some(result) = job.run(&|| false) else { return };
            self.finish(result);
        }
    }

    /// What two masks share at the present placement; `None` while a place is empty.
    pub fn collision(&self) -> Option<&crate::scene::Collision> {
        self.derived.collision()
    }

    /// What there is to know of a sprite's mask; `None` until known, and while nobody looks.
    pub fn health(&self, slot: Slot) -> Option<&crate::mask::Health> {
        self.derived.health(slot)
    }

    /// How the masks touch at the present placement; `None` until known.
    pub fn contact(&self) -> Option<&crate::scene::Contact> {
        self.derived.contact()
    }

    /// One row per scan in the order of the list; empty while a place is empty.
    pub fn rows(&self) -> &[ScanRow] {
        self.derived.rows()
    }

    /// The places of the scans in the list, from 0, in the order in which the table shows them.
    pub fn sorted_scans(&self) -> Vec<usize> {
        self.scans.sorted(self.rows())
    }

    /// What every known engine answers, in their order; empty until known, and while nobody watches.
    pub fn engine_rows(&self) -> &[EngineRow] {
        self.derived.engine_rows()
    }

    /// True while the rows' counts belong to an earlier placement.
    pub fn rows_are_stale(&self) -> bool {
        self.derived.rows_are_stale()
    }

    /// The selected scan's run; that of an earlier placement while a long one is under way.
    pub fn recording(&self) -> Option<&Recording> {
        self.derived.recording()
    }

    /// True while the recording belongs to an earlier placement or scan.
    pub fn recording_is_stale(&self) -> bool {
        self.derived.recording_is_stale()
    }

    /// The two masks and the offset; `None` while a place is empty.
    pub fn subject(&self) -> Option<&Subject> {
        self.derived.subject()
    }

    /// The current visit: the last one played.
    pub fn current_visit(&self) -> Option<crate::scan::Visit> {
        let rank = self.playback.position().checked_sub(1)?;
        self.derived.visit(rank)
    }

    /// The ranks, from 0, of the visits that touched the cell under the pointer; `None` where it lies outside the overlap
    /// or they are not yet known.
    pub fn history(&self) -> Option<&[u64]> {
        self.derived.history()
    }

    /// When each visible texel of the overlap was first visited; `None` until known.
    pub fn ranks(&self) -> Option<&crate::scan::RankMap> {
        self.derived.ranks()
    }
}
