//! The tested frame of a sprite, and the frames that play.

use super::picker;
use crate::app::prelude::*;
use crate::app::widgets::{choice_list, icon_button, icon_toggle, segmented};
use crate::scene::{Frame, Shown, Sprite};
use crate::session::{AnimationAction, StageAction};

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
    if picker::has_names(sprite.frames()) {
        ui.add_space(4.0);
        picker::show(ui, slot, sprite, out);
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
