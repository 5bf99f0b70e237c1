//! Lines of text under each other.

use super::legend::{LegendEntry, MarkKind, SAMPLE};
use super::pen::{Text, TextAnchor, width};
use maskscope_core::{geom::Cell, palette::Rgb};

/// Px around everything on a plate, and between its parts.
pub(super) const MARGIN: u32 = 24;
pub(super) const GAP: u32 = 16;
/// The least width of the lines of text on a plate, in px.
pub(super) const NARROWEST: u32 = 420;
/// Sizes of type, in px.
pub(super) const TITLE: f32 = 20.0;
pub(super) const BODY: f32 = 13.0;
pub(super) const NOTE: f32 = 12.0;
/// The name under every plate.
pub(super) const MAKER: &str = "maskscope";

/// The height of a line, in sizes of its type.
const LEADING: f32 = 1.5;
/// Px between a sample and what it means, and between two of them.
const SAMPLE_GAP: u32 = 6;
const ENTRY_GAP: u32 = 16;

/// A column of text that grows downwards.
#[derive(Debug)]
pub(super) struct TypeArea {
    /// Its left edge and its width, in px.
    left: u32,
    width: u32,
    /// The top of the next line, in px from the top of the page.
    pub y: u32,
    pub texts: Vec<Text>,
    pub samples: Vec<LegendEntry>,
}

impl TypeArea {
    /// An empty column.
    pub const fn new(left: u32, width: u32, y: u32) -> Self {
        Self { left, width, y, texts: Vec::new(), samples: Vec::new() }
    }

    /// Sets `words` in lines, breaking them where they do not fit, `indent` px of each left free at the right.
    pub fn paragraph(&mut self, words: &str, size: f32, color: Rgb, indent: u32) {
        for line in wrapped(words, characters(self.width - indent, size)) {
            self.start(line, size, color);
            self.y += line_height(size);
        }
    }

    /// Sets `words` at both ends of a line.
    pub fn ends(&mut self, first: String, last: String, size: f32, color: Rgb) {
        self.start(first, size, color);
        self.end(last, size, color);
        self.y += line_height(size);
    }

    /// Sets `words` at the right end of the line that comes next, and stays on it.
    pub fn end(&mut self, words: String, size: f32, color: Rgb) {
        self.set(words, self.left + self.width, TextAnchor::End, size, color);
    }

    /// Sets samples with their meanings beside each other, in several lines if necessary.
    pub fn entries(&mut self, entries: &[(MarkKind, &'static str)], size: f32, color: Rgb) {
        let origins = self.labels(entries.iter().map(|(_, meaning)| *meaning), size, color);
        let samples = entries.iter().zip(origins).map(|((kind, _), origin)| LegendEntry { kind: *kind, origin });
        self.samples.extend(samples);
    }

    /// Sets labels beside each other, in several lines if necessary, with room for a sample before each. Returns the
    /// top left corners of the samples.
    pub fn labels<'a>(&mut self, labels: impl IntoIterator<Item = &'a str>, size: f32, color: Rgb) -> Vec<Cell> {
        let mut origins = Vec::new();
        let mut x = 0;
        for label in labels {
            let start = SAMPLE + SAMPLE_GAP;
            let length = start + whole(width(label.chars().count(), size).ceil());
            if x > 0 && x + length > self.width {
                x = 0;
                self.y += line_height(size) + SAMPLE_GAP;
            }
            let top = self.y + (line_height(size) - SAMPLE) / 2;
            origins.push(Cell::new((self.left + x).into(), top.into()));
            self.set(label.to_owned(), self.left + x + start, TextAnchor::Start, size, color);
            x += length + ENTRY_GAP;
        }
        if x > 0 {
            self.y += line_height(size);
        }
        origins
    }

    fn start(&mut self, words: String, size: f32, color: Rgb) {
        self.set(words, self.left, TextAnchor::Start, size, color);
    }

    #[expect(clippy::cast_precision_loss, reason = "a place on the page in px")]
    fn set(&mut self, content: String, x: u32, anchor: TextAnchor, size: f32, color: Rgb) {
        // Half of the leading lies above the letters; capitals are 0.73 of the size high.
        let baseline = (self.y as f32 + (LEADING + 0.73) / 2.0 * size).round();
        self.texts.push(Text { content, x: x as f32, baseline, size, anchor, color });
    }
}

/// The height of a line of type of `size`, in px.
pub(super) fn line_height(size: f32) -> u32 {
    whole((size * LEADING).round())
}

/// The number of characters that fit in `px`.
#[expect(clippy::cast_precision_loss, reason = "the width of a page in px")]
fn characters(px: u32, size: f32) -> usize {
    whole(px as f32 / width(1, size)) as usize
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a length on the page in px")]
const fn whole(px: f32) -> u32 {
    px as u32
}

/// `words` in lines of at most `most` characters; a word that is longer than a line is broken.
fn wrapped(words: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split_whitespace() {
        let line = lines.last_mut().expect("at least one line");
        let room = most.saturating_sub(line.chars().count() + 1);
        if line.is_empty() || word.chars().count() > room {
            let letters: Vec<char> = word.chars().collect();
            lines.extend(letters.chunks(most.max(1)).map(String::from_iter));
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_long_words_inside() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("a pneumonia b", 4), ["a", "pneu", "moni", "a b"]);
        assert_eq!(wrapped(" ", 4), [""; 0]);
    }
}
