//! Files, in and out: the session asks for what is then done outside, and answers files, links and copies with messages.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file_action::{Effect, FileAction, LeftCopy, Made};
use super::stage::{Newer, Placed, Slot, StageAction};
use super::{
    drags::RouteAction, log_action::LogAction, messages::Offer, session::Session, terrain::TerrainAction, view::Hint,
};
use crate::replay::Skipped;
use crate::scene::{Grid, MaskImage, SolidRule, SolidSource, Sprite};
use crate::words::{name_of, plural, sentence, thousands};

/// Label of the button that asks for the sheet of an atlas.
const CHOOSE_SHEET: &str = "Choose its sheet…";

impl Session {
    pub(super) fn apply_file(&mut self, action: FileAction) -> Option<Effect> {
        match action {
            FileAction::OpenPath(slot, path) => {
                // What is read now is a step of its own to undo; what was named together comes back together.
                self.settle();
                return Some(Effect::LoadImage { slot, path, sheet: None });
            }
            FileAction::Loaded(slot, sprite) => {
                self.view.learnt(Hint::Drop);
                self.offers.opened(slot, &sprite);
                let offset = if slot == Slot::B { self.awaited_pair.take() } else { None };
                return self.apply(match offset {
                    Some(offset) => StageAction::ShowBeside { sprite, offset }.into(),
                    None => StageAction::Show { slot, sprite }.into(),
                });
            }
            FileAction::AwaitPair(offset) => self.awaited_pair = Some(offset),
            FileAction::NotOpened { slot, atlas, title, detail } => {
                self.awaited_pair = self.awaited_pair.filter(|_| slot == Slot::A);
                let label = if slot == Slot::A { "Open A…" } else { "Open B…" };
                let sheet = |atlas| (CHOOSE_SHEET, FileAction::ChooseSheet(slot, atlas));
                let offers = atlas.map(sheet).into_iter().chain([(label, FileAction::Choose(slot))]);
                let offers = offers.map(|(label, action)| Offer { label, action: Some(action) }).collect();
                self.messages.error_with(title, detail, offers);
            }
            FileAction::ChooseSheet(slot, atlas) => {
                self.sheetless = Some(atlas);
                return Some(Effect::ChooseSheet(slot));
            }
            FileAction::SheetPath(slot, sheet) => {
                self.settle();
                let (path, sheet) = (self.sheetless.clone()?, Some(sheet));
                return Some(Effect::LoadImage { slot, path, sheet });
            }
            FileAction::Choose(slot) => return Some(Effect::ChooseImage(slot)),
            FileAction::DeclineCut(slot) => {
                if let Some(placed) = self.stage.get(slot) {
                    self.offers.withdraw(placed.sprite());
                }
            }
            FileAction::RunGame(game) => {
                let log = game.with_file_name("game.jsonl");
                self.apply_to_log(LogAction::Open { path: log.clone(), is_live: true });
                return Some(Effect::RunGame { game, log });
            }
            FileAction::OpenRoute(path) => return Some(Effect::LoadRoute(path)),
            FileAction::LogFound(path) => self.apply_to_log(LogAction::Open { path, is_live: false }),
            FileAction::TableFound(path, moves, skipped) => {
                self.apply_to_log(LogAction::OpenTable { path, moves, skipped });
            }
            FileAction::RouteLoaded(route, skipped) => {
                if let Some(Skipped { line, reason }) = skipped.first() {
                    let title = format!("{} skipped", plural(skipped.len() as u64, "line"));
                    self.messages.error(title, sentence(&format!("line {line}: {reason}")));
                }
                self.apply(RouteAction::Add(route).into());
                self.file_route(self.route.route().cloned());
            }
            FileAction::OpenKeysPath(path) => return Some(Effect::LoadKeys(path)),
            FileAction::KeysLoaded(keys) => {
                self.apply(TerrainAction::SetKeys(keys).into());
                self.filed.keys = self.terrain.game.keys.clone();
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
            FileAction::LinkCopied(length) => self.link_copied(length),
            FileAction::SaveWithArt => return Some(Effect::SaveWithArt),
            FileAction::MaskImagePath(slot, path) => {
                let frames = Arc::clone(self.stage.get(slot)?.sprite().frames());
                return Some(Effect::LoadMaskImage { slot, path, frames });
            }
            FileAction::MaskImageLoaded(slot, image) => return self.mask_by_image(slot, image),
            FileAction::ChangedOnDisk(slot, path) => return self.effect_of_change(slot, path),
            FileAction::Reloaded(slot, sprite) => self.reload(vec![slot], Newer::Image(sprite)),
            FileAction::ChangedSince(newer) => self.changed_since(newer),
            FileAction::TakeNewer(newer) => self.reload(self.slots_of(&newer), newer),
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

    /// Shows what has been read again in `slots`, unless another image has come to these places meanwhile: one step to undo.
    fn reload(&mut self, mut slots: Vec<Slot>, newer: Newer) {
        if let Newer::Image(loaded) = &newer {
            let path = |slot: Slot| self.stage.get(slot)?.sprite().path.as_ref();
            slots.retain(|&slot| path(slot).is_some_and(|path| Some(path) == loaded.path.as_ref()));
            if slots.is_empty() {
                return;
            }
            for file in loaded.files() {
                self.messages.withdraw(&[was_deleted(file), not_reloaded(file)]);
            }
        }
        let was_saved = matches!(newer, Newer::Image(_)) && !self.has_unsaved_changes();
        self.apply(StageAction::Reload { slots, newer }.into());
        if was_saved {
            // Another image at the same path is nothing that the scene's file would hold.
            self.scenes.opened[self.stage.scene].saved.stage = self.saved().stage;
        }
        self.settle();
    }

    /// The effect that reads the image or the mask image of `slot` again, after the file `path` has changed.
    fn effect_of_change(&self, slot: Slot, path: PathBuf) -> Option<Effect> {
        let sprite = self.stage.get(slot)?.sprite();
        if sprite.files().any(|file| *file == path) {
            let sheet = sprite.file_frames().sheets.first().cloned();
            return sprite.path.clone().map(|path| Effect::Reload { slot, path, sheet });
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

/// Some programs cut addresses that are longer than this, in characters.
const SHORT_LINK: usize = 8_000;
/// Most programs cut those that are longer than this.
const LONGEST_LINK: usize = 32_000;

/// Titles of the messages about a copied link.
const COPIED: &str = "Link copied";
const LONG: &str = "Link copied, but it is long";
const TOO_LONG: &str = "The scene is too large for a link";
/// The offer of a file in place of a link.
const SAVE_WITH_ART: Offer = Offer { label: "Save with art inside…", action: Some(FileAction::SaveWithArt) };

impl Session {
    /// Copies `link` if it is not too long.
    pub(super) fn copy_link(&mut self, link: String) -> Option<Effect> {
        let length = link.chars().count();
        self.messages.withdraw(&[COPIED, LONG, TOO_LONG].map(str::to_owned));
        if length <= LONGEST_LINK {
            return Some(Effect::CopyText(link, Box::new(FileAction::LinkCopied(length))));
        }
        let detail = format!(
            "The link would be {} characters long; many programs truncate links over {}. Save a file instead.",
            thousands(length as u64),
            thousands(LONGEST_LINK as u64)
        );
        self.messages.offer(TOO_LONG.to_owned(), detail, vec![SAVE_WITH_ART]);
        None
    }

    /// Says that a link of `length` characters has been copied.
    pub(super) fn link_copied(&mut self, length: usize) {
        let characters = thousands(length as u64);
        if length > SHORT_LINK {
            let detail =
                format!("It is {characters} characters long; some programs truncate such links. A file is safer.");
            self.messages.offer(
                LONG.to_owned(),
                detail,
                vec![SAVE_WITH_ART, Offer { label: "Leave it", action: None }],
            );
        } else {
            let detail = format!("It is {characters} characters long, and opens this scene with its images.");
            self.messages.done(COPIED.to_owned(), detail);
        }
    }
}

/// Title of the message that offers copies.
const COPIES_FOUND: &str = "Unsaved work from another window";
/// The most copies that the message about them names.
const MOST_NAMED_COPIES: usize = 8;

impl Session {
    /// Offers `copies`, after those that are offered already.
    pub(super) fn copies_found(&mut self, copies: Vec<LeftCopy>) {
        self.left_copies.retain(|left| !copies.contains(left));
        self.left_copies.extend(copies);
        self.offer_copies();
    }

    /// Offers the other copies, if there are any: this one is restored or discarded.
    pub(super) fn copy_answered(&mut self, copy: &LeftCopy) {
        self.left_copies.retain(|left| left != copy);
        self.offer_copies();
    }

    /// Offers the first copy, in one message that names the others.
    fn offer_copies(&mut self) {
        self.messages.withdraw(&[COPIES_FOUND.to_owned()]);
        if let Some(first) = self.left_copies.first().cloned() {
            let offers = vec![
                Offer { label: "Restore", action: Some(FileAction::RestoreCopy(first.clone())) },
                Offer { label: "Discard", action: Some(FileAction::DiscardCopy(first)) },
            ];
            self.messages.offer(COPIES_FOUND.to_owned(), names(&self.left_copies), offers);
        }
    }
}

/// The names of the first copy, and then those of the others.
fn names(copies: &[LeftCopy]) -> String {
    let name = |copy: &LeftCopy| if copy.names.is_empty() { "no images".to_owned() } else { copy.names.clone() };
    let named: Vec<_> = copies.iter().take(MOST_NAMED_COPIES).map(name).collect();
    match (&named[..], copies.len() - named.len()) {
        ([], _) => String::new(),
        ([one], _) => format!("{one}."),
        ([first, others @ ..], 0) => format!("{first}. Next: {}.", others.join("; ")),
        ([first, others @ ..], more) => format!("{first}. Next: {}; and {more} more.", others.join("; ")),
    }
}

impl Session {
    /// The files to compare with the disk, once after the session has continued from an earlier run: the scene, each
    /// image and each mask image from a file. The table of a log is read again.
    pub fn take_to_compare(&mut self) -> Vec<Effect> {
        if !std::mem::take(&mut self.is_continued) {
            return Vec::new();
        }
        let table = self.awaited_table.as_ref().map(|table| Effect::LoadRoute(table.path.clone()));
        let scene = self.scene_path().zip(self.scene_in_file());
        let scene = scene.map(|(path, known)| Effect::CompareScene { path: path.to_owned(), known: Arc::clone(known) });
        let (mut effects, mut known) = (Vec::from_iter(scene.into_iter().chain(table)), Vec::new());
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
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copies(count: usize) -> Vec<LeftCopy> {
        let copy = |number| LeftCopy { folder: format!("copies/{number}").into(), names: format!("{number}.png") };
        (1..=count).map(copy).collect()
    }

    #[test]
    fn one_message_names_eight_copies_and_counts_the_others() {
        let mut session = Session::default();
        session.apply(FileAction::CopiesFound(Vec::new()).into());
        assert!(session.messages().is_empty());
        session.apply(FileAction::CopiesFound(copies(11)).into());
        let details = [
            "1.png. Next: 2.png; 3.png; 4.png; 5.png; 6.png; 7.png; 8.png; and 3 more.",
            "2.png. Next: 3.png; 4.png; 5.png; 6.png; 7.png; 8.png; 9.png; and 2 more.",
        ];
        for (detail, label) in details.into_iter().zip(["Discard", "Restore"]) {
            let [message] = session.messages() else { panic!("one message") };
            assert_eq!((&*message.title, &*message.detail), (COPIES_FOUND, detail));
            let offer = message.offers.iter().find(|offer| offer.label == label).expect("an answer");
            session.apply(offer.action.clone().expect("something to do").into());
        }
        for left in copies(11).drain(2..) {
            session.apply(FileAction::DiscardCopy(left).into());
        }
        assert!(session.messages().is_empty());
        session.apply(FileAction::CopiesFound(copies(1)).into());
        assert_eq!(session.messages()[0].detail, "1.png.");
    }
}
