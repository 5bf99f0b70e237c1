//! The checks that a running game logged.

use std::io::{self, Read, Seek as _, SeekFrom, Write};
use std::{collections::HashMap, fmt};

use serde::{Serialize, Serializer};

use super::Replay as Args;
use super::steps::{Counted, List, Span, disagreeing};
use crate::cli::progress::{begin, begin_parts, reached};
use crate::cli::table::Column::{Left, Right};
use crate::cli::table::table;
use crate::cli::{CliError, answer};
use crate::files::{LOG_VERSION, Limits, Log, Reason, Said, open_regular, printable, shown};
use crate::replay::{CheckedPair, Event, Judge, Replay, ScanCost};
use crate::scan::Scan;
use crate::words::{plural, thousands};

/// At most this many skipped lines, pairs and steps are listed one by one in the text.
const MOST_LISTED: usize = 20;

/// Judges every check of the log that `args` name.
pub(super) fn replay(args: &Args, limits: Limits, out: &mut dyn Write, err: &mut dyn Write) -> Result<(), CliError> {
    let mut listener = Listener::new(args);
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
    let counted = Counted::of(&listener.replay, args.pair.as_deref())?;
    if let Some(version) = log.newer {
        // Where standard error is closed, the answer is all that is left.
        let _ = writeln!(
            err,
            "maskscope: {}: it is a log of version {version}; fields newer than version {LOG_VERSION} are ignored",
            shown(&args.file)
        );
    }
    let replayed =
        Replayed::new(&counted, &log, args.steps.map(|which| List { counted: &counted, which, whys: &listener.whys }));
    answer(out, args.json, &replayed)?;
    match replayed.disagreements {
        0 => Ok(()),
        wrong => Err(disagreeing(&args.file, wrong, replayed.checks)),
    }
}

/// Reads `input` to its end.
fn read(mut input: impl Read, log: &mut Log, listener: &mut Listener) -> io::Result<()> {
    let (mut piece, mut done) = (vec![0; 1 << 18], 0);
    loop {
        match input.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => {
                log.read(&piece[..length], |said| listener.hear(said));
                done += length as u64;
                reached(done);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    log.end(|said| listener.hear(said));
    Ok(())
}

/// A listener to a log.
struct Listener {
    judge: Judge,
    replay: Replay,
    /// The reasons why the game and the masks disagree, by the numbers of the steps; kept if steps are listed.
    whys: HashMap<usize, String>,
    keeps_whys: bool,
}

impl Listener {
    fn new(args: &Args) -> Self {
        let (judge, replay) = (Judge::new(&args.scans), Replay::new(&args.scans));
        Self { judge, replay, whys: HashMap::new(), keeps_whys: args.steps.is_some() }
    }

    fn hear(&mut self, said: Said) {
        let told = match &said {
            Said::Check(check) if self.keeps_whys => check.game.clone().map(|game| (check.pair.clone(), game)),
            _ => None,
        };
        let event = self.judge.hear(said);
        if let (Event::Check(judged), Some((pair, game))) = (&event, told) {
            let why = judged.judgement.why(&pair, &game);
            self.whys.extend(why.map(|why| (self.replay.steps.len(), why)));
        }
        self.replay.keep(event);
    }
}

/// The answer, as JSON and as text.
#[derive(Serialize)]
struct Replayed<'a> {
    checks: usize,
    #[serde(flatten)]
    span: Span,
    #[serde(serialize_with = "skipped_lines")]
    lines_skipped: &'a Replay,
    skipped: u64,
    disagreements: u64,
    tunnels: u64,
    pairs: Vec<PairJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scans: Option<Vec<ScanJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<List<'a>>,
    #[serde(skip)]
    unknown_fields: u64,
}

#[derive(Serialize)]
struct PairJson<'a> {
    a: &'a str,
    b: &'a str,
    checks: usize,
    hits: u64,
    game_hits: u64,
    disagreements: u64,
    tunnels: u64,
}

#[derive(Serialize)]
struct ScanJson {
    name: String,
    visits: u64,
    wrong: u64,
}

impl<'a> Replayed<'a> {
    fn new(counted: &'a Counted<'a>, log: &Log, steps: Option<List<'a>>) -> Self {
        let replay = counted.replay;
        let pair = |pair: &'a CheckedPair| PairJson {
            a: &pair.names[0],
            b: &pair.names[1],
            checks: pair.steps.len(),
            hits: pair.hits,
            game_hits: pair.game_hits,
            disagreements: pair.disagreements,
            tunnels: pair.tunnels,
        };
        let costs = replay.scans.iter().zip(replay.costs(counted.pairs()));
        let scan =
            |(scan, ScanCost { visits, wrong }): (&Scan, ScanCost)| ScanJson { name: scan.to_string(), visits, wrong };
        Self {
            checks: counted.pairs().map(|pair| pair.steps.len()).sum(),
            span: Span::of(counted),
            lines_skipped: replay,
            skipped: replay.skipped_lines,
            disagreements: counted.pairs().map(|pair| pair.disagreements).sum(),
            tunnels: counted.pairs().map(|pair| pair.tunnels).sum(),
            pairs: counted.pairs().map(pair).collect(),
            scans: (!replay.scans.is_empty()).then(|| costs.map(scan).collect()),
            steps,
            unknown_fields: log.unknown_fields,
        }
    }
}

fn skipped_lines<S: Serializer>(replay: &&Replay, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Line<'a> {
        line: u64,
        reason: &'a str,
    }
    serializer.collect_seq(replay.skipped.iter().map(|skipped| Line { line: skipped.line, reason: &skipped.reason }))
}

impl fmt::Display for Replayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "checks         {}", thousands(self.checks as u64))?;
        write!(f, "{}", self.span)?;
        writeln!(f, "disagreements  {}", thousands(self.disagreements))?;
        writeln!(f, "tunnels        {}", thousands(self.tunnels))?;
        if self.unknown_fields > 0 {
            writeln!(f, "ignored        {}", plural(self.unknown_fields, "unknown field"))?;
        }
        if self.skipped > 0 {
            writeln!(f, "skipped        {}", plural(self.skipped, "line"))?;
            for skipped in self.lines_skipped.skipped.iter().take(MOST_LISTED) {
                writeln!(f, "  line {}: {}", skipped.line, printable(&skipped.reason))?;
            }
            more(f, self.skipped, MOST_LISTED)?;
        }
        if !self.pairs.is_empty() {
            self.pair_table(f)?;
        }
        if let Some(scans) = &self.scans {
            let row = |scan: &ScanJson| [scan.name.clone(), thousands(scan.visits), blank(scan.wrong)];
            let rows: Vec<_> = scans.iter().map(row).collect();
            write!(f, "\n{}", table([Left("scan"), Right("visits"), Right("wrong")], &rows))?;
        }
        self.steps.as_ref().map_or(Ok(()), |steps| write!(f, "\n{steps}"))
    }
}

impl Replayed<'_> {
    /// The pairs, those with the most disagreements first, then those with the most checks.
    fn pair_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pairs: Vec<_> = self.pairs.iter().collect();
        pairs.sort_by_key(|pair| std::cmp::Reverse((pair.disagreements, pair.tunnels, pair.checks)));
        let row = |pair: &&PairJson<'_>| {
            let names = [pair.a, pair.b].map(printable);
            let counts = [pair.checks as u64, pair.hits, pair.game_hits].map(thousands);
            let [a, b] = names;
            let [checks, hits, game] = counts;
            [a, b, checks, hits, game, blank(pair.disagreements), blank(pair.tunnels)]
        };
        let rows: Vec<_> = pairs.iter().take(MOST_LISTED).map(row).collect();
        let columns =
            [Left("a"), Left("b"), Right("checks"), Right("hits"), Right("game"), Right("wrong"), Right("tunnels")];
        write!(f, "\n{}", table(columns, &rows))?;
        more(f, pairs.len() as u64, MOST_LISTED)
    }
}

/// Nothing, for 0.
fn blank(n: u64) -> String {
    if n == 0 { String::new() } else { thousands(n) }
}

/// The number of `all` that are not listed.
fn more(f: &mut fmt::Formatter<'_>, all: u64, listed: usize) -> fmt::Result {
    match all.saturating_sub(listed as u64) {
        0 => Ok(()),
        more => writeln!(f, "  and {} more", thousands(more)),
    }
}
