//! The overlap area at every offset from the edges of runs.
//!
//! While one run passes over another, the pixels they share grow by one a step, stay, and shrink. The second difference
//! of that trapezoid is four numbers, one for each edge of one run that meets an edge of the other. So a pair of runs
//! costs four additions, however long the runs are, and two running sums over each row of the map restore the areas.
//!
//! ```text
//! A   # # #           offset              -2 -1  0  1  2  3
//! B   # #             area                 0  1  2  2  1  0
//!                     second difference   +1  0 -1 -1  0 +1      (one step early)
//! ```

use crate::geom::Size;
use crate::mask::{Mask, bits::index, pixels::Computation, tables::RunList};

/// Rows of B that pass over A together: the rows of the map that they change stay in the nearest cache.
const ROWS: usize = 8;

/// Runs of A between two checks for cancellation.
const RUNS: usize = 256;

/// Fills an area map.
pub struct RunEdges<'a> {
    /// A's runs, each edge as an index into the map's memory.
    a: RunList,
    /// B's runs, in the same way.
    b: RunList,
    /// The map's columns.
    width: usize,
    areas: &'a mut [u32],
    is_cancelled: &'a dyn Fn() -> bool,
}

impl<'a> RunEdges<'a> {
    /// Words that a map's memory needs after its last area.
    pub const GUARDS: usize = 2;

    /// Prepares to fill `areas`: the map of both masks, of `size`, all zero, followed by the guards.
    pub fn new((a, b): (&Mask, &Mask), size: Size, areas: &'a mut [u32], is_cancelled: &'a dyn Fn() -> bool) -> Self {
        let (width, b_width, b_height) = (index(size.width), index(b.width()), index(b.height()));
        // The sum of two edges' indices is the index in the map at which they meet.
        let a = RunList::new(a, |y, x| y * width + x);
        let b = RunList::new(b, |y, x| (b_height - 1 - y) * width + (b_width - x));
        Self { a, b, width, areas, is_cancelled }
    }
}

impl Computation for RunEdges<'_> {
    /// True if the map was finished.
    type Answer = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Self { a, b, width, areas, is_cancelled } = self;
        for row in (0..b.height()).step_by(ROWS) {
            let runs_of_b = b.rows(row..b.height().min(row + ROWS));
            for runs_of_a in a.all().chunks(RUNS) {
                if is_cancelled() {
                    return false;
                }
                for &(begin, end) in runs_of_a {
                    // Each edge of A's run meets both edges of each of B's: four numbers change. A's first edge goes
                    // over all of B before the second: two runs of equal length would otherwise change the same number
                    // twice in a row, the second time waiting for the first.
                    for (edge, change) in [(begin, 1), (end, u32::MAX)] {
                        for &(b_begin, b_end) in runs_of_b {
                            areas[edge + b_end] = areas[edge + b_end].wrapping_add(change);
                            areas[edge + b_begin] = areas[edge + b_begin].wrapping_sub(change);
                        }
                    }
                }
            }
        }
        // Two running sums over each row turn second differences into areas. A run's last edge belongs up to two
        // columns behind the row, and was added to the start of the next row instead. The amount is known, since it
        // must bring the area to 0 there, and is subtracted again.
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
