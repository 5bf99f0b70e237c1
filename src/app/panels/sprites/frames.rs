//! The tested frame of a sprite, and the frames that play. A frame is picked by name from a list with a field to search it:
//! frames of an atlas, tags of Aseprite.

use egui::{FontSelection, PopupCloseBehavior, TextWrapMode, WidgetText};

use crate::app::prelude::*;
use crate::app::widgets::{Query, Search, choice_list, drop_down, has_words, icon_button, icon_toggle, segmented};
use crate::session::AnimationAction;
use maskscope_core::scene::{Frame, Frames, Shown, Sprite};

/// Back, play, on, which frame, and all frames as one.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, slot: Slot, sprite: &Sprite, out: &mut Vec<Request>) {
    let (letter, count) = (slot.letter(), sprite.frames().all().len());
    let (animation, theme) = (window.session.animation(), Theme::of(ui));
    let plays = animation.plays(slot);
    let shown = sprite.shown();
    let at = if let Shown::Frame(at) = shown { Some(at) } else { None };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let step = |by: usize| Shown::Frame((at.unwrap_or(0) + by) % count);
        let mut ask = |shown| {
            out.push(AnimationAction::Play(slot, false).into());
            out.push(StageAction::ShowFrame { slot, shown }.into());
            out.push(StageAction::Settle.into());
        };
        if icon_button(ui, Icon::Back, &format!("Previous frame of {letter}"))
            .on_hover_text("Previous frame.")
            .clicked()
        {
            ask(step(count - 1));
        }
        let tip = "Plays the frames, each for the time in its file, or pauses.";
        let icon = if plays { Icon::Pause } else { Icon::Play };
        let play = icon_toggle(ui, icon, &format!("Play frames of {letter}"), plays).on_hover_text(tip).clicked();
        if icon_button(ui, Icon::On, &format!("Next frame of {letter}")).on_hover_text("Next frame.").clicked() {
            ask(step(1));
        }
        let mut merged = shown == Shown::Merged;
        let was_merged = merged;
        let name = at.map_or_else(|| format!("all {count}"), |at| format!("{} / {count}", at + 1));
        let about = at.and_then(|at| sprite.frames().all().get(at)).map_or_else(String::new, description);
        ui.allocate_ui_with_layout(vec2(ui.available_width(), 24.0), Layout::right_to_left(Align::Center), |ui| {
            let tip = "Tests one frame, or all merged into one: solid if any frame is.";
            let choices = [(false, "one"), (true, "all")];
            segmented(ui, &mut merged, &choices).on_hover_text(tip);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let words = RichText::new(name).font(theme::mono()).color(theme.t1);
                ui.add(Label::new(words).truncate()).on_hover_text(about);
            });
        });
        if merged != was_merged {
            ask(if merged { Shown::Merged } else { Shown::Frame(0) });
        }
        if play {
            out.push(AnimationAction::Play(slot, !plays).into());
        }
    });
    if has_names(sprite.frames()) {
        ui.add_space(4.0);
        list(ui, slot, sprite, out);
    }
    if !sprite.frames().tags.is_empty() {
        ui.add_space(4.0);
        tags(ui, slot, sprite, animation.tag(slot), out);
    }
}

/// A frame in words: its name, and how long it is shown.
fn description(frame: &Frame) -> String {
    let lasts = format!("shown for {} ms", frame.duration.as_millis());
    match (&*frame.name, frame.duration.is_zero()) {
        ("", true) => "It has no name and no duration.".to_owned(),
        ("", false) => lasts,
        (name, true) => name.to_owned(),
        (name, false) => format!("{name}, {lasts}"),
    }
}

/// The named ranges of frames; one can play alone.
fn tags(ui: &mut Ui, slot: Slot, sprite: &Sprite, chosen: Option<usize>, out: &mut Vec<Request>) {
    let tags = &sprite.frames().tags;
    let name = |tag: Option<usize>| tag.and_then(|tag| tags.get(tag)).map_or("all frames", |tag| tag.name.as_str());
    ui.horizontal(|ui| {
        ui.label(RichText::new("play").font(theme::note()).color(Theme::of(ui).t2));
        let mut tag = chosen;
        let choices = std::iter::once(None).chain((0..tags.len()).map(Some));
        let choices = choices.map(|choice| (choice, name(choice).to_owned(), String::new()));
        let (list, width) = (format!("Tag of {}", slot.letter()), ui.available_width());
        choice_list(ui, &list, &mut tag, choices, width).on_hover_text("The tag whose frames play.");
        if tag != chosen {
            out.push(AnimationAction::Within(slot, tag).into());
        }
    });
}

/// Width of the list, height of a line, and how many lines are visible at once, in points.
const WIDTH: f32 = 280.0;
const LINE: f32 = 22.0;
const LINES: f32 = 12.0;
/// Room that the number of a frame takes.
const NUMBER: f32 = 44.0;

/// Something that can be picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameEntry {
    /// A tag, by its place among the tags.
    Tag(usize),
    /// A frame, from 0.
    Frame(usize),
}

/// True if there is anything to pick by name.
fn has_names(frames: &Frames) -> bool {
    !frames.tags.is_empty() || frames.all().iter().any(|frame| !frame.name.is_empty())
}

/// The name of the frame that is tested, which drops the list.
pub fn list(ui: &mut Ui, slot: Slot, sprite: &Sprite, out: &mut Vec<Request>) {
    let letter = slot.letter();
    let name = match sprite.shown() {
        Shown::Frame(frame) => FrameEntry::Frame(frame).name(sprite.frames()),
        Shown::Merged => "all frames".to_owned(),
    };
    let id = Id::unique(("query of the frames", slot));
    let mut query = Query::of(ui, id);
    let list =
        drop_down(if slot == Slot::A { "frame of A" } else { "frame of B" }, name.as_str(), ui.available_width())
            .height(LINE * (LINES + 3.0))
            .truncate()
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let list = list.show_ui(ui, |ui| {
        ui.set_width(WIDTH);
        if let Some(picked) = search(ui, sprite, &mut query) {
            pick(slot, sprite, picked, out);
            ui.close();
        }
    });
    Query::keep(ui, id, query.filter(|_| list.inner.is_some()));
    list.response.accessible_name(format!("Frame of {letter}: {name}")).on_hover_text(format!(
        "{name}\nPicks a frame by its name{}.",
        if sprite.frames().tags.is_empty() { "" } else { ", or a tag" }
    ));
}

fn pick(slot: Slot, sprite: &Sprite, picked: FrameEntry, out: &mut Vec<Request>) {
    let (frame, tag) = match picked {
        FrameEntry::Frame(frame) => (frame, None),
        FrameEntry::Tag(tag) => (sprite.frames().tags[tag].frames.start, Some(tag)),
    };
    if tag.is_some() {
        out.push(AnimationAction::Within(slot, tag).into());
    }
    out.push(AnimationAction::Play(slot, false).into());
    out.push(StageAction::ShowFrame { slot, shown: Shown::Frame(frame) }.into());
    out.push(StageAction::Settle.into());
}

/// The field and the lines below it; returns what was picked.
fn search(ui: &mut Ui, sprite: &Sprite, query: &mut Option<Query>) -> Option<FrameEntry> {
    let frames = sprite.frames();
    let search = Search {
        name: "Search frames",
        hint: &format!("Search {}", words::plural(frames.all().len() as u64, "frame")),
        nothing: "No frame and no tag matches.",
        line: LINE,
        more: 0.0,
        lines: LINES,
    };
    let is_shown =
        |entry: &FrameEntry| matches!(entry, FrameEntry::Frame(frame) if sprite.shown() == Shown::Frame(*frame));
    let shown = |found: &[FrameEntry]| found.iter().position(is_shown).unwrap_or(0);
    let line = |ui: &mut Ui, entry: &FrameEntry, is_chosen| line(ui, frames, *entry, is_chosen, is_shown(entry));
    search.show(ui, query, |text| found(frames, text).into(), shown, line)
}

/// The entries that contain all words of `text`, in any order: tags, then frames. A number finds the frame, too.
fn found(frames: &Frames, text: &str) -> Vec<FrameEntry> {
    let tags = (0..frames.tags.len()).map(FrameEntry::Tag);
    let all = tags.chain((0..frames.all().len()).map(FrameEntry::Frame));
    all.filter(|entry| {
        let name = entry.name(frames).to_lowercase();
        let is_number = |word: &str| matches!(entry, FrameEntry::Frame(frame) if (frame + 1).to_string() == word);
        has_words(text, |word| name.contains(word) || is_number(word))
    })
    .collect()
}

impl FrameEntry {
    fn name(self, frames: &Frames) -> String {
        match self {
            Self::Tag(tag) => frames.tags[tag].name.clone(),
            Self::Frame(frame) => match frames.all().get(frame).map(|frame| frame.label()) {
                Some(label) if !label.is_empty() => label.into_owned(),
                _ => format!("frame {}", frame + 1),
            },
        }
    }
}

fn line(ui: &mut Ui, frames: &Frames, entry: FrameEntry, is_chosen: bool, is_shown: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    let name = entry.name(frames);
    response.widget_info(|| WidgetInfo::selected(Role::MenuItem, ui.is_enabled(), is_shown, &name));
    let theme = Theme::of(ui);
    if is_chosen || response.hovered() {
        ui.painter().rect_filled(rect, 2.0, if is_chosen { theme.ctl } else { theme.raise });
    }
    let (number, note) = match entry {
        FrameEntry::Tag(tag) => {
            let range = &frames.tags[tag].frames;
            ("tag".to_owned(), format!("{} to {}", range.start + 1, range.end))
        }
        FrameEntry::Frame(frame) => ((frame + 1).to_string(), frames.all()[frame].picture.size().to_string()),
    };
    let painter = ui.painter();
    let note = painter.text(rect.right_center() - vec2(8.0, 0.0), Align2::RIGHT_CENTER, note, theme::tag(), theme.t3);
    let numbers = rect.left_center() + vec2(NUMBER - 8.0, 0.0);
    painter.text(numbers, Align2::RIGHT_CENTER, number, theme::tag(), theme.t3);
    let mut room = rect;
    (room.min.x, room.max.x) = (rect.left() + NUMBER, note.left() - 8.0);
    let ink = if is_shown { theme.t1 } else { theme.t2 };
    let text = WidgetText::from(RichText::new(name).font(theme::text()).color(ink));
    let text = text.into_galley(ui, Some(TextWrapMode::Truncate), room.width(), FontSelection::Default);
    let place = Align2::LEFT_CENTER.anchor_size(room.left_center(), text.size());
    ui.painter().galley(place.min.round(), text, ink);
    response
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use maskscope_core::geom::Size;
    use maskscope_core::scene::{Frame, Picture, PictureFormat, Tag};

    #[test]
    fn all_words_are_in_what_is_found() {
        let picture = Arc::new(Picture::new(Size::new(1, 1), vec![0; 4], PictureFormat::Png, true));
        let frame = |name: &str| Frame { name: name.into(), ..Frame::new(Arc::clone(&picture)) };
        let mut frames = Frames::new(["Hero walk 1", "hero walk 2", "hero jump", ""].map(frame).into());
        frames.tags = Tag::within("Walking", 0, 1, 4).into_iter().collect();
        let found = |text: &str| found(&frames, text);
        assert_eq!(found("").len(), 5);
        assert_eq!(found("WALK"), [FrameEntry::Tag(0), FrameEntry::Frame(0), FrameEntry::Frame(1)]);
        assert_eq!(found("walk hero"), [FrameEntry::Frame(0), FrameEntry::Frame(1)]);
        assert_eq!(found("4"), [FrameEntry::Frame(3)], "by its number");
        assert_eq!(found("1"), [FrameEntry::Frame(0)], "by its name and by its number");
        assert_eq!(found("frame"), [FrameEntry::Frame(3)], "it has no name");
        assert_eq!(found("run"), []);
    }
}
