//! Layout of the frames of an atlas, the content of every format, and the frames as they were before: see [`Cut`].

use std::{ops::Range, path::Path, sync::Arc, time::Duration};

use super::sheets::Sheets;
use crate::files::{FileError, Limits, Reason};
use crate::geom::{Cell, IntRect, Point, Size};
use crate::memory::ask;
pub(super) use crate::scene::Turned;
use crate::scene::{Cut, Drawn, Frame, Frames, HitboxOffers, Picture, Tag};
use crate::words::{located, plural, thousands};

/// The most bytes of the names of all frames: those of a set share one, but lists, scenes and sessions hold copies.
const MOST_NAMES: u64 = 16 << 20;

/// The reason why a frame of `size`, without pixels, is refused.
pub(super) fn empty(size: Size) -> String {
    format!("is {size} px: there is nothing in it")
}

/// Layout of the frames of an atlas, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub pages: Vec<AtlasPage>,
    pub entries: Vec<PackedFrame>,
    pub tags: Vec<Tag>,
    pub offers: HitboxOffers,
    pub drawn: Drawn,
}

/// One of its sheets.
#[derive(Debug)]
pub(super) struct AtlasPage {
    /// The file, as the atlas names it.
    pub image: String,
    /// The entries that are on it.
    pub entries: Range<usize>,
}

/// One frame.
#[derive(Debug, Default)]
pub(super) struct PackedFrame {
    pub name: Arc<str>,
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
        self.pages.push(AtlasPage { image, entries: end..end });
    }

    /// Adds a frame of the last sheet.
    pub(super) fn push(&mut self, entry: PackedFrame) {
        self.entries.push(entry);
        if let Some(page) = self.pages.last_mut() {
            page.entries.end = self.entries.len();
        }
    }

    /// Refuses names that are too long together, frames without pixels or outside their source boxes, and boxes that are beyond `limits`.
    pub(super) fn check(&self, limits: &Limits) -> Result<(), Reason> {
        let names: u64 = self.entries.iter().map(|entry| entry.name.len() as u64).sum();
        if names > MOST_NAMES {
            let (names, most) = (thousands(names), thousands(MOST_NAMES));
            return Err(Reason::Refused(format!(
                "the names of its frames take {names} bytes together, the limit is {most}"
            )));
        }
        let mut pixels = 0_u64;
        for (n, entry) in self.entries.iter().enumerate() {
            entry.check().map_err(|why| Reason::frame(n, &entry.name, &why))?;
            limits.check(entry.source)?;
            pixels = pixels.saturating_add(entry.source.area());
        }
        limits.check_frames(self.entries.len() as u64, pixels)?;
        let frames = plural(self.entries.len() as u64, "frame");
        Ok(ask(4 * pixels, "fewer or smaller frames take less", format_args!("an atlas of {frames}"))?)
    }

    /// The frames on `sheets`. All of them have alpha where a sheet has, or where any
    /// of them was trimmed. Errors name the atlas `path`.
    pub(super) fn cut(self, path: &Path, limits: &Limits, sheets: &mut Sheets<'_>) -> Result<Frames, FileError> {
        let mut has_alpha = self.entries.iter().any(|entry| entry.source != entry.area().size());
        let mut restored = Vec::with_capacity(self.entries.len());
        let mut pixels = 0_u64;
        for AtlasPage { image, entries } in self.pages.into_iter().filter(|page| !page.entries.is_empty()) {
            let sheet = sheets.picture(&image)?;
            pixels += sheet.size().area();
            if pixels > limits.max_pixels {
                return Err(Reason::TooManySheetPixels { pixels, limit: limits.max_pixels }.at(path));
            }
            has_alpha |= sheet.has_alpha;
            for n in entries {
                let entry = &self.entries[n];
                restored.push(entry.restored(sheet).map_err(|why| Reason::frame(n, &entry.name, &why).at(path))?);
            }
        }
        let frame = |(entry, (cut, mut picture)): (PackedFrame, (Cut, Picture))| {
            picture.has_alpha = has_alpha;
            let PackedFrame { name, index, anchor, duration, .. } = entry;
            Frame { name, index, anchor, picture: Arc::new(picture), cut: Some(cut), duration }
        };
        let mut frames = Frames::new(self.entries.into_iter().zip(restored).map(frame).collect());
        (frames.tags, frames.offers, frames.drawn) = (self.tags, self.offers, self.drawn);
        Ok(frames)
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

    /// The cut from `sheet`, and the source box, clear where it was trimmed.
    fn restored(&self, sheet: &Picture) -> Result<(Cut, Picture), String> {
        let &Self { on_sheet, turned, in_source, source, .. } = self;
        if on_sheet.intersection(IntRect::new(Cell::default(), sheet.size())) != Some(on_sheet) {
            return Err(format!("is {}, which is not on the sheet of {} px", located(on_sheet), sheet.size()));
        }
        let cut = Cut { sheet: sheet.size(), on_sheet, turned, in_source, source };
        let pixels = cut.restored(sheet.rgba().as_chunks::<4>().0).into_flattened();
        Ok((cut, Picture::new(source, pixels, sheet.format, sheet.has_alpha)))
    }
}
