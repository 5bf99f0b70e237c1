//! Surveys: which question is asked over many placements, and what is known of the answer so far.
//!
//! A survey runs in steps on the worker. Its state lies behind a lock that only those steps take; after each step they
//! publish what can be shown. So the window never waits, and a survey that nobody asks for any more is just left.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::{Placed, Stage, Tab};
use crate::{
    geom::{Offset, Size},
    mask::Prepared,
    scan::Scan,
    scene::{Actor, Convention, Laid, PreCheck, Profile, Route, Scene},
    survey::{
        AreaMap, Budget, Claim, CostSurvey, Defeat, Disagreement, Divergence, FrameMatrix, Histogram, Progress, Ranked,
        Reader, RouteRun, Summary, Survey, Thresholds, Variation, Winners, Witness,
    },
};

/// The first step lasts so long, so that something shows at once; later ones longer.
const FIRST_STEP: Duration = Duration::from_millis(40);
const NEXT_STEP: Duration = Duration::from_millis(150);
/// A step lasts at least so many times as long as publishing it.
const STEP_PER_PUBLISHING: u32 = 8;
/// So many surveys are kept, so that one can go back to the last.
const KEPT: usize = 4;

/// A kind of question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SurveyKind {
    /// What each scan costs at every offset, and which needs the fewest visits.
    #[default]
    Cost,
    /// By how much two scans differ in that.
    Difference,
    /// Where a scan, a pre-check or an engine is wrong.
    Divergence,
    /// PlayMyCode's claim.
    Claim,
    /// How much is shared at each pair of thresholds.
    Thresholds,
    /// How much is shared at every offset.
    Area,
    /// How much each frame shares with each frame.
    Frames,
    /// Art that defeats a scan.
    Worst,
}

impl SurveyKind {
    /// Every kind, in the order of the list.
    pub const ALL: [Self; 8] = [
        Self::Cost,
        Self::Difference,
        Self::Divergence,
        Self::Claim,
        Self::Thresholds,
        Self::Area,
        Self::Frames,
        Self::Worst,
    ];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cost => "Cost and winner",
            Self::Difference => "Difference of two",
            Self::Divergence => "Wrong answers",
            Self::Claim => "Claim: 20 to 100×",
            Self::Thresholds => "Threshold by threshold",
            Self::Area => "Overlap area",
            Self::Frames => "Frame by frame",
            Self::Worst => "Worst case",
        }
    }

    /// What it asks, in a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Cost => "How many visits does each scan need with B at every offset, and which needs the fewest?",
            Self::Difference => "At which offsets does one scan need fewer visits than another, and by how many?",
            Self::Divergence => {
                "At which offsets is a scan, a pre-check or an engine wrong, and how much does it miss?"
            }
            Self::Claim => "Is PlayMyCode's claim true here: 20 to 100 times fewer visits than the linear scan?",
            Self::Thresholds => {
                "How much do the masks share here, were A solid above one threshold and B above another?"
            }
            Self::Area => "How much do the masks share with B at every offset, and which way would they part?",
            Self::Frames => "How much does each frame of A share with each frame of B here?",
            Self::Worst => "Where does the selected scan do worst, and which art defeats it?",
        }
    }
}

/// The choices of the surveys.
#[derive(Clone, Debug)]
pub struct Surveys {
    kind: SurveyKind,
    pair: [Scan; 2],
    witness: Witness,
    readers: [Reader; 2],
    variation: Variation,
    conventions: bool,
    pointed: Option<(u32, u32)>,
}

/// Changes to them.
#[derive(Clone, Copy, Debug)]
pub enum SurveyAction {
    /// Asks another kind of question.
    Choose(SurveyKind),
    /// The two scans whose difference is shown.
    Compare([Scan; 2]),
    /// Who may be wrong.
    Judge(Witness),
    /// The two ways to read the sprites.
    Read([Reader; 2]),
    /// What becomes of B meanwhile.
    Vary(Variation),
    /// Says whether anybody looks at where conventions disagree.
    WatchConventions(bool),
    /// The place of the picture under the pointer, from its top left.
    Point(Option<(u32, u32)>),
    /// Asks the same question anew.
    Again,
}

impl Default for Surveys {
    fn default() -> Self {
        Self {
            kind: SurveyKind::default(),
            pair: [Scan::Rows, Scan::Columns],
            witness: Witness::Scan("sample".parse().unwrap_or(Scan::Rows)),
            readers: [Reader::World(Convention::default()), Reader::Engine(Profile::Xna)],
            variation: Variation::Angles,
            conventions: false,
            pointed: None,
        }
    }
}

impl Surveys {
    /// The kind of question.
    pub const fn kind(&self) -> SurveyKind {
        self.kind
    }

    /// The two scans whose difference is shown.
    pub const fn pair(&self) -> [Scan; 2] {
        self.pair
    }

    /// Who may be wrong.
    pub const fn witness(&self) -> Witness {
        self.witness
    }

    /// The two ways to read the sprites.
    pub const fn readers(&self) -> [Reader; 2] {
        self.readers
    }

    /// What becomes of B meanwhile.
    pub const fn variation(&self) -> Variation {
        self.variation
    }

    /// The place of the picture under the pointer, from its top left.
    pub const fn pointed(&self) -> Option<(u32, u32)> {
        self.pointed
    }

    /// Every witness that can be asked: scans that can err, pre-checks that can miss or cry wolf, engines.
    pub fn witnesses(scans: &[Scan]) -> Vec<Witness> {
        let scans = scans.iter().copied().filter(|scan| !scan.is_exact()).map(Witness::Scan);
        let checks = PreCheck::ALL.into_iter().map(Witness::PreCheck);
        scans.chain(checks).chain(Profile::ALL.into_iter().map(Witness::Profile)).collect()
    }

    pub(super) fn apply(&mut self, action: SurveyAction) {
        match action {
            SurveyAction::Choose(kind) => (self.kind, self.pointed) = (kind, None),
            SurveyAction::Compare(pair) => self.pair = pair,
            SurveyAction::Judge(witness) => self.witness = witness,
            SurveyAction::Read(readers) => self.readers = readers,
            SurveyAction::Vary(variation) => self.variation = variation,
            SurveyAction::WatchConventions(watches) => self.conventions = watches,
            SurveyAction::Point(place) => self.pointed = place,
            SurveyAction::Again => {}
        }
    }

    /// The question that is asked now, while somebody looks: at the tab of surveys, or at the conventions.
    pub(super) fn question(&self, tab: Tab, selected: Scan) -> Option<Question> {
        if self.conventions {
            return Some(Question::Disagreement(self.readers, self.variation));
        }
        if tab == Tab::Path {
            return Some(Question::Route);
        }
        (tab == Tab::Survey).then_some(match self.kind {
            SurveyKind::Cost | SurveyKind::Difference | SurveyKind::Claim => Question::Cost,
            SurveyKind::Divergence => Question::Divergence(self.witness),
            SurveyKind::Thresholds => Question::Thresholds,
            SurveyKind::Area => Question::Area,
            SurveyKind::Frames => Question::Frames,
            SurveyKind::Worst => Question::Worst(selected),
        })
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// The cost of every scan of the list at every offset.
    Cost,
    /// Where somebody is wrong.
    Divergence(Witness),
    /// The area at each pair of thresholds.
    Thresholds,
    /// The area at every offset.
    Area,
    /// The area of each pair of frames.
    Frames,
    /// What defeats a scan: the cost at every offset, and art of its own.
    Worst(Scan),
    /// Where two ways to read the sprites differ.
    Disagreement([Reader; 2], Variation),
    /// How every scan of the list does along the route.
    Route,
}

/// A question about what is on the stage: the key of its answer.
#[derive(Clone, Debug)]
pub struct Asked {
    question: Question,
    stage: Stage,
    scans: Vec<Scan>,
    route: Option<Arc<Route>>,
}

/// Questions are the same where their answers are: over every offset it does not matter where B stands.
impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        let mask = |placed: Option<&Placed>| placed.map(|placed| Arc::as_ptr(placed.raster().mask()));
        let same_masks = || {
            let masks = |stage: &Stage| super::Slot::ALL.map(|slot| mask(stage.get(slot)));
            masks(&self.stage) == masks(&other.stage)
        };
        let lie_alike = || match (self.stage.both(), other.stage.both()) {
            (Some((a, b)), Some((other_a, other_b))) => {
                a.posed().lies_like(other_a.posed()) && b.posed().lies_like(other_b.posed())
            }
            _ => false,
        };
        self.question == other.question
            && match self.question {
                Question::Cost | Question::Worst(_) => self.scans == other.scans && same_masks(),
                Question::Area => same_masks(),
                Question::Divergence(_) => same_masks() && lie_alike(),
                Question::Route => {
                    let same_route = match (&self.route, &other.route) {
                        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                        (one, other) => one.is_none() && other.is_none(),
                    };
                    same_route && self.scans == other.scans && self.without_b() == other.without_b()
                }
                Question::Thresholds | Question::Frames | Question::Disagreement(..) => self.stage == other.stage,
            }
    }
}

/// What is known of an answer so far.
#[derive(Debug)]
pub enum Answer {
    /// What scans cost.
    Cost(Box<CostAnswer>),
    /// Where somebody is wrong.
    Divergence(Box<Divergence>),
    /// The area at each pair of thresholds.
    Thresholds(Box<Thresholds>),
    /// The area at every offset.
    Area(Box<AreaMap>),
    /// The area of each pair of frames.
    Frames(Box<FrameMatrix>),
    /// Where two ways to read the sprites differ.
    Disagreement(Box<Disagreement>),
    /// How scans do along the route.
    Route(Box<RouteAnswer>),
    /// There is none, and why.
    Refused(String),
}

/// What scans cost, and what follows from it.
#[derive(Debug)]
pub struct CostAnswer {
    /// The visits of every scan at every offset.
    pub survey: CostSurvey,
    /// Of each scan, in the order of the survey's maps.
    pub summaries: Vec<(Summary, Histogram)>,
    /// Which scan needs the fewest.
    pub winners: Winners,
    /// PlayMyCode's claim.
    pub claim: Option<Claim>,
    /// Art that defeats the selected scan, where that was asked for.
    pub defeat: Option<Defeat>,
}

/// How scans do along the route.
#[derive(Debug)]
pub struct RouteAnswer {
    /// What every scan does at every step.
    pub run: RouteRun,
    /// The scans, the best first.
    pub ranking: Vec<Ranked>,
}

/// An answer and how far it has come.
#[derive(Clone, Debug)]
pub struct Published {
    /// What is known.
    pub answer: Arc<Answer>,
    /// How many places are done.
    pub done: u64,
    /// Of how many.
    pub total: u64,
}

impl Published {
    /// Whether nothing more will come.
    pub const fn is_complete(&self) -> bool {
        self.done == self.total
    }
}

/// A survey under way. Cheap to clone: the state is shared.
#[derive(Clone, Debug)]
pub struct SurveyJob {
    asked: Asked,
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
    survey: Option<Running>,
    publishing: Duration,
}

/// A survey of any kind.
#[derive(Debug)]
enum Running {
    Cost(Box<CostSurvey>, Option<Defeat>),
    Divergence(Divergence),
    Thresholds(Thresholds),
    Area(AreaMap),
    Frames(FrameMatrix),
    Disagreement(Disagreement),
    Route(RouteRun),
    Refused(String),
}

impl SurveyJob {
    /// Goes on for a while and tells what is known then; `None` if cancelled before anything was.
    pub(super) fn run(&self, cancelled: &dyn Fn() -> bool) -> Option<Published> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = state.survey.is_none();
        if is_first {
            state.survey = Some(Running::start(&self.asked, cancelled)?);
        }
        let long = NEXT_STEP.max(STEP_PER_PUBLISHING * state.publishing);
        let budget = Budget::Time(if is_first { FIRST_STEP } else { long });
        let running = state.survey.as_mut()?;
        if let Some(survey) = running.survey() {
            survey.step(budget, cancelled);
        }
        let started = Instant::now();
        let published = running.published();
        state.publishing = started.elapsed();
        Some(published)
    }
}

impl Running {
    fn start(asked: &Asked, cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let Some((a, b)) = asked.stage.both() else { return Some(Self::Refused("Two images are needed.".to_owned())) };
        let refused = |error: &dyn std::fmt::Display| Self::Refused(sentence(&error.to_string()));
        let masks: [&Arc<Prepared>; 2] = [a.raster().mask(), b.raster().mask()];
        Some(match asked.question {
            Question::Cost | Question::Worst(_) => match CostSurvey::new(a.raster(), b.raster(), &asked.scans) {
                Ok(survey) => Self::Cost(Box::new(survey), asked.defeat()),
                Err(error) => refused(&error),
            },
            Question::Divergence(witness) => {
                let Some(offset) = asked.stage.offset() else { return Some(refused(&"the sprites are too far apart")) };
                let laid = Laid { a: a.posed().clone(), b: b.posed().clone(), offset };
                Divergence::new(&laid, witness).map_or_else(|error| refused(&error), Self::Divergence)
            }
            Question::Thresholds => {
                let Some(offset) = asked.stage.offset() else { return Some(refused(&"the sprites are too far apart")) };
                Self::Thresholds(Thresholds::of(a.raster(), b.raster(), offset, cancelled)?)
            }
            Question::Area => AreaMap::new(masks[0], masks[1]).map_or_else(|error| refused(&error), Self::Area),
            Question::Frames => FrameMatrix::new(&asked.scene(a, b)).map_or_else(|error| refused(&error), Self::Frames),
            Question::Route => match &asked.route {
                Some(route) => RouteRun::new(&asked.scene(a, b), route, &asked.scans)
                    .map_or_else(|error| refused(&error), Self::Route),
                None => Self::Refused("Drag B: its way is recorded.".to_owned()),
            },
            Question::Disagreement(readers, variation) => Disagreement::new(&asked.scene(a, b), readers, variation)
                .map_or_else(|error| refused(&error), Self::Disagreement),
        })
    }

    /// The survey, where there is anything to do.
    fn survey(&mut self) -> Option<&mut dyn Survey> {
        match self {
            Self::Cost(survey, _) => Some(&mut **survey),
            Self::Divergence(survey) => Some(survey),
            Self::Area(survey) => Some(survey),
            Self::Frames(survey) => Some(survey),
            Self::Disagreement(survey) => Some(survey),
            Self::Route(run) => Some(run),
            Self::Thresholds(_) | Self::Refused(_) => None,
        }
    }

    fn published(&mut self) -> Published {
        let (done, total) = self.survey().map_or((1, 1), |survey| {
            let progress: Progress = survey.progress();
            (progress.done(), progress.total())
        });
        let answer = match self {
            Self::Cost(survey, defeat) => Answer::Cost(Box::new(CostAnswer::of(survey, defeat.clone()))),
            Self::Divergence(survey) => Answer::Divergence(Box::new(survey.clone())),
            Self::Thresholds(thresholds) => Answer::Thresholds(Box::new(thresholds.clone())),
            Self::Area(survey) => Answer::Area(Box::new(survey.clone())),
            Self::Frames(survey) => Answer::Frames(Box::new(survey.clone())),
            Self::Disagreement(survey) => Answer::Disagreement(Box::new(survey.clone())),
            Self::Route(run) => Answer::Route(Box::new(RouteAnswer { run: run.clone(), ranking: run.ranking() })),
            Self::Refused(why) => Answer::Refused(why.clone()),
        };
        Published { answer: Arc::new(answer), done, total }
    }
}

impl CostAnswer {
    fn of(survey: &CostSurvey, defeat: Option<Defeat>) -> Self {
        let maps = survey.maps();
        let [linear, clever] = Claim::SCANS.map(|scan| survey.map_of(scan));
        Self {
            survey: survey.clone(),
            summaries: maps.iter().map(|map| (Summary::of(survey, map), Histogram::of(survey, map))).collect(),
            winners: Winners::of(survey),
            claim: linear.zip(clever).map(|(linear, clever)| Claim::of(survey, linear, clever)),
            defeat,
        }
    }
}

impl Asked {
    pub(super) fn new(question: Question, stage: &Stage, scans: &[Scan], route: Option<Arc<Route>>) -> Self {
        Self { question, stage: stage.clone(), scans: scans.to_vec(), route }
    }

    /// What matters along a route: everything but where B stands now.
    fn without_b(&self) -> impl PartialEq + use<> {
        let told = |placed: &Placed| {
            let placement = *placed.placement();
            (Arc::as_ptr(placed.sprite().mask()).addr(), placement)
        };
        let b = self.stage.get(super::Slot::B).map(|placed| {
            let (mask, placement) = told(placed);
            (mask, crate::scene::Placement { position: (0.0, 0.0), ..placement })
        });
        (self.stage.get(super::Slot::A).map(told), b, self.stage.convention(), *self.stage.parent())
    }

    /// What is asked.
    pub const fn question(&self) -> Question {
        self.question
    }

    fn scene(&self, a: &Placed, b: &Placed) -> Scene {
        let actor = |placed: &Placed| Actor { sprite: placed.sprite().clone(), placement: *placed.placement() };
        let (convention, parent) = (self.stage.convention(), *self.stage.parent());
        Scene { convention, parent, ..Scene::of([actor(a), actor(b)]) }
    }

    /// Art that defeats the scan that is asked about, as large as the overlap box, if there is one.
    fn defeat(&self) -> Option<Defeat> {
        let Question::Worst(scan) = self.question else { return None };
        let ((a, b), offset) = self.stage.both().zip(self.stage.offset())?;
        let shared = crate::mask::overlap_box(a.raster().size(), b.raster().size(), offset);
        let size = shared.map_or(DEFEATED, crate::geom::IntRect::size);
        let cut = |side: u32| side.clamp(1, LARGEST_DEFEATED);
        Defeat::of(scan, Size::new(cut(size.width), cut(size.height))).ok()
    }
}

/// The size of defeating art where the boxes are apart, and the most of each side.
const DEFEATED: Size = Size::new(30, 24);
const LARGEST_DEFEATED: u32 = 64;

/// The surveys that are known, the latest first.
#[derive(Debug, Default)]
pub(super) struct Kept {
    surveys: Vec<KeptSurvey>,
}

#[derive(Debug)]
struct KeptSurvey {
    job: SurveyJob,
    published: Option<Published>,
}

impl Kept {
    /// Makes what is asked the first of those that are kept.
    pub(super) fn follow(&mut self, asked: Option<Asked>) {
        let Some(asked) = asked else { return };
        if let Some(place) = self.surveys.iter().position(|kept| kept.job.asked == asked) {
            self.surveys[..=place].rotate_right(1);
            return;
        }
        let job = SurveyJob { asked, state: Arc::default(), step: 0 };
        self.surveys.insert(0, KeptSurvey { job, published: None });
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

    /// Forgets what is asked, so that it is asked anew.
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
pub fn placed_at(stage: &Stage, offset: Offset) -> Option<crate::geom::Cell> {
    Some(stage.get(super::Slot::A)?.position() + offset.cell())
}
