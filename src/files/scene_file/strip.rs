//! Frames in one image: their pixels follow each other, in rows as wide as the first frame.
//!
//! ```json
//! "image": "walk.png",
//! "frames": { "all": [{ "size": { "width": 16, "height": 24 }, "name": "walk1" }, …], "tags": [] }
//! ```
//!
//! Frames of any sizes fit into such an image without gaps. Frames of one size lie below each other.

use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};
use std::{sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};

use crate::files::{Limits, Reason, scene_file::written_path::WrittenPath};
use maskscope_core::geom::{Cell, IntRect, Point, Size};
use maskscope_core::scene::{Cut, Frame, Frames, Picture, PictureFormat, Tag};

/// Everything that is known of frames but their pixels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Strip {
    all: Vec<FrameOutline>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<Tag>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sheets: Vec<WrittenPath>,
}

/// Everything that is known of a frame but its pixels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct FrameOutline {
    size: Size,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    anchor: Option<Point>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Cut>,
    #[serde(default, skip_serializing_if = "Duration::is_zero")]
    duration: Duration,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<PictureFormat>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    opaque: bool,
}

impl Strip {
    pub(in crate::files) fn of(frames: &Frames) -> Self {
        let outline = |frame: &Frame| FrameOutline {
            size: frame.picture.size(),
            name: frame.name.to_string(),
            index: frame.index,
            anchor: frame.anchor,
            cut: frame.cut,
            duration: frame.duration,
            format: Some(frame.picture.format).filter(|format| *format != PictureFormat::Png),
            opaque: !frame.picture.has_alpha,
        };
        Self {
            all: frames.all().iter().map(outline).collect(),
            tags: frames.tags.clone(),
            sheets: frames.sheets.iter().map(|sheet| sheet.as_path().into()).collect(),
        }
    }

    /// The strip with only the names of the sheets, not their folders: for other people.
    pub(super) fn without_folders(self) -> Self {
        let name = |sheet: WrittenPath| Path::new(PathBuf::from(sheet).file_name().unwrap_or_default()).into();
        Self { sheets: self.sheets.into_iter().map(name).collect(), ..self }
    }

    /// The size of the image with the pixels of `frames`; empty where they have none.
    pub(crate) fn size(frames: &Frames) -> Size {
        let sizes = || frames.all().iter().map(|frame| frame.picture.size());
        let width = sizes().find(|size| !size.is_empty()).map_or(0, |size| size.width);
        let pixels: u64 = sizes().map(Size::area).sum();
        Size::new(width, u32::try_from(pixels.div_ceil(u64::from(width).max(1))).unwrap_or(u32::MAX))
    }

    /// Writes the bytes of that image: frame by frame, and what fills its last row.
    pub(crate) fn write(frames: &Frames, to: &mut impl Write) -> io::Result<()> {
        let mut rest = 4 * Self::size(frames).area();
        for frame in frames.all() {
            let rgba = frame.picture.rgba();
            to.write_all(rgba)?;
            rest -= rgba.len() as u64;
        }
        io::copy(&mut io::repeat(0).take(rest), to).map(drop)
    }

    /// These fields as JSON, by which equals are known.
    pub(in crate::files) fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("numbers, texts and lists are written")
    }

    /// True if no frame has a pixel: there is no image.
    pub(super) fn is_empty(&self) -> bool {
        self.all.iter().all(|outline| outline.size.is_empty())
    }

    /// The frames that `rgba` has the pixels of.
    ///
    /// # Errors
    /// Where there are too few, where a frame has been cut out where it cannot have been, and beyond the `limits`.
    pub(super) fn frames(self, mut rgba: &[u8], limits: &Limits) -> Result<Frames, Reason> {
        let count = self.all.len();
        let pixels = self.all.iter().map(|outline| outline.size.area()).fold(0, u64::saturating_add);
        limits.check_frames(count as u64, pixels)?;
        let mut frames = Vec::with_capacity(count);
        for outline in self.all {
            limits.check(outline.size)?;
            let own = usize::try_from(4 * outline.size.area()).ok().and_then(|bytes| rgba.split_off(..bytes));
            let own = own.ok_or_else(|| Reason::scene("its image has fewer pixels than its frames"))?;
            frames.push(outline.frame(own)?);
        }
        if frames.is_empty() {
            return Err(Reason::scene("it has no frames"));
        }
        let mut frames = Frames::new(frames);
        let tag = |Tag { name, frames }: Tag| Tag::within(&name, frames.start, frames.end.checked_sub(1)?, count);
        frames.tags = self.tags.into_iter().filter_map(tag).collect();
        frames.sheets = self.sheets.into_iter().map(PathBuf::from).collect();
        Ok(frames)
    }
}

impl FrameOutline {
    /// The frame with the pixels in `rgba`.
    fn frame(self, rgba: &[u8]) -> Result<Frame, Reason> {
        if self.cut.is_some_and(|cut| !fits(&cut, self.size)) {
            return Err(Reason::scene("a frame lies outside its sheet, or its source box"));
        }
        let format = self.format.unwrap_or(PictureFormat::Png);
        Ok(Frame {
            name: self.name.into(),
            index: self.index,
            anchor: self.anchor,
            picture: Arc::new(Picture::new(self.size, rgba.to_vec(), format, !self.opaque)),
            cut: self.cut,
            duration: self.duration,
        })
    }
}

/// True if a frame of `size` can have been cut so.
fn fits(cut: &Cut, size: Size) -> bool {
    let is_within = |part: IntRect, whole: Size| {
        part.intersection(IntRect::new(Cell::ORIGIN, whole)).is_some_and(|shared| shared == part)
    };
    let upright = cut.turned.size(cut.on_sheet.size());
    let is_far = |n: i64| n.unsigned_abs() > u64::from(u32::MAX);
    let corners = [cut.on_sheet.x, cut.on_sheet.y, cut.in_source.x, cut.in_source.y];
    !corners.into_iter().any(is_far)
        && cut.source == size
        && (cut.on_sheet.size().is_empty()
            || is_within(cut.on_sheet, cut.sheet) && is_within(IntRect::new(cut.in_source, upright), cut.source))
}
