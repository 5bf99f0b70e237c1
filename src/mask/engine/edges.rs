//! The overlap area at every offset from the edges of runs.
//!
//! While one run passes over another, what they share grows by one pixel a step, stays, and shrinks: a trapezoid, whose
//! second difference is four numbers, one where each edge of one run meets an edge of the other. So each pair of runs
//! costs four additions however long the runs are, and two running sums over a row of the map bring back the areas.
//!
//! ```text
//! A   # # #           offset              -2 -1  0  1  2  3
//! B   # #             area                 0  1  2  2  1  0
//!                     second difference   +1  0 -1 -1  0 +1      (one step early)
//! ```

use super::{level::Work, runs::Runs};
use crate::{
    geom::Size,
    mask::{Mask, bits::index},
};

/// Rows of B that are passed over A together: as many rows of the map are then at work, and stay in the nearest cache.
const ROWS: usize = 8;

/// Runs of A between two questions whether to stop.
const RUNS: usize = 256;

/// Where the edges of a mask's runs stand in the map's memory.
struct Edges {
    /// Where each row's runs begin in the list, and where the last row's end.
    rows: Vec<usize>,
    /// Each run's beginning and end.
    runs: Vec<(usize, usize)>,
}

impl Edges {
    /// The edges of `mask`, each where `place` puts it: by its row and its column.
    fn new(mask: &Mask, place: impl Fn(usize, usize) -> usize) -> Self {
        let runs = Runs::new(mask);
        let mut edges = Self { rows: vec![0], runs: Vec::new() };
        for y in 0..runs.rows() {
            let (begins, ends) = runs.row(y);
            edges.runs.extend(begins.iter().zip(ends).map(|(&begin, &end)| (place(y, begin), place(y, end))));
            edges.rows.push(edges.runs.len());
        }
        edges
    }
}

/// Fills an area map.
pub struct RunEdges<'a> {
    a: Edges,
    b: Edges,
    /// The map's columns.
    width: usize,
    areas: &'a mut [u32],
    is_cancelled: &'a dyn Fn() -> bool,
}

impl<'a> RunEdges<'a> {
    /// Words that a map's memory has to have behind its last area.
    pub const GUARDS: usize = 2;

    /// Prepares to fill `areas`, the map of both masks, `size` large, all zero, with the guards behind it.
    pub fn new((a, b): (&Mask, &Mask), size: Size, areas: &'a mut [u32], is_cancelled: &'a dyn Fn() -> bool) -> Self {
        let (width, b_width, b_height) = (index(size.width), index(b.width()), index(b.height()));
        // An edge of A and one of B meet in the map at the sum of their places.
        let a = Edges::new(a, |y, x| y * width + x);
        let b = Edges::new(b, |y, x| (b_height - 1 - y) * width + (b_width - x));
        Self { a, b, width, areas, is_cancelled }
    }
}

impl Work for RunEdges<'_> {
    /// Whether the map was finished.
    type Answer = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Self { a, b, width, areas, is_cancelled } = self;
        for rows in (0..b.rows.len() - 1).step_by(ROWS) {
            let runs_of_b = &b.runs[b.rows[rows]..b.rows[(b.rows.len() - 1).min(rows + ROWS)]];
            for runs_of_a in a.runs.chunks(RUNS) {
                if is_cancelled() {
                    return false;
                }
                for &(begin, end) in runs_of_a {
                    // First all that meets the beginning, then all that meets the end: of two runs of equal length both
                    // would change the same number twice in a row, and wait for it.
                    for (edge, change) in [(begin, 1), (end, u32::MAX)] {
                        for &(b_begin, b_end) in runs_of_b {
                            areas[edge + b_end] = areas[edge + b_end].wrapping_add(change);
                            areas[edge + b_begin] = areas[edge + b_begin].wrapping_sub(change);
                        }
                    }
                }
            }
        }
        // What belongs two columns behind a row has gone to the beginning of the next. It is known all the same, since
        // it brings the area to 0 there.
        let (mut spilled, length) = ([0_u32; 2], areas.len() - Self::GUARDS);
        for row in areas[..length].chunks_exact_mut(width) {
            row[0] = row[0].wrapping_sub(spilled[0]);
            let late = match row.get_mut(1) {
                Some(second) => {
                    *second = second.wrapping_sub(spilled[1]);
                    0
                }
                None => spilled[1],
            };
            let (mut step, mut area) = (0_u32, 0_u32);
            for change in row {
                step = step.wrapping_add(*change);
                area = area.wrapping_add(step);
                *change = area;
            }
            spilled = [late.wrapping_sub(area).wrapping_sub(step), area];
        }
        true
    }
}
