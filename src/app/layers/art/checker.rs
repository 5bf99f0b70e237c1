//! A checker board inside the boxes of both sprites, where they are clear; behind the ball's ground the sky.

use egui::{ColorImage, TextureHandle, TextureOptions};

use crate::app::paint::draw::*;

/// Cells along a square, and the least width of one in physical pixels.
const SQUARE_CELLS: f64 = 2.0;
const SQUARE_PIXELS: f64 = 8.0;

pub const LAYER: CanvasLayer = CanvasLayer { switches: &[], paint: |draw, kept| kept.of::<Checker>().paint(draw) };

/// The texture of two by two squares, to be repeated, and whether it is dark.
#[derive(Default)]
struct Checker(Option<(bool, TextureHandle)>);

impl Checker {
    fn paint(&mut self, draw: &DrawContext<'_>) {
        if draw.session.view().is_game() {
            let ground = draw.sprite_box(Slot::B).map(|ground| draw.screen.rect(ground));
            return ground.into_iter().for_each(|ground| _ = draw.painter.rect_filled(ground, 0.0, SKY));
        }
        let Theme { dark, checker: [one, other], .. } = *draw.theme;
        let kept = self.0.take().filter(|(was_dark, _)| *was_dark == dark);
        let (_, texture) = self.0.insert(kept.unwrap_or_else(|| {
            let image = ColorImage::new([2, 2], vec![one, other, other, one]);
            (dark, draw.painter.ctx().load_texture("checker", image, TextureOptions::NEAREST_REPEAT))
        }));
        let square = draw.screen.points((SQUARE_CELLS * draw.screen.cell_pixels()).max(SQUARE_PIXELS));
        for rect in Slot::ALL.into_iter().filter_map(|slot| draw.sprite_box(slot)).map(|cells| draw.screen.rect(cells))
        {
            let mut mesh = Mesh::with_texture(texture.id());
            let repeats = Rect::from_min_size(pos2(0.0, 0.0), rect.size() / (2.0 * square));
            mesh.add_rect_with_uv(rect, repeats, Color32::WHITE);
            draw.painter.add(Shape::mesh(mesh));
        }
    }
}
