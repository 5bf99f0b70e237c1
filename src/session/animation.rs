//! Frames that play: which sprites' do, and how far the current frame has come.

use std::{ops::Range, time::Duration};

use serde::{Deserialize, Serialize};

use super::stage::{Placed, Slot};
use maskscope_core::scene::Shown;

/// Duration of a frame without its own, as in browsers.
const USUAL: Duration = Duration::from_millis(100);

/// Playback of the sprites' frames.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Animation {
    tracks: [FrameTrack; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct FrameTrack {
    plays: bool,
    /// The tag whose frames alone play, by its place among the tags.
    tag: Option<usize>,
    /// Time for which the current frame has been shown, in seconds.
    shown: f64,
    /// The frame that was shown before it played: that is kept until it stops.
    #[serde(skip)]
    before: Option<Shown>,
}

/// An action on the frames that play.
#[derive(Clone, Copy, Debug)]
pub enum AnimationAction {
    /// Plays the frames of a sprite, or pauses them.
    Play(Slot, bool),
    /// Plays only the frames of a tag, by its place among the tags, or all.
    Within(Slot, Option<usize>),
}

impl Animation {
    /// True if the frames of a sprite play.
    pub const fn plays(&self, slot: Slot) -> bool {
        self.tracks[slot as usize].plays
    }

    /// The tag whose frames alone play, by its place among the tags.
    pub const fn tag(&self, slot: Slot) -> Option<usize> {
        self.tracks[slot as usize].tag
    }

    pub(super) const fn apply(&mut self, action: AnimationAction) {
        match action {
            AnimationAction::Play(slot, plays) => {
                let track = &mut self.tracks[slot as usize];
                (track.plays, track.before) = (plays, None);
            }
            AnimationAction::Within(slot, tag) => self.tracks[slot as usize].tag = tag,
        }
    }

    /// The frame to keep of a sprite whose frames play: the one that was shown before. What plays is nobody's work.
    pub(super) const fn kept_frame(&self, slot: Slot) -> Option<Shown> {
        self.tracks[slot as usize].before
    }

    /// The animation as it is saved: without how far the current frame has come.
    pub(super) fn kept(&self) -> Self {
        let kept = |track: &FrameTrack| FrameTrack { shown: 0.0, before: None, ..*track };
        Self { tracks: self.tracks.each_ref().map(kept) }
    }

    /// Somebody has chosen the frame of a sprite.
    pub(super) const fn chosen(&mut self, slot: Slot) {
        self.tracks[slot as usize].before = None;
    }

    /// Starts over for another sprite: it does not play, and all of its frames count.
    pub(super) fn forget(&mut self, slot: Slot) {
        self.tracks[slot as usize] = FrameTrack::default();
    }

    /// The frames that play in turn.
    pub(super) fn range(&self, slot: Slot, placed: &Placed) -> Range<usize> {
        let frames = placed.sprite().frames();
        let tag = self.tag(slot).and_then(|tag| frames.tags.get(tag));
        let all = 0..frames.all().len();
        tag.map(|tag| tag.frames.start..tag.frames.end.min(all.end)).filter(|range| !range.is_empty()).unwrap_or(all)
    }

    /// Lets `seconds` pass for a sprite; returns the frame to show, if that changes.
    pub(super) fn tick(&mut self, slot: Slot, placed: &Placed, seconds: f64) -> Option<Shown> {
        let range = self.range(slot, placed);
        let track = &mut self.tracks[slot as usize];
        if !track.plays || range.len() < 2 {
            return None;
        }
        track.before.get_or_insert_with(|| placed.sprite().shown());
        let Shown::Frame(old) = placed.sprite().shown() else { return Some(Shown::Frame(range.start)) };
        let frames = placed.sprite().frames().all();
        let lasts = |frame: usize| {
            let duration = frames[frame].duration;
            if duration.is_zero() { USUAL.as_secs_f64() } else { duration.as_secs_f64() }
        };
        track.shown += seconds;
        let mut frame = if range.contains(&old) { old } else { range.start };
        // At most once around: after a long pause the rest of the time is dropped.
        for _ in range.clone() {
            if track.shown < lasts(frame) {
                break;
            }
            track.shown -= lasts(frame);
            frame = if frame + 1 < range.end { frame + 1 } else { range.start };
        }
        track.shown = track.shown.min(lasts(frame));
        (frame != old).then_some(Shown::Frame(frame))
    }
}
