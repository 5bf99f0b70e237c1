//! `scans`: the list of the strategies.

use std::io::Write;

use clap::Args;
use serde_json::{Value, json};

use crate::cli::CliError;
use crate::cli::output::{TextColumn, answer, table};
use maskscope_core::scan::Scan;

/// List the scan strategies: name, parameters, exact or not, source.
#[derive(Debug, Args)]
pub(in crate::cli) struct ScansArgs {
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

impl ScansArgs {
    pub(in crate::cli) fn run(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let columns = ["scan", "parameters", "", "", "after"].map(TextColumn::Left);
        let listed = json!({ "scans": Scan::ALL.map(described) });
        answer(out, self.json, (&listed, &table(columns, &Scan::ALL.map(row))))
    }
}

fn described(scan: Scan) -> Value {
    let about = scan.about();
    let parameter = |(name, default): &(&str, Option<u32>)| json!({ "name": name, "default": default });
    let parameters: Vec<_> = about.parameters.named.iter().map(parameter).collect();
    json!({ "name": scan.to_string(), "parameters": parameters, "exact": scan.is_exact(), "source": about.source.full })
}

fn row(scan: Scan) -> [String; 5] {
    let about = scan.about();
    let parameter = |(name, default): &(&str, Option<u32>)| match default {
        Some(default) => format!("{name} {default}"),
        None => (*name).to_owned(),
    };
    let parameters: Vec<_> = about.parameters.named.iter().map(parameter).collect();
    let exact = if scan.is_exact() { "exact" } else { "approximate" };
    let [exact, sentence, source] = [exact, about.sentence, about.source.short].map(str::to_owned);
    [scan.to_string(), parameters.join(", "), exact, sentence, source]
}
