//! A log that is read as the game writes it, on a thread of its own.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::kept_input::KeptInput;
use crate::app::outside::log::{Reader, Teller};
use crate::files::Limits;
use crate::session::{LogAction, LogPlayer, Session, WantedCheck};

/// Time between two reads: while the game writes, and when it has not written for a while.
const PACE: Duration = Duration::from_millis(16);
const REST: Duration = Duration::from_millis(80);
/// Time without a write after which reads become rare.
const QUIET: Duration = Duration::from_secs(5);
/// Number of bytes read before their checks are sent.
const BYTES: usize = 1 << 20;

/// A request to the thread.
enum Asked {
    /// Find the sprites of a check.
    Find(WantedCheck),
    /// Find the checks of small pictures.
    Picture(Vec<WantedCheck>),
    /// Stop reading.
    Stop,
}

/// Follows a log. It ends when this is dropped.
pub struct Following {
    /// Number of the log in the session.
    number: u64,
    asked: Sender<Asked>,
    told: Receiver<LogAction>,
    /// The check that is being looked for, and those of small pictures.
    looking_for: Option<WantedCheck>,
    picturing: Vec<WantedCheck>,
    is_stopped: bool,
}

impl Following {
    /// Reads the log of a session and goes on reading; `wake` is called when there is something to tell.
    ///
    /// # Errors
    /// Where no thread can be started.
    fn start(log: &LogPlayer, limits: Limits, wake: impl Fn() + Send + 'static) -> io::Result<Self> {
        let (asked, questions) = channel();
        let (tell, told) = channel();
        let input = if log.path.as_os_str() == "-" { Some(KeptInput::of_stdin()?) } else { None };
        let teller = Teller { sender: tell, wake: Box::new(wake) };
        let mut reader = Reader::new(log, BYTES, limits, teller);
        if let Some(input) = &input {
            reader = reader.of_input(Box::new(input.reader()));
        }
        thread::Builder::new()
            .name("maskscope-log".to_owned())
            .spawn(move || read(reader, &questions, input.as_ref()))?;
        Ok(Self { number: log.number, asked, told, looking_for: None, picturing: Vec::new(), is_stopped: false })
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
        let pictures = session.wanted_pictures();
        if pictures.iter().any(|wanted| !self.picturing.contains(wanted)) {
            self.asked.send(Asked::Picture(pictures.clone())).ok();
            self.picturing = pictures;
        }
    }
}

/// Reads while the file grows, and finds the wanted checks.
fn read(mut reader: Reader, questions: &Receiver<Asked>, input: Option<&KeptInput>) {
    let (mut last_growth, mut wait) = (Instant::now(), Duration::ZERO);
    let mut pictures = Vec::new();
    loop {
        let mut asked = match questions.recv_timeout(wait) {
            Ok(asked) => vec![asked],
            Err(RecvTimeoutError::Timeout) => Vec::new(),
            Err(RecvTimeoutError::Disconnected) => return,
        };
        asked.extend(questions.try_iter());
        if let Some(lost) = input.and_then(KeptInput::lost) {
            reader.lose(lost);
        }
        if asked.iter().any(|asked| matches!(asked, Asked::Stop)) {
            reader.stop(false);
        }
        // Only the latest check is still wanted.
        let wanted = asked.iter().rev().find_map(|asked| if let Asked::Find(it) = asked { Some(*it) } else { None });
        if let Some(wanted) = wanted {
            reader.find(wanted);
        }
        for asked in asked {
            if let Asked::Picture(wanted) = asked {
                pictures = wanted;
                pictures.reverse();
            }
        }
        // One at a time: what is asked meanwhile comes first.
        let picture = pictures.pop();
        if let Some(wanted) = picture {
            reader.picture(wanted);
        }
        if reader.has_ended() {
            wait = if pictures.is_empty() { Duration::from_secs(3_600) } else { Duration::ZERO };
            continue;
        }
        let grown = reader.read_on();
        if grown {
            last_growth = Instant::now();
        }
        wait = match (grown || !pictures.is_empty(), last_growth.elapsed() > QUIET) {
            (true, _) => Duration::ZERO,
            (false, false) => PACE,
            (false, true) => REST,
        };
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::io::Write as _;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::choice::Choice as _;
    use crate::session::{LogSource, PlayerAction, Tab, ViewAction};

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
        assert_eq!(staged.why.as_deref(), Some("the game says hit; no pixel is shared, the closest are 4 px apart"));
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
    fn a_log_that_is_not_followed_any_more_is_still_shown() {
        let mut game = Game::new();
        game.write(&format!("{SPRITES}{}{}", check(1, 0), check(2, 0)));
        game.until_checks(2);
        game.session.apply(LogAction::Stop.into());
        game.until_source(&LogSource::Ended);
        game.write(&check(3, 0));
        thread::sleep(3 * PACE);
        game.session.apply(PlayerAction::Go(0).into());
        game.until("the first check", |game| game.log().staged().is_some());
        assert_eq!(game.log().replay.steps.len(), 2);
        // In another tab no check is looked for.
        game.session.apply(PlayerAction::Go(1).into());
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
        game.session.apply(PlayerAction::Go(0).into());
        game.until("the other check", |game| game.log().staged().is_some());
        game.session.apply(crate::session::StageAction::Undo.into());
        assert_eq!(name(&game), before, "one step, however many checks were shown");
    }
}
