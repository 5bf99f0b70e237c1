//! The commands that write files: the scene, and exports.

use super::declaration::{Declaration, command, has_any, has_both};
use super::section::Section;
use super::shortcut::{ctrl, ctrl_shift};
use crate::app::prelude::*;
use crate::app::request::{ExportSheet, Popup};
use crate::exports::{self, ExportRef, KEYS, MASK_OF_A, RACE, ROUTE, SCENE, SURVEY, mask_of};

pub fn save() -> Declaration {
    command(Section::Scenes, "Save scene").keys([ctrl(Key::S)]).when(has_both).asks(|window| {
        match window.session.scene_path() {
            Some(path) => Request::SaveScene(path.to_owned()),
            None => Request::Save(&SCENE),
        }
    })
}

pub fn export(export: ExportRef) -> Declaration {
    let is_scene = *export == SCENE;
    command(if is_scene { Section::Scenes } else { Section::Exports }, export.label)
        .says(export.sentence)
        .keys(is_scene.then(|| ctrl_shift(Key::S)))
        .when(move |window| (export.is_possible)(window.session))
        .asks(move |_| Request::Save(export))
}

/// Declares the command that opens the sheet of exports at what the tab shows.
pub fn exports() -> Declaration {
    command(Section::Scenes, "Export…").keys([ctrl(Key::E)]).when(has_any).asks(|window| {
        let session = window.session;
        let shown = match session.view().tab {
            Tab::Race => &RACE,
            Tab::Survey => &SURVEY,
            Tab::Replay => &ROUTE,
            Tab::Terrain => &KEYS,
            Tab::Inspect => mask_of(session.stage().active),
        };
        let is_possible = |export: &ExportRef| (export.is_possible)(session);
        let export = [shown, mask_of(session.stage().active)].into_iter().find(is_possible).unwrap_or(&MASK_OF_A);
        Request::Open(Popup::Export(ExportSheet::of(window.last_choice(export), session)))
    })
}

/// Declares the command that writes the last export again.
pub fn export_again() -> Declaration {
    command(Section::Scenes, "Export again")
        .keys([ctrl_shift(Key::E)])
        .shows(|window| window.exported.map(|(_, path)| exports::name_of(path)))
        .when(|window| window.exported.is_some_and(|(chosen, _)| (chosen.export.is_possible)(window.session)))
        .asks(|_| Request::ExportAgain)
}
