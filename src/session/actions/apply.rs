//! Changes of the session: the actions of all its rooms, the one function that applies them, and what follows at once.

use std::sync::Arc;

use crate::session::animation::{Animation, AnimationAction};
use crate::session::history::{Document, Reach};
use crate::session::replays::{Drags, LogAction, PlayerAction, RouteAction, drags};
use crate::session::stage::{Slot, Stage, StageAction, StageRefusal, UndoStream};
use crate::session::view::{Framing, Hint, ViewAction};
use crate::session::{ask::Event, engines::EngineAction, lessons::LessonAction};
use crate::session::{
    playback::PlaybackAction, project::ProjectAction, race::RaceAction, scans::ScanAction, session::Session,
};
use crate::session::{surveys::SurveyAction, terrain::TerrainAction};
use maskscope_core::scene::{LayError, Posed, Tab};
use maskscope_core::{choice::Choice as _, words::thousands};

/// Declares the actions: one per module, made `From` the module's enum.
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
    /// The settings of the race.
    Race(RaceAction),
    /// The view: its tab, its layers, its camera.
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
    /// The hitboxes of a project.
    Project(ProjectAction),
    /// The ball on the hills.
    Terrain(TerrainAction),
    /// The lesson that is open.
    Lesson(LessonAction),
    /// Events from outside.
    Event(Event),
}

impl Session {
    /// Changes the state. Unsaved work that something else is opened in place of can be taken by [`Self::take_replaced`].
    pub fn apply(&mut self, action: Action) {
        let opens = opens_something(&action);
        let replaces = opens || self.travels_far(&action) || matches!(action, Action::Event(Event::KeysLoaded(_)));
        let before = replaces.then(|| self.document());
        if opens {
            self.lessons.leave();
        }
        self.change(action);
        if let Some(before) = before.filter(Document::is_unsaved)
            && !before.has_work_of(&self.document())
        {
            self.replaced.push(before);
        }
    }

    /// True of a step back or on to where something else was open.
    fn travels_far(&self, action: &Action) -> bool {
        let [back, on] = self.undo.ends();
        let step = match action {
            Action::Stage(StageAction::Undo) => back,
            Action::Stage(StageAction::Redo) => on,
            _ => None,
        };
        step.is_some_and(|step| matches!(step.reach, Reach::Look | Reach::All))
    }

    /// Takes the unsaved work that something else was opened in place of, the oldest first.
    pub fn take_replaced(&mut self) -> Vec<Document> {
        std::mem::take(&mut self.replaced)
    }

    fn change(&mut self, action: Action) {
        match action {
            Action::Stage(action) => self.apply_to_stage(action),
            Action::Scan(action) => {
                self.view.previewed = None;
                self.apply_to_scans(action);
            }
            Action::Playback(action) if self.view.tab == Tab::Terrain => self.terrain.transport(action),
            Action::Playback(action) if self.played_on_show().is_some() => self.play_checks(action),
            Action::Playback(action) => {
                if self.would_reveal(action) {
                    self.reveal(None);
                }
                let length = self.run_length();
                self.transport_mut().apply(action, length);
            }
            Action::Race(action) => self.race.apply(action),
            Action::View(action) => {
                let tab = self.view.tab;
                self.view.apply(action);
                if matches!(self.view.tab, Tab::Race | Tab::Survey | Tab::Replay) {
                    // There the visits stand that are to be guessed.
                    self.reveal(None);
                }
                if self.view.tab != tab {
                    // The control that would end a gesture is no longer shown.
                    self.settle();
                }
            }
            Action::Engine(action) => self.engines.apply(action),
            Action::Animation(action) => self.animation.apply(action),
            Action::Route(RouteAction::Choose(chosen)) if chosen >= self.route.routes().len() => {}
            Action::Route(action) => self.change_route(|route| route.apply(action)),
            Action::Player(action) => self.apply_to_player(action),
            Action::Log(action) => self.apply_to_log(action),
            Action::Project(action) => self.apply_to_project(action),
            Action::Terrain(action) => self.apply_to_game(action),
            Action::Survey(SurveyAction::ShowWorst) => {
                let before = self.now();
                if self.surveys.seek_worst(self.scans.selected()) {
                    self.view.apply(ViewAction::Show(Tab::Survey));
                    self.settle();
                    self.record_step(before, Reach::Look, "jump", None);
                }
            }
            Action::Survey(action) => self.surveys.apply(action),
            Action::Lesson(action) => self.apply_to_lessons(action),
            Action::Event(event) => return self.take_event(event),
        }
        self.follow();
    }

    fn apply_to_stage(&mut self, action: StageAction) {
        if action.moves_a_sprite() {
            self.derived.remember_hit();
        } else {
            self.derived.forget_hit();
        }
        match action {
            StageAction::Undo | StageAction::Redo => {
                self.fitting = None;
                self.travel(matches!(action, StageAction::Undo));
            }
            StageAction::Settle => self.settle(),
            StageAction::Grasp => self.grasp(),
            StageAction::Cancel => self.cancel(),
            StageAction::Fit(form) => self.fit(form),
            StageAction::Show { .. } | StageAction::ShowBeside { .. } | StageAction::ShowPair { .. } => {
                if self.open(action.clone()) {
                    self.leave_scene(action);
                }
            }
            StageAction::ShowScene(_) => {
                self.open(action);
            }
            change => {
                if let StageAction::SetHitboxes { slot, .. } = change {
                    self.fitting = None;
                    // Surveys hold it against others from here on.
                    self.surveys.apply(SurveyAction::Try(slot, None));
                }
                self.change_stage(change);
            }
        }
    }

    /// Opens other sprites, as one step to undo with all that follows from it; returns whether that is possible.
    pub(in crate::session) fn open(&mut self, opening: StageAction) -> bool {
        // Images that are opened at once are one step.
        let stream = opening.stream();
        if stream.is_none() {
            self.settle();
        } else {
            self.route.settle();
        }
        let before = self.now();
        let deed = opening.deed();
        let opened = match opening {
            StageAction::Show { slot, .. } => Some(slot),
            StageAction::ShowBeside { .. } => Some(Slot::B),
            _ => None,
        };
        if let Err(refusal) = self.stage.apply(opening) {
            self.tell(&refusal);
            return false;
        }
        self.stage_is_of_log = false;
        match opened {
            Some(slot) => self.animation.forget(slot),
            None => self.animation = Animation::default(),
        }
        self.view.apply(ViewAction::Frame(Framing::Fit));
        self.flash.clear();
        // The first images are not a step: there is nothing to go back to, or to make again.
        let was_empty = |slot: &Slot| before.stage.get(*slot).is_none();
        let is_first = Slot::ALL.iter().filter(|slot| opened.is_none_or(|opened| opened == **slot)).all(was_empty);
        if !is_first || !self.undo.is_empty() {
            self.record_step(before, Reach::Look, deed, stream);
        }
        true
    }

    pub(super) fn change_stage(&mut self, change: StageAction) {
        let (stream, deed, poses) = (change.stream(), change.deed(), matches!(change, StageAction::Pose { .. }));
        if let StageAction::ShowFrame { slot, .. } = change {
            self.animation.chosen(slot);
        }
        let before = self.now();
        let stage = &before.stage;
        if change.moves_a_sprite() {
            self.view.learnt(Hint::Drag);
            self.view.learnt(Hint::Lessons);
        }
        let flashes = match &change {
            StageAction::SetThreshold { slot, .. } | StageAction::SetRule { slot, .. } => Some((*slot, false)),
            StageAction::Reload { slots, .. } => slots.first().map(|slot| (*slot, true)),
            _ => None,
        };
        let moves = change.moves_a_sprite() || matches!(change, StageAction::SwapPinned);
        if let Err(refusal) = self.stage.apply(change) {
            self.tell(&refusal);
        }
        if self.stage == *stage {
            return;
        }
        self.view.end_greeting();
        if moves && self.log.is_some() {
            self.leave_check();
        } else if moves && self.view.tab == Tab::Replay {
            let ends = drags::position(stage.get(drags::MOVED)).zip(drags::position(self.stage.get(drags::MOVED)));
            if let Some((from, to)) = ends {
                self.route.record(from, to);
            }
        }
        let mask = |stage: &Stage, slot| stage.get(slot).map(|placed| Arc::clone(placed.raster().mask()));
        match flashes.map(|(slot, reloaded)| (slot, reloaded, mask(stage, slot).zip(mask(&self.stage, slot)))) {
            Some((slot, false, Some((old, new)))) => self.flash.during(slot, &old, &new),
            Some((slot, true, Some((old, new)))) => self.flash.reloaded(slot, &old, &new),
            _ => self.flash.clear(),
        }
        let deed = stage.posed_otherwise(&self.stage).filter(|_| poses).unwrap_or(deed);
        self.record_step(before, Reach::Work, deed, stream);
    }

    /// A gesture has ended.
    pub(in crate::session) fn settle(&mut self) {
        self.route.settle();
        self.flash.settle();
        self.undo.settle();
        self.grasped = None;
    }

    /// Changes the route that is shown, or its step; B follows.
    pub(super) fn change_route(&mut self, change: impl FnOnce(&mut Drags)) {
        let before = self.now();
        let was_on_route = self.route.position() == drags::position(self.stage.get(drags::MOVED));
        change(&mut self.route);
        self.follow_route();
        // Where B was put by hand, it comes back, too.
        let is_taken_away = !was_on_route && before.stage != self.stage;
        if is_taken_away || before.route.kept() != self.route.kept() {
            self.record_step(before, Reach::Work, "path", None);
        }
    }

    /// Applies a change of the ball's game. One that replaces keys, rules or steps is a step to undo; playing on is not.
    fn apply_to_game(&mut self, action: TerrainAction) {
        let stream = matches!(action, TerrainAction::SetRules(_)).then_some(UndoStream::Game);
        let goes_on = matches!(action, TerrainAction::Press(..));
        let before = action.may_replace().then(|| self.now());
        self.terrain.apply(action);
        if let Some(before) = before.filter(|before| self.terrain.has_replaced(&before.terrain, goes_on)) {
            self.record_step(before, Reach::Game, "game", stream);
        }
    }

    /// Puts B where it stands at the step of the route that is shown. That is not a step to undo.
    pub(super) fn follow_route(&mut self) {
        if let Some(position) = self.route.position()
            && self.stage.apply(StageAction::Move { slot: drags::MOVED, position }).is_err()
        {
            self.route.play(PlayerAction::Play(false), None);
        }
    }

    pub(in crate::session) fn tell(&mut self, refusal: &StageRefusal) {
        let (title, reason) = match refusal {
            StageRefusal::Unplaced(_, LayError::TooLarge { .. }) => {
                let most = thousands(Posed::MOST_CELLS);
                let detail = format!("A sprite may cover at most {most} cells. Nothing was changed.");
                return self.messages.error("That is too large for the world".to_owned(), detail);
            }
            StageRefusal::TooFarApart => {
                let most = thousands(i32::MAX.unsigned_abs().into());
                let detail = format!("They may lie at most {most} cells apart along each axis. Nothing was changed.");
                return self.messages.error("The sprites would be too far apart".to_owned(), detail);
            }
            StageRefusal::Unplaced(slot, LayError::Unbaked(unbaked)) => {
                (&*format!("{} cannot read {}", unbaked.filter.name(), slot.letter()), unbaked.to_string())
            }
            StageRefusal::Memory(refused) | StageRefusal::Unplaced(_, LayError::Memory(refused)) => {
                ("There is too little memory for this", refused.to_string())
            }
            StageRefusal::Unplaced(_, why) => ("The sprite cannot be placed there", why.to_string()),
            StageRefusal::Parents(fault) => ("Such parents are not possible", fault.to_string()),
            StageRefusal::Grid(error) => ("That grid cuts nothing", error.to_string()),
        };
        self.messages.error(title.to_owned(), format!("Nothing was changed: {reason}."));
    }

    fn apply_to_scans(&mut self, action: ScanAction) {
        let selected = self.scans.selected();
        if let ScanAction::TimeAgain = action {
            self.derived.time_again(selected);
        }
        let before = action.changes_scripts().then(|| self.now());
        self.scans.apply(action);
        if self.scans.selected() != selected {
            self.playback.another_scan();
        }
        if let Some(before) = before.filter(|before| before.scans.own().ne(self.scans.own())) {
            let stream = matches!(action, ScanAction::Rewrite(_)).then_some(UndoStream::Script);
            self.record_step(before, Reach::Scans, "script", stream);
        }
    }
}

/// True if other sprites are opened: whoever does that has left the lesson.
const fn opens_something(action: &Action) -> bool {
    matches!(
        action,
        Action::Stage(
            StageAction::Show { .. }
                | StageAction::ShowBeside { .. }
                | StageAction::ShowPair { .. }
                | StageAction::ShowScene(_)
        ) | Action::Event(Event::SceneLoaded(..))
            | Action::Log(LogAction::Open { .. } | LogAction::OpenTable { .. })
    )
}
