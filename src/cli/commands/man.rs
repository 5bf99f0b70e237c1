//! `man`: the manual pages.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man as Page;

use crate::cli::CliError;
use crate::files::{Reason, write_whole};

/// Write the manual page, or one page for each command into a folder.
#[derive(Debug, Args)]
pub(in crate::cli) struct ManArgs {
    /// The folder for the pages of all commands, which is made if it is missing.
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

impl ManArgs {
    pub(in crate::cli) fn run(&self, program: Command, out: &mut dyn Write) -> Result<(), CliError> {
        let mut program = program.disable_help_subcommand(true);
        program.build();
        let Some(folder) = &self.output else {
            return out.write_all(&written(&Page::new(program))?).map_err(CliError::Output);
        };
        std::fs::create_dir_all(folder).map_err(|error| Reason::Write(error).at(folder))?;
        let commands = program.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
        for page in [program.clone()].into_iter().chain(commands).map(Page::new) {
            write_whole(&folder.join(page.get_filename()), &written(&page)?)?;
        }
        Ok(())
    }
}

/// A page in the format of `man`.
fn written(page: &Page) -> Result<Vec<u8>, CliError> {
    let mut text = Vec::new();
    page.render(&mut text).map_err(CliError::Output)?;
    Ok(text)
}
