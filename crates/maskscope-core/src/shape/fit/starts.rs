//! [`StartSearch`]: the polygons from which a search begins.
//!
//! They are the best box, triangles in it and around it, the most important corners of the outlines, and those that are left when
//! corners are taken away by their price.

use std::collections::VecDeque;
use std::{mem, ops::Range};

use super::cells::Rule;
use super::growing::{Corner, Criteria, Growing};
use super::outline::{OutlineTrace, by_importance, hull};
use super::search::BoxSearch;
use crate::{mask::Mask, shape::Shape};

/// Numbers of corners that are left when others are taken away from twice the most of them: what is found for one number must
/// not depend on how many are searched.
const TIERS: [Range<usize>; 4] = [3..33, 33..65, 65..129, 129..Shape::MOST_CORNERS + 1];

/// A search for polygons to begin from, which can go on after a break.
#[derive(Clone, Debug, Default)]
pub struct StartSearch {
    stage: StartStage,
    found: Vec<Vec<Corner>>,
}

/// Step of the search.
#[derive(Clone, Debug)]
enum StartStage {
    /// The best box is searched, which is a polygon, too.
    Box(BoxSearch),
    /// The outlines are traced.
    Trace(OutlineTrace),
    /// An outline is reduced, and then the others.
    Reduce(Option<Reduction>, VecDeque<Vec<Corner>>),
}

impl Default for StartStage {
    fn default() -> Self {
        Self::Box(BoxSearch::default())
    }
}

/// An outline while its corners are taken away.
#[derive(Clone, Debug)]
struct Reduction {
    outline: Vec<Corner>,
    /// The numbers of its corners, the most important first.
    important: Vec<usize>,
    /// The numbers of corners that are left at last, and then others, from the end on.
    tiers: Vec<Range<usize>>,
    /// The polygon of the last tier, once it is begun.
    polygon: Option<Growing>,
}

impl StartSearch {
    /// Goes on until it is done, always by the same `criteria` and for at most `most` corners, and returns the polygons then;
    /// `None` if it is over before.
    pub fn go_on(
        &mut self,
        criteria: &Criteria<'_>,
        most: usize,
        is_over: &dyn Fn() -> bool,
    ) -> Option<Vec<Vec<Corner>>> {
        let cells = criteria.cells;
        loop {
            match &mut self.stage {
                StartStage::Box(search) => {
                    let (edges, _) = search.go_on(cells, is_over)?;
                    self.found = around(edges.map(|edge| 2 * edge), cells.rule);
                    self.stage = StartStage::Trace(OutlineTrace::new(&cells.mask));
                }
                StartStage::Trace(trace) => {
                    let mut outlines = trace.go_on(&cells.mask, is_over)?;
                    if criteria.is_convex {
                        outlines.truncate(1);
                        outlines[0] = match cells.rule {
                            Rule::Outside => hull(ends_of_rows(&cells.mask)),
                            _ => hull(mem::take(&mut outlines[0])),
                        };
                    }
                    self.stage = StartStage::Reduce(None, outlines.into());
                }
                StartStage::Reduce(reduction, outlines) => {
                    if reduction.as_mut().is_none_or(|reduction| !reduction.step(criteria, &mut self.found)) {
                        let Some(outline) = outlines.pop_front() else { return Some(mem::take(&mut self.found)) };
                        let new = Reduction::new(outline, most);
                        self.found.extend((3..=most.min(new.important.len())).map(|count| new.first(count)));
                        *reduction = Some(new);
                    }
                }
            }
            if is_over() {
                return None;
            }
        }
    }
}

impl Reduction {
    fn new(outline: Vec<Corner>, most: usize) -> Self {
        let tiers: Vec<_> = TIERS.into_iter().filter(|tier| tier.start <= most).rev().collect();
        let important = by_importance(&outline, tiers.first().map_or(0, |tier| 2 * tier.end));
        Self { outline, important, tiers, polygon: None }
    }

    /// The `count` most important corners.
    fn first(&self, count: usize) -> Vec<Corner> {
        let mut first = self.important[..count].to_vec();
        first.sort_unstable();
        first.into_iter().map(|at| self.outline[at]).collect()
    }

    /// Begins a tier, or takes away the corner that costs least, and adds what is `found`; false if none is left.
    fn step(&mut self, criteria: &Criteria<'_>, found: &mut Vec<Vec<Corner>>) -> bool {
        let Some(tier) = self.tiers.last().cloned() else { return false };
        let polygon = match self.polygon.take() {
            None => {
                let mut counts = (3..=self.important.len().min(2 * tier.end)).rev();
                counts.find_map(|count| criteria.polygon(self.first(count)))
            }
            Some(polygon) => {
                let others = (0..polygon.corners.len()).filter_map(|at| criteria.without(&polygon, at));
                let next = others.min_by_key(|other| criteria.worth(other));
                found.extend(tier.contains(&polygon.corners.len()).then_some(polygon.corners));
                next
            }
        };
        self.polygon = polygon.filter(|polygon| polygon.corners.len() >= tier.start);
        if self.polygon.is_none() {
            self.tiers.pop();
        }
        true
    }
}

/// The best box, and triangles in it; around it under a rule by which nothing may be left out.
fn around([left, top, right, bottom]: [i64; 4], rule: Rule) -> Vec<Vec<Corner>> {
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    let size = if rule == Rule::Outside { 2 } else { 1 };
    let triangle = |at: usize| {
        let [(x, y), next, before] = [0, 1, 3].map(|by| corners[(at + by) % 4]);
        let far = |(to_x, to_y): Corner| (x + size * (to_x - x), y + size * (to_y - y));
        vec![(x, y), far(next), far(before)]
    };
    [corners.to_vec()].into_iter().chain((0..4).map(triangle)).collect()
}

/// The corners of the first and last cells of all rows, in half pixels.
fn ends_of_rows(mask: &Mask) -> Vec<Corner> {
    let row = |y: u32| {
        let (first, last) = mask.span(y)?;
        let (left, right, y) = (2 * i64::from(first), 2 * i64::from(last) + 2, 2 * i64::from(y));
        Some([(left, y), (right, y), (left, y + 2), (right, y + 2)])
    };
    (0..mask.height()).filter_map(row).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_rows_are_the_corners_of_their_cells() {
        let mask: Mask = ".....\n..##.\n.....\n#...#".parse().expect("a mask");
        let expected = [(4, 2), (8, 2), (4, 4), (8, 4), (0, 6), (10, 6), (0, 8), (10, 8)];
        assert_eq!(ends_of_rows(&mask), expected, "in half pixels");
    }
}
