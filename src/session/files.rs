//! Files, in and out: the session asks for what is then done outside.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file_action::{Effect, FileAction, Made};
use super::stage::{Placed, StageAction};
use super::view::Hint;
use super::{
    drags::RouteAction, log::LogAction, messages::Offer, session::Session, slot::Slot, terrain::TerrainAction,
};
use crate::scene::{Grid, MaskImage, SolidRule, SolidSource, Sprite};

impl Session {
    pub(super) fn apply_file(&mut self, action: FileAction) -> Option<Effect> {
        match action {
            FileAction::OpenPath(slot, path) => {
                // What is read now is a step of its own to undo; what was named together comes back together.
                self.settle();
                return Some(Effect::LoadImage { slot, path });
            }
            FileAction::Loaded(slot, sprite) => {
                self.view.learnt(Hint::Drop);
                self.offers.opened(slot, &sprite);
                return self.apply(StageAction::Show { slot, sprite }.into());
            }
            FileAction::NotOpened { slot, title, detail } => {
                let label = if slot == Slot::A { "Open A…" } else { "Open B…" };
                self.messages.error_with(title, detail, vec![Offer { label, action: Some(FileAction::Choose(slot)) }]);
            }
            FileAction::Choose(slot) => return Some(Effect::ChooseImage(slot)),
            FileAction::DeclineCut(slot) => {
                if let Some(placed) = self.stage.get(slot) {
                    self.offers.withdraw(placed.sprite());
                }
            }
            FileAction::OpenRoute(path) => return Some(Effect::LoadRoute(path)),
            FileAction::LogFound(path) => self.apply_to_log(LogAction::Open { path, is_live: false }),
            FileAction::TableFound(path, moves) => self.apply_to_log(LogAction::OpenTable { path, moves }),
            FileAction::RouteLoaded(route) => {
                self.apply(RouteAction::Add(route).into());
                self.file_route(self.route.route().cloned());
            }
            FileAction::OpenKeysPath(path) => return Some(Effect::LoadKeys(path)),
            FileAction::KeysLoaded(keys) => {
                self.apply(TerrainAction::SetKeys(keys).into());
                self.file_keys();
            }
            FileAction::SceneLoaded(scene, path) => self.show_scene(*scene, path),
            FileAction::SceneChanged(scene, path) => self.scene_changed_on_disk(scene, path),
            FileAction::SavingMade(made, path) => self.is_filed_to(made, path),
            FileAction::MadeSaved(made, path) => self.made_saved(made, &path),
            FileAction::SavingScene(path) => self.scene_is_saved_to(path),
            FileAction::SceneSaved(path) => {
                self.messages.done("Scene saved".to_owned(), name_of(&path));
                self.scene_saved(path);
            }
            FileAction::NotSaved { path, when } => self.ask_to_save_over(path, when.as_deref()),
            FileAction::SaveAnyway(path) => return Some(Effect::SaveAnyway(path)),
            FileAction::SaveElsewhere(path) => return Some(Effect::SaveElsewhere(path)),
            FileAction::LinkMade(link) => return self.copy_link(link),
            FileAction::SaveWithArt => return Some(Effect::SaveWithArt),
            FileAction::MaskImagePath(slot, path) => {
                let frames = Arc::clone(self.stage.get(slot)?.sprite().frames());
                return Some(Effect::LoadMaskImage { slot, path, frames });
            }
            FileAction::MaskImageLoaded(slot, image) => return self.mask_by_image(slot, image),
            FileAction::ChangedOnDisk(slot, path) => return self.effect_of_change(slot, path),
            FileAction::Reloaded(slot, sprite) => return self.reload(slot, sprite),
            FileAction::ChangedSince(newer) => self.changed_since(newer),
            FileAction::TakeNewer(newer) => self.take_newer(&newer),
            FileAction::Gone(path) => {
                let detail = "The picture is kept as it was. If the file comes back, it is read again.".to_owned();
                self.messages.error(was_deleted(&path), detail);
            }
            FileAction::NotReloaded(path, reason) => {
                self.messages.error(not_reloaded(&path), format!("{reason} The picture is kept as it was."));
            }
            FileAction::CopiesFound(copies) => self.copies_found(copies),
            FileAction::RestoreCopy(copy) => {
                self.copy_answered(&copy);
                return Some(Effect::RestoreCopy(copy));
            }
            FileAction::DiscardCopy(copy) => {
                self.copy_answered(&copy);
                return Some(Effect::DiscardCopy(copy.folder));
            }
            FileAction::Failed { title, detail } => self.messages.error(title, detail),
            FileAction::Done { title, detail } => self.messages.done(title, detail),
            FileAction::Close(id) => self.messages.close(id),
        }
        None
    }

    /// Reports that what was made by hand has been saved.
    fn made_saved(&mut self, made: Made, path: &PathBuf) {
        let title = if made == Made::Route { "Path saved" } else { "Keys of the run saved" };
        self.messages.done(title.to_owned(), name_of(path));
        self.was_filed_to(path);
    }

    /// Takes `image` to say what is solid in the sprite of `slot`.
    fn mask_by_image(&mut self, slot: Slot, image: Arc<MaskImage>) -> Option<Effect> {
        let rule = self.stage.get(slot)?.sprite().rule().clone();
        let rule = SolidRule { source: SolidSource::Image(image), ..rule };
        self.apply(StageAction::SetRule { slot, rule }.into());
        self.apply(StageAction::Settle.into())
    }

    /// Shows what has been read again for the sprite of `slot`, unless another image has come to this place meanwhile.
    fn reload(&mut self, slot: Slot, sprite: Sprite) -> Option<Effect> {
        let shown = self.stage.get(slot).and_then(|placed| placed.sprite().path.as_ref());
        sprite.path.as_ref().filter(|path| Some(*path) == shown)?;
        for file in sprite.files() {
            self.messages.withdraw(&[was_deleted(file), not_reloaded(file)]);
        }
        let was_saved = !self.has_unsaved_changes();
        self.apply(StageAction::Reload { slot, sprite }.into());
        if was_saved {
            // Another image at the same path is nothing that the scene's file would hold.
            self.nothing_is_unsaved();
        }
        self.apply(StageAction::Settle.into())
    }

    /// What to read again for `slot` after the file `path` has changed.
    fn effect_of_change(&self, slot: Slot, path: PathBuf) -> Option<Effect> {
        let sprite = self.stage.get(slot)?.sprite();
        if sprite.files().any(|file| *file == path) {
            return sprite.path.clone().map(|path| Effect::Reload { slot, path });
        }
        match &sprite.rule().source {
            SolidSource::Image(image) if image.path.as_ref() == Some(&path) => {
                Some(Effect::LoadMaskImage { slot, path, frames: Arc::clone(sprite.frames()) })
            }
            _ => None,
        }
    }

    /// A sprite that looks like a sheet and is still whole, and the grid that would cut it: it was just opened, and nobody has
    /// declined.
    pub fn offered_cut(&self) -> Option<(Slot, Grid)> {
        Slot::ALL.into_iter().find_map(|slot| {
            let sprite = self.stage.get(slot)?.sprite();
            self.offers.of(sprite).filter(|_| sprite.grid().is_none()).map(|grid| (slot, grid))
        })
    }

    /// The files that the scene and the stage were read from, to be watched for changes.
    pub fn watched_files(&self) -> Vec<PathBuf> {
        let mut files = Vec::from_iter(self.scene_path().map(Path::to_owned));
        for sprite in Slot::ALL.into_iter().filter_map(|slot| self.stage.get(slot)).map(Placed::sprite) {
            files.extend(sprite.files().cloned());
            if let SolidSource::Image(image) = &sprite.rule().source {
                files.extend(image.path.clone());
            }
        }
        files.sort();
        files.dedup();
        files
    }
}

fn was_deleted(path: &Path) -> String {
    format!("{} was deleted", name_of(path))
}

fn not_reloaded(path: &Path) -> String {
    format!("{} has changed and can no longer be read", name_of(path))
}

/// The last part of a path, for messages.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.display().to_string())
}
