//! The two sprites: picture, size, and what is solid in them.

use egui::emath::GuiRounding as _;
use egui::{Align, Color32, FontId, Layout, Mesh, Painter, Pos2, Rect, RichText, Role, Sense, Shape, Stroke, Ui, Vec2};
use egui::{Popup, StrokeKind, WidgetInfo, pos2, vec2};

use super::{Thumbnail, padded};
use crate::app::command::{Command, item, tooltip};
use crate::app::icons::Icon;
use crate::app::theme::{self, Theme};
use crate::app::widgets::{Histogram, NumberField, bare_icon_button, chip};
use crate::app::words;
use crate::app::{Frame, Request};
use crate::geom::Size;
use crate::scene::Sprite;
use crate::session::{Export, Slot, StageAction};

/// Side of the picture, and of a square of the checker board under it, in points.
const PICTURE: f32 = 64.0;
const SQUARE: f32 = 8.0;
/// Room that the field of the threshold and its histogram take.
const FIELD: f32 = 40.0;
const HISTOGRAM: f32 = 72.0;

/// Shows what is in a place.
pub fn card(ui: &mut Ui, frame: &Frame<'_>, slot: Slot, thumbnail: Thumbnail, out: &mut Vec<Request>) {
    padded(ui, 8, 10, |ui| match frame.session.stage().get(slot) {
        Some(placed) => {
            title(ui, frame, slot, &placed.sprite(), out);
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 10.0;
                picture(ui, &placed.sprite(), thumbnail);
                facts(ui, &placed.sprite());
            });
            ui.add_space(8.0);
            threshold(ui, slot, &placed.sprite(), out);
        }
        None => empty(ui, frame, slot, out),
    });
}

fn title(ui: &mut Ui, frame: &Frame<'_>, slot: Slot, sprite: &Sprite, out: &mut Vec<Request>) {
    let row = vec2(ui.available_width(), 24.0);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let theme = Theme::of(ui);
        let colors = theme.sprite(slot);
        chip(ui, slot.letter(), colors.chip, colors.on_chip);
        let name = elided(ui, &sprite.name, ui.available_width() - 32.0);
        let path =
            sprite.path.as_ref().map_or_else(|| "A built-in sample.".to_owned(), |path| path.display().to_string());
        ui.label(RichText::new(name).font(theme::text()).color(theme.t1)).on_hover_text(path);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| menu(ui, frame, slot, out));
    });
}

fn menu(ui: &mut Ui, frame: &Frame<'_>, slot: Slot, out: &mut Vec<Request>) {
    let name = format!("Menu of {}", slot.letter());
    let button = bare_icon_button(ui, Icon::More, &name).on_hover_text("Opens another image, exports the mask.");
    Popup::menu(&button).show(|ui| {
        let export = Command::Export(Export::Mask(slot));
        for command in [Command::Open(slot), Command::OpenPath(slot), export, Command::Swap] {
            item(ui, command, frame, out);
        }
    });
}

/// `text`, or its beginning and its end where it is wider than `room`: what tells files apart is often at the end.
fn elided(ui: &Ui, text: &str, room: f32) -> String {
    let fits = |text: &str| width(ui, text, theme::text()) <= room;
    if fits(text) {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let kept = |count: usize| -> String {
        let (head, tail) = (count.div_ceil(2), count / 2);
        letters[..head].iter().chain(&['…']).chain(&letters[letters.len() - tail..]).collect()
    };
    (0..letters.len()).rev().map(kept).find(|text| fits(text)).unwrap_or_default()
}

fn width(ui: &Ui, text: &str, font: FontId) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER).size().x
}

fn picture(ui: &mut Ui, sprite: &Sprite, thumbnail: Thumbnail) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(PICTURE), Sense::hover());
    let theme = Theme::of(ui);
    ui.painter().add(checker(rect, theme.checker));
    if let Some((texture, size)) = thumbnail {
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        ui.painter().image(texture, picture_rect(ui.painter(), rect.shrink(1.0), size), whole, Color32::WHITE);
    }
    ui.painter().rect_stroke(rect, 0.0, Stroke::new(1.0, theme.line), StrokeKind::Inside);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, ui.is_enabled(), &sprite.name));
}

fn checker(rect: Rect, colors: [Color32; 2]) -> Mesh {
    let mut mesh = Mesh::default();
    for row in 0..8_u8 {
        for column in 0..8_u8 {
            let corner = rect.min + SQUARE * vec2(column.into(), row.into());
            let color = colors[usize::from((row + column) % 2)];
            mesh.add_colored_rect(Rect::from_min_size(corner, Vec2::splat(SQUARE)), color);
        }
    }
    mesh
}

/// The largest rectangle for `size` texels in the middle of `room` at a whole zoom: of physical pixels per texel, or
/// of texels per pixel.
fn picture_rect(painter: &Painter, room: Rect, size: Size) -> Rect {
    let pixels_per_point = painter.pixels_per_point();
    let texels = vec2(size.width as f32, size.height as f32);
    let fit = room.width() * pixels_per_point / texels.max_elem().max(1.0);
    let pixels_per_texel = if fit >= 1.0 { fit.floor() } else { 1.0 / (1.0 / fit).ceil() };
    let size = texels * pixels_per_texel / pixels_per_point;
    let corner = room.center() - size / 2.0;
    Rect::from_min_size(corner.round_to_pixels(painter.pixels_per_point()), size)
}

fn facts(ui: &mut Ui, sprite: &Sprite) {
    let theme = Theme::of(ui);
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 5.0;
        ui.add_space(2.0);
        ui.label(RichText::new(sprite.size().to_string()).font(theme::mono()).color(theme.t1));
        let solid = sprite.solid_count();
        let share = words::percent(solid, sprite.size().area(), 0);
        let solid = format!("{} solid, {share}", words::count(solid));
        ui.label(RichText::new(solid).font(theme::note()).color(theme.t2));
        let picture = sprite.picture();
        let format = if picture.has_alpha {
            picture.format.to_owned()
        } else {
            format!("{}, no alpha channel:\nevery pixel is solid", picture.format)
        };
        ui.label(RichText::new(format).font(theme::note()).color(theme.t3));
    });
}

fn threshold(ui: &mut Ui, slot: Slot, sprite: &Sprite, out: &mut Vec<Request>) {
    let mut threshold = sprite.threshold();
    let row = vec2(ui.available_width(), 24.0);
    let layout = Layout::right_to_left(Align::Center);
    let is_settled = ui
        .allocate_ui_with_layout(row, layout, |ui| {
            // Without an alpha channel no threshold makes a difference.
            if !sprite.picture().has_alpha {
                ui.disable();
            }
            ui.spacing_mut().item_spacing.x = 8.0;
            let theme = Theme::of(ui);
            let name = format!("alpha of {} by count", slot.letter());
            let histogram = Histogram {
                name: &name,
                counts: sprite.raster().histogram(),
                threshold: &mut threshold,
                color: theme.sprite(slot).line,
                width: HISTOGRAM,
            };
            let slider =
                ui.add(histogram).on_hover_text("How many pixels have each alpha, log scale. Drag the threshold.");
            let name = format!("threshold of {}", slot.letter());
            let field = NumberField::new(&name, &mut threshold, 0..=255).width(FIELD);
            let field = ui.add(field).on_hover_text("Pixels with an alpha above this are solid, 0 to 255.");
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.label(RichText::new("solid if alpha >").font(theme::note()).color(theme.t2));
            });
            field.drag_stopped() || field.lost_focus() || slider.drag_stopped() || slider.lost_focus()
        })
        .inner;
    if threshold != sprite.threshold() {
        out.push(StageAction::SetThreshold { slot, threshold }.into());
    }
    if is_settled {
        out.push(StageAction::Settle.into());
    }
}

/// A place without an image: a button to open one, as large as a card would be.
fn empty(ui: &mut Ui, frame: &Frame<'_>, slot: Slot, out: &mut Vec<Request>) {
    let command = Command::Open(slot);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 84.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), command.label(frame)));
    let theme = Theme::of(ui);
    let painter = ui.painter();
    if response.hovered() {
        painter.rect_filled(rect, 0.0, theme.raise);
    }
    let edge = rect.shrink(0.5);
    let corners = [edge.left_top(), edge.right_top(), edge.right_bottom(), edge.left_bottom(), edge.left_top()];
    painter.extend(Shape::dashed_line(&corners, Stroke::new(1.0, theme.edge), 4.0, 3.0));
    let inside = Rect::from_center_size(rect.center(), vec2(rect.width() - 32.0, 44.0));
    let layout = Layout::left_to_right(Align::Center);
    ui.scope_builder(egui::UiBuilder::new().max_rect(inside).layout(layout), |ui| {
        ui.spacing_mut().item_spacing = vec2(12.0, 4.0);
        // Text that can be selected would take the clicks.
        ui.style_mut().interaction.selectable_labels = false;
        let colors = theme.sprite(slot);
        chip(ui, slot.letter(), colors.chip, colors.on_chip);
        ui.vertical(|ui| {
            ui.add_space(-1.0);
            ui.label(RichText::new("No image").font(theme::text()).color(theme.t1));
            let help = format!("drop one,\nor press {}", command.key());
            ui.label(RichText::new(help).font(theme::note()).color(theme.t3));
        });
    });
    if tooltip(response, command).clicked() {
        command.ask(frame, out);
    }
}
