//! The two sprites: picture, size, which layers and which frame are tested, and what is solid in them.

mod frames;
mod hitbox;
mod layers;

use egui::emath::GuiRounding as _;
use egui::{Popup, TextFormat, text::LayoutJob};

use super::layout::{Thumbnail, padded};
use crate::app::command::{Command, list, style_menu, tooltip};
use crate::app::paint::write::elided;
use crate::app::prelude::*;
use crate::app::widgets::{Histogram, NumberField, bare_icon_button, chip, drop_down, text_button};
use crate::exports::{frame_masks_of, mask_of};
use maskscope_core::scene::{ColorKey, SolidRule, SolidSource, Sprite};

/// Side of the picture, and of a square of the checker board under it, in points.
const PICTURE: f32 = 64.0;
const SQUARE: f32 = 8.0;
/// Room that the list of what levels are taken from takes.
const SOURCE: f32 = 72.0;

/// Shows what is in a place.
pub fn card(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, thumbnail: Thumbnail, out: &mut Vec<Request>) {
    padded(ui, 8, 10, |ui| match window.session.stage().get(slot) {
        Some(placed) => {
            let sprite = placed.sprite();
            title(ui, window, slot, sprite, out);
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 10.0;
                picture(ui, window, (slot, sprite, thumbnail), out);
                facts(ui, sprite);
            });
            ui.add_space(8.0);
            if sprite.frames().all().len() > 1 {
                frames::show(ui, window, slot, sprite, out);
                ui.add_space(4.0);
            }
            if sprite.path.is_some() && sprite.file_frames().layers.are_listed() {
                layers::show(ui, slot, sprite, out);
                ui.add_space(4.0);
            }
            rule(ui, window, slot, sprite, out);
            ui.add_space(4.0);
            hitbox::show(ui, window, slot, sprite, out);
        }
        None => empty(ui, window, slot, out),
    });
}

/// Shows the rule for solid pixels: the threshold, and the key colour if there is one.
pub fn rule(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, sprite: &Sprite, out: &mut Vec<Request>) {
    threshold(ui, slot, sprite, out);
    if let SolidSource::Key(key) = sprite.rule().source {
        ui.add_space(4.0);
        color_key(ui, window, slot, sprite, key, out);
    }
}

/// The key colour, a way to pick it, and its tolerance.
fn color_key(
    ui: &mut Ui,
    window: &WindowState<'_>,
    slot: Slot,
    sprite: &Sprite,
    key: ColorKey,
    out: &mut Vec<Request>,
) {
    let letter = slot.letter();
    let mut new = key;
    let settled = ui
        .horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let name = format!("key colour of {letter}");
            let color = ui.color_edit_button_srgb(&mut new.color).accessible_name(name);
            color.on_hover_text("The colour that is clear.");
            let picks = window.session.view().picking == Some(slot);
            let tip = "The next click on the canvas takes the colour of the pixel under it.";
            if text_button(ui, if picks { "click a pixel…" } else { "Pick" }).on_hover_text(tip).clicked() {
                out.push(ViewAction::Pick((!picks).then_some(slot)).into());
            }
            let name = format!("tolerance of {letter}");
            let room = ui.available_width().min(84.0);
            let field = NumberField::new(&name, &mut new.tolerance, 0..=255).label("±").width(room);
            let field = ui.add(field).on_hover_text("Tolerance of each channel, 0 to 255.");
            field.drag_stopped() || field.lost_focus()
        })
        .inner;
    if new != key {
        let rule = SolidRule { source: SolidSource::Key(new), ..sprite.rule().clone() };
        out.push(StageAction::SetRule { slot, rule }.into());
    }
    if settled {
        out.push(StageAction::Settle.into());
    }
}

/// The list of what levels can be taken from.
fn source(ui: &mut Ui, slot: Slot, sprite: &Sprite, out: &mut Vec<Request>) {
    let (letter, rule) = (slot.letter(), sprite.rule());
    let chosen = match &rule.source {
        SolidSource::Alpha => "alpha",
        SolidSource::Key(_) => "not key",
        SolidSource::Image(image) if image.layer.is_some() => "layer",
        SolidSource::Image(_) => "mask",
    };
    let list = drop_down(if slot == Slot::A { "levels of A" } else { "levels of B" }, chosen, SOURCE);
    let list = list.height(layers::LIST).show_ui(ui, |ui| {
        let mut ask = |rule| {
            out.push(StageAction::SetRule { slot, rule }.into());
            out.push(StageAction::Settle.into());
        };
        let set = |source| SolidRule { source, ..rule.clone() };
        let tip = "Solid if the image's alpha is above the threshold.";
        if ui.selectable_label(chosen == "alpha", "alpha").on_hover_text(tip).clicked() {
            ask(set(SolidSource::Alpha));
        }
        let tip = "Clear if the pixel has the key colour; otherwise its alpha counts.";
        if ui.selectable_label(chosen == "not key", "not a key colour").on_hover_text(tip).clicked() {
            let [red, green, blue, _] = sprite.picture().pixel(0, 0).unwrap_or_default();
            ask(set(SolidSource::Key(ColorKey { color: [red, green, blue], tolerance: 0 })));
        }
        let tip = "Takes the solid pixels from another image, as large as this one or its sheet.";
        if ui.selectable_label(chosen == "mask", "mask image…").on_hover_text(tip).clicked() {
            out.push(Ask::Choose(OpenAs::MaskImage(slot, None)).into());
        }
        layers::mask_layers(ui, slot, sprite, out);
        ui.separator();
        let mut inverted = rule.inverted;
        ui.checkbox(&mut inverted, "inverted").on_hover_text("Exchanges solid and clear.");
        if inverted != rule.inverted {
            out.push(StageAction::SetRule { slot, rule: SolidRule { inverted, ..rule.clone() } }.into());
            out.push(StageAction::Settle.into());
        }
    });
    let tip = match &rule.source {
        SolidSource::Image(image) if image.layer.is_some() => {
            format!("The solid pixels come from the layer {}.", words::printable(&image.name))
        }
        SolidSource::Image(image) => format!("The solid pixels come from {}.", image.name),
        _ => "The solid pixels come from this.".to_owned(),
    };
    list.response.accessible_name(format!("Levels of {letter}: {chosen}")).on_hover_text(tip);
}

fn title(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, sprite: &Sprite, out: &mut Vec<Request>) {
    let row = vec2(ui.available_width(), 24.0);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let theme = Theme::of(ui);
        let colors = theme.sprite(slot);
        chip(ui, slot.letter(), colors.chip, colors.on_chip);
        let name = elided(ui, &sprite.name, ui.available_width() - 32.0, &theme::text());
        let path =
            sprite.path.as_ref().map_or_else(|| "A built-in sample.".to_owned(), |path| path.display().to_string());
        ui.label(RichText::new(name).font(theme::text()).color(theme.t1)).on_hover_text(path);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| menu(ui, window, slot, out));
    });
}

fn menu(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, out: &mut Vec<Request>) {
    let name = format!("Menu of {}", slot.letter());
    let button = bare_icon_button(ui, Icon::More, &name)
        .on_hover_text("Opens another image, sets its solid pixels, exports the mask.");
    Popup::menu(&button).show(|ui| {
        style_menu(ui);
        let opening = [Command::Open(slot), Command::OpenPath(slot)];
        let reading = [Command::Solid(slot), Command::MaskImage(slot), Command::Sheet(slot)];
        let writing = [mask_of(slot), frame_masks_of(slot)].map(Command::Export);
        list(ui, &[&opening, &reading, &writing], window, out);
        hitbox::menu(ui, window, slot, out);
        list(ui, &[&[Command::Swap]], window, out);
    });
}

/// Shows the picture; a click opens another one.
fn picture(
    ui: &mut Ui,
    window: &WindowState<'_>,
    (slot, sprite, thumbnail): (Slot, &Sprite, Thumbnail),
    out: &mut Vec<Request>,
) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(PICTURE), Sense::click());
    let theme = Theme::of(ui);
    ui.painter().add(marks::checker(rect, SQUARE, theme.checker));
    if let Some((texture, size)) = thumbnail {
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        let place = picture_rect(ui.painter(), rect.shrink(1.0), size);
        ui.painter().image(texture, place, whole, Color32::WHITE);
        hitbox::paint(&ui.painter().with_clip_rect(rect), sprite, place);
    }
    let edge = if response.hovered() || response.has_focus() { theme.t1 } else { theme.line };
    ui.painter().rect_stroke(rect, 0.0, Stroke::new(1.0, edge), StrokeKind::Inside);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, ui.is_enabled(), &sprite.name));
    let frames = words::plural(sprite.frames().all().len() as u64, "frame");
    let command = Command::Open(slot);
    let tip = format!("{frames} · {}\nA click opens another image. {}", sprite.picture().format, command.key());
    if response.on_hover_text(tip).clicked() {
        command.ask(window, out);
    }
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
        let solid = sprite.solid_count();
        let share = words::whole_percent(solid, sprite.size().area());
        let format = |font_id, color| TextFormat { font_id, color, line_height: Some(20.0), ..TextFormat::default() };
        let size = format!("{}\n", sprite.size());
        let mut both = LayoutJob::single_section(size, format(theme::mono(), theme.t1));
        let solid = format!("{} solid, {share}", words::thousands(solid));
        both.append(&solid, 0.0, format(theme::note(), theme.t2));
        ui.label(both);
        if !sprite.raster().has_levels() {
            let text = "no alpha channel:\nevery pixel is solid";
            ui.label(RichText::new(text).font(theme::note()).color(theme.t3));
        }
    });
}

/// The source of the levels and the threshold; while the threshold has the focus, the histogram below, on which it can be
/// dragged.
fn threshold(ui: &mut Ui, slot: Slot, sprite: &Sprite, out: &mut Vec<Request>) {
    let id = Id::unique(("histogram", slot));
    let row = vec2(ui.available_width(), 24.0);
    let field = ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let theme = Theme::of(ui);
        let left = ui.cursor().left();
        let word = if sprite.rule().inverted { "clear if" } else { "solid if" };
        ui.label(RichText::new(word).font(theme::note()).color(theme.t2));
        ui.add_space(left + hitbox::LEFT - ui.cursor().left());
        source(ui, slot, sprite, out);
        ui.label(RichText::new(">").font(theme::note()).color(theme.t2));
        let width = ui.available_width();
        threshold_field(ui, slot, sprite, "", width, out)
    });
    let mut is_open = field.inner.has_focus() || field.inner.dragged();
    if is_open || ui.data(|data| data.get_temp(id)).unwrap_or(false) {
        ui.add_space(4.0);
        let width = ui.available_width();
        let tip = "The number of pixels of each alpha, log scale. Drag the threshold.";
        let slider = histogram(ui, slot, sprite, width, out).on_hover_text(tip);
        is_open |= slider.has_focus() || slider.is_pointer_button_down_on();
    }
    ui.data_mut(|data| data.insert_temp(id, is_open));
}

/// The histogram of a sprite's alpha, on which the threshold can be dragged, and its number behind `label`; both as wide
/// as said, in points.
pub fn threshold_controls(
    ui: &mut Ui,
    slot: Slot,
    sprite: &Sprite,
    tip: &str,
    label: &str,
    [width, field]: [f32; 2],
    out: &mut Vec<Request>,
) {
    histogram(ui, slot, sprite, width, out).on_hover_text(tip);
    threshold_field(ui, slot, sprite, label, field, out);
}

fn histogram(ui: &mut Ui, slot: Slot, sprite: &Sprite, width: f32, out: &mut Vec<Request>) -> Response {
    let mut threshold = sprite.threshold();
    let histogram = Histogram {
        name: &format!("alpha of {} by count", slot.letter()),
        counts: sprite.raster().histogram(),
        threshold: &mut threshold,
        color: Theme::of(ui).sprite(slot).line,
        width,
    };
    // Without an alpha channel no threshold makes a difference.
    let response = ui.add_enabled(sprite.raster().has_levels(), histogram);
    if response.drag_started() {
        response.request_focus();
    }
    set_threshold(slot, sprite, threshold, &response, out);
    response
}

fn threshold_field(
    ui: &mut Ui,
    slot: Slot,
    sprite: &Sprite,
    label: &str,
    width: f32,
    out: &mut Vec<Request>,
) -> Response {
    let mut threshold = sprite.threshold();
    let name = format!("threshold of {}", slot.letter());
    let field = NumberField::new(&name, &mut threshold, 0..=255).label(label).width(width);
    let tip = "Pixels with an alpha above this are solid, 0 to 255.";
    let response = ui.add_enabled(sprite.raster().has_levels(), field).on_hover_text(tip);
    set_threshold(slot, sprite, threshold, &response, out);
    response
}

/// Asks for a threshold that `control` has changed, and ends the gesture.
fn set_threshold(slot: Slot, sprite: &Sprite, threshold: u8, control: &Response, out: &mut Vec<Request>) {
    if threshold != sprite.threshold() {
        out.push(StageAction::SetThreshold { slot, threshold }.into());
    }
    // The field loses the focus to the histogram as that begins to be dragged.
    let is_held = control.ctx.input(|input| input.pointer.any_down());
    if control.drag_stopped() || control.lost_focus() && !is_held {
        out.push(StageAction::Settle.into());
    }
}

/// A place without an image: a button to open one, as large as a card would be.
fn empty(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, out: &mut Vec<Request>) {
    let command = Command::Open(slot);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 84.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), command.label(window)));
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
    ui.scope_builder(UiBuilder::new().max_rect(inside).layout(layout), |ui| {
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
        command.ask(window, out);
    }
}
