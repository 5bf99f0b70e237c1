//! [`HitboxDetail`]: a hitbox on its frames, beside better shapes; and the lines of its file that saving one changes.

use std::sync::Arc;

use super::report::WrongPixels;
use maskscope_core::mask::Mask;
use maskscope_core::scene::Picture;
use maskscope_core::shape::{Shape, fit::Form};

/// A frame that is tested by a hitbox.
#[derive(Clone, Debug)]
pub struct DetailedFrame {
    /// Its number in the file, from 0.
    pub number: usize,
    /// Its picture.
    pub picture: Arc<Picture>,
    /// Its solid pixels.
    pub mask: Arc<Mask>,
}

/// Shapes of a kind on all frames.
#[derive(Clone, Debug, PartialEq)]
pub struct DetailedKind {
    /// The kind; `None` for shapes of several.
    pub form: Option<Form>,
    /// The shapes of each frame, in its pixels.
    pub shapes: Vec<Arc<[Shape]>>,
    /// The wrong pixels in each frame.
    pub pixels: Vec<WrongPixels>,
}

impl DetailedKind {
    /// The wrong pixels of all frames together.
    pub fn total(&self) -> WrongPixels {
        self.pixels.iter().fold(WrongPixels::default(), |sum, frame| WrongPixels {
            covered: sum.covered + frame.covered,
            left_out: sum.left_out + frame.left_out,
        })
    }
}

/// A hitbox beside better ones.
#[derive(Clone, Debug)]
pub struct HitboxDetail {
    /// The frames that it is tested in, at least one.
    pub frames: Vec<DetailedFrame>,
    /// The shapes in its file.
    pub now: DetailedKind,
    /// Better ones: those of its own kind first, as far as there are any; `None` while they are searched.
    pub kinds: Option<Vec<DetailedKind>>,
}

impl HitboxDetail {
    /// The shapes of a kind, or of the first.
    pub fn kind(&self, form: Option<Form>) -> Option<&DetailedKind> {
        let chosen = self.kinds().iter().find(|kind| form.is_some() && kind.form == form);
        chosen.or_else(|| self.kinds().first())
    }

    /// The better shapes that were found so far.
    pub fn kinds(&self) -> &[DetailedKind] {
        self.kinds.as_deref().unwrap_or_default()
    }
}

/// A hitbox on a frame, for a small picture.
#[derive(Clone, Debug)]
pub struct HitboxPicture {
    /// The frame.
    pub picture: Arc<Picture>,
    /// The shapes on it.
    pub shapes: Vec<Shape>,
}

/// The effect of saving on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlannedChange {
    /// It stays.
    Kept,
    /// It is replaced or removed.
    Gone,
    /// It is new.
    New,
}

/// A line of a file that is saved, or was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedLine {
    /// Its number, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// The effect of saving.
    pub change: PlannedChange,
}

/// The content that saving a shape would write.
#[derive(Clone, Debug, PartialEq)]
pub struct SavePlan {
    /// The shape on all frames.
    pub kind: DetailedKind,
    /// The lines that change, and those right before them.
    pub lines: Vec<PlannedLine>,
    /// The difference, as `diff -u` shows it.
    pub diff: String,
}

impl SavePlan {
    /// The number of lines that it changes.
    pub fn changed(&self) -> usize {
        self.lines.iter().filter(|line| line.change == PlannedChange::New).count()
    }
}

/// A hitbox that was saved.
#[derive(Clone, Debug)]
pub struct SavedHitbox {
    /// Its identity, as in the report.
    pub id: String,
    /// Its file, as in the report.
    pub file: String,
    /// The hitbox as it was before.
    pub detail: Arc<HitboxDetail>,
    /// The content that was written.
    pub plan: Arc<SavePlan>,
    /// Its wrong pixels that count in its role, before and after.
    pub wrong: [u64; 2],
}
