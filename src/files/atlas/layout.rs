//! Layout of the frames of an atlas: the content of every format.

use std::{ops::Range, time::Duration};

use crate::files::{Limits, Reason};
use crate::geom::{Cell, IntRect, Point, Size};
pub(super) use crate::scene::Turned;
use crate::{scene::Tag, words::located};

/// The reason why a frame of `size`, without pixels, is refused.
pub(super) fn empty(size: Size) -> String {
    format!("is {size} px: there is nothing in it")
}

/// Layout of the frames of an atlas, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub pages: Vec<Page>,
    pub entries: Vec<PackedFrame>,
    pub tags: Vec<Tag>,
}

/// One of its sheets.
#[derive(Debug)]
pub(super) struct Page {
    /// The file, as the atlas names it.
    pub image: String,
    /// The entries that are on it.
    pub entries: Range<usize>,
}

/// One frame.
#[derive(Debug, Default)]
pub(super) struct PackedFrame {
    pub name: String,
    /// The number that tells it from others of its name.
    pub index: Option<u32>,
    /// Area on the sheet, turned if the frame is.
    pub on_sheet: IntRect,
    pub turned: Turned,
    /// Its top left pixel in its source box, upright.
    pub in_source: Cell,
    /// The size of its source box.
    pub source: Size,
    /// The point that stands at its position, in pixels from the top left of the source box.
    pub anchor: Option<Point>,
    /// Duration; zero if the file does not give one.
    pub duration: Duration,
}

impl Layout {
    /// Adds a sheet, on which the entries from here on are.
    pub(super) fn begin(&mut self, image: String) {
        let end = self.entries.len();
        self.pages.push(Page { image, entries: end..end });
    }

    /// Adds a frame of the last sheet.
    pub(super) fn push(&mut self, entry: PackedFrame) {
        self.entries.push(entry);
        if let Some(page) = self.pages.last_mut() {
            page.entries.end = self.entries.len();
        }
    }

    /// Refuses frames without pixels or outside their source boxes, and boxes that are beyond `limits`.
    pub(super) fn check(&self, limits: &Limits) -> Result<(), Reason> {
        let mut pixels = 0_u64;
        for (n, entry) in self.entries.iter().enumerate() {
            entry.check().map_err(|why| Reason::frame(n, &entry.name, &why))?;
            limits.check(entry.source)?;
            pixels = pixels.saturating_add(entry.source.area());
        }
        limits.check_frames(self.entries.len() as u64, pixels)
    }
}

impl PackedFrame {
    /// The area in its source box, upright.
    pub(super) fn area(&self) -> IntRect {
        IntRect::new(self.in_source, self.turned.size(self.on_sheet.size()))
    }

    fn check(&self) -> Result<(), String> {
        let (area, source) = (self.area(), self.source);
        if area.size().is_empty() {
            Err(empty(area.size()))
        } else if area.intersection(IntRect::new(Cell::default(), source)) != Some(area) {
            Err(format!("is {}, which is not inside its source of {source} px", located(area)))
        } else {
            Ok(())
        }
    }
}
