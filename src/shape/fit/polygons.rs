//! A simple polygon of few corners that follows the outline of a mask.
//!
//! It begins as a triangle near the best box, and takes one corner after another where it gains most, more than it needs; then it
//! loses those that matter least. In a large mask it is found in squares of cells, and its corners move from there.

use super::cells::Cells;
use super::growing::{Corner, Growing};
use super::search::best_box;

/// The corners after which a polygon begins to lose some.
const MANY: usize = 16;
/// The most that a forbidden cell costs while polygons gain corners, and while they lose some: where it is dear, others matter.
const PRICES: [[i64; 2]; 4] = [[1, 1], [1, 8], [8, i64::MAX], [16, 16]];

/// A polygon of 3 to `most` corners; `None` if cancelled.
pub fn fit(cells: &Cells, most: usize, is_cancelled: &dyn Fn() -> bool) -> Option<Vec<Corner>> {
    let square = cells.square();
    let mut best = None;
    if square == 1 {
        for found in by_corners(cells, most, is_cancelled)? {
            keep_better(&mut best, found);
        }
        return best.map(|best| best.corners);
    }
    let squares = cells.in_squares(square, is_cancelled)?;
    for found in by_corners(&squares, most, is_cancelled)? {
        let corners = found.corners.iter().map(|(x, y)| (x * square, y * square));
        let mut polygon = Growing::new(cells, corners.collect());
        polygon.settle(2 * square, is_cancelled)?;
        keep_better(&mut best, polygon);
    }
    for start in starts(cells, is_cancelled)?.into_iter().filter(|start| start.len() <= most) {
        keep_better(&mut best, Growing::new(cells, start));
    }
    let mut best = best?;
    best.settle(2 * square, is_cancelled)?;
    Some(best.corners)
}

/// The best polygons found, by the numbers of their corners, of 3 to `most`.
fn by_corners<'a>(cells: &'a Cells, most: usize, is_cancelled: &dyn Fn() -> bool) -> Option<Vec<Growing<'a>>> {
    let mut candidates = candidates(cells, most, is_cancelled)?;
    candidates.sort_by_key(|candidate| candidate.corners.len());
    let (mut all, mut best) = (Vec::new(), None);
    for same in candidates.chunk_by(|one, other| one.corners.len() == other.corners.len()) {
        if same[0].corners.len() > most {
            break;
        }
        if let Some(best) = &mut best {
            Growing::grow(best, is_cancelled)?;
        }
        for candidate in same {
            let mut candidate = candidate.clone();
            candidate.enforce(is_cancelled)?;
            keep_better(&mut best, candidate);
        }
        let Some(best) = &mut best else { continue };
        if best.corners.len() <= MANY {
            best.relocate(is_cancelled)?;
        }
        all.push(best.clone());
    }
    Some(all)
}

/// Polygons to begin with. The first ones do nothing that is forbidden.
fn candidates<'a>(cells: &'a Cells, most: usize, is_cancelled: &dyn Fn() -> bool) -> Option<Vec<Growing<'a>>> {
    let side = cells.width.max(cells.height);
    let starts: Vec<_> = starts(cells, is_cancelled)?.into_iter().map(|start| Growing::new(cells, start)).collect();
    let mut all = starts.clone();
    let forbidden = cells.adding.max(cells.missing);
    for [gaining, losing] in PRICES.into_iter().filter(|[_, most]| *most == 1 || forbidden > 1) {
        let mut best = None;
        for start in &starts {
            let mut start = start.priced(gaining);
            start.settle(side / 4, is_cancelled)?;
            keep_better(&mut best, start);
        }
        let mut grown = best?;
        while grown.corners.len() < MANY && grown.grow(is_cancelled)? {}
        let mut pruned = Some(grown.priced(losing));
        while let Some(mut polygon) = pruned {
            polygon.settle(side / 16, is_cancelled)?;
            pruned = polygon.pruned();
            all.push(polygon);
        }
        while grown.corners.len() < most && grown.grow(is_cancelled)? {
            all.push(grown.clone());
        }
    }
    Some(all)
}

/// The best box, and triangles in it and around it.
fn starts(cells: &Cells, is_cancelled: &dyn Fn() -> bool) -> Option<Vec<Vec<Corner>>> {
    let ([left, top, right, bottom], _) = best_box(cells, is_cancelled)?;
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    let mut starts = vec![corners.to_vec()];
    for at in 0..4 {
        let [(x, y), next, before] = [0, 1, 3].map(|by| corners[(at + by) % 4]);
        for size in [1, 2] {
            let far = |(to_x, to_y): Corner| (x + size * (to_x - x), y + size * (to_y - y));
            starts.push(vec![(x, y), far(next), far(before)]);
        }
    }
    Some(starts)
}

fn keep_better<'a>(best: &mut Option<Growing<'a>>, other: Growing<'a>) {
    if best.as_ref().is_none_or(|best| other.worth < best.worth) {
        *best = Some(other);
    }
}
