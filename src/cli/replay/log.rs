//! The checks that a running game logged.

use std::io::{self, Read, Seek as _, SeekFrom, Write};
use std::{collections::HashMap, fmt, path::Path};

use serde::Serialize;
use serde_json::{Value, json};

use super::args::{JudgeArgs, SourceLine, names_pair};
use super::sites::questions_json;
use super::steps::{List, span, span_line};
use super::verdicts::{WrongChecks, conclusion, wrong};
use super::{ReplayArgs as Args, skipped::SkippedLines};
use crate::cli::output::{
    TextColumn::{Left, Right},
    answer, begin, begin_parts, reached, table, wrong_count,
};
use crate::cli::{CliError, args::ScanName, joined};
use crate::files::{FileError, LOG_VERSION, Limits, Log, Reason, open_regular, reservations, shown};
use maskscope_core::replay::{Against, Check, CheckQuestion, Judge, LogEntry, LogEvent, LogNotes, Replay, ScanCost};
use maskscope_core::scan::Scan;
use maskscope_core::words::{plural, printable, thousands};

/// Judges every check of the log that `args` name.
pub(super) fn replay(args: &Args, limits: Limits, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
    args.judging.refuse_contradictions()?;
    let mut listener = Listener::new(args)?;
    let mut log = Log::new(&args.file, limits);
    let read = if args.file.as_os_str() == "-" {
        begin("replay");
        read(io::stdin().lock(), &mut log, &mut listener)
    } else {
        let mut file = open_regular(&args.file)?;
        let length = file.seek(SeekFrom::End(0)).and_then(|length| file.rewind().map(|()| length));
        begin_parts("replay", length.map_err(|error| Reason::Read(error).at(&args.file))?, "bytes");
        read(file, &mut log, &mut listener)
    };
    read.map_err(|error| Reason::Read(error).at(&args.file))?;
    listener.filters.iter().try_for_each(NameFilter::check)?;
    listener.lines.check()?;
    listener.take_back();
    if let Some(version) = log.notes.newer {
        // Where standard error is closed, the answer is all that is left.
        let _ = writeln!(
            err,
            "maskscope: {}: it is a log of version {version}; fields newer than version {LOG_VERSION} are ignored",
            shown(&args.file)
        );
    }
    ScanName::refuse_failed(&args.scans)?;
    let replay = &listener.replay;
    let steps = args.steps.map(|which| List { replay, which, whys: &listener.whys });
    match steps {
        Some(steps) if args.jsonl => steps.write_lines(out)?,
        steps => {
            let project = args.project.as_deref();
            let replayed = ReplayedLog::new(&listener, &log, steps, project);
            answer(out, args.json, (&replayed, &replayed))?;
        }
    }
    let is_strict = args.judging.strict;
    match replay.disagreements() {
        _ if replay.checks() == 0 => Err(Reason::Refused("it holds no check".to_owned()).at(&args.file).into()),
        0 if is_strict && !replay.suspects().is_empty() => {
            Err(CliError::FoundWrong(format!("{}: a sprite is suspect", shown(&args.file))))
        }
        0 if is_strict && replay.wrong_apart(CheckQuestion::Contact) > 0 => {
            let wrong = plural(replay.wrong_apart(CheckQuestion::Contact), "check");
            Err(CliError::FoundWrong(format!("{}: {wrong} would be wrong, and look like contact", shown(&args.file))))
        }
        0 if compared_here(replay) == 0 && args.judging.judge_by() == Against::Masks => {
            let why = reservations(replay, |_| true).join("; ");
            Err(Reason::Refused(format!("{why}; --judge-by tested accepts that")).at(&args.file).into())
        }
        0 => Ok(()),
        _ => Err(wrong(&args.file, replay)),
    }
}

/// The number of checks that ask here in which both sprites have a picture.
fn compared_here(replay: &Replay) -> u64 {
    replay.sites.iter().filter(|site| replay.asks_here(site)).map(|site| site.compared).sum()
}

/// Reads `input` to its end.
fn read(mut input: impl Read, log: &mut Log, listener: &mut Listener) -> io::Result<()> {
    let (mut piece, mut done) = (vec![0; 1 << 18], 0);
    loop {
        match input.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => {
                log.read(&piece[..length], |entry| listener.observe(entry));
                done += length as u64;
                reached(done);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    log.end(|entry| listener.observe(entry));
    Ok(())
}

/// A listener to a log.
struct Listener {
    /// Of `--pair` and of `--kinds`: checks that pass both are counted.
    filters: [NameFilter; 2],
    lines: ChosenLines,
    judge: Judge,
    replay: Replay,
    /// The reasons why something is wrong, by the numbers of the steps; kept if steps are listed.
    whys: HashMap<usize, String>,
    keeps_whys: bool,
}

impl Listener {
    fn new(args: &Args) -> Result<Self, FileError> {
        let scans = ScanName::read(&args.scans)?;
        let judge = Judge::new(&scans).with_rules(args.judging.rules());
        let filters = [("pairs", &args.pair), ("kinds", &args.judging.kinds)];
        let filters = filters.map(|(what, names)| NameFilter { what, names: names.clone(), ..NameFilter::default() });
        Ok(Self {
            filters,
            lines: ChosenLines { options: args.judging.clone(), ..ChosenLines::default() },
            judge,
            replay: Replay::new(&scans),
            whys: HashMap::new(),
            keeps_whys: args.steps.is_some(),
        })
    }

    fn wants(&mut self, check: &Check) -> bool {
        let names = check.subjects.each_ref().map(|subject| &*subject.kind);
        if self.lines.options.ignores_kinds(names) {
            self.lines.ignored += 1;
            return false;
        }
        let [pair, kinds] = &mut self.filters;
        let is_of_pair = pair.fits(check.names.each_ref().map(String::as_str));
        kinds.fits(names) && is_of_pair && self.lines.fits(check.source.as_deref())
    }

    /// True if options name the checks that count: those of sprites far apart have no names.
    fn counts_some_only(&self) -> bool {
        self.filters.iter().any(|filter| filter.names.is_some()) || self.lines.options.line().is_some()
    }

    /// Counts the checks at the lines of `--here` as those that ask here.
    fn take_back(&mut self) {
        let is_here = |at: &&String| self.lines.options.here.iter().any(|line| line.is(at));
        let lines: Vec<_> =
            self.replay.sites.iter().filter_map(|site| site.at.as_ref()).filter(is_here).cloned().collect();
        self.replay.ask_here(lines);
    }

    fn observe(&mut self, mut entry: LogEntry) {
        if let LogEntry::Check(check) = &mut entry {
            check.is_contact |= self.lines.is_contact(check.source.as_deref());
        }
        let kept = match &entry {
            LogEntry::Check(check) if !self.wants(check) => {
                self.replay.overhear(check);
                return;
            }
            LogEntry::Far(_) if self.counts_some_only() => return,
            LogEntry::Check(check) if self.keeps_whys => Some(check.clone()),
            _ => None,
        };
        let event = self.judge.observe(entry);
        if let (LogEvent::Check(judged), Some(check)) = (&event, kept) {
            let why = judged.judgement.why(&check);
            self.whys.extend(why.map(|why| (self.replay.steps.len(), why)));
        }
        self.replay.keep(event);
    }
}

/// Choice of lines of the game by `--line`, `--ignore`, `--contact` and `--here`.
#[derive(Default)]
struct ChosenLines {
    options: JudgeArgs,
    /// The number of checks that `--ignore` and `--ignore-pair` leave out.
    ignored: u64,
    seen: SeenNames,
}

impl ChosenLines {
    fn fits(&mut self, at: Option<&str>) -> bool {
        let is = |line: &SourceLine| at.is_some_and(|at| line.is(at));
        if self.options.ignore.iter().any(is) {
            self.ignored += 1;
            return false;
        }
        let is_it = self.options.line().is_none_or(is);
        self.seen.note(is_it, at);
        is_it
    }

    fn is_contact(&self, at: Option<&str>) -> bool {
        at.is_some_and(|at| self.options.contact.iter().any(|line| line.is(at)))
    }

    /// Refuses a line of `--at` that makes no check.
    fn check(&self) -> Result<(), CliError> {
        let Some(wanted) = self.options.line().filter(|_| !self.seen.is_found) else { return Ok(()) };
        let hint = self.seen.others("lines").unwrap_or_else(|| "the log names no line".to_owned());
        Err(CliError::Usage(format!("there is no check at {}; {hint}", printable(&wanted.to_string()))))
    }
}

/// A filter of checks by two names.
#[derive(Default)]
struct NameFilter {
    what: &'static str,
    /// Both names with a comma between them.
    names: Option<String>,
    /// The names the other way round, if a check has them.
    turned: Option<String>,
    seen: SeenNames,
}

impl NameFilter {
    fn fits(&mut self, names: [&str; 2]) -> bool {
        let Some(wanted) = &self.names else { return true };
        let [a, b] = names;
        let is_it = names_pair(wanted, a, b);
        if self.turned.is_none() && names_pair(wanted, b, a) {
            self.turned = Some(names.join(","));
        }
        self.seen.note(is_it, Some(&*names.join(",")));
        is_it
    }

    /// Refuses names that no check has.
    fn check(&self) -> Result<(), CliError> {
        let Some(wanted) = self.names.as_deref().filter(|_| !self.seen.is_found) else { return Ok(()) };
        let Some(others) = self.seen.others(self.what) else { return Ok(()) };
        let hint = match &self.turned {
            Some(turned) => format!("there are checks of {}, the other way round", printable(turned)),
            None => others,
        };
        Err(CliError::Usage(format!("there is no check of {}; {hint}", printable(wanted))))
    }
}

/// The names that checks have, beside one that an option asks for.
#[derive(Default)]
struct SeenNames {
    /// True if a check has the name that is asked for.
    is_found: bool,
    /// The first others.
    others: Vec<String>,
}

impl SeenNames {
    /// The most names that a message lists.
    const MOST: usize = 5;

    fn note(&mut self, is_it: bool, name: Option<&str>) {
        self.is_found |= is_it;
        let is_new =
            |name: &&str| !is_it && self.others.len() <= Self::MOST && !self.others.iter().any(|it| it == name);
        if let Some(name) = name.filter(is_new) {
            self.others.push(name.to_owned());
        }
    }

    /// `the kinds are Ship,Rock · Ship,Coin`; `None` where there are no others.
    fn others(&self, what: &str) -> Option<String> {
        let known: Vec<_> = self.others.iter().take(Self::MOST).map(|name| printable(name)).collect();
        let more = if self.others.len() > Self::MOST { " …" } else { "" };
        (!known.is_empty()).then(|| format!("the {what} are {}{more}", known.join(" · ")))
    }
}

/// The answer, as JSON and as text.
#[derive(Serialize)]
struct ReplayedLog<'a> {
    #[serde(flatten)]
    totals: Value,
    #[serde(flatten)]
    found: WrongChecks<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scans: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<List<'a>>,
    /// The number of checks that `--ignore` and `--ignore-pair` leave out.
    #[serde(skip_serializing_if = "Option::is_none")]
    ignored: Option<u64>,
    /// These options.
    #[serde(skip)]
    ignoring: Vec<&'static str>,
    #[serde(skip)]
    notes: LogNotes,
}

impl<'a> ReplayedLog<'a> {
    fn new(listener: &'a Listener, log: &Log, steps: Option<List<'a>>, project: Option<&'a Path>) -> Self {
        let (replay, lines) = (&listener.replay, &listener.lines);
        let tested: u64 = replay.sites.iter().map(|site| site.tested).sum();
        let totals = json!({
            "disagreements": replay.disagreements(),
            "tolerated": replay.tolerated,
            "tunnels": replay.tunnels.len(),
            "jumps": replay.jumps,
            "late": replay.late(),
            "of_parts": replay.missed_of_parts(),
            "compared": { "tested": tested, "pixels": replay.compared() },
            "questions": questions_json(replay),
        });
        let checks = json!({ "checks": replay.checks() });
        let scan = |(scan, ScanCost { visits, wrong, .. }): (&Scan, ScanCost)| json!({ "name": scan.to_string(), "visits": visits, "wrong": wrong });
        let scans = replay.scans.iter().zip(replay.costs(&replay.pairs));
        Self {
            totals: joined([checks, span(replay), skipped(replay).json(), totals]),
            found: WrongChecks { replay, project },
            scans: (!replay.scans.is_empty()).then(|| scans.map(scan).collect()),
            steps,
            ignored: (!lines.options.ignoring().is_empty()).then_some(lines.ignored),
            ignoring: lines.options.ignoring(),
            notes: log.notes.clone(),
        }
    }
}

const fn skipped(replay: &Replay) -> SkippedLines<'_> {
    SkippedLines(replay.skipped.as_slice(), replay.skipped_lines)
}

impl fmt::Display for ReplayedLog<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { found, .. } = self;
        let replay = found.replay;
        write!(f, "{}\n{found}\nchecks         {}\n", conclusion(replay), thousands(replay.checks()))?;
        write!(f, "{}", span_line(replay))?;
        let tunnels = replay.tunnels.len() as u64;
        for (name, count) in [("tolerated", replay.tolerated), ("tunnels", tunnels), ("jumps", replay.jumps)] {
            writeln!(f, "{name:<15}{}", thousands(count))?;
        }
        if let Some(ignored) = self.ignored {
            writeln!(f, "ignored        {} by {}", plural(ignored, "check"), self.ignoring.join(" and "))?;
        }
        for (name, count) in [("one step late", replay.late()), ("of parts", replay.missed_of_parts())] {
            if count > 0 {
                writeln!(f, "{name:<15}{}", plural(count, "missed touch"))?;
            }
        }
        writeln!(f, "compared       {} by pixels", thousands(replay.compared()))?;
        let LogNotes { unknown_fields, unread_visits, .. } = self.notes;
        if unknown_fields > 0 {
            writeln!(f, "ignored        {}", plural(unknown_fields, "unknown field"))?;
        }
        if unread_visits > 0 {
            writeln!(f, "not read       {} beyond {}", plural(unread_visits, "visit"), thousands(Log::MOST_VISITS))?;
        }
        write!(f, "{}", skipped(replay))?;
        if !replay.scans.is_empty() {
            let costs = replay.scans.iter().zip(replay.costs(&replay.pairs));
            let row = |(scan, cost): (&Scan, ScanCost)| {
                [scan.printed_name(), thousands(cost.visits), wrong_count(cost.wrong)]
            };
            let rows: Vec<_> = costs.map(row).collect();
            write!(f, "\n{}", table([Left("scan"), Right("visits"), Right("wrong")], &rows))?;
        }
        self.steps.as_ref().map_or(Ok(()), |steps| write!(f, "\n{steps}"))
    }
}
