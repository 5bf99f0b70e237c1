//! The commands of a project: its folder, the hitbox that is shown, and what is saved into its file.

use egui::Key;

use super::declaration::{Declaration, Section, command, ctrl, plain};
use crate::app::outside;
use crate::app::prelude::*;
use crate::files::HitboxRole;
use crate::session::{ProjectAction, ProjectAudit};

/// True if the tab is shown.
pub fn is_shown(window: &WindowState<'_>) -> bool {
    window.session.view().tab == Tab::Project
}

/// The project, while its tab is shown.
fn project<'a>(window: &WindowState<'a>) -> Option<&'a ProjectAudit> {
    window.session.project().filter(|_| is_shown(window))
}

/// True if a hitbox is shown.
fn has_hitbox(window: &WindowState<'_>) -> bool {
    project(window).is_some_and(|project| project.hitbox().is_some())
}

pub fn choose_folder() -> Declaration {
    command(Section::Project, "Choose a folder…")
        .keys([ctrl(Key::O)])
        .when(is_shown)
        .asks(|_| Ask::Choose(OpenAs::Project).into())
}

pub fn open() -> Declaration {
    command(Section::Scenes, "Audit a folder…")
        .when(|_| outside::HAS_SYSTEM)
        .asks(|_| Ask::Choose(OpenAs::Project).into())
}

pub fn check_again() -> Declaration {
    let can = |window: &WindowState<'_>| project(window).is_some_and(|project| project.progress().is_none());
    command(Section::Project, "Check again").when(can).asks(|_| ProjectAction::CheckAgain.into())
}

pub fn stop() -> Declaration {
    let can = |window: &WindowState<'_>| project(window).is_some_and(|project| project.progress().is_some());
    command(Section::Project, "Stop").when(can).asks(|_| ProjectAction::Stop.into())
}

pub fn close() -> Declaration {
    command(Section::Project, "Close the project")
        .when(|window| project(window).is_some())
        .asks(|_| ProjectAction::Close.into())
}

/// Declares a command that shows the next hitbox of the list, or the one before.
pub fn choose_next(on: bool) -> Declaration {
    let (label, key) = if on { ("Next in the list", Key::ArrowDown) } else { ("Previous in the list", Key::ArrowUp) };
    command(Section::Project, label)
        .keys([plain(key)])
        .repeats()
        .when(|window| project(window).is_some_and(|project| project.report().is_some()))
        .asks(move |_| ProjectAction::ChooseNext { on }.into())
}

pub fn save() -> Declaration {
    let can = |project: &ProjectAudit| project.saved().is_none() && project.plan().is_some_and(|plan| plan.is_ok());
    command(Section::Project, "")
        .called(|window| {
            let file = project(window).and_then(ProjectAudit::hitbox).map(|hitbox| &*hitbox.file);
            let name = file.and_then(|file| file.rsplit('/').next()).unwrap_or("the file");
            format!("Save into {name}").into()
        })
        .keys([plain(Key::S)])
        .when(move |window| project(window).is_some_and(can))
        .asks(|_| Request::SaveHitbox)
}

pub fn undo_saved() -> Declaration {
    command(Section::Project, "Undo in the file")
        .keys([ctrl(Key::Z)])
        .when(|window| project(window).is_some_and(|project| project.undoable().is_some()))
        .asks(|_| Request::UndoSaved)
}

pub fn next() -> Declaration {
    command(Section::Project, "")
        .called(|window| {
            let project = project(window);
            let next = project.and_then(|project| project.report()?.hitboxes.get(project.next()?));
            next.map_or_else(|| "Next".into(), |hitbox| format!("Next: {}", hitbox.name).into())
        })
        .keys([plain(Key::N)])
        .when(|window| project(window).is_some_and(|project| project.next().is_some()))
        .asks_all(|window, out| {
            let place = project(window).and_then(ProjectAudit::next);
            out.extend(place.map(|place| ProjectAction::Choose(place).into()));
        })
}

pub fn inspect() -> Declaration {
    command(Section::Project, "Open in Inspect").when(has_hitbox).asks_all(|window, out| {
        let path = project(window).and_then(|project| Some(project.path_of(&project.hitbox()?.file)));
        if let Some(path) = path {
            out.push(Ask::Open(OpenAs::Image(Slot::A), path).into());
            out.push(ViewAction::Show(Tab::Inspect).into());
        }
    })
}

pub fn intended() -> Declaration {
    command(Section::Project, "Intended…").keys([plain(Key::I)]).when(has_hitbox).asks(|_| Request::OpenMenu)
}

/// Declares a command that says what the shown hitbox is for.
pub fn intend(role: HitboxRole) -> Declaration {
    let (label, sentence) = match role {
        HitboxRole::Fit => ("Fit: as its picture", "All wrong pixels count, as for most hitboxes."),
        HitboxRole::Inside => ("Inside: a hurtbox", "It is small on purpose: only clear pixels that it covers count."),
        HitboxRole::Outside => {
            ("Outside: a pickup", "It is large on purpose: only solid pixels that it leaves out count.")
        }
        HitboxRole::Feet => ("Feet: from its top down", "It is judged by the picture from its own top down."),
        HitboxRole::Terrain => ("Terrain: part of the ground", "It is part of the ground: no picture judges it."),
        HitboxRole::Ignore => ("Ignore: not listed", "It is not listed again."),
    };
    command(Section::Project, label)
        .with_sentence(format!("{sentence} Kept in maskscope.toml."))
        .when(has_hitbox)
        .switch(move |_, window| {
            project(window).and_then(ProjectAudit::hitbox).is_some_and(|it| it.role == role.name())
        })
        .asks(move |_| Request::Intend(role))
}

pub fn write_baseline() -> Declaration {
    command(Section::Project, "Write the baseline")
        .when(|window| project(window).is_some_and(|project| project.report().is_some()))
        .asks(|_| Request::WriteBaseline)
}
