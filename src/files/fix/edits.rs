//! [`ByteEdit`]: bytes of a text that are replaced; and the lines that differ between two texts.

use std::fmt::Write as _;
use std::ops::Range;

use maskscope_core::words::printable;

/// A part of a text, and what replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ByteEdit {
    /// Bytes of the old text; empty where something is inserted.
    pub range: Range<usize>,
    pub text: String,
}

impl ByteEdit {
    /// Something new in front of the byte `at`.
    pub(super) const fn inserted(at: usize, text: String) -> Self {
        Self { range: at..at, text }
    }
}

/// `text` with its parts replaced: those at the same place in their order. `None` if parts overlap, or are no parts of the text.
pub(super) fn edited(text: &str, edits: &[ByteEdit]) -> Option<String> {
    let mut edits: Vec<_> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.range.start);
    let (mut new, mut at) = (String::with_capacity(text.len()), 0);
    for ByteEdit { range, text: replacement } in edits {
        new += text.get(at..range.start)?;
        new += replacement;
        at = range.end.max(range.start);
    }
    new += text.get(at..)?;
    Some(new)
}

/// True if `new` has the same bytes as `old` outside of the edits.
pub(super) fn are_others_equal(old: &str, new: &str, edits: &[ByteEdit]) -> bool {
    let mut edits: Vec<_> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.range.start);
    let (mut old_at, mut new_at) = (0, 0);
    for ByteEdit { range, text } in edits {
        let Some(kept) = old.get(old_at..range.start) else { return false };
        let replaced = new_at + kept.len()..new_at + kept.len() + text.len();
        if new.get(new_at..replaced.start) != Some(kept) || new.get(replaced.clone()) != Some(text.as_str()) {
            return false;
        }
        (old_at, new_at) = (range.end, replaced.end);
    }
    old.get(old_at..).is_some_and(|kept| new.get(new_at..) == Some(kept))
}

/// Lines of two texts that differ, from 0: those of the old one, and those of the new one.
type LineChange = (Range<usize>, Range<usize>);

/// The most lines that are searched for the next one that is equal.
const FAR: usize = 256;

/// The lines in which two texts differ, in their order.
fn line_changes(old: &[&str], new: &[&str]) -> Vec<LineChange> {
    let (mut changes, mut one, mut other) = (Vec::new(), 0, 0);
    while one < old.len() || other < new.len() {
        if one < old.len() && old.get(one) == new.get(other) {
            (one, other) = (one + 1, other + 1);
            continue;
        }
        let is_met = |&(more, less): &(usize, usize)| {
            let is_end = one + more == old.len() && other + less == new.len();
            is_end || one + more < old.len() && old.get(one + more) == new.get(other + less)
        };
        let steps = (1..=FAR).flat_map(|sum| (0..=sum).map(move |more| (more, sum - more)));
        let (more, less) = steps
            .filter(|&(more, less)| one + more <= old.len() && other + less <= new.len())
            .find(is_met)
            .unwrap_or((old.len() - one, new.len() - other));
        changes.push((one..one + more, other..other + less));
        (one, other) = (one + more, other + less);
    }
    changes
}

/// The numbers, from 1, of the lines of `new` that differ from `old`; of lines that are gone, that of the line behind them.
pub(super) fn changed_lines(old: &str, new: &str) -> Vec<usize> {
    let lines = |text| str::lines(text).collect::<Vec<_>>();
    let numbers = |(_, new): LineChange| new.start + 1..(new.end + 1).max(new.start + 2);
    line_changes(&lines(old), &lines(new)).into_iter().flat_map(numbers).collect()
}

/// Lines around those that differ.
const AROUND: usize = 3;

/// The difference between two texts of the file called `name`, as `diff -u` shows it; control characters are escaped.
pub(super) fn diff(name: &str, old: &str, new: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    let mut hunks: Vec<Vec<LineChange>> = Vec::new();
    for change in line_changes(&old, &new) {
        match hunks.last_mut() {
            Some(hunk) if hunk.last().is_some_and(|last| change.0.start <= last.0.end + 2 * AROUND) => {
                hunk.push(change);
            }
            _ => hunks.push(vec![change]),
        }
    }
    let mut text = format!("--- {name}\n+++ {name}\n");
    for hunk in hunks {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
        let before = first.0.start.min(AROUND);
        let after = (old.len() - last.0.end).min(AROUND);
        let (from, to) = (first.0.start - before..last.0.end + after, first.1.start - before..last.1.end + after);
        // A string takes everything.
        let _ = writeln!(text, "@@ -{},{} +{},{} @@", from.start + 1, from.len(), to.start + 1, to.len());
        let mut at = from.start;
        let mut add = |sign: char, lines: &[&str]| {
            for line in lines {
                text.push(sign);
                text += &line.split('\t').map(printable).collect::<Vec<_>>().join("\t");
                text.push('\n');
            }
        };
        for (gone, here) in &hunk {
            add(' ', &old[at..gone.start]);
            add('-', &old[gone.clone()]);
            add('+', &new[here.clone()]);
            at = gone.end;
        }
        add(' ', &old[at..from.end]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(range: Range<usize>, text: &str) -> ByteEdit {
        ByteEdit { range, text: text.to_owned() }
    }

    #[test]
    fn parts_are_replaced_and_inserted() {
        let edits = [edit(8..9, "y"), edit(4..5, "123"), edit(6..6, "!"), edit(6..6, "?")];
        let new = edited("a = 1, b", &edits[1..]).expect("parts of the text");
        assert_eq!(new, "a = 123,!? b");
        assert!(are_others_equal("a = 1, b", &new, &edits[1..]));
        assert!(!are_others_equal("a = 1, c", &new, &edits[1..]));
        assert!(!are_others_equal("a = 1, b", "a = 123,!? b ", &edits[1..]));
        assert_eq!(edited("a = 1, b", &edits), None, "a part beyond the end");
        assert_eq!(edited("abcdef", &[edit(1..3, ""), edit(2..4, "")]), None, "parts that overlap");
        assert_eq!(edited("é", &[edit(1..2, "")]), None, "half a letter");
    }

    #[test]
    fn lines_that_differ_are_found() {
        let old = "a\nb\nc\nd\ne\n";
        assert!(changed_lines(old, old).is_empty());
        assert_eq!(changed_lines(old, "a\nB\nc\nd\nE\n"), [2, 5]);
        assert_eq!(changed_lines(old, "a\nb\nx\nc\nd\ne\n"), [3]);
        assert_eq!(changed_lines(old, "a\nd\ne\n"), [2]);
        assert_eq!(changed_lines("", "a\n"), [1]);
    }

    #[test]
    fn a_difference_is_shown_with_its_surroundings() {
        let lines = |from: u32, to: u32| (from..=to).map(|n| format!("{n}\r\n")).collect::<String>();
        let old = lines(1, 20);
        let new = [&lines(1, 1), "two\u{1b}[2J\t!\r\n", &lines(3, 14), "14.5\r\n", &lines(15, 20)].concat();
        let expected = "--- a.tscn\n+++ a.tscn\n@@ -1,5 +1,5 @@\n 1\n-2\n+two\\u{1b}[2J\t!\n 3\n 4\n 5\n\
                        @@ -12,6 +12,7 @@\n 12\n 13\n 14\n+14.5\n 15\n 16\n 17\n";
        assert_eq!(diff("a.tscn", &old, &new), expected);
    }
}
