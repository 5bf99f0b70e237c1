//! [`Form::fit_frames`]: shapes that fit all frames of an animation, found quickly.

use super::cells::Rule;
use super::fitting::Form;
use super::frames::FrameMask;
use super::shared::SharedFit;
use crate::geom::IntRect;
use crate::shape::Shape;

/// The most cells of the box around all frames.
const MOST_CELLS: u64 = 1 << 22;
/// The most rounds in which each of several shapes is fitted beside the others.
const MOST_ROUNDS: usize = 4;

impl Form {
    /// Shapes of this form that fit all `frames` together, the same number as those `given`, and as well as a short search finds
    /// by `rule`: [`SharedFit`] for one, and in turn for each of several, where the others stand. `None` where no shape fits, if
    /// the frames are too large together, and if cancelled.
    pub fn fit_frames(
        self,
        frames: &[FrameMask<'_>],
        given: &[Shape],
        rule: Rule,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Option<Vec<Shape>> {
        if frames.iter().map(FrameMask::cells).reduce(IntRect::union)?.area() > MOST_CELLS {
            return None;
        }
        if given.len() < 2 {
            let shared = like(SharedFit::new(frames, &[], rule)?.hasty(), given.first());
            return Some(vec![shared.fit(self, given.first(), is_cancelled)?.shape]);
        }
        let mut shapes = given.to_vec();
        if let (&[FrameMask { mask, at: (0.0, 0.0) }], Rule::Fewest) = (frames, rule) {
            shapes = self.fit_beside(mask, given)?.shapes;
        }
        let mut least = price(frames, &shapes, rule)?;
        for _ in 0..MOST_ROUNDS {
            let before = least;
            for at in 0..shapes.len() {
                let mut others = shapes.clone();
                let own = others.remove(at);
                let Some(shared) = SharedFit::new(frames, &others, rule) else { continue };
                let shape = like(shared.hasty(), Some(&own)).fit(self, Some(&own), is_cancelled)?.shape;
                others.insert(at, shape);
                if let Some(price) = price(frames, &others, rule).filter(|price| *price < least) {
                    (least, shapes) = (price, others);
                }
            }
            if least == before {
                break;
            }
        }
        Some(shapes)
    }
}

/// A search for a capsule that stays upright if the given one is.
fn like(shared: SharedFit, given: Option<&Shape>) -> SharedFit {
    match given {
        Some(Shape::Capsule([x1, _, x2, ..])) if x1 == x2 => shared.upright(),
        _ => shared,
    }
}

/// The cells in which shapes differ from all frames, those first that `rule` forbids; `None` of shapes that reach too far.
fn price(frames: &[FrameMask<'_>], shapes: &[Shape], rule: Rule) -> Option<(u64, u64)> {
    let sum = |(added, missed): (u64, u64), frame: &FrameMask<'_>| {
        let (more, fewer) = frame.differing(shapes)?;
        Some((added + more, missed + fewer))
    };
    let (added, missed) = frames.iter().try_fold((0, 0), sum)?;
    Some(rule.price(added, missed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Affine, Point, whole};
    use crate::mask::Mask;

    fn mask(text: &str) -> Mask {
        text.parse().expect("a mask")
    }

    fn of<'a>(masks: &'a [Mask], places: &[Point]) -> Vec<FrameMask<'a>> {
        masks.iter().zip(places).map(|(mask, at)| FrameMask { mask, at: *at }).collect()
    }

    /// The fewest differing cells of all boxes.
    fn fewest(frames: &[FrameMask<'_>], side: i64) -> u64 {
        let ends =
            |side: i64| (0..side).flat_map(move |from| (from + 1..=side).map(move |to| (whole(from), whole(to))));
        let mut least = u64::MAX;
        for (left, right) in ends(side) {
            for (top, bottom) in ends(side) {
                let shape = [Shape::Box([left, top, right - left, bottom - top])];
                let wrong = frames.iter().filter_map(|frame| frame.differing(&shape)).map(|(one, other)| one + other);
                least = least.min(wrong.sum());
            }
        }
        least
    }

    #[test]
    fn no_box_differs_from_all_frames_in_fewer_cells() {
        let masks = [mask("##..\n##..\n##..\n...."), mask(".##.\n.##.\n.###\n...#"), mask("####\n.##.\n.##.\n....")];
        let frames = of(&masks, &[(0.0, 0.0); 3]);
        let shapes = Form::Box.fit_frames(&frames, &[], Rule::Fewest, &|| false).expect("solid cells");
        let wrong = |shapes: &[Shape]| -> u64 {
            frames.iter().filter_map(|frame| frame.differing(shapes)).map(|(one, other)| one + other).sum()
        };
        assert_eq!(wrong(&shapes), fewest(&frames, 4));
        // The best box of the first frame alone is worse.
        let first = Form::Box.fit_frames(&frames[..1], &[], Rule::Fewest, &|| false).expect("solid cells");
        assert!(wrong(&first) > wrong(&shapes), "{first:?} and {shapes:?}");
    }

    #[test]
    fn frames_of_other_places_share_a_shape() {
        let masks = [mask("##\n##"), mask("....\n.##.\n.##.\n....")];
        let frames = of(&masks, &[(1.0, 1.0), (0.0, 0.0)]);
        for form in [Form::Box, Form::Circle] {
            let shapes = form.fit_frames(&frames, &[], Rule::Fewest, &|| false).expect("solid cells");
            let [shape] = &shapes[..] else { panic!("one shape") };
            let ((left, top), (right, bottom)) = shape.placed(&Affine::IDENTITY).bounds();
            assert_eq!(((left + right) / 2.0, (top + bottom) / 2.0), (2.0, 2.0));
            assert!(frames.iter().all(|frame| frame.differing(&shapes) == Some((0, 0))), "{shape:?}");
        }
    }

    #[test]
    fn the_price_is_that_of_all_frames() {
        let masks = ["#...", "##..", "####"].map(mask);
        let frames = of(&masks, &[(0.0, 0.0); 3]);
        let boxed = [Shape::Box([0.0, 0.0, 3.0, 1.0])];
        // It covers two clear cells of the first and one of the second, and leaves out one of the third.
        let price = |rule| price(&frames, &boxed, rule).expect("it is near");
        assert_eq!([Rule::Fewest, Rule::Inside, Rule::Outside].map(price), [(0, 4), (3, 1), (1, 3)]);
    }

    #[test]
    fn rules_hold_in_every_frame() {
        let masks = [mask("###.\n###."), mask(".###\n.###")];
        let frames = of(&masks, &[(0.0, 0.0); 2]);
        let counts = |rule| {
            let shapes = Form::Box.fit_frames(&frames, &[], rule, &|| false).expect("solid cells");
            [0, 1].map(|frame: usize| frames[frame].differing(&shapes))
        };
        assert_eq!(counts(Rule::Inside), [Some((0, 2)); 2]);
        assert_eq!(counts(Rule::Outside), [Some((2, 0)); 2]);
        let apart = [mask("#."), mask(".#")];
        assert_eq!(Form::Box.fit_frames(&of(&apart, &[(0.0, 0.0); 2]), &[], Rule::Inside, &|| false), None);
    }

    #[test]
    fn several_shapes_are_counted_as_one() {
        let masks = [mask("##.##\n##.##")];
        let frames = of(&masks, &[(0.0, 0.0)]);
        let given = [Shape::Box([0.0, 0.0, 3.0, 2.0]), Shape::Box([1.0, 0.0, 3.0, 2.0])];
        assert_eq!(frames[0].differing(&given), Some((2, 2)));
        let shapes = Form::Box.fit_frames(&frames, &given, Rule::Fewest, &|| false).expect("solid cells");
        assert_eq!((shapes.len(), frames[0].differing(&shapes)), (2, Some((0, 0))));
    }
}
