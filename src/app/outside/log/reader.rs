//! The file of a log, read piece by piece.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::{Teller, staged};
use crate::files::{
    FileError, FileIdentity, Limits, Log, Reason, RegularFile, identity_of_file, is_file, open_regular,
};
use crate::replay::{Event, Judge};
use crate::scan::Scan;
use crate::session::{LogAction, LogSource, WantedCheck};

/// The number of last bytes compared with those in the file.
const MOST_OF_END: usize = 256;

/// The reader of a log's file.
pub struct Reader {
    /// The log, and the file that is read: another one where it is standard input.
    path: PathBuf,
    file: PathBuf,
    open: Option<Opened>,
    /// The number of bytes read before their content is sent.
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

/// A file that is open.
struct Opened {
    /// `None` while it is closed: on Windows an open file could not be replaced or removed.
    file: Option<RegularFile>,
    /// Identity that distinguishes it from another file of the same name.
    identity: Option<FileIdentity>,
    /// The number of bytes that are read.
    at: u64,
    /// The last of them: where others stand there, the file was written over.
    end: Vec<u8>,
}

impl Opened {
    /// The file, which is at `path`.
    fn file(&mut self, path: &Path) -> Result<&mut RegularFile, FileError> {
        let file = match self.file.take() {
            Some(file) => file,
            None => open_regular(path)?,
        };
        Ok(self.file.insert(file))
    }
}

impl Reader {
    /// A reader of `file`, which is the log `path` or its copy from standard input, of at most `most` bytes at a time;
    /// nothing is read yet.
    pub fn new(path: &Path, file: &Path, most: usize, scans: &[Scan], limits: Limits, teller: Teller) -> Self {
        Self {
            path: path.to_owned(),
            file: file.to_owned(),
            open: None,
            most,
            log: Log::new(path, limits),
            judge: Judge::new(scans),
            limits,
            scans: scans.to_vec(),
            teller,
            source: LogSource::Reading,
            noted: (0, None),
        }
    }

    /// Tells what has become of the file, if that is news.
    fn becomes(&mut self, source: LogSource) {
        if self.source != source {
            self.source = source.clone();
            self.teller.tell(LogAction::Became(source));
        }
    }

    /// Reads a piece more; returns whether there was one.
    pub fn read_on(&mut self) -> bool {
        let has_read = self.try_to_read_on();
        if cfg!(windows)
            && let Some(open) = &mut self.open
        {
            open.file = None;
        }
        has_read
    }

    fn try_to_read_on(&mut self) -> bool {
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

    /// True if the file has shrunk, or another one stands in its place.
    fn has_changed(&mut self) -> bool {
        let Some(open) = &mut self.open else { return false };
        let other = identity_of_file(&self.file);
        let mut end = vec![0; open.end.len()];
        let place = SeekFrom::Start(open.at - open.end.len() as u64);
        // Where it has gone, what was read of it stays.
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

    /// The next piece of the file; `None` if there is no more yet.
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

    /// Nothing more is read from here on. Where the file `is_whole`, its last line is, too, though it has no end.
    pub fn stop(&mut self, is_whole: bool) {
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

    /// Finds the check that is `wanted` and its sprites, read again from its line, and tells them.
    pub fn find(&mut self, WantedCheck { step, line, place }: WantedCheck) {
        let found = self.line_at(place).map_err(|error| error.to_string());
        let found = found.and_then(|text| self.log.again(line, &text));
        self.teller.tell(LogAction::Stage(staged(step, found)));
    }

    /// The line that begins at the byte `place`, without its end.
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
