//! Moments to go back to: those of steps to undo, and a session that an earlier run has kept.

use super::log::KeptLog;
use super::scenes::{Filed, OpenScene};
use super::stage::{Placed, Slot, Stage, UndoStream};
use super::undo::{BesideWork, Moment, Presentation, Snapshot, UndoSteps};
use super::{derived::Derived, drags, engines::Engines, open_scene::is_unsaved, race::Race};
use super::{session::Session, surveys::Surveys, view::View};
use crate::{scene::Tab, words::name_of};

impl Session {
    /// The handmade work with the sprites.
    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot { stage: self.stage.clone(), routes: self.route.kept().clone() }
    }

    /// The moment that undo brings back after a change of the sprites or the routes.
    pub(super) fn moment(&self) -> Moment {
        Moment { work: self.snapshot(), beside: BesideWork::Nothing, deed: "change" }
    }

    /// The moment that undo brings back after something else was opened: with the view.
    pub(super) fn moment_with_look(&self) -> Moment {
        Moment { work: self.snapshot(), beside: BesideWork::Look(Box::new(self.look())), deed: "opening" }
    }

    /// The present view and playback of everything. A path that is being recorded is kept as if its gesture had ended.
    pub(super) fn look(&self) -> Presentation {
        let mut route = self.route.clone();
        route.settle();
        Presentation {
            route,
            scans: self.scans.clone(),
            playback: self.playback.kept(),
            race: Race { transport: self.race.transport.kept(), order: self.race.order, card: None },
            view: View {
                rank_grid: None,
                hovered: None,
                learnt_hints: <_>::default(),
                picking: None,
                ..self.view.clone()
            },
            engines: Engines { pointed: None, ..self.engines },
            animation: self.animation.clone(),
            surveys: Surveys { pointed: None, is_pinned: false, sought: None, ..self.surveys.clone() },
            terrain: self.terrain.kept(),
        }
    }

    /// Looks at everything like that, apart from what the pointer and the window say and what a person has learnt.
    pub(super) fn look_as(&mut self, look: Presentation) {
        let Presentation { route, scans, playback, race, view, engines, animation, surveys, terrain } = look;
        (self.route, self.scans, self.playback) = (route, scans, playback.continued());
        self.race = Race { transport: race.transport.continued(), card: self.race.card, ..race };
        self.view = View {
            rank_grid: self.view.rank_grid,
            hovered: self.view.hovered,
            learnt_hints: self.view.learnt_hints,
            ..view
        };
        self.engines = Engines { pointed: self.engines.pointed, ..engines };
        (self.animation, self.surveys) = (animation, surveys);
        self.terrain.continue_with(terrain);
        self.derived = Derived::default();
    }

    /// Records a change from `before` as a step to undo. Changes of one stream are one step.
    pub(super) fn record_step(&mut self, before: Moment, stream: Option<UndoStream>) {
        self.undo.record(before, stream);
        self.undo.limit_images(&self.stage);
    }

    pub(super) fn undo(&mut self) {
        self.travel(UndoSteps::earlier, UndoSteps::undo);
    }

    pub(super) fn redo(&mut self) {
        self.travel(UndoSteps::later, UndoSteps::redo);
    }

    /// A gesture of the pointer begins.
    pub(super) fn grasp(&mut self) {
        self.grasped = Some((self.undo.count(), self.snapshot()));
    }

    /// Takes back what the gesture under way has changed.
    pub(super) fn cancel(&mut self) {
        let Some((steps, work)) = self.grasped.take() else { return };
        if self.undo.count() == steps && self.snapshot() == work {
            return;
        }
        while self.undo.count() > steps {
            self.undo();
        }
        self.undo.forget_undone();
        // It may have gone on with a step from before.
        self.restore(work);
    }

    /// Shows this work in place of the present one.
    fn restore(&mut self, Snapshot { stage, routes }: Snapshot) {
        self.stage_is_of_log &= self.stage.scene == stage.scene;
        self.stage = stage;
        if let Some(log) = &mut self.log {
            log.unstage();
        }
        if routes != *self.route.kept() {
            self.route.restore(routes, drags::position(self.stage.get(drags::MOVED)));
        }
    }

    /// Goes `there`, and leaves behind what brings the present back.
    fn travel(
        &mut self,
        there: impl FnOnce(&UndoSteps<Moment>) -> Option<&Moment>,
        go: impl FnOnce(&mut UndoSteps<Moment>, &mut Moment),
    ) {
        self.settle();
        self.flash.clear();
        let Some(there) = there(&self.undo) else { return };
        let beside = match there.beside {
            BesideWork::Nothing => BesideWork::Nothing,
            BesideWork::Game(_) => BesideWork::Game(Box::new(self.terrain.kept())),
            BesideWork::Marks(_) => BesideWork::Marks(Box::new(self.line_marks())),
            BesideWork::Look(_) => BesideWork::Look(Box::new(self.look())),
            BesideWork::All(_) => BesideWork::All(Box::new((self.look(), self.kept_log()))),
        };
        let mut moment = Moment { work: self.snapshot(), beside, deed: there.deed };
        go(&mut self.undo, &mut moment);
        let Moment { work, beside, .. } = moment;
        self.restore(work);
        match beside {
            BesideWork::Nothing => {}
            BesideWork::Game(game) => {
                self.terrain.continue_with(*game);
                self.terrain.pause();
                // Elsewhere nobody would see what came back.
                self.view.tab = Tab::Terrain;
            }
            BesideWork::Marks(marks) => self.mark_lines(*marks),
            BesideWork::Look(look) => {
                let tab = self.view.tab;
                self.look_as(*look);
                if self.log.is_some() && self.view.tab == Tab::Replay {
                    // There the log would bring its sprites back at once.
                    self.view.tab = tab;
                }
            }
            BesideWork::All(all) => {
                let (look, log) = *all;
                self.look_as(look);
                self.continue_log(log);
            }
        }
    }
}

/// Everything made by hand, and how it is looked at. Cloning shares images.
///
/// Not kept is what follows from it, what only the pointer does, messages, and steps to undo.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    pub(crate) stage: Stage,
    pub(crate) scene: OpenScene,
    pub(crate) filed: Filed,
    pub(crate) look: Presentation,
    pub(crate) log: Option<KeptLog>,
}

impl Session {
    /// Everything made by hand, and how it is looked at: before the lesson, while one is open. A path that is being recorded is
    /// kept as if its gesture had ended.
    pub fn kept(&self) -> Kept {
        // A lesson is nobody's work: what was shown before it is kept.
        let before = self.lessons.before();
        let (mut stage, look) =
            before.map_or_else(|| (self.stage.clone(), self.look()), |it| (it.stage.clone(), it.look.clone()));
        let scene = self.scenes.opened[stage.scene].clone();
        let filed = self.filed.among(look.route.routes());
        stage.scene = 0;
        Kept { stage, scene, filed, look, log: self.kept_log() }
    }

    /// The name of the open scene; without one, those of its images.
    pub fn names(&self) -> String {
        names(&self.scenes.opened[self.stage.scene], &self.stage)
    }

    /// Shows what was kept, in place of all that is shown: one step to undo, where there is something to go back to.
    pub fn continue_with(&mut self, kept: Kept) {
        let Kept { stage, scene, filed, look, log } = kept;
        self.settle();
        self.lessons.leave();
        let beside = BesideWork::All(Box::new((self.look(), self.kept_log())));
        let before = Moment { work: self.snapshot(), beside, deed: "opening" };
        self.stage = stage;
        self.stage.scene = self.scenes.add(scene);
        self.filed.add(filed);
        self.is_continued = true;
        self.look_as(look);
        self.continue_log(log);
        self.flash.clear();
        if before.work.stage.both().is_some() || !self.undo.is_empty() {
            self.record_step(before, None);
        }
        self.follow();
    }
}

impl Kept {
    /// True if something made by hand is in no file, as [`Session::has_unsaved_changes`].
    pub fn is_unsaved(&self) -> bool {
        is_unsaved(&self.stage, &self.look.route, &self.look.terrain.keys, &self.scene, &self.filed)
    }

    /// The name under which it is offered: that of the scene; without one, those of its images.
    pub fn names(&self) -> String {
        names(&self.scene, &self.stage)
    }
}

fn names(scene: &OpenScene, stage: &Stage) -> String {
    if let Some(path) = &scene.path {
        return name_of(path);
    }
    if !scene.title.is_empty() {
        return scene.title.clone();
    }
    let sprites = Slot::ALL.into_iter().filter_map(|slot| stage.get(slot)).map(Placed::sprite);
    sprites.map(|sprite| sprite.name.as_str()).collect::<Vec<_>>().join(", ")
}
