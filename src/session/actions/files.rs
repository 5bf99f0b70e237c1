//! Files, in and out: what follows from them, and from links and copies; the messages about them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::session::ask::{Ask, Event, LeftCopy, Made, OpenAs};
use crate::session::stage::{Newer, Placed, Slot, StageAction};
use crate::session::{
    derived::Derived, messages::Offer, replays::RouteAction, session::Session, terrain::TerrainAction, view::Hint,
};
use maskscope_core::replay::Skipped;
use maskscope_core::scene::{Grid, MaskImage, SolidRule, SolidSource, Sprite};
use maskscope_core::words::{listed, name_of, plural, sentence, thousands};

/// Title of the question about scripts of a session whose last start died.
const START_DIED: &str = "The last start of this session did not finish";

/// Title of the question about files that were given together.
const FILES_GIVEN: &str = "How should these files open?";

impl Session {
    pub(super) fn take_event(&mut self, action: Event) {
        match action {
            Event::Loaded(slot, sprite) => {
                let sprite = self.greet(slot, sprite);
                self.apply(StageAction::Show { slot, sprite }.into());
            }
            Event::LoadedBeside(sprite, offset) => {
                let sprite = self.greet(Slot::B, sprite);
                self.apply(StageAction::ShowBeside { sprite, offset }.into());
            }
            // Another image may have been opened in the meantime.
            Event::LayersLoaded(slot, sprite)
                if self.stage.get(slot).is_some_and(|it| it.sprite().path == sprite.path) =>
            {
                self.apply(StageAction::Reload { slots: vec![slot], newer: Newer::Image(sprite) }.into());
                self.settle();
            }
            Event::LayersLoaded(..) => {}
            Event::NotOpened { slot, atlas, title, detail } => {
                let sheet = atlas.map(|atlas| Offer::of("Choose its sheet…", Ask::Choose(OpenAs::Sheet(slot, atlas))));
                let label = if slot == Slot::A { "Open A…" } else { "Open B…" };
                let another = Offer::of(label, Ask::Choose(OpenAs::Image(slot)));
                self.messages.error_with(title, detail, sheet.into_iter().chain([another]).collect());
            }
            Event::Given { slot, files, frames } => self.ask_about_files(slot, &files, frames),
            Event::Numbered(slot, files) => self.offer_frames(slot, files),
            Event::DeclineCut(slot) => {
                if let Some(placed) = self.stage.get(slot) {
                    self.offers.withdraw(placed.sprite());
                }
            }
            Event::RouteLoaded(route, skipped) => {
                if let Some(Skipped { line, reason }) = skipped.first() {
                    let title = format!("{} skipped", plural(skipped.len() as u64, "line"));
                    self.messages.error(title, sentence(&format!("line {line}: {reason}")));
                }
                self.apply(RouteAction::Add(route).into());
                self.file_route(self.route.route().cloned());
            }
            Event::KeysLoaded(keys) => {
                self.apply(TerrainAction::SetKeys(keys).into());
                self.filed.keys = self.terrain.game.keys.clone();
            }
            Event::SceneLoaded(scene, path) => self.show_scene(*scene, path),
            Event::SceneChanged(scene, path) => self.scene_changed_on_disk(*scene, path),
            Event::Saving(made, path) => self.is_filed_to(made, path),
            Event::Saved(made, path) => {
                let title = match made {
                    Made::Scene => "Scene saved",
                    Made::Route => "Path saved",
                    Made::Keys => "Keys of the run saved",
                };
                self.messages.done(title.to_owned(), name_of(&path));
                if made == Made::Scene { self.scene_saved(path) } else { self.was_filed_to(&path) }
            }
            Event::NotSaved { path, when } => self.ask_to_save_over(path, when.as_deref()),
            Event::Linked(length) => self.linked(length),
            Event::MaskImageLoaded(slot, image) => self.mask_by_image(slot, image),
            Event::Reloaded(newer) => self.reload(newer),
            Event::ChangedSince(newer) => self.changed_since(&newer),
            Event::Gone(path) => {
                let detail = "The picture is kept as it was. If the file comes back, it is read again.".to_owned();
                self.messages.error(was_deleted(&path), detail);
            }
            Event::NotReloaded(path, detail) => self.messages.error(not_reloaded(&path), detail),
            Event::WorkAtRisk(why) => self.work_at_risk(&why),
            Event::CopiesFound(copies) => self.copies_found(copies),
            Event::CopyAnswered(copy) => self.copy_answered(&copy),
            Event::Failed { title, detail } => self.messages.error(title, detail),
            Event::Done { title, detail } => self.messages.done(title, detail),
            Event::Close(id) => self.messages.close(id),
        }
    }

    /// Asks whether `files` are A and B, or the frames of one sprite.
    fn ask_about_files(&mut self, slot: Slot, files: &[PathBuf], frames: Vec<PathBuf>) {
        let [a, b, others @ ..] = files else { return };
        let names = |files: &[PathBuf]| listed(&files.iter().map(|file| name_of(file)).collect::<Vec<_>>());
        let left_out = match others {
            [] => String::new(),
            [other] => format!("; {} is left out", name_of(other)),
            _ => format!("; {} are left out", names(others)),
        };
        let (pair, letter, count) = (names(&files[..2]), slot.letter(), files.len());
        let detail = format!(
            "As A and B: {pair}{left_out}. As frames of {letter}: one sprite of {count} frames, ordered by name and number."
        );
        let asks = vec![Ask::Open(OpenAs::Image(Slot::A), a.clone()), Ask::Open(OpenAs::Beside(None), b.clone())];
        let label = if slot == Slot::A { "As frames of A" } else { "As frames of B" };
        let offers = vec![
            Offer { label: "As A and B", asks },
            Offer::of(label, Ask::Open(OpenAs::Frames(slot, frames), a.clone())),
        ];
        self.messages.withdraw(&[FILES_GIVEN.to_owned()]);
        self.messages.offer(FILES_GIVEN.to_owned(), detail, offers);
    }

    /// Offers to open all `files` as the frames of one sprite: the first has been opened alone.
    fn offer_frames(&mut self, slot: Slot, files: Vec<PathBuf>) {
        let [first, .., last] = &files[..] else { return };
        let title = format!("{} to {} are numbered on", name_of(first), name_of(last));
        let detail = format!("They can be the {} frames of one sprite.", files.len());
        let label = if slot == Slot::A { "As frames of A" } else { "As frames of B" };
        let first = first.clone();
        let all = Offer::of(label, Ask::Open(OpenAs::Frames(slot, files), first));
        self.messages.withdraw(std::slice::from_ref(&title));
        self.messages.offer(title, detail, vec![all, Offer::none("Keep one")]);
    }

    /// Takes note of an image that a person has opened, and takes the first of the hitboxes in its file that are drawn to be
    /// tested.
    fn greet(&mut self, slot: Slot, mut sprite: Sprite) -> Sprite {
        self.view.learnt(Hint::Drop);
        self.view.end_greeting();
        self.offers.opened(slot, &sprite);
        sprite.test_as_drawn();
        sprite
    }

    /// Takes `image` to say what is solid in the sprite of `slot`.
    fn mask_by_image(&mut self, slot: Slot, image: Arc<MaskImage>) {
        let Some(placed) = self.stage.get(slot) else { return };
        let rule = SolidRule { source: SolidSource::Image(image), ..placed.sprite().rule().clone() };
        self.apply(StageAction::SetRule { slot, rule }.into());
        self.apply(StageAction::Settle.into());
    }

    /// Shows what has been read again wherever older content of that file is shown: one step to undo.
    fn reload(&mut self, newer: Newer) {
        if let Newer::Image(loaded) = &newer {
            for file in loaded.files() {
                self.messages.withdraw(&[was_deleted(file), not_reloaded(file)]);
            }
        }
        let slots = self.slots_of(&newer);
        if slots.is_empty() {
            return;
        }
        let was_saved = matches!(newer, Newer::Image(_)) && !self.has_unsaved_changes();
        self.apply(StageAction::Reload { slots, newer }.into());
        if was_saved {
            // Another image at the same path is nothing that the scene's file would hold.
            self.scenes.opened[self.stage.scene].saved.stage = self.saved().stage;
        }
        self.settle();
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
/// Most programs cut those that are longer than this: they are not copied.
pub const LONGEST_LINK: usize = 32_000;

/// Titles of the messages about a copied link.
const COPIED: &str = "Link copied";
const LONG: &str = "Link copied, but it is long";
const TOO_LONG: &str = "The scene is too large for a link";

impl Session {
    /// Says that a link of `length` characters has been copied, or was too long for that.
    fn linked(&mut self, length: usize) {
        let save = || Offer::of("Save with art inside…", Ask::SaveWithArt);
        let characters = thousands(length as u64);
        self.messages.withdraw(&[COPIED, LONG, TOO_LONG].map(str::to_owned));
        if length > LONGEST_LINK {
            let longest = thousands(LONGEST_LINK as u64);
            let detail = format!(
                "The link would be {characters} characters long; many programs truncate links over {longest}. Save a \
                 file instead."
            );
            self.messages.offer(TOO_LONG.to_owned(), detail, vec![save()]);
        } else if length > SHORT_LINK {
            let detail =
                format!("It is {characters} characters long; some programs truncate such links. A file is safer.");
            self.messages.offer(LONG.to_owned(), detail, vec![save(), Offer::none("Leave it")]);
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

    /// Runs no script of this session until a person wants it, and says so: the start before may have died of one.
    pub fn hold_scripts(&mut self) {
        let scripts: Vec<_> = self.scans.own().collect();
        if scripts.is_empty() {
            return;
        }
        scripts.iter().for_each(|script| script.hold(true));
        let (them, are) = if scripts.len() == 1 { ("Its script", "is") } else { ("Its scripts", "are") };
        let detail = format!("{them} {are} not run.");
        let offers = vec![Offer::of("Run them", Ask::RunScripts), Offer::of("Start fresh", Ask::StartFresh)];
        self.messages.offer(START_DIED.to_owned(), detail, offers);
    }

    /// Runs the scripts that are held.
    pub fn run_scripts(&mut self) {
        self.messages.withdraw(&[START_DIED.to_owned()]);
        self.scans.own().for_each(|script| script.hold(false));
        // What they answered while they were held means nothing.
        self.derived = Derived::default();
        self.follow();
    }

    fn work_at_risk(&mut self, why: &str) {
        let title = "Closing would lose what is in no file".to_owned();
        self.messages.withdraw(std::slice::from_ref(&title));
        let offers = vec![Offer::of("Save as…", Ask::SaveScene), Offer::of("Close anyway", Ask::Close)];
        self.messages.offer(title, format!("No copy of it could be kept: {}", sentence(why)), offers);
    }

    /// Offers the first copy, in one message that names the others.
    fn offer_copies(&mut self) {
        self.messages.withdraw(&[COPIES_FOUND.to_owned()]);
        if let Some(first) = self.left_copies.first().cloned() {
            let offers =
                vec![Offer::of("Restore", Ask::Restore(first.clone())), Offer::of("Discard", Ask::Discard(first))];
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
    /// The files to compare with the disk, once after the session has continued from an earlier run. The table of a log is
    /// read again.
    pub fn take_to_compare(&mut self) -> Vec<Ask> {
        if !std::mem::take(&mut self.is_continued) {
            return Vec::new();
        }
        let table = self.awaited_table.as_ref().map(|table| Ask::Open(OpenAs::Route, table.path.clone()));
        self.watched_files().into_iter().map(Ask::Compare).chain(table).collect()
    }

    /// The places whose image or mask image is an older content of that file.
    fn slots_of(&self, newer: &Newer) -> Vec<Slot> {
        let is_older = |sprite: &Sprite| match (newer, &sprite.rule().source) {
            (Newer::Image(newer), _) => sprite.path == newer.path && !sprite.is_of(newer.file_frames()),
            (Newer::Mask(newer), SolidSource::Image(image)) => {
                let fits = sprite.frames().take_mask_of(newer.size());
                image.path == newer.path && !image.is_the_same(newer) && fits
            }
            (Newer::Mask(_), _) => false,
        };
        let slots = Slot::ALL.into_iter();
        slots.filter(|slot| self.stage.get(*slot).is_some_and(|placed| is_older(placed.sprite()))).collect()
    }

    /// A file has changed since: it is offered.
    fn changed_since(&mut self, newer: &Newer) {
        if let Newer::Image(newer) = newer {
            self.stage.learn(newer);
        }
        let Some(path) = newer.path().filter(|_| !self.slots_of(newer).is_empty()) else { return };
        let title = format!("{} has changed since last time", name_of(path));
        self.messages.withdraw(std::slice::from_ref(&title));
        let detail = "The earlier content is shown. Reloading can be undone.".to_owned();
        let reload = Offer::of("Reload", Ask::Reload(path.to_owned()));
        self.messages.offer(title, detail, vec![reload, Offer::none("Keep")]);
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
        session.apply(Event::CopiesFound(Vec::new()).into());
        assert!(session.messages().is_empty());
        session.apply(Event::CopiesFound(copies(11)).into());
        let details = [
            "1.png. Next: 2.png; 3.png; 4.png; 5.png; 6.png; 7.png; 8.png; and 3 more.",
            "2.png. Next: 3.png; 4.png; 5.png; 6.png; 7.png; 8.png; 9.png; and 2 more.",
        ];
        for (detail, label) in details.into_iter().zip(["Discard", "Restore"]) {
            let [message] = session.messages() else { panic!("one message") };
            assert_eq!((&*message.title, &*message.detail), (COPIES_FOUND, detail));
            let offer = message.offers.iter().find(|offer| offer.label == label).expect("an answer");
            let [Ask::Restore(copy) | Ask::Discard(copy)] = &offer.asks[..] else { panic!("another offer") };
            let answered = Event::CopyAnswered(copy.clone());
            session.apply(answered.into());
        }
        for left in copies(11).drain(2..) {
            session.apply(Event::CopyAnswered(left).into());
        }
        assert!(session.messages().is_empty());
        session.apply(Event::CopiesFound(copies(1)).into());
        assert_eq!(session.messages()[0].detail, "1.png.");
    }
}
