use std::{
    ops::Range,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use super::{Filter, Frames, Picture, SampleAt, SolidRule, SolidSource};
use crate::{
    geom::{Affine, IntRect, Offset, Point, Size},
    mask::{Mask, Prepared, Solid},
    scan::Scan,
};

/// Pixels on a grid, and which of them are solid: one frame of a sprite, as it is or as it lies in the world. Cheap to
/// clone: pixels and masks are shared.
#[derive(Clone, Debug)]
pub struct Raster {
    pixels: Arc<Pixels>,
    threshold: u8,
    inverted: bool,
    mask: Arc<Prepared>,
    /// Masks by other rules, each made once, when first asked for.
    by_rule: Arc<Mutex<Vec<RuledMask>>>,
}

/// A mask and the rule it was made by.
type RuledMask = (Solid, Arc<Prepared>);

/// What masks are made of.
#[derive(Debug)]
struct Pixels {
    picture: Arc<Picture>,
    levels: Levels,
    /// Which cells of the grid lie in the sprite; `None` for all of them.
    inside: Option<Mask>,
    histogram: OnceLock<[u64; 256]>,
}

/// What the rules of what is solid look at.
#[derive(Debug)]
enum Levels {
    /// The picture's alpha.
    Alpha,
    /// Nothing: everything is solid.
    Everywhere,
    /// A level for each pixel, row by row.
    Plane(Vec<u8>),
}

impl Levels {
    fn new(picture: &Picture, source: &SolidSource) -> Self {
        match source {
            SolidSource::Alpha if picture.has_alpha => Self::Alpha,
            SolidSource::Alpha => Self::Everywhere,
            SolidSource::Key(key) => {
                let level = |pixel: &[u8; 4]| if key.matches(*pixel) { 0 } else { pixel[3] };
                Self::Plane(picture.rgba().as_chunks().0.iter().map(level).collect())
            }
            SolidSource::Image(image) if image.picture.size() == picture.size() => Self::Plane(image.levels()),
            // Whoever set the rule has made sure of the size; a file that has changed since tells nothing.
            SolidSource::Image(_) => Self::Plane(vec![0; picture.rgba().len() / 4]),
        }
    }
}

impl Pixels {
    fn mask(&self, solid: Solid, inverted: bool) -> Mask {
        let size = self.picture.size();
        let levelled = match &self.levels {
            Levels::Alpha => Mask::from_rgba(size, self.picture.rgba(), solid),
            Levels::Everywhere => Mask::new(size).inverted(),
            Levels::Plane(levels) => Mask::from_levels(size, levels, solid),
        };
        let mask = if inverted { levelled.inverted() } else { levelled };
        match &self.inside {
            Some(inside) => mask.overlap(inside, Offset::default()).unwrap_or(mask),
            None => mask,
        }
    }

    /// The level of the pixel of index `pixel`, row by row.
    fn level(&self, pixel: usize) -> u8 {
        match &self.levels {
            Levels::Alpha => self.picture.rgba().as_chunks::<4>().0[pixel][3],
            Levels::Everywhere => u8::MAX,
            Levels::Plane(levels) => levels[pixel],
        }
    }

    fn histogram(&self) -> [u64; 256] {
        let mut histogram = [0; 256];
        match &self.levels {
            Levels::Alpha | Levels::Everywhere => {
                for pixel in self.picture.rgba().as_chunks::<4>().0 {
                    histogram[usize::from(pixel[3])] += 1;
                }
            }
            Levels::Plane(levels) => {
                for level in levels {
                    histogram[usize::from(*level)] += 1;
                }
            }
        }
        histogram
    }
}

impl Raster {
    /// The pixels of `picture`, solid by `rule`.
    pub fn new(picture: Arc<Picture>, rule: &SolidRule) -> Self {
        let levels = Levels::new(&picture, &rule.source);
        let pixels = Pixels { picture, levels, inside: None, histogram: OnceLock::new() };
        Self::of(pixels, rule.threshold, rule.inverted)
    }

    /// All `frames` as one, laid on each other by their top left corners: of each pixel the frame that is most solid.
    pub fn merged(frames: &Frames, rule: &SolidRule) -> Self {
        let pixels: Vec<_> =
            frames.all().iter().map(|frame| Self::new(Arc::clone(&frame.picture), rule).pixels).collect();
        let most = |side: fn(Size) -> u32| pixels.iter().map(|pixels| side(pixels.picture.size())).max().unwrap_or(0);
        let size = Size::new(most(|size| size.width), most(|size| size.height));
        let count = usize::try_from(size.area()).expect("cells of a mask in memory");
        let (mut rgba, mut levels) = (vec![[0; 4]; count], vec![0; count]);
        let stride = usize::try_from(size.width).expect("u32 fits in usize");
        for pixels in &pixels {
            let width = usize::try_from(pixels.picture.size().width).expect("u32 fits in usize").max(1);
            for (pixel, color) in pixels.picture.rgba().as_chunks::<4>().0.iter().enumerate() {
                let into = pixel / width * stride + pixel % width;
                let level = pixels.level(pixel);
                if level > levels[into] || rgba[into] == [0; 4] {
                    (rgba[into], levels[into]) = (*color, level);
                }
            }
        }
        let has_alpha = frames.all().iter().any(|frame| frame.picture.has_alpha);
        let picture = Picture::new(size, rgba.into_flattened(), frames.first().picture.format, has_alpha);
        let is_everywhere = pixels.iter().all(|p| matches!(p.levels, Levels::Everywhere) && p.picture.size() == size);
        let levels = if is_everywhere { Levels::Everywhere } else { Levels::Plane(levels) };
        let pixels = Pixels { picture: Arc::new(picture), levels, inside: None, histogram: OnceLock::new() };
        Self::of(pixels, rule.threshold, rule.inverted)
    }

    fn of(pixels: Pixels, threshold: u8, inverted: bool) -> Self {
        let mask = Arc::new(pixels.mask(Solid::Above(threshold), inverted).into());
        Self { pixels: Arc::new(pixels), threshold, inverted, mask, by_rule: Arc::default() }
    }

    /// The image.
    pub fn picture(&self) -> &Arc<Picture> {
        &self.pixels.picture
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.pixels.picture.size()
    }

    /// True where a threshold makes a difference.
    pub fn has_levels(&self) -> bool {
        !matches!(self.pixels.levels, Levels::Everywhere)
    }

    /// How many pixels have each level: each alpha, unless a key colour or another image says what is solid.
    pub fn histogram(&self) -> &[u64; 256] {
        self.pixels.histogram.get_or_init(|| self.pixels.histogram())
    }

    /// The largest level of any pixel, or `None` for an image without pixels.
    pub fn largest_level(&self) -> Option<u8> {
        self.histogram().iter().rposition(|&count| count > 0).and_then(|level| u8::try_from(level).ok())
    }

    /// How many pixels are solid.
    pub fn solid_count(&self) -> u64 {
        self.mask.count()
    }

    /// Pixels with a level above this are solid, unless that is inverted.
    pub const fn threshold(&self) -> u8 {
        self.threshold
    }

    /// The same pixels with another threshold.
    #[must_use]
    pub fn with_threshold(&self, threshold: u8) -> Self {
        if threshold == self.threshold {
            return self.clone();
        }
        let mask = Arc::new(self.pixels.mask(Solid::Above(threshold), self.inverted).into());
        Self { threshold, mask, ..self.clone() }
    }

    /// At which of the 256 thresholds pixel `(x, y)` would be solid: the lowest ones, or the highest where that is inverted.
    ///
    /// # Panics
    /// When the pixel is outside.
    pub fn solid_thresholds(&self, x: u32, y: u32) -> Range<u16> {
        let Size { width, height } = self.size();
        assert!(x < width && y < height, "pixel {x},{y} is outside {}", self.size());
        let is_inside = self.pixels.inside.as_ref().is_none_or(|inside| inside.get(x, y));
        let pixel = usize::try_from(u64::from(y) * u64::from(width) + u64::from(x)).expect("a pixel in memory");
        let level = if self.has_levels() { self.pixels.level(pixel).into() } else { 256 };
        match (is_inside, self.inverted) {
            (false, _) => 0..0,
            (true, false) => 0..level,
            (true, true) => level..256,
        }
    }

    /// The mask, ready for scans. The same `Arc` as long as the mask has not changed.
    pub const fn mask(&self) -> &Arc<Prepared> {
        &self.mask
    }

    /// The mask by another rule than the sprite's own threshold: for scans and engines that bring their own.
    pub fn mask_by(&self, solid: Solid) -> Arc<Prepared> {
        if solid == Solid::Above(self.threshold) {
            return Arc::clone(&self.mask);
        }
        let mut kept = self.by_rule.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, mask)) = kept.iter().find(|(rule, _)| *rule == solid) {
            return Arc::clone(mask);
        }
        let mask: Arc<Prepared> = Arc::new(self.pixels.mask(solid, self.inverted).into());
        kept.push((solid, Arc::clone(&mask)));
        mask
    }

    /// The mask that `scan` reads: by the scan's own rule where it has one, otherwise by the threshold.
    pub fn mask_for(&self, scan: Scan) -> Arc<Prepared> {
        scan.solid().map_or_else(|| Arc::clone(&self.mask), |solid| self.mask_by(solid))
    }

    /// These pixels laid on another grid: a cell of it shows what lies at its sampling point, if anything does.
    ///
    /// `grid_from_source` leads from this raster's pixels, counted from its top left corner, to the other grid's;
    /// `grid` is the part of the other grid that is wanted, from its top left corner.
    pub(super) fn resampled(&self, grid_from_source: Affine, grid: GridBox, filter: Filter, at: SampleAt) -> Self {
        let Some(source_from_grid) = grid_from_source.inverse() else {
            return Self::of(self.pixels.nothing(grid.size), self.threshold, self.inverted);
        };
        let sampler = Sampler { pixels: &self.pixels, source_from_grid, grid, inset: at.inset() };
        let pixels = match filter {
            Filter::Nearest => sampler.nearest(),
            Filter::Bilinear => sampler.bilinear(),
        };
        Self::of(pixels, self.threshold, self.inverted)
    }
}

/// A part of a grid of unit cells that may begin between pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct GridBox {
    /// Its top left corner.
    pub origin: Point,
    /// Columns and rows.
    pub size: Size,
}

impl Pixels {
    fn nothing(&self, size: Size) -> Self {
        let count = usize::try_from(size.area()).expect("cells of a mask in memory");
        let levels = match &self.levels {
            Levels::Plane(_) => Levels::Plane(vec![0; count]),
            Levels::Alpha => Levels::Alpha,
            Levels::Everywhere => Levels::Everywhere,
        };
        let picture = Picture::new(size, vec![0; 4 * count], self.picture.format, self.picture.has_alpha);
        Self { picture: Arc::new(picture), levels, inside: Some(Mask::new(size)), histogram: OnceLock::new() }
    }
}

/// Reads pixels at the sampling points of another grid.
struct Sampler<'a> {
    pixels: &'a Pixels,
    source_from_grid: Affine,
    grid: GridBox,
    inset: f64,
}

/// Sums of products that ought to be whole may be off by this much.
const WHOLE: f64 = 1e-9;

/// `n`, or the whole number that it is but for rounding.
pub(super) fn mended(n: f64) -> f64 {
    let whole = n.round();
    if (n - whole).abs() < WHOLE { whole } else { n }
}

impl Sampler<'_> {
    /// Calls `f(cell, x, y)` for every sampling point that lies in the source, with the cell's index and the point in
    /// pixels of the source; answers which cells those are.
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

/// The four pixels whose middles are nearest to a point in an image of `size`, and their weights, which add up to 1.
/// Beyond the image its outermost pixels go on.
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

/// The weighted mean of four colours, each counting as far as it is opaque.
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

/// A box of whole cells as a part of the grid they lie in.
impl From<IntRect> for GridBox {
    fn from(rect: IntRect) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "cells near the stage are far below 2^52")]
        let origin = (rect.x as f64, rect.y as f64);
        Self { origin, size: rect.size() }
    }
}
