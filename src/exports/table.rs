//! The table of scans, as data.

use super::{Content, Export, Files, NEEDS_TWO, stems};
use crate::{
    files::{FileFormat as _, TableFormat, TableRow},
    geom::Cell,
    session::{ScanRow, Session},
};

/// What every scan answered and cost.
pub struct Table;

impl Export for Table {
    fn name(&self) -> String {
        "Table of scans".to_owned()
    }

    fn sentence(&self) -> &'static str {
        "Writes what every scan answered and cost as CSV, TSV or JSON."
    }

    fn endings(&self) -> Vec<&'static str> {
        TableFormat::extensions()
    }

    fn suggestion(&self, session: &Session) -> String {
        format!("{}-scans.csv", stems(session))
    }

    fn is_possible(&self, session: &Session) -> bool {
        !session.derived().rows().is_empty()
    }

    fn content(&self, session: &Session) -> Result<Content, String> {
        if !self.is_possible(session) {
            return Err(NEEDS_TWO.to_owned());
        }
        let rows = rows(session);
        Ok(Content::Files(Box::new(move |path| {
            let format = TableFormat::of_path(path).map_err(|error| error.to_string())?;
            Ok(Files::One(format.encode(&rows).into_bytes()))
        })))
    }
}

/// The table as text for a spreadsheet.
pub fn table_text(session: &Session) -> String {
    TableFormat::Tsv.encode(&rows(session))
}

/// The rows as they are written: first hits in A's pixels.
fn rows(session: &Session) -> Vec<TableRow> {
    let overlap = session.derived().collision().and_then(|collision| collision.overlap_box);
    let row = |row: &ScanRow| TableRow {
        scan: row.scan,
        is_hit: row.hit.is_some(),
        is_wrong: row.is_wrong,
        first_hit: row
            .hit
            .and_then(|hit| hit.cell)
            .zip(overlap)
            .map(|((x, y), overlap)| overlap.origin() + Cell::new(x.into(), y.into())),
        count: row.count,
        timing: row.timing,
    };
    session.derived().rows().iter().map(row).collect()
}
