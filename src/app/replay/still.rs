//! The picture of an unfair hit, for the tab without a log: a frame of the example, which a click opens.

use egui::{CursorIcon, TextureHandle, TextureOptions};

use crate::app::paint::differing::swatch_unfair;
use crate::app::paint::raster::{color_image, paint_texture};
use crate::app::prelude::*;
use crate::app::samples::example_offsets;
use crate::files::{sample_pairs, sample_sprite};
use maskscope_core::mask::distance;
use maskscope_core::scene::Sprite;

/// Size of the picture and height of its caption, in points.
pub const SIZE: Vec2 = vec2(300.0, 225.0);
const CAPTION: f32 = 26.0;
/// Points per pixel of the sprites.
const ZOOM: f32 = 2.0;

/// Two sprites whose boxes overlap and whose pixels do not, as they are painted.
#[derive(Clone)]
struct UnfairStill {
    textures: [TextureHandle; 2],
    /// The boxes of both, around the middle of them together, in points.
    boxes: [Rect; 2],
    caption: String,
}

impl UnfairStill {
    /// The frame of the example with the most striking unfair hit: much of the boxes is shared, and the pixels are far apart.
    fn new(ctx: &Context) -> Option<Self> {
        let pair = sample_pairs().first()?;
        let sprites = [sample_sprite(&pair.a)?, sample_sprite(&pair.b)?];
        let [a, b] = sprites.each_ref().map(Sprite::mask);
        let apart = |offset| distance(a.mask(), b.mask(), offset).filter(|px| *px > 0.0);
        let unfair = example_offsets().enumerate().filter_map(|(frame, offset)| {
            let [a, b] = boxes(&sprites, offset);
            let px = apart(offset)?;
            Some((frame, offset, px, px * a.intersection(b)?.area() as f64))
        });
        let (frame, offset, px, _) = unfair.max_by(|one, other| one.3.total_cmp(&other.3))?;
        let boxes = boxes(&sprites, offset);
        let [x, y, width, height] = {
            let all = boxes[0].union(boxes[1]);
            [all.x as f32, all.y as f32, all.width as f32, all.height as f32]
        };
        let middle = vec2(x + width / 2.0, y + height / 2.0);
        let boxes = boxes.map(|it| {
            let corner = vec2(it.x as f32, it.y as f32) - middle;
            Rect::from_min_size((ZOOM * corner).to_pos2(), ZOOM * vec2(it.width as f32, it.height as f32))
        });
        let textures =
            sprites.map(|sprite| ctx.load_texture("still", color_image(sprite.picture()), TextureOptions::NEAREST));
        let caption = format!("Frame {frame} of the example: a hit, {px:.1} px from any pixel");
        Some(Self { textures, boxes, caption })
    }
}

/// The boxes of both sprites with B at `offset`.
fn boxes(sprites: &[Sprite; 2], offset: Offset) -> [IntRect; 2] {
    let corners = [Cell::default(), Cell::new(offset.x.into(), offset.y.into())];
    [0, 1].map(|at: usize| IntRect::new(corners[at], sprites[at].size()))
}

/// Shows the picture; a click opens the example.
pub fn show(ui: &Ui, place: Rect, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let id = Id::unique("the picture of an unfair hit");
    let kept: Option<Option<UnfairStill>> = ui.data(|data| data.get_temp(id));
    let still = kept.unwrap_or_else(|| {
        let still = UnfairStill::new(ui.ctx());
        ui.data_mut(|data| data.insert_temp(id, still.clone()));
        still
    });
    let Some(UnfairStill { textures, boxes, caption }) = still else { return };
    let response = ui.interact(place, id, Sense::click()).on_hover_cursor(CursorIcon::PointingHand);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &caption));
    let edge = if response.hovered() { theme.t2 } else { theme.edge };
    ui.painter().rect(place, 0.0, theme.canvas, Stroke::new(1.0, edge), StrokeKind::Inside);
    let (picture, foot) = place.split_top_bottom_at_y(place.bottom() - CAPTION);
    let painter = ui.painter().with_clip_rect(picture.shrink(1.0));
    let [a, b] = boxes.map(|it| it.translate(picture.center().to_vec2()));
    for (texture, at) in textures.iter().zip([a, b]) {
        paint_texture(&painter, texture.id(), at);
    }
    swatch_unfair(&painter, a.intersect(b), theme);
    for (at, ink) in [(a, theme.a), (b, theme.b)] {
        painter.rect_stroke(at, 0.0, Stroke::new(1.0, ink), StrokeKind::Outside);
    }
    ui.painter().text(foot.center(), Align2::CENTER_CENTER, caption, theme::note(), theme.t1);
    if response.on_hover_text("Shows this game frame by frame.").clicked() {
        out.push(Request::ShowExample);
    }
}
