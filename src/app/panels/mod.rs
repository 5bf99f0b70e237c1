//! The panels around the canvas.
//!
//! Every panel reads a [`WindowState`], changes nothing, and pushes [`Request`]s. The caller places it; its margins are
//! its own. No panel knows another: [`left`] and [`right`] put them together.
//!
//! - `layout`: the sizes that the panels share.
//! - `top`: the bar along the top: menus, views, zoom.
//! - `layers`: the row of layers below it.
//! - `answer`: the answer line: what boxes and masks say.
//! - `messages`: messages at the corner of the canvas.
//! - `transport`: how much of the scan has been played.
//! - `rail`: the buttons that replace the left panel in a small window.
//! - `sprites`: both sprites, in the left panel.
//! - `place`: where they stand, and by which rules.
//! - `pinned`: the numbers of the pinned B beside those of B.
//! - `pre_check`: the pre-check, in the right panel.
//! - `scans`: the table of scans below it.
//! - `about`: below the table, like the rest: the selected scan in words and as pseudo-code.
//! - `editor`: a person's own script.
//! - `recorded`: the recorded loop of a game, in place of a script.
//! - `pixel`: the pixel under the pointer, and its words.
//! - `masks`: the overlap and both masks in numbers.
//! - `engines`: the answers of known engines.
//! - `empty`: in other tabs, the cards of one that has nothing to show.

pub mod about;
pub mod answer;
pub mod editor;
pub mod empty;
pub mod engines;
pub mod layers;
mod layout;
mod masks;
pub mod messages;
pub mod pinned;
pub mod pixel;
pub mod place;
pub mod pre_check;
pub mod rail;
pub mod recorded;
pub mod scans;
pub mod sprites;
pub mod top;
pub mod transport;

pub use layout::{TRANSPORT, Thumbnail, left_width, padded, right_width, script_width};

use super::command::CODE;
use super::widgets::{divider, open_tab, open_tabs, sections, tab_row, tabs};
use crate::app::prelude::*;
use crate::files::scripts;
use crate::session::{EngineAction, ViewAction};
use maskscope_core::scan::Scan;

/// From this height of the window on, the selected scan is described above the tabs, if it is not one's own.
const HIGH: f32 = 960.0;
/// The name of the panel with the tabs, and its tabs.
pub const DETAILS: &str = "details";
const TABS: [&str; 7] = ["About", CODE, "Pixel", "Words", "Overlap", "Engines", "Masks"];
/// Room for the tabs and what they show, in points: below the description of the scan, alone, and as a share of a low panel.
const DETAILS_HEIGHT: f32 = 266.0;
const DETAILS_HIGH: f32 = 300.0;
const SHARE: f32 = 0.48;
/// Room for the script of one's own scan, in points, and its share of a low panel.
const DETAILS_OF_SCRIPT: f32 = 400.0;
const SHARE_OF_SCRIPT: f32 = 0.6;

/// The panel left of the canvas: both sprites, and where they stand.
pub fn left(ui: &mut Ui, window: &WindowState<'_>, thumbnails: [Thumbnail; 2], out: &mut Vec<Request>) {
    sections(ui, |ui| {
        for (slot, thumbnail) in Slot::ALL.into_iter().zip(thumbnails) {
            sprites::card(ui, window, slot, thumbnail, out);
            divider(ui);
        }
        place::show(ui, window, out);
        divider(ui);
        if window.session.stage().pinned().is_some() {
            pinned::show(ui, window, out);
            divider(ui);
        }
    });
}

/// The panel right of the canvas: the scans, and tabs with the selected scan in words and as code, the pixel under the
/// pointer, the words of both masks, the overlap in numbers, the rules and answers of engines, and facts about the masks.
pub fn right(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let is_high = ui.ctx().content_rect().height() >= HIGH;
    let room = ui.available_height();
    let high = match shows_script(ui, window) {
        true => DETAILS_OF_SCRIPT.min(SHARE_OF_SCRIPT * room),
        false if is_high => DETAILS_HIGH,
        false => DETAILS_HEIGHT.min(SHARE * room),
    };
    scans::show(ui, window, room - high, pre_check::choice, pre_check::row, out);
    divider(ui);
    let is_described = is_high && window.session.scans().selected().is_built_in();
    if is_described {
        padded(ui, 4, 4, |ui| about::show(ui, window, out));
        divider(ui);
    }
    details(ui, window, if is_described { &TABS[1..] } else { &TABS[..] }, out);
}

/// True if *Code* shows a script of one's own, or the recorded loop of a game.
pub fn shows_script(ui: &Ui, window: &WindowState<'_>) -> bool {
    let is_code = open_tabs(ui).get(DETAILS).is_some_and(|open| open == CODE);
    is_code && !window.session.scans().selected().is_built_in()
}

/// The panel right of the canvas of a small window, with the script in place of the tabs.
pub fn script(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    scans::show_few(ui, window, out);
    divider(ui);
    code(ui, window, out);
    watch(window, CODE, out);
}

/// The script of one's own scan with its head, or the recorded loop of a game.
fn code(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    match window.session.scans().selected().own() {
        Some(own) => {
            padded(ui, 0, 0, |ui| editor::head(ui, window, scripts(), out));
            editor::show(ui, window, own, out);
        }
        None => recorded::show(ui, window, out),
    }
}

/// The tabs that are `shown`, and what the open one has.
fn details(ui: &mut Ui, window: &WindowState<'_>, shown: &[&'static str], out: &mut Vec<Request>) {
    let open = if shows_script(ui, window) {
        let open = tab_row(ui, DETAILS, shown, &[]);
        code(ui, window, out);
        open
    } else {
        tabs(ui, DETAILS, shown, |ui, open| detail(ui, window, open, out))
    };
    watch(window, open, out);
}

/// Asks for what the `open` tab shows: what does not show is not computed.
fn watch(window: &WindowState<'_>, open: &str, out: &mut Vec<Request>) {
    if (open == "Engines") != window.session.engines().is_watched {
        out.push(EngineAction::Watch(open == "Engines").into());
    }
    if (open == "Overlap") != window.session.view().watches_push_out {
        out.push(ViewAction::WatchPushOut(open == "Overlap").into());
    }
    if (open == "Masks") != window.session.view().watches_health {
        out.push(ViewAction::WatchHealth(open == "Masks").into());
    }
}

/// Opens the code once where a step of a lesson begins with a script.
pub fn open_code_for_lesson(ui: &Ui, window: &WindowState<'_>) {
    let Some(open) = window.session.lessons().open() else { return };
    if open.step().scene.scan.and_then(Scan::own).is_some() {
        let (id, step) = (Id::unique("step with a script"), (open.lesson.name.clone(), open.place()));
        if ui.data(|data| data.get_temp(id)) != Some(step.clone()) {
            ui.data_mut(|data| data.insert_temp(id, step));
            open_tab(ui, DETAILS, CODE);
        }
    }
}

/// Shows the tab called `open`.
fn detail(ui: &mut Ui, window: &WindowState<'_>, open: &str, out: &mut Vec<Request>) {
    match open {
        "About" => about::show(ui, window, out),
        CODE => {
            editor::head(ui, window, scripts(), out);
            about::show_code(ui, window);
        }
        "Pixel" => pixel::show(ui, window),
        "Words" => pixel::show_words(ui, window, out),
        "Overlap" => masks::show_overlap(ui, window, out),
        "Engines" => {
            place::rules(ui, window, out);
            ui.add_space(8.0);
            engines::show(ui, window, out);
        }
        _ => masks::show_health(ui, window),
    }
}

/// The narrow rail that replaces the left panel in a small window.
pub fn rail(ui: &mut Ui, window: &WindowState<'_>, thumbnails: [Thumbnail; 2], out: &mut Vec<Request>) {
    rail::show(ui, |ui, tab| match tab {
        rail::RailTab::Sprite(slot) => sprites::card(ui, window, slot, thumbnails[slot as usize], out),
        rail::RailTab::Place => {
            place::show(ui, window, out);
            pinned::show(ui, window, out);
        }
    });
}
