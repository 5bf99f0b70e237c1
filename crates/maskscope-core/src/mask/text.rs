//! Masks as text: `#` is set, `.` is clear, one line per row, so that a failing test prints a picture.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::Mask;
use crate::geom::Size;

/// Error in the text of a mask.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TextMaskError {
    /// A character other than `#` and `.`.
    #[error("row {row} holds {}; a mask is written with '#' and '.' only", quoted(*found))]
    Character {
        /// Row, from 0.
        row: usize,
        /// The character.
        found: char,
    },
    /// The rows differ in length.
    #[error("row {row} is {found} wide, but row 0 is {expected}")]
    Ragged {
        /// Row, from 0.
        row: usize,
        /// Its width.
        found: usize,
        /// The width of row 0.
        expected: usize,
    },
    /// More rows or columns than a mask can have.
    #[error("the text is too large for a mask")]
    TooLarge,
}

impl Mask {
    /// One line of `#` and `.` per row, each ended by a line feed.
    pub fn to_text(&self) -> String {
        let bytes = self.size().area() + u64::from(self.height());
        let row = |y| (0..self.width()).map(move |x| if self.get(x, y) { '#' } else { '.' }).chain(['\n']);
        let mut text = String::with_capacity(usize::try_from(bytes).unwrap_or(0));
        text.extend((0..self.height()).flat_map(row));
        text
    }
}

/// The lines of `text`, each ended by a line feed, a carriage return as on old Macs, or both. The last one may be empty.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// `letter` in quotation marks; as an escape if it does not print.
fn quoted(letter: char) -> String {
    if matches!(letter, '\'' | '"' | '\\') { format!("'{letter}'") } else { format!("'{}'", letter.escape_debug()) }
}

impl FromStr for Mask {
    type Err = TextMaskError;

    /// Reads a mask such as `"..##\n.##."`: every row as wide as the first.
    fn from_str(text: &str) -> Result<Self, TextMaskError> {
        let mut rows: Vec<&str> = lines(text).collect();
        // The text after the last line end is a row only if it is not empty.
        rows.pop_if(|last| last.is_empty());
        let width = rows.first().map_or(0, |row| row.len());
        for (row, line) in rows.iter().enumerate() {
            if let Some(found) = line.chars().find(|c| !matches!(c, '#' | '.')) {
                return Err(TextMaskError::Character { row, found });
            }
            if line.len() != width {
                return Err(TextMaskError::Ragged { row, found: line.len(), expected: width });
            }
        }
        let side = |n: usize| u32::try_from(n).map_err(|_| TextMaskError::TooLarge);
        let size = Size::new(side(width)?, side(rows.len())?);
        Ok(Self::from_fn(size, |x, y| rows[super::bits::index(y)].as_bytes()[super::bits::index(x)] == b'#'))
    }
}

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Mask {}", self.size())?;
        if self.size().area() <= 4096 { f.write_str(&self.to_text()) } else { write!(f, "{} set", self.count()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for text in ["", "#\n", "..##\n.##.\n"] {
            assert_eq!(text.parse::<Mask>().expect("a mask").to_text(), text);
            for end in ["\r", "\r\n"] {
                assert_eq!(text.replace('\n', end).parse::<Mask>().expect("a mask").to_text(), text);
            }
        }
    }

    #[test]
    fn an_error_says_where_the_text_is_wrong() {
        assert_eq!("..\n.x".parse::<Mask>(), Err(TextMaskError::Character { row: 1, found: 'x' }));
        assert_eq!("..\n.".parse::<Mask>(), Err(TextMaskError::Ragged { row: 1, found: 1, expected: 2 }));
    }
}
