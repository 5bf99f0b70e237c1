//! The world outside the window. Disks, dialogs, threads, clocks and the system's own window are reached from here
//! only; everything else in `app` is the same in a browser.
//!
//! `system` is the half for a desktop. The folder `page` holds the other half, of the same names, which is compiled in its
//! place for a browser.
//!
//! | what | how |
//! | --- | --- |
//! | reach | [`Platform`] names what the window reaches besides its files; a test gives a stand-in |
//! | pick, name | [`Outside::pick`] asks in a dialog; the file is then opened or written |
//! | open | [`Outside::open_file`] reads a file, or starts a game; `outcome` has the words for what failed, beside its reason |
//! | save | [`Outside::write`] writes an export, one after the other, and says how it went |
//! | picture | [`Outside::photograph`] takes a picture of a part of the window |
//! | drop | [`dropped`] |
//! | copy | [`Outside::copy`] |
//! | links | [`Outside::open_link`] unpacks one and says what it opens, [`Outside::make_link`] makes one |
//! | watch | [`Outside::follow`] reads files again that have changed |
//! | follow | [`Outside::listen`] reads the log of a running game as it grows |
//! | audit | [`Outside::audit`] audits the folder of a project, [`Outside::save_hitbox`] writes into its files |
//! | stop | [`Outside::host`] lets that game be stopped |
//! | keys | [`claim`] |
//! | keep a copy | [`Outside::keep`] writes the session down, [`Outside::open`] finds it again at the next start |
//! | remember | [`Outside::remember`] and [`Outside::open`] |
//! | work beside | [`Outside::drive`] does the session's long work; [`Outside::finished`] brings all else back, as requests |

mod auditing;
mod copies;
mod exporting;
mod links;
mod log;
mod opening;
mod outcome;
mod platform;
mod project;
mod settings;
#[cfg_attr(target_family = "wasm", path = "page/mod.rs")]
mod system;
mod together;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::{collections::HashMap, time::Duration};

use egui::{ColorImage, Context, Rect};

use auditing::Auditing;
use copies::{Copies, Recovered, Restored};
use outcome::GameVariable;
pub use outcome::{Arrival, HAS_SYSTEM};
pub use platform::Platform;
pub use settings::Settings;
use settings::SettingsFile;
#[cfg(not(target_family = "wasm"))]
pub use system::end_on_signals;
pub use system::{ABOUT_CLOCK, arrived_links, claim, deliver, dropped, entitle, is_file, is_folder, say};
#[cfg(target_family = "wasm")]
pub use system::{bring_back, has_coarse_pointer, tell_failure};
use system::{copy, following::Following, hosting::Hosting, threads::Threads, watch::Watch, worker::Worker};
pub use together::open_together;

use super::request::{PathFor, PictureWanted, Request};
use super::rest::Rest;
use crate::exports::{ExportRef, Make, name_of};
use crate::files::{Limits, Seen};
use crate::session::{Document, Event, LeftCopy, LogAction, Session, Slot};
use maskscope_core::replay::StopRules;
use maskscope_core::scene::{Picture, PictureFormat, Scene};
use maskscope_core::{geom::Size, words::sentence};

/// Everything outside the window.
pub struct Outside {
    ctx: Context,
    platform: Platform,
    limits: Limits,
    threads: Threads,
    worker: Worker,
    watch: Watch,
    following: Option<Following>,
    /// Listens to the game that writes that log, if it can be stopped.
    hosting: Option<Hosting>,
    /// Work about the project that is open.
    auditing: Vec<Auditing>,
    /// Folder of the last file that was opened or written.
    folder: Option<PathBuf>,
    settings: SettingsFile,
    copies: Option<Copies>,
    /// Copies that have been read, with their locks.
    restored: (Sender<Restored>, Receiver<Restored>),
    /// Content of the files that were read and written.
    seen: Seen,
    /// True if the newest reading of a changed file for a sprite is outdated; with what is kept where that fails.
    reloading: HashMap<(Slot, &'static str, PathBuf), Arc<AtomicBool>>,
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
    ) -> std::io::Result<(Self, Settings, Recovered)> {
        let threads = Threads::new(ctx.clone());
        let answer = threads.answer();
        let tell = move |event: Event| answer(vec![event.into()]);
        let settings = platform.settings.as_deref();
        let copies = settings.map(|settings| Copies::open(settings, continues, &limits, tell));
        let (copies, mut found) = copies.map_or_else(Default::default, |(copies, found)| (Some(copies), found));
        let (file, settings, failed) = SettingsFile::read(settings);
        found.events.extend(failed);
        let seen = Seen::default();
        if let Some(folder) = copies.as_ref().and_then(Copies::own_folder) {
            seen.remember_in(folder);
        }
        let wake_by_file = ctx.clone();
        let outside = Self {
            ctx: ctx.clone(),
            platform,
            limits,
            threads,
            worker: Worker::start(ctx.clone())?,
            watch: Watch::start(move || wake_by_file.request_repaint()),
            following: None,
            hosting: None,
            auditing: Vec::new(),
            folder: None,
            settings: file,
            copies,
            restored: channel(),
            seen,
            reloading: HashMap::new(),
        };
        Ok((outside, settings, found))
    }

    /// Asks in a dialog for a file to open or to write; `suggestion` is the name of one to be written. The dialog begins in
    /// the folder of the last file, or of the first that `session` shows.
    pub fn pick(&mut self, asked: PathFor, suggestion: String, session: &Session) {
        let shown = || folder_of(session.watched_files().first()?);
        let folder = self.folder.clone().or_else(shown);
        (self.platform.pick)(&mut self.threads, asked, suggestion, folder);
    }

    /// Reads a copy that another window has left, to go on with it.
    pub fn restore(&mut self, copy: LeftCopy) {
        let (limits, sender) = (self.limits, self.restored.0.clone());
        self.threads.spawn(Some("Restoring the unsaved work".to_owned()), move || {
            match copies::restore(copy, &limits) {
                Ok(restored) => sender.send(restored).map_or_else(|_| Vec::new(), |()| vec![Request::Restore]),
                Err(events) => events.into_iter().map(Request::from).collect(),
            }
        });
    }

    /// Deletes such a copy.
    pub fn discard(&mut self, copy: LeftCopy) {
        self.threads.spawn(None, move || copies::discard(&copy.folder).map(Request::from).into_iter().collect());
    }

    /// Writes an export to `path`, after everything that was to be written before. Where another program has changed what
    /// was read or written there, it is asked first; `known` is what was read there in an earlier run. If the path was
    /// typed, the outcome is for the field for paths.
    pub fn write(&mut self, export: ExportRef, make: Make, path: PathBuf, known: Option<Arc<Scene>>, is_typed: bool) {
        self.folder = folder_of(&path).or(self.folder.take());
        let (title, seen, limits) = (format!("Writing {}", name_of(&path)), self.seen.clone(), self.limits);
        self.threads.spawn_writer(Some(title), move |mut turn| {
            if let Some(known) = known.filter(|_| !seen.knows(&path)) {
                seen.note(&path);
                let is_ours = seen.has_written(&path) || exporting::still_holds(&path, &known, &limits);
                if seen.knows(&path) && !is_ours {
                    seen.doubt(&path);
                }
            }
            Request::outcome(is_typed, vec![exporting::write(export, make, &path, &seen, &mut turn).into()])
        });
    }

    /// Makes something that is only looked at.
    pub fn prepare(&mut self, task: impl FnOnce() -> Vec<Request> + Send + 'static) {
        self.threads.spawn(None, task);
    }

    /// Allows writing over the present content of these files.
    pub fn write_over(&self, files: &[PathBuf]) {
        files.iter().for_each(|file| self.seen.forget(file));
    }

    /// True if a scene that was read again from `path` is no longer there: this run has written over it in the meantime.
    pub fn has_replaced(&self, path: &Path) -> bool {
        self.seen.has_replaced(path)
    }

    /// The scene that was read from `path` last is shown.
    pub fn shows(&self, path: &Path) {
        self.seen.accept(path);
    }

    /// Takes a picture of a part of the window, in points, as it looks when it is painted next.
    pub fn photograph(&self, part: Rect, wanted: PictureWanted) {
        let (answer, scale) = (self.threads.answer(), self.ctx.pixels_per_point());
        self.ctx.request_screenshot(move |window| {
            answer(vec![Request::SavePicture(wanted, picture_of(&window.region(&part, Some(scale))))]);
        });
    }

    /// Puts `text` on the clipboard; `copied` follows once it is there.
    pub fn copy(&self, text: String, copied: Event) {
        let answer = self.threads.answer();
        copy(&self.ctx, text, move || answer(vec![copied.into()]));
    }

    /// Results since the last call, as requests.
    pub fn finished(&mut self) -> Vec<Vec<Request>> {
        self.threads.finished()
    }

    /// Reading and writing that takes long enough to be shown.
    pub fn shown_work(&self) -> Vec<String> {
        self.threads.shown().map(str::to_owned).collect()
    }

    /// Gives up the work at a place in the list that is shown.
    pub fn cancel(&mut self, place: usize) {
        self.threads.cancel(place);
    }

    /// Follows the log that is open in `session`: what the game has written since is there before it is shown.
    pub fn listen(&mut self, session: &mut Session) {
        let number = session.log().map(|log| log.number);
        self.hosting.take_if(|hosting| Some(hosting.number()) != number);
        let Some(log) = session.log() else { return self.following = None };
        if self.following.as_ref().is_none_or(|following| following.number != log.number) {
            // The one before ends first.
            self.following = None;
            match Following::start(log, self.limits, self.platform.settings.as_deref(), self.ctx.clone()) {
                Ok(following) => self.following = Some(following),
                Err(error) => {
                    session.apply(LogAction::Close.into());
                    let why = sentence(&error.to_string());
                    session.apply(Event::failed("The log cannot be followed", why).into());
                }
            }
        }
        if let Some(following) = &mut self.following {
            following.exchange(session);
        }
        if let Some(hosting) = &mut self.hosting {
            hosting.exchange(session);
        }
    }

    /// Lets the game that writes the log in `session` be stopped by `rules`; returns what it has to find in its environment.
    ///
    /// # Errors
    /// If no log is open, or nobody can listen to the game.
    pub fn host(&mut self, session: &mut Session, rules: StopRules) -> std::io::Result<GameVariable> {
        let log = session.log().ok_or(std::io::ErrorKind::NotFound)?;
        let hosting = Hosting::start(log, rules.clone(), self.limits, self.ctx.clone())?;
        let variable = hosting.variable();
        self.hosting = Some(hosting);
        session.apply(LogAction::CanStop(Box::new(rules)).into());
        Ok(variable)
    }

    /// Does the session's long work, timings only after a `rest`; answers when to ask again because that will have lasted
    /// long enough.
    pub fn drive(&mut self, session: &mut Session, rest: &Rest) -> Option<Duration> {
        self.worker.drive(session, rest)
    }

    /// Watches the files that `session` shows, and no others; reads those again that have changed and come to rest. Answers
    /// when to ask again.
    pub fn follow(&mut self, session: &Session) -> Option<Duration> {
        self.watch.follow(session.watched_files());
        let (changed, next) = self.watch.settled();
        changed.iter().for_each(|path| self.read_again(path, session, false));
        next
    }

    /// Takes what is shown now as not worth a copy.
    pub fn begin_with(&mut self, session: &Session) {
        if let Some(copies) = &mut self.copies {
            copies.begin_with(session);
        }
    }

    /// Writes the session down once it has changed, so that nothing is lost; returns when to ask again.
    pub fn keep(&mut self, session: &Session) -> Option<Duration> {
        let copies = self.copies.as_mut()?;
        let next = copies.keep(session);
        if let Some(folder) = copies.own_folder() {
            self.seen.remember_in(folder);
        }
        next
    }

    /// Leaves unsaved work to a later start: something else is shown in its place.
    pub fn leave_copy(&mut self, replaced: Document) {
        if let Some(copies) = &mut self.copies {
            copies.leave(replaced);
        }
    }

    /// Notes that the session of the start has been drawn, and all that it shows has been found.
    pub fn shows_start(&mut self) {
        if let Some(copies) = &mut self.copies {
            copies.shows();
        }
    }

    /// Writes down what `session` shows.
    ///
    /// # Errors
    /// In words, if it holds unsaved work that could not be written.
    pub fn secure(&mut self, session: &Session) -> Result<(), String> {
        match &mut self.copies {
            Some(copies) => copies.secure(session),
            None if session.document().is_unsaved() => Err("This system has no folder for it".to_owned()),
            None => Ok(()),
        }
    }

    /// Continues the copy that has been read, in place of what `session` shows; returns its content.
    pub fn go_on_with(&mut self, session: &Session) -> Option<Document> {
        let restored = self.restored.1.try_recv().ok()?;
        Some(self.copies.as_mut()?.go_on_with(session, restored))
    }

    /// Saves the settings if they have changed; returns what went wrong.
    pub fn remember(&mut self, settings: &Settings) -> Option<Event> {
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

/// The folder of a file; `None` if its path names none.
fn folder_of(path: &Path) -> Option<PathBuf> {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).map(Path::to_owned)
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
        let chosen = crate::exports::Chosen::new(&crate::exports::SCENE, "json");
        for n in 0..20 {
            session.apply(StageAction::Nudge { slot: Slot::B, by: maskscope_core::geom::Cell::new(1, 0) }.into());
            let Ok(crate::exports::ExportContent::Files(make)) = chosen.content(&session) else { panic!("a scene") };
            outside.write(chosen.export, make, path(n), None, false);
            outside.keep(&session);
        }
        outside.end(&session);
        assert!((0..20).all(|n| path(n).is_file()));
        let settings = folder.path().join("settings.json");
        let (_, found) = Copies::open(&settings, true, &Limits::default(), |_| ());
        let mut next = Session::default();
        next.continue_with(*found.kept.expect("the copy has been written"));
        assert_eq!(next.stage().offset(), session.stage().offset(), "the newest one");
        assert!(matches!(&found.events[..], [Event::CopiesFound(left)] if left.is_empty()));
    }
}
