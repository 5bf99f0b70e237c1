//! `completions`: what a shell completes.

use std::io::Write;

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::cli::CliError;

/// Write the completions for a shell.
#[derive(Debug, Args)]
pub(in crate::cli) struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

impl CompletionsArgs {
    pub(in crate::cli) fn run(&self, mut program: Command, out: &mut dyn Write) -> Result<(), CliError> {
        let mut script = Vec::new();
        generate(self.shell, &mut program, "maskscope", &mut script);
        out.write_all(&script).map_err(CliError::Output)
    }
}
