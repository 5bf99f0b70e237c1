//! Position and turn of a sprite, and the conventions for its pixels on the grid.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, IntoStaticStr, VariantArray};

use crate::geom::{Affine, Point, Rounding, Size};

/// Position, turn and scale of a sprite.
///
/// ```
/// use maskscope_core::{geom::Size, scene::{Anchor, Placement, Snap}};
///
/// let placement = Placement { rotation: 90.0, anchor: Anchor::Centred, ..Placement::at((10.0, 20.0)) };
/// let world_from_sprite = placement.parent_from_source(Size::new(4, 2), Snap::HalfUp);
/// // A quarter turn about the middle: 4 × 2 pixels cover 2 × 4 cells.
/// assert_eq!(world_from_sprite.bounds((4.0, 2.0)), ((9.0, 18.0), (11.0, 22.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Placement {
    /// Position of its anchor, in pixels of the space inside its innermost parent: the world's if it has none.
    pub position: Point,
    /// Point of the sprite at its position, about which it turns and scales.
    pub anchor: Anchor,
    /// Degrees, clockwise.
    pub rotation: f64,
    /// The factor along the sprite's own x and y, before it is turned; a negative one mirrors it about its anchor.
    pub scale: (f64, f64),
    /// Mirrored in the same box, left to right and top to bottom, before anything else.
    pub flip: (bool, bool),
    /// Its own filter; `None` for the scene's filter.
    pub filter: Option<Filter>,
}

/// Point of a sprite at its position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anchor {
    /// The top left corner.
    #[default]
    TopLeft,
    /// PlayMyCode's middle: `trunc(size / 2 + 0.5)` from the top left, so that odd sizes shift half a pixel left and up.
    Centred,
    /// This point, in pixels from the top left corner.
    Custom(f64, f64),
}

/// Conventions for positions between pixels, in which engines differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Convention {
    /// Rounding of positions between pixels.
    pub snap: Snap,
    /// Filter for turned sprites.
    pub filter: Filter,
    /// Sampling point in a cell of the grid.
    pub at: SampleAt,
}

/// Rounding of positions between pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum Snap {
    /// Positions between pixels: halves up, as JavaScript, ActionScript and Haxe round.
    #[default]
    HalfUp,
    /// Positions between pixels: halves to the even neighbour, as C# and Delphi round.
    HalfEven,
    /// Positions between pixels: halves away from zero, as C and Rust round.
    HalfAway,
    /// Positions between pixels: always down.
    Floor,
    /// Positions between pixels: towards zero, as a cast does.
    Truncate,
    /// Positions between pixels are kept: the sprite is resampled at the fraction.
    Keep,
}

/// Filter of a sprite between its pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum Filter {
    /// Reads the pixel under the sample point.
    #[default]
    Nearest,
    /// Reads the weighted mean of the four pixels with the nearest centres.
    Bilinear,
    /// pygame.transform.rotate: turns about the middle, cannot scale.
    #[strum(serialize = "pygame.rotate")]
    PygameRotate,
    /// pygame.transform.rotozoom: turns and scales about the middle, both axes by one factor, and blends four pixels.
    #[strum(serialize = "pygame.rotozoom")]
    PygameRotozoom,
    /// pygame.transform.scale: scales about the middle, cannot turn.
    #[strum(serialize = "pygame.scale")]
    PygameScale,
    /// pygame.transform.smoothscale: scales about the middle and blends, cannot turn.
    #[strum(serialize = "pygame.smoothscale")]
    PygameSmoothscale,
}

/// Sampling point in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, VariantArray, IntoStaticStr, EnumMessage)]
#[strum(serialize_all = "kebab-case")]
pub enum SampleAt {
    /// Reads each cell at its centre.
    #[default]
    Centre,
    /// Reads each cell at its top left corner.
    Corner,
}

impl Default for Placement {
    fn default() -> Self {
        Self {
            position: (0.0, 0.0),
            anchor: Anchor::TopLeft,
            rotation: 0.0,
            scale: (1.0, 1.0),
            flip: (false, false),
            filter: None,
        }
    }
}

impl Snap {
    /// The rounding of a position before the sprite is put on the grid; `None` if it is kept.
    pub const fn rounding(self) -> Option<Rounding> {
        match self {
            Self::HalfUp => Some(Rounding::HalfUp),
            Self::HalfEven => Some(Rounding::HalfEven),
            Self::HalfAway => Some(Rounding::HalfAway),
            Self::Floor => Some(Rounding::Floor),
            Self::Truncate => Some(Rounding::Truncate),
            Self::Keep => None,
        }
    }

    /// A position under this rule. A position beyond all cells is unchanged.
    pub fn snap(self, (x, y): Point) -> Point {
        let whole = |n: f64| self.rounding().and_then(|rule| rule.round(n)).map_or(n, f64::from);
        (whole(x), whole(y))
    }
}

impl SampleAt {
    /// The distance of the sampling point from a cell's top left corner, along both axes.
    pub const fn inset(self) -> f64 {
        match self {
            Self::Centre => 0.5,
            Self::Corner => 0.0,
        }
    }
}

impl Anchor {
    /// The point in pixels from the top left corner of a sprite of `size`.
    pub fn point(self, size: Size) -> Point {
        match self {
            Self::TopLeft => (0.0, 0.0),
            Self::Centred => {
                let half = |side: u32| (f64::from(side) / 2.0 + 0.5).trunc();
                (half(size.width), half(size.height))
            }
            Self::Custom(x, y) => (x, y),
        }
    }
}

impl Placement {
    /// The farthest position from the origin, in pixels: then every offset fits `i32`.
    pub const FAR: f64 = 1e9;
    /// The range of scales, mirrored or not.
    pub const SCALES: std::ops::RangeInclusive<f64> = 0.01..=100.0;

    /// The name and the range of a number that is out of range or not a number, if any.
    pub fn out_of_range(&self) -> Option<(&'static str, &'static str)> {
        const NEAR: &str = "-1,000,000,000 to 1,000,000,000";
        let is_near = |n: f64| n.abs() <= Self::FAR;
        let anchor = if let Anchor::Custom(x, y) = self.anchor { (x, y) } else { (0.0, 0.0) };
        let is_scale = |n: f64| Self::SCALES.contains(&n.abs());
        let checks = [
            ("position", NEAR, is_near(self.position.0) && is_near(self.position.1)),
            ("anchor", NEAR, is_near(anchor.0) && is_near(anchor.1)),
            ("rotation", "any number of degrees", self.rotation.is_finite()),
            ("scale", "0.01 to 100, and -0.01 to -100 to flip", is_scale(self.scale.0) && is_scale(self.scale.1)),
        ];
        checks.into_iter().find(|(.., is_right)| !is_right).map(|(name, range, _)| (name, range))
    }

    /// The placement with every number clamped to these limits; NaN and infinities become the default.
    #[must_use]
    pub fn cut_to_range(self) -> Self {
        let number = |n: f64, otherwise: f64| if n.is_finite() { n } else { otherwise };
        let near = |n: f64| number(n, 0.0).clamp(-Self::FAR, Self::FAR);
        let scale = |n: f64| {
            let size = number(n, 1.0).abs().clamp(*Self::SCALES.start(), *Self::SCALES.end());
            if n < 0.0 && n.is_finite() { -size } else { size }
        };
        Self {
            position: (near(self.position.0), near(self.position.1)),
            anchor: match self.anchor {
                Anchor::Custom(x, y) => Anchor::Custom(near(x), near(y)),
                anchor => anchor,
            },
            // Whole turns are kept: an engine that takes angles in 32 bits distinguishes 30 from 390.
            rotation: if self.rotation.abs() <= Self::FAR {
                self.rotation
            } else {
                number(self.rotation, 0.0).rem_euclid(360.0)
            },
            scale: (scale(self.scale.0), scale(self.scale.1)),
            ..self
        }
    }

    /// An upright sprite with its top left corner at `position`.
    pub fn at(position: Point) -> Self {
        Self { position, ..Self::default() }
    }

    /// The linear part: the turn and scale of a vector within the sprite.
    pub fn linear(&self) -> Affine {
        Affine::rotation(self.rotation).after(Affine::scaling(self.scale.0, self.scale.1))
    }

    /// Map from points of a sprite of `size`, from its top left corner, to the parent's space.
    pub fn parent_from_source(&self, size: Size, snap: Snap) -> Affine {
        let anchor = self.anchor.point(size);
        let flip = |flipped: bool, side: u32| if flipped { (-1.0, f64::from(side)) } else { (1.0, 0.0) };
        let (x, y) = (flip(self.flip.0, size.width), flip(self.flip.1, size.height));
        let flipped = Affine { tx: x.1, ty: y.1, ..Affine::scaling(x.0, y.0) };
        Affine::translation(snap.snap(self.position))
            .after(self.linear())
            .after(Affine::translation((-anchor.0, -anchor.1)))
            .after(flipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playmycodes_middle_of_odd_sizes_is_half_a_pixel_off() {
        let middle = |side| Anchor::Centred.point(Size::new(side, side)).0;
        assert_eq!([1, 2, 3, 16, 17].map(middle), [1.0, 1.0, 2.0, 8.0, 9.0]);
    }

    #[test]
    fn flips_stay_in_place_and_turns_go_about_the_anchor() {
        let size = Size::new(4, 2);
        let flipped = Placement { flip: (true, false), ..Placement::at((10.0, 20.0)) };
        assert_eq!(flipped.parent_from_source(size, Snap::Keep).bounds((4.0, 2.0)), ((10.0, 20.0), (14.0, 22.0)));
        let turned = Placement { rotation: 90.0, anchor: Anchor::Centred, ..Placement::at((10.0, 20.0)) };
        assert_eq!(turned.parent_from_source(size, Snap::Keep).bounds((4.0, 2.0)), ((9.0, 18.0), (11.0, 22.0)));
    }

    #[test]
    fn each_number_has_a_range() {
        let far = Placement::FAR * 2.0;
        let plain = Placement::default();
        for (placement, name) in [
            (Placement { position: (far, 0.0), ..plain }, "position"),
            (Placement { position: (0.0, -far), ..plain }, "position"),
            (Placement { anchor: Anchor::Custom(far, 0.0), ..plain }, "anchor"),
            (Placement { anchor: Anchor::Custom(0.0, far), ..plain }, "anchor"),
            (Placement { anchor: Anchor::Custom(0.0, f64::NAN), ..plain }, "anchor"),
            (Placement { rotation: f64::INFINITY, ..plain }, "rotation"),
            (Placement { scale: (0.0, 1.0), ..plain }, "scale"),
            (Placement { scale: (1.0, 101.0), ..plain }, "scale"),
            (Placement { scale: (-0.001, 1.0), ..plain }, "scale"),
            (Placement { scale: (1.0, -101.0), ..plain }, "scale"),
            (Placement { scale: (1.0, f64::NEG_INFINITY), ..plain }, "scale"),
        ] {
            assert_eq!(placement.out_of_range().map(|(name, _)| name), Some(name), "{placement:?}");
            assert_eq!(placement.cut_to_range().out_of_range(), None, "{placement:?}");
        }
        assert_eq!(plain.out_of_range(), None);
        let mirrored = Placement { scale: (-1.0, -0.01), ..plain };
        assert_eq!((mirrored.out_of_range(), mirrored.cut_to_range()), (None, mirrored), "a flip");
    }

    #[test]
    fn a_negative_scale_mirrors_about_the_anchor() {
        let size = Size::new(4, 2);
        let mirrored = |anchor| Placement { scale: (-1.0, 1.0), anchor, ..Placement::at((10.0, 20.0)) };
        let bounds = |anchor| mirrored(anchor).parent_from_source(size, Snap::Keep).bounds((4.0, 2.0));
        assert_eq!(bounds(Anchor::TopLeft), ((6.0, 20.0), (10.0, 22.0)), "to the left of its position");
        assert_eq!(bounds(Anchor::Centred), ((8.0, 19.0), (12.0, 21.0)));
        let map = mirrored(Anchor::TopLeft).parent_from_source(size, Snap::Keep);
        assert!(map.permutes_cells() && map.map((1.0, 0.0)) == (9.0, 20.0));
    }

    #[test]
    fn a_rule_snaps_the_position_before_the_anchor() {
        let placement = Placement { anchor: Anchor::Custom(0.5, 0.5), ..Placement::at((2.5, -2.5)) };
        let origin = |snap| placement.parent_from_source(Size::new(1, 1), snap).map((0.0, 0.0));
        assert_eq!(origin(Snap::HalfUp), (2.5, -2.5));
        assert_eq!(origin(Snap::HalfAway), (2.5, -3.5));
        assert_eq!(origin(Snap::Keep), (2.0, -3.0));
    }
}
