//! A log that is read as the game writes it, on a thread of its own.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::{Duration, Instant},
};

use crate::{
    files::{FileError, FileIdentity, Limits, Log, Reason, Said, identity_of_file, open_regular},
    memory,
    replay::{Cast, Check, Event, Judge, Judgement, Skipped},
    scan::Scan,
    scene::{Laid, Scene},
    session::{LogAction, LogPlayer, LogSource, LogTable, Session, StagedCheck, WantedCheck},
};

/// How long it waits before it looks for more: while the game writes, and once it has not for a while.
const PACE: Duration = Duration::from_millis(16);
const REST: Duration = Duration::from_millis(80);
/// For how long the game must have written nothing.
const QUIET: Duration = Duration::from_secs(5);
/// How many bytes are read before what they say is told.
const PIECE: usize = 1 << 20;
/// How many of the last bytes are compared with those in the file.
const MOST_OF_END: usize = 256;

/// What the thread is asked for.
enum Asked {
    /// The sprites of a check.
    Find(WantedCheck),
    /// Nothing more of what the game writes.
    Stop,
}

/// Follows a log. It ends when this is dropped.
pub struct Following {
    /// Which log of the session it is.
    number: u64,
    asked: Sender<Asked>,
    told: Receiver<LogAction>,
    /// The check that is being looked for.
    looking_for: Option<WantedCheck>,
    is_stopped: bool,
}

impl Following {
    /// Reads the log of a session and goes on reading; `wake` is called when there is something to tell.
    ///
    /// # Errors
    /// Where no thread can be started, or standard input cannot be kept in a file.
    fn start(log: &LogPlayer, limits: Limits, wake: impl Fn() + Send + 'static) -> io::Result<Self> {
        let (asked, questions) = channel();
        let (tell, told) = channel();
        let input = if log.path.as_os_str() == "-" { Some(kept_input()?) } else { None };
        let (path, scans) = (log.path.clone(), log.replay.scans.clone());
        let (table, teller) = (log.table.clone(), Teller { told: tell, wake: Box::new(wake) });
        thread::Builder::new().name("maskscope-log".to_owned()).spawn(move || {
            if let Some(table) = table {
                Table { table: &table, cast: Cast::new(&table.scene), teller }.run(&scans, &questions);
                return;
            }
            let file = input.as_ref().map_or(&*path, |file| file.path());
            let mut reader = Reader {
                file: file.to_owned(),
                open: None,
                log: Log::new(&path, limits),
                judge: Judge::new(&scans),
                limits,
                scans,
                path: path.clone(),
                teller,
                source: LogSource::Reading,
                noted: (0, None),
            };
            reader.run(&questions);
        })?;
        Ok(Self { number: log.number, asked, told, looking_for: None, is_stopped: false })
    }

    /// Follows the log that is open in `session`: hands over what has come, and asks for the check that is shown.
    ///
    /// # Errors
    /// As [`Following::start`].
    pub fn drive(
        following: &mut Option<Self>,
        session: &mut Session,
        limits: Limits,
        wake: impl Fn() + Send + 'static,
    ) -> io::Result<()> {
        let Some(log) = session.log() else {
            *following = None;
            return Ok(());
        };
        let is_it = following.as_ref().is_some_and(|following| following.number == log.number);
        if !is_it {
            *following = None;
            *following = Some(Self::start(log, limits, wake)?);
        }
        if let Some(following) = following {
            following.exchange(session);
        }
        Ok(())
    }

    fn exchange(&mut self, session: &mut Session) {
        while let Ok(action) = self.told.try_recv() {
            if let LogAction::Stage(staged) = &action
                && self.looking_for.is_some_and(|wanted| wanted.step == staged.step)
            {
                self.looking_for = None;
            }
            session.apply(action.into());
        }
        // A thread that has ended answers nothing more.
        if session.log().is_some_and(|log| log.is_stopped) && !self.is_stopped {
            self.is_stopped = true;
            self.asked.send(Asked::Stop).ok();
        }
        if let Some(wanted) = session.wanted_check().filter(|wanted| self.looking_for != Some(*wanted)) {
            self.looking_for = Some(wanted);
            self.asked.send(Asked::Find(wanted)).ok();
        }
    }
}

/// A file to which standard input is written as it comes: its checks can be found again there.
fn kept_input() -> io::Result<tempfile::NamedTempFile> {
    let file = tempfile::NamedTempFile::new()?;
    let mut end = file.reopen()?;
    thread::Builder::new().name("maskscope-input".to_owned()).spawn(move || {
        let (mut input, mut piece) = (io::stdin().lock(), vec![0; 1 << 16]);
        loop {
            match input.read(&mut piece) {
                Ok(0) => return,
                Ok(length) if end.write_all(&piece[..length]).is_ok() => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                _ => return,
            }
        }
    })?;
    Ok(file)
}

/// What tells a window what has come of a log, and wakes it.
struct Teller {
    told: Sender<LogAction>,
    wake: Box<dyn Fn() + Send>,
}

impl Teller {
    fn tell(&self, action: LogAction) {
        // Whoever has closed the log hears nothing more.
        self.told.send(action).ok();
        (self.wake)();
    }
}

/// What judges a table.
struct Table<'a> {
    table: &'a LogTable,
    cast: Cast,
    teller: Teller,
}

impl Table<'_> {
    /// Judges all checks, then finds those that are asked for.
    fn run(&mut self, scans: &[Scan], questions: &Receiver<Asked>) {
        let mut judge = Judge::new(scans);
        for moves in self.table.moves.moves.chunks(1_000) {
            let said = |there| match self.cast.check(self.table.moves.clock, there) {
                Ok(check) => Said::Check(Box::new(check)),
                Err(reason) => Said::Skipped(Skipped { line: there.line, reason }),
            };
            let events = moves.iter().map(said).map(|said| judge.hear(said)).collect();
            self.teller.tell(LogAction::Heard(events));
        }
        self.teller.tell(LogAction::Became(LogSource::Ended));
        for asked in questions {
            if let Asked::Find(WantedCheck { step, line, .. }) = asked {
                let found = memory::within(|| self.find(line));
                let staged = staged(step, found.map_err(|refused| refused.to_string()).flatten());
                self.teller.tell(LogAction::Stage(staged));
            }
        }
    }

    /// The check in this line, and its sprites.
    fn find(&mut self, line: u64) -> Result<(Check, Scene), String> {
        let LogTable { moves, scene } = self.table;
        let place = moves.moves.binary_search_by_key(&line, |there| there.line);
        let there = &moves.moves[place.map_err(|_| "there is no such line".to_owned())?];
        Ok((self.cast.check(moves.clock, there)?, self.cast.scene(scene, there)?))
    }
}

/// What reads the file of a log.
struct Reader {
    /// The log, and the file that is read: another one where it is standard input.
    path: PathBuf,
    file: PathBuf,
    open: Option<Opened>,
    log: Log,
    judge: Judge,
    limits: Limits,
    scans: Vec<Scan>,
    teller: Teller,
    source: LogSource,
    /// What was noted of its lines last: the fields that were ignored, and a newer version.
    noted: (u64, Option<u64>),
}

/// A file that is open.
struct Opened {
    /// `None` while it is let go: on Windows nobody could replace or remove it otherwise.
    file: Option<File>,
    /// What tells it from another file of that name.
    identity: Option<FileIdentity>,
    /// How many bytes are read.
    at: u64,
    /// The last of them: where others stand there, the file was written over.
    end: Vec<u8>,
}

impl Opened {
    /// The file, which is at `path`.
    fn file(&mut self, path: &Path) -> Result<&mut File, FileError> {
        let file = match self.file.take() {
            Some(file) => file,
            None => open_regular(path)?,
        };
        Ok(self.file.insert(file))
    }
}

impl Reader {
    fn run(&mut self, questions: &Receiver<Asked>) {
        let (mut last_growth, mut wait) = (Instant::now(), Duration::ZERO);
        let mut is_stopped = false;
        loop {
            let mut asked = match questions.recv_timeout(wait) {
                Ok(asked) => vec![asked],
                Err(RecvTimeoutError::Timeout) => Vec::new(),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            asked.extend(questions.try_iter());
            is_stopped |= asked.iter().any(|asked| matches!(asked, Asked::Stop));
            // Only the latest check is still wanted.
            let wanted =
                asked.iter().rev().find_map(|asked| if let Asked::Find(it) = asked { Some(*it) } else { None });
            if let Some(wanted) = wanted {
                let staged = self.find(wanted);
                self.teller.tell(LogAction::Stage(staged));
            }
            if is_stopped {
                self.becomes(LogSource::Ended);
                wait = Duration::from_secs(3_600);
                continue;
            }
            let grown = memory::within(|| self.read_on()).unwrap_or_else(|refused| {
                self.becomes(LogSource::Failed(refused.to_string()));
                false
            });
            if cfg!(windows)
                && let Some(open) = &mut self.open
            {
                open.file = None;
            }
            if grown {
                last_growth = Instant::now();
            }
            wait = match (grown, last_growth.elapsed() > QUIET) {
                (true, _) => Duration::ZERO,
                (false, false) => PACE,
                (false, true) => REST,
            };
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
    fn read_on(&mut self) -> bool {
        if self.has_changed() {
            self.begin_again();
        }
        match self.piece() {
            Ok(Some(bytes)) => {
                self.judge(&bytes);
                true
            }
            Ok(None) => {
                let is_there = self.file.exists();
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

    /// Whether the file has shrunk, or another one stands in its place.
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

    /// The next piece of the file; `None` where there is no more yet.
    fn piece(&mut self) -> Result<Option<Vec<u8>>, FileError> {
        if self.open.is_none() {
            let file = Some(open_regular(&self.file)?);
            self.open = Some(Opened { identity: identity_of_file(&self.file), file, at: 0, end: Vec::new() });
        }
        let Some(open) = &mut self.open else { return Ok(None) };
        let at = open.at;
        let Ok(file) = open.file(&self.file) else { return Ok(None) };
        let mut bytes = vec![0; PIECE];
        let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read(&mut bytes));
        let length = read.map_err(|error| Reason::Read(error).at(&self.path))?;
        bytes.truncate(length);
        open.at += length as u64;
        open.end.extend_from_slice(&bytes[length.saturating_sub(MOST_OF_END)..]);
        open.end.drain(..open.end.len().saturating_sub(MOST_OF_END));
        Ok((length > 0).then_some(bytes))
    }

    fn judge(&mut self, bytes: &[u8]) {
        let (judge, mut events) = (&mut self.judge, Vec::<Event>::new());
        self.log.read(bytes, |said| events.push(judge.hear(said)));
        if !events.is_empty() {
            self.teller.tell(LogAction::Heard(events));
        }
        let noted = (self.log.unknown_fields, self.log.newer);
        if self.noted != noted {
            self.noted = noted;
            self.teller.tell(LogAction::Noted { unknown_fields: noted.0, newer: noted.1 });
        }
    }

    /// The sprites of a check, read again from its line.
    fn find(&mut self, WantedCheck { step, line, place }: WantedCheck) -> StagedCheck {
        let found = self.line_at(place).map_err(|error| error.to_string()).and_then(|text| {
            memory::within(|| self.log.again(line, &text)).map_err(|refused| refused.to_string()).flatten()
        });
        staged(step, found)
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

/// The sprites of a check, and what there is to know of it; or why they cannot be shown.
fn staged(step: usize, found: Result<(Check, Scene), String>) -> StagedCheck {
    let (check, scene) = match found {
        Ok(found) => found,
        Err(why) => {
            return StagedCheck { step, scene: Err(why), game: None, why: None, distance: None, is_moved: false };
        }
    };
    let judgement = Judgement::of(&check.pair, check.game.as_ref());
    let why = check.game.as_ref().and_then(|game| judgement.why(&check.pair, game));
    let distance = if judgement.masks_overlap() { None } else { distance(&check.pair.laid()) };
    StagedCheck { step, scene: Ok(Box::new(scene)), game: check.game, why, distance, is_moved: false }
}

/// How far the nearest solid pixels of two sprites are apart, from middle to middle.
fn distance(laid: &Laid) -> Option<f64> {
    let [a, b] = [&laid.a, &laid.b].map(|posed| posed.raster.mask().mask());
    #[expect(clippy::cast_precision_loss, reason = "a distance is shown with one decimal")]
    let squared = a.distance_squared(b, laid.offset)? as f64;
    Some(squared.sqrt())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{
        choice::Choice as _,
        session::{Tab, ViewAction},
    };

    const SPRITES: &str = "{\"sprite\":\"ship\",\"mask\":[\"##\"]}\n{\"sprite\":\"rock\",\"mask\":[\"#.\"]}\n";

    /// A game that writes into a log, and a session that follows it.
    struct Game {
        folder: tempfile::TempDir,
        session: Session,
        following: Option<Following>,
    }

    impl Game {
        fn new() -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            let mut session = Session::default();
            let path = folder.path().join("game.jsonl");
            session.apply(LogAction::Open { path, is_live: true }.into());
            Self { folder, session, following: None }
        }

        fn path(&self) -> PathBuf {
            self.folder.path().join("game.jsonl")
        }

        fn write(&self, text: &str) {
            let file = File::options().append(true).create(true).open(self.path());
            file.expect("it can be opened").write_all(text.as_bytes()).expect("it can be written");
        }

        fn log(&self) -> &LogPlayer {
            self.session.log().expect("it is open")
        }

        /// Follows until `is_so`.
        fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
            let begun = Instant::now();
            while !is_so(self) {
                assert!(begun.elapsed() < Duration::from_secs(30), "{what}: {:?}", self.log());
                Following::drive(&mut self.following, &mut self.session, Limits::default(), || {}).expect("a thread");
                thread::sleep(Duration::from_millis(1));
            }
        }

        fn until_checks(&mut self, count: usize) {
            self.until(&format!("{count} checks"), |game| game.log().replay.steps.len() == count);
        }

        fn until_source(&mut self, source: &LogSource) {
            self.until(&format!("{source:?}"), |game| game.log().source == *source);
        }
    }

    fn check(frame: u32, x: i32) -> String {
        let b = format!("{{\"sprite\":\"rock\",\"position\":[{x},0]}}");
        format!("{{\"frame\":{frame},\"a\":{{\"sprite\":\"ship\"}},\"b\":{b},\"hit\":true}}\n")
    }

    #[test]
    fn a_log_is_awaited_and_grows() {
        let mut game = Game::new();
        game.until_source(&LogSource::Awaited);
        game.write(SPRITES);
        game.until_source(&LogSource::Following);
        game.write(&check(1, 0));
        game.until_checks(1);
        let line = check(2, 5);
        let (half, rest) = line.split_at(20);
        game.write(half);
        thread::sleep(3 * PACE);
        game.write(rest);
        game.until_checks(2);
        assert_eq!(game.log().replay.skipped_lines, 0, "half a line is waited for");
        assert_eq!(game.log().step().map(|(number, _)| number), Some(1), "it is live");
        game.until("the check stands on the stage", |game| game.log().staged().is_some());
        let staged = game.log().staged().expect("just checked");
        assert_eq!(staged.why.as_deref(), Some("the game says hit; the boxes are apart by 3 in x"));
        assert_eq!(staged.distance, Some(4.0));
        let names = game.session.stage().both().map(|(a, b)| [a, b].map(|placed| placed.sprite().name.clone()));
        assert_eq!(names, Some(["ship".to_owned(), "rock".to_owned()]));
        // One step back leaves the latest.
        game.session.apply(LogAction::Go(0).into());
        game.write(&check(3, 0));
        game.until_checks(3);
        assert_eq!((game.log().is_live(), game.log().at(), game.log().behind()), (false, 0, 2));
        game.session.apply(LogAction::GoLive.into());
        assert_eq!(game.log().at(), 2);
    }

    #[test]
    fn a_log_that_was_written_over_is_read_again() {
        for replaced in [false, true] {
            let mut game = Game::new();
            game.write(&format!("{SPRITES}{}{}", check(1, 0), check(2, 0)));
            game.until_checks(2);
            // As long as before, so that only what is in it tells.
            let other = format!("{SPRITES}{}{}", check(8, 0), check(9, 1));
            if replaced {
                let beside = game.folder.path().join("new");
                fs::write(&beside, &other).expect("it can be written");
                rename(&beside, &game.path());
            } else {
                fs::write(game.path(), &other).expect("it can be written");
            }
            game.until("the frames of the new log", |game| {
                game.log().replay.steps.first().is_some_and(|step| step.at == 8.0)
            });
            game.until_checks(2);
            fs::write(game.path(), SPRITES).expect("it can be written");
            game.until_checks(0);
        }
    }

    /// On Windows nobody may replace a file in the moment in which it is read.
    fn rename(from: &Path, to: &Path) {
        while let Err(error) = fs::rename(from, to) {
            assert!(cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied, "it can be renamed: {error}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn what_was_read_of_a_deleted_log_stays() {
        let mut game = Game::new();
        game.write(&format!("{SPRITES}{}", check(1, 0)));
        game.until_checks(1);
        fs::remove_file(game.path()).expect("it can be removed");
        game.until_source(&LogSource::Gone);
        assert_eq!(game.log().replay.steps.len(), 1);
        // A game that starts again writes a new one.
        game.write(&format!("{SPRITES}{}{}", check(1, 0), check(2, 0)));
        game.until_checks(2);
        game.until_source(&LogSource::Following);
    }

    #[test]
    fn two_games_may_write_whole_lines_into_one_log() {
        let mut game = Game::new();
        game.write(SPRITES);
        let path = game.path();
        let writers = [0, 1].map(|number| {
            let path = path.clone();
            thread::spawn(move || write_checks(&path, number))
        });
        for writer in writers {
            writer.join().expect("it ends");
        }
        game.until_checks(400);
        assert_eq!((game.log().replay.pairs.len(), game.log().replay.skipped_lines), (2, 0));
    }

    fn write_checks(path: &Path, number: u32) {
        let mut file = File::options().append(true).open(path).expect("it can be opened");
        for frame in 0..200 {
            let b = format!("{{\"sprite\":\"rock\",\"name\":\"rock {number}\"}}");
            let line = format!("{{\"frame\":{frame},\"a\":{{\"sprite\":\"ship\"}},\"b\":{b}}}\n");
            file.write_all(line.as_bytes()).expect("it can be written");
        }
    }

    #[test]
    fn a_log_that_is_not_followed_any_more_is_still_shown() {
        let mut game = Game::new();
        game.write(&format!("{SPRITES}{}{}", check(1, 0), check(2, 0)));
        game.until_checks(2);
        game.session.apply(LogAction::Stop.into());
        game.until_source(&LogSource::Ended);
        game.write(&check(3, 0));
        thread::sleep(3 * PACE);
        game.session.apply(LogAction::Go(0).into());
        game.until("the first check", |game| game.log().staged().is_some());
        assert_eq!(game.log().replay.steps.len(), 2);
        // In another tab no check is looked for.
        game.session.apply(LogAction::Go(1).into());
        for tab in Tab::ALL.iter().filter(|tab| **tab != Tab::Replay) {
            game.session.apply(ViewAction::Show(*tab).into());
            assert_eq!(game.session.wanted_check(), None);
        }
        game.session.apply(LogAction::Close.into());
        Following::drive(&mut game.following, &mut game.session, Limits::default(), || {}).expect("nothing to start");
        assert!(game.following.is_none());
    }

    #[test]
    fn undo_brings_back_what_the_log_has_replaced() {
        let mut game = Game::new();
        crate::app::samples::show(&mut game.session, 0);
        let name = |game: &Game| game.session.stage().both().map(|(a, _)| a.sprite().name.clone());
        let before = name(&game);
        game.write(&format!("{SPRITES}{}{}", check(1, 0), check(2, 5)));
        game.until("the check stands on the stage", |game| game.log().staged().is_some());
        assert!(name(&game) != before && !game.session.has_unsaved_changes());
        game.session.apply(LogAction::Go(0).into());
        game.until("the other check", |game| game.log().staged().is_some());
        game.session.apply(crate::session::StageAction::Undo.into());
        assert_eq!(name(&game), before, "one step, however many checks were shown");
    }
}
