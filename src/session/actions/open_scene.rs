//! The open scene: its title, its file, its expectation, and the changes to it that are in no file.
//!
//! - The stage differs from what the open scene's file holds, or, without a file, from what was opened.
//! - A path of B was not read from a file and is in none; or the path that is shown is not that of the scene's file.
//! - The ball was moved by keys that were not read from a file and are in none.
//!
//! The view does not count.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::session::ask::{Ask, Made, OpenAs};
use crate::session::history::{Filed, OpenScene, Saved, Saving, is_unsaved};
use crate::session::stage::{Family, StageAction};
use crate::session::view::{Layers, ViewAction};
use crate::session::{messages::Offer, replays::Drags, scans::ScanAction, session::Session};
use maskscope_core::scene::{Expectation, Layer, Route, Scene, SceneView};
use maskscope_core::{choice::Choice as _, words::name_of};

impl Session {
    /// The stage and its view as a scene; `None` while a slot is empty.
    ///
    /// It expects the answer that was set; without one, the present answer.
    pub fn scene(&self) -> Option<Scene> {
        let (a, b) = self.stage.both()?;
        let layers = self.view.layers;
        let shown = Layer::ALL.iter().copied().filter(|layer| layers.has(*layer));
        Some(Scene {
            title: self.open_scene().title.clone(),
            about: self.open_scene().about.clone(),
            sprites: [a.actor(), b.actor()],
            convention: self.stage.convention,
            parents: self.stage.parents(Family::Common).clone(),
            scan: Some(self.scans.selected()).filter(|scan| !scan.is_recorded()),
            scans: self.scans.own().map(Into::into).collect(),
            expectation: self.stage.expectation.or_else(|| self.present_answer()),
            route: self.route.route().map(|route| (**route).clone()),
            pinned: self.stage.pinned().map(|pinned| pinned.placement().position),
            view: SceneView {
                tab: self.view.tab,
                layers: (layers != Layers::default()).then(|| shown.collect()),
                pre_check: self.scans.pre_check,
                counts_from_a: self.view.counts_from_a,
            },
        })
    }

    pub(in crate::session) fn open_scene(&self) -> &OpenScene {
        &self.scenes.opened[self.stage.scene]
    }

    /// The path of the open scene, if it came from a file.
    pub fn scene_path(&self) -> Option<&Path> {
        self.open_scene().path.as_deref()
    }

    /// True if the scene answers as expected; `None` if no expectation was set.
    pub fn is_as_expected(&self) -> Option<bool> {
        let expected = self.stage.expectation?;
        self.derived.collision().map(|collision| expected.holds(collision))
    }

    /// The present answer of the scene.
    fn present_answer(&self) -> Option<Expectation> {
        self.derived.collision().map(Expectation::of)
    }

    /// Shows `scene`, which came from `path` if from a file.
    pub(super) fn show_scene(&mut self, scene: Scene, path: Option<PathBuf>) {
        let file = path.is_some().then(|| Arc::new(scene.clone()));
        let Scene { title, about, scan, scans, view, route, .. } = scene.clone();
        if !self.open(StageAction::ShowScene(Box::new(scene))) {
            return;
        }
        self.route = Drags::of(route);
        self.file_route(self.route.route().cloned());
        let opened = OpenScene { title, about, path, ..OpenScene::default() };
        self.stage.scene = self.scenes.add(opened.with_file(file.clone()));
        let own: Vec<_> = scans.iter().filter_map(|scan| scan.own()).collect();
        for scan in scans.into_iter().chain(scan) {
            self.apply(ScanAction::Use(scan).into());
        }
        if file.is_none() {
            self.scans.are_linked(&own);
        }
        self.apply(ScanAction::SetPreCheck(view.pre_check).into());
        if let Some(layers) = view.layers {
            self.view.layers = layers.into();
        }
        self.apply(ViewAction::CountFromA(view.counts_from_a).into());
        self.apply(ViewAction::Show(view.tab).into());
        if self.stage.expectation.is_some() && self.stage.expectation == self.present_answer() {
            // It was saved with the answer of then, and goes on following it.
            self.stage.expectation = None;
        }
        self.scenes.opened[self.stage.scene].saved = self.saved();
        if self.is_as_expected() == Some(false) {
            let detail = "The scene expects a different answer. Its sprites may have changed.".to_owned();
            self.messages.error("The expectation does not hold".to_owned(), detail);
        }
    }

    /// The open scene is about to be written to `path`.
    pub(super) fn scene_is_saved_to(&mut self, path: PathBuf) {
        self.scenes.saving.push((path, self.stage.scene, self.scene().map(Arc::new), self.saved()));
    }

    /// A scene has been written to `path`; meanwhile another one may be open.
    pub(super) fn scene_saved(&mut self, path: PathBuf) {
        self.messages.withdraw(&[has_changed(&path), was_not_saved(&path)]);
        let of_path = |(target, ..): &Saving| *target == path;
        let saving = self.scenes.saving.iter().rfind(|it| of_path(it)).cloned();
        let (_, number, in_file, saved) =
            saving.unwrap_or_else(|| (path.clone(), self.stage.scene, None, self.saved()));
        self.scenes.saving.retain(|it| !of_path(it));
        self.file_route(saved.route.clone());
        let OpenScene { title, about, .. } = std::mem::take(&mut self.scenes.opened[number]);
        let opened = OpenScene { title, about, path: Some(path), saved, ..OpenScene::default() };
        self.scenes.opened[number] = opened.with_file(in_file);
    }

    /// Nothing was written to `path`: another program has changed the file since it was read or written; `when`, where
    /// that is known. Whether to write over it is asked.
    pub(super) fn ask_to_save_over(&mut self, path: PathBuf, when: Option<&str>) {
        self.scenes.saving.retain(|(target, ..)| *target != path);
        self.filing.retain(|(target, _)| *target != path);
        let title = was_not_saved(&path);
        self.messages.withdraw(std::slice::from_ref(&title));
        let when = when.map_or_else(String::new, |when| format!(", {when}"));
        let detail = format!("Another program has changed it{when}: what it holds now would be lost.");
        let offers = vec![
            Offer::of("Save anyway", Ask::SaveAnyway(path.clone())),
            Offer::of("Save as…", Ask::SaveElsewhere(path)),
        ];
        self.messages.offer(title, detail, offers);
    }

    /// The content of the open scene's file, as it was last read or written; `None` if it came from no file.
    pub fn scene_in_file(&self) -> Option<&Arc<Scene>> {
        self.open_scene().in_file.as_ref()
    }

    /// The file `path` of the open scene was changed by another program, and holds `scene` now. Without unsaved changes it
    /// is shown, as one step to undo; with some, that is offered.
    pub(super) fn scene_changed_on_disk(&mut self, scene: Scene, path: PathBuf) {
        if self.scene_path() != Some(&*path) {
            return;
        }
        let name = name_of(&path);
        let title = has_changed(&path);
        self.messages.withdraw(std::slice::from_ref(&title));
        if self.has_unsaved_changes() {
            let detail = "Your own changes are not saved. Reloading can be undone.".to_owned();
            let reload = Offer::of("Reload", Ask::Open(OpenAs::Scene, path));
            self.messages.offer(title, detail, vec![reload, Offer::none("Keep mine")]);
        } else {
            self.show_scene(scene, Some(path));
            self.messages.done(format!("{name} was read again"), "Ctrl Z brings back what was shown.".to_owned());
        }
    }
}

fn has_changed(path: &Path) -> String {
    format!("{} has changed on the disk", name_of(path))
}

fn was_not_saved(path: &Path) -> String {
    format!("{} was not saved", name_of(path))
}

impl Session {
    /// True if something made by hand is in no file: a sprite, its placement, its solid pixels, a path, the keys that moved the
    /// ball. Images that were just opened, built-in ones, and the steps of a lesson are not made by hand.
    pub fn has_unsaved_changes(&self) -> bool {
        self.lessons.open().is_none()
            && is_unsaved(&self.stage, &self.route, &self.terrain.game.keys, self.open_scene(), &self.filed)
    }

    /// The current stage and path, to be compared with later ones.
    pub(in crate::session) fn saved(&self) -> Saved {
        Saved::of(&self.stage, self.route.route())
    }

    /// Closes the open scene after `opening` other sprites.
    pub(super) fn leave_scene(&mut self, opening: StageAction) {
        let saved = self.open_scene().saved.after(opening);
        self.stage.scene = self.scenes.add(OpenScene { saved, ..OpenScene::default() });
    }

    /// The path that is shown is in a file.
    pub(super) fn file_route(&mut self, route: Option<Arc<Route>>) {
        self.filed.add(Filed::route(route));
    }

    /// Notes that handmade work is about to be written to `path`.
    pub(super) fn is_filed_to(&mut self, made: Made, path: PathBuf) {
        let filed = match made {
            Made::Scene => return self.scene_is_saved_to(path),
            Made::Route => Filed::route(self.route.route().cloned()),
            Made::Keys => Filed { keys: self.terrain.game.keys.clone(), ..Filed::default() },
        };
        self.filing.push((path, filed));
    }

    /// It has been written to `path`.
    pub(super) fn was_filed_to(&mut self, path: &PathBuf) {
        if let Some(at) = self.filing.iter().rposition(|(target, _)| target == path) {
            let (_, filed) = self.filing.remove(at);
            self.filed.add(filed);
        }
        self.filing.retain(|(target, _)| target != path);
    }
}
