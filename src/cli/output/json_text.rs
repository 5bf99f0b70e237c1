//! JSON whose text moves nothing on a terminal: what is printed of files is escaped where it would.

use std::io::{self, Write};

use maskscope_core::words::is_unprintable;

/// Writes JSON with control characters, C1 among them, and those that turn the direction of text as `\uXXXX`.
pub(in crate::cli) struct EscapedJson<'a> {
    out: &'a mut dyn Write,
    /// The first bytes of a character whose others are still to come.
    held: Vec<u8>,
}

impl<'a> EscapedJson<'a> {
    pub(in crate::cli) const fn new(out: &'a mut dyn Write) -> Self {
        Self { out, held: Vec::new() }
    }
}

impl Write for EscapedJson<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.held.is_empty() && bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) {
            return self.out.write(bytes);
        }
        self.held.extend(bytes);
        let length = str::from_utf8(&self.held).map_or_else(|error| error.valid_up_to(), str::len);
        let rest = self.held.split_off(length);
        for piece in self.held.utf8_chunks().flat_map(|chunk| chunk.valid().split_inclusive(is_unprintable)) {
            let last = piece.chars().next_back().filter(|last| is_unprintable(*last));
            let plain = &piece[..piece.len() - last.map_or(0, char::len_utf8)];
            self.out.write_all(plain.as_bytes())?;
            if let Some(last) = last {
                write!(self.out, "\\u{:04x}", u32::from(last))?;
            }
        }
        self.held = rest;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_a_terminal_is_escaped_wherever_the_bytes_are_parted() {
        let text = "{\"a\u{7f}\":\"b\u{85}\u{9b}é\u{202e}\u{2066}\u{61c}\u{2028}c✓\u{1f600}\"}";
        let expected = "{\"a\\u007f\":\"b\\u0085\\u009bé\\u202e\\u2066\\u061c\\u2028c✓\u{1f600}\"}";
        for size in 1..=text.len() {
            let mut out = Vec::new();
            let mut escaped = EscapedJson::new(&mut out);
            text.as_bytes().chunks(size).for_each(|piece| escaped.write_all(piece).expect("in memory"));
            assert_eq!(str::from_utf8(&out), Ok(expected), "in pieces of {size}");
        }
        let read = |json: &str| serde_json::from_str::<serde_json::Value>(json).expect("JSON");
        assert_eq!(read(text), read(expected));
    }
}
