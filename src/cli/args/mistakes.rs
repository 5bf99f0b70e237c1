//! Mistakes in command lines, answered with what was meant.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use super::pair::TWO_OR_SCENE;
use crate::cli::CliError;
use crate::files::shown;
use maskscope_core::scan::Scan;
use maskscope_core::words::{plain_minus, printable};

/// Words that people try, and what they mean here.
const SYNONYMS: [(&str, &str); 22] = [
    ("version", "--version"),
    ("usage", "--help"),
    ("test", "check"),
    ("collide", "check"),
    ("compare", "check"),
    ("overlap", "check"),
    ("export", "mask"),
    ("list", "scans"),
    ("strategies", "scans"),
    ("bench", "time"),
    ("benchmark", "time"),
    ("timing", "time"),
    ("hitbox", "fit"),
    ("hitboxes", "audit"),
    ("lint", "audit"),
    ("watch", "follow"),
    ("tail", "follow"),
    ("judge", "replay"),
    ("rank", "replay"),
    ("play", "run"),
    ("start", "run"),
    ("hills", "terrain"),
];

/// Options that people try, and what they mean here.
const OPTIONS: [(&str, &str); 15] = [
    ("--offset", "--at"),
    ("--position", "--at"),
    ("--pos", "--at"),
    ("--alpha", "--threshold"),
    ("--colorkey", "--key"),
    ("--color-key", "--key"),
    ("--order", "--scan"),
    ("--strategy", "--scan"),
    ("--engine", "--profile"),
    ("--engine", "--format"),
    ("--polygon", "--as polygon"),
    ("--corners", "--as polygon:12, for at most 12 corners"),
    ("--vertices", "--as polygon:12, for at most 12 corners"),
    ("--rotate", "--scene, with a scene in which a sprite is turned"),
    ("--scale", "--scene, with a scene in which a sprite is scaled"),
];

/// Puts a command before the options `--quiet` and `--json`: behind one, it would be taken for an image.
pub(in crate::cli) fn command_first(cli: &Command, mut args: Vec<OsString>) -> Vec<OsString> {
    let is_option = |word: &OsString| word == "--quiet" || word == "--json";
    let first = args.iter().skip(1).position(|word| !is_option(word)).map(|at| at + 1);
    if let Some(first) = first.filter(|first| is_command(cli, &args[*first])) {
        args[1..=first].rotate_right(1);
    }
    args
}

/// The words as clap takes them: a pasted minus as a plain one, and `run --json FILE` as `run --json=FILE`. A game that `run`
/// starts gets its own words as they are.
pub(in crate::cli) fn as_typed(cli: &Command, mut args: Vec<OsString>) -> Vec<OsString> {
    let own = own_words(cli, &args);
    for arg in &mut args[..own] {
        // Texts and the window print another minus; a file may be called so.
        let is_pasted = |text: &&str| text.contains('−') && !Path::new(text).exists();
        if let Some(text) = arg.to_str().filter(is_pasted) {
            *arg = plain_minus(text).into();
        }
    }
    if let Some(at) = args[..own].iter().position(|word| word == REPORT)
        && is_run(&args)
        && args.get(at + 1).is_some_and(|word| is_report(word))
    {
        let file = args.remove(at + 1);
        args[at].push("=");
        args[at].push(file);
    }
    args
}

/// The option of `run` behind which a file may stand, which `=` joins to it for clap: the game may stand there, too.
const REPORT: &str = "--json";

fn is_run(args: &[OsString]) -> bool {
    args.get(1).is_some_and(|command| command == "run")
}

fn is_report(word: &OsStr) -> bool {
    Path::new(word).extension().is_some_and(|extension| extension == "json")
}

/// The number of words before the game that `run` starts; all words of another command.
fn own_words(cli: &Command, args: &[OsString]) -> usize {
    let Some(run) = cli.find_subcommand("run").filter(|_| is_run(args)) else { return args.len() };
    let takes_next = |word: &str| {
        let is_it = |arg: &&Arg| match word.strip_prefix("--") {
            Some(long) => arg.get_long() == Some(long),
            None => arg.get_short().is_some_and(|short| *word == *format!("-{short}")),
        };
        run.get_arguments()
            .find(is_it)
            .is_some_and(|arg| arg.get_action().takes_values() && !arg.is_require_equals_set())
    };
    let mut at = 2;
    while let Some(word) = args.get(at).filter(|word| word.as_encoded_bytes().starts_with(b"-") && *word != "--") {
        let is_followed = word.to_str().is_some_and(takes_next)
            || word == REPORT && args.get(at + 1).is_some_and(|next| is_report(next));
        at += if is_followed { 2 } else { 1 };
    }
    at.min(args.len())
}

/// The error of a command line that clap refuses with `error`, in words of ours where these say more.
pub(in crate::cli) fn mistake(cli: &Command, args: &[OsString], error: clap::Error) -> CliError {
    let first = args.get(1).map(PathBuf::from);
    let word = first.filter(|first| first.as_os_str().as_encoded_bytes().first() != Some(&b'-'));
    if let Some(error) = misspelt_help(cli, args).or_else(|| missing_word(cli, args, &error)) {
        return error;
    }
    // If the first word is misspelt, the others need not fit.
    let unknown = unknown(cli, word.as_ref().filter(|word| !is_command(cli, word.as_os_str())));
    let known = || further_image(cli, args, &error).or_else(|| meant_option(cli, args, &error));
    let known = || known().or_else(|| kind_missing(&error)).or_else(|| misspelt_scan(&error));
    let known = || known().or_else(|| second_missing(&error));
    unknown.or_else(|| loose_position(cli, args)).or_else(known).unwrap_or(CliError::Arguments(error))
}

/// The error of an option that is called otherwise in this command.
fn meant_option(cli: &Command, args: &[OsString], error: &clap::Error) -> Option<CliError> {
    let ContextValue::String(word) = error.get(ContextKind::InvalidArg)? else { return None };
    let command = command_of(cli, args);
    let names: Vec<_> = command.get_arguments().filter_map(|arg| arg.get_long()).collect();
    let is_here = |meant: &str| names.iter().any(|name| meant[2..].split([' ', ',']).next() == Some(*name));
    let (_, meant) = OPTIONS.iter().find(|(typed, meant)| typed == word && is_here(meant))?;
    let is_unknown = error.kind() == ErrorKind::UnknownArgument;
    is_unknown.then(|| CliError::Usage(format!("no such option: {word} (did you mean {meant}?)")))
}

/// The error that an image stands where `survey` takes its question.
fn kind_missing(error: &clap::Error) -> Option<CliError> {
    let ContextValue::String(word) = error.get(ContextKind::InvalidValue)? else { return None };
    let is_kind = matches!(error.get(ContextKind::InvalidArg)?, ContextValue::String(name) if name == "<KIND>");
    let is_image = is_kind && Path::new(word).is_file();
    is_image.then(|| CliError::Usage(format!("the question comes first: survey cost {} …", shown(Path::new(word)))))
}

/// The error that the first word is neither a command nor a file.
fn unknown(cli: &Command, first: Option<&PathBuf>) -> Option<CliError> {
    let word = first.filter(|first| !first.exists())?;
    let message = || format!("no such command or file: {}; --help lists the commands", shown(word));
    Some(misspelt(cli, first).unwrap_or_else(|| CliError::Usage(message())))
}

/// The error that the first word is not a file, but looks like a command or the name of a scan.
pub(in crate::cli) fn misspelt(cli: &Command, first: Option<&PathBuf>) -> Option<CliError> {
    // A name with a dot or a slash is that of a file.
    let is_word = |word: &&str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let word = first.filter(|first| !first.exists())?.to_str().filter(is_word)?;
    let meant = SYNONYMS.iter().find(|(typed, _)| *typed == word).map(|(_, meant)| (*meant).to_owned());
    let meant = meant.or_else(|| {
        let names = cli.get_subcommands().map(|command| command.get_name().to_owned());
        nearest(word, names).or_else(|| {
            let scans = Scan::ALL.iter().map(ToString::to_string);
            nearest(word, scans).map(|scan| format!("--scan {scan}, after a command"))
        })
    });
    meant.map(|meant| CliError::Usage(format!("no such command or file: {word} (did you mean {meant}?)")))
}

/// The error of a command line with this number of images after B; `first` is A.
pub(in crate::cli) fn too_many(cli: &Command, first: Option<&PathBuf>, images: usize) -> Option<CliError> {
    let message = || format!("{} images: {TOO_MANY}", images + 2);
    (images > 0).then(|| unknown(cli, first).unwrap_or_else(|| CliError::Usage(message())))
}

/// The end of a message about an image too many.
const TOO_MANY: &str = "at most two are tested, A and B; frames of one sprite are one file, or numbered files by a pattern \
    in quotes, such as 'run_*.png'";

/// The error that a command that takes one or two images is given another one.
fn further_image(cli: &Command, args: &[OsString], error: &clap::Error) -> Option<CliError> {
    let ContextValue::String(word) = error.get(ContextKind::InvalidArg)? else { return None };
    let is_further = error.kind() == ErrorKind::UnknownArgument && Path::new(word).is_file();
    let command = command_of(cli, args);
    let takes = match command.get_positionals().count() {
        0 => format!("{} takes files by its options only", command.get_name()),
        1 => format!("{} takes one", command.get_name()),
        _ => TOO_MANY.to_owned(),
    };
    is_further.then(|| CliError::Usage(format!("{} is one file too many: {takes}", shown(Path::new(word)))))
}

/// The error that `help` is asked about no command.
fn misspelt_help(cli: &Command, args: &[OsString]) -> Option<CliError> {
    let word =
        args.get(2).filter(|_| args[1] == "help")?.to_str().filter(|word| cli.find_subcommand(word).is_none())?;
    let meant = nearest(word, cli.get_subcommands().map(|command| command.get_name().to_owned()));
    let meant =
        meant.map_or_else(|| "; --help lists the commands".to_owned(), |name| format!(" (did you mean {name}?)"));
    Some(CliError::Usage(format!("no such command: {}{meant}", printable(word))))
}

/// The error that a command lacks the word that says what it is asked for, with those to choose from.
fn missing_word(cli: &Command, args: &[OsString], error: &clap::Error) -> Option<CliError> {
    let ContextValue::Strings(missing) = error.get(ContextKind::InvalidArg)? else { return None };
    let command = command_of(cli, args);
    let is_missing = |word: &str| missing.iter().any(|missing| missing == word);
    let (what, choices) = match command.get_name() {
        "order" if is_missing("--scan <NAME>") => ("--scan", Scan::ALL.map(|scan| scan.to_string()).join(", ")),
        "fit" if is_missing("--as <SHAPE>") => (
            "--as",
            "box, circle, ellipse, capsule, polygon or polygon:CORNERS; or --shape with a shape to judge".to_owned(),
        ),
        "survey" if is_missing("<KIND>") => {
            let kinds = command.get_positionals().next()?.get_possible_values();
            ("the question", kinds.iter().map(PossibleValue::get_name).collect::<Vec<_>>().join(", "))
        }
        _ => return None,
    };
    let is_required = error.kind() == ErrorKind::MissingRequiredArgument;
    is_required.then(|| CliError::Usage(format!("{} lacks {what}: {choices}", command.get_name())))
}

/// The error that a command that takes two images is given one.
fn second_missing(error: &clap::Error) -> Option<CliError> {
    let ContextValue::Strings(missing) = error.get(ContextKind::InvalidArg)? else { return None };
    let is_second = error.kind() == ErrorKind::MissingRequiredArgument && *missing == ["<B>"];
    is_second.then(|| CliError::Usage(TWO_OR_SCENE.to_owned()))
}

/// The error that a position stands without its option, or that its two numbers are two words.
fn loose_position(cli: &Command, args: &[OsString]) -> Option<CliError> {
    let command = command_of(cli, args);
    command.get_arguments().find(|arg| arg.get_long() == Some("at"))?;
    let number = |word: &str| word.trim_end_matches(',').parse::<f64>().ok();
    let one = |word: &str| word.split_once(',').and_then(|(x, y)| number(x).zip(number(y)));
    let words: Vec<_> = args.iter().map(|word| word.to_str().unwrap_or_default()).collect();
    let loose = words.windows(2).filter(|pair| !pair[0].starts_with("--")).find_map(|pair| one(pair[1]));
    let is_free = |word: &str| word == "--at" || !word.starts_with("--");
    let parted =
        words.windows(3).filter(|three| is_free(three[0])).find_map(|three| number(three[1]).zip(number(three[2])));
    let (x, y) = parted.or(loose)?;
    Some(CliError::Usage(format!("--at takes both numbers as one argument: --at={x},{y}")))
}

/// The error that a scan is spelt otherwise.
fn misspelt_scan(error: &clap::Error) -> Option<CliError> {
    let ContextValue::String(word) = error.get(ContextKind::InvalidValue)? else { return None };
    let is_scan =
        matches!(error.get(ContextKind::InvalidArg)?, ContextValue::String(name) if name.starts_with("--scan "));
    let scan = nearest(word, Scan::ALL.iter().map(ToString::to_string)).filter(|_| is_scan)?;
    Some(CliError::Usage(format!("no such scan: {word} (did you mean {scan}?)")))
}

/// The command that the command line is for.
fn command_of<'a>(cli: &'a Command, args: &[OsString]) -> &'a Command {
    args.iter().skip(1).find_map(|word| cli.find_subcommand(word)).unwrap_or(cli)
}

fn is_command(cli: &Command, word: &OsStr) -> bool {
    cli.find_subcommand(word).is_some()
}

/// The name that differs from `word` in at most two letters, and in less than half of its own; the nearest one.
fn nearest(word: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let distances = names.map(|name| (strsim::osa_distance(word, &name), name));
    let close = distances.filter(|(distance, name)| *distance <= 2 && 2 * distance < name.len());
    close.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

#[cfg(all(test, any(unix, windows)))]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_game_stay_as_they_are() {
        let typed = |line: &str| {
            let words = line.split(' ').map(OsString::from).collect();
            let all = as_typed(&crate::cli::command(), words);
            all.into_iter().map(|word| word.into_string().expect("text")).collect::<Vec<_>>().join(" ")
        };
        for (line, expected) in [
            ("maskscope run --json a.json g.py", "maskscope run --json=a.json g.py"),
            (
                "maskscope run --near 5 -o log --json a.json -- g x",
                "maskscope run --near 5 -o log --json=a.json -- g x",
            ),
            ("maskscope run --json a.json --near −5 g.py −5", "maskscope run --json=a.json --near -5 g.py −5"),
            ("maskscope run --json g.py", "maskscope run --json g.py"),
            ("maskscope run g.py --json a.json 1,−2", "maskscope run g.py --json a.json 1,−2"),
            ("maskscope run -- g --json a.json −2", "maskscope run -- g --json a.json −2"),
            ("maskscope run -o log.json g --json a.json", "maskscope run -o log.json g --json a.json"),
            ("maskscope run", "maskscope run"),
            ("maskscope check a b --at 10,−17 --json", "maskscope check a b --at 10,-17 --json"),
        ] {
            assert_eq!(typed(line), expected);
        }
    }
}
