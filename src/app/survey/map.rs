//! A picture of a grid of places, a texel each, with a crosshair that all pictures share.

use egui::{Color32, Rect, Response, Role, Sense, Stroke, TextureHandle, Ui, Vec2, WidgetInfo, pos2, vec2};

use crate::app::cast::whole_u32;
use crate::app::marks;
use crate::app::raster::{Painted, Raster, paint_texture};
use crate::app::theme::{self, Theme};
use crate::geom::Size;

/// What a picture was painted from: whose answer it is, by its address, which lives as long as it is shown.
type Key = (usize, u64, bool);

/// The textures of up to three pictures beside each other.
pub struct Textures([Painted<Key>; 3]);

impl Default for Textures {
    fn default() -> Self {
        Self([Painted::new("survey 0"), Painted::new("survey 1"), Painted::new("survey 2")])
    }
}

/// A picture to be shown.
pub struct Map<'a> {
    /// What it is called.
    pub name: &'a str,
    /// Columns and rows of places.
    pub size: Size,
    /// The colour of a place.
    pub color: &'a dyn Fn(u32, u32) -> Color32,
    /// Where the sprites are now.
    pub now: Option<(u32, u32)>,
    /// The place under the pointer, here or in a picture beside.
    pub pointed: Option<(u32, u32)>,
    /// Places between which a line is drawn: where one of two neighbours is inside and the other is not.
    pub inside: Option<&'a dyn Fn(u32, u32) -> bool>,
}

/// What a person did with a picture.
pub struct Pointed {
    /// The place under the pointer.
    pub place: Option<(u32, u32)>,
    /// Whether it was clicked.
    pub is_clicked: bool,
    /// The picture.
    pub response: Response,
}

impl Textures {
    /// Shows a picture in `rect` as large as whole texels allow. `answer` tells what it is painted from.
    pub fn show(&mut self, ui: &mut Ui, at: usize, rect: Rect, answer: (usize, u64), map: &Map<'_>) -> Pointed {
        let theme = Theme::of(ui);
        let pixel = 1.0 / ui.pixels_per_point();
        let (width, height) = (map.size.width as f32, map.size.height as f32);
        let fit = (rect.width() / width).min(rect.height() / height) / pixel;
        let side = pixel * if fit >= 1.0 { fit.floor() } else { fit };
        let place = Rect::from_center_size(rect.center(), vec2(width, height) * side);
        let corner = (place.min.to_vec2() / pixel).round() * pixel;
        let place = Rect::from_min_size(corner.to_pos2(), place.size());
        let response = ui.interact(place, ui.scope_id().with((map.name, at)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, ui.is_enabled(), map.name));
        let key = (answer.0, answer.1, theme.dark);
        if let Some(texture) = self.0[at].get(ui.ctx(), key, |_| raster(map, side / pixel, theme.t1)) {
            paint(ui, texture, place);
        }
        let under = response.hover_pos().map(|pointer| {
            let local = (pointer - place.min) / side;
            let cell = |n: f32, side: u32| whole_u32(n).min(side.saturating_sub(1));
            (cell(local.x, map.size.width), cell(local.y, map.size.height))
        });
        let painter = ui.painter().with_clip_rect(place);
        let middle = |(x, y): (u32, u32)| place.min + side * (vec2(x as f32, y as f32) + Vec2::splat(0.5));
        if let Some(pointed) = map.pointed.or(under) {
            let middle = middle(pointed);
            for (width, color) in [(3.0, Color32::from_black_alpha(140)), (1.0, Color32::WHITE)] {
                painter.hline(place.x_range(), middle.y, Stroke::new(width, color));
                painter.vline(middle.x, place.y_range(), Stroke::new(width, color));
            }
        }
        if let Some(now) = map.now {
            let middle = middle(now);
            marks::rimmed_diamond(ui.painter(), middle, 5.0, theme.t1);
            let tag = ui.painter().layout_no_wrap("now".to_owned(), theme::tag(), theme.t1);
            let right = middle.x + 10.0 + tag.size().x < place.right();
            let left = if right { middle.x + 10.0 } else { middle.x - 10.0 - tag.size().x };
            let rect = Rect::from_min_size(pos2(left, middle.y - tag.size().y / 2.0), tag.size());
            ui.painter().rect_filled(rect.expand2(vec2(4.0, 2.0)), 0.0, theme.panel);
            ui.painter().galley(rect.min, tag, theme.t1);
        }
        Pointed { place: under, is_clicked: response.clicked(), response }
    }
}

fn paint(ui: &Ui, texture: &TextureHandle, place: Rect) {
    paint_texture(ui.painter(), texture.id(), place);
}

/// The picture, with the line around what is inside where texels are large enough to draw it on their edges.
fn raster(map: &Map<'_>, pixels_per_place: f32, line: Color32) -> Raster {
    let side = whole_u32(pixels_per_place).max(1) as usize;
    // A line on the edges of texels needs pixels of its own; small pictures can afford them.
    let places = map.size.area();
    let side = if map.inside.is_some() && places * (side * side) as u64 <= 1 << 21 { side } else { 1 };
    let index = |n: u32| usize::try_from(n).unwrap_or(0);
    let (width, height) = (index(map.size.width) * side, index(map.size.height) * side);
    let mut raster = Raster::new(width, height);
    for y in 0..map.size.height {
        for x in 0..map.size.width {
            let color = (map.color)(x, y);
            let (left, top) = (index(x) * side, index(y) * side);
            for row in top..top + side {
                raster.row_mut(row)[left..left + side].fill(color);
            }
        }
    }
    let Some(inside) = map.inside else { return raster };
    for y in 0..map.size.height {
        for x in 0..map.size.width {
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
