//! Bytes that come piece by piece, as lines.

use crate::files::reading::without_mark;
use maskscope_core::words::thousands;

/// The longest line that is read, in bytes.
pub(super) const MOST_BYTES: usize = 16 << 20;

/// Cuts bytes that come piece by piece into lines, and counts them. A line without an end is kept until it has one.
#[derive(Debug, Default)]
pub(super) struct LineSplitter {
    /// The beginning of the next line.
    begun: Vec<u8>,
    /// It is longer than a line may be: the rest of it is dropped.
    is_too_long: bool,
    /// The number of lines that have ended.
    ended: u64,
    /// The byte at which the next line begins.
    place: u64,
    /// The number of its bytes that are read.
    length: u64,
}

impl LineSplitter {
    /// The number of lines that have begun.
    pub(super) const fn count(&self) -> u64 {
        self.ended + (self.length > 0) as u64
    }

    /// Shows the lines that end in `bytes` to `each`: the number from 1, the byte at which it begins, and its text, or why it
    /// cannot be read. Blank lines are counted and not shown.
    pub(super) fn read(&mut self, bytes: &[u8], mut each: impl FnMut(u64, u64, Result<&[u8], String>)) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.length += piece.len() as u64;
            let Some(rest) = piece.strip_suffix(b"\n") else {
                self.keep(piece);
                return;
            };
            if self.begun.is_empty() && !self.is_too_long && rest.len() <= MOST_BYTES {
                show(self.ended + 1, self.place, Ok(rest), &mut each);
            } else {
                self.keep(rest);
                self.show_begun(&mut each);
            }
            self.ended += 1;
            self.place += self.length;
            self.length = 0;
        }
    }

    /// Shows the last line, which has no end, if there is one; what `each` answers.
    pub(super) fn end<T>(&mut self, each: impl FnOnce(u64, u64, Result<&[u8], String>) -> T) -> Option<T> {
        let (mut each, mut answer) = (Some(each), None);
        self.show_begun(&mut |number, place, text| {
            answer = each.take().map(|each| each(number, place, text));
        });
        answer
    }

    fn keep(&mut self, piece: &[u8]) {
        if self.begun.len() + piece.len() > MOST_BYTES {
            self.is_too_long = true;
            self.begun = Vec::new();
        }
        if !self.is_too_long {
            self.begun.extend_from_slice(piece);
        }
    }

    fn show_begun(&mut self, each: &mut impl FnMut(u64, u64, Result<&[u8], String>)) {
        let limit = thousands(MOST_BYTES as u64);
        let text = if self.is_too_long { Err(format!("it is longer than {limit} bytes")) } else { Ok(&self.begun[..]) };
        show(self.ended + 1, self.place, text, each);
        self.begun.clear();
        self.is_too_long = false;
    }
}

fn show(number: u64, place: u64, text: Result<&[u8], String>, each: &mut impl FnMut(u64, u64, Result<&[u8], String>)) {
    let text = text.map(|text| if number == 1 { without_mark(text) } else { text });
    if text.as_ref().map_or(true, |text| !text.trim_ascii().is_empty()) {
        each(number, place, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(pieces: &[&[u8]]) -> Vec<(u64, u64, String)> {
        let (mut lines, mut found) = (LineSplitter::default(), Vec::new());
        let text =
            |text: Result<&[u8], String>| text.map_or_else(|why| why, |text| String::from_utf8_lossy(text).into());
        for piece in pieces {
            lines.read(piece, |number, place, line| found.push((number, place, text(line))));
        }
        found.extend(lines.end(|number, place, line| (number, place, text(line))));
        found
    }

    #[test]
    fn pieces_may_end_anywhere() {
        let text = b"\xEF\xBB\xBFone\r\n\n two\nthree";
        let whole = [(1, 0, "one\r"), (3, 9, " two"), (4, 14, "three")].map(|(n, at, text)| (n, at, text.to_owned()));
        assert_eq!(lines(&[text]), whole);
        for cut in 0..text.len() {
            assert_eq!(lines(&[&text[..cut], &text[cut..]]), whole, "cut at {cut}");
        }
        assert_eq!(lines(&text.chunks(1).collect::<Vec<_>>()), whole);
        assert_eq!(lines(&[]), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_not_kept() {
        let long = vec![b'x'; MOST_BYTES / 2 + 1];
        let found = lines(&[b"a\n", &long, &long, b"\nb\n", &long[1..], &long[1..], b"\n", &long, &long]);
        let texts: Vec<_> = found.iter().map(|(number, _, text)| (*number, &text[..text.len().min(20)])).collect();
        assert_eq!(
            texts,
            [(1, "a"), (2, "it is longer than 16"), (3, "b"), (4, &"x".repeat(20)), (5, "it is longer than 16")]
        );
    }
}
