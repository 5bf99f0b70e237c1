//! The code of a language, as its file holds it.

/// The code of a language.
pub struct CodeSource {
    /// The mark that begins a comment.
    pub comment: &'static str,
    /// The use of the code, in sentences.
    pub usage: &'static str,
    /// A test of one pixel after another.
    pub cells: &'static str,
    /// A test of many pixels at once.
    pub words: &'static str,
    /// The loop over rows and the one over columns: of pixels, and of many at once. Empty where a text has no such loops.
    pub loops: [[&'static str; 2]; 2],
}
