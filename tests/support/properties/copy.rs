//! Properties of any bytes read as a copy of a session.

use std::{fs, path::Path};

use maskscope::{
    kept::{decode_kept, write_kept},
    session::{PlaybackAction, PlayerAction, Session, StageAction, Tab, ViewAction},
};
use maskscope_core::choice::Choice as _;

use super::{LIMITS, explained, panics::none_of_ours, samples};

/// Asserts that `bytes` are a copy, beside the images in `tests/support/copy`, or that an error explains why not. A
/// session continues with the copy, whatever is done next, and its own copy is read unchanged.
pub fn check(bytes: &[u8]) {
    let folder = samples().parent().expect("the crate").join("tests/support/copy");
    let read = |bytes: &[u8], folder: &Path| none_of_ours(|| decode_kept(bytes, folder, &LIMITS));
    let kept = match read(bytes, &folder) {
        Err(error) => return explained(&error, bytes),
        Ok(kept) => kept,
    };
    let mut session = Session::default();
    session.continue_with(kept.clone());
    // A position beyond the end becomes the end.
    let goes_on = session.document();
    let mut again = Session::default();
    again.continue_with(goes_on.clone());
    assert_eq!(again.document(), goes_on, "it continues exactly");
    let again = folder_in_memory();
    write_kept(&kept, again.path()).expect("it can be written");
    let text = fs::read(again.path().join("session.json")).expect("it is there");
    let same = read(&text, again.path()).unwrap_or_else(|error| panic!("{error}"));
    let second = folder_in_memory();
    write_kept(&same, second.path()).expect("it can be written");
    assert!(
        fs::read(second.path().join("session.json")).expect("it is there") == text,
        "the written copy is read unchanged"
    );
    for &tab in Tab::ALL {
        session.apply(ViewAction::Show(tab).into());
        session.apply(PlayerAction::Play(true).into());
        session.tick(0.1);
        session.apply(PlaybackAction::StepOn.into());
        session.tick(3.0);
    }
    session.apply(StageAction::Undo.into());
    let _ = (session.scene(), session.document().is_unsaved(), session.document().names());
}

/// Returns a folder in memory if the system has one, because flushing disks takes long.
fn folder_in_memory() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.expect("a folder")
}
