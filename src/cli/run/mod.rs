//! `run`: starts a game, and judges its collision checks while it runs.

mod descendants;
mod game;
mod godot;
mod logger;
mod place;
mod stop;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use self::game::{EndedGame, FollowingWindow, RunningGame};
use self::godot::{GodotGame, project_of};
use self::logger::Logger;
use self::place::LogPlace;
use self::stop::{HeadlessStops, is_python};
use super::CliError;
use super::args::{LimitArgs, whole};
use super::output::interrupt::HeldSignals;
use super::replay::{JudgeArgs, ReplayArgs, StopsAt};
use crate::files::{FileError, Reason, shown, write_whole};
use crate::stops::GameStop;

/// The name of the log where no option says another.
const LOG: &str = "game.jsonl";

/// The logger gives further processes of a game names below this number.
const MOST_PROCESSES: u32 = 1_000;

/// Start a game, and judge its collision checks while it runs.
///
/// A game in Python with pygame, pygame-ce, Pygame Zero or Arcade is recorded without changes to its code: `run
/// game.py` is short for `run -- python3 game.py`. So is a project of Godot 4: `run PROJECT` starts the engine on its
/// folder, in which nothing is written. Any other command gets the path of the log in the environment variable
/// MASKSCOPE_LOG, which the bridges in samples/bridges read. The window follows the log; with --headless, the log is
/// judged as by replay when the game has ended. Exits with the status of the game if that is not 0: 128 plus the number
/// of the signal that ended it. SIGTERM and SIGHUP ask the game to end; after a second one, or five seconds, it is
/// killed. The log is judged all the same, and the status is 143 or 129. Nothing else is started except the window;
/// nothing found in a file is ever started.
#[derive(Debug, Args)]
#[command(
    override_usage = "maskscope run [OPTIONS] GAME.py [ARGUMENTS]...\n       maskscope run [OPTIONS] PROJECT [-- ARGUMENTS...]\n       maskscope run [OPTIONS] -- COMMAND..."
)]
pub(super) struct RunArgs {
    /// The log. An earlier log stays until the game makes its first check. If another run is writing it, this one
    /// writes game-2.jsonl, and so on. A further process of the game writes game.2.jsonl. Called in a project of Godot,
    /// run writes game.jsonl beside its folder.
    #[arg(short, long, value_name = "LOG", default_value = LOG)]
    output: PathBuf,
    /// For a game in Python: also log the calls of your own collision function of two sprites or of numbers, as in
    /// enemies:Enemy.touches; may be repeated.
    #[arg(long, value_name = "MODULE:FUNCTION")]
    watch: Vec<String>,
    /// For a game in Python or Godot: count misses of sprites more than PX px apart instead of logging them one by
    /// one.
    #[arg(long, value_name = "PX", default_value_t = 32, value_parser = whole(0..=u32::MAX))]
    near: u32,
    /// For a game in Python or Godot: keep only the last SECONDS, and write them when the game ends or F12 is pressed;
    /// the environment variable MASKSCOPE_SAVE_KEY names another key.
    #[arg(long, value_name = "SECONDS", value_parser = whole(1..=u32::MAX))]
    last: Option<u32>,
    /// For a game in Python: pause it at the end of each frame in which a line begins to hit wrongly, and go on step by
    /// step from either window. A line stops it once 20 of its checks have been compared, or 3 are hits; any stops at
    /// once, missed adds missed touches, and missed,any does both. With --headless, the first stop is printed and ends
    /// the game, its screen is saved as game.jsonl.stop.png, and the exit status is 3.
    #[arg(long = "break", value_name = "AT", num_args = 0..=1, require_equals = true, default_missing_value = "", conflicts_with = "last")]
    stops: Option<StopsAt>,
    /// With --break: save no pictures of the game's screen.
    #[arg(long, requires = "stops")]
    no_screens: bool,
    /// For a project of Godot: its engine, the editor's program or its console version. By default that of the
    /// environment variable GODOT, then godot and godot4 on the path.
    #[arg(long, value_name = "PATH")]
    engine: Option<PathBuf>,
    /// For a project of Godot: arguments of the engine, separated by spaces, as in --engine-args="--headless -v". Where
    /// there is no display, it gets --headless.
    #[arg(long, value_name = "ARGS", allow_hyphen_values = true)]
    engine_args: Option<String>,
    /// For a project of Godot: also log contacts, at which a body is stopped or pushed. They are counted, and are never
    /// wrong.
    #[arg(long)]
    contacts: bool,
    /// Open no window: judge the log when the game has ended.
    #[arg(long)]
    headless: bool,
    /// At the end of the game, answer as replay --json does: on standard output, with the game's own output on standard
    /// error, or in a file, as in --json=checks.json. Each further process of the game gets a line of its own.
    #[arg(long, value_name = "FILE.json", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    json: Option<PathBuf>,
    /// Write over a regular file that is not a log.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    judging: JudgeArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// The game: a file in Python and its arguments; a project of Godot, which is its folder or its project.godot; or
    /// behind -- any command.
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

impl RunArgs {
    pub(super) fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
        if let Some(watch) = self.watch.iter().find(|watch| !watch.contains(':')) {
            return Err(CliError::Usage(format!("--watch {watch}: a function is named MODULE:FUNCTION")));
        }
        if !self.headless && cfg!(not(feature = "window")) {
            return Err(CliError::Usage("this build has no window; --headless needs none".to_owned()));
        }
        let is_judged = self.headless || self.json.is_some();
        if let (false, Some(option)) = (is_judged, self.judging.given()) {
            return Err(CliError::Usage(format!("{option} is for --headless: the window lists every check")));
        }
        if self.output.as_os_str() == "-" {
            return Err(CliError::Usage("-o -: the log of a run is a file, which is judged while it grows".to_owned()));
        }
        let godot = GodotGame::of(&self.command, self.engine.as_deref(), self.engine_args.as_deref())?;
        let options = [
            ("--engine", self.engine.is_some()),
            ("--engine-args", self.engine_args.is_some()),
            ("--contacts", self.contacts),
        ];
        if let (None, Some((option, _))) = (&godot, options.into_iter().find(|(_, is_given)| *is_given)) {
            return Err(CliError::Usage(format!("{option} is for a project of Godot: run PROJECT starts one")));
        }
        let words = godot.as_ref().map_or_else(|| self.words(), |game| Ok(game.files()))?;
        if self.stops.is_some() && (godot.is_some() || !is_python(&words)) {
            let program = shown(self.command[0].as_ref());
            return Err(CliError::Usage(format!("--break is for games in Python, and {program} is not Python")));
        }
        if godot.is_some() && !self.watch.is_empty() {
            let project = shown(self.command[0].as_ref());
            return Err(CliError::Usage(format!(
                "--watch is for games in Python, and {project} is a project of Godot"
            )));
        }
        // What is left behind has to be taken away, and the game has to be ended.
        let signals = HeldSignals::hold();
        let output = self.output_of(godot.as_ref());
        let place = LogPlace::hold(&output, self.force, &words)?;
        if place.name != output {
            let (taken, path) = (output.display(), place.path.display());
            writeln!(err, "maskscope: another run is writing {taken}; the log is {path}").map_err(CliError::Output)?;
        } else if output != self.output {
            let path = place.path.display();
            writeln!(err, "maskscope: the log is {path}: nothing is written into the project")
                .map_err(CliError::Output)?;
        }
        if godot.as_ref().is_some_and(|game| game.is_headless) {
            writeln!(err, "maskscope: there is no display: the engine is started with --headless")
                .map_err(CliError::Output)?;
        }
        let stops = self.stops.filter(|_| self.headless).map(|at| self.headless_stops(at)).transpose()?;
        // The window stops the game, and has to listen before that begins.
        let listening = self.stops.filter(|_| !self.headless);
        let listening = listening.map(|at| FollowingWindow::listening(&place.path, at, &signals)).transpose()?;
        let (mut window, stopped_by) = listening.map_or((None, None), |(window, by)| (Some(window), Some(by)));
        let mut variables = self.variables(&place.path);
        variables.extend(stops.as_ref().map(HeadlessStops::variable).or(stopped_by));
        let logger = Logger::unpack()?;
        let words = match &godot {
            Some(game) => game.words(&logger.script()),
            None => {
                variables.extend(logger.python_path());
                words
            }
        };
        let mut game = RunningGame::start(logger, &words, &variables, self.is_json(), &place.lock, &signals)?;
        // A window would wait forever for a game that ends without a check, such as one whose imports fail.
        let is_shown = !self.headless && game.has_begun(&signals, || place.is_written());
        match &window {
            None if is_shown => window = Some(FollowingWindow::open(&place.path)?),
            Some(_) if !is_shown => window = None,
            _ => {}
        }
        let game = game.wait(&signals, || stops.as_ref().and_then(HeadlessStops::since));
        let is_unloaded = godot.is_some() && !game.has_left("godot") && !place.is_written();
        let written = if is_unloaded { Err(not_loaded(&place)) } else { self.check_is_written(&place, &game) };
        let (judged, request) = match window {
            Some(window) => {
                if let Err(why) = written {
                    why.report(err);
                }
                let (closed, request) = (window.wait(&signals), signals.request());
                drop(signals);
                let judged = if self.json.is_some() && place.is_written() {
                    self.judge(&place, &game, out, err)
                } else {
                    Ok(())
                };
                (closed.and(judged), request)
            }
            None => {
                let request = signals.request();
                drop(signals);
                if let (None, Some(stop)) = (request, stops.as_ref().and_then(HeadlessStops::first)) {
                    return self.report_stop(&stop, &place, &game, out, err);
                }
                (written.and_then(|()| self.judge(&place, &game, out, err)), request)
            }
        };
        // An engine without the logger may fail as well: the sentence about it is the reason.
        let ended = if is_unloaded && request.is_none() { Ok(()) } else { game.status(request) };
        if let (Err(_), Err(why @ CliError::Failed(..))) = (&ended, &judged) {
            // Checks that are lost are a fault of their own, however the game has ended.
            why.report(err);
        }
        ended.and(judged)
    }

    /// Listens to a game that ends at its first stop.
    fn headless_stops(&self, at: StopsAt) -> Result<HeadlessStops, CliError> {
        let (rules, verdicts) = (self.judging.stops(at), self.judging.rules());
        let listening = HeadlessStops::listen(rules, verdicts, self.limits.limits());
        listening.map_err(|error| CliError::Failed(format!("no game can be stopped here: {error}"), 1))
    }

    /// Says where the game was stopped; with `--json` beside the answer.
    fn report_stop(
        &self,
        stop: &GameStop,
        place: &LogPlace,
        game: &EndedGame,
        out: &mut dyn Write,
        err: &mut dyn Write,
    ) -> Result<(), CliError> {
        let is_answered = self.json.is_some();
        let said: &mut dyn Write = if is_answered { &mut *err } else { &mut *out };
        stop::say(stop, &place.name, said)?;
        if is_answered
            && let Err(why) = self.judge(place, game, out, err)
            && !matches!(why, CliError::FoundWrong(_))
        {
            why.report(err);
        }
        Err(CliError::FoundWrong(format!("{}: the game was stopped at a wrong check", shown(&place.name))))
    }

    /// Refuses a game that has ended without a log.
    fn check_is_written(&self, place: &LogPlace, game: &EndedGame) -> Result<(), CliError> {
        if let Some(loss) = place.loss(&self.limits.limits()) {
            return Err(CliError::Failed(loss, 1));
        }
        if place.is_written() {
            return Ok(());
        }
        let is_tested = game.has_left("log-1");
        if is_tested && !place.path.exists() {
            let loss = format!("{} was removed while the game ran: its checks are lost", shown(&place.name));
            return Err(CliError::Failed(loss, 1));
        }
        let silent = match (game.has_left("pygame"), game.has_left("arcade")) {
            _ if is_tested => "the game has tested, and none of its checks was written",
            (true, _) => "pygame was loaded, and made no test",
            (_, true) => "Arcade was loaded, and made no test",
            _ if game.has_left("godot") => "Godot was started, and no area was asked about",
            _ => "the game has written no log: neither pygame nor Arcade was loaded, and no bridge has logged a check",
        };
        Err(Reason::Refused(silent.to_owned()).at(&place.name).into())
    }

    /// The place of the log: that of the option, or beside a project in which it would lie.
    fn output_of(&self, godot: Option<&GodotGame>) -> PathBuf {
        let beside = godot.filter(|_| self.output == Path::new(LOG)).and_then(|game| game.log_beside(&self.output));
        beside.unwrap_or_else(|| self.output.clone())
    }

    /// True if the answer goes to standard output as JSON.
    fn is_json(&self) -> bool {
        self.json.as_ref().is_some_and(|file| file.as_os_str() == "-")
    }

    /// Judges the logs of all processes of the game, into the file of `--json` if one is named.
    fn judge(
        &self,
        place: &LogPlace,
        game: &EndedGame,
        out: &mut dyn Write,
        err: &mut dyn Write,
    ) -> Result<(), CliError> {
        let Some(file) = self.json.as_ref().filter(|_| !self.is_json()) else {
            return self.judge_into(out, place, game, err);
        };
        let mut answers = Vec::new();
        let judged = self.judge_into(&mut answers, place, game, err);
        if !answers.is_empty() {
            write_whole(file, &answers)?;
        }
        judged
    }

    fn judge_into(
        &self,
        out: &mut dyn Write,
        place: &LogPlace,
        game: &EndedGame,
        err: &mut dyn Write,
    ) -> Result<(), CliError> {
        let is_json = self.json.is_some();
        let project = project_of(&self.command);
        let replay = |log| ReplayArgs::of_log(log, self.judging.clone(), self.limits.clone(), is_json, project.clone());
        let mut judged = replay(place.path.clone()).run(out, err);
        for number in (2..MOST_PROCESSES).filter(|number| game.has_left(&format!("log-{number}"))) {
            let log = place.of_process(number);
            if log.exists() {
                if !is_json {
                    writeln!(out, "\nprocess {number}").map_err(CliError::Output)?;
                }
                judged = judged.and(replay(log).run(out, err));
            } else {
                let log = shown(&log);
                writeln!(
                    err,
                    "maskscope: {log}: there are no checks of process {number}: it was removed, or never written"
                )
                .map_err(CliError::Output)?;
            }
        }
        judged
    }

    /// The program to start, and its arguments.
    fn words(&self) -> Result<Vec<OsString>, FileError> {
        let mut words = self.command.clone();
        let game = Path::new(&words[0]);
        if game.extension().is_some_and(|extension| extension == "py") {
            if !game.exists() {
                return Err(Reason::NotFound.at(game));
            }
            words.insert(0, if cfg!(windows) { "python" } else { "python3" }.into());
        }
        Ok(words)
    }

    /// Variables of the game's environment that say what to log.
    fn variables(&self, log: &Path) -> Vec<(&'static str, OsString)> {
        let last = self.last.map_or_else(String::new, |seconds| seconds.to_string());
        let mut variables = vec![
            ("MASKSCOPE_LOG", log.into()),
            ("MASKSCOPE_WATCH", self.watch.join(",").into()),
            ("MASKSCOPE_NEAR", self.near.to_string().into()),
            ("MASKSCOPE_LAST", last.into()),
        ];
        if self.force {
            variables.push(("MASKSCOPE_FORCE", "1".into()));
        }
        if self.no_screens {
            variables.push(("MASKSCOPE_NO_SCREENS", "1".into()));
        }
        if self.contacts {
            variables.push(("MASKSCOPE_CONTACTS", "1".into()));
        }
        variables
    }
}

/// The error of a game in Godot whose engine has not loaded the logger.
fn not_loaded(place: &LogPlace) -> CliError {
    let why = "the engine has not loaded the logger: an export template ignores --script; --engine names the editor's program";
    Reason::Refused(why.to_owned()).at(&place.name).into()
}
