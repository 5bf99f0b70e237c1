//! Aseprite files: their visible layers, put together.

mod blend;
mod draw;
mod fields;
mod file;
mod palette;
mod read;
mod slices;

use std::sync::Arc;

use fields::FORMAT;
use file::{File, Header, StoredFrame};

pub(super) use slices::{Slice, offers_of};

use super::{Limits, Reason};
use crate::scene::{Frame, Frames, Picture};

/// The first frame.
pub(super) fn first(bytes: &[u8], limits: &Limits) -> Result<Picture, Reason> {
    let header = Header::read(bytes)?;
    limits.check_animation(FORMAT, u64::from(header.frames).min(1), header.size)?;
    Ok(File::read(bytes, header, 1, limits)?.picture(0))
}

/// All frames, without names, the tags, and the slices as hitboxes.
pub(super) fn frames(bytes: &[u8], limits: &Limits) -> Result<Frames, Reason> {
    let header = Header::read(bytes)?;
    limits.check_animation(FORMAT, header.frames.into(), header.size)?;
    let file = File::read(bytes, header, header.frames, limits)?;
    let frame =
        |(n, frame): (usize, &StoredFrame)| Frame { duration: frame.duration, ..Frame::new(Arc::new(file.picture(n))) };
    let mut frames = Frames::new(file.frames.iter().enumerate().map(frame).collect());
    frames.offers = offers_of(file.slices, file.frames.len());
    frames.tags = file.tags;
    Ok(frames)
}
