//! The scene that is open: what it is called, where it lies, what it expects.

use std::{path::PathBuf, sync::Arc};

use super::{
    file_action::FileAction,
    files::name_of,
    messages::Offer,
    route::RoutePlayer,
    scans::ScanAction,
    scenes::{InFile, OpenScene},
    session::Session,
    slot::Slot,
    snapshot::Snapshot,
    stage::{Family, StageAction},
    view::{Layers, ViewAction},
};
use crate::{
    choice::Choice as _,
    scene::{Expectation, Layer, Scene, SceneView},
};

impl Session {
    /// What is on the stage and how it is looked at, as a scene; `None` while a place is empty.
    ///
    /// It expects what was set, or else the present answer.
    pub fn scene(&self) -> Option<Scene> {
        let (a, b) = self.stage.both()?;
        let layers = self.view.layers;
        let shown = Layer::ALL.iter().copied().filter(|layer| layers.has(*layer));
        Some(Scene {
            title: self.open_scene().title.clone(),
            about: self.open_scene().about.clone(),
            sprites: [a.actor(), b.actor()],
            convention: self.stage.convention(),
            parents: self.stage.parents(Family::Common).clone(),
            scan: Some(self.scans.selected()),
            expectation: self.stage.expectation().or_else(|| self.present_answer()),
            route: self.route.route().map(|route| (**route).clone()),
            view: SceneView {
                tab: self.view.tab,
                layers: (layers != Layers::default()).then(|| shown.collect()),
                pre_check: self.scans.pre_check,
                counts_from_a: self.view.counts_from_a,
            },
        })
    }

    fn open_scene(&self) -> &OpenScene {
        &self.scenes.opened[self.stage.scene]
    }

    /// The path of the open scene, if it came from a file.
    pub fn scene_path(&self) -> Option<&std::path::Path> {
        self.open_scene().path.as_deref()
    }

    /// Whether what the scene should answer is what it answers; `None` where nothing was set.
    pub fn is_as_expected(&self) -> Option<bool> {
        let expected = self.stage.expectation()?;
        self.derived.collision().map(|collision| expected.holds(collision))
    }

    /// What the scene answers now.
    fn present_answer(&self) -> Option<Expectation> {
        self.derived.collision().map(Expectation::of)
    }

    /// Shows `scene`, which came from `path` if from a file.
    pub(super) fn show_scene(&mut self, scene: Scene, path: Option<PathBuf>) {
        let file = path.is_some().then(|| Arc::new(scene.clone()));
        let Scene { title, about, scan, view, route, .. } = scene.clone();
        self.apply(StageAction::ShowScene(Box::new(scene)).into());
        // Part of the same step.
        self.route = RoutePlayer::of(route);
        self.stage.scene = self.scenes.add(OpenScene { title, about, path, in_file: None });
        if let Some(scan) = scan {
            self.apply(ScanAction::Use(scan).into());
        }
        self.apply(ScanAction::SetPreCheck(view.pre_check).into());
        if let Some(layers) = &view.layers {
            self.view.show_layers(layers);
        }
        self.apply(ViewAction::CountFromA(view.counts_from_a).into());
        self.apply(ViewAction::Show(view.tab).into());
        if self.stage.expectation().is_some() && self.stage.expectation() == self.present_answer() {
            // It was saved with the answer of then, and goes on following it.
            self.stage.expectation = None;
        }
        let in_file = file.map(|scene| InFile { scene, shown: self.work() });
        self.scenes.opened[self.stage.scene].in_file = in_file;
        if self.is_as_expected() == Some(false) {
            let detail = "The scene expects a different answer. Its sprites may have changed.".to_owned();
            self.messages.error("The expectation does not hold".to_owned(), detail);
        }
    }

    /// The open scene is about to be written to `path`.
    pub(super) fn scene_is_saved_to(&mut self, path: PathBuf) {
        let in_file = self.scene().map(|scene| InFile { scene: Arc::new(scene), shown: self.work() });
        self.scenes.saving.push((path, self.stage.scene, in_file));
    }

    /// A scene has been written to `path`; meanwhile another one may be open.
    pub(super) fn scene_saved(&mut self, path: PathBuf) {
        let of_path = |(target, ..): &(PathBuf, usize, Option<InFile>)| *target == path;
        let saved = self.scenes.saving.iter().rfind(|it| of_path(it)).cloned();
        let (_, saved, in_file) = saved.unwrap_or_else(|| (path.clone(), self.stage.scene, None));
        self.scenes.saving.retain(|it| !of_path(it));
        let scene = &mut self.scenes.opened[saved];
        scene.path = Some(path);
        scene.in_file = in_file;
    }

    /// What the file of the open scene holds, as it was last read or written; `None` where it came from no file.
    pub fn scene_in_file(&self) -> Option<&Arc<Scene>> {
        self.open_scene().in_file.as_ref().map(|in_file| &in_file.scene)
    }

    /// Whether the sprites, where they stand, what is solid, or the paths differ from what the file of the open scene
    /// holds; false where it came from no file.
    pub fn has_unsaved_changes(&self) -> bool {
        self.open_scene().in_file.as_ref().is_some_and(|in_file| in_file.shown != self.work())
    }

    /// Takes what is shown now for what the file of the open scene holds.
    pub(super) fn nothing_is_unsaved(&mut self) {
        let shown = self.work();
        if let Some(in_file) = &mut self.scenes.opened[self.stage.scene].in_file {
            in_file.shown = shown;
        }
    }

    /// The file `path` of the open scene was changed by another program, and holds `scene` now. Without unsaved changes it
    /// is shown, as one step to undo; with some, that is offered.
    pub(super) fn scene_changed_on_disk(&mut self, scene: Box<Scene>, path: PathBuf) {
        if self.scene_path() != Some(&*path) {
            return;
        }
        let name = name_of(&path);
        let title = format!("{name} has changed on the disk");
        self.messages.withdraw(std::slice::from_ref(&title));
        if self.has_unsaved_changes() {
            let detail = "Your own changes are not saved. Reloading can be undone.".to_owned();
            let offers = vec![
                Offer { label: "Reload", action: Some(FileAction::SceneLoaded(scene, Some(path))) },
                Offer { label: "Keep mine", action: None },
            ];
            self.messages.offer(title, detail, offers);
        } else {
            self.show_scene(*scene, Some(path));
            self.messages.done(format!("{name} was read again"), "Ctrl Z brings back what was shown.".to_owned());
        }
    }

    /// What is made by hand: it belongs into a file.
    fn work(&self) -> Snapshot {
        let mut work = self.snapshot();
        work.stage.active = Slot::default();
        work
    }

    /// The sprites were changed by other means than a scene: the old one is no longer open.
    pub(super) fn leave_scene(&mut self) {
        self.stage.scene = self.scenes.add(OpenScene::default());
    }
}
