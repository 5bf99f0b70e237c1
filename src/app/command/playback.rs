//! The commands of the transport: of a scan, the race, a log or the ball.

use egui::Key;

use super::declaration::{Declaration, command, is_game, plays_checks, shows_canvas};
use super::section::Section;
use super::shortcut::{plain, shift};
use crate::app::request::WindowState;
use crate::session::{PlaybackAction, PlayerAction};

/// A command for whatever plays.
fn playback(label: &'static str, action: PlaybackAction) -> Declaration {
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

pub fn play() -> Declaration {
    playback("Play", PlaybackAction::Toggle)
        .called(|window| if window.session.is_playing() { "Pause" } else { "Play" }.into())
        .keys([plain(Key::Space)])
}

pub fn play_game() -> Declaration {
    playback("Play the ball", PlaybackAction::Toggle)
        .called(|window| if window.session.is_playing() { "Pause the ball" } else { "Play the ball" }.into())
        .keys([plain(Key::P)])
        .when(|window| is_game(window) && window.session.terrain().run().is_some())
}

pub fn step_back() -> Declaration {
    playback("Step back", PlaybackAction::StepBack).keys([plain(Key::Comma)]).repeats()
}

pub fn step_on() -> Declaration {
    playback("Step on", PlaybackAction::StepOn).keys([plain(Key::Period)]).repeats()
}

pub fn first() -> Declaration {
    playback("To the start", PlaybackAction::First).keys([plain(Key::Home)])
}

pub fn last() -> Declaration {
    playback("To the end", PlaybackAction::Last).keys([plain(Key::End)])
}

pub fn to_the_hit() -> Declaration {
    playback("To the hit", PlaybackAction::ToTheHit).when(|window| {
        let session = window.session;
        let has_hit = session.derived().recording().is_some_and(|run| run.hit.is_some());
        // Before a guess nothing may tell.
        shows_canvas(window) && (has_hit || session.hides_selected())
    })
}

pub fn next_wrong() -> Declaration {
    command(Section::Playback, "Next wrong check")
        .keys([plain(Key::N)])
        .when(plays_checks)
        .asks(|_| PlayerAction::GoWrong { on: true }.into())
}

pub fn previous_wrong() -> Declaration {
    command(Section::Playback, "Previous wrong check")
        .keys([shift(Key::N)])
        .when(plays_checks)
        .asks(|_| PlayerAction::GoWrong { on: false }.into())
}

pub fn slower() -> Declaration {
    playback("Slower", PlaybackAction::Slower).keys([plain(Key::OpenBracket)]).repeats().when(|_| true)
}

pub fn faster() -> Declaration {
    playback("Faster", PlaybackAction::Faster).keys([plain(Key::CloseBracket)]).repeats().when(|_| true)
}

pub fn repeat() -> Declaration {
    command(Section::Playback, "Repeat")
        .when(|window| !is_game(window))
        .switch(|_, window| window.session.transport().repeats())
        .asks(|window| PlaybackAction::SetRepeat(!window.session.transport().repeats()).into())
}
