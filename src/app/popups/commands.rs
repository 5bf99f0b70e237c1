//! The palette: any command or built-in pair by a few letters of its name. And all keys, in columns.

use std::borrow::Cow;

use super::export;
use super::modal::{modal, scrolling_sheet};
use crate::app::command::advice::{ADVICE, Advice};
use crate::app::command::{Command, Section, key_name};
use crate::app::paint::write;
use crate::app::prelude::*;
use crate::app::request::{ExportSheet, Popup};
use crate::app::widgets::{FoundEntries, Query, Search, divider};
use crate::exports::{self, Chosen, ExportRef};
use crate::files::FormatKind;
use crate::lessons::lessons;

/// Width of the palette and height of a line, in points.
const PALETTE_WIDTH: f32 = 560.0;
const PALETTE_LINE: f32 = 24.0;
/// By how much the chosen line is higher, for its sentence.
const PALETTE_SENTENCE: f32 = 16.0;
/// The number of lines visible at once.
const LINES: f32 = 14.0;

/// Something that can be found.
#[derive(Clone)]
struct FoundCommand {
    name: String,
    /// Group, or place in the window.
    group: Cow<'static, str>,
    key: String,
    /// Its effect, in a sentence.
    sentence: String,
    /// The format of an export.
    format: Option<FormatKind>,
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

/// The number of entries that are offered where nothing is found.
const NEAREST: usize = 3;
/// From this number of letters on, a word may have a typing error.
const LONG: usize = 5;

/// Shows the palette; `samples` are the titles of the built-in pairs, and what each shows.
pub fn show_palette(ui: &mut Ui, window: &WindowState<'_>, samples: &[(&str, &str)], out: &mut Vec<Request>) {
    let [name, hint, nothing] =
        ["Find", "Type a command, a sample, or what you see: hitbox too big", "No command matches."];
    let id = Id::unique("query of the palette");
    let mut query = Query::of(ui, id);
    // What was found for a text stays until another is typed: building it writes hundreds of sentences.
    let known_id = id.with("found");
    let mut known = query.as_ref().and_then(|_| ui.data(|data| data.get_temp::<FoundFor>(known_id)));
    let already_asked = out.len();
    modal(ui, name, PALETTE_WIDTH, out, |ui, out| {
        let search = Search { name, hint, nothing, line: PALETTE_LINE, more: PALETTE_SENTENCE, lines: LINES };
        let find = |text: &str| {
            if known.as_ref().is_none_or(|known| known.text != text) {
                known = Some(FoundFor::new(text, candidates(window, samples)));
            }
            known.as_ref().map_or_else(|| Vec::new().into(), |known| known.found.clone())
        };
        let picked = search.show(ui, &mut query, find, |_| 0, palette_line);
        if let Some(entry) = picked {
            entry.ask(window, out);
        }
        let count = known.as_ref().map_or(0, |known| known.count);
        palette_foot(ui, query.as_ref().map_or(0, Query::found), count);
    });
    let is_open = out.len() == already_asked;
    Query::keep(ui, id, query.filter(|_| is_open));
    ui.data_mut(|data| match known.filter(|_| is_open) {
        Some(known) => {
            data.insert_temp(known_id, known);
        }
        None => data.remove::<FoundFor>(known_id),
    });
}

/// The entries that were found for a text, and the number of all.
#[derive(Clone)]
struct FoundFor {
    text: String,
    found: FoundEntries<FoundCommand>,
    count: usize,
}

impl FoundFor {
    fn new(text: &str, all: Vec<FoundCommand>) -> Self {
        let count = all.len();
        Self { text: text.to_owned(), found: entries(all, text), count }
    }
}

/// Everything that is possible now, in order: commands, samples, lessons, exports in each format, advice.
fn candidates(window: &WindowState<'_>, samples: &[(&str, &str)]) -> Vec<FoundCommand> {
    let commands =
        Command::all().iter().copied().filter(|command| command.is_enabled(window) && *command != Command::Find);
    let commands = commands.map(|command| FoundCommand::of_command(command, window));
    let other = |name: &str, group: &'static str, sentence: &str, asks| FoundCommand {
        name: name.to_owned(),
        group: group.into(),
        key: String::new(),
        sentence: sentence.to_owned(),
        format: None,
        asks,
    };
    let exports = exports::ALL.iter().filter(|export| (export.is_possible)(window.session));
    let exports = exports.flat_map(|&export| (export.kinds)().into_iter().map(move |kind| (export, kind)));
    let exports = exports.map(|(export, kind)| {
        let name = format!("Export {} as {}", export.group, kind.title);
        let (key, asks) = (format!(".{}", kind.ending), Asks::Export(export, kind.name));
        FoundCommand { key, format: Some(kind), ..other(&name, "Export", export.sentence, asks) }
    });
    let samples = samples.iter().enumerate();
    let samples = samples.map(|(at, (title, shows))| other(title, "Samples", shows, Asks::Sample(at)));
    let lessons = lessons().iter().enumerate();
    let about = "Begins this lesson.";
    let lessons = lessons.map(|(at, lesson)| other(&lesson.title, "Lessons", about, Asks::Lesson(at)));
    let advice = ADVICE.iter().flat_map(|topic| topic.rows).filter(|row| row.lead.is_possible(window));
    commands.chain(samples).chain(lessons).chain(exports).chain(advice.map(FoundCommand::of_advice)).collect()
}

/// The entries about `text`: each of its words begins a word of the name, the group or the everyday words of the entry. Where
/// there is no such command, those that do but for a typing error; else the nearest, and a note that says so.
fn entries(all: Vec<FoundCommand>, text: &str) -> FoundEntries<FoundCommand> {
    let text = text.to_lowercase();
    for begins in [begins as fn(&str, &str) -> bool, begins_but_for_an_error] {
        let mut found: Vec<_> = all.iter().filter(|entry| entry.is_about(&text, begins)).cloned().collect();
        if !found.is_empty() {
            found.sort_by_key(|entry| entry.rank(&text));
            return found.into();
        }
    }
    let mut nearest: Vec<_> = all.into_iter().map(|entry| (entry.letters_of(&text), entry)).collect();
    nearest.retain(|(letters, _)| *letters > 1);
    nearest.sort_by_key(|(letters, _)| std::cmp::Reverse(*letters));
    nearest.truncate(NEAREST);
    let note = format!("Nothing for “{text}”. The nearest:");
    FoundEntries { entries: nearest.into_iter().map(|(_, entry)| entry).collect(), note }
}

/// True if a `typed` word begins a word.
fn begins(typed: &str, word: &str) -> bool {
    word.starts_with(typed)
}

/// True if a `typed` word of some letters begins a word but for one typing error.
fn begins_but_for_an_error(typed: &str, word: &str) -> bool {
    let letters = typed.chars().count();
    let starts = (letters.saturating_sub(1)..=letters + 1).map(|count| word.chars().take(count).collect::<String>());
    begins(typed, word) || letters >= LONG && { starts }.any(|start| words::is_typing_error(typed, &start))
}

/// The words of a text in lower case.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The keys of the palette, and how many entries of all are shown.
fn palette_foot(ui: &mut Ui, found: usize, all: usize) {
    ui.add_space(6.0);
    divider(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), PALETTE_LINE), Sense::hover());
    let (theme, middle) = (Theme::of(ui), rect.center().y + 3.0);
    let mut left = rect.left() + 8.0;
    for (key, effect) in [("Enter", "go there"), ("Esc", "close")] {
        left = write::left(ui, left, middle, key, theme::tag(), theme.t2) + 6.0;
        left = write::left(ui, left, middle, effect, theme::note(), theme.t3) + 16.0;
    }
    let count = format!("{} of {}", words::thousands(found as u64), words::thousands(all as u64));
    write::right(ui, rect.right() - 8.0, middle, &count, theme::note(), theme.t3);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), format!("{count} entries")));
}

impl FoundCommand {
    fn of_command(command: Command, window: &WindowState<'_>) -> Self {
        Self {
            name: command.label(window).into_owned(),
            group: command.section().title().into(),
            key: command.key(),
            sentence: command.sentence().into_owned(),
            format: None,
            asks: Asks::Command(command),
        }
    }

    fn of_advice(row: &'static Advice) -> Self {
        let sentence = row.cause.replace(['*', '`'], "");
        let asks = Asks::Advice(row);
        let (name, group) = (row.name.to_owned(), row.place().into());
        Self { name, group, key: String::new(), sentence, format: None, asks }
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

    /// True if each word of `text`, in lower case, `begins` a word of it. Exports and advice are found by words alone: unasked, they
    /// would fill the list.
    fn is_about(&self, text: &str, begins: fn(&str, &str) -> bool) -> bool {
        let all = format!("{} {}", self.name, self.group).to_lowercase();
        let means = |typed: &str, (name, meant): &(&str, &[&str])| {
            typed.len() > 2 && name.starts_with(typed) && meant.iter().any(|meant| all.contains(meant))
        };
        match (self.asks, &self.format) {
            (Asks::Export(export, _), Some(kind)) => !text.is_empty() && export::is_found(export, kind, text),
            (Asks::Advice(row), _) => row.is_about(text, begins),
            _ => words_of(text).all(|typed| {
                words_of(&all).any(|word| begins(typed, word)) || SYNONYMS.iter().any(|synonym| means(typed, synonym))
            }),
        }
    }

    /// The number of letters at the beginnings of its words that are those of the words of `text`, in lower case.
    fn letters_of(&self, text: &str) -> usize {
        let more = if let Asks::Advice(row) = self.asks { row.words } else { "" };
        let own = format!("{} {} {more}", self.name, self.group).to_lowercase();
        let alike = |one: &str, other: &str| one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
        words_of(text).map(|typed| words_of(&own).map(|word| alike(typed, word)).max().unwrap_or(0)).sum()
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
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::MenuItem, ui.is_enabled(), is_chosen, &entry.name));
    let theme = Theme::of(ui);
    let painter = ui.painter();
    if is_chosen || response.hovered() {
        painter.rect_filled(rect, 3.0, if is_chosen { theme.ctl } else { theme.raise });
    }
    let inside: Rect = rect.with_max_y(rect.top() + PALETTE_LINE).shrink2(vec2(8.0, 0.0));
    painter.text(inside.left_center(), Align2::LEFT_CENTER, &entry.name, theme::text(), theme.t1);
    painter.text(inside.right_center(), Align2::RIGHT_CENTER, &entry.key, theme::tag(), theme.t3);
    let room = if entry.key.is_empty() { 0.0 } else { 96.0 };
    let from = inside.right_center() - vec2(room, 0.0);
    painter.text(from, Align2::RIGHT_CENTER, &entry.group, theme::note(), theme.t3);
    if is_chosen {
        let sentence = write::elided(ui, &entry.sentence, inside.width(), &theme::note());
        let at = inside.left_bottom() + vec2(0.0, PALETTE_SENTENCE / 2.0 - 4.0);
        painter.text(at, Align2::LEFT_CENTER, sentence, theme::note(), theme.t2);
    }
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
    &[Section::Layers, Section::Project, Section::Sprites, Section::Nudge],
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
    let place = |of: Command| of.has_shared_keys().then(|| of.section());
    let is_alike = |other: &Command| other.keys() == keys && place(*other) == place(command);
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
