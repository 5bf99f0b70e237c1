//! [`wrong`]: what is wrong stands in red where colours are shown.

use std::cell::Cell;
use std::io;

use anstream::{AutoStream, ColorChoice};
use anstyle::AnsiColor;

thread_local! {
    /// True if the answers of this thread are read where colours are shown.
    static IS_SHOWN: Cell<bool> = const { Cell::new(false) };
}

/// True if standard output is a terminal that shows colours to somebody who has not refused them: by `NO_COLOR`, say.
pub(in crate::cli) fn is_asked_for() -> bool {
    let is_able = anstyle_query::windows::enable_ansi_colors().unwrap_or(true);
    is_able && AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Lets the answers of this thread have colours if they are shown.
pub(in crate::cli) fn show(is_shown: bool) {
    IS_SHOWN.set(is_shown);
}

/// `text` about something wrong.
pub(in crate::cli) fn wrong(text: String) -> String {
    let red = AnsiColor::Red.on_default().bold();
    if IS_SHOWN.get() && !text.is_empty() { format!("{red}{text}{red:#}") } else { text }
}

/// The columns that `text` takes in a terminal, whatever its colours.
pub(super) fn width(text: &str) -> usize {
    anstream::adapter::strip_str(text).map(|piece| piece.chars().count()).sum()
}
