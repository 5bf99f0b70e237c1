//! File formats that the extension of a name stands for.

use std::path::Path;

use thiserror::Error;

use crate::choice::Choice;

/// A file extension without the dot, and the format that it stands for, in a sentence; empty where there is no other.
pub type Kind = (&'static str, String);

/// A closed list of formats in which something is written.
pub trait FileFormat: Choice {
    /// Content, as the beginning of a sentence: `a mask`.
    const CONTENT: &'static str;

    /// The extension of its files: mostly its name.
    fn extension(self) -> &'static str {
        self.name()
    }

    /// The extensions there are, in the order of the list.
    fn extensions() -> Vec<&'static str> {
        let mut extensions: Vec<_> = Self::ALL.iter().map(|format| format.extension()).collect();
        extensions.dedup();
        extensions
    }

    /// The extensions there are, each with its format in a sentence.
    fn kinds() -> Vec<Kind> {
        let mut kinds: Vec<_> = Self::ALL.iter().map(|format| (format.extension(), format.sentence())).collect();
        kinds.dedup_by_key(|(extension, _)| *extension);
        kinds
    }

    /// The format that the extension of `path` stands for, in upper or lower case.
    ///
    /// # Errors
    /// If there is no extension, or one that stands for no format.
    fn of_path(path: &Path) -> Result<Self, UnknownExtension> {
        let extension = path.extension().unwrap_or_default();
        let named = |format: &Self| extension.eq_ignore_ascii_case(format.extension());
        let known =
            || Self::extensions().iter().map(|extension| format!(".{extension}")).collect::<Vec<_>>().join(", ");
        Self::ALL.iter().copied().find(named).ok_or_else(|| UnknownExtension { content: Self::CONTENT, known: known() })
    }
}

/// A file name whose extension stands for no format.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{content} is written as {known}")]
pub struct UnknownExtension {
    /// Content.
    pub content: &'static str,
    /// The extensions there are, separated by commas.
    pub known: String,
}
