//! The checks that a running game logged.

use std::{
    collections::HashMap,
    fmt,
    io::{self, Read, Write},
};

use serde::{Serialize, Serializer};

use super::{Replay as Args, Steps};
use crate::{
    cli::{
        CliError, answer,
        progress::{begin, begin_parts, reached},
        table::{
            Column::{Left, Right},
            table,
        },
    },
    files::{LOG_VERSION, Limits, Log, PointJson, Reason, Said, open_regular, printable, shown},
    replay::{Clock, Event, Judge, Pair, Replay, Step},
    scan::Scan,
    words::{number, plural, point, thousands},
};

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
        let file = open_regular(&args.file)?;
        begin_parts("replay", file.metadata().map_or(0, |metadata| metadata.len()), "bytes");
        read(file, &mut log, &mut listener)
    };
    read.map_err(|error| Reason::Read(error).at(&args.file))?;
    let counted = Counted::of(&listener.replay, args.pair.as_deref())?;
    if let Some(version) = log.newer {
        // Where standard error is closed, the answer is all that is left.
        let _ = writeln!(
            err,
            "maskscope: {}: it is a log of version {version}, of which only what version {LOG_VERSION} has is read",
            shown(&args.file)
        );
    }
    let replayed =
        Replayed::new(&counted, &log, args.steps.map(|which| List { counted: &counted, which, whys: &listener.whys }));
    answer(out, args.json, &replayed)?;
    match replayed.disagreements {
        0 => Ok(()),
        wrong => Err(CliError::Unexpected(format!(
            "{}: the game and the masks disagree at {} of {}",
            shown(&args.file),
            thousands(wrong),
            plural(replayed.checks as u64, "check")
        ))),
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

/// What listens to a log.
struct Listener {
    judge: Judge,
    replay: Replay,
    /// Why the game and the masks disagree, by the number of the step; kept where steps are listed.
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

/// The pairs that count: all, or the one that is asked for.
struct Counted<'a> {
    replay: &'a Replay,
    /// By the number of the pair.
    counts: Vec<bool>,
}

impl<'a> Counted<'a> {
    /// All pairs, or that whose names with a comma between them are `pair`.
    fn of(replay: &'a Replay, pair: Option<&str>) -> Result<Self, CliError> {
        let is_it = |names: &[String; 2]| pair.is_none_or(|pair| names.join(",") == pair);
        let counts: Vec<_> = replay.pairs.iter().map(|pair| is_it(&pair.names)).collect();
        match pair {
            Some(pair) if !counts.is_empty() && !counts.contains(&true) => {
                let known = replay.pairs.iter().take(5).map(|pair| printable(&pair.names.join(",")));
                let known = known.collect::<Vec<_>>().join(" · ");
                let more = if counts.len() > 5 { " …" } else { "" };
                Err(CliError::Usage(format!("there is no check of {pair}; there are some of {known}{more}")))
            }
            _ => Ok(Self { replay, counts }),
        }
    }

    fn pairs(&self) -> impl Iterator<Item = &'a Pair> {
        self.replay.pairs.iter().zip(&self.counts).filter(|(_, counts)| **counts).map(|(pair, _)| pair)
    }

    /// The steps, with their numbers.
    fn steps(&self) -> impl DoubleEndedIterator<Item = (usize, &'a Step)> {
        self.replay.steps.iter().enumerate().filter(|(_, step)| self.counts[step.pair as usize])
    }
}

/// What came out, as JSON and as text.
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

/// From when to when.
#[derive(Serialize)]
#[serde(untagged)]
enum Span {
    Frames { frames: Ends<i64> },
    Seconds { frames: (), seconds: Ends<f64> },
    Never { frames: (), seconds: () },
}

#[derive(Serialize)]
struct Ends<T> {
    first: T,
    last: T,
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

/// The steps that are listed.
struct List<'a> {
    counted: &'a Counted<'a>,
    which: Steps,
    whys: &'a HashMap<usize, String>,
}

#[derive(Serialize)]
struct StepJson<'a> {
    line: u64,
    frame: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    a: &'a str,
    b: &'a str,
    offset: PointJson,
    boxes_overlap: bool,
    masks_overlap: bool,
    overlap_area: u32,
    game_hit: Option<bool>,
    disagrees: bool,
    tunnel: bool,
    why: Option<&'a str>,
}

impl<'a> Replayed<'a> {
    fn new(counted: &'a Counted<'a>, log: &Log, steps: Option<List<'a>>) -> Self {
        let replay = counted.replay;
        let pair = |pair: &'a Pair| PairJson {
            a: &pair.names[0],
            b: &pair.names[1],
            checks: pair.steps.len(),
            hits: pair.hits,
            game_hits: pair.game_hits,
            disagreements: pair.disagreements,
            tunnels: pair.tunnels,
        };
        let scan = |(place, scan): (usize, &Scan)| {
            let costs = || counted.pairs().map(|pair| pair.costs[place]);
            let (visits, wrong) = (costs().map(|cost| cost.visits).sum(), costs().map(|cost| cost.wrong).sum());
            ScanJson { name: scan.to_string(), visits, wrong }
        };
        Self {
            checks: counted.pairs().map(|pair| pair.steps.len()).sum(),
            span: Span::of(counted),
            lines_skipped: replay,
            skipped: replay.skipped_lines,
            disagreements: counted.pairs().map(|pair| pair.disagreements).sum(),
            tunnels: counted.pairs().map(|pair| pair.tunnels).sum(),
            pairs: counted.pairs().map(pair).collect(),
            scans: (!replay.scans.is_empty()).then(|| replay.scans.iter().enumerate().map(scan).collect()),
            steps,
            unknown_fields: log.unknown_fields,
        }
    }
}

impl Span {
    fn of(counted: &Counted<'_>) -> Self {
        let (first, last) = (counted.steps().next(), counted.steps().next_back());
        let ends = counted.replay.clock.zip(first.zip(last));
        match ends.map(|(clock, ((_, first), (_, last)))| (clock, Ends { first: first.at, last: last.at })) {
            Some((Clock::Frame, Ends { first, last })) => {
                Self::Frames { frames: Ends { first: frame(first), last: frame(last) } }
            }
            Some((Clock::Second, seconds)) => Self::Seconds { frames: (), seconds },
            None => Self::Never { frames: (), seconds: () },
        }
    }
}

/// `at`, which counts frames.
fn frame(at: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "frames are whole, and at most 2^53")]
    let frame = at as i64;
    frame
}

fn skipped_lines<S: Serializer>(replay: &&Replay, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Line<'a> {
        line: u64,
        reason: &'a str,
    }
    serializer.collect_seq(replay.skipped.iter().map(|skipped| Line { line: skipped.line, reason: &skipped.reason }))
}

impl List<'_> {
    fn steps(&self) -> impl Iterator<Item = (&Step, Option<&str>)> {
        let steps = self.counted.steps().filter(|(_, step)| self.which == Steps::All || step.is_wrong());
        steps.map(|(number, step)| (step, self.whys.get(&number).map(String::as_str)))
    }

    fn names(&self, step: &Step) -> &[String; 2] {
        &self.counted.replay.pairs[step.pair as usize].names
    }

    fn clock(&self) -> Clock {
        self.counted.replay.clock.unwrap_or(Clock::Frame)
    }
}

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.steps().map(|(step, why)| {
            let [a, b] = self.names(step);
            let is_in_frames = self.clock() == Clock::Frame;
            StepJson {
                line: step.line,
                frame: is_in_frames.then(|| frame(step.at)),
                time: (!is_in_frames).then_some(step.at),
                a,
                b,
                offset: step.offset.cell().into(),
                boxes_overlap: step.boxes_overlap,
                masks_overlap: step.masks_overlap(),
                overlap_area: step.overlap_area,
                game_hit: step.game,
                disagrees: step.disagrees,
                tunnel: step.tunnel,
                why,
            }
        }))
    }
}

impl fmt::Display for Replayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "checks         {}", thousands(self.checks as u64))?;
        match &self.span {
            Span::Frames { frames: Ends { first, last } } => writeln!(f, "frames         {first} to {last}")?,
            Span::Seconds { seconds: Ends { first, last }, .. } => {
                writeln!(f, "seconds        {} to {}", number(*first, 0..=3), number(*last, 0..=3))?;
            }
            Span::Never { .. } => {}
        }
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

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (step, why) in self.steps() {
            let names = self.names(step).each_ref().map(|name| printable(name));
            let at = match self.clock() {
                Clock::Frame => format!("frame {}", frame(step.at)),
                Clock::Second => format!("{} s", number(step.at, 0..=3)),
            };
            write!(f, "{at}, line {}: {} at {}", step.line, names.join(" and "), point(step.offset.cell()))?;
            match (why, step.tunnel) {
                (Some(why), false) => writeln!(f, ": {}", printable(why))?,
                (Some(why), true) => writeln!(f, ": {}; one flew through the other", printable(why))?,
                (None, true) => writeln!(f, ": one flew through the other")?,
                (None, false) => writeln!(f, ": {} px are shared", thousands(step.overlap_area.into()))?,
            }
        }
        Ok(())
    }
}

/// Nothing, for 0.
fn blank(n: u64) -> String {
    if n == 0 { String::new() } else { thousands(n) }
}

/// How many of `all` are not listed.
fn more(f: &mut fmt::Formatter<'_>, all: u64, listed: usize) -> fmt::Result {
    match all.saturating_sub(listed as u64) {
        0 => Ok(()),
        more => writeln!(f, "  and {} more", thousands(more)),
    }
}
