//! Files that are written.

use std::path::{Path, PathBuf};

use super::{outcome::failed, system::threads::Turn};
use crate::exports::{ExportRef, Files, Make, name_of};
use crate::files::{FileError, Limits, Reason, Seen, is_same_scene, load_scene};
use crate::files::{write_series, write_whole, write_whole_with};
use crate::session::Event;
use maskscope_core::scene::Scene;

/// The number of files, and the name of the first.
fn series(files: &[(PathBuf, Vec<u8>)]) -> String {
    let first = files.first().map_or_else(String::new, |(first, _)| name_of(first));
    format!("{} files: {first} and so on", files.len())
}

/// Returns true if the file `path` holds the `known` scene.
pub fn still_holds(path: &Path, known: &Scene, limits: &Limits) -> bool {
    load_scene(path, limits).is_ok_and(|scene| is_same_scene(&scene, known, path.parent()))
}

/// Makes what is written to `path`, and writes it once its `turn` comes, but not over what another program has changed.
pub fn write(export: ExportRef, make: Make, path: &Path, seen: &Seen, turn: &mut Turn) -> Event {
    let refused = |why| Event::failed(format!("{} was not written", name_of(path)), why);
    let files = match make(path) {
        Ok(files) => files,
        Err(reason) => return refused(reason),
    };
    if !turn.comes() {
        return refused("It was cancelled.".to_owned());
    }
    let unchanged = "Nothing was changed on the disk.";
    let (written, kept) = seen.guard(|| match files {
        Files::One(bytes) => (write_whole(path, &bytes).map(|()| name_of(path)), unchanged),
        Files::Streamed(mut stream) => (write_whole_with(path, |file| stream(file)).map(|()| name_of(path)), unchanged),
        // The error itself says which of them have been written.
        Files::Series(files) => (write_series(&files).map(|()| series(&files)), ""),
    });
    match written {
        Ok(files) => export.saved(path, files),
        Err(FileError { reason: Reason::Changed(when), .. }) => Event::NotSaved { path: path.to_owned(), when },
        Err(FileError { reason: Reason::InSeries { reason, .. }, .. }) if matches!(*reason, Reason::Changed(_)) => {
            let Reason::Changed(when) = *reason else { unreachable!("it was just seen") };
            Event::NotSaved { path: path.to_owned(), when }
        }
        Err(error) => failed("was not written", &error, kept),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exports::FRAME_MASKS_OF_A;

    #[test]
    fn what_is_cancelled_before_its_turn_is_not_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("m.txt");
        for (is_cancelled, count) in [(true, 0), (false, 1)] {
            let make = |path: &Path| Ok(Files::Series(vec![(path.to_owned(), b"##".to_vec())]));
            write(&FRAME_MASKS_OF_A, Box::new(make), &path, &Seen::default(), &mut Turn::at_once(is_cancelled));
            assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), count);
        }
    }
}
