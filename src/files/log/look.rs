//! A sprite as a log describes it: as a player sees it, and as the game tests it.

use std::sync::Arc;

use super::pictures::identity_of;
use crate::files::scene_file::HitBoxesFile;
use maskscope_core::geom::Number;
use maskscope_core::geom::{Cell, IntRect, Offset, Size};
use maskscope_core::mask::Mask;
use maskscope_core::replay::{HitBoxes, MaskFaults};
use maskscope_core::scene::{Picture, PictureFormat, Sprite};

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
    /// The print of its picture.
    pub print: Option<u128>,
    /// The prints of its mask where that is not the one of its picture: as it is, mirrored, and turned by quarter turns. None of a
    /// mask without a clear cell: a box is the mask of many pictures, and of others on purpose.
    pub mask_prints: Vec<u128>,
}

impl LoggedLook {
    /// Counted as cells, what a look needs beside them.
    pub(super) const CELLS_OF_ITSELF: u64 = 8 << 10;

    pub(super) fn new(seen: Sprite, mask: Option<Sprite>) -> Self {
        let faults = faults(&seen, mask.as_ref());
        let is_picture = is_picture(&seen);
        let print = is_picture.then(|| print_of(seen.mask().mask(), 0)).flatten();
        let has_clear_cells = |mask: &&Sprite| mask.mask().mask().count() < mask.size().area();
        let tested = mask.as_ref().filter(|_| faults.differs).filter(has_clear_cells);
        let mask_prints =
            tested.into_iter().flat_map(|mask| (0..TURNS).filter_map(|turn| print_of(mask.mask().mask(), turn)));
        let mask_prints = mask_prints.collect();
        let (seen, mask) = (seen.into(), mask.map(Arc::new));
        Self { seen, mask, is_unseen: false, is_picture, faults, hit_boxes: None, print, mask_prints }
    }

    /// A look that nobody knows; `clear` is a clear pixel in its place.
    pub(super) fn unseen(clear: Sprite) -> Self {
        Self { is_unseen: true, is_picture: false, faults: MaskFaults::default(), ..Self::new(clear, None) }
    }

    /// This look with the hit boxes of a line; `is_fitted` if one was fitted to it.
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
        differs: mask.is_some() && differing > 0,
        is_unlike_picture: mask.is_some() && 50 * differing > box_area,
        was_picture: false,
    }
}

/// The ways in which a picture can be mirrored and turned by quarter turns.
const TURNS: u8 = 8;

/// Returns a hash of the solid pixels of a mask, mirrored and turned in one of [`TURNS`] ways, without clear margins; `None`
/// if none is solid, or there are too many to look at for every picture of a log.
fn print_of(mask: &Mask, turn: u8) -> Option<u128> {
    const MOST: u64 = 1 << 20;
    let IntRect { x, y, width, height } = mask.bounds().filter(|bounds| bounds.area() <= MOST)?;
    let [is_turned, is_mirrored, is_upside_down] = [1, 2, 4].map(|way| turn & way != 0);
    let size = if is_turned { Size::new(height, width) } else { Size::new(width, height) };
    let turned = Mask::from_fn(size, |column, row| {
        let (across, down) = if is_turned { (row, column) } else { (column, row) };
        let across = if is_mirrored { width - 1 - across } else { across };
        let down = if is_upside_down { height - 1 - down } else { down };
        mask.get_cell(Cell::new(x + i64::from(across), y + i64::from(down)))
    });
    let size = [size.width, size.height].map(u32::to_le_bytes);
    let words: Vec<u8> = (0..turned.height()).flat_map(|y| turned.row(y)).flat_map(|word| word.to_le_bytes()).collect();
    Some(identity_of([size.as_flattened(), &words]))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(text: &str) -> Mask {
        text.parse().expect("a mask")
    }

    #[test]
    fn a_print_is_of_the_solid_pixels_whatever_way_they_are_turned() {
        let hook = mask("....\n.##.\n.#..\n.#..");
        let of = |text: &str| (0..TURNS).filter_map(|turn| print_of(&mask(text), turn)).collect::<Vec<_>>();
        let known = print_of(&hook, 0).expect("it has solid pixels");
        for other in
            ["##\n#.\n#.", "##\n.#\n.#", "#.\n#.\n##", ".#\n.#\n##", "###\n#..", "###\n..#", "#..\n###", "..#\n###"]
        {
            assert!(of(other).contains(&known), "{other}");
        }
        for other in ["##\n#.", "##\n#.\n##", "###\n.#."] {
            assert!(!of(other).contains(&known), "{other}");
        }
        assert_eq!(of("..\n.."), []);
    }
}
