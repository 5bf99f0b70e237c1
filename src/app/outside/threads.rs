//! Work on threads of its own, so that no frame waits for a disk or a person.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use egui::Context;

use super::outcome::Outcome;
use crate::{files::caught, memory, words::sentence};

/// Work is shown once it has lasted this long.
const SHOWN_AFTER: Duration = Duration::from_millis(100);

/// Work under way.
struct Running {
    id: u64,
    /// What is being done, in a line.
    title: String,
    since: Instant,
    is_cancelled: Arc<AtomicBool>,
}

/// When a thread may write: after all that was to be written before, so that what is newer stays.
pub struct Turn {
    before: Option<JoinHandle<()>>,
    is_cancelled: Arc<AtomicBool>,
}

impl Turn {
    /// Waits until all before have been written; returns whether this is still wanted.
    pub fn comes(&mut self) -> bool {
        wait_for(self.before.take());
        !self.is_cancelled.load(Ordering::Relaxed)
    }

    #[cfg(test)]
    pub fn at_once(is_cancelled: bool) -> Self {
        Self { before: None, is_cancelled: Arc::new(AtomicBool::new(is_cancelled)) }
    }
}

/// Waits for a thread. Where it has panicked, its outcome has said so.
fn wait_for(thread: Option<JoinHandle<()>>) {
    if let Some(thread) = thread {
        thread.join().ok();
    }
}

/// Everything that runs beside the window, but for the session's own work.
pub struct Threads {
    wake: Context,
    sender: Sender<(u64, Outcome)>,
    outcomes: Receiver<(u64, Outcome)>,
    next_id: u64,
    running: Vec<Running>,
    /// Work whose outcome is no longer wanted.
    cancelled: Vec<u64>,
    /// The last of what is being written.
    writing: Option<JoinHandle<()>>,
}

impl Threads {
    /// Nothing under way. `wake` is asked for a frame when something has ended.
    pub fn new(wake: Context) -> Self {
        let (sender, outcomes) = channel();
        let (running, cancelled) = (Vec::new(), Vec::new());
        Self { wake, sender, outcomes, next_id: 0, running, cancelled, writing: None }
    }

    /// What is being done, in a line each, as far as it has lasted long enough to be shown.
    pub fn shown(&self) -> impl Iterator<Item = &str> {
        self.long_running().map(|work| &*work.title)
    }

    fn long_running(&self) -> impl Iterator<Item = &Running> {
        self.running.iter().filter(|work| work.since.elapsed() >= SHOWN_AFTER)
    }

    /// Forgets the work at a place in the list that is shown: its outcome is dropped when it comes, and what has not
    /// been written yet never will be.
    pub fn cancel(&mut self, place: usize) {
        let id = self.long_running().nth(place).map(|work| {
            work.is_cancelled.store(true, Ordering::Relaxed);
            work.id
        });
        self.running.retain(|work| Some(work.id) != id);
        self.cancelled.extend(id);
    }

    /// What has come back since the last time.
    pub fn finished(&mut self) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        while let Ok((id, outcome)) = self.outcomes.try_recv() {
            self.running.retain(|work| work.id != id);
            if let Some(place) = self.cancelled.iter().position(|&cancelled| cancelled == id) {
                self.cancelled.swap_remove(place);
            } else {
                outcomes.push(outcome);
            }
        }
        outcomes
    }

    /// Whether something is still being written, or waits for its turn.
    pub fn is_writing(&self) -> bool {
        self.writing.as_ref().is_some_and(|writing| !writing.is_finished())
    }

    pub fn finish_writing(&mut self) {
        wait_for(self.writing.take());
    }

    /// Does `task` on a thread; it is shown by its `title`, if it has one.
    pub fn spawn(&mut self, title: Option<String>, task: impl FnOnce() -> Outcome + Send + 'static) {
        self.spawn_cancellable(title, Arc::default(), task);
    }

    /// The same for a `task` that writes when its turn comes.
    pub fn spawn_writer(&mut self, title: Option<String>, task: impl FnOnce(Turn) -> Outcome + Send + 'static) {
        let is_cancelled = Arc::<AtomicBool>::default();
        let turn = Turn { before: self.writing.take(), is_cancelled: Arc::clone(&is_cancelled) };
        self.writing = self.spawn_cancellable(title, is_cancelled, move || task(turn));
    }

    fn spawn_cancellable(
        &mut self,
        title: Option<String>,
        is_cancelled: Arc<AtomicBool>,
        task: impl FnOnce() -> Outcome + Send + 'static,
    ) -> Option<JoinHandle<()>> {
        self.next_id += 1;
        let id = self.next_id;
        if let Some(title) = title {
            self.running.push(Running { id, title, since: Instant::now(), is_cancelled });
            self.wake.request_repaint_after(SHOWN_AFTER);
        }
        let answer = self.answering(id);
        let started = thread::Builder::new().name("maskscope-files".to_owned()).spawn(move || {
            let outcome = memory::within(|| caught(task)).map_or_else(
                |refused| Outcome::failed("There is too little memory for this", sentence(&refused.to_string())),
                |done| done.unwrap_or_else(|panic| Outcome::failed("The program failed at this", panic.to_string())),
            );
            answer(outcome);
        });
        let tell = |error: std::io::Error| {
            self.answering(id)(Outcome::failed("No thread could be started", error.to_string()));
        };
        started.map_err(tell).ok()
    }

    /// Hands over the outcome of something that is not this program's own thread.
    pub fn answer(&self) -> impl Fn(Outcome) + Send + 'static {
        self.answering(0)
    }

    fn answering(&self, id: u64) -> impl Fn(Outcome) + Send + 'static {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        move |outcome| {
            // Nobody listens any more once the window has been closed.
            sender.send((id, outcome)).ok();
            wake.request_repaint();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Action, FileAction};

    #[test]
    fn a_task_that_panics_says_so() {
        let mut threads = Threads::new(Context::default());
        threads.spawn(Some("Opening a.png".to_owned()), || panic!("nobody foresaw this"));
        let start = Instant::now();
        let outcomes = loop {
            let outcomes = threads.finished();
            if !outcomes.is_empty() {
                break outcomes;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "nothing comes back");
            thread::yield_now();
        };
        let Some(Outcome::Do(action)) = outcomes.first() else { panic!("nothing to do") };
        assert!(
            matches!(&**action, Action::File(FileAction::Failed { detail, .. }) if detail.starts_with("nobody foresaw this, at "))
        );
        assert!(threads.running.is_empty());
    }
}
