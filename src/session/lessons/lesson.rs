//! A lesson as its file says it.

use serde::Deserialize;

use super::{condition::Condition, text::Text};
use crate::{
    geom::Point,
    scan::Scan,
    scene::{Layer, Scene, Tab},
};

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The short name, of the file and on the command line: `row-by-row`.
    pub name: String,
    /// What it is called: `Row by row`.
    pub title: String,
    /// Its steps, at least one.
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is shown, which scan is selected, and which layers: the usual ones where it names none.
    pub scene: Scene,
    /// Where the ball starts, where it is about the ball and that is not its usual place.
    pub ball: Option<Point>,
    /// What there is to know: four lines at most.
    pub text: Text,
    /// What is to be done, if anything.
    pub task: Option<Task>,
    /// What is to be guessed, if anything: once the task is done.
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
    /// How things stand now, in a few words.
    pub now: Option<Text>,
    /// What it takes that is not at hand while a lesson is shown.
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
    /// What helps to guess: one line.
    pub note: Text,
    /// The scan whose visits are asked for.
    pub of: Scan,
    /// Others that make the same visits here: they would tell.
    #[serde(default)]
    pub also: Vec<Scan>,
    /// What is said afterwards: one line.
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
