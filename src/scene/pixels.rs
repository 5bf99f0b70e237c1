//! The pixels of a frame, and what decides which of them are solid.

use std::sync::{Arc, OnceLock};

use super::{Picture, SolidSource};
use crate::{
    geom::{Offset, Size},
    mask::{Mask, Solid},
};

/// What masks are made of.
#[derive(Debug)]
pub(super) struct Pixels {
    pub picture: Arc<Picture>,
    pub levels: Levels,
    /// Which cells of the grid lie in the sprite; `None` for all of them.
    pub inside: Option<Mask>,
    pub histogram: OnceLock<[u64; 256]>,
}

/// What the rules of what is solid look at.
#[derive(Debug)]
pub(super) enum Levels {
    /// The picture's alpha.
    Alpha,
    /// Nothing: everything is solid.
    Everywhere,
    /// A level for each pixel, row by row.
    Plane(Vec<u8>),
}

impl Levels {
    pub(super) fn new(picture: &Picture, source: &SolidSource) -> Self {
        match source {
            SolidSource::Alpha if picture.has_alpha => Self::Alpha,
            SolidSource::Alpha => Self::Everywhere,
            SolidSource::Key(key) => {
                let level = |pixel: &[u8; 4]| if key.matches(*pixel) { 0 } else { pixel[3] };
                Self::Plane(picture.rgba().as_chunks().0.iter().map(level).collect())
            }
            SolidSource::Image(image) if image.picture.size() == picture.size() => Self::Plane(image.levels()),
            // Sizes are checked when the rule is set; a file that has changed since makes everything clear.
            SolidSource::Image(_) => Self::Plane(vec![0; picture.rgba().len() / 4]),
        }
    }
}

impl Pixels {
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

    /// As many clear pixels as `size` says, whose levels come from where these do.
    pub(super) fn nothing(&self, size: Size) -> Self {
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
