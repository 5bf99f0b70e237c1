//! [`HitboxSurvey`]: where hitboxes answer otherwise than the masks.

use std::sync::{Arc, Mutex, PoisonError};

use web_time::Instant;

use super::{Askable, Budget, Candidate, InWord, Input, Lattice, Plane, Progress, Refusal, Setting, Square, Survey};
use crate::choice::Choice as _;
use crate::geom::{IntRect, Offset, Offsets, Size};
use crate::mask::{Prepared, distance, push_out};
use crate::memory;
use crate::scene::{Actor, Fairness, Posed, Scene};
use crate::shape::{Hitbox, Meeting, Part, PlacedHitbox, Sliding, fit::Fitting};

/// Several pairs of hitboxes, held against the masks at every offset at which the boxes of masks or of hitboxes overlap.
#[derive(Clone, Debug)]
pub struct HitboxSurvey {
    scene: Scene,
    pair: [Posed; 2],
    part: Option<IntRect>,
    /// The sprite, A or B, for which candidates are tried, and those that are still to be made.
    waiting: Option<(usize, &'static [Candidate])>,
    /// The search for the shape of the next of them, if it has begun. Its tables may be large, so what is published shares it.
    begun: Arc<Mutex<Option<Fitting>>>,
    /// The pairs of hitboxes: first that of the sprites, if either has one.
    pub contenders: Vec<Contender>,
    /// Every offset at which boxes of masks or of hitboxes overlap.
    all: Offsets,
    /// The offsets that are asked about.
    pub lattice: Lattice,
    progress: Progress,
    /// The verdicts on all contenders.
    verdicts: Plane<u32>,
    /// At each offset the most that the masks can be apart, and the deepest that they can overlap, in px.
    bounds: [Plane<f32>; 2],
}

/// A pair of hitboxes, and how it does.
#[derive(Clone, Debug)]
pub struct Contender {
    /// The shape that is tried; `None` for the sprites' own.
    pub candidate: Option<Candidate>,
    /// The hitboxes of A and B.
    pub hitboxes: [Hitbox; 2],
    /// The hitboxes, each counted from the top left of its sprite.
    pub placed: [PlacedHitbox; 2],
    sliding: Arc<Sliding>,
    /// The offsets of each verdict, in the order of [`Fairness`].
    counts: [u64; 4],
    /// The offset of the unfair hit with the masks furthest apart, and that distance in px.
    pub worst_unfair: Option<(Offset, f64)>,
    /// The offset of the forgiven touch with the deepest overlap, and that depth in px.
    pub deepest_forgiven: Option<(Offset, f64)>,
}

impl Contender {
    /// The meeting of the hitboxes with B at `offset`.
    pub fn meets(&self, offset: Offset) -> Meeting {
        self.sliding.meets(offset)
    }

    /// The number of offsets of a verdict.
    pub const fn count(&self, verdict: Fairness) -> u64 {
        self.counts[verdict as usize]
    }

    /// The number of offsets at which the hitboxes answer otherwise than the masks.
    pub const fn differences(&self) -> u64 {
        self.count(Fairness::Unfair) + self.count(Fairness::Forgiven)
    }

    /// The unfair hits and all hits of the hitboxes.
    pub const fn unfair(&self) -> (u64, u64) {
        (self.count(Fairness::Unfair), self.count(Fairness::Unfair) + self.count(Fairness::Hits))
    }

    /// The forgiven touches and all touches of the masks.
    pub const fn forgiven(&self) -> (u64, u64) {
        (self.count(Fairness::Forgiven), self.count(Fairness::Forgiven) + self.count(Fairness::Hits))
    }
}

impl HitboxSurvey {
    /// The verdict on a contender, by its place in the list, at column `x` and row `y`.
    ///
    /// # Panics
    /// Where it lies beyond the grid.
    pub fn verdict(&self, contender: usize, x: u32, y: u32) -> Fairness {
        Fairness::ALL[(self.verdicts.at(x, y) >> (2 * contender)) as usize & 3]
    }

    /// True if shapes for candidates are still looked for.
    pub(super) const fn is_fitting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Columns and rows of sprite A, 0, or B, 1, in the world.
    ///
    /// # Panics
    /// If `at` is neither.
    pub fn size_of(&self, at: usize) -> Size {
        self.pair[at].raster.size()
    }

    fn masks(&self) -> [&Arc<Prepared>; 2] {
        self.pair.each_ref().map(|posed| posed.raster.mask())
    }

    /// Adds the sprites' hitboxes, that of sprite `at` replaced by `candidate`.
    fn add(&mut self, candidate: Option<(usize, Candidate, Hitbox)>) {
        let mut scene = self.scene.clone();
        let candidate = candidate.map(|(at, candidate, hitbox)| {
            scene.sprites[at].sprite.hitboxes = hitbox.into();
            candidate
        });
        let hitbox = |actor: &Actor| actor.sprite.hitbox().cloned().unwrap_or_else(|| Part::Mask.into());
        let hitboxes = scene.sprites.each_ref().map(hitbox);
        let [a, b] = self.placed(&scene);
        let bounds = [&a, &b].map(PlacedHitbox::cells);
        self.contenders.push(Contender {
            candidate,
            hitboxes,
            sliding: Arc::new(Sliding::new(&a, &b)),
            counts: [0; 4],
            worst_unfair: None,
            deepest_forgiven: None,
            placed: [a, b],
        });
        let boxes = self.masks().map(|mask| mask.mask().bounding_box());
        let [a, b] = [0, 1].map(|at| bounds[at].map_or(boxes[at], |cells| cells.union(boxes[at])));
        self.all = self.all.union(Offsets::between(a, b));
    }

    /// The hitboxes of `scene`, each relative to the top left of its mask.
    fn placed(&self, scene: &Scene) -> [PlacedHitbox; 2] {
        let [a, b] = &self.pair;
        let [tested_a, tested_b] = scene.tested([a, b]);
        [tested_a.relative_to(a.origin), tested_b.relative_to(b.origin)]
    }

    /// Begins with the offsets of all contenders.
    fn lay_out(&mut self) {
        let lattice = Lattice::whole(self.all).at_most(Lattice::LIMIT);
        self.lattice = self.part.map_or(lattice, |part| lattice.of_part(part));
        let size = self.lattice.size();
        self.progress = Progress::of(size);
        self.verdicts = Plane::new(size, 0);
        self.bounds = [0; 2].map(|_| Plane::new(size, f32::INFINITY));
    }

    /// Makes the shapes of the candidates. False if it is over before the last one, which goes on in the next step.
    fn fit(&mut self, is_over: &dyn Fn() -> bool) -> bool {
        while let Some((at, left)) = self.waiting {
            let Some((&candidate, left)) = left.split_first() else { break };
            if is_over() {
                return false;
            }
            let mask = self.scene.sprites[at].sprite.mask();
            let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
            let fitting = begun.take().or_else(|| {
                let (form, rule) = candidate.form()?;
                Fitting::new(form, mask.mask(), rule)
            });
            let shape = match fitting {
                None => candidate.shape(mask),
                Some(mut fitting) => {
                    let Some(fit) = fitting.go_on(mask.mask(), is_over) else {
                        *begun = Some(fitting);
                        return false;
                    };
                    Some(fit.shape)
                }
            };
            drop(begun);
            if let Some(hitbox) = shape.and_then(|shape| Hitbox::new(vec![shape.into()]).ok()) {
                self.add(Some((at, candidate, hitbox)));
            }
            self.waiting = Some((at, left));
        }
        if self.waiting.take().is_some() {
            self.lay_out();
        }
        true
    }
}

impl Survey for HitboxSurvey {
    fn progress(&self) -> Progress {
        self.progress
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        let ((time, _), start) = (budget.parts(), Instant::now());
        if !self.fit(&|| start.elapsed() >= time || cancelled()) {
            return;
        }
        let Self { pair, contenders, lattice, progress, verdicts, bounds, .. } = self;
        let [a, b] = pair.each_ref().map(|posed| posed.raster.mask());
        let all: Vec<_> = contenders.iter().map(|contender| Arc::clone(&contender.sliding)).collect();
        let ask = |Square { x, y, .. }: Square| {
            let offset = lattice.offset(x, y);
            let overlap = a.overlaps(b, offset);
            let verdict = |sliding: &Arc<Sliding>| Fairness::of(sliding.meets(offset), overlap);
            (overlap, all.iter().rev().fold(0, |word, sliding| word << 2 | verdict(sliding) as u32))
        };
        progress.advance(budget, cancelled, ask, |place, (overlap, word)| {
            verdicts.paint(place, word);
            let offset = lattice.offset(place.x, place.y);
            let verdict = |at: usize| Fairness::ALL[(word >> (2 * at)) as usize & 3];
            let wrong = if overlap { Fairness::Forgiven } else { Fairness::Unfair };
            let least = contenders.iter().enumerate().filter(|(at, _)| verdict(*at) == wrong);
            let least = least.map(|(_, contender)| contender.extreme(wrong)).reduce(f64::min);
            let found = extent(bounds, place, lattice.step(), overlap, least, || {
                let [a, b] = [a.mask(), b.mask()];
                if overlap { push_out(a, b, offset) } else { distance(a, b, offset) }
            });
            for (at, contender) in contenders.iter_mut().enumerate() {
                contender.counts[verdict(at) as usize] += 1;
                if let Some(found) = found.filter(|&found| verdict(at) == wrong && found > contender.extreme(wrong)) {
                    *contender.extreme_mut(wrong) = Some((offset, found));
                }
            }
        });
    }
}

impl Contender {
    fn extreme(&self, wrong: Fairness) -> f64 {
        let found = if wrong == Fairness::Unfair { self.worst_unfair } else { self.deepest_forgiven };
        found.map_or(0.0, |(_, found)| found)
    }

    const fn extreme_mut(&mut self, wrong: Fairness) -> &mut Option<(Offset, f64)> {
        if matches!(wrong, Fairness::Unfair) { &mut self.worst_unfair } else { &mut self.deepest_forgiven }
    }
}

/// The distance of the masks at a place, or the depth of their overlap, if it may be more than `least`.
///
/// A step of a pixel changes either by at most a pixel. So neither is more than at the coarser place before plus the way from
/// there; only where that is not enough is it measured.
fn extent(
    bounds: &[Plane<f32>; 2],
    place: Square,
    step: u32,
    overlap: bool,
    least: Option<f64>,
    measure: impl FnOnce() -> Option<f64>,
) -> Option<f64> {
    /// More than what a sum in single precision leaves out.
    const ROUNDING: f32 = 1e-2;
    let Square { x, y, side } = place;
    #[expect(clippy::cast_precision_loss, reason = "a few thousand pixels")]
    let from = |at: u32| (at % (2 * side) * step) as f32;
    let way = from(x).hypot(from(y)) + ROUNDING;
    let [own, other] = if overlap { [&bounds[1], &bounds[0]] } else { [&bounds[0], &bounds[1]] };
    let bound = own.at(x, y) + way;
    other.paint(place, 0.0);
    let found = least.filter(|least| f64::from(bound) > *least).and_then(|_| measure());
    #[expect(clippy::cast_possible_truncation, reason = "a bound, made larger above")]
    own.paint(place, found.map_or(bound, |found| found as f32));
    found
}

impl InWord for f32 {
    fn to_word(self) -> u32 {
        self.to_bits()
    }

    fn from_word(word: u32) -> Self {
        Self::from_bits(word)
    }
}

impl Askable for HitboxSurvey {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Angles, Input::Hitboxes, Input::Part];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let sprites = &setting.scene.sprites;
        let has_shape = sprites.iter().any(|actor| actor.sprite.hitbox().is_some());
        let candidates = setting.choices.candidates;
        if !has_shape && candidates.is_none() {
            return Err(Refusal("both sprites test as their masks".to_owned()));
        }
        let lattice = setting.lattice();
        let mut survey = Self {
            scene: setting.scene.clone(),
            pair: setting.pair.clone(),
            part: setting.choices.part,
            waiting: candidates.map(|at| (at, Candidate::ALL)),
            begun: Arc::default(),
            contenders: Vec::new(),
            all: lattice.all(),
            lattice,
            progress: Progress::of(lattice.size()),
            verdicts: Plane::new(Size::default(), 0),
            bounds: [0; 2].map(|_| Plane::new(Size::default(), 0.0)),
        };
        let far = survey.placed(&survey.scene).iter().any(|hitbox| {
            let near =
                |cells: IntRect| cells.width.max(cells.height) < FAR && cells.x.abs().max(cells.y.abs()) < FAR.into();
            !hitbox.cells().is_none_or(near)
        });
        if far {
            return Err(Refusal(format!(
                "a shape reaches more than {} px from its sprite",
                crate::words::thousands(FAR.into())
            )));
        }
        memory::ask(
            3 * 4 * Lattice::LIMIT.min(lattice.size().area()),
            "smaller images need less",
            format_args!("a survey of hitboxes"),
        )
        .map_err(Refusal::of)?;
        if has_shape {
            survey.add(None);
        }
        survey.lay_out();
        Ok(survey)
    }
}

/// The farthest that a shape may reach.
const FAR: u32 = 1 << 24;
