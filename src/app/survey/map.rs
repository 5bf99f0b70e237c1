//! A picture of a grid of places, a texel each, with a crosshair that all pictures share.

use std::{iter::repeat_n, ops::Range};

use super::picture::{MapPicture, TextureKey};
use crate::app::paint::raster::{PaintRaster, paint_texture};
use crate::app::paint::screen::whole_u32;
use crate::app::prelude::*;
use maskscope_core::palette::{Palette, Rgb};
use maskscope_core::survey::{Found, Hatch, Ink, Label, Map};

/// A colour as egui has it.
pub fn rgb([red, green, blue]: Rgb) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// The colours of pictures on the ground of `ui`.
pub fn palette(ui: &Ui) -> &'static Palette {
    if Theme::of(ui).dark { &Palette::DARK } else { &Palette::LIGHT }
}

/// The textures of up to three pictures beside each other.
#[derive(Default)]
pub struct Textures([MapPicture; 3]);

pub struct ShownMap<'a> {
    pub map: &'a Map<'a>,
    /// Position of the sprites now.
    pub now: Option<(u32, u32)>,
    /// The place under the pointer, here or in a picture beside.
    pub pointed: Option<(u32, u32)>,
    /// To where an arrow leads from a place, in columns and rows.
    pub way: &'a dyn Fn((u32, u32)) -> Option<Cell>,
}

/// Gesture on a picture.
pub struct Pointed {
    /// The place under the pointer.
    pub place: Option<(u32, u32)>,
    pub is_clicked: bool,
    pub response: Response,
}

impl Textures {
    /// Shows a picture of what was `found` in `rect`, as large as it allows; edges of places are rounded to pixels.
    pub fn show(&mut self, ui: &mut Ui, at: usize, rect: Rect, found: &Found, shown: &ShownMap<'_>) -> Pointed {
        let theme = Theme::of(ui);
        let (map, size) = (shown.map, shown.map.size());
        let pixel = 1.0 / ui.pixels_per_point();
        let (width, height) = (size.width as f32, size.height as f32);
        let side = (rect.width() / width).min(rect.height() / height);
        let pixels = (vec2(width, height) * side / pixel).round().max(Vec2::splat(1.0));
        let corner = (rect.min.to_vec2() / pixel).round() * pixel;
        let place = Rect::from_min_size(corner.to_pos2(), pixels * pixel);
        let response = ui.interact(place, ui.scope_id().with((&map.title, at)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, ui.is_enabled(), &map.title));
        let texels = texels(map, side / pixel, pixels);
        let key = TextureKey { found: Arc::clone(found), title: map.title.clone(), texels, is_dark: theme.dark };
        let rows = rows_in_a_frame(map, texels);
        let paint = |rows| raster(map, texels, rows, palette(ui));
        if let Some(texture) = self.0[at].get(ui.ctx(), key, rows, paint) {
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
        // A way may end just beyond the picture, at an offset without an overlap.
        let way = |place| {
            let by = (shown.way)(place)?;
            Some(vec2(by.x as f32, by.y as f32) * side)
        };
        for place in shown.now.into_iter().chain(pointed) {
            if let Some(way) = way(place) {
                marks::rimmed_arrow(ui.painter(), middle(place), middle(place) + way);
            }
        }
        let is_place = |label: &&Label| label.term.is_none();
        let rings = map.labels.iter().filter(is_place).map(|label| ring(ui, middle(label.at)));
        let mut taken: Vec<_> = rings.collect();
        if let Some(now) = shown.now {
            let at = middle(now);
            taken.extend(way(now).map(|way| Rect::from_two_pos(at, at + way)));
            marks::rimmed_diamond(ui.painter(), at, 5.0, theme.t1);
            labelled(ui, place, at, &Label { at: now, text: "now".to_owned(), term: None }, map, &mut taken);
            taken.push(Rect::from_center_size(at, Vec2::splat(12.0)));
        }
        for label in &map.labels {
            labelled(ui, place, middle(label.at), label, map, &mut taken);
        }
        Pointed { place: under, is_clicked: response.clicked(), response }
    }
}

/// The least share of a region's name that lies over it.
const LEAST_SHARE: f32 = 0.82;

/// Behind names on a picture.
const LABEL_GROUND: Color32 = Color32::from_black_alpha(220);

/// Paints the ring around a place; returns what it covers.
fn ring(ui: &Ui, at: Pos2) -> Rect {
    let ring = Rect::from_center_size(at, Vec2::splat(9.0));
    for (width, color) in [(4.0, Color32::BLACK), (2.0, Color32::WHITE)] {
        ui.painter().rect_stroke(ring, 0.0, Stroke::new(width, color), StrokeKind::Middle);
    }
    ring.expand(2.0)
}

/// Paints the name of a place or of a region inside the picture, where it covers no other: that of a place beside it.
fn labelled(ui: &Ui, picture: Rect, at: Pos2, label: &Label, map: &Map<'_>, taken: &mut Vec<Rect>) {
    let ink = label.term.map_or(Color32::WHITE, |term| match map.terms[term].ink {
        Ink::Faint(color) => rgb(color),
        // The name of no scan.
        Ink::Role(_) => Color32::WHITE,
        _ => rgb(map.terms[term].color(0.0, palette(ui))),
    });
    let text = ui.painter().layout_no_wrap(label.text.clone(), theme::tag(), ink);
    let size = text.size() + vec2(8.0, 4.0);
    let beside = [
        Align2::LEFT_CENTER.anchor_size(at + vec2(9.0, 0.0), size),
        Align2::RIGHT_CENTER.anchor_size(at - vec2(9.0, 0.0), size),
        Align2::CENTER_TOP.anchor_size(at + vec2(0.0, 9.0), size),
        Align2::CENTER_BOTTOM.anchor_size(at - vec2(0.0, 9.0), size),
        Align2::RIGHT_TOP.anchor_size(at + vec2(-4.0, 9.0), size),
        Align2::LEFT_TOP.anchor_size(at + vec2(4.0, 9.0), size),
    ];
    let over = [Rect::from_center_size(at, size)];
    // The name of a region stands where most of it lies in the region.
    let is_over = |rect: &Rect| label.term.is_none_or(|term| share_of(term, *rect, picture, map) >= LEAST_SHARE);
    let places: &[Rect] = if label.term.is_some() { &over } else { &beside };
    // A name may lie at the edge of its region, but not beyond the picture.
    let inside = |rect: Rect| {
        let by = (picture.min - rect.min).max(Vec2::ZERO) + (picture.max - rect.max).min(Vec2::ZERO);
        if label.term.is_some() { rect.translate(by) } else { rect }
    };
    let is_free = |rect: &Rect| {
        picture.contains_rect(*rect) && is_over(rect) && !taken.iter().any(|other| other.shrink(1.0).intersects(*rect))
    };
    let Some(rect) = places.iter().map(|&rect| inside(rect)).find(is_free) else { return };
    ui.painter().rect_filled(rect, 0.0, LABEL_GROUND);
    ui.painter().galley(rect.min + vec2(4.0, 2.0), text, ink);
    taken.push(rect);
}

/// The share of `rect` that lies over places of a term.
fn share_of(term: usize, rect: Rect, picture: Rect, map: &Map<'_>) -> f32 {
    const SAMPLES: [u8; 2] = [16, 4];
    let size = map.size();
    let place = |at: Pos2| {
        let part = (at - picture.min) / picture.size();
        let cell = |part: f32, side: u32| whole_u32(part * side as f32).min(side.saturating_sub(1));
        (cell(part.x, size.width), cell(part.y, size.height))
    };
    let part = |at: u8, of: u8| (f32::from(at) + 0.5) / f32::from(of);
    let all =
        (0..SAMPLES[1]).flat_map(|y| (0..SAMPLES[0]).map(move |x| vec2(part(x, SAMPLES[0]), part(y, SAMPLES[1]))));
    let is_own = |by: &Vec2| {
        let (x, y) = place(rect.min + *by * rect.size());
        (map.value)(x, y).0 == term
    };
    all.filter(is_own).count() as f32 / f32::from(SAMPLES[0] * SAMPLES[1])
}

/// Columns and rows of texels of a picture that is shown on `pixels`. A line on the edges of places needs texels of its
/// own, which small pictures can afford; in large pictures one for each place is enough. Of more places than pixels some are
/// shown.
fn texels(map: &Map<'_>, pixels_per_place: f32, pixels: Vec2) -> [usize; 2] {
    const MOST: u64 = 1 << 21;
    let size = map.size();
    if pixels_per_place < 1.0 {
        return [pixels.x, pixels.y].map(|pixels| index(whole_u32(pixels.round())).max(1));
    }
    let shown = [pixels.x, pixels.y].map(|pixels| index(whole_u32(pixels)));
    if shown[0] as u64 * shown[1] as u64 <= MOST { shown } else { [size.width, size.height].map(index) }
}

/// The number of rows of texels painted in a frame: about those that a millisecond allows, since up to three pictures
/// stand beside each other.
fn rows_in_a_frame(map: &Map<'_>, [width, height]: [usize; 2]) -> usize {
    /// Places whose colours are asked for, and texels.
    const PLACES: usize = 1 << 14;
    const TEXELS: usize = 1 << 18;
    let [columns, rows] = [map.size().width, map.size().height].map(|side| index(side).max(1));
    let of_places = PLACES / columns.min(width).max(1) * height.div_ceil(rows);
    of_places.min(TEXELS / width.max(1))
}

/// Some rows of the picture, with the line around what is inside.
fn raster(map: &Map<'_>, [width, height]: [usize; 2], shown: Range<usize>, palette: &Palette) -> PaintRaster {
    let size = map.size();
    // The column or row of places that a texel shows.
    let place = |texel: usize, texels: usize, places: u32| {
        u32::try_from(texel as u64 * u64::from(places) / texels as u64).unwrap_or(u32::MAX)
    };
    let columns: Vec<u32> = (0..width).map(|texel| place(texel, width, size.width)).collect();
    let row_of = |texel: usize| place(texel, height, size.height);
    // A line needs colour on both sides of it.
    let is_middle = |texel: usize, texels: usize, places: u32| {
        // The first texel of a place, whose edges are rounded.
        let first = |place: u32| (u64::from(place) * texels as u64).div_ceil(u64::from(places.max(1)));
        let own = place(texel, texels, places);
        let (start, end) = (first(own), first(own + 1));
        end - start >= 3 && texel as u64 == (start + end) / 2
    };
    let are_middle: Vec<bool> = (0..width).map(|texel| is_middle(texel, width, size.width)).collect();
    let inside_row = |y: u32| map.inside.as_ref().map_or_else(Vec::new, |inside| each(&columns, |x| inside(x, y)));
    let is_hatched = map.is_hatched();
    let mut raster = PaintRaster::new(width, shown.len());
    let before = shown.start.checked_sub(1).map(row_of);
    let mut inside = before.map_or_else(Vec::new, inside_row);
    let (mut colors, mut hatches, mut above, mut last) = (Vec::new(), Vec::new(), Vec::new(), None);
    for (row, texel) in shown.enumerate() {
        let y = row_of(texel);
        if last != Some(y) {
            above = std::mem::replace(&mut inside, inside_row(y));
            colors = each(&columns, |x| rgb(map.color(x, y, palette)));
            if is_hatched {
                hatches = each(&columns, |x| map.hatch(x, y, palette));
            }
        }
        let is_first = last.or(before) != Some(y);
        last = Some(y);
        let pixels = raster.row_mut(row);
        pixels.copy_from_slice(&colors);
        let is_middle_row = is_hatched && is_middle(texel, height, size.height);
        for (column, &hatch) in hatches.iter().enumerate() {
            let Some((hatch, ink)) = hatch else { continue };
            let is_inked = match hatch {
                Hatch::Across => is_middle_row,
                Hatch::Down => are_middle[column],
                Hatch::Cross => is_middle_row || are_middle[column],
                Hatch::Stripes => Hatch::is_striped(column, texel),
            };
            if is_inked {
                pixels[column] = rgb(ink);
            }
        }
        for (column, here) in inside.iter().enumerate() {
            let differs_from_left = column > 0 && columns[column - 1] != columns[column] && inside[column - 1] != *here;
            let differs_from_above = is_first && above.get(column).is_some_and(|above| above != here);
            if differs_from_left || differs_from_above {
                pixels[column] = rgb(palette.t1);
            }
        }
    }
    raster
}

/// The `value` of each of `columns`, asked for once where several texels show the same.
fn each<T: Clone>(columns: &[u32], value: impl Fn(u32) -> T) -> Vec<T> {
    columns.chunk_by(|one, next| one == next).flat_map(|same| repeat_n(value(same[0]), same.len())).collect()
}

fn index(n: u32) -> usize {
    usize::try_from(n).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::geom::Size;
    use maskscope_core::survey::{Places, Term};

    #[test]
    fn of_more_places_than_pixels_some_are_shown_and_of_fewer_each() {
        let map = |width, height| {
            let places = Places::Cells(Size::new(width, height));
            let color = |(x, y): (u32, u32)| [x, y, 7].map(|n| u8::try_from(n).unwrap_or(u8::MAX));
            let term = |place| Term { ink: Ink::Scan(color(place)), ..Term::new("", |palette| palette.ctl) };
            let terms: Vec<Term> = places.all().map(term).collect();
            let mut map = Map::new("", places, terms, move |x, y| (index(y * width + x), 0.0));
            map.inside = Some(Box::new(|x, y| x >= 2 || y >= 5));
            map
        };
        let line = rgb(Palette::DARK.t1);
        // However it is cut into slices.
        let row = |map: &Map<'_>, texels: [usize; 2], y: usize| {
            let whole = raster(map, texels, 0..texels[1], &Palette::DARK).row_mut(y).to_vec();
            assert_eq!(raster(map, texels, y..y + 1, &Palette::DARK).row_mut(0), whole);
            whole
        };
        let shown = |x, y| rgb([x, y, 7]);
        // Two texels a place: the line is on the first of the third place.
        assert_eq!(texels(&map(3, 1), 2.0, Vec2::new(6.0, 2.0)), [6, 2]);
        for y in [0, 1] {
            let expected = [shown(0, 0), shown(0, 0), shown(1, 0), shown(1, 0), line, shown(2, 0)];
            assert_eq!(row(&map(3, 1), [6, 2], y), expected);
        }
        // Four places a texel.
        assert_eq!(texels(&map(12, 8), 0.25, Vec2::new(3.0, 2.0)), [3, 2]);
        assert_eq!(row(&map(12, 8), [3, 2], 1), [shown(0, 4), line, shown(8, 4)]);
        assert_eq!(row(&map(12, 8), [3, 4], 3), [line, shown(4, 6), shown(8, 6)]);
    }
}
