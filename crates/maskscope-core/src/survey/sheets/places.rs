//! Meaning of the columns and rows of a map.

use crate::geom::{Cell, Offset, Size};
use crate::scene::{Laid, Placement, Shown};
use crate::words::coordinate;

use crate::survey::{Lattice, Setting, Variation};

/// Meaning of the columns and rows of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Places {
    /// Offsets at which two boxes overlap.
    Offsets(Lattice),
    /// A's thresholds across and B's down, 0 to 255 each.
    Thresholds,
    /// A's frames across and B's down, with the number of each.
    Frames(Size),
    /// Angles or fractions of a cell to which B is turned or moved from a placement.
    Variation(Variation, Placement),
    /// The cells of a picture of this size.
    Cells(Size),
}

/// Meaning of a place of a map: the target of a click.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// B stands at this offset.
    Offset(Offset),
    /// Alpha above these is solid in A and in B.
    Thresholds([u8; 2]),
    /// A and B show these frames.
    Frames([usize; 2]),
    /// B is placed like this.
    Placement(Placement),
    /// A cell of a picture, to which nothing can be moved.
    Cell,
}

impl Place {
    /// Both sprites as they lie here in `setting`; `None` of a place without sprites, and where they cannot lie.
    pub fn laid(self, setting: &Setting) -> Option<Laid> {
        let mut scene = setting.scene.clone();
        match self {
            Self::Offset(offset) => return Some(Laid { offset, ..setting.laid().ok()? }),
            Self::Thresholds(levels) => {
                for (actor, level) in scene.sprites.iter_mut().zip(levels) {
                    actor.sprite.set_threshold(level);
                }
            }
            Self::Frames(frames) => {
                for (actor, frame) in scene.sprites.iter_mut().zip(frames) {
                    let shown = Shown::Frame(frame);
                    actor.placement = actor.sprite.placement_of(shown, actor.placement);
                    actor.sprite.show(shown);
                }
            }
            Self::Placement(placement) => scene.sprites[1].placement = placement,
            Self::Cell => return None,
        }
        scene.lay().ok()
    }
}

/// Angles have one row of places: it is drawn so high.
const BAND: u32 = 24;

impl Places {
    /// The number of columns and rows of places.
    pub const fn size(self) -> Size {
        match self {
            Self::Offsets(lattice) => lattice.size(),
            Self::Thresholds => Size::new(256, 256),
            Self::Frames(size) | Self::Cells(size) => size,
            Self::Variation(variation, _) => variation.size(),
        }
    }

    /// The number of columns and rows of a map: more if one row of places would be too thin a line.
    pub(super) const fn drawn_size(self) -> Size {
        match self {
            Self::Variation(Variation::Angles, _) => Size::new(self.size().width, BAND),
            _ => self.size(),
        }
    }

    /// The meaning of column `x` and row `y` of a map.
    pub fn place(self, x: u32, y: u32) -> Place {
        let level = |n: u32| u8::try_from(n).unwrap_or(u8::MAX);
        match self {
            Self::Offsets(lattice) => Place::Offset(lattice.offset(x, y)),
            Self::Thresholds => Place::Thresholds([level(x), level(y)]),
            Self::Frames(_) => Place::Frames([x as usize, y as usize]),
            Self::Variation(variation, placement) => Place::Placement(variation.placement(&placement, x, y)),
            Self::Cells(_) => Place::Cell,
        }
    }

    /// The column and row at which `setting` is now, or in whose square it is, if there is such a place.
    pub fn now(self, setting: &Setting) -> Option<(u32, u32)> {
        match self {
            Self::Offsets(lattice) => lattice.place(setting.offset?),
            Self::Thresholds => {
                let [a, b] = setting.thresholds();
                Some((a.into(), b.into()))
            }
            Self::Frames(_) => {
                let [a, b] = setting.scene.sprites.each_ref().map(|actor| match actor.sprite.shown() {
                    Shown::Frame(frame) => u32::try_from(frame).ok(),
                    Shown::Merged => None,
                });
                a.zip(b)
            }
            Self::Variation(..) | Self::Cells(_) => None,
        }
    }

    /// The axes, in words.
    pub fn axes(self) -> String {
        match self {
            Self::Offsets(lattice) => {
                let part = lattice.part();
                let span = |first: i64, end: i64| format!("{} to {}", coordinate(first), coordinate(end - 1));
                format!("offset x {}, y {}", span(part.x, part.right()), span(part.y, part.bottom()))
            }
            Self::Thresholds => "A's threshold across, 0 to 255, B's down".to_owned(),
            Self::Frames(_) => "A's frames across, B's down".to_owned(),
            Self::Variation(Variation::Angles, _) => "B at 0° to 359°".to_owned(),
            Self::Variation(Variation::Fractions(n), _) => {
                format!("B moved right and down by 1/{n} of a cell per step")
            }
            Self::Cells(size) => size.to_string(),
        }
    }

    /// The lattice of offsets, where they are offsets.
    pub const fn lattice(self) -> Option<Lattice> {
        match self {
            Self::Offsets(lattice) => Some(lattice),
            _ => None,
        }
    }

    /// The names of the columns of a table that say which place a line is about.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Offsets(_) | Self::Cells(_) | Self::Variation(Variation::Fractions(_), _) => &["x", "y"],
            Self::Thresholds => &["threshold_a", "threshold_b"],
            Self::Frames(_) => &["frame_a", "frame_b"],
            Self::Variation(Variation::Angles, _) => &["angle"],
        }
    }

    /// The values of these columns at column `x` and row `y`: `-3,12`.
    pub fn written(self, x: u32, y: u32) -> String {
        match self {
            Self::Variation(Variation::Angles, _) => x.to_string(),
            Self::Variation(Variation::Fractions(n), _) => {
                let part = |at: u32| f64::from(at) / f64::from(n);
                format!("{},{}", part(x), part(y))
            }
            _ => {
                let cell = self.lattice().map_or(Cell::new(x.into(), y.into()), |all| all.offset(x, y).cell());
                format!("{},{}", cell.x, cell.y)
            }
        }
    }

    /// Every place, row by row.
    pub fn all(self) -> impl Iterator<Item = (u32, u32)> {
        let Size { width, height } = self.size();
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    }
}
