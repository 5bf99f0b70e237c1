//! The world outside the window. Disks, dialogs, threads, clocks and the system's own window are reached from here
//! only; everything else in `app` is the same in a browser.
//!
//! `system` is the half for a desktop. The folder `page` holds the other half, of the same names, which is compiled in its
//! place for a browser.
//!
//! | what | how |
//! | --- | --- |
//! | reach | [`Platform`] names what the window reaches besides its files; a test gives a stand-in |
//! | pick, name | [`Outside::pick`] asks in a dialog; the answer comes back as a request |
//! | open, read again | [`Outside::start`] reads what the session asks for |
//! | save | [`Outside::write`] writes an export, one after the other, and says how it went |
//! | picture | [`Outside::photograph`] takes a picture of a part of the window |
//! | drop | [`dropped`] |
//! | copy | [`Outside::copy`] |
//! | links | [`Outside::open_link`] unpacks one and says what it opens, [`Outside::make_link`] makes one |
//! | watch | [`Outside::follow`] tells which files have changed |
//! | follow | [`Outside::listen`] reads the log of a running game as it grows |
//! | keys | [`claim`] |
//! | keep a copy | [`Outside::keep`] writes the session down, [`Outside::open`] finds it again at the next start |
//! | remember | [`Outside::remember`] and [`Outside::open`] |
//! | work beside | [`Outside::drive`] does the session's long work; [`Outside::finished`] brings all else back |

mod copies;
mod exporting;
mod links;
mod log;
mod opening;
mod outcome;
mod platform;
mod settings;
#[cfg_attr(target_family = "wasm", path = "page/mod.rs")]
mod system;
mod together;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{collections::HashMap, time::Duration};

use egui::{ColorImage, Context, Rect};

use copies::{Copies, Found, Restored};
use outcome::Photograph;
pub use outcome::{Arrival, HAS_SYSTEM, Outcome};
pub use platform::Platform;
pub use settings::Settings;
use settings::SettingsFile;
pub use system::{ABOUT_CLOCK, arrived_links, claim, deliver, dropped, entitle, is_file, is_folder, say};
#[cfg(target_family = "wasm")]
pub use system::{bring_back, has_coarse_pointer, tell_failure};
use system::{copy, following::Following, threads::Threads, watch::Watch, worker::Worker};
pub use together::open_together;

use super::request::{PathFor, Work};
use super::rest::Rest;
use crate::exports::{ExportRef, Make, name_of};
use crate::files::{Limits, Seen, take_remarks};
use crate::scene::{Picture, PictureFormat, Scene};
use crate::session::{Document, Effect, FileAction, LogAction, Session, Slot, Stage};
use crate::{geom::Size, words::sentence};

/// Everything outside the window.
pub struct Outside {
    ctx: Context,
    platform: Platform,
    limits: Limits,
    threads: Threads,
    worker: Worker,
    watch: Watch,
    following: Option<Following>,
    settings: SettingsFile,
    copies: Option<Copies>,
    /// Content of the files that were read and written.
    seen: Seen,
    /// True if the newest reading of a changed image is outdated.
    reloading: HashMap<(Slot, PathBuf), Arc<AtomicBool>>,
}

impl Outside {
    /// Starts with nothing under way; images are read within `limits`.
    ///
    /// If it `continues`, the last session is found.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn open(
        ctx: &Context,
        limits: Limits,
        platform: Platform,
        continues: bool,
    ) -> std::io::Result<(Self, Settings, Found)> {
        let threads = Threads::new(ctx.clone());
        let answer = threads.answer();
        let tell = move |action| answer(Outcome::act(action));
        let settings = platform.settings.as_deref();
        let copies = settings.map(|settings| Copies::open(settings, continues, &limits, tell));
        let (copies, mut found) = copies.map_or_else(Default::default, |(copies, found)| (Some(copies), found));
        let (file, settings, failed) = SettingsFile::read(settings);
        found.told.extend(failed);
        let wake_by_file = ctx.clone();
        let outside = Self {
            ctx: ctx.clone(),
            platform,
            limits,
            threads,
            worker: Worker::start(ctx.clone())?,
            watch: Watch::start(move || wake_by_file.request_repaint()),
            following: None,
            settings: file,
            copies,
            seen: Seen::default(),
            reloading: HashMap::new(),
        };
        Ok((outside, settings, found))
    }

    /// Asks in a dialog for a file to open or to write; `suggestion` is the name of one to be written.
    pub fn pick(&mut self, asked: PathFor, suggestion: String) {
        (self.platform.pick)(&mut self.threads, asked, suggestion);
    }

    /// Reads what the session asks for.
    pub fn start(&mut self, effect: Effect, stage: &Stage) {
        match effect {
            Effect::RunGame { game, log } => {
                let run_game = self.platform.run_game;
                self.threads.spawn(None, move || run_game(&game, &log).map_or(Outcome::Nothing, Outcome::act));
            }
            Effect::LoadRoute(path) => self.read(path, opening::route),
            Effect::LoadKeys(path) => self.read(path, opening::keys),
            Effect::LoadMaskImage { slot, path, frames } => {
                self.read(path, move |path, limits| opening::mask_image(slot, path, &frames, limits));
            }
            Effect::LoadImage { slot, path, sheet } => {
                let kept = match (stage.get(slot).is_some(), slot) {
                    (true, _) => "The old picture is kept.",
                    (false, Slot::A) => "A stays empty.",
                    (false, Slot::B) => "B stays empty.",
                };
                self.read(path, move |path, limits| opening::image(slot, path, sheet.as_deref(), limits, kept));
            }
            Effect::Reload { slot, path, sheet } => self.read_again(slot, path, sheet),
            // The window does both.
            Effect::CopyText(..)
            | Effect::SaveWithArt
            | Effect::SaveAnyway(_)
            | Effect::SaveElsewhere(_)
            | Effect::ChooseImage(_)
            | Effect::ChooseSheet(_) => {}
            Effect::RestoreCopy(copy) => {
                let limits = self.limits;
                self.threads.spawn(Some("Restoring the unsaved work".to_owned()), move || {
                    copies::restore(copy, &limits).map_or_else(Outcome::Tell, Outcome::Restored)
                });
            }
            Effect::DiscardCopy(folder) => {
                self.threads.spawn(None, move || Outcome::Tell(copies::discard(&folder).into_iter().collect()));
            }
            Effect::CompareScene { path, known } => self.read_scene_again(path, known),
            Effect::CompareImage(sprite) => self.compare(move |limits| opening::image_since(&sprite, limits)),
            Effect::CompareMaskImage { image, frames } => {
                self.compare(move |limits| opening::mask_image_since(&image, &frames, limits));
            }
        }
    }

    /// Reads a file, and shows that it does where that takes long.
    fn read(&mut self, path: PathBuf, read: impl FnOnce(&Path, &Limits) -> FileAction + Send + 'static) {
        let (title, limits, seen) = (format!("Opening {}", name_of(&path)), self.limits, self.seen.clone());
        self.threads.spawn_reader(title, move || {
            seen.note(&path);
            let read = read(&path, &limits);
            let remarks: Vec<_> = take_remarks().iter().map(|remark| sentence(remark)).collect();
            let title = format!("{} is not quite as it should be", name_of(&path));
            let remark = FileAction::Failed { title, detail: remarks.join(" ") };
            let has_remark = !remarks.is_empty() && !matches!(read, FileAction::NotOpened { .. });
            Outcome::Tell([read].into_iter().chain(has_remark.then_some(remark)).collect())
        });
    }

    fn compare(&mut self, compare: impl FnOnce(&Limits) -> Option<FileAction> + Send + 'static) {
        let limits = self.limits;
        self.threads.spawn(None, move || compare(&limits).map_or(Outcome::Nothing, Outcome::act));
    }

    /// Reads an image again that has changed on the disk.
    fn read_again(&mut self, slot: Slot, path: PathBuf, sheet: Option<PathBuf>) {
        let (is_outdated, limits, seen) = (Arc::<AtomicBool>::default(), self.limits, self.seen.clone());
        if let Some(older) = self.reloading.insert((slot, path.clone()), Arc::clone(&is_outdated)) {
            older.store(true, Ordering::Relaxed);
        }
        self.threads.spawn(None, move || {
            seen.note(&path);
            let read = opening::image_again(slot, &path, sheet.as_deref(), &limits);
            // A newer content may have been read sooner.
            if is_outdated.load(Ordering::Relaxed) { Outcome::Nothing } else { Outcome::act(read) }
        });
    }

    /// Reads the scene in the file `path` again, which has changed on the disk; nothing happens if it still holds `known`.
    pub fn read_scene_again(&mut self, path: PathBuf, known: Arc<Scene>) {
        let (limits, seen) = (self.limits, self.seen.clone());
        self.threads.spawn(None, move || {
            seen.note_newer(&path);
            opening::scene_again(&path, &known, &limits).map_or_else(
                || {
                    seen.accept(&path);
                    Outcome::Nothing
                },
                Outcome::act,
            )
        });
    }

    /// Writes an export to `path`, after everything that was to be written before. Where another program has changed what
    /// was read or written there, it is asked first; `known` is what was read there in an earlier run.
    pub fn write(&mut self, export: ExportRef, make: Make, path: PathBuf, known: Option<Arc<Scene>>) {
        let (title, seen, limits) = (format!("Writing {}", name_of(&path)), self.seen.clone(), self.limits);
        self.threads.spawn_writer(Some(title), move |mut turn| {
            if let Some(known) = known.filter(|_| !seen.knows(&path)) {
                seen.note(&path);
                if seen.knows(&path) && !opening::still_holds(&path, &known, &limits) {
                    seen.doubt(&path);
                }
            }
            Outcome::act(exporting::write(export, make, &path, &seen, &mut turn))
        });
    }

    /// Allows writing over the present content of these files.
    pub fn write_over(&self, files: &[PathBuf]) {
        files.iter().for_each(|file| self.seen.forget(file));
    }

    /// The scene that was read from `path` last is shown.
    pub fn shows(&self, path: &Path) {
        self.seen.accept(path);
    }

    /// Takes a picture of a part of the window, in points, as it looks when it is painted next.
    pub fn photograph(&self, part: Rect, export: ExportRef, make: fn(Picture) -> Make, path: PathBuf) {
        let (answer, scale) = (self.threads.answer(), self.ctx.pixels_per_point());
        self.ctx.request_screenshot(move |window| {
            let picture = picture_of(&window.region(&part, Some(scale)));
            answer(Outcome::Seen(Photograph { export, make: make(picture), path }));
        });
    }

    /// Puts `text` on the clipboard; `copied` follows once it is there.
    pub fn copy(&self, text: String, copied: FileAction) {
        let answer = self.threads.answer();
        copy(&self.ctx, text, move || answer(Outcome::act(copied)));
    }

    /// The outcomes since the last call.
    pub fn finished(&mut self) -> Vec<Outcome> {
        self.threads.finished()
    }

    /// Reading and writing that takes long enough to be shown.
    pub fn shown_work(&self) -> Vec<Work> {
        self.threads.shown().map(|title| Work { title: title.to_owned(), done: 0, total: 0 }).collect()
    }

    /// Gives up the work at a place in the list that is shown.
    pub fn cancel(&mut self, place: usize) {
        self.threads.cancel(place);
    }

    /// Follows the log that is open in `session`: what the game has written since is there before it is shown.
    pub fn listen(&mut self, session: &mut Session) {
        let Some(log) = session.log() else { return self.following = None };
        if self.following.as_ref().is_none_or(|following| following.number != log.number) {
            // The one before ends first.
            self.following = None;
            match Following::start(log, self.limits, self.platform.settings.as_deref(), self.ctx.clone()) {
                Ok(following) => self.following = Some(following),
                Err(error) => {
                    let title = "The log cannot be followed".to_owned();
                    session.apply(LogAction::Close.into());
                    session.apply(FileAction::Failed { title, detail: sentence(&error.to_string()) }.into());
                }
            }
        }
        if let Some(following) = &mut self.following {
            following.exchange(session);
        }
    }

    /// Does the session's long work, timings only after a `rest`, and compares what an earlier run has kept with the files
    /// that it came from; answers when to ask again because the rest will have lasted long enough.
    pub fn drive(&mut self, session: &mut Session, rest: &Rest) -> Option<Duration> {
        for effect in session.take_to_compare() {
            self.start(effect, session.stage());
        }
        self.worker.drive(session, rest)
    }

    /// Watches these files, and no others; answers those that have changed and come to rest, and when to ask again.
    pub fn follow(&mut self, files: Vec<PathBuf>) -> (Vec<PathBuf>, Option<Duration>) {
        self.watch.follow(files);
        self.watch.settled()
    }

    /// Takes what is shown now as not worth a copy.
    pub fn begin_with(&mut self, session: &Session) {
        if let Some(copies) = &mut self.copies {
            copies.begin_with(session);
        }
    }

    /// Writes the session down once it has changed, so that nothing is lost; returns when to ask again.
    pub fn keep(&mut self, session: &Session) -> Option<Duration> {
        self.copies.as_mut()?.keep(session)
    }

    /// Leaves unsaved work in `session` to a later start: something else is about to be shown.
    pub fn leave_copy(&mut self, session: &Session) {
        if let Some(copies) = &mut self.copies {
            copies.leave(session);
        }
    }

    /// Continues a copy that has been read, in place of what `session` shows; returns what it holds.
    pub fn go_on_with(&mut self, session: &Session, restored: Restored) -> Option<Document> {
        Some(self.copies.as_mut()?.go_on_with(session, restored))
    }

    /// Saves the settings if they have changed; returns what went wrong.
    pub fn remember(&mut self, settings: &Settings) -> Option<FileAction> {
        self.settings.remember(settings)
    }

    /// True if something is still being written, or waits for its turn.
    pub fn is_writing(&self) -> bool {
        self.threads.is_writing()
    }

    /// Ends as the program should: what was saved is saved, even where the window is closed at once, and the next start
    /// goes on from what `session` shows.
    pub fn end(&mut self, session: &Session) {
        self.threads.finish_writing();
        if let Some(copies) = &mut self.copies {
            copies.end(session);
        }
    }
}

/// A picture of the window as every other picture is kept.
fn picture_of(seen: &ColorImage) -> Picture {
    let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Picture::new(Size::new(side(seen.size[0]), side(seen.size[1])), seen.as_raw().to_vec(), PictureFormat::Screen, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{sample_pairs, sample_sprite};
    use crate::session::StageAction;

    #[test]
    fn what_is_to_be_written_is_written_before_the_window_closes() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = folder.path().join("settings.json");
        let (mut outside, ..) =
            Outside::open(&Context::default(), Limits::default(), Platform::without_dialogs(Some(settings)), false)
                .expect("a thread can be started");
        let mut session = Session::default();
        let pair = &sample_pairs()[0];
        let sprite = |name: &str| sample_sprite(name).expect("a sample");
        let (a, b) = (sprite(&pair.a), sprite(&pair.b));
        session.apply(StageAction::ShowPair { a, b, offset: pair.offset }.into());
        let path = |n: u8| folder.path().join(format!("{n}.scene.json"));
        let export: ExportRef = &crate::exports::SCENE;
        for n in 0..20 {
            session.apply(StageAction::Nudge { slot: Slot::B, by: crate::geom::Cell::new(1, 0) }.into());
            let Ok(crate::exports::Content::Files(make)) = (export.content)(&session) else { panic!("a scene") };
            outside.write(export, make, path(n), None);
            outside.keep(&session);
        }
        outside.end(&session);
        assert!((0..20).all(|n| path(n).is_file()));
        let settings = folder.path().join("settings.json");
        let (_, found) = Copies::open(&settings, true, &Limits::default(), |_| ());
        let mut next = Session::default();
        next.continue_with(*found.kept.expect("the copy has been written"));
        assert_eq!(next.stage().offset(), session.stage().offset(), "the newest one");
        assert!(matches!(&found.told[..], [FileAction::CopiesFound(left)] if left.is_empty()));
    }
}
