//! The copies that runs have left, and what becomes of them.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    thread::sleep,
    time::{Duration, Instant, SystemTime},
};

use super::{
    earlier,
    left::{Holder, Left},
    place::{self, Place, millis},
};
use crate::{
    files::{FileError, Limits, read_kept, shown},
    session::{FileAction, Kept},
};

/// At most this many copies are announced; older ones are moved away.
pub const MOST: usize = 8;
/// A start that sorts the copies is waited for no longer than this.
const PATIENCE: Duration = Duration::from_secs(1);
/// A folder that is no copy, and younger than this, may become one.
const YOUNG: Duration = Duration::from_secs(60);

/// What earlier runs have left.
#[derive(Default)]
pub struct Found {
    /// The last session, to go on from it.
    pub kept: Option<Box<Kept>>,
    /// What is to be told and offered.
    pub told: Vec<FileAction>,
}

/// A copy that has been read to go on from it.
pub struct Opened {
    pub kept: Box<Kept>,
    /// Its place, which this run takes over; `None` where another run still holds it.
    pub place: Option<Place>,
}

/// Where all copies are.
#[derive(Clone)]
pub struct Pile {
    /// The folder of the settings.
    settings: PathBuf,
}

impl Pile {
    /// The copies beside the file `settings`.
    pub fn beside(settings: &Path) -> Self {
        Self { settings: settings.parent().unwrap_or(Path::new("")).to_owned() }
    }

    fn copies(&self) -> PathBuf {
        self.settings.join("copies")
    }

    /// Where those go that are no longer announced.
    fn kept(&self) -> PathBuf {
        self.settings.join("kept")
    }

    /// A new copy.
    pub fn place(&self) -> Result<Place, FileError> {
        Place::new(&self.copies())
    }

    /// What becomes of the copies at a start.
    ///
    /// - The last session is the run that ended last, unless it goes on in another window already. Where the program
    ///   `continues`, it goes on from that; if the last attempt at that failed, it only offers it.
    /// - Of the others, those that hold unsaved work are announced, at most [`MOST`]; older ones are moved away.
    /// - Those that hold nothing that is in no file are removed.
    pub fn sort(&self, continues: bool, limits: &Limits) -> (Option<Place>, Found) {
        let _guard = self.guard();
        let told = earlier::take_in(&self.settings, &self.copies(), &self.kept(), limits);
        let (mut place, mut found) = (None, Found { told, ..Found::default() });
        let mut all = self.all();
        let going_on = |left: &Left| left.mark.continued.filter(|_| left.holder != Holder::Nobody);
        let newest_start = all.iter().filter_map(going_on).max();
        let is_last =
            |left: &Left| left.holder == Holder::Nobody && newest_start.is_none_or(|start| millis(left.ended) > start);
        let last = all.iter().position(is_last);
        if let Some(left) = last.map(|at| &mut all[at])
            && continues
            && !left.mark.tried
        {
            match Self::go_on(&left.folder, limits) {
                Ok(Opened { kept, place: taken }) => (found.kept, place) = (Some(kept), taken),
                Err(reason) => {
                    left.mark.tried = true;
                    found.told.push(not_continued(&reason));
                }
            }
        }
        let goes_on = |left: &Left| place.as_ref().is_some_and(|place| place.folder() == left.folder);
        let others = all.iter().enumerate().filter(|(_, left)| !goes_on(left));
        let (announced, rest): (Vec<_>, Vec<_>) = others.partition(|(_, left)| left.is_announced());
        for (_, left) in rest.into_iter().filter(|(at, left)| Some(*at) != last && left.holder == Holder::Nobody) {
            // What cannot be removed now is in nobody's way.
            Self::remove(&left.folder).ok();
        }
        let (shown, too_many) = announced.split_at(announced.len().min(MOST));
        // The newest message is the lowest.
        found.told.extend(self.move_away(too_many.iter().map(|(_, left)| *left)));
        found.told.extend(shown.iter().rev().map(|(_, left)| left.announcement()));
        (place, found)
    }

    /// All copies, the one first whose run was known to run last.
    fn all(&self) -> Vec<Left> {
        let Ok(entries) = fs::read_dir(self.copies()) else { return Vec::new() };
        let folders = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        let mut all = Vec::new();
        for folder in folders.map(|entry| entry.path()) {
            match Left::read(&folder) {
                Some(left) => all.push(left),
                None => remove_empty(&folder),
            }
        }
        all.sort_by(|one, other| (other.ended, &other.folder).cmp(&(one.ended, &one.folder)));
        all
    }

    /// Reads the copy `folder` to go on from it.
    pub fn go_on(folder: &Path, limits: &Limits) -> Result<Opened, String> {
        let mut place = Place::take(folder).map_err(|error| format!("{}: {error}", shown(folder)))?;
        // Should this be the end of the program, the next start does not try it again.
        place.as_mut().map_or(Ok(()), Place::go_on).map_err(|error| error.to_string())?;
        let kept = read_kept(folder, limits).map_err(|error| error.to_string())?;
        Ok(Opened { kept: Box::new(kept), place })
    }

    /// Throws the copy `folder` away.
    pub fn discard(folder: &Path) -> Result<(), String> {
        let told = |error: io::Error| format!("{}: {error}", shown(folder));
        match Place::take(folder).map_err(told)? {
            Some(place) => place.remove().map_err(told),
            None if place::is_copy(folder) => place::discard_held(folder).map_err(|error| error.to_string()),
            None => Ok(()),
        }
    }

    fn remove(folder: &Path) -> io::Result<()> {
        Place::take(folder)?.map_or(Ok(()), Place::remove)
    }

    /// Moves copies to where they are kept without being announced; says so.
    fn move_away<'a>(&self, all: impl Iterator<Item = &'a Left>) -> Option<FileAction> {
        let free = all.filter(|left| left.holder == Holder::Nobody);
        let moved = free.filter(|left| {
            let place = Place::take(&left.folder).ok().flatten();
            place.is_some_and(|place| place.move_to(&self.kept()).is_ok())
        });
        (moved.count() > 0).then(|| FileAction::Failed {
            title: "Older unsaved work was moved".to_owned(),
            detail: format!(
                "Only the newest {MOST} copies are announced; older ones are now in {}. What you move back to {} is \
                 offered again.",
                shown(&self.kept()),
                shown(&self.copies())
            ),
        })
    }

    /// This run leaves its copy to a later start, where it holds what is in no file.
    pub fn leave(place: Place) {
        if place.mark().unsaved {
            place.touch(SystemTime::now());
        } else {
            // What cannot be removed now is removed by the next start.
            place.remove().ok();
        }
    }

    /// This run ends, and with it what is kept in `place`; all others that still run end later.
    pub fn end(&self, place: &Place) {
        place.touch(SystemTime::now());
        let _guard = self.guard();
        for other in self.all().iter().filter(|left| left.folder != place.folder() && left.holder != Holder::Nobody) {
            place::touch_held(&other.folder, SystemTime::now());
        }
    }

    /// Holds back other starts, which would find copies held that are only being asked; `None` where that is not possible.
    fn guard(&self) -> Option<File> {
        let start = Instant::now();
        loop {
            match place::try_hold(&self.copies().join(".sorting")) {
                Ok(None) if start.elapsed() < PATIENCE => sleep(Duration::from_millis(5)),
                Ok(guard) => return guard,
                // There are no copies yet, or nothing can be written.
                Err(_) => return None,
            }
        }
    }
}

/// Removes a folder in which nothing was ever kept, unless a run is just beginning to.
fn remove_empty(folder: &Path) {
    let age = fs::metadata(folder).and_then(|folder| folder.modified()).ok().and_then(|time| time.elapsed().ok());
    if age.is_some_and(|age| age > YOUNG) {
        place::remove_empty(folder);
    }
}

fn not_continued(reason: &str) -> FileAction {
    FileAction::Failed { title: "The last session could not be continued".to_owned(), detail: format!("{reason}.") }
}
