//! The survey that is asked for, step by step.

use super::{
    super::surveys::{Asked, Kept, Published, SurveyJob},
    derive::{Derive, Job, JobResult, Keep},
};
use crate::survey::Answered;

impl Derive for SurveyJob {
    type Value = Published;

    fn visits(&self) -> u64 {
        u64::MAX
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Published> {
        self.run(cancelled)
    }
}

/// The surveys that are known, and whether one is asked for now.
#[derive(Debug, Default)]
pub(super) struct Surveyed {
    kept: Kept,
    is_asked: bool,
}

impl Surveyed {
    /// Asks a question, or none.
    pub(super) fn ask(&mut self, asked: Option<Asked>) {
        self.is_asked = asked.is_some();
        self.kept.follow(asked);
    }

    /// Forgets the latest answer.
    pub(super) fn ask_again(&mut self) {
        self.kept.ask_again();
    }

    /// The answer to the question that is asked.
    pub(super) fn answered(&self) -> Option<Answered> {
        self.kept.answered().filter(|_| self.is_asked)
    }

    /// How far the survey that is asked for has come.
    pub(super) fn published(&self) -> Option<&Published> {
        self.kept.published().filter(|_| self.is_asked)
    }
}

impl Keep for Surveyed {
    fn add_wanted(&self, jobs: &mut Vec<Job>) {
        jobs.extend(self.kept.wanted().filter(|_| self.is_asked).map(Job::of));
    }

    fn take(&mut self, result: JobResult) -> Option<JobResult> {
        match result.open::<SurveyJob>() {
            Ok((job, published)) => {
                self.kept.finish(&job, published);
                None
            }
            Err(other) => Some(other),
        }
    }
}
