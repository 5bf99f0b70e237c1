//! The outline of a mask: a line of one pixel along the outside of every solid cell's free edge.

use egui::{Color32, Rect, pos2};

use super::lines::Lines;
use crate::{
    geom::{Cell, IntRect},
    mask::Mask,
};

/// Adds the outline of the cells in `part` of a mask, each of which lies on the screen where `place` says; `pixel` in points.
pub fn add(lines: &mut Lines, mask: &Mask, part: IntRect, place: impl Fn(IntRect) -> Rect, pixel: f32, color: Color32) {
    for (edge, outside) in edges(mask, part) {
        lines.rect(line(place(edge), outside, pixel), color);
    }
}

/// On which side of a run of solid cells the clear ones lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Above,
    Below,
    Left,
    Right,
}

/// The line along one side of a rectangle, outside it.
fn line(Rect { min, max }: Rect, side: Side, pixel: f32) -> Rect {
    match side {
        Side::Above => Rect::from_min_max(pos2(min.x - pixel, min.y - pixel), pos2(max.x + pixel, min.y)),
        Side::Below => Rect::from_min_max(pos2(min.x - pixel, max.y), pos2(max.x + pixel, max.y + pixel)),
        Side::Left => Rect::from_min_max(pos2(min.x - pixel, min.y), pos2(min.x, max.y)),
        Side::Right => Rect::from_min_max(pos2(max.x, min.y), pos2(max.x + pixel, max.y)),
    }
}

/// The free edges of the solid cells in `part` of a mask, neighbours along one line joined into runs.
fn edges(mask: &Mask, part: IntRect) -> Vec<(IntRect, Side)> {
    let mut edges = Vec::new();
    for y in part.y..part.bottom() {
        for (side, step) in [(Side::Above, -1), (Side::Below, 1)] {
            let free = |x: &i64| mask.get_cell(Cell::new(*x, y)) && !mask.get_cell(Cell::new(*x, y + step));
            runs(part.x..part.right(), free, |first, last| {
                edges.push((IntRect::spanning(Cell::new(first, y), Cell::new(last, y)), side));
            });
        }
    }
    for x in part.x..part.right() {
        for (side, step) in [(Side::Left, -1), (Side::Right, 1)] {
            let free = |y: &i64| mask.get_cell(Cell::new(x, *y)) && !mask.get_cell(Cell::new(x + step, *y));
            runs(part.y..part.bottom(), free, |first, last| {
                edges.push((IntRect::spanning(Cell::new(x, first), Cell::new(x, last)), side));
            });
        }
    }
    edges
}

/// Calls `found(first, last)` for each unbroken run of places at which `is_in` holds.
fn runs(places: std::ops::Range<i64>, is_in: impl Fn(&i64) -> bool, mut found: impl FnMut(i64, i64)) {
    let mut start = None;
    for at in places.clone() {
        match (is_in(&at), start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                found(first, at - 1);
                start = None;
            }
            _ => {}
        }
    }
    if let Some(first) = start {
        found(first, places.end - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_edges_are_one_run() {
        let mask: Mask = "##.\n##.".parse().expect("a mask");
        let edges = edges(&mask, mask.bounding_box());
        let run = |x, y, width, height, side| (IntRect { x, y, width, height }, side);
        assert_eq!(
            edges,
            [
                run(0, 0, 2, 1, Side::Above),
                run(0, 1, 2, 1, Side::Below),
                run(0, 0, 1, 2, Side::Left),
                run(1, 0, 1, 2, Side::Right),
            ]
        );
    }
}
