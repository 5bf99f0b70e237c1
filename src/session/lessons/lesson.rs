//! A lesson as its file says it.

use serde::Deserialize;

use super::text::LessonText;
use maskscope_core::scan::own::KeptScript;
use maskscope_core::scene::{Layer, Scene, Tab};
use maskscope_core::{geom::Point, scan::Scan};

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The short name, of the file and on the command line: `row-by-row`.
    pub name: String,
    /// Title: `Row by row`.
    pub title: String,
    /// Its steps, at least one.
    pub steps: Vec<LessonStep>,
    /// The scripts of their scenes, which stay as long as it does.
    pub scripts: Vec<KeptScript>,
}

/// A step of a lesson.
#[derive(Clone, Debug)]
pub struct LessonStep {
    /// Scene, with the selected scan and the layers: the usual ones if it names none.
    pub scene: Scene,
    /// Start of the ball, if the step is about the ball and starts at an unusual position.
    pub ball: Option<Point>,
    /// Text of the step: four lines at most.
    pub text: LessonText,
    /// Task, if any.
    pub task: Option<Task>,
    /// Guess, if any: once the task is done.
    pub guess: Option<Guess>,
}

/// Something to be done: the program sees by itself whether it is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Task {
    /// The task in words: two lines at most.
    pub text: LessonText,
    /// It is done once all of this holds at the same time.
    pub when: Vec<Condition>,
    /// The current state, in a few words.
    pub now: Option<LessonText>,
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
    /// The button that fits the shape of B to its mask.
    FitB,
}

/// Something to be guessed: how many visits a scan needs. They stay hidden until then.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Guess {
    /// The question: one line.
    pub question: LessonText,
    /// Help for the guess: one line.
    pub note: LessonText,
    /// The scan whose visits are asked for.
    pub of: Scan,
    /// Others that make the same visits here: they would tell.
    #[serde(default)]
    pub also: Vec<Scan>,
    /// Text after the guess: one line.
    pub answer: LessonText,
}

impl LessonStep {
    /// True if it plays in the tab of the ball.
    pub fn is_game(&self) -> bool {
        self.scene.view.tab == Tab::Terrain
    }

    /// True if its scan plays as soon as the step begins: where nothing is to be guessed, or to be played by hand, and
    /// visits show.
    pub(in super::super) fn plays(&self) -> bool {
        let is_left_to_hand = self.task.iter().any(|task| task.when.contains(&Condition::Played));
        !is_left_to_hand && self.guess.is_none() && self.uses_scans()
    }

    /// True if visits show: other steps need neither the scans nor the transport.
    pub fn uses_scans(&self) -> bool {
        self.scene.view.layers.as_ref().is_none_or(|layers| layers.contains(&Layer::Visits))
    }
}

/// Something that holds or does not, of what is shown now.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Condition {
    /// The boxes overlap.
    BoxesOverlap,
    /// The boxes overlap, and no pixel is shared.
    Miss,
    /// The shapes that the sprites are tested as answer as the masks do.
    ShapesAgree,
    /// The shape of B differs from its mask in this number of pixels, or fewer.
    DiffersAtMost(u64),
    /// The masks share this number of pixels, or more.
    Least(u64),
    /// The masks share exactly this number of pixels.
    Shared(u64),
    /// Both sprites stand where the step has put them.
    InPlace,
    /// The scan of this strategy is selected.
    Selected(Scan),
    /// The selected scan has been played to its end.
    Played,
    /// A scan gives the wrong answer.
    Wrong(Scan),
    /// A scan hits.
    Hit(Scan),
    /// A scan makes a number of visits.
    Visits {
        /// The scan.
        of: Scan,
        /// Exactly this number.
        exactly: Option<u64>,
        /// At most this number.
        at_most: Option<u64>,
    },
    /// A scan hits, and makes fewer visits than another: at least some times fewer.
    Fewer {
        /// The one with fewer visits.
        of: Scan,
        /// The other.
        than: Scan,
        /// The least ratio.
        times: u64,
    },
    /// The selected own scan hits, is not wrong, and makes fewer visits than this scan.
    OwnBeats(Scan),
    /// The selected own scan visits every cell of the box once, and is not wrong.
    OwnVisitsAll,
    /// The ball has passed through solid ground unseen, at one of these places.
    FellThrough(GroundPart),
    /// The probe of the ball is swept.
    Swept,
    /// The ball stands there.
    StandsOn(GroundPart),
}

/// A part of the ground of the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundPart {
    /// The first and the last column.
    pub x: [i64; 2],
    /// The first and the last row.
    pub y: [i64; 2],
}

impl GroundPart {
    /// True if a place lies in it.
    pub(in super::super) const fn has(self, x: i64, y: i64) -> bool {
        self.x[0] <= x && x <= self.x[1] && self.y[0] <= y && y <= self.y[1]
    }
}
