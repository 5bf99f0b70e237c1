//! The command line: commands that answer without a window, for people or, with `--json`, for programs.
//!
//! Exit codes: 0 answered, whatever the answer; 1 a file could not be read, understood or written, or there is not
//! enough memory; 2 the command line is wrong; 3 a scene's expectation does not hold, a game disagrees with its
//! masks, or a hitbox of a project is too wrong; 130 ended by Ctrl C. Answers go to standard output, messages and
//! progress to standard error. A closed pipe ends quietly; a closed standard output is 1.
//!
//! - `commands`, `replay`, `run`: the commands, one file or one folder each.
//! - `args`: arguments that several commands have; `output`: answers, tables, progress and errors.

mod args;
mod commands;
mod output;
mod replay;
#[cfg(any(unix, windows))]
mod run;

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::PathBuf;

use clap::{Args, CommandFactory as _, Parser, Subcommand, builder::PossibleValuesParser};

use self::args::LimitArgs;
use self::args::{as_typed, command_first, misspelt, mistake, too_many};
use self::output::{Answering, ProgressLine};
use self::output::{CliError, Listed, joined, point_json};
pub use self::output::{Outcome, WindowStart};
use crate::files::{lesson_names, note_inputs, pattern_of, take_remarks};
use maskscope_core::words::{plain_minus, printable, shortened};

/// An interactive visual debugger for pixel-perfect sprite collision.
///
/// Without a command, opens a window on the images A and B, or on a built-in pair. Open a file whose name is a command
/// as ./check.
#[derive(Debug, Parser)]
#[command(name = "maskscope", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
    /// Show no progress.
    // Behind those of each command, before --help.
    #[arg(long, global = true, display_order = 998)]
    quiet: bool,
    #[command(flatten)]
    open: OpenArgs,
}

#[derive(Debug, Args)]
struct OpenArgs {
    /// The image of sprite A.
    a: Option<PathBuf>,
    /// The image of sprite B.
    b: Option<PathBuf>,
    /// Further images: with both others all frames of A.
    #[arg(hide = true)]
    further: Vec<PathBuf>,
    /// Position of B's top left pixel relative to A's; by default their boxes overlap by a third.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, requires = "b")]
    at: Option<args::At>,
    /// A scene file instead of both images.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["a", "b"])]
    scene: Option<PathBuf>,
    /// A lesson to start with.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["a", "b", "scene"], value_parser = PossibleValuesParser::new(lesson_names()))]
    lesson: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    Check(commands::CheckArgs),
    Mask(commands::MaskArgs),
    Scans(commands::ScansArgs),
    Order(commands::OrderArgs),
    Survey(commands::SurveyArgs),
    Time(commands::TimeArgs),
    Fit(commands::FitArgs),
    Audit(commands::AuditArgs),
    Fix(commands::FixArgs),
    Replay(replay::ReplayArgs),
    #[cfg(any(unix, windows))]
    Run(run::RunArgs),
    Follow(replay::FollowArgs),
    Terrain(commands::TerrainArgs),
    Completions(commands::CompletionsArgs),
    Man(commands::ManArgs),
}

impl CliCommand {
    fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        match self {
            Self::Check(check) => check.run(out),
            Self::Mask(mask) => mask.run(out),
            Self::Scans(scans) => scans.run(out),
            Self::Order(order) => order.run(out),
            Self::Survey(survey) => survey.run(out),
            Self::Time(time) => time.run(out),
            Self::Fit(fit) => fit.run(out),
            Self::Audit(audit) => audit.run(out),
            Self::Fix(fix) => fix.run(out),
            Self::Replay(replay) => replay.run(out, err),
            #[cfg(any(unix, windows))]
            Self::Run(run) => run.run(out, err),
            // It opens the window instead.
            Self::Follow(_) => Ok(()),
            Self::Terrain(terrain) => terrain.run(out),
            Self::Completions(completions) => completions.run(command(), out),
            Self::Man(man) => man.run(command(), out),
        }
    }
}

/// The declarations of all commands, for manual pages and completions.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Parses `args`, the program's name first, and runs their command: writes answers to `out`, messages to `err`.
pub fn run(args: impl IntoIterator<Item: Into<OsString>>, out: &mut dyn Write, err: &mut dyn Write) -> Outcome {
    respond(args, Answering { out, is_terminal: false }, err, |_| ProgressLine::HIDDEN)
}

/// Same as `run` for the program itself: a command that takes longer than half a second shows its progress on
/// standard error if that is a terminal, what is wrong is red where standard output shows colours, and Ctrl C ends it with 130.
pub fn run_on_terminal<I>(args: I, out: &mut dyn Write, err: &mut dyn Write) -> Outcome
where
    I: IntoIterator<Item: Into<OsString>>,
{
    output::colour::show(output::colour::is_asked_for());
    respond(args, Answering { out, is_terminal: io::stdout().is_terminal() }, err, |quiet| {
        #[cfg(any(unix, windows))]
        output::end_on_signals();
        if quiet { ProgressLine::HIDDEN } else { ProgressLine::on_terminal() }
    })
}

/// Parses `args`, and runs their command with `line` for its progress, which may be quiet.
fn respond<I>(args: I, out: Answering<'_>, err: &mut dyn Write, line: impl FnOnce(bool) -> ProgressLine) -> Outcome
where
    I: IntoIterator<Item: Into<OsString>>,
{
    let cli = command();
    let args = as_typed(&cli, command_first(&cli, args.into_iter().map(Into::into).collect()));
    let mut out = BufWriter::new(out);
    let mut shown = ProgressLine::HIDDEN;
    let answered = match Cli::try_parse_from(&args) {
        Ok(Cli { command: None, open: OpenArgs { a, b, further, at, scene, lesson, limits }, .. }) => {
            // A shell has replaced a pattern by the names of the frames.
            let frames = || a.iter().chain(&b).chain(&further).cloned().collect::<Vec<_>>();
            let pattern = if further.is_empty() || at.is_some() { None } else { pattern_of(&frames()) };
            let (a, b, further) = if pattern.is_some() { (pattern, None, 0) } else { (a, b, further.len()) };
            if let Some(error) = misspelt(&cli, a.as_ref()).or_else(|| too_many(&cli, a.as_ref(), further)) {
                return Outcome::Exit(error.report(err));
            }
            let (at, limits) = (at.map(|args::At(at)| at), limits.limits());
            return Outcome::Open(WindowStart { a, b, at, scene, lesson, follow: None, stops: None, limits });
        }
        Ok(Cli { command: Some(CliCommand::Follow(follow)), .. }) => return Outcome::Open(follow.open()),
        Ok(Cli { command: Some(command), quiet, .. }) => {
            shown = line(quiet);
            note_inputs();
            // Those that something else has left on this thread are not about this command.
            take_remarks();
            let answered = command.run(&mut out, err);
            for remark in take_remarks() {
                // As in reports of errors, nothing can be done where standard error is closed.
                let remark = shortened(format!("maskscope: {}", printable(&remark)));
                let _ = writeln!(err, "{}", plain_minus(&remark));
            }
            answered
        }
        Err(error) if error.use_stderr() => Err(mistake(&cli, &args, error)),
        // Help and version are answers.
        Err(help) => write!(out, "{help}").map_err(CliError::Output),
    };
    let answered = match answered {
        // What was found is nothing as long as nobody can read it.
        Ok(()) | Err(CliError::FoundWrong(_)) => out.flush().map_err(CliError::Output).and(answered),
        refused => refused,
    };
    drop(shown);
    Outcome::Exit(answered.map_or_else(|error| error.report(err), |()| 0))
}
