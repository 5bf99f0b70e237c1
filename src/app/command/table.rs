//! What each command is called, where it stands, which keys give it, when it can be given and what it asks for: one
//! declaration each.

use std::borrow::Cow;

use egui::{Context, Key, KeyboardShortcut, ThemePreference};

use super::{
    declaration::{Declaration, command, has_any, has_both, is_game, shows_canvas, shows_log},
    lessons,
    list::{Command, Direction},
    scans, scenes,
    section::Section,
    shortcut::{ctrl, ctrl_shift, key_name, plain, shift},
    sprites,
};
use crate::{
    app::{
        layers,
        request::{Popup, Request, WindowState, ZoomRequest},
    },
    choice::Choice as _,
    exports::table_text,
    session::{Layer, LogAction, PlaybackAction, StageAction, Tab, ViewAction},
};

impl Command {
    fn declaration(self) -> Declaration {
        use Section as S;
        match self {
            Self::Open(slot) => sprites::open(slot),
            Self::OpenPath(slot) => sprites::open_path(slot),
            Self::Sheet(slot) => sprites::sheet(slot),
            Self::MaskImage(slot) => sprites::mask_image(slot),
            Self::Solid(slot) => sprites::solid(slot),
            Self::OpenScene => scenes::open(),
            Self::OpenKeys => scenes::open_keys(),
            Self::SaveScene => scenes::save(),
            Self::Export(export) => scenes::export(export),
            Self::CopyLink => scenes::copy_link(),
            Self::LinkPage => scenes::link_page(),
            Self::Expectation => scenes::expectation(),
            Self::CopyTable => {
                let sentence = "Copies every scan's answer and cost, for a spreadsheet.";
                command(S::Exports, "Copy table of scans", sentence)
                    .when(|window| !window.session.derived().rows().is_empty())
                    .asks(|window| Request::Copy(table_text(window.session)))
            }
            Self::CopyLine => {
                let sentence = "Copies the command that tests this placement with every scan, without a window.";
                command(S::Exports, "Copy command line", sentence)
                    .when(has_both)
                    .asks(|window| scans::copy(window, None))
            }
            Self::Quit => command(S::Program, "Quit", "Ends the program.").keys([ctrl(Key::Q)]).asks(|_| Request::Quit),
            Self::Undo => command(S::History, "", "Undoes the last change of the scene.")
                .called(|window| named("Undo", window.session.undo_redo_deeds()[0]))
                .keys([ctrl(Key::Z)])
                .repeats()
                .when(|window| window.session.can_undo_redo().0)
                .asks(|_| StageAction::Undo.into()),
            Self::Redo => command(S::History, "", "Redoes the change that was undone.")
                .called(|window| named("Redo", window.session.undo_redo_deeds()[1]))
                .keys([ctrl(Key::Y), ctrl_shift(Key::Z)])
                .repeats()
                .when(|window| window.session.can_undo_redo().1)
                .asks(|_| StageAction::Redo.into()),
            Self::Swap => sprites::swap(),
            Self::PushOut => sprites::push_out(),
            Self::MoveTo => sprites::move_to(),
            Self::FlipX => sprites::flip_x(),
            Self::FlipY => sprites::flip_y(),
            Self::QuarterTurn => sprites::quarter_turn(),
            Self::ResetPlacement => sprites::reset(),
            Self::OtherSprite => sprites::other_sprite(),
            Self::Nudge(to) => sprites::nudge(to, 1, "Moves the active sprite by a cell.").keys([plain(to.key())]),
            Self::NudgeFar(to) => {
                sprites::nudge(to, 10, "Moves the active sprite by ten cells.").keys([shift(to.key())])
            }
            Self::Show(tab) => command(S::Views, tab.title(), tab.sentence())
                .keys([ctrl(tab_key(tab))])
                .switch(move |_, window| window.session.view().tab == tab)
                .asks(move |_| ViewAction::Show(tab).into()),
            Self::Reveal(title) => command(S::Details, format!("Show {title}"), revealed(title))
                .asks_all(move |_, out| out.extend([ViewAction::Show(Tab::Inspect).into(), Request::Reveal(title)])),
            Self::Fit => zoom("Fit", "Shows both sprites as large as they fit.", ZoomRequest::Fit)
                .keys([plain(Key::F)])
                .when(|window| shows_canvas(window) && has_any(window)),
            Self::One => zoom("1:1", "Shows one pixel per cell.", ZoomRequest::One)
                .keys([plain(Key::Num0)])
                .when(|window| shows_canvas(window) && has_any(window)),
            Self::ZoomIn => zoom("Zoom in", "Shows cells larger.", ZoomRequest::In)
                .keys([plain(Key::Plus), plain(Key::Equals)])
                .repeats(),
            Self::ZoomOut => {
                zoom("Zoom out", "Shows cells smaller.", ZoomRequest::Out).keys([plain(Key::Minus)]).repeats()
            }
            Self::CountFromA => {
                let sentence = "Measures coordinates from A's top left pixel instead of the world's 0,0. Files and the command line always use the world's.";
                command(S::Coordinates, "Measure from A's corner", sentence)
                    .when(|window| !is_game(window))
                    .switch(|_, window| window.session.view().counts_from_a)
                    .asks(|window| ViewAction::CountFromA(!window.session.view().counts_from_a).into())
            }
            Self::Bits => {
                command(S::Layers, "Solid pixels: all three", "Shows or hides all three layers of solid pixels.")
                    .keys([plain(Key::M)])
                    .when(shows_canvas)
                    .switch(|_, window| shows_bits(window))
                    .asks_all(|window, out| out.extend(Self::BITS.map(|layer| show(layer, !shows_bits(window)))))
            }
            Self::Layer(layer) => command(S::Layers, layer.title(), layer.sentence())
                .keys(layers::switch(layer).key.map(plain))
                .when(shows_canvas)
                .switch(move |_, window| window.session.view().layers.has(layer))
                .asks(move |window| show(layer, !window.session.view().layers.has(layer))),
            Self::Theme(theme) => {
                let (label, sentence) = match theme {
                    ThemePreference::Dark => ("Dark", "Light marks on a dark background."),
                    ThemePreference::Light => ("Light", "Dark marks on a light background."),
                    ThemePreference::System => ("Follow the system", "Dark or light, as the system is set."),
                };
                command(S::Theme, label, sentence)
                    .switch(move |ctx, _| ctx.options(|options| options.theme_preference) == theme)
                    .asks(move |_| Request::SetTheme(theme))
            }
            Self::Play => playback("Play", "Plays the selected scan, the race, the log or the ball, or pauses it.")
                .called(|window| if window.session.is_playing() { "Pause" } else { "Play" }.into())
                .keys([plain(Key::Space)])
                .asks(|_| PlaybackAction::Toggle.into()),
            Self::PlayGame => playback("Play the ball", "Plays or pauses the ball; Space makes it jump.")
                .called(|window| if window.session.is_playing() { "Pause the ball" } else { "Play the ball" }.into())
                .keys([plain(Key::P)])
                .when(|window| is_game(window) && window.session.terrain().run().is_some())
                .asks(|_| PlaybackAction::Toggle.into()),
            Self::StepBack => playback("Step back", "Goes back by one visit, check of a log, or step of the ball.")
                .keys([plain(Key::Comma)])
                .repeats()
                .asks(|_| PlaybackAction::StepBack.into()),
            Self::StepOn => playback("Step on", "Goes on by one visit, check of a log, or step of the ball.")
                .keys([plain(Key::Period)])
                .repeats()
                .asks(|_| PlaybackAction::StepOn.into()),
            Self::First => playback("To the start", "Goes to before the first visit, or to the ball's start.")
                .keys([plain(Key::Home)])
                .asks(|_| PlaybackAction::First.into()),
            Self::Last => {
                playback("To the end", "Goes to the last visit, the latest check of a log, or the ball's last step.")
                    .keys([plain(Key::End)])
                    .asks(|_| PlaybackAction::Last.into())
            }
            Self::ToTheHit => playback("To the hit", "Goes to the visit that hit.")
                .when(|window| {
                    let session = window.session;
                    let has_hit = session.derived().recording().is_some_and(|run| run.hit.is_some());
                    // Before a guess nothing may tell.
                    shows_canvas(window) && (has_hit || session.hides_selected())
                })
                .asks(|_| PlaybackAction::ToTheHit.into()),
            Self::NextWrong => {
                playback("Next wrong check", "Goes to the next check on which the game and the masks disagree.")
                    .keys([plain(Key::N)])
                    .when(shows_log)
                    .asks(|_| LogAction::GoWrong { on: true }.into())
            }
            Self::PreviousWrong => {
                playback("Previous wrong check", "Goes to the previous check on which the game and the masks disagree.")
                    .keys([shift(Key::N)])
                    .when(shows_log)
                    .asks(|_| LogAction::GoWrong { on: false }.into())
            }
            Self::Slower => playback("Slower", "Plays slower.")
                .keys([plain(Key::OpenBracket)])
                .repeats()
                .when(|_| true)
                .asks(|_| PlaybackAction::Slower.into()),
            Self::Faster => playback("Faster", "Plays faster.")
                .keys([plain(Key::CloseBracket)])
                .repeats()
                .when(|_| true)
                .asks(|_| PlaybackAction::Faster.into()),
            Self::Repeat => playback("Repeat", "Starts again when the scan ends.")
                .when(|window| !is_game(window))
                .switch(|_, window| window.session.transport().repeats())
                .asks(|window| PlaybackAction::SetRepeat(!window.session.transport().repeats()).into()),
            Self::ShowWorst => scans::show_worst(),
            Self::TimeAgain => scans::time_again(),
            Self::DuplicateScan => scans::duplicate(),
            Self::RemoveScan => scans::remove(),
            Self::CopyScanLine => scans::copy_line(),
            Self::SelectScan(place) => scans::select(place),
            Self::Lessons => lessons::go_on(),
            Self::NextStep => lessons::next_step(),
            Self::CloseLesson => lessons::close(),
            Self::Find => command(S::Help, "Find a command…", "Finds any command or sample by its name.")
                .keys([ctrl(Key::K)])
                .asks(|_| Request::Open(Popup::Find)),
            Self::Menu => {
                command(S::Help, "Menu", "Opens the menu of the item under the pointer, or of the active sprite.")
                    .keys([shift(Key::F10), plain(Key::Menu)])
                    .asks(|_| Request::OpenMenu)
            }
            Self::Keys => {
                command(S::Help, "Keys", "Shows all keys.").keys([plain(Key::F1)]).asks(|_| Request::Open(Popup::Keys))
            }
            Self::Traps => command(S::Help, "Traps…", "Lists the mistakes in the articles, and switches them on.")
                .asks(|_| Request::Open(Popup::Traps)),
            Self::Conventions => {
                let sentence = "Shows the angles or fractions of a pixel at which two sets of rules disagree.";
                command(S::Help, "Compare engine rules…", sentence)
                    .when(has_both)
                    .asks(|_| Request::Open(Popup::Conventions))
            }
        }
    }

    /// Which part of which menu it stands in.
    pub fn section(self) -> Section {
        self.declaration().section
    }

    /// What menus and the palette call it now.
    pub fn label(self, window: &WindowState<'_>) -> Cow<'static, str> {
        (self.declaration().label)(window)
    }

    /// What it does, in a sentence.
    pub fn sentence(self) -> Cow<'static, str> {
        self.declaration().sentence
    }

    /// Whether it has an effect now.
    pub fn is_enabled(self, window: &WindowState<'_>) -> bool {
        (self.declaration().is_enabled)(window)
    }

    /// What a menu shows behind its label: what it would do now, in short.
    pub fn value(self, window: &WindowState<'_>) -> Option<String> {
        (self.declaration().value)(window)
    }

    /// Whether it is switched on; `None` if it is not a switch.
    pub fn is_on(self, ctx: &Context, window: &WindowState<'_>) -> Option<bool> {
        self.declaration().is_on.map(|is_on| is_on(ctx, window))
    }

    /// Asks for it.
    pub fn ask(self, window: &WindowState<'_>, out: &mut Vec<Request>) {
        (self.declaration().ask)(window, out);
    }

    /// The keys that give the command, the usual one first. Where two share a key, the first that is enabled gets it.
    pub fn keys(self) -> Vec<KeyboardShortcut> {
        self.declaration().keys
    }

    /// Its usual key in words, `Ctrl Shift O`; empty for a command without.
    pub fn key(self) -> String {
        self.keys().first().map(|&shortcut| key_name(shortcut)).unwrap_or_default()
    }

    /// Whether holding its key gives it again and again.
    pub(super) fn repeats(self) -> bool {
        self.declaration().repeats
    }
}

/// `Undo move`.
fn named(verb: &'static str, deed: Option<&str>) -> Cow<'static, str> {
    deed.map_or(Cow::Borrowed(verb), |deed| format!("{verb} {deed}").into())
}

fn zoom(label: &'static str, sentence: &'static str, zoom: ZoomRequest) -> Declaration {
    command(Section::Zoom, label, sentence).when(shows_canvas).asks(move |_| Request::Zoom(zoom))
}

fn playback(label: &'static str, sentence: &'static str) -> Declaration {
    command(Section::Playback, label, sentence).when(|window| {
        let session = window.session;
        if is_game(window) {
            session.terrain().run().is_some()
        } else if shows_log(window) {
            session.log().is_some_and(|log| log.pair().is_some())
        } else {
            session.steps() > 0 || session.hides_selected()
        }
    })
}

/// Whether any layer of bits is shown.
fn shows_bits(window: &WindowState<'_>) -> bool {
    Command::BITS.into_iter().any(|layer| window.session.view().layers.has(layer))
}

fn show(layer: Layer, shown: bool) -> Request {
    ViewAction::ShowLayer(layer, shown).into()
}

impl Direction {
    /// The arrow key.
    pub(super) const fn key(self) -> Key {
        match self {
            Self::Left => Key::ArrowLeft,
            Self::Right => Key::ArrowRight,
            Self::Up => Key::ArrowUp,
            Self::Down => Key::ArrowDown,
        }
    }
}

/// What a section of the right panel shows.
fn revealed(title: &str) -> &'static str {
    match title {
        "Words" => "Shows the packed words that hold the pixel under the pointer.",
        "Overlap" => "Shows the bounds of the shared pixels, and the shortest way out.",
        "Engines" => "Shows the answers of known engines.",
        _ => "Shows the size, islands and holes of both masks.",
    }
}

const fn tab_key(tab: Tab) -> Key {
    match tab {
        Tab::Inspect => Key::Num1,
        Tab::Race => Key::Num2,
        Tab::Survey => Key::Num3,
        Tab::Replay => Key::Num4,
        Tab::Terrain => Key::Num5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Slot;

    #[test]
    fn no_key_stands_for_two_commands() {
        for (at, one) in Command::all().iter().enumerate() {
            for other in &Command::all()[at + 1..] {
                let shared = one.keys().into_iter().any(|key| other.keys().contains(&key));
                assert!(!shared, "{one:?} and {other:?}");
            }
        }
    }

    #[test]
    fn every_command_is_listed_once() {
        let all = Command::all();
        let is_repeated = |at: usize| all[at + 1..].contains(&all[at]);
        assert_eq!((0..all.len()).find(|&at| is_repeated(at)), None);
        let place = |command| all.iter().position(|listed| *listed == command);
        assert_eq!(place(Command::Bits).map(|at| at + 1), place(Command::Layer(Layer::BitsA)));
    }

    #[test]
    fn keys_are_written_in_words() {
        assert_eq!(Command::Open(Slot::B).key(), "Ctrl Shift O");
        assert_eq!(Command::NudgeFar(Direction::Left).key(), "Shift ←");
        assert_eq!(Command::Play.key(), "Space");
        assert_eq!(Command::ZoomOut.key(), "−");
        assert_eq!(Command::Swap.key(), "");
    }
}
