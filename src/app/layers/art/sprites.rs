//! The sprites themselves.

use egui::{ColorImage, TextureHandle, TextureOptions};

use crate::app::paint::{draw::*, screen::Screen};
use crate::session::Placed;
use maskscope_core::scene::{Picture, Posed};

/// Sides of a tile, in pixels: every renderer takes textures of this size, and one is made in a few milliseconds.
const TILE: u32 = 1_024;
/// The longest side of a small picture of a sprite that needs several tiles, in pixels.
const THUMBNAIL: u32 = 128;
/// Opacity of the previous frame under the tested one.
const ONION_SKIN: f32 = 0.35;

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch { layer: Layer::OnionSkin, key: Some(Key::O), swatch }],
    paint: |draw, kept| kept.of::<Sprites>().paint(draw),
};

/// The textures of both sprites.
#[derive(Default)]
pub struct Sprites {
    /// As they lie in the world: those of the stage, and those of the ball's game.
    sprites: [[Option<Tiles>; 2]; 2],
    /// As their images have them, where that is not the same.
    sources: [Option<Tiles>; 2],
    /// Their previous frames, and what stood there when those were laid on the grid.
    previous: [Option<(Placed, Posed, Tiles)>; 2],
}

/// A picture cut into textures. Those of a large one are made one a frame; until then the thumbnail stands for them.
pub struct Tiles {
    picture: Arc<Picture>,
    tiles: Vec<(IntRect, Option<TextureHandle>)>,
    /// Every few pixels of it, where one tile does not hold it all.
    thumbnail: Option<TextureHandle>,
}

impl Tiles {
    fn new(ctx: &Context, picture: &Arc<Picture>) -> Self {
        let whole = IntRect::new(Cell::ORIGIN, picture.size());
        let starts = |side: u32| (0..i64::from(side)).step_by(TILE as usize);
        let origins = starts(whole.height).flat_map(|y| starts(whole.width).map(move |x| Cell::new(x, y)));
        let parts = origins.filter_map(|origin| IntRect::new(origin, Size::new(TILE, TILE)).intersection(whole));
        let mut tiles: Vec<_> = parts.map(|part| (part, None)).collect();
        let thumbnail = match &mut *tiles {
            [(part, only)] => {
                *only = Some(texture_of(ctx, picture, *part));
                None
            }
            [] => None,
            _ => Some(ctx.load_texture("thumbnail", thumbnail_of(picture), TextureOptions::NEAREST)),
        };
        Self { picture: Arc::clone(picture), tiles, thumbnail }
    }

    /// Those of `picture`: kept, or made again.
    pub fn kept<'a>(kept: &'a mut Option<Self>, ctx: &Context, picture: &Arc<Picture>) -> &'a mut Self {
        if kept.as_ref().is_none_or(|tiles| !Arc::ptr_eq(&tiles.picture, picture)) {
            *kept = None;
        }
        kept.get_or_insert_with(|| Self::new(ctx, picture))
    }

    /// Paints what shows of the picture, its top left pixel on a cell of the world.
    pub fn paint(&mut self, painter: &Painter, screen: &Screen, origin: Cell, tint: Color32) {
        let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let [width, height] = [self.picture.size().width, self.picture.size().height].map(|side| side as f32);
        let mut may_make_one = true;
        for (part, texture) in &mut self.tiles {
            let rect = screen.rect(part.translated(origin));
            if !rect.intersects(screen.canvas) {
                continue;
            }
            if texture.is_none() && std::mem::take(&mut may_make_one) {
                *texture = Some(texture_of(painter.ctx(), &self.picture, *part));
            }
            match (texture, &self.thumbnail) {
                (Some(texture), _) => _ = painter.image(texture.id(), rect, all, tint),
                (None, Some(thumbnail)) => {
                    painter.ctx().request_repaint();
                    let (x, y) = (part.x as f32 / width, part.y as f32 / height);
                    let size = vec2(part.width as f32 / width, part.height as f32 / height);
                    painter.image(thumbnail.id(), rect, Rect::from_min_size(pos2(x, y), size), tint);
                }
                (None, None) => {}
            }
        }
    }
}

fn texture_of(ctx: &Context, picture: &Picture, part: IntRect) -> TextureHandle {
    ctx.load_texture("art", image_of(picture, part), TextureOptions::NEAREST)
}

/// A part of a picture, premultiplied for the renderer.
fn image_of(picture: &Picture, part: IntRect) -> ColorImage {
    let index = |n: i64| usize::try_from(n).expect("inside the picture");
    let (left, width, height) = (index(part.x), index(part.width.into()), index(part.height.into()));
    let stride = picture.size().width as usize;
    let mut pixels = Vec::with_capacity(width * height);
    for y in index(part.y)..index(part.bottom()) {
        let row = &picture.rgba().as_chunks::<4>().0[y * stride + left..][..width];
        pixels.extend(row.iter().map(|&[r, g, b, a]| Color32::from_rgba_unmultiplied(r, g, b, a)));
    }
    ColorImage::new([width, height], pixels)
}

/// Every few pixels of a picture, so that it is small.
fn thumbnail_of(picture: &Picture) -> ColorImage {
    let Size { width, height } = picture.size();
    let step = width.max(height).div_ceil(THUMBNAIL) as usize;
    let places = |side: u32| (0..side).step_by(step);
    let pixels = places(height).flat_map(|y| places(width).filter_map(move |x| picture.pixel(x, y)));
    let colors = pixels.map(|[r, g, b, a]| Color32::from_rgba_unmultiplied(r, g, b, a)).collect();
    ColorImage::new([places(width).count(), places(height).count()], colors)
}

impl Sprites {
    fn paint(&mut self, draw: &DrawContext<'_>) {
        let kept = usize::from(draw.session.view().is_game());
        for sprite in draw.sprites().into_iter().flatten() {
            self.paint_previous(draw, sprite.slot);
            let tiles = &mut self.sprites[kept][sprite.slot as usize];
            let tiles = Tiles::kept(tiles, draw.painter.ctx(), sprite.picture);
            tiles.paint(draw.painter, &draw.screen, sprite.origin, Color32::WHITE);
        }
    }

    /// A texture of the sprite's frame as its image has it, smaller than it where that is large, and its size.
    pub fn thumbnail(&mut self, ctx: &Context, slot: Slot, placed: &Placed) -> Option<(egui::TextureId, Size)> {
        let picture = placed.sprite().picture();
        let is_same = Arc::ptr_eq(picture, placed.raster().picture());
        let kept = if is_same { &mut self.sprites[0] } else { &mut self.sources };
        let Tiles { tiles, thumbnail, .. } = Tiles::kept(&mut kept[slot as usize], ctx, picture);
        let texture = thumbnail.as_ref().or_else(|| tiles.first()?.1.as_ref())?;
        let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let [width, height] = texture.size().map(side);
        Some((texture.id(), Size::new(width, height)))
    }

    fn paint_previous(&mut self, draw: &DrawContext<'_>, slot: Slot) {
        let stage = draw.session.stage();
        let is_animated = |placed: &&Placed| placed.sprite().frames().are_animated() && draw.shows(Layer::OnionSkin);
        let Some(placed) = stage.get(slot).filter(is_animated) else { return };
        let kept = &mut self.previous[slot as usize];
        if kept.as_ref().is_none_or(|(then, ..)| then != placed) {
            let tiles = |posed: &Posed| Tiles::new(draw.painter.ctx(), posed.raster.picture());
            *kept = stage.previous_frame(slot).map(|posed| (placed.clone(), posed.clone(), tiles(&posed)));
        }
        if let Some((_, posed, tiles)) = kept {
            tiles.paint(draw.painter, &draw.screen, posed.origin, Color32::WHITE.gamma_multiply(ONION_SKIN));
        }
    }
}

/// A square behind a square.
fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    for (left, ink) in [(4.0, theme.t3.gamma_multiply(0.35)), (10.0, theme.t2)] {
        let square = Rect::from_min_size(rect.min + vec2(left, 2.0), Vec2::splat(10.0));
        painter.rect_filled(square, 0.0, ink);
    }
}
