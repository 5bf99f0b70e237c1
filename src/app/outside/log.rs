//! Reading a log for the window piece by piece: the file of a game, or the rows of a table. A thread or a frame drives it.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, SystemTime};

use egui::Context;
use web_time::Instant;

use crate::files::{FileError, FileIdentity, Limits, Log, Reason, identity_of_file, is_file, open_regular, read_whole};
use crate::session::{FoundCheck, GameCode, LogAction, LogPlayer, LogSource, LogTable, WantedCheck};
use maskscope_core::replay::{Check, Judge, LogEntry, LogEvent, MovedScene, Skipped};
use maskscope_core::{
    scan::{Scan, own::elsewhere},
    scene::Scene,
    words::printable,
};

/// Number of last bytes compared with those in the file.
const MOST_OF_END: usize = 256;
/// A game that has not written for this long is over, or paused.
const REST: Duration = Duration::from_secs(5);
/// Time after which the rest of a piece waits: a reader that is no longer wanted ends, and one with a check to find finds it.
const LONG: Duration = Duration::from_millis(50);
/// A write changes the time of a file before its length. Without growth for this long afterwards, the file was overwritten.
const WRITING: Duration = Duration::from_millis(100);
/// Number of bytes judged before that time is looked at.
const BYTES_AT_ONCE: usize = 1 << 8;
/// Bytes of a piece for each row of a table.
const BYTES_OF_A_ROW: usize = 1 << 10;

/// Number of lines of a game that are shown on each side of the one that made a check.
const NEIGHBOURS: u64 = 1;
/// Largest source file of a game that is read for its lines, in bytes.
const MOST_OF_CODE: u64 = 4 << 20;

/// Number of events that may wait for the window, which takes none in while it is covered. One call of a reader sends
/// fewer.
const MOST_WAITING: usize = 16;

/// Channel for the events of a log, which wakes the window.
#[derive(Clone)]
pub struct Teller {
    sender: SyncSender<LogAction>,
    wake: Context,
}

impl Teller {
    /// Returns a teller that wakes the window by `wake`, and what it tells.
    pub fn new(wake: Context) -> (Self, Receiver<LogAction>) {
        let (sender, receiver) = sync_channel(MOST_WAITING);
        (Self { sender, wake }, receiver)
    }

    /// Tells an event, once there is room for it.
    pub fn tell(&self, action: LogAction) {
        // The log may be closed already.
        self.sender.send(action).ok();
        self.wake.request_repaint();
    }

    /// Tells an event if there is room for it.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a page has no standard input"))]
    pub fn tell_now(&self, action: LogAction) {
        self.sender.try_send(action).ok();
        self.wake.request_repaint();
    }
}

/// Reader of a log: a file that may grow, or a table.
pub struct LogReader {
    /// The log; `-` for standard input.
    path: PathBuf,
    open: Option<OpenFile>,
    /// True if it is standard input: nobody else writes where that is kept.
    is_input: bool,
    table: Option<CheckTable>,
    /// Number of bytes of a piece.
    most: usize,
    /// The piece that was read last, and the number of its bytes that are judged.
    piece: (Vec<u8>, usize),
    /// Entries that were read and are not judged yet.
    waiting: VecDeque<LogEntry>,
    log: Log,
    judge: Judge,
    limits: Limits,
    scans: Vec<Scan>,
    teller: Teller,
    source: LogSource,
}

/// Content of a log.
pub trait LogContent: Read + Seek + Send {}

impl<T: Read + Seek + Send> LogContent for T {}

/// An open file.
struct OpenFile {
    /// `None` while it is closed: on Windows an open file could not be replaced or removed.
    file: Option<Box<dyn LogContent>>,
    /// Identity that distinguishes it from another file of the same name.
    identity: Option<FileIdentity>,
    /// Number of bytes read.
    at: u64,
    /// The last bytes read: other bytes in the file show that it was overwritten.
    end: Vec<u8>,
    /// The time of its last change, once all of it was read: another one without growth shows the same.
    changed: Option<SystemTime>,
}

/// A table of checks, and the scene whose sprites they move.
struct CheckTable {
    rows: Arc<LogTable>,
    scene: MovedScene,
    /// Number of rows that were read.
    done: usize,
}

impl CheckTable {
    /// Returns the check of a line and its scene.
    fn find(&self, line: u64) -> Result<(Check, Scene), String> {
        let moves = &self.rows.moves;
        let place = moves.moves.binary_search_by_key(&line, |there| there.line);
        let there = &moves.moves[place.map_err(|_| "there is no such line".to_owned())?];
        let found = self.scene.check(moves.clock, there).and_then(|check| Ok((check, self.scene.scene(there)?)));
        found.map_err(|why| why.to_string())
    }
}

impl OpenFile {
    /// Returns the file, opened at `path` if it was closed.
    fn file(&mut self, path: &Path) -> Result<&mut Box<dyn LogContent>, FileError> {
        let file = match self.file.take() {
            Some(file) => file,
            None => Box::new(open_regular(path)?),
        };
        Ok(self.file.insert(file))
    }
}

impl LogReader {
    /// Returns a reader of the session's log in pieces of at most `most` bytes, from its table or from its file.
    pub fn new(log: &LogPlayer, most: usize, limits: Limits, teller: Teller) -> Self {
        let scans = &log.replay.scans;
        let table =
            |rows: &Arc<LogTable>| CheckTable { scene: MovedScene::new(&rows.scene), rows: Arc::clone(rows), done: 0 };
        Self {
            path: log.path.clone(),
            open: None,
            is_input: false,
            table: log.table.as_ref().map(table),
            most,
            piece: Default::default(),
            waiting: VecDeque::new(),
            log: Log::new(&log.path, limits),
            judge: Judge::new(scans),
            limits,
            scans: scans.clone(),
            teller,
            source: LogSource::Reading,
        }
    }

    /// The reader of standard input, kept as `content`.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a page has no standard input"))]
    #[must_use]
    pub fn of_input(mut self, content: Box<dyn LogContent>) -> Self {
        self.open = Some(OpenFile { identity: None, file: Some(content), at: 0, end: Vec::new(), changed: None });
        Self { is_input: true, ..self }
    }

    /// Returns true if nothing more is read.
    pub fn has_ended(&self) -> bool {
        self.source == LogSource::Ended
    }

    /// Sends the state of the file if it has changed.
    fn becomes(&mut self, source: LogSource) {
        if self.source != source {
            self.source = source.clone();
            self.teller.tell(LogAction::Became(source));
        }
    }

    /// Reads and judges the next piece, or as much of it as there is time for; returns whether there was any.
    pub fn read_on(&mut self) -> bool {
        let has_read = if self.table.is_some() { self.read_rows() } else { self.read_file() };
        if cfg!(windows)
            && !self.is_input
            && let Some(open) = &mut self.open
        {
            open.file = None;
        }
        has_read
    }

    fn read_rows(&mut self) -> bool {
        let Some(table) = &mut self.table else { return false };
        let moves = &table.rows.moves;
        let unread = table.rows.skipped.iter().filter(|_| table.done == 0).cloned().map(LogEvent::Skipped);
        let (begun, mut events) = (Instant::now(), unread.collect());
        if self.waiting.is_empty() {
            let rows = moves.moves[table.done..].iter().take(self.most / BYTES_OF_A_ROW).enumerate();
            let timely = rows.take_while(|(at, _)| *at == 0 || begun.elapsed() < LONG);
            self.waiting.extend(timely.map(|(_, row)| match table.scene.check(moves.clock, row) {
                Ok(check) => LogEntry::Check(Box::new(check)),
                Err(why) => LogEntry::Skipped(Skipped { line: row.line, reason: why.to_string() }),
            }));
            table.done += self.waiting.len();
        }
        let are_all_read = table.done == moves.moves.len();
        let is_last = self.observe_waiting(begun, &mut events) && are_all_read;
        self.send(events);
        if is_last {
            self.becomes(LogSource::Ended);
        }
        !is_last
    }

    fn read_file(&mut self) -> bool {
        if !self.is_input && self.has_changed() {
            self.begin_again();
        }
        if self.judge() {
            return true;
        }
        match self.piece() {
            Ok(Some(bytes)) => {
                self.piece = (bytes, 0);
                self.judge()
            }
            Ok(None) => {
                let is_there = self.is_input || is_file(&self.path);
                self.becomes(match is_there {
                    true if self.rests() => LogSource::Resting,
                    true => LogSource::Following,
                    false => LogSource::Gone,
                });
                false
            }
            Err(error) => {
                let is_missing = matches!(error.reason, Reason::NotFound);
                self.becomes(if is_missing { LogSource::Awaited } else { LogSource::Failed(error.reason.to_string()) });
                false
            }
        }
    }

    /// Returns true if the game has not written for a while.
    fn rests(&self) -> bool {
        let changed = self.open.as_ref().and_then(|open| open.changed);
        changed.and_then(|at| at.elapsed().ok()).is_some_and(|time| time > REST)
    }

    /// Returns true if the file has shrunk or was replaced.
    fn has_changed(&mut self) -> bool {
        let Some(open) = &mut self.open else { return false };
        let other = identity_of_file(&self.path);
        let now = fs::metadata(&self.path).ok();
        let changed = now.as_ref().and_then(|now| now.modified().ok());
        let has_grown = now.is_some_and(|now| now.len() > open.at);
        let mut end = vec![0; open.end.len()];
        let place = SeekFrom::Start(open.at - open.end.len() as u64);
        // The checks of a deleted file stay.
        let Ok(file) = open.file(&self.path) else { return false };
        let is_there = file.seek(place).and_then(|_| file.read_exact(&mut end)).is_ok();
        let is_written = changed.and_then(|at| at.elapsed().ok()).is_some_and(|time| time > WRITING);
        let is_changed = is_written && !has_grown && open.changed.is_some() && changed != open.changed;
        !is_there || is_changed || end != open.end || other.is_some() && other != open.identity
    }

    fn begin_again(&mut self) {
        (self.open, self.piece, self.waiting) = (None, Default::default(), VecDeque::new());
        (self.log, self.judge) = (Log::new(&self.path, self.limits), Judge::new(&self.scans));
        self.source = LogSource::Reading;
        self.teller.tell(LogAction::Restarted);
    }

    /// Returns the next piece of the file; `None` if there is no more yet.
    fn piece(&mut self) -> Result<Option<Vec<u8>>, FileError> {
        if self.open.is_none() {
            let file: Option<Box<dyn LogContent>> = Some(Box::new(open_regular(&self.path)?));
            let identity = identity_of_file(&self.path);
            self.open = Some(OpenFile { identity, file, at: 0, end: Vec::new(), changed: None });
        }
        let Some(open) = &mut self.open else { return Ok(None) };
        let (at, is_input) = (open.at, self.is_input);
        let Ok(file) = open.file(&self.path) else { return Ok(None) };
        let mut bytes = vec![0; self.most];
        let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read(&mut bytes));
        let length = read.map_err(|error| Reason::Read(error).at(&self.path))?;
        if length > 0 || open.changed.is_none() {
            // Asked after reading: what a game has added since shows by the length.
            open.changed = if is_input { Some(SystemTime::now()) } else { time_of_change(&self.path) };
        }
        bytes.truncate(length);
        open.at += length as u64;
        open.end.extend_from_slice(&bytes[length.saturating_sub(MOST_OF_END)..]);
        open.end.drain(..open.end.len().saturating_sub(MOST_OF_END));
        Ok((length > 0).then_some(bytes))
    }

    /// Judges what is left of the piece, for as long as there is time; returns whether anything was left.
    fn judge(&mut self) -> bool {
        let (begun, mut events) = (Instant::now(), Vec::new());
        let is_left = self.piece.1 < self.piece.0.len() || !self.waiting.is_empty();
        while self.observe_waiting(begun, &mut events) && self.read_next(BYTES_AT_ONCE) {}
        if is_left {
            self.send(events);
        }
        is_left
    }

    /// Reads the next bytes of the piece, at most `most`; returns whether there were any.
    fn read_next(&mut self, most: usize) -> bool {
        let Self { piece: (bytes, done), log, waiting, .. } = self;
        let next = &bytes[*done..bytes.len().min(done.saturating_add(most))];
        log.read(next, |entry| waiting.push_back(entry));
        *done += next.len();
        !next.is_empty()
    }

    /// Judges what was read, until the time is over or the run of a script is not known; returns whether neither is so.
    fn observe_waiting(&mut self, begun: Instant, events: &mut Vec<LogEvent>) -> bool {
        while let Some(entry) = self.waiting.pop_front() {
            if let LogEntry::Check(check) = &entry
                && !check.fit_hit_boxes(&|| begun.elapsed() > LONG)
            {
                self.waiting.push_front(entry);
                return false;
            }
            let alone = elsewhere::with_known_runs(|| self.judge.alone_at(&entry));
            if elsewhere::lacks_runs() {
                self.waiting.push_front(entry);
                self.request_runs();
                return false;
            }
            events.push(self.judge.observe_known(entry, alone));
            if begun.elapsed() > LONG {
                return false;
            }
        }
        true
    }

    /// Requests the runs that the rest of the piece needs, as far as a request has room for them.
    fn request_runs(&mut self) {
        self.read_next(usize::MAX);
        elsewhere::with_known_runs(|| {
            let is_enough = |entry: &LogEntry| {
                self.judge.alone_at(entry);
                elsewhere::lacks_runs() && !elsewhere::has_room()
            };
            self.waiting.iter().any(is_enough)
        });
    }

    /// Ends reading a file that is whole, once all of it is judged: its last line counts even without a line end.
    #[cfg_attr(not(target_family = "wasm"), expect(dead_code, reason = "where there is a disk a file may grow"))]
    pub fn end(&mut self) {
        let mut events = Vec::new();
        self.log.end(|entry| self.waiting.push_back(entry));
        let is_last = self.observe_waiting(Instant::now(), &mut events);
        self.send(events);
        if is_last {
            self.becomes(LogSource::Ended);
        }
    }

    fn send(&mut self, events: Vec<LogEvent>) {
        let notes = Box::new(self.log.notes.clone());
        self.teller.tell(LogAction::Observed(events, notes));
    }

    /// Reads the wanted check and its sprites again, and sends them.
    pub fn find(&mut self, wanted: WantedCheck) {
        let found = self.again(wanted).map(|(check, scene)| {
            let code = check.source.as_deref().filter(|_| wanted.is_shown).and_then(|at| self.code_at(at));
            Arc::new(FoundCheck { code, ..FoundCheck::new(check, scene, wanted.is_shown) })
        });
        self.teller.tell(LogAction::Found(wanted, found));
    }

    /// Reads the picture of the game's screen in the line that begins at the byte `place`, and sends it.
    pub fn find_screen(&mut self, place: u64) {
        let text = self.line_at(place).ok();
        let picture = text.and_then(|text| Log::screen(&text, &self.limits).ok());
        self.teller.tell(LogAction::FoundScreen(place, picture.map(Arc::new)));
    }

    /// Returns a line of the game such as `main.py:323` and its neighbours; `None` where its file, which lies in the log's folder
    /// or below it, cannot be read.
    fn code_at(&self, at: &str) -> Option<GameCode> {
        let (name, number) = at.rsplit_once(':')?;
        let (name, meant) = (Path::new(name), number.parse::<u64>().ok()?);
        let is_below = name.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let folder = self.path.parent().filter(|_| is_below && !self.is_input)?;
        let limits = Limits { max_bytes: MOST_OF_CODE, ..self.limits };
        let text = String::from_utf8(read_whole(&folder.join(name), &limits).ok()?).ok()?;
        let first = meant.saturating_sub(NEIGHBOURS).max(1);
        let lines = text.lines().skip(usize::try_from(first - 1).ok()?);
        let lines: Vec<_> = lines.take(usize::try_from(meant + NEIGHBOURS + 1 - first).ok()?).collect();
        let lines = lines.into_iter().map(|line| printable(&line.replace('\t', "    "))).collect::<Vec<_>>();
        (first + lines.len() as u64 > meant && meant > 0).then_some(GameCode { lines, first, meant })
    }

    fn again(&mut self, WantedCheck { line, place, .. }: WantedCheck) -> Result<(Check, Scene), String> {
        match &self.table {
            Some(table) => table.find(line),
            None => self.line_at(place).map_err(|error| error.to_string()).and_then(|text| self.log.again(line, &text)),
        }
    }

    /// Returns the line that begins at the byte `place`, without its end.
    fn line_at(&mut self, place: u64) -> io::Result<Vec<u8>> {
        let Some(open) = &mut self.open else { return Err(io::ErrorKind::NotFound.into()) };
        let file = open.file(&self.path).map_err(|error| io::Error::other(error.reason.to_string()))?;
        file.seek(SeekFrom::Start(place))?;
        let (mut text, mut piece) = (Vec::new(), vec![0; 1 << 12]);
        loop {
            let length = file.read(&mut piece)?;
            let read = &piece[..length];
            let end = read.iter().position(|byte| *byte == b'\n');
            text.extend_from_slice(&read[..end.unwrap_or(length)]);
            if end.is_some() || length == 0 || text.len() > Log::MOST_BYTES_OF_A_LINE {
                return Ok(text);
            }
        }
    }
}

/// Returns the time of a file's last change, where the system knows it.
fn time_of_change(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}
