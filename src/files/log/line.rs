//! Content of a line of a log.

use serde::{Deserialize, de::IgnoredAny};

use crate::files::reading::from_json_noting;
use crate::files::scene_file::{ActorFile, ParentFile};
use maskscope_core::geom::Number;
use maskscope_core::geom::{Cell, IntRect, Size};
use maskscope_core::replay::{Clock, DeafArea, DeafReason, Finer, GameAnswer};
use maskscope_core::scene::Snap;
use maskscope_core::words::printable;

/// A line.
#[derive(Debug)]
pub(super) enum Line {
    Header(HeaderFile),
    Sprite(Box<ActorFile>),
    Check(Box<CheckFile>),
    Far(FarFile),
    Finer(FinerFile),
    Kind(KindFile),
    Screen(ScreenFile),
    Deaf(DeafFile),
}

/// The header.
#[derive(Debug, Deserialize)]
pub(super) struct HeaderFile {
    /// The version.
    pub maskscope_log: u64,
    #[serde(default)]
    pub game: String,
    /// The engine and its version, as in `arcade 2.6.17`.
    #[serde(default)]
    pub engine: String,
    pub fps: Option<Number>,
    /// The distance in px within which shapes touch.
    pub within: Option<Number>,
    pub view: Option<[Number; 4]>,
}

/// The number of checks of sprites far apart.
#[derive(Debug, Deserialize)]
pub(super) struct FarFile {
    far: Number,
    #[serde(rename = "frame")]
    _frame: Option<Number>,
    #[serde(rename = "time")]
    _time: Option<Number>,
    /// Notes of the logger.
    #[serde(rename = "notes")]
    _notes: Option<Vec<String>>,
}

/// A finer check that stands in the place of one of boxes.
#[derive(Debug, Deserialize)]
pub(super) struct FinerFile {
    frame: Number,
    finer: ReplacedFile,
}

/// The check of boxes whose place a finer one takes: its instances, and its line of the game.
#[derive(Debug, Deserialize)]
struct ReplacedFile {
    a: String,
    b: String,
    at: String,
}

/// A picture of the game's screen.
#[derive(Debug, Deserialize)]
pub(super) struct ScreenFile {
    pub frame: Number,
    /// A PNG in base64.
    pub screen: String,
}

/// An area that the engine does not test against something that overlaps it.
#[derive(Debug, Deserialize)]
pub(super) struct DeafFile {
    frame: Number,
    /// The reason.
    deaf: String,
    area: String,
    other: String,
}

/// Facts about all sprites of a kind.
#[derive(Debug, Deserialize)]
pub(super) struct KindFile {
    pub kind: String,
    /// Its hits are contact.
    #[serde(default)]
    pub contact: bool,
    /// It is a sensor, not a sprite.
    #[serde(default)]
    pub probe: bool,
}

/// A check.
#[derive(Debug, Deserialize)]
pub(super) struct CheckFile {
    frame: Option<Number>,
    time: Option<Number>,
    pub a: ActorFile,
    pub b: ActorFile,
    hit: Option<bool>,
    pub rule: Option<String>,
    area: Option<Number>,
    first: Option<[Number; 2]>,
    pub rounding: Option<Snap>,
    pub parent: Option<ParentFile>,
    /// File and line of the game.
    #[serde(rename = "at")]
    pub source: Option<String>,
    #[serde(default)]
    pub jump: bool,
    pub view: Option<[Number; 4]>,
    #[serde(default = "yes")]
    pub shown: bool,
    /// It is about bodies that are pushed apart.
    #[serde(default)]
    pub contact: bool,
    /// World cells that the game's own loop read, in order.
    #[serde(default)]
    visits: Vec<VisitFile>,
    #[serde(rename = "lost")]
    _lost: Option<Number>,
}

const fn yes() -> bool {
    true
}

/// A visit of the game's own loop: a world cell, or a rectangle of them.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a visit is a cell [x, y], or a rectangle [x, y, width, height]")]
enum VisitFile {
    Cell([Number; 2]),
    Rectangle([Number; 4]),
}

/// Fields that distinguish lines.
#[derive(Deserialize)]
struct LineFields {
    maskscope_log: Option<IgnoredAny>,
    sprite: Option<IgnoredAny>,
    a: Option<IgnoredAny>,
    b: Option<IgnoredAny>,
    far: Option<IgnoredAny>,
    finer: Option<IgnoredAny>,
    kind: Option<IgnoredAny>,
    screen: Option<IgnoredAny>,
    deaf: Option<IgnoredAny>,
}

impl Line {
    /// True if `text` is an object that tells what it is: a header, a sprite, a check, checks of sprites far apart, or a kind.
    pub(super) fn is_of_log(text: &[u8]) -> bool {
        let is_object = text.trim_ascii_start().starts_with(b"{");
        let has_kind = |LineFields { maskscope_log, sprite, a, b, far, finer, kind, screen, deaf }| {
            let stands_alone = [maskscope_log, sprite, far, finer, kind, screen, deaf].iter().any(Option::is_some);
            stands_alone || a.is_some() && b.is_some()
        };
        is_object && serde_json::from_slice(text).is_ok_and(has_kind)
    }

    /// Parses `text`; counts the unknown fields.
    ///
    /// # Errors
    /// The reason why it cannot be understood, in words.
    pub(super) fn parse(text: &[u8], unknown_fields: &mut u64) -> Result<Self, String> {
        if !text.trim_ascii_start().starts_with(b"{") {
            return Err("it is not an object".to_owned());
        }
        let mut unknown = 0;
        // Almost every line is a check. That another one fails as a check is not said.
        let line = match unexplained(text, &mut unknown) {
            Ok(check) => Self::Check(check),
            Err(_) => {
                unknown = 0;
                match of(text, &mut 0)? {
                    LineFields { maskscope_log: Some(_), .. } => Self::Header(of(text, &mut unknown)?),
                    LineFields { a: Some(_), .. } | LineFields { b: Some(_), .. } => {
                        Self::Check(of(text, &mut unknown)?)
                    }
                    LineFields { sprite: Some(_), .. } => Self::Sprite(of(text, &mut unknown)?),
                    LineFields { far: Some(_), .. } => Self::Far(of(text, &mut unknown)?),
                    LineFields { finer: Some(_), .. } => Self::Finer(of(text, &mut unknown)?),
                    LineFields { kind: Some(_), .. } => Self::Kind(of(text, &mut unknown)?),
                    LineFields { screen: Some(_), .. } => Self::Screen(of(text, &mut unknown)?),
                    LineFields { deaf: Some(_), .. } => Self::Deaf(of(text, &mut unknown)?),
                    _ => return Err("it is neither a header, nor a sprite, nor a check of a and b".to_owned()),
                }
            }
        };
        *unknown_fields += unknown;
        Ok(line)
    }
}

/// `text` as a `T`, as [`of`] reads it, without a fault in words.
fn unexplained<'de, T: Deserialize<'de>>(text: &'de [u8], unknown: &mut u64) -> serde_json::Result<T> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let value = serde_ignored::deserialize(&mut json, |_| *unknown += 1)?;
    json.end().map(|()| value)
}

/// `text` as a `T`; counts the fields that it does not know.
fn of<'de, T: Deserialize<'de>>(text: &'de [u8], unknown: &mut u64) -> Result<T, String> {
    from_json_noting(text, |_| *unknown += 1).map_err(|why| match why.strip_suffix(" of line 1") {
        Some(why) => why.to_owned(),
        None => why,
    })
}

impl FarFile {
    /// The number of checks.
    ///
    /// # Errors
    /// If it is not whole.
    pub(super) fn checks(&self) -> Result<u64, String> {
        count(self.far).ok_or_else(|| "far is not a whole number from 0".to_owned())
    }
}

impl FinerFile {
    /// The check that is replaced.
    ///
    /// # Errors
    /// If its frame is not whole.
    pub(super) fn finer(self) -> Result<Finer, String> {
        let Self { frame: Number(frame), finer: ReplacedFile { a, b, at } } = self;
        match whole(frame) {
            Some(_) => Ok(Finer { at: frame, names: [a, b], line: printable(&at) }),
            None => Err(format!("its frame, {frame}, is not a whole number")),
        }
    }
}

impl DeafFile {
    /// The area.
    ///
    /// # Errors
    /// If its frame is not whole, or nobody knows the reason.
    pub(super) fn area(self, line: u64) -> Result<DeafArea, String> {
        let Self { frame: Number(at), deaf, area, other } = self;
        let reason = DeafReason::of(&deaf).ok_or_else(|| format!("its reason is unknown: {}", printable(&deaf)))?;
        match whole(at) {
            Some(_) => Ok(DeafArea { line, at, reason, area, other }),
            None => Err(format!("its frame, {at}, is not a whole number")),
        }
    }
}

impl CheckFile {
    /// The time of the check.
    ///
    /// # Errors
    /// If it does not say, or the frame is not a whole number.
    pub(super) fn moment(&self) -> Result<(Clock, f64), String> {
        match (self.frame, self.time) {
            (Some(Number(frame)), _) if whole(frame).is_some() => Ok((Clock::Frame, frame)),
            (Some(Number(frame)), _) => Err(format!("its frame, {frame}, is not a whole number")),
            (None, Some(Number(time))) => Ok((Clock::Second, time)),
            (None, None) => Err("it has neither a frame nor a time".to_owned()),
        }
    }

    /// The number of visits of the game's own loop.
    pub(super) const fn count_visits(&self) -> u64 {
        self.visits.len() as u64
    }

    /// The visits of the game's own loop, as rectangles of world cells.
    ///
    /// # Errors
    /// If one is not whole, or empty.
    pub(super) fn visits(&self) -> Result<Vec<IntRect>, String> {
        let rectangle = |(at, visit): (usize, &VisitFile)| {
            let [x, y, width, height] = match *visit {
                VisitFile::Cell([x, y]) => [x, y, Number(1.0), Number(1.0)],
                VisitFile::Rectangle(rectangle) => rectangle,
            };
            let side = |n: Number| count(n).and_then(|n| u32::try_from(n).ok()).filter(|n| *n > 0);
            let size = side(width).zip(side(height)).map(|(width, height)| Size::new(width, height));
            let corner = whole(x.0).zip(whole(y.0)).map(|(x, y)| Cell::new(x, y));
            let rectangle = corner.zip(size).map(|(corner, size)| IntRect::new(corner, size));
            rectangle.ok_or_else(|| format!("its visit {} is not [x, y] or [x, y, width, height] in cells", at + 1))
        };
        self.visits.iter().enumerate().map(rectangle).collect()
    }

    /// The game's answer, if any.
    ///
    /// # Errors
    /// If the area or the first pixel are not whole.
    pub(super) fn answer(&self) -> Result<Option<GameAnswer>, String> {
        let area = |area| count(area).ok_or_else(|| "its area is not a whole number from 0".to_owned());
        let first = |[x, y]: [Number; 2]| {
            let cell = whole(x.0).zip(whole(y.0)).map(|(x, y)| Cell::new(x, y));
            cell.ok_or_else(|| "its first pixel is not a cell: both numbers must be whole".to_owned())
        };
        let (area, first) = (self.area.map(area).transpose()?, self.first.map(first).transpose()?);
        // Beside a miss they mean nothing.
        let (area, first) = if self.hit == Some(true) { (area, first) } else { (None, None) };
        Ok(self.hit.map(|hit| GameAnswer { hit, rule: self.rule.as_deref().map(printable), area, first }))
    }
}

/// The screen in the world, if a line says: left, top, width and height.
///
/// # Errors
/// If it is empty.
pub(super) fn screen(view: Option<[Number; 4]>) -> Result<Option<[f64; 4]>, String> {
    match view.map(|view| view.map(|Number(n)| n)) {
        Some([_, _, width, height]) if !(width > 0.0 && height > 0.0) => {
            Err("view needs a width and a height above 0".to_owned())
        }
        view => Ok(view),
    }
}

/// `n`, if it is a whole number from 0.
fn count(Number(n): Number) -> Option<u64> {
    whole(n).and_then(|n| u64::try_from(n).ok())
}

/// `n`, if it is a whole number that is counted exactly.
fn whole(n: f64) -> Option<i64> {
    const MOST: f64 = (1_u64 << 53) as f64;
    #[expect(clippy::cast_possible_truncation, reason = "whole and small: just checked")]
    (n == n.trunc() && n.abs() <= MOST).then_some(n as i64)
}
