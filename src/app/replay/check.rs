//! The check that is shown, in words: in the answer line, and in a section of the panel.

use egui::{Align, Color32, Layout, RichText, Ui, vec2};

use crate::app::icons::Icon;
use crate::app::panels::{answer, padded};
use crate::app::request::{PathFor, Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{icon_button, labelled, section_title, text_button, wrong_pill};
use crate::replay::{Clock, Step};
use crate::session::{LogPlayer, Played, PlayerAction, Tab, ViewAction};
use crate::{exports::SCENE, files::encode_scene, words};

/// Returns `hit` or `miss`.
pub fn hit_or_miss(hit: bool) -> &'static str {
    if hit { "hit" } else { "miss" }
}

/// Returns `frame 1,746` or `12.25 s`.
pub fn when(clock: Option<Clock>, at: f64) -> String {
    match clock {
        Some(Clock::Second) => format!("{} s", words::number(at, 2..=3)),
        _ => format!("frame {}", words::number(at, 0..=0)),
    }
}

/// Shows the answer line, 44 points high: the answers of the game and of the masks if the check of a log is wrong.
pub fn line(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let wrong = window.session.log().and_then(|log| Some((log, log.step()?.1)));
    let Some((log, step)) = wrong.filter(|(_, step)| step.is_wrong()) else {
        return answer::show(ui, window, out);
    };
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        ui.add_space(12.0);
        let tip = "The game and the masks disagree about this check, or one sprite passed through the other.";
        wrong_pill(ui, "WRONG").on_hover_text(tip);
        ui.label(RichText::new(sentence(step)).font(theme::answer()).color(theme.t1));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(12.0);
            let wrong = log.replay.pairs.iter().map(|pair| pair.wrong.len() as u64).sum();
            let tip = "Goes to the next wrong check of all pairs. N.";
            if icon_button(ui, Icon::On, "Next wrong check").on_hover_text(tip).clicked() {
                out.push(PlayerAction::GoWrong { on: true }.into());
            }
            ui.label(RichText::new(format!("{} wrong", words::thousands(wrong))).font(theme::mono()).color(theme.t1));
            let tip = "Goes to the previous wrong check of all pairs. Shift N.";
            if icon_button(ui, Icon::Back, "Previous wrong check").on_hover_text(tip).clicked() {
                out.push(PlayerAction::GoWrong { on: false }.into());
            }
        });
    });
}

/// Returns the fault of a check, in a sentence.
fn sentence(step: &Step) -> String {
    let masks = hit_or_miss(step.masks_overlap());
    match step.game {
        Some(game) if game != step.masks_overlap() => {
            format!("The game says {}, the masks say {masks}", hit_or_miss(game))
        }
        Some(_) if step.disagrees() => format!("Both say {masks}, but name different pixels"),
        _ => "One passed through the other since the previous check".to_owned(),
    }
}

/// Shows the section: the answers of the game and of the masks, and why they disagree.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, played: Played<'_>, out: &mut Vec<Request>) {
    let Some((_, step)) = played.step() else {
        padded(ui, 0, 12, |ui| {
            section_title(ui, "Check", "none yet");
            let text = "Select a check to see the answers of the game and of the masks, and why they differ.";
            ui.label(RichText::new(text).font(theme::text()).color(Theme::of(ui).t3));
        });
        return;
    };
    let [at, all] = [played.at() + 1, played.count()].map(|count| words::thousands(count as u64));
    padded(ui, 0, 10, |ui| {
        section_title(ui, "Check", &format!("{}, {at} of {all}", when(played.replay.clock, step.at)));
        facts(ui, window, played, step);
        ui.add_space(6.0);
        ui.allocate_ui_with_layout(vec2(ui.available_width(), 24.0), Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let tip = "Opens this pair in Inspect, as it stands here.";
            if text_button(ui, "Open in Inspect").on_hover_text(tip).clicked() {
                out.push(ViewAction::Show(Tab::Inspect).into());
            }
            let tip = "Copies the scene with the answer of the masks as its expectation: a test for your game.";
            let scene = || Some(encode_scene(&window.session.scene()?, None, true));
            if text_button(ui, "Copy as test").on_hover_text(tip).clicked() {
                out.extend(scene().map(Request::Copy));
            }
            let tip = "Saves that scene to a file.";
            if text_button(ui, "Save as test…").on_hover_text(tip).clicked() {
                out.push(Request::Pick(PathFor::Export(&SCENE)));
            }
        });
    });
}

fn facts(ui: &mut Ui, window: &WindowState<'_>, played: Played<'_>, step: &Step) {
    let theme = Theme::of(ui);
    let log = window.session.log();
    let staged = log.and_then(LogPlayer::staged);
    if log.is_some() {
        let says = step.game.map_or_else(|| "nothing".to_owned(), |hit| hit_or_miss(hit).to_uppercase());
        let rule = staged.and_then(|staged| staged.judged.as_ref()?.0.game.as_ref()?.rule.clone());
        let by = rule.map_or_else(String::new, |rule| format!(", by {rule}"));
        fact(ui, "Game says", &format!("{says}{by}"), theme.t1);
    }
    let masks = hit_or_miss(step.masks_overlap()).to_uppercase();
    let shared = words::plural(step.overlap_area.into(), "pixel");
    fact(ui, "Masks say", &format!("{masks}, {shared} shared"), theme.t1);
    if let Some(why) = staged.and_then(|staged| staged.why.as_deref()) {
        fact(ui, "Why", &words::sentence(why), theme.bad_text);
    }
    if let Some(distance) = staged.and_then(|staged| staged.distance) {
        let text = format!("closest pixels: {} px apart", words::number(distance, 0..=1));
        fact(ui, "Nearest", &text, theme.t2);
    }
    if step.tunnel() {
        fact(ui, "Tunnel", &tunnel(window, played), theme.bad_text);
    }
    if let Some(text) = memory(window, played).filter(|_| log.is_none()) {
        fact(ui, "Memory", &text, theme.t2);
    }
    if let Some(Err(why)) = staged.map(|staged| staged.scene.as_ref()) {
        fact(ui, "Not shown", &words::sentence(why), theme.bad_text);
    }
    if staged.is_some_and(|staged| staged.is_moved) {
        fact(ui, "Moved", "A sprite was moved by hand. Any step returns to the log.", theme.t2);
    }
}

fn fact(ui: &mut Ui, label: &str, text: &str, ink: Color32) {
    labelled(ui, label, text, |painter, width| painter.layout(text.to_owned(), theme::text(), ink, width));
}

/// Returns where one sprite passed through the other.
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

/// Returns the memory of `last-hit` at a check of a drag, and its cost there.
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
