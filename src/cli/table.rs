//! Columns of text.

/// A column: its heading and the side on which its cells line up.
#[derive(Clone, Copy, Debug)]
pub(super) enum Column {
    /// Words.
    Left(&'static str),
    /// Numbers.
    Right(&'static str),
}

impl Column {
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
pub(super) fn table(columns: impl AsRef<[Column]>, rows: &[impl AsRef<[String]>]) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [["rows", "497"], ["combined", "62"]].map(|row| row.map(str::to_owned));
        let text = table([Column::Left("scan"), Column::Right("visits")], &rows);
        assert_eq!(text, "scan      visits\nrows         497\ncombined      62\n");
    }
}
