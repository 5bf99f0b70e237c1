//! The present document, and the ways to others: those of steps to undo, and those that were kept.

use std::mem::take;

use crate::session::history::{Document, Reach, UndoStep, names};
use crate::session::stage::{Slot, StageAction, UndoStream};
use crate::session::{derived::Derived, engines::Engines, race::Race, replays::KeptLog, session::Session};
use crate::session::{surveys::Surveys, view::View};
use maskscope_core::scene::Tab;

impl Session {
    /// The present document. A path that is being recorded is in it as if its gesture had ended.
    pub(in crate::session) fn now(&self) -> Document {
        let mut route = self.route.clone();
        route.settle();
        Document {
            stage: self.stage.clone(),
            route,
            log: self.kept_log(),
            view: View {
                rank_grid: None,
                hovered: None,
                learnt_hints: <_>::default(),
                greets: false,
                picking: None,
                previewed: None,
                ..self.view.clone()
            },
            scans: self.scans.clone(),
            playback: self.playback.kept(),
            race: Race { transport: self.race.transport.kept(), order: self.race.order, card: None },
            engines: Engines { pointed: None, ..self.engines },
            animation: self.animation.clone(),
            surveys: Surveys { pointed: None, is_pinned: false, sought: None, ..self.surveys.clone() },
            terrain: self.terrain.game.clone(),
            ..Document::default()
        }
    }

    /// Shows `document` apart from its log. What the pointer and the window say, and what a person has learnt, stays.
    pub(in crate::session) fn show(&mut self, document: Document) {
        let Document { stage, route, view, scans, playback, race, engines, animation, surveys, terrain, .. } = document;
        (self.stage, self.route, self.scans, self.playback) = (stage, route, scans, playback.continued());
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
        self.flash.clear();
    }

    /// The document to keep: the present one, or while a lesson is open, which is nobody's work, the one before it.
    pub fn document(&self) -> Document {
        let mut document = at_rest(self.lessons.before().cloned().unwrap_or_else(|| self.now()));
        document.log = self.kept_log().filter(KeptLog::is_readable);
        let scene = self.scenes.opened[take(&mut document.stage.scene)].clone();
        document.saved = (scene, self.filed.among(document.route.routes()));
        document
    }

    /// The name of the open scene; without one, those of its images.
    pub fn names(&self) -> String {
        names(self.open_scene(), &self.stage)
    }

    /// Shows a document that was kept, in place of all that is shown: one step to undo, where there is something to go back to.
    pub fn continue_with(&mut self, mut document: Document) {
        self.settle();
        self.lessons.leave();
        let (before, log, (scene, filed)) = (self.now(), document.log.take(), take(&mut document.saved));
        self.show(document);
        self.stage.scene = self.scenes.add(scene);
        self.filed.add(filed);
        self.is_continued = true;
        self.continue_log(log);
        if before.stage.both().is_some() || !self.undo.is_empty() {
            self.record_step(before, Reach::All, "opening", None);
        }
        self.follow();
    }

    /// Records a deed that has changed the document from `before` as a step to undo. Changes of one stream are one step.
    pub(super) fn record_step(
        &mut self,
        before: Document,
        reach: Reach,
        deed: &'static str,
        stream: Option<UndoStream>,
    ) {
        self.undo.record(UndoStep { document: before, reach, deed }, stream);
        self.undo.limit_images(&self.stage);
    }

    /// A gesture of the pointer begins.
    pub(super) fn grasp(&mut self) {
        self.grasped = Some((self.undo.count(), self.now()));
    }

    /// Takes back what the gesture under way has changed.
    pub(in crate::session) fn cancel(&mut self) {
        let Some((steps, before)) = self.grasped.take() else { return };
        if self.undo.count() == steps && self.now().has_work_of(&before) {
            return;
        }
        while self.undo.count() > steps {
            self.travel(true);
        }
        self.undo.forget_undone();
        // It may have gone on with a step from before.
        self.restore(&before);
    }

    /// Shows the sprites and the paths of `document` in place of the present ones.
    fn restore(&mut self, document: &Document) {
        let open = self.log.as_ref().map(|log| &log.path);
        let of_log = document.log.as_ref().filter(|log| log.is_on_stage && open == Some(&log.path));
        self.stage_is_of_log = of_log.is_some();
        self.stage = document.stage.clone();
        if let Some(log) = &mut self.log {
            log.unstage();
        }
        if document.route.kept() != self.route.kept() {
            self.route = document.route.clone();
        }
    }

    /// Undoes a step, or makes it again, and leaves behind what brings the present back.
    pub(in crate::session) fn travel(&mut self, back: bool) {
        self.settle();
        self.flash.clear();
        let (now, tab) = (self.now(), self.view.tab);
        let Some(UndoStep { document, reach, .. }) = self.undo.go(back, |step| UndoStep { document: now, ..*step })
        else {
            return;
        };
        self.restore(&document);
        match reach {
            Reach::Work => {}
            Reach::Game => {
                self.terrain.continue_with(document.terrain);
                self.terrain.pause();
                // Elsewhere nobody would see what came back.
                self.view.tab = Tab::Terrain;
            }
            Reach::Scans => {
                self.scans = document.scans;
                self.playback.another_scan();
            }
            Reach::Marks => {
                let log = document.log.unwrap_or_default();
                self.mark_lines(log.marks, log.ignored_kinds);
            }
            Reach::Look => {
                self.show(document);
                if self.log.is_some() && self.view.tab == Tab::Replay {
                    // There the log would bring its sprites back at once.
                    self.view.tab = tab;
                }
            }
            Reach::All => {
                let log = document.log.clone();
                self.show(document);
                self.continue_log(log);
            }
        }
    }
}

/// A document as if nothing played by itself: that is nobody's work, and changes all the time.
fn at_rest(mut document: Document) -> Document {
    for slot in Slot::ALL {
        if let Some(shown) = document.animation.kept_frame(slot) {
            // It was shown before.
            document.stage.apply(StageAction::ShowFrame { slot, shown }).ok();
        }
    }
    document.animation = document.animation.kept();
    document
}
