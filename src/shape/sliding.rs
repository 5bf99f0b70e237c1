//! [`Sliding`]: two hitboxes, one sliding over the other.

use std::sync::Arc;

use super::contact::{Meeting, TOUCH};
use super::{PlacedHitbox, PlacedPart};
use crate::geom::{Cell, Offset};
use crate::mask::Prepared;

/// Two hitboxes, B's sliding by whole pixels, and how they meet at any offset.
///
/// A shape then always covers the same cells of its own grid. So beside a mask it is a mask, too, which is made once: one of the
/// cells that it overlaps, and one of those that it at least touches.
#[derive(Clone, Debug)]
pub struct Sliding(Vec<Pair>);

/// A part of A and a part of B.
#[derive(Clone, Debug)]
enum Pair {
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
type Laid = (Arc<Prepared>, Cell);

impl Sliding {
    /// The hitboxes of A and B where offset 0 leaves them.
    pub fn new(a: &PlacedHitbox, b: &PlacedHitbox) -> Self {
        let pairs = a.parts().iter().flat_map(|a| b.parts().iter().map(move |b| Pair::of(a, b)));
        Self(pairs.collect())
    }

    /// The meeting of both with B moved by `offset`: they overlap if any parts do, and otherwise touch if any parts do.
    pub fn meets(&self, offset: Offset) -> Meeting {
        let mut meeting = Meeting::Apart;
        for pair in &self.0 {
            match pair.meets(offset) {
                Meeting::Overlaps => return Meeting::Overlaps,
                Meeting::Touches => meeting = Meeting::Touches,
                Meeting::Apart => {}
            }
        }
        meeting
    }
}

impl Pair {
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
fn laid(part: &PlacedPart, grown: f64) -> Option<Laid> {
    match part {
        PlacedPart::Mask(mask, origin) => Some((Arc::clone(mask), *origin)),
        PlacedPart::Shape(shape) => {
            let (mask, origin) = shape.mask(grown)?;
            Some((Arc::new(mask.into()), origin))
        }
    }
}
