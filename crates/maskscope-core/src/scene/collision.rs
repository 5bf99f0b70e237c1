//! Overlap of two masks at an offset, and their contact.

use crate::geom::{Cell, IntRect, Offset, Size};
use crate::mask::{Prepared, closest_cells, overlap_box, shortest_push};

/// The overlap of two masks at an offset: the truth that scans are judged by.
///
/// All coordinates are those of one grid: A's own pixels in [`Collision::of`], or the world's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collision {
    /// A's box.
    pub box_a: IntRect,
    /// B's box.
    pub box_b: IntRect,
    /// The overlap box; `None` if the boxes do not overlap.
    pub overlap_box: Option<IntRect>,
    /// The number of cells set in both masks.
    pub overlap_area: u64,
    /// The smallest box around those cells.
    pub overlap_bounds: Option<IntRect>,
}

impl Collision {
    /// The overlap of `a` and `b` with B at `offset`, in A's own pixels.
    pub fn of(a: &Prepared, b: &Prepared, offset: Offset) -> Self {
        Self {
            box_a: a.mask().bounding_box(),
            box_b: IntRect::new(offset.cell(), b.mask().size()),
            overlap_box: overlap_box(a.mask().size(), b.mask().size(), offset),
            overlap_area: a.overlap_area(b, offset),
            overlap_bounds: a.overlap_bounds(b, offset),
        }
    }

    /// The same on a grid shifted by `by`: for the world, `by` is the cell of A's top left.
    #[must_use]
    pub fn translated(self, by: Cell) -> Self {
        let moved = |rect: IntRect| rect.translated(by);
        Self {
            box_a: moved(self.box_a),
            box_b: moved(self.box_b),
            overlap_box: self.overlap_box.map(moved),
            overlap_bounds: self.overlap_bounds.map(moved),
            ..self
        }
    }

    /// True if the boxes share a cell.
    pub const fn boxes_overlap(&self) -> bool {
        self.overlap_box.is_some()
    }

    /// True if the masks share a cell.
    pub const fn masks_overlap(&self) -> bool {
        self.overlap_area > 0
    }

    /// Columns and rows of the overlap box: `max(0, min(right) - max(left))` of Alex's article, and the same down.
    pub fn box_overlap(&self) -> Size {
        self.overlap_box.map_or(Size::default(), IntRect::size)
    }

    /// The overlap box's top left in A's own pixels, and in B's.
    pub fn origins(&self) -> Option<[Cell; 2]> {
        self.overlap_box.map(|shared| [self.box_a, self.box_b].map(|sprite| shared.origin() - sprite.origin()))
    }

    /// The centre of the overlap bounds, in cells; it need not lie on a shared cell.
    pub fn centre(&self) -> Option<(f64, f64)> {
        self.overlap_bounds.map(IntRect::centre)
    }
}

/// Contact of two masks at an offset, or their distance from a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MaskContact {
    /// The direction, of length 1, in which the overlap shrinks fastest when B moves: from A into B. `None` if the
    /// overlap grows by the same amount to either side.
    pub normal_on_b: Option<(f64, f64)>,
    /// The shortest move of B after which the masks share nothing; `None` if they share nothing already.
    pub push_out: Option<Cell>,
    /// The closest solid pixels, A's and B's, both in A's space; `None` if the masks share one, or one of them is clear.
    pub closest: Option<(Cell, Cell)>,
}

impl MaskContact {
    /// Returns the distance of the closest solid pixels, from centre to centre.
    pub fn nearest(&self) -> Option<f64> {
        self.closest.map(|(in_a, in_b)| (in_b - in_a).length())
    }

    /// The approximate number of cells that [`MaskContact::of`] reads at most.
    pub fn cells(a: Size, b: Size, offset: Offset) -> u64 {
        /// The most tries per cell of the overlap box for pushing one mask out of another.
        const MOVES_PER_CELL: u64 = 4;
        let shared = overlap_box(a, b, offset).unwrap_or_default();
        let pairs_of_rows = u64::from(a.height) * u64::from(b.height);
        MOVES_PER_CELL * shared.area() + pairs_of_rows
    }

    /// The contact of `a` and `b` with B at `offset`; `None` if cancelled.
    pub fn of(a: &Prepared, b: &Prepared, offset: Offset, cancelled: &dyn Fn() -> bool) -> Option<Self> {
        let push_out = shortest_push(a.mask(), b.mask(), offset, cancelled)?;
        let closest = if push_out.is_none() { closest_cells(a.mask(), b.mask(), offset) } else { None };
        Some(Self { normal_on_b: normal_on_b(a, b, offset), push_out, closest })
    }
}

/// The direction against the gradient of the overlap area, from its central differences one cell to either side.
fn normal_on_b(a: &Prepared, b: &Prepared, offset: Offset) -> Option<(f64, f64)> {
    let area = |x, y| Some(a.overlap_area(b, Offset::of(offset.cell() + Cell::new(x, y))?));
    #[expect(clippy::cast_precision_loss, reason = "areas of masks in memory are far below 2^52")]
    let shrinks = |back: u64, on: u64| back as f64 - on as f64;
    let (x, y) = (shrinks(area(-1, 0)?, area(1, 0)?), shrinks(area(0, -1)?, area(0, 1)?));
    let length = x.hypot(y);
    (length > 0.0).then(|| (x / length, y / length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Mask;

    fn contact(a: &Mask, b: &Mask, offset: Offset) -> MaskContact {
        let [a, b] = [a, b].map(|mask| Prepared::new(mask.clone()));
        MaskContact::of(&a, &b, offset, &|| false).expect("not cancelled")
    }

    fn mask(text: &str) -> Mask {
        text.parse().expect("a mask")
    }

    #[test]
    fn the_normal_points_from_a_into_b() {
        let block = mask("####\n####\n####\n####");
        let at = |x, y| contact(&block, &block, Offset::new(x, y)).normal_on_b;
        assert_eq!(at(3, 0), Some((1.0, 0.0)));
        assert_eq!(at(0, -3), Some((0.0, -1.0)));
        assert_eq!(at(0, 0), None);
        assert_eq!(at(9, 9), None);
        let (x, y) = at(2, 2).expect("a direction");
        assert!((x - y).abs() < 1e-9 && (x.hypot(y) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_nearest_pixels_are_measured_where_none_is_shared() {
        let nearest = |a, b, x, y| contact(&mask(a), &mask(b), Offset::new(x, y)).nearest();
        assert_eq!(nearest("#.\n..", ".#\n#.", 0, 0), Some(1.0));
        assert_eq!(nearest("#...", "...#", 0, 0), Some(3.0));
        assert_eq!(nearest("#", "#", 3, 4), Some(5.0));
        assert_eq!(nearest("#", "#", 0, 0), None, "they share a pixel");
        assert_eq!(nearest("..", "##", 0, 0), None, "nothing to meet");
    }

    #[test]
    fn cancelled_work_has_no_result() {
        let block = Prepared::new(mask("##"));
        assert_eq!(MaskContact::of(&block, &block, Offset::default(), &|| true), None);
    }
}
