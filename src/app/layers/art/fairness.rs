//! The cells in which a hitbox differs from its sprite's mask: clear ones that it covers, and solid ones that it leaves out.

use crate::app::paint::draw::*;
use crate::app::paint::raster::{ByIdentity, PaintRaster, Painted, paint_texture};
use maskscope_core::geom::whole;
use maskscope_core::mask::Prepared;
use maskscope_core::shape::Hitbox;

/// Distance of two of the crossed lines, and opacity of the ground and of the lines.
const APART: usize = 6;
const GROUND: f32 = 0.26;
const LINES: f32 = 0.6;
/// Sides of a dot and of its rim, in pixels at a scale of 1; at smaller cells it is a single pixel.
const DOT: [usize; 2] = [2, 4];

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
    let shown = draw.whole_pixels(all.intersection(draw.screen.visible()).filter(|_| unfair || forgiven)?);
    let origin = placed.position();
    let back = Affine::translation((-whole(origin.x), -whole(origin.y)));
    let bad = |share: f32| if unfair { draw.theme.bad.gamma_multiply(share) } else { Color32::TRANSPARENT };
    let key = FairnessKey {
        hitbox: placed.sprite().hitbox()?.clone(),
        cells_from_shapes: back.after(stage.world_from_shapes(slot)?),
        mask: ByIdentity(Arc::clone(placed.raster().mask())),
        cells: shown.translated(Cell::ORIGIN - origin),
        cell_pixels: draw.screen.whole_cell_pixels() as usize,
        cells_per_pixel: draw.screen.cells_per_pixel(),
        line: if draw.screen.pixels_per_point() < 1.5 { 1 } else { 2 },
        unfair: [bad(GROUND), bad(GROUND).blend(bad(LINES))],
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
                (true, false) => cross(&mut raster, key, [column * side, row * side]),
                (false, true) if key.forgiven => dot(&mut raster, key, [column * side, row * side]),
                _ => {}
            }
        }
    }
    raster
}

/// Fills a cell with crossed lines, which go on in the next.
fn cross(raster: &mut PaintRaster, key: &FairnessKey, [left, top]: [usize; 2]) {
    let (side, apart) = (key.cell_pixels.max(1), APART * key.line);
    // Lines that do not move with the part that is shown.
    let [dx, dy] = [key.cells.x, key.cells.y].map(|cell| {
        let pixels = cell.rem_euclid(i64::try_from(apart).unwrap_or(1)) * i64::try_from(side).unwrap_or(1);
        usize::try_from(pixels).unwrap_or_default()
    });
    for y in top..top + side {
        for (x, pixel) in (left..).zip(&mut raster.row_mut(y)[left..left + side]) {
            let (x, y) = (x + dx, y + dy);
            let is_on = |at: usize| at % apart < key.line;
            *pixel = key.unfair[usize::from(is_on(x + y) || is_on(x + apart * y - y))];
        }
    }
}

/// Paints a dot in the middle of a cell.
fn dot(raster: &mut PaintRaster, key: &FairnessKey, [left, top]: [usize; 2]) {
    let side = key.cell_pixels.max(1);
    let [dot, rim] = DOT.map(|width| width * key.line);
    let parts = match side {
        side if side > rim => [(rim, Color32::BLACK), (dot, Color32::WHITE)],
        side if side >= dot => [(side, Color32::from_black_alpha(140)), (dot / 2, Color32::WHITE)],
        // Every second pixel, both ways.
        _ if (left + top).is_multiple_of(2) => [(1, Color32::from_black_alpha(190)); 2],
        _ => [(1, Color32::from_white_alpha(190)); 2],
    };
    for (width, color) in parts {
        let inset = (side - width) / 2;
        for y in top + inset..top + inset + width {
            raster.row_mut(y)[left + inset..left + inset + width].fill(color);
        }
    }
}

fn swatch_unfair(painter: &Painter, rect: Rect, theme: &Theme) {
    painter.rect_filled(rect, 0.0, theme.bad.gamma_multiply(GROUND));
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let stroke = Stroke::new(1.0, theme.bad.gamma_multiply(0.75));
    for step in -3..5_i8 {
        let x = rect.left() + 6.0 * f32::from(step);
        painter.line_segment([pos2(x, rect.top()), pos2(x + rect.height(), rect.bottom())], stroke);
        painter.line_segment([pos2(x, rect.bottom()), pos2(x + rect.height(), rect.top())], stroke);
    }
}

fn swatch_forgiven(painter: &Painter, rect: Rect, _: &Theme) {
    for row in 0..2_u8 {
        for column in 0..4_u8 {
            let middle = rect.min + vec2(3.0 + 6.0 * f32::from(column), 4.0 + 6.0 * f32::from(row));
            painter.rect_filled(Rect::from_center_size(middle, vec2(4.0, 4.0)), 0.0, Color32::BLACK);
            painter.rect_filled(Rect::from_center_size(middle, vec2(2.0, 2.0)), 0.0, Color32::WHITE);
        }
    }
}
