//! B's positions, step by step.

use thiserror::Error;

use super::Placement;
use crate::{geom::Point, words::thousands};

/// B's positions, step by step: a recorded drag, or the log of a game. The window calls it a path.
///
/// [`Route::of`] and [`Route::push`] ensure that times ascend and that positions are in range.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// The steps, the earliest first.
    pub steps: Vec<RouteStep>,
}

/// Finite numbers equal themselves: a shared route is equal without comparing its steps.
impl Eq for Route {}

/// B's position at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RouteStep {
    /// Time in seconds, 0 or later.
    pub seconds: f64,
    /// Position of B's anchor, as in [`Placement::position`].
    pub position: Point,
}

/// Fault of a route.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum RouteFault {
    /// It is empty.
    #[error("it has no steps")]
    NoSteps,
    /// More than [`Route::MOST_STEPS`].
    #[error("it has more than {} steps", thousands(Route::MOST_STEPS as u64))]
    TooMany,
    /// A step that is refused.
    #[error("step {step}: {fault}")]
    Step {
        /// Its index.
        step: usize,
        /// Its fault.
        fault: StepFault,
    },
}

/// Fault of a step of a route.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum StepFault {
    /// NaN or infinite.
    #[error("the {0} is not a finite number")]
    NotFinite(&'static str),
    /// Farther than [`Placement::FAR`] from 0.
    #[error("the {0} is out of range: more than 1,000,000,000 from 0")]
    OutOfRange(&'static str),
    /// A time below 0.
    #[error("the time is below 0")]
    TooEarly,
    /// At or before the time of the previous step.
    #[error("the time is not after that of the step before")]
    NotAscending,
}

impl Route {
    /// The most steps of a route.
    pub const MOST_STEPS: usize = 1_000_000;

    /// The route of one step, at once, to `position`.
    pub fn of_one(position: Point) -> Self {
        Self { steps: vec![RouteStep { seconds: 0.0, position }] }
    }

    /// Adds `step` at the end.
    ///
    /// # Errors
    /// If its numbers are out of range, it is not after the last one, or the route has [`Route::MOST_STEPS`] already.
    /// The route then stays as it is.
    pub fn push(&mut self, step: RouteStep) -> Result<(), RouteFault> {
        let number = self.steps.len();
        if number >= Self::MOST_STEPS {
            return Err(RouteFault::TooMany);
        }
        step.check(self.steps.last()).map_err(|fault| RouteFault::Step { step: number, fault })?;
        self.steps.push(step);
        Ok(())
    }

    /// The route of `steps`.
    ///
    /// # Errors
    /// If there are no steps or too many, if their times do not ascend from 0, or if a number is beyond [`Placement::FAR`].
    pub fn of(steps: impl IntoIterator<Item = RouteStep>) -> Result<Self, RouteFault> {
        let mut route = Self::default();
        steps.into_iter().try_for_each(|step| route.push(step))?;
        if route.steps.is_empty() { Err(RouteFault::NoSteps) } else { Ok(route) }
    }
}

impl RouteStep {
    /// Checks that this step can follow `before`.
    fn check(self, before: Option<&Self>) -> Result<(), StepFault> {
        let (x, y) = self.position;
        for (name, number) in [("time", self.seconds), ("x", x), ("y", y)] {
            if !number.is_finite() {
                return Err(StepFault::NotFinite(name));
            }
            if number.abs() > Placement::FAR {
                return Err(StepFault::OutOfRange(name));
            }
        }
        match before {
            _ if self.seconds < 0.0 => Err(StepFault::TooEarly),
            Some(before) if self.seconds <= before.seconds => Err(StepFault::NotAscending),
            _ => Ok(()),
        }
    }
}
