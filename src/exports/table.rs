//! The table of scans, as data.

use super::export::{Export, ExportContent, NEEDS_TWO, Target, format_of, stems};
use crate::files::{FileFormat as _, TableFormat, TableRow};
use crate::session::{ScanRow, Session};
use maskscope_core::geom::Cell;
use maskscope_core::scan::Hit;

/// The answer and the cost of every scan.
pub const TABLE: Export = Export {
    name: "Table of scans",
    group: "table of scans",
    label: "Export table of scans…",
    sentence: "Writes every scan's answer and cost as CSV, TSV or JSON.",
    target: Target::File,
    is_mask: false,
    kinds: TableFormat::kinds,
    suggestion: |session| format!("{}-scans.csv", stems(session)),
    is_possible: |session| !session.derived().rows().is_empty(),
    content: |session, options| {
        let rows = Some(rows(session)).filter(|rows| !rows.is_empty()).ok_or(NEEDS_TWO)?;
        Ok(ExportContent::one(move |path| Ok(format_of::<TableFormat>(path, options)?.encode(&rows).into_bytes())))
    },
};

/// The table as text for a spreadsheet.
pub fn table_text(session: &Session) -> String {
    TableFormat::Tsv.encode(&rows(session))
}

/// The rows as written: first hits in world cells, whatever the window counts from.
fn rows(session: &Session) -> Vec<TableRow> {
    let overlap = session.collision().and_then(|collision| collision.overlap_box);
    let in_world = |hit: Hit| Some(overlap?.origin() + hit.cell.map(|(x, y)| Cell::new(x.into(), y.into()))?);
    let row = |row: &ScanRow| TableRow {
        scan: row.scan,
        is_hit: row.hit.is_some(),
        is_wrong: row.is_wrong,
        first_hit: row.hit.and_then(in_world),
        count: row.count,
        timing: row.timing,
    };
    // Values to be guessed in a lesson are left out here, too.
    session.derived().rows().iter().filter(|row| !row.is_hidden).map(row).collect()
}
