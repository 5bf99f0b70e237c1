//! Times of scans; of the ball's probe, and of the test of the full masks at the same position.

use std::sync::{Arc, Mutex, PoisonError};
use std::{hint::black_box, time::Duration};

use super::super::terrain::{Actors, TerrainGame};
use super::{derive::Derive, subject::Subject};
use maskscope_core::measure::{Batches, Timing, go_on_measuring, go_on_measuring_call};
use maskscope_core::scene::terrain::{KeyEvent, Look, Rules, StepRecord};
use maskscope_core::survey::{Answered, CostAnswer, Round, RunningRound};
use maskscope_core::{memory::OutOfMemory, scan::Scan};

/// Time for each scan.
const BUDGET: Duration = Duration::from_millis(30);

/// The key of how long a scan takes.
#[derive(Clone, Debug)]
pub struct Timed {
    subject: Arc<Subject>,
    scan: Scan,
    /// Batches timed so far.
    batches: Arc<Mutex<Batches>>,
}

impl Timed {
    pub(super) fn new(subject: &Arc<Subject>, scan: Scan) -> Self {
        Self { subject: Arc::clone(subject), scan, batches: Arc::default() }
    }
}

impl PartialEq for Timed {
    fn eq(&self, other: &Self) -> bool {
        self.subject == other.subject && self.scan == other.scan
    }
}

impl Derive for Timed {
    type Value = Timing;

    const IS_TIMING: bool = true;
    const GOES_ON: bool = true;

    fn room(&self) -> Result<(), OutOfMemory> {
        self.subject.room(self.scan)
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Timing> {
        let [a, b] = self.subject.masks_for(self.scan);
        let (offset, hint) = (self.subject.offset, self.subject.hint);
        let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        let timing = go_on_measuring(&mut batches, self.scan, [&a, &b], offset, hint, BUDGET, cancelled)?;
        // Another round starts from nothing.
        *batches = Batches::default();
        Some(timing)
    }

    fn is_disturbed(timing: &Timing) -> bool {
        timing.is_disturbed()
    }

    fn better(one: Timing, other: Timing) -> Timing {
        one.or_steadier(other)
    }
}

/// The key of how long the scans of a survey take at one of its sampled placements.
#[derive(Clone, Debug)]
pub struct TimedAt {
    answered: Answered,
    /// The number of the placement among the sampled ones.
    place: usize,
    /// Timings of the scans so far.
    state: Arc<Mutex<RunningRound>>,
}

impl TimedAt {
    /// Every sampled placement of a survey of costs that is complete.
    pub(super) fn all(answered: Option<Answered>) -> Vec<Self> {
        let Some(answered) = answered.filter(|answered| answered.question.name == "cost") else { return Vec::new() };
        let samples = answered.found::<CostAnswer>().map_or(0, |found| found.samples().count());
        (0..samples).map(|place| Self { answered: answered.clone(), place, state: Arc::default() }).collect()
    }
}

impl PartialEq for TimedAt {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.answered.found, &other.answered.found) && self.place == other.place
    }
}

impl Derive for TimedAt {
    type Value = Round;

    const IS_TIMING: bool = true;
    const GOES_ON: bool = true;

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Round> {
        let mut round = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let costs = self.answered.found::<CostAnswer>()?;
        costs.go_on_timing(&mut round, &self.answered.setting.pair, self.place, cancelled)
    }
}

/// Time for each of the two that are compared at a step of the ball.
const BUDGET_OF_A_STEP: Duration = Duration::from_millis(10);

/// The key of both: a step of the ball.
#[derive(Clone, Debug)]
pub struct ProbedStep {
    actors: Actors,
    rules: Rules,
    step: StepRecord,
    events: Vec<KeyEvent>,
    /// Batches timed so far, of the probe and of the masks.
    batches: Arc<Mutex<[Batches; 2]>>,
}

/// Times of one read by the probe, and of one test of the full masks at the same position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbeTimings {
    /// The probe.
    pub probe: Timing,
    /// All pixels that ball and ground share there, counted by the fast engine.
    pub masks: Timing,
}

impl ProbedStep {
    /// The step of `game` that is shown, while nothing moves.
    pub(in super::super) fn of(game: &TerrainGame) -> Option<Self> {
        let step = *game.shown().filter(|_| !game.is_moving())?;
        let (actors, events) = (game.actors.as_ref()?.clone(), game.game.keys.of_step(step.step).to_vec());
        Some(Self { actors, rules: game.game.rules, step, events, batches: Arc::default() })
    }
}

impl PartialEq for ProbedStep {
    fn eq(&self, other: &Self) -> bool {
        (self.rules, self.step, &self.events) == (other.rules, other.step, &other.events)
            && Arc::ptr_eq(&self.actors.ball.mask, &other.actors.ball.mask)
            && Arc::ptr_eq(&self.actors.ground.mask, &other.actors.ground.mask)
    }
}

impl Derive for ProbedStep {
    type Value = ProbeTimings;

    const IS_TIMING: bool = true;
    const GOES_ON: bool = true;

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<ProbeTimings> {
        let playfield = self.actors.playfield();
        let mut state = self.step.before;
        for event in &self.events {
            state.held.set(event.key, event.down);
            state.ball.see(*event, &self.rules);
        }
        state.ball.walk(state.held, playfield.ball_size(), &self.rules);
        state.ball.pull(&self.rules);
        let look = || {
            let (ball, rules) = black_box((&state.ball, &self.rules));
            Look::of(ball, playfield.ball_size(), playfield.ground, rules)
        };
        let masks = || black_box(&playfield).shared(black_box(self.step.tried));
        let mut batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner);
        let [of_probe, of_masks] = &mut *batches;
        let timings = ProbeTimings {
            probe: go_on_measuring_call(of_probe, look, BUDGET_OF_A_STEP, cancelled)?,
            masks: go_on_measuring_call(of_masks, masks, BUDGET_OF_A_STEP, cancelled)?,
        };
        // Another round starts from nothing.
        *batches = Default::default();
        Some(timings)
    }

    fn is_disturbed(timings: &ProbeTimings) -> bool {
        timings.probe.is_disturbed() || timings.masks.is_disturbed()
    }

    fn better(one: ProbeTimings, other: ProbeTimings) -> ProbeTimings {
        ProbeTimings { probe: one.probe.or_steadier(other.probe), masks: one.masks.or_steadier(other.masks) }
    }
}
