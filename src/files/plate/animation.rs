//! A plate filling up, visit by visit: as GIF and as animated PNG.

use std::collections::HashMap;

use super::{page::Page, raster::Raster};
use crate::{
    geom::{Cell, IntRect, Size},
    palette::Rgb,
};

/// Times in hundredths of a second, as GIF has them: what all steps should take together, and the least and the most
/// that one takes.
const ALL_STEPS: usize = 600;
const SHORTEST_STEP: usize = 3;
const LONGEST_STEP: usize = 100;
/// How long the finished plate stays.
const END: u16 = 200;

/// What changes at one moment.
#[derive(Debug)]
struct Frame {
    /// The smallest area that holds every changed pixel; the whole page at first.
    area: IntRect,
    /// Its pixels, row by row.
    pixels: Vec<Rgb>,
    /// How long it is seen, in hundredths of a second.
    hold: u16,
}

/// The frames of a page: before the first visit, after each step, and the finished plate.
struct Frames<'a> {
    page: &'a Page<'a>,
    /// The page without the frame round the current visit.
    drawn: Raster,
    /// What is seen.
    shown: Raster,
    next: usize,
}

impl<'a> Frames<'a> {
    fn new(page: &'a Page<'a>) -> Self {
        Self { page, drawn: Raster::new(page.size()), shown: Raster::new(page.size()), next: 0 }
    }

    /// How many frames there are in all.
    fn count(page: &Page<'_>) -> usize {
        page.steps().len() + 2
    }

    /// Draws the next frame; what it shows besides what stays.
    fn draw(&mut self, frame: usize) -> Raster {
        let steps = self.page.steps();
        let Some(step) = frame.checked_sub(1) else {
            self.page.draw_start(&mut self.drawn);
            return self.drawn.clone();
        };
        let Some(current) = steps.get(step) else {
            self.page.draw_hit(&mut self.drawn);
            return self.drawn.clone();
        };
        self.page.draw_visits(&mut self.drawn, self.page.ranks_of_step(step));
        let mut shown = self.drawn.clone();
        self.page.draw_current(&mut shown, *current);
        shown
    }
}

impl Iterator for Frames<'_> {
    type Item = Frame;

    fn next(&mut self) -> Option<Frame> {
        let (frame, count) = (self.next, Self::count(self.page));
        if frame == count {
            return None;
        }
        self.next += 1;
        let shown = self.draw(frame);
        let area = if frame == 0 { whole(&shown) } else { changed(&self.shown, &shown) };
        let pixels = shown.cut_out(area);
        self.shown = shown;
        let hold = if self.next == count { END } else { step_time(count) };
        Some(Frame { area, pixels, hold })
    }
}

/// How long a step of an animation of `frames` frames is seen, in hundredths of a second.
fn step_time(frames: usize) -> u16 {
    let time = (ALL_STEPS / frames).clamp(SHORTEST_STEP, LONGEST_STEP);
    u16::try_from(time).expect("at most the longest step")
}

/// The page as an animated GIF.
pub(super) fn gif(page: &Page<'_>) -> Vec<u8> {
    let side = |side: u32| u16::try_from(side).expect("a page of few thousand px");
    let place = |at: i64| u16::try_from(at).expect("inside the page");
    let mut bytes = Vec::new();
    let mut write = || -> Result<(), gif::EncodingError> {
        let mut encoder = gif::Encoder::new(&mut bytes, side(page.size().width), side(page.size().height), &[])?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        for Frame { area, pixels, hold } in Frames::new(page) {
            let (palette, indices) = indexed(&pixels);
            encoder.write_frame(&gif::Frame {
                left: place(area.x),
                top: place(area.y),
                width: side(area.width),
                height: side(area.height),
                palette: Some(palette),
                buffer: indices.into(),
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

/// The page as an animated PNG.
pub(super) fn apng(page: &Page<'_>) -> Vec<u8> {
    let Size { width, height } = page.size();
    let frames = u32::try_from(Frames::count(page)).expect("few hundred frames");
    let place = |at: i64| u32::try_from(at).expect("inside the page");
    let mut bytes = Vec::new();
    let mut write = || -> Result<(), png::EncodingError> {
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_animated(frames, 0)?;
        let mut writer = encoder.write_header()?;
        for Frame { area, pixels, hold } in Frames::new(page) {
            writer.set_frame_delay(hold, 100)?;
            writer.set_frame_dimension(area.width, area.height)?;
            writer.set_frame_position(place(area.x), place(area.y))?;
            writer.write_image_data(pixels.as_flattened())?;
        }
        writer.finish()
    };
    write().expect("frames inside the page, written to memory");
    bytes
}

/// The palette of `pixels`, three bytes each, and the place of each pixel's colour in it.
///
/// Exact where there are at most 256 colours; otherwise colours are rounded to fewer bits until there are.
fn indexed(pixels: &[Rgb]) -> (Vec<u8>, Vec<u8>) {
    let rounded = (0..u8::BITS).find_map(|bits| try_indexed(pixels, u8::MAX << bits));
    rounded.expect("one bit a channel makes eight colours")
}

/// The palette and the places with the bits in `mask` of each channel, where 256 colours are enough.
fn try_indexed(pixels: &[Rgb], mask: u8) -> Option<(Vec<u8>, Vec<u8>)> {
    let (mut palette, mut known) = (Vec::new(), HashMap::new());
    let mut indices = Vec::with_capacity(pixels.len());
    for pixel in pixels {
        let color = pixel.map(|channel| channel & mask);
        let next = known.len();
        let index = match known.get(&color) {
            Some(index) => *index,
            None => {
                let index = u8::try_from(next).ok()?;
                known.insert(color, index);
                palette.extend(color);
                index
            }
        };
        indices.push(index);
    }
    Some((palette, indices))
}

/// The area of a whole picture.
fn whole(raster: &Raster) -> IntRect {
    IntRect::new(Cell::ORIGIN, raster.size())
}

/// The smallest area that holds every pixel in which two pictures of one size differ; one pixel where none does.
fn changed(before: &Raster, after: &Raster) -> IntRect {
    let rows = (0..after.size().height).zip(0..);
    let differing = rows.filter_map(|(row, y)| {
        let pairs = || before.row(row).iter().zip(after.row(row));
        let first = pairs().position(|(one, other)| one != other)?;
        let last = pairs().rposition(|(one, other)| one != other)?;
        let column = |index: usize| i64::try_from(index).expect("a column of the page");
        Some(IntRect::spanning(Cell::new(column(first), y), Cell::new(column(last), y)))
    });
    differing.reduce(IntRect::union).unwrap_or(IntRect { x: 0, y: 0, width: 1, height: 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_and_many_become_few() {
        let few = [[1, 2, 3], [4, 5, 6], [1, 2, 3]];
        assert_eq!(indexed(&few), (vec![1, 2, 3, 4, 5, 6], vec![0, 1, 0]));
        let many: Vec<Rgb> = (0..=255).flat_map(|r| [[r, 0, 0], [r, 255, 0]]).collect();
        let (palette, indices) = indexed(&many);
        assert_eq!((palette.len(), indices.len()), (3 * 256, many.len()));
    }
}
