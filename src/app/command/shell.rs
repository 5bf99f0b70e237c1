//! Words for a shell.

use std::{borrow::Cow, path::Path};

use crate::files::shown;

/// A file's name or another argument as one word for the shell of this system; a name that would be taken for an option gets
/// `./` in front.
///
/// # Errors
/// A sentence, where no word that can be copied and read stands for it.
pub fn quoted(argument: &Path) -> Result<String, String> {
    let refused = |why: &str| format!("{} {why}, which a command line cannot hold: rename the file.", shown(argument));
    let Some(text) = argument.to_str() else { return Err(refused("is not Unicode")) };
    // Also what turns the direction of the text behind it.
    if shown(argument) != text {
        return Err(refused("has a control character in its name"));
    }
    let text = if text.starts_with('-') { Cow::Owned(format!("./{text}")) } else { Cow::Borrowed(text) };
    Ok(if cfg!(windows) { for_power_shell(&text) } else { for_posix(&text)? })
}

fn for_posix(text: &str) -> Result<String, String> {
    shlex::try_quote(text).map(Cow::into_owned).map_err(|why| format!("{text}: {why}."))
}

/// In single quotes PowerShell reads everything as it is; those of typesetters count as such, too.
fn for_power_shell(text: &str) -> String {
    let doubled: String = text
        .chars()
        .flat_map(|letter| {
            let is_quote = matches!(letter, '\'' | '\u{2018}'..='\u{201B}');
            std::iter::repeat_n(letter, if is_quote { 2 } else { 1 })
        })
        .collect();
    format!("'{doubled}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn power_shell_takes_a_word_in_single_quotes_as_it_is() {
        for (text, word) in [
            ("a.png", "'a.png'"),
            ("it's $x `y` \"z\".png", "'it''s $x `y` \"z\".png'"),
            ("\u{2018}a\u{2019}", "'\u{2018}\u{2018}a\u{2019}\u{2019}'"),
        ] {
            assert_eq!(for_power_shell(text), word);
        }
    }

    #[test]
    fn what_cannot_be_copied_is_refused_with_a_reason() {
        for name in ["a\nb.png", "a\u{1b}[2J.png", "\0"] {
            let why = quoted(Path::new(name)).expect_err("control characters");
            assert!(why.contains("control character") && !why.chars().any(char::is_control), "{why}");
        }
        assert_eq!(
            quoted(Path::new("-rf.png")).as_deref(),
            Ok(if cfg!(windows) { "'./-rf.png'" } else { "./-rf.png" })
        );
    }
}
