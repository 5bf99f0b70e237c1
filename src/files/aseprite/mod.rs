//! Aseprite files: their visible layers, put together.
//!
//! The crate that reads them unpacks every cel at once and trusts the file about sizes; so [`chunks`] looks first.

mod chunks;

use std::{
    io::{self, Cursor},
    sync::Arc,
    time::Duration,
};

use asefile::{AsepriteFile, AsepriteParseError};

use super::{Limits, Reason};
use crate::{
    geom::Size,
    scene::{Frame, Frames, Picture, Tag},
};

/// What people call them.
pub(super) const FORMAT: &str = "Aseprite";

/// The first frame.
pub(super) fn first(bytes: &[u8], limits: &Limits) -> Result<Picture, Reason> {
    let header = chunks::Header::read(bytes)?;
    limits.check_animation(FORMAT, u64::from(header.frames).min(1), header.size)?;
    Ok(picture(&open(bytes, &header, 1, limits)?, 0))
}

/// All frames, without names, and the tags.
pub(super) fn frames(bytes: &[u8], limits: &Limits) -> Result<Frames, Reason> {
    let header = chunks::Header::read(bytes)?;
    limits.check_animation(FORMAT, header.frames.into(), header.size)?;
    let file = open(bytes, &header, header.frames, limits)?;
    let frame = |n| Frame {
        name: String::new(),
        picture: Arc::new(picture(&file, n)),
        duration: Duration::from_millis(file.frame(n).duration().into()),
    };
    let mut frames = Frames::new((0..file.num_frames()).map(frame).collect());
    let index = |n: u32| usize::try_from(n).expect("at most 65,535");
    let tags = (0..file.num_tags()).map(|n| file.tag(n));
    frames.tags = tags
        .filter_map(|tag| Tag::within(tag.name(), index(tag.from_frame()), index(tag.to_frame()), frames.all().len()))
        .collect();
    Ok(frames)
}

/// The file, once its chunks were found to be whole and, with `pictures` of its frames, within `limits`.
fn open(bytes: &[u8], header: &chunks::Header, pictures: u16, limits: &Limits) -> Result<AsepriteFile, Reason> {
    chunks::check(bytes, header, pictures, limits)?;
    AsepriteFile::read(Cursor::new(bytes)).map_err(|error| match error {
        AsepriteParseError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => Reason::CutShort(FORMAT),
        AsepriteParseError::InvalidInput(detail) | AsepriteParseError::UnsupportedFeature(detail) => {
            Reason::damaged(FORMAT, &detail)
        }
        error => Reason::damaged(FORMAT, &error.to_string()),
    })
}

/// The visible layers of frame `n`, put together.
fn picture(file: &AsepriteFile, n: u32) -> Picture {
    let image = file.frame(n).image();
    Picture::new(Size::new(image.width(), image.height()), image.into_raw(), FORMAT, true)
}
