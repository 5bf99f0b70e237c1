//! Cheap tests before the pixels, or instead of them: do the bounds of both sprites overlap?

use serde::{Deserialize, Serialize};
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use crate::geom::{Affine, IntRect, Offset};
use crate::mask::Prepared;
use crate::shape::{Meeting, Shape};

/// A test of two sprites' bounds.
///
/// ```text
/// box          tight box    circle        ellipse
/// +-------+    .........      .-----.     +-.---.-+
/// |   #   |    . +-+   .     +-------+    |/  #  \|
/// |  ###  |    . |#+-+ .    /|   #   |\   |  ###  |     the circle has half the longer side as
/// |   ##  |    . |###| .    \|  ###  |/   |\  ## /|     radius, the ellipse fills the box: both
/// +-------+    ..+---+..     +-------+    +-'---'-+     leave out the corners of the box
///                              '-----'
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage, Display)]
#[strum(serialize_all = "kebab-case")]
pub enum PreCheck {
    /// Hits if the boxes share a pixel; touching edges miss.
    Box,
    /// Hits if the boxes share a pixel or touch: safe, but more pairs remain for the scans.
    BoxInclusive,
    /// Always hits, a slip in the article: an overlap clamped to 0 is never negative.
    BoxAlways,
    /// Hits if the smallest boxes around the solid pixels share a pixel.
    TightBox,
    /// Hits if circles of half the longer side overlap: misses if only the corners overlap.
    Circle,
    /// Hits if the ellipses inside the boxes overlap: misses if only the corners overlap.
    Ellipse,
}

impl PreCheck {
    /// True if it never misses masks that overlap.
    pub const fn is_safe(self) -> bool {
        !matches!(self, Self::Circle | Self::Ellipse)
    }

    /// The source article.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Box => "Phaelax, Pixel-Perfect Collision (2017)",
            Self::BoxAlways => "Alex, Video game collisions: pixel perfect",
            Self::BoxInclusive | Self::TightBox => "maskscope, for comparison",
            Self::Circle | Self::Ellipse => {
                "Joseph Lenton, JavaScript Per-Pixel HTML5 Canvas Image Collision Detection (PlayMyCode)"
            }
        }
    }

    /// The shape that it tests in place of a sprite; `None` for a sprite without one.
    pub fn shape(self, sprite: &Prepared) -> Option<Shape> {
        let whole = Some(sprite.mask().bounding_box()).filter(|whole| !whole.is_empty());
        match self {
            Self::Box | Self::BoxInclusive | Self::BoxAlways => whole.map(Shape::of),
            Self::TightBox => sprite.bounds().map(Shape::of),
            Self::Circle => whole.map(Shape::circle_about),
            Self::Ellipse => whole.map(Shape::ellipse_in),
        }
    }

    /// True if the shapes overlap with B at `offset`: if not, the pixels need not be read.
    pub fn hits(self, a: &Prepared, b: &Prepared, offset: Offset) -> bool {
        let boxes = || (a.mask().bounding_box(), b.mask().bounding_box().translated(offset.cell()));
        match self {
            Self::BoxInclusive => boxes().0.gap(boxes().1) == (0, 0),
            Self::BoxAlways => overlaps_as_printed(boxes().0, boxes().1),
            Self::Box | Self::TightBox | Self::Circle | Self::Ellipse => {
                let Some((a, b)) = self.shape(a).zip(self.shape(b)) else { return false };
                let moved = Affine::translation(offset.cell().point());
                a.placed(&Affine::IDENTITY).meets(&b.placed(&moved)) == Meeting::Overlaps
            }
        }
    }
}

/// Alex's rule as printed: a negative overlap is clamped to 0, and 0 passes.
fn overlaps_as_printed(a: IntRect, b: IntRect) -> bool {
    let x_overlap = (a.right().min(b.right()) - a.x.max(b.x)).max(0);
    let y_overlap = (a.bottom().min(b.bottom()) - a.y.max(b.y)).max(0);
    x_overlap >= 0 && y_overlap >= 0
}

/// Use of a pre-check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum PreCheckMode {
    /// It is only shown.
    Show,
    /// If it misses, no scan runs.
    #[default]
    Before,
    /// No scan runs: every answer is the pre-check's.
    Instead,
}

/// A pre-check and its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PreChecking {
    /// The test of the bounds.
    pub check: PreCheck,
    /// Before the scans or in place of them.
    pub mode: PreCheckMode,
}

impl PreChecking {
    /// The answer of every scan without reading a pixel; `None` if the scans decide.
    pub fn decides(self, a: &Prepared, b: &Prepared, offset: Offset) -> Option<bool> {
        let hits = || self.check.hits(a, b, offset);
        match self.mode {
            PreCheckMode::Show => None,
            PreCheckMode::Before => (!hits()).then_some(false),
            PreCheckMode::Instead => Some(hits()),
        }
    }
}
