//! The search for the best shape of a kind, by branch and bound: [`best`].
//!
//! A [`Region`] is a set of shapes: a range of each of their numbers. The region whose best shape could be the best of all is
//! halved, again and again, until it holds a single shape. The search for rectangles of C. Lampert, M. Blaschko and T. Hofmann,
//! *Beyond Sliding Windows: Object Localization by Efficient Subwindow Search* (2008), for shapes of any kind.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::{array, iter};

/// The shapes with their numbers in these ranges, both ends included.
pub type Region<const N: usize> = [(i64, i64); N];

/// The merit of a shape, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Merit {
    /// The price of the cells that it adds and misses.
    pub price: i64,
    /// A number that grows with its area.
    pub area: i64,
    /// A number that grows with its top edge.
    pub top: i64,
    /// A number that grows with its left edge.
    pub left: i64,
    /// A number that grows with its height.
    pub height: i64,
}

impl Merit {
    /// The merit of no shape.
    pub const NONE: Self = Self { price: i64::MAX, area: 0, top: 0, left: 0, height: 0 };
}

/// A kind of shape with `N` numbers.
pub trait Kind<const N: usize> {
    /// All shapes among which the best is searched.
    fn all(&self) -> Region<N>;

    /// A merit that no shape of the region exceeds; of a single shape its own. [`Merit::NONE`] if the region has no shape.
    fn bound(&self, region: &Region<N>) -> Merit;
}

/// The best shape of a kind, and whether it is proven; `None` if cancelled. The search begins near a shape, by a first step, and is given up after `most`
/// regions.
pub fn best<const N: usize>(
    kind: &impl Kind<N>,
    near: ([i64; N], i64),
    most: i64,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<([i64; N], bool)> {
    let all = kind.all();
    let mut known = descend(kind, near.0, near.1, is_cancelled)?;
    let mut open = BinaryHeap::from([Reverse((kind.bound(&all), all))]);
    for _ in 0..most {
        if is_cancelled() {
            return None;
        }
        let Some(Reverse((_, region))) = open.pop().filter(|Reverse((merit, _))| *merit < known.0) else {
            return Some((known.1, true));
        };
        for half in halves(&region) {
            let merit = kind.bound(&half);
            if merit >= known.0 {
            } else if half.iter().all(|(low, high)| low == high) {
                known = (merit, middle(&half));
            } else {
                open.push(Reverse((merit, half)));
            }
        }
    }
    Some((known.1, false))
}

/// The shape to which steps lead, each better than the last, first long ones; with its merit. `None` if cancelled.
fn descend<const N: usize>(
    kind: &impl Kind<N>,
    from: [i64; N],
    mut step: i64,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<(Merit, [i64; N])> {
    let all = kind.all();
    let is_known = |to: &[i64; N]| to.iter().zip(&all).all(|(n, (low, high))| (low..=high).contains(&n));
    let known = |numbers: [i64; N]| (kind.bound(&numbers.map(|n| (n, n))), numbers);
    let mut best = known(from);
    while step > 0 {
        let mut next = best;
        // Each number goes down, stays, or goes up.
        for way in 0..iter::repeat_n(3, N).product() {
            if is_cancelled() {
                return None;
            }
            let mut ways = way;
            let to = best.1.map(|n| {
                let by = ways % 3 - 1;
                ways /= 3;
                n + step * by
            });
            if is_known(&to) {
                next = next.min(known(to));
            }
        }
        if next == best {
            step /= 2;
        }
        best = next;
    }
    Some(best)
}

/// The region, halved along its widest range.
fn halves<const N: usize>(region: &Region<N>) -> [Region<N>; 2] {
    let widest = (0..N).max_by_key(|&at| region[at].1 - region[at].0).unwrap_or_default();
    let (low, high) = region[widest];
    let middle = low + (high - low) / 2;
    let half = |range| array::from_fn(|at| if at == widest { range } else { region[at] });
    [half((low, middle)), half((middle + 1, high))]
}

/// The middle of all shapes of a kind, and a step that leads to any of them.
pub fn middle_of<const N: usize>(kind: &impl Kind<N>) -> ([i64; N], i64) {
    let all = kind.all();
    (middle(&all), all.iter().map(|(low, high)| (high - low) / 4).fold(1, i64::max))
}

fn middle<const N: usize>(region: &Region<N>) -> [i64; N] {
    region.map(|(low, high)| low + (high - low) / 2)
}
