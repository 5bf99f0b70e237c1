//! Watching the files that are shown: an image that is edited elsewhere is read again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// A file is read again once nothing has happened to it for this long: programs write in several steps.
const QUIET: Duration = Duration::from_millis(150);

/// Watches files by watching their folders, since many programs replace a file when they save it; of a folder that is
/// missing, the next one above it that is there.
pub struct Watch {
    /// `None` if the system offers no watching.
    watcher: Option<RecommendedWatcher>,
    events: Receiver<PathBuf>,
    /// The files that are watched, as the session calls them.
    files: Vec<PathBuf>,
    places: Vec<WatchedPath>,
    folders: BTreeSet<PathBuf>,
    /// The folders may be others by now.
    is_stale: bool,
    /// Files that have changed, and when last.
    changed: BTreeMap<PathBuf, Instant>,
}

/// Location of a watched file.
struct WatchedPath {
    absolute: PathBuf,
    /// The path by which the session names the file.
    name: PathBuf,
}

impl WatchedPath {
    /// The place that `name` says and, where that is a link, the one that it leads to.
    fn all_of(name: &Path) -> impl Iterator<Item = Self> {
        let given = std::path::absolute(name).ok();
        let real = name.canonicalize().ok().filter(|real| Some(real) != given.as_ref());
        given.into_iter().chain(real).map(|absolute| Self { absolute, name: name.to_owned() })
    }

    /// The next folder above it that is there.
    fn folder(&self) -> Option<&Path> {
        self.absolute.ancestors().skip(1).find(|folder| folder.is_dir())
    }
}

impl Watch {
    /// Watches nothing yet. `wake` is called when something happens to a file.
    pub fn start(wake: impl Fn() + Send + 'static) -> Self {
        let (sender, events) = channel();
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            let Ok(event) = event else { return };
            // Reading a file is an event, too, and would never end.
            if !matches!(event.kind, EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_)) {
                return;
            }
            for path in event.paths {
                // Nobody listens any more when the window has been closed.
                sender.send(path).ok();
            }
            wake();
        });
        Self {
            watcher: watcher.ok(),
            events,
            files: Vec::new(),
            places: Vec::new(),
            folders: BTreeSet::new(),
            is_stale: false,
            changed: BTreeMap::new(),
        }
    }

    /// Watches these files from now on, and no others.
    pub fn follow(&mut self, files: Vec<PathBuf>) {
        if files == self.files && !self.is_stale {
            return;
        }
        let Some(watcher) = &mut self.watcher else { return };
        self.places = files.iter().flat_map(|name| WatchedPath::all_of(name)).collect();
        let folders: BTreeSet<_> = self.places.iter().filter_map(WatchedPath::folder).map(Path::to_owned).collect();
        for old in self.folders.difference(&folders) {
            // A folder that is gone is no longer watched as it is.
            watcher.unwatch(old).ok();
        }
        for new in folders.difference(&self.folders) {
            // A folder that cannot be watched only means that edits are not seen.
            watcher.watch(new, RecursiveMode::NonRecursive).ok();
        }
        (self.files, self.folders, self.is_stale) = (files, folders, false);
    }

    /// The files that have changed and come to rest, and when to ask again if others have not.
    pub fn settled(&mut self) -> (Vec<PathBuf>, Option<Duration>) {
        let now = Instant::now();
        while let Ok(path) = self.events.try_recv() {
            self.note(&path, now);
        }
        let rested: Vec<_> =
            self.changed.iter().filter(|(_, last)| now - **last >= QUIET).map(|(path, _)| path.clone()).collect();
        for path in &rested {
            self.changed.remove(path);
        }
        let next = self.changed.values().map(|last| QUIET.saturating_sub(now - *last)).min();
        (rested, next)
    }

    /// Something has happened to `path`: to a file, or to a folder on the way to it.
    fn note(&mut self, path: &Path, now: Instant) {
        let mut is_ours = false;
        for place in self.places.iter().filter(|place| place.absolute.starts_with(path)) {
            self.changed.insert(place.name.clone(), now);
            is_ours = true;
        }
        if !is_ours {
            return;
        }
        // A link may lead elsewhere, and a folder that comes back is another one: its old watch sees nothing.
        self.is_stale = true;
        if let Some(watcher) = &mut self.watcher {
            for gone in self.folders.extract_if(.., |folder| folder.starts_with(path)) {
                watcher.unwatch(&gone).ok();
            }
        }
    }
}
