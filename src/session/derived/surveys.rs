//! The survey that is asked for, step by step.
//!
//! A survey runs in steps on the worker. Its state lies behind a lock that only those steps take; after each step they
//! publish what can be shown. So the window never waits, and a survey that is no longer asked for just stops.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use web_time::Instant;

use super::super::surveys::Asked;
use super::derive::{Derive, Job, JobResult, Keep};
use super::subject::Subject;
use maskscope_core::scan::own::elsewhere;
use maskscope_core::scan::{Scan, Trace, Visit};
use maskscope_core::survey::{Answered, Budget, Found, Publishing, Question, Refusal, Running, Setting, SurveyKind};
use maskscope_core::words;

/// The first step is short, so that something shows at once; later ones are longer, so that no more than four a second are
/// shown.
const FIRST_STEP: Duration = Duration::from_millis(40);
const NEXT_STEP: Duration = Duration::from_millis(250);
/// A step takes at least this many times as long as publishing it.
const STEP_PER_PUBLISHING: u32 = 8;
/// At most this many surveys are kept, so that one can go back to the last.
const KEPT: usize = 4;

/// Result of a survey so far, and its progress.
#[derive(Clone, Debug)]
pub struct Published {
    found: Result<Found, Refusal>,
    /// The number of places that are done.
    pub done: u64,
    /// The number of places.
    pub total: u64,
}

impl Published {
    /// There is no answer.
    const fn refused(refusal: Refusal) -> Self {
        Self { found: Err(refusal), done: 1, total: 1 }
    }

    /// True if nothing more will come.
    pub const fn is_complete(&self) -> bool {
        self.done == self.total
    }

    /// The result, if it is of this type.
    pub fn found<T: 'static>(&self) -> Option<&T> {
        self.found.as_ref().ok()?.downcast_ref()
    }

    /// The reason why there is no answer, in a sentence.
    pub fn refusal(&self) -> Option<String> {
        self.found.as_ref().err().map(|refusal| words::sentence(&refusal.to_string()))
    }
}

/// The key of the visits of a scan that can be wrong, at the place of a survey that is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaceRead {
    /// The sprites at that place.
    pub(in super::super) subject: Subject,
    pub(in super::super) scan: Scan,
}

/// The visits of a scan at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCells {
    /// The first of them, local to the overlap box.
    pub visits: Vec<Visit>,
    /// Their number.
    pub count: u64,
}

impl Derive for PlaceRead {
    type Value = ReadCells;

    fn visits(&self) -> u64 {
        self.subject.area() + self.subject.preparation(self.scan)
    }

    fn make(&self, _: &dyn Fn() -> bool) -> Option<ReadCells> {
        /// More dots would hide the picture.
        const MOST: usize = 1 << 11;
        let [a, b] = self.subject.masks_for(self.scan);
        let mut trace = Trace::with_limit(MOST);
        self.scan.run(&a, &b, self.subject.offset, None, &mut trace);
        Some(ReadCells { visits: trace.visits, count: trace.count.visits })
    }
}

/// A survey under way. Cheap to clone: the state is shared.
#[derive(Clone, Debug)]
pub struct SurveyJob {
    survey: SurveyKind,
    setting: Arc<Setting>,
    state: Arc<Mutex<SurveyState>>,
    /// The step it is for: a job of a later step is another job.
    step: u64,
}

impl PartialEq for SurveyJob {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.state, &other.state) && self.step == other.step
    }
}

/// State that only the steps use.
#[derive(Debug, Default)]
struct SurveyState {
    running: Option<Result<Box<dyn Running>, Refusal>>,
    /// The answer that is being made; `None` while the survey goes on.
    publishing: Option<Publishing>,
    /// Duration of the last publishing; `None` before the first time.
    took: Option<Duration>,
    /// Time worked since, and then on publishing.
    worked: Duration,
}

impl Derive for SurveyJob {
    type Value = Published;

    const GOES_ON: bool = true;

    /// Continues for a while and returns what is known then; `None` if cancelled before anything was.
    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Published> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let SurveyState { running, publishing, took, worked } = &mut *state;
        let step = took.map_or(FIRST_STEP, |took| NEXT_STEP.max(STEP_PER_PUBLISHING * took));
        let started = Instant::now();
        let running = match elsewhere::begun_or(running, || self.survey.start(&self.setting))? {
            Ok(running) => running,
            Err(refusal) => return Some(Published::refused(refusal.clone())),
        };
        if publishing.is_none() {
            running.step(Budget::Time(step.saturating_sub(*worked)), cancelled);
            // Nothing can be shown before there is an answer at one place.
            while running.progress().done() == 0 && !running.progress().is_complete() && !cancelled() {
                running.step(Budget::Time(step), cancelled);
            }
            if let Some(refusal) = self.setting.stopped() {
                return Some(Published::refused(refusal));
            }
            *worked += started.elapsed();
            let progress = running.progress();
            let is_early = cancelled() && *worked < step || progress.done() == 0;
            if is_early && !progress.is_complete() {
                return None;
            }
            *worked = Duration::ZERO;
        }
        let started = Instant::now();
        let found = publishing.get_or_insert_with(|| running.publish()).go_on(cancelled);
        *worked += started.elapsed();
        let found = found?;
        (*publishing, *took, *worked) = (None, Some(*worked), Duration::ZERO);
        let progress = running.progress();
        Some(Published { found: Ok(found), done: progress.done(), total: progress.total() })
    }
}

/// The surveys that are known, the latest first, and whether one is asked for now.
#[derive(Debug, Default)]
pub(super) struct Surveyed {
    surveys: Vec<KeptSurvey>,
    is_asked: bool,
}

#[derive(Debug)]
struct KeptSurvey {
    /// The latest request. It may differ from the survey's own in parts on which its answers do not depend.
    asked: Asked,
    job: SurveyJob,
    published: Option<Published>,
}

impl KeptSurvey {
    /// Its result so far, as the answer to `question`; `None` before there is any.
    fn answered_to(&self, question: &'static Question) -> Option<Answered> {
        let found = self.published.as_ref()?.found.as_ref().ok()?;
        Some(Answered { question, setting: Arc::clone(&self.asked.setting), found: Arc::clone(found) })
    }
}

impl Surveyed {
    /// Asks a question, which becomes the first of the kept ones; `None` asks nothing.
    pub(super) fn ask(&mut self, asked: Option<Asked>) {
        self.is_asked = asked.is_some();
        let Some(asked) = asked else { return };
        let is_same = |kept: &KeptSurvey| {
            kept.job.survey == asked.survey && asked.survey.is_same_over(&kept.job.setting, &asked.setting)
        };
        if let Some(place) = self.surveys.iter().position(is_same) {
            self.surveys[..=place].rotate_right(1);
            self.surveys[0].asked = asked;
            return;
        }
        let (survey, setting) = (asked.survey, Arc::clone(&asked.setting));
        let job = SurveyJob { survey, setting, state: Arc::default(), step: 0 };
        self.surveys.insert(0, KeptSurvey { asked, job, published: None });
        self.surveys.truncate(KEPT);
    }

    /// The answer to the question that is asked, as far as it is known.
    pub(super) fn answered(&self) -> Option<Answered> {
        let first = self.first()?;
        first.answered_to(first.asked.question?)
    }

    /// The latest answer to the same question about the sprites as they were before, until one about them as they are comes.
    pub(super) fn answered_before(&self) -> Option<Answered> {
        let first = self.first().filter(|first| first.published.is_none())?;
        let earlier = self.surveys.iter().skip(1).find(|kept| {
            kept.job.survey == first.job.survey && kept.published.as_ref().is_some_and(|it| it.found.is_ok())
        })?;
        earlier.answered_to(first.asked.question?)
    }

    /// The progress of the requested survey.
    pub(super) fn published(&self) -> Option<&Published> {
        self.first()?.published.as_ref()
    }

    /// The requested survey.
    fn first(&self) -> Option<&KeptSurvey> {
        self.surveys.first().filter(|_| self.is_asked)
    }
}

impl Keep for Surveyed {
    /// Adds the next step of what is asked, if it is not complete.
    fn add_wanted(&self, jobs: &mut Vec<Job>) {
        let is_complete = self.published().is_some_and(Published::is_complete);
        jobs.extend(self.first().filter(|_| !is_complete).map(|first| Job::of(first.job.clone())));
    }

    fn take(&mut self, result: JobResult) -> Option<JobResult> {
        let (job, published) = match result.open::<SurveyJob>() {
            Ok(made) => made,
            Err(other) => return Some(other),
        };
        if let Some(kept) = self.surveys.iter_mut().find(|kept| kept.job == job) {
            kept.published = Some(published);
            kept.job.step += 1;
        }
        None
    }
}
