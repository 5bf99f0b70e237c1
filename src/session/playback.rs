//! The transport: how much of the selected scan, or of the race, has been played.

use serde::{Deserialize, Serialize};

/// A speed from [`Speed::SLOWEST`] to [`Speed::FASTEST`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Speed(f64);

impl Speed {
    /// The slowest, in visits per second.
    pub const SLOWEST: f64 = 1.0;
    /// The fastest, in visits per second.
    pub const FASTEST: f64 = 10_000_000.0;

    /// A speed in visits per second, brought into range; `None` for NaN.
    pub fn new(visits_per_second: f64) -> Option<Self> {
        (!visits_per_second.is_nan()).then(|| Self(visits_per_second.clamp(Self::SLOWEST, Self::FASTEST)))
    }

    /// Visits per second.
    pub const fn visits_per_second(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Speed {
    type Error = &'static str;

    fn try_from(visits_per_second: f64) -> Result<Self, &'static str> {
        Self::new(visits_per_second).ok_or("a speed is a number")
    }
}

impl From<Speed> for f64 {
    fn from(speed: Speed) -> Self {
        speed.0
    }
}

/// Length of the run that a transport plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunLength {
    /// Its visits.
    pub visits: u64,
    /// True if its last visit is a hit.
    pub ends_in_hit: bool,
}

/// The transport's state. Positions count visits: 0 before the first, the total after the last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Playback {
    position: u64,
    /// True if the position stays at the end when the end moves.
    at_end: bool,
    playing: bool,
    /// True if a person has asked it to play.
    pub(super) asked_to_play: bool,
    /// Elapsed share of the next visit.
    fraction: f64,
    /// Speed, if it was set by hand.
    speed: Speed,
    /// In how many seconds the whole run plays, however long it is; `None` if the speed was set by hand.
    pub fit: Option<u32>,
    /// True if it starts again when it ends.
    pub repeat: bool,
    /// The position to go to once it is known how long the run is.
    #[serde(skip)]
    awaited: Option<u64>,
}

/// An action on the transport.
#[derive(Clone, Copy, Debug)]
pub enum PlaybackAction {
    /// Plays on, or from the start when at the end.
    Play,
    /// Stops where it is.
    Pause,
    /// Plays or pauses.
    Toggle,
    /// One visit on.
    StepOn,
    /// One visit back.
    StepBack,
    /// Before the first visit.
    First,
    /// After the last visit.
    Last,
    /// To the visit that hit: the last one, where there is a hit.
    ToTheHit,
    /// To the place after this many visits.
    Scrub(u64),
    /// Sets the speed.
    SetSpeed(Speed),
    /// So fast that the whole run takes this many seconds.
    SetFit(u32),
    /// Faster by a quarter of a decade.
    Faster,
    /// Slower by a quarter of a decade.
    Slower,
    /// True if it starts again when it ends.
    SetRepeat(bool),
}

impl Default for Playback {
    /// At the start and playing, once: the first thing a person sees is a scan that moves.
    fn default() -> Self {
        Self::fitting(4)
    }
}

impl Playback {
    /// At the start and playing, once, all of it in `seconds`.
    pub(super) const fn fitting(seconds: u32) -> Self {
        Self {
            position: 0,
            at_end: false,
            playing: true,
            asked_to_play: false,
            fraction: 0.0,
            speed: Speed(120.0),
            fit: Some(seconds),
            repeat: false,
            awaited: None,
        }
    }

    /// The same, to go on from later: at the place that it is at or is to go to, unless it is at the end, wherever that is then.
    pub(super) fn kept(&self) -> Self {
        let position = if self.at_end { 0 } else { self.awaited.unwrap_or(self.position) };
        Self { position, awaited: None, ..self.clone() }
    }

    /// Restores the state of [`Self::kept`]: the position applies once the length of the run is known.
    pub(super) fn continued(self) -> Self {
        Self { awaited: Some(self.position), ..self }
    }

    /// The number of visits that have been played.
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// True if it moves.
    pub const fn is_playing(&self) -> bool {
        self.playing
    }

    /// The speed for a run of this many visits: the set one, or the one at which the run fits its seconds.
    pub fn speed_over(&self, visits: u64) -> Speed {
        #[expect(clippy::cast_precision_loss, reason = "a speed needs few digits")]
        let fitted = |seconds: u32| Speed::new(visits as f64 / f64::from(seconds));
        self.fit.and_then(fitted).unwrap_or(self.speed)
    }

    pub(super) fn apply(&mut self, action: PlaybackAction, length: Option<RunLength>) {
        let total = length.map_or(0, |length| length.visits);
        match action {
            PlaybackAction::Play => self.play(total),
            PlaybackAction::Pause => self.playing = false,
            PlaybackAction::Toggle if self.playing => self.playing = false,
            PlaybackAction::Toggle => self.play(total),
            PlaybackAction::StepOn => self.go_to(self.position.saturating_add(1), total),
            PlaybackAction::StepBack => self.go_to(self.position.saturating_sub(1), total),
            PlaybackAction::First => self.go_to(0, total),
            PlaybackAction::Last => self.go_to(total, total),
            PlaybackAction::ToTheHit if length.is_some_and(|length| length.ends_in_hit) => {
                self.go_to(total, total);
            }
            PlaybackAction::ToTheHit => {}
            PlaybackAction::Scrub(position) => self.go_to(position, total),
            PlaybackAction::SetSpeed(speed) => (self.speed, self.fit) = (speed, None),
            PlaybackAction::SetFit(seconds) => self.fit = Some(seconds),
            PlaybackAction::Faster => self.scale_speed(10_f64.powf(0.25), total),
            PlaybackAction::Slower => self.scale_speed(10_f64.powf(-0.25), total),
            PlaybackAction::SetRepeat(repeat) => self.repeat = repeat,
        }
    }

    /// From now on the speed is set by hand.
    fn scale_speed(&mut self, factor: f64, total: u64) {
        let scaled = (self.speed_over(total).0 * factor).round();
        (self.speed, self.fit) = (Speed::new(scaled).unwrap_or(self.speed), None);
    }

    fn play(&mut self, total: u64) {
        self.playing = total > 0;
        if !self.playing {
            return;
        }
        if self.at_end {
            self.rewind();
        }
        self.asked_to_play = true;
    }

    /// Goes to the start, and plays from there or waits.
    pub(super) fn begin(&mut self, plays: bool) {
        self.rewind();
        (self.playing, self.asked_to_play) = (plays, false);
    }

    fn rewind(&mut self) {
        (self.position, self.fraction, self.at_end, self.awaited) = (0, 0.0, false, None);
    }

    /// Goes to a position by hand, which also stops playing.
    fn go_to(&mut self, position: u64, total: u64) {
        self.playing = false;
        (self.fraction, self.awaited) = (0.0, None);
        self.position = position.min(total);
        self.at_end = self.position == total;
    }

    /// Another scan is selected: it plays from the start if the last one was playing, otherwise it is shown whole.
    pub(super) fn another_scan(&mut self) {
        if self.playing {
            self.rewind();
        } else {
            (self.at_end, self.awaited) = (true, None);
        }
    }

    /// Keeps the position inside a length that has changed; at the end stays at the end.
    pub(super) fn follow(&mut self, length: Option<RunLength>) {
        let total = length.map_or(0, |length| length.visits);
        if length.is_some() {
            self.position = self.awaited.take().unwrap_or(self.position);
        }
        if self.at_end || self.position > total {
            self.position = total;
        }
    }

    /// Moves on by `seconds` of playing.
    pub(super) fn tick(&mut self, seconds: f64, length: Option<RunLength>) {
        let Some(total) = length.map(|length| length.visits).filter(|_| self.playing) else { return };
        self.fraction += seconds.max(0.0) * self.speed_over(total).0;
        let whole = self.fraction.floor();
        self.fraction -= whole;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole, not negative; `as` saturates"
        )]
        let steps = whole as u64;
        self.position = self.position.saturating_add(steps);
        if self.position < total {
            return;
        }
        if self.repeat && total > 0 {
            self.rewind();
        } else {
            (self.position, self.at_end, self.playing) = (total, true, false);
        }
    }
}
