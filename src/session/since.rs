//! Files that have changed since what is shown of them was kept.

use std::sync::Arc;

use super::file_action::{Effect, FileAction, Newer};
use super::{files::name_of, messages::Offer, session::Session, slot::Slot, stage::Placed};
use crate::scene::{SolidSource, Sprite};

impl Session {
    /// The files to compare with the disk, once after the session has continued from an earlier run: the scene, each
    /// image and each mask image from a file.
    pub fn take_to_compare(&mut self) -> Vec<Effect> {
        if !std::mem::take(&mut self.is_continued) {
            return Vec::new();
        }
        let scene = self.scene_path().zip(self.scene_in_file());
        let scene = scene.map(|(path, known)| Effect::CompareScene { path: path.to_owned(), known: Arc::clone(known) });
        let (mut effects, mut known) = (Vec::from_iter(scene), Vec::new());
        for sprite in self.sprites() {
            if let Some(path) = sprite.path.clone().filter(|path| !known.contains(path)) {
                known.push(path);
                effects.push(Effect::CompareImage(sprite.clone()));
            }
            if let SolidSource::Image(image) = &sprite.rule().source
                && let Some(path) = image.path.clone().filter(|path| !known.contains(path))
            {
                known.push(path);
                let (image, frames) = (Arc::clone(image), Arc::clone(sprite.frames()));
                effects.push(Effect::CompareMaskImage { image, frames });
            }
        }
        effects
    }

    fn sprites(&self) -> impl Iterator<Item = &Sprite> {
        Slot::ALL.into_iter().filter_map(|slot| self.stage.get(slot)).map(Placed::sprite)
    }

    /// The places whose image or mask image is an older content of that file.
    fn slots_of(&self, newer: &Newer) -> Vec<Slot> {
        let is_older = |sprite: &Sprite| match (newer, &sprite.rule().source) {
            (Newer::Image(newer), _) => sprite.path == newer.path && !sprite.is_of(newer.file_frames()),
            (Newer::Mask(newer), SolidSource::Image(image)) => image.path == newer.path && !image.says_the_same(newer),
            (Newer::Mask(_), _) => false,
        };
        let slots = Slot::ALL.into_iter();
        slots.filter(|slot| self.stage.get(*slot).is_some_and(|placed| is_older(placed.sprite()))).collect()
    }

    /// A file has changed since: it is offered.
    pub(super) fn changed_since(&mut self, newer: Newer) {
        let Some(path) = newer.path().filter(|_| !self.slots_of(&newer).is_empty()) else { return };
        let title = format!("{} has changed since last time", name_of(path));
        self.messages.withdraw(std::slice::from_ref(&title));
        let detail = "The earlier content is shown. Reloading can be undone.".to_owned();
        let reload = Offer { label: "Reload", action: Some(FileAction::TakeNewer(newer)) };
        self.messages.offer(title, detail, vec![reload, Offer { label: "Keep", action: None }]);
    }

    /// Shows what the file holds now, wherever an older content of it is shown.
    pub(super) fn take_newer(&mut self, newer: &Newer) {
        for slot in self.slots_of(newer) {
            let action = match newer {
                Newer::Image(sprite) => FileAction::Reloaded(slot, sprite.clone()),
                Newer::Mask(image) => FileAction::MaskImageLoaded(slot, Arc::clone(image)),
            };
            self.apply_file(action);
        }
    }
}
