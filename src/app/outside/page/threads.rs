//! Work that a system does on threads. A page has one thread alone, so it is done between two frames, one after the other.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::Context;

use crate::app::request::Request;

/// Work that waits.
struct WaitingTask {
    /// The task, in a line.
    title: Option<String>,
    does: Box<dyn FnOnce() -> Vec<Request>>,
}

/// A turn to write, which never waits here: all earlier writing is done.
pub struct Turn;

impl Turn {
    /// The turn has come; tasks that are no longer wanted have not begun.
    #[expect(clippy::unused_self, reason = "on a thread it waits")]
    pub const fn comes(&mut self) -> bool {
        true
    }
}

/// Everything that is done beside the session's own work.
pub struct Threads {
    wake: Context,
    sender: Sender<Vec<Request>>,
    outcomes: Receiver<Vec<Request>>,
    tasks: VecDeque<WaitingTask>,
    /// The titles of the tasks have been shown, so that the next one may begin.
    is_shown: bool,
}

impl Threads {
    /// Nothing waits. `wake` is asked for a frame when something has ended.
    pub fn new(wake: Context) -> Self {
        let (sender, outcomes) = channel();
        Self { wake, sender, outcomes, tasks: VecDeque::new(), is_shown: false }
    }

    /// The waiting and the next task, in a line each.
    pub fn shown(&self) -> impl Iterator<Item = &str> {
        self.tasks.iter().filter_map(|task| task.title.as_deref())
    }

    /// Forgets the work at a place in the list that is shown.
    pub fn cancel(&mut self, place: usize) {
        let titled = self.tasks.iter().enumerate().filter(|(_, task)| task.title.is_some()).nth(place);
        if let Some(at) = titled.map(|(at, _)| at) {
            self.tasks.remove(at);
        }
        self.wake.request_repaint();
    }

    /// Does the next task, once a frame has shown what it is; answers what has come back since the last time.
    pub fn finished(&mut self) -> Vec<Vec<Request>> {
        if !self.tasks.is_empty() {
            self.wake.request_repaint();
            if self.is_shown
                && let Some(task) = self.tasks.pop_front()
            {
                self.sender.send((task.does)()).ok();
            }
        }
        self.is_shown = !self.tasks.is_empty();
        self.outcomes.try_iter().collect()
    }

    /// True if something is still to be written. It is written in the frame in which its turn comes.
    pub const fn is_writing(&self) -> bool {
        false
    }

    pub fn finish_writing(&mut self) {
        while !self.tasks.is_empty() {
            self.finished();
        }
    }

    /// Does `task` in one of the next frames; it is shown by its `title`, if it has one.
    pub fn spawn(&mut self, title: Option<String>, task: impl FnOnce() -> Vec<Request> + Send + 'static) {
        self.tasks.push_back(WaitingTask { title, does: Box::new(task) });
        self.wake.request_repaint();
    }

    /// Does a `task` in one of the next frames that reads a file which a person has named.
    pub fn spawn_reader(&mut self, title: String, task: impl FnOnce() -> Vec<Request> + Send + 'static) {
        self.spawn(Some(title), task);
    }

    /// Runs a `task` that writes, between two frames.
    pub fn spawn_writer(&mut self, title: Option<String>, task: impl FnOnce(Turn) -> Vec<Request> + Send + 'static) {
        self.spawn(title, move || task(Turn));
    }

    /// Hands over the outcome of something that is done elsewhere.
    pub fn answer(&self) -> impl Fn(Vec<Request>) + Send + 'static {
        let (sender, wake) = (self.sender.clone(), self.wake.clone());
        move |outcome| {
            sender.send(outcome).ok();
            wake.request_repaint();
        }
    }
}
