//! The cells that visits cover: never, twice, and outside the box.

use std::collections::{BTreeMap, HashSet};

use crate::geom::{Cell, IntRect, Size};
use crate::mask::Mask;
use crate::scan::probe::VisitOutcome;
use crate::scan::visit::Visit;

/// The most cells of repeated visits that are looked at: far more than any scan visits which is worth judging.
const MOST_CELLS: u64 = 1 << 26;

/// The cells of an overlap box by their visits.
pub(super) struct VisitCounts {
    /// Without a visit.
    pub never: Mask,
    /// In two visits of equal size.
    pub twice: Mask,
    /// The number of visited cells outside the box, and the first.
    pub outside: Option<(u64, (i64, i64))>,
}

impl VisitCounts {
    /// The cells of a box of `size`. Rectangles that are split do not count; their parts do.
    pub fn of(size: Size, visits: &[Visit], outcomes: &[VisitOutcome]) -> Self {
        let box_ = IntRect::new(Cell::ORIGIN, size);
        let (mut seen, mut distinct) = (Mask::new(size), HashSet::new());
        let mut by_size: BTreeMap<(u32, u32), Vec<Visit>> = BTreeMap::new();
        let mut outside: Option<(u64, (i64, i64))> = None;
        for (at, &visit) in visits.iter().enumerate() {
            if is_split(outcomes.get(at)) {
                continue;
            }
            by_size.entry((visit.width, visit.height)).or_default().push(visit);
            if visit.cells() > 1 && !distinct.insert(visit) {
                continue;
            }
            let cells = visit.in_space_of(IntRect::default());
            let inside = cells.intersection(box_);
            let beyond = cells.area() - inside.map_or(0, IntRect::area);
            if beyond > 0 {
                let first = first_outside(cells, box_);
                outside = Some(outside.map_or((beyond, first), |(before, first)| (before + beyond, first)));
            }
            if let Some(inside) = inside {
                fill(&mut seen, inside);
            }
        }
        Self { never: !seen, twice: twice(size, by_size.into_values()), outside }
    }
}

/// The cells in two visits of a group; those of a group are of equal size.
fn twice(size: Size, groups: impl Iterator<Item = Vec<Visit>>) -> Mask {
    let box_ = IntRect::new(Cell::ORIGIN, size);
    let (mut twice, mut left) = (Mask::new(size), MOST_CELLS);
    for group in groups.filter(|group| group.len() > 1) {
        let mut seen = Mask::new(size);
        for visit in group {
            let Some(inside) = visit.in_space_of(IntRect::default()).intersection(box_) else { continue };
            let Some(rest) = left.checked_sub(inside.area()) else { return twice };
            left = rest;
            let (columns, rows) = sides(inside);
            for y in rows {
                for x in columns.clone() {
                    if seen.bit(x, y) {
                        twice.set(x, y);
                    }
                    seen.set(x, y);
                }
            }
        }
    }
    twice
}

/// Columns and rows of a rectangle inside the box.
fn sides(inside: IntRect) -> (std::ops::Range<u32>, std::ops::Range<u32>) {
    let side = |n: i64| u32::try_from(n).expect("inside the box");
    (side(inside.x)..side(inside.right()), side(inside.y)..side(inside.bottom()))
}

fn fill(mask: &mut Mask, inside: IntRect) {
    let (columns, rows) = sides(inside);
    for y in rows {
        mask.set_run(columns.clone(), y);
    }
}

/// The first cell of a rectangle, row by row, that lies outside the box.
fn first_outside(cells: IntRect, box_: IntRect) -> (i64, i64) {
    let starts_outside = !box_.contains(Cell::new(cells.x, cells.y));
    match (starts_outside, cells.right() > box_.right()) {
        (true, _) => (cells.x, cells.y),
        (false, true) => (box_.right(), cells.y),
        (false, false) => (cells.x, box_.bottom()),
    }
}

/// True for the visit of a rectangle that decides nothing: its cells are still to be visited.
const fn is_split(outcome: Option<&VisitOutcome>) -> bool {
    matches!(outcome, Some(VisitOutcome::Split))
}
