//! Tests of two sprites that can be left between two bands of lines and taken up again: large sprites hold up no frame.

use std::{fmt, sync::Arc, task::Poll};

use super::{poses::Pose, resample::GridBox};
use crate::geom::{Cell, IntRect, Offset, Size};
use crate::mask::Solid;
use crate::scene::{LayError, Posed, Raster, Stand};

/// The lines of a test that are done, and the end of its time.
pub struct Bands<'a> {
    /// The number of lines that are done; 0 at first.
    pub done: &'a mut u32,
    /// True if the test is to be left.
    pub is_over: &'a dyn Fn() -> bool,
}

impl fmt::Debug for Bands<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bands").field("done", &self.done).finish_non_exhaustive()
    }
}

impl Bands<'_> {
    /// About the most cells of a band.
    pub(in crate::scene) const CELLS: u32 = 1 << 16;

    /// The answer of a test that is not left.
    pub(in crate::scene) fn all<T>(test: impl FnOnce(Bands<'_>) -> Poll<T>) -> T {
        match test(Bands { done: &mut 0, is_over: &|| false }) {
            Poll::Ready(answer) => answer,
            Poll::Pending => unreachable!("its time is never over"),
        }
    }

    /// The first that `look` finds in those of `lines` that are not done, each of about this number of `cells`.
    pub(in crate::scene) fn find<L, T>(
        self,
        lines: impl Iterator<Item = L>,
        cells: u32,
        look: impl FnMut(L) -> Option<T>,
    ) -> Poll<Option<T>> {
        let mut found = lines.skip(usize::try_from(*self.done).expect("u32 fits in usize")).map(look);
        let band = (Self::CELLS / cells.max(1)).max(1);
        loop {
            match found.next() {
                Some(None) => *self.done += 1,
                Some(found) => return Poll::Ready(found),
                None => return Poll::Ready(None),
            }
            if self.done.is_multiple_of(band) && (self.is_over)() {
                return Poll::Pending;
            }
        }
    }
}

/// A grid of `size`, cut into bands of rows.
pub(in crate::scene) fn cut(size: Size) -> impl Iterator<Item = IntRect> {
    let most = (Bands::CELLS / size.width.max(1)).max(1);
    let tops = (0..size.height).step_by(usize::try_from(most).expect("u32 fits in usize"));
    tops.map(move |top| IntRect::new(Cell::new(0, top.into()), Size::new(size.width, most.min(size.height - top))))
}

impl Stand {
    /// True if `a` and `raster`, laid here, share a pixel that is solid by their own rules, or by `solid`. A large sprite
    /// need not be laid whole.
    ///
    /// # Errors
    /// As [`Stand::posed`].
    pub fn overlaps(
        &self,
        raster: &Raster,
        a: &Posed,
        solid: Option<Solid>,
        bands: Bands<'_>,
    ) -> Result<Poll<bool>, LayError> {
        let mask = |raster: &Raster| solid.map_or_else(|| Arc::clone(raster.mask()), |solid| raster.mask_by(solid));
        let of_a = mask(&a.raster);
        let meets = |b: &Raster, origin: Cell| {
            Offset::of(origin - a.origin).is_some_and(|offset| of_a.overlaps(&mask(b), offset))
        };
        let (unread, grid) = self.unread(raster)?;
        let Some(shared) = a.bounding_box().intersection(grid) else { return Ok(Poll::Ready(false)) };
        let Some(Pose::Resampled { map, filter, at, .. }) = unread.pose(self.reading(), grid) else {
            let b = self.posed(raster)?;
            return Ok(Poll::Ready(meets(&b.raster, b.origin)));
        };
        let found = bands.find(cut(shared.size()), Bands::CELLS, |band| {
            let band = band.translated(shared.origin());
            let part = GridBox { origin: (band.origin() - grid.origin()).point(), size: band.size() };
            meets(&raster.resampled(map, part, filter, at), band.origin()).then_some(())
        });
        Ok(found.map(|found| found.is_some()))
    }
}
