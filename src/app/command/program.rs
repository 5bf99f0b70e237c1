//! The commands about the program itself: history, help, and its end.

use std::borrow::Cow;

use egui::Key;

use super::declaration::{Declaration, command, has_both};
use super::section::Section;
use super::shortcut::{ctrl, ctrl_shift, plain, shift};
use crate::app::request::{Popup, Request};
use crate::session::StageAction;

pub fn quit() -> Declaration {
    command(Section::Program, "Quit").keys([ctrl(Key::Q)]).asks(|_| Request::Quit)
}

pub fn undo() -> Declaration {
    command(Section::History, "")
        .called(|window| named("Undo", window.session.undo_redo_deeds()[0]))
        .keys([ctrl(Key::Z)])
        .repeats()
        .when(|window| window.session.can_undo_redo().0)
        .asks(|_| StageAction::Undo.into())
}

pub fn redo() -> Declaration {
    command(Section::History, "")
        .called(|window| named("Redo", window.session.undo_redo_deeds()[1]))
        .keys([ctrl(Key::Y), ctrl_shift(Key::Z)])
        .repeats()
        .when(|window| window.session.can_undo_redo().1)
        .asks(|_| StageAction::Redo.into())
}

/// `Undo move`.
fn named(verb: &'static str, deed: Option<&str>) -> Cow<'static, str> {
    deed.map_or(Cow::Borrowed(verb), |deed| format!("{verb} {deed}").into())
}

pub fn find() -> Declaration {
    command(Section::Help, "Find a command…").keys([ctrl(Key::K)]).asks(|_| Request::Open(Popup::Find))
}

pub fn menu() -> Declaration {
    command(Section::Help, "Menu").keys([shift(Key::F10), plain(Key::Menu)]).asks(|_| Request::OpenMenu)
}

pub fn keys() -> Declaration {
    command(Section::Help, "Keys").keys([plain(Key::F1)]).asks(|_| Request::Open(Popup::Keys))
}

pub fn traps() -> Declaration {
    command(Section::Help, "Traps…").asks(|_| Request::Open(Popup::Traps))
}

pub fn conventions() -> Declaration {
    command(Section::Help, "Compare engine rules…").when(has_both).asks(|_| Request::Open(Popup::Conventions))
}
