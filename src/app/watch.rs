//! Watching the files that are shown: an image that is edited elsewhere is read again.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, channel},
    time::{Duration, Instant},
};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

/// A file is read again once nothing has happened to it for so long: programs write in several steps.
const QUIET: Duration = Duration::from_millis(150);

/// Watches files by watching their folders, since many programs replace a file when they save it.
pub struct Watch {
    /// `None` where the system offers no watching.
    watcher: Option<RecommendedWatcher>,
    events: Receiver<PathBuf>,
    /// The files that are watched, as the session calls them.
    files: Vec<PathBuf>,
    /// Their absolute paths, and what the session calls them.
    absolute: BTreeMap<PathBuf, PathBuf>,
    folders: Vec<PathBuf>,
    /// Files that have changed, and when last.
    changed: BTreeMap<PathBuf, Instant>,
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
                let _ = sender.send(path);
            }
            wake();
        });
        Self {
            watcher: watcher.ok(),
            events,
            files: Vec::new(),
            absolute: BTreeMap::new(),
            folders: Vec::new(),
            changed: BTreeMap::new(),
        }
    }

    /// Watches these files from now on, and no others.
    pub fn follow(&mut self, files: Vec<PathBuf>) {
        if files == self.files {
            return;
        }
        let Some(watcher) = &mut self.watcher else { return };
        let absolute = |path: &PathBuf| std::path::absolute(path).ok().map(|absolute| (absolute, path.clone()));
        self.absolute = files.iter().filter_map(absolute).collect();
        let mut folders: Vec<_> = self.absolute.keys().filter_map(|path| path.parent()).map(Path::to_owned).collect();
        folders.dedup();
        for old in self.folders.iter().filter(|folder| !folders.contains(folder)) {
            // A folder that is gone is no longer watched as it is.
            let _ = watcher.unwatch(old);
        }
        for new in folders.iter().filter(|folder| !self.folders.contains(folder)) {
            // A folder that cannot be watched only means that edits are not seen.
            let _ = watcher.watch(new, RecursiveMode::NonRecursive);
        }
        (self.files, self.folders) = (files, folders);
    }

    /// The files that have changed and come to rest, and when to ask again if others have not.
    pub fn settled(&mut self) -> (Vec<PathBuf>, Option<Duration>) {
        let now = Instant::now();
        while let Ok(path) = self.events.try_recv() {
            if let Some(name) = self.absolute.get(&path) {
                self.changed.insert(name.clone(), now);
            }
        }
        let rested: Vec<_> =
            self.changed.iter().filter(|(_, last)| now - **last >= QUIET).map(|(path, _)| path.clone()).collect();
        for path in &rested {
            self.changed.remove(path);
        }
        let next = self.changed.values().map(|last| QUIET.saturating_sub(now - *last)).min();
        (rested, next)
    }
}
