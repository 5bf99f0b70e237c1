//! A pen that paints pixels.

use std::{f32::consts::FRAC_1_SQRT_2, sync::LazyLock};

use ab_glyph::{Font, FontRef, PxScale, point};

use super::pen::{ADVANCE, DASH, Pen, Text};
use crate::files::output::small_png::plain;
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::palette::{Rgb, mix};

/// The file of the font: that of the window where there is one, so that no program contains it twice.
#[cfg(feature = "window")]
const HACK_FILE: &[u8] = epaint_default_fonts::HACK_REGULAR;
#[cfg(not(feature = "window"))]
const HACK_FILE: &[u8] = include_bytes!("../../../../assets/fonts/Hack-Regular.ttf");

/// The font, built in.
static HACK: LazyLock<FontRef<'static>> =
    LazyLock::new(|| FontRef::try_from_slice(HACK_FILE).expect("the font that is built in can be read"));

/// Shades between a letter and its ground: few, so that a palette of 256 colours holds them.
const SHADES: f32 = 15.0;

/// A picture, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bitmap {
    size: Size,
    pixels: Vec<Rgb>,
}

impl Bitmap {
    /// A black picture of `size` px.
    pub fn new(size: Size) -> Self {
        Self { size, pixels: vec![[0; 3]; index(size.area())] }
    }

    /// Columns and rows, in px.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Row `y` of the picture.
    pub fn row(&self, y: u32) -> &[Rgb] {
        &self.pixels[index(u64::from(y) * u64::from(self.size.width))..][..index(self.size.width.into())]
    }

    /// The picture as PNG.
    pub fn to_png(&self) -> Vec<u8> {
        plain(self.size, png::ColorType::Rgb, self.pixels.as_flattened(), png::Filter::NoFilter)
    }

    /// The rows of `area`, each with the columns of it that lie inside the picture.
    fn rows_of(&self, area: IntRect) -> impl Iterator<Item = (u32, std::ops::Range<usize>)> + use<> {
        let inside = area.intersection(IntRect::new(Cell::ORIGIN, self.size)).unwrap_or_default();
        let side = |at: i64| u32::try_from(at).expect("inside the picture");
        let columns = index(u64::from(side(inside.x)))..index(u64::from(side(inside.right())));
        (side(inside.y)..side(inside.bottom())).map(move |row| (row, columns.clone()))
    }

    /// Paints a shape with smooth edges, where `depth` gives how far inside a place lies, in px from the centre and at
    /// most `reach` px away from it.
    fn shape(&mut self, centre: (f32, f32), reach: f32, color: Rgb, depth: impl Fn(f32, f32) -> f32) {
        let around = square_around(centre, reach.ceil() + 1.0);
        for y in around.y..around.bottom() {
            for x in around.x..around.right() {
                let depth = depth(middle(x) - centre.0, middle(y) - centre.1);
                self.blend(pixel(x, y), color, part((depth + 0.5).clamp(0.0, 1.0)));
            }
        }
    }

    fn blend(&mut self, area: IntRect, color: Rgb, part: u8) {
        let stride = index(self.size.width.into());
        for (row, columns) in self.rows_of(area) {
            for pixel in &mut self.pixels[row as usize * stride..][columns] {
                *pixel = mix(*pixel, color, part);
            }
        }
    }
}

impl Pen for Bitmap {
    fn fill(&mut self, area: IntRect, color: Rgb) {
        self.blend(area, color, u8::MAX);
    }

    fn tint(&mut self, area: IntRect, color: Rgb, opacity: f32) {
        self.blend(area, color, part(opacity));
    }

    fn frame(&mut self, area: IntRect, thickness: u32, color: Rgb) {
        let IntRect { x, y, width, height } = area;
        let edge = i64::from(thickness);
        self.fill(IntRect { height: thickness, ..area }, color);
        self.fill(IntRect { y: area.bottom() - edge, height: thickness, ..area }, color);
        let between = IntRect { x, y: y + edge, width: thickness, height: height.saturating_sub(2 * thickness) };
        self.fill(between, color);
        self.fill(IntRect { x: x + i64::from(width) - edge, ..between }, color);
    }

    fn dashed_frame(&mut self, area: IntRect, thickness: u32, color: Rgb) {
        let (right, bottom) = (area.right() - i64::from(thickness), area.bottom() - i64::from(thickness));
        let starts = |side: u32| (0..side).step_by(2 * DASH as usize).map(move |at| (at, DASH.min(side - at)));
        for (at, width) in starts(area.width) {
            let dash = IntRect { x: area.x + i64::from(at), y: area.y, width, height: thickness };
            self.fill(dash, color);
            self.fill(IntRect { y: bottom, ..dash }, color);
        }
        for (at, height) in starts(area.height) {
            let dash = IntRect { x: area.x, y: area.y + i64::from(at), width: thickness, height };
            self.fill(dash, color);
            self.fill(IntRect { x: right, ..dash }, color);
        }
    }

    fn cross(&mut self, centre: (f32, f32), reach: f32, color: Rgb) {
        self.shape(centre, reach, color, |dx, dy| {
            // How far inside the nearer of the two lines the place lies, in px.
            let depth = 1.0 - (dx.abs() - dy.abs()).abs() * FRAC_1_SQRT_2;
            depth.min(reach + 0.5 - dx.abs().max(dy.abs()))
        });
    }

    fn diamond(&mut self, centre: (f32, f32), radius: f32, color: Rgb) {
        self.shape(centre, radius, color, |dx, dy| (radius - dx.abs() - dy.abs()) * FRAC_1_SQRT_2);
    }

    fn text(&mut self, text: &Text) {
        let scale = PxScale::from(text.size * HACK.height_unscaled() / HACK.units_per_em().unwrap_or(1000.0));
        let mut left = (text.x - text.width() * text.anchor.share_before()).round();
        for letter in text.content.chars() {
            let glyph = HACK.glyph_id(letter).with_scale_and_position(scale, point(left, text.baseline.round()));
            left += text.size * ADVANCE;
            let Some(outline) = HACK.outline_glyph(glyph) else { continue };
            let (x, y) = (whole(outline.px_bounds().min.x), whole(outline.px_bounds().min.y));
            outline.draw(|dx, dy, coverage| {
                let shade = (coverage.clamp(0.0, 1.0) * SHADES).round() / SHADES;
                self.blend(pixel(x + i64::from(dx), y + i64::from(dy)), text.color, part(shade));
            });
        }
    }

    fn squares(&mut self, area: IntRect, side: u32, color: &dyn Fn(u32, u32) -> Option<Rgb>) {
        for row in 0..area.height / side {
            for column in 0..area.width / side {
                if let Some(color) = color(column, row) {
                    let place = Cell::new(i64::from(column * side), i64::from(row * side));
                    self.fill(IntRect::new(area.origin() + place, Size::new(side, side)), color);
                }
            }
        }
    }
}

fn index(n: u64) -> usize {
    usize::try_from(n).expect("a picture that fits in memory")
}

/// An opacity in 255ths.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an opacity is 0 to 1")]
fn part(opacity: f32) -> u8 {
    (opacity * 255.0).round() as u8
}

/// The area of one pixel.
const fn pixel(x: i64, y: i64) -> IntRect {
    IntRect { x, y, width: 1, height: 1 }
}

/// The middle of pixel `at` along one axis.
#[expect(clippy::cast_precision_loss, reason = "a picture has few thousand pixels a side")]
fn middle(at: i64) -> f32 {
    at as f32 + 0.5
}

/// The pixel that `at` lies in, along one axis.
#[expect(clippy::cast_possible_truncation, reason = "a place on the picture")]
fn whole(at: f32) -> i64 {
    at.floor() as i64
}

/// The pixels up to `reach` px from a point, in both directions.
fn square_around((x, y): (f32, f32), reach: f32) -> IntRect {
    let first = Cell::new(whole(x - reach), whole(y - reach));
    IntRect::spanning(first, Cell::new(whole(x + reach), whole(y + reach)))
}
