//! `scans`: the list of the strategies.

use std::{fmt, io::Write};

use clap::Args;
use serde::Serialize;

use super::table::{Column, table};
use super::{CliError, answer};
use crate::scan::Scan;

/// List the scan strategies: name, parameters, exact or not, source.
#[derive(Debug, Args)]
pub(super) struct Scans {
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

impl Scans {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        answer(out, self.json, &List { scans: Scan::ALL.map(ListedScan::from).to_vec() })
    }
}

#[derive(Debug, Serialize)]
struct List {
    scans: Vec<ListedScan>,
}

#[derive(Clone, Debug, Serialize)]
struct ListedScan {
    name: String,
    parameters: Vec<ParameterJson>,
    exact: bool,
    source: &'static str,
    #[serde(skip)]
    sentence: &'static str,
    #[serde(skip)]
    short_source: &'static str,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct ParameterJson {
    name: &'static str,
    default: Option<u32>,
}

impl From<Scan> for ListedScan {
    fn from(scan: Scan) -> Self {
        let about = scan.about();
        let parameter = |&(name, default): &(&'static str, Option<u32>)| ParameterJson { name, default };
        Self {
            name: scan.to_string(),
            parameters: about.parameters.named.iter().map(parameter).collect(),
            exact: scan.is_exact(),
            source: about.source,
            sentence: about.sentence,
            short_source: about.short_source,
        }
    }
}

impl fmt::Display for ParameterJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.default {
            Some(default) => write!(f, "{} {default}", self.name),
            None => f.write_str(self.name),
        }
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |scan: &ListedScan| {
            let parameters: Vec<String> = scan.parameters.iter().map(ParameterJson::to_string).collect();
            let exact = if scan.exact { "exact" } else { "approximate" };
            let [exact, sentence, source] = [exact, scan.sentence, scan.short_source].map(str::to_owned);
            [scan.name.clone(), parameters.join(", "), exact, sentence, source]
        };
        let rows: Vec<_> = self.scans.iter().map(row).collect();
        f.write_str(&table(["scan", "parameters", "", "what it does", "source"].map(Column::Left), &rows))
    }
}
