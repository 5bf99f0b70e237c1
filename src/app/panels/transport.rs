//! The transport: how much of the selected scan has been played, and what it finds.

use egui::Galley;
use egui::text::{LayoutJob, TextFormat};

use super::layout::{PADDING, found_in_words};
use crate::app::command::context_menu;
use crate::app::command::{Command, tooltip, way_to_hit};
use crate::app::prelude::*;
use crate::app::script_field;
use crate::app::widgets::{End, Scrubber, drop_down, icon_button, icon_toggle, main_button, marked_button};
use crate::session::{LogPlayer, PlaybackAction, Recording, Speed, VisitFind};
use maskscope_core::scan::VisitOutcome;

/// Above the buttons, and below them, in points.
const ABOVE: f32 = 10.0;
const BELOW: f32 = 4.0;
/// Height of the buttons, and of all above a track.
const BUTTONS: f32 = 24.0;
pub const ABOVE_TRACK: f32 = ABOVE + BUTTONS + BELOW;
/// Between groups of buttons, and before words.
const GROUP: f32 = 16.0;
const WORDS: f32 = 24.0;
/// Between two words of different type.
const SPACE: f32 = 4.0;
/// Width of the picker of a tempo.
const TEMPO: f32 = 116.0;
/// Opacity while the recording belongs to an earlier placement.
const STALE: f32 = 0.5;

/// Shows the transport of a scan.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let has_visits = Command::Play.is_enabled(window);
    let left = |ui: &mut Ui, out: &mut Vec<Request>| {
        ui.add_enabled_ui(has_visits, |ui| {
            commands(ui, window, out);
            if Command::ToTheHit.is_enabled(window) {
                ui.add_space(GROUP - 4.0);
                hit_button(ui, window, out);
            }
        });
    };
    row(ui, out, left, |ui, out| settings(ui, window, out), |ui| progress(ui, window.session));
    track(ui, |ui| {
        ui.add_enabled_ui(has_visits, |ui| {
            // The words that stand in place of visits can be read.
            ui.set_opacity(1.0);
            scrubber(ui, window.session, out);
        })
    });
}

/// Shows the row of a transport: the buttons that `left` adds, what `right` adds from the right, and in the room between what
/// `words` says.
pub fn row(
    ui: &mut Ui,
    out: &mut Vec<Request>,
    left: impl FnOnce(&mut Ui, &mut Vec<Request>),
    right: impl FnOnce(&mut Ui, &mut Vec<Request>),
    words: impl FnOnce(&mut Ui),
) {
    ui.spacing_mut().item_spacing = vec2(4.0, 0.0);
    ui.add_space(ABOVE);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), BUTTONS), Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(PADDING);
        left(ui, out);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(PADDING);
            right(ui, out);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add_space(GROUP);
                words(ui);
            });
        });
    });
}

/// Adds a track below the row, with free space at both sides.
pub fn track<R>(ui: &mut Ui, add_track: impl FnOnce(&mut Ui) -> R) {
    ui.add_space(BELOW);
    egui::Frame::new().inner_margin(egui::Margin::symmetric(12, 0)).show(ui, add_track);
}

/// Shows the five buttons that lead through what is played: a scan, the race, checks, the ball.
pub fn commands(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let is_playing = window.session.is_playing() && Command::Play.is_enabled(window);
    let tab = window.session.view().tab;
    let race = window.session.race();
    let again = tab == Tab::Race && race.steps() > 0 && race.has_ended(window.session.derived().rows());
    let (icon, text) = match is_playing {
        true => (Icon::Pause, "Pause"),
        false => (Icon::Play, if again { "Again" } else { "Play" }),
    };
    let play = if tab == Tab::Terrain { Command::PlayGame } else { Command::Play };
    let is_game_paused = tab == Tab::Replay && window.session.log().and_then(LogPlayer::paused).is_some();
    for (icon, command) in [
        (Icon::First, Command::First),
        (Icon::Back, Command::StepBack),
        (icon, play),
        (Icon::On, Command::StepOn),
        (Icon::Last, Command::Last),
    ] {
        let button = match command == play {
            true => main_button(ui, icon, text, !is_game_paused),
            false => icon_button(ui, icon, &command.label(window)),
        };
        ask_if_clicked(command, button, window, out);
    }
}

fn hit_button(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let is_elsewhere = way_to_hit(window).is_some();
    let hit = marked_button(ui, &Command::ToTheHit.label(window), move |painter, center| match is_elsewhere {
        true => marks::open_diamond(painter, center, 5.0, theme.t1),
        false => marks::diamond(painter, center, 5.0, theme.both),
    });
    ask_if_clicked(Command::ToTheHit, hit, window, out);
}

/// Gives the command that a button stands for, which its tooltip explains.
pub fn ask_if_clicked(command: Command, response: Response, window: &WindowState<'_>, out: &mut Vec<Request>) {
    if tooltip(response, command).clicked() {
        command.ask(window, out);
    }
}

/// Tempo and repeat of whatever is shown, from the right.
pub fn settings(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let repeat = icon_toggle(ui, Icon::Loop, "Repeat", window.session.transport().repeat);
    if tooltip(repeat, Command::Repeat).clicked() {
        Command::Repeat.ask(window, out);
    }
    ui.add_space(4.0);
    tempo(ui, window, out);
}

/// A list of seconds into which the whole run fits, and of round speeds: `4 s  125 / s`.
fn tempo(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let (session, theme) = (window.session, Theme::of(ui));
    let fit = session.transport().fit;
    let in_words = |seconds: u32| format!("{seconds} s");
    let a_second = |speed: f64| format!("{} / s", words::number(speed, 0..=0));
    let fitting = fit.map(in_words).unwrap_or_default();
    let apart = if fit.is_some() { " " } else { "" };
    let speed = format!("{apart}{}", a_second(session.speed().visits_per_second()));
    let chosen = layout(ui, &[(&fitting, theme::text(), theme.t1), (&speed, theme::mono(), theme.t2)]);
    let seconds = if session.view().tab == Tab::Race { [4, 12, 30] } else { [2, 4, 10] };
    let list = drop_down("tempo", chosen.galley, TEMPO).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for seconds in seconds {
            if ui.selectable_label(fit == Some(seconds), in_words(seconds)).clicked() {
                out.push(PlaybackAction::SetFit(seconds).into());
            }
        }
        ui.separator();
        for speed in (0..=5).filter_map(|power| Speed::new(10_f64.powi(power))) {
            let is_set = fit.is_none() && speed == session.speed();
            if ui.selectable_label(is_set, a_second(speed.visits_per_second())).clicked() {
                out.push(PlaybackAction::SetSpeed(speed).into());
            }
        }
    });
    list.response
        .accessible_name(format!("Tempo: {}", chosen.spoken.trim_start()))
        .on_hover_text("The whole run in a few seconds, or a number of visits per second. Slower [, faster ].");
}

/// `372 / 497 visits`; left out where there is no room.
pub fn position(ui: &mut Ui, position: u64, total: u64, unit: &str) {
    let theme = Theme::of(ui);
    let total = words::thousands(total);
    // The width of the total, so that nothing moves while it plays.
    let position = format!("{:>width$}", words::thousands(position), width = total.len());
    let rest = format!("/ {total} {unit}");
    let text = layout(ui, &[(&position, theme::mono(), theme.t1), (&rest, theme::mono(), theme.t3)]);
    if text.galley.size().x <= ui.available_width() {
        label(ui, text);
    }
}

/// `372 / 497 visits   at 21,12: only A solid`; the latter is left out where there is no room.
fn progress(ui: &mut Ui, session: &Session) {
    if session.hides_selected() {
        label(
            ui,
            layout(ui, &[("0", theme::mono(), Theme::of(ui).t1), ("/ ? visits", theme::mono(), Theme::of(ui).t3)]),
        );
        ui.add_space(WORDS - 4.0);
        label(ui, layout(ui, &[("not played yet", theme::note(), Theme::of(ui).t2)]));
        return;
    }
    let Some(recording) = session.derived().recording().filter(|recording| recording.count.visits > 0) else { return };
    if session.derived().recording_is_stale() {
        ui.multiply_opacity(STALE);
    }
    position(ui, session.playback().position(), recording.count.visits, "visits");
    let Some(finds) = finds(ui, session, recording) else { return };
    if WORDS + finds.galley.size().x <= ui.available_width() {
        ui.add_space(WORDS - 4.0);
        label(ui, finds);
    }
}

/// The result of the current visit, in words.
fn finds(ui: &Ui, session: &Session, recording: &Recording) -> Option<SpokenText> {
    let visit = session.current_visit()?;
    let scan = session.scans().selected();
    let found = session.derived().subject()?.found(scan, visit);
    let outcome = recorded_outcome(session, recording);
    let place = Cell::new(visit.x.into(), visit.y.into()) + recording.overlap_box?.origin() + session.corner_of_a();
    let theme = Theme::of(ui);
    let (what, ink) = match outcome {
        Some(outcome) if visit.cells() > 1 => outcome_in_words(outcome, found, theme),
        _ => found_in_words(found, visit, theme),
    };
    let place = format!("{}:", session.origin().point(place));
    let size = if visit.cells() == 1 { "at".to_owned() } else { format!("{} × {} at", visit.width, visit.height) };
    Some(layout(ui, &[(&size, theme::note(), theme.t2), (&place, theme::mono(), theme.t1), (what, theme::note(), ink)]))
}

/// The decision of the current visit, if the scan tests rectangles and reports it.
fn recorded_outcome(session: &Session, recording: &Recording) -> Option<VisitOutcome> {
    let rank = usize::try_from(session.playback().position()).ok()?.checked_sub(1)?;
    recording.outcomes.get(rank).copied()
}

/// The decision about a rectangle of several cells; `found` says which mask is empty in it.
const fn outcome_in_words(outcome: VisitOutcome, found: VisitFind, theme: &Theme) -> (&'static str, Color32) {
    match (outcome, found.a, found.b) {
        (VisitOutcome::Split, ..) => ("split", theme.t2),
        (VisitOutcome::Hit, ..) if found.both => ("accepted: they must share a pixel", theme.both_text),
        (VisitOutcome::Hit, ..) => ("accepted unchecked; nothing is shared", theme.bad),
        (VisitOutcome::Miss, false, _) => ("pruned, A is empty there", theme.t3),
        (VisitOutcome::Miss, true, _) => ("pruned, B is empty there", theme.t3),
    }
}

/// A line of words of different type, and its text for screen readers.
struct SpokenText {
    galley: Arc<Galley>,
    spoken: String,
}

fn layout(ui: &Ui, parts: &[(&str, FontId, Color32)]) -> SpokenText {
    let mut job = LayoutJob::default();
    for (at, (text, font, ink)) in parts.iter().enumerate() {
        let format = TextFormat { valign: Align::Center, ..TextFormat::simple(font.clone(), *ink) };
        job.append(text, if at == 0 { 0.0 } else { SPACE }, format);
    }
    let spoken = parts.iter().map(|(text, ..)| text.trim_start()).collect::<Vec<_>>().join(" ");
    SpokenText { galley: ui.painter().layout_job(job), spoken }
}

fn label(ui: &mut Ui, SpokenText { galley, spoken }: SpokenText) {
    let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), &spoken));
    ui.painter().galley(rect.min, galley, Color32::PLACEHOLDER);
}

fn scrubber(ui: &mut Ui, session: &Session, out: &mut Vec<Request>) {
    let recording = session.derived().recording();
    if session.derived().recording_is_stale() {
        ui.multiply_opacity(STALE);
    }
    let name = format!("visits of {}", session.scans().selected().display_name());
    let of_script = session.derived().order_of_script().filter(|_| script_field::is_open(ui.ctx()));
    let without_hit = of_script.map_or(0, |(_, order)| order.count.visits);
    let row = session.derived().rows().get(session.scans().selected_index());
    let is_hit = recording.is_some_and(|recording| recording.hit.is_some());
    let scrubber = Scrubber {
        name: &name,
        position: session.playback().position(),
        nothing: if session.hides_selected() { "hidden until you guess" } else { "no visits" },
        total: recording.map_or(0, |recording| recording.count.visits),
        without_hit,
        // The visits of an earlier text say nothing of this one.
        end: End::of(
            is_hit,
            row.zip(recording).is_some_and(|(row, recording)| row.is_wrong && row.scan == recording.scan),
        ),
        finds: recording.map_or(&[], |recording| &recording.finds),
        never_visited: recording.filter(|_| without_hit == 0).map_or(0, |recording| recording.never_visited),
    };
    let (response, moved) = scrubber.show(ui);
    context_menu::on(ui, &response, context_menu::PLAYED);
    out.extend(moved.map(|position| PlaybackAction::Scrub(position).into()));
}
