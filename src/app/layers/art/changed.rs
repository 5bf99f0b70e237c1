//! Pixels that have just become solid or clear: of a threshold that is dragged, or of an image that was edited.

use crate::app::paint::draw::*;
use crate::app::paint::raster::{ByIdentity, PaintRaster, Painted, paint_texture};
use maskscope_core::mask::Mask;

pub const LAYER: CanvasLayer =
    CanvasLayer { switches: &[], paint: |draw, kept| kept.of::<ChangedTexture>().paint(draw) };

/// The texture of the pixels that changed.
#[derive(Default)]
struct ChangedTexture(Painted<ChangedKey>);

#[derive(Clone, PartialEq)]
struct ChangedKey {
    mask: ByIdentity<Mask>,
    /// The cells it shows, in the mask's space.
    cells: IntRect,
    cells_per_pixel: u32,
    color: Color32,
}

impl ChangedTexture {
    /// Paints them over the sprite, fading.
    fn paint(&mut self, draw: &DrawContext<'_>) {
        let Some(changed) = draw.session.changed() else { return };
        let Some(placed) = draw.session.stage().get(changed.slot) else { return };
        let whole = IntRect::new(placed.position(), changed.mask.size());
        let Some(visible) = whole.intersection(draw.screen.visible()) else { return };
        let key = ChangedKey {
            mask: ByIdentity(Arc::clone(&changed.mask)),
            cells: visible.translated(Cell::ORIGIN - placed.position()),
            cells_per_pixel: draw.screen.cells_per_pixel(),
            color: draw.theme.t1,
        };
        let mut painter = draw.painter.clone();
        painter.multiply_opacity(changed.strength());
        if let Some(texture) = self.0.get(painter.ctx(), key, raster) {
            paint_texture(&painter, texture.id(), draw.screen.rect(visible));
        }
    }
}

fn raster(key: &ChangedKey) -> PaintRaster {
    let step = i64::from(key.cells_per_pixel.max(1));
    let side = |cells: u32| usize::try_from(cells.div_ceil(key.cells_per_pixel.max(1))).unwrap_or(0);
    let (width, height) = (side(key.cells.width), side(key.cells.height));
    let mut raster = PaintRaster::new(width, height);
    let mut y = key.cells.y;
    for row in 0..height {
        let pixels = raster.row_mut(row);
        let mut x = key.cells.x;
        for pixel in pixels.iter_mut() {
            let any = (0..step).any(|dy| (0..step).any(|dx| key.mask.0.get_cell(Cell::new(x + dx, y + dy))));
            if any {
                *pixel = key.color;
            }
            x += step;
        }
        y += step;
    }
    raster
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::geom::Size;

    #[test]
    fn every_mask_has_its_own_picture_wherever_it_lies_in_memory() {
        let (ctx, size) = (Context::default(), Size::new(8, 8));
        let mut painted = Painted::default();
        let mut pictures = 0;
        // Each mask is freed before the next is made, which then comes to its address.
        for threshold in 0..5 {
            let mask = ByIdentity(Arc::new(Mask::from_fn(size, |x, _| x > threshold)));
            let cells = IntRect::new(Cell::ORIGIN, size);
            let key = ChangedKey { mask, cells, cells_per_pixel: 1, color: Color32::WHITE };
            painted.get(&ctx, key.clone(), |key| {
                pictures += 1;
                raster(key)
            });
            painted.get(&ctx, key, |_| unreachable!("it is painted"));
        }
        assert_eq!(pictures, 5);
    }
}
