//! Patterns of paths: `*` for any letters but `/`, `**` for any at all, `?` for one letter but `/`, `**/` also for no folder.

/// True if `pattern` matches all of `text`.
pub(super) fn is_matched(pattern: &str, text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    // True at each place up to which the pattern so far matches the text.
    let mut ends = vec![false; text.len() + 1];
    ends[0] = true;
    let mut rest = pattern;
    while let Some(letter) = rest.chars().next() {
        let taken = ["**/", "**"].into_iter().find(|stars| rest.starts_with(stars));
        rest = &rest[taken.map_or(letter.len_utf8(), str::len)..];
        ends = match (taken, letter) {
            (Some("**/"), _) => with_folders(&text, &ends),
            (Some(_), _) => spread(&ends, |_| true),
            (None, '*') => spread(&ends, |at| text[at] != '/'),
            (None, '?') => moved(&ends, |at| text[at] != '/'),
            (None, letter) => moved(&ends, |at| text[at] == letter),
        };
    }
    ends.last() == Some(&true)
}

/// The places after one more letter, which `is_taken` allows by its place.
fn moved(ends: &[bool], is_taken: impl Fn(usize) -> bool) -> Vec<bool> {
    let after = ends.iter().take(ends.len() - 1).enumerate().map(|(at, is_end)| *is_end && is_taken(at));
    std::iter::once(false).chain(after).collect()
}

/// The places after any number of letters that `is_taken` allows by their places.
fn spread(ends: &[bool], is_taken: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut is_end = false;
    let place = |(at, is_new): (usize, &bool)| {
        is_end = *is_new || is_end && is_taken(at - 1);
        is_end
    };
    ends.iter().enumerate().map(place).collect()
}

/// The places after any number of folders.
fn with_folders(text: &[char], ends: &[bool]) -> Vec<bool> {
    let mut has_begun = false;
    let place = |(at, is_new): (usize, &bool)| {
        let is_end = *is_new || has_begun && text[at - 1] == '/';
        has_begun |= *is_new;
        is_end
    };
    ends.iter().enumerate().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stop_at_folders_or_not() {
        for (pattern, text, expected) in [
            ("a.tscn", "a.tscn", true),
            ("a.tscn", "b/a.tscn", false),
            ("*.tscn", "a.tscn", true),
            ("*.tscn", "b/a.tscn", false),
            ("**.tscn", "b/a.tscn", true),
            ("**/a.tscn", "a.tscn", true),
            ("**/a.tscn", "b/c/a.tscn", true),
            ("**/a.tscn", "b/ca.tscn", false),
            ("enemies/**", "enemies/a/b.tscn", true),
            ("enemies/**", "enemies", false),
            ("e?t.yy", "eat.yy", true),
            ("e?t.yy", "e/t.yy", false),
            ("Hurtbox*", "Hurtbox2", true),
            ("Hurt*box", "Hurt/box", false),
            ("*ä*", "xäy", true),
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
        ] {
            assert_eq!(is_matched(pattern, text), expected, "{pattern} and {text}");
        }
        // What would take ages one way after the other.
        assert!(!is_matched(&"*a".repeat(200), &"a".repeat(150)));
    }
}
