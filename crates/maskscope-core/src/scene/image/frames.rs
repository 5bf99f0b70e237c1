//! The frames of an image, and their tags.

use std::collections::BTreeMap;
use std::{borrow::Cow, ops::Range, path::PathBuf, sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::geom::{Point, Size};
use crate::scene::{Anchor, Cut, Identity, ImageLayers, Picture};
use crate::shape::Hitbox;

/// The most names in a message.
const SOME: usize = 6;

/// The frames of an image, in their order; a still image has one.
#[derive(Clone, Debug, PartialEq)]
pub struct Frames {
    frames: Vec<Frame>,
    /// Named ranges of frames, as in Aseprite; often empty.
    pub tags: Vec<Tag>,
    /// Files with the pixels, if they are not in the opened file: an atlas's sheets. For an atlas inside a scene, only
    /// their names.
    pub sheets: Vec<PathBuf>,
    /// The hitboxes that the file holds.
    pub offers: HitboxOffers,
    /// The way in which a scene of its engine draws the image.
    pub drawn: Drawn,
    /// The layers of the file.
    pub layers: ImageLayers,
    /// Identity of the content.
    pub identity: Identity,
}

/// One frame, as large as its source box: pixels that an atlas has trimmed are restored, clear.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Name in the file, such as `walk_03.png`; may be empty. The tiles of a set share one.
    pub name: Arc<str>,
    /// Number among frames of the same name, in an atlas of libGDX.
    pub index: Option<u32>,
    /// Anchor in the atlas, which stands at the sprite's position, in pixels from the top left of the source box.
    pub anchor: Option<Point>,
    /// Its pixels.
    pub picture: Arc<Picture>,
    /// Cut from a sheet; `None` for an image of its own.
    pub cut: Option<Cut>,
    /// Duration in the file: zero if the file says so, and for a frame outside an animation.
    pub duration: Duration,
}

/// The way in which the scene of an engine draws a sprite: its own turn and scale, and those of all that it is in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// The frame that is shown, from 0.
    pub frame: usize,
    /// Degrees, clockwise.
    pub rotation: f64,
    /// The factors along the sprite's own x and y, before it is turned.
    pub scale: (f64, f64),
    /// Mirrored in its box, left to right and top to bottom, before anything else.
    pub flip: (bool, bool),
}

impl Drawn {
    /// True if a sprite is neither turned nor scaled nor mirrored.
    pub fn is_plain(&self) -> bool {
        Self { frame: 0, ..*self } == Self::default()
    }
}

impl Default for Drawn {
    fn default() -> Self {
        Self { frame: 0, rotation: 0.0, scale: (1.0, 1.0), flip: (false, false) }
    }
}

/// A named range of frames.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tag {
    /// Its name.
    pub name: String,
    /// The frames, from 0.
    pub frames: Range<usize>,
}

/// A name that no frame has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("has no frame '{name}'; {known}")]
pub struct UnknownFrame {
    /// The name.
    pub name: String,
    /// Known names, as a clause.
    pub known: String,
}

impl Frame {
    /// A frame without a name and a duration.
    pub fn new(picture: Arc<Picture>) -> Self {
        Self { name: Arc::default(), index: None, anchor: None, picture, cut: None, duration: Duration::ZERO }
    }

    /// Its cut, if it was cut from a sheet of this size.
    pub(in crate::scene) fn cut_from(&self, sheet: Size) -> Option<&Cut> {
        self.cut.as_ref().filter(|cut| cut.sheet == sheet)
    }

    /// Its name, with its index if it has one, as in `walk:2`; empty if it has no name.
    pub fn label(&self) -> Cow<'_, str> {
        match self.index {
            Some(index) => Cow::Owned(format!("{}:{index}", self.name)),
            None => Cow::Borrowed(&*self.name),
        }
    }

    /// True if `text` is its label.
    fn is_labelled(&self, text: &str) -> bool {
        let rest = text.strip_prefix(&*self.name);
        match self.index {
            Some(index) => rest.and_then(|rest| rest.strip_prefix(':')) == Some(&*index.to_string()),
            None => rest == Some(""),
        }
    }

    /// The anchor of the atlas, on the nearest corner of a pixel: a sprite at whole coordinates then lies on whole
    /// cells. Halves go right and down.
    pub fn whole_anchor(&self) -> Anchor {
        self.anchor.map_or(Anchor::TopLeft, |(x, y)| Anchor::Custom((x + 0.5).floor(), (y + 0.5).floor()))
    }
}

impl Tag {
    /// The tag `name` for the frames from `first` to `last`, both included, cut to the `count` frames that exist;
    /// `None` if no frame is left. A part of an animation is often exported with the tags of the whole.
    pub fn within(name: &str, first: usize, last: usize, count: usize) -> Option<Self> {
        let frames = first..last.saturating_add(1).min(count);
        (!frames.is_empty()).then(|| Self { name: name.to_owned(), frames })
    }
}

impl Frames {
    /// The most frames of an image that is read or cut here: the most of an Aseprite file, and one.
    pub const MOST: usize = 1 << 16;

    /// Takes frames in their order.
    ///
    /// # Panics
    /// If `frames` is empty.
    pub fn new(frames: Vec<Frame>) -> Self {
        assert!(!frames.is_empty(), "an image has at least one frame");
        Self {
            frames,
            tags: Vec::new(),
            sheets: Vec::new(),
            offers: HitboxOffers::default(),
            drawn: Drawn::default(),
            layers: ImageLayers::default(),
            identity: Identity::default(),
        }
    }

    /// True if the frames follow one another in time: one has a duration, or some have a tag.
    pub fn are_animated(&self) -> bool {
        !self.tags.is_empty() || self.frames.iter().any(|frame| !frame.duration.is_zero())
    }

    /// All frames; at least one.
    pub fn all(&self) -> &[Frame] {
        &self.frames
    }

    /// The first frame.
    pub fn first(&self) -> &Frame {
        &self.frames[0]
    }

    /// The size of the one sheet of all frames; `None` without a sheet, or with several.
    pub fn sheet_size(&self) -> Option<Size> {
        let size = self.first().cut?.sheet;
        let is_only = self.sheets.len() < 2 && self.frames.iter().all(|frame| frame.cut_from(size).is_some());
        is_only.then_some(size)
    }

    /// True if a mask image of this size fits them: as large as their sheet, as each of them, or as all, one below the other.
    pub fn take_mask_of(&self, size: Size) -> bool {
        let are_all = |size: Size| {
            let is_whole = |frame: &Frame| frame.picture.size() == size && frame.cut_from(size).is_none();
            self.frames.iter().all(is_whole)
        };
        let count = u32::try_from(self.frames.len()).unwrap_or(u32::MAX);
        let is_for_each = || size.height.is_multiple_of(count) && are_all(Size::new(size.width, size.height / count));
        self.sheet_size() == Some(size) || are_all(size) || is_for_each()
    }

    /// The frame for `name`: `merged`, a frame's name (the first of several), a name and an index, as in `walk:2`, or a
    /// tag (its first frame).
    ///
    /// # Errors
    /// If there is no such frame.
    pub fn named(&self, name: &str) -> Result<Shown, UnknownFrame> {
        if name == "merged" {
            return Ok(Shown::Merged);
        }
        let found = |is_it: &dyn Fn(&Frame) -> bool| self.frames.iter().position(is_it).filter(|_| !name.is_empty());
        found(&|frame| *frame.name == *name)
            .or_else(|| found(&|frame| frame.is_labelled(name)))
            .or_else(|| self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.frames.start))
            .map(Shown::Frame)
            .ok_or_else(|| UnknownFrame { name: name.to_owned(), known: self.known() })
    }

    /// A name by which [`named`](Self::named) finds frame `n`, counted from 0; `None` if it has none.
    pub fn name_of(&self, n: usize) -> Option<Cow<'_, str>> {
        let frame = self.frames.get(n)?;
        let names = [Cow::Borrowed(&*frame.name), frame.label()];
        names.into_iter().find(|name| self.named(name) == Ok(Shown::Frame(n)))
    }

    /// The known names, or some of many, as a clause.
    fn known(&self) -> String {
        let tags = self.tags.iter().map(|tag| Cow::Borrowed(tag.name.as_str()));
        // All are counted, some are listed: a label is a text of its own, and there may be many long ones.
        let mut names = self.frames.iter().map(Frame::label).chain(tags).filter(|name| !name.is_empty());
        let some: Vec<_> = names.by_ref().take(SOME).collect();
        match (some.len(), names.count()) {
            (0, _) => format!("its frames have no names: use a number from 0 to {}, or merged", self.frames.len() - 1),
            (_, 0) => format!("it has {}", some.join(", ")),
            (_, more) => format!("it has {} and {more} more", some.join(", ")),
        }
    }
}

impl From<Picture> for Frames {
    fn from(picture: Picture) -> Self {
        Self::new(vec![Frame::new(Arc::new(picture))])
    }
}

/// The tested frame of a sprite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// One frame, from 0.
    Frame(usize),
    /// All frames as one: solid if any frame is.
    Merged,
}

impl Default for Shown {
    fn default() -> Self {
        Self::Frame(0)
    }
}

/// An editor that hitboxes are drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Editor {
    /// Its name: `Aseprite`, `Unity`.
    pub name: &'static str,
    /// Its word for a shape that is drawn to be tested, `physics shape`; `None` where a shape may be for anything.
    pub tested: Option<&'static str>,
}

/// Hitboxes that were drawn in an editor.
#[derive(Clone, Debug, PartialEq)]
pub struct OfferedHitboxes {
    /// Name in the window: `slice "hit"`, `object 7`.
    pub title: String,
    /// The editor that they were drawn in.
    pub editor: Editor,
    /// Hitboxes of single frames, counted from 0.
    pub frames: BTreeMap<usize, Hitbox>,
    /// Hitbox of every other frame; `None` for its mask.
    pub otherwise: Option<Hitbox>,
    /// The mask that they mean.
    pub mask: MaskRule,
    /// True if the file says that they are of this picture; others are tested where a person names them.
    pub is_paired: bool,
}

/// The mask that a game tests, by the file of its sprite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaskRule {
    /// Pixels with a level above this are solid.
    pub threshold: u8,
    /// True if all frames have one mask together.
    pub is_merged: bool,
}

/// The hitboxes in a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HitboxOffers {
    /// The hitboxes, likely ones first.
    pub hitboxes: Vec<Arc<OfferedHitboxes>>,
    /// List of what is not a hitbox, in words: `2 pivots, 1 point`; often empty.
    pub left_out: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::PictureFormat;

    #[test]
    fn frames_are_found_by_name_by_index_and_by_tag() {
        let frame = |name: &str, index| {
            let picture = Arc::new(Picture::new(Size::new(1, 1), vec![0; 4], PictureFormat::Png, true));
            Frame { name: name.into(), index, ..Frame::new(picture) }
        };
        let named = [("hit", None), ("walk", Some(3)), ("walk", Some(1)), ("hit", None), ("merged", None), ("", None)];
        let mut frames = Frames::new(named.map(|(name, index)| frame(name, index)).into());
        frames.tags = Tag::within("run", 3, 4, 6).into_iter().chain(Tag::within("hit", 1, 4, 6)).collect();
        for (name, found) in [("hit", 0), ("walk", 1), ("walk:3", 1), ("walk:1", 2), ("run", 3)] {
            assert_eq!(frames.named(name), Ok(Shown::Frame(found)), "{name}");
        }
        assert_eq!(frames.named("merged"), Ok(Shown::Merged), "whatever a frame is called");
        for unknown in ["", "Walk", "walk:2", "hit:0", "0"] {
            let error = frames.named(unknown).expect_err(unknown).to_string();
            let known = "it has hit, walk:3, walk:1, hit, merged, run and 1 more";
            assert_eq!(error, format!("has no frame '{unknown}'; {known}"));
        }
        let names: Vec<_> = (0..7).map(|n| frames.name_of(n)).collect();
        assert_eq!(
            names,
            [Some("hit"), Some("walk"), Some("walk:1"), None, None, None, None].map(|it| it.map(Cow::from))
        );
        let error = Frames::new(vec![frame("", None), frame("", None)]).named("a").expect_err("no names").to_string();
        assert_eq!(error, "has no frame 'a'; its frames have no names: use a number from 0 to 1, or merged");
    }

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
