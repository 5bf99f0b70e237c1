//! Something of a session that can be written into files.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{fmt, io};

use crate::files::{FileFormat, FormatKind, numbered, shown};
use crate::session::{Event, Made, Session, Slot};
use maskscope_core::scene::Picture;

/// One of [`ALL`](super::ALL).
pub type ExportRef = &'static Export;

/// An export into a file. Two are equal if their names are.
pub struct Export {
    /// Name in messages: `Overlap mask`.
    pub name: &'static str,
    /// The row of the sheet that it stands in: `scene`.
    pub group: &'static str,
    /// Label in menus.
    pub label: &'static str,
    /// Tooltip, in a sentence.
    pub sentence: &'static str,
    /// Kind of the written files.
    pub target: Target,
    /// True for masks, whose solid and clear pixels can be exchanged.
    pub is_mask: bool,
    /// The formats of the possible files.
    pub kinds: fn() -> Vec<FormatKind>,
    /// Suggested file name, in the suggested format: `ship-mask.png`.
    pub suggestion: fn(&Session) -> String,
    /// True if there is something to write now.
    pub is_possible: fn(&Session) -> bool,
    /// The content to write, or why nothing can be written, in a sentence.
    pub content: fn(&Session, Options) -> Result<ExportContent, String>,
}

/// Choices beside the file's name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Name of the format: of two with one extension it decides.
    pub format: &'static str,
    /// True if a mask's solid and clear pixels are exchanged.
    pub is_inverted: bool,
    /// True if code of a scan holds both masks.
    pub with_masks: bool,
}

/// An export with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chosen {
    /// The export.
    pub export: ExportRef,
    /// Its options.
    pub options: Options,
}

impl Chosen {
    /// An export in the format of this name.
    pub fn new(export: ExportRef, format: &'static str) -> Self {
        Self { export, options: Options { format, ..Options::default() } }
    }

    /// An export in its suggested format.
    pub fn suggested(export: ExportRef, session: &Session) -> Self {
        let suggestion = (export.suggestion)(session);
        let kind = export.kind_of(Path::new(&suggestion));
        Self::new(export, kind.map_or("", |kind| kind.name))
    }

    /// An export as it was `exported` last, or in its suggested format; a mask as the other mask was.
    pub fn last(export: ExportRef, exported: Option<&(Self, PathBuf)>, session: &Session) -> Self {
        let is_alike = |last: ExportRef| last == export || last.is_mask && export.is_mask;
        let last = exported.filter(|(last, _)| is_alike(last.export));
        last.map_or_else(|| Self::suggested(export, session), |(last, _)| Self { export, ..*last })
    }

    /// The chosen format.
    pub fn kind(self) -> FormatKind {
        let mut kinds = (self.export.kinds)();
        let at = kinds.iter().position(|kind| kind.name == self.options.format).unwrap_or_default();
        kinds.swap_remove(at)
    }

    /// The suggested file name, with the extension of the format.
    pub fn suggestion(self, session: &Session) -> String {
        Path::new(&(self.export.suggestion)(session)).with_extension(self.kind().ending).display().to_string()
    }

    /// The suggested file name without its extension.
    pub fn suggested_stem(self, session: &Session) -> String {
        let (name, ending) = (self.suggestion(session), format!(".{}", self.kind().ending));
        name.strip_suffix(&ending).unwrap_or(&name).to_owned()
    }

    /// `path` as it was named, if its extension stands for a format of the export; otherwise with that of the chosen format.
    pub fn completed(self, path: &Path) -> PathBuf {
        let is_known = self.export.kind_of(path).is_some();
        if is_known { path.to_owned() } else { path.with_added_extension(self.kind().ending) }
    }

    /// The content to write, or why nothing can be written, in a sentence.
    ///
    /// # Errors
    /// If there is nothing to write.
    pub fn content(self, session: &Session) -> Result<ExportContent, String> {
        (self.export.content)(session, self.options)
    }
}

/// Kind of the files of an export.
#[derive(Clone, Copy)]
pub enum Target {
    /// One file.
    File,
    /// One file, which holds handmade work; with a scene, the session continues in it.
    Made(Made),
    /// A file for each of this number, numbered from 0.
    Series(fn(&Session) -> usize),
}

impl Export {
    /// Extensions of the possible files, without the dot.
    pub fn endings(&self) -> Vec<&'static str> {
        let mut endings: Vec<_> = (self.kinds)().into_iter().map(|kind| kind.ending).collect();
        endings.dedup();
        endings
    }

    /// The title of what asks for its file: `Save mask of A as`.
    pub fn title(&self) -> String {
        let (first, rest) = self.name.split_at(1);
        format!("Save {}{rest} as", first.to_lowercase())
    }

    /// The format that the extension of `path` stands for.
    fn kind_of(&self, path: &Path) -> Option<FormatKind> {
        let extension = path.extension()?;
        (self.kinds)().into_iter().find(|kind| extension.eq_ignore_ascii_case(kind.ending))
    }

    /// Existing files that writing to `path` would replace.
    pub fn targets(&self, session: &Session, path: &Path) -> Vec<PathBuf> {
        match self.target {
            Target::Series(count) => numbered(path, count(session)).collect(),
            Target::File | Target::Made(_) => vec![path.to_owned()],
        }
    }

    /// The action for the session when writing begins.
    pub fn begins(&self, path: &Path) -> Option<Event> {
        match self.target {
            Target::Made(made) => Some(Event::Saving(made, path.to_owned())),
            Target::File | Target::Series(_) => None,
        }
    }

    /// The action for the session after writing `files`.
    pub fn saved(&self, path: &Path, files: String) -> Event {
        let detail = match self.target {
            Target::Made(made) => return Event::Saved(made, path.to_owned()),
            Target::Series(_) => files,
            Target::File => match self.kind_of(path) {
                Some(kind) if !kind.sentence.is_empty() => format!("{files}: {}", kind.sentence),
                _ => files,
            },
        };
        Event::Done { title: format!("{} saved", self.name), detail }
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

/// Content of an export.
pub enum ExportContent {
    /// Files, made beside the window.
    Files(Make),
    /// Files made of a picture of the canvas, which only the window can take.
    Picture(fn(Picture) -> Make),
}

impl ExportContent {
    pub(super) fn made(make: impl FnOnce(&Path) -> Result<Files, String> + Send + 'static) -> Self {
        Self::Files(Box::new(make))
    }

    /// One file of these bytes, made beside the window.
    pub(super) fn one(bytes: impl FnOnce(&Path) -> Result<Vec<u8>, String> + Send + 'static) -> Self {
        Self::made(|path| bytes(path).map(Files::One))
    }
}

/// Makes the files for a path, in the format of its extension; or gives the reason why it cannot.
pub type Make = Box<dyn FnOnce(&Path) -> Result<Files, String> + Send>;

/// Writes a file while its content is made; may be called twice.
pub type Stream = Box<dyn FnMut(&mut dyn io::Write) -> io::Result<()>>;

/// Files ready to be written.
pub enum Files {
    /// The bytes of the one requested file.
    One(Vec<u8>),
    /// The one requested file, written while it is made: for content too large to hold.
    Streamed(Stream),
    /// Several files and their bytes, written one after the other.
    Series(Vec<(PathBuf, Vec<u8>)>),
}

/// The last part of a path, as in messages.
pub fn name_of(path: &Path) -> String {
    shown(path.file_name().map_or(path, Path::new))
}

/// `ship`: the name of a sprite, without the extension of its file.
pub(super) fn stem(session: &Session, slot: Slot) -> String {
    session.stage().get(slot).map_or("", |placed| placed.sprite().stem()).to_owned()
}

/// `ship-rock`: the names of both sprites.
pub(super) fn stems(session: &Session) -> String {
    format!("{}-{}", stem(session, Slot::A), stem(session, Slot::B))
}

/// The names of both sprites, with their extensions.
pub(super) fn names(session: &Session) -> Option<[String; 2]> {
    session.stage().both().map(|(a, b)| [a.sprite().name.clone(), b.sprite().name.clone()])
}

/// The reason why there is nothing to write without two sprites.
pub(super) const NEEDS_TWO: &str = "Two images are needed.";

/// The format of a path's extension; of two, the chosen one.
pub(super) fn format_of<F: FileFormat>(path: &Path, options: Options) -> Result<F, String> {
    let is_of_path = |format: &F| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(format.extension()));
    let chosen = F::named(options.format).ok().filter(is_of_path);
    chosen.map_or_else(|| F::of_path(path).map_err(|error| error.to_string()), Ok)
}

/// The reason why nothing of the sprite in an empty place can be written.
pub(super) fn no_image(slot: Slot) -> String {
    format!("There is no image in slot {}.", slot.letter())
}
