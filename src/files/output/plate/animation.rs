//! Plates filling up, visit by visit: as GIF and as animated PNG.

use std::collections::HashMap;

use super::bitmap::Bitmap;
use crate::files::disk::report;
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::palette::Rgb;

/// Times in hundredths of a second, as GIF has them: what all steps should take together, and the least and the most
/// that one takes.
const ALL_STEPS: usize = 600;
const SHORTEST_STEP: usize = 3;
const LONGEST_STEP: usize = 100;
/// Duration of the last frame.
pub(super) const LAST_FRAME: u16 = 200;

/// Duration of a race in tenths of a second, and of a tenth in hundredths.
const TENTHS: u32 = 120;
pub(super) const TENTH: u16 = 10;

/// A picture that fills up.
pub(super) trait FillingPicture {
    /// Columns and rows, in px.
    fn size(&self) -> Size;

    /// The number of all pictures; at least 1.
    fn frames(&self) -> usize;

    /// Draws what frame `frame`, from 0, adds to `drawn`, the picture so far; returns what is seen, which may have more
    /// on it.
    fn draw(&self, frame: usize, drawn: &mut Bitmap) -> Bitmap;

    /// Duration of a frame, in hundredths of a second.
    fn hold(&self, frame: usize) -> u16;
}

/// The change at one moment.
#[derive(Debug)]
struct FilmFrame {
    /// The smallest area that holds every changed pixel; the whole page at first.
    area: IntRect,
    /// Its pixels, row by row; `None` where they stay as they are.
    pixels: Vec<Option<Rgb>>,
    /// Duration, in hundredths of a second.
    hold: u16,
}

/// The frames of a film, each with what it changes.
fn frames(film: &impl FillingPicture) -> impl Iterator<Item = FilmFrame> {
    let (mut drawn, mut seen) = (Bitmap::new(film.size()), Bitmap::new(film.size()));
    let count = film.frames();
    (0..count).map(move |frame| {
        report(frame as u64, count as u64);
        let shown = film.draw(frame, &mut drawn);
        let (area, pixels) = if frame == 0 { all(&shown) } else { changes(&seen, &shown) };
        seen = shown;
        FilmFrame { area, pixels, hold: film.hold(frame) }
    })
}

/// Duration of a step in an animation of `frames` frames, in hundredths of a second.
pub(super) fn step_time(frames: usize) -> u16 {
    let time = (ALL_STEPS / frames).clamp(SHORTEST_STEP, LONGEST_STEP);
    u16::try_from(time).expect("at most the longest step")
}

/// The steps that are shown of a race of `total`: as far apart as on a logarithmic axis, each with the tenths of a second
/// for which it is seen.
pub(super) fn log_steps(total: u64) -> Vec<(u64, u16)> {
    let mut steps: Vec<(u64, u16)> = Vec::new();
    for tenth in 1..=TENTHS {
        let share = f64::from(tenth) / f64::from(TENTHS);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and the total")]
        let step = if tenth == TENTHS { total } else { ((total as f64).ln_1p() * share).exp_m1().ceil() as u64 };
        match steps.last_mut() {
            Some((last, tenths)) if *last == step.min(total) => *tenths += 1,
            _ => steps.push((step.min(total), 1)),
        }
    }
    steps
}

/// The film as an animated GIF that repeats forever.
pub(super) fn gif(film: &impl FillingPicture) -> Vec<u8> {
    let side = |side: u32| u16::try_from(side).expect("a page of few thousand px");
    let place = |at: i64| u16::try_from(at).expect("inside the page");
    let mut bytes = Vec::new();
    let mut write = || -> Result<(), gif::EncodingError> {
        let mut encoder = gif::Encoder::new(&mut bytes, side(film.size().width), side(film.size().height), &[])?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        for FilmFrame { area, pixels, hold } in frames(film) {
            let Indexed { palette, indices, unchanged } = Indexed::of(&pixels);
            encoder.write_frame(&gif::Frame {
                left: place(area.x),
                top: place(area.y),
                width: side(area.width),
                height: side(area.height),
                palette: Some(palette),
                buffer: indices.into(),
                transparent: unchanged,
                delay: hold,
                dispose: gif::DisposalMethod::Keep,
                ..gif::Frame::default()
            })?;
        }
        Ok(())
    };
    write().expect("frames inside the page, written to memory");
    bytes
}

/// The film as an animated PNG that repeats forever.
pub(super) fn apng(film: &impl FillingPicture) -> Vec<u8> {
    let Size { width, height } = film.size();
    let count = u32::try_from(film.frames()).expect("few hundred frames");
    let place = |at: i64| u32::try_from(at).expect("inside the page");
    let mut bytes = Vec::new();
    let mut write = || -> Result<(), png::EncodingError> {
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_animated(count, 0)?;
        encoder.set_blend_op(png::BlendOp::Over)?;
        let mut writer = encoder.write_header()?;
        for FilmFrame { area, pixels, hold } in frames(film) {
            writer.set_frame_delay(hold, 100)?;
            // The writer checks every area against the page, and the old position may not fit the new size.
            writer.reset_frame_position()?;
            writer.set_frame_dimension(area.width, area.height)?;
            writer.set_frame_position(place(area.x), place(area.y))?;
            let rgba = |pixel: &Option<Rgb>| pixel.map_or([0; 4], |[r, g, b]| [r, g, b, u8::MAX]);
            writer.write_image_data(pixels.iter().map(rgba).collect::<Vec<_>>().as_flattened())?;
        }
        writer.finish()
    };
    write().expect("frames inside the page, written to memory");
    bytes
}

/// Pixels as places in a palette.
#[derive(Debug)]
struct Indexed {
    /// Three bytes a colour.
    palette: Vec<u8>,
    /// The place of each pixel's colour.
    indices: Vec<u8>,
    /// The place that stands for pixels that stay as they are.
    unchanged: Option<u8>,
}

impl Indexed {
    /// `pixels` as they are if they have at most 256 colours, counting "unchanged" as one; otherwise with their colours
    /// rounded to fewer bits until they do.
    fn of(pixels: &[Option<Rgb>]) -> Self {
        let rounded = (0..u8::BITS).find_map(|bits| Self::masked(pixels, u8::MAX << bits));
        rounded.expect("one bit a channel makes eight colours")
    }

    /// `pixels` with the bits in `mask` of each channel, where 256 places are enough.
    fn masked(pixels: &[Option<Rgb>], mask: u8) -> Option<Self> {
        let mut places = HashMap::new();
        let mut palette = Vec::new();
        let mut indices = Vec::with_capacity(pixels.len());
        for run in pixels.chunk_by(|one, next| one == next) {
            let color = run[0].map(|color| color.map(|channel| channel & mask));
            let place = match places.get(&color) {
                Some(place) => *place,
                None => {
                    let place = u8::try_from(places.len()).ok()?;
                    places.insert(color, place);
                    palette.extend(color.unwrap_or_default());
                    place
                }
            };
            indices.resize(indices.len() + run.len(), place);
        }
        Some(Self { palette, indices, unchanged: places.get(&None).copied() })
    }
}

/// Every pixel of a picture.
fn all(bitmap: &Bitmap) -> (IntRect, Vec<Option<Rgb>>) {
    let rows = 0..bitmap.size().height;
    let pixels = rows.flat_map(|y| bitmap.row(y)).map(|pixel| Some(*pixel)).collect();
    (IntRect::new(Cell::ORIGIN, bitmap.size()), pixels)
}

/// The difference between two pictures of one size: the smallest area that holds it, and the pixels in it that differ.
fn changes(before: &Bitmap, after: &Bitmap) -> (IntRect, Vec<Option<Rgb>>) {
    let area = changed_area(before, after);
    let inside = |at: i64| u32::try_from(at).expect("inside the page");
    let columns = inside(area.x) as usize..inside(area.right()) as usize;
    let rows = inside(area.y)..inside(area.bottom());
    let pairs = rows.flat_map(|y| before.row(y)[columns.clone()].iter().zip(&after.row(y)[columns.clone()]));
    (area, pairs.map(|(old, new)| (old != new).then_some(*new)).collect())
}

/// The smallest area that holds every pixel in which two pictures of one size differ; one pixel where none does.
fn changed_area(before: &Bitmap, after: &Bitmap) -> IntRect {
    let rows = (0..after.size().height).zip(0..);
    let differing = rows.filter_map(|(row, y)| {
        let pairs = || before.row(row).iter().zip(after.row(row));
        let first = pairs().position(|(old, new)| old != new)?;
        let last = pairs().rposition(|(old, new)| old != new)?;
        let column = |index: usize| i64::try_from(index).expect("a column of the page");
        Some(IntRect::spanning(Cell::new(column(first), y), Cell::new(column(last), y)))
    });
    differing.reduce(IntRect::union).unwrap_or(IntRect { x: 0, y: 0, width: 1, height: 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_as_far_apart_as_on_a_logarithmic_axis() {
        for total in [0, 1, 2, 7, 720, 16_777_216, u64::MAX] {
            let steps = log_steps(total);
            assert!(steps.is_sorted_by(|one, next| one.0 < next.0), "{total}");
            assert_eq!(steps.last().map(|(steps, _)| *steps), Some(total));
            assert_eq!(steps.iter().map(|(_, tenths)| u32::from(*tenths)).sum::<u32>(), TENTHS);
        }
        let first: Vec<u64> = log_steps(720).into_iter().map(|(steps, _)| steps).take(6).collect();
        assert_eq!(first, [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn few_colours_are_kept() {
        let indexed = Indexed::of(&[Some([1, 2, 3]), None, None, Some([1, 2, 3])]);
        assert_eq!(indexed.palette, [1, 2, 3, 0, 0, 0]);
        assert_eq!((indexed.indices, indexed.unchanged), (vec![0, 1, 1, 0], Some(1)));
    }

    #[test]
    fn many_colours_become_few() {
        let many: Vec<_> = (0..=255).flat_map(|r| [Some([r, 0, 0]), Some([r, 255, 0])]).collect();
        let indexed = Indexed::of(&many);
        assert_eq!((indexed.palette.len(), indexed.indices.len()), (3 * 256, many.len()));
    }
}
