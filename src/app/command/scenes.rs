//! The commands for scenes, in and out, and for what else is written into files.

use egui::{Key, KeyboardShortcut};

use super::declaration::{Declaration, command, has_both, is_game};
use super::section::Section;
use super::shortcut::{ctrl, ctrl_shift};
use crate::app::inputs::Input;
use crate::app::request::{PathFor, Popup, Request};
use crate::exports::{ExportRef, OVERLAP, SCENE, SCENE_WITH_ART, Target, frame_masks_of, mask_of, table_text};
use crate::session::Slot;

pub fn open() -> Declaration {
    command(Section::Scenes, "Open scene…").asks(|_| Request::Pick(PathFor::Open(Input::Scene)))
}

pub fn open_keys() -> Declaration {
    command(Section::Scenes, "Open keys for the ball…")
        .when(is_game)
        .asks(|_| Request::Pick(PathFor::Open(Input::Keys)))
}

pub fn save() -> Declaration {
    command(Section::Scenes, "Save scene").keys([ctrl(Key::S)]).when(has_both).asks(|window| {
        match window.session.scene_path() {
            Some(path) => Request::SaveScene(path.to_owned()),
            None => Request::Pick(PathFor::Export(&SCENE)),
        }
    })
}

pub fn export(export: ExportRef) -> Declaration {
    let of_sprite = Slot::ALL.iter().any(|&slot| [mask_of(slot), frame_masks_of(slot)].contains(&export));
    let section = match export.target {
        Target::Scene if *export == SCENE_WITH_ART => Section::Sharing,
        Target::Scene => Section::Scenes,
        _ if of_sprite => Section::OneSprite,
        _ => Section::Exports,
    };
    command(section, export.label)
        .says(export.sentence)
        .keys(key(export))
        .when(move |window| (export.is_possible)(window.session))
        .asks(move |_| Request::Pick(PathFor::Export(export)))
}

fn key(export: ExportRef) -> Option<KeyboardShortcut> {
    let is = |other: ExportRef| *export == *other;
    if is(&OVERLAP) {
        Some(ctrl(Key::E))
    } else if is(&SCENE) {
        Some(ctrl_shift(Key::S))
    } else {
        None
    }
}

pub fn copy_table() -> Declaration {
    command(Section::Exports, "Copy table of scans")
        .when(|window| !window.session.derived().rows().is_empty())
        .asks(|window| Request::Copy(table_text(window.session)))
}

pub fn copy_link() -> Declaration {
    command(Section::Sharing, "Copy link").when(has_both).asks(|_| Request::CopyLink)
}

pub fn link_page() -> Declaration {
    command(Section::Sharing, "Page for links…").asks(|_| Request::Open(Popup::LinkPage))
}

pub fn expectation() -> Declaration {
    command(Section::Scenes, "Expectation…").when(has_both).asks(|_| Request::Open(Popup::Expectation))
}
