//! Layout of the frames of an atlas, the content of every format, and the frames as they were before: see [`Cut`].
//!
//! One odd frame does not cost the others. What reaches beyond the sheet or the source box is clipped, a source box without
//! pixels of the sheet stays clear, and a frame without a source box is left out. All of these are named once. An atlas
//! without a pixel on its sheets is refused.

use std::{ops::Range, path::Path, sync::Arc};

use super::odd::OddFrames;
pub(super) use super::packed::PackedFrame;
use super::sheets::Sheets;
use crate::files::reading::about;
use crate::files::{FileError, Limits, Reason};
use maskscope_core::geom::Size;
use maskscope_core::memory::ask;
pub(super) use maskscope_core::scene::Turned;
use maskscope_core::scene::{Cut, Drawn, Frame, Frames, HitboxOffers, Picture, Tag};
use maskscope_core::words::{plural, thousands};

/// The most bytes of the names of all frames: those of a set share one, but lists, scenes and sessions hold copies.
const MOST_NAMES: u64 = 16 << 20;

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

    /// Adds a frame of the last sheet that cannot be restored, and is left out.
    pub(super) fn push_faulty(&mut self, name: &str, fault: Reason) {
        self.push(PackedFrame { name: name.into(), fault: Some(Box::new(fault)), ..PackedFrame::default() });
    }

    /// Refuses names that are too long together, an atlas of empty source boxes, and boxes that are beyond `limits`.
    pub(super) fn check(&mut self, limits: &Limits) -> Result<(), Reason> {
        if self.entries.iter().all(|entry| entry.source.is_empty())
            && let Some(fault) = self.entries.first_mut().and_then(|first| OddFrames::fault(0, first, Size::default()))
        {
            return Err(fault);
        }
        let names: u64 = self.entries.iter().map(|entry| entry.name.len() as u64).sum();
        if names > MOST_NAMES {
            let (names, most) = (thousands(names), thousands(MOST_NAMES));
            return Err(Reason::Refused(format!(
                "the names of its frames take {names} bytes together, the limit is {most}"
            )));
        }
        let mut pixels = 0_u64;
        for entry in &self.entries {
            limits.check(entry.source)?;
            pixels = pixels.saturating_add(entry.source.area());
        }
        limits.check_frames(self.entries.len() as u64, pixels)?;
        let frames = plural(self.entries.len() as u64, "frame");
        Ok(ask(4 * pixels, "fewer or smaller frames take less", format_args!("an atlas of {frames}"))?)
    }

    /// The frames on `sheets`. All of them have alpha where a sheet has, or where a source box has more pixels than the
    /// sheet has of it. Errors name the atlas `path`.
    pub(super) fn cut(mut self, path: &Path, limits: &Limits, sheets: &mut Sheets<'_>) -> Result<Frames, FileError> {
        let mut has_alpha = false;
        let mut restored = Vec::with_capacity(self.entries.len());
        let mut odd = OddFrames::default();
        let mut pixels = 0_u64;
        for AtlasPage { image, entries } in self.pages.into_iter().filter(|page| !page.entries.is_empty()) {
            let sheet = sheets.picture(&image)?;
            pixels += sheet.size().area();
            if pixels > limits.max_pixels {
                return Err(Reason::TooManySheetPixels { pixels, limit: limits.max_pixels }.at(path));
            }
            has_alpha |= sheet.has_alpha;
            for n in entries {
                let cut = odd.cut(n, &mut self.entries[n], sheet.size());
                has_alpha |= cut.is_some_and(|cut| cut.turned.size(cut.on_sheet.size()) != cut.source);
                restored.push(cut.map(|cut| (cut, restored_from(sheet, &cut))));
            }
        }
        odd.check().map_err(|reason| reason.at(path))?;
        about(path, || odd.remarks());
        let frame = |(entry, restored): (PackedFrame, Option<(Cut, Picture)>)| {
            let (cut, mut picture) = restored?;
            picture.has_alpha = has_alpha;
            let PackedFrame { name, index, anchor, duration, .. } = entry;
            Some(Frame { name, index, anchor, picture: Arc::new(picture), cut: Some(cut), duration })
        };
        let mut frames = Frames::new(self.entries.into_iter().zip(restored).filter_map(frame).collect());
        (frames.tags, frames.offers) = odd.without_left_out(self.tags, self.offers);
        frames.drawn = Drawn { frame: odd.place(self.drawn.frame), ..self.drawn };
        Ok(frames)
    }
}

/// The source box of a frame, clear where it was trimmed.
fn restored_from(sheet: &Picture, cut: &Cut) -> Picture {
    let pixels = cut.restored(sheet.rgba().as_chunks::<4>().0).into_flattened();
    Picture::new(cut.source, pixels, sheet.format, sheet.has_alpha)
}
