//! A kept session: what goes on from one run to the next.

use super::stage::{Placed, Stage};
use super::unsaved::is_unsaved;
use super::{files::name_of, saved::Filed, scenes::OpenScene, session::Session, slot::Slot, snapshot::Look};

/// Everything made by hand, and how it is looked at. Cloning shares images.
///
/// Not kept is what follows from it, what only the pointer does, messages, and steps to undo.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    pub(crate) stage: Stage,
    pub(crate) scene: OpenScene,
    pub(crate) filed: Filed,
    pub(crate) look: Look,
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
        Kept { stage, scene, filed, look }
    }

    /// What it is called that is shown: the name of the scene, else those of its images.
    pub fn names(&self) -> String {
        names(&self.scenes.opened[self.stage.scene], &self.stage)
    }

    /// Shows what was kept, in place of all that is shown: one step to undo, where there is something to go back to.
    pub fn continue_with(&mut self, kept: Kept) {
        let Kept { stage, scene, filed, look } = kept;
        self.settle();
        self.lessons.leave();
        let before = self.moment_with_look();
        self.stage = stage;
        self.stage.scene = self.scenes.add(scene);
        self.filed.add(filed);
        self.is_continued = true;
        self.look_as(look);
        self.flash.clear();
        if before.work.stage.both().is_some() || self.undo.can_undo() {
            self.undo.record(before, None);
        }
        self.follow();
    }
}

impl Kept {
    /// True if something made by hand is in no file, as [`Session::has_unsaved_changes`].
    pub fn is_unsaved(&self) -> bool {
        is_unsaved(&self.stage, &self.look.route, &self.look.terrain.keys, &self.scene, &self.filed)
    }

    /// What it is called where it is offered: the name of the scene, else those of its images.
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
