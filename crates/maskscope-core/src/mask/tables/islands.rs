//! [`Islands`]: the groups of set pixels of a mask, found row by row.

use std::ops::Range;

use crate::mask::Mask;

/// Islands of a mask: groups of set pixels that touch each other, if only at their corners.
///
/// ```text
/// # # . . #
/// . . # . #      two islands, one of three pixels and one of two
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Islands {
    /// The number of islands.
    pub count: u64,
    /// Pixels of the smallest; 0 in a clear mask.
    pub smallest: u64,
    /// Pixels of the largest; 0 in a clear mask.
    pub largest: u64,
    /// The number of islands of a single pixel.
    pub single: u64,
}

impl Islands {
    /// The islands of `mask`; `None` if cancelled, which is checked before each row.
    pub(in crate::mask) fn of(mask: &Mask, cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let mut sweep = IslandSweep::default();
        for y in 0..mask.height() {
            if cancelled() {
                return None;
            }
            sweep.row(mask.runs(y));
        }
        sweep.row([].into_iter());
        Some(sweep.whole)
    }

    /// Adds an island of `pixels`.
    fn add(&mut self, pixels: u64) {
        self.smallest = if self.count == 0 { pixels } else { self.smallest.min(pixels) };
        self.largest = self.largest.max(pixels);
        self.single += u64::from(pixels == 1);
        self.count += 1;
    }
}

/// A line that sweeps down a mask, remembering no more than one row.
///
/// In each row it keeps a forest (union-find). The nodes are the islands that reach the row above, then the runs of this
/// row; each tree is an island.
///
/// ```text
/// # . #      islands 0 and 1 reach this row
/// . # .      run 2 touches both: all three are one tree, whose island becomes number 0
/// ```
#[derive(Default)]
struct IslandSweep {
    /// The islands that do not reach the last row.
    whole: Islands,
    /// The runs of the last row with the numbers of their islands, from left to right.
    above: Vec<(Range<u32>, usize)>,
    /// For each node, a node nearer to the root of its tree, or the root itself.
    parents: Vec<usize>,
    /// For each root, the pixels of its tree; between rows, for each island that reaches the last row.
    pixels: Vec<u64>,
    /// The runs of this row with their nodes.
    here: Vec<(Range<u32>, usize)>,
    /// For each root, its island's number in the next row.
    numbers: Vec<Option<usize>>,
    /// The pixels of the islands so numbered.
    next: Vec<u64>,
}

impl IslandSweep {
    /// Moves to a row with these `runs`.
    fn row(&mut self, runs: impl Iterator<Item = Range<u32>>) {
        let islands = self.pixels.len();
        self.parents.clear();
        self.parents.extend(0..islands);
        let mut first = 0;
        for run in runs {
            let node = self.parents.len();
            self.parents.push(node);
            self.pixels.push((run.end - run.start).into());
            // Diagonal neighbours touch: a run above may end where this one starts, or start where it ends.
            while self.above.get(first).is_some_and(|(above, _)| above.end < run.start) {
                first += 1;
            }
            let mut touching = first;
            while let Some((above, island)) = self.above.get(touching)
                && above.start <= run.end
            {
                let island = *island;
                self.join(island, node);
                touching += 1;
            }
            self.here.push((run, node));
        }
        self.number(islands);
    }

    /// Numbers the islands that reach this row, and counts those that do not as whole.
    fn number(&mut self, islands: usize) {
        self.numbers.clear();
        self.numbers.resize(self.parents.len(), None);
        self.next.clear();
        for place in 0..self.here.len() {
            let root = root(&mut self.parents, self.here[place].1);
            let number = *self.numbers[root].get_or_insert_with(|| {
                self.next.push(self.pixels[root]);
                self.next.len() - 1
            });
            self.here[place].1 = number;
        }
        for island in 0..islands {
            if self.parents[island] == island && self.numbers[island].is_none() {
                self.whole.add(self.pixels[island]);
            }
        }
        std::mem::swap(&mut self.pixels, &mut self.next);
        std::mem::swap(&mut self.above, &mut self.here);
        self.here.clear();
    }

    /// Joins the trees of `a` and `b`.
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (root(&mut self.parents, a), root(&mut self.parents, b));
        if a != b {
            let (root, leaf) = (a.min(b), a.max(b));
            self.parents[leaf] = root;
            self.pixels[root] += self.pixels[leaf];
        }
    }
}

/// The root of the tree of `node` in a forest, by the parent of each node. The path to it is halved on the way.
pub(in crate::mask) fn root(parents: &mut [usize], mut node: usize) -> usize {
    while parents[node] != node {
        parents[node] = parents[parents[node]];
        node = parents[node];
    }
    node
}
