//! How the session changes: the one function that changes it, and what follows from a change at once.

use std::sync::Arc;

use super::{
    action::Action,
    animation::Animation,
    file_action::Effect,
    route::{self, RouteAction},
    scans::ScanAction,
    session::Session,
    snapshot::Snapshot,
    stage::{Refusal, Stage, StageAction},
    surveys::SurveyAction,
    undo::UndoSteps,
    view::{Framing, Hint, ViewAction},
};
use crate::{
    choice::Choice as _,
    scene::{LayError, Posed, Tab},
    words::thousands,
};

impl Session {
    /// Changes the state. Returns what is to be done outside, if anything.
    pub fn apply(&mut self, action: Action) -> Option<Effect> {
        match action {
            Action::Stage(action) => self.apply_to_stage(action),
            Action::Scan(action) => self.apply_to_scans(action),
            Action::Playback(action) if self.view.tab == Tab::Terrain => self.terrain.transport(action),
            Action::Playback(action) => {
                let length = self.run_length();
                self.transport_mut().apply(action, length);
            }
            Action::Race(action) => self.race.apply(action),
            Action::View(action) => {
                let tab = self.view.tab;
                self.view.apply(action);
                if self.view.tab != tab {
                    // The control that would end a gesture is no longer shown.
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
            StageAction::Undo => self.travel(UndoSteps::undo),
            StageAction::Redo => self.travel(UndoSteps::redo),
            StageAction::Settle => self.settle(),
            change => self.change_stage(change),
        }
    }

    fn change_stage(&mut self, change: StageAction) {
        let stream = change.stream();
        let before = self.snapshot();
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
        if moves && self.view.tab == Tab::Path {
            let ends =
                route::position(before.stage.get(route::MOVED)).zip(route::position(self.stage.get(route::MOVED)));
            if let Some((from, to)) = ends {
                self.route.record(from, to);
            }
        }
        let mask = |stage: &Stage, slot| stage.get(slot).map(|placed| Arc::clone(placed.raster().mask()));
        match flashes.map(|(slot, reloaded)| (slot, reloaded, mask(&before.stage, slot).zip(mask(&self.stage, slot)))) {
            Some((slot, false, Some((old, new)))) => self.flash.during(slot, &old, &new),
            Some((slot, true, Some((old, new)))) => self.flash.reloaded(slot, &old, &new),
            _ => self.flash.clear(),
        }
        // The first images are not a step: there is nothing to go back to.
        if before.stage.both().is_some() || self.undo.can_undo() {
            self.undo.record(before, stream);
        }
    }

    /// A gesture has ended.
    fn settle(&mut self) {
        self.route.settle();
        self.flash.settle();
        self.undo.settle();
    }

    fn apply_to_route(&mut self, action: RouteAction) {
        let before = self.snapshot();
        self.route.apply(action);
        self.follow_route();
        if before.routes != *self.route.kept() {
            self.undo.record(before, None);
        }
    }

    /// What undo brings back.
    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot { stage: self.stage.clone(), routes: self.route.kept().clone() }
    }

    /// Goes to another state.
    fn travel(&mut self, go: impl FnOnce(&mut UndoSteps<Snapshot>, &mut Snapshot)) {
        self.flash.clear();
        let mut snapshot = self.snapshot();
        go(&mut self.undo, &mut snapshot);
        let Snapshot { stage, routes } = snapshot;
        self.stage = stage;
        if routes != *self.route.kept() {
            self.route.restore(routes, route::position(self.stage.get(route::MOVED)));
        }
    }

    /// Puts B where it stands at the step of the route that is shown. That is not a step to undo.
    pub(super) fn follow_route(&mut self) {
        if let Some(position) = self.route.position()
            && self.stage.apply(StageAction::Move { slot: route::MOVED, position }).is_err()
        {
            self.route.apply(RouteAction::Play(false));
        }
    }

    fn tell(&mut self, refusal: &Refusal) {
        match refusal {
            Refusal::Unplaced(_, LayError::TooLarge { .. }) => {
                let most = thousands(Posed::MOST_CELLS);
                let detail = format!("A sprite may cover at most {most} cells. Nothing was changed.");
                self.messages.error("That is too large for the world".to_owned(), detail);
            }
            Refusal::Unplaced(slot, LayError::Unbaked(unbaked)) => {
                let title = format!("{} cannot read {}", unbaked.filter.name(), slot.letter());
                self.messages.error(title, format!("Nothing was changed: {unbaked}."));
            }
            Refusal::Unplaced(_, why) => {
                let detail = format!("Nothing was changed: {why}.");
                self.messages.error("The sprite cannot be placed there".to_owned(), detail);
            }
            Refusal::Parents(fault) => {
                let detail = format!("Nothing was changed: {fault}.");
                self.messages.error("Such parents are not possible".to_owned(), detail);
            }
            Refusal::TooFarApart => {
                let most = thousands(i32::MAX.unsigned_abs().into());
                let detail = format!("They may lie at most {most} cells apart along each axis. Nothing was changed.");
                self.messages.error("The sprites would be too far apart".to_owned(), detail);
            }
            Refusal::Grid(error) => {
                let detail = format!("Nothing was changed: {error}.");
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
}
