//! Facts about a check from which the question of its site follows.

use crate::geom::Point;
use crate::replay::{Check, SidePlaces, Tested};

/// The fewest hits, misses or frames from which a question follows; fewer may be chance.
pub(in crate::replay) const ENOUGH: u64 = 3;

/// Facts about a check.
#[derive(Clone, Debug)]
pub struct QuestionFacts {
    /// File and line of the game.
    pub(super) line: Option<String>,
    pub(super) kinds: [String; 2],
    pub(super) names: [String; 2],
    pub(super) time: f64,
    pub(super) hit: Option<bool>,
    pub(super) test: TestKind,
    /// True if the tested shapes lie edge to edge, at most 1 px apart or 1 px deep.
    pub(super) is_edge_to_edge: bool,
    /// True if a hit shares pixels as a player sees them; `None` of a miss, and where one has no picture.
    pub(super) shares: Option<bool>,
    /// The places of both; `None` where the log says nothing of them.
    pub(super) sides: Option<[SideFacts; 2]>,
}

/// A check of boxes in whose place a finer one of the same things stands in the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Finer {
    /// The frame.
    pub at: f64,
    /// The instances.
    pub names: [String; 2],
    /// File and line of the check of boxes.
    pub line: String,
}

/// Facts about a side of a check.
#[derive(Clone, Debug)]
pub(super) struct SideFacts {
    /// The rectangle around the tested shapes; `None` of a mask.
    pub tested: Option<[f64; 4]>,
    /// The top left of the tested mask.
    pub mask_at: Option<Point>,
    pub places: SidePlaces,
}

/// A way of testing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TestKind {
    Box,
    Circle,
    Mask,
    /// Any other, or one that the log does not name.
    #[default]
    Other,
}

impl TestKind {
    fn of(rule: &str) -> Self {
        match rule {
            "box" => Self::Box,
            rule if rule.starts_with("mask") => Self::Mask,
            rule if rule.starts_with("circle") => Self::Circle,
            _ => Self::Other,
        }
    }

    /// True if it is finer than a test of boxes.
    pub(super) const fn is_fine(self) -> bool {
        matches!(self, Self::Circle | Self::Mask)
    }
}

impl QuestionFacts {
    /// The facts about a check, whose tested shapes lie edge to edge or not, and which shares pixels or not.
    pub(in crate::replay) fn of(check: &Check, is_edge_to_edge: bool, shares: Option<bool>) -> Self {
        let game = check.game.as_ref();
        let rule = game.and_then(|game| game.rule.as_deref()).unwrap_or_default();
        let side = |at: usize| {
            let subject = &check.subjects[at];
            let mut places = subject.places.as_deref()?.clone();
            // A larger or smaller one than it has.
            places.is_made |= rule.contains(" × ");
            let mask_at = match &subject.tested {
                Tested::Shapes(_) => None,
                Tested::Mask(mask) => Some(mask.extent.origin().point()),
                Tested::Pixels => Some(check.pair.sprites[at].extent.origin().point()),
            };
            let bounds = if let Tested::Shapes(shapes) = &subject.tested { shapes.bounds() } else { None };
            let tested = bounds.map(|((left, top), (right, bottom))| [left, top, right - left, bottom - top]);
            Some(SideFacts { tested, mask_at, places })
        };
        Self {
            line: check.source.clone(),
            kinds: check.subjects.each_ref().map(|subject| subject.kind.clone()),
            names: check.names.clone(),
            time: check.at,
            hit: game.map(|game| game.hit),
            test: TestKind::of(rule),
            is_edge_to_edge,
            shares,
            sides: side(0).zip(side(1)).map(<[_; 2]>::from),
        }
    }

    /// The rectangles around the tested shapes of both; `None` unless both are known.
    pub(super) fn tested(&self) -> Option<[[f64; 4]; 2]> {
        let [a, b] = self.sides.as_ref()?;
        Some([a.tested?, b.tested?])
    }
}

/// The middle of a rectangle.
pub(super) fn middle([x, y, width, height]: [f64; 4]) -> Point {
    (x + width / 2.0, y + height / 2.0)
}

/// True if two points lie within `px` of each other along both axes.
pub(super) fn are_close(a: Point, b: Point, px: f64) -> bool {
    (a.0 - b.0).abs() <= px && (a.1 - b.1).abs() <= px
}

/// The top left of a rectangle.
pub(super) const fn corner([x, y, ..]: [f64; 4]) -> Point {
    (x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_of_testing_are_known_by_their_rules() {
        let kinds = ["box", "mask", "mask:127", "circle", "circle:0.5", "boxes", "", "point"].map(TestKind::of);
        use TestKind::{Box, Circle, Mask, Other};
        assert_eq!(kinds, [Box, Mask, Mask, Circle, Circle, Other, Other, Other]);
    }
}
