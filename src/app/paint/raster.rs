//! Pictures painted pixel by pixel on the processor, and kept as textures until their key changes.
//!
//! Cells drawn one by one as shapes cost milliseconds; painted into one texture they cost a copy.

use std::any::type_name;
use std::sync::Arc;

use egui::{Color32, ColorImage, Context, Mesh, Painter, Rect, Shape, TextureHandle, TextureId, TextureOptions, pos2};

use maskscope_core::geom::Size;
use maskscope_core::scene::Picture;

/// A picture as egui takes it.
pub fn color_image(picture: &Picture) -> ColorImage {
    let side = |n: u32| usize::try_from(n).expect("u32 fits in usize");
    let Size { width, height } = picture.size();
    ColorImage::from_rgba_unmultiplied([side(width), side(height)], picture.rgba())
}

/// A picture of translucent pixels, painted from back to front.
#[derive(Clone, Debug)]
pub struct PaintRaster {
    width: usize,
    height: usize,
    pixels: Vec<Color32>,
}

impl PaintRaster {
    /// A clear picture of this size.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![Color32::TRANSPARENT; width * height] }
    }

    /// A row of pixels.
    pub fn row_mut(&mut self, y: usize) -> &mut [Color32] {
        &mut self.pixels[y * self.width..][..self.width]
    }

    /// Paints a rectangle over what is there; what lies outside is left out.
    pub fn fill(&mut self, left: i64, top: i64, width: i64, height: i64, color: Color32) {
        let clip = |start: i64, length: i64, end: usize| {
            let end_of = |n: i64| usize::try_from(n.max(0)).unwrap_or(end).min(end);
            end_of(start)..end_of(start + length)
        };
        let columns = clip(left, width, self.width);
        for y in clip(top, height, self.height) {
            for pixel in &mut self.row_mut(y)[columns.clone()] {
                *pixel = over(*pixel, color);
            }
        }
    }

    /// The frame of a rectangle, `line` pixels wide, on the inside of its edges.
    pub fn frame(&mut self, [left, top, width, height]: [i64; 4], line: i64, color: Color32) {
        self.fill(left, top, width, line, color);
        self.fill(left, top + height - line, width, line, color);
        self.fill(left, top + line, line, height - 2 * line, color);
        self.fill(left + width - line, top + line, line, height - 2 * line, color);
    }

    /// Paints a frame in dashes of four pixels.
    pub fn dashed_frame(&mut self, [left, top, width, height]: [i64; 4], line: i64, color: Color32) {
        for x in (0..width).step_by(8) {
            self.fill(left + x, top, 4.min(width - x), line, color);
            self.fill(left + x, top + height - line, 4.min(width - x), line, color);
        }
        for y in (0..height).step_by(8) {
            self.fill(left, top + y, line, 4.min(height - y), color);
            self.fill(left + width - line, top + y, line, 4.min(height - y), color);
        }
    }

    /// Two diagonals that cross in the middle, each `reach` pixels to either side of it.
    pub fn cross(&mut self, (x, y): (i64, i64), reach: i64, color: Color32) {
        for step in -reach..=reach {
            self.fill(x + step, y + step, 1, 1, color);
            self.fill(x + step, y - step, 1, 1, color);
        }
    }

    /// The picture as egui has it.
    pub fn into_image(self) -> ColorImage {
        ColorImage::new([self.width, self.height], self.pixels)
    }
}

/// `top` over `bottom`, both premultiplied.
fn over(bottom: Color32, top: Color32) -> Color32 {
    match top.a() {
        255 => top,
        0 => bottom,
        _ => bottom.blend(top),
    }
}

/// Part of the key of a texture: the data it is painted from, compared by identity. The key holds the data, so no other
/// can take its address.
#[derive(Clone, Debug)]
pub struct ByIdentity<T>(pub Arc<T>);

impl<T> PartialEq for ByIdentity<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A texture that is painted again when its key changes, and only then.
pub struct Painted<K>(Option<(K, Option<TextureHandle>)>);

impl<K> Default for Painted<K> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: PartialEq> Painted<K> {
    /// The texture for `key`, painted by `paint` if the key has changed. `None` for an empty picture.
    pub fn get(&mut self, ctx: &Context, key: K, paint: impl FnOnce(&K) -> PaintRaster) -> Option<&TextureHandle> {
        if self.0.as_ref().is_none_or(|(kept, _)| *kept != key) {
            let raster = paint(&key);
            let mut handle = self.0.take().and_then(|(_, handle)| handle);
            if raster.pixels.is_empty() {
                handle = None;
            } else {
                let image = raster.into_image();
                match &mut handle {
                    Some(handle) => handle.set(image, TextureOptions::NEAREST),
                    None => handle = Some(ctx.load_texture(type_name::<K>(), image, TextureOptions::NEAREST)),
                }
            }
            self.0 = Some((key, handle));
        }
        self.0.as_ref().and_then(|(_, handle)| handle.as_ref())
    }
}

/// Paints a texture over a rectangle.
pub fn paint_texture(painter: &Painter, texture: TextureId, rect: Rect) {
    let mut mesh = Mesh::with_texture(texture);
    mesh.add_rect_with_uv(rect, Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)), Color32::WHITE);
    painter.add(Shape::mesh(mesh));
}
