//! The declaration of a command, and the conditions that many share.

use std::borrow::Cow;

use egui::{Context, KeyboardShortcut};

use super::section::Section;
use crate::app::request::{Request, WindowState};
use crate::session::{Event, PlaybackAction, Tab};

type Seen<'a> = &'a WindowState<'a>;
/// True if a switch is on.
type IsOn = dyn Fn(&Context, Seen<'_>) -> bool;
/// Pushes what is asked for.
type Asking = dyn Fn(Seen<'_>, &mut Vec<Request>);

/// Everything the program knows about a command.
pub struct Declaration {
    pub section: Section,
    /// Effect, if it depends on its value.
    pub sentence: Option<Cow<'static, str>>,
    pub keys: Vec<KeyboardShortcut>,
    pub repeats: bool,
    pub label: Box<dyn Fn(Seen<'_>) -> Cow<'static, str>>,
    /// Its present effect, in short: `1,−1`.
    pub value: Box<dyn Fn(Seen<'_>) -> Option<String>>,
    pub is_enabled: Box<dyn Fn(Seen<'_>) -> bool>,
    pub is_on: Option<Box<IsOn>>,
    pub ask: Box<Asking>,
}

/// Declares a command that is always possible and has no key.
pub fn command(section: Section, label: impl Into<Cow<'static, str>>) -> Declaration {
    let label = label.into();
    Declaration {
        section,
        sentence: None,
        keys: Vec::new(),
        repeats: false,
        label: Box::new(move |_| label.clone()),
        value: Box::new(|_| None),
        is_enabled: Box::new(|_| true),
        is_on: None,
        ask: Box::new(|_, _| {}),
    }
}

impl Declaration {
    /// Says what it does in a sentence of its own, in place of that in the list of commands.
    pub fn says(self, sentence: impl Into<Cow<'static, str>>) -> Self {
        Self { sentence: Some(sentence.into()), ..self }
    }

    /// The keys that give it, the usual one first.
    pub fn keys(self, keys: impl IntoIterator<Item = KeyboardShortcut>) -> Self {
        Self { keys: keys.into_iter().collect(), ..self }
    }

    /// Holding its key gives it again and again.
    pub fn repeats(self) -> Self {
        Self { repeats: true, ..self }
    }

    /// A label that depends on what is shown.
    pub fn called(self, label: impl Fn(Seen<'_>) -> Cow<'static, str> + 'static) -> Self {
        Self { label: Box::new(label), ..self }
    }

    /// Sets its present effect, in short.
    pub fn shows(self, value: impl Fn(Seen<'_>) -> Option<String> + 'static) -> Self {
        Self { value: Box::new(value), ..self }
    }

    /// Sets the condition under which it has an effect.
    pub fn when(self, is_enabled: impl Fn(Seen<'_>) -> bool + 'static) -> Self {
        Self { is_enabled: Box::new(is_enabled), ..self }
    }

    /// Makes it a switch, and says when it is on.
    pub fn switch(self, is_on: impl Fn(&Context, Seen<'_>) -> bool + 'static) -> Self {
        Self { is_on: Some(Box::new(is_on)), ..self }
    }

    /// Sets its request.
    pub fn asks(self, request: impl Fn(Seen<'_>) -> Request + 'static) -> Self {
        self.asks_all(move |window, out| out.push(request(window)))
    }

    /// Sets its requests, any number of them.
    pub fn asks_all(self, ask: impl Fn(Seen<'_>, &mut Vec<Request>) + 'static) -> Self {
        Self { ask: Box::new(ask), ..self }
    }
}

/// Copies a text, and says what was copied.
pub fn copied(what: &str, text: String) -> Request {
    Request::Copy(text, Event::Done { title: format!("{what} copied"), detail: "It is on the clipboard.".to_owned() })
}

pub fn is_game(window: &WindowState<'_>) -> bool {
    window.session.view().is_game()
}

pub fn shows_canvas(window: &WindowState<'_>) -> bool {
    matches!(window.session.view().tab, Tab::Inspect | Tab::Replay)
}

/// True if the checks of a log or of a drag are shown.
pub fn plays_checks(window: &WindowState<'_>) -> bool {
    window.session.view().tab == Tab::Replay && window.session.played().is_some()
}

pub fn has_any(window: &WindowState<'_>) -> bool {
    window.session.stage().bounds().is_some()
}

/// True if there is something on the canvas.
pub fn has_view(window: &WindowState<'_>) -> bool {
    let is_game_shown = is_game(window) && window.session.terrain().actors.is_some();
    is_game_shown || shows_canvas(window) && has_any(window)
}

pub fn has_both(window: &WindowState<'_>) -> bool {
    window.session.stage().both().is_some()
}

/// Declares a command for whatever plays.
pub fn plays(label: &'static str, action: PlaybackAction) -> Declaration {
    let is_enabled = |window: &WindowState<'_>| {
        let session = window.session;
        if is_game(window) {
            session.terrain().run().is_some()
        } else if plays_checks(window) {
            session.played().is_some_and(|played| played.count() > 0)
        } else {
            session.steps() > 0 || session.hides_selected()
        }
    };
    command(Section::Playback, label).when(is_enabled).asks(move |_| action.into())
}

/// Returns true if there is a hit to go to, or to guess.
pub fn may_show_hit(window: &WindowState<'_>) -> bool {
    let session = window.session;
    let has_hit = session.derived().recording().is_some_and(|run| run.hit.is_some());
    // Before a guess, a disabled command would give the answer away.
    shows_canvas(window) && (has_hit || session.hides_selected())
}
