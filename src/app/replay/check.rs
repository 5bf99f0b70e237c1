//! The check that is shown, in words.

use egui::{Align, Color32, FontId, Label, Layout, RichText, Ui, vec2};

use super::{heading::heading, said::answer};
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::{panels::padded, widgets::text_button};
use crate::exports::SCENE;
use crate::replay::Clock;
use crate::session::{LogPlayer, Played, Tab, ViewAction};
use crate::words;

/// Width of the labels, in points.
const LABEL: f32 = 76.0;

/// Shows it: what the game says, what the masks say, and why they disagree.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, played: Played<'_>, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let [at, all] = [played.at() + 1, played.count()].map(|count| words::thousands(count as u64));
    let note = format!("{at} of {all}");
    let Some((_, step)) = played.step() else {
        heading(ui, "Check", "", "none yet", "");
        padded(ui, 0, 12, |ui| {
            let text = "What the game said, what the masks say, and why, for the check you select.";
            ui.add(Label::new(RichText::new(text).font(theme::text()).color(theme.t3)).wrap());
        });
        return;
    };
    let when = when(played.replay.clock, step.at);
    heading(ui, "Check", &when, &note, "");
    let log = window.session.log();
    let staged = log.and_then(LogPlayer::staged);
    padded(ui, 0, 10, |ui| {
        if log.is_some() {
            let says = step.game.map_or_else(|| "nothing".to_owned(), |hit| answer(hit).to_uppercase());
            let rule = staged.and_then(|staged| staged.game.as_ref()?.rule.clone());
            let by = rule.map_or_else(String::new, |rule| format!(", by {rule}"));
            row(ui, "Game says", &format!("{says}{by}"), theme::text(), theme.t1);
        }
        let masks = answer(step.masks_overlap()).to_uppercase();
        let shared = words::plural(step.overlap_area.into(), "pixel");
        row(ui, "Masks say", &format!("{masks}, {shared} shared"), theme::text(), theme.t1);
        if let Some(why) = staged.and_then(|staged| staged.why.as_deref()) {
            row(ui, "Why", &words::sentence(why), theme::text(), theme.bad_text);
        }
        if let Some(distance) = staged.and_then(|staged| staged.distance) {
            let text = format!("closest pixels: {} px apart", words::number(distance, 0..=1));
            row(ui, "Nearest", &text, theme::text(), theme.t2);
        }
        if step.tunnel {
            row(ui, "Tunnel", &tunnel(window, played), theme::text(), theme.bad_text);
        }
        if let Some(text) = memory(window, played).filter(|_| log.is_none()) {
            row(ui, "Memory", &text, theme::text(), theme.t2);
        }
        if let Some(Err(why)) = staged.map(|staged| staged.scene.as_ref()) {
            row(ui, "Not shown", &words::sentence(why), theme::text(), theme.bad_text);
        }
        if staged.is_some_and(|staged| staged.is_moved) {
            row(ui, "Moved", "A sprite was moved by hand. Any step goes back to the log.", theme::text(), theme.t2);
        }
        ui.add_space(6.0);
        ui.allocate_ui_with_layout(vec2(ui.available_width(), 24.0), Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let tip = "Leaves the replay with this pair as it stands here.";
            if text_button(ui, "Open in Inspect").on_hover_text(tip).clicked() {
                out.push(ViewAction::Show(Tab::Inspect).into());
            }
            let tip = "Copies the scene with the answer that the masks give: a test for your game.";
            if text_button(ui, "Copy as test").on_hover_text(tip).clicked()
                && let Some(text) = test(window)
            {
                out.push(Request::Copy(text));
            }
            let tip = "Writes the same into a file.";
            if text_button(ui, "Save as test…").on_hover_text(tip).clicked() {
                out.push(Request::Pick(crate::app::request::PathFor::Export(&SCENE)));
            }
        });
    });
}

/// Where one passed through the other.
fn tunnel(window: &WindowState<'_>, played: Played<'_>) -> String {
    let session = window.session;
    let walk = session.walk().filter(|_| session.log().is_none());
    let on_the_way = walk.and_then(|walk| walk.tunnels.iter().find(|(step, _)| *step == played.at()));
    match on_the_way {
        Some((_, cell)) => {
            format!("B jumped over A: masks overlap with B at {} on the way", session.origin().point(*cell))
        }
        None => "One passed through the other since the previous check. Straight motion is assumed.".to_owned(),
    }
}

/// What `last-hit` does along a drag.
fn memory(window: &WindowState<'_>, played: Played<'_>) -> Option<String> {
    let session = window.session;
    let memory = session.walk()?.memories.get(played.at())?;
    let from = memory.hint.map_or_else(
        || "last-hit remembers nothing yet".to_owned(),
        |hint| format!("last-hit starts from {}", session.origin().point(hint + session.corner_of_a())),
    );
    let ends = if memory.cost.is_hit { "hits" } else { "misses" };
    Some(format!("{from}, {ends} after {}", words::plural(memory.cost.visits.into(), "visit")))
}

/// The scene with its expectation, as text.
fn test(window: &WindowState<'_>) -> Option<String> {
    Some(crate::files::encode_scene(&window.session.scene()?, None, true))
}

/// `frame 1,746`, `12.25 s`.
pub fn when(clock: Option<Clock>, at: f64) -> String {
    match clock {
        Some(Clock::Second) => format!("{} s", words::number(at, 2..=3)),
        _ => format!("frame {}", words::number(at, 0..=0)),
    }
}

fn row(ui: &mut Ui, label: &str, text: &str, font: FontId, ink: Color32) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let theme = Theme::of(ui);
        ui.allocate_ui_with_layout(vec2(LABEL, 18.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(LABEL);
            ui.label(RichText::new(label).font(theme::note()).color(theme.t3));
        });
        ui.add(Label::new(RichText::new(text).font(font).color(ink)).wrap());
    });
    ui.add_space(2.0);
}
