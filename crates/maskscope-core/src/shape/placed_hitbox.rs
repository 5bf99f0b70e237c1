//! [`PlacedHitbox`]: the tested shapes of a sprite in the world. [`Sliding`]: two of them, one sliding over the other.

use std::sync::Arc;

use super::{Contact, Meeting, PlacedShape, placed::TOUCH, placed::united};
use crate::geom::{Cell, IntRect, Offset, Point, Rounding, Size, whole};
use crate::mask::{Prepared, distance, push_out};

/// The tested shapes and masks of a sprite in the world. Any of them may hit.
#[derive(Clone, Debug)]
pub struct PlacedHitbox(Vec<PlacedPart>);

/// A part of a hitbox in the world.
#[derive(Clone, Debug)]
pub enum PlacedPart {
    /// A shape.
    Shape(PlacedShape),
    /// A mask, and the cell of its top left.
    Mask(Arc<Prepared>, Cell),
}

impl PlacedHitbox {
    /// A hitbox of these parts; without any it meets nothing.
    pub const fn new(parts: Vec<PlacedPart>) -> Self {
        Self(parts)
    }

    /// The hitbox of a sprite that is tested as its mask, whose top left lies in the cell `origin`.
    pub fn of_mask(mask: &Arc<Prepared>, origin: Cell) -> Self {
        Self(vec![PlacedPart::Mask(Arc::clone(mask), origin)])
    }

    /// The hitbox, counted from the cell `origin`.
    #[must_use]
    pub fn relative_to(&self, origin: Cell) -> Self {
        Self(self.0.iter().map(|part| part.translated(Cell::ORIGIN - origin)).collect())
    }

    /// Its parts.
    pub fn parts(&self) -> &[PlacedPart] {
        &self.0
    }

    /// The outlines of its shapes, in the world; round ones are polygons of many corners.
    pub fn outlines(&self) -> impl Iterator<Item = Vec<Point>> {
        const CORNERS: u16 = 180;
        self.0.iter().filter_map(|part| match part {
            PlacedPart::Shape(shape) => Some(shape.outline(CORNERS)),
            PlacedPart::Mask(..) => None,
        })
    }

    /// The box around all parts: top left corner, bottom right corner; `None` if all are clear masks.
    pub fn bounds(&self) -> Option<(Point, Point)> {
        self.0.iter().filter_map(PlacedPart::bounds).reduce(united)
    }

    /// The cells that the box around all parts shares a point with; `None` if all are clear masks, or beyond all cells.
    pub fn cells(&self) -> Option<IntRect> {
        let ((left, top), (right, bottom)) = self.bounds()?;
        let corner =
            |x: f64, y: f64| Some(Cell::new(Rounding::Floor.round(x)?.into(), Rounding::Floor.round(y)?.into()));
        let (low, high) = (corner(left, top)?, corner(right.ceil(), bottom.ceil())?);
        let side = |low: i64, high: i64| u32::try_from(high - low).ok();
        Some(IntRect::new(low, Size::new(side(low.x, high.x)?, side(low.y, high.y)?)))
    }

    /// The meeting of two hitboxes: they overlap if any parts do, and otherwise touch if any parts do.
    pub fn meets(&self, other: &Self) -> Meeting {
        let shapes = PlacedShape::meets_any(&self.shapes(), &other.shapes());
        Meeting::of_any([shapes].into_iter().chain(self.pairs_with_masks(other).map(|(one, other)| one.meets(other))))
    }

    /// The contact of two hitboxes: the depth is the length of the shortest move that parts them, by whole pixels where there
    /// is a mask; the distance is that of the nearest parts.
    pub fn contact(&self, other: &Self) -> Contact {
        let shapes = PlacedShape::contact_of_any(&self.shapes(), &other.shapes());
        let contacts = self.pairs_with_masks(other).map(|(one, other)| one.contact(other));
        let contact = contacts.fold(shapes, Contact::or);
        let is_one = self.0.len() == 1 && other.0.len() == 1;
        match contact {
            Contact::Overlaps { depth: least } | Contact::OverlapsFar { least }
                if !is_one && self.pairs_with_masks(other).next().is_some() =>
            {
                self.whole_way_out(other, least)
            }
            contact => contact,
        }
    }

    /// The shortest move by whole pixels that parts two hitboxes, none of them shorter than `least`: nearer moves first.
    fn whole_way_out(&self, other: &Self, least: f64) -> Contact {
        /// The most pairs of pieces that are compared.
        const MOST_COMPARED: usize = 1 << 19;
        let sliding = Sliding::new(self, other);
        let pieces = |hitbox: &Self| hitbox.0.iter().map(PlacedPart::piece_count).sum::<usize>();
        let (pairs, mut compared) = (pieces(self) * pieces(other), 0);
        let mut shortest = f64::INFINITY;
        for ring in 0.. {
            if whole(ring) >= shortest {
                break;
            }
            if compared > MOST_COMPARED {
                return Contact::OverlapsFar { least: least.max(whole(ring)) };
            }
            for x in -ring..=ring {
                let step = if x.abs() < ring { 2 * ring.unsigned_abs() } else { 1 };
                #[expect(clippy::cast_possible_truncation, reason = "a few hundred")]
                let moves = (-ring..=ring).step_by(step.max(1) as usize).map(|y| Cell::new(x, y));
                for by in moves.filter(|by| by.length() >= least - TOUCH) {
                    compared += pairs;
                    let parts = Offset::of(by).is_some_and(|offset| sliding.meets(offset) != Meeting::Overlaps);
                    shortest = if parts { shortest.min(by.length()) } else { shortest };
                }
            }
        }
        Contact::Overlaps { depth: shortest }
    }

    /// Its shapes.
    fn shapes(&self) -> Vec<&PlacedShape> {
        let parts = self.0.iter();
        parts.filter_map(|part| if let PlacedPart::Shape(shape) = part { Some(shape) } else { None }).collect()
    }

    fn pairs_with_masks<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (&'a PlacedPart, &'a PlacedPart)> {
        let has_mask = |part: &PlacedPart| matches!(part, PlacedPart::Mask(..));
        self.pairs(other).filter(move |(one, other)| has_mask(one) || has_mask(other))
    }

    fn pairs<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (&'a PlacedPart, &'a PlacedPart)> {
        self.0.iter().flat_map(|one| other.0.iter().map(move |other| (one, other)))
    }
}

impl Contact {
    /// The contact of two pairs of parts together.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Overlaps { depth }, Self::Overlaps { depth: other }) => Self::Overlaps { depth: depth.max(other) },
            (
                Self::OverlapsFar { least: one },
                Self::OverlapsFar { least: other } | Self::Overlaps { depth: other },
            )
            | (Self::Overlaps { depth: one }, Self::OverlapsFar { least: other }) => {
                Self::OverlapsFar { least: one.max(other) }
            }
            (overlap @ (Self::Overlaps { .. } | Self::OverlapsFar { .. }), _)
            | (_, overlap @ (Self::Overlaps { .. } | Self::OverlapsFar { .. })) => overlap,
            (Self::Apart { distance }, Self::Apart { distance: other }) => {
                Self::Apart { distance: distance.min(other) }
            }
            _ => Self::Touches,
        }
    }
}

impl PlacedPart {
    /// The box around it: top left corner, bottom right corner; `None` for a clear mask.
    pub fn bounds(&self) -> Option<(Point, Point)> {
        match self {
            Self::Shape(shape) => Some(shape.bounds()),
            Self::Mask(mask, origin) => {
                let cells = mask.bounds()?.translated(*origin);
                Some((cells.origin().point(), Cell::new(cells.right(), cells.bottom()).point()))
            }
        }
    }

    const fn piece_count(&self) -> usize {
        if let Self::Shape(shape) = self { shape.piece_count() } else { 1 }
    }

    /// The same part moved by whole pixels.
    fn translated(&self, by: Cell) -> Self {
        match self {
            Self::Shape(shape) => Self::Shape(shape.translated(by.point())),
            Self::Mask(mask, origin) => Self::Mask(Arc::clone(mask), *origin + by),
        }
    }

    fn meets(&self, other: &Self) -> Meeting {
        match (self, other) {
            (Self::Shape(one), Self::Shape(other)) => one.meets(other),
            (Self::Shape(shape), Self::Mask(mask, origin)) | (Self::Mask(mask, origin), Self::Shape(shape)) => {
                shape.meets_mask(mask.mask(), *origin)
            }
            (Self::Mask(one, from), Self::Mask(other, to)) => {
                let overlaps = Offset::of(*to - *from).is_some_and(|offset| one.overlaps(other, offset));
                if overlaps { Meeting::Overlaps } else { Meeting::Apart }
            }
        }
    }

    /// The contact of two parts. Of two masks, the depth is the shortest push-out by whole pixels, and the distance
    /// that of the centres of the closest solid pixels.
    fn contact(&self, other: &Self) -> Contact {
        match (self, other) {
            (Self::Shape(one), Self::Shape(other)) => one.contact(other),
            (Self::Shape(shape), Self::Mask(mask, origin)) | (Self::Mask(mask, origin), Self::Shape(shape)) => {
                shape.contact_mask(mask.mask(), *origin)
            }
            (Self::Mask(one, from), Self::Mask(other, to)) => {
                let (one, other) = (one.mask(), other.mask());
                let Some(offset) = Offset::of(*to - *from) else {
                    return Contact::Apart { distance: (*to - *from).length() };
                };
                match push_out(one, other, offset) {
                    Some(depth) => Contact::Overlaps { depth },
                    None => Contact::Apart { distance: distance(one, other, offset).unwrap_or(f64::INFINITY) },
                }
            }
        }
    }
}

/// Two hitboxes, B's sliding by whole pixels, and how they meet at any offset.
///
/// A shape then always covers the same cells of its own grid. So beside a mask it is a mask, too, which is made once: one of the
/// cells that it overlaps, and one of those that it at least touches.
#[derive(Clone, Debug)]
pub struct Sliding(Vec<PartPair>);

/// A part of A and a part of B.
#[derive(Clone, Debug)]
enum PartPair {
    /// Masks whose shared cells are an overlap, and masks whose shared cells are at least a touch, where these are others.
    Masks(Slide, Option<Slide>),
    /// Parts that are compared as they are.
    Parts(PlacedPart, PlacedPart),
}

/// Two masks; `by` is the way from A's top left to B's.
#[derive(Clone, Debug)]
struct Slide {
    a: Arc<Prepared>,
    b: Arc<Prepared>,
    by: Cell,
}

/// A mask and the cell of its top left.
type LaidMask = (Arc<Prepared>, Cell);

impl Sliding {
    /// The hitboxes of A and B where offset 0 leaves them.
    pub fn new(a: &PlacedHitbox, b: &PlacedHitbox) -> Self {
        Self(a.pairs(b).map(|(a, b)| PartPair::of(a, b)).collect())
    }

    /// The meeting of both with B moved by `offset`: they overlap if any parts do, and otherwise touch if any parts do.
    pub fn meets(&self, offset: Offset) -> Meeting {
        Meeting::of_any(self.0.iter().map(|pair| pair.meets(offset)))
    }
}

impl PartPair {
    fn of(a: &PlacedPart, b: &PlacedPart) -> Self {
        let shapes = [a, b].iter().filter(|part| matches!(part, PlacedPart::Shape(_))).count();
        let slide = |grown| {
            let ((a, from), (b, to)) = laid(a, grown).zip(laid(b, grown))?;
            Some(Slide { a, b, by: to - from })
        };
        let masks = (shapes < 2).then(|| slide(-TOUCH).zip(slide(TOUCH))).flatten();
        match masks {
            Some((overlap, touch)) => {
                let counts = |slide: &Slide| [&slide.a, &slide.b].map(|mask| mask.mask().count());
                let is_other = counts(&overlap) != counts(&touch);
                Self::Masks(overlap, is_other.then_some(touch))
            }
            None => Self::Parts(a.clone(), b.clone()),
        }
    }

    fn meets(&self, offset: Offset) -> Meeting {
        match self {
            Self::Masks(overlap, touch) => match () {
                () if overlap.shares(offset) => Meeting::Overlaps,
                () if touch.as_ref().is_some_and(|touch| touch.shares(offset)) => Meeting::Touches,
                () => Meeting::Apart,
            },
            Self::Parts(a, b) => a.meets(&b.translated(offset.cell())),
        }
    }
}

impl Slide {
    fn shares(&self, offset: Offset) -> bool {
        Offset::of(self.by + offset.cell()).is_some_and(|offset| self.a.overlaps(&self.b, offset))
    }
}

/// A mask, or the cells of a shape that has `grown`; `None` for a shape of too many cells.
fn laid(part: &PlacedPart, grown: f64) -> Option<LaidMask> {
    match part {
        PlacedPart::Mask(mask, origin) => Some((Arc::clone(mask), *origin)),
        PlacedPart::Shape(shape) => {
            let (mask, origin) = shape.mask(grown)?;
            Some((Arc::new(mask.into()), origin))
        }
    }
}
