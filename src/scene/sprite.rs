use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use super::Picture;
use crate::{
    geom::Size,
    mask::{Mask, Prepared, Solid},
    scan::Scan,
};

/// An image with a name and a rule for what is solid in it. Cheap to clone: image and mask are shared.
#[derive(Clone, Debug)]
pub struct Sprite {
    /// What the window and the messages call it: the file's name.
    pub name: String,
    /// The file it came from; `None` for a built-in sample.
    pub path: Option<PathBuf>,
    picture: Arc<Picture>,
    histogram: Arc<[u64; 256]>,
    threshold: u8,
    mask: Arc<Prepared>,
    /// Masks by other rules, each made once, when first asked for.
    by_rule: Arc<Mutex<Vec<RuledMask>>>,
}

/// A mask and the rule it was made by.
type RuledMask = (Solid, Arc<Prepared>);

impl Sprite {
    /// A sprite whose pixels are solid iff `alpha > threshold`; all of them, where the image has no alpha channel.
    pub fn new(name: impl Into<String>, picture: Picture, threshold: u8) -> Self {
        let mask = Self::make_mask(&picture, Solid::Above(threshold));
        let histogram = Arc::new(picture.alpha_histogram());
        Self {
            name: name.into(),
            path: None,
            picture: Arc::new(picture),
            histogram,
            threshold,
            mask,
            by_rule: Arc::default(),
        }
    }

    fn make_mask(picture: &Picture, solid: Solid) -> Arc<Prepared> {
        let mask = if picture.has_alpha {
            Mask::from_rgba(picture.size(), picture.rgba(), solid)
        } else {
            Mask::new(picture.size()).inverted()
        };
        Arc::new(mask.into())
    }

    /// The image.
    pub const fn picture(&self) -> &Arc<Picture> {
        &self.picture
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.picture.size()
    }

    /// How many pixels have each alpha value.
    pub fn alpha_histogram(&self) -> &[u64; 256] {
        &self.histogram
    }

    /// The largest alpha of any pixel, or `None` for an image without pixels.
    pub fn largest_alpha(&self) -> Option<u8> {
        self.histogram.iter().rposition(|&count| count > 0).and_then(|alpha| u8::try_from(alpha).ok())
    }

    /// How many pixels are solid.
    pub fn solid_count(&self) -> u64 {
        let first_solid = if self.picture.has_alpha { usize::from(self.threshold) + 1 } else { 0 };
        self.histogram.iter().skip(first_solid).sum()
    }

    /// Pixels with an alpha above this are solid.
    pub const fn threshold(&self) -> u8 {
        self.threshold
    }

    /// Makes pixels solid iff `alpha > threshold`, and the mask anew if that changed anything.
    pub fn set_threshold(&mut self, threshold: u8) {
        if threshold != self.threshold {
            self.threshold = threshold;
            self.mask = Self::make_mask(&self.picture, Solid::Above(threshold));
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
        let mask = Self::make_mask(&self.picture, solid);
        kept.push((solid, Arc::clone(&mask)));
        mask
    }

    /// The mask that `scan` reads: by the scan's own rule where it has one, otherwise by the threshold.
    pub fn mask_for(&self, scan: Scan) -> Arc<Prepared> {
        scan.solid().map_or_else(|| Arc::clone(&self.mask), |solid| self.mask_by(solid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_alpha_channel_everything_is_solid_at_every_threshold() {
        let picture = Picture::new(Size::new(3, 2), [10, 20, 30, 255].repeat(6), "JPEG", false);
        for threshold in [0, 128, 255] {
            let sprite = Sprite::new("a.jpg", picture.clone(), threshold);
            assert_eq!((sprite.solid_count(), sprite.mask().mask().count()), (6, 6), "threshold {threshold}");
        }
    }
}
