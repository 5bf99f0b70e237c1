//! Animated PNGs.

use std::io::{Cursor, ErrorKind};
use std::{borrow::Cow, time::Duration};

use png::Transformations;
use png::{BitDepth, BlendOp, ColorType, Decoder, DecodingError, DisposeOp, FrameControl, OutputInfo, Reader};

use super::film::{Blend, Disposal, Film, FramePart};
use crate::files::still::{clear_level, hidden_clear_level, rounded};
use crate::files::{Limits, Reason, progress::Watched};
use crate::geom::{Cell, IntRect, Size};
use crate::scene::{Frames, PictureFormat};

const FORMAT: PictureFormat = PictureFormat::Apng;

/// True when `bytes`, a PNG, say before their picture that they are an animation.
pub(super) fn is_animated(bytes: &[u8]) -> bool {
    Decoder::new(Cursor::new(bytes)).read_info().is_ok_and(|reader| reader.info().animation_control.is_some())
}

/// The frames of an animated PNG: its default image is the first of them, or is left out.
pub(super) fn frames(bytes: &[u8], limits: &Limits) -> Result<Frames, Reason> {
    let decoder_limits = png::Limits { bytes: usize::try_from(limits.header_bytes()).unwrap_or(usize::MAX) };
    let mut decoder = Decoder::new_with_limits(Watched::new(bytes), decoder_limits);
    decoder.set_transformations(Transformations::EXPAND | Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(refusal)?;
    let info = reader.info();
    let size = Size::new(info.width, info.height);
    let count = info.animation_control.map_or(0, |control| control.num_frames);
    limits.check_animation(FORMAT, count.into(), size)?;

    let samples_length = reader.output_buffer_size().ok_or(Reason::TooMuchMemory)?;
    let canvas_bytes = size.area().saturating_mul(4);
    // The samples, a copy as RGBA unless they are RGBA already, and the frames.
    let copies = u64::from(reader.output_color_type() != (ColorType::Rgba, BitDepth::Eight));
    let needed = canvas_bytes.saturating_mul(u64::from(count) + copies).saturating_add(samples_length as u64);
    if needed > limits.decoder_bytes(bytes)? {
        return Err(Reason::TooMuchMemory);
    }

    let info = reader.info();
    let has_channel = matches!(info.color_type, ColorType::Rgba | ColorType::GrayscaleAlpha) || info.trns.is_some();
    let mut film = Film::new(FORMAT, count.into(), size, has_channel)?;
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
    reader: &mut Reader<Watched<'_>>,
    samples: &mut [u8],
    clear: Option<u8>,
) -> Result<(), Reason> {
    let output = reader.next_frame(samples).map_err(refusal)?;
    let mut rgba = rgba(&output, &samples[..output.buffer_size()]);
    if clear.is_some() {
        clear_level(rgba.to_mut(), clear);
    }
    let control = reader.info().frame_control.ok_or_else(|| Reason::damaged(FORMAT, "a frame has no controls"))?;
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
        DecodingError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => Reason::CutShort(FORMAT),
        DecodingError::LimitsExceeded => Reason::TooMuchMemory,
        error => Reason::damaged(FORMAT, &error.to_string()),
    }
}
