//! Whether, how much and where two masks overlap: the questions, answered through stripes.

use super::{
    extents::BAND,
    level::Work,
    overlay::{Columns, Count, FirstRow, LastRow, Overlay, Window, index},
};
use crate::{
    geom::{Cell, IntRect, Offset},
    mask::Prepared,
};

/// Up to this many columns and rows, looking at the pixels is no more work than looking whether to.
const SMALL_SIDE: u32 = 64;

/// From this many columns and rows on, blocks of 8 × 8 are compared before pixels.
const COARSE_SIDE: u32 = 512;

/// Bands in which pixels may meet are joined to at most this many rows: long runs of memory are read fastest, and a
/// stripe of them stays in the second cache until its neighbour needs it again.
const TALLEST_TILE: u32 = 4096;

/// Two masks, and where the second one lies.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The mask that stays.
    pub a: &'a Prepared,
    /// The mask at the offset.
    pub b: &'a Prepared,
    /// B's top left seen from A's.
    pub offset: Offset,
}

impl<'a> Question<'a> {
    #[inline(always)]
    fn overlay(self) -> Option<Overlay<'a>> {
        Overlay::new(self.a.stripes(), self.b.stripes(), self.offset.cell())
    }

    /// How far B's columns lie to the right, where comparing the rows' extents pays.
    #[inline(always)]
    fn dx_of_extents(self, overlay: Overlay<'a>) -> Option<i16> {
        let (a, b) = (overlay.a.extents(), overlay.b.extents());
        let pays = (a.pays() || b.pays()) && a.is_known() && b.is_known();
        let is_small = overlay.shared.width <= SMALL_SIDE && overlay.shared.height <= SMALL_SIDE;
        if pays && !is_small { i16::try_from(overlay.offset.x).ok() } else { None }
    }

    /// Boxes that together hold every shared pixel of `overlay`, from top to bottom.
    #[inline(always)]
    fn tiles(self, overlay: Overlay<'a>, dx: Option<i16>) -> Tiles<'a> {
        let mut tiles = Tiles { overlay, dx, blocks: None, y: overlay.shared.y, pending: None };
        if is_large(overlay.shared) {
            tiles.blocks = self.a.coarse().overlay(self.b.coarse(), overlay.offset);
            if tiles.blocks.is_none() {
                tiles.y = overlay.shared.bottom();
            }
        }
        tiles
    }
}

/// Whether comparing blocks of 8 × 8 first pays.
#[inline(always)]
fn is_large(shared: IntRect) -> bool {
    shared.width.min(shared.height) >= COARSE_SIDE
}

/// The boxes of an overlay in which pixels may meet, from top to bottom.
///
/// Where looking closer does not pay, that is the whole of the shared box. Else it is the bands of 64 rows in which the
/// rows' extents meet and blocks of 8 × 8 do, joined where they follow each other.
struct Tiles<'a> {
    overlay: Overlay<'a>,
    /// How far B's columns lie to the right, where the rows' extents pay.
    dx: Option<i16>,
    /// Both masks' blocks, where the shared box is large.
    blocks: Option<Overlay<'a>>,
    /// The next row to look at.
    y: i64,
    /// A box that may still grow.
    pending: Option<IntRect>,
}

impl Tiles<'_> {
    /// The next box.
    #[inline(always)]
    fn next(&mut self) -> Option<IntRect> {
        let shared = self.overlay.shared;
        if self.dx.is_none() && self.blocks.is_none() {
            let is_new = self.y < shared.bottom();
            self.y = shared.bottom();
            return if is_new { Some(shared) } else { None };
        }
        while self.y < shared.bottom() {
            let Some(band) = self.next_band() else { continue };
            match self.pending {
                Some(above) if above.bottom() == band.y && above.height < TALLEST_TILE => {
                    self.pending = Some(above.union(band));
                }
                Some(_) => return self.pending.replace(band),
                None => self.pending = Some(band),
            }
        }
        self.pending.take()
    }

    /// The next 64 rows, or as many as there are, if pixels may meet in them.
    #[inline(always)]
    fn next_band(&mut self) -> Option<IntRect> {
        let Overlay { a, b, shared, offset } = self.overlay;
        let top = self.y;
        self.y = shared.bottom().min(top + i64::from(BAND));
        let mut band = IntRect::spanning(Cell::new(shared.x, top), Cell::new(shared.right() - 1, self.y - 1));
        if let Some(dx) = self.dx {
            let (left, right) = a.extents().meet(index(top), b.extents(), index(top - offset.y), dx)?;
            let met = IntRect::spanning(Cell::new(left.into(), top), Cell::new(right.into(), self.y - 1));
            band = band.intersection(met)?;
        }
        if let Some(blocks) = self.blocks
            && !blocks.blocks_meet(band, offset)
        {
            return None;
        }
        Some(band)
    }
}

/// Whether any pixel is set in both.
pub struct Overlaps<'a>(pub Question<'a>);

impl Work for Overlaps<'_> {
    type Answer = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Some(overlay) = self.0.overlay() else { return false };
        let dx = self.0.dx_of_extents(overlay);
        // The two commonest cases are told apart before anything is prepared for the others.
        if let Some(dx) = dx {
            let Overlay { a, b, shared, offset } = overlay;
            let (row, row_in_b, rows) = (index(shared.y), index(shared.y - offset.y), index(shared.height.into()));
            if !a.extents().any_meet(row, rows, b.extents(), row_in_b, dx) {
                return false;
            }
        } else if !is_large(overlay.shared) {
            return overlay.meets(overlay.shared);
        }
        let mut tiles = self.0.tiles(overlay, dx);
        while let Some(tile) = tiles.next() {
            if overlay.meets(tile) {
                return true;
            }
        }
        false
    }
}

/// How many pixels are set in both.
pub struct Area<'a>(pub Question<'a>);

impl Work for Area<'_> {
    type Answer = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let Some(overlay) = self.0.overlay() else { return 0 };
        let mut area = 0;
        let mut tiles = self.0.tiles(overlay, self.0.dx_of_extents(overlay));
        while let Some(tile) = tiles.next() {
            let view = overlay.view(tile);
            for stripe in view.stripes.clone() {
                area += view.window(stripe).fold(Count);
            }
        }
        area
    }
}

/// The smallest box around the pixels that are set in both, in A's space.
pub struct Bounds<'a>(pub Question<'a>);

impl Work for Bounds<'_> {
    type Answer = Option<IntRect>;

    #[inline(always)]
    fn run(self) -> Option<IntRect> {
        let overlay = self.0.overlay()?;
        let mut bounds: Option<IntRect> = None;
        let mut tiles = self.0.tiles(overlay, self.0.dx_of_extents(overlay));
        while let Some(tile) = tiles.next() {
            bounds = match (bounds, bounds_in(overlay, tile)) {
                (Some(bounds), Some(here)) => Some(bounds.union(here)),
                (bounds, here) => bounds.or(here),
            };
        }
        bounds
    }
}

/// The smallest box around the shared pixels of one tile: columns from both sides inwards, then rows likewise.
#[inline(always)]
fn bounds_in(overlay: Overlay<'_>, tile: IntRect) -> Option<IntRect> {
    let view = overlay.view(tile);
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

/// A's columns of the first and the last pixel in a window.
#[inline(always)]
fn set_columns(window: Window<'_>) -> Option<(i64, i64)> {
    let bits = window.fold(Columns);
    let (first, last) = (i64::from(bits.trailing_zeros()), 63 - i64::from(bits.leading_zeros()));
    if bits == 0 { None } else { Some((window.left + first, window.left + last)) }
}
