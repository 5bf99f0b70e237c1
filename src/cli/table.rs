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
pub(super) fn table<const N: usize>(columns: [Column; N], rows: &[[String; N]]) -> String {
    let headings = columns.map(|column| column.heading().to_owned());
    let lines = || std::iter::once(&headings).chain(rows);
    let widths: [usize; N] =
        std::array::from_fn(|i| lines().map(|line| line[i].chars().count()).max().unwrap_or_default());
    let padded = |line: &[String; N]| -> String {
        let cells: [String; N] = std::array::from_fn(|i| columns[i].pad(&line[i], widths[i]));
        cells.join("  ").trim_end().to_owned() + "\n"
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
