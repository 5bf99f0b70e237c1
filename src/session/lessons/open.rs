//! The lesson that is open, and the actions that go through it.

use std::{collections::BTreeSet, sync::Arc};

use serde::{Deserialize, Serialize};

use super::lesson::{Lesson, LessonStep};
use super::text::Span;
use crate::session::history::Document;
use maskscope_core::scan::Scan;

/// The lessons: which one is open, and how far a person has come.
#[derive(Debug, Default)]
pub struct Lessons {
    pub(in super::super) open: Option<OpenLesson>,
    pub(in super::super) progress: LessonProgress,
}

/// A lesson that is open.
#[derive(Debug)]
pub struct OpenLesson {
    /// The lesson.
    pub lesson: Arc<Lesson>,
    pub(in super::super) step: usize,
    /// True if the task is done; without one, it is.
    pub is_done: bool,
    /// The guess, once it is made or given up.
    pub guessed: Option<Guessed>,
    /// The document before a lesson was opened.
    pub(in super::super) before: Box<Document>,
}

/// A guess that is no longer open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guessed {
    /// Between what was guessed.
    pub choices: [u64; 3],
    /// The one near the truth.
    pub nearest: u64,
    /// The one that was chosen; `None` if the visits were shown without a guess.
    pub chosen: Option<u64>,
    /// The text about it.
    pub answer: Vec<Span>,
}

/// An action on the open lesson.
#[derive(Clone, Debug)]
pub enum LessonAction {
    /// Opens a lesson at a step, from 0; at its last one where it has fewer.
    Open(Arc<Lesson>, usize),
    /// To the next step, once task and guess of this one are done; after the last the lesson is done, and stays.
    Next,
    /// To the next step, whatever is left to do.
    Skip,
    /// To the step before.
    Back,
    /// Guesses this number of visits.
    Guess(u64),
    /// Closes the lesson, and brings back what was shown before.
    Close,
    /// Says what was done in earlier runs.
    Recall(LessonProgress),
}

impl Lessons {
    /// The lesson that is open.
    pub const fn open(&self) -> Option<&OpenLesson> {
        self.open.as_ref()
    }

    /// The progress of the person.
    pub const fn progress(&self) -> &LessonProgress {
        &self.progress
    }

    /// The document before the open lesson.
    pub(in super::super) fn before(&self) -> Option<&Document> {
        self.open.as_ref().map(|open| &*open.before)
    }

    /// The scans whose visits stay hidden until they are guessed: first the one that is asked for.
    pub fn hidden(&self) -> Vec<Scan> {
        let open = self.open.as_ref().filter(|open| open.guessed.is_none());
        let guess = open.and_then(|open| open.step().guess.as_ref());
        guess.into_iter().flat_map(|guess| [guess.of].into_iter().chain(guess.also.iter().copied())).collect()
    }

    /// Notes the open lesson as done, if nothing is left to do in its last step.
    pub(in super::super) fn note_done(&mut self) {
        if let Some(open) = self.open.as_ref().filter(|open| open.is_last() && open.is_ready()) {
            self.progress.done.insert(open.lesson.name.clone());
        }
    }

    /// The lesson is no longer open, and what is shown stays.
    pub(in super::super) fn leave(&mut self) {
        self.open = None;
    }
}

impl OpenLesson {
    /// The place of its step, from 0.
    pub const fn place(&self) -> usize {
        self.step
    }

    /// Its step.
    pub fn step(&self) -> &LessonStep {
        &self.lesson.steps[self.step]
    }

    /// True if it is the last one.
    pub fn is_last(&self) -> bool {
        self.step + 1 == self.lesson.steps.len()
    }

    /// True if nothing is left to do.
    pub fn is_ready(&self) -> bool {
        self.is_done && (self.step().guess.is_none() || self.guessed.is_some())
    }
}

/// Lessons that are done, and the step at which the last one was left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LessonProgress {
    /// The names of those that are done.
    pub done: BTreeSet<String>,
    /// The lesson that was open last, and its step, from 0.
    pub at: Option<(String, usize)>,
}
