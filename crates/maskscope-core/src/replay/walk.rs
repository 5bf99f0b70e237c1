//! The checks of a scene's sprites along a course, judged: a recorded drag, a path, a table.

use std::{collections::HashMap, sync::Arc};

use thiserror::Error;

use super::{Alone, Check, Course, Judge, LogEvent, MovedScene, Replay};
use crate::scene::{Laid, Scene};
use crate::survey::{Askable, Budget, Cost, Input, Progress, Refusal, Setting, Square, Survey};
use crate::{geom::Cell, scan::Scan};

/// The checks along a course, judged one after the other.
///
/// [`LastHit`](crate::scan::LastHit) remembers, as in a game: its hint is its own latest hit on the way, in A's pixels, kept over
/// checks at which it hits nothing. Everything else is found on all cores.
#[derive(Clone, Debug)]
pub struct Walk {
    scene: Arc<MovedScene>,
    course: Arc<Course>,
    progress: Progress,
    judge: Judge,
    /// The checks so far.
    pub replay: Replay,
    /// The work of the scan that remembers at each check; empty if no scan remembers.
    pub memories: Vec<Memory>,
    /// The checks before which B has flown through A, each with the world cell of B's top left at which the masks first
    /// overlap on the way.
    pub tunnels: Vec<(usize, Cell)>,
    /// The reasons why the game and the masks disagree, by the number of the check.
    pub whys: HashMap<usize, String>,
    /// The reason why it cannot go on.
    pub fault: Option<WalkError>,
}

/// The work of a scan that remembers at a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The cell it starts from, in A's pixels; `None` while it has hit nothing.
    pub hint: Option<Cell>,
    /// The cost from there.
    pub cost: Cost,
}

/// A check that cannot be judged.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}: {why}", match line {
    Some(line) => format!("line {line}"),
    None => format!("the sprites do not fit along the path: step {step} cannot be placed"),
})]
pub struct WalkError {
    /// Its number, from 0.
    pub step: usize,
    /// Its line, from 1, if it stands in a table.
    pub line: Option<u64>,
    /// The reason.
    pub why: String,
}

impl Walk {
    /// A walk of the sprites of `scene` along `course`, over which `scans` are run; nothing is done. A path in the scene itself
    /// is ignored.
    ///
    /// # Panics
    /// If the course has 2³² checks or more.
    pub fn new(scene: &Scene, course: Course, scans: &[Scan]) -> Self {
        let judge = if let Course::Route(_) = course { Judge::of_path(scans) } else { Judge::new(scans) };
        Self {
            scene: Arc::new(MovedScene::new(scene)),
            progress: Progress::in_order(u32::try_from(course.len()).expect("at most a million checks")),
            course: Arc::new(course),
            judge,
            replay: Replay::new(scans),
            memories: Vec::new(),
            tunnels: Vec::new(),
            whys: HashMap::new(),
            fault: None,
        }
    }

    /// Returns both sprites in the world at check `number`; `None` where there is no such check.
    pub fn laid(&self, number: usize) -> Option<Laid> {
        self.check(number).ok().map(|check| check.pair.laid())
    }

    fn check(&self, number: usize) -> Result<Check, WalkError> {
        let error = |why| self.error(number, why);
        let there = self.course.get(number).ok_or_else(|| error("there is no such check".to_owned()))?;
        self.scene.check(self.course.clock(), &there).map_err(|why| error(why.to_string()))
    }

    fn error(&self, step: usize, why: String) -> WalkError {
        let line =
            if let Course::Moves(moves) = &*self.course { moves.moves.get(step).map(|there| there.line) } else { None };
        WalkError { step, line, why }
    }

    /// Goes on to the next check, with what was found there alone.
    fn go(&mut self, (alone, check): (Alone, Check)) -> Result<(), WalkError> {
        let number = self.replay.steps.len();
        let hint = self.judge.hint(&check.names);
        let judged = self.judge.judge_alone(&check, alone).map_err(|fault| self.error(number, fault.to_string()))?;
        if let Some(scan) = self.replay.scans.iter().position(|scan| scan.remembers()) {
            let cost = judged.costs.get(scan).copied().unwrap_or_default();
            self.memories.push(Memory { hint, cost });
        }
        let corner = check.pair.sprites[0].extent.origin();
        self.tunnels.extend(judged.through.map(|through| (number, through.cell() + corner)));
        self.whys.extend(judged.judgement.why(&check).map(|why| (number, why)));
        self.replay.keep(LogEvent::Check(Box::new(judged)));
        Ok(())
    }
}

impl Survey for Walk {
    fn progress(&self) -> Progress {
        self.progress
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        let (mut progress, mut found) = (self.progress, Vec::new());
        let alone = |check: Check| (self.judge.alone(&check), check);
        let ask = |place: Square| self.check(place.x as usize).map(alone);
        progress.advance(budget, cancelled, ask, |_, alone| found.push(alone));
        self.progress = progress;
        self.fault = found.into_iter().try_for_each(|found| self.go(found?)).err();
        if self.fault.is_some() {
            self.progress.complete();
        }
    }
}

impl Askable for Walk {
    const INPUTS: &'static [Input] = &[Input::Route, Input::Scans, Input::SceneWithoutB];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let route = setting.route.as_ref().ok_or_else(|| {
            Refusal("drag B past A or open a path: every scan is then ranked over all its places".to_owned())
        })?;
        Ok(Self::new(&setting.scene, Course::Route((**route).clone()), &setting.choices.scans))
    }
}
