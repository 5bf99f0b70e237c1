//! The commands for scenes, in and out, and for what else is written into files.

use egui::{Key, KeyboardShortcut};

use super::{
    declaration::{Declaration, command, has_both, is_game},
    section::Section,
    shortcut::{ctrl, ctrl_shift},
};
use crate::{
    app::{
        inputs::Input,
        request::{PathFor, Popup, Request},
    },
    exports::{ExportRef, OVERLAP, SCENE, SCENE_WITH_ART, Target, frame_masks_of, mask_of},
    session::Slot,
};

pub fn open() -> Declaration {
    let sentence = "Opens a scene: both sprites, their placement and the rules of their test.";
    command(Section::Scenes, "Open scene…", sentence).asks(|_| Request::Pick(PathFor::Open(Input::Scene)))
}

pub fn open_keys() -> Declaration {
    let sentence = "Plays the ball from the start with the keys in a file.";
    command(Section::Scenes, "Open keys for the ball…", sentence)
        .when(is_game)
        .asks(|_| Request::Pick(PathFor::Open(Input::Keys)))
}

pub fn save() -> Declaration {
    let sentence = "Writes the scene into its file: it opens here, and the command line tests it.";
    command(Section::Scenes, "Save scene", sentence).keys([ctrl(Key::S)]).when(has_both).asks(|window| {
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
    command(section, export.label, export.sentence)
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

pub fn copy_link() -> Declaration {
    let sentence = "Copies a link that opens this scene with its images, without any file. Ctrl V opens one here.";
    command(Section::Sharing, "Copy link", sentence).when(has_both).asks(|_| Request::CopyLink)
}

pub fn link_page() -> Declaration {
    let sentence = "Sets the web page that copied links open.";
    command(Section::Sharing, "Page for links…", sentence).asks(|_| Request::Open(Popup::LinkPage))
}

pub fn expectation() -> Declaration {
    let sentence = "Sets the expected answer: it is saved with the scene, and maskscope replay checks it.";
    command(Section::Scenes, "Expectation…", sentence).when(has_both).asks(|_| Request::Open(Popup::Expectation))
}
