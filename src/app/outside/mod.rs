//! What the world outside the window can do. Disks, dialogs, threads, clocks and the system's own window are reached
//! from here only; everything else in `app` is what a browser could show as well.
//!
//! | what | how |
//! | --- | --- |
//! | pick, name | [`Outside::pick`] asks in a dialog; the answer comes back as a request |
//! | open, read again | [`Outside::start`] reads what the session asks for |
//! | save | [`Outside::write`] writes an export, one after the other, and says how it went |
//! | picture | [`Outside::photograph`] takes a picture of a part of the window |
//! | drop | [`dropped`] |
//! | copy | [`Outside::copy_text`] |
//! | watch | [`Outside::follow`] tells which files have changed |
//! | keep a copy | [`Outside::keep`] writes the scene down, [`Outside::open`] finds it again after a crash |
//! | remember | [`Outside::remember`] and [`Outside::open`] |
//! | work beside | [`Outside::drive`] does the session's long work; [`Outside::finished`] brings all else back |

mod copy;
mod dialogs;
mod exporting;
mod opening;
mod outcome;
mod settings;
mod threads;
mod watch;
mod worker;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use egui::{ColorImage, Context, Rect, Ui};

use copy::SceneCopy;
pub use outcome::Outcome;
use outcome::{Found, Photograph, failed};
pub use settings::Settings;
use settings::SettingsFile;
use threads::Threads;
use watch::Watch;
use worker::Worker;

use super::request::{PathFor, Work};
use crate::{
    exports::{ExportRef, Make, name_of},
    files::Limits,
    geom::Size,
    scene::{Picture, Scene},
    session::{Effect, FileAction, Session, Slot, Stage},
};

/// Everything outside the window.
pub struct Outside {
    ctx: Context,
    limits: Limits,
    threads: Threads,
    worker: Worker,
    watch: Watch,
    settings: SettingsFile,
    copy: Option<SceneCopy>,
    /// Whether the newest reading of a changed image is outdated.
    reloading: HashMap<(Slot, PathBuf), Arc<AtomicBool>>,
}

impl Outside {
    /// Starts with nothing under way; images are read within `limits`.
    ///
    /// `settings` is the file where things are remembered and beside which a copy of the scene is kept; `None` for
    /// nowhere. Where it `restores`, what an earlier run has left behind is found.
    ///
    /// # Errors
    /// Where no thread can be started.
    pub fn open(
        ctx: &Context,
        limits: Limits,
        settings: Option<&Path>,
        restores: bool,
    ) -> std::io::Result<(Self, Settings, Found)> {
        let mut found = Found::default();
        let copy = settings.and_then(|settings| SceneCopy::open(settings, restores, &limits, &mut found));
        let (file, settings) = SettingsFile::read(settings, &mut found);
        let (wake, wake_by_file) = (ctx.clone(), ctx.clone());
        let outside = Self {
            ctx: ctx.clone(),
            limits,
            threads: Threads::new(ctx.clone()),
            worker: Worker::start(move || wake.request_repaint())?,
            watch: Watch::start(move || wake_by_file.request_repaint()),
            settings: file,
            copy,
            reloading: HashMap::new(),
        };
        Ok((outside, settings, found))
    }

    /// Asks in a dialog for a file to open or to write; `suggestion` is the name of one to be written.
    pub fn pick(&mut self, asked: PathFor, suggestion: String) {
        self.threads.spawn(None, move || dialogs::pick(asked, &suggestion));
    }

    /// Reads what the session asks for.
    pub fn start(&mut self, effect: Effect, stage: &Stage) {
        match effect {
            Effect::LoadRoute(path) => self.read(path, opening::route),
            Effect::LoadKeys(path) => self.read(path, opening::keys),
            Effect::LoadMaskImage { slot, path, frames } => {
                self.read(path, move |path, limits| opening::mask_image(slot, path, &frames, limits));
            }
            Effect::LoadImage { slot, path } => {
                let kept = if stage.get(slot).is_some() { "The old picture is kept." } else { "" };
                self.read(path, move |path, limits| opening::image(slot, path, limits, kept));
            }
            Effect::Reload { slot, path } => self.read_again(slot, path),
        }
    }

    /// Reads a file, and shows that it does where that takes long.
    fn read(&mut self, path: PathBuf, read: impl FnOnce(&Path, &Limits) -> FileAction + Send + 'static) {
        let (title, limits) = (format!("Opening {}", name_of(&path)), self.limits);
        self.threads.spawn(Some(title), move || Outcome::act(read(&path, &limits)));
    }

    /// Reads an image again that has changed on the disk.
    fn read_again(&mut self, slot: Slot, path: PathBuf) {
        let (is_outdated, limits) = (Arc::<AtomicBool>::default(), self.limits);
        if let Some(older) = self.reloading.insert((slot, path.clone()), Arc::clone(&is_outdated)) {
            older.store(true, Ordering::Relaxed);
        }
        self.threads.spawn(None, move || {
            let read = opening::image_again(slot, &path, &limits);
            // A newer content may have been read sooner.
            if is_outdated.load(Ordering::Relaxed) { Outcome::Nothing } else { Outcome::act(read) }
        });
    }

    /// Reads the scene in the file `path` again, which has changed on the disk; nothing happens if it still holds `known`.
    pub fn read_scene_again(&mut self, path: PathBuf, known: Arc<Scene>) {
        let limits = self.limits;
        self.threads
            .spawn(None, move || opening::scene_again(&path, &known, &limits).map_or(Outcome::Nothing, Outcome::act));
    }

    /// Writes an export to `path`, after everything that was to be written before.
    pub fn write(&mut self, export: ExportRef, make: Make, path: PathBuf) {
        let title = format!("Writing {}", name_of(&path));
        self.threads
            .spawn_writer(Some(title), move |mut turn| Outcome::act(exporting::write(export, make, &path, &mut turn)));
    }

    /// Takes a picture of a part of the window, in points, as it looks when it is painted next.
    pub fn photograph(&self, part: Rect, export: ExportRef, make: fn(Picture) -> Make, path: PathBuf) {
        let (answer, scale) = (self.threads.answer(), self.ctx.pixels_per_point());
        self.ctx.request_screenshot(move |window| {
            let picture = picture_of(&window.region(&part, Some(scale)));
            answer(Outcome::Seen(Photograph { export, make: make(picture), path }));
        });
    }

    pub fn copy_text(&self, text: String) {
        self.ctx.copy_text(text);
    }

    /// What has come back since the last time.
    pub fn finished(&mut self) -> Vec<Outcome> {
        self.threads.finished()
    }

    /// What is being read and written, where it takes long enough to be shown.
    pub fn shown_work(&self) -> Vec<Work> {
        self.threads.shown().map(|title| Work { title: title.to_owned(), done: 0, total: 0 }).collect()
    }

    /// Gives up the work at a place in the list that is shown.
    pub fn cancel(&mut self, place: usize) {
        self.threads.cancel(place);
    }

    /// Does the session's long work; timings only where `may_time` allows.
    pub fn drive(&mut self, session: &mut Session, may_time: bool) {
        self.worker.drive(session, may_time);
    }

    /// Watches these files, and no others; answers those that have changed and come to rest, and when to ask again.
    pub fn follow(&mut self, files: Vec<PathBuf>) -> (Vec<PathBuf>, Option<Duration>) {
        self.watch.follow(files);
        self.watch.settled()
    }

    /// What is on the stage now need not be written down.
    pub fn begin_with(&mut self, stage: &Stage) {
        if let Some(copy) = &mut self.copy {
            copy.begin_with(stage);
        }
    }

    /// Writes the scene down once it has rested, so that a crash loses nothing; answers when to ask again. `now` is in
    /// seconds.
    pub fn keep(&mut self, session: &Session, now: f64) -> Option<Duration> {
        let copy = self.copy.as_mut()?;
        if let Err(left) = copy.is_due(session.stage(), now) {
            return left.map(Duration::from_secs_f64);
        }
        let (scene, path) = (session.scene()?, copy.path().to_owned());
        self.threads.spawn_writer(None, move |mut turn| {
            turn.comes();
            copy::write(&scene, &path).map_or_else(
                |error| Outcome::act(failed("could not be kept", &error, "A crash would lose the scene.")),
                |()| Outcome::Nothing,
            )
        });
        None
    }

    /// Saves the settings if they have changed; returns what went wrong.
    pub fn remember(&mut self, settings: &Settings) -> Option<FileAction> {
        self.settings.remember(settings)
    }

    /// Whether something is still being written, or waits for its turn.
    pub fn is_writing(&self) -> bool {
        self.threads.is_writing()
    }

    /// Ends as the program should: what was saved is saved, even where the window is closed at once, and nothing has to
    /// be restored.
    pub fn end(&mut self) {
        self.threads.finish_writing();
        if let Some(copy) = &self.copy {
            copy.end();
        }
    }
}

/// The files that were dropped on the window in this frame.
pub fn dropped(ui: &Ui) -> Vec<PathBuf> {
    ui.input(|input| input.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect())
}

/// Whether there is a file at `path`.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// A picture of the window as every other picture is kept.
fn picture_of(seen: &ColorImage) -> Picture {
    let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Picture::new(Size::new(side(seen.size[0]), side(seen.size[1])), seen.as_raw().to_vec(), "screen", true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        files::{sample_pairs, sample_sprite},
        session::StageAction,
    };

    #[test]
    fn what_is_to_be_written_is_written_before_the_window_closes() {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut outside, ..) =
            Outside::open(&Context::default(), Limits::default(), Some(&folder.path().join("settings.json")), false)
                .expect("a thread can be started");
        let mut session = Session::default();
        let pair = &sample_pairs()[0];
        let sprite = |name: &str| sample_sprite(name).expect("a sample");
        let (a, b) = (sprite(&pair.a), sprite(&pair.b));
        session.apply(StageAction::ShowPair { a, b, offset: pair.offset }.into());
        let path = |n: u8| folder.path().join(format!("{n}.scene.json"));
        let export: ExportRef = &crate::exports::SCENE;
        for n in 0..20_u8 {
            session.apply(StageAction::Nudge { slot: Slot::B, by: crate::geom::Cell::new(1, 0) }.into());
            let Ok(crate::exports::Content::Files(make)) = (export.content)(&session) else { panic!("a scene") };
            outside.write(export, make, path(n));
            let now = 10.0 * f64::from(n);
            assert!(outside.keep(&session, now).is_some(), "it has to rest");
            assert!(outside.keep(&session, now + 5.0).is_none());
        }
        // The end of the program also removes the copy, which it has waited for.
        let copy = outside.copy.take().expect("a copy is kept");
        outside.end();
        assert!((0..20).all(|n| path(n).is_file()));
        let kept = crate::files::load_scene(copy.path(), &Limits::default()).expect("the copy has been written");
        assert_eq!(kept.sprites[1].placement, session.scene().expect("a scene").sprites[1].placement, "the newest one");
    }
}
