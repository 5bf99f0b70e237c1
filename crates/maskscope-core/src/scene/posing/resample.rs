//! Pixels, and their levels, laid on another grid.

use std::sync::{Arc, OnceLock};

use super::bake::{Call, Surface, SurfaceRule};
use crate::geom::{Affine, IntRect, Offset, Point, Size};
use crate::mask::{Mask, Solid};
use crate::scene::{ColorKey, Filter, Frame, Picture, SampleAt, SolidSource};

/// Pixels from which masks are made.
#[derive(Debug)]
pub(in crate::scene) struct SourcePixels {
    pub picture: Arc<Picture>,
    pub levels: Levels,
    /// The clear colour, if a key colour decides.
    pub key: Option<ColorKey>,
    /// Cells of the grid inside the sprite; `None` for all of them.
    pub inside: Option<Mask>,
    pub histogram: OnceLock<[u64; 256]>,
}

/// Levels that the rule for solid pixels compares.
#[derive(Debug)]
pub(super) enum Levels {
    /// The picture's alpha.
    Alpha,
    /// No levels: everything is solid.
    Everywhere,
    /// A level for each pixel, row by row.
    Plane(Vec<u8>),
}

impl Levels {
    fn by_key(rgba: &[[u8; 4]], key: ColorKey) -> Self {
        Self::Plane(rgba.iter().map(|pixel| if key.matches(*pixel) { 0 } else { pixel[3] }).collect())
    }

    fn new((n, frame): (usize, &Frame), source: &SolidSource) -> Self {
        let picture = &frame.picture;
        match source {
            SolidSource::Alpha if picture.has_alpha => Self::Alpha,
            SolidSource::Alpha => Self::Everywhere,
            SolidSource::Key(key) => Self::by_key(picture.rgba().as_chunks().0, *key),
            SolidSource::Image(image) => Self::Plane(match frame.cut_from(image.size()) {
                Some(cut) => cut.restored(image.levels()),
                None => match image.of_frame(n, picture.size()) {
                    Some(levels) => levels.to_vec(),
                    // Sizes are checked when the rule is set; a file that has changed since makes everything clear.
                    None => vec![0; picture.rgba().len() / 4],
                },
            }),
        }
    }
}

impl SourcePixels {
    /// The pixels of frame `n`, with their levels from `source`.
    pub(in crate::scene) fn new((n, frame): (usize, &Frame), source: &SolidSource) -> Self {
        let (picture, levels) = (Arc::clone(&frame.picture), Levels::new((n, frame), source));
        let key = if let SolidSource::Key(key) = source { Some(*key) } else { None };
        Self { picture, levels, key, inside: None, histogram: OnceLock::new() }
    }

    /// The surface that an engine makes of these pixels, as if the engine had loaded them: without alpha if they have
    /// none.
    pub(super) fn baked(&self, rule: &SurfaceRule, call: Call) -> Self {
        let (size, has_alpha) = (self.picture.size(), self.picture.has_alpha);
        let surface = |pixels: Vec<[u8; 4]>| Surface { size, pixels };
        let mut rgba = self.picture.rgba().as_chunks::<4>().0.to_vec();
        let gains_alpha = rule.adds_alpha && !has_alpha;
        let background = self.key.map(|key| [key.color[0], key.color[1], key.color[2], u8::MAX]);
        if let Some(key) = self.key.filter(|_| gains_alpha) {
            rgba.iter_mut().filter(|pixel| key.matches(**pixel)).for_each(|pixel| *pixel = [0; 4]);
        }
        let mut new = rule.bake(surface(rgba), call, background);
        if !has_alpha && !gains_alpha {
            new.pixels.iter_mut().for_each(|pixel| pixel[3] = u8::MAX);
        }
        let levels = match (&self.levels, self.key) {
            (Levels::Plane(_), Some(key)) if !gains_alpha => Levels::by_key(&new.pixels, key),
            (Levels::Plane(levels), None) => {
                let levels = surface(levels.iter().map(|level| [*level; 4]).collect());
                let background = Some([0; 4]);
                Levels::Plane(rule.bake(levels, call, background).pixels.iter().map(|pixel| pixel[3]).collect())
            }
            (Levels::Everywhere, _) if !gains_alpha => Levels::Everywhere,
            _ => Levels::Alpha,
        };
        let has_alpha = has_alpha || rule.adds_alpha;
        let picture = Picture::new(new.size, new.pixels.into_flattened(), self.picture.format, has_alpha);
        Self { picture: Arc::new(picture), levels, key: self.key, inside: None, histogram: OnceLock::new() }
    }

    pub(in crate::scene) fn mask(&self, solid: Solid, inverted: bool) -> Mask {
        let size = self.picture.size();
        let levelled = match &self.levels {
            Levels::Alpha => Mask::from_rgba(size, self.picture.rgba(), solid),
            Levels::Everywhere => !Mask::new(size),
            Levels::Plane(levels) => Mask::from_alpha(size, levels, solid),
        };
        let mask = if inverted { !levelled } else { levelled };
        match &self.inside {
            Some(inside) => mask.overlap_mask(inside, Offset::default()).unwrap_or(mask),
            None => mask,
        }
    }

    /// The level of the pixel of index `pixel`, row by row.
    pub(in crate::scene) fn level(&self, pixel: usize) -> u8 {
        match &self.levels {
            Levels::Alpha => self.picture.rgba().as_chunks::<4>().0[pixel][3],
            Levels::Everywhere => u8::MAX,
            Levels::Plane(levels) => levels[pixel],
        }
    }

    pub(in crate::scene) fn histogram(&self) -> [u64; 256] {
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

    /// Clear pixels of `size`, with levels from the same source.
    pub(in crate::scene) fn nothing(&self, size: Size) -> Self {
        let count = usize::try_from(size.area()).expect("cells of a mask in memory");
        let levels = match &self.levels {
            Levels::Plane(_) => Levels::Plane(vec![0; count]),
            Levels::Alpha => Levels::Alpha,
            Levels::Everywhere => Levels::Everywhere,
        };
        let picture = Picture::new(size, vec![0; 4 * count], self.picture.format, self.picture.has_alpha);
        let inside = Some(Mask::new(size));
        Self { picture: Arc::new(picture), levels, key: self.key, inside, histogram: OnceLock::new() }
    }
}

/// A part of a grid of unit cells that may begin between pixels.
#[derive(Clone, Copy, Debug)]
pub(in crate::scene) struct GridBox {
    /// Its top left corner.
    pub origin: Point,
    /// Columns and rows.
    pub size: Size,
}

/// `pixels` on another grid: each cell shows the pixel at its sampling point, if there is one.
///
/// `grid_from_source` maps the pixels, counted from their top left corner, to the other grid's cells; `grid` is the
/// wanted part of the other grid.
pub(in crate::scene) fn resampled(
    pixels: &SourcePixels,
    grid_from_source: Affine,
    grid: GridBox,
    filter: Filter,
    at: SampleAt,
) -> SourcePixels {
    let Some(source_from_grid) = grid_from_source.inverse() else { return pixels.nothing(grid.size) };
    let sampler = Sampler { pixels, source_from_grid, grid, inset: at.inset() };
    // Surfaces of engines are not read here.
    if filter == Filter::Bilinear { sampler.bilinear() } else { sampler.nearest() }
}

/// Reads pixels at the sampling points of another grid.
struct Sampler<'a> {
    pixels: &'a SourcePixels,
    source_from_grid: Affine,
    grid: GridBox,
    inset: f64,
}

/// Rounding error of sums of products.
const WHOLE: f64 = 1e-9;

/// `n`, or the whole number within a rounding error of it.
pub(in crate::scene) fn mended(n: f64) -> f64 {
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

    fn nearest(&self) -> SourcePixels {
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

    fn bilinear(&self) -> SourcePixels {
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

impl SourcePixels {
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

/// The nearest byte; halves go up, also those that a rounding error moved down.
fn byte(n: f64) -> u8 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    let byte = (mended(2.0 * n) / 2.0).round().clamp(0.0, 255.0) as u8;
    byte
}

/// A box of whole cells as a part of their grid.
impl From<IntRect> for GridBox {
    fn from(rect: IntRect) -> Self {
        Self { origin: rect.origin().point(), size: rect.size() }
    }
}
