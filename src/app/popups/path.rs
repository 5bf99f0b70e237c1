//! Opening an image by its path: for desktops without a file dialog, and for those who like to type.

use egui::{Id, Key, RichText, TextEdit, Ui};

use super::modal;
use crate::app::icons::Icon;
use crate::app::theme::{self, Theme};
use crate::app::widgets::{solid_button, text_button};
use crate::app::{Frame, Request};
use crate::session::{FileAction, Slot};

/// Width of the popup, in points.
const WIDTH: f32 = 480.0;

/// Shows the field for the image of a place.
pub fn show(ui: &mut Ui, _frame: &Frame<'_>, slot: Slot, out: &mut Vec<Request>) {
    let id = Id::unique(("path of", slot));
    let mut path: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let title = format!("Open {} by path", slot.letter());
    modal(ui, &title, WIDTH, out, |ui, out| form(ui, &title, slot, &mut path, out));
    ui.data_mut(|data| data.insert_temp(id, path));
}

fn form(ui: &mut Ui, title: &str, slot: Slot, path: &mut String, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    ui.spacing_mut().item_spacing.y = 8.0;
    ui.label(RichText::new(title).font(theme::text()).color(theme.t1));
    let field = TextEdit::singleline(path).font(theme::mono()).desired_width(f32::INFINITY);
    let field = ui.add(field.hint_text("/home/me/sprite.png")).accessible_name("Path");
    let is_first_frame = !field.has_focus() && !field.lost_focus();
    if is_first_frame {
        field.request_focus();
    }
    let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    ui.horizontal(|ui| {
        let is_empty = path.trim().is_empty();
        let open = ui.add_enabled_ui(!is_empty, |ui| solid_button(ui, Icon::Open, "Open")).inner;
        let open = open.on_hover_text("Opens this image; what was there is kept if it cannot be read. Enter");
        if !is_empty && (open.clicked() || is_entered) {
            out.push(FileAction::OpenPath(slot, path.trim().into()).into());
            out.push(Request::ClosePopup);
        }
        if text_button(ui, "Cancel").on_hover_text("Keeps what is there. Esc").clicked() {
            out.push(Request::ClosePopup);
        }
    });
}
