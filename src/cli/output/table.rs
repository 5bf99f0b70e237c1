//! Columns of text.

use std::fmt;

use crate::words::thousands;

/// A column: its heading and the side on which its cells line up.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum TextColumn {
    /// Words.
    Left(&'static str),
    /// Numbers.
    Right(&'static str),
}

impl TextColumn {
    const fn heading(self) -> &'static str {
        match self {
            Self::Left(heading) | Self::Right(heading) => heading,
        }
    }

    fn pad(self, cell: &str, width: usize) -> String {
        match self {
            Self::Left(_) => format!("{cell:<width$}"),
            Self::Right(_) => format!("{cell:>width$}"),
        }
    }
}

/// The headings and then `rows`, each column as wide as its widest cell, two spaces apart.
pub(in crate::cli) fn table(columns: impl AsRef<[TextColumn]>, rows: &[impl AsRef<[String]>]) -> String {
    let columns = columns.as_ref();
    let headings: Vec<String> = columns.iter().map(|column| column.heading().to_owned()).collect();
    let lines = || std::iter::once(&headings[..]).chain(rows.iter().map(AsRef::as_ref));
    let width = |at: usize| lines().map(|line| line[at].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let padded = |line: &[String]| {
        let cells = columns.iter().zip(line).zip(&widths).map(|((column, cell), width)| column.pad(cell, *width));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    lines().map(padded).collect()
}

/// At most this many of a kind are listed one by one in the text.
pub(in crate::cli) const MOST_LISTED: usize = 20;

/// Nothing, for 0.
pub(in crate::cli) fn blank(n: u64) -> String {
    if n == 0 { String::new() } else { thousands(n) }
}

/// The number of `all` that are not listed.
pub(in crate::cli) fn more(f: &mut fmt::Formatter<'_>, all: u64, listed: usize) -> fmt::Result {
    match all.saturating_sub(listed as u64) {
        0 => Ok(()),
        more => writeln!(f, "  and {} more", thousands(more)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [["rows", "497"], ["combined", "62"]].map(|row| row.map(str::to_owned));
        let text = table([TextColumn::Left("scan"), TextColumn::Right("visits")], &rows);
        assert_eq!(text, "scan      visits\nrows         497\ncombined      62\n");
    }
}
