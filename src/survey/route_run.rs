//! A survey along a route, step by step.

use std::sync::Arc;

use thiserror::Error;

use super::{Ask, Budget, Cost, Found, Input, Progress, Refusal, Setting, Square, Survey, tunnel::first_overlap};
use crate::{
    geom::{Cell, Offset},
    mask::overlap_box,
    scan::Scan,
    scene::{Laid, LayError, Posed, Route, Scene, Step},
};

/// What each of several scans needs while B goes along a route, what it gets wrong, and what B jumps over.
///
/// [`LastHit`](crate::scan::LastHit) remembers, as in a game: its hint is its own latest hit on the route, in A's pixels, kept over
/// steps at which it hits nothing. All other scans start without one, so that the steps are asked about on all cores, and only
/// what is remembered is followed from one to the next.
#[derive(Clone, Debug)]
pub struct RouteRun {
    scene: Scene,
    /// The scans, in the order in which they were named.
    pub scans: Vec<Scan>,
    steps: Vec<Step>,
    /// A in the world, where it stays.
    a: Posed,
    /// B's top left seen from A's at every step, done or not.
    pub offsets: Vec<Offset>,
    progress: Progress,
    /// The steps that are done.
    pub walked: Vec<RouteStep>,
    /// Their costs: of each step those of all scans.
    costs: Vec<Cost>,
    /// Where `last-hit` hit last, in A's pixels.
    hint: Option<Cell>,
}

/// The facts at a step of a route, whatever scans say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RouteStep {
    /// When, and where B's anchor stands.
    pub step: Step,
    /// B's top left seen from A's.
    pub offset: Offset,
    /// Whether the boxes share a cell: elsewhere no scan visits anything.
    pub boxes_overlap: bool,
    /// How many pixels the masks share.
    pub overlap_area: u64,
    /// Where the masks first overlap on the straight way from the step before, if they do so only between both steps: B
    /// has jumped over something. B is moved there as it lies at this step.
    pub tunnel: Option<Offset>,
    /// What `last-hit` starts from, in A's pixels, if it takes part and has hit before.
    pub hint: Option<Cell>,
}

/// What `last-hit` does at a step of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// What it starts from, in A's pixels; `None` while it has hit nothing.
    pub hint: Option<Cell>,
    /// How many visits it makes.
    pub visits: u32,
    /// Whether it hits.
    pub is_hit: bool,
}

/// How scans do along a route.
#[derive(Debug)]
pub struct RouteAnswer {
    /// What every scan does at every step.
    pub run: RouteRun,
    /// The scans, the best first.
    pub ranking: Vec<Ranked>,
}

/// A scan over many placements, and how it does among others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The scan.
    pub scan: Scan,
    /// Its rank from 1. Equals share a rank, and the next one after two firsts is 3.
    pub rank: usize,
    /// The visits of all placements together.
    pub visits: u64,
    /// The visits of a placement, on average; 0 without placements.
    pub mean_visits: f64,
    /// How many of its answers are wrong.
    pub wrong: u64,
}

/// A route along which the sprites cannot be placed.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("step {step} cannot be placed: {why}")]
pub struct RouteError {
    /// The first step at which one does not fit, from 0.
    pub step: usize,
    /// Why not.
    pub why: LayError,
}

impl RouteStep {
    /// Whether the masks overlap.
    pub const fn masks_overlap(&self) -> bool {
        self.overlap_area > 0
    }

    /// Whether the masks overlap between this step and the one before, and at neither.
    pub const fn tunnelled(&self) -> bool {
        self.tunnel.is_some()
    }
}

impl RouteRun {
    /// A run of `scans` over the sprites of `scene` with B's anchor at every step of `route`; nothing is done. A route
    /// in the scene itself is ignored.
    ///
    /// # Errors
    /// Where a sprite would be too large, or both would be too far apart.
    pub fn new(scene: &Scene, route: &Route, scans: &[Scan]) -> Result<Self, RouteError> {
        let sprites = scene.sprites.clone();
        let scene = Scene { convention: scene.convention, parents: scene.parents.clone(), ..Scene::of(sprites) };
        let a = scene.pose_a().map_err(|why| RouteError { step: 0, why })?;
        let offset = |(step, Step { position, .. }): (usize, &Step)| {
            scene.offset_at(&a, *position).map_err(|why| RouteError { step, why })
        };
        let offsets =
            route.steps.iter().take(Route::MOST_STEPS).enumerate().map(offset).collect::<Result<Vec<_>, _>>()?;
        let len = u32::try_from(offsets.len()).expect("at most a million steps");
        Ok(Self {
            scans: scans.to_vec(),
            steps: route.steps.clone(),
            progress: Progress::in_order(len),
            walked: Vec::with_capacity(offsets.len()),
            costs: Vec::with_capacity(offsets.len() * scans.len()),
            hint: None,
            scene,
            a,
            offsets,
        })
    }

    /// The costs of all scans at step `step`, in the scans' order; empty where it is not done.
    pub fn costs(&self, step: usize) -> &[Cost] {
        let all = self.scans.len();
        step.checked_mul(all).and_then(|first| self.costs.get(first..first + all)).unwrap_or_default()
    }

    /// What `last-hit` did at step `step`; `None` where that is not done, or it takes no part.
    pub fn memory(&self, step: usize) -> Option<Memory> {
        let scan = self.scans.iter().position(|scan| scan.remembers())?;
        let Cost { visits, is_hit } = *self.costs(step).get(scan)?;
        Some(Memory { hint: self.walked.get(step)?.hint, visits, is_hit })
    }

    /// Both sprites in the world at step `step`; `None` beyond the last.
    pub fn laid(&self, step: usize) -> Option<Laid> {
        self.scene.lay_at(&self.a, self.steps.get(step)?.position).ok()
    }

    /// The world cell of A's top left.
    pub const fn corner_of_a(&self) -> Cell {
        self.a.origin
    }

    /// The number of steps done at which the masks overlap.
    pub fn hits(&self) -> u64 {
        self.walked.iter().filter(|step| step.masks_overlap()).count() as u64
    }

    /// The steps that are done before which B has jumped over something, each with its number from 0.
    pub fn tunnelled(&self) -> impl Iterator<Item = (usize, &RouteStep)> {
        self.walked.iter().enumerate().filter(|(_, step)| step.tunnelled())
    }

    /// The scans with their ranks over the steps that are done, the best first: the fewest wrong answers, of those the
    /// fewest visits.
    pub fn ranking(&self) -> Vec<Ranked> {
        let ranked = |(column, &scan): (usize, &Scan)| {
            let costs = self.costs.iter().skip(column).step_by(self.scans.len()).copied();
            Ranked::new(scan, costs.zip(self.walked.iter().map(RouteStep::masks_overlap)))
        };
        Ranked::in_order(self.scans.iter().enumerate().map(ranked).collect())
    }

    /// Asks at step `step`, as if nothing were remembered.
    fn alone(&self, step: usize) -> Alone {
        let laid = self.laid(step).expect("every step was placed when the run began");
        let [a, b] = [&laid.a, &laid.b].map(|posed| posed.raster.mask());
        let overlap_area = a.overlap_area(b, laid.offset);
        let before = step.checked_sub(1).filter(|_| overlap_area == 0);
        let tunnel = before.and_then(|before| first_overlap(a, b, self.offsets[before], laid.offset));
        let cost = |&scan: &Scan| match scan.remembers() {
            true => Cost::remembering(scan, &laid, None),
            false => (Cost::at(scan, &laid.masks_for(scan), laid.offset, overlap_area > 0), None),
        };
        Alone {
            boxes_overlap: overlap_box(a.mask().size(), b.mask().size(), laid.offset).is_some(),
            overlap_area,
            tunnel,
            costs: self.scans.iter().map(cost).collect(),
        }
    }

    /// Goes on to the next step, with what was found there alone.
    fn go(&mut self, alone: Alone) {
        let Alone { boxes_overlap, overlap_area, tunnel, costs } = alone;
        let (number, hint) = (self.walked.len(), self.hint);
        let (step, offset) = (self.steps[number], self.offsets[number]);
        let came_from_a_hit = self.walked.last().is_some_and(RouteStep::masks_overlap);
        let tunnel = tunnel.filter(|_| !came_from_a_hit);
        for (column, (mut cost, mut hit)) in costs.into_iter().enumerate() {
            let scan = self.scans[column];
            if scan.remembers() && hint.is_some() && boxes_overlap {
                let laid = self.laid(number).expect("every step was placed when the run began");
                (cost, hit) = Cost::remembering(scan, &laid, hint);
            }
            self.costs.push(cost);
            self.hint = hit.or(self.hint);
        }
        self.walked.push(RouteStep { step, offset, boxes_overlap, overlap_area, tunnel, hint });
    }
}

/// What is found at a step while nothing is remembered.
struct Alone {
    boxes_overlap: bool,
    overlap_area: u64,
    /// Where the masks first overlap on the way from the step before, whether they do there or not.
    tunnel: Option<Offset>,
    /// What each scan does, and what it would remember.
    costs: Vec<(Cost, Option<Cell>)>,
}

impl Survey for RouteRun {
    fn progress(&self) -> Progress {
        self.progress
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        let (mut progress, mut found) = (self.progress, Vec::new());
        let ask = |place: Square| self.alone(place.x as usize);
        progress.advance(budget, cancelled, ask, |_, alone| found.push(alone));
        self.progress = progress;
        for alone in found {
            self.go(alone);
        }
    }
}

impl Ask for RouteRun {
    const INPUTS: &'static [Input] = &[Input::Route, Input::Scans, Input::SceneWithoutB];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let route = setting.route.as_ref().ok_or_else(|| {
            Refusal("drag B past A or open a path: every scan is then ranked over all its places".to_owned())
        })?;
        Ok(Self::new(&setting.scene, route, &setting.choices.scans)?)
    }

    fn found(&self) -> Found {
        Arc::new(RouteAnswer { run: self.clone(), ranking: self.ranking() })
    }
}

impl Ranked {
    /// `scan`, not yet ranked, that has these costs; each comes with whether the masks overlap there.
    pub(super) fn new(scan: Scan, costs: impl Iterator<Item = (Cost, bool)>) -> Self {
        let (mut placements, mut visits, mut wrong) = (0_u64, 0, 0);
        for (cost, overlap) in costs {
            placements += 1;
            visits += u64::from(cost.visits);
            wrong += u64::from(cost.is_hit != overlap);
        }
        #[expect(clippy::cast_precision_loss, reason = "a mean is no exact number")]
        let mean_visits = visits as f64 / placements.max(1) as f64;
        Self { scan, rank: 0, visits, mean_visits, wrong }
    }

    /// The scans with their ranks, the best first: the fewest wrong answers, of those the fewest visits.
    pub fn in_order(mut scans: Vec<Self>) -> Vec<Self> {
        let key = |scan: &Self| (scan.wrong, scan.visits);
        scans.sort_by_key(key);
        let keys: Vec<_> = scans.iter().map(key).collect();
        for (scan, own) in scans.iter_mut().zip(&keys) {
            scan.rank = 1 + keys.iter().filter(|other| *other < own).count();
        }
        scans
    }
}
