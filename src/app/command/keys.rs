//! Keys: which command each stands for, and when it is the canvas's rather than a control's.

use egui::{Context, Event, FocusDirection, Id, InputState, Key, KeyboardShortcut, Modifiers};

use super::{Command, Direction, Section};
use crate::app::request::{Request, WindowState};
use crate::session::{Export, Layer, Slot, StageAction, Tab};

/// A key on its own.
const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

/// The keys of the scans, by their place in the table.
const DIGITS: [KeyboardShortcut; 9] = [
    plain(Key::Num1),
    plain(Key::Num2),
    plain(Key::Num3),
    plain(Key::Num4),
    plain(Key::Num5),
    plain(Key::Num6),
    plain(Key::Num7),
    plain(Key::Num8),
    plain(Key::Num9),
];

impl Direction {
    const fn key(self) -> Key {
        match self {
            Self::Left => Key::ArrowLeft,
            Self::Right => Key::ArrowRight,
            Self::Up => Key::ArrowUp,
            Self::Down => Key::ArrowDown,
        }
    }
}

impl Command {
    /// The keys that give the command, the usual one first. Where two share a key, the first that is enabled gets it.
    pub fn keys(self) -> Vec<KeyboardShortcut> {
        match self {
            Self::Open(Slot::A) => vec![ctrl(Key::O)],
            Self::Open(Slot::B) => vec![ctrl_shift(Key::O)],
            Self::Export(Export::Overlap | Export::Mask(Slot::A)) => vec![ctrl(Key::E)],
            Self::SaveScene => vec![ctrl(Key::S)],
            Self::Export(Export::Scene { embeds: false }) => vec![ctrl_shift(Key::S)],
            Self::Quit => vec![ctrl(Key::Q)],
            Self::Undo => vec![ctrl(Key::Z)],
            Self::Redo => vec![ctrl(Key::Y), ctrl_shift(Key::Z)],
            Self::OtherSprite => vec![plain(Key::Tab)],
            Self::Nudge(direction) => vec![plain(direction.key())],
            Self::NudgeFar(direction) => vec![shift(direction.key())],
            Self::Show(Tab::Inspect) => vec![ctrl(Key::Num1)],
            Self::Show(Tab::Race) => vec![ctrl(Key::Num2)],
            Self::Show(Tab::Survey) => vec![ctrl(Key::Num3)],
            Self::Show(Tab::Path) => vec![ctrl(Key::Num4)],
            Self::Show(Tab::Terrain) => vec![ctrl(Key::Num5)],
            Self::Fit => vec![plain(Key::F)],
            Self::One => vec![plain(Key::Num0)],
            Self::ZoomIn => vec![plain(Key::Plus), plain(Key::Equals)],
            Self::ZoomOut => vec![plain(Key::Minus)],
            Self::Layer(layer) => layer_key(layer).map(plain).into_iter().collect(),
            Self::Bits => vec![plain(Key::M)],
            Self::Play => vec![plain(Key::Space)],
            Self::StepBack => vec![plain(Key::Comma)],
            Self::StepOn => vec![plain(Key::Period)],
            Self::First => vec![plain(Key::Home)],
            Self::Last => vec![plain(Key::End)],
            Self::Slower => vec![plain(Key::OpenBracket)],
            Self::Faster => vec![plain(Key::CloseBracket)],
            Self::SelectScan(place) => DIGITS.get(place).copied().into_iter().collect(),
            Self::Find => vec![ctrl(Key::K)],
            Self::Keys => vec![plain(Key::F1)],
            Self::OpenPath(_)
            | Self::OpenScene
            | Self::OpenKeys
            | Self::Sheet(_)
            | Self::MaskImage(_)
            | Self::Conventions
            | Self::Export(_)
            | Self::CopyTable
            | Self::CopyLine
            | Self::Swap
            | Self::Theme(_)
            | Self::ToTheHit
            | Self::Repeat
            | Self::Traps => Vec::new(),
        }
    }

    /// Its usual key in words, `Ctrl Shift O`; nothing for a command without.
    pub fn key(self) -> String {
        self.keys().first().map(|&shortcut| key_name(shortcut)).unwrap_or_default()
    }

    /// The enabled command that a key press gives.
    fn of_key(pressed: KeyboardShortcut, window: &WindowState<'_>) -> Option<Self> {
        let is_meant = |command: &Self| command.keys().into_iter().any(|shortcut| matches(shortcut, pressed));
        Self::ALL.into_iter().find(|command| is_meant(command) && command.is_enabled(window))
    }

    /// Whether holding its key gives it again and again.
    const fn repeats(self) -> bool {
        matches!(
            self,
            Self::Nudge(_)
                | Self::NudgeFar(_)
                | Self::ZoomIn
                | Self::ZoomOut
                | Self::StepBack
                | Self::StepOn
                | Self::Slower
                | Self::Faster
                | Self::Undo
                | Self::Redo
        )
    }
}

const fn layer_key(layer: Layer) -> Option<Key> {
    match layer {
        Layer::Boxes => Some(Key::B),
        Layer::Intersection => Some(Key::I),
        Layer::Channels => Some(Key::C),
        Layer::Words => Some(Key::W),
        Layer::Visits => Some(Key::V),
        Layer::Grid => Some(Key::G),
        Layer::OnionSkin => Some(Key::O),
        Layer::Handles => Some(Key::H),
        Layer::TightBounds
        | Layer::BoundsUsed
        | Layer::Outlines
        | Layer::BitsA
        | Layer::BitsB
        | Layer::BitsBoth
        | Layer::CurrentVisit
        | Layer::FirstHit => None,
    }
}

fn matches(shortcut: KeyboardShortcut, pressed: KeyboardShortcut) -> bool {
    let modifiers = pressed.modifiers;
    // Many keyboards have `+` over another key.
    let is_close = shortcut.logical_key == Key::Plus && modifiers.matches_logically(shortcut.modifiers);
    shortcut.logical_key == pressed.logical_key && (is_close || modifiers.matches_exact(shortcut.modifiers))
}

/// A key in words, as tooltips and menus write it: `Ctrl K`, `Shift ←`, `Space`.
pub fn key_name(shortcut: KeyboardShortcut) -> String {
    let modifiers = shortcut.modifiers;
    let ctrl = if modifiers.command { "Ctrl " } else { "" };
    let shift = if modifiers.shift { "Shift " } else { "" };
    let key = match shortcut.logical_key {
        Key::ArrowLeft => "←",
        Key::ArrowRight => "→",
        Key::ArrowUp => "↑",
        Key::ArrowDown => "↓",
        key => key.symbol_or_name(),
    };
    format!("{ctrl}{shift}{key}")
}

/// Who the keyboard belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// Nothing has the focus: all keys are commands.
    Canvas,
    /// A control has the focus: arrows, Tab and space are its own.
    Control,
    /// A text is being written: only keys that cannot be text are commands.
    Text,
    /// Something lies over the window: only the ways to find commands remain.
    Popup,
}

impl Owner {
    fn of(ctx: &Context) -> Self {
        if ctx.memory(|memory| memory.top_modal_layer().is_some()) || egui::Popup::is_any_open(ctx) {
            Self::Popup
        } else if ctx.text_edit_focused() {
            Self::Text
        } else if ctx.egui_wants_keyboard_input() {
            Self::Control
        } else {
            Self::Canvas
        }
    }

    const fn leaves(self, command: Command) -> bool {
        match self {
            Self::Canvas => true,
            Self::Control => {
                !matches!(command, Command::Nudge(_) | Command::NudgeFar(_) | Command::OtherSprite | Command::Play)
            }
            Self::Text => {
                use Section as S;
                matches!(command.section(), S::Images | S::Scenes | S::Exports | S::Program | S::Views | S::Help)
            }
            Self::Popup => matches!(command.section(), Section::Help),
        }
    }
}

/// Turns key presses into requests and keeps them from egui. To be called before anything is shown.
///
/// Tab and the arrows move the focus only while a control has it; Shift Tab gives it to the first control, Escape takes
/// it back.
pub fn handle_keys(ctx: &Context, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let owner = Owner::of(ctx);
    ctx.input_mut(|input| input.events.retain(|event| !take(event, owner, window, out)));
    if owner == Owner::Canvas {
        keep_focus_still(ctx);
        if ctx.input(was_arrow_released) {
            out.push(StageAction::Settle.into());
        }
    }
    if space_was_tapped(ctx) && owner.leaves(Command::Play) && Command::Play.is_enabled(window) {
        Command::Play.ask(window, out);
    }
}

/// Gives the command that a press stands for; answers whether there is one.
fn take(event: &Event, owner: Owner, window: &WindowState<'_>, out: &mut Vec<Request>) -> bool {
    let Event::Key { key, pressed: true, repeat, modifiers, .. } = event else { return false };
    let command = Command::of_key(KeyboardShortcut::new(*modifiers, *key), window);
    // Space acts on release: held, it drags the canvas.
    let Some(command) = command.filter(|&command| owner.leaves(command) && command != Command::Play) else {
        return false;
    };
    if !repeat || command.repeats() {
        command.ask(window, out);
    }
    true
}

/// egui has read Tab and the arrows before anybody could take them.
fn keep_focus_still(ctx: &Context) {
    // By the time of the frame, a quick hand has let go of Shift.
    let enters =
        |event: &Event| matches!(event, Event::Key { key: Key::Tab, pressed: true, modifiers, .. } if modifiers.shift);
    if !ctx.input(|input| input.events.iter().any(enters)) {
        ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
}

fn was_arrow_released(input: &InputState) -> bool {
    Direction::ALL.into_iter().any(|direction| input.key_released(direction.key()))
}

/// Whether space was let go without having been held for a drag, and was pressed while nothing else had it.
fn space_was_tapped(ctx: &Context) -> bool {
    let id = Id::unique("space is spoken for");
    let (is_down, is_released, is_dragging) =
        ctx.input(|input| (input.key_down(Key::Space), input.key_released(Key::Space), input.pointer.any_down()));
    let is_focused = ctx.egui_wants_keyboard_input();
    let spoken_for = ctx.data(|data| data.get_temp(id).unwrap_or(false)) || (is_down && (is_dragging || is_focused));
    ctx.data_mut(|data| data.insert_temp(id, spoken_for && !is_released));
    is_released && !spoken_for
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_stands_for_two_commands() {
        for (at, one) in Command::ALL.into_iter().enumerate() {
            for other in &Command::ALL[at + 1..] {
                let shared = one.keys().into_iter().any(|key| other.keys().contains(&key));
                let both_export = matches!((one, other), (Command::Export(_), Command::Export(_)));
                assert!(!shared || both_export, "{one:?} and {other:?}");
            }
        }
    }

    #[test]
    fn keys_are_written_in_words() {
        assert_eq!(Command::Open(Slot::B).key(), "Ctrl Shift O");
        assert_eq!(Command::NudgeFar(Direction::Left).key(), "Shift ←");
        assert_eq!(Command::Play.key(), "Space");
        assert_eq!(Command::ZoomOut.key(), "−");
        assert_eq!(Command::Swap.key(), "");
    }

    #[test]
    fn plus_is_plus_wherever_the_keyboard_has_it() {
        assert!(matches(plain(Key::Plus), shift(Key::Plus)));
        assert!(!matches(plain(Key::Tab), shift(Key::Tab)));
        assert!(!matches(ctrl(Key::O), ctrl_shift(Key::O)));
    }
}
