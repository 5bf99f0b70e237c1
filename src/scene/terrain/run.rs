//! The history of a ball.

use std::fmt;

use super::{BetweenSteps, KeyEvent, KeyList, Playfield, Rules, StepRecord};

/// The history of a ball: every step, so that any moment can be shown again.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Rules of the movement.
    pub rules: Rules,
    /// The steps, from 0.
    pub steps: Vec<StepRecord>,
}

/// The notable event of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Jumps => "jumps",
            Self::Falls => "falls",
            Self::Lands => "lands",
            Self::Tunnels => "tunnels",
        })
    }
}
