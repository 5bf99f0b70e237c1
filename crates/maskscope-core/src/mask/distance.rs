//! Distances between masks: their closest pixels.

use super::{Mask, Runs};
use crate::geom::{Cell, IntRect, Offset};

/// The rows of a band, whose common bounds are compared before the rows themselves.
const BAND: usize = 64;

/// A row with set pixels.
struct SolidRow<'a> {
    /// Bounds of its set pixels in A's space, one row high.
    bounds: IntRect,
    runs: Runs<'a>,
    /// A's column of the mask's column 0.
    left: i64,
}

/// Returns the closest set pixels of both masks with B at `offset`: A's and B's, both in A's space. A shared pixel is its
/// own closest; `None` if one of the masks is clear.
///
/// Pairs of bands of rows are searched from the nearest on, and of their rows only those that may be nearer than the
/// nearest pixels found so far.
pub fn closest_cells(a: &Mask, b: &Mask, offset: Offset) -> Option<(Cell, Cell)> {
    let (a, b) = (rows(a, Cell::ORIGIN), rows(b, offset.cell()));
    let (a, b) = (bands(&a), bands(&b));
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (least(a.0, b.0), a.1, b.1)));
    let mut pairs: Vec<_> = pairs.collect();
    pairs.sort_by_key(|(least, ..)| *least);
    let mut closest: Option<(u64, (Cell, Cell))> = None;
    for (nearest, a, b) in pairs {
        if closest.is_some_and(|(found, _)| nearest >= found) {
            break;
        }
        for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
            if closest.is_none_or(|(found, _)| least(a.bounds, b.bounds) < found) {
                let cells = a.closest_to(b)?;
                let found = (squared(cells.0.x.abs_diff(cells.1.x), cells.0.y.abs_diff(cells.1.y)), cells);
                closest = closest.into_iter().chain([found]).min_by_key(|(distance, _)| *distance);
            }
        }
    }
    closest.map(|(_, cells)| cells)
}

/// Returns the distance of the closest set pixels of both masks with B at `offset`, from centre to centre; 0 if the masks
/// overlap, `None` if one of them is clear.
pub fn distance(a: &Mask, b: &Mask, offset: Offset) -> Option<f64> {
    closest_cells(a, b, offset).map(|(in_a, in_b)| (in_b - in_a).length())
}

/// The rows of `mask` that have set pixels; `origin` is its top left in A's space.
fn rows(mask: &Mask, origin: Cell) -> Vec<SolidRow<'_>> {
    let row = |y: u32| {
        let (first, last) = mask.span(y)?;
        let bounds = IntRect::spanning(Cell::new(first.into(), y.into()), Cell::new(last.into(), y.into()));
        Some(SolidRow { bounds: bounds.translated(origin), runs: mask.runs(y), left: origin.x })
    };
    (0..mask.height()).filter_map(row).collect()
}

/// The rows in bands, each with its bounds.
fn bands<'a, 'b>(rows: &'b [SolidRow<'a>]) -> Vec<(IntRect, &'b [SolidRow<'a>])> {
    let bounds = |band: &[SolidRow<'_>]| band.iter().fold(IntRect::default(), |all, row| all.union(row.bounds));
    rows.chunks(BAND).map(|band| (bounds(band), band)).collect()
}

impl SolidRow<'_> {
    /// The closest set pixels of two rows.
    fn closest_to(&self, other: &Self) -> Option<(Cell, Cell)> {
        let (mut runs, mut others) = (self.runs.clone().peekable(), other.runs.clone().peekable());
        let mut closest: Option<(i64, i64)> = None;
        while let (Some(one), Some(two)) = (runs.peek(), others.peek()) {
            let (first, last) = (self.left + i64::from(one.start), self.left + i64::from(one.end) - 1);
            let (other_first, other_last) = (other.left + i64::from(two.start), other.left + i64::from(two.end) - 1);
            let shared = first.max(other_first);
            let columns = match () {
                () if last < other_first => (last, other_first),
                () if other_last < first => (first, other_last),
                () => (shared, shared),
            };
            closest = closest.into_iter().chain([columns]).min_by_key(|(one, two)| one.abs_diff(*two));
            let _ = if last < other_last { runs.next() } else { others.next() };
        }
        closest.map(|(x, other_x)| (Cell::new(x, self.bounds.y), Cell::new(other_x, other.bounds.y)))
    }
}

/// The least square of a distance between cells of two boxes, from centre to centre.
fn least(one: IntRect, other: IntRect) -> u64 {
    let steps = |low: i64, end: i64, other_low: i64, other_end: i64| {
        u64::try_from((other_low - end).max(low - other_end) + 1).unwrap_or(0)
    };
    squared(steps(one.x, one.right(), other.x, other.right()), steps(one.y, one.bottom(), other.y, other.bottom()))
}

/// The square of a distance; offsets fit `i32`, so it fits, too.
const fn squared(x: u64, y: u64) -> u64 {
    x * x + y * y
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;

    fn squared_distance((one, other): (Cell, Cell)) -> u64 {
        squared(one.x.abs_diff(other.x), one.y.abs_diff(other.y))
    }

    /// The same by comparing every pair of pixels.
    fn slowly(a: &Mask, b: &Mask, offset: Offset) -> Option<u64> {
        let cells = |mask: &Mask| {
            let cells = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
            cells.filter(|&(x, y)| mask.get(x, y)).map(|(x, y)| Cell::new(x.into(), y.into())).collect::<Vec<_>>()
        };
        let others: Vec<_> = cells(b).into_iter().map(|cell| cell + offset.cell()).collect();
        cells(a).iter().flat_map(|one| others.iter().map(|other| squared_distance((*one, *other)))).min()
    }

    fn masks() -> Vec<Mask> {
        let wide = Mask::from_fn(Size::new(70, 3), |x, y| x % 64 == 63 - y);
        let high = Mask::from_fn(Size::new(3, 150), |x, y| (x + 7 * y) % 50 == 3);
        let texts = ["#", ".", "#..#\n....\n#..#", "....#\n#....", ".##.\n####\n.##."];
        texts.iter().map(|text| text.parse().expect("a mask")).chain([wide, high]).collect()
    }

    #[test]
    fn no_pair_of_pixels_is_closer() {
        let masks = masks();
        for (a, b) in masks.iter().flat_map(|a| masks.iter().map(move |b| (a, b))) {
            for (x, y) in [(0, 0), (1, 0), (3, 1), (-5, 2), (80, -70), (-66, 0), (0, 9), (2, -4), (5, 200), (-9, -75)] {
                let offset = Offset::new(x, y);
                let found = closest_cells(a, b, offset);
                let context = format!("{}\n{} at {x},{y}", a.to_text(), b.to_text());
                assert_eq!(found.map(squared_distance), slowly(a, b, offset), "{context}");
                let are_set = |(in_a, in_b)| a.get_cell(in_a) && b.get_cell(in_b - offset.cell());
                assert!(found.is_none_or(are_set), "{context}");
            }
        }
    }

    #[test]
    fn it_is_measured_from_centre_to_centre() {
        let dot: Mask = "#".parse().expect("a mask");
        let distance = |x, y| distance(&dot, &dot, Offset::new(x, y));
        assert_eq!((distance(0, 0), distance(1, 0), distance(-3, 4)), (Some(0.0), Some(1.0), Some(5.0)));
        let far = f64::from(i32::MAX).hypot(f64::from(i32::MIN));
        assert_eq!(distance(i32::MAX, i32::MIN), Some(far));
        assert_eq!(super::distance(&dot, &Mask::new(Size::new(2, 2)), Offset::default()), None);
    }

    #[test]
    fn large_masks_take_no_longer_than_their_rows() {
        let disc = |radius: f64| {
            let from_middle = |at: u32| f64::from(at) - 1023.5;
            Mask::from_fn(Size::new(2048, 2048), |x, y| from_middle(x).hypot(from_middle(y)) <= radius)
        };
        let (large, ring) = (disc(1024.0), disc(1024.0) ^ disc(1000.0));
        let between = |a, b, x, y| distance(a, b, Offset::new(x, y)).expect("they have pixels");
        assert_eq!(between(&large, &large, 30_000, 40_000).round(), 50_000.0 - 2.0 * 1024.0);
        assert!((500.0..501.0).contains(&between(&ring, &disc(500.0), 0, 0)));
    }
}
