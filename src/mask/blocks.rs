use super::Mask;
use crate::geom::Size;

/// A mask seen from further away: one bit for each 8 × 8 and each 64 × 64 block, set where any pixel of it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    eights: Mask,
    sixty_fours: Mask,
}

impl Blocks {
    /// The blocks of `mask`, counted from its top left; those at the right and bottom edge may be smaller.
    pub fn new(mask: &Mask) -> Self {
        let eights = halved_three_times(mask);
        let sixty_fours = halved_three_times(&eights);
        Self { eights, sixty_fours }
    }

    /// One bit per block of `side` × `side` pixels, or `None` where there is no such level: there are 8 and 64.
    pub const fn level(&self, side: u32) -> Option<&Mask> {
        match side {
            8 => Some(&self.eights),
            64 => Some(&self.sixty_fours),
            _ => None,
        }
    }
}

/// One bit for each 8 × 8 pixels, set where any of them is.
fn halved_three_times(mask: &Mask) -> Mask {
    let mut blocks = Mask::new(Size::new(mask.width().div_ceil(8), mask.height().div_ceil(8)));
    for y in 0..mask.height() {
        for (word, bits) in (0..).zip(mask.row(y)) {
            for byte in (0..8).filter(|byte| bits >> (8 * byte) & 0xff != 0) {
                blocks.set(8 * word + byte, y / 8);
            }
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_set_where_any_of_its_pixels_is() {
        for (width, height) in [(1, 1), (8, 8), (9, 8), (63, 65), (130, 70)] {
            let mask = Mask::from_fn(Size::new(width, height), |x, y| (x * 31 + y * 17) % 97 == 0);
            let blocks = Blocks::new(&mask);
            for side in [8, 64] {
                let level = blocks.level(side).expect("a level");
                assert_eq!(level.size(), Size::new(width.div_ceil(side), height.div_ceil(side)));
                for (bx, by) in (0..level.width()).flat_map(|x| (0..level.height()).map(move |y| (x, y))) {
                    let mut pixels = (0..side).flat_map(|y| (0..side).map(move |x| (bx * side + x, by * side + y)));
                    assert_eq!(level.get(bx, by), pixels.any(|(x, y)| mask.get(x, y)), "{side}: {bx},{by}");
                }
            }
        }
    }
}
