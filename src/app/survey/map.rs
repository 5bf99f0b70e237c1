//! A picture of a grid of places, a texel each, with a crosshair that all pictures share.

use std::sync::Arc;

use egui::{Color32, Rect, Response, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};

use crate::app::cast::whole_u32;
use crate::app::marks;
use crate::app::raster::{Painted, Raster, paint_texture};
use crate::app::theme::{self, Theme};
use crate::geom::Cell;
use crate::palette::Rgb;
use crate::survey::{Found, Map};

/// What a picture was painted from. It holds the answer, so that no later one can lie at the same address.
struct Key {
    found: Found,
    title: String,
    /// Pixels of the picture along a side of a place.
    texels: usize,
    is_dark: bool,
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.found, &other.found)
            && (&self.title, self.texels, self.is_dark) == (&other.title, other.texels, other.is_dark)
    }
}

/// A colour as egui has it.
pub fn rgb([red, green, blue]: Rgb) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// The textures of up to three pictures beside each other.
#[derive(Default)]
pub struct Textures([Painted<Key>; 3]);

pub struct Shown<'a> {
    pub map: &'a Map<'a>,
    /// Where the sprites are now.
    pub now: Option<(u32, u32)>,
    /// The place under the pointer, here or in a picture beside.
    pub pointed: Option<(u32, u32)>,
    /// To where an arrow leads from a place, in columns and rows.
    pub way: &'a dyn Fn((u32, u32)) -> Option<Cell>,
}

/// What a person did with a picture.
pub struct Pointed {
    /// The place under the pointer.
    pub place: Option<(u32, u32)>,
    pub is_clicked: bool,
    pub response: Response,
}

impl Textures {
    /// Shows a picture of what was `found` in `rect`, as large as whole texels allow.
    pub fn show(&mut self, ui: &mut Ui, at: usize, rect: Rect, found: &Found, shown: &Shown<'_>) -> Pointed {
        let theme = Theme::of(ui);
        let (map, size) = (shown.map, shown.map.size());
        let pixel = 1.0 / ui.pixels_per_point();
        let (width, height) = (size.width as f32, size.height as f32);
        let fit = (rect.width() / width).min(rect.height() / height) / pixel;
        let side = pixel * if fit >= 1.0 { fit.floor() } else { fit };
        let place = Rect::from_center_size(rect.center(), vec2(width, height) * side);
        let corner = (place.min.to_vec2() / pixel).round() * pixel;
        let place = Rect::from_min_size(corner.to_pos2(), place.size());
        let response = ui.interact(place, ui.scope_id().with((&map.title, at)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, ui.is_enabled(), &map.title));
        let texels = texels_per_place(map, side / pixel);
        let key = Key { found: Arc::clone(found), title: map.title.clone(), texels, is_dark: theme.dark };
        if let Some(texture) = self.0[at].get(ui.ctx(), key, |_| raster(map, texels, theme.t1)) {
            paint_texture(ui.painter(), texture.id(), place);
        }
        let under = response.hover_pos().map(|pointer| {
            let local = (pointer - place.min) / side;
            let cell = |n: f32, side: u32| whole_u32(n).min(side.saturating_sub(1));
            (cell(local.x, size.width), cell(local.y, size.height))
        });
        let painter = ui.painter().with_clip_rect(place);
        let middle = |(x, y): (u32, u32)| place.min + side * (vec2(x as f32, y as f32) + Vec2::splat(0.5));
        let pointed = shown.pointed.or(under);
        if let Some(pointed) = pointed {
            let middle = middle(pointed);
            for (width, color) in [(3.0, Color32::from_black_alpha(140)), (1.0, Color32::WHITE)] {
                painter.hline(place.x_range(), middle.y, Stroke::new(width, color));
                painter.vline(middle.x, place.y_range(), Stroke::new(width, color));
            }
        }
        // A way may end just beyond the picture, where the boxes are apart.
        let way = |place| {
            let by = (shown.way)(place)?;
            Some(vec2(by.x as f32, by.y as f32) * side)
        };
        for place in shown.now.into_iter().chain(pointed) {
            if let Some(way) = way(place) {
                marks::rimmed_arrow(ui.painter(), middle(place), middle(place) + way);
            }
        }
        if let Some(now) = shown.now {
            let leads_right = way(now).is_some_and(|way| way.x > 0.0);
            let middle = middle(now);
            marks::rimmed_diamond(ui.painter(), middle, 5.0, theme.t1);
            let tag = ui.painter().layout_no_wrap("now".to_owned(), theme::tag(), theme.t1);
            let right = !leads_right && middle.x + 10.0 + tag.size().x < place.right();
            let left = if right { middle.x + 10.0 } else { middle.x - 10.0 - tag.size().x };
            let rect = Rect::from_min_size(pos2(left, middle.y - tag.size().y / 2.0), tag.size());
            ui.painter().rect_filled(rect.expand2(vec2(4.0, 2.0)), 0.0, theme.panel);
            ui.painter().galley(rect.min, tag, theme.t1);
        }
        Pointed { place: under, is_clicked: response.clicked(), response }
    }
}

/// How many pixels a side of a place takes in the picture. A line on the edges of places needs pixels of its own, which
/// small pictures can afford; without a line, and in large pictures, one pixel is enough.
fn texels_per_place(map: &Map<'_>, pixels_per_place: f32) -> usize {
    const MOST: u64 = 1 << 21;
    let side = whole_u32(pixels_per_place).max(1);
    let is_small = map.size().area() * u64::from(side).pow(2) <= MOST;
    if map.inside.is_some() && is_small { side as usize } else { 1 }
}

/// The picture, with the line around what is inside.
fn raster(map: &Map<'_>, side: usize, line: Color32) -> Raster {
    let size = map.size();
    let index = |n: u32| usize::try_from(n).unwrap_or(0);
    let (width, height) = (index(size.width) * side, index(size.height) * side);
    let mut raster = Raster::new(width, height);
    for y in 0..size.height {
        for x in 0..size.width {
            let color = rgb((map.color)(x, y));
            let (left, top) = (index(x) * side, index(y) * side);
            for row in top..top + side {
                raster.row_mut(row)[left..left + side].fill(color);
            }
        }
    }
    let Some(inside) = &map.inside else { return raster };
    for y in 0..size.height {
        for x in 0..size.width {
            let here = inside(x, y);
            let (left, top) = (index(x) * side, index(y) * side);
            if x > 0 && inside(x - 1, y) != here {
                for row in top..top + side {
                    raster.row_mut(row)[left] = line;
                }
            }
            if y > 0 && inside(x, y - 1) != here {
                raster.row_mut(top)[left..left + side].fill(line);
            }
        }
    }
    raster
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_answers_one_after_the_other_are_five_pictures() {
        let ctx = egui::Context::default();
        let mut texture = Painted::default();
        let mut painted = 0;
        for answer in 0..5_u64 {
            // Each is gone before the next is made, which may then lie where it lay.
            let found: Found = Arc::new(answer);
            let key = || Key { found: Arc::clone(&found), title: "Overlap area".to_owned(), texels: 1, is_dark: true };
            for _ in 0..2 {
                texture.get(&ctx, key(), |_| {
                    painted += 1;
                    Raster::new(1, 1)
                });
            }
        }
        assert_eq!(painted, 5);
    }
}
