//! Cheap tests before the pixels, or instead of them: do the bounds of both sprites overlap?

mod mode;
mod oval;

use std::{fmt, str::FromStr};

pub use mode::{PreCheckMode, PreChecking};
pub use oval::Oval;

use crate::{
    geom::{IntRect, Offset},
    mask::Prepared,
};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PreCheck {
    /// The boxes share a cell.
    Box,
    /// The boxes share a cell or touch.
    BoxInclusive,
    /// Alex's printed rule, which holds for any two boxes: a trap.
    BoxAlways,
    /// The smallest boxes around the solid pixels share a cell.
    TightBox,
    /// The circles around the middles of the boxes overlap.
    Circle,
    /// The ellipses inscribed in the boxes overlap.
    Ellipse,
}

/// What a pre-check looks at in place of a sprite, in the sprite's own pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// A box.
    Box(IntRect),
    /// A circle or an ellipse.
    Oval(Oval),
}

impl PreCheck {
    /// Every pre-check, in the order in which menus and messages list them.
    pub const ALL: [Self; 6] =
        [Self::Box, Self::BoxInclusive, Self::BoxAlways, Self::TightBox, Self::Circle, Self::Ellipse];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Box => "box",
            Self::BoxInclusive => "box-inclusive",
            Self::BoxAlways => "box-always",
            Self::TightBox => "tight-box",
            Self::Circle => "circle",
            Self::Ellipse => "ellipse",
        }
    }

    /// True when it never says that sprites are apart whose masks overlap.
    pub const fn is_safe(self) -> bool {
        !matches!(self, Self::Circle | Self::Ellipse)
    }

    /// When it hits and what it is worth, in a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Box => "Hits where the boxes share a pixel; touching edges are apart.",
            Self::BoxInclusive => "Hits where the boxes share a pixel or touch: safe, with more pairs left to look at.",
            Self::BoxAlways => "Hits always: an overlap that is cut off at 0 is never below 0. A trap.",
            Self::TightBox => "Hits where the smallest boxes around the solid pixels share a pixel.",
            Self::Circle => "Hits where circles of half the longer side overlap: misses what only the corners share.",
            Self::Ellipse => "Hits where the ellipses inside the boxes overlap: misses what only the corners share.",
        }
    }

    /// The article it comes from.
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

    /// What it looks at in place of a sprite; `None` where there is nothing to look at.
    pub fn bound(self, sprite: &Prepared) -> Option<Bound> {
        let whole = sprite.mask().bounding_box();
        match self {
            Self::Box | Self::BoxInclusive | Self::BoxAlways => Some(Bound::Box(whole)),
            Self::TightBox => sprite.bounds().map(Bound::Box),
            Self::Circle => Oval::circle(whole).map(Bound::Oval),
            Self::Ellipse => Oval::inscribed(whole).map(Bound::Oval),
        }
    }

    /// Whether the bounds overlap with B at `offset`: if not, the pixels need no look.
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

/// Alex's rule to the letter: no overlap is cut to 0, and 0 passes.
fn overlaps_as_printed(a: IntRect, b: IntRect) -> bool {
    let x_overlap = (a.right().min(b.right()) - a.x.max(b.x)).max(0);
    let y_overlap = (a.bottom().min(b.bottom()) - a.y.max(b.y)).max(0);
    x_overlap >= 0 && y_overlap >= 0
}

/// Whether the circles around the middles of two boxes overlap: in whole half cells, so that touching is exact.
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

impl fmt::Display for PreCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PreCheck {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|check| check.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("'{text}' is not a pre-check; there are {names}")
        })
    }
}
