//! The commands that write files: the scene, and exports.

use super::declaration::{Declaration, command, has_both};
use super::section::Section;
use super::shortcut::{ctrl, ctrl_shift};
use crate::app::prelude::*;
use crate::exports::{ExportRef, OVERLAP, SCENE, SCENE_WITH_ART, Target, frame_masks_of, mask_of};
use crate::session::Made;

pub fn save() -> Declaration {
    command(Section::Scenes, "Save scene").keys([ctrl(Key::S)]).when(has_both).asks(|window| {
        match window.session.scene_path() {
            Some(path) => Request::SaveScene(path.to_owned()),
            None => Request::Save(&SCENE),
        }
    })
}

pub fn export(export: ExportRef) -> Declaration {
    let of_sprite = Slot::ALL.iter().any(|&slot| [mask_of(slot), frame_masks_of(slot)].contains(&export));
    let section = match export.target {
        Target::Made(Made::Scene) if *export == SCENE_WITH_ART => Section::Sharing,
        Target::Made(Made::Scene) => Section::Scenes,
        _ if of_sprite => Section::OneSprite,
        _ => Section::Exports,
    };
    let keys = [(&OVERLAP, ctrl(Key::E)), (&SCENE, ctrl_shift(Key::S))];
    command(section, export.label)
        .says(export.sentence)
        .keys(keys.into_iter().find(|(keyed, _)| **keyed == *export).map(|(_, key)| key))
        .when(move |window| (export.is_possible)(window.session))
        .asks(move |_| Request::Save(export))
}
