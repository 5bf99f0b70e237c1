//! GIF.

use std::time::Duration;

use ::gif::{ColorOutput, DecodeOptions, Decoder, DecodingError, DisposalMethod};
use ::image::ImageFormat;

use super::film::{Blend, Disposal, Film, FramePart};
use super::{format::Format, still::Still};
use crate::files::{Limits, Reason, disk::WatchedBytes};
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::{Frames, PictureFormat};

const PICTURE: PictureFormat = PictureFormat::Gif;

/// GIF.
pub(super) const FORMAT: Format = Format {
    name: "GIF",
    endings: &["gif"],
    known: |bytes, _| (bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a")).then_some(PICTURE),
    read: |bytes, limits, most| if most == 1 { first(bytes, limits) } else { frames(bytes, limits) },
    kinds: "",
    bare: |_| None,
};

/// The first frame of a GIF. It has no alpha channel, only a palette that may have a clear colour.
fn first(bytes: &[u8], limits: &Limits) -> Result<Frames, Reason> {
    let mut still = Still::decode(PICTURE, ImageFormat::Gif, bytes, limits)?;
    still.has_alpha &= still.rgba.as_chunks().0.iter().any(|[_, _, _, alpha]| *alpha < 255);
    Ok(still.into())
}

/// The frames of a GIF. Its background colour is ignored, as browsers do: the canvas begins clear.
fn frames(bytes: &[u8], limits: &Limits) -> Result<Frames, Reason> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.clone().read_info(WatchedBytes::new(bytes)).map_err(refusal)?;
    let size = Size::new(decoder.width().into(), decoder.height().into());
    limits.check_image(PICTURE, size)?;
    options.skip_frame_decoding(true);
    let (count, pixels) = counted(options.read_info(bytes).map_err(refusal)?, limits)?;
    limits.check_animation(PICTURE, count, size)?;
    // Parts may be larger than the canvas; they are decoded whole.
    limits.check_frames(count, pixels)?;

    let mut film = Film::new(PICTURE, count, size, false)?;
    while let Some(frame) = decoder.next_frame_info().map_err(refusal)? {
        let origin = Cell::new(frame.left.into(), frame.top.into());
        let area = IntRect::new(origin, Size::new(frame.width.into(), frame.height.into()));
        let (dispose, duration) = (frame.dispose, Duration::from_millis(10 * u64::from(frame.delay)));
        // Clear, for the pixels whose index is beyond the palette.
        let mut rgba = vec![0; decoder.buffer_size()];
        decoder.read_into_buffer(&mut rgba).map_err(refusal)?;
        let disposal = match dispose {
            DisposalMethod::Any | DisposalMethod::Keep => Disposal::Keep,
            DisposalMethod::Background => Disposal::Clear,
            DisposalMethod::Previous => Disposal::Restore,
        };
        film.show(&FramePart { area, rgba: &rgba, blend: Blend::Over, disposal, duration });
    }
    Ok(film.frames())
}

/// The number of frames in the file, and of pixels in all their parts; `decoder` skips the pixels.
fn counted(mut decoder: Decoder<&[u8]>, limits: &Limits) -> Result<(u64, u64), Reason> {
    let (mut count, mut pixels) = (0, 0_u64);
    while let Some(frame) = decoder.next_frame_info().map_err(refusal)? {
        let size = Size::new(frame.width.into(), frame.height.into());
        limits.check_image(PICTURE, size)?;
        count += 1;
        pixels = pixels.saturating_add(size.area());
    }
    Ok((count, pixels))
}

/// The meaning of the decoder's `error` for the file.
fn refusal(error: DecodingError) -> Reason {
    match error {
        DecodingError::UnexpectedEof => Reason::CutShort(PICTURE),
        DecodingError::OutOfMemory | DecodingError::MemoryLimit => Reason::TooMuchMemory,
        error => Reason::damaged(PICTURE, &error.to_string()),
    }
}
