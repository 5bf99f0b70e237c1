//! The table of scans as data: for spreadsheets, scripts and bug reports.

use serde_json::{Value, json};
use strum::{EnumMessage, EnumProperty, IntoStaticStr, VariantArray};

use crate::files::FileFormat;
use maskscope_core::scan::{Count, Scan};
use maskscope_core::{geom::Cell, measure::Timing};

/// A row of the table: one scan.
#[derive(Clone, Debug)]
pub struct TableRow {
    /// The scan.
    pub scan: Scan,
    /// True if it answers that the masks overlap.
    pub is_hit: bool,
    /// True if that differs from the truth.
    pub is_wrong: bool,
    /// The world cell of its first hit, where it names one.
    pub first_hit: Option<Cell>,
    /// Visits, and the cells they covered.
    pub count: Count,
    /// Timing, once measured.
    pub timing: Option<Timing>,
}

impl TableRow {
    /// The row as JSON. Times are in nanoseconds, the spread is a share of the median; `rows` is the timing of that scan.
    fn json(&self, rows: Option<&Timing>) -> Value {
        let mut json = json!({
            "name": self.scan.to_string(),
            "exact": self.scan.is_exact(),
            "hit": self.is_hit,
            "wrong": self.is_wrong,
            "first_hit": self.first_hit,
            "visits": self.count.visits,
            "cells": self.count.cells,
            "median_ns": self.timing.map(|timing| timing.median_nanos),
            "min_ns": self.timing.map(|timing| timing.min_nanos),
            "spread": self.timing.map(|timing| timing.spread),
            "ratio_to_rows": self.timing.zip(rows).map(|(timing, rows)| timing.ratio_to(rows)),
        });
        if self.scan.is_own() {
            json["measured"] = true.into();
        }
        json
    }
}

/// The names of the columns, and the texts of a row in them; what is not known is empty.
fn columns(row: &Value) -> [(&'static str, String); 12] {
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    let number = |n: Option<f64>, decimals: usize| n.map_or_else(String::new, |n| format!("{n:.decimals$}"));
    // No time is 0.
    let time = |n: Option<f64>| number(n.map(|n| n.max(0.001)), if n < Some(1.0) { 3 } else { 1 });
    [
        ("scan", text(&row["name"])),
        ("exact", text(&row["exact"])),
        ("hit", text(&row["hit"])),
        ("wrong", text(&row["wrong"])),
        ("first_hit_x", text(&row["first_hit"]["x"])),
        ("first_hit_y", text(&row["first_hit"]["y"])),
        ("visits", text(&row["visits"])),
        ("cells", text(&row["cells"])),
        ("median_ns", time(row["median_ns"].as_f64())),
        ("min_ns", time(row["min_ns"].as_f64())),
        ("spread", number(row["spread"].as_f64(), 3)),
        ("ratio_to_rows", number(row["ratio_to_rows"].as_f64(), 3)),
    ]
}

/// A file format for the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, IntoStaticStr, EnumMessage, EnumProperty)]
#[strum(serialize_all = "lowercase")]
#[non_exhaustive]
pub enum TableFormat {
    /// Values with commas between; none of them holds a comma or a quote.
    #[strum(message = "CSV", props(word = "cells", synonyms = "spreadsheet excel"))]
    Csv,
    /// Values with tabs between: what a spreadsheet takes from the clipboard.
    #[strum(message = "TSV", props(word = "tabs", synonyms = "spreadsheet excel"))]
    Tsv,
    /// An object with a list of scans.
    #[strum(message = "JSON", props(word = "list", synonyms = "data"))]
    Json,
}

impl FileFormat for TableFormat {
    const CONTENT: &'static str = "a table";
}

impl TableFormat {
    /// The table as text.
    pub fn encode(self, table: &[TableRow]) -> String {
        let rows = table.iter().find(|row| row.scan == Scan::ROWS).and_then(|row| row.timing);
        let scans: Vec<Value> = table.iter().map(|row| row.json(rows.as_ref())).collect();
        match self {
            Self::Csv => lines(&scans, ","),
            Self::Tsv => lines(&scans, "\t"),
            Self::Json => json!({ "scans": scans }).to_string() + "\n",
        }
    }
}

fn lines(rows: &[Value], between: &str) -> String {
    let names = rows.first().map(|row| columns(row).map(|(name, _)| name.to_owned()));
    let texts = rows.iter().map(|row| columns(row).map(|(_, text)| text));
    names.into_iter().chain(texts).map(|line| line.join(between) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use maskscope_core::scan::Words;

    fn table() -> Vec<TableRow> {
        let timing = |median_nanos| Timing { median_nanos, min_nanos: 0.04, spread: 0.02, batches: 9 };
        let row = |scan, first_hit: Option<Cell>, visits, timing| TableRow {
            scan,
            is_hit: first_hit.is_some(),
            is_wrong: false,
            first_hit,
            count: Count { visits, cells: visits },
            timing,
        };
        let columns = "incremental:7px".parse().expect("a scan");
        vec![
            row(Scan::ROWS, Some(Cell::new(26, -1)), 497, Some(timing(200.0))),
            row(columns, None, 62, None),
            row(Scan::Words(Words), Some(Cell::new(26, -1)), 17, Some(timing(50.0))),
        ]
    }

    #[test]
    fn every_format_tells_the_same() {
        let expected = "scan,exact,hit,wrong,first_hit_x,first_hit_y,visits,cells,median_ns,min_ns,spread,ratio_to_rows\n\
            rows,true,true,false,26,-1,497,497,200.0,0.040,0.020,1.000\n\
            incremental:7px,true,false,false,,,62,62,,,,\n\
            words,true,true,false,26,-1,17,17,50.0,0.040,0.020,0.250\n";
        assert_eq!(TableFormat::Csv.encode(&table()), expected);
        assert_eq!(TableFormat::Tsv.encode(&table()), expected.replace(',', "\t"));
        let json: Value = serde_json::from_str(&TableFormat::Json.encode(&table())).expect("JSON");
        assert_eq!(json["scans"][2]["ratio_to_rows"], 0.25);
        assert_eq!(json["scans"][1]["first_hit"], Value::Null);
        assert_eq!(json["scans"].as_array().map(Vec::len), Some(3));
    }

    #[test]
    fn the_extension_says_the_format() {
        assert_eq!(TableFormat::of_path(Path::new("a.CSV")), Ok(TableFormat::Csv));
        let error = TableFormat::of_path(Path::new("a.png")).expect_err("no table");
        assert_eq!(error.to_string(), "a table is written as .csv, .tsv, .json");
    }
}
