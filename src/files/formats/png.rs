//! PNG, still and animated.

use std::io::{Cursor, ErrorKind};
use std::{borrow::Cow, time::Duration};

use ::image::ImageFormat;
use ::png::Transformations;
use ::png::{BitDepth, BlendOp, ColorType, Decoder, DecodingError, DisposeOp, FrameControl, Info, OutputInfo, Reader};

use super::film::{Blend, Disposal, Film, FramePart};
use super::{depth::rounded, format::Format, still::Still};
use crate::files::{Limits, Reason, disk::WatchedBytes};
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::{Frames, PictureFormat};

const STILL: PictureFormat = PictureFormat::Png;
const PICTURE: PictureFormat = PictureFormat::Apng;

/// PNG.
pub(super) const FORMAT: Format = Format {
    name: "PNG",
    endings: &["png", "apng"],
    known: |bytes, _| bytes.starts_with(b"\x89PNG\r\n\x1A\n").then_some(STILL),
    read: |bytes, limits, most| if most == 1 { first(bytes, limits) } else { frames(bytes, limits) },
    kinds: "",
    bare,
};

/// The still picture, or the default image of an animation.
fn first(bytes: &[u8], limits: &Limits) -> Result<Frames, Reason> {
    // Refused before the decoder makes room for a row of it. Whatever else is wrong with the header is for it to say.
    if let Ok(info) = Decoder::new(Cursor::new(bytes)).read_header_info() {
        limits.check_image(STILL, Size::new(info.width, info.height))?;
    }
    let mut still = Still::decode(STILL, ImageFormat::Png, bytes, limits)?;
    let info = Decoder::new(Cursor::new(bytes)).read_info();
    clear_level(&mut still.rgba, info.ok().and_then(|reader| hidden_clear_level(reader.info())));
    Ok(still.into())
}

/// The level of 8 bits that is clear in a PNG of grey with fewer bits. Its `tRNS` chunk holds more bits than a level has: the
/// lower ones count, which its decoder does not heed.
fn hidden_clear_level(info: &Info<'_>) -> Option<u8> {
    let most = match info.bit_depth {
        BitDepth::One => 1,
        BitDepth::Two => 3,
        BitDepth::Four => 15,
        _ => return None,
    };
    let value = info.trns.as_ref().filter(|_| info.color_type == ColorType::Grayscale)?.first()?;
    Some((value & most) * (u8::MAX / most))
}

/// Makes what has this `level` of grey clear.
fn clear_level(rgba: &mut [u8], level: Option<u8>) {
    let Some(level) = level else { return };
    for [grey, _, _, alpha] in rgba.as_chunks_mut().0 {
        if *grey == level {
            *alpha = 0;
        }
    }
}

/// The frames of an animated PNG: its default image is the first of them, or is left out. Of a still one, the picture.
fn frames(bytes: &[u8], limits: &Limits) -> Result<Frames, Reason> {
    // It says before its picture that it is an animation.
    let begun = Decoder::new(Cursor::new(bytes)).read_info();
    if !begun.is_ok_and(|reader| reader.info().animation_control.is_some()) {
        return first(bytes, limits);
    }
    let decoder_limits = ::png::Limits { bytes: usize::try_from(limits.header_bytes()).unwrap_or(usize::MAX) };
    let mut decoder = Decoder::new_with_limits(WatchedBytes::new(bytes), decoder_limits);
    decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(refusal)?;
    let info = reader.info();
    let size = Size::new(info.width, info.height);
    let count = info.animation_control.map_or(0, |control| control.num_frames);
    limits.check_animation(PICTURE, count.into(), size)?;

    let samples_length = reader.output_buffer_size().ok_or(Reason::TooMuchMemory)?;
    let canvas_bytes = size.area().saturating_mul(4);
    // The samples, a copy as RGBA unless they are RGBA already, and the frames.
    let copies = u64::from(reader.output_color_type() != (ColorType::Rgba, BitDepth::Eight));
    let needed = canvas_bytes.saturating_mul(u64::from(count) + copies).saturating_add(samples_length as u64);
    if needed > limits.decoder_bytes(bytes.len())? {
        return Err(Reason::TooMuchMemory);
    }

    let info = reader.info();
    let has_channel = matches!(info.color_type, ColorType::Rgba | ColorType::GrayscaleAlpha) || info.trns.is_some();
    let mut film = Film::new(PICTURE, count.into(), size, has_channel)?;
    let clear = hidden_clear_level(info);
    let is_default_shown = info.frame_control.is_some();
    let mut samples = vec![0; samples_length];
    if !is_default_shown {
        // It is not shown, but if it is damaged, so is the file.
        reader.next_frame(&mut samples).map_err(refusal)?;
    }
    for _ in 0..count {
        show_next(&mut film, &mut reader, &mut samples, clear)?;
    }
    Ok(film.frames())
}

/// Decodes the next frame into `samples`, and shows it; this level of grey is `clear` in it.
fn show_next(
    film: &mut Film,
    reader: &mut Reader<WatchedBytes<'_>>,
    samples: &mut [u8],
    clear: Option<u8>,
) -> Result<(), Reason> {
    let output = reader.next_frame(samples).map_err(refusal)?;
    let mut rgba = rgba(&output, &samples[..output.buffer_size()]);
    if clear.is_some() {
        clear_level(rgba.to_mut(), clear);
    }
    let control = reader.info().frame_control.ok_or_else(|| Reason::damaged(PICTURE, "a frame has no controls"))?;
    let origin = Cell::new(control.x_offset.into(), control.y_offset.into());
    let blend = match control.blend_op {
        BlendOp::Source => Blend::Replace,
        BlendOp::Over => Blend::Over,
    };
    let disposal = match control.dispose_op {
        DisposeOp::None => Disposal::Keep,
        DisposeOp::Background => Disposal::Clear,
        DisposeOp::Previous => Disposal::Restore,
    };
    let area = IntRect::new(origin, Size::new(output.width, output.height));
    film.show(&FramePart { area, rgba: &rgba, blend, disposal, duration: duration(&control) });
    Ok(())
}

/// The duration of a frame: a fraction of a second, in which a denominator of 0 means 100.
fn duration(control: &FrameControl) -> Duration {
    let denominator = if control.delay_den == 0 { 100 } else { u64::from(control.delay_den) };
    Duration::from_nanos(u64::from(control.delay_num) * 1_000_000_000 / denominator)
}

/// Grey or RGB with alpha, of 8 or 16 bits as `output` says, as RGBA of 8 bits.
fn rgba<'a>(output: &OutputInfo, samples: &'a [u8]) -> Cow<'a, [u8]> {
    let bytes: Cow<'_, _> = match output.bit_depth {
        BitDepth::Sixteen => samples.as_chunks().0.iter().map(|deep| rounded(u16::from_be_bytes(*deep))).collect(),
        _ => samples.into(),
    };
    match output.color_type {
        ColorType::GrayscaleAlpha => bytes.as_chunks().0.iter().flat_map(|[v, a]| [*v, *v, *v, *a]).collect(),
        _ => bytes,
    }
}

/// The meaning of the decoder's `error` for the file.
fn refusal(error: DecodingError) -> Reason {
    match error {
        DecodingError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => Reason::CutShort(PICTURE),
        DecodingError::LimitsExceeded => Reason::TooMuchMemory,
        error => Reason::damaged(PICTURE, &error.to_string()),
    }
}

/// A PNG of the chunks of the picture in `bytes` alone: its colours by number, what is clear, its pixels and, if it is
/// animated, its frames. `None` for what does not begin as a PNG.
fn bare(bytes: &[u8]) -> Option<Vec<u8>> {
    const COLOR_TYPE: usize = 25;
    const BY_NUMBER: u8 = 3;
    const WITH_ALPHA: u8 = 4;
    const END: [u8; 12] = *b"\0\0\0\0IEND\xAE\x42\x60\x82";
    let (signature, mut rest) = bytes.split_at_checked(8)?;
    let color_type = *bytes.get(COLOR_TYPE)?;
    let mut chunks = Vec::new();
    while let Some(length) = rest.first_chunk() {
        // Its length and kind stand before the data, a checksum behind.
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?.checked_add(12)?;
        let Some((chunk, behind)) = rest.split_at_checked(length) else { break };
        chunks.push((chunk.get(4..8)?, chunk));
        rest = behind;
    }
    let is_animated = chunks.iter().any(|(kind, _)| *kind == b"acTL");
    let is_picture = |kind: &[u8]| match kind {
        b"IHDR" | b"IDAT" => true,
        b"PLTE" => color_type == BY_NUMBER,
        b"tRNS" => color_type & WITH_ALPHA == 0,
        b"acTL" | b"fcTL" | b"fdAT" => is_animated,
        _ => false,
    };
    let picture = chunks.into_iter().filter(|(kind, _)| is_picture(kind)).map(|(_, chunk)| chunk);
    Some([signature].into_iter().chain(picture).chain([END.as_slice()]).flatten().copied().collect())
}
