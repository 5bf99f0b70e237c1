//! `disagreement`: where two ways to read the same pair of sprites differ in whether they overlap.

use std::task::Poll;

use super::prelude::*;
use crate::scene::{Bands, Convention, Posed, Scene};
use crate::survey::Role;
use crate::words::hit_or_miss;

/// The placements at which two ways to read the same pair of sprites disagree about an overlap, while B turns or moves by
/// fractions of a cell.
#[derive(Clone, Debug)]
pub struct Disagreement {
    scene: Scene,
    readers: [Reader; 2],
    /// A as each of them lays it on the world's grid.
    a: [Posed; 2],
    variation: Variation,
    progress: Progress,
    /// The part of the next place that is known, if a step has ended there.
    begun: BegunPlace,
    /// The two readers' answers: true for an overlap; `None` if B would be too large, and while nothing is done.
    pub answers: Plane<Option<[bool; 2]>>,
    /// The number of places so far at which they differ.
    pub count: u64,
    /// The number of places so far at which B would be too large.
    unplaced: u64,
}

/// The first reader's answer at a place, and the number of lines that the next one has done.
#[derive(Clone, Copy, Debug, Default)]
struct BegunPlace {
    first: Option<bool>,
    lines: u32,
}

impl Disagreement {
    /// A survey of the sprites of `scene`, before its first step.
    ///
    /// # Errors
    /// Where A would be too large.
    pub fn new(scene: &Scene, readers: [Reader; 2], variation: Variation) -> Result<Self, SurveyError> {
        let size = TooMany::check(variation.size())?;
        let pose = |reader| {
            let posed = Scene { convention: convention(scene, reader), ..scene.clone() }.pose_a();
            posed.map_err(|why| SurveyError::Unplaced("sprite", why))
        };
        Ok(Self {
            scene: scene.clone(),
            readers,
            a: [pose(readers[0])?, pose(readers[1])?],
            variation,
            progress: Progress::of(size),
            begun: BegunPlace::default(),
            answers: Plane::new(size, None),
            count: 0,
            unplaced: 0,
        })
    }

    /// The angles or fractions of B.
    const fn places(&self) -> Places {
        Places::Variation(self.variation, self.scene.sprites[1].placement)
    }

    /// The answers of both at a column and row of a map, which may have several rows for one.
    fn at(&self, x: u32, y: u32) -> Option<[bool; 2]> {
        self.answers.at(x, y.min(self.answers.size().height.saturating_sub(1)))
    }

    /// `31°: hit and miss`.
    fn label(&self, x: u32, y: u32) -> String {
        let place = self.variation.label(x, y);
        self.at(x, y).map_or_else(
            || format!("{place}: B cannot be placed"),
            |[one, other]| format!("{place}: {} and {}", hit_or_miss(one), hit_or_miss(other)),
        )
    }

    /// The places that are done and at which the readers differ, in the order in which they were asked about.
    pub fn differences(&self) -> impl Iterator<Item = (u32, u32)> {
        let places = self.progress.places().map(|Square { x, y, .. }| (x, y));
        places.filter(|&(x, y)| self.answers.at(x, y).is_some_and(|[one, other]| one != other))
    }
}

/// The convention by which sprites of `scene` are laid for `reader`.
const fn convention(scene: &Scene, reader: Reader) -> Convention {
    match reader {
        Reader::World(convention) => convention,
        Reader::Engine(_) => scene.convention,
    }
}

impl Survey for Disagreement {
    fn progress(&self) -> Progress {
        self.progress
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        let Self { ref scene, readers, ref a, variation, .. } = *self;
        let Self { progress, begun, answers, count, unplaced, .. } = self;
        let actor = &scene.sprites[1];
        // Asks the next reader; answers both, or nothing if B cannot be placed, once that is known.
        let go_on = |Square { x, y, .. }: Square, begun: &mut BegunPlace, is_over: &dyn Fn() -> bool| {
            let which = usize::from(begun.first.is_some());
            let placement = variation.placement(&actor.placement, x, y);
            let stand = scene.stand(actor, placement, convention(scene, readers[which]));
            let bands = Bands { done: &mut begun.lines, is_over };
            match (readers[which].overlaps(&a[which], (actor.sprite.raster(), &stand), bands), begun.first) {
                (Err(_), _) => Some(None),
                (Ok(Poll::Ready(other)), Some(one)) => Some(Some([one, other])),
                (Ok(Poll::Ready(one)), None) => {
                    *begun = BegunPlace { first: Some(one), lines: 0 };
                    None
                }
                (Ok(Poll::Pending), _) => None,
            }
        };
        progress.advance_in_parts(budget, cancelled, begun, go_on, |place, answer| {
            answers.paint(place, answer);
            *count += u64::from(answer.is_some_and(|[one, other]| one != other));
            *unplaced += u64::from(answer.is_none());
        });
    }
}

impl Askable for Disagreement {
    const INPUTS: &'static [Input] = &[Input::Scene, Input::Readers];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        Self::new(&setting.scene, setting.choices.readers, setting.choices.variation).map_err(Refusal::of)
    }
}

/// The question where two ways to read the sprites differ.
pub(super) static QUESTION: Question = Question {
    name: "disagreement",
    title: "Conventions",
    sentence: "At which angles or fractions of a cell do two conventions or engines disagree about whether the sprites overlap?",
    about: QuestionAbout::Readers,
    is_listed: |_| true,
    survey: |_| SurveyKind::of::<Disagreement>(),
    answer,
};

fn answer<'a>(found: &'a Found, _: &'a Setting) -> Answer<'a> {
    let found: &Disagreement = own(found);
    Answer {
        maps: Box::new(|| maps(found)),
        grid: Some(GridValues::Names(found.readers.map(|reader| reader.to_string()).into())),
        ..Answer::new(headline(found), found.places())
    }
}

fn headline(found: &Disagreement) -> Headline {
    let (differences, places) = (found.count, found.variation.plural());
    let (done, unplaced) = (found.progress.done(), found.unplaced);
    let all = thousands(done);
    let sentence = match (differences, unplaced) {
        (0, 0) => format!("They agree at all {all} {places}"),
        (0, _) if unplaced == done => format!("B cannot be placed at any of {all} {places}"),
        (0, _) => format!("They agree at {} of {all} {places}", thousands(done - unplaced)),
        _ => format!("They disagree at {} of {all} {places}", thousands(differences)),
    };
    let is_partly_placed = (1..done).contains(&unplaced);
    let unplaced = format!("; B cannot be placed at {}", thousands(unplaced));
    let sentence = if is_partly_placed { sentence + unplaced.as_str() } else { sentence };
    let named = |reader: Reader| match reader {
        Reader::World(convention) if convention == found.scene.convention => "your rules".to_owned(),
        _ => reader.title(),
    };
    let [one, other] = found.readers.map(named);
    Headline { sentence, detail: format!("{one} against {other}") }
}

/// The answers of both, and where they differ, with both in one number: 0 where both miss, 1 where only the first hits, 2
/// where only the second does, 3 where both do; -1 where B would be too large.
fn maps(found: &Disagreement) -> Vec<Map<'_>> {
    let map = |title: String, column: Option<&str>, [yes, no]: [Term; 2], is: fn([bool; 2]) -> bool| {
        let nothing = Term { key: None, ..Term::new("", |palette| palette.panel).written("") };
        let value = move |x, y| match found.at(x, y) {
            Some(hits) => (usize::from(!is(hits)), f64::from(u8::from(hits[0]) + 2 * u8::from(hits[1]))),
            None => (2, -1.0),
        };
        let map = Map::new(title, found.places(), [yes, no, nothing], value).with_tooltip(|x, y| found.label(x, y));
        Map { column: column.map(str::to_owned), ..map }
    };
    let hits = || {
        let [hit, miss]: [Role; 2] = [|palette| palette.both, |palette| palette.ctl];
        [Term::new("hit", hit).written("hit"), Term::new("miss", miss).written("miss")]
    };
    let differ = [Term::new("they disagree", |palette| palette.bad), Term::new("same", |palette| palette.ctl)];
    vec![
        map(found.readers[0].title(), Some("first"), hits(), |[one, _]| one),
        map(found.readers[1].title(), Some("second"), hits(), |[_, other]| other),
        map("Where they differ".to_owned(), None, differ, |[one, other]| one != other),
    ]
}
