//! The overlap area at every offset by Fourier's way: transform both masks, multiply, transform back.
//!
//! Both masks travel in one transform, A as the real and B as the imaginary part; their spectra come apart where they are
//! multiplied, since that of a real image mirrors itself. Rows are transformed first, then columns, then back in the
//! opposite order, with two real rows again in one. [`LANES`] transforms run side by side, one in each lane of a vector,
//! so the loops are plain additions of arrays.
//!
//! The numbers are rounded floats, the areas are whole: how far the results are from whole numbers, and whether they sum
//! to the product of both masks' counts, says whether rounding has found the right ones.

use std::{f64::consts::TAU, fmt::Debug, ops};

use crate::{
    geom::Offsets,
    mask::{Mask, bits::index, level::Work},
};

/// Transforms side by side.
const LANES: usize = 16;

/// A kind of float.
pub trait Float:
    Copy + Debug + Default + PartialOrd + ops::Add<Output = Self> + ops::Sub<Output = Self> + ops::Mul<Output = Self>
{
    /// Up to this product of both masks' counts, rounding is far from going wrong: what a transform adds to an area is
    /// some tens of the float's steps at the root of the product.
    const LIMIT: u64;
    /// The nearest one.
    fn of(number: f64) -> Self;
    /// 1 or 0: the last bit.
    fn of_bit(bits: u64) -> Self;
    /// The nearest whole number, modulo 2³², and how far away it is.
    fn whole(self) -> (u32, f32);
}

impl Float for f32 {
    const LIMIT: u64 = 1 << 36; // two full masks of 512²: measured, at most 0.02 are added

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the nearest is meant")]
    fn of(number: f64) -> Self {
        number as Self
    }

    #[inline(always)]
    fn of_bit(bits: u64) -> Self {
        // All bits of 1.0 or none.
        Self::from_bits(u32::from(bits & 1 == 1).wrapping_neg() & Self::to_bits(1.0))
    }

    #[inline(always)]
    fn whole(self) -> (u32, f32) {
        // Beside so large a number there is no room for a fraction: its last bits are the whole number.
        const LARGE: f32 = 12_582_912.0;
        let sum = self + LARGE;
        (sum.to_bits().wrapping_sub(LARGE.to_bits()), (self - (sum - LARGE)).abs())
    }
}

impl Float for f64 {
    const LIMIT: u64 = u64::MAX;

    #[inline(always)]
    fn of(number: f64) -> Self {
        number
    }

    #[inline(always)]
    fn of_bit(bits: u64) -> Self {
        Self::from_bits((bits & 1).wrapping_neg() & Self::to_bits(1.0))
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the last 32 bits are the whole number")]
    fn whole(self) -> (u32, f32) {
        const LARGE: f64 = 6_755_399_441_055_744.0;
        let sum = self + LARGE;
        (sum.to_bits() as u32, (self - (sum - LARGE)).abs() as f32)
    }
}

/// One complex number in each lane.
#[derive(Clone, Copy, Debug)]
struct Lanes<T> {
    re: [T; LANES],
    im: [T; LANES],
}

impl<T: Float> Lanes<T> {
    fn zero() -> Self {
        Self { re: [T::default(); LANES], im: [T::default(); LANES] }
    }
}

/// The next length that is made of twos, threes and fives.
pub fn fast_length(least: usize) -> usize {
    let is_fast = |&n: &usize| {
        let mut rest = n;
        for factor in [2, 3, 5] {
            while rest % factor == 0 {
                rest /= factor;
            }
        }
        rest == 1
    };
    (least.max(1)..).find(is_fast).unwrap_or(least)
}

/// A transform of one length: its steps and its twiddle factors.
struct Transform<T> {
    length: usize,
    radices: Vec<usize>,
    /// `exp(-2πi n / length)`.
    twiddles: Vec<(T, T)>,
}

impl<T: Float> Transform<T> {
    fn new(length: usize) -> Self {
        let (mut rest, mut radices) = (length, Vec::new());
        for radix in [4, 2, 3, 5] {
            while rest % radix == 0 {
                radices.push(radix);
                rest /= radix;
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^52")]
        let angle = |n: usize| TAU * n as f64 / length as f64;
        let twiddles = (0..length).map(|n| (T::of(angle(n).cos()), T::of(-angle(n).sin()))).collect();
        Self { length, radices, twiddles }
    }

    /// Transforms `from`; the result is in `from` again, `to` is scratch of the same length.
    ///
    /// Source: the Stockham autosort transform; each step reads one array and writes the other, and leaves the numbers
    /// in order.
    #[inline(always)]
    fn run(&self, from: &mut Vec<Lanes<T>>, to: &mut Vec<Lanes<T>>) {
        let (mut length, mut stride) = (self.length, 1);
        for &radix in &self.radices {
            match radix {
                4 => self.step_of_4(length, stride, from, to),
                2 => self.step_of_2(length, stride, from, to),
                3 => self.step_of_3(length, stride, from, to),
                _ => self.step_of_5(length, stride, from, to),
            }
            std::mem::swap(from, to);
            length /= radix;
            stride *= radix;
        }
    }

    #[inline(always)]
    fn step_of_4(&self, length: usize, stride: usize, from: &[Lanes<T>], to: &mut [Lanes<T>]) {
        let quarter = length / 4;
        for part in 0..quarter {
            let twiddle = [1, 2, 3].map(|n| self.twiddles[n * part * stride]);
            let x0 = &from[stride * part..][..stride];
            let x1 = &from[stride * (part + quarter)..][..stride];
            let x2 = &from[stride * (part + quarter * 2)..][..stride];
            let x3 = &from[stride * (part + quarter * 3)..][..stride];
            let (y0, rest) = to[4 * stride * part..][..4 * stride].split_at_mut(stride);
            let (y1, rest) = rest.split_at_mut(stride);
            let (y2, y3) = rest.split_at_mut(stride);
            for n in 0..stride {
                let (a, b, c, d) = (&x0[n], &x1[n], &x2[n], &x3[n]);
                let (p, q, r, s) = (&mut y0[n], &mut y1[n], &mut y2[n], &mut y3[n]);
                for i in 0..LANES {
                    let (even_re, even_im) = (a.re[i] + c.re[i], a.im[i] + c.im[i]);
                    let (odd_re, odd_im) = (b.re[i] + d.re[i], b.im[i] + d.im[i]);
                    let (turn_re, turn_im) = (a.re[i] - c.re[i], a.im[i] - c.im[i]);
                    let (side_re, side_im) = (b.re[i] - d.re[i], b.im[i] - d.im[i]);
                    p.re[i] = even_re + odd_re;
                    p.im[i] = even_im + odd_im;
                    (q.re[i], q.im[i]) = product((turn_re + side_im, turn_im - side_re), twiddle[0]);
                    (r.re[i], r.im[i]) = product((even_re - odd_re, even_im - odd_im), twiddle[1]);
                    (s.re[i], s.im[i]) = product((turn_re - side_im, turn_im + side_re), twiddle[2]);
                }
            }
        }
    }

    #[inline(always)]
    fn step_of_2(&self, length: usize, stride: usize, from: &[Lanes<T>], to: &mut [Lanes<T>]) {
        let half = length / 2;
        for part in 0..half {
            let twiddle = self.twiddles[part * stride];
            let x0 = &from[stride * part..][..stride];
            let x1 = &from[stride * (part + half)..][..stride];
            let (y0, y1) = to[2 * stride * part..][..2 * stride].split_at_mut(stride);
            for n in 0..stride {
                let (a, b) = (&x0[n], &x1[n]);
                let (p, q) = (&mut y0[n], &mut y1[n]);
                for i in 0..LANES {
                    p.re[i] = a.re[i] + b.re[i];
                    p.im[i] = a.im[i] + b.im[i];
                    (q.re[i], q.im[i]) = product((a.re[i] - b.re[i], a.im[i] - b.im[i]), twiddle);
                }
            }
        }
    }

    #[inline(always)]
    fn step_of_3(&self, length: usize, stride: usize, from: &[Lanes<T>], to: &mut [Lanes<T>]) {
        let (third, half, sine) = (length / 3, T::of(0.5), T::of((TAU / 3.0).sin()));
        for part in 0..third {
            let twiddle = [1, 2].map(|n| self.twiddles[n * part * stride]);
            let x0 = &from[stride * part..][..stride];
            let x1 = &from[stride * (part + third)..][..stride];
            let x2 = &from[stride * (part + third * 2)..][..stride];
            let (y0, rest) = to[3 * stride * part..][..3 * stride].split_at_mut(stride);
            let (y1, y2) = rest.split_at_mut(stride);
            for n in 0..stride {
                let (a, b, c) = (&x0[n], &x1[n], &x2[n]);
                let (p, q, r) = (&mut y0[n], &mut y1[n], &mut y2[n]);
                for i in 0..LANES {
                    let (sum_re, sum_im) = (b.re[i] + c.re[i], b.im[i] + c.im[i]);
                    let (side_re, side_im) = ((b.re[i] - c.re[i]) * sine, (b.im[i] - c.im[i]) * sine);
                    let (near_re, near_im) = (a.re[i] - sum_re * half, a.im[i] - sum_im * half);
                    p.re[i] = a.re[i] + sum_re;
                    p.im[i] = a.im[i] + sum_im;
                    (q.re[i], q.im[i]) = product((near_re + side_im, near_im - side_re), twiddle[0]);
                    (r.re[i], r.im[i]) = product((near_re - side_im, near_im + side_re), twiddle[1]);
                }
            }
        }
    }

    #[inline(always)]
    fn step_of_5(&self, length: usize, stride: usize, from: &[Lanes<T>], to: &mut [Lanes<T>]) {
        let fifth = length / 5;
        let [(cos1, sin1), (cos2, sin2)] =
            [1.0, 2.0].map(|n| (TAU * n / 5.0).sin_cos()).map(|(s, c)| (T::of(c), T::of(s)));
        for part in 0..fifth {
            let twiddle = [1, 2, 3, 4].map(|n| self.twiddles[n * part * stride]);
            let x0 = &from[stride * part..][..stride];
            let x1 = &from[stride * (part + fifth)..][..stride];
            let x2 = &from[stride * (part + fifth * 2)..][..stride];
            let x3 = &from[stride * (part + fifth * 3)..][..stride];
            let x4 = &from[stride * (part + fifth * 4)..][..stride];
            let (y0, rest) = to[5 * stride * part..][..5 * stride].split_at_mut(stride);
            let (y1, rest) = rest.split_at_mut(stride);
            let (y2, rest) = rest.split_at_mut(stride);
            let (y3, y4) = rest.split_at_mut(stride);
            for n in 0..stride {
                let (a, b, c, d, e) = (&x0[n], &x1[n], &x2[n], &x3[n], &x4[n]);
                let (p, q, r, s, t) = (&mut y0[n], &mut y1[n], &mut y2[n], &mut y3[n], &mut y4[n]);
                for i in 0..LANES {
                    let (outer_re, outer_im) = (b.re[i] + e.re[i], b.im[i] + e.im[i]);
                    let (inner_re, inner_im) = (c.re[i] + d.re[i], c.im[i] + d.im[i]);
                    let (outside_re, outside_im) = (b.re[i] - e.re[i], b.im[i] - e.im[i]);
                    let (inside_re, inside_im) = (c.re[i] - d.re[i], c.im[i] - d.im[i]);
                    let near_re = a.re[i] + outer_re * cos1 + inner_re * cos2;
                    let near_im = a.im[i] + outer_im * cos1 + inner_im * cos2;
                    let far_re = a.re[i] + outer_re * cos2 + inner_re * cos1;
                    let far_im = a.im[i] + outer_im * cos2 + inner_im * cos1;
                    let (side_re, side_im) =
                        (outside_re * sin1 + inside_re * sin2, outside_im * sin1 + inside_im * sin2);
                    let (turn_re, turn_im) =
                        (outside_re * sin2 - inside_re * sin1, outside_im * sin2 - inside_im * sin1);
                    p.re[i] = a.re[i] + outer_re + inner_re;
                    p.im[i] = a.im[i] + outer_im + inner_im;
                    (q.re[i], q.im[i]) = product((near_re + side_im, near_im - side_re), twiddle[0]);
                    (r.re[i], r.im[i]) = product((far_re + turn_im, far_im - turn_re), twiddle[1]);
                    (s.re[i], s.im[i]) = product((far_re - turn_im, far_im + turn_re), twiddle[2]);
                    (t.re[i], t.im[i]) = product((near_re - side_im, near_im + side_re), twiddle[3]);
                }
            }
        }
    }
}

#[inline(always)]
fn product<T: Float>(a: (T, T), b: (T, T)) -> (T, T) {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// Fills an area map.
///
/// The spectrum is kept in tiles, as wide as there are lanes, a row of one tile in one [`Lanes`], the rows one below the other. Tiles
/// of the left half hold the columns that mirror them too, mirrored, so that what is multiplied lies in equal places.
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

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// The map is filled; the largest distance from a whole number.
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

    /// Rows of a tile: of its left and its mirrored part, and later of the whole columns that come of them.
    fn pitch(&self) -> usize {
        self.along_columns.length.max(2 * self.rows())
    }

    /// Both masks' rows, transformed: in each tile the left part's rows, then the mirrored part's.
    #[inline(always)]
    fn transform_rows(&self) -> Option<Vec<Lanes<T>>> {
        let (width, rows, pitch) = (self.along_rows.length, self.rows(), self.pitch());
        let mut spectrum = vec![Lanes::zero(); self.tiles * pitch];
        let (mut lanes, mut scratch) = (vec![Lanes::zero(); width], vec![Lanes::zero(); width]);
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

    /// The product of A's spectrum and B's conjugate one, its columns transformed back, in the spectrum's place.
    #[inline(always)]
    fn multiply(&self, spectrum: &mut [Lanes<T>]) -> Option<()> {
        let (width, height, rows) = (self.along_rows.length, self.along_columns.length, self.rows());
        #[expect(clippy::cast_precision_loss, reason = "lengths are far below 2^52")]
        let scale = T::of(0.25 / (width as f64 * height as f64));
        let (mut here, mut mirror) = (Vec::with_capacity(height), Vec::with_capacity(height));
        let mut scratch = vec![Lanes::zero(); height];
        for tile in spectrum.chunks_exact_mut(self.pitch()) {
            if (self.is_cancelled)() {
                return None;
            }
            for (part, lanes) in [(0, &mut here), (rows, &mut mirror)] {
                lanes.clear();
                lanes.extend_from_slice(&tile[part..part + rows.min(height)]);
                lanes.resize(height, Lanes::zero());
                self.along_columns.run(lanes, &mut scratch);
            }
            for (y, here) in here.iter_mut().enumerate() {
                let mirror = &mirror[if y == 0 { 0 } else { height - y }];
                for i in 0..LANES {
                    let (sum_re, sum_im) = (here.re[i] + mirror.re[i], here.im[i] + mirror.im[i]);
                    let (dif_re, dif_im) = (here.re[i] - mirror.re[i], here.im[i] - mirror.im[i]);
                    // The real and the imaginary part change places: that makes the next transform the one back.
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
    fn return_rows(&mut self, products: &[Lanes<T>]) -> Option<f32> {
        let (width, height) = (self.along_rows.length, self.along_columns.length);
        let (map_width, pitch) = (index(self.grid.size().width), self.pitch());
        // Negative offsets stand at the end of the transform.
        let (left, above) = (index(self.b.width()) - 1, index(self.b.height()) - 1);
        let (mut lanes, mut scratch) = (vec![Lanes::zero(); width], vec![Lanes::zero(); width]);
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
            // Parts are exchanged still: `re` holds a row's imaginary part, `im` its real one.
            for (products, lanes) in products.chunks_exact(pitch).zip(lanes.chunks_mut(LANES)) {
                for (lane, &(first, second)) in rows.iter().enumerate() {
                    let (first, second) = (&products[first], &products[second]);
                    for (i, to) in lanes.iter_mut().enumerate() {
                        // The second row times i, and exchanged again, for the way back.
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

/// Writes the lanes of `from` into lane `i` of as many lanes.
#[inline(always)]
fn turn<T: Float>(from: &Lanes<T>, i: usize, to: &mut [Lanes<T>]) {
    for (lane, to) in to.iter_mut().enumerate() {
        to.re[i] = from.re[lane];
        to.im[i] = from.im[lane];
    }
}

impl<T: Float> Work for Fourier<'_, T> {
    type Answer = Outcome;

    #[inline(always)]
    fn run(mut self) -> Outcome {
        let Some(mut spectrum) = self.transform_rows() else { return Outcome::Cancelled };
        if self.multiply(&mut spectrum).is_none() {
            return Outcome::Cancelled;
        }
        self.return_rows(&spectrum).map_or(Outcome::Cancelled, Outcome::Filled)
    }
}
