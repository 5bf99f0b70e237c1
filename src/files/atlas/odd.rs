//! Frames of an atlas that are not whole: how they are clipped or left out, and the remarks on them.

use std::ops::Range;
use std::sync::Arc;

use super::packed::PackedFrame;
use crate::files::Reason;
use crate::files::reading::remark_list;
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::{Cut, HitboxOffers, Tag, Turned};
use maskscope_core::words::located;

/// The odd frames of an atlas.
#[derive(Default)]
pub(super) struct OddFrames {
    /// True once a frame had a pixel on its sheet.
    has_pixels: bool,
    /// The fault of the first that is not whole.
    first: Option<Reason>,
    clipped: Vec<String>,
    clear: Vec<String>,
    left_out: Vec<String>,
    /// Numbers of those that are left out, in their order.
    numbers: Vec<usize>,
}

/// Numbers of pixels on the left, above, on the right and below.
type Margins = [i64; 4];

impl OddFrames {
    /// The fault of frame `n` on a sheet of size `sheet`; `None` for one that is whole.
    pub(super) fn fault(n: usize, entry: &mut PackedFrame, sheet: Size) -> Option<Reason> {
        let given = entry.fault.take().map(|fault| *fault);
        given.or_else(|| Some(Reason::frame(n, &entry.name, &fault_of(entry, sheet)?)))
    }

    /// The cut of frame `n` from a sheet of size `sheet`; `None` for a frame that is left out.
    pub(super) fn cut(&mut self, n: usize, entry: &mut PackedFrame, sheet: Size) -> Option<Cut> {
        let Some(fault) = Self::fault(n, entry, sheet) else {
            self.has_pixels = true;
            return Some(clipped(entry, sheet));
        };
        self.first.get_or_insert(fault);
        let cut = (!entry.source.is_empty()).then(|| clipped(entry, sheet));
        let list = match cut {
            None => {
                self.numbers.push(n);
                &mut self.left_out
            }
            Some(cut) if cut.on_sheet.is_empty() => &mut self.clear,
            Some(_) => {
                self.has_pixels = true;
                &mut self.clipped
            }
        };
        list.push(entry.label(n));
        cut
    }

    /// Refuses an atlas without a pixel on its sheets, by the fault of its first frame.
    pub(super) fn check(&mut self) -> Result<(), Reason> {
        self.first.take().filter(|_| !self.has_pixels).map_or(Ok(()), Err)
    }

    /// Names each odd frame.
    pub(super) fn remarks(&self) {
        remark_list("clipped, beyond its sheet or its source box", "frame", &self.clipped);
        remark_list("clear, without a pixel on the sheet", "frame", &self.clear);
        remark_list("left out, as empty or damaged", "frame", &self.left_out);
    }

    /// The number of frame `n` among those that are not left out; of one that is, that of the next.
    pub(super) fn place(&self, n: usize) -> usize {
        n - self.numbers.partition_point(|left_out| *left_out < n)
    }

    /// Tags and hitboxes of all frames as those of the frames that are not left out.
    pub(super) fn without_left_out(&self, mut tags: Vec<Tag>, mut offers: HitboxOffers) -> (Vec<Tag>, HitboxOffers) {
        if self.numbers.is_empty() {
            return (tags, offers);
        }
        let place = |n| self.place(n);
        tags.retain_mut(|Tag { frames: Range { start, end }, .. }| {
            (*start, *end) = (place(*start), place(*end));
            start < end
        });
        for offered in &mut offers.hitboxes {
            let offered = Arc::make_mut(offered);
            let all = std::mem::take(&mut offered.frames).into_iter();
            let kept = all.filter(|(n, _)| self.numbers.binary_search(n).is_err());
            offered.frames = kept.map(|(n, hitbox)| (place(n), hitbox)).collect();
        }
        (tags, offers)
    }
}

/// The fault of the numbers of a frame on a sheet of size `sheet`, as a clause; `None` for a whole one.
fn fault_of(entry: &PackedFrame, sheet: Size) -> Option<String> {
    let (area, source, on_sheet) = (entry.area(), entry.source, entry.on_sheet);
    if area.is_empty() {
        Some(format!("is {} px: there is nothing in it", area.size()))
    } else if beyond(area, source) != Margins::default() {
        Some(format!("is {}, which is not inside its source of {source} px", located(area)))
    } else if beyond(on_sheet, sheet) != Margins::default() {
        Some(format!("is {}, which is not on the sheet of {sheet} px", located(on_sheet)))
    } else {
        None
    }
}

/// The margins of `rect` that lie outside a box of this size, whose top left is the origin.
fn beyond(rect: IntRect, size: Size) -> Margins {
    [-rect.x, -rect.y, rect.right() - i64::from(size.width), rect.bottom() - i64::from(size.height)].map(|px| px.max(0))
}

/// The cut of a frame, without its margins outside the sheet or its source box; of no pixels if none are left.
fn clipped(entry: &PackedFrame, sheet: Size) -> Cut {
    let &PackedFrame { on_sheet, turned, in_source, source, .. } = entry;
    // The left edge of a frame that was turned clockwise is the upper edge of its area on the sheet.
    let quarters = match turned {
        Turned::Not => 0,
        Turned::Clockwise => 1,
        Turned::Half => 2,
        Turned::Counterclockwise => 3,
    };
    let (mut margins, outside) = (beyond(on_sheet, sheet), beyond(entry.area(), source));
    margins.rotate_left(quarters);
    for (margin, outside) in margins.iter_mut().zip(outside) {
        *margin = (*margin).max(outside);
    }
    let in_source = Cell::new(in_source.x + margins[0], in_source.y + margins[1]);
    margins.rotate_right(quarters);
    let [left, top, right, bottom] = margins;
    let side = |side: u32, cut: i64| u32::try_from(i64::from(side) - cut).unwrap_or(0);
    let size = Size::new(side(on_sheet.width, left + right), side(on_sheet.height, top + bottom));
    let (on_sheet, in_source) = if size.is_empty() {
        (IntRect::default(), Cell::default())
    } else {
        (IntRect::new(Cell::new(on_sheet.x + left, on_sheet.y + top), size), in_source)
    };
    Cut { sheet, on_sheet, turned, in_source, source }
}
