//! [`FixFormat`]: a format of files whose shapes are written, and what it finds in a file.

use std::path::Path;

use super::edits::ByteEdit;
use crate::files::atlas::PairedSprite;
use crate::files::{FileError, Limits, decode_atlas, shown};
use maskscope_core::geom::Point;
use maskscope_core::scene::Frames;
use maskscope_core::shape::Shape;

/// Reads the pictures of a file by its bytes.
type ReadSprites = fn(&[u8], &Path, &Limits) -> Result<Vec<PairedSprite>, FileError>;

/// A format of files whose shapes are written.
pub(super) struct FixFormat {
    /// True for a file of this format, by its text, which has no mark, or by its path.
    pub is_known: fn(&str, &Path) -> bool,
    /// Reads the pictures of a file by its bytes.
    pub read: ReadSprites,
    /// Finds the shape that is named, or returns the reason why it is not written, as a clause about the file.
    pub find: for<'a> fn(&FixSource<'a>) -> Result<FixableShape<'a>, String>,
}

/// A file whose shape is written.
#[derive(Clone, Copy)]
pub(super) struct FixSource<'a> {
    /// Its text, without a mark.
    pub text: &'a str,
    pub path: &'a Path,
    /// Its pictures, as they are read.
    pub sprites: &'a [PairedSprite],
    /// The name of the shape; empty for the only one.
    pub name: &'a str,
}

/// Reads the only picture of a file: all its frames.
pub(super) fn read_one(bytes: &[u8], path: &Path, limits: &Limits) -> Result<Vec<PairedSprite>, FileError> {
    Ok(vec![PairedSprite { frames: decode_atlas(bytes, path, limits)?, hitboxes: Vec::new() }])
}

impl<'a> FixSource<'a> {
    /// The frames of its only picture, or the reason why it has no such frames, as a clause.
    pub(super) fn frames(&self) -> Result<&'a Frames, String> {
        self.sprites.first().map(|sprite| &sprite.frames).ok_or_else(|| "it has no picture".to_owned())
    }

    /// `FILE:NAME` of each of several shapes.
    pub(super) fn listed(&self, names: impl IntoIterator<Item = String>) -> String {
        let file = shown(self.path);
        names.into_iter().map(|name| format!("{file}:{name}")).collect::<Vec<_>>().join(", ")
    }

    /// The reason why no shape is found by the name, as a clause; those that are there are `known`.
    pub(super) fn unknown(&self, known: &[String]) -> String {
        let Self { name, .. } = self;
        let listed = self.listed(known.iter().cloned());
        match (known, name.is_empty()) {
            ([], _) => "it has no hitbox that can be written".to_owned(),
            (_, true) => format!("it has several hitboxes, and one is written at a time: {listed}"),
            (_, false) => format!("it has no hitbox '{name}' that can be written; it has {listed}"),
        }
    }
}

/// The edits that write a shape, which is in pixels of its frame, or the reason why it cannot be written, as a clause.
pub(super) type ShapeWriter<'a> = Box<dyn Fn(&Shape) -> Result<Vec<ByteEdit>, String> + 'a>;

/// A shape that can be written.
pub(super) struct FixableShape<'a> {
    /// Its name in answers.
    pub title: String,
    /// Identity of its hitbox in the file, as `audit` has it; empty for the only one.
    pub id: String,
    /// The frames of its picture.
    pub frames: &'a Frames,
    /// The frame over which it lies, from 0.
    pub frame: usize,
    /// All frames that share it, and where their top left corners lie from that of this one.
    pub shared: Vec<(usize, Point)>,
    /// The shape, in pixels of the frame.
    pub shape: Shape,
    /// Other shapes that are tested together with it.
    pub others: Vec<Shape>,
    /// True if a capsule must be upright.
    pub is_upright: bool,
    /// The shape in a box of whole pixels, if the file has only such a box for it.
    pub in_box: Option<fn([f64; 4]) -> Shape>,
    /// True if it is more likely terrain than the outline of the picture.
    pub is_terrain: bool,
    pub edits: ShapeWriter<'a>,
}

/// All frames of a picture, on each other.
pub(super) fn all_frames(frames: &Frames) -> Vec<(usize, Point)> {
    (0..frames.all().len()).map(|frame| (frame, (0.0, 0.0))).collect()
}

/// A single frame.
pub(super) fn one_frame(frame: usize) -> Vec<(usize, Point)> {
    vec![(frame, (0.0, 0.0))]
}
