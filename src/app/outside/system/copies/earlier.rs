//! What an earlier version has left behind after a crash: scenes beside the settings.

use std::{fs, path::Path};

use super::place::{self, Mark, Place};
use crate::{
    app::outside::aside::kept_aside,
    files::{Limits, load_scene},
    session::{FileAction, Session},
};

/// The earlier version kept at most this many.
const MOST: usize = 8;

/// Makes copies in the folder `copies` of what an earlier version has left behind in `settings`, and moves that to `kept`.
/// Answers what went wrong.
pub fn take_in(settings: &Path, copies: &Path, kept: &Path, limits: &Limits) -> Vec<FileAction> {
    let mut failed = Vec::new();
    for number in 1..=MOST {
        let tag = if number == 1 { String::new() } else { number.to_string() };
        let scene = settings.join(format!("autosave{tag}.scene.json"));
        let lock = settings.join(format!("autosave{tag}.lock"));
        // A window of the earlier version may still be open.
        let is_free = !lock.exists() || place::try_hold(&lock).is_ok_and(|held| held.is_some());
        if !is_free {
            continue;
        }
        if scene.exists()
            && let Err(reason) = take(&scene, copies, kept, limits)
        {
            let aside = kept_aside(&scene);
            let title = "What was open last could not be restored".to_owned();
            failed.push(FileAction::Failed { title, detail: format!("{reason}. {aside}") });
        }
        place::remove_lock(&lock);
    }
    failed
}

fn take(scene: &Path, copies: &Path, kept: &Path, limits: &Limits) -> Result<(), String> {
    let mut session = Session::default();
    let loaded = load_scene(scene, limits).map_err(|error| error.to_string())?;
    session.apply(FileAction::SceneLoaded(Box::new(loaded), None).into());
    let mut copy = Place::new(copies).map_err(|error| error.to_string())?;
    copy.keep(&session.kept()).map_err(|error| error.to_string())?;
    copy.set(Mark { unsaved: true, ..copy.mark().clone() }).map_err(|error| error.to_string())?;
    if let Ok(time) = fs::metadata(scene).and_then(|scene| scene.modified()) {
        copy.date(time).map_err(|error| error.to_string())?;
    }
    place::move_into(scene, kept).map_err(|error| error.to_string())
}
