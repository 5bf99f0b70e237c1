//! Sprites drawn by dice that always give the same numbers.

use maskscope_core::{
    geom::{Offset, Size},
    mask::Mask,
    scene::{Picture, PictureFormat, Sprite},
};

/// A source of numbers: xorshift.
pub struct Dice(u64);

impl Dice {
    /// Dice from a `seed`, which is not 0.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Returns a number below `sides`.
    pub fn roll(&mut self, sides: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from(self.0 >> 33).expect("31 bits") % sides
    }

    /// A sprite of one of many kinds: empty, full, sparse or dense noise, a disc, a ring, lines, a checkerboard;
    /// opaque, or with any alpha.
    pub fn shape(&mut self, size: Size) -> Sprite {
        let (kind, percent, gap) = (self.roll(9), 1 + self.roll(99), 2 + self.roll(5));
        let (is_opaque, color) = (self.roll(2) == 0, self.roll(2) * 255);
        let [width, height] = [size.width, size.height].map(i64::from);
        // The distance from the middle; 100 is the nearest border.
        let far = |x: u32, y: u32| {
            let part = |n: u32, side: i64| (2 * i64::from(n) + 1 - side).abs() * 100 / side;
            part(x, width).pow(2) + part(y, height).pow(2)
        };
        let cells = (0..size.height).flat_map(|y| (0..size.width).map(move |x| (x, y)));
        let rgba = cells.flat_map(|(x, y)| {
            let is_solid = match kind {
                0 => false,
                1 => true,
                2 => self.roll(100) < percent,
                3 => self.roll(400) < percent,
                4 => far(x, y) <= 10_000,
                5 => (6_400..=10_000).contains(&far(x, y)),
                6 => x % gap == 0,
                7 => y % gap == 0,
                _ => (x + y).is_multiple_of(2),
            };
            let alpha = if is_opaque { 255 } else { self.roll(256) };
            [color, 9, 0, if is_solid { alpha } else { 0 }].map(|byte| u8::try_from(byte).expect("a byte"))
        });
        Sprite::new("shape", Picture::new(size, rgba.collect(), PictureFormat::Png, true), 0)
    }
}

/// A sprite whose pixels all have this `alpha`.
pub fn even(size: Size, alpha: u8) -> Sprite {
    let rgba = [9, 9, 9, alpha].repeat(usize::try_from(size.area()).expect("small"));
    Sprite::new("even", Picture::new(size, rgba, PictureFormat::Png, true), 0)
}

/// A sprite that is opaque where `text` has a `#`.
pub fn drawn(text: &str) -> Sprite {
    let mask: Mask = text.parse().expect("a mask");
    let cells = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
    let rgba = cells.flat_map(|(x, y)| [9, 9, 9, if mask.get(x, y) { 255 } else { 0 }]).collect();
    Sprite::new("drawn", Picture::new(mask.size(), rgba, PictureFormat::Png, true), 0)
}

/// Returns every offset at which two sizes overlap, and some around them.
pub fn offsets(a: Size, b: Size) -> impl Iterator<Item = Offset> {
    let side = |n: u32| i32::try_from(n).expect("small");
    let (columns, rows) = (-side(b.width) - 1..=side(a.width) + 1, -side(b.height) - 1..=side(a.height) + 1);
    rows.flat_map(move |y| columns.clone().map(move |x| Offset::new(x, y)))
}
