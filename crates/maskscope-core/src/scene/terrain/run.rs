//! Steps of a ball, and their history.

use strum::Display;

use super::{Ball, Ground, KeyEvent, KeyList, Keys, Look, Probing, Rules};
use crate::geom::{Cell, Offset, Point, Rounding, Size};
use crate::mask::Prepared;

/// The two masks: the ball and the ground.
#[derive(Clone, Copy, Debug)]
pub struct Playfield<'a> {
    /// The ball's mask.
    pub ball: &'a Prepared,
    /// The terrain.
    pub ground: Ground<'a>,
}

/// All input of the next step, between two steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BetweenSteps {
    /// The ball.
    pub ball: Ball,
    /// The keys that are held.
    pub held: Keys,
}

/// Record of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepRecord {
    /// Index of the step.
    pub step: u32,
    /// State before the step.
    pub before: BetweenSteps,
    /// Position of the ball's top left corner without contact, which the probe tests.
    pub tried: Point,
    /// Reads of the ground.
    pub look: Look,
    /// State after the step.
    pub after: BetweenSteps,
    /// The full test beside the probe: pixels shared by ball and ground at the tried position, rounded.
    pub shared_at_tried: u64,
    /// Pixels they share at the ball's new position, rounded.
    pub shared_after: u64,
    /// The first solid pixel between the ball's bottom and the probe that the probe did not read.
    pub tunnelled: Option<Cell>,
}

impl<'a> Playfield<'a> {
    /// `ball` on `ground`.
    pub const fn new(ball: &'a Prepared, ground: &'a Prepared) -> Self {
        Self { ball, ground: Ground(ground) }
    }

    /// The article's rules, on a stage as large as the ground.
    pub fn rules(&self) -> Rules {
        Rules::on(self.ground.0.mask().size())
    }

    /// Columns and rows of the ball.
    pub const fn ball_size(&self) -> Size {
        self.ball.mask().size()
    }

    /// Step number `step` from `before`, which sees `events` in their order, regardless of their step numbers.
    pub fn step(&self, rules: &Rules, step: u32, before: BetweenSteps, events: &[KeyEvent]) -> StepRecord {
        let size = self.ball_size();
        let BetweenSteps { mut ball, mut held } = before;
        for event in events {
            // A key that is held does not go down again.
            if held.has(event.key) != event.down {
                held.set(event.key, event.down);
                ball.see(*event, rules);
            }
        }
        ball.walk(held, size, rules);
        ball.pull(rules);
        let look = Look::of(&ball, size, self.ground, rules);
        let tried = (ball.position.0, ball.position.1 + ball.velocity_y);
        let tunnelled = self.tunnelled(&ball, &look, rules);
        ball.settle(look.contact, size, rules);
        StepRecord {
            step,
            before,
            tried,
            look,
            after: BetweenSteps { ball, held },
            shared_at_tried: self.shared(tried),
            shared_after: self.shared(ball.position),
            tunnelled,
        }
    }

    /// The pixel that `ball` falls through unseen, if any.
    fn tunnelled(&self, ball: &Ball, look: &Look, rules: &Rules) -> Option<Cell> {
        if look.contact.is_some() || rules.probing == Probing::Swept {
            return None;
        }
        let bottom = ball.position.1 + f64::from(self.ball_size().height);
        let swept = Look::sweep(bottom, look.probe, self.ground);
        swept.contact.and(swept.reads.cells().last())
    }

    /// The number of pixels that the masks share with the ball at `position`, rounded.
    pub fn shared(&self, (x, y): Point) -> u64 {
        let round = |value| Rounding::HalfUp.round(value);
        round(x).zip(round(y)).map_or(0, |(x, y)| self.ground.0.overlap_area(self.ball, Offset::new(x, y)))
    }
}

impl BetweenSteps {
    /// State before the first step.
    pub fn at_start(rules: &Rules) -> Self {
        Self { ball: Ball::at_start(rules), held: Keys::default() }
    }
}

impl StepRecord {
    /// True if the full test and the probe disagree about the tried position: one point stands for a whole ball.
    pub const fn disagrees(&self) -> bool {
        self.look.contact.is_some() != (self.shared_at_tried > 0)
    }

    /// True if the full masks contradict the probe: at the tried position, on the way to it, or by pixels that are shared now.
    pub const fn is_wrong(&self) -> bool {
        self.tunnelled.is_some() || self.disagrees() || self.shared_after > 0
    }
}

/// The history of a ball: every step, so that any moment can be shown again.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Rules of the movement.
    pub rules: Rules,
    /// The steps, from 0.
    pub steps: Vec<StepRecord>,
}

/// The notable event of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display)]
#[strum(serialize_all = "lowercase")]
pub enum Happening {
    /// A jump begins.
    Jumps,
    /// The ball had contact, and has none now: it walks off an edge, or sinks through.
    Falls,
    /// The ball had no contact, and has one now.
    Lands,
    /// The ball passes solid pixels unseen.
    Tunnels,
}

impl Run {
    /// The most steps of a run: more than four hours.
    pub const MOST_STEPS: u32 = 1_000_000;

    /// A history without steps.
    pub const fn new(rules: Rules) -> Self {
        Self { rules, steps: Vec::new() }
    }

    /// The first `steps` steps, at most [`Run::MOST_STEPS`], with `keys`: the same keys give the same run.
    pub fn of(rules: Rules, playfield: &Playfield<'_>, keys: &KeyList, steps: u32) -> Self {
        let mut run = Self::new(rules);
        for step in 0..steps.min(Self::MOST_STEPS) {
            run.push(playfield, keys.of_step(step));
        }
        run
    }

    /// The state after the last step.
    pub fn now(&self) -> BetweenSteps {
        self.steps.last().map_or_else(|| BetweenSteps::at_start(&self.rules), |last| last.after)
    }

    /// Makes the next step, which sees `events`.
    pub fn push(&mut self, playfield: &Playfield<'_>, events: &[KeyEvent]) {
        let step = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
        self.steps.push(playfield.step(&self.rules, step, self.now(), events));
    }

    /// The notable event of step `step`, if any: tunnelling comes first.
    pub fn happening(&self, step: usize) -> Option<Happening> {
        let record = self.steps.get(step)?;
        let stood = step.checked_sub(1).is_some_and(|last| self.steps[last].look.contact.is_some());
        match (stood, record.look.contact.is_some()) {
            _ if record.tunnelled.is_some() => Some(Happening::Tunnels),
            _ if record.after.ball.jumping && !record.before.ball.jumping => Some(Happening::Jumps),
            (true, false) => Some(Happening::Falls),
            (false, true) => Some(Happening::Lands),
            _ => None,
        }
    }
}
