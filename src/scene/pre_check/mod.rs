//! Cheap tests before the pixels, or instead of them: do the bounds of both sprites overlap?

mod oval;

pub use oval::Oval;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use crate::geom::{IntRect, Offset};
use crate::mask::Prepared;

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

/// The bound that a pre-check tests in place of a sprite, in the sprite's own pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// A box.
    Box(IntRect),
    /// A circle or an ellipse.
    Oval(Oval),
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

    /// The bound in place of a sprite; `None` for a sprite without one.
    pub fn bound(self, sprite: &Prepared) -> Option<Bound> {
        let whole = sprite.mask().bounding_box();
        match self {
            Self::Box | Self::BoxInclusive | Self::BoxAlways => Some(Bound::Box(whole)),
            Self::TightBox => sprite.bounds().map(Bound::Box),
            Self::Circle => Oval::circle(whole).map(Bound::Oval),
            Self::Ellipse => Oval::inscribed(whole).map(Bound::Oval),
        }
    }

    /// True if the bounds overlap with B at `offset`: if not, the pixels need not be read.
    pub fn hits(self, a: &Prepared, b: &Prepared, offset: Offset) -> bool {
        let at_offset = |rect: IntRect| rect.translated(offset.cell());
        let (box_a, box_b) = (a.mask().bounding_box(), at_offset(b.mask().bounding_box()));
        match self {
            Self::Box => box_a.intersection(box_b).is_some(),
            Self::BoxInclusive => box_a.gap(box_b) == (0, 0),
            Self::BoxAlways => overlaps_as_printed(box_a, box_b),
            Self::TightBox => a.bounds().zip(b.bounds()).is_some_and(|(a, b)| a.intersection(at_offset(b)).is_some()),
            Self::Circle => circles_overlap(box_a, box_b),
            Self::Ellipse => Oval::inscribed(box_a).zip(Oval::inscribed(box_b)).is_some_and(|(a, b)| a.overlaps(b)),
        }
    }
}

/// Alex's rule as printed: a negative overlap is clamped to 0, and 0 passes.
fn overlaps_as_printed(a: IntRect, b: IntRect) -> bool {
    let x_overlap = (a.right().min(b.right()) - a.x.max(b.x)).max(0);
    let y_overlap = (a.bottom().min(b.bottom()) - a.y.max(b.y)).max(0);
    x_overlap >= 0 && y_overlap >= 0
}

/// True if the circles around the centres of two boxes overlap: in whole half cells, so that touching is exact.
fn circles_overlap(a: IntRect, b: IntRect) -> bool {
    if a.is_empty() || b.is_empty() {
        return false;
    }
    let longer = |rect: IntRect| i128::from(rect.width.max(rect.height));
    let apart = |a_low: i64, a_high: i64, b_low: i64, b_high: i64| i128::from(b_low + b_high - a_low - a_high);
    let (x, y) = (apart(a.x, a.right(), b.x, b.right()), apart(a.y, a.bottom(), b.y, b.bottom()));
    let reach = longer(a) + longer(b);
    x * x + y * y < reach * reach
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
