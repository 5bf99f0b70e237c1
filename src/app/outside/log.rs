//! Reading a log for the window piece by piece: the file of a game, or the rows of a table. A thread or a frame drives it.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc::Sender};

use crate::files::{
    FileError, FileIdentity, Limits, Log, Reason, RegularFile, Said, identity_of_file, is_file, open_regular,
};
use crate::replay::{Check, Event, Judge, Judgement, MovedScene, Skipped};
use crate::scene::{Laid, Scene};
use crate::session::{LogAction, LogPlayer, LogSource, LogTable, StagedCheck, WantedCheck};
use crate::{mask, scan::Scan};

/// Number of last bytes compared with those in the file.
const MOST_OF_END: usize = 256;
/// Bytes of a piece for each row of a table.
const BYTES_OF_A_ROW: usize = 1 << 10;

/// Channel for the events of a log, which wakes the window.
pub struct Teller {
    pub sender: Sender<LogAction>,
    pub wake: Box<dyn Fn() + Send>,
}

impl Teller {
    fn tell(&self, action: LogAction) {
        // The log may be closed already.
        self.sender.send(action).ok();
        (self.wake)();
    }
}

/// Reader of a log: a file that may grow, or a table.
pub struct Reader {
    /// The log, and the file that is read: a copy if it is standard input.
    path: PathBuf,
    file: PathBuf,
    open: Option<Opened>,
    table: Option<Table>,
    /// Number of bytes of a piece.
    most: usize,
    log: Log,
    judge: Judge,
    limits: Limits,
    scans: Vec<Scan>,
    teller: Teller,
    source: LogSource,
    /// Last notes about its lines: the number of ignored fields, and a newer version.
    noted: (u64, Option<u64>),
}

/// An open file.
struct Opened {
    /// `None` while it is closed: on Windows an open file could not be replaced or removed.
    file: Option<RegularFile>,
    /// Identity that distinguishes it from another file of the same name.
    identity: Option<FileIdentity>,
    /// Number of bytes read.
    at: u64,
    /// The last bytes read: other bytes in the file show that it was overwritten.
    end: Vec<u8>,
}

/// A table of checks, and the scene whose sprites they move.
struct Table {
    rows: Arc<LogTable>,
    scene: MovedScene,
    /// Number of judged rows.
    done: usize,
}

impl Table {
    /// Returns the check of a line and its scene.
    fn find(&self, line: u64) -> Result<(Check, Scene), String> {
        let moves = &self.rows.moves;
        let place = moves.moves.binary_search_by_key(&line, |there| there.line);
        let there = &moves.moves[place.map_err(|_| "there is no such line".to_owned())?];
        Ok((self.scene.check(moves.clock, there)?, self.scene.scene(there)?))
    }
}

impl Opened {
    /// Returns the file, opened at `path` if it was closed.
    fn file(&mut self, path: &Path) -> Result<&mut RegularFile, FileError> {
        let file = match self.file.take() {
            Some(file) => file,
            None => open_regular(path)?,
        };
        Ok(self.file.insert(file))
    }
}

impl Reader {
    /// Returns a reader of the session's log in pieces of at most `most` bytes, from its table or from `file`.
    pub fn new(log: &LogPlayer, file: &Path, most: usize, limits: Limits, teller: Teller) -> Self {
        let scans = &log.replay.scans;
        let table =
            |rows: &Arc<LogTable>| Table { scene: MovedScene::new(&rows.scene), rows: Arc::clone(rows), done: 0 };
        Self {
            path: log.path.clone(),
            file: file.to_owned(),
            open: None,
            table: log.table.as_ref().map(table),
            most,
            log: Log::new(&log.path, limits),
            judge: Judge::new(scans),
            limits,
            scans: scans.clone(),
            teller,
            source: LogSource::Reading,
            noted: (0, None),
        }
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

    /// Reads and judges the next piece; returns whether there was one.
    pub fn read_on(&mut self) -> bool {
        let has_read = if self.table.is_some() { self.read_rows() } else { self.read_file() };
        if cfg!(windows)
            && let Some(open) = &mut self.open
        {
            open.file = None;
        }
        has_read
    }

    fn read_rows(&mut self) -> bool {
        let Some(table) = &mut self.table else { return false };
        let moves = &table.rows.moves;
        let left = &moves.moves[table.done..];
        let rows = &left[..left.len().min(self.most / BYTES_OF_A_ROW)];
        let judged = rows.iter().map(|row| {
            self.judge.hear(match table.scene.check(moves.clock, row) {
                Ok(check) => Said::Check(Box::new(check)),
                Err(reason) => Said::Skipped(Skipped { line: row.line, reason }),
            })
        });
        let (events, is_last) = (judged.collect(), rows.len() == left.len());
        table.done += rows.len();
        self.told(events);
        if is_last {
            self.becomes(LogSource::Ended);
        }
        !is_last
    }

    fn read_file(&mut self) -> bool {
        if self.has_changed() {
            self.begin_again();
        }
        match self.piece() {
            Ok(Some(bytes)) => {
                self.judge(&bytes);
                true
            }
            Ok(None) => {
                let is_there = is_file(&self.file);
                self.becomes(if is_there { LogSource::Following } else { LogSource::Gone });
                false
            }
            Err(error) => {
                let is_missing = matches!(error.reason, Reason::NotFound);
                self.becomes(if is_missing { LogSource::Awaited } else { LogSource::Failed(error.reason.to_string()) });
                false
            }
        }
    }

    /// Returns true if the file has shrunk or was replaced.
    fn has_changed(&mut self) -> bool {
        let Some(open) = &mut self.open else { return false };
        let other = identity_of_file(&self.file);
        let mut end = vec![0; open.end.len()];
        let place = SeekFrom::Start(open.at - open.end.len() as u64);
        // The checks of a deleted file stay.
        let Ok(file) = open.file(&self.file) else { return false };
        let is_there = file.seek(place).and_then(|_| file.read_exact(&mut end)).is_ok();
        !is_there || end != open.end || other.is_some() && other != open.identity
    }

    fn begin_again(&mut self) {
        self.open = None;
        (self.log, self.judge) = (Log::new(&self.path, self.limits), Judge::new(&self.scans));
        self.noted = (0, None);
        self.source = LogSource::Reading;
        self.teller.tell(LogAction::Restarted);
    }

    /// Returns the next piece of the file; `None` if there is no more yet.
    fn piece(&mut self) -> Result<Option<Vec<u8>>, FileError> {
        if self.open.is_none() {
            let file = Some(open_regular(&self.file)?);
            self.open = Some(Opened { identity: identity_of_file(&self.file), file, at: 0, end: Vec::new() });
        }
        let Some(open) = &mut self.open else { return Ok(None) };
        let at = open.at;
        let Ok(file) = open.file(&self.file) else { return Ok(None) };
        let mut bytes = vec![0; self.most];
        let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read(&mut bytes));
        let length = read.map_err(|error| Reason::Read(error).at(&self.path))?;
        bytes.truncate(length);
        open.at += length as u64;
        open.end.extend_from_slice(&bytes[length.saturating_sub(MOST_OF_END)..]);
        open.end.drain(..open.end.len().saturating_sub(MOST_OF_END));
        Ok((length > 0).then_some(bytes))
    }

    fn judge(&mut self, bytes: &[u8]) {
        let (judge, mut events) = (&mut self.judge, Vec::new());
        self.log.read(bytes, |said| events.push(judge.hear(said)));
        self.told(events);
    }

    /// Ends reading, except of a table, whose rows are all there. The last line of a file that `is_whole` counts even without a line end.
    pub fn stop(&mut self, is_whole: bool) {
        if self.table.is_some() {
            return;
        }
        if is_whole {
            let (judge, mut events) = (&mut self.judge, Vec::new());
            self.log.end(|said| events.push(judge.hear(said)));
            self.told(events);
        }
        self.becomes(LogSource::Ended);
    }

    fn told(&mut self, events: Vec<Event>) {
        if !events.is_empty() {
            self.teller.tell(LogAction::Heard(events));
        }
        let noted = (self.log.unknown_fields, self.log.newer);
        if self.noted != noted {
            self.noted = noted;
            self.teller.tell(LogAction::Noted { unknown_fields: noted.0, newer: noted.1 });
        }
    }

    /// Reads the wanted check and its sprites again, and sends them.
    pub fn find(&mut self, WantedCheck { step, line, place }: WantedCheck) {
        let found = match &self.table {
            Some(table) => table.find(line),
            None => self.line_at(place).map_err(|error| error.to_string()).and_then(|text| self.log.again(line, &text)),
        };
        self.teller.tell(LogAction::Stage(staged(step, found)));
    }

    /// Returns the line that begins at the byte `place`, without its end.
    fn line_at(&mut self, place: u64) -> io::Result<Vec<u8>> {
        let Some(open) = &mut self.open else { return Err(io::ErrorKind::NotFound.into()) };
        let file = open.file(&self.file).map_err(|error| io::Error::other(error.reason.to_string()))?;
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

/// Returns a check with its sprites, or the reason why they cannot be shown.
fn staged(step: usize, found: Result<(Check, Scene), String>) -> StagedCheck {
    let (check, scene) = match found {
        Ok(found) => found,
        Err(why) => {
            return StagedCheck { step, scene: Err(why), judged: None, why: None, distance: None, is_moved: false };
        }
    };
    let judgement = Judgement::of(&check);
    let why = judgement.why(&check);
    let distance = if judgement.masks_overlap() { None } else { distance(&check.pair.laid()) };
    let judged = Some(Box::new((check, judgement)));
    StagedCheck { step, scene: Ok(Box::new(scene)), judged, why, distance, is_moved: false }
}

/// Returns the distance of the closest solid pixels of two sprites, from centre to centre.
fn distance(laid: &Laid) -> Option<f64> {
    let [a, b] = [&laid.a, &laid.b].map(|posed| posed.raster.mask().mask());
    mask::distance(a, b, laid.offset)
}
