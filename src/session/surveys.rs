//! Surveys: which question is asked over many placements, and about what.

use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::scans::ScanList;
use super::stage::{Family, Slot, Stage};
use maskscope_core::geom::{Cell, IntRect, Offset};
use maskscope_core::scan::{Columns, Scan, Weakness};
use maskscope_core::scene::{PreCheck, Profile, Route, Scene, Tab};
use maskscope_core::survey::{
    Answered, Choices, Places, QUESTIONS, Question, QuestionAbout, Reader, Setting, SurveyKind, Testimony,
};
use maskscope_core::survey::{Candidate, HitboxSurvey, Variation, Witness, question};
use maskscope_core::{choice::Choice as _, replay::Walk};

/// The choices of the surveys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Surveys {
    /// The question that is chosen.
    #[serde(serialize_with = "name_of", deserialize_with = "question_named")]
    pub question: &'static Question,
    /// The two whose difference is shown: that of their visits if both are scans, else that of their answers.
    pub pair: [Witness; 2],
    /// The scan, pre-check or engine whose answers are compared with the truth.
    pub witness: Witness,
    /// The sprite in whose place other shapes are tried.
    pub tried: Slot,
    /// The shape that is shown of those tried; `None` for the sprite's own.
    pub candidate: Option<Candidate>,
    /// The two ways to read the sprites.
    pub readers: [Reader; 2],
    /// The variation of B.
    pub variation: Variation,
    /// The offsets that are asked about, where it is not all of them.
    #[serde(skip)]
    pub part: Option<IntRect>,
    pub(super) watches_conventions: bool,
    /// The place of the picture under the pointer, from its top left.
    #[serde(skip)]
    pub pointed: Option<(u32, u32)>,
    /// True if the program points at that place: then it stays until the pointer is on a picture.
    #[serde(skip)]
    pub is_pinned: bool,
    /// The place to point at once the survey is complete.
    #[serde(skip)]
    pub(super) sought: Option<Sought>,
}

/// A place of a survey that is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sought {
    /// The hit at which this scan needs the most visits more than the best of those that compete.
    LargestLoss(Scan),
    /// The offset at which the most shared pixels are missed.
    LargestMiss,
    /// The first wrong hit, from the top left.
    FirstFalseHit,
    /// The offset at which the shapes that are shown hit with the masks furthest apart.
    WorstUnfairHit(Option<Candidate>),
}

fn name_of<S: Serializer>(question: &&'static Question, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(question.name)
}

fn question_named<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static Question, D::Error> {
    let name = String::deserialize(deserializer)?;
    question(&name).ok_or_else(|| D::Error::custom(format!("'{name}' is not a question")))
}

impl Sought {
    /// The column and row of the place in a complete survey.
    fn place(self, answered: &Answered) -> Option<(u32, u32)> {
        let answer = answered.answer();
        let offset = match self {
            Self::LargestLoss(scan) => answer.costs?.survey.map_of(scan)?.largest_loss?.0,
            Self::LargestMiss => Testimony::of(answered)?.largest_miss()?,
            Self::FirstFalseHit => Testimony::of(answered)?.first_false_hit()?,
            Self::WorstUnfairHit(candidate) => answered.found::<HitboxSurvey>()?.shown(candidate)?.1.worst_unfair?.0,
        };
        let Places::Offsets(lattice) = answer.places else { return None };
        lattice.asked(offset)
    }
}

/// A change of the asked question, of what it compares, or of the looked-at place.
#[derive(Clone, Copy, Debug)]
pub enum SurveyAction {
    /// Asks another question.
    Choose(&'static Question),
    /// The two whose difference is shown.
    Compare([Witness; 2]),
    /// The scan, pre-check or engine whose answers are compared with the truth.
    Judge(Witness),
    /// The sprite in whose place other shapes are tried, and the one that is shown.
    Try(Slot, Option<Candidate>),
    /// The two ways to read the sprites.
    Read([Reader; 2]),
    /// The variation of B.
    Vary(Variation),
    /// Says whether *Compare engine rules* is shown.
    WatchConventions(bool),
    /// Asks about these offsets only, or about all again.
    LookAt(Option<IntRect>),
    /// The place of the picture under the pointer, from its top left.
    Point(Option<(u32, u32)>),
    /// Asks where the selected scan does worst, and points there once that is known; nothing where no place is worse than
    /// another.
    ShowWorst,
}

impl Default for Surveys {
    fn default() -> Self {
        Self {
            question: QUESTIONS[0],
            pair: [Witness::Scan(Scan::ROWS), Witness::Scan(Scan::Columns(Columns))],
            witness: Witness::Scan("sample".parse().unwrap_or(Scan::ROWS)),
            tried: Slot::B,
            candidate: None,
            readers: Choices::READERS,
            variation: Variation::Angles,
            part: None,
            watches_conventions: false,
            pointed: None,
            is_pinned: false,
            sought: None,
        }
    }
}

impl Surveys {
    /// Every witness that can be chosen: scans that can err, pre-checks, engines.
    pub fn witnesses(scans: &[Scan]) -> Vec<Witness> {
        let scans = scans.iter().copied().filter(|scan| !scan.is_exact()).map(Witness::Scan);
        let checks = PreCheck::ALL.iter().copied().map(Witness::PreCheck);
        scans.chain(checks).chain(Profile::ALL.iter().copied().map(Witness::Profile)).collect()
    }

    /// Everyone who can be compared with another: scans, engines. The second may be the truth, too.
    pub fn rivals(scans: &[Scan]) -> Vec<Witness> {
        let scans = scans.iter().copied().map(Witness::Scan);
        scans.chain(Profile::ALL.iter().copied().map(Witness::Profile)).collect()
    }

    /// The scans among those that are compared or judged.
    pub(super) fn scans(&self) -> impl Iterator<Item = Scan> {
        let [one, other] = self.pair;
        let scan = |witness| if let Witness::Scan(scan) = witness { Some(scan) } else { None };
        [one, other, self.witness].into_iter().filter_map(scan)
    }

    pub(super) fn apply(&mut self, action: SurveyAction) {
        match action {
            SurveyAction::Choose(question) => {
                self.question = question;
                self.point(None);
                self.seek_unfair();
            }
            SurveyAction::Compare(pair) => self.pair = pair,
            SurveyAction::Judge(witness) => self.witness = witness,
            SurveyAction::Try(slot, candidate) => {
                (self.tried, self.candidate) = (slot, candidate);
                self.seek_unfair();
            }
            SurveyAction::Read(readers) => self.readers = readers,
            SurveyAction::Vary(variation) => self.variation = variation.cut_to_range(),
            SurveyAction::WatchConventions(watches) => self.watches_conventions = watches,
            SurveyAction::LookAt(part) => {
                self.part = part;
                self.point(None);
            }
            SurveyAction::Point(place) => self.point(place),
            SurveyAction::ShowWorst => {}
        }
    }

    /// Points where the pointer is; nothing is looked for any more.
    const fn point(&mut self, place: Option<(u32, u32)>) {
        (self.pointed, self.is_pinned, self.sought) = (place, false, None);
    }

    /// Asks for the worst unfair hit of the shapes that are shown, to point there once that is known.
    fn seek_unfair(&mut self) {
        let asks = self.question.about == QuestionAbout::Hitboxes;
        self.sought = asks.then_some(Sought::WorstUnfairHit(self.candidate));
    }

    /// Asks where `scan` does worst, to point there once that is known. Returns whether there is such a place.
    pub(super) fn seek_worst(&mut self, scan: Scan) -> bool {
        let (name, sought) = match scan.weakness() {
            Weakness::Visits => ("cost", Sought::LargestLoss(scan)),
            Weakness::FalseMisses => ("divergence", Sought::LargestMiss),
            Weakness::FalseHits => ("divergence", Sought::FirstFalseHit),
            Weakness::Everywhere(_) => return false,
        };
        let Some(question) = question(name) else { return false };
        if sought != Sought::LargestLoss(scan) {
            self.witness = Witness::Scan(scan);
        }
        self.apply(SurveyAction::Choose(question));
        self.sought = Some(sought);
        true
    }

    /// Points at what is looked for, now that the survey is complete; false if nothing is, or there is no such place.
    pub(super) fn find(&mut self, answered: &Answered) -> bool {
        let sought = self.sought.take().filter(|_| answered.question == self.question);
        let place = sought.and_then(|sought| sought.place(answered));
        if place.is_some() {
            (self.pointed, self.is_pinned) = (place, true);
        }
        place.is_some()
    }

    /// The scan that is judged, if it can be wrong, and the place of its answer that is looked at: `now` if none is pointed at.
    pub(super) fn read(&self, now: Offset, answered: &Answered) -> Option<(Scan, Offset)> {
        let Witness::Scan(scan) = self.witness else { return None };
        let Places::Offsets(lattice) = answered.answer().places else { return None };
        let asks = self.question.about == QuestionAbout::Witnesses && answered.question == self.question;
        let size = lattice.size();
        let pointed = self.pointed.filter(|&(x, y)| x < size.width && y < size.height);
        let offset = pointed.map_or(now, |(x, y)| lattice.offset(x, y));
        (asks && !scan.is_exact()).then_some((scan, offset))
    }

    /// The present question about the two sprites on the stage, while its answer is shown: in the tab of surveys, along the
    /// route, or among the conventions.
    pub(super) fn asked(&self, tab: Tab, stage: &Stage, scans: &ScanList, route: Option<&Arc<Route>>) -> Option<Asked> {
        let question = match tab {
            _ if self.watches_conventions => Some(question("disagreement")?),
            Tab::Replay => None,
            Tab::Survey => Some(self.question),
            _ => return None,
        };
        let (a, b) = stage.both()?;
        let (convention, parents) = (stage.convention, stage.parents(Family::Common).clone());
        let [one, other] = match question.map(|question| question.about) {
            Some(QuestionAbout::Two) => self.pair,
            Some(QuestionAbout::TheseTwo(scans)) => scans.map(Witness::Scan),
            _ => [self.witness, Witness::Truth],
        };
        let choices = Choices {
            scans: scans.each_once(),
            scan: Some(scans.selected()).filter(|scan| !scan.is_recorded()).unwrap_or(Scan::ROWS),
            witnesses: vec![one],
            alternatives: match (question.map(|question| question.about), one) {
                (Some(QuestionAbout::Witnesses), Witness::Scan(scan)) => {
                    scan.alternatives().into_iter().filter(|other| *other != scan).map(Witness::Scan).collect()
                }
                _ => Vec::new(),
            },
            against: other,
            readers: self.readers,
            variation: self.variation,
            candidates: Some(self.tried as usize),
            candidate: self.candidate,
            part: self.part,
        };
        let survey = question.map_or(SurveyKind::of::<Walk>(), |question| (question.survey)(&choices));
        let setting = Setting {
            scene: Scene { convention, parents, ..Scene::of([a.actor(), b.actor()]) },
            pair: [a.posed().clone(), b.posed().clone()],
            offset: stage.offset(),
            choices,
            route: route.cloned(),
        };
        Some(Asked { survey, question, setting: Arc::new(setting) })
    }
}

/// A question with its setting.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The survey that finds the answer.
    pub survey: SurveyKind,
    /// The question to which the survey finds the answer; a survey along the route has none.
    pub question: Option<&'static Question>,
    /// The setting that it is about.
    pub setting: Arc<Setting>,
}

/// The world cell of B's top left pixel at an offset of a survey.
pub fn placed_at(stage: &Stage, offset: Offset) -> Option<Cell> {
    Some(stage.get(Slot::A)?.position() + offset.cell())
}
