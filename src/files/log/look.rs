//! A sprite as a log describes it: as a player sees it, and as the game tests it.

use std::sync::Arc;

use crate::files::scene_file::{HitBoxesFile, Number};
use crate::geom::Offset;
use crate::replay::{HitBoxes, MaskFaults};
use crate::scene::{Picture, PictureFormat, Sprite};

/// A sprite as a log describes it, with the fields that a check replaces.
#[derive(Debug)]
pub(super) struct LoggedLook {
    /// As a player sees it; a clear pixel where that is not known.
    pub seen: Arc<Sprite>,
    /// Its mask, where it has a picture, too.
    pub mask: Option<Arc<Sprite>>,
    /// It has neither a picture nor a mask.
    pub is_unseen: bool,
    /// It has a picture.
    pub is_picture: bool,
    /// Faults of the mask that the game tests, unless it tests a shape.
    pub faults: MaskFaults,
    /// The hit boxes that Arcade could test.
    pub hit_boxes: Option<Arc<HitBoxes>>,
}

impl LoggedLook {
    /// Counted as cells, what a look needs beside them.
    pub(super) const CELLS_OF_ITSELF: u64 = 8 << 10;

    pub(super) fn new(seen: Sprite, mask: Option<Sprite>) -> Self {
        let faults = faults(&seen, mask.as_ref());
        let is_picture = is_picture(&seen);
        Self { seen: seen.into(), mask: mask.map(Arc::new), is_unseen: false, is_picture, faults, hit_boxes: None }
    }

    /// A look that nobody knows; `clear` is a clear pixel in its place.
    pub(super) fn unseen(clear: Sprite) -> Self {
        Self { is_unseen: true, is_picture: false, faults: MaskFaults::default(), ..Self::new(clear, None) }
    }

    /// The same with the hit boxes of a line; one `is_fitted` besides.
    pub(super) fn with_hit_boxes(self, file: HitBoxesFile, is_fitted: bool) -> Self {
        let corners = [file.simple, file.detailed].map(|corners| {
            corners.map(|corners| corners.into_iter().map(|corner| corner.map(|Number(n)| n)).collect())
        });
        let hit_boxes = HitBoxes::new(Arc::clone(&self.seen), corners, is_fitted);
        Self { hit_boxes: Some(Arc::new(hit_boxes)), ..self }
    }

    /// Its size in memory, in cells.
    pub(super) fn cells(&self) -> u64 {
        let sprites = [Some(&self.seen), self.mask.as_ref()];
        Self::CELLS_OF_ITSELF + sprites.into_iter().flatten().map(|sprite| sprite.size().area()).sum::<u64>()
    }
}

fn is_picture(seen: &Sprite) -> bool {
    !matches!(seen.picture().format, PictureFormat::Mask | PictureFormat::TextMask | PictureFormat::JsonMask)
}

fn faults(seen: &Sprite, mask: Option<&Sprite>) -> MaskFaults {
    let is_picture = is_picture(seen);
    let (picture, seen) = (seen.picture(), seen.mask());
    let tested = mask.map_or(seen, Sprite::mask);
    let shared = seen.overlap_area(tested, Offset::default());
    let (seen, tested) = (seen.mask(), tested.mask());
    let (size, other) = (seen.size(), tested.size());
    let box_area = u64::from(size.width.max(other.width)) * u64::from(size.height.max(other.height));
    let differing = seen.count() + tested.count() - 2 * shared;
    MaskFaults {
        is_full: is_picture && tested.count() == tested.size().area() && has_lost_alpha(picture),
        is_empty: tested.count() == 0,
        is_unlike_picture: mask.is_some() && 50 * differing > box_area,
    }
}

/// True if `picture` has no alpha channel, and a border of one colour that fills at least 15 % of it.
fn has_lost_alpha(picture: &Picture) -> bool {
    let pixels = picture.rgba().as_chunks::<4>().0;
    let (width, height) = (picture.size().width as usize, picture.size().height as usize);
    let Some(&color) = pixels.first() else { return false };
    let is_border =
        |n: usize| n < width || n >= width * (height - 1) || n.is_multiple_of(width) || n % width == width - 1;
    let has_border = pixels.iter().enumerate().all(|(n, pixel)| *pixel == color || !is_border(n));
    let filled = pixels.iter().filter(|pixel| **pixel == color).count();
    !picture.has_alpha && has_border && 100 * filled >= 15 * pixels.len()
}
