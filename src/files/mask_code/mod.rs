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

use crate::mask::{Mask, Packed};

pub(super) const C: &str = include_str!("template.c");
pub(super) const RUST: &str = include_str!("template.rs");
pub(super) const JAVASCRIPT: &str = include_str!("template.js");
pub(super) const PYGAME: &str = include_str!("template.py");
pub(super) const GDSCRIPT: &str = include_str!("template.gd");
pub(super) const AGK: &str = include_str!("template.agc");

/// Words on a line, so that lines have at most 100 characters.
const WORDS_PER_LINE: usize = 8;

/// `mask` as a file of the language of `template`, called `name`.
pub(super) fn code(template: &str, mask: &Mask, name: &str) -> String {
    let packed = Packed::new(mask);
    let words = if packed.words().is_empty() { &[0] } else { packed.words() };
    let name = identifier(name);
    let code = template
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

/// `name` as the start of an identifier in each of the languages: words of ASCII letters and digits in lower case, an
/// underscore between them, a letter first. What has none of them is called `mask`.
///
/// ```text
/// Ship -> ship      ship-2 (left) -> ship_2_left      2nd -> mask_2nd      船 -> mask
/// ```
fn identifier(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let mut words: Vec<&str> =
        name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if words.first().is_none_or(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
        words.insert(0, "mask");
    }
    words.join("_")
}

/// `ship_2_left` as `ship2Left`.
fn camel_case(identifier: &str) -> String {
    let mut after_underscore = false;
    let mut camel = String::with_capacity(identifier.len());
    for c in identifier.chars() {
        if c != '_' {
            camel.push(if after_underscore { c.to_ascii_uppercase() } else { c });
        }
        after_underscore = c == '_';
    }
    camel
}
