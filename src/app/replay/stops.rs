//! A game that can be stopped: the row of its buttons, its headline, its status, what stops it, and the line of the game that
//! made the shown check.

use egui::containers::menu::MenuButton;
use egui::{Atom, Checkbox, Frame};

use crate::app::command::{Command, item, tooltip};
use crate::app::outside;
use crate::app::panels::answer::AnswerLine;
use crate::app::panels::padded;
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{NumberField, PillVerdict, divider, keyed_button, section_title, text_button};
use crate::files::pair_names;
use crate::session::{GameCode, GameState, LineMark, LogAction, LogPlayer, PausedGame, StoppableGame};
use maskscope_core::replay::{Step, Verdict};

/// Height of the row, free space at its ends and between two buttons, in points.
pub const HEIGHT: f32 = 36.0;
const EDGE: f32 = 12.0;
const GAP: f32 = 4.0;
/// Widths of the first button, whose text changes, and of the field of the tolerance.
const FIRST: f32 = 86.0;
const FIELD: f32 = 80.0;
/// The reason why the buttons of another game do nothing.
const NOT_STOPPABLE: &str = "Start it with --break.";

/// True if the row is shown: the game runs, or has run, while its log is followed.
pub const fn has_row(log: &LogPlayer) -> bool {
    outside::HAS_SYSTEM && (log.game.is_some() || log.is_followed)
}

/// Shows the row; a narrow window goes without its right half.
pub fn show_row(ui: &mut Ui, window: &WindowState<'_>, log: &LogPlayer, is_narrow: bool, out: &mut Vec<Request>) {
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.add_space(EDGE);
        for (command, width) in [(Command::NextFrame, FIRST), (Command::NextWrongHit, 0.0), (Command::GoOn, 0.0)] {
            let is_solid = command == Command::GoOn && log.paused().is_some();
            let (label, key) = (command.label(window), command.key());
            let is_enabled = command.is_enabled(window);
            let button = ui.add_enabled_ui(is_enabled, |ui| keyed_button(ui, &label, &key, is_solid, width)).inner;
            ask_if_clicked(command, button, window, log, out);
        }
        ignore(ui, window, log, out);
        if !is_narrow {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.add_space(EDGE);
                tolerance(ui, window, log, out);
                toggle(ui, window, log, out);
            });
        }
    });
}

/// Gives the command of a button, which its tooltip explains; of a game that cannot be stopped, that says how it can.
fn ask_if_clicked(
    command: Command,
    button: Response,
    window: &WindowState<'_>,
    log: &LogPlayer,
    out: &mut Vec<Request>,
) {
    let button = match log.game {
        None => button.on_disabled_hover_text(NOT_STOPPABLE),
        Some(_) => tooltip(button, command),
    };
    if button.clicked() {
        command.ask(window, out);
    }
}

/// Adds the button that ignores the line, and the menu that ignores the pair.
fn ignore(ui: &mut Ui, window: &WindowState<'_>, log: &LogPlayer, out: &mut Vec<Request>) {
    let can_ignore = |command: Command| command.is_enabled(window);
    let line = Command::IgnoreLine;
    let button = ui.add_enabled_ui(can_ignore(line), |ui| text_button(ui, &line.label(window))).inner;
    ask_if_clicked(line, button, window, log, out);
    ui.spacing_mut().item_spacing.x = 1.0;
    ui.add_enabled_ui(can_ignore(Command::IgnorePair), |ui| {
        ui.spacing_mut().button_padding = Vec2::splat(GAP);
        let (button, _) = MenuButton::from_button(Button::new(Icon::Down.atom()))
            .ui(ui, |ui| item(ui, Command::IgnorePair, window, out));
        button.accessible_name("More to ignore").on_hover_text("Ignores more than this line.");
    });
    ui.spacing_mut().item_spacing.x = GAP;
}

/// Adds the button that is pressed while the game stops at wrong hits.
fn toggle(ui: &mut Ui, window: &WindowState<'_>, log: &LogPlayer, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let (command, is_on) = (Command::StopAtWrong, log.game.as_ref().is_some_and(|game| game.rules.is_on));
    let button = ui.add_enabled_ui(command.is_enabled(window), |ui| {
        ui.visuals_mut().selection.bg_fill = theme.ctl_hi;
        let ink = if is_on { theme.bad } else { theme.t3 };
        let dot = Atom::paint(Vec2::splat(12.0), move |ui, args| {
            ui.painter().circle_filled(args.rect.center(), 3.5, ink);
        });
        let text = RichText::new(command.label(window)).color(theme.t1);
        ui.add(Button::new((dot, text)).selected(is_on)).accessible_name(command.label(window))
    });
    ask_if_clicked(command, button.inner, window, log, out);
}

/// Adds the field of the distance below which nothing stops the game.
fn tolerance(ui: &mut Ui, window: &WindowState<'_>, log: &LogPlayer, out: &mut Vec<Request>) {
    let mut px = log.game.as_ref().map_or(0.0, |game| game.rules.from_px);
    let field = ui.add_enabled_ui(Command::StopAtWrong.is_enabled(window), |ui| {
        let field = NumberField::new("Stops from this distance on", &mut px, 0.0..=1_000.0);
        ui.add(field.label("from").unit(" px").width(FIELD))
    });
    let tip = "The game is not stopped where the pixels are less than this apart, or less than this deep.";
    let tip = if log.game.is_some() { tip } else { NOT_STOPPABLE };
    if field.inner.on_hover_text(tip).on_disabled_hover_text(tip).changed() {
        out.push(LogAction::StopFrom(px).into());
    }
}

/// Returns the headline of a game that runs or waits, above what is `shown`; `None` of others. `so_far` is what its checks come
/// to.
pub fn answer(log: &LogPlayer, so_far: String, shown: String) -> Option<AnswerLine> {
    let game = log.game.as_ref()?;
    match &game.state {
        GameState::Running => Some(AnswerLine::new(PillVerdict::Running, so_far, of_running(log, game))),
        GameState::Paused(paused) => Some(of_paused(log, paused, shown)),
        GameState::Awaited | GameState::Ended { .. } | GameState::Lost(_) => None,
    }
}

/// Returns `Frame 66. It stops at the first hit of each line whose pixels are 5 px apart or more.`
fn of_running(log: &LogPlayer, game: &StoppableGame) -> String {
    let when = log.replay.steps.last().map(|step| words::sentence(&log.replay.when(step.at)));
    let stops = match (game.rules.is_on, game.rules.from_px > 0.0) {
        (false, _) => "It runs freely.".to_owned(),
        (true, false) => "It stops at the first wrong hit of each line.".to_owned(),
        (true, true) => {
            let px = words::number(game.rules.from_px, 0..=2);
            format!("It stops at the first hit of each line whose pixels are {px} px apart or more.")
        }
    };
    when.into_iter().chain([stops]).collect::<Vec<_>>().join(" ")
}

/// Returns what has stopped the game, unless somebody looks back.
fn of_paused(log: &LogPlayer, paused: &PausedGame, shown: String) -> AnswerLine {
    let line = |sentence: String, detail: String| AnswerLine::new(PillVerdict::Paused, sentence, detail);
    let paused_at = format!("Paused at frame {}", words::thousands(paused.frame));
    let step = log.step().map(|(_, step)| step).filter(|step| is_at(step, paused));
    if !log.is_live {
        return line(paused_at, shown);
    }
    match (step, &paused.cause) {
        (Some(step), _) if step.disagrees() => line(fault(log, step), about(log, paused, step)),
        (_, Some(cause)) => line(cause.place.clone(), words::capitalised(&cause.verdict.words())),
        (Some(_), None) => line(paused_at, shown),
        (None, None) => line(paused_at, "No check was made in this frame.".to_owned()),
    }
}

/// True if a check was made in the frame at whose end the game waits.
fn is_at(step: &Step, paused: &PausedGame) -> bool {
    step.at.total_cmp(&paused.at()).is_eq()
}

/// Returns `Ship × Rock hit, and touch no pixel: 6.3 px apart`.
fn fault(log: &LogPlayer, step: &Step) -> String {
    let names = pair_names(&log.replay.pairs[step.pair as usize].names);
    let px = |way: &str| {
        step.measure().map_or_else(String::new, |px| format!(": {} px {way}", words::number(px.into(), 1..=1)))
    };
    match step.verdict {
        Verdict::UnfairHit => format!("{names} hit, and touch no pixel{}", px("apart")),
        Verdict::MissedTouch => format!("{names} touch, and the game misses{}", px("deep")),
        Verdict::OtherPixel => format!("{names} hit, but the area or the first pixel differs"),
        Verdict::TestWrong | Verdict::Right => {
            let answer = words::hit_or_miss(step.game == Some(true));
            format!("{names}: the game says {answer}, and what it tested says otherwise")
        }
    }
}

/// Returns `Frame 70, asteroids.py:56: its boxes overlap 27 × 13`, and the number of wrong checks at that line that stopped
/// nothing.
fn about(log: &LogPlayer, paused: &PausedGame, step: &Step) -> String {
    let at = log.replay.sites[step.site as usize].at.as_deref();
    let at = at.map_or_else(String::new, |at| format!(", {at}"));
    let found = log.staged().filter(|_| log.is_staged()).and_then(|staged| staged.found.as_ref().ok());
    let tested = found.and_then(|found| found.judgement.tested_words(&found.check));
    let tested = tested.map_or_else(String::new, |tested| format!(": {tested}"));
    let passed = paused.cause.as_ref().map_or(0, |cause| cause.passed);
    let passed = match passed {
        0 => String::new(),
        passed => format!("; {} before it stopped nothing here", words::plural(passed, "wrong check")),
    };
    format!("Frame {}{at}{tested}{passed}", words::thousands(paused.frame))
}

/// Returns where the shown check stands in the game: `paused here`, or `follows the game`.
pub fn place_note(log: &LogPlayer) -> Option<&'static str> {
    let game = log.game.as_ref()?;
    let (_, step) = log.on_canvas().step()?;
    match game.paused() {
        Some(paused) => is_at(step, paused).then_some("paused here"),
        None => (game.is_running() && log.is_live).then_some("follows the game"),
    }
}

/// Returns the state of the game in a few words, while it is connected: `paused at frame 70`, `runs, frame 66`.
pub fn state(log: &LogPlayer) -> Option<String> {
    let game = log.game.as_ref()?;
    if let Some(paused) = game.paused() {
        return Some(format!("paused at frame {}", words::thousands(paused.frame)));
    }
    let latest = log.replay.steps.last().map_or_else(String::new, |step| format!(", {}", log.replay.when(step.at)));
    game.is_running().then(|| format!("runs{latest}"))
}

/// Returns the game in the words of the transport: `of a paused game`.
pub fn whose(log: &LogPlayer) -> Option<&'static str> {
    match log.game.as_ref()?.state {
        GameState::Paused(_) => Some("of a paused game"),
        GameState::Running => Some("of a running game"),
        GameState::Awaited | GameState::Ended { .. } | GameState::Lost(_) => None,
    }
}

/// Says in the status line what the game does, where nothing else is said.
pub fn tell(ui: &Ui, log: &LogPlayer) {
    let Some(game) = &log.game else { return };
    let slow = game.slow_ms.map(|ms| format!("judging takes {} ms a frame", words::number(ms, 0..=1)));
    let of_running = |name: &str| {
        let status = Status::of(name).note(slow.clone().unwrap_or_default());
        status.can(".", "stop now").can("Ctrl B", "stops on, off")
    };
    let status = match &game.state {
        GameState::Awaited => Status::of("The game has not connected yet"),
        GameState::Running if game.rules.is_on => of_running("Stops at wrong hits"),
        GameState::Running => of_running("Runs freely"),
        GameState::Paused(paused) => {
            let note = match slow {
                _ if game.stops == 1 => "its clocks stand still, other threads run on".to_owned(),
                Some(slow) => slow,
                None => "in the game's window".to_owned(),
            };
            let status = Status::of(format!("Paused at frame {}", words::thousands(paused.frame))).note(note);
            status.can("F7", "next frame").can("F8", "next wrong hit").can("F9", "go on")
        }
        GameState::Ended { was_paused: true } => Status::of("The game ended while paused"),
        GameState::Ended { was_paused: false } => Status::of("The game has ended"),
        GameState::Lost(why) => Status::of("The game can no longer be stopped").note(why),
    };
    status::tell_else(ui, status);
}

/// Shows what stops the game and what does not, while it is connected.
pub fn show_rules(ui: &mut Ui, log: &LogPlayer, out: &mut Vec<Request>) {
    let Some(game) = log.game.as_ref().filter(|game| game.is_connected()) else { return };
    let theme = Theme::of(ui);
    padded(ui, 0, 10, |ui| {
        let from = match game.rules.from_px > 0.0 {
            true => format!("from {} px", words::number(game.rules.from_px, 0..=2)),
            false => String::new(),
        };
        section_title(ui, "It will stop at", &from);
        let rules =
            [("unfair hits", game.rules.is_on), ("answers that are not those of its own shapes", game.rules.is_on)];
        for (text, is_on) in rules {
            ui.horizontal(|ui| {
                let ink = if is_on { theme.t1 } else { theme.t3 };
                let (place, _) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
                if is_on {
                    Icon::Check.paint(ui.painter(), place.center(), ink);
                }
                ui.label(RichText::new(text).color(ink));
            });
        }
        let mut with_missed = game.rules.with_missed;
        let tick = ui.add_enabled(game.rules.is_on, Checkbox::new(&mut with_missed, "missed touches"));
        let tip = "Forgiving hitboxes miss touches by design. Without the tick they stop nothing.";
        if tick.on_hover_text(tip).changed() {
            out.push(LogAction::StopAtMissed(with_missed).into());
        }
    });
    divider(ui);
    padded(ui, 0, 10, |ui| {
        section_title(ui, "It never stops at", "");
        let young = if game.rules.at_any { "" } else { " lines with fewer than 20 checks and 3 hits so far," };
        let ignored = ignored(log);
        let text =
            format!("What only looks wrong (elsewhere, broad phase, contact),{young} and what you ignore: {ignored}.");
        ui.add(Label::new(RichText::new(text).font(theme::note()).color(theme.t2)).wrap());
    });
    divider(ui);
}

/// Returns the lines and the pairs of kinds that are ignored: `main.py:12, Ship × Rock`.
fn ignored(log: &LogPlayer) -> String {
    let lines =
        log.incidents.marks.iter().filter(|(_, mark)| **mark == LineMark::Ignored).map(|(line, _)| line.clone());
    let all: Vec<_> = lines.chain(log.incidents.ignored_kinds.iter().map(pair_names)).collect();
    if all.is_empty() { "nothing yet".to_owned() } else { all.join(", ") }
}

/// Shows a line of the game between its neighbours.
pub fn show_code(ui: &mut Ui, code: &GameCode) {
    let theme = Theme::of(ui);
    let indent = |line: &String| line.len() - line.trim_start_matches(' ').len();
    let shared = code.lines.iter().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    ui.add_space(6.0);
    Frame::new().fill(theme.canvas).stroke(Stroke::new(1.0, theme.edge)).corner_radius(3.0).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (line, number) in code.lines.iter().zip(code.first..) {
            let (line, number, is_meant) =
                (line.get(shared..).unwrap_or_default(), number.to_string(), number == code.meant);
            let ink = if is_meant { theme.t1 } else { theme.t2 };
            let number_galley = ui.painter().layout_no_wrap(number.clone(), theme::mono(), theme.t3);
            let left = number_galley.size().x.max(16.0) + 16.0;
            let galley = ui.painter().layout(line.to_owned(), theme::mono(), ink, ui.available_width() - left - 8.0);
            let size = vec2(ui.available_width(), galley.size().y.max(14.0) + 4.0);
            let (rect, row) = ui.allocate_exact_size(size, Sense::hover());
            if is_meant {
                ui.painter().rect_filled(rect, 0.0, theme.ctl);
            }
            let end = rect.left() + left - 8.0 - number_galley.size().x;
            ui.painter().galley(pos2(end, rect.top() + 2.0), number_galley, theme.t3);
            ui.painter().galley(rect.min + vec2(left, 2.0), galley, ink);
            row.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{number}: {line}")));
        }
    });
}
