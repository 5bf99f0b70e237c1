//! Draws egui's triangles on the processor, so that pictures of the window can be tested on a machine
//! without graphics.
//!
//! It follows `egui_glow` pixel for pixel where that is specified: colours are premultiplied and blended in
//! gamma space, a pixel belongs to a triangle when its centre does, and a centre on a shared edge belongs
//! to exactly one of the two triangles. Soft edges need nothing special: they are in egui's mesh.
//!
//! Out of scope: paint callbacks and mipmaps.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "pixels, texels and colours cross between floats and integers, each clamped to its range first"
)]

use std::array::from_fn;
use std::collections::HashMap;
use std::ops::Range;

use egui::epaint::{ImageDelta, Primitive, Vertex};
use egui::{Color32, Mesh, Rect, TextureFilter, TextureId, TextureOptions, TextureWrapMode, TexturesDelta};
use egui_kittest::TestRenderer;
use image::RgbaImage;

/// A renderer for `HarnessBuilder::renderer` that needs no graphics card, no display and no driver.
pub fn harness_renderer() -> impl TestRenderer {
    Rasteriser::default()
}

/// Holds the textures between frames.
#[derive(Default)]
struct Rasteriser {
    textures: HashMap<TextureId, Texture>,
    /// The textures freed by the last frame, which may still be drawn with them.
    retired: Vec<TextureId>,
}

impl TestRenderer for Rasteriser {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        for id in self.retired.drain(..) {
            self.textures.remove(&id);
        }
        for (id, changes) in delta.set.drain() {
            for change in &changes {
                self.textures.entry(id).or_default().apply(change);
            }
        }
        self.retired.extend(delta.free.drain());
    }

    fn render(&mut self, ctx: &egui::Context, output: &egui::FullOutput) -> Result<RgbaImage, String> {
        let scale = ctx.pixels_per_point();
        let size = (ctx.content_rect().size() * scale).round();
        let mut canvas = Canvas::new(size.x as usize, size.y as usize);
        for clipped in ctx.tessellate(output.shapes.clone(), scale) {
            let Primitive::Mesh(mesh) = clipped.primitive else {
                return Err("paint callbacks need a graphics card".into());
            };
            let texture = self.textures.get(&mesh.texture_id);
            let texture = texture.ok_or_else(|| format!("{:?} is unknown", mesh.texture_id))?;
            canvas.draw_mesh(&mesh, texture, clipped.clip_rect * scale, scale);
        }
        canvas.into_image()
    }
}

/// An image with the rules for reading between and beyond its texels.
#[derive(Default)]
struct Texture {
    /// Columns and rows.
    size: [usize; 2],
    /// The texels row by row from the top, premultiplied.
    texels: Vec<Color32>,
    options: TextureOptions,
}

impl Texture {
    /// Replaces the whole image, or the part of it that the change covers.
    fn apply(&mut self, change: &ImageDelta) {
        let egui::ImageData::Color(image) = &change.image;
        self.options = change.options;
        let Some([left, top]) = change.pos else {
            self.size = image.size;
            self.texels.clone_from(&image.pixels);
            return;
        };
        for (y, row) in image.pixels.chunks_exact(image.size[0]).enumerate() {
            let start = (top + y) * self.size[0] + left;
            self.texels[start..start + row.len()].copy_from_slice(row);
        }
    }

    /// The colour at `(u, v)`, both counted in texels from the top left corner of the image.
    fn sample(&self, filter: TextureFilter, u: f32, v: f32) -> [f32; 4] {
        match filter {
            TextureFilter::Nearest => self.texel(u.floor() as i64, v.floor() as i64),
            TextureFilter::Linear => self.sample_linear(u - 0.5, v - 0.5),
        }
    }

    /// Mixes the four texels around `(u, v)`, counted from the centre of the first texel.
    fn sample_linear(&self, u: f32, v: f32) -> [f32; 4] {
        let (x, y) = (u.floor() as i64, v.floor() as i64);
        let (right, down) = (u - u.floor(), v - v.floor());
        let above = mix(self.texel(x, y), self.texel(x + 1, y), right);
        let below = mix(self.texel(x, y + 1), self.texel(x + 1, y + 1), right);
        mix(above, below, down)
    }

    fn texel(&self, x: i64, y: i64) -> [f32; 4] {
        let [width, height] = self.size;
        let mode = self.options.wrap_mode;
        channels(self.texels[wrap(y, height, mode) * width + wrap(x, width, mode)])
    }
}

/// Returns the texel for index `i` of a row of `len`.
fn wrap(i: i64, len: usize, mode: TextureWrapMode) -> usize {
    let len = len as i64;
    let inside = match mode {
        TextureWrapMode::ClampToEdge => i.clamp(0, len - 1),
        TextureWrapMode::Repeat => i.rem_euclid(len),
        TextureWrapMode::MirroredRepeat => {
            let there_and_back = i.rem_euclid(2 * len);
            there_and_back.min(2 * len - 1 - there_and_back)
        }
    };
    inside as usize
}

fn mix(a: [f32; 4], b: [f32; 4], share_of_b: f32) -> [f32; 4] {
    from_fn(|i| a[i] + (b[i] - a[i]) * share_of_b)
}

/// Red, green, blue and alpha, each from 0 to 255.
fn channels(color: Color32) -> [f32; 4] {
    color.to_array().map(f32::from)
}

/// The picture being painted.
struct Canvas {
    width: usize,
    height: usize,
    /// The pixels row by row from the top.
    pixels: Vec<[u8; 4]>,
}

impl Canvas {
    /// The colour of unpainted pixels: eframe's default clear colour in an opaque window.
    const CLEAR: [u8; 4] = [8, 8, 8, 255];

    fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![Self::CLEAR; width * height] }
    }

    fn into_image(self) -> Result<RgbaImage, String> {
        let (width, height) = (self.width as u32, self.height as u32);
        let bytes = self.pixels.into_flattened();
        RgbaImage::from_raw(width, height, bytes).ok_or_else(|| "the picture is too large".into())
    }

    /// Draws the part of a mesh inside `clip`, which is in pixels; the mesh is in points.
    fn draw_mesh(&mut self, mesh: &Mesh, texture: &Texture, clip: Rect, scale: f32) {
        let clip = clip.round();
        let within = |low: f32, high: f32, len: usize| {
            let low = (low as i64).clamp(0, len as i64);
            low..(high as i64).clamp(low, len as i64)
        };
        let columns = within(clip.left(), clip.right(), self.width);
        let rows = within(clip.top(), clip.bottom(), self.height);
        for corners in mesh.triangles() {
            let corners = corners.map(|i| mesh.vertices[i as usize]);
            if let Some(triangle) = Triangle::new(corners, texture.size, scale) {
                self.draw_triangle(&triangle, texture, &columns, &rows);
            }
        }
    }

    fn draw_triangle(&mut self, triangle: &Triangle, texture: &Texture, columns: &Range<i64>, rows: &Range<i64>) {
        let filter = triangle.filter(texture.options);
        let flat = triangle.is_flat();
        for y in triangle.rows(rows) {
            let span = triangle.span(y, columns);
            let start = y as usize * self.width;
            let row = &mut self.pixels[start..start + self.width];
            let shade = |x: i64| {
                let [u, v, tint @ ..] = triangle.attributes_at(x, y);
                let texel = texture.sample(filter, u, v);
                from_fn(|i| tint[i] * texel[i] / 255.0)
            };
            if flat && !span.is_empty() {
                let color = shade(span.start);
                let pixels = &mut row[span.start as usize..span.end as usize];
                pixels.iter_mut().for_each(|pixel| blend(pixel, color));
            } else {
                for x in span {
                    blend(&mut row[x as usize], shade(x));
                }
            }
        }
    }
}

/// Lays a premultiplied colour over a pixel.
fn blend(pixel: &mut [u8; 4], color: [f32; 4]) {
    let seen_through = 1.0 - color[3] / 255.0;
    *pixel = from_fn(|i| (color[i] + f32::from(pixel[i]) * seen_through + 0.5) as u8);
}

/// Values that vary over a triangle: texture coordinates in texels (u, v), then a colour from 0 to 255.
type Attributes = [f32; 6];

/// Steps per pixel that corners snap to, so that the question "inside or not" is decided exactly.
const STEPS: i64 = 256;

/// A triangle ready to be drawn.
struct Triangle {
    /// The first corner, at which the attributes have the value `first`; in pixels.
    origin: [f32; 2],
    first: Attributes,
    per_column: Attributes,
    per_row: Attributes,
    edges: [Edge; 3],
    /// The topmost and bottommost corner, in steps.
    reach: Range<i64>,
}

impl Triangle {
    /// Prepares a triangle; `None` if it covers no area.
    fn new(mut corners: [Vertex; 3], texture_size: [usize; 2], scale: f32) -> Option<Self> {
        let mut at = corners.map(|corner| snap(corner, scale));
        let mut area = cross(sub(at[1], at[0]), sub(at[2], at[0]));
        if area < 0 {
            at.swap(1, 2);
            corners.swap(1, 2);
            area = -area;
        }
        if area == 0 {
            return None;
        }
        let values = corners.map(|corner| attributes(corner, texture_size));
        let pixels = |steps: i64| steps as f32 / STEPS as f32;
        let [first, second, third] = at;
        let [ax, ay] = sub(second, first).map(pixels);
        let [bx, by] = sub(third, first).map(pixels);
        let area = area as f32 / (STEPS * STEPS) as f32;
        let along_a: Attributes = from_fn(|i| values[1][i] - values[0][i]);
        let along_b: Attributes = from_fn(|i| values[2][i] - values[0][i]);
        Some(Self {
            origin: first.map(pixels),
            first: values[0],
            per_column: from_fn(|i| (along_a[i] * by - along_b[i] * ay) / area),
            per_row: from_fn(|i| (along_b[i] * ax - along_a[i] * bx) / area),
            edges: from_fn(|i| Edge::new(at[i], at[(i + 1) % 3])),
            reach: first[1].min(second[1]).min(third[1])..first[1].max(second[1]).max(third[1]),
        })
    }

    /// The rows that may have pixels.
    fn rows(&self, visible: &Range<i64>) -> Range<i64> {
        let top = self.reach.start.div_euclid(STEPS);
        let bottom = self.reach.end.div_euclid(STEPS) + 1;
        top.max(visible.start)..bottom.min(visible.end)
    }

    /// The columns whose pixel centres lie inside, in row `y`.
    fn span(&self, y: i64, visible: &Range<i64>) -> Range<i64> {
        let narrow = |span: Range<i64>, edge: &Edge| edge.narrow(span, y);
        self.edges.iter().fold(visible.clone(), narrow)
    }

    fn attributes_at(&self, x: i64, y: i64) -> Attributes {
        let right = x as f32 + 0.5 - self.origin[0];
        let down = y as f32 + 0.5 - self.origin[1];
        from_fn(|i| self.first[i] + self.per_column[i] * right + self.per_row[i] * down)
    }

    /// True if every pixel has the same colour.
    fn is_flat(&self) -> bool {
        let still = |change: &Attributes| change.iter().all(|&value| value == 0.0);
        still(&self.per_column) && still(&self.per_row)
    }

    /// Returns the filter to read the texture with: an image is shrunk if a pixel spans more than a texel.
    fn filter(&self, options: TextureOptions) -> TextureFilter {
        let texels = |change: &Attributes| change[0].hypot(change[1]);
        if texels(&self.per_column).max(texels(&self.per_row)) > 1.0 {
            options.minification
        } else {
            options.magnification
        }
    }
}

fn attributes(corner: Vertex, texture_size: [usize; 2]) -> Attributes {
    let [width, height] = texture_size.map(|len| len as f32);
    let [r, g, b, a] = channels(corner.color);
    [corner.uv.x * width, corner.uv.y * height, r, g, b, a]
}

/// Snaps a corner to steps. Corners millions of pixels away are moved nearer, so that products cannot overflow.
fn snap(corner: Vertex, scale: f32) -> [i64; 2] {
    const FAR: i64 = 1 << 29;
    let steps = |points: f32| (points * scale * STEPS as f32).round() as i64;
    [corner.pos.x, corner.pos.y].map(|points| steps(points).clamp(-FAR, FAR))
}

fn sub(a: [i64; 2], b: [i64; 2]) -> [i64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// Twice the area between two vectors, positive if the second is clockwise of the first (y points down).
fn cross(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[1] - b[0] * a[1]
}

/// One side of a clockwise triangle, as the half plane in which `slope * x + offset(y)` is not negative.
struct Edge {
    from: [i64; 2],
    along: [i64; 2],
    /// 0 for a top or left edge, which owns the centres exactly on it, and 1 for the others.
    threshold: i64,
}

impl Edge {
    fn new(from: [i64; 2], to: [i64; 2]) -> Self {
        let along @ [right, down] = sub(to, from);
        let top_or_left = down < 0 || (down == 0 && right > 0);
        Self { from, along, threshold: i64::from(!top_or_left) }
    }

    /// Returns the part of `span` on the inner side, in row `y`.
    fn narrow(&self, span: Range<i64>, y: i64) -> Range<i64> {
        let centre_of_first = [STEPS / 2, y * STEPS + STEPS / 2];
        let offset = cross(self.along, sub(centre_of_first, self.from)) - self.threshold;
        let slope = -self.along[1] * STEPS;
        if slope > 0 {
            span.start.max(-offset.div_euclid(slope))..span.end
        } else if slope < 0 {
            span.start..span.end.min(offset.div_euclid(-slope) + 1)
        } else if offset < 0 {
            span.start..span.start
        } else {
            span
        }
    }
}
