//! The files of a project that may have hitboxes, by their names.

use std::path::{Path, PathBuf};

use crate::files::disk::FolderFiles;
use crate::files::{FileError, image_endings};

/// An editor or an engine whose files have hitboxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProjectEngine {
    Aseprite,
    GameMaker,
    Godot,
    Tiled,
    Unity,
}

impl ProjectEngine {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Aseprite => "Aseprite",
            Self::GameMaker => "GameMaker",
            Self::Godot => "Godot",
            Self::Tiled => "Tiled",
            Self::Unity => "Unity",
        }
    }
}

/// The content of a file, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    Sprites(ProjectEngine),
    /// An object of GameMaker, which names its sprites.
    GameObject,
}

impl FileKind {
    /// The kind of the file `path`; `None` for one without hitboxes.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_lowercase();
        // GameMaker has a folder for each kind of its resources.
        let room = || path.parent()?.parent()?.file_name()?.to_str();
        match name.rsplit_once('.')? {
            (_, "tscn") => Some(Self::Sprites(ProjectEngine::Godot)),
            (_, "tsx" | "tmx" | "tsj" | "tmj") => Some(Self::Sprites(ProjectEngine::Tiled)),
            (_, "ase" | "aseprite") => Some(Self::Sprites(ProjectEngine::Aseprite)),
            (_, "yy") if room() == Some("sprites") => Some(Self::Sprites(ProjectEngine::GameMaker)),
            (_, "yy") if room() == Some("objects") => Some(Self::GameObject),
            (stem, "gmx") if stem.ends_with(".sprite") => Some(Self::Sprites(ProjectEngine::GameMaker)),
            (stem, "gmx") if stem.ends_with(".object") => Some(Self::GameObject),
            (image, "meta") => {
                let (_, ending) = image.rsplit_once('.')?;
                image_endings().any(|known| known == ending).then_some(Self::Sprites(ProjectEngine::Unity))
            }
            _ => None,
        }
    }
}

/// The folder of the GameMaker project of a resource.
pub(super) fn game_folder(resource: &Path) -> &Path {
    let is_old = resource.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gmx"));
    resource.ancestors().nth(if is_old { 2 } else { 3 }).unwrap_or(Path::new(""))
}

/// The files of a project.
#[derive(Debug, Default)]
pub(super) struct ProjectFiles {
    /// Those with sprites, in the order of their paths.
    pub sprites: Vec<(PathBuf, ProjectEngine)>,
    /// Objects of GameMaker.
    pub objects: Vec<PathBuf>,
    /// Links to folders, which are not followed.
    pub links: u64,
    /// Folders that cannot be read.
    pub unread: u64,
}

impl ProjectFiles {
    /// The files in `folder` and below it.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(super) fn of(folder: &Path) -> Result<Self, FileError> {
        let found = FolderFiles::below(folder, &|path| FileKind::of(path).is_some());
        let FolderFiles { files, links, unread } = found.map_err(|reason| reason.at(folder))?;
        let mut project = Self { links, unread, ..Self::default() };
        for path in files {
            match FileKind::of(&path) {
                Some(FileKind::Sprites(engine)) => project.sprites.push((path, engine)),
                Some(FileKind::GameObject) => project.objects.push(path),
                None => {}
            }
        }
        Ok(project)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_names() {
        let sprites = |engine| Some(FileKind::Sprites(engine));
        for (path, kind) in [
            ("a/Player.TSCN", sprites(ProjectEngine::Godot)),
            ("sprites/spr_a/spr_a.yy", sprites(ProjectEngine::GameMaker)),
            ("objects/obj_a/obj_a.yy", Some(FileKind::GameObject)),
            ("rooms/rm_a/rm_a.yy", None),
            ("a.yy", None),
            ("sprites/spr_a.sprite.gmx", sprites(ProjectEngine::GameMaker)),
            ("objects/obj_a.object.gmx", Some(FileKind::GameObject)),
            ("rooms/a.room.gmx", None),
            ("Assets/hero.png.meta", sprites(ProjectEngine::Unity)),
            ("Assets/hero.cs.meta", None),
            ("Assets/hero.meta", None),
            ("walls.tsx", sprites(ProjectEngine::Tiled)),
            ("hero.aseprite", sprites(ProjectEngine::Aseprite)),
            ("hero.png", None),
            ("hero", None),
        ] {
            assert_eq!(FileKind::of(Path::new(path)), kind, "{path}");
        }
        for path in ["game/sprites/spr_a/spr_a.yy", "game/objects/o.object.gmx"] {
            assert_eq!(game_folder(Path::new(path)), Path::new("game"), "{path}");
        }
    }
}
