//! The judge of the checks of a log, which takes one after the other.

use std::{collections::HashMap, sync::Arc};

use thiserror::Error;

use super::carried::way_in_a_frame;
use super::fit_tally::FitsOfBoth;
use super::kind_fits::KindFits;
use super::tunnel::{Ways, first_overlap};
use super::{Check, Clock, Judgement, Motion, Pixels, SiteFacts, Step, Suspicion, VerdictRules, suspicions};
use crate::geom::{Cell, IntRect, Offset, Point, Size};
use crate::scan::{Scan, own::KeptScript};
use crate::scene::{PlacedPair, PlacedSprite, Stand};
use crate::{survey::Cost, words::thousands};

/// Judges checks one after the other. Of those before it keeps the latest of each pair.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    /// B alone moves, and looks the same wherever it stands but for fractions of a cell.
    is_path: bool,
    /// The scans that run at every check.
    scans: Vec<Scan>,
    /// Their scripts stay as long as they run.
    _scripts: Vec<KeptScript>,
    /// The rules by which verdicts count against the game.
    rules: VerdictRules,
    /// The screen in the world, if the header says.
    view: Option<[f64; 4]>,
    /// The unit of time of all checks; `None` before the first.
    clock: Option<Clock>,
    /// The number of judged checks.
    checks: usize,
    /// The number of every pair, by its names.
    numbers: HashMap<[String; 2], u32>,
    /// The latest check of every pair in this run.
    latest: HashMap<u32, Latest>,
    /// The fits of each kind whose areas Godot tests, once one of them comes near another thing; `None` where it has none.
    fits: HashMap<String, Option<Arc<KindFits>>>,
    /// The last hit of each pair by scans that remember, in A's pixels.
    hints: HashMap<(Scan, u32), Cell>,
}

/// A check that was judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The part of it that a replay keeps; the number of its site is not known yet.
    pub step: Step,
    /// Its unit of time.
    pub clock: Clock,
    /// The names of its pair, if that is new.
    pub names: Option<[String; 2]>,
    /// The cost of each scan there; empty if the boxes do not overlap, as then no scan visits anything.
    pub costs: Vec<Cost>,
    /// The kinds of both.
    pub kinds: [String; 2],
    /// Facts that are counted by the line of the game.
    pub site: SiteFacts,
    /// Suspicions against both, whatever the game answers.
    pub suspicions: Vec<Suspicion>,
    /// The statements of the witnesses, and the verdict.
    pub judgement: Judgement,
    /// B's offset from A when one flew through the other: the first such offset on the way.
    pub through: Option<Offset>,
}

/// The reason why a check cannot follow those before it.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum Fault {
    /// Time falls within a pair.
    #[error("{clock} {at} comes after {clock} {before}, and within a pair time never falls")]
    Falls {
        /// The unit of time.
        clock: Clock,
        /// The time of the check.
        at: f64,
        /// The time of the pair's check before it.
        before: f64,
    },
    /// It counts time in another unit than the checks before it.
    #[error("it counts {given}s, and the checks before it count {known}s")]
    Clock {
        /// Its unit.
        given: Clock,
        /// The unit of the others.
        known: Clock,
    },
    /// There are too many.
    #[error("{} checks come before it, and no more are kept", thousands(Judge::MOST_CHECKS as u64))]
    TooMany,
}

/// The findings at a check that do not depend on earlier ones.
#[derive(Clone, Debug)]
pub struct Alone {
    judgement: Judgement,
    /// The cost of each scan that does not remember; empty if the boxes do not overlap.
    costs: Vec<Cost>,
}

/// A pair at its latest check.
#[derive(Clone, Debug)]
struct Latest {
    at: f64,
    /// True if a player sees both, and the masks share nothing.
    is_apart: bool,
    ways: Ways,
    /// The way from A's position to B's.
    place: Point,
    /// The time of the latest check in an earlier frame, and this way there; `None` without one, and after a jump.
    earlier: Option<(f64, Point)>,
    /// The placements of both; their pixels are laid again where they are asked for.
    pair: PlacedPair,
}

impl Judge {
    /// The most checks that are judged.
    pub const MOST_CHECKS: usize = 10_000_000;

    /// The most kinds to whose pictures shapes are fitted.
    const MOST_FITTED: usize = 32;

    /// Nothing judged yet; `scans` run at every check.
    pub fn new(scans: &[Scan]) -> Self {
        Self { scans: scans.to_vec(), _scripts: Scan::keep_scripts(scans.iter().copied()), ..Self::default() }
    }

    /// Nothing judged yet of a path along which only B moves.
    pub fn of_path(scans: &[Scan]) -> Self {
        Self { is_path: true, ..Self::new(scans) }
    }

    /// The judge with these `rules`.
    #[must_use]
    pub fn with_rules(self, rules: VerdictRules) -> Self {
        Self { rules, ..self }
    }

    /// A run of the game begins: frames may start again, and nothing flies through anything between runs. `view` is the screen
    /// in the world, if it is known.
    pub fn begin(&mut self, view: Option<[f64; 4]>) {
        self.latest.clear();
        self.view = view;
    }

    /// Judges a check.
    ///
    /// # Errors
    /// Where it cannot follow those before it; it is as if it had not been there then.
    pub fn judge(&mut self, check: &Check) -> Result<Judged, Fault> {
        self.judge_alone(check, self.alone(check))
    }

    /// Returns what is found at a check whatever came before it.
    pub fn alone(&self, check: &Check) -> Alone {
        let judgement = Judgement::of(check);
        if !judgement.boxes_overlap || self.scans.is_empty() {
            return Alone { judgement, costs: Vec::new() };
        }
        let laid = check.pair.laid();
        let shared = laid.a.raster.mask().overlap_bounds(laid.b.raster.mask(), laid.offset);
        let cost = |&scan: &Scan| match scan.remembers() {
            true => Cost::default(),
            false => Cost::at(scan, &laid.masks_for(scan), laid.offset, shared),
        };
        Alone { judgement, costs: self.scans.iter().map(cost).collect() }
    }

    /// Judges a check whose own findings are known.
    ///
    /// # Errors
    /// As [`Judge::judge`].
    pub(super) fn judge_alone(&mut self, check: &Check, alone: Alone) -> Result<Judged, Fault> {
        let Check { line, place, clock, at, ref names, ref pair, ref game, .. } = *check;
        let line = u32::try_from(line).ok().filter(|_| self.checks < Self::MOST_CHECKS).ok_or(Fault::TooMany)?;
        if let Some(known) = self.clock.filter(|known| *known != clock) {
            return Err(Fault::Clock { given: clock, known });
        }
        let known = self.numbers.get(names).copied();
        let before = known.and_then(|number| self.latest.get(&number));
        if let Some(before) = before.filter(|before| at < before.at) {
            return Err(Fault::Falls { clock, at, before: before.at });
        }
        let Alone { judgement, mut costs } = alone;
        let ways = before.map(|before| before.ways.clone()).unwrap_or_default();
        let is_apart = judgement.overlap_area == Some(0);
        let mut latest = Latest { at, is_apart, ways, place: place_of(pair), earlier: None, pair: pair.unlaid() };
        let is_jump = !self.is_path
            && before.is_some_and(|before| {
                let sizes = pair.sprites.each_ref().map(|placed| placed.extent.size());
                latest.ways.is_jump([before.pair.offset, pair.offset], sizes, check.view.or(self.view), check.jump)
            });
        latest.earlier = before.filter(|_| !is_jump).and_then(|before| match before.at < at {
            true => Some((before.at, before.place)),
            false => before.earlier,
        });
        let way = latest.earlier.and_then(|earlier| way_in_a_frame(clock, [earlier, (at, latest.place)]));
        let through = before.filter(|_| !is_jump).and_then(|before| latest.flew_through(before, self.is_path));
        let number = known.unwrap_or_else(|| u32::try_from(self.numbers.len()).expect("no more pairs than checks"));
        if known.is_none() {
            self.numbers.insert(names.clone(), number);
        }
        let boxes_overlap = judgement.boxes_overlap;
        let area = judgement.overlap_area.unwrap_or(0);
        let step = Step {
            line,
            place,
            at,
            pair: number,
            site: 0,
            overlap_area: u32::try_from(area).expect("a sprite has at most 100,000,000 cells"),
            #[expect(clippy::cast_possible_truncation, reason = "some millionths of it do not matter")]
            px: judgement.measure.map_or(-1.0, |px| px as f32),
            offset: pair.offset,
            game: game.as_ref().map(|game| game.hit),
            tested: judgement.tested,
            is_shown: check.is_shown,
            is_unjudged: check.is_unjudged,
            is_late: judgement.is_late(check),
            pixels: match judgement.overlap_area {
                None => Pixels::Unknown { boxes_overlap },
                Some(1..) => Pixels::Overlap,
                Some(0) if boxes_overlap => Pixels::BoxesOverlap,
                Some(0) => Pixels::Apart,
            },
            verdict: judgement.verdict,
            outcome: self.rules.outcome(&judgement, check),
            way: match through {
                Some(_) => Motion::Tunnel,
                None if is_jump => Motion::Jump,
                None => Motion::Usual,
            },
        };
        self.clock = Some(clock);
        self.checks += 1;
        self.latest.insert(number, latest);
        let remembering = self.scans.iter().zip(&mut costs).filter(|(scan, _)| scan.remembers());
        for (&scan, cost) in remembering {
            let hit;
            (*cost, hit) = Cost::remembering(scan, &pair.laid(), self.hints.get(&(scan, number)).copied());
            self.hints.extend(hit.map(|hit| ((scan, number), hit)));
        }
        let names = known.is_none().then(|| names.clone());
        let kinds = check.subjects.each_ref().map(|subject| subject.kind.clone());
        let fits = self.fits_of(check);
        let site = SiteFacts::of(check, &judgement, way, &self.rules, fits);
        Ok(Judged { step, clock, names, costs, kinds, site, suspicions: suspicions(check), judgement, through })
    }

    /// The fits of both kinds of a check.
    fn fits_of(&mut self, check: &Check) -> FitsOfBoth {
        if !check.is_by_areas() {
            return FitsOfBoth::default();
        }
        let is_seen = check.subjects.iter().all(|subject| !subject.is_unseen);
        let is_fitted = !check.is_unjudged && is_seen && check.may_meet_by_fits();
        [0, 1].map(|side| {
            let kind = &check.subjects[side].kind;
            let is_new = is_fitted && self.fits.len() < Self::MOST_FITTED && !self.fits.contains_key(kind);
            if is_new {
                self.fits.insert(kind.clone(), KindFits::of(check, side).map(Arc::new));
            }
            self.fits.get(kind).cloned().flatten()
        })
    }

    /// The last hit of the pair of these names by scans that remember, in A's pixels: their start next time.
    pub fn hint(&self, names: &[String; 2]) -> Option<Cell> {
        let number = self.numbers.get(names)?;
        let scan = self.scans.iter().find(|scan| scan.remembers())?;
        self.hints.get(&(*scan, *number)).copied()
    }
}

impl Latest {
    /// The first of B's offsets on the straight way from `before` at which the masks, which miss now and missed then, overlap.
    /// Unless B alone moves, as along a path, both checks must have the same masks, turned alike.
    fn flew_through(&self, before: &Self, is_path: bool) -> Option<Offset> {
        let (from, to) = (before.pair.offset, self.pair.offset);
        let [a, b] = &self.pair.sprites;
        let sizes = |latest: &Self| latest.pair.sprites.each_ref().map(|placed| placed.extent.size());
        let turns = |latest: &Self| latest.pair.sprites.each_ref().map(PlacedSprite::turn);
        let is_alike = |(now, then): (&PlacedSprite, &PlacedSprite)| {
            let [now, then] = [now, then].map(|placed| placed.posed().raster.mask());
            Arc::ptr_eq(now, then) || now.mask() == then.mask()
        };
        let may = self.is_apart
            && before.is_apart
            && from != to
            && passes(sizes(self), from, to)
            && (is_path
                || sizes(self) == sizes(before)
                    && turns(self) == turns(before)
                    && self.pair.sprites.iter().zip(&before.pair.sprites).all(is_alike));
        may.then(|| first_overlap(a.posed().raster.mask(), b.posed().raster.mask(), from, to)).flatten()
    }
}

/// The way from A's position to B's, between pixels, too.
fn place_of(pair: &PlacedPair) -> Point {
    let at = |placed: &PlacedSprite| {
        let Stand { placement, parents, common, .. } = placed.stand();
        common.outside_from_inside().after(parents.outside_from_inside()).map(placement.position)
    };
    let [a, b] = pair.sprites.each_ref().map(at);
    (b.0 - a.0, b.1 - a.1)
}

/// True if B's box, on its way between two offsets, may share a cell with A's.
fn passes([a, b]: [Size; 2], from: Offset, to: Offset) -> bool {
    let swept = IntRect::new(from.cell(), b).union(IntRect::new(to.cell(), b));
    swept.intersection(IntRect::new(Cell::ORIGIN, a)).is_some()
}
