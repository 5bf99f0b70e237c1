//! The few bytes that a replay keeps of a check.

use crate::geom::Offset;

/// A check that was judged, as a replay keeps it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Its line in the log, from 1.
    pub line: u64,
    /// The byte at which that line begins.
    pub place: u64,
    /// The time: a frame, or seconds, by [`Replay::clock`](super::Replay::clock).
    pub at: f64,
    /// The number of its pair.
    pub pair: u32,
    /// The number of pixels that the masks share.
    pub overlap_area: u32,
    /// B's top left relative to A's.
    pub offset: Offset,
    /// The game's answer, if it gave one.
    pub game: Option<bool>,
    /// True if the boxes share a cell.
    pub boxes_overlap: bool,
    /// True if the game and the masks disagree.
    pub disagrees: bool,
    /// True if one has flown through the other since the pair's previous check.
    pub tunnel: bool,
}

impl Step {
    /// True if the masks overlap.
    pub const fn masks_overlap(&self) -> bool {
        self.overlap_area > 0
    }

    /// True if something is wrong: the game disagrees, or something flew through.
    pub const fn is_wrong(&self) -> bool {
        self.disagrees || self.tunnel
    }
}
