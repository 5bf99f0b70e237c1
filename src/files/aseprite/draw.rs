//! A frame of an Aseprite file: its visible cels, drawn one over the other.

use super::{
    blend::times,
    fields::FORMAT,
    file::{Cel, Content, Depth, File, Layer, Tile, Tileset},
};
use crate::{
    geom::{Cell, IntRect, Size},
    scene::Picture,
};

impl File {
    /// The visible layers of frame `n`, put together.
    pub(super) fn picture(&self, n: usize) -> Picture {
        let mut canvas = Canvas::new(self.header.size);
        let mut cels: Vec<(u16, &Cel)> = self.frames[n].cels.iter().map(|(layer, cel)| (*layer, cel)).collect();
        cels.sort_by_key(|(layer, cel)| (i32::from(*layer) + i32::from(cel.z_index), cel.z_index));
        for (number, cel) in cels {
            let Some(layer) = self.layers.get(usize::from(number)).filter(|layer| layer.is_visible) else { continue };
            let Some(cel) = self.shown(number, cel) else { continue };
            match &cel.content {
                Content::Pixels { size, pixels } => {
                    let width = index(size.width.into());
                    canvas.draw(layer, cel, *size, |x, y| Some(self.color(pixels, y * width + x, layer.is_background)));
                }
                Content::Tiles { size, tiles } => {
                    let Some(tileset) = self.tileset(number) else { continue };
                    let Size { width, height } = tileset.tile;
                    let all = Size::new(size.width * width, size.height * height);
                    let (columns, width, height) =
                        (index(size.width.into()), index(width.into()), index(height.into()));
                    canvas.draw(layer, cel, all, |x, y| {
                        let tile = tiles[y / height * columns + x / width];
                        let pixel = pixel_of(tile, tileset, x % width, y % height)?;
                        Some(self.color(&tileset.pixels, pixel, false))
                    });
                }
                Content::Link(_) => {}
            }
        }
        Picture::new(canvas.size, canvas.pixels.into_flattened(), FORMAT, true)
    }

    /// The colour of pixel `n` of those that are stored as `pixels`.
    fn color(&self, pixels: &[u8], n: usize, is_background: bool) -> [u8; 4] {
        match self.depth {
            Depth::Rgba => pixels.as_chunks().0[n],
            Depth::Grey => {
                let [level, alpha] = pixels.as_chunks().0[n];
                [level, level, level, alpha]
            }
            Depth::Indexed => {
                let [red, green, blue, alpha] = self.palette[usize::from(pixels[n])].unwrap_or_default();
                let is_clear = pixels[n] == self.header.clear_index && !is_background;
                [red, green, blue, if is_clear { 0 } else { alpha }]
            }
        }
    }
}

/// Which pixel of `tileset` stands at column `x` and row `y` of `tile`; `None` where the tile is empty or ends before.
fn pixel_of(tile: Tile, tileset: &Tileset, x: usize, y: usize) -> Option<usize> {
    let (width, height) = (index(tileset.tile.width.into()), index(tileset.tile.height.into()));
    let [across, down, diagonally] = tile.flips;
    let x = if across { width - 1 - x } else { x };
    let y = if down { height - 1 - y } else { y };
    let (x, y) = if diagonally { (y, x) } else { (x, y) };
    // A tile that is higher than wide ends before, where it is flipped about its diagonal.
    let is_inside = x < width && y < height;
    is_inside.then_some((usize::try_from(tile.number?).ok()? * height + y) * width + x)
}

/// The picture of the cels drawn so far.
struct Canvas {
    size: Size,
    pixels: Vec<[u8; 4]>,
}

impl Canvas {
    fn new(size: Size) -> Self {
        Self { size, pixels: vec![[0; 4]; index(size.area())] }
    }

    /// Draws the part of `cel` that is on the canvas: `size` of `pixel`s, by column and row.
    fn draw(&mut self, layer: &Layer, cel: &Cel, size: Size, pixel: impl Fn(usize, usize) -> Option<[u8; 4]>) {
        let opacity = times(layer.opacity, cel.opacity);
        let Some(seen) = IntRect::new(cel.origin, size).intersection(IntRect::new(Cell::default(), self.size)) else {
            return;
        };
        let near = |n: i64| usize::try_from(n).expect("inside the canvas");
        for y in seen.y..seen.bottom() {
            for x in seen.x..seen.right() {
                let Some(above) = pixel(near(x - cel.origin.x), near(y - cel.origin.y)) else { continue };
                let below = &mut self.pixels[near(y * i64::from(self.size.width) + x)];
                *below = layer.blend.over(*below, above, opacity);
            }
        }
    }
}

/// A number of pixels in memory.
fn index(n: u64) -> usize {
    usize::try_from(n).expect("within the limits")
}
