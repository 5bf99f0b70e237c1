//! The cells in which a hitbox differs from its sprite's mask: clear ones that it covers, and solid ones that it leaves out.

use crate::app::paint::differing::{DifferingCells, inks, swatch_forgiven, swatch_unfair};
use crate::app::paint::draw::*;
use crate::app::paint::raster::{ByIdentity, PaintRaster, Painted, paint_texture};
use maskscope_core::geom::whole;
use maskscope_core::mask::Prepared;
use maskscope_core::shape::Hitbox;

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[
        Switch { layer: Layer::Unfair, key: None, swatch: swatch_unfair },
        Switch { layer: Layer::Forgiven, key: None, swatch: swatch_forgiven },
    ],
    paint: |draw, kept| kept.of::<FairnessTextures>().paint(draw),
};

/// The textures of both sprites.
#[derive(Default)]
struct FairnessTextures([Painted<FairnessKey>; 2]);

/// Input of a picture; cells count from the sprite's top left one.
#[derive(PartialEq)]
struct FairnessKey {
    hitbox: Hitbox,
    cells_from_shapes: Affine,
    mask: ByIdentity<Prepared>,
    /// The cells that it shows.
    cells: IntRect,
    cell_pixels: usize,
    cells_per_pixel: u32,
    /// Pixels that are one at a scale of 1.
    line: usize,
    /// Ground and lines of what is unfair; clear where that is not shown.
    unfair: [Color32; 2],
    /// True if what is forgiven is shown.
    forgiven: bool,
}

impl FairnessTextures {
    fn paint(&mut self, draw: &DrawContext<'_>) {
        if !draw.shows(Layer::Shapes) {
            return;
        }
        for slot in Slot::ALL {
            let Some((key, shown)) = key(draw, slot) else { continue };
            if let Some(texture) = self.0[slot as usize].get(draw.painter.ctx(), key, paint) {
                paint_texture(draw.painter, texture.id(), draw.screen.rect(shown));
            }
        }
    }
}

/// The input of the picture of a sprite, and the cells of the world that it covers.
fn key(draw: &DrawContext<'_>, slot: Slot) -> Option<(FairnessKey, IntRect)> {
    let (unfair, forgiven) = (draw.shows(Layer::Unfair), draw.shows(Layer::Forgiven));
    let stage = draw.session.stage();
    let (placed, hitbox) = (stage.get(slot)?, stage.hitbox(slot)?);
    let all = placed.bounding_box().union(hitbox.cells()?);
    let shown = draw.screen.whole_pixels(all.intersection(draw.screen.visible()).filter(|_| unfair || forgiven)?);
    let origin = placed.position();
    let back = Affine::translation((-whole(origin.x), -whole(origin.y)));
    let clear = [Color32::TRANSPARENT; 2];
    let key = FairnessKey {
        hitbox: placed.sprite().hitbox()?.clone(),
        cells_from_shapes: back.after(stage.world_from_shapes(slot)?),
        mask: ByIdentity(Arc::clone(placed.raster().mask())),
        cells: shown.translated(Cell::ORIGIN - origin),
        cell_pixels: draw.screen.whole_cell_pixels() as usize,
        cells_per_pixel: draw.screen.cells_per_pixel(),
        line: if draw.screen.pixels_per_point() < 1.5 { 1 } else { 2 },
        unfair: if unfair { inks(draw.theme) } else { clear },
        forgiven,
    };
    Some((key, shown))
}

fn paint(key: &FairnessKey) -> PaintRaster {
    let (side, step) = (key.cell_pixels.max(1), key.cells_per_pixel as usize);
    let (columns, rows) = (key.cells.width as usize / step, key.cells.height as usize / step);
    let mut raster = PaintRaster::new(columns * side, rows * side);
    let mask = || (Arc::clone(&key.mask.0), Cell::ORIGIN);
    let placed = key.hitbox.placed(&key.cells_from_shapes, mask);
    let cells = DifferingCells { side, line: key.line, first: (key.cells.x, key.cells.y), unfair: key.unfair };
    let mut solid = vec![0; key.cells.width.div_ceil(64) as usize];
    for (row, y) in (key.cells.y..key.cells.bottom()).step_by(step).enumerate() {
        // Of cells that share a pixel, that in their middle stands for all.
        let middle = y + i64::from(key.cells_per_pixel / 2);
        let covered = placed.covered(IntRect { y: middle, height: 1, ..key.cells });
        match u32::try_from(middle) {
            Ok(y) => key.mask.0.mask().read_row(key.cells.x, y, &mut solid),
            Err(_) => solid.fill(0),
        }
        for column in 0..columns {
            let at = column * step + step / 2;
            let bit = |words: &[u64]| words[at / 64] >> (at % 64) & 1 == 1;
            match (bit(covered.row(0)), bit(&solid)) {
                (true, false) => cells.cross(&mut raster, [column * side, row * side]),
                (false, true) if key.forgiven => cells.dot(&mut raster, [column * side, row * side]),
                _ => {}
            }
        }
    }
    raster
}
