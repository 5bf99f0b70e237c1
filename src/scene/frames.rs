use std::{ops::Range, sync::Arc, time::Duration};

use super::Picture;

/// The frames of an image, in their order: one of a still image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frames {
    frames: Vec<Frame>,
    /// Named ranges of frames, as Aseprite keeps them; often none.
    pub tags: Vec<Tag>,
}

/// One frame, as large as its source box: what an atlas has trimmed is there again, clear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What the file calls it, such as `walk_03.png`; empty where it has no name.
    pub name: String,
    /// Its pixels.
    pub picture: Arc<Picture>,
    /// How long it is shown; zero for one that is not part of an animation.
    pub duration: Duration,
}

/// A named range of frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name.
    pub name: String,
    /// The frames, from 0.
    pub frames: Range<usize>,
}

impl Frames {
    /// More frames than this are not kept.
    pub const MOST: usize = 10_000;

    /// Takes frames in their order.
    ///
    /// # Panics
    /// Where there is none.
    pub fn new(frames: Vec<Frame>) -> Self {
        assert!(!frames.is_empty(), "an image has at least one frame");
        Self { frames, tags: Vec::new() }
    }

    /// All of them; at least one.
    pub fn all(&self) -> &[Frame] {
        &self.frames
    }

    /// The first.
    pub fn first(&self) -> &Frame {
        &self.frames[0]
    }

    /// True for several frames, any of which has a duration.
    pub fn is_animation(&self) -> bool {
        self.frames.len() > 1 && self.frames.iter().any(|frame| frame.duration > Duration::ZERO)
    }
}

impl From<Picture> for Frames {
    fn from(picture: Picture) -> Self {
        Self::new(vec![Frame { name: String::new(), picture: Arc::new(picture), duration: Duration::ZERO }])
    }
}
