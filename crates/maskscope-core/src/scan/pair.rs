//! The two masks that a strategy scans.

use super::probe::Probe;
use super::visit::{Hit, Visit};
use super::walk::{Segment, Way};
use crate::geom::{Cell, IntRect, Offset, Size};
use crate::mask::{Mask, Prepared, overlap_box};

/// Two masks at an offset at which their boxes overlap.
///
/// Strategies use cells local to the overlap box: columns 0 to `width - 1`, rows 0 to `height - 1`.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// Mask A with its tables.
    pub a: &'a Prepared,
    /// Mask B with its tables.
    pub b: &'a Prepared,
    size: Size,
    /// The overlap box's top left in A's pixels.
    origin_in_a: (u32, u32),
    /// The overlap box's top left in B's pixels.
    origin_in_b: (u32, u32),
    /// The previous placement's hit in A's pixels, for strategies that remember.
    pub hint: Option<Cell>,
}

impl<'a> Pair<'a> {
    /// Both masks with B at `offset`; `None` if their boxes do not overlap.
    pub fn new(a: &'a Prepared, b: &'a Prepared, offset: Offset) -> Option<Self> {
        let shared = overlap_box(a.mask().size(), b.mask().size(), offset)?;
        let inside = |n: i64| u32::try_from(n).expect("the overlap box lies inside both masks");
        let in_b = shared.origin() - offset.cell();
        Some(Self {
            a,
            b,
            size: shared.size(),
            origin_in_a: (inside(shared.x), inside(shared.y)),
            origin_in_b: (inside(in_b.x), inside(in_b.y)),
            hint: None,
        })
    }

    /// The same pair after a placement that hit at `hint`, in A's pixels.
    #[must_use]
    pub const fn with_hint(self, hint: Option<Cell>) -> Self {
        Self { hint, ..self }
    }

    /// The hint as a local cell, clamped into the box; without a hint the middle of the box.
    pub fn hint_in_box(&self) -> (u32, u32) {
        self.hint.map_or(((self.size.width - 1) / 2, (self.size.height - 1) / 2), |cell| {
            let (left, top) = self.origin_in_a;
            let inside = |n: i64, origin: u32, side: u32| {
                u32::try_from((n - i64::from(origin)).clamp(0, i64::from(side) - 1)).expect("clamped into the box")
            };
            (inside(cell.x, left, self.size.width), inside(cell.y, top, self.size.height))
        })
    }

    /// Columns and rows of the overlap box; neither is zero.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Mask A.
    pub const fn mask_a(&self) -> &'a Mask {
        self.a.mask()
    }

    /// Mask B.
    pub const fn mask_b(&self) -> &'a Mask {
        self.b.mask()
    }

    /// Local cell `(x, y)` in A's own pixels.
    #[inline]
    pub const fn in_a(&self, x: u32, y: u32) -> (u32, u32) {
        (self.origin_in_a.0 + x, self.origin_in_a.1 + y)
    }

    /// Local cell `(x, y)` in B's own pixels.
    #[inline]
    pub const fn in_b(&self, x: u32, y: u32) -> (u32, u32) {
        (self.origin_in_b.0 + x, self.origin_in_b.1 + y)
    }

    /// True if A's pixel under local cell `(x, y)` is set.
    ///
    /// # Panics
    /// If the cell lies outside the overlap box, and beyond the last word of A.
    #[inline]
    pub fn a_is_set(&self, x: u32, y: u32) -> bool {
        let (x, y) = self.in_a(x, y);
        self.mask_a().bit(x, y)
    }

    /// True if B's pixel under local cell `(x, y)` is set.
    ///
    /// # Panics
    /// If the cell lies outside the overlap box, and beyond the last word of B.
    #[inline]
    pub fn b_is_set(&self, x: u32, y: u32) -> bool {
        let (x, y) = self.in_b(x, y);
        self.mask_b().bit(x, y)
    }

    /// True if both masks have the cell that `hit` names set, or any cell of its visit if it names none.
    ///
    /// # Panics
    /// If the cell that it names lies outside the overlap box, and beyond the last word of a mask.
    pub fn has_shared(&self, hit: Hit) -> bool {
        if let Some((x, y)) = hit.cell {
            return self.a_is_set(x, y) && self.b_is_set(x, y);
        }
        self.shares_in(hit.visit)
    }

    /// The first row with a cell set in both masks in the columns of `visit`, at most 64, where all shared pixels lie in the
    /// box `shared`.
    ///
    /// # Panics
    /// If `shared` reaches beyond the overlap box.
    pub fn first_shared_row(&self, visit: Visit, shared: IntRect) -> Option<u32> {
        let row = |y: i64| u32::try_from(y).expect("inside the overlap box");
        let (top, bottom) = (row(shared.y), row(shared.bottom()));
        (top..bottom).step_by(64).find_map(|top| {
            let rows = |y: u32, height: u32| Visit { y: y.cast_signed(), height, ..visit };
            let end = bottom.min(top + 64);
            let may_share = self.may_share_in(rows(top, end - top));
            may_share.then(|| (top..end).find(|&y| self.shared_bits(rows(y, 1)) != 0))?
        })
    }

    /// False if no cell of `visit` is set in both masks; true if one is, or one near it. Large visits cost little.
    pub fn may_share_in(&self, visit: Visit) -> bool {
        let in_a = |(x, y): (u32, u32)| Cell::new(x.into(), y.into());
        let (a, b) = (in_a(self.origin_in_a), in_a(self.origin_in_b));
        let offset = Offset::of(a - b).expect("the pair lies at an offset");
        self.a.may_overlap_in(self.b, offset, visit.in_space_of(IntRect::new(a, self.size)))
    }

    /// True if both masks have any cell of `visit` set.
    pub fn shares_in(&self, visit: Visit) -> bool {
        self.words_in(visit).any(|(a, b)| a & b != 0)
    }

    /// The bits of A and of B under the cells of `visit` that lie in the overlap box: at most 64 of a row at a time, row by
    /// row, the same bit for the same cell.
    pub fn words_in(&self, visit: Visit) -> impl Iterator<Item = (u64, u64)> {
        let box_ = IntRect::new(Cell::ORIGIN, self.size);
        let inside = visit.in_space_of(IntRect::default()).intersection(box_).unwrap_or_default();
        let local = |n: i64| u32::try_from(n).expect("inside the overlap box");
        let (columns, rows) = (local(inside.x)..local(inside.right()), local(inside.y)..local(inside.bottom()));
        rows.flat_map(move |y| {
            let end = columns.end;
            columns.clone().step_by(64).map(move |x| {
                // The last word of a row reaches beyond the visit.
                let bits = u64::MAX >> (64 - (end - x).min(64));
                let ((ax, ay), (bx, by)) = (self.in_a(x, y), self.in_b(x, y));
                (self.mask_a().bits_from(ax.into(), ay) & bits, self.mask_b().bits_from(bx.into(), by) & bits)
            })
        })
    }

    /// A's box, local to the overlap box.
    pub fn local_box_a(&self) -> IntRect {
        local_box(self.mask_a().size(), self.origin_in_a)
    }

    /// B's box, local to the overlap box.
    pub fn local_box_b(&self) -> IntRect {
        local_box(self.mask_b().size(), self.origin_in_b)
    }

    /// The cells set in both masks in a visit of at most 64 × 1 inside the overlap box: bit 0 is its first.
    ///
    /// # Panics
    /// If the visit has no columns, or more than 64, where overflow is checked.
    #[inline]
    pub fn shared_bits(&self, visit: Visit) -> u64 {
        let (x, y) = (visit.x.cast_unsigned(), visit.y.cast_unsigned());
        let ((ax, ay), (bx, by)) = (self.in_a(x, y), self.in_b(x, y));
        let inside = u64::MAX >> (u64::BITS - visit.width);
        self.mask_a().bits_from(ax.into(), ay) & self.mask_b().bits_from(bx.into(), by) & inside
    }

    /// The number of cells of `segments` up to and including the first that is set in both masks, whose shared pixels
    /// all lie in the box `shared`; `None` if none is. Nothing is visited: up to 64 cells are read at a time.
    pub fn cells_to_first_shared(&self, segments: impl IntoIterator<Item = Segment>, shared: IntRect) -> Option<u64> {
        let mut before = 0;
        for segment in segments {
            let is_near = shared.intersection(segment.bounds()).is_some();
            if is_near && let Some(along) = self.first_shared_along(segment) {
                return Some(before + u64::from(along) + 1);
            }
            before += u64::from(segment.length);
        }
        None
    }

    /// The index along `segment` of the first cell set in both masks.
    fn first_shared_along(&self, segment: Segment) -> Option<u32> {
        let is_backward = matches!(segment.way, Way::Left | Way::Up);
        let (x, y) = if is_backward { segment.reversed().first } else { segment.first };
        // Up to 64 cells from the lower end on.
        let shared = |from: u32| {
            let length = (segment.length - from).min(64);
            match segment.way {
                Way::Right | Way::Left => self.shared_bits(Visit { width: length, ..Visit::cell(x + from, y) }),
                Way::Down | Way::Up => {
                    let ((ax, ay), (bx, by)) = (self.in_a(x, y + from), self.in_b(x, y + from));
                    let (a, b) = (self.a.transposed(), self.b.transposed());
                    a.bits_from(ay.into(), ax) & b.bits_from(by.into(), bx) & u64::MAX >> (u64::BITS - length)
                }
            }
        };
        let mut words = (0..segment.length).step_by(64).map(|from| (from, shared(from)));
        if is_backward {
            let (from, bits) = words.rfind(|(_, bits)| *bits != 0)?;
            return Some(segment.length - 1 - (from + bits.ilog2()));
        }
        let (from, bits) = words.find(|(_, bits)| *bits != 0)?;
        Some(from + bits.trailing_zeros())
    }

    /// Visits `cells` in their order and stops at the first that is set in both masks: the whole of every strategy that
    /// tests pixel by pixel.
    #[inline]
    pub fn first_shared<P: Probe>(&self, cells: impl IntoIterator<Item = (u32, u32)>, probe: &mut P) -> Option<Hit> {
        cells.into_iter().find_map(|(x, y)| {
            let visit = Visit::cell(x, y);
            probe.visit(visit);
            (self.a_is_set(x, y) && self.b_is_set(x, y)).then_some(Hit { visit, cell: Some((x, y)) })
        })
    }
}

/// The box of a mask of `size` if the overlap box begins at `origin` in its pixels.
fn local_box(size: Size, origin: (u32, u32)) -> IntRect {
    IntRect::new(Cell::ORIGIN - Cell::new(origin.0.into(), origin.1.into()), size)
}
