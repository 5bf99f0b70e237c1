//! What of a session can be written into files: an export is one file here and one line in [`ALL`], which the menu, the
//! palette, the dialogs and the keys read.

mod frames;
mod keys;
mod mask;
mod order;
mod overlap;
mod race;
mod route;
mod scene;
mod survey;
mod table;
mod view;

use std::{
    fmt,
    hash::{Hash, Hasher},
    io,
    path::{Path, PathBuf},
};

pub use frames::{FRAME_MASKS_OF_A, FRAME_MASKS_OF_B, frame_masks_of};
pub use keys::KEYS;
pub use mask::{MASK_OF_A, MASK_OF_B, mask_of};
pub use order::VISIT_ORDER;
pub use overlap::OVERLAP;
pub use race::{RACE, RACE_PICTURE};
pub use route::ROUTE;
pub use scene::{SCENE, SCENE_WITH_ART, SCENE_WITH_MASKS};
pub use survey::SURVEY;
pub use table::{TABLE, table_text};
pub use view::VIEW;

use crate::{
    files::{FileFormat, numbered, shown},
    scene::Picture,
    session::{FileAction, Made, Session, Slot},
};

/// Every export, in the order of the menu.
pub const ALL: [ExportRef; 16] = [
    &SCENE,
    &SCENE_WITH_ART,
    &SCENE_WITH_MASKS,
    &OVERLAP,
    &MASK_OF_A,
    &MASK_OF_B,
    &FRAME_MASKS_OF_A,
    &FRAME_MASKS_OF_B,
    &VISIT_ORDER,
    &TABLE,
    &VIEW,
    &RACE,
    &RACE_PICTURE,
    &SURVEY,
    &ROUTE,
    &KEYS,
];

/// One of [`ALL`].
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
    fn made(make: impl FnOnce(&Path) -> Result<Files, String> + Send + 'static) -> Self {
        Self::Files(Box::new(make))
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
fn stem(session: &Session, slot: Slot) -> String {
    let name = session.stage().get(slot).map_or("", |placed| placed.sprite().name.as_str());
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

/// `ship-rock`: what both sprites are called.
fn stems(session: &Session) -> String {
    format!("{}-{}", stem(session, Slot::A), stem(session, Slot::B))
}

/// What both sprites are called, with their endings.
fn names(session: &Session) -> Option<[String; 2]> {
    session.stage().both().map(|(a, b)| [a.sprite().name.clone(), b.sprite().name.clone()])
}

const NEEDS_TWO: &str = "Two images are needed.";

/// The format that the ending of a path stands for.
fn format_of<F: FileFormat>(path: &Path) -> Result<F, String> {
    F::of_path(path).map_err(|error| error.to_string())
}

fn no_image(slot: Slot) -> String {
    format!("There is no image in place {}.", slot.letter())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{files::sample_pairs, session::StageAction};

    fn session() -> Session {
        let mut session = Session::default();
        let pair = &sample_pairs()[0];
        let sprite = |name: &str| crate::files::sample_sprite(name).expect("a sample");
        let (a, b) = (sprite(&pair.a), sprite(&pair.b));
        session.apply(StageAction::ShowPair { a, b, offset: pair.offset }.into());
        session.run_wanted();
        session
    }

    #[test]
    fn no_two_exports_are_called_alike() {
        let names: HashSet<_> = ALL.iter().map(|export| export.name).collect();
        let labels: HashSet<_> = ALL.iter().map(|export| export.label).collect();
        assert_eq!((names.len(), labels.len()), (ALL.len(), ALL.len()));
    }

    #[test]
    fn every_ending_of_an_export_can_be_written() {
        let session = session();
        for export in ALL {
            for ending in (export.endings)() {
                let path = Path::new("out").with_extension(ending);
                if let Ok(Content::Files(make)) = (export.content)(&session) {
                    assert!(make(&path).is_ok(), "{export:?} as {ending}");
                }
            }
            let suggestion = (export.suggestion)(&session);
            let suggested = Path::new(&suggestion).extension().and_then(|ending| ending.to_str());
            assert_eq!(suggested, (export.endings)().first().copied(), "{export:?}");
        }
    }

    #[test]
    fn what_is_possible_has_content_and_an_empty_stage_has_none() {
        let session = session();
        for export in ALL {
            assert!(!(export.is_possible)(&session) || (export.content)(&session).is_ok(), "{export:?}");
            assert!(!(export.is_possible)(&Session::default()), "{export:?}");
        }
    }

    #[test]
    fn labels_are_written_in_small_letters() {
        assert_eq!(OVERLAP.label, "Export overlap mask…");
        assert_eq!(MASK_OF_A.label, "Export mask of A…");
        for export in ALL.iter().filter(|export| export.label.starts_with("Export")) {
            let (first, rest) = export.name.split_at(1);
            assert_eq!(export.label, format!("Export {}{rest}…", first.to_lowercase()));
        }
    }
}
