//! Dialogs and files, each on a thread of its own, so that no frame waits for a disk or a person.

use std::{
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, Sender, channel},
    thread,
    time::{Duration, Instant},
};

use crate::{
    app::panels::messages::Work,
    files::{FileError, Limits, MaskFormat, load, write_whole},
    mask::Mask,
    scene::Sprite,
    session::{Action, Effect, FileAction, MaskChoice, Slot, Stage},
};

/// A dialog that "closes" sooner than a person can has never opened: there is no portal and no zenity.
const SOONER_THAN_A_PERSON: Duration = Duration::from_millis(150);
/// Work is shown once it has lasted this long.
const SHOWN_AFTER: Duration = Duration::from_millis(100);
/// The endings that the open dialog lists.
const IMAGES: [&str; 10] = ["png", "gif", "webp", "bmp", "qoi", "tif", "tiff", "jpg", "jpeg", "tga"];

/// What a dialog was for, where none could be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Choosing an image for a place.
    Open(Slot),
    /// Choosing where to write a mask; the name to start from.
    Export(MaskChoice, String),
}

/// What comes back from a thread.
pub enum Outcome {
    /// Something for the session.
    Do(Action),
    /// This system shows no dialogs.
    NoDialog(Dialog),
    /// The dialog was closed without a choice.
    Nothing,
}

/// Work under way.
#[derive(Clone, Debug)]
pub struct Running {
    id: u64,
    /// What is being done, in a line.
    title: String,
    since: Instant,
}

impl Running {
    /// What the window tells of it. How much is done is not known.
    pub fn told(&self) -> Work {
        Work { title: self.title.clone(), done: 0, total: 0 }
    }
}

/// Everything that runs outside the session.
pub struct Background {
    limits: Limits,
    wake: egui::Context,
    sender: Sender<(u64, Outcome)>,
    outcomes: Receiver<(u64, Outcome)>,
    next_id: u64,
    running: Vec<Running>,
    /// Work whose outcome nobody wants any more.
    cancelled: Vec<u64>,
}

impl Background {
    /// Nothing under way; images are read within `limits`.
    pub fn new(wake: egui::Context, limits: Limits) -> Self {
        let (sender, outcomes) = channel();
        Self { limits, wake, sender, outcomes, next_id: 0, running: Vec::new(), cancelled: Vec::new() }
    }

    /// Work that has lasted long enough to be shown.
    pub fn shown_work(&self) -> impl Iterator<Item = &Running> {
        self.running.iter().filter(|work| work.since.elapsed() >= SHOWN_AFTER)
    }

    /// Forgets the work of a place in the list that is shown: its outcome is dropped when it comes.
    pub fn cancel(&mut self, place: usize) {
        let id = self.shown_work().nth(place).map(|work| work.id);
        self.running.retain(|work| Some(work.id) != id);
        self.cancelled.extend(id);
    }

    /// Starts what the session asks for.
    pub fn start(&mut self, effect: Effect, stage: &Stage) {
        let limits = self.limits;
        match effect {
            Effect::PickImage(slot) => self.spawn(None, move || pick_image(slot)),
            Effect::LoadImage { slot, path } => {
                let title = format!("Opening {}", name_of(&path));
                let kept = if stage.get(slot).is_some() { "The old picture is kept." } else { "" };
                self.spawn(Some(title), move || Outcome::Do(Action::File(load_image(slot, &path, &limits, kept))));
            }
            Effect::PickMaskTarget { choice, suggestion } => self.spawn(None, move || pick_target(choice, suggestion)),
            Effect::WriteMask { choice, mask, path } => {
                let title = format!("Writing {}", name_of(&path));
                self.spawn(Some(title), move || Outcome::Do(Action::File(write_mask(choice, &mask, &path))));
            }
        }
    }

    /// What has come back since the last time.
    pub fn finished(&mut self) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        while let Ok((id, outcome)) = self.outcomes.try_recv() {
            self.running.retain(|work| work.id != id);
            if let Some(place) = self.cancelled.iter().position(|&cancelled| cancelled == id) {
                self.cancelled.swap_remove(place);
            } else {
                outcomes.push(outcome);
            }
        }
        outcomes
    }

    fn spawn(&mut self, title: Option<String>, task: impl FnOnce() -> Outcome + Send + 'static) {
        let id = self.next_id;
        self.next_id += 1;
        if let Some(title) = title {
            self.running.push(Running { id, title, since: Instant::now() });
            self.wake.request_repaint_after(SHOWN_AFTER);
        }
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        let started = thread::Builder::new().name("maskscope-files".to_owned()).spawn(move || {
            // Nobody listens any more when the window has been closed.
            let _ = sender.send((id, task()));
            wake.request_repaint();
        });
        if let Err(error) = started {
            let failed =
                FileAction::Failed { title: "No thread could be started".to_owned(), detail: error.to_string() };
            let _ = self.sender.send((id, Outcome::Do(Action::File(failed))));
        }
    }
}

/// The last part of a path, as messages print it.
fn name_of(path: &Path) -> String {
    crate::files::shown(path.file_name().map_or(path, Path::new))
}

fn pick_image(slot: Slot) -> Outcome {
    let dialog = rfd::FileDialog::new().set_title(format!("Open {}", slot.letter())).add_filter("Images", &IMAGES);
    answer(|| dialog.pick_file(), Dialog::Open(slot), |path| FileAction::OpenPath(slot, path))
}

fn pick_target(choice: MaskChoice, suggestion: String) -> Outcome {
    let mut dialog = rfd::FileDialog::new().set_title(format!("Export {}", choice.name())).set_file_name(&suggestion);
    for format in MaskFormat::ALL {
        dialog = dialog.add_filter(format.name(), &[format.extension()]);
    }
    answer(|| dialog.save_file(), Dialog::Export(choice, suggestion), |path| FileAction::ExportMaskTo(choice, path))
}

/// Shows a dialog and waits; tells cancelling apart from a system that has none.
fn answer(
    show: impl FnOnce() -> Option<PathBuf>,
    dialog: Dialog,
    chosen: impl FnOnce(PathBuf) -> FileAction,
) -> Outcome {
    let opened = Instant::now();
    match show().filter(|path| !path.as_os_str().is_empty()) {
        Some(path) => Outcome::Do(Action::File(chosen(path))),
        None if opened.elapsed() < SOONER_THAN_A_PERSON => Outcome::NoDialog(dialog),
        None => Outcome::Nothing,
    }
}

/// Reads an image; `kept` says what remains where that fails.
fn load_image(slot: Slot, path: &Path, limits: &Limits, kept: &str) -> FileAction {
    match load(path, limits) {
        Ok(picture) => {
            let mut sprite = Sprite::new(name_of(path), picture, 0);
            sprite.path = Some(path.to_owned());
            FileAction::Loaded(slot, sprite)
        }
        Err(error) => failed("could not be opened", &error, kept),
    }
}

fn write_mask(choice: MaskChoice, mask: &Mask, path: &Path) -> FileAction {
    let format = match MaskFormat::of_path(path) {
        Ok(format) => format,
        Err(error) => {
            return FileAction::Failed {
                title: format!("{} was not written", name_of(path)),
                detail: error.to_string(),
            };
        }
    };
    let encoded = format.encode(mask).map_err(|reason| reason.at(path));
    match encoded.and_then(|bytes| write_whole(path, &bytes)) {
        Ok(()) => FileAction::Done {
            title: format!("{} saved", choice.name()),
            detail: format!("{}, {}", name_of(path), mask.size()),
        },
        Err(error) => failed("was not written", &error, "Nothing was changed on the disk."),
    }
}

/// `ship.png could not be opened`, with the reason and what was kept.
fn failed(what: &str, error: &FileError, kept: &str) -> FileAction {
    let reason = error.reason.to_string();
    let mut letters = reason.chars();
    let sentence: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    let detail = format!("{sentence}. {kept}").trim_end().to_owned();
    FileAction::Failed { title: format!("{} {what}", name_of(&error.path)), detail }
}
