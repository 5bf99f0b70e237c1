//! Columns of text.

use std::fmt;

use super::colour::{width, wrong};
use maskscope_core::words::thousands;

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

    fn pad(self, cell: &str, columns: usize) -> String {
        let space = " ".repeat(columns.saturating_sub(width(cell)));
        match self {
            Self::Left(_) => format!("{cell}{space}"),
            Self::Right(_) => format!("{space}{cell}"),
        }
    }
}

/// The columns of a terminal, as far as is known: tables are also read in logs and in bug reports.
const TERMINAL: usize = 80;

/// Space between columns, and before what goes below a row.
const GAP: usize = 2;

/// The headings and then `rows`, each column as wide as its widest cell, two spaces apart. Columns that do not fit in 80 go below
/// their row, each cell behind its heading.
pub(in crate::cli) fn table(columns: impl AsRef<[TextColumn]>, rows: &[impl AsRef<[String]>]) -> String {
    let columns = columns.as_ref();
    let headings: Vec<String> = columns.iter().map(|column| column.heading().to_owned()).collect();
    let lines = || std::iter::once(&headings[..]).chain(rows.iter().map(AsRef::as_ref));
    let widest = |at: usize| lines().map(|line| width(&line[at])).max().unwrap_or_default();
    let widths: Vec<usize> = (0..columns.len()).map(widest).collect();
    let ends = widths.iter().scan(0, |end, width| {
        *end += width + GAP;
        Some(*end - GAP)
    });
    let beside = ends.take_while(|end| *end <= TERMINAL).count().max(1);
    let padded = |line: &[String]| {
        let cells = columns.iter().zip(line).zip(&widths).map(|((column, cell), width)| column.pad(cell, *width));
        cells.take(beside).collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    let below = |line: &[String]| {
        let cells = headings.iter().zip(line).skip(beside).filter(|(_, cell)| !cell.is_empty());
        let cells: Vec<_> = cells.map(|(heading, cell)| format!("{heading} {cell}").trim().to_owned()).collect();
        wrapped(&cells)
    };
    lines()
        .enumerate()
        .map(|(n, line)| if n == 0 { padded(line) } else { padded(line) + below(line).as_str() })
        .collect()
}

/// The cells below a row, in lines that fit.
fn wrapped(cells: &[String]) -> String {
    let indent = " ".repeat(2 * GAP);
    let (mut text, mut end) = (String::new(), 0);
    for (n, cell) in cells.iter().enumerate() {
        let width = width(cell);
        let is_last = n + 1 == cells.len();
        if n > 0 && end + 1 + width + GAP <= TERMINAL {
            text += " ";
            end += 1;
        } else {
            text.push_str(if n == 0 { "" } else { "\n" });
            text.push_str(&indent);
            end = indent.len();
        }
        text += cell;
        text += if is_last { "\n" } else { " ·" };
        end += width + GAP;
    }
    text
}

/// At most this many of a kind are listed one by one in the text.
pub(in crate::cli) const MOST_LISTED: usize = 20;

/// The number of what is wrong; nothing, for 0.
pub(in crate::cli) fn wrong_count(n: u64) -> String {
    wrong(blank(n))
}

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
    use super::super::colour::show;
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [["rows", "497"], ["combined", "62"]].map(|row| row.map(str::to_owned));
        let text = table([TextColumn::Left("scan"), TextColumn::Right("visits")], &rows);
        assert_eq!(text, "scan      visits\nrows         497\ncombined      62\n");
    }

    #[test]
    fn what_is_wrong_is_red_and_lines_up() {
        let rows =
            || [["rows", "7"], ["sample:10", ""]].map(|[scan, count]| [scan.to_owned(), wrong(count.to_owned())]);
        let columns = [TextColumn::Left("scan"), TextColumn::Right("wrong")];
        let plain = "scan       wrong\nrows           7\nsample:10\n";
        assert_eq!(table(columns, &rows()), plain);
        show(true);
        let red = "\u{1b}[1m\u{1b}[31m7\u{1b}[0m";
        assert_eq!(table(columns, &rows()), plain.replace('7', red));
        show(false);
    }

    #[test]
    fn what_does_not_fit_goes_below_its_row() {
        let long = "a source that is named in words. ".repeat(2);
        let rows = [["rows", "497", long.trim()], ["combined", "62", ""]].map(|row| row.map(str::to_owned));
        let columns = [TextColumn::Left("scan"), TextColumn::Right("visits"), TextColumn::Left("source")];
        let expected = format!("scan      visits\nrows         497\n    source {}\ncombined      62\n", long.trim());
        assert_eq!(table(columns, &rows), expected);
        let wide: Vec<String> = (0..9).map(|n| format!("{n}{}", "x".repeat(17))).collect();
        let text = table([TextColumn::Left("c"); 9], &[wide]);
        assert!(text.lines().all(|line| line.chars().count() <= TERMINAL) && text.contains("8xxx"), "{text}");
    }
}
