//! Work on threads of its own, so that no frame waits for a disk or a person.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use egui::Context;

use crate::app::request::Request;
use crate::session::Event;
use maskscope_core::panics::caught;

/// Work is shown once it has lasted this long.
const SHOWN_AFTER: Duration = Duration::from_millis(100);

/// Work under way.
struct RunningWork {
    id: u64,
    /// The task, in a line, if it is shown.
    title: Option<String>,
    since: Instant,
    is_cancelled: Arc<AtomicBool>,
    /// True if later requests are not delivered before it.
    comes_first: bool,
}

/// The turn of a thread to write: after all earlier writing, so that the newest stays.
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
    sender: Sender<(u64, Vec<Request>)>,
    outcomes: Receiver<(u64, Vec<Request>)>,
    next_id: u64,
    running: Vec<RunningWork>,
    /// Outcomes that wait for work requested earlier.
    waiting: Vec<(u64, Vec<Request>)>,
    /// The last of what is being written.
    writing: Option<JoinHandle<()>>,
}

impl Threads {
    /// Nothing under way. `wake` is asked for a frame when something has ended.
    pub fn new(wake: Context) -> Self {
        let (sender, outcomes) = channel();
        let (running, waiting) = Default::default();
        Self { wake, sender, outcomes, next_id: 0, running, waiting, writing: None }
    }

    /// The present tasks, in a line each, once they have lasted long enough to be shown.
    pub fn shown(&self) -> impl Iterator<Item = &str> {
        self.long_running().filter_map(|work| work.title.as_deref())
    }

    fn long_running(&self) -> impl Iterator<Item = &RunningWork> {
        self.running.iter().filter(|work| work.title.is_some() && work.since.elapsed() >= SHOWN_AFTER)
    }

    /// Forgets the work at a place in the list that is shown: its outcome is dropped when it comes, and what has not
    /// been written yet never will be.
    pub fn cancel(&mut self, place: usize) {
        let id = self.long_running().nth(place).map(|work| {
            work.is_cancelled.store(true, Ordering::Relaxed);
            work.id
        });
        self.running.retain(|work| Some(work.id) != id);
        // Something may have waited for it.
        self.wake.request_repaint();
    }

    /// The outcomes since the last call. Files come in the order of the requests, however long each takes: of two for
    /// one slot the later stays.
    pub fn finished(&mut self) -> Vec<Vec<Request>> {
        while let Ok((id, outcome)) = self.outcomes.try_recv() {
            // What is no longer there has been cancelled; what is not read waits for nothing.
            match self.running.iter().position(|work| work.id == id).map(|at| self.running.remove(at)) {
                Some(work) if work.comes_first => self.waiting.push((id, outcome)),
                None if id != 0 => {}
                _ => self.waiting.push((0, outcome)),
            }
        }
        let before = self.running.iter().filter(|work| work.comes_first).map(|work| work.id).min();
        self.waiting.sort_by_key(|(id, _)| *id);
        let ready = self.waiting.partition_point(|(id, _)| before.is_none_or(|before| *id < before));
        self.waiting.drain(..ready).map(|(_, outcome)| outcome).collect()
    }

    /// True if something is still being written, or waits for its turn.
    pub fn is_writing(&self) -> bool {
        self.writing.as_ref().is_some_and(|writing| !writing.is_finished())
    }

    pub fn finish_writing(&mut self) {
        wait_for(self.writing.take());
    }

    /// Does `task` on a thread; it is shown by its `title`, if it has one.
    pub fn spawn(&mut self, title: Option<String>, task: impl FnOnce() -> Vec<Request> + Send + 'static) {
        self.spawn_cancellable(title, Arc::default(), false, task);
    }

    /// Does a `task` on a thread that reads a file which a person has named.
    pub fn spawn_reader(&mut self, title: String, task: impl FnOnce() -> Vec<Request> + Send + 'static) {
        self.spawn_cancellable(Some(title), Arc::default(), true, task);
    }

    /// Does a `task` on a thread that writes when its turn comes.
    pub fn spawn_writer(&mut self, title: Option<String>, task: impl FnOnce(Turn) -> Vec<Request> + Send + 'static) {
        let is_cancelled = Arc::<AtomicBool>::default();
        let turn = Turn { before: self.writing.take(), is_cancelled: Arc::clone(&is_cancelled) };
        self.writing = self.spawn_cancellable(title, is_cancelled, false, move || task(turn));
    }

    fn spawn_cancellable(
        &mut self,
        title: Option<String>,
        is_cancelled: Arc<AtomicBool>,
        comes_first: bool,
        task: impl FnOnce() -> Vec<Request> + Send + 'static,
    ) -> Option<JoinHandle<()>> {
        self.next_id += 1;
        let id = self.next_id;
        if title.is_some() {
            self.wake.request_repaint_after(SHOWN_AFTER);
        }
        self.running.push(RunningWork { id, title, since: Instant::now(), is_cancelled, comes_first });
        let answer = self.answering(id);
        let started = thread::Builder::new().name("maskscope-files".to_owned()).spawn(move || {
            let done = caught(task);
            let failed = |why: String| vec![Event::failed("An internal error occurred", why).into()];
            answer(done.unwrap_or_else(|panic| failed(panic.to_string())));
        });
        let tell = |error: std::io::Error| {
            self.answering(id)(vec![Event::failed("No thread could be started", error.to_string()).into()]);
        };
        started.map_err(tell).ok()
    }

    /// Hands over the outcome of something that is not this program's own thread.
    pub fn answer(&self) -> impl Fn(Vec<Request>) + Send + 'static {
        self.answering(0)
    }

    fn answering(&self, id: u64) -> impl Fn(Vec<Request>) + Send + 'static {
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
    use crate::session::Action;

    /// Waits until `threads` have finished `count` tasks.
    fn finished(threads: &mut Threads, count: usize) -> Vec<Request> {
        let (start, mut outcomes) = (Instant::now(), Vec::new());
        while outcomes.len() < count {
            assert!(start.elapsed() < Duration::from_secs(20), "nothing comes back");
            thread::yield_now();
            outcomes.extend(threads.finished().into_iter().flatten());
        }
        outcomes
    }

    fn names(outcomes: &[Request]) -> Vec<String> {
        let name = |outcome: &Request| match outcome {
            Request::Session(action) => match &**action {
                Action::Event(Event::Gone(path)) => path.display().to_string(),
                _ => panic!("no file"),
            },
            _ => panic!("nothing to do"),
        };
        outcomes.iter().map(name).collect()
    }

    #[test]
    fn what_is_read_comes_in_the_order_in_which_it_was_asked_for() {
        let gone = |name: &str| vec![Event::Gone(name.into()).into()];
        let mut threads = Threads::new(Context::default());
        let (goes_on, waits) = channel::<()>();
        let slow = move || {
            waits.recv().ok();
            gone("slow")
        };
        threads.spawn_reader("Opening slow".to_owned(), slow);
        threads.spawn_reader("Opening quick".to_owned(), move || gone("quick"));
        threads.spawn(None, move || gone("other"));
        assert_eq!(names(&finished(&mut threads, 1)), ["other"], "it waits for nothing");
        while threads.waiting.is_empty() {
            assert!(threads.finished().is_empty());
        }
        goes_on.send(()).expect("it waits");
        assert_eq!(names(&finished(&mut threads, 2)), ["slow", "quick"]);
    }

    #[test]
    fn nothing_waits_for_what_was_cancelled() {
        let mut threads = Threads::new(Context::default());
        let (_goes_on, waits) = channel::<()>();
        threads.spawn_reader("Opening slow".to_owned(), move || {
            waits.recv().ok();
            Vec::new()
        });
        threads.spawn_reader("Opening quick".to_owned(), || vec![Event::Gone("quick".into()).into()]);
        while threads.waiting.is_empty() {
            assert!(threads.finished().is_empty());
        }
        while threads.shown().next().is_none() {
            thread::yield_now();
        }
        threads.cancel(0);
        assert_eq!(names(&finished(&mut threads, 1)), ["quick"]);
    }

    #[test]
    fn a_task_that_panics_says_so() {
        let mut threads = Threads::new(Context::default());
        threads.spawn(Some("Opening a.png".to_owned()), || panic!("nobody foresaw this"));
        let outcomes = finished(&mut threads, 1);
        let Some(Request::Session(action)) = outcomes.first() else { panic!("nothing to do") };
        assert!(
            matches!(&**action, Action::Event(Event::Failed { detail, .. }) if detail.starts_with("nobody foresaw this, at "))
        );
        assert!(threads.running.is_empty());
    }
}
