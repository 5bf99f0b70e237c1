//! Frames as they were before they were packed: see [`Cut`].

use std::{path::Path, sync::Arc};

use super::layout::{Layout, PackedFrame, Page};
use crate::files::{FileError, Limits, Reason};
use crate::geom::{Cell, IntRect};
use crate::scene::{Cut, Frame, Frames, Picture};
use crate::words::located;

impl Layout {
    /// The frames on the sheets that `sheet_of` reads, one at a time. All of them have alpha where a sheet has, or where any
    /// of them was trimmed. Errors name the atlas `path`.
    pub(super) fn cut(
        self,
        path: &Path,
        limits: &Limits,
        mut sheet_of: impl FnMut(&str) -> Result<Picture, FileError>,
    ) -> Result<Frames, FileError> {
        let mut has_alpha = self.entries.iter().any(|entry| entry.source != entry.area().size());
        let mut restored = Vec::with_capacity(self.entries.len());
        let mut pixels = 0_u64;
        for Page { image, entries } in self.pages.into_iter().filter(|page| !page.entries.is_empty()) {
            let sheet = sheet_of(&image)?;
            pixels += sheet.size().area();
            if pixels > limits.max_pixels {
                return Err(Reason::TooManySheetPixels { pixels, limit: limits.max_pixels }.at(path));
            }
            has_alpha |= sheet.has_alpha;
            for n in entries {
                let entry = &self.entries[n];
                restored.push(entry.restored(&sheet).map_err(|why| Reason::frame(n, &entry.name, &why).at(path))?);
            }
        }
        let frame = |(entry, (cut, mut picture)): (PackedFrame, (Cut, Picture))| {
            picture.has_alpha = has_alpha;
            let PackedFrame { name, index, anchor, duration, .. } = entry;
            Frame { name, index, anchor, picture: Arc::new(picture), cut: Some(cut), duration }
        };
        let mut frames = Frames::new(self.entries.into_iter().zip(restored).map(frame).collect());
        frames.tags = self.tags;
        Ok(frames)
    }
}

impl PackedFrame {
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
