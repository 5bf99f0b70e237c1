//! `area`: how much the masks share at every offset.

use super::prelude::*;
use crate::{
    geom::Cell,
    mask::{Prepared, engine},
    words,
};

/// How many pixels two masks share, at every offset at which their boxes overlap.
#[derive(Clone, Debug)]
pub struct AreaMap {
    masks: [Arc<Prepared>; 2],
    /// The offsets.
    pub offsets: Offsets,
    progress: Progress,
    /// The areas, at every offset.
    pub areas: Plane<u32>,
}

impl AreaMap {
    /// A survey of `a` and `b`, of which nothing is done.
    ///
    /// # Errors
    /// Where the masks have too many offsets.
    pub fn new(a: &Arc<Prepared>, b: &Arc<Prepared>) -> Result<Self, TooMany> {
        let offsets = TooMany::offsets(a.mask().size(), b.mask().size())?;
        Ok(Self {
            masks: [a, b].map(Arc::clone),
            offsets,
            progress: Progress::of(offsets.size()),
            areas: Plane::new(offsets.size(), 0),
        })
    }

    /// The area at `offset`: 0 where the boxes are apart.
    pub fn area(&self, offset: Offset) -> u32 {
        self.offsets.place(offset).map_or(0, |(x, y)| self.areas.at(x, y))
    }

    /// The shortest move of B from `offset` after which the masks share nothing: of equally short ones the uppermost, of
    /// those the left one. `None` where they share nothing as it is. Exact once the survey is complete.
    pub fn push_out(&self, offset: Offset) -> Option<Cell> {
        let from = offset.cell() - self.offsets.first();
        if self.area(offset) == 0 {
            return None;
        }
        let mut best: Option<(i64, i64, i64)> = None;
        for distance in 0.. {
            if best.is_some_and(|(length, ..)| distance * distance > length) {
                break;
            }
            for dy in [-distance, distance] {
                if let Some(dx) = self.nearest_free(from + Cell::new(0, dy)) {
                    // Of two as near in one row the left one comes first.
                    for dx in [-dx, dx].into_iter().filter(|&dx| self.is_free(from + Cell::new(dx, dy))) {
                        let found = (dx * dx + dy * dy, dy, dx);
                        best = Some(best.map_or(found, |best| best.min(found)));
                    }
                }
            }
        }
        best.map(|(_, dy, dx)| Cell::new(dx, dy))
    }

    /// How many columns away the nearest place of the same row is at which nothing is shared. There always is one: no
    /// mask overlaps beyond the grid.
    fn nearest_free(&self, from: Cell) -> Option<i64> {
        (0..).find(|&dx| self.is_free(from + Cell::new(-dx, 0)) || self.is_free(from + Cell::new(dx, 0)))
    }

    /// Whether nothing is shared at a place of the grid, or beyond it.
    fn is_free(&self, place: Cell) -> bool {
        match (u32::try_from(place.x), u32::try_from(place.y)) {
            (Ok(x), Ok(y)) => self.areas.get(x, y).unwrap_or(0) == 0,
            _ => true,
        }
    }
}

impl Survey for AreaMap {
    fn progress(&self) -> Progress {
        self.progress
    }

    /// With a budget of time all places at once: the engine's map of the whole takes less than asking one by one. With a
    /// budget of places one by one.
    fn step(&mut self, budget: Budget, cancelled: &dyn Fn() -> bool) {
        if matches!(budget, Budget::Time(_)) && !self.progress.is_complete() {
            let [a, b] = &self.masks;
            if let Some(map) = engine::AreaMap::new(a, b, cancelled) {
                self.areas = Plane::of_rows(self.offsets.size(), map.areas);
                self.progress.complete();
            }
            return;
        }
        let (offsets, [a, b]) = (self.offsets, &self.masks);
        let ask =
            |Square { x, y, .. }: Square| u32::try_from(a.overlap_area(b, offsets.offset(x, y))).unwrap_or(u32::MAX);
        self.progress.advance(budget, cancelled, ask, |place, area| self.areas.paint(place, area));
    }
}

impl Ask for AreaMap {
    const INPUTS: &'static [Input] = &[Input::Masks];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let [a, b] = setting.masks();
        Ok(Self::new(a, b)?)
    }
}

/// How much the masks share at every offset.
pub(super) static QUESTION: Question = Question {
    name: "area",
    title: "Overlap area",
    sentence: "How much do the masks share with B at every offset, and which move would separate them?",
    about: About::Sprites,
    survey: |_| SurveyKind::of::<AreaMap>(),
    answer: |found, setting| Box::new(View::<AreaMap> { found: own(found), setting }),
};

impl Answer for View<'_, AreaMap> {
    fn headline(&self) -> Headline {
        let (overlaps, most) = (area_sheet::overlaps(&self.found.areas), area_sheet::largest(&self.found.areas));
        let overlaps = plural(overlaps, "placement");
        Headline {
            sentence: format!("Masks overlap at {overlaps}, by up to {} px", thousands(most.into())),
            detail: "the line is where they start to touch, the arrow the shortest way out".to_owned(),
        }
    }

    fn places(&self) -> Places {
        Places::Offsets(self.found.offsets)
    }

    fn maps(&self, palette: &'static Palette, _: Sight) -> Vec<Map<'_>> {
        let told = |x, y| {
            let offset = self.found.offsets.offset(x, y);
            let push = self.found.push_out(offset).map_or_else(
                || "already separate".to_owned(),
                |by| format!("moving B by {} separates them", point(by)),
            );
            Some(format!("{}: {} px, {push}", words::offset(offset), thousands(self.found.area(offset).into())))
        };
        vec![area_sheet::map(QUESTION.title, self.places(), &self.found.areas, palette, true, told)]
    }

    fn grid(&self) -> Option<Grid<'_>> {
        Some(area_sheet::grid(&self.found.areas))
    }

    fn push_out(&self, offset: Offset) -> Option<Cell> {
        self.found.push_out(offset)
    }

    fn text(&self) -> Text {
        let (offsets, areas) = (self.found.offsets, &self.found.areas);
        let [all, hits] = [offsets.size().area(), area_sheet::overlaps(areas)].map(thousands);
        let mut lines = format!("{all} offsets, masks overlap at {hits} of them\n");
        let largest = self.places().all().max_by_key(|&(x, y)| (areas.at(x, y), std::cmp::Reverse((y, x))));
        if let Some((x, y)) = largest.filter(|&(x, y)| areas.at(x, y) > 0) {
            let at = words::offset(offsets.offset(x, y));
            lines += &format!("the most is {} px, at {at}\n", thousands(areas.at(x, y).into()));
        }
        if let Some(present) = self.setting.offset {
            let at = words::offset(present);
            lines += &match self.found.push_out(present) {
                None => format!("nothing is shared at {at}\n"),
                Some(by) => {
                    let area = thousands(self.found.area(present).into());
                    format!("{area} px are shared at {at}; moving B by {} separates them\n", point(by))
                }
            };
        }
        Text { lines, ..Text::default() }
    }
}
