//! All keys, in columns.

use super::modal::scrolling_sheet;
use crate::app::command::{Command, Section, key_name};
use crate::app::prelude::*;

/// Width of the popup with room for a scroll bar, of a column, and height of a line, in points.
const WIDTH: f32 = 804.0;
const COLUMN: f32 = 248.0;
const GAP: f32 = 24.0;
const LINE: f32 = 20.0;

/// Gestures of the pointer, and keys that move the focus.
const GESTURES: [(&str, &str); 6] = [
    ("Move a sprite", "drag"),
    ("Move the view", "middle drag, Space drag"),
    ("Zoom", "wheel, pinch"),
    ("To the first control", "Shift Tab"),
    ("From control to control", "Tab"),
    ("Back to the canvas", "Esc"),
];

const COLUMNS: [&[Section]; 3] = [
    &[Section::Views, Section::Playback, Section::Scans, Section::Lesson],
    &[
        Section::Images,
        Section::Scenes,
        Section::Exports,
        Section::Program,
        Section::History,
        Section::Help,
        Section::Zoom,
    ],
    &[Section::Layers, Section::Sprites, Section::Nudge],
];

/// Shows every command that has a key, and what the pointer does.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    scrolling_sheet(ui, ["Keys", ""], WIDTH, out, |ui, _| {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for (at, sections) in COLUMNS.into_iter().enumerate() {
                ui.vertical(|ui| column(ui, sections, at + 1 == COLUMNS.len(), window));
            }
        });
    });
}

fn column(ui: &mut Ui, sections: &[Section], is_last: bool, window: &WindowState<'_>) {
    ui.set_width(COLUMN);
    ui.spacing_mut().item_spacing.y = 0.0;
    for section in sections {
        title(ui, section.title());
        for command in section.commands().filter(|command| is_listed(*command, window)) {
            line(ui, &command.label(window), &keys(command));
        }
        ui.add_space(8.0);
    }
    if is_last {
        title(ui, "Pointer and focus");
        for (what, how) in GESTURES {
            line(ui, what, how);
        }
    }
}

/// True if a command has a key that no earlier one has and, for a scan, a place in the table.
fn is_listed(command: Command, window: &WindowState<'_>) -> bool {
    let keys = command.keys();
    let is_first = Command::all().iter().copied().find(|other| other.keys() == keys) == Some(command);
    !keys.is_empty() && is_first && (command.section() != Section::Scans || command.is_enabled(window))
}

/// All keys of a command: `Ctrl Y, Ctrl Shift Z`.
fn keys(command: Command) -> String {
    command.keys().into_iter().map(key_name).collect::<Vec<_>>().join(", ")
}

fn title(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).font(theme::note()).color(Theme::of(ui).t3));
    ui.add_space(2.0);
}

fn line(ui: &mut Ui, what: &str, key: &str) {
    let (rect, response) = ui.allocate_exact_size(vec2(COLUMN, LINE), Sense::hover());
    let theme = Theme::of(ui);
    ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, what, theme::text(), theme.t1);
    ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, key, theme::tag(), theme.t2);
    let spoken = format!("{what}: {key}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), &spoken));
}
