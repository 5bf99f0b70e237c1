//! The pixels of a frame, and the levels that decide which of them are solid.

use std::sync::{Arc, OnceLock};

use super::bake::{Call, Rule, Surface};
use super::{ColorKey, Frame, Picture, SolidSource};
use crate::geom::{Offset, Size};
use crate::mask::{Mask, Solid};

/// Pixels from which masks are made.
#[derive(Debug)]
pub(super) struct Pixels {
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

    fn new(frame: &Frame, source: &SolidSource) -> Self {
        let picture = &frame.picture;
        match source {
            SolidSource::Alpha if picture.has_alpha => Self::Alpha,
            SolidSource::Alpha => Self::Everywhere,
            SolidSource::Key(key) => Self::by_key(picture.rgba().as_chunks().0, *key),
            SolidSource::Image(image) => Self::Plane(match frame.cut_from(image.size()) {
                Some(cut) => cut.restored(image.levels()),
                None if image.size() == picture.size() => image.levels().to_vec(),
                // Sizes are checked when the rule is set; a file that has changed since makes everything clear.
                None => vec![0; picture.rgba().len() / 4],
            }),
        }
    }
}

impl Pixels {
    /// The pixels of `frame`, with their levels from `source`.
    pub(super) fn new(frame: &Frame, source: &SolidSource) -> Self {
        let (picture, levels) = (Arc::clone(&frame.picture), Levels::new(frame, source));
        let key = if let SolidSource::Key(key) = source { Some(*key) } else { None };
        Self { picture, levels, key, inside: None, histogram: OnceLock::new() }
    }

    /// The surface that an engine makes of these pixels, as if the engine had loaded them: without alpha if they have
    /// none.
    pub(super) fn baked(&self, rule: &Rule, call: Call) -> Self {
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

    pub(super) fn mask(&self, solid: Solid, inverted: bool) -> Mask {
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
    pub(super) fn level(&self, pixel: usize) -> u8 {
        match &self.levels {
            Levels::Alpha => self.picture.rgba().as_chunks::<4>().0[pixel][3],
            Levels::Everywhere => u8::MAX,
            Levels::Plane(levels) => levels[pixel],
        }
    }

    pub(super) fn histogram(&self) -> [u64; 256] {
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
    pub(super) fn nothing(&self, size: Size) -> Self {
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
