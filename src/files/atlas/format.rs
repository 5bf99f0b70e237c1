//! A format of atlases and hitboxes: how a file of it is known, and what reads it.

use std::path::Path;

use super::layout::Layout;
use super::paired::PairedLayouts;
use super::sheets::Sheets;
use crate::files::Reason;

/// A format of files that describe frames or hitboxes of images.
pub(super) struct AtlasFormat {
    /// The endings of its files, without the dot.
    pub endings: &'static [&'static str],
    /// True for a file of this format, by its text, which has no mark and no space in front, or by its path.
    pub known: fn(&[u8], &Path) -> bool,
    /// True if no other format is taken for this one, so that errors are about it.
    pub is_sure: bool,
    /// Reads the frames, at least one, and hitboxes of a file.
    pub read: fn(AtlasFile<'_>, &mut Sheets<'_>) -> Result<Layout, Reason>,
    /// Reads each hitbox of a file with the frames that it belongs to; `None` for a format whose files are no part of a project.
    pub paired: Option<ReadPaired>,
}

/// Reads each hitbox of a file with the frames that it belongs to.
pub(super) type ReadPaired = fn(AtlasFile<'_>, &mut Sheets<'_>) -> Result<PairedLayouts, Reason>;

/// A file that is read.
#[derive(Clone, Copy)]
pub(super) struct AtlasFile<'a> {
    /// Its bytes, without a mark.
    pub bytes: &'a [u8],
    pub path: &'a Path,
}

impl<'a> AtlasFile<'a> {
    /// Its text.
    pub(super) fn text(self) -> Result<&'a str, Reason> {
        str::from_utf8(self.bytes).map_err(|_| Reason::NoText)
    }
}

/// True if `path` ends so.
pub(super) fn ends(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending))
}

/// True if all of `words` are in the first 4,096 bytes of `text`.
pub(super) fn begins_with_all(text: &[u8], words: &[&str]) -> bool {
    let start = text.get(..4_096).unwrap_or(text);
    words.iter().all(|word| start.windows(word.len()).any(|part| part == word.as_bytes()))
}
