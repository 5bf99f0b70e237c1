//! A copy of the scene on the disk while the program runs, so that a crash loses nothing.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use super::outcome::{Found, kept_aside};
use crate::{
    files::{FileError, Limits, encode_scene, load_scene, shown, write_whole},
    scene::Scene,
    session::{FileAction, Stage},
};

/// The scene is written down once it has rested this long, in seconds.
const REST: f64 = 1.0;

/// At most this many windows keep a copy each at the same time.
const MOST: usize = 8;

/// Where the copy lies, and what is in it. It is removed when the program ends as it should.
pub struct SceneCopy {
    path: PathBuf,
    /// Held while the program runs: others beside it keep their copies elsewhere.
    _lock: File,
    /// The stage as it was last written down, or as the program began.
    kept: Stage,
    /// The stage as it was last seen, and since when.
    seen: (Stage, f64),
}

impl SceneCopy {
    /// Keeps a copy beside the file `settings`. Where it `restores`, a scene that an earlier run has left behind is
    /// found. A copy that cannot be read is set aside, and if none can be kept, the reason is given.
    pub fn open(settings: &Path, restores: bool, limits: &Limits, found: &mut Found) -> Option<Self> {
        let mut failed = |title: &str, detail| {
            found.failed.push(FileAction::Failed { title: title.to_owned(), detail });
        };
        let copy = match Self::beside(settings, restores) {
            Ok(copy) => copy,
            Err(reason) => {
                failed("No copy of the scene is kept", format!("A crash would lose it. {reason}"));
                return None;
            }
        };
        if !copy.was_left_behind() {
            return Some(copy);
        }
        match load_scene(copy.path(), limits) {
            Ok(scene) => found.scene = Some(Box::new(scene)),
            Err(error) => {
                let kept = kept_aside(copy.path());
                failed("What was open last could not be restored", format!("{error}. {kept}"));
            }
        }
        // One that can neither be read nor set aside is not written over.
        (found.scene.is_some() || !copy.was_left_behind()).then_some(copy)
    }

    /// A copy beside the file `settings`. A program that `restores` takes over what an earlier run has
    /// left behind, where there is something; any other leaves that alone and keeps its copy beside it. The error is a
    /// sentence that says why no copy can be kept.
    fn beside(settings: &Path, restores: bool) -> Result<Self, String> {
        let folder = settings.parent().unwrap_or(Path::new(""));
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", shown(folder)))?;
        let is_left = |number: &usize| copy(folder, *number).exists();
        let (left, free): (Vec<_>, Vec<_>) = (1..=MOST).partition(is_left);
        let places = left.into_iter().filter(|_| restores).chain(free);
        let mut refusal = format!("{} is full of copies that earlier runs have left behind", shown(folder));
        for number in places {
            match lock(folder, number) {
                Ok(lock) => {
                    let path = copy(folder, number);
                    return Ok(Self { path, _lock: lock, kept: Stage::default(), seen: (Stage::default(), 0.0) });
                }
                Err(error) => refusal = format!("{}: {error}", shown(folder)),
            }
        }
        Err(refusal)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether an earlier run left a copy behind: it did not end as it should.
    fn was_left_behind(&self) -> bool {
        self.path.exists()
    }

    /// What is on the stage now need not be written down.
    pub fn begin_with(&mut self, stage: &Stage) {
        self.kept = stage.clone();
    }

    /// Whether it is time, at `now` in seconds, to write the stage down; otherwise how long it still has to rest, if it
    /// differs from the copy.
    pub fn is_due(&mut self, stage: &Stage, now: f64) -> Result<(), Option<f64>> {
        if *stage == self.kept {
            return Err(None);
        }
        if *stage != self.seen.0 {
            self.seen = (stage.clone(), now);
        }
        let left = self.seen.1 + REST - now;
        if left > 0.0 {
            return Err(Some(left));
        }
        self.kept = stage.clone();
        Ok(())
    }

    /// The program ends as it should: nothing has to be restored.
    pub fn end(&self) {
        // Where it cannot be removed, the next start restores it, which loses nothing.
        fs::remove_file(&self.path).ok();
    }
}

pub fn write(scene: &Scene, path: &Path) -> Result<(), FileError> {
    write_whole(path, encode_scene(scene, None, false).as_bytes())
}

/// The copy of the place `number`, from 1.
fn copy(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("autosave{}.scene.json", tag(number)))
}

/// Takes the place `number` for this run. Nothing is ever written into the file.
fn lock(folder: &Path, number: usize) -> std::io::Result<File> {
    let path = folder.join(format!("autosave{}.lock", tag(number)));
    let file = File::options().write(true).create(true).truncate(false).open(path)?;
    file.try_lock()?;
    Ok(file)
}

fn tag(number: usize) -> String {
    if number == 1 { String::new() } else { number.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Slot, StageAction};

    #[test]
    fn a_stage_is_written_down_once_it_rests() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut copy = SceneCopy::beside(&folder.path().join("settings.json"), true).expect("a place");
        let mut session = crate::session::Session::default();
        copy.begin_with(session.stage());
        assert_eq!(copy.is_due(session.stage(), 5.0), Err(None));
        session.apply(StageAction::Activate(Slot::A).into());
        assert_eq!(copy.is_due(session.stage(), 6.0), Err(Some(1.0)));
        assert_eq!(copy.is_due(session.stage(), 7.0), Ok(()));
        assert_eq!(copy.is_due(session.stage(), 8.0), Err(None));
    }

    #[test]
    fn programs_at_once_keep_a_copy_each() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = folder.path().join("settings.json");
        let all: Vec<_> = (0..MOST).map(|_| SceneCopy::beside(&settings, true).expect("a place")).collect();
        let mut paths: Vec<_> = all.iter().map(SceneCopy::path).collect();
        paths.dedup();
        assert_eq!(paths.len(), MOST);
        assert!(SceneCopy::beside(&settings, true).is_err(), "there are no more places");
        drop(all);
        assert!(SceneCopy::beside(&settings, true).is_ok());
    }

    #[test]
    fn what_was_left_behind_goes_to_one_that_restores() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = folder.path().join("settings.json");
        let left = folder.path().join("autosave2.scene.json");
        fs::write(&left, "{}").expect("a file");
        let other = SceneCopy::beside(&settings, false).expect("a place");
        assert!(!other.was_left_behind());
        let restoring = SceneCopy::beside(&settings, true).expect("a place");
        assert!(restoring.was_left_behind() && restoring.path() == left);
        other.end();
        assert!(left.exists(), "it belongs to another run");
        restoring.end();
        assert!(!left.exists());
    }

    #[test]
    fn without_a_place_it_says_why() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        fs::write(&file, "").expect("a file");
        let told = SceneCopy::beside(&file.join("settings.json"), true).err().expect("no folder");
        assert!(told.contains("file"), "{told}");
        for number in 1..=MOST {
            fs::write(copy(folder.path(), number), "{}").expect("a file");
        }
        let told = SceneCopy::beside(&folder.path().join("settings.json"), false).err().expect("no place");
        assert!(told.contains("left behind"), "{told}");
    }
}
