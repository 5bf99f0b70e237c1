//! The log of a running game: a line of JSON for each sprite and each collision check.
//!
//! ```json
//! {"maskscope_log": 1, "game": "asteroids", "fps": 60}
//! {"sprite": "ship", "image": "art/ship.png"}
//! {"sprite": "rock", "mask": ["..##", ".##."]}
//! {"frame": 812, "a": {"sprite": "ship"}, "b": {"sprite": "rock", "name": "rock 3", "position": [110, 33]}, "hit": true}
//! {"frame": 812, "far": 39}
//! ```
//!
//! A header begins a run; a sprite line says what later lines mean by its name; a check says where two sprites stood, what the
//! game tested of them and what it answered; checks of sprites far apart may only be counted; a line about a kind says that it
//! is meant to be touched, or is a sensor; a line may hold the game's screen, where it was stopped, or name an
//! area that the engine does not test. Fields that nobody knows are counted, lines that cannot be understood are skipped with a
//! reason, and everything else is read all the same.

mod line;
mod lines;
mod look;
mod own_shape;
mod pictures;
mod reservations;
mod sprites;

use std::{io::Read as _, path::Path};

use base64::{Engine as _, prelude::BASE64_STANDARD};

use self::line::{CheckFile, HeaderFile, Line, screen};
use self::lines::{LineSplitter, MOST_BYTES};
use self::own_shape::own_hitbox;
pub use self::reservations::reservations;
use self::sprites::LogSprites;
use super::formats::decode;
use super::reading::{base64_fault, is_scene};
use super::{Limits, disk::open_regular};
use maskscope_core::geom::Number;
use maskscope_core::replay::{Check, CheckedSprite, GameRun, GameScreen, LogEntry, LogNotes, Skipped};
use maskscope_core::scene::{Hitboxes, Picture, Scene};
use maskscope_core::shape::TOUCH;
use maskscope_core::words::printable;

/// The version that is read; of newer ones, what is understood.
pub const VERSION: u64 = 1;

/// Reader of the log of a game, piece by piece, while the game writes it. A [`Replay`](maskscope_core::replay::Replay) that keeps
/// the events counts all kinds of checks.
///
/// ```
/// use maskscope::files::{Limits, Log};
/// use maskscope_core::replay::{Judge, LogEvent, Verdict};
///
/// let mut log = Log::new("samples/game.jsonl".as_ref(), Limits::default());
/// let mut judge = Judge::new(&[]);
/// let mut unfair = 0;
/// let mut observe = |entry| {
///     if let LogEvent::Check(judged) = judge.observe(entry) {
///         unfair += u32::from(judged.judgement.verdict == Verdict::UnfairHit);
///     }
/// };
/// log.read(&std::fs::read("samples/game.jsonl")?, &mut observe);
/// log.end(observe);
/// assert_eq!(unfair, 29);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Log {
    lines: LineSplitter,
    meaning: LogState,
    /// Notes about its lines so far.
    pub notes: LogNotes,
}

/// Facts of the lines so far, for later ones.
#[derive(Debug)]
struct LogState {
    sprites: LogSprites,
    /// The distance within which shapes touch, each from a line on.
    within: Vec<(u64, f64)>,
    /// The number of visits of the game's own loops that were read.
    visits: u64,
    /// The first line whose visits are left out.
    first_unread: Option<u64>,
}

impl Log {
    /// The longest line that is read, in bytes.
    pub const MOST_BYTES_OF_A_LINE: usize = MOST_BYTES;

    /// The most visits of the game's own loops that are read.
    pub const MOST_VISITS: u64 = 1_000_000;

    /// A reader of the log `path`, to whose folder names of images are relative; nothing is read.
    pub fn new(path: &Path, limits: Limits) -> Self {
        let sprites = LogSprites::new(path, limits);
        let meaning = LogState { sprites, within: Vec::new(), visits: 0, first_unread: None };
        Self { lines: LineSplitter::default(), meaning, notes: LogNotes::default() }
    }

    /// The number of lines that were read, whole or not.
    pub const fn lines(&self) -> u64 {
        self.lines.count()
    }

    /// Reads on: passes `tell` the entries of the lines that end in `bytes`. The rest is kept until it has an end.
    pub fn read(&mut self, bytes: &[u8], mut tell: impl FnMut(LogEntry)) {
        let Self { lines, meaning, notes } = self;
        lines.read(bytes, |number, place, text| {
            let entry = meaning.entry(notes, number, place, text);
            entry.into_iter().for_each(&mut tell);
        });
    }

    /// The log ends here: the last line, though it has no end, is read as it is.
    pub fn end(&mut self, tell: impl FnMut(LogEntry)) {
        let Self { lines, meaning, notes } = self;
        let last = lines.end(|number, place, text| meaning.entry(notes, number, place, text));
        last.flatten().into_iter().for_each(tell);
    }

    /// The picture of the game's screen in `text`, a line of a log.
    ///
    /// # Errors
    /// Where the line holds none that can be read, in words.
    pub fn screen(text: &[u8], limits: &Limits) -> Result<Picture, String> {
        let Line::Screen(file) = Line::parse(text, &mut 0)? else {
            return Err("it is not a picture of the game's screen".to_owned());
        };
        let png = BASE64_STANDARD.decode(&file.screen).map_err(|error| format!("screen {}", base64_fault(&error)))?;
        decode(&png, "screen.png".as_ref(), limits).map_err(|error| error.reason.to_string())
    }

    /// The check in `text`, which is the line `number` of this log, once more, and its sprites as a scene.
    ///
    /// # Errors
    /// Where the line is no longer that of a check that can be read, in words.
    pub fn again(&mut self, number: u64, text: &[u8]) -> Result<(Check, Scene), String> {
        match Line::parse(text, &mut 0)? {
            Line::Check(file) => {
                let check = self.meaning.check(&file, number, 0)?;
                let mut scene = self.meaning.sprites.scene(&file, number)?;
                for (at, actor) in scene.sprites.iter_mut().enumerate() {
                    let otherwise = own_hitbox(&check, at);
                    actor.sprite.hitboxes = Hitboxes { otherwise, ..Hitboxes::default() }.into();
                }
                Ok((check, scene))
            }
            Line::Header(_)
            | Line::Sprite(_)
            | Line::Far(_)
            | Line::Finer(_)
            | Line::Kind(_)
            | Line::Screen(_)
            | Line::Deaf(_) => Err("it is not a check".to_owned()),
        }
    }
}

impl LogState {
    /// Returns the meaning of the line `number`, which begins at the byte `place`; `None` if only later lines need it.
    fn entry(
        &mut self,
        notes: &mut LogNotes,
        number: u64,
        place: u64,
        text: Result<&[u8], String>,
    ) -> Option<LogEntry> {
        let parsed = text.and_then(|text| Line::parse(text, &mut notes.unknown_fields));
        let entry = parsed.and_then(|line| match line {
            Line::Header(file) => {
                notes.newer = notes.newer.max(Some(file.maskscope_log).filter(|version| *version > VERSION));
                let run = run(file)?;
                self.within.push((number, run.within));
                Ok(Some(LogEntry::Run(run)))
            }
            Line::Far(file) => file.checks().map(|checks| Some(LogEntry::Far(checks))),
            Line::Finer(file) => file.finer().map(|finer| Some(LogEntry::Finer(finer))),
            Line::Sprite(file) => self.sprites.define(*file, number).map(|()| None),
            Line::Screen(file) => Ok(Some(LogEntry::Screen(GameScreen { at: file.frame.0, place }))),
            Line::Deaf(file) => file.area(number).map(|area| Some(LogEntry::Deaf(area))),
            Line::Kind(file) => {
                self.sprites.define_kind(file);
                Ok(None)
            }
            Line::Check(file) => {
                self.count_visits(notes, &file, number);
                self.check(&file, number, place).map(|check| Some(LogEntry::Check(Box::new(check))))
            }
        });
        entry.unwrap_or_else(|reason| Some(LogEntry::Skipped(Skipped { line: number, reason: printable(&reason) })))
    }

    /// Counts the visits of a check; those of all lines from the first that exceeds the limit on are left out.
    fn count_visits(&mut self, notes: &mut LogNotes, file: &CheckFile, number: u64) {
        self.visits += file.count_visits();
        if self.first_unread.is_none() && self.visits > Log::MOST_VISITS {
            self.first_unread = Some(number);
        }
        if self.first_unread.is_some() {
            notes.unread_visits += file.count_visits();
        }
    }

    fn check(&mut self, file: &CheckFile, line: u64, place: u64) -> Result<Check, String> {
        let (clock, at) = file.moment()?;
        let game = file.answer()?;
        let view = screen(file.view)?;
        let source = file.source.as_deref().map(printable);
        let is_read = self.first_unread.is_none_or(|first| line < first);
        let visits = if is_read { file.visits()? } else { Vec::new() };
        let (names, pair, subjects) = self.sprites.place(file, line)?;
        let is_contact = file.contact || self.sprites.is_contact(&subjects);
        let is_unjudged = file.contact && !subjects.iter().any(CheckedSprite::has_shape);
        let (jump, is_shown) = (file.jump, file.shown);
        let within = self.within.iter().rfind(|(since, _)| *since < line).map_or(TOUCH, |(_, within)| *within);
        Ok(Check {
            line,
            place,
            clock,
            at,
            names,
            pair,
            subjects,
            game,
            jump,
            view,
            source,
            is_contact,
            is_unjudged,
            within,
            is_shown,
            visits,
        })
    }
}

fn run(file: HeaderFile) -> Result<GameRun, String> {
    let Number(fps) = file.fps.unwrap_or(Number(GameRun::USUAL_FPS));
    if fps <= 0.0 {
        return Err(format!("fps is {fps}, and must be above 0"));
    }
    let Number(within) = file.within.unwrap_or(Number(TOUCH));
    if within < 0.0 {
        return Err(format!("within is {within}, and must be at least 0"));
    }
    Ok(GameRun { view: screen(file.view)?, game: file.game, engine: file.engine, fps, within, ..GameRun::default() })
}

/// The most bytes of a file that are read to recognise a log.
const MOST_LOOKED_AT: u64 = 17 << 20;

/// True where `bytes`, or the beginning of a longer file, hold a line that only a log has, and are not a scene.
pub fn is_log(bytes: &[u8]) -> bool {
    if is_scene(bytes) {
        return false;
    }
    let mut lines = bytes.split(|byte| *byte == b'\n').map(super::reading::without_mark);
    lines.any(Line::is_of_log)
}

/// True where the file `path` can be read and is a log, with or without a header.
pub fn holds_log(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = open_regular(path).map(|file| file.take(MOST_LOOKED_AT).read_to_end(&mut start));
    matches!(read, Ok(Ok(_))) && is_log(&start)
}
