//! The options of `replay` and `follow`.

use std::{fmt, path::PathBuf, str::FromStr};

use clap::{Args, ValueEnum};

use crate::cli::args::{LimitArgs, ScanName, choice, scan_names, suggested};
use crate::cli::{CliError, WindowStart};
use crate::files::remark_on;
use maskscope_core::choice::Choice as _;
use maskscope_core::replay::{Against, StopRules, VerdictRules};
use maskscope_core::words::printable;

/// Judge the checks that a running game logged, or check what a scene expects and rank the scans over it.
///
/// A log has a line of JSON for each sprite and each check. Every check is judged by what the game tested, where it
/// says, and by the pixels that a player sees. Lines of the game that look ahead, that are a broad phase, or that test
/// contact are counted apart. Exits with 3 if another check is wrong; otherwise with 1 if there is no check at all, or,
/// unless --judge-by tested, if none that counts could be compared by pixels. Skipped lines and tunnels do not change
/// that.
///
/// Over the path of a scene, visits and wrong answers are those of all steps together. Times are medians over at most
/// 20 of the steps at which the boxes overlap, evenly spaced from the first to the last. last-hit remembers its hits
/// along the path. A path whose header also names ax and ay, a_rotation, b_rotation, a_frame, b_frame or hit is judged
/// like a log. The scene's expectation is checked where the scene itself places B. Exits with 3 if it does not hold, or
/// if hit and the masks disagree.
#[derive(Debug, Args)]
pub(in crate::cli) struct ReplayArgs {
    /// The scene, or the log; - reads a log from standard input.
    #[arg(value_name = "SCENE|LOG")]
    pub(super) file: PathBuf,
    /// The path of B, instead of the scene's own: rows of time,x,y in seconds, or under the header frame,x,y in
    /// sixtieths of a second; x and y, or bx and by, are B's position as scenes write it. A header names its columns in
    /// any order: ax and ay, A's position; a_rotation and b_rotation, degrees clockwise; a_frame and b_frame, numbers
    /// from 0 or names; hit, what the game answered: true, false, 1, 0 or nothing. Others are ignored.
    #[arg(long, value_name = "CSV")]
    pub(super) path: Option<PathBuf>,
    /// For a scene: check only its expectation, without a path, a ranking or timing.
    #[arg(long, conflicts_with = "path")]
    pub(super) expect_only: bool,
    /// For a log, or a path that is judged like one: list its checks, all of them or only the wrong ones: disagreements
    /// and tunnels. Without a value it means all; then put it after LOG, or write --steps=all.
    #[arg(long, value_name = "WHICH", num_args = 0..=1, default_missing_value = "all")]
    pub(super) steps: Option<ListedSteps>,
    /// With --steps: print one line of JSON for each listed check, and nothing else.
    #[arg(long, requires = "steps", conflicts_with = "json")]
    pub(super) jsonl: bool,
    /// For a log: count only the checks of this pair, two instances in the order of the log.
    #[arg(long, value_name = "A,B")]
    pub(super) pair: Option<String>,
    #[command(flatten)]
    pub(super) judging: JudgeArgs,
    /// For a log: run this scan at every check, as in rows, incremental:7px, sample:4 or own:FILE; may be repeated.
    #[arg(long = "scan", value_name = "NAME", value_parser = suggested::<ScanName>(scan_names()), hide_possible_values = true)]
    pub(super) scans: Vec<ScanName>,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// Answer as JSON; times are nanoseconds.
    #[arg(long)]
    pub(super) json: bool,
    /// The project of Godot whose game has written the log, in whose files remedies are named.
    #[arg(skip)]
    pub(super) project: Option<PathBuf>,
}

#[cfg(any(unix, windows))]
impl ReplayArgs {
    /// Judges the log `file`, in words for people or as JSON; that of a game in Godot by its `project`.
    pub(in crate::cli) fn of_log(
        file: PathBuf,
        judging: JudgeArgs,
        limits: LimitArgs,
        json: bool,
        project: Option<PathBuf>,
    ) -> Self {
        Self {
            file,
            path: None,
            expect_only: false,
            steps: None,
            pair: None,
            judging,
            scans: Vec::new(),
            jsonl: false,
            limits,
            json,
            project,
        }
    }
}

/// Options that decide what counts against the game of a log.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct JudgeArgs {
    /// For a log: what the game is judged by. With masks, every verdict counts; with tested, unfair hits and missed
    /// touches do not count where the log says what the game tested.
    #[arg(long, value_name = "WITNESS", value_parser = choice::<Against>(), default_value = Against::default().name())]
    judge_by: Against,
    #[arg(long, hide = true, value_name = "WITNESS", value_parser = choice::<Against>(), conflicts_with = "judge_by")]
    against: Option<Against>,
    /// For a log: let unfair hits pass whose closest pixels are at most PX px apart.
    #[arg(long, value_name = "PX", default_value = "0", value_parser = length, allow_negative_numbers = true)]
    pub(super) allow_unfair: f64,
    /// For a log: let missed touches pass that are at most PX px deep.
    #[arg(long, value_name = "PX", default_value = "0", value_parser = length, allow_negative_numbers = true)]
    pub(super) allow_missed: f64,
    /// For a log: also exit with 3 if a sprite is suspect, or if checks look wrong that are, or may be, contact.
    #[arg(long)]
    pub(super) strict: bool,
    /// For a log: count only the checks of these kinds, in the order of the log.
    #[arg(long, value_name = "A,B")]
    pub(super) kinds: Option<String>,
    /// For a log: count only the checks of this line of the game, as in level.py:88.
    #[arg(long, value_name = "FILE:LINE")]
    line: Option<SourceLine>,
    #[arg(long, hide = true, value_name = "FILE:LINE", conflicts_with = "line")]
    at: Option<SourceLine>,
    /// For a log: leave out the checks of this line of the game; may be repeated.
    #[arg(long, value_name = "FILE:LINE")]
    pub(super) ignore: Vec<SourceLine>,
    /// For a log: leave out the checks of two kinds, in either order; may be repeated.
    #[arg(long, value_name = "A,B", value_parser = kinds)]
    pub(super) ignore_pair: Vec<String>,
    /// For a log: this line of the game tests things that are meant to touch, such as a player and a platform: its
    /// checks are judged by what it tested, not by the pixels; may be repeated.
    #[arg(long, value_name = "FILE:LINE")]
    pub(super) contact: Vec<SourceLine>,
    /// For a log: count the wrong checks of this line of the game, even if it seems to look ahead, to be a broad phase,
    /// or to test contact; may be repeated.
    #[arg(long, value_name = "FILE:LINE")]
    pub(super) here: Vec<SourceLine>,
}

/// A line of the game. It need not begin with the folders that the log names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SourceLine(String);

impl SourceLine {
    /// True if the log means this line by `at`.
    pub(super) fn is(&self, at: &str) -> bool {
        StopRules::names_line(&self.0, at)
    }
}

impl FromStr for SourceLine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_line = |(file, line): (&str, &str)| !file.is_empty() && line.parse::<u64>().is_ok();
        match text.rsplit_once(':') {
            Some(parts) if is_line(parts) => Ok(Self(text.to_owned())),
            _ => Err("a line of the game is named FILE:LINE, as in level.py:88".to_owned()),
        }
    }
}

impl fmt::Display for SourceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl JudgeArgs {
    /// The first option that is given.
    pub(in crate::cli) fn given(&self) -> Option<&'static str> {
        let Self { allow_unfair, allow_missed, strict, kinds, ignore, ignore_pair, contact, here, .. } = self;
        let options = [
            ("--judge-by", self.judge_by() != Against::default()),
            ("--allow-unfair", *allow_unfair > 0.0),
            ("--allow-missed", *allow_missed > 0.0),
            ("--strict", *strict),
            ("--kinds", kinds.is_some()),
            ("--line", self.line().is_some()),
            ("--ignore", !ignore.is_empty()),
            ("--ignore-pair", !ignore_pair.is_empty()),
            ("--contact", !contact.is_empty()),
            ("--here", !here.is_empty()),
        ];
        options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// Refuses a line that is named by `--here` and by another option that says the opposite.
    ///
    /// # Errors
    /// Both options and the line.
    pub(in crate::cli) fn refuse_contradictions(&self) -> Result<(), CliError> {
        for (option, lines) in [("--contact", &self.contact), ("--ignore", &self.ignore)] {
            if let Some(line) = lines.iter().find(|line| self.here.contains(line)) {
                let line = printable(&line.to_string());
                return Err(CliError::Usage(format!("--here {line} contradicts {option} {line}")));
            }
        }
        Ok(())
    }

    /// The rules by which a running game is stopped.
    #[cfg(any(unix, windows))]
    pub(in crate::cli) fn stops(&self, at: StopsAt) -> StopRules {
        let lines = |lines: &[SourceLine]| lines.iter().map(SourceLine::to_string).collect();
        // A name may hold a comma itself.
        let cuts = |names: &String| {
            let cut = |(at, _)| [names[..at].to_owned(), names[at + 1..].to_owned()];
            names.match_indices(',').map(cut).collect::<Vec<_>>()
        };
        StopRules {
            lines: self.line().map(SourceLine::to_string).into_iter().collect(),
            kinds: self.kinds.iter().flat_map(cuts).collect(),
            ignored: lines(&self.ignore),
            ignored_kinds: self.ignore_pair.iter().flat_map(cuts).collect(),
            contact: lines(&self.contact),
            here: lines(&self.here),
            ..at.rules()
        }
    }

    /// The options that leave checks out.
    pub(super) fn ignoring(&self) -> Vec<&'static str> {
        let options = [("--ignore", self.ignore.is_empty()), ("--ignore-pair", self.ignore_pair.is_empty())];
        options.into_iter().filter(|(_, is_absent)| !is_absent).map(|(option, _)| option).collect()
    }

    /// True if the checks of these kinds are left out.
    pub(super) fn ignores_kinds(&self, kinds: [&str; 2]) -> bool {
        let [a, b] = kinds;
        self.ignore_pair.iter().any(|names| names_pair(names, a, b) || names_pair(names, b, a))
    }

    /// The rules by which verdicts count.
    pub(in crate::cli) const fn rules(&self) -> VerdictRules {
        let Self { allow_unfair, allow_missed, .. } = *self;
        VerdictRules { against: self.judge_by(), allow_unfair, allow_missed }
    }

    /// The witness that the game is held against.
    pub(super) const fn judge_by(&self) -> Against {
        if let Some(against) = self.against { against } else { self.judge_by }
    }

    /// The only line of the game whose checks are counted.
    pub(super) const fn line(&self) -> Option<&SourceLine> {
        if let Some(line) = &self.at { Some(line) } else { self.line.as_ref() }
    }

    /// Says what the options are called now that have another name than in version 0.1.
    pub(super) fn say_renamed(&self) {
        let renamed = [("--at", "--line", self.at.is_some()), ("--against", "--judge-by", self.against.is_some())];
        for (old, new, _) in renamed.into_iter().filter(|(.., is_given)| *is_given) {
            remark_on(old, &format!("this option is called {new} now"));
        }
    }
}

/// True if `names` are `a` and `b` with a comma between them: each may have commas of its own.
pub(super) fn names_pair(names: &str, a: &str, b: &str) -> bool {
    names.strip_prefix(a).and_then(|rest| rest.strip_prefix(',')) == Some(b)
}

/// Two kinds.
fn kinds(text: &str) -> Result<String, String> {
    let are_two = text.split_once(',').is_some_and(|(a, b)| !a.is_empty() && !b.is_empty());
    if are_two { Ok(text.to_owned()) } else { Err("two kinds are named A,B, as in Coin,Rock".to_owned()) }
}

/// A length in px.
fn length(text: &str) -> Result<f64, String> {
    let length: Option<f64> = text.parse().ok();
    length.filter(|px| px.is_finite() && *px >= 0.0).ok_or_else(|| "it must be a number of px, at least 0".to_owned())
}

/// Open the window on the log of a running game, and keep reading while the game runs.
///
/// The log has a line of JSON for each sprite and each check. It need not exist yet.
#[derive(Debug, Args)]
pub(in crate::cli) struct FollowArgs {
    /// The log; - reads standard input.
    pub(super) log: PathBuf,
    /// Stop the game, which `run` starts once the window has written where to find it.
    #[arg(long = "break", value_name = "AT", hide = true, num_args = 0..=1, require_equals = true, default_missing_value = "")]
    stops: Option<StopsAt>,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
}

impl FollowArgs {
    /// Returns what the window opens with.
    pub(in crate::cli) fn open(&self) -> WindowStart {
        let stops = self.stops.map(|at| Box::new(at.rules()));
        WindowStart { follow: Some(self.log.clone()), stops, limits: self.limits.limits(), ..WindowStart::default() }
    }
}

/// Checks that stop a game beside wrong hits at decided lines, as in `missed,any`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::cli) struct StopsAt {
    missed: bool,
    any: bool,
}

impl StopsAt {
    /// The rules of a game that nobody has judged yet.
    pub(in crate::cli) fn rules(self) -> StopRules {
        StopRules { is_on: true, with_missed: self.missed, at_any: self.any, ..StopRules::default() }
    }
}

impl FromStr for StopsAt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut stops = Self::default();
        for word in text.split(',').filter(|_| !text.is_empty()) {
            match word {
                "missed" => stops.missed = true,
                "any" => stops.any = true,
                _ => return Err("it may be missed, any, or both with a comma between them".to_owned()),
            }
        }
        Ok(stops)
    }
}

impl fmt::Display for StopsAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [("missed", self.missed), ("any", self.any)].into_iter().filter(|(_, is_on)| *is_on);
        f.write_str(&words.map(|(word, _)| word).collect::<Vec<_>>().join(","))
    }
}

/// The checks of a log that are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ListedSteps {
    /// All of them.
    All,
    /// Disagreements and tunnels.
    Wrong,
}
