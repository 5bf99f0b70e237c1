//! Files that are read: those that a person has named, and those that have changed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::outcome::{failed, message, without_option};
use super::system::pause;
use super::{Outside, folder_of};
use crate::app::request::Request;
use crate::exports::name_of;
use crate::files::{
    FileError, Limits, PathTable, Reason, holds_log, holds_scene, is_file, is_same_scene, numbered_files, series_from,
    take_remarks,
};
use crate::files::{
    load_frames_on, load_keys, load_layers, load_mask_image, load_mask_layer, load_path, load_scene, load_series,
};
use crate::session::{Action, Event, LogAction, Newer, OpenAs, Placed, Session, Slot, StageAction};
use maskscope_core::replay::{Course, StopRules};
use maskscope_core::scene::{Frames, MaskImage, Scene, SolidRule, SolidSource, Sprite};
use maskscope_core::words;

/// A file that changed and cannot be read is read once more after this long.
const SECOND_TRY: Duration = Duration::from_millis(400);

impl Outside {
    /// Reads a file that a person has named, and shows that it does where that takes long; starts a game. If the path
    /// was typed, the outcome is for the field for paths.
    pub fn open_file(&mut self, input: OpenAs, path: PathBuf, session: &mut Session, is_typed: bool) {
        self.folder = folder_of(&path).or(self.folder.take());
        if let OpenAs::Game { stops } = input {
            let (run_game, log) = (self.platform.run_game, log_of(&path));
            session.apply(LogAction::Open { path: log.clone(), is_live: true }.into());
            // Only a game in Python can be stopped.
            let variable = match stops && !is_project(&path) {
                true => self.host(session, StopRules { is_on: true, ..StopRules::default() }).map(Some),
                false => Ok(None),
            };
            let variable = variable.unwrap_or_else(|error| {
                let why = words::sentence(&error.to_string());
                session.apply(Event::failed("The game cannot be stopped", why).into());
                None
            });
            return self.threads.spawn(None, move || {
                Request::outcome(is_typed, run_game(&path, &log, variable).map(Request::from).into_iter().collect())
            });
        }
        if matches!(input, OpenAs::Project) {
            return self.open_project(path, is_typed);
        }
        // What is read now is a step of its own to undo; what was named together comes back together.
        session.apply(StageAction::Settle.into());
        let (path, sheet) = match &input {
            OpenAs::Sheet(_, atlas) => (atlas.clone(), Some(path)),
            _ => (path, None),
        };
        let is_taken = |slot| session.stage().get(slot).is_some();
        let kept = match input {
            OpenAs::MaskImage(..) => "The solid pixels are unchanged.",
            OpenAs::Route => "The old path is kept.",
            OpenAs::Keys => "The old run is kept.",
            _ if is_taken(slot_of(&input)) => "The old picture is kept.",
            _ if slot_of(&input) == Slot::A => "A stays empty.",
            _ => "B stays empty.",
        };
        let frames = session.stage().get(slot_of(&input)).map(|placed| Arc::clone(placed.sprite().frames()));
        if matches!(input, OpenAs::MaskImage(..)) && frames.is_none() {
            return;
        }
        let (title, limits, seen) = (format!("Opening {}", name_of(&path)), self.limits, self.seen.clone());
        self.threads.spawn_reader(title, move || {
            seen.note(&path);
            let read = read(&input, &path, sheet.as_deref(), frames.as_deref(), &limits);
            let remarks: Vec<_> = take_remarks().iter().map(|remark| words::sentence(remark)).collect();
            let is_shown = matches!(&read, Ok(Action::Event(Event::Loaded(..))));
            let series: Option<Request> = match input {
                OpenAs::Image(slot) if is_shown => series_from(&path).map(|files| Event::Numbered(slot, files).into()),
                _ => None,
            };
            let mut outcome = match read {
                Ok(read) if remarks.is_empty() => vec![read.into()],
                Ok(read) => {
                    let title = format!("{} is not quite as it should be", name_of(&path));
                    vec![read.into(), Event::failed(title, remarks.join(" ")).into()]
                }
                Err(error) => vec![not_opened(&input, error, kept).into()],
            };
            outcome.extend(series);
            Request::outcome(is_typed, outcome)
        });
    }

    /// Reads again what `session` shows of the file `path`, which has changed, or may have `since` an earlier run.
    pub fn read_again(&mut self, path: &Path, session: &Session, since: bool) {
        if let Some(known) = session.scene_in_file().filter(|_| session.scene_path() == Some(path)) {
            self.read_scene_again(path.to_owned(), Arc::clone(known));
        }
        for slot in Slot::ALL {
            let Some(sprite) = session.stage().get(slot).map(Placed::sprite) else { continue };
            if let Some(image) = sprite.path.clone().filter(|_| sprite.files().any(|file| file == path)) {
                let frames = Arc::clone(sprite.file_frames());
                self.read_newer(slot, image, since, "The picture is kept as it was.", move |image, limits| {
                    twice(|| sprite_again(image, &frames, limits)).map(Newer::Image)
                });
            }
            if let SolidSource::Image(mask) = &sprite.rule().source
                && mask.path.as_deref() == Some(path)
            {
                let (frames, layer) = (Arc::clone(sprite.frames()), mask.layer.clone());
                self.read_newer(
                    slot,
                    path.to_owned(),
                    since,
                    "The solid pixels are unchanged.",
                    move |path, limits| {
                        mask_of(layer.as_deref(), path, &frames, limits).map(|image| Newer::Mask(Arc::new(image)))
                    },
                );
            }
        }
    }

    fn read_newer(
        &mut self,
        slot: Slot,
        path: PathBuf,
        since: bool,
        kept: &'static str,
        read: impl FnOnce(&Path, &Limits) -> Result<Newer, FileError> + Send + 'static,
    ) {
        let (is_outdated, limits, seen) = (Arc::<AtomicBool>::default(), self.limits, self.seen.clone());
        if let Some(older) = self.reloading.insert((slot, kept, path.clone()), Arc::clone(&is_outdated)) {
            older.store(true, Ordering::Relaxed);
        }
        self.threads.spawn(None, move || {
            if !since {
                seen.note(&path);
            }
            let read = read(&path, &limits);
            // A newer content may have been read sooner.
            if is_outdated.load(Ordering::Relaxed) {
                return Vec::new();
            }
            let read = read.map(if since { Event::ChangedSince } else { Event::Reloaded });
            vec![read.unwrap_or_else(|error| unread(error, kept)).into()]
        });
    }

    /// Reads the scene in the file `path` again, which has changed on the disk; nothing happens if it still holds `known`.
    fn read_scene_again(&mut self, path: PathBuf, known: Arc<Scene>) {
        let (limits, seen) = (self.limits, self.seen.clone());
        self.threads.spawn(None, move || {
            if seen.has_written(&path) {
                // This session was killed after it had written that, and before it knew.
                seen.note(&path);
                return Vec::new();
            }
            seen.note_newer(&path);
            match twice(|| load_scene(&path, &limits)) {
                Ok(scene) if is_same_scene(&scene, &known, path.parent()) => {
                    seen.accept(&path);
                    Vec::new()
                }
                Ok(scene) => vec![Event::SceneChanged(Box::new(scene), path).into()],
                Err(error) => {
                    vec![failed("has changed and can no longer be read", &error, "What is shown is kept.").into()]
                }
            }
        });
    }
}

/// True for the file of a project of Godot.
fn is_project(game: &Path) -> bool {
    game.file_name().is_some_and(|name| name == "project.godot")
}

/// The log of a game: next to it, or next to the folder of a project, in which nothing is written.
fn log_of(game: &Path) -> PathBuf {
    const LOG: &str = "game.jsonl";
    let folder = game.parent().filter(|_| is_project(game));
    folder.map_or_else(|| game.with_file_name(LOG), |folder| folder.with_file_name(LOG))
}

/// The place that a file is opened in; of a scene, where it would go to, were it an image.
const fn slot_of(input: &OpenAs) -> Slot {
    match input {
        OpenAs::Image(slot)
        | OpenAs::Sheet(slot, _)
        | OpenAs::Frames(slot, _)
        | OpenAs::Layers(slot, _)
        | OpenAs::MaskImage(slot, _) => *slot,
        OpenAs::Beside(_) => Slot::B,
        OpenAs::Scene | OpenAs::Route | OpenAs::Game { .. } | OpenAs::Project | OpenAs::Keys => Slot::A,
    }
}

/// Reads a file, or another `sheet` of the atlas in it. A mask image is one of `frames`.
fn read(
    input: &OpenAs,
    path: &Path,
    sheet: Option<&Path>,
    frames: Option<&Frames>,
    limits: &Limits,
) -> Result<Action, FileError> {
    Ok(match (input, frames) {
        (OpenAs::Keys, _) => Event::KeysLoaded(load_keys(path, limits)?).into(),
        (OpenAs::MaskImage(slot, layer), Some(frames)) => {
            Event::MaskImageLoaded(*slot, Arc::new(mask_of(layer.as_deref(), path, frames, limits)?)).into()
        }
        (OpenAs::Layers(slot, chosen), _) => {
            Event::LayersLoaded(*slot, sprite(path, None, chosen.as_deref(), limits)?).into()
        }
        (OpenAs::Frames(slot, files), _) => Event::Loaded(*slot, sprite_of(files, limits)?).into(),
        (OpenAs::Image(_) | OpenAs::Beside(_), _) if let Some(files) = numbered_files(path) => {
            loaded(input, sprite_of(&files, limits)?)
        }
        _ if holds_log(path) => LogAction::Open { path: path.to_owned(), is_live: false }.into(),
        (OpenAs::Route, _) => {
            let PathTable { course, skipped } = load_path(path, limits)?;
            match course {
                Course::Route(route) => Event::RouteLoaded(route, skipped).into(),
                Course::Moves(moves) => {
                    LogAction::OpenTable { path: path.to_owned(), moves: Arc::new(moves), skipped }.into()
                }
            }
        }
        _ if holds_scene(path, limits) => {
            let scene = load_scene(path, limits)?;
            scene.sprites.iter().for_each(|actor| actor.sprite.examine());
            Event::SceneLoaded(Box::new(scene), Some(path.to_owned())).into()
        }
        _ => loaded(input, sprite(path, sheet, None, limits)?),
    })
}

/// Reads the mask image in a file for `frames`: its pixels, or those of one of its layers.
fn mask_of(layer: Option<&str>, path: &Path, frames: &Frames, limits: &Limits) -> Result<MaskImage, FileError> {
    match layer {
        Some(layer) => load_mask_layer(layer, path, limits),
        None => load_mask_image(path, frames, limits),
    }
}

/// The action that shows a sprite that has been read.
fn loaded(input: &OpenAs, sprite: Sprite) -> Action {
    match input {
        OpenAs::Beside(offset) => Event::LoadedBeside(sprite, *offset).into(),
        _ => Event::Loaded(slot_of(input), sprite).into(),
    }
}

/// The message about a file that could not be opened.
fn not_opened(input: &OpenAs, error: FileError, kept: &str) -> Event {
    if matches!(input, OpenAs::MaskImage(..) | OpenAs::Route | OpenAs::Keys) {
        return failed("could not be opened", &error, kept);
    }
    let (title, detail) = message("could not be opened", &error, kept);
    let atlas = matches!(error.reason, Reason::NoSheet(_)).then_some(error.path);
    Event::NotOpened { slot: slot_of(input), atlas, title, detail }
}

fn sprite(path: &Path, sheet: Option<&Path>, layers: Option<&[String]>, limits: &Limits) -> Result<Sprite, FileError> {
    let frames = match layers {
        Some(chosen) => load_layers(chosen, path, limits)?,
        None => load_frames_on(sheet, path, limits)?,
    };
    let mut sprite = Sprite::animated(name_of(path), frames, SolidRule::default());
    sprite.path = Some(path.to_owned());
    // Here it may take its time.
    sprite.examine();
    Ok(sprite)
}

/// A sprite whose frames are in these files, named by what their names share: `run`. It belongs to no file: a scene holds its
/// pixels.
fn sprite_of(files: &[PathBuf], limits: &Limits) -> Result<Sprite, FileError> {
    let frames = load_series(files, limits)?;
    let stem = files[0].file_stem().unwrap_or_default().to_string_lossy();
    let shared = stem.trim_end_matches(|c: char| c.is_ascii_digit() || " _-.".contains(c));
    let name = if shared.is_empty() { &*stem } else { shared };
    let sprite = Sprite::animated(name, frames, SolidRule::default());
    sprite.examine();
    Ok(sprite)
}

/// The same of a file that has changed, whose `frames` are shown. If it is an atlas whose sheet is missing, it is the one that
/// was chosen before.
fn sprite_again(path: &Path, frames: &Frames, limits: &Limits) -> Result<Sprite, FileError> {
    let sheet = frames.sheets.first().map(PathBuf::as_path).filter(|sheet| is_file(sheet));
    match sprite(path, None, frames.layers.chosen.as_deref(), limits) {
        Err(FileError { reason: Reason::NoSheet(_), .. }) if sheet.is_some() => sprite(path, sheet, None, limits),
        read => read,
    }
}

/// Tries `read` once more where it fails: the file may still be written.
fn twice<T>(read: impl Fn() -> Result<T, FileError>) -> Result<T, FileError> {
    read().or_else(|_| {
        pause(SECOND_TRY);
        read()
    })
}

/// A file cannot be read again.
fn unread(FileError { reason, path }: FileError, kept: &str) -> Event {
    match reason {
        Reason::NotFound => Event::Gone(path),
        Reason::NoSheet(sheet) => Event::Gone(sheet),
        reason => Event::NotReloaded(path, format!("{} {kept}", words::sentence(&without_option(&reason)))),
    }
}
