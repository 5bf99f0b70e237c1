//! Hits, areas and bounds of two masks, computed through stripes.

use super::extents::BAND;
use super::overlay::{FirstRow, LastRow, Overlay, SharedColumns, SharedCount, Window, index};
use crate::geom::{Cell, IntRect, Offset};
use crate::mask::{Mask, Prepared, overlap_box, pixels::Computation};

/// Up to this many columns and rows, reading the pixels costs no more than deciding which to read.
const SMALL_SIDE: u32 = 64;

/// From this many columns and rows on, blocks of 8 × 8 are compared before pixels.
const COARSE_SIDE: u32 = 512;

/// Bands in which pixels may meet are joined to tiles of at most about this many rows. A processor predicts reads
/// better in taller tiles: at 4096² these take four fifths of the time of tiles of 512 rows.
const TALLEST_TILE: u32 = 4096;

/// Rows of the first tile: few, so that an early hit is found early.
const FIRST_TILE: u32 = 4 * BAND;

/// Rows read in the middle of two masks without tables.
const MIDDLE_ROWS: i64 = 8;

/// Two masks and an offset.
#[derive(Clone, Copy)]
pub struct OverlapQuestion<'a> {
    /// The mask that stays.
    pub a: &'a Prepared,
    /// The mask at the offset.
    pub b: &'a Prepared,
    /// B's top left relative to A's.
    pub offset: Offset,
}

impl<'a> OverlapQuestion<'a> {
    #[inline(always)]
    fn overlay(self) -> Option<Overlay<'a>> {
        Overlay::new(self.a.stripes(), self.b.stripes(), self.offset.cell())
    }

    /// True if any pixel is set in both from the middle of the overlap box to the right, as far as one word of each mask
    /// goes. It takes less time than choosing instructions.
    #[inline(always)]
    pub fn words_meet_in_the_middle(self) -> bool {
        let (a, b, offset) = (self.a.mask(), self.b.mask(), self.offset.cell());
        let middle = |start: i64, of_a: u32, of_b: u32| {
            let (first, end) = (start.max(0), (start + i64::from(of_b)).min(of_a.into()));
            (first < end).then_some((first + end) >> 1)
        };
        let (Some(x), Some(y)) = (middle(offset.x, a.width(), b.width()), middle(offset.y, a.height(), b.height()))
        else {
            return false;
        };
        let bits = |mask: &Mask, x: i64, y: i64| mask.row(u32::try_from(y).unwrap_or(0))[index(x >> 6)] >> (x & 63);
        bits(a, x, y) & bits(b, x - offset.x, y - offset.y) != 0
    }

    /// True if any pixel is set in both in the middle of the overlap box: one word of B and the pixels under it, in a
    /// few rows, read without any table.
    #[cold]
    fn rows_meet_in_the_middle(self) -> bool {
        let (a, b) = (self.a.mask(), self.b.mask());
        let Some(shared) = overlap_box(a.size(), b.size(), self.offset) else { return false };
        let (offset, row) = (self.offset.cell(), |y: i64| u32::try_from(y).unwrap_or(u32::MAX));
        let middle = shared.origin() + Cell::new((shared.width >> 1).into(), (shared.height >> 1).into()) - offset;
        let word = index(middle.x >> 6);
        (middle.y..(shared.bottom() - offset.y).min(middle.y + MIDDLE_ROWS)).any(|y| {
            let bits = b.row(row(y))[word];
            bits != 0 && a.bits_from((middle.x & !63) + offset.x, row(y + offset.y)) & bits != 0
        })
    }

    /// Judges the rows' extents and the size of `overlay` before pixels are read.
    #[inline(always)]
    fn glance(self, overlay: Overlay<'a>) -> Glance<'a> {
        let Overlay { a, b, shared, offset } = overlay;
        let extents_pay = (a.extents.pays || b.extents.pays) && a.extents.is_known() && b.extents.is_known();
        let dx = if extents_pay && !is_small(overlay) { i16::try_from(offset.x).ok() } else { None };
        if let Some(dx) = dx {
            let (row, row_in_b, rows) = (index(shared.y), index(shared.y - offset.y), index(shared.height.into()));
            if !a.extents.any_meet(row, rows, &b.extents, row_in_b, dx) {
                return Glance::Apart;
            }
        }
        if shared.width.min(shared.height) < COARSE_SIDE {
            return Glance::Near;
        }
        match self.a.coarse().overlay(self.b.coarse(), offset) {
            Some(blocks) if blocks.meets(blocks.shared) => {
                Glance::Large(MeetingTiles { overlay, dx, blocks, y: shared.y, pending: None, tallest: FIRST_TILE })
            }
            _ => Glance::Apart,
        }
    }
}

/// Result of comparing the rows' extents and the sizes of two masks before pixels are read.
enum Glance<'a> {
    /// No pixel can be shared.
    Apart,
    /// Pixels may be shared, and all are few enough to read.
    Near,
    /// Pixels may be shared, in these boxes only.
    Large(MeetingTiles<'a>),
}

/// The boxes of an overlay in which pixels may meet, from top to bottom: the bands of 64 rows in which the rows' extents
/// meet and blocks of 8 × 8 do, joined where they follow each other.
struct MeetingTiles<'a> {
    overlay: Overlay<'a>,
    /// Distance of B's columns to the right, if the rows' extents pay.
    dx: Option<i16>,
    /// Both masks' blocks.
    blocks: Overlay<'a>,
    /// The next row to read.
    y: i64,
    /// A box that may still grow.
    pending: Option<IntRect>,
    /// Height at which a box stops growing.
    tallest: u32,
}

impl MeetingTiles<'_> {
    /// The next box.
    #[inline(always)]
    fn next(&mut self) -> Option<IntRect> {
        // A band that follows the pending box joins it, until the box is tall enough; any other band replaces it, and
        // the pending box is done.
        while self.y < self.overlay.shared.bottom() {
            let Some(band) = self.next_band() else { continue };
            match self.pending {
                Some(above) if above.bottom() == band.y && above.height < self.tallest => {
                    self.pending = Some(above.union(band));
                }
                Some(_) => {
                    self.tallest = TALLEST_TILE;
                    return self.pending.replace(band);
                }
                None => self.pending = Some(band),
            }
        }
        self.pending.take()
    }

    /// The next 64 rows, or fewer at the end, if pixels may meet in them.
    #[inline(always)]
    fn next_band(&mut self) -> Option<IntRect> {
        let Overlay { a, b, shared, offset } = self.overlay;
        let top = self.y;
        self.y = shared.bottom().min(top + i64::from(BAND));
        let mut band = IntRect::spanning(Cell::new(shared.x, top), Cell::new(shared.right() - 1, self.y - 1));
        if let Some(dx) = self.dx {
            let (left, right) = a.extents.meet(index(top), &b.extents, index(top - offset.y), dx)?;
            let met = IntRect::spanning(Cell::new(left.into(), top), Cell::new(right.into(), self.y - 1));
            band = band.intersection(met)?;
        }
        if self.blocks.blocks_meet(band, offset) { Some(band) } else { None }
    }
}

/// True if reading all shared pixels costs no more than deciding which to read.
#[inline(always)]
fn is_small(overlay: Overlay<'_>) -> bool {
    overlay.shared.width <= SMALL_SIDE && overlay.shared.height <= SMALL_SIDE
}

/// The question whether any pixel is set in both.
pub struct Overlaps<'a>(pub OverlapQuestion<'a>);

impl Computation for Overlaps<'_> {
    type Answer = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let OverlapQuestion { a, b, .. } = self.0;
        if !(a.has_stripes() && b.has_stripes()) && self.0.rows_meet_in_the_middle() {
            return true;
        }
        let Some(overlay) = self.0.overlay() else { return false };
        if is_small(overlay) {
            return overlay.meets(overlay.shared);
        }
        if overlay.meets_in_the_middle() {
            return true;
        }
        match self.0.glance(overlay) {
            Glance::Apart => false,
            Glance::Near => overlay.meets(overlay.shared),
            Glance::Large(mut tiles) => {
                while let Some(tile) = tiles.next() {
                    if overlay.meets(tile) {
                        return true;
                    }
                }
                false
            }
        }
    }
}

/// The question whether any pixel of a box in A's space may be set in both: what lies near the box counts, too.
pub struct MayOverlap<'a>(pub OverlapQuestion<'a>, pub IntRect);

impl Computation for MayOverlap<'_> {
    type Answer = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Some(overlay) = self.0.overlay() else { return false };
        let Some(tile) = overlay.shared.intersection(self.1) else { return false };
        overlay.meets(tile)
    }
}

/// The number of pixels set in both.
pub struct SharedArea<'a>(pub OverlapQuestion<'a>);

impl Computation for SharedArea<'_> {
    type Answer = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let Some(overlay) = self.0.overlay() else { return 0 };
        match self.0.glance(overlay) {
            Glance::Apart => 0,
            Glance::Near => area_in(overlay, overlay.shared),
            Glance::Large(mut tiles) => {
                // Tiles do not share rows, so no pixel is counted twice.
                let mut area = 0;
                while let Some(tile) = tiles.next() {
                    area += area_in(overlay, tile);
                }
                area
            }
        }
    }
}

/// The number of shared pixels in one tile.
#[inline(always)]
fn area_in(overlay: Overlay<'_>, tile: IntRect) -> u64 {
    let view = overlay.view(tile);
    let mut area = 0;
    for stripe in view.stripes.clone() {
        area += view.window(stripe).fold(SharedCount);
    }
    area
}

/// The smallest box around the pixels that are set in both, in A's space.
pub struct OverlapBounds<'a>(pub OverlapQuestion<'a>);

impl Computation for OverlapBounds<'_> {
    type Answer = Option<IntRect>;

    #[inline(always)]
    fn run(self) -> Option<IntRect> {
        let overlay = self.0.overlay()?;
        match self.0.glance(overlay) {
            Glance::Apart => None,
            Glance::Near => bounds_in(overlay, overlay.shared),
            Glance::Large(mut tiles) => {
                let mut bounds: Option<IntRect> = None;
                while let Some(tile) = tiles.next() {
                    bounds = match (bounds, bounds_in(overlay, tile)) {
                        (Some(bounds), Some(here)) => Some(bounds.union(here)),
                        (bounds, here) => bounds.or(here),
                    };
                }
                bounds
            }
        }
    }
}

/// The smallest box around the shared pixels of one tile.
#[inline(always)]
fn bounds_in(overlay: Overlay<'_>, tile: IntRect) -> Option<IntRect> {
    let view = overlay.view(tile);
    // Columns first: from each side inwards to the first stripe that shares a pixel.
    let (mut left, mut right) = (None, None);
    let mut stripes = view.stripes.clone();
    while left.is_none() {
        left = set_columns(view.window(stripes.next()?)).map(|(first, _)| first);
    }
    let mut stripes = view.stripes.clone();
    while right.is_none() {
        right = set_columns(view.window(stripes.next_back()?)).map(|(_, last)| last);
    }
    let (left, right) = (left?, right?);
    let step = overlay.offset.x;
    let between = (left - step) >> 6..((right - step) >> 6) + 1;
    // Then rows, in the stripes between: each stripe is read only above the first row found so far, then only from the
    // last row found so far on.
    let (mut first, mut last) = (usize::MAX, 0);
    for stripe in between.clone() {
        let window = view.window(stripe);
        let above = first.min(window.rows());
        if let Some(row) = window.part(0..above).fold(FirstRow) {
            first = row;
        }
    }
    for stripe in between {
        let window = view.window(stripe);
        if let Some(row) = window.part(last..window.rows()).fold(LastRow) {
            last += row;
        }
    }
    let row = |row: usize| tile.y + i64::try_from(row).unwrap_or(i64::MAX);
    Some(IntRect::spanning(Cell::new(left, row(first)), Cell::new(right, row(last))))
}

/// The first and the last shared column of a window, in A's space.
#[inline(always)]
fn set_columns(window: Window<'_>) -> Option<(i64, i64)> {
    let bits = window.fold(SharedColumns);
    let (first, last) = (i64::from(bits.trailing_zeros()), 63 - i64::from(bits.leading_zeros()));
    if bits == 0 { None } else { Some((window.left + first, window.left + last)) }
}
