//! The frame of everything that lies over the window.

use egui::{Area, Frame, Modal, TextEdit};

use crate::app::prelude::*;
use crate::app::widgets::bare_icon_button;

/// Shows a popup `width` wide, below the upper edge of the window, and closes it on Escape or a click beside it.
pub fn modal<R>(
    ui: &Ui,
    name: &str,
    width: f32,
    out: &mut Vec<Request>,
    add_contents: impl FnOnce(&mut Ui, &mut Vec<Request>) -> R,
) -> R {
    framed(ui, name, (width, 12.0), out, add_contents)
}

/// Shows a sheet of a width and with a margin, both in points.
pub fn framed<R>(
    ui: &Ui,
    name: &str,
    (width, margin): (f32, f32),
    out: &mut Vec<Request>,
    add_contents: impl FnOnce(&mut Ui, &mut Vec<Request>) -> R,
) -> R {
    let theme = Theme::of(ui);
    let id = Id::unique(name);
    let area: Area = Modal::default_area(id).anchor(Align2::CENTER_TOP, vec2(0.0, 64.0)).accessible_name(name);
    let frame = Frame::popup(ui.style()).fill(theme.panel).inner_margin(margin);
    let shown = Modal::new(id).area(area).frame(frame).show(ui, |ui| {
        let room = ui.ctx().content_rect().size() - Vec2::splat(48.0);
        ui.set_width(width.min(room.x));
        add_contents(ui, out)
    });
    if shown.should_close() {
        out.push(Request::ClosePopup);
    }
    shown.inner
}

/// A sheet that Enter closes, too, and whose contents scroll.
pub fn scrolling_sheet(
    ui: &Ui,
    titles: [&str; 2],
    width: f32,
    out: &mut Vec<Request>,
    add_contents: impl FnOnce(&mut Ui, &mut Vec<Request>),
) {
    /// Room for everything else.
    const FRAME: f32 = 160.0;
    sheet(ui, titles, width, out, |ui, is_entered, out| {
        if is_entered {
            out.push(Request::ClosePopup);
        }
        let height = (ui.ctx().content_rect().height() - FRAME).max(120.0);
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
            // The bar must not lie over controls.
            ui.set_max_width(ui.available_width() - 12.0);
            add_contents(ui, out);
        });
    });
}

/// A field for a line of text, which takes the focus; returns whether Enter ends it.
pub fn line_field(ui: &mut Ui, name: &str, hint: &str, text: &mut String) -> bool {
    let field = TextEdit::singleline(text).font(theme::mono()).desired_width(f32::INFINITY).hint_text(hint);
    let field = ui.add(field).accessible_name(name);
    if !field.has_focus() && !field.lost_focus() {
        field.request_focus();
    }
    field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}

/// An entry of such a sheet: its name, a note, controls at the right, and below them a sentence.
pub fn entry(ui: &mut Ui, [name, note, sentence]: [&str; 3], add_controls: impl FnOnce(&mut Ui)) {
    let theme = Theme::of(ui);
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).font(theme::text()).color(theme.t1));
        ui.label(RichText::new(note).font(theme::note()).color(theme.t3));
        ui.with_layout(Layout::right_to_left(Align::Center), add_controls);
    });
    ui.add(Label::new(RichText::new(sentence).font(theme::note()).color(theme.t2)).wrap());
    ui.add_space(8.0);
}

/// True if Enter was pressed while no control had the focus.
pub fn is_entered(ui: &Ui) -> bool {
    ui.memory(|memory| memory.focused().is_none()) && ui.input(|input| input.key_pressed(Key::Enter))
}

/// A sheet: its title with a button that closes it, what it is `about`, its contents, which learn whether Enter was pressed
/// while no control had the focus.
pub fn sheet<R>(
    ui: &Ui,
    [title, about]: [&str; 2],
    width: f32,
    out: &mut Vec<Request>,
    add_contents: impl FnOnce(&mut Ui, bool, &mut Vec<Request>) -> R,
) -> R {
    let is_entered = is_entered(ui);
    modal(ui, title, width, out, |ui, out| {
        let theme = Theme::of(ui);
        ui.spacing_mut().item_spacing.y = 8.0;
        ui.allocate_ui_with_layout(vec2(ui.available_width(), 24.0), Layout::right_to_left(Align::Center), |ui| {
            if bare_icon_button(ui, Icon::Close, "Close").on_hover_text("Closes this. Esc").clicked() {
                out.push(Request::ClosePopup);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.label(RichText::new(title).font(theme::text()).color(theme.t1));
            });
        });
        if !about.is_empty() {
            ui.label(RichText::new(about).font(theme::note()).color(theme.t3));
        }
        add_contents(ui, is_entered, out)
    })
}
