//! Frames as they were before they were packed.
//!
//! ```text
//! source box 5 × 4      trimmed, 3 × 2,      rotated clockwise by 90°,
//! . . . . .             at 1,1               as it lies on the sheet, 2 × 3
//! . a b c .             a b c                d a
//! . d e f .             d e f                e b
//! . . . . .                                  f c
//! ```
//!
//! So a rotated frame is turned back counter-clockwise: its top row is the right column of the area, from the top. This
//! is how TexturePacker packs and how Phaser and PixiJS read it; Aseprite trims, but never rotates.

use std::sync::Arc;

use super::{
    AtlasFault,
    layout::{Entry, Layout},
};
use crate::{
    files::Reason,
    geom::Size,
    scene::{Frame, Frames, Picture, rgba_rows},
};

impl Layout {
    /// The frames on `sheet`. All of them have alpha where the sheet has, or where any of them was trimmed.
    pub(super) fn cut(&self, sheet: &Picture) -> Result<Frames, Reason> {
        let is_trimmed = |entry: &Entry| entry.source().is_ok_and(|source| source != entry.in_source().size());
        let has_alpha = sheet.has_alpha || self.entries().iter().any(is_trimmed);
        let frame = |(n, entry): (usize, &Entry)| {
            let mut picture = restored(entry, sheet).map_err(|fault| self.fault(n, fault))?;
            picture.has_alpha = has_alpha;
            Ok(Frame { name: entry.name.clone(), picture: Arc::new(picture), duration: entry.duration() })
        };
        let frames: Result<Vec<Frame>, Reason> = self.entries().iter().enumerate().map(frame).collect();
        let mut frames = Frames::new(frames?);
        frames.tags = self.tags();
        Ok(frames)
    }
}

/// The source box of a frame, clear where it was trimmed.
fn restored(entry: &Entry, sheet: &Picture) -> Result<Picture, AtlasFault> {
    let (area, source) = (entry.on_sheet(), entry.source()?);
    let cut = sheet.cut_out(area).ok_or(AtlasFault::OutsideSheet { area, sheet: sheet.size() })?;
    let upright = if entry.rotated { turned_back(&cut) } else { cut };
    if source == upright.size() {
        return Ok(upright);
    }
    let mut rgba = vec![0; usize::try_from(4 * source.area()).expect("a size within the limits")];
    let width = usize::try_from(4 * upright.size().width).expect("a width in memory");
    for (row, pixels) in rgba_rows(source, entry.in_source()).zip(upright.rgba().chunks(width)) {
        rgba[row].copy_from_slice(pixels);
    }
    Ok(Picture::new(source, rgba, sheet.format, sheet.has_alpha))
}

/// `picture` turned by 90° counter-clockwise.
fn turned_back(picture: &Picture) -> Picture {
    let Size { width, height } = picture.size();
    let rows = (0..width).rev().flat_map(|x| (0..height).map(move |y| (x, y)));
    let rgba = rows.flat_map(|(x, y)| picture.pixel(x, y).expect("inside")).collect();
    Picture::new(Size::new(height, width), rgba, picture.format, picture.has_alpha)
}
