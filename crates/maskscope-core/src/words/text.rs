//! Text from outside as messages print it: on one line of a terminal, not at any length, moving nothing.

/// The most characters shown of a file's or a decoder's text.
const MOST_CHARACTERS: usize = 400;

/// The words of a decoder or of a file without line breaks and control characters, and not at any length.
pub fn on_one_line(detail: &str) -> String {
    let words: Vec<String> = detail.split_whitespace().map(|word| word.replace(is_unprintable, "")).collect();
    let line = words.join(" ");
    match line.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
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
}
