//! Pixels laid on another grid.

use std::sync::Arc;

use super::pixels::{Levels, Pixels};
use super::{Filter, Picture, SampleAt};
use crate::geom::{Affine, IntRect, Point, Size};
use crate::mask::Mask;

/// A part of a grid of unit cells that may begin between pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct GridBox {
    /// Its top left corner.
    pub origin: Point,
    /// Columns and rows.
    pub size: Size,
}

/// `pixels` on another grid: each cell shows the pixel at its sampling point, if there is one.
///
/// `grid_from_source` maps the pixels, counted from their top left corner, to the other grid's cells; `grid` is the
/// wanted part of the other grid.
pub(super) fn resampled(
    pixels: &Pixels,
    grid_from_source: Affine,
    grid: GridBox,
    filter: Filter,
    at: SampleAt,
) -> Pixels {
    let Some(source_from_grid) = grid_from_source.inverse() else { return pixels.nothing(grid.size) };
    let sampler = Sampler { pixels, source_from_grid, grid, inset: at.inset() };
    // Surfaces of engines are not read here.
    if filter == Filter::Bilinear { sampler.bilinear() } else { sampler.nearest() }
}

/// Reads pixels at the sampling points of another grid.
struct Sampler<'a> {
    pixels: &'a Pixels,
    source_from_grid: Affine,
    grid: GridBox,
    inset: f64,
}

/// Rounding error of sums of products that ought to be whole.
const WHOLE: f64 = 1e-9;

/// `n`, or the whole number within a rounding error of it.
pub(super) fn mended(n: f64) -> f64 {
    let whole = n.round();
    if (n - whole).abs() < WHOLE { whole } else { n }
}

impl Sampler<'_> {
    /// Calls `f(cell, x, y)` for every sampling point that lies in the source, with the cell's index and the point in
    /// pixels of the source; returns the mask of those cells.
    fn for_each_inside(&self, mut f: impl FnMut(usize, f64, f64)) -> Mask {
        let size = self.pixels.picture.size();
        let (width, height) = (f64::from(size.width), f64::from(size.height));
        let mut inside = Mask::new(self.grid.size);
        let mut cell = 0;
        for row in 0..self.grid.size.height {
            let y = self.grid.origin.1 + f64::from(row) + self.inset;
            for column in 0..self.grid.size.width {
                let x = self.grid.origin.0 + f64::from(column) + self.inset;
                let (x, y) = self.source_from_grid.map((x, y));
                let (x, y) = (mended(x), mended(y));
                if x >= 0.0 && y >= 0.0 && x < width && y < height {
                    inside.set(column, row);
                    f(cell, x, y);
                }
                cell += 1;
            }
        }
        inside
    }

    fn nearest(&self) -> Pixels {
        let width = f64::from(self.pixels.picture.size().width);
        let mut result = self.pixels.nothing(self.grid.size);
        let mut rgba = vec![[0; 4]; usize::try_from(self.grid.size.area()).expect("cells of a mask in memory")];
        let source = self.pixels.picture.rgba().as_chunks::<4>().0;
        let levels = if let Levels::Plane(levels) = &self.pixels.levels { levels.as_slice() } else { &[] };
        let inside = self.for_each_inside(|cell, x, y| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the source")]
            let pixel = (y.floor() * width + x.floor()) as usize;
            rgba[cell] = source[pixel];
            if let Levels::Plane(into) = &mut result.levels {
                into[cell] = levels[pixel];
            }
        });
        result.finish(rgba, inside, &self.pixels.inside)
    }

    fn bilinear(&self) -> Pixels {
        let size = self.pixels.picture.size();
        let mut result = self.pixels.nothing(self.grid.size);
        let mut rgba = vec![[0; 4]; usize::try_from(self.grid.size.area()).expect("cells of a mask in memory")];
        let source = self.pixels.picture.rgba().as_chunks::<4>().0;
        let levels = if let Levels::Plane(levels) = &self.pixels.levels { levels.as_slice() } else { &[] };
        let inside = self.for_each_inside(|cell, x, y| {
            let four = neighbours(size, x, y);
            rgba[cell] = blended(four.map(|(pixel, weight)| (source[pixel], weight)));
            if let Levels::Plane(into) = &mut result.levels {
                into[cell] = byte(four.iter().map(|(pixel, weight)| f64::from(levels[*pixel]) * weight).sum());
            }
        });
        result.finish(rgba, inside, &self.pixels.inside)
    }
}

impl Pixels {
    fn finish(mut self, rgba: Vec<[u8; 4]>, inside: Mask, source_inside: &Option<Mask>) -> Self {
        debug_assert!(source_inside.is_none(), "what has been resampled is not resampled again");
        let size = self.picture.size();
        self.picture = Arc::new(Picture::new(size, rgba.into_flattened(), self.picture.format, self.picture.has_alpha));
        let is_whole = inside.count() == size.area();
        self.inside = (!is_whole).then_some(inside);
        self
    }
}

/// The four pixels with the centres nearest to a point in an image of `size`, and their weights, which add up to 1.
/// Beyond the image, its outermost pixels are repeated.
fn neighbours(size: Size, x: f64, y: f64) -> [(usize, f64); 4] {
    let along = |at: f64, side: u32| {
        let low = (at - 0.5).floor();
        let last = f64::from(side) - 1.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the image")]
        let pixel = |n: f64| n.clamp(0.0, last) as usize;
        ([pixel(low), pixel(low + 1.0)], at - 0.5 - low)
    };
    let ((columns, right), (rows, down)) = (along(x, size.width), along(y, size.height));
    let stride = usize::try_from(size.width).expect("u32 fits in usize");
    let pixel = |column: usize, row: usize| rows[row] * stride + columns[column];
    [
        (pixel(0, 0), (1.0 - right) * (1.0 - down)),
        (pixel(1, 0), right * (1.0 - down)),
        (pixel(0, 1), (1.0 - right) * down),
        (pixel(1, 1), right * down),
    ]
}

/// The weighted mean of four colours, each weighted by its alpha, too.
fn blended(four: [([u8; 4], f64); 4]) -> [u8; 4] {
    let alpha: f64 = four.iter().map(|(pixel, weight)| f64::from(pixel[3]) * weight).sum();
    if alpha <= 0.0 {
        return [0; 4];
    }
    let channel = |n: usize| {
        let sum: f64 = four.iter().map(|(pixel, weight)| f64::from(pixel[n]) * f64::from(pixel[3]) * weight).sum();
        byte(sum / alpha)
    };
    [channel(0), channel(1), channel(2), byte(alpha)]
}

/// The nearest byte.
fn byte(n: f64) -> u8 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    let byte = mended(n).round().clamp(0.0, 255.0) as u8;
    byte
}

/// A box of whole cells as a part of their grid.
impl From<IntRect> for GridBox {
    fn from(rect: IntRect) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "cells near the stage are far below 2^52")]
        let origin = (rect.x as f64, rect.y as f64);
        Self { origin, size: rect.size() }
    }
}
