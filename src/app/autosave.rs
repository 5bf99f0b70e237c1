//! A copy of the scene on the disk while the program runs, so that a crash loses nothing.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use crate::session::Stage;

/// The scene is written down once it has rested for so long, in seconds.
pub const REST: f64 = 1.0;

/// Where the copy lies, and what is in it. It is removed when the program ends as it should.
pub struct Autosave {
    path: PathBuf,
    /// Held while the program runs: a second one beside it keeps no copy.
    _lock: File,
    /// The stage as it was last written down, or as the program began.
    kept: Stage,
    /// The stage as it was last seen, and since when.
    seen: (Stage, f64),
}

impl Autosave {
    /// A copy beside the settings in the file `settings`; `None` where that cannot be, or another program keeps one.
    pub fn beside(settings: &Path) -> Option<Self> {
        let folder = settings.parent()?;
        fs::create_dir_all(folder).ok()?;
        let lock = File::create(folder.join("autosave.lock")).ok()?;
        lock.try_lock().ok()?;
        let path = folder.join("autosave.scene.json");
        Some(Self { path, _lock: lock, kept: Stage::default(), seen: (Stage::default(), 0.0) })
    }

    /// Where the copy lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether an earlier run left a copy behind: it has ended otherwise than it should.
    pub fn was_left_behind(&self) -> bool {
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
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Slot, StageAction};

    #[test]
    fn a_stage_is_written_down_once_it_rests() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut autosave = Autosave::beside(&folder.path().join("settings.json")).expect("a place");
        let mut session = crate::session::Session::default();
        autosave.begin_with(session.stage());
        assert_eq!(autosave.is_due(session.stage(), 5.0), Err(None));
        session.apply(StageAction::Activate(Slot::A).into());
        assert_eq!(autosave.is_due(session.stage(), 6.0), Err(Some(1.0)));
        assert_eq!(autosave.is_due(session.stage(), 7.0), Ok(()));
        assert_eq!(autosave.is_due(session.stage(), 8.0), Err(None));
    }

    #[test]
    fn a_second_program_keeps_no_copy() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = folder.path().join("settings.json");
        let first = Autosave::beside(&settings).expect("a place");
        assert!(Autosave::beside(&settings).is_none());
        drop(first);
        assert!(Autosave::beside(&settings).is_some());
    }
}
