//! The overlap area at every offset by Fourier transforms: transform both masks, multiply, transform back.
//!
//! Both masks share one transform, A as the real and B as the imaginary part; their spectra are separated where they are
//! multiplied, since the spectrum of a real image mirrors itself. Rows are transformed first, then columns; on the way
//! back columns come first, and again two real rows share one transform.

use super::transform::{ComplexLanes, Float, LANES, Transform, fast_length};
use crate::geom::Offsets;
use crate::mask::{Mask, bits::index, pixels::Computation};

/// Fills an area map.
///
/// The spectrum is kept in tiles of [`LANES`] columns: each row of a tile is one [`ComplexLanes`], and the rows follow each
/// other. Only tiles of the left half exist. Each also holds the columns of the right half that mirror its own, in
/// mirrored order, so that numbers to be multiplied have the same index.
pub struct Fourier<'a, T> {
    a: &'a Mask,
    b: &'a Mask,
    grid: Offsets,
    areas: &'a mut [u32],
    is_cancelled: &'a dyn Fn() -> bool,
    along_rows: Transform<T>,
    along_columns: Transform<T>,
    /// Tiles side by side in half a spectrum, the middle column included.
    tiles: usize,
}

/// End of the filling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Convolved {
    /// The map is filled; the largest distance of a result from a whole number.
    Filled(f32),
    /// It was cancelled.
    Cancelled,
}

impl<'a, T: Float> Fourier<'a, T> {
    /// Prepares to fill `areas`, the map of `grid`.
    pub fn new(
        (a, b): (&'a Mask, &'a Mask),
        grid: Offsets,
        areas: &'a mut [u32],
        is_cancelled: &'a dyn Fn() -> bool,
    ) -> Self {
        let width = fast_length(index(grid.size().width));
        let height = fast_length(index(grid.size().height));
        Self {
            a,
            b,
            grid,
            areas,
            is_cancelled,
            along_rows: Transform::new(width),
            along_columns: Transform::new(height),
            tiles: (width / 2 + 1).div_ceil(LANES),
        }
    }

    /// Rows of the masks, in whole blocks of lanes.
    fn rows(&self) -> usize {
        index(self.a.height().max(self.b.height())).next_multiple_of(LANES)
    }

    /// Rows of a tile: those of its left and its mirrored part, and later those of whole columns.
    fn pitch(&self) -> usize {
        self.along_columns.length.max(2 * self.rows())
    }

    /// Both masks' rows, transformed: in each tile the left part's rows, then the mirrored part's.
    #[inline(always)]
    fn transform_rows(&self) -> Option<Vec<ComplexLanes<T>>> {
        let (width, rows, pitch) = (self.along_rows.length, self.rows(), self.pitch());
        let mut spectrum = vec![ComplexLanes::zero(); self.tiles * pitch];
        let (mut lanes, mut scratch) = (vec![ComplexLanes::zero(); width], vec![ComplexLanes::zero(); width]);
        for (block, top) in (0..rows).step_by(LANES).zip((0_u32..).step_by(LANES)) {
            if (self.is_cancelled)() {
                return None;
            }
            for x in (0..width).step_by(64) {
                let (mut words_a, mut words_b) = ([0; LANES], [0; LANES]);
                for (lane, y) in (top..).take(LANES).enumerate() {
                    words_a[lane] = word(self.a, x / 64, y);
                    words_b[lane] = word(self.b, x / 64, y);
                }
                for to in &mut lanes[x..width.min(x + 64)] {
                    for lane in 0..LANES {
                        to.re[lane] = T::of_bit(words_a[lane]);
                        to.im[lane] = T::of_bit(words_b[lane]);
                        words_a[lane] >>= 1;
                        words_b[lane] >>= 1;
                    }
                }
            }
            self.along_rows.run(&mut lanes, &mut scratch);
            for (tile, to) in spectrum.chunks_exact_mut(pitch).enumerate() {
                let (left, right) = to.split_at_mut(rows);
                for i in 0..LANES {
                    let x = (tile * LANES + i) % width;
                    turn(&lanes[x], i, &mut left[block..block + LANES]);
                    turn(&lanes[if x == 0 { 0 } else { width - x }], i, &mut right[block..block + LANES]);
                }
            }
        }
        Some(spectrum)
    }

    /// The product of A's spectrum and B's conjugate one, its columns transformed back, written over the spectrum.
    #[inline(always)]
    fn multiply(&self, spectrum: &mut [ComplexLanes<T>]) -> Option<()> {
        let (width, height, rows) = (self.along_rows.length, self.along_columns.length, self.rows());
        #[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^52")]
        let scale = T::of(0.25 / (width as f64 * height as f64));
        let (mut here, mut mirror) = (Vec::with_capacity(height), Vec::with_capacity(height));
        let mut scratch = vec![ComplexLanes::zero(); height];
        for tile in spectrum.chunks_exact_mut(self.pitch()) {
            if (self.is_cancelled)() {
                return None;
            }
            for (part, lanes) in [(0, &mut here), (rows, &mut mirror)] {
                lanes.clear();
                lanes.extend_from_slice(&tile[part..part + rows.min(height)]);
                lanes.resize(height, ComplexLanes::zero());
                self.along_columns.run(lanes, &mut scratch);
            }
            for (y, here) in here.iter_mut().enumerate() {
                let mirror = &mirror[if y == 0 { 0 } else { height - y }];
                for i in 0..LANES {
                    let (sum_re, sum_im) = (here.re[i] + mirror.re[i], here.im[i] + mirror.im[i]);
                    let (dif_re, dif_im) = (here.re[i] - mirror.re[i], here.im[i] - mirror.im[i]);
                    // A's spectrum is (here + conjugate of mirror) / 2, B's is (here - conjugate of mirror) / 2i. The
                    // product's real and imaginary parts are exchanged: that makes the next transform an inverse.
                    here.im[i] = (sum_re * sum_im - dif_im * dif_re) * scale;
                    here.re[i] = (sum_re * dif_re + dif_im * sum_im) * scale;
                }
            }
            self.along_columns.run(&mut here, &mut scratch);
            tile[..height].copy_from_slice(&here);
        }
        Some(())
    }

    /// The map's rows, transformed back two at a time and rounded; the largest distance from a whole number.
    #[inline(always)]
    fn return_rows(&mut self, products: &[ComplexLanes<T>]) -> Option<f32> {
        let (width, height) = (self.along_rows.length, self.along_columns.length);
        let (map_width, pitch) = (index(self.grid.size().width), self.pitch());
        // Negative offsets stand at the end of the transform.
        let (left, above) = (index(self.b.width()) - 1, index(self.b.height()) - 1);
        let (mut lanes, mut scratch) = (vec![ComplexLanes::zero(); width], vec![ComplexLanes::zero(); width]);
        let mut farthest = [0_f32; LANES];
        let mut columns: Vec<([u32; LANES], [u32; LANES])> = Vec::with_capacity(width);
        for (block, areas) in self.areas.chunks_mut(2 * LANES * map_width).enumerate() {
            if (self.is_cancelled)() {
                return None;
            }
            let mut rows = [(0, 0); LANES];
            for (lane, rows) in rows.iter_mut().enumerate() {
                let first = (2 * (block * LANES + lane) + height - above) % height;
                *rows = (first, (first + 1) % height);
            }
            // The parts are still exchanged: `re` holds a row's imaginary part, `im` its real part.
            for (products, lanes) in products.chunks_exact(pitch).zip(lanes.chunks_mut(LANES)) {
                for (lane, &(first, second)) in rows.iter().enumerate() {
                    let (first, second) = (&products[first], &products[second]);
                    for (i, to) in lanes.iter_mut().enumerate() {
                        // First row plus i times the second, exchanged again for the inverse transform.
                        to.im[lane] = first.im[i] - second.re[i];
                        to.re[lane] = first.re[i] + second.im[i];
                    }
                }
            }
            let right_half = &mut lanes[width / 2 + 1..];
            for (tile, products) in products.chunks_exact(pitch).enumerate() {
                // Column 0 has no mirror image.
                let skipped = usize::from(tile == 0);
                let behind = right_half.len().saturating_sub((tile * LANES).saturating_sub(1));
                let lanes = &mut right_half[behind.saturating_sub(LANES - skipped)..behind];
                for (lane, &(first, second)) in rows.iter().enumerate() {
                    let (first, second) = (&products[first], &products[second]);
                    for (i, to) in (skipped..LANES).zip(lanes.iter_mut().rev()) {
                        // The mirror image is conjugate.
                        to.im[lane] = first.im[i] + second.re[i];
                        to.re[lane] = second.im[i] - first.re[i];
                    }
                }
            }
            self.along_rows.run(&mut lanes, &mut scratch);
            columns.clear();
            for lanes in lanes[width - left..].iter().chain(&lanes[..map_width - left]) {
                let (mut first, mut second) = ([0; LANES], [0; LANES]);
                for i in 0..LANES {
                    let ((whole, distance), (whole2, distance2)) = (lanes.im[i].whole(), lanes.re[i].whole());
                    (first[i], second[i]) = (whole, whole2);
                    farthest[i] = farthest[i].max(distance).max(distance2);
                }
                columns.push((first, second));
            }
            for square in (0..map_width).step_by(LANES) {
                let columns = &columns[square..map_width.min(square + LANES)];
                for (row, areas) in areas.chunks_exact_mut(map_width).enumerate() {
                    for (to, (first, second)) in areas[square..].iter_mut().zip(columns) {
                        *to = if row % 2 == 0 { first[row / 2] } else { second[row / 2] };
                    }
                }
            }
        }
        Some(farthest.into_iter().fold(0.0, f32::max))
    }
}

/// 64 pixels of a row; clear outside the mask.
#[inline(always)]
fn word(mask: &Mask, word: usize, y: u32) -> u64 {
    if y < mask.height() { mask.row(y).get(word).copied().unwrap_or(0) } else { 0 }
}

/// Transposes: writes lane n of `from` to lane `i` of `to[n]`.
#[inline(always)]
fn turn<T: Float>(from: &ComplexLanes<T>, i: usize, to: &mut [ComplexLanes<T>]) {
    for (lane, to) in to.iter_mut().enumerate() {
        to.re[i] = from.re[lane];
        to.im[i] = from.im[lane];
    }
}

impl<T: Float> Computation for Fourier<'_, T> {
    type Answer = Convolved;

    #[inline(always)]
    fn run(mut self) -> Convolved {
        let Some(mut spectrum) = self.transform_rows() else { return Convolved::Cancelled };
        if self.multiply(&mut spectrum).is_none() {
            return Convolved::Cancelled;
        }
        self.return_rows(&spectrum).map_or(Convolved::Cancelled, Convolved::Filled)
    }
}
