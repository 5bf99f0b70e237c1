//! The pairs and scenes that are built in.

use crate::{
    files::{sample_pairs, sample_scenes, sample_sprite},
    session::{FileAction, Session, StageAction},
};

/// What each is called, and what it shows.
pub fn titles() -> Vec<(&'static str, &'static str)> {
    let pairs = sample_pairs().iter().map(|pair| (pair.title.as_str(), pair.shows.as_str()));
    let scenes = sample_scenes().iter().map(|scene| (scene.title.as_str(), scene.about.as_str()));
    pairs.chain(scenes).collect()
}

/// Shows the one of this place in the list.
pub fn show(session: &mut Session, index: usize) {
    let pairs = sample_pairs();
    if let Some(pair) = pairs.get(index) {
        if let Some((a, b)) = sample_sprite(&pair.a).zip(sample_sprite(&pair.b)) {
            session.apply(StageAction::ShowPair { a, b, offset: pair.offset }.into());
        }
    } else if let Some(scene) = sample_scenes().get(index - pairs.len()) {
        session.apply(FileAction::SceneLoaded(Box::new(scene.clone()), None).into());
    }
}
