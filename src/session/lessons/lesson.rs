//! A lesson as its file says it.

use serde::Deserialize;

use super::{condition::Condition, text::Text};
use crate::scene::{Layer, Scene, Tab};
use crate::{geom::Point, scan::Scan};

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The short name, of the file and on the command line: `row-by-row`.
    pub name: String,
    /// Title: `Row by row`.
    pub title: String,
    /// Its steps, at least one.
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Clone, Debug)]
pub struct Step {
    /// Scene, with the selected scan and the layers: the usual ones if it names none.
    pub scene: Scene,
    /// Start of the ball, if the step is about the ball and starts at an unusual position.
    pub ball: Option<Point>,
    /// Text of the step: four lines at most.
    pub text: Text,
    /// Task, if any.
    pub task: Option<Task>,
    /// Guess, if any: once the task is done.
    pub guess: Option<Guess>,
}

/// Something to be done: the program sees by itself whether it is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Task {
    /// What: two lines at most.
    pub text: Text,
    /// It is done once all of this holds at the same time.
    pub when: Vec<Condition>,
    /// The present state, in a few words.
    pub now: Option<Text>,
    /// A control for the task that is not at hand while a lesson is shown.
    pub control: Option<Control>,
}

/// A control that a task brings along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Control {
    /// The threshold of A.
    ThresholdA,
    /// The rotation of B.
    RotationB,
}

/// Something to be guessed: how many visits a scan needs. They stay hidden until then.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Guess {
    /// The question: one line.
    pub question: Text,
    /// Help for the guess: one line.
    pub note: Text,
    /// The scan whose visits are asked for.
    pub of: Scan,
    /// Others that make the same visits here: they would tell.
    #[serde(default)]
    pub also: Vec<Scan>,
    /// Text after the guess: one line.
    pub answer: Text,
}

impl Step {
    /// True if it plays in the tab of the ball.
    pub fn is_game(&self) -> bool {
        self.scene.view.tab == Tab::Terrain
    }

    /// True if its scan plays as soon as the step begins: where nothing is to be guessed, or to be played by hand, and
    /// visits show.
    pub(in super::super) fn plays(&self) -> bool {
        let is_left_to_hand = self.task.iter().any(|task| task.when.contains(&Condition::Played));
        let shows_visits = self.scene.view.layers.as_ref().is_none_or(|layers| layers.contains(&Layer::Visits));
        !is_left_to_hand && self.guess.is_none() && shows_visits
    }
}
