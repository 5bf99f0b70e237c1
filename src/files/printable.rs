//! Text from outside as messages print it: on one line of a terminal, not at any length, moving nothing.

use std::path::Path;

/// The most characters shown of a file's or a decoder's text.
const MOST_CHARACTERS: usize = 400;

/// The words of a decoder or of a file without line breaks and control characters, and not at any length.
pub(super) fn on_one_line(detail: &str) -> String {
    let words: Vec<String> = detail.split_whitespace().map(|word| word.replace(is_unprintable, "")).collect();
    let line = words.join(" ");
    match line.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The name as messages print it: control characters and what is not UTF-8 as escapes, the rest as it is.
pub fn shown(path: &Path) -> String {
    let chunks = path.as_os_str().as_encoded_bytes().utf8_chunks();
    let hexadecimal = |bytes: &[u8]| bytes.iter().map(|byte| format!(r"\x{byte:02X}")).collect::<String>();
    chunks.map(|chunk| printable(chunk.valid()) + hexadecimal(chunk.invalid()).as_str()).collect()
}

/// Control characters, and those that separate lines or turn the direction of the text behind them.
pub fn is_unprintable(letter: char) -> bool {
    let turns =
        matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    letter.is_control() || turns || matches!(letter, '\u{2028}' | '\u{2029}')
}

/// `text` from a file as one line of a terminal may print it: control characters as escapes, the rest as it is.
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_unprintable(letter) {
            printable.extend(letter.escape_debug());
        } else {
            printable.push(letter);
        }
    }
    printable
}

/// Two names as messages print them: `Ship × Rock 4`.
pub fn pair_names(names: &[String; 2]) -> String {
    names.each_ref().map(|name| printable(name)).join(" × ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_cannot_move_the_cursor() {
        assert_eq!(printable("a \"ship\"\u{1b}[2J\u{9b}1m\r\n✓"), "a \"ship\"\\u{1b}[2J\\u{9b}1m\\r\\n✓");
    }

    #[test]
    fn text_of_a_file_is_shown_on_one_line_and_not_at_any_length() {
        assert_eq!(on_one_line("unknown\n\n field `\u{1b}[31m`\0"), "unknown field `[31m`");
        assert_eq!(on_one_line("field `\u{202e}gnp.\u{2066}`"), "field `gnp.`");
        assert_eq!(on_one_line(&"é".repeat(MOST_CHARACTERS)), "é".repeat(MOST_CHARACTERS));
        assert_eq!(on_one_line(&"é".repeat(MOST_CHARACTERS + 1)), "é".repeat(MOST_CHARACTERS) + "…");
    }

    #[test]
    fn what_turns_or_ends_a_line_is_escaped() {
        assert_eq!(printable("a\u{202e}b\u{2028}c\td é"), r"a\u{202e}b\u{2028}c\td é");
    }

    #[cfg(unix)]
    #[test]
    fn odd_names_are_escaped() {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
        assert_eq!(shown(Path::new("a\nb\u{1b}[31m.png")), r"a\nb\u{1b}[31m.png");
        assert_eq!(shown(Path::new(OsStr::from_bytes(b"\xff\x61.png"))), r"\xFFa.png");
        assert_eq!(shown(Path::new(r#"a "big" ship\1.png"#)), r#"a "big" ship\1.png"#);
    }
}
