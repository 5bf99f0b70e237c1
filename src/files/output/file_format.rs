//! File formats that the extension of a name stands for.

use std::path::Path;

use strum::EnumProperty;
use thiserror::Error;

use maskscope_core::choice::Choice;

/// A format as a person chooses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatKind {
    /// Name on the command line: `pbm-ascii`.
    pub name: &'static str,
    /// Title: `PBM, plain`.
    pub title: &'static str,
    /// Extension of its files, without the dot.
    pub ending: &'static str,
    /// Use or content, in a word or two: `0 and 1`.
    pub word: &'static str,
    /// Other words that people search it by.
    pub synonyms: &'static str,
    /// Content, in a sentence; empty where the title says all.
    pub sentence: String,
}

impl FormatKind {
    /// The only format of something.
    pub const fn only(ending: &'static str, title: &'static str, word: &'static str, synonyms: &'static str) -> Self {
        Self { name: ending, title, ending, word, synonyms, sentence: String::new() }
    }
}

/// A closed list of formats in which something is written. The `word` and the `synonyms` of a [`FormatKind`] are properties of its
/// variant.
pub trait FileFormat: Choice + EnumProperty {
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

    /// The formats, in the order of the list.
    fn kinds() -> Vec<FormatKind> {
        let kind = |format: &Self| FormatKind {
            name: format.name(),
            title: format.title(),
            ending: format.extension(),
            word: format.get_str("word").unwrap_or_default(),
            synonyms: format.get_str("synonyms").unwrap_or_default(),
            sentence: format.sentence(),
        };
        Self::ALL.iter().map(kind).collect()
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
