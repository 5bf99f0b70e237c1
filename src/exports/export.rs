//! Something of a session that can be written into files.

use std::{
    fmt,
    hash::{Hash, Hasher},
    io,
    path::{Path, PathBuf},
};

use crate::{
    files::{FileFormat, numbered, shown},
    scene::Picture,
    session::{FileAction, Made, Session, Slot},
};

/// One of [`ALL`](super::ALL).
pub type ExportRef = &'static Export;

/// Something that can be written into a file. Two are the same if their names are.
pub struct Export {
    /// What messages call it: `Overlap mask`.
    pub name: &'static str,
    /// What menus call it.
    pub label: &'static str,
    /// What it writes, in a sentence.
    pub sentence: &'static str,
    /// Into what it is written.
    pub target: Target,
    /// The endings of the files it can be written to, without the dot; the suggested one first.
    pub endings: fn() -> Vec<&'static str>,
    /// A file name to start from: `ship-mask.png`.
    pub suggestion: fn(&Session) -> String,
    /// Whether there is something to write now.
    pub is_possible: fn(&Session) -> bool,
    /// What is to be written, as it stands; or a sentence that says why there is nothing to write.
    pub content: fn(&Session) -> Result<Content, String>,
}

/// Into what an export is written.
#[derive(Clone, Copy)]
pub enum Target {
    /// One file.
    File,
    /// One file, which holds something that was made by hand.
    Made(Made),
    /// As many files, numbered from 0.
    Series(fn(&Session) -> usize),
    /// The file of the scene, which the session goes on with; it stands among the scenes in the menu.
    Scene,
}

impl Export {
    /// The files that would be written over, if they are there, were it written to `path`.
    pub fn targets(&self, session: &Session, path: &Path) -> Vec<PathBuf> {
        match self.target {
            Target::Series(count) => (0..count(session)).map(|number| numbered(path, number)).collect(),
            Target::File | Target::Made(_) | Target::Scene => vec![path.to_owned()],
        }
    }

    /// The action for the session when the writing begins.
    pub fn begins(&self, path: &Path) -> Option<FileAction> {
        match self.target {
            Target::Scene => Some(FileAction::SavingScene(path.to_owned())),
            Target::Made(made) => Some(FileAction::SavingMade(made, path.to_owned())),
            Target::File | Target::Series(_) => None,
        }
    }

    /// The action for the session when it has been written, into `files`.
    pub fn saved(&self, path: &Path, files: String) -> FileAction {
        let detail = match self.target {
            Target::Scene => return FileAction::SceneSaved(path.to_owned()),
            Target::Made(made) => return FileAction::MadeSaved(made, path.to_owned()),
            Target::Series(_) => format!("{files}: {} and so on", name_of(&numbered(path, 0))),
            Target::File => files,
        };
        FileAction::Done { title: format!("{} saved", self.name), detail }
    }
}

impl fmt::Debug for Export {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Export {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Export {}

impl Hash for Export {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// What is to be written.
pub enum Content {
    /// Files, made beside the window.
    Files(Make),
    /// Files made of a picture of the canvas, which only the window can take.
    Picture(fn(Picture) -> Make),
}

impl Content {
    pub(super) fn made(make: impl FnOnce(&Path) -> Result<Files, String> + Send + 'static) -> Self {
        Self::Files(Box::new(make))
    }

    /// One file of these bytes, made beside the window.
    pub(super) fn one(bytes: impl FnOnce(&Path) -> Result<Vec<u8>, String> + Send + 'static) -> Self {
        Self::made(|path| bytes(path).map(Files::One))
    }
}

/// Makes the files that are written to a path, in the format that its ending stands for; or says why there can be none.
pub type Make = Box<dyn FnOnce(&Path) -> Result<Files, String> + Send>;

/// Writes a file while its content is made; it may be asked to do so twice.
pub type Stream = Box<dyn FnMut(&mut dyn io::Write) -> io::Result<()>>;

/// Files ready to be written.
pub enum Files {
    /// The bytes of the one file that was asked for.
    One(Vec<u8>),
    /// The same file, written while it is made: what is too large to be held.
    Streamed(Stream),
    /// Several files and their bytes, written one after the other.
    Series(Vec<(PathBuf, Vec<u8>)>),
}

/// The last part of a path, as messages print it.
pub fn name_of(path: &Path) -> String {
    shown(path.file_name().map_or(path, Path::new))
}

/// `ship`: what a sprite is called, without the ending of its file.
pub(super) fn stem(session: &Session, slot: Slot) -> String {
    let name = session.stage().get(slot).map_or("", |placed| placed.sprite().name.as_str());
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

/// `ship-rock`: what both sprites are called.
pub(super) fn stems(session: &Session) -> String {
    format!("{}-{}", stem(session, Slot::A), stem(session, Slot::B))
}

/// What both sprites are called, with their endings.
pub(super) fn names(session: &Session) -> Option<[String; 2]> {
    session.stage().both().map(|(a, b)| [a.sprite().name.clone(), b.sprite().name.clone()])
}

/// Why there is nothing to write without two sprites.
pub(super) const NEEDS_TWO: &str = "Two images are needed.";

/// The format that the ending of a path stands for.
pub(super) fn format_of<F: FileFormat>(path: &Path) -> Result<F, String> {
    F::of_path(path).map_err(|error| error.to_string())
}

/// Why nothing of the sprite in an empty place can be written.
pub(super) fn no_image(slot: Slot) -> String {
    format!("There is no image in place {}.", slot.letter())
}
