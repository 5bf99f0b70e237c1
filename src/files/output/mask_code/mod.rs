//! Masks as source code: a file that a game can take in as it is.
//!
//! Each `template.*` reads as the file that it becomes, with what differs from mask to mask in braces. All hold the
//! words of [`Packed`] in hexadecimal, the width, the height, and a function that tests pixel `(x, y)`, false outside;
//! some make the engine's own mask, too. A mask without pixels becomes one word that is never read, since C has no
//! empty arrays.
//!
//! Every name in a file starts with the mask's, as of [`identifier`], followed by an underscore and a word of its
//! own (in JavaScript's functions: with a capital). So none is a keyword, and several masks may share a scope.
//! Coordinates are the language's usual integers: of 32 bits in C, Rust and AppGameKit, which also counts pixels so.
//!
//! `tests/images/mask_code.rs` compiles and runs C, Rust, JavaScript and Python. GDScript and AppGameKit's BASIC follow their
//! documentation and are read back as text: no compiler of theirs has seen them. AppGameKit's does not say whether
//! `0x80000000` and above fit in an integer, nor whether `>>` keeps the sign; after `&& 1` the latter is all the same.

use super::identifier::{camel_case, identifier};
use maskscope_core::mask::{Mask, Packed};

pub(in crate::files) const C: &str = include_str!("template.c");
pub(super) const RUST: &str = include_str!("template.rs");
pub(super) const JAVASCRIPT: &str = include_str!("template.js");
pub(super) const PYGAME: &str = include_str!("template.py");
pub(super) const GDSCRIPT: &str = include_str!("template.gd");
pub(super) const AGK: &str = include_str!("template.agc");

/// Words on a line, so that lines have at most 100 characters.
const WORDS_PER_LINE: usize = 8;

/// `mask` as a file of the language of `template`, called `name`.
pub(in crate::files) fn code(template: &str, mask: &Mask, name: &str) -> String {
    let packed = Packed::new(mask);
    let words = if packed.words().is_empty() { &[0] } else { packed.words() };
    let name = identifier(name, "mask");
    let code = template
        .replace("\r\n", "\n")
        .replace("{name}", &name)
        .replace("{NAME}", &name.to_ascii_uppercase())
        .replace("{camel}", &camel_case(&name))
        .replace("{width}", &mask.width().to_string())
        .replace("{height}", &mask.height().to_string())
        .replace("{set}", &mask.count().to_string())
        .replace("{count}", &words.len().to_string())
        .replace("{last}", &(words.len() - 1).to_string());
    let listed = words.chunks(WORDS_PER_LINE).map(|words| {
        let words: Vec<String> = words.iter().map(|word| format!("{word:#010x},")).collect();
        words.join(" ")
    });
    let assigned = words.iter().enumerate().map(|(n, word)| format!("{name}_words[{n}] = {word:#010x}"));
    with_lines(&with_lines(&code, "{words}", listed), "{assignments}", assigned)
}

/// `text` with `lines` in the place of `place`, each indented as that is.
fn with_lines(text: &str, place: &str, lines: impl Iterator<Item = String>) -> String {
    let Some((before, after)) = text.split_once(place) else { return text.to_owned() };
    let indent = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
    let lines: Vec<String> = lines.collect();
    [before, &lines.join(&format!("\n{indent}")), after].concat()
}
