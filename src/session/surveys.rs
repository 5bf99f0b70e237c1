//! Surveys: which question is asked over many placements, and what is known of the answer so far.
//!
//! A survey runs in steps on the worker. Its state lies behind a lock that only those steps take; after each step they
//! publish what can be shown. So the window never waits, and a survey that is no longer asked for just stops.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::{
    scans::ScanList,
    slot::Slot,
    stage::{Placed, Stage},
};
use crate::{
    choice::Choice as _,
    geom::{Cell, Offset},
    scan::{Columns, Scan},
    scene::{Actor, PreCheck, Profile, Route, Scene, Tab},
    survey::{
        Answered, Budget, Choices, Found, QUESTIONS, Question, Reader, Refusal, RouteRun, Running, Setting, SurveyKind,
        Variation, Witness, question,
    },
};

/// The first step is short, so that something shows at once; later ones are longer.
const FIRST_STEP: Duration = Duration::from_millis(40);
const NEXT_STEP: Duration = Duration::from_millis(150);
/// A step takes at least this many times as long as publishing it.
const STEP_PER_PUBLISHING: u32 = 8;
/// At most this many surveys are kept, so that one can go back to the last.
const KEPT: usize = 4;

/// The choices of the surveys.
#[derive(Clone, Debug)]
pub struct Surveys {
    question: &'static Question,
    pair: [Scan; 2],
    witness: Witness,
    readers: [Reader; 2],
    variation: Variation,
    watches_conventions: bool,
    pointed: Option<(u32, u32)>,
}

/// Changes to them.
#[derive(Clone, Copy, Debug)]
pub enum SurveyAction {
    /// Asks another question.
    Choose(&'static Question),
    /// The two scans whose difference is shown.
    Compare([Scan; 2]),
    /// Whose answers are compared with the truth.
    Judge(Witness),
    /// The two ways to read the sprites.
    Read([Reader; 2]),
    /// How B is varied.
    Vary(Variation),
    /// Says whether *Where conventions disagree* is shown.
    WatchConventions(bool),
    /// The place of the picture under the pointer, from its top left.
    Point(Option<(u32, u32)>),
    /// Asks the same question again.
    Again,
}

impl Default for Surveys {
    fn default() -> Self {
        Self {
            question: QUESTIONS[0],
            pair: [Scan::ROWS, Scan::Columns(Columns)],
            witness: Witness::Scan("sample".parse().unwrap_or(Scan::ROWS)),
            readers: Choices::READERS,
            variation: Variation::Angles,
            watches_conventions: false,
            pointed: None,
        }
    }
}

impl Surveys {
    /// The question that is chosen.
    pub const fn question(&self) -> &'static Question {
        self.question
    }

    /// The two scans whose difference is shown.
    pub const fn pair(&self) -> [Scan; 2] {
        self.pair
    }

    /// Whose answers are compared with the truth.
    pub const fn witness(&self) -> Witness {
        self.witness
    }

    /// The two ways to read the sprites.
    pub const fn readers(&self) -> [Reader; 2] {
        self.readers
    }

    /// How B is varied.
    pub const fn variation(&self) -> Variation {
        self.variation
    }

    /// The place of the picture under the pointer, from its top left.
    pub const fn pointed(&self) -> Option<(u32, u32)> {
        self.pointed
    }

    /// Every witness that can be chosen: scans that can err, pre-checks, engines.
    pub fn witnesses(scans: &[Scan]) -> Vec<Witness> {
        let scans = scans.iter().copied().filter(|scan| !scan.is_exact()).map(Witness::Scan);
        let checks = PreCheck::ALL.iter().copied().map(Witness::PreCheck);
        scans.chain(checks).chain(Profile::ALL.iter().copied().map(Witness::Profile)).collect()
    }

    pub(super) fn apply(&mut self, action: SurveyAction) {
        match action {
            SurveyAction::Choose(question) => (self.question, self.pointed) = (question, None),
            SurveyAction::Compare(pair) => self.pair = pair,
            SurveyAction::Judge(witness) => self.witness = witness,
            SurveyAction::Read(readers) => self.readers = readers,
            SurveyAction::Vary(variation) => self.variation = variation,
            SurveyAction::WatchConventions(watches) => self.watches_conventions = watches,
            SurveyAction::Point(place) => self.pointed = place,
            SurveyAction::Again => {}
        }
    }

    /// What is asked now of the two sprites on the stage, while the answer is shown: in the tab of surveys, along the
    /// route, or among the conventions.
    pub(super) fn asked(&self, tab: Tab, stage: &Stage, scans: &ScanList, route: Option<&Arc<Route>>) -> Option<Asked> {
        let (survey, question) = if self.watches_conventions {
            let question = question("disagreement")?;
            (question.survey, Some(question))
        } else {
            match tab {
                Tab::Path => (SurveyKind::of::<RouteRun>(), None),
                Tab::Survey => (self.question.survey, Some(self.question)),
                _ => return None,
            }
        };
        let (a, b) = stage.both()?;
        let actor = |placed: &Placed| Actor { sprite: placed.sprite().clone(), placement: *placed.placement() };
        let (convention, parent) = (stage.convention(), *stage.parent());
        let setting = Setting {
            scene: Scene { convention, parent, ..Scene::of([actor(a), actor(b)]) },
            pair: [a.posed().clone(), b.posed().clone()],
            offset: stage.offset(),
            choices: Choices {
                scans: scans.scans().to_vec(),
                scan: scans.selected(),
                two_scans: self.pair,
                witnesses: vec![self.witness],
                readers: self.readers,
                variation: self.variation,
            },
            route: route.cloned(),
        };
        Some(Asked { survey, question, setting: Arc::new(setting) })
    }
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Asked {
    survey: SurveyKind,
    /// The question to which the survey finds the answer; a survey along the route has none.
    question: Option<&'static Question>,
    setting: Arc<Setting>,
}

/// What has been found so far, and how far that is.
#[derive(Clone, Debug)]
pub struct Published {
    found: Result<Found, Refusal>,
    /// How many places are done.
    pub done: u64,
    /// How many places there are.
    pub total: u64,
}

impl Published {
    /// Whether nothing more will come.
    pub const fn is_complete(&self) -> bool {
        self.done == self.total
    }

    /// What was found, if it is of this type.
    pub fn found<T: 'static>(&self) -> Option<&T> {
        self.found.as_ref().ok()?.downcast_ref()
    }

    /// Why there is no answer, in a sentence.
    pub fn refusal(&self) -> Option<String> {
        self.found.as_ref().err().map(|refusal| sentence(&refusal.to_string()))
    }
}

/// A survey under way. Cheap to clone: the state is shared.
#[derive(Clone, Debug)]
pub struct SurveyJob {
    survey: SurveyKind,
    setting: Arc<Setting>,
    state: Arc<Mutex<State>>,
    /// The step it is for: a job of a later step is another job.
    step: u64,
}

impl PartialEq for SurveyJob {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.state, &other.state) && self.step == other.step
    }
}

/// What only the steps see.
#[derive(Debug, Default)]
struct State {
    running: Option<Result<Box<dyn Running>, Refusal>>,
    publishing: Duration,
}

impl SurveyJob {
    /// Continues for a while and returns what is known then; `None` if cancelled before anything was.
    pub(super) fn run(&self, cancelled: &dyn Fn() -> bool) -> Option<Published> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let State { running, publishing } = &mut *state;
        let is_first = running.is_none();
        let long = NEXT_STEP.max(STEP_PER_PUBLISHING * *publishing);
        let budget = Budget::Time(if is_first { FIRST_STEP } else { long });
        let running = match running.get_or_insert_with(|| self.survey.start(&self.setting)) {
            Ok(running) => running,
            Err(refusal) => return Some(Published { found: Err(refusal.clone()), done: 1, total: 1 }),
        };
        running.step(budget, cancelled);
        let progress = running.progress();
        if progress.done() == 0 && !progress.is_complete() {
            return None;
        }
        let started = Instant::now();
        let found = running.found();
        *publishing = started.elapsed();
        Some(Published { found: Ok(found), done: progress.done(), total: progress.total() })
    }
}

/// The surveys that are known, the latest first.
#[derive(Debug, Default)]
pub(super) struct Kept {
    surveys: Vec<KeptSurvey>,
}

#[derive(Debug)]
struct KeptSurvey {
    /// What was asked last. It may differ from what the survey began with in what its answers do not depend on.
    asked: Asked,
    job: SurveyJob,
    published: Option<Published>,
}

impl Kept {
    /// Makes what is asked the first of those that are kept.
    pub(super) fn follow(&mut self, asked: Option<Asked>) {
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

    /// The next step of what is asked, if it is not complete.
    pub(super) fn wanted(&self) -> Option<SurveyJob> {
        let first = self.surveys.first()?;
        let is_complete = first.published.as_ref().is_some_and(Published::is_complete);
        (!is_complete).then(|| first.job.clone())
    }

    pub(super) fn finish(&mut self, job: &SurveyJob, published: Published) {
        if let Some(kept) = self.surveys.iter_mut().find(|kept| kept.job == *job) {
            kept.published = Some(published);
            kept.job.step += 1;
        }
    }

    /// What is known of what is asked.
    pub(super) fn published(&self) -> Option<&Published> {
        self.surveys.first()?.published.as_ref()
    }

    /// The answer to the question that is asked, as far as it is known.
    pub(super) fn answered(&self) -> Option<Answered> {
        let KeptSurvey { asked, published, .. } = self.surveys.first()?;
        let found = published.as_ref()?.found.as_ref().ok()?;
        Some(Answered { question: asked.question?, setting: Arc::clone(&asked.setting), found: Arc::clone(found) })
    }

    /// Forgets what is asked, so that it is asked again.
    pub(super) fn ask_again(&mut self) {
        if !self.surveys.is_empty() {
            self.surveys.remove(0);
        }
    }
}

/// `text` with a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).chain(['.']).collect()
}

/// Where B would stand at an offset of a survey: in the world.
pub fn placed_at(stage: &Stage, offset: Offset) -> Option<Cell> {
    Some(stage.get(Slot::A)?.position() + offset.cell())
}
