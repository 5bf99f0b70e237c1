//! Files that are read.

use std::{path::Path, sync::Arc, time::Duration};

use super::outcome::{failed, told};
use super::system::pause;
use crate::files::{
    FileError, Limits, Reason, holds_log, holds_scene, is_file, is_same_scene, load_frames_on, load_keys,
};
use crate::files::{PathTable, load_mask_image, load_path, load_scene};
use crate::scene::{Frames, MaskImage, Scene, SolidRule, Sprite};
use crate::session::{FileAction, Newer, Slot};
use crate::{exports::name_of, replay::Course, words::sentence};

/// A file that changed and cannot be read is read once more after this long.
const SECOND_TRY: Duration = Duration::from_millis(400);

/// Reads an image with its frames, or a scene; `kept` says what remains where that fails.
pub fn image(slot: Slot, path: &Path, sheet: Option<&Path>, limits: &Limits, kept: &str) -> FileAction {
    let read = if holds_log(path) {
        Ok(FileAction::LogFound(path.to_owned()))
    } else if holds_scene(path, limits) {
        load_scene(path, limits).map(|scene| {
            scene.sprites.iter().for_each(|actor| actor.sprite.examine());
            FileAction::SceneLoaded(Box::new(scene), Some(path.to_owned()))
        })
    } else {
        sprite(path, sheet, limits).map(|sprite| FileAction::Loaded(slot, sprite))
    };
    read.unwrap_or_else(|error| {
        let (title, detail) = told("could not be opened", &error, kept);
        let atlas = matches!(error.reason, Reason::NoSheet(_)).then_some(error.path);
        FileAction::NotOpened { slot, atlas, title, detail }
    })
}

fn sprite(path: &Path, sheet: Option<&Path>, limits: &Limits) -> Result<Sprite, FileError> {
    let frames = load_frames_on(sheet, path, limits)?;
    let mut sprite = Sprite::animated(name_of(path), frames, SolidRule::default());
    sprite.path = Some(path.to_owned());
    // Here it may take its time.
    sprite.examine();
    Ok(sprite)
}

/// Tries `read` once more where it fails: the file may still be written.
fn twice<T>(read: impl Fn() -> Result<T, FileError>) -> Result<T, FileError> {
    read().or_else(|_| {
        pause(SECOND_TRY);
        read()
    })
}

/// Reads an image again that has changed on the disk, with a second try.
///
/// If it is an atlas whose sheet is missing, `sheet` is the one that was chosen before.
pub fn image_again(slot: Slot, path: &Path, sheet: Option<&Path>, limits: &Limits) -> FileAction {
    let read = || match sprite(path, None, limits) {
        Err(FileError { reason: Reason::NoSheet(_), .. }) if sheet.is_some_and(is_file) => sprite(path, sheet, limits),
        read => read,
    };
    match twice(read) {
        Ok(sprite) => FileAction::Reloaded(slot, sprite),
        Err(error) => unread(error),
    }
}

/// Returns true if the file `path` holds the `known` scene.
pub fn still_holds(path: &Path, known: &Scene, limits: &Limits) -> bool {
    load_scene(path, limits).is_ok_and(|scene| is_same_scene(&scene, known, path.parent()))
}

/// Reads a scene again that has changed on the disk, with a second try; `None` where it still is `known`.
pub fn scene_again(path: &Path, known: &Scene, limits: &Limits) -> Option<FileAction> {
    match twice(|| load_scene(path, limits)) {
        Ok(scene) if is_same_scene(&scene, known, path.parent()) => None,
        Ok(scene) => Some(FileAction::SceneChanged(Box::new(scene), path.to_owned())),
        Err(error) => Some(failed("has changed and can no longer be read", &error, "What is shown is kept.")),
    }
}

/// Returns the change of the file of `shown`, which an earlier run has kept; `None` if it still holds the same.
pub fn image_since(shown: &Sprite, limits: &Limits) -> Option<FileAction> {
    match sprite(shown.path.as_deref()?, None, limits) {
        Ok(now) => (!shown.is_of(now.file_frames())).then(|| FileAction::ChangedSince(Newer::Image(now))),
        Err(error) => Some(unread(error)),
    }
}

/// The same for a mask image of `frames`.
pub fn mask_image_since(shown: &MaskImage, frames: &Frames, limits: &Limits) -> Option<FileAction> {
    match load_mask_image(shown.path.as_deref()?, frames, limits) {
        Ok(now) => (!shown.says_the_same(&now)).then(|| FileAction::ChangedSince(Newer::Mask(Arc::new(now)))),
        Err(error) => Some(unread(error)),
    }
}

/// A file cannot be read again.
fn unread(FileError { reason, path }: FileError) -> FileAction {
    match reason {
        Reason::NotFound => FileAction::Gone(path),
        Reason::NoSheet(sheet) => FileAction::Gone(sheet),
        reason => FileAction::NotReloaded(path, sentence(&reason.to_string())),
    }
}

/// Reads a route of B.
pub fn route(path: &Path, limits: &Limits) -> FileAction {
    let failed = |error| failed("could not be opened", &error, "The old path is kept.");
    if holds_log(path) {
        return FileAction::LogFound(path.to_owned());
    }
    load_path(path, limits).map_or_else(failed, |PathTable { course, skipped }| match course {
        Course::Route(route) => FileAction::RouteLoaded(route, skipped),
        Course::Moves(moves) => FileAction::TableFound(path.to_owned(), Arc::new(moves), skipped),
    })
}

/// Reads the keys that move the ball.
pub fn keys(path: &Path, limits: &Limits) -> FileAction {
    let failed = |error| failed("could not be opened", &error, "The old run is kept.");
    load_keys(path, limits).map_or_else(failed, FileAction::KeysLoaded)
}

/// Reads an image that says what is solid in `frames`.
pub fn mask_image(slot: Slot, path: &Path, frames: &Frames, limits: &Limits) -> FileAction {
    let failed = |error| failed("could not be opened", &error, "The solid pixels are unchanged.");
    load_mask_image(path, frames, limits)
        .map_or_else(failed, |image| FileAction::MaskImageLoaded(slot, Arc::new(image)))
}
