//! A frame of an Aseprite file: its visible cels, drawn one over the other.

use std::collections::{BTreeSet, HashMap};

use super::file::{AsepriteLayer, Cel, CelContent, Depth, File, StoredFrame, Tile, Tileset};
use super::{blend::times, fields::ASEPRITE, palette::Colors};
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::scene::Picture;

/// Layers and groups drawn into each group, and, under `None`, onto the canvas.
type Plan = HashMap<Option<u16>, BTreeSet<u16>>;

impl File {
    /// The visible layers of frame `n`, put together.
    pub(super) fn picture(&self, n: usize) -> Picture {
        let mut canvas = CelCanvas::new(self.header.size);
        let has_background = self.layers.iter().any(|layer| layer.is_background && layer.is_visible);
        if self.depth == Depth::Indexed && has_background {
            canvas.pixels.fill(self.frames[n].colors[usize::from(self.header.clear_index)]);
        }
        self.draw(&self.frames[n], &self.plan(n), None, &mut canvas);
        Picture::new(canvas.size, canvas.pixels.into_flattened(), ASEPRITE, true)
    }

    /// Draws the part of `frame` that is drawn into `group`.
    fn draw(&self, frame: &StoredFrame, plan: &Plan, group: Option<u16>, canvas: &mut CelCanvas) {
        let parts = plan.get(&group).into_iter().flatten();
        let mut parts: Vec<_> =
            parts.map(|&number| (number, &self.layers[usize::from(number)], frame.cels.get(&number))).collect();
        // The background is below all, whatever its place.
        parts.sort_by_key(|(_, layer, cel)| {
            let higher = cel.map_or(0, |cel| cel.z_index);
            (!layer.is_background, i32::from(layer.order) + i32::from(higher), higher)
        });
        for (number, layer, cel) in parts {
            if layer.is_group {
                let mut whole = CelCanvas::new(canvas.size);
                self.draw(frame, plan, Some(number), &mut whole);
                let width = index(canvas.size.width.into());
                canvas.draw(layer, layer.opacity, IntRect::new(Cell::default(), canvas.size), |x, y| {
                    Some(whole.pixels[y * width + x])
                });
            } else if let Some(cel) = cel {
                self.draw_cel(frame, number, cel, canvas);
            }
        }
    }

    fn draw_cel(&self, frame: &StoredFrame, number: u16, cel: &Cel, canvas: &mut CelCanvas) {
        let layer = &self.layers[usize::from(number)];
        let opacity = times(layer.opacity, cel.opacity);
        match self.shown(number, cel).map(|cel| &cel.content) {
            Some(CelContent::Pixels { size, pixels }) => {
                let width = index(size.width.into());
                canvas.draw(layer, opacity, IntRect::new(cel.origin, *size), |x, y| {
                    Some(self.color(&frame.colors, pixels, y * width + x, layer.is_background))
                });
            }
            Some(CelContent::Tiles { size, tiles }) => {
                let Some(tileset) = self.tileset(number) else { return };
                let Some(pixels) = &tileset.pixels else { return };
                let Size { width, height } = tileset.tile;
                let all = Size::new(size.width * width, size.height * height);
                let (columns, width, height) = (index(size.width.into()), index(width.into()), index(height.into()));
                canvas.draw(layer, opacity, IntRect::new(cel.origin, all), |x, y| {
                    let tile = tiles[y / height * columns + x / width];
                    let pixel = pixel_of(tile, tileset, x % width, y % height)?;
                    Some(self.color(&frame.colors, pixels, pixel, false))
                });
            }
            Some(CelContent::Link(_)) | None => {}
        }
    }

    /// The colour of pixel `n` of those that are stored as `pixels`.
    fn color(&self, colors: &Colors, pixels: &[u8], n: usize, is_background: bool) -> [u8; 4] {
        match self.depth {
            Depth::Rgba => pixels.as_chunks().0[n],
            Depth::Grey => {
                let [level, alpha] = pixels.as_chunks().0[n];
                [level, level, level, alpha]
            }
            Depth::Indexed => {
                let [red, green, blue, alpha] = colors[usize::from(pixels[n])];
                let is_clear = pixels[n] == self.header.clear_index && !is_background;
                [red, green, blue, if is_clear { 0 } else { alpha }]
            }
        }
    }
}

/// The index of the pixel of `tileset` at column `x` and row `y` of `tile`; `None` if the tile is empty, ends before,
/// or is not in its set, like a deleted one.
fn pixel_of(tile: Tile, tileset: &Tileset, x: usize, y: usize) -> Option<usize> {
    let is_drawn = |number: &u32| *number < tileset.count && !(*number == 0 && tileset.zero_is_empty);
    let number = usize::try_from(tile.number.filter(is_drawn)?).ok()?;
    let (width, height) = (index(tileset.tile.width.into()), index(tileset.tile.height.into()));
    let [across, down, diagonally] = tile.flips;
    let x = if across { width - 1 - x } else { x };
    let y = if down { height - 1 - y } else { y };
    let (x, y) = if diagonally { (y, x) } else { (x, y) };
    // A tile that is higher than wide ends before, where it is flipped about its diagonal.
    let is_inside = x < width && y < height;
    is_inside.then_some((number * height + y) * width + x)
}

/// The picture of the cels drawn so far.
struct CelCanvas {
    size: Size,
    pixels: Vec<[u8; 4]>,
}

impl CelCanvas {
    fn new(size: Size) -> Self {
        Self { size, pixels: vec![[0; 4]; index(size.area())] }
    }

    /// Draws the part of `area` that is on the canvas: of `pixel`s, by column and row in it.
    fn draw(
        &mut self,
        layer: &AsepriteLayer,
        opacity: u8,
        area: IntRect,
        pixel: impl Fn(usize, usize) -> Option<[u8; 4]>,
    ) {
        let Some(seen) = area.intersection(IntRect::new(Cell::default(), self.size)) else { return };
        let near = |n: i64| usize::try_from(n).expect("inside the canvas");
        for y in seen.y..seen.bottom() {
            for x in seen.x..seen.right() {
                let Some(above) = pixel(near(x - area.x), near(y - area.y)) else { continue };
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
