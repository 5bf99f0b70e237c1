//! `defeat`: where a scan does worst, and which art defeats it.

use std::collections::HashSet;

use super::prelude::*;
use crate::mask::{Mask, overlap_box};
use crate::scan::{Count, Pair, Probe, Visit};
use crate::scene::{Actor, Expectation, Picture, PictureFormat, Placement, Scene, Sprite};
use crate::survey::{Among, choice_maps};
use crate::{geom::IntRect, words};

/// Art that defeats a scan: two masks of one size, on each other, over which it does worst.
///
/// An exact scan visits everything, and hits, if at all, with its last visit. Any other scan misses the most,
/// or hits where nothing is shared, or names a cell that is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defeat {
    /// The scan.
    pub scan: Scan,
    /// A and B.
    pub masks: [Mask; 2],
    /// The alpha of their set pixels; clear ones have 0. 255, unless the scan is blind to less.
    pub alpha: u8,
    /// The number of visits of the scan.
    pub visits: u64,
    /// True if it says that the masks overlap.
    pub is_hit: bool,
    /// True if it is a person's own scan whose hit names a cell that is not shared.
    pub names_wrong_cell: bool,
    /// The number of pixels that they share.
    pub overlap_area: u64,
}

impl Defeat {
    /// B's offset.
    pub const OFFSET: Offset = Offset::new(0, 0);

    /// Art of `size` that defeats `scan`; a side of 0 stands for 1.
    ///
    /// Several kinds of art are tried, and the worst is taken, the last of equals. Its numbers come from running the
    /// scan.
    ///
    /// # Errors
    /// Where `size` has more cells than a survey has places.
    pub fn of(scan: Scan, size: Size) -> Result<Self, TooMany> {
        let size = TooMany::check(Size::new(size.width.max(1), size.height.max(1)))?;
        let tried = arts(scan, size).map(|(masks, alpha)| Self::tried(scan, masks, alpha));
        Ok(tried.into_iter().max_by_key(Self::badness).expect("several arts"))
    }

    /// Runs `scan` over two masks.
    fn tried(scan: Scan, masks: [Mask; 2], alpha: u8) -> Self {
        let mut count = Count::default();
        let names_shared = run(scan, &masks, alpha, &mut count);
        let (is_hit, names_wrong_cell) = (names_shared.is_some(), names_shared == Some(false));
        let overlap_area = masks[0].overlap_area(&masks[1], Self::OFFSET);
        Self { scan, masks, alpha, visits: count.visits, is_hit, names_wrong_cell, overlap_area }
    }

    /// The rank among other art: shared pixels that are missed, a hit where nothing is shared or in such a cell, the visits,
    /// and an end in a true hit.
    const fn badness(&self) -> (u64, bool, u64, bool) {
        let missed = if self.is_hit { 0 } else { self.overlap_area };
        let is_false = self.is_hit && self.overlap_area == 0 || self.names_wrong_cell;
        (missed, is_false, self.visits, self.is_hit)
    }

    /// The number of visits that another scan makes over the art.
    pub fn visits_of(&self, scan: Scan) -> u64 {
        let mut count = Count::default();
        run(scan, &self.masks, self.alpha, &mut count);
        count.visits
    }

    /// The result in a sentence.
    pub fn sentence(&self) -> String {
        let (scan, visits) = (self.scan.display_name(), plural(self.visits, "visit"));
        match (self.is_hit, self.overlap_area) {
            (true, 0) => format!("Nothing is shared, and {scan} says that something is."),
            (false, 0) => format!("Nothing is shared, and {scan} needs {visits} to say so."),
            (true, _) if self.names_wrong_cell => {
                format!("Something is shared, and {scan} names a cell that is not.")
            }
            (true, _) if self.visits == 1 => format!("{scan} finds what is shared with its only visit."),
            (true, _) => format!("{scan} finds what is shared with the last of {visits}."),
            (false, 1) => format!("{scan} finds nothing, and 1 px is shared."),
            (false, area) => format!("{scan} finds nothing, and {} shared.", px_are(area)),
        }
    }

    /// The art as a scene that expects the truth.
    pub fn scene(&self) -> Scene {
        let [a, b] = sprites(&self.masks, self.alpha);
        let actor = |sprite| Actor::new(sprite, Placement::default());
        Scene {
            title: format!("What defeats {}", self.scan.display_name()),
            about: self.sentence(),
            scan: Some(self.scan),
            scans: self.scan.own().map(Scan::Own).into_iter().collect(),
            expectation: Some(Expectation {
                boxes_overlap: Some(true),
                masks_overlap: Some(self.overlap_area > 0),
                overlap_area: Some(self.overlap_area),
            }),
            ..Scene::of([actor(a), actor(b)])
        }
    }
}

/// The kinds of art that are tried: masks, and the alpha of what is set in them.
fn arts(scan: Scan, size: Size) -> [([Mask; 2], u8); 5] {
    const OPAQUE: u8 = u8::MAX;
    let nothing = || Mask::new(size);
    let everything = !nothing();
    let boards = Mask::checkerboard(size);
    let mut visits = NewVisits::default();
    run(scan, &boards, OPAQUE, &mut visits);
    // The strongest alpha, solid by the scene's rule, that the scan's own rule does not see.
    let unseen = scan.solid().and_then(|solid| (1..=OPAQUE).rev().find(|&alpha| !solid.holds(alpha)));
    [
        ([nothing(), nothing()], OPAQUE),
        ([everything.clone(), everything.clone()], unseen.unwrap_or(OPAQUE)),
        ([visits.never_looked_at(size), everything], OPAQUE),
        (boards.clone(), OPAQUE),
        (visits.only_last_shared(&boards), OPAQUE),
    ]
}

/// Runs `scan` over masks as if they were sprites; returns whether its hit names what is shared, which is only asked of a
/// person's own scan, and `None` for a miss.
fn run(scan: Scan, masks: &[Mask; 2], alpha: u8, probe: &mut impl Probe) -> Option<bool> {
    let [a, b] = sprites(masks, alpha).map(|sprite| sprite.raster().mask_for(scan));
    let hit = scan.run(&a, &b, Defeat::OFFSET, None, probe)?;
    let names_shared = || Pair::new(&a, &b, Defeat::OFFSET).is_some_and(|pair| pair.has_shared(hit));
    Some(scan.own().is_none() || names_shared())
}

/// Masks as sprites in the colours of A and B.
fn sprites(masks: &[Mask; 2], alpha: u8) -> [Sprite; 2] {
    let sprite = |name, mask: &Mask, [red, green, blue]: [u8; 3]| {
        let rows = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| mask.get(x, y)));
        // A file keeps the alpha of a picture; a mask has none.
        let format = if alpha == u8::MAX { PictureFormat::Mask } else { PictureFormat::Png };
        let rgba = rows.flat_map(|is_set| if is_set { [red, green, blue, alpha] } else { [0; 4] }).collect();
        Sprite::new(name, Picture::new(mask.size(), rgba, format, true), 0)
    };
    [sprite("defeat A", &masks[0], [0x56, 0xB4, 0xE9]), sprite("defeat B", &masks[1], [0xF0, 0xA3, 0x2A])]
}

/// Remembers which visits were made, and the last two of those that were made for the first time.
#[derive(Debug, Default)]
struct NewVisits {
    all: HashSet<Visit>,
    last: Option<Visit>,
    before: Option<Visit>,
}

impl Probe for NewVisits {
    fn visit(&mut self, visit: Visit) {
        if self.all.insert(visit) {
            self.before = self.last.replace(visit);
        }
    }
}

impl NewVisits {
    /// `boards` with one shared pixel, in the cell of the last visit. In the cell of the visit before, both are clear:
    /// otherwise a scan that counts pixels would find more set pixels than two cells can hold, and hit earlier.
    fn only_last_shared(&self, boards: &[Mask; 2]) -> [Mask; 2] {
        boards.each_ref().map(|board| {
            let before = self.before;
            let is_clear = |x, y| before.is_some_and(|visit| covers(visit, x, y));
            let is_shared = |x, y| self.last.is_some_and(|visit| last_cell(visit) == (x, y));
            Mask::from_fn(board.size(), |x, y| is_shared(x, y) || board.get(x, y) && !is_clear(x, y))
        })
    }

    /// The cells that no visit of a single cell has tested.
    fn never_looked_at(&self, size: Size) -> Mask {
        Mask::from_fn(size, |x, y| !self.all.contains(&Visit::cell(x, y)))
    }
}

/// True if a visit covers cell `(x, y)`.
fn covers(visit: Visit, x: u32, y: u32) -> bool {
    let inside =
        |at: u32, start: i32, length: u32| (0..i64::from(length)).contains(&(i64::from(at) - i64::from(start)));
    inside(x, visit.x, visit.width) && inside(y, visit.y, visit.height)
}

/// The bottom right cell of a visit that lies inside the masks.
fn last_cell(visit: Visit) -> (u32, u32) {
    let last = |start: i32, length: u32| start.cast_unsigned() + length - 1;
    (last(visit.x, visit.width), last(visit.y, visit.height))
}

/// The costs of scans at every offset, and art that defeats one of them.
#[derive(Clone, Debug)]
pub struct DefeatSurvey {
    costs: CostSurvey,
    defeat: Defeat,
    /// The art as a scene.
    scene: Scene,
}

/// The answers of both.
#[derive(Debug)]
pub struct DefeatAnswer {
    costs: CostAnswer,
    defeat: Defeat,
    scene: Scene,
}

/// The longest side of the art.
const LONGEST: u32 = 64;

impl DefeatSurvey {
    /// The size of the art if the boxes do not overlap.
    pub const SIZE: Size = Size::new(30, 24);
}

impl Survey for DefeatSurvey {
    fn progress(&self) -> Progress {
        self.costs.progress()
    }

    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        self.costs.step(budget, cancelled);
    }
}

impl Askable for DefeatSurvey {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Part, Input::Scans, Input::Scan];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let [a, b] = setting.masks();
        let shared = setting.offset.and_then(|offset| overlap_box(a.mask().size(), b.mask().size(), offset));
        let size = shared.map_or(Self::SIZE, IntRect::size);
        let cut = |side: u32| side.clamp(1, LONGEST);
        let costs = CostSurvey::ask(setting)?;
        let defeat =
            Defeat::of(setting.choices.scan, Size::new(cut(size.width), cut(size.height))).map_err(Refusal::of)?;
        Ok(Self { costs, scene: defeat.scene(), defeat })
    }

    fn publish(&self) -> Publishing {
        let Self { costs, defeat, scene } = self.clone();
        Publishing::new(async { DefeatAnswer { costs: CostAnswer::publish(costs).await, defeat, scene } })
    }
}

impl DefeatAnswer {
    /// A link to the offset at which the scan needs the most visits.
    fn worst(&self) -> Option<(Offset, Cost)> {
        self.costs.survey.map_of(self.defeat.scan)?.worst
    }

    /// A link to the offset at which it misses the most.
    fn largest_miss(&self) -> Option<(Offset, u64)> {
        self.costs.survey.map_of(self.defeat.scan)?.largest_miss
    }

    fn cells(&self) -> u64 {
        self.defeat.masks[0].size().area()
    }

    /// The art as a scene that expects the truth.
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The ways on from the answer in the window.
    pub fn links(&self) -> Vec<AnswerLink> {
        let mut links = Vec::new();
        if let Some((offset, _)) = self.worst() {
            links.push(AnswerLink {
                text: "Go to the worst placement",
                tip: "Puts B where this scan needs the most visits.".to_owned(),
                target: LinkTarget::Place(Place::Offset(offset)),
            });
        }
        if let Some((offset, area)) = self.largest_miss() {
            let verb = if area == 1 { "is" } else { "are" };
            links.push(AnswerLink {
                text: "Go to the largest miss",
                tip: format!("{} {verb} missed there.", plural(area, "shared pixel")),
                target: LinkTarget::Place(Place::Offset(offset)),
            });
        }
        links.push(AnswerLink {
            text: "Show art that defeats it",
            tip: self.defeat.sentence(),
            target: LinkTarget::Scene(Box::new(self.scene.clone())),
        });
        links
    }
}

/// A way on from the answer in the window.
#[derive(Clone, Debug)]
pub struct AnswerLink {
    /// The text of the button.
    pub text: &'static str,
    /// The tooltip of the button.
    pub tip: String,
    /// Its target.
    pub target: LinkTarget,
}

/// The target of a link.
#[derive(Clone, Debug)]
pub enum LinkTarget {
    /// To a place.
    Place(Place),
    /// To another scene, in which the scan that is looked at is watched.
    Scene(Box<Scene>),
}

/// The question where a scan does worst, and which art defeats it.
pub(super) static QUESTION: Question = Question {
    name: "defeat",
    title: "Worst case",
    sentence: "Where does the selected scan do worst, and which art defeats it?",
    about: QuestionAbout::Scan,
    is_listed: |_| true,
    survey: |_| SurveyKind::of::<DefeatSurvey>(),
    answer,
};

fn answer<'a>(found: &'a Found, setting: &'a Setting) -> Answer<'a> {
    let (found, scan): (&DefeatAnswer, _) = (own(found), setting.choices.scan);
    let defeat = &found.defeat;
    let sentence = found.worst().map_or_else(String::new, |(offset, cost)| {
        let visits = plural(cost.visits.into(), "visit");
        format!("{} needs {visits} at {}", defeat.scan.printed_name(), words::offset(offset))
    });
    let detail = "no placement asked about needs more".to_owned();
    Answer {
        maps: Box::new(move || {
            let places = Places::Offsets(found.costs.survey.lattice);
            let bits = ["a", "b"].into_iter().zip(&defeat.masks);
            let bits =
                bits.map(|(name, mask)| Map::column(&name, places, [], |x, y| (0, u8::from(mask.get(x, y)).into())));
            bits.chain([art(defeat)]).collect()
        }),
        window: Some(Box::new(move || choice_maps(&found.costs, Among::All, scan))),
        json: Box::new(|| {
            let rows = defeat.visits_of(Scan::ROWS);
            json!({ "scan": defeat.scan.to_string(), "visits": defeat.visits, "rows": rows, "cells": found.cells() })
        }),
        text: Some(Box::new(|| {
            let [visits, cells] = [(defeat.visits, "visit"), (found.cells(), "cell")].map(|(n, one)| plural(n, one));
            let rows = thousands(defeat.visits_of(Scan::ROWS));
            let (sentence, name) = (defeat.sentence(), defeat.scan.display_name());
            let lines = format!("{sentence}\n{name} {visits}, rows {rows}, of {cells}\n");
            AnswerText { lines, ..AnswerText::default() }
        })),
        ..cost_sheet::answer(Headline { sentence, detail }, &found.costs)
    }
}

/// A picture of the art.
fn art(defeat: &Defeat) -> Map<'_> {
    let [a, b] = &defeat.masks;
    let terms = [
        Term::new("A", |palette| palette.a),
        Term::new("B", |palette| palette.b),
        Term::new("both", |palette| palette.both),
        Term::new("neither", |palette| palette.ctl),
    ];
    let value = |x, y| ((usize::from(a.get(x, y)) + 2 * usize::from(b.get(x, y)) + 3) % 4, 0.0);
    let title = format!("Art that defeats {}", defeat.scan.display_name());
    Map { note: defeat.sentence(), ..Map::new(title, Places::Cells(a.size()), terms, value) }
}
