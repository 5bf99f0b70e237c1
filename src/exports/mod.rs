//! What of a session can be written into files: an export is one file here and one line in [`ALL`], which the menu, the
//! palette, the dialogs and the keys read.

mod frames;
mod keys;
mod mask;
mod order;
mod overlap;
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

pub use frames::FrameMasks;
pub use keys::Keys;
pub use mask::MaskOf;
pub use order::VisitOrder;
pub use overlap::Overlap;
pub use scene::SceneFile;
pub use survey::SurveyFile;
pub use table::{Table, table_text};
pub use view::View;

use crate::{
    files::shown,
    scene::Picture,
    session::{FileAction, Session, Slot},
};

/// Every export, in the order of the menu.
pub const ALL: [ExportRef; 12] = [
    &SceneFile { embeds: false },
    &SceneFile { embeds: true },
    &Overlap,
    &MaskOf(Slot::A),
    &MaskOf(Slot::B),
    &FrameMasks(Slot::A),
    &FrameMasks(Slot::B),
    &VisitOrder,
    &Table,
    &View,
    &SurveyFile,
    &Keys,
];

/// One of [`ALL`]. Two are the same export if their names are.
pub type ExportRef = &'static dyn Export;

/// Something that can be written into a file.
pub trait Export: Sync {
    /// What messages call it: `Overlap mask`.
    fn name(&self) -> String;

    /// What menus call it.
    fn label(&self) -> String {
        let name = self.name();
        let (first, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
        format!("Export {}{rest}…", first.to_lowercase())
    }

    /// Whether it stands among the scenes in the menu, not among the exports.
    fn is_scene(&self) -> bool {
        false
    }

    /// What it writes, in a sentence.
    fn sentence(&self) -> &'static str;

    /// The endings of the files it can be written to, without the dot; the suggested one first.
    fn endings(&self) -> Vec<&'static str>;

    /// A file name to start from: `ship-mask.png`.
    fn suggestion(&self, session: &Session) -> String;

    /// Whether there is something to write now.
    fn is_possible(&self, session: &Session) -> bool;

    /// What is to be written, as it stands.
    ///
    /// # Errors
    /// A sentence that says why there is nothing to write.
    fn content(&self, session: &Session) -> Result<Content, String>;

    /// The files that would be written over, if they are there, were it written to `path`.
    fn targets(&self, _session: &Session, path: &Path) -> Vec<PathBuf> {
        vec![path.to_owned()]
    }

    /// The action for the session when the writing begins.
    fn begins(&self, _path: &Path) -> Option<FileAction> {
        None
    }

    /// The action for the session when it has been written, into `files`.
    fn saved(&self, _path: &Path, files: String) -> FileAction {
        FileAction::Done { title: format!("{} saved", self.name()), detail: files }
    }
}

impl fmt::Debug for dyn Export {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl PartialEq for dyn Export {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Export {}

impl Hash for dyn Export {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

/// What is to be written.
pub enum Content {
    /// Files, made beside the window.
    Files(Make),
    /// Files made of a picture of the canvas, which only the window can take.
    Picture(fn(Picture) -> Make),
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

fn has_frames(session: &Session, slot: Slot) -> bool {
    session.stage().get(slot).is_some_and(|placed| placed.sprite().frames().all().len() > 1)
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
        let names: HashSet<_> = ALL.iter().map(|export| export.name()).collect();
        let labels: HashSet<_> = ALL.iter().map(|export| export.label()).collect();
        assert_eq!((names.len(), labels.len()), (ALL.len(), ALL.len()));
    }

    #[test]
    fn every_ending_of_an_export_can_be_written() {
        let session = session();
        for export in ALL {
            for ending in export.endings() {
                let path = Path::new("out").with_extension(ending);
                if let Ok(Content::Files(make)) = export.content(&session) {
                    assert!(make(&path).is_ok(), "{export:?} as {ending}");
                }
            }
            let suggestion = export.suggestion(&session);
            let suggested = Path::new(&suggestion).extension().and_then(|ending| ending.to_str());
            assert_eq!(suggested, export.endings().first().copied(), "{export:?}");
        }
    }

    #[test]
    fn what_is_possible_has_content_and_an_empty_stage_has_none() {
        let session = session();
        for export in ALL {
            assert!(!export.is_possible(&session) || export.content(&session).is_ok(), "{export:?}");
            assert!(!export.is_possible(&Session::default()), "{export:?}");
        }
    }

    #[test]
    fn labels_are_written_in_small_letters() {
        assert_eq!(Overlap.label(), "Export overlap mask…");
        assert_eq!(MaskOf(Slot::A).label(), "Export mask of A…");
    }
}
