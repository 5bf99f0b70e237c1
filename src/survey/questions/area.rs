//! `area`: how much the masks share at every offset.

use std::time::Duration;

use super::prelude::*;
use crate::{
    geom::Cell,
    mask::{Prepared, engine},
    words,
};

/// How many pixels two masks share, at the offsets at which their boxes overlap.
#[derive(Clone, Debug)]
pub struct AreaMap {
    masks: [Arc<Prepared>; 2],
    /// The offsets.
    pub lattice: Lattice,
    progress: Progress,
    /// The areas, at every offset.
    pub areas: Plane<u32>,
}

impl AreaMap {
    /// A survey of `a` and `b`, of which nothing is done.
    pub fn new(a: &Arc<Prepared>, b: &Arc<Prepared>) -> Self {
        Self::over(Lattice::new(a.mask().size(), b.mask().size()), a, b)
    }

    /// The same over the offsets of `lattice`, which must be some of these masks'.
    pub fn over(lattice: Lattice, a: &Arc<Prepared>, b: &Arc<Prepared>) -> Self {
        Self {
            masks: [a, b].map(Arc::clone),
            lattice,
            progress: Progress::of(lattice.size()),
            areas: Plane::new(lattice.size(), 0),
        }
    }

    /// The area at `offset`, which need not be asked about: 0 where the boxes are apart.
    pub fn area(&self, offset: Offset) -> u32 {
        let [a, b] = &self.masks;
        self.lattice.asked(offset).map_or_else(|| area(a, b, offset), |(x, y)| self.areas.at(x, y))
    }

    /// The shortest move of B from `offset` after which the masks share nothing: of equally short ones the uppermost, of
    /// those the left one. `None` where they share nothing as it is, and where not every offset is asked about. Exact once
    /// the survey is complete.
    pub fn push_out(&self, offset: Offset) -> Option<Cell> {
        let from = offset.cell() - self.lattice.first();
        if !self.lattice.is_whole() || self.area(offset) == 0 {
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

/// How many pixels two masks share with B at `offset`.
fn area(a: &Prepared, b: &Prepared, offset: Offset) -> u32 {
    u32::try_from(a.overlap_area(b, offset)).unwrap_or(u32::MAX)
}

/// A step that may last as long as this may make the map of all offsets, which can take a second.
const WHOLE_MAP: Duration = Duration::from_millis(25);

impl Survey for AreaMap {
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
                self.areas = Plane::of_rows(lattice.size(), map.areas);
                self.progress.complete();
            }
            return;
        }
        let ask = |Square { x, y, .. }: Square| area(a, b, lattice.offset(x, y));
        self.progress.advance(budget, cancelled, ask, |place, area| self.areas.paint(place, area));
    }
}

impl Ask for AreaMap {
    const INPUTS: &'static [Input] = &[Input::Masks, Input::Part];

    fn ask(setting: &Setting) -> Result<Self, Refusal> {
        let [a, b] = setting.masks();
        Ok(Self::over(setting.lattice(), a, b))
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
            detail: match self.found.lattice.is_whole() {
                true => "the line is where they start to touch, the arrow the shortest way out".to_owned(),
                false => "the line is where they start to touch".to_owned(),
            },
        }
    }

    fn places(&self) -> Places {
        Places::Offsets(self.found.lattice)
    }

    fn maps(&self, palette: &'static Palette, _: Sight) -> Vec<Map<'_>> {
        let told = |x, y| {
            let offset = self.found.lattice.offset(x, y);
            let push = match (self.found.area(offset), self.found.push_out(offset)) {
                (0, _) => ", already separate".to_owned(),
                (_, Some(by)) => format!(", moving B by {} separates them", point(by)),
                (_, None) => String::new(),
            };
            Some(format!("{}: {} px{push}", words::offset(offset), thousands(self.found.area(offset).into())))
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
        let (lattice, areas) = (self.found.lattice, &self.found.areas);
        let (all, hits) = (cost_sheet::offsets(lattice), thousands(area_sheet::overlaps(areas)));
        let mut lines = format!("{all}, masks overlap at {hits} of them\n");
        let largest = self.places().all().max_by_key(|&(x, y)| (areas.at(x, y), std::cmp::Reverse((y, x))));
        if let Some((x, y)) = largest.filter(|&(x, y)| areas.at(x, y) > 0) {
            let at = words::offset(lattice.offset(x, y));
            lines += &format!("the most is {} px, at {at}\n", thousands(areas.at(x, y).into()));
        }
        if let Some(present) = self.setting.offset {
            let at = words::offset(present);
            lines += &match (self.found.area(present), self.found.push_out(present)) {
                (0, _) => format!("nothing is shared at {at}\n"),
                (area, None) => format!("{} px are shared at {at}\n", thousands(area.into())),
                (area, Some(by)) => {
                    let area = thousands(area.into());
                    format!("{area} px are shared at {at}; moving B by {} separates them\n", point(by))
                }
            };
        }
        Text { lines, ..Text::default() }
    }
}
