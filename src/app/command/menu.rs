//! Commands as rows of menus, and as tooltips.

use egui::accesskit::Toggled;
use egui::{Atom, Button, RectAlign, Response, RichText, Tooltip, Ui, Vec2};

use strum::VariantArray as _;

use super::{
    list::Command,
    section::{Menu, Section},
};
use crate::app::icons::{ICON_SIZE, Icon};
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::status::{self, Status};
use crate::choice::Choice as _;
use crate::session::Tab;

/// All commands of a menu, section by section.
pub fn items(ui: &mut Ui, menu: Menu, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let sections = Section::VARIANTS.iter().copied().filter(|section| section.menu() == menu);
    for (at, section) in sections.enumerate() {
        if section.is_submenu() {
            ui.menu_button(section.title(), |ui| section_items(ui, section, window, out));
            continue;
        }
        if at > 0 {
            ui.separator();
        }
        section_items(ui, section, window, out);
    }
}

fn section_items(ui: &mut Ui, section: Section, window: &WindowState<'_>, out: &mut Vec<Request>) {
    for command in section.commands() {
        item(ui, command, window, out);
    }
}

/// A command as a row of a menu: its tick where it is a switch, its name, its key.
pub fn item(ui: &mut Ui, command: Command, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let label = command.label(window);
    let is_on = command.is_on(ui, window);
    let key = RichText::new(command.key()).font(theme::tag());
    let button = match is_on {
        Some(is_on) => Button::new((tick(is_on), &*label)),
        None => Button::new(&*label),
    };
    let response = ui.add_enabled(command.is_enabled(window), button.shortcut_text(key)).accessible_name(&*label);
    // Elsewhere there is no status line.
    if window.session.view().tab != Tab::Inspect {
        item_tip(&response, &command.sentence());
    }
    if response.contains_pointer() || response.has_focus() {
        let status = Status::of(&*label).note(command.sentence());
        let status = status.can_if(response.enabled() && response.has_focus(), "Enter", "do it");
        status::tell(ui, status.can("Esc", "close"));
    }
    if let Some(is_on) = is_on {
        let toggled = if is_on { Toggled::True } else { Toggled::False };
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_toggled(toggled));
    }
    if response.clicked() {
        command.ask(window, out);
    }
}

/// Shows what an item does beside the menu: below, it would hide the next item.
pub fn item_tip(response: &Response, sentence: &str) {
    let mut tip = Tooltip::for_enabled(response);
    tip.popup = tip.popup.align(RectAlign::RIGHT_START).gap(10.0);
    tip.show(|ui| ui.label(sentence));
}

/// A tick, or the room for one.
fn tick(is_on: bool) -> Atom<'static> {
    if is_on { Icon::Check.atom() } else { Atom::paint(Vec2::splat(ICON_SIZE), |_, _| {}) }
}

/// Says what a control does, then its key, while the pointer rests on it.
pub fn tooltip(response: Response, command: Command) -> Response {
    let show = |ui: &mut Ui| {
        ui.horizontal(|ui| {
            ui.label(command.sentence());
            ui.label(RichText::new(command.key()).font(theme::tag()).color(Theme::of(ui).t3));
        });
    };
    response.on_hover_ui(show).on_disabled_hover_ui(show)
}
