//! Answers in the words of those who ask: what they see, what it is, and which command or place helps. *Find* and
//! `docs/answers.md` read this list.
//!
//! To add a row: write it below its topic. `tests/advice.rs` runs its command, and `src/app/tests/over_the_window.rs` finds it
//! by its words.

mod lead;
mod rows;

pub use lead::Lead;
pub use rows::ADVICE;

/// Words of questions that say nothing about what is asked.
const FILLERS: [&str; 30] = [
    "a", "an", "and", "are", "at", "can", "do", "does", "for", "from", "how", "i", "in", "is", "it", "its", "my",
    "not", "of", "on", "or", "so", "that", "the", "there", "to", "what", "when", "why", "with",
];

/// Rows that belong together.
pub struct Topic {
    /// The title of the rows.
    pub title: &'static str,
    /// The heads of what is seen and of its cause.
    pub heads: [&'static str; 2],
    /// The rows, those that are asked for most often first.
    pub rows: &'static [Advice],
}

/// A row: a sight, its cause, and the command or the place that helps.
#[derive(Clone, Copy, Debug)]
pub struct Advice {
    /// The thing that a person sees or looks for, in their words.
    pub seen: &'static str,
    /// Its cause or its name, in a sentence.
    pub cause: &'static str,
    /// A command that shows it on the samples.
    pub command: &'static str,
    /// A part of what the command prints.
    pub prints: &'static str,
    /// The name of the entry in *Find*.
    pub name: &'static str,
    /// Further words for it.
    pub words: &'static str,
    /// The effect of that entry.
    pub(in crate::app) lead: Lead,
}

impl Advice {
    /// Returns true if each word of `text` that says something `begins` a word of this row, both in lower case; false if there is
    /// no such word.
    pub fn is_about(&self, text: &str, begins: impl Fn(&str, &str) -> bool) -> bool {
        let own = [self.name, self.seen, self.words].join(" ").to_lowercase();
        let mut typed = words(text).filter(|word| !FILLERS.contains(word)).peekable();
        typed.peek().is_some() && typed.all(|word| words(&own).any(|own| begins(word, own)))
    }

    /// The place in the window, or the key, in a few words.
    pub fn place(&self) -> String {
        self.lead.place()
    }
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> usize {
        let begins = |typed: &str, word: &str| word.starts_with(typed);
        ADVICE.iter().flat_map(|topic| topic.rows).filter(|row| row.is_about(text, begins)).count()
    }

    #[test]
    fn rows_are_found_by_the_beginnings_of_their_words() {
        assert!(found("hitb") > 0 && found("my hitbox is too big") > 0);
        assert_eq!(found("itbox"), 0, "no word begins so");
        assert_eq!(found("hitbox zebra"), 0, "every word counts");
    }

    #[test]
    fn fillers_alone_find_nothing() {
        assert_eq!((found(""), found("how do i")), (0, 0));
    }

    /// The palette shows that many lines at once.
    #[test]
    fn no_word_finds_more_rows_than_are_shown() {
        let texts = ADVICE.iter().flat_map(|topic| topic.rows).flat_map(|row| [row.seen, row.name, row.words]);
        let words = texts.flat_map(words).filter(|word| word.len() > 2 && !FILLERS.contains(word));
        let crowded: Vec<_> =
            words.map(|word| (word, found(&word.to_lowercase()))).filter(|(_, count)| *count > 14).collect();
        assert!(crowded.is_empty(), "{crowded:?}");
    }

    #[test]
    fn every_row_is_there_once() {
        let rows: Vec<_> = ADVICE.iter().flat_map(|topic| topic.rows).collect();
        for (at, row) in rows.iter().enumerate() {
            let is_like = |other: &&Advice| other.seen == row.seen || other.name == row.name;
            assert!(!rows[at + 1..].iter().copied().any(|other| is_like(&other)), "{} or {}", row.seen, row.name);
        }
    }
}
