//! The frames of an image, and their tags.

use std::{ops::Range, path::PathBuf, sync::Arc, time::Duration};

use super::Picture;

/// The frames of an image, in their order; a still image has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frames {
    frames: Vec<Frame>,
    /// Named ranges of frames, as Aseprite keeps them; often none.
    pub tags: Vec<Tag>,
    /// The file with the pixels, where it is not the one that was opened: an atlas's sheet.
    pub sheet: Option<PathBuf>,
}

/// One frame, as large as its source box: what an atlas has trimmed is there again, clear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What the file calls it, such as `walk_03.png`; empty where it has no name.
    pub name: String,
    /// Its pixels.
    pub picture: Arc<Picture>,
    /// How long it is shown, as the file says: zero where it says zero, and for one that is not part of an animation.
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

impl Tag {
    /// The tag `name` for the frames from `first` to `last`, both included, as far as there are that many; `None` where
    /// that leaves none. A part of an animation is often exported with the tags of the whole.
    pub fn within(name: &str, first: usize, last: usize, count: usize) -> Option<Self> {
        let frames = first..last.saturating_add(1).min(count);
        (!frames.is_empty()).then(|| Self { name: name.to_owned(), frames })
    }
}

impl Frames {
    /// The most frames of an image that is read or cut here: as many as an Aseprite file can have, and one.
    pub const MOST: usize = 1 << 16;

    /// Takes frames in their order.
    ///
    /// # Panics
    /// Where `frames` is empty.
    pub fn new(frames: Vec<Frame>) -> Self {
        assert!(!frames.is_empty(), "an image has at least one frame");
        Self { frames, tags: Vec::new(), sheet: None }
    }

    /// All of them; at least one.
    pub fn all(&self) -> &[Frame] {
        &self.frames
    }

    /// The first.
    pub fn first(&self) -> &Frame {
        &self.frames[0]
    }
}

impl From<Picture> for Frames {
    fn from(picture: Picture) -> Self {
        Self::new(vec![Frame { name: String::new(), picture: Arc::new(picture), duration: Duration::ZERO }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_keeps_the_frames_that_there_are() {
        let frames = |first, last| Tag::within("walk", first, last, 4).map(|tag| tag.frames);
        assert_eq!(frames(1, 2), Some(1..3));
        assert_eq!(frames(2, 9), Some(2..4));
        assert_eq!(frames(2, usize::MAX), Some(2..4));
        assert_eq!(frames(4, 4), None);
        assert_eq!(frames(3, 1), None);
    }
}
