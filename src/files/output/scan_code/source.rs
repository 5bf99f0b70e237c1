//! The code of a language, as its file holds it.

/// The code of a language.
pub struct CodeSource {
    /// The mark that begins a comment.
    pub comment: &'static str,
    /// The use of the code, in sentences.
    pub usage: &'static str,
    /// A mask as data: the line before its rows and the line after them, for A.
    pub mask: [&'static str; 2],
    /// A test of one pixel after another. What makes a mask of a picture stands between `{picture}` and `{/picture}`, and what
    /// makes one of rows between `{data}` and `{/data}`.
    pub cells: &'static str,
    /// A test of many pixels at once.
    pub words: &'static str,
    /// The loop over rows and the one over columns: of pixels, and of many at once. Empty where a text has no such loops.
    pub loops: [[&'static str; 2]; 2],
}
