//! The hitbox of a sprite: the list of kinds, the numbers of its shape, and how far it differs from the mask.

use egui::emath::RectTransform;

use crate::app::command::{Command, Item, list, separator, style_menu, tooltip};
use crate::app::layers::switch;
use crate::app::prelude::*;
use crate::app::widgets::{NumberField, drop_down, text_button};
use crate::files::HitboxFormat;
use crate::session::Layer;
use maskscope_core::scene::{Hitboxes, Sprite, TestsAs};
use maskscope_core::shape::{Hitbox, Part, Shape};

/// Left edge of the controls, and free space between two fields, in points.
pub(super) const LEFT: f32 = 50.0;
const GAP: f32 = 4.0;
/// Room for the button behind the list.
const FIT: f32 = 31.0;
/// The farthest that a number of a shape can be typed.
const FAR: f64 = 100_000.0;
/// The most height of the list, in points.
const LIST: f32 = 420.0;

/// Shows the kind of hitbox of a sprite, its numbers, and how far it differs from the mask.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, sprite: &Sprite, out: &mut Vec<Request>) {
    let (session, hitbox) = (window.session, sprite.hitbox());
    let kind = TestsAs::of(hitbox, sprite.mask());
    let only = hitbox.and_then(|hitbox| if let [Part::Shape(shape)] = hitbox.parts() { Some(shape) } else { None });
    row(ui, |ui| {
        let theme = Theme::of(ui);
        let left = ui.cursor().left();
        ui.label(RichText::new("tests as").font(theme::note()).color(theme.t2));
        ui.add_space(left + LEFT - ui.cursor().left());
        let room = if only.is_some() { ui.available_width() - FIT - GAP } else { ui.available_width() };
        let offered = sprite.hitboxes.offered.as_ref();
        let chosen = match (kind, hitbox) {
            _ if session.fits() == Some(slot) => "fitting…".to_owned(),
            _ if let Some(offered) = offered => {
                format!("{}{}", offered.title, if sprite.hitboxes.are_edited() { ", edited" } else { "" })
            }
            _ if let Some(Shape::Polygon(corners)) = only => {
                format!("polygon, {}", words::plural(corners.len() as u64, "corner"))
            }
            (Some(kind), _) => kind.name().to_owned(),
            (None, Some(hitbox)) => hitbox.to_string(),
            (None, None) => String::new(),
        };
        let kind = kind.filter(|_| offered.is_none());
        // A longer name is cut off.
        ui.allocate_ui(vec2(room, 24.0), |ui| {
            if matches!(only, Some(Shape::Polygon(_))) {
                // `polygon, 8 corners` beside the button.
                let spacing = ui.spacing_mut();
                (spacing.icon_width, spacing.icon_spacing, spacing.button_padding.x) = (10.0, 2.0, 4.0);
            }
            picker(ui, session, slot, sprite, (kind, &chosen), room, out);
        });
        if only.is_some() {
            fit_button(ui, window, slot, out);
        }
    });
    if let Some(shape) = only.filter(|shape| !matches!(shape, Shape::Polygon(_))) {
        ui.add_space(GAP);
        fields(ui, session, slot, shape, out);
    }
    if kind != Some(TestsAs::Mask) {
        ui.add_space(6.0);
        differing(ui, session, slot);
    }
}

/// Paints the shapes of a sprite over a small picture of it.
pub fn paint(painter: &Painter, sprite: &Sprite, place: Rect) {
    let size = sprite.size();
    let all = Rect::from_min_size(Pos2::ZERO, vec2(size.width as f32, size.height as f32));
    let to_place = RectTransform::from_to(all, place);
    for part in sprite.hitbox().map_or(&[][..], Hitbox::parts) {
        let Part::Shape(shape) = part else { continue };
        let corners = shape.placed(&Affine::IDENTITY).outline(60);
        #[expect(clippy::cast_possible_truncation, reason = "a line on the screen is far less fine than f32")]
        let line = corners.into_iter().map(|(x, y)| to_place * pos2(x as f32, y as f32)).collect();
        painter.add(egui::Shape::closed_line(line, Stroke::new(1.0, Color32::WHITE)));
    }
}

/// A line of controls.
fn row(ui: &mut Ui, add_controls: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), 24.0);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        add_controls(ui);
    });
}

/// The list of kinds, and below a line the shapes that the sprite's file has.
fn picker(
    ui: &mut Ui,
    session: &Session,
    slot: Slot,
    sprite: &Sprite,
    (kind, chosen): (Option<TestsAs>, &str),
    room: f32,
    out: &mut Vec<Request>,
) {
    let letter = slot.letter();
    let list = drop_down(if slot == Slot::A { "hitbox of A" } else { "hitbox of B" }, chosen, room).height(LIST);
    let list = list.show_ui(ui, |ui| {
        ui.set_min_width(196.0);
        for &other in TestsAs::ALL {
            let mut button = Button::selectable(kind == Some(other), other.name());
            if kind == Some(other) {
                button = button.shortcut_text(Icon::Check.atom());
            }
            if ui.add(button).on_hover_text(other.sentence()).clicked() {
                choose(session, slot, sprite, other, out);
            }
        }
        ui.separator();
        from_file(ui, slot, sprite, out);
    });
    let tip = "What the game tests instead of the picture. Scans always read the mask.";
    list.response.accessible_name(format!("Hitbox of {letter}: {chosen}")).on_hover_text(tip);
}

/// The hitboxes in the sprite's file, each with the editor that they were drawn in.
fn from_file(ui: &mut Ui, slot: Slot, sprite: &Sprite, out: &mut Vec<Request>) {
    let (offers, taken) = (&sprite.frames().offers, &sprite.hitboxes.offered);
    let line = |chosen, title: &str, note: &str| {
        Button::selectable(chosen, title).truncate().shortcut_text(RichText::new(note).font(theme::tag()))
    };
    for offered in &offers.hitboxes {
        let button = line(taken.as_ref() == Some(offered), &offered.title, offered.editor.name);
        if ui.add(button).on_hover_text("Tests the shapes drawn there, frame by frame.").clicked() {
            let action = StageAction::SetHitboxes { slot, hitboxes: offered.taken() };
            out.extend([StageAction::Settle, action, StageAction::Settle].map(Request::from));
        }
    }
    if offers.hitboxes.is_empty() {
        ui.add_enabled(false, line(false, "from the file", "none"));
    }
    if !offers.left_out.is_empty() {
        let text = RichText::new(format!("left out: {}", offers.left_out)).font(theme::tag());
        ui.add(Label::new(text.color(Theme::of(ui).t3)).wrap());
    }
}

/// Asks for the shape that a kind has by rule; a polygon is fitted at once.
fn choose(session: &Session, slot: Slot, sprite: &Sprite, kind: TestsAs, out: &mut Vec<Request>) {
    let hitbox = kind.shape(sprite.mask()).map(Hitbox::from);
    let Some(hitboxes) = session.hitboxes_with(slot, hitbox) else { return };
    let hitboxes = Hitboxes { offered: None, ..hitboxes };
    out.extend([StageAction::Settle, StageAction::SetHitboxes { slot, hitboxes }].map(Request::from));
    out.push(match kind.form(None).filter(|_| kind == TestsAs::Polygon) {
        Some(form) => StageAction::Fit(Some((slot, form))).into(),
        None => StageAction::Settle.into(),
    });
}

/// Shows the commands about the hitbox between two lines.
pub fn menu(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, out: &mut Vec<Request>) {
    separator(ui);
    list(ui, &[&[Command::FitHitbox(slot), Command::EditAsPolygon(slot)]], window, out);
    let has_hitbox = window.session.stage().get(slot).is_some_and(|placed| placed.sprite().hitbox().is_some());
    ui.add_enabled_ui(has_hitbox, |ui| {
        ui.menu_button("Copy hitbox as code", |ui| {
            style_menu(ui);
            for &format in HitboxFormat::ALL {
                let command = Command::CopyHitbox((slot, format));
                let item = Item { label: format.title(), sentence: &command.sentence(), ..Item::default() };
                if (Item { is_enabled: true, ..item }).show(ui) {
                    command.ask(window, out);
                }
            }
        });
    });
    separator(ui);
}

/// Fits the shape, or gives up where that takes long.
fn fit_button(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, out: &mut Vec<Request>) {
    let letter = slot.letter();
    if window.session.fits() == Some(slot) {
        let stop = text_button(ui, "Stop").accessible_name(format!("Stop fitting {letter}"));
        if stop.on_hover_text("Keeps the shape as it is.").clicked() {
            out.push(StageAction::Fit(None).into());
        }
        return;
    }
    let button = text_button(ui, "Fit").accessible_name(format!("Fit hitbox of {letter}"));
    if tooltip(button, Command::FitHitbox(slot)).clicked() {
        Command::FitHitbox(slot).ask(window, out);
    }
}

/// The numbers of a shape; a polygon has handles alone.
fn fields(ui: &mut Ui, session: &Session, slot: Slot, shape: &Shape, out: &mut Vec<Request>) {
    let mut new = shape.clone();
    let (numbers, labels): (&mut [f64], &[&str]) = match &mut new {
        Shape::Box(numbers) => (numbers, &["x", "y", "w", "h"]),
        Shape::Circle(numbers) => (numbers, &["x", "y", "r"]),
        Shape::Ellipse(numbers) => (numbers, &["x", "y", "rx", "ry"]),
        Shape::Capsule(numbers) => (numbers, &["x1", "y1", "x2", "y2", "r"]),
        Shape::Polygon(_) => return,
    };
    let mut is_settled = false;
    // More than three numbers do not fit in a line.
    let columns: u8 = if labels.len() > 3 { 2 } else { 3 };
    let lines = numbers.chunks_mut(columns.into()).zip(labels.chunks(columns.into()));
    for (line, (numbers, labels)) in lines.enumerate() {
        if line > 0 {
            ui.add_space(GAP);
        }
        row(ui, |ui| {
            let width = ((ui.available_width() + GAP) / f32::from(columns) - GAP).floor();
            for (number, label) in numbers.iter_mut().zip(labels) {
                let field = field(ui, &format!("{} {label} of {}", shape.name(), slot.letter()), number, label, width);
                is_settled |= field.drag_stopped() || field.lost_focus();
            }
        });
    }
    if new != *shape
        && let Some(hitboxes) = session.hitboxes_with(slot, Some(Hitbox::from(new)))
    {
        out.push(StageAction::SetHitboxes { slot, hitboxes }.into());
    }
    if is_settled {
        out.push(StageAction::Settle.into());
    }
}

fn field(ui: &mut Ui, name: &str, number: &mut f64, label: &str, width: f32) -> Response {
    let least = if label.starts_with(['x', 'y']) { -FAR } else { 0.0 };
    let field = NumberField::new(name, number, least..=FAR).label(label).width(width);
    ui.add(field).on_hover_text("In pixels of the sprite, from its top left corner.")
}

/// The pixels in which the hitbox differs from the mask, with what they look like on the canvas.
fn differing(ui: &mut Ui, session: &Session, slot: Slot) {
    let found = session.derived().differing(slot);
    let count = |count: Option<u64>| count.map_or("…".to_owned(), |count| format!("{} px", words::thousands(count)));
    let lines = [
        ("outside the mask", Layer::Unfair, found.map(|(added, _)| added)),
        ("mask left out", Layer::Forgiven, found.map(|(_, missed)| missed)),
    ];
    for (label, layer, pixels) in lines {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
        let text = count(pixels);
        let spoken = format!("{}: {label} {text}", slot.letter());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), &spoken));
        let theme = Theme::of(ui);
        let swatch = Rect::from_min_size(rect.left_center() - vec2(0.0, 7.0), vec2(24.0, 14.0));
        (switch(layer).swatch)(ui.painter(), swatch, theme);
        let left = rect.left_center() + vec2(32.0, 0.0);
        ui.painter().text(left, Align2::LEFT_CENTER, label, theme::note(), theme.t2);
        ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, text, theme::mono(), theme.t1);
        response.on_hover_text(layer.sentence());
    }
}
