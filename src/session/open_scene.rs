//! The scene that is open: what it is called, where it lies, what it expects.

use std::path::PathBuf;

use super::{
    route::RoutePlayer,
    scans::ScanAction,
    scenes::OpenScene,
    session::Session,
    stage::{Placed, StageAction},
    view::{Layers, ViewAction},
};
use crate::{
    choice::Choice as _,
    scene::{Actor, Expectation, Layer, Scene, SceneView},
};

impl Session {
    /// What is on the stage and how it is looked at, as a scene; `None` while a place is empty.
    ///
    /// It expects the present answer.
    pub fn scene(&self) -> Option<Scene> {
        let (a, b) = self.stage.both()?;
        let actor = |placed: &Placed| Actor { sprite: placed.sprite().clone(), placement: *placed.placement() };
        let layers = self.view.layers;
        let shown = Layer::ALL.iter().copied().filter(|layer| layers.has(*layer));
        Some(Scene {
            title: self.open_scene().title.clone(),
            about: self.open_scene().about.clone(),
            sprites: [actor(a), actor(b)],
            convention: self.stage.convention(),
            parent: *self.stage.parent(),
            scan: Some(self.scans.selected()),
            expectation: self.derived.collision().map(Expectation::of),
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

    /// What the open scene expects, and whether that holds as it stands; `None` where it expects nothing.
    pub fn expectation(&self) -> Option<bool> {
        self.open_scene()
            .expectation
            .zip(self.derived.collision())
            .map(|(expected, collision)| expected.holds(collision))
    }

    /// Shows `scene`, which came from `path` if from a file.
    pub(super) fn show_scene(&mut self, scene: Scene, path: Option<PathBuf>) {
        let Scene { title, about, scan, expectation, view, route, .. } = scene.clone();
        self.apply(StageAction::ShowScene(Box::new(scene)).into());
        // Part of the same step.
        self.route = RoutePlayer::of(route);
        self.stage.scene = self.scenes.add(OpenScene { title, about, path, expectation });
        if let Some(scan) = scan {
            self.apply(ScanAction::Use(scan).into());
        }
        self.apply(ScanAction::SetPreCheck(view.pre_check).into());
        if let Some(layers) = &view.layers {
            self.view.show_layers(layers);
        }
        self.apply(ViewAction::CountFromA(view.counts_from_a).into());
        self.apply(ViewAction::Show(view.tab).into());
        if self.expectation() == Some(false) {
            let detail = "The scene expects a different answer. Its sprites may have changed.".to_owned();
            self.messages.error("The expectation does not hold".to_owned(), detail);
        }
    }

    /// The open scene is about to be written to `path`.
    pub(super) fn scene_is_saved_to(&mut self, path: PathBuf) {
        self.scenes.saving.push((path, self.stage.scene));
    }

    /// A scene has been written to `path`; meanwhile another one may be open.
    pub(super) fn scene_saved(&mut self, path: PathBuf) {
        let of_path = |(target, _): &(PathBuf, usize)| *target == path;
        let saved = self.scenes.saving.iter().rfind(|it| of_path(it)).map_or(self.stage.scene, |(_, scene)| *scene);
        self.scenes.saving.retain(|it| !of_path(it));
        let expectation = self.derived.collision().map(Expectation::of);
        let scene = &mut self.scenes.opened[saved];
        scene.path = Some(path);
        if saved == self.stage.scene {
            scene.expectation = expectation;
        }
    }

    /// The sprites were changed by other means than a scene: the old one is no longer open.
    pub(super) fn leave_scene(&mut self) {
        self.stage.scene = self.scenes.add(OpenScene::default());
    }
}
