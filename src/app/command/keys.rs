//! Keys: which command each gives, and whether the canvas or a control gets it.

use egui::{Context, Event, FocusDirection, Id, InputState, Key, KeyboardShortcut};
use strum::VariantArray as _;

use super::declaration::{Direction, Section, is_game, key_name, matches};
use super::list::Command;
use crate::app::request::{Popup, Request, WindowState};
use crate::app::script_field;
use crate::app::widgets::{Query, gesture};
use crate::session::StageAction;

/// The commands that Space gives once it is let go: of a paused game, else of what plays.
const ON_SPACE: [Command; 2] = [Command::GoOn, Command::Play];

impl Command {
    /// The enabled command that a key press gives.
    fn of_key(pressed: KeyboardShortcut, window: &WindowState<'_>) -> Option<Self> {
        let is_meant = |command: &Self| command.keys().into_iter().any(|shortcut| matches(shortcut, pressed));
        Self::all().iter().copied().find(|command| is_meant(command) && command.is_enabled(window))
    }
}

/// All keys of commands, in words.
pub fn key_names() -> impl Iterator<Item = String> {
    Command::all().iter().flat_map(|command| command.keys()).map(key_name)
}

/// The owner of the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// Nothing has the focus: all keys are commands.
    Canvas,
    /// A control has the focus: arrows, Tab and space are its own.
    Control,
    /// A text is being written: only keys that cannot be text are commands.
    Text,
    /// The script of a scan is being written: the same, and what undoes it.
    Script,
    /// A button of the pointer is held: what changes the scene would split the drag in two.
    Gesture,
    /// Something lies over the window: only the ways to find commands remain.
    Popup,
}

impl Owner {
    fn of(ctx: &Context, window: &WindowState<'_>) -> Self {
        if window.has_popup || ctx.memory(|memory| memory.top_modal_layer().is_some()) || egui::Popup::is_any_open(ctx)
        {
            Self::Popup
        } else if script_field::is_edited(ctx) {
            Self::Script
        } else if ctx.text_edit_focused() {
            Self::Text
        } else if ctx.input(|input| input.pointer.any_down()) {
            Self::Gesture
        } else if ctx.egui_wants_keyboard_input() {
            Self::Control
        } else {
            Self::Canvas
        }
    }

    fn leaves(self, command: Command) -> bool {
        match self {
            Self::Canvas => true,
            Self::Control => !matches!(
                command,
                Command::Nudge(_)
                    | Command::HitboxBelow
                    | Command::HitboxAbove
                    | Command::NudgeFar(_)
                    | Command::OtherSprite
                    | Command::Play
                    | Command::GoOn
                    | Command::NextStep
                    | Command::CloseLesson
            ),
            Self::Text | Self::Script => {
                use Section as S;
                let undoes = self == Self::Script && command.section() == S::History;
                undoes
                    || matches!(command.section(), S::Images | S::Scenes | S::Exports | S::Program | S::Views | S::Help)
            }
            Self::Gesture => matches!(command.section(), Section::Zoom | Section::Layers | Section::Theme),
            Self::Popup => {
                command.section() == Section::Help && !matches!(command, Command::Menu | Command::ScriptHelp)
            }
        }
    }
}

/// Turns key presses into requests and keeps them from egui. To be called before anything is shown.
///
/// Where Tab changes the sprite, it and the arrows move the focus only while a control has it; Shift Tab gives it to the
/// first control, Escape takes it back.
pub fn handle_keys(ctx: &Context, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let owner = Owner::of(ctx, window);
    if gesture::take_escape(ctx) {
        out.push(StageAction::Cancel.into());
    }
    let mut early = None;
    ctx.input_mut(|input| {
        input.events.retain(|event| match &mut early {
            // What follows the key of the palette in the same frame is for the palette.
            Some(typed) => !keep_for_palette(event, typed),
            None => {
                let asked = out.len();
                let is_taken = take(event, owner, window, out);
                let opens = |request: &Request| matches!(request, Request::Open(Popup::Find));
                early = out[asked..].iter().any(opens).then(String::new);
                !is_taken
            }
        });
    });
    if let Some(typed) = early {
        Query::type_early(ctx, typed);
    }
    if matches!(owner, Owner::Canvas | Owner::Gesture) {
        keep_focus_still(ctx, window);
    }
    if owner == Owner::Canvas && ctx.input(was_arrow_released) {
        out.push(StageAction::Settle.into());
    }
    let is_tapped = space_was_tapped(ctx);
    // Where a ball jumps, Space is its own.
    let plays = |command: &Command| owner.leaves(*command) && command.is_enabled(window) && !is_game(window);
    let on_space = ON_SPACE.into_iter().filter(|command| command.is_offered()).find(plays);
    if let Some(command) = on_space.filter(|_| is_tapped) {
        command.ask(window, out);
    }
}

/// Adds the text of a key press to `typed`; returns whether the event is one of the keyboard.
fn keep_for_palette(event: &Event, typed: &mut String) -> bool {
    if let Event::Text(text) = event {
        typed.push_str(text);
    }
    matches!(event, Event::Text(_) | Event::Key { pressed: true, .. })
}

/// Gives the command of a key press; returns whether there is one.
fn take(event: &Event, owner: Owner, window: &WindowState<'_>, out: &mut Vec<Request>) -> bool {
    let Event::Key { key, pressed: true, repeat, modifiers, .. } = event else { return false };
    let pressed = KeyboardShortcut::new(*modifiers, *key);
    if owner == Owner::Script {
        // Only what was typed is undone there, and by nothing else: the field would bring back the text of another script.
        let steps = [Command::Undo, Command::Redo].into_iter().zip(window.session.undo_redo_deeds());
        let mut others = steps.filter(|(_, deed)| *deed != Some("script"));
        if others.any(|(command, _)| command.keys().into_iter().any(|shortcut| matches(shortcut, pressed))) {
            return true;
        }
    }
    let command = Command::of_key(pressed, window);
    // Space acts on release: held, it drags the canvas.
    let Some(command) = command.filter(|&command| owner.leaves(command) && !ON_SPACE.contains(&command)) else {
        return false;
    };
    if !repeat || command.repeats() {
        command.ask(window, out);
    }
    true
}

/// egui reads Tab and the arrows before they can be taken: this undoes what it did with them.
fn keep_focus_still(ctx: &Context, window: &WindowState<'_>) {
    // By the time of the frame, Shift may already have been released.
    let is_free = !Command::OtherSprite.is_enabled(window);
    let enters = |event: &Event| match event {
        Event::Key { key: Key::Tab, pressed: true, modifiers, .. } => modifiers.shift || is_free,
        _ => false,
    };
    if !ctx.input(|input| input.events.iter().any(enters)) {
        ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
}

fn was_arrow_released(input: &InputState) -> bool {
    Direction::VARIANTS.iter().any(|direction| input.key_released(direction.key()))
}

/// True if space was let go without having been held for a drag, and was pressed while nothing else had it.
fn space_was_tapped(ctx: &Context) -> bool {
    let id = Id::unique("space is spoken for");
    let (is_down, is_released, is_dragging) =
        ctx.input(|input| (input.key_down(Key::Space), input.key_released(Key::Space), input.pointer.any_down()));
    let is_focused = ctx.egui_wants_keyboard_input();
    let spoken_for = ctx.data(|data| data.get_temp(id).unwrap_or(false)) || (is_down && (is_dragging || is_focused));
    ctx.data_mut(|data| data.insert_temp(id, spoken_for && !is_released));
    is_released && !spoken_for
}
