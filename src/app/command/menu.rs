//! Commands as rows of menus, and as tooltips.

use egui::accesskit::Toggled;
use egui::{Atom, Separator};

use strum::VariantArray as _;

use super::declaration::{Menu, Section};
use super::list::Command;
use crate::app::paint::icons::ICON_SIZE;
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};

/// Width and height of a row of a menu, in points.
const WIDTH: f32 = 208.0;
const ROW: f32 = 22.0;

/// Rows of one height, without gaps: for every menu.
pub fn style_menu(ui: &mut Ui) {
    ui.set_min_width(WIDTH);
    let spacing = ui.spacing_mut();
    spacing.interact_size.y = ROW;
    spacing.button_padding = vec2(8.0, 2.0);
    spacing.item_spacing.y = 0.0;
}

/// All commands of a menu of the bar, section by section.
pub fn items(ui: &mut Ui, menu: Menu, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let sections = Section::VARIANTS.iter().copied().filter(|section| section.menu() == Some(menu));
    for (at, section) in sections.enumerate() {
        if section.is_submenu() {
            ui.menu_button(section.title(), |ui| {
                style_menu(ui);
                let tab = window.session.view().tab;
                let is_elsewhere = |command: &Command| matches!(command, Command::Layer(layer) if !layer.is_in(tab));
                let commands = section.commands().filter(|command| !is_elsewhere(command));
                commands.for_each(|command| item(ui, command, window, out));
            });
            continue;
        }
        if at > 0 {
            separator(ui);
        }
        // No menu opens another one by its name.
        let commands = section.commands().filter(|command| *command != Command::Menu);
        commands.for_each(|command| item(ui, command, window, out));
    }
}

/// Commands one below the other, in groups.
pub fn list(ui: &mut Ui, groups: &[&[Command]], window: &WindowState<'_>, out: &mut Vec<Request>) {
    for (at, group) in groups.iter().enumerate() {
        if at > 0 {
            separator(ui);
        }
        let offered = group.iter().filter(|command| command.is_offered());
        offered.for_each(|&command| item(ui, command, window, out));
    }
}

/// A line between groups.
pub fn separator(ui: &mut Ui) {
    ui.add(Separator::default().spacing(9.0));
}

/// A command as a row of a menu: its tick where it is a switch, its name, what it would do or its key.
pub fn item(ui: &mut Ui, command: Command, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let (label, sentence) = (command.label(window), command.sentence());
    let item = Item {
        label: &label,
        sentence: &sentence,
        value: command.value(window).unwrap_or_default(),
        key: command.key(),
        is_enabled: command.is_enabled(window),
        is_on: command.is_on(ui, window),
    };
    if item.show(ui) {
        command.ask(window, out);
    }
}

/// A row of a menu.
#[derive(Default)]
pub struct Item<'a> {
    pub label: &'a str,
    /// Effect, in a sentence.
    pub sentence: &'a str,
    /// Present effect, in short; shown in place of the key.
    pub value: String,
    pub key: String,
    pub is_enabled: bool,
    /// True if it is on, where it is a switch.
    pub is_on: Option<bool>,
}

impl Item<'_> {
    /// Shows the row; returns whether it was chosen, by a click or by Enter under the pointer.
    pub fn show(self, ui: &mut Ui) -> bool {
        let Self { label, sentence, value, key, is_enabled, is_on } = self;
        let spoken = value.clone();
        let end = if value.is_empty() {
            // A weaker one is hard to read where the row is hovered.
            RichText::new(key).font(theme::tag()).color(Theme::of(ui).t2)
        } else {
            RichText::new(value).font(theme::mono()).color(Theme::of(ui).t1)
        };
        let button = match is_on {
            Some(is_on) => Button::new((tick(is_on), label)),
            None => Button::new(label),
        };
        let response = ui.add_enabled(is_enabled, button.shortcut_text(end)).accessible_name(label);
        let is_pointed_at = response.contains_pointer();
        if is_pointed_at || response.has_focus() {
            let status = Status::of(label).note(sentence).can_if(is_enabled, "Enter", "do it");
            status::tell(ui, status.can("Esc", "close"));
        }
        if !spoken.is_empty() {
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_value(spoken));
        }
        if let Some(is_on) = is_on {
            let toggled = if is_on { Toggled::True } else { Toggled::False };
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_toggled(toggled));
        }
        // A row with the focus takes Enter by itself.
        let is_entered = is_pointed_at
            && is_enabled
            && ui.memory(|memory| memory.focused().is_none())
            && ui.input(|input| input.key_pressed(Key::Enter));
        if is_entered {
            ui.close();
        }
        response.clicked() || is_entered
    }
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
