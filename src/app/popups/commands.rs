//! The palette: any command or built-in pair by a few letters of its name. And all keys, in columns.

use std::borrow::Cow;

use super::export;
use super::modal::{modal, scrolling_sheet};
use crate::app::command::advice::{ADVICE, Advice};
use crate::app::command::{Command, Section, key_name};
use crate::app::prelude::*;
use crate::app::request::{ExportSheet, Popup};
use crate::app::widgets::{Query, Search, has_words};
use crate::exports::{self, Chosen, ExportRef};
use crate::files::FormatKind;
use crate::lessons::lessons;

/// Width of the palette and height of a line, in points.
const PALETTE_WIDTH: f32 = 560.0;
const PALETTE_LINE: f32 = 24.0;
/// The number of lines visible at once.
const LINES: f32 = 14.0;

/// Something that can be found.
struct FoundCommand {
    name: String,
    /// Group, or place in the window.
    group: Cow<'static, str>,
    key: String,
    asks: Asks,
}

#[derive(Clone, Copy)]
enum Asks {
    Command(Command),
    Export(ExportRef, &'static str),
    Sample(usize),
    Lesson(usize),
    Advice(&'static Advice),
}

/// Words for which nothing is named, and the words of names that are meant.
const SYNONYMS: [(&str, &[&str]); 10] = [
    ("speed", &["slower", "faster"]),
    ("zoom", &["fit", "1:1"]),
    ("hitbox", &["shapes", "boxes", "bounds used", "hitbox"]),
    ("collider", &["shapes", "boxes", "bounds used", "hitbox"]),
    ("physics", &["shapes", "hitbox"]),
    ("collision", &["shapes", "hitbox", "solid pixels", "mask"]),
    ("outline", &["boxes", "shapes", "edges", "contour"]),
    ("opacity", &["solid pixels", "mask image"]),
    ("transparency", &["solid pixels", "mask image"]),
    ("shortcuts", &["keys"]),
];

/// Shows the palette; `samples` are the titles of the built-in pairs.
pub fn show_palette(ui: &mut Ui, window: &WindowState<'_>, samples: &[(&str, &str)], out: &mut Vec<Request>) {
    let [name, hint, nothing] =
        ["Find", "Type a command, a sample, or what you see: hitbox too big", "No command matches."];
    let id = Id::unique("query of the palette");
    let mut query = Query::of(ui, id);
    let already_asked = out.len();
    modal(ui, name, PALETTE_WIDTH, out, |ui, out| {
        let search = Search { name, hint, nothing, line: PALETTE_LINE, lines: LINES };
        let picked = search.show(ui, &mut query, |text| entries(window, samples, text), |_| 0, palette_line);
        if let Some(entry) = picked {
            entry.ask(window, out);
        }
    });
    Query::keep(ui, id, query.filter(|_| out.len() == already_asked));
}

/// The entries that are possible now and contain all words of `text` in their name, group or file extensions, in any
/// order, and the advice about it.
fn entries(window: &WindowState<'_>, samples: &[(&str, &str)], text: &str) -> Vec<FoundCommand> {
    let text = text.to_lowercase();
    let commands =
        Command::all().iter().copied().filter(|command| command.is_enabled(window) && *command != Command::Find);
    let commands = commands.map(|command| FoundCommand::of_command(command, window));
    let other = |name: &str, group: &'static str, asks| FoundCommand {
        name: name.to_owned(),
        group: group.into(),
        key: String::new(),
        asks,
    };
    // Formats are found by their words; unasked they would fill the list.
    let is_sought = |export: &ExportRef, kind: &FormatKind| {
        !text.is_empty() && (export.is_possible)(window.session) && export::is_found(export, kind, &text)
    };
    let exports = exports::ALL.iter().flat_map(|&export| (export.kinds)().into_iter().map(move |kind| (export, kind)));
    let exports = exports.filter(|(export, kind)| is_sought(export, kind));
    let exports = exports.map(|(export, kind)| {
        let name = format!("Export {} as {}", export.group, kind.title);
        FoundCommand { key: format!(".{}", kind.ending), ..other(&name, "Export", Asks::Export(export, kind.name)) }
    });
    let samples = samples.iter().enumerate().map(|(at, (title, _))| other(title, "Samples", Asks::Sample(at)));
    let lessons = lessons().iter().enumerate();
    let lessons = lessons.map(|(at, lesson)| other(&lesson.title, "Lessons", Asks::Lesson(at)));
    let mut found: Vec<FoundCommand> =
        commands.chain(samples).chain(lessons).filter(|entry| entry.has_words_of(&text)).chain(exports).collect();
    let advice = ADVICE.iter().flat_map(|topic| topic.rows);
    let advice = advice.filter(|row| row.is_about(&text) && row.lead.is_possible(window));
    found.extend(advice.map(FoundCommand::of_advice));
    found.sort_by_key(|entry| entry.rank(&text));
    found
}

impl FoundCommand {
    fn of_command(command: Command, window: &WindowState<'_>) -> Self {
        Self {
            name: command.label(window).into_owned(),
            group: command.section().title().into(),
            key: command.key(),
            asks: Asks::Command(command),
        }
    }

    fn of_advice(row: &'static Advice) -> Self {
        Self { name: row.name.to_owned(), group: row.place().into(), key: String::new(), asks: Asks::Advice(row) }
    }

    /// Its place among what is found for a text in lower case: names that begin with it first, then names with a word that
    /// does, advice, and the others.
    fn rank(&self, text: &str) -> u8 {
        let name = self.name.to_lowercase();
        match self.asks {
            _ if name.starts_with(text) => 0,
            Asks::Advice(_) => 2,
            _ if name.contains(&format!(" {text}")) => 1,
            _ => 3,
        }
    }

    fn has_words_of(&self, text: &str) -> bool {
        let all = format!("{} {}", self.name, self.group).to_lowercase();
        has_words(text, |word| {
            let means = |(name, meant): &(&str, &[&str])| {
                word.len() > 2 && name.starts_with(word) && meant.iter().any(|meant| all.contains(meant))
            };
            all.contains(word) || SYNONYMS.iter().any(means)
        })
    }

    fn ask(&self, window: &WindowState<'_>, out: &mut Vec<Request>) {
        // Before the command: it may open another popup.
        out.push(Request::ClosePopup);
        match self.asks {
            Asks::Command(command) => command.ask(window, out),
            Asks::Export(export, format) => {
                let sheet = ExportSheet::of(Chosen::new(export, format), window.session);
                out.push(Request::Open(Popup::Export(sheet)));
            }
            Asks::Sample(at) => out.push(Request::ShowSample(at)),
            Asks::Lesson(at) => out.push(Request::OpenLesson(at)),
            Asks::Advice(row) => row.lead.ask(window, out),
        }
    }
}

fn palette_line(ui: &mut Ui, entry: &FoundCommand, is_chosen: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), PALETTE_LINE), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::MenuItem, ui.is_enabled(), is_chosen, &entry.name));
    let theme = Theme::of(ui);
    let painter = ui.painter();
    if is_chosen || response.hovered() {
        painter.rect_filled(rect, 3.0, if is_chosen { theme.ctl } else { theme.raise });
    }
    let inside: Rect = rect.shrink2(vec2(8.0, 0.0));
    painter.text(inside.left_center(), Align2::LEFT_CENTER, &entry.name, theme::text(), theme.t1);
    painter.text(inside.right_center(), Align2::RIGHT_CENTER, &entry.key, theme::tag(), theme.t3);
    let from = inside.right_center() - vec2(96.0, 0.0);
    painter.text(from, Align2::RIGHT_CENTER, &entry.group, theme::note(), theme.t3);
    response
}

/// Width of the popup with room for a scroll bar, of a column, and height of a line, in points.
const KEYS_WIDTH: f32 = 804.0;
const COLUMN: f32 = 248.0;
const GAP: f32 = 24.0;
const KEYS_LINE: f32 = 20.0;

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
    &[Section::Views, Section::Playback, Section::Stops, Section::Scans, Section::Lesson],
    &[Section::Images, Section::Scenes, Section::Program, Section::History, Section::Help, Section::Zoom],
    &[Section::Layers, Section::Sprites, Section::Nudge],
];

/// Shows every command that has a key, and what the pointer does.
pub fn show_keys(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    scrolling_sheet(ui, ["Keys", ""], KEYS_WIDTH, out, |ui, _| {
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
        let mut commands = section.commands().filter(|command| is_listed(*command, window)).peekable();
        if commands.peek().is_none() {
            continue;
        }
        title(ui, section.title());
        for command in commands {
            keys_line(ui, &command.label(window), &keys(command));
        }
        ui.add_space(8.0);
    }
    if is_last {
        title(ui, "Pointer and focus");
        for (what, how) in GESTURES {
            keys_line(ui, what, how);
        }
    }
}

/// True if a command has a key that no earlier one has, apart from those that are possible where it is not, and, for a scan, a
/// place in the table.
fn is_listed(command: Command, window: &WindowState<'_>) -> bool {
    let keys = command.keys();
    let is_alike = |other: &Command| other.keys() == keys && other.has_shared_keys() == command.has_shared_keys();
    let is_first = Command::all().iter().copied().find(is_alike) == Some(command);
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

fn keys_line(ui: &mut Ui, what: &str, key: &str) {
    let (rect, response) = ui.allocate_exact_size(vec2(COLUMN, KEYS_LINE), Sense::hover());
    let theme = Theme::of(ui);
    ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, what, theme::text(), theme.t1);
    ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, key, theme::tag(), theme.t2);
    let spoken = format!("{what}: {key}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), &spoken));
}
