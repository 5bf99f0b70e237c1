//! `area`: how much the masks share at every offset.

use std::time::Duration;

use super::prelude::*;
use crate::mask::{Mask, Prepared, engine};
use crate::{geom::Cell, survey::questions::area_sheet::AreaTally, words};

/// The number of pixels that two masks share, at the offsets at which their boxes overlap.
#[derive(Clone, Debug)]
pub struct AreaSurvey {
    masks: [Arc<Prepared>; 2],
    /// The offsets.
    pub lattice: Lattice,
    progress: Progress,
    /// The areas, at every offset.
    pub areas: Plane<u32>,
    tally: AreaTally,
    /// The places that are done and at which something is shared.
    overlaps: Mask,
}

impl AreaSurvey {
    /// A survey of `a` and `b`, before its first step.
    pub fn new(a: &Arc<Prepared>, b: &Arc<Prepared>) -> Self {
        Self::over(Lattice::new(a.mask().size(), b.mask().size()), a, b)
    }

    /// A survey over the offsets of `lattice`, which must be some of these masks'.
    pub fn over(lattice: Lattice, a: &Arc<Prepared>, b: &Arc<Prepared>) -> Self {
        Self {
            masks: [a, b].map(Arc::clone),
            lattice,
            progress: Progress::of(lattice.size()),
            areas: Plane::new(lattice.size(), 0),
            tally: AreaTally::default(),
            overlaps: Mask::new(lattice.size()),
        }
    }

    /// The area at `offset`, which need not be asked about: 0 if the boxes do not overlap.
    pub fn area(&self, offset: Offset) -> u32 {
        let [a, b] = &self.masks;
        self.lattice.asked(offset).map_or_else(|| area(a, b, offset), |(x, y)| self.areas.at(x, y))
    }

    /// The shortest move of B from `offset` after which the masks share nothing: of equally short ones the uppermost, of
    /// those the left one. `None` where they share nothing as it is, where not every offset is asked about, and while the
    /// survey is not complete.
    pub fn push_out(&self, offset: Offset) -> Option<Cell> {
        let from = offset.cell() - self.lattice.first();
        if !self.lattice.is_whole() || !self.progress.is_complete() || !self.overlaps.get_cell(from) {
            return None;
        }
        let mut best: Option<(i64, i64, i64)> = None;
        for distance in 0.. {
            if best.is_some_and(|(length, ..)| distance * distance > length) {
                break;
            }
            for dy in [-distance, distance] {
                // The nearest places of the row at which nothing is shared, of two as near the left one first. There always
                // are some: no mask overlaps beyond the grid.
                let at = from + Cell::new(0, dy);
                let run = self.overlaps.run_at(at);
                let free = if run.is_empty() { [at.x; 2] } else { [run.start - 1, run.end] };
                for dx in free.map(|x| x - at.x) {
                    let found = (dx * dx + dy * dy, dy, dx);
                    best = Some(best.map_or(found, |best| best.min(found)));
                }
            }
        }
        best.map(|(_, dy, dx)| Cell::new(dx, dy))
    }
}

/// The number of pixels that two masks share with B at `offset`.
fn area(a: &Prepared, b: &Prepared, offset: Offset) -> u32 {
    u32::try_from(a.overlap_area(b, offset)).unwrap_or(u32::MAX)
}

/// A step that may last as long as this may make the map of all offsets, which can take a second.
const WHOLE_MAP: Duration = Duration::from_millis(25);

impl Survey for AreaSurvey {
    fn progress(&self) -> Progress {
        self.progress
    }

    /// With time for it all offsets at once: the engine's map of the whole takes less than asking one by one. Otherwise one
    /// by one.
    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        let has_time = matches!(budget, Budget::Time(time) if time >= WHOLE_MAP);
        let (lattice, [a, b]) = (self.lattice, &self.masks);
        if has_time && lattice.is_whole() && !self.progress.is_complete() {
            if let Some(map) = engine::AreaMap::new(a, b, cancelled) {
                self.tally = AreaTally::of(map.areas.iter().copied());
                self.areas = Plane::of_rows(lattice.size(), map.areas);
                self.overlaps = Mask::from_fn(lattice.size(), |x, y| self.areas.at(x, y) > 0);
                self.progress.complete();
            }
            return;
        }
        let ask = |Square { x, y, .. }: Square| area(a, b, lattice.offset(x, y));
        self.progress.advance(budget, cancelled, ask, |place, area| {
            self.areas.paint(place, area);
            self.tally.add(area);
            if area > 0 {
                self.overlaps.set(place.x, place.y);
            }
        });
    }
}

impl Askable for AreaSurvey {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Part];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let [a, b] = setting.masks();
        Ok(Self::over(setting.lattice(), a, b))
    }
}

/// The question how much the masks share at every offset.
pub(super) static QUESTION: Question = Question {
    name: "area",
    title: "Shared pixels",
    sentence: "How many pixels do the masks share at every offset of B, and which move would separate them?",
    about: QuestionAbout::Sprites,
    is_listed: |_| true,
    survey: |_| SurveyKind::of::<AreaSurvey>(),
    answer,
};

fn answer<'a>(found: &'a Found, setting: &'a Setting) -> Answer<'a> {
    let found: &AreaSurvey = own(found);
    let AreaTally { overlaps, largest } = found.tally;
    let overlaps = plural(overlaps, "placement");
    let headline = Headline {
        sentence: format!("Masks overlap at {overlaps}, by up to {} px", thousands(largest.into())),
        detail: match found.lattice.is_whole() {
            true => "the line is where they start to touch, the arrow the shortest way out".to_owned(),
            false => "the line is where they start to touch".to_owned(),
        },
    };
    let places = Places::Offsets(found.lattice);
    let tooltip = |x, y| {
        let offset = found.lattice.offset(x, y);
        let push = match (found.area(offset), found.push_out(offset)) {
            (0, _) => ", already separate".to_owned(),
            (_, Some(by)) => format!(", moving B by {} separates them", point(by)),
            (_, None) => String::new(),
        };
        format!("{}: {} px{push}", words::offset(offset), thousands(found.area(offset).into()))
    };
    Answer {
        maps: Box::new(move || vec![area_sheet::map(QUESTION.title, places, &found.areas, found.tally, true, tooltip)]),
        grid: Some(GridValues::Numbers),
        text: Some(Box::new(move || text(found, setting))),
        ..Answer::new(headline, places)
    }
}

fn text(found: &AreaSurvey, setting: &Setting) -> AnswerText {
    let (lattice, areas) = (found.lattice, &found.areas);
    let (all, hits) = (cost_sheet::offsets(lattice), thousands(found.tally.overlaps));
    let mut lines = format!("{all}, masks overlap at {hits} of them\n");
    let largest = Places::Offsets(lattice).all().max_by_key(|&(x, y)| (areas.at(x, y), std::cmp::Reverse((y, x))));
    if let Some((x, y)) = largest.filter(|&(x, y)| areas.at(x, y) > 0) {
        let at = words::offset(lattice.offset(x, y));
        lines += &format!("the most is {} px, at {at}\n", thousands(areas.at(x, y).into()));
    }
    if let Some(present) = setting.offset {
        let at = words::offset(present);
        lines += &match (found.area(present), found.push_out(present)) {
            (0, _) => format!("nothing is shared at {at}\n"),
            (area, None) => format!("{} shared at {at}\n", px_are(area.into())),
            (area, Some(by)) => {
                let area = px_are(area.into());
                format!("{area} shared at {at}; moving B by {} separates them\n", point(by))
            }
        };
    }
    AnswerText { lines, ..AnswerText::default() }
}
