//! A log that is read as the game writes it, on a thread of its own.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, absolute};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use egui::Context;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::kept_input;
use crate::app::outside::log::{LogReader, Teller};
use crate::files::Limits;
use crate::session::{LogAction, LogPlayer, Session, WantedCheck};

/// Time between two reads: while the game writes; and when it has not written for a while, without a watch on the file's
/// folder and with one, which does not see what another machine writes.
const PACE: Duration = Duration::from_millis(16);
const REST: Duration = Duration::from_millis(250);
const WATCHED_REST: Duration = Duration::from_secs(5);
/// Time without a write after which reads become rare.
const QUIET: Duration = Duration::from_secs(5);
/// Number of bytes read before their checks are sent.
const BYTES: usize = 1 << 20;

/// Follows a log. It ends when this is dropped.
pub struct Following {
    /// Number of the log in the session.
    pub number: u64,
    asked: Sender<WakeCall>,
    actions: Receiver<LogAction>,
    /// The checks that are being looked for.
    looking_for: Vec<WantedCheck>,
    /// The picture of the game's screen that was looked for last, by the byte at which its line begins.
    screen: Option<u64>,
    /// `None` if the folder of the log cannot be watched.
    _watcher: Option<RecommendedWatcher>,
}

/// A reason for the thread to go on before its time.
enum WakeCall {
    /// These checks are wanted and no others, in this order.
    Find(Vec<WantedCheck>),
    /// The picture of the game's screen in the line that begins at this byte is wanted.
    Screen(u64),
    /// Something has happened to the file, while the thread rested.
    Read,
}

impl Following {
    /// Reads the log of a session and goes on reading, standard input into a file beside `settings`; `wake` repaints when
    /// there is something to tell.
    ///
    /// # Errors
    /// Where no thread can be started.
    pub fn start(log: &LogPlayer, limits: Limits, settings: Option<&Path>, wake: Context) -> io::Result<Self> {
        let ((asked, calls), rests) = (channel(), Arc::<AtomicBool>::default());
        let (teller, actions) = Teller::new(wake);
        let mut reader = LogReader::new(log, BYTES, limits, teller.clone());
        let waker = Waker { calls: asked.clone(), rests: Arc::clone(&rests) };
        let (mut watcher, mut rest) = (None, WATCHED_REST);
        if log.path.as_os_str() == "-" {
            reader = reader.of_input(kept_input::of_stdin(teller, settings, move || waker.wake())?);
        } else {
            watcher = watch(&log.path, waker);
            rest = if watcher.is_some() { WATCHED_REST } else { REST };
        }
        thread::Builder::new().name("maskscope-log".to_owned()).spawn(move || read(reader, &calls, &rests, rest))?;
        Ok(Self { number: log.number, asked, actions, looking_for: Vec::new(), screen: None, _watcher: watcher })
    }

    /// Hands over to `session` what has come, and asks for the checks that it wants.
    pub fn exchange(&mut self, session: &mut Session) {
        let mut actions: Vec<_> = self.actions.try_iter().collect();
        // What came in several pieces is ranked once.
        actions.dedup_by(|next, before| match (before, next) {
            (LogAction::Observed(before, notes), LogAction::Observed(next, newer)) => {
                before.append(next);
                *notes = std::mem::take(newer);
                true
            }
            _ => false,
        });
        for action in actions {
            if let LogAction::Found(found, _) = &action {
                self.looking_for.retain(|wanted| wanted != found);
            }
            session.apply(action.into());
        }
        let wanted = session.wanted_checks();
        if wanted.iter().any(|check| !self.looking_for.contains(check)) {
            // A thread that has ended answers nothing more.
            self.asked.send(WakeCall::Find(wanted.clone())).ok();
            self.looking_for = wanted;
        }
        let screen = session.wanted_screen();
        if let Some(place) = screen.filter(|place| self.screen != Some(*place)) {
            self.asked.send(WakeCall::Screen(place)).ok();
        }
        self.screen = screen;
    }
}

/// Wakes the thread of a log from its rest.
struct Waker {
    calls: Sender<WakeCall>,
    rests: Arc<AtomicBool>,
}

impl Waker {
    fn wake(&self) {
        // One call is enough, however often the game writes.
        if self.rests.swap(false, Ordering::Relaxed) {
            // Nobody listens any more once the log is closed.
            self.calls.send(WakeCall::Read).ok();
        }
    }
}

/// Wakes the thread whenever something happens to the log at `path`; `None` where that cannot be watched.
fn watch(path: &Path, waker: Waker) -> Option<RecommendedWatcher> {
    let name = path.file_name()?.to_owned();
    let path = absolute(path).ok()?;
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        let Ok(event) = event else { return };
        // Reading a file is an event, too, and would never end.
        let is_change = matches!(event.kind, EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_));
        let is_ours = || event.paths.iter().any(|path| path.file_name() == Some(&name));
        if is_change && is_ours() {
            waker.wake();
        }
    })
    .ok()?;
    watcher.watch(path.parent()?, RecursiveMode::NonRecursive).ok()?;
    Some(watcher)
}

/// Reads while the file grows, and finds the wanted checks; `rests` once it has not grown for a while, for as long as `rest`.
fn read(mut reader: LogReader, calls: &Receiver<WakeCall>, rests: &AtomicBool, rest: Duration) {
    let (mut last_growth, mut wait) = (Instant::now(), Duration::ZERO);
    let (mut wanted, mut screen) = (VecDeque::new(), None);
    loop {
        let call = match calls.recv_timeout(wait) {
            Err(RecvTimeoutError::Disconnected) => return,
            call => call.ok(),
        };
        for call in call.into_iter().chain(calls.try_iter()) {
            match call {
                WakeCall::Find(checks) => wanted = VecDeque::from(checks),
                WakeCall::Screen(place) => screen = Some(place),
                WakeCall::Read => {}
            }
        }
        // One at a time: what is asked meanwhile comes first.
        if let Some(check) = wanted.pop_front() {
            reader.find(check);
        } else if let Some(place) = screen.take() {
            reader.find_screen(place);
        }
        let is_asked = !wanted.is_empty() || screen.is_some();
        if reader.has_ended() {
            wait = if is_asked { Duration::ZERO } else { Duration::from_secs(3_600) };
            continue;
        }
        // Before it is read: what is written from now on wakes this thread.
        rests.store(last_growth.elapsed() > QUIET, Ordering::Relaxed);
        let grown = reader.read_on();
        if grown {
            last_growth = Instant::now();
        }
        wait = match (grown || is_asked, last_growth.elapsed() > QUIET) {
            (true, _) => Duration::ZERO,
            (false, false) => PACE,
            (false, true) => rest,
        };
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::io::Write as _;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::session::{LogSource, PlayerAction, ScanAction, Tab, ViewAction};
    use maskscope_core::choice::Choice as _;
    use maskscope_core::scan::{Own, own::elsewhere};

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
                let log = self.session.log().expect("it is open");
                let start = || Following::start(log, Limits::default(), None, Context::default()).expect("a thread");
                self.following.get_or_insert_with(start).exchange(&mut self.session);
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
        game.until("the check stands on the stage", |game| game.log().is_staged());
        let staged = game.log().staged().expect("just checked");
        let why = staged.found.as_ref().ok().and_then(|found| found.judgement.why(&found.check));
        assert_eq!(why.as_deref(), Some("the game says hit; no pixel is shared, the closest are 4 px apart"));
        let names = game.session.stage().both().map(|(a, b)| [a, b].map(|placed| placed.sprite().name.clone()));
        assert_eq!(names, Some(["ship".to_owned(), "rock".to_owned()]));
        // One step back leaves the latest.
        game.session.apply(PlayerAction::Go(0).into());
        game.write(&check(3, 0));
        game.until_checks(3);
        assert_eq!((game.log().is_live, game.log().played().at(), game.log().behind()), (false, 0, 2));
        game.session.apply(LogAction::GoLive.into());
        assert_eq!(game.log().played().at(), 2);
    }

    /// Costs of the scans along a log, read on this thread, and how often runs of scripts were requested meanwhile.
    fn read_here(path: &Path) -> (String, usize) {
        let own = Own::new("log", "for x in 0..w { if visit(w - 1 - x, 0) { return true } }");
        let mut session = Session::default();
        session.apply(ScanAction::Add(own).into());
        session.apply(LogAction::Open { path: path.to_owned(), is_live: false }.into());
        let (teller, actions) = Teller::new(Context::default());
        let mut reader = LogReader::new(session.log().expect("it is open"), 1 << 10, Limits::default(), teller);
        let mut requests = 0;
        loop {
            let has_read = reader.read_on();
            actions.try_iter().for_each(|action| session.apply(action.into()));
            match elsewhere::take_request() {
                Some(request) => {
                    let (text, bytes) = request.pack();
                    let (text, bytes) = elsewhere::perform(&text, &bytes).expect("a request");
                    request.answer(&text, &bytes);
                    requests += 1;
                }
                None if !has_read => break,
                None => {}
            }
        }
        let replay = &session.log().expect("it is open").replay;
        assert_eq!((replay.steps.len(), replay.skipped_lines), (60, 0));
        (format!("{:?}", replay.pairs), requests)
    }

    #[test]
    fn scripts_that_run_elsewhere_cost_along_a_log_what_they_cost_here() {
        let game = Game::new();
        let checks: String = (0..60).map(|frame| check(frame, frame.cast_signed() % 4 - 1)).collect();
        game.write(&format!("{SPRITES}{checks}"));
        let (here, none) = read_here(&game.path());
        elsewhere::open();
        let (there, requests) = read_here(&game.path());
        elsewhere::close();
        assert_eq!((there, none), (here, 0));
        assert!((1..=3).contains(&requests), "{requests} requests for three placements");
    }

    #[test]
    fn while_nobody_listens_the_reader_waits() {
        let mut game = Game::new();
        game.write(SPRITES);
        game.until_source(&LogSource::Following);
        for frame in 0..48 {
            game.write(&check(frame, 0));
            thread::sleep(2 * PACE);
        }
        let following = game.following.as_ref().expect("it follows");
        let (mut received, mut checks) = (0, 0);
        while checks < 48 {
            let action = following.actions.recv_timeout(Duration::from_secs(30)).expect("the rest comes");
            if let LogAction::Observed(events, _) = action {
                (received, checks) = (received + 1, checks + events.len());
            }
        }
        assert!(received < 24, "{received} events waited in memory, not in the file");
    }

    #[test]
    fn a_log_that_is_closed_is_read_no_further_however_long_its_checks_take() {
        let star = |at: i32| {
            let corner = |n: i32| {
                let (y, x) = (f64::from(n) * std::f64::consts::TAU / 64.0).sin_cos();
                let radius = f64::from(8 + (n * n * (at + 3)) % 13);
                format!("[{},{}]", f64::from(30 * (at % 6)) + radius * x, f64::from(30 * (at / 6)) + radius * y)
            };
            format!("{{\"polygon\":[{}]}}", (0..64).map(corner).collect::<Vec<_>>().join(","))
        };
        let stars = (0..36).map(star).collect::<Vec<_>>().join(",");
        let mut game = Game::new();
        let checks: String = (0..400).map(|frame| check(frame, 3).replace("true", "false")).collect();
        game.write(&format!("{SPRITES}{checks}").replace("\"mask\"", &format!("\"shape\":[{stars}],\"mask\"")));
        game.until("the first checks", |game| !game.log().replay.steps.is_empty());
        let Following { asked, actions, _watcher, .. } = game.following.take().expect("it follows");
        drop((asked, _watcher));
        let received =
            actions.iter().map(|action| if let LogAction::Observed(events, _) = action { events.len() } else { 0 });
        let checks = game.log().replay.steps.len() + received.sum::<usize>();
        assert!(checks < 100, "{checks} of 400 checks");
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

    #[test]
    fn a_log_is_read_once_while_a_game_writes_it() {
        const CHECKS: usize = 2_000;
        let game = Game::new();
        game.write(SPRITES);
        let path = game.path();
        let writer = thread::spawn(move || {
            let mut file = fs::OpenOptions::new().append(true).open(path).expect("it is there");
            for _ in 0..CHECKS {
                file.write_all(check(1, 0).as_bytes()).expect("it is written");
                thread::sleep(Duration::from_micros(500));
            }
        });
        let mut session = Session::default();
        session.apply(LogAction::Open { path: game.path(), is_live: false }.into());
        let (teller, actions) = Teller::new(Context::default());
        let mut reader = LogReader::new(session.log().expect("it is open"), 1 << 16, Limits::default(), teller);
        let mut checks = 0;
        while checks < CHECKS {
            reader.read_on();
            for action in actions.try_iter() {
                assert!(!matches!(action, LogAction::Restarted), "after {checks} checks");
                checks += if let LogAction::Observed(events, _) = action { events.len() } else { 0 };
            }
        }
        writer.join().expect("it writes");
    }

    #[test]
    fn a_log_written_over_with_the_same_size_and_end_is_read_again() {
        let mut game = Game::new();
        let rest: String = (3..12).map(|frame| check(frame, 0)).collect();
        game.write(&format!("{SPRITES}{}{rest}", check(1, 0)));
        game.until_checks(10);
        thread::sleep(3 * PACE);
        fs::write(game.path(), format!("{SPRITES}{}{rest}", check(2, 0))).expect("it can be written");
        game.until("the first frame of the new log", |game| {
            game.log().replay.steps.first().is_some_and(|step| step.at == 2.0)
        });
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
    fn in_another_tab_no_check_is_looked_for() {
        let mut game = Game::new();
        game.write(&format!("{SPRITES}{}{}", check(1, 0), check(2, 0)));
        game.until_checks(2);
        game.session.apply(PlayerAction::Go(0).into());
        assert!(!game.session.wanted_checks().is_empty());
        for tab in Tab::ALL.iter().filter(|tab| **tab != Tab::Replay) {
            game.session.apply(ViewAction::Show(*tab).into());
            assert_eq!(game.session.wanted_checks(), []);
        }
    }

    #[test]
    fn undo_brings_back_what_the_log_has_replaced() {
        let mut game = Game::new();
        crate::app::samples::show(&mut game.session, 0);
        let name = |game: &Game| game.session.stage().both().map(|(a, _)| a.sprite().name.clone());
        let before = name(&game);
        game.write(&format!("{SPRITES}{}{}", check(1, 0), check(2, 5)));
        game.until("the check stands on the stage", |game| game.log().is_staged());
        assert!(name(&game) != before && !game.session.has_unsaved_changes());
        game.session.apply(PlayerAction::Go(0).into());
        game.until("the other check", |game| game.log().is_staged());
        game.session.apply(crate::session::StageAction::Undo.into());
        assert_eq!(name(&game), before, "one step, however many checks were shown");
    }
}
