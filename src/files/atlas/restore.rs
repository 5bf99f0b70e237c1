//! Frames as they were before they were packed.
//!
//! ```text
//! source box 5 × 4      trimmed, 3 × 2,      turned clockwise    turned counter-clockwise
//! . . . . .             at 1,1               (TexturePacker,     (libGDX),
//! . a b c .             a b c                Starling),          c f
//! . d e f .             d e f                d a                 b e
//! . . . . .                                  e b                 a d
//!                                            f c
//! ```
//!
//! So the top row of a frame that was turned clockwise is the right column of its area, from the top; of one that was turned
//! counter-clockwise it is the left column, from the bottom.

use std::{path::Path, sync::Arc};

use super::{
    AtlasFault,
    layout::{Entry, Layout, Page, Turned},
};
use crate::{
    files::{FileError, Limits, Reason},
    geom::Size,
    scene::{Frame, Frames, Picture, rgba_rows},
};

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
        let mut pictures = Vec::with_capacity(self.entries.len());
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
                pictures.push(restored(entry, &sheet).map_err(|fault| fault.of(n, &entry.name).at(path))?);
            }
        }
        let frame = |(entry, mut picture): (Entry, Picture)| {
            picture.has_alpha = has_alpha;
            let Entry { name, index, anchor, duration, .. } = entry;
            Frame { name, index, anchor, picture: Arc::new(picture), duration }
        };
        let mut frames = Frames::new(self.entries.into_iter().zip(pictures).map(frame).collect());
        frames.tags = self.tags;
        Ok(frames)
    }
}

/// The source box of a frame, clear where it was trimmed.
fn restored(entry: &Entry, sheet: &Picture) -> Result<Picture, AtlasFault> {
    let (area, source) = (entry.on_sheet, entry.source);
    let cut = sheet.cut_out(area).ok_or(AtlasFault::OutsideSheet { area, sheet: sheet.size() })?;
    let upright = turned_back(cut, entry.turned);
    if source == upright.size() {
        return Ok(upright);
    }
    let mut rgba = vec![0; usize::try_from(4 * source.area()).expect("a size within the limits")];
    let width = usize::try_from(4 * upright.size().width).expect("a width in memory");
    for (row, pixels) in rgba_rows(source, entry.area()).zip(upright.rgba().chunks(width)) {
        rgba[row].copy_from_slice(pixels);
    }
    Ok(Picture::new(source, rgba, sheet.format, sheet.has_alpha))
}

/// `picture` as it was before it was turned.
fn turned_back(picture: Picture, how: Turned) -> Picture {
    // Where on the sheet, of this size, a pixel of the upright frame is.
    let on_sheet: fn(u32, u32, Size) -> (u32, u32) = match how {
        Turned::Not => return picture,
        Turned::Clockwise => |x, y, size| (size.width - 1 - y, x),
        Turned::Half => |x, y, size| (size.width - 1 - x, size.height - 1 - y),
        Turned::Counterclockwise => |x, y, size| (y, size.height - 1 - x),
    };
    let upright = how.size(picture.size());
    let pixel = |x, y| {
        let (x, y) = on_sheet(x, y, picture.size());
        picture.pixel(x, y).expect("inside")
    };
    let rgba = (0..upright.height).flat_map(|y| (0..upright.width).flat_map(move |x| pixel(x, y))).collect();
    Picture::new(upright, rgba, picture.format, picture.has_alpha)
}
