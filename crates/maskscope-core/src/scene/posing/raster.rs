//! One frame of a sprite, as it is or as it lies in the world, and its masks.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::poses::{Pose, PoseKey, Poses};
use super::resample::{GridBox, Levels, SourcePixels, resampled};
use crate::geom::{Affine, Size};
use crate::mask::{Prepared, Solid};
use crate::scan::Scan;
use crate::scene::{Filter, Frame, Frames, Picture, SampleAt, SolidRule};

/// Pixels on a grid, and the mask of the solid ones: one frame of a sprite, as it is or as it lies in the world. Cheap
/// to clone: pixels and masks are shared.
#[derive(Clone, Debug)]
pub struct Raster {
    pixels: Arc<SourcePixels>,
    threshold: u8,
    inverted: bool,
    mask: Arc<Prepared>,
    /// Masks by other rules, each made once, when first asked for.
    by_rule: Arc<Mutex<Vec<RuledMask>>>,
    /// Poses of it and of other frames of its sprite.
    poses: Arc<Poses<Raster>>,
}

/// A mask and its rule.
type RuledMask = (Solid, Arc<Prepared>);

impl Raster {
    /// The pixels of frame `n`, from 0, solid by `rule`.
    pub fn new((n, frame): (usize, &Frame), rule: &SolidRule) -> Self {
        Self::of(SourcePixels::new((n, frame), &rule.source), rule.threshold, rule.inverted)
    }

    /// All `frames` as one, with a common top left corner: each pixel from the frame in which it is most solid.
    pub fn merged(frames: &Frames, rule: &SolidRule) -> Self {
        let pixels: Vec<_> = frames.all().iter().enumerate().map(|frame| Self::new(frame, rule).pixels).collect();
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
                    rgba[into] = *color;
                }
                levels[into] = levels[into].max(level);
            }
        }
        let has_alpha = frames.all().iter().any(|frame| frame.picture.has_alpha);
        let picture = Picture::new(size, rgba.into_flattened(), frames.first().picture.format, has_alpha);
        let is_everywhere = pixels.iter().all(|p| matches!(p.levels, Levels::Everywhere) && p.picture.size() == size);
        let levels = if is_everywhere { Levels::Everywhere } else { Levels::Plane(levels) };
        let picture = Arc::new(picture);
        let pixels = SourcePixels { picture, levels, key: None, inside: None, histogram: OnceLock::new() };
        Self::of(pixels, rule.threshold, rule.inverted)
    }

    fn of(pixels: SourcePixels, threshold: u8, inverted: bool) -> Self {
        let mask = Arc::new(pixels.mask(Solid::Above(threshold), inverted).into());
        Self { pixels: Arc::new(pixels), threshold, inverted, mask, by_rule: Arc::default(), poses: Arc::default() }
    }

    /// The image.
    pub fn picture(&self) -> &Arc<Picture> {
        &self.pixels.picture
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.pixels.picture.size()
    }

    /// True if the threshold makes a difference.
    pub fn has_levels(&self) -> bool {
        !matches!(self.pixels.levels, Levels::Everywhere)
    }

    /// The number of pixels of each level: of each alpha, unless a key colour or another image decides what is solid.
    pub fn histogram(&self) -> &[u64; 256] {
        self.pixels.histogram.get_or_init(|| self.pixels.histogram())
    }

    /// The largest level of any pixel; `None` for an image without pixels.
    pub fn largest_level(&self) -> Option<u8> {
        self.histogram().iter().rposition(|&count| count > 0).and_then(|level| u8::try_from(level).ok())
    }

    /// The number of solid pixels.
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

    /// The thresholds, of all 256, at which pixel `(x, y)` would be solid: the lowest ones, or the highest if the rule
    /// is inverted.
    ///
    /// # Panics
    /// If the pixel is outside.
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

    /// The mask by another rule than the sprite's own threshold: for scans and engines with their own rules.
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

    /// The mask for `scan`: by the scan's own rule if it has one, otherwise by the threshold.
    pub fn mask_for(&self, scan: Scan) -> Arc<Prepared> {
        scan.solid().map_or_else(|| Arc::clone(&self.mask), |solid| self.mask_by(solid))
    }

    /// These pixels on another grid: each cell shows the pixel at its sampling point, if there is one.
    ///
    /// `grid_from_source` maps this raster's pixels, counted from its top left corner, to the other grid's; `grid` is
    /// the wanted part of the other grid.
    pub(in crate::scene) fn resampled(
        &self,
        grid_from_source: Affine,
        grid: GridBox,
        filter: Filter,
        at: SampleAt,
    ) -> Self {
        let pixels = resampled(&self.pixels, grid_from_source, grid, filter, at);
        Self::of(pixels, self.threshold, self.inverted)
    }

    /// These pixels in a `pose`, which is looked up if it was asked for lately; otherwise there must be `room`.
    pub(in crate::scene) fn posed<E>(&self, pose: Pose, room: impl FnOnce() -> Result<(), E>) -> Result<Self, E> {
        let key = PoseKey { pixels: Arc::clone(&self.pixels), solid: (self.threshold, self.inverted), pose };
        self.poses.get(key, || {
            room()?;
            let posed = match pose {
                Pose::Baked(filter, call) => {
                    let rule = filter.rule().expect("a filter that makes surfaces");
                    Self::of(self.pixels.baked(rule, call), self.threshold, self.inverted)
                }
                Pose::Resampled { map, size, filter, at } => {
                    self.resampled(map, GridBox { origin: (0.0, 0.0), size }, filter, at)
                }
            };
            let cells = posed.size().area();
            Ok((posed, cells))
        })
    }

    /// The same raster, keeping its poses among those of `other`.
    #[must_use]
    pub(in crate::scene) fn beside(self, other: &Self) -> Self {
        Self { poses: Arc::clone(&other.poses), ..self }
    }
}
