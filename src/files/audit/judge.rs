//! Pixels in which a hitbox is wrong in all frames together, and those of the best shape of its kind.

use maskscope_core::geom::{Affine, Point};
use maskscope_core::mask::Mask;
use maskscope_core::shape::fit::{Form, FrameMask};
use maskscope_core::shape::{Hitbox, Part, Shape};

use super::counts::PixelCounts;
use super::role::HitboxRole;

/// A frame that is tested by shapes.
#[derive(Debug)]
pub(super) struct TestedFrame {
    /// Its number in the file, from 0.
    pub number: usize,
    pub mask: Mask,
    pub shapes: Vec<Shape>,
}

/// The frames of a hitbox.
#[derive(Debug)]
pub(super) struct TestedFrames {
    pub frames: Vec<TestedFrame>,
    pub role: HitboxRole,
    /// The kind of all shapes; `None` if they are of several, or the editor draws no other shape in their place.
    pub form: Option<Form>,
}

/// Pixels of a hitbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measured {
    pub solid: u64,
    pub counts: PixelCounts,
    /// The number of the frame with the most wrong pixels.
    pub worst_frame: usize,
}

impl TestedFrames {
    /// The frames with solid pixels of a hitbox, in the order of their numbers; a shape that is not `is_free` has no other in its
    /// place.
    pub(super) fn new<'a>(
        hitboxes: impl IntoIterator<Item = (usize, &'a Hitbox, Mask)>,
        role: HitboxRole,
        is_free: bool,
    ) -> Self {
        let mut form = None;
        let mut frames = Vec::new();
        for (number, hitbox, mask) in hitboxes {
            let shape = |part: &Part| if let Part::Shape(shape) = part { Some(shape.clone()) } else { None };
            let shapes: Vec<_> = hitbox.parts().iter().filter_map(shape).collect();
            let mask = role.solid_of(mask, &shapes);
            if !mask.is_clear() && !shapes.is_empty() {
                form = form.or_else(|| Form::of(hitbox).filter(|_| is_free));
                frames.push(TestedFrame { number, mask, shapes });
            }
        }
        Self { frames, role, form }
    }

    /// The pixels in which the hitbox is wrong; `None` without a solid pixel, and for shapes that reach too far.
    pub(super) fn measured(&self) -> Option<Measured> {
        let mut measured: Option<Measured> = None;
        let mut most = 0;
        for TestedFrame { number, mask, shapes } in &self.frames {
            let counts = FrameMask::new(mask).differing(shapes)?;
            let wrong = self.role.wrong(PixelCounts::default().plus(counts));
            let sum =
                measured.get_or_insert(Measured { solid: 0, counts: PixelCounts::default(), worst_frame: *number });
            (sum.solid, sum.counts) = (sum.solid + mask.count(), sum.counts.plus(counts));
            if wrong > most {
                (most, sum.worst_frame) = (wrong, *number);
            }
        }
        measured
    }

    /// True if a search for the best shape takes long.
    pub(super) fn is_slow(&self) -> bool {
        let has_several = self.frames.iter().any(|frame| frame.shapes.len() > 1);
        has_several || matches!(self.form, Some(Form::Polygon(_) | Form::Convex(_)))
    }

    /// The wrong pixels of the best shapes of the same kind, no more than those of its `own`; `None` if none can be fitted, if
    /// better ones leave out most of the only picture, which nobody can want, and if cancelled.
    pub(super) fn best(&self, own: PixelCounts, is_cancelled: &dyn Fn() -> bool) -> Option<PixelCounts> {
        let shapes = self.fitted(self.form?, is_cancelled)?;
        let best = self.counted(&shapes)?.into_iter().fold(PixelCounts::default(), PixelCounts::and);
        if self.role.wrong(best) >= self.role.wrong(own) {
            return Some(own);
        }
        // Of an animation, the best one for all frames may leave out most of some.
        let is_most = |frame: &TestedFrame| 2 * best.left_out > frame.mask.count();
        let [only] = &self.frames[..] else { return Some(best) };
        (self.role == HitboxRole::Inside || !is_most(only)).then_some(best)
    }

    /// The shapes of a form that fit each frame, in its pixels: the same ones where the frames share theirs. `None` if none can be
    /// fitted, and if cancelled.
    pub(super) fn fitted(&self, form: Form, is_cancelled: &dyn Fn() -> bool) -> Option<Vec<Vec<Shape>>> {
        match self.places() {
            Some(places) => self.fitted_at(form, &self.frames, &places, is_cancelled),
            None => {
                let each = |frame| self.fitted_at(form, frame, &[(0.0, 0.0)], is_cancelled);
                let each: Option<Vec<_>> = self.frames.chunks(1).map(each).collect();
                Some(each?.concat())
            }
        }
    }

    /// The shapes that fit frames at their `places`, in the pixels of each.
    fn fitted_at(
        &self,
        form: Form,
        frames: &[TestedFrame],
        places: &[Point],
        is_cancelled: &dyn Fn() -> bool,
    ) -> Option<Vec<Vec<Shape>>> {
        let masks: Vec<_> =
            frames.iter().zip(places).map(|(frame, at)| FrameMask { mask: &frame.mask, at: *at }).collect();
        let given = &frames.first()?.shapes;
        let shapes = form.fit_frames(&masks, given, self.role.rule(), is_cancelled)?;
        let moved = |&(x, y): &Point| shapes.iter().map(|shape| shape.translated((-x, -y))).collect();
        Some(places.iter().map(moved).collect())
    }

    /// The wrong pixels of the `shapes` of each frame, in its pixels; `None` of shapes that reach too far.
    pub(super) fn counted(&self, shapes: &[Vec<Shape>]) -> Option<Vec<PixelCounts>> {
        let frames = self.frames.iter().zip(shapes);
        let counts = frames.map(|(frame, shapes)| FrameMask::new(&frame.mask).differing(shapes));
        counts.map(|counts| Some(PixelCounts::default().plus(counts?))).collect()
    }

    /// A shape of the frame of a number, moved to each frame as those in the file are.
    pub(super) fn moved(&self, shape: &Shape, number: usize) -> Vec<Vec<Shape>> {
        let from = self.frames.iter().find(|frame| frame.number == number).and_then(corner);
        let by = |frame: &TestedFrame| match from.zip(corner(frame)) {
            Some((from, to)) => (to.0 - from.0, to.1 - from.1),
            None => (0.0, 0.0),
        };
        self.frames.iter().map(|frame| vec![shape.translated(by(frame))]).collect()
    }

    /// The places of the frames where they share the shapes of the first; `None` if they have others.
    fn places(&self) -> Option<Vec<Point>> {
        let first = self.frames.first()?;
        let origin = corner(first)?;
        let place = |frame: &TestedFrame| {
            let (x, y) = corner(frame)?;
            let by = (x - origin.0, y - origin.1);
            let is_same = |(one, other): (&Shape, &Shape)| are_near(&one.translated(by), other);
            let are_same =
                first.shapes.len() == frame.shapes.len() && first.shapes.iter().zip(&frame.shapes).all(is_same);
            are_same.then_some((-by.0, -by.1))
        };
        self.frames.iter().map(place).collect()
    }
}

/// The top left corner of the first shape of a frame.
fn corner(frame: &TestedFrame) -> Option<Point> {
    Some(frame.shapes.first()?.placed(&Affine::IDENTITY).bounds().0)
}

/// True for shapes of a kind whose numbers are equal but for what is lost in computing them.
fn are_near(one: &Shape, other: &Shape) -> bool {
    const NEAR: f64 = 1e-6;
    let (numbers, others) = (numbers(one), numbers(other));
    let is_near = |(one, other): (&f64, &f64)| (one - other).abs() < NEAR;
    one.name() == other.name() && numbers.len() == others.len() && numbers.iter().zip(others).all(is_near)
}

/// The numbers of a shape.
pub(super) fn numbers(shape: &Shape) -> &[f64] {
    match shape {
        Shape::Box(all) | Shape::Ellipse(all) => all,
        Shape::Circle(all) => all,
        Shape::Capsule(all) => all,
        Shape::Polygon(corners) => corners.as_flattened(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(text: &str) -> Mask {
        text.parse().expect("a mask")
    }

    fn tested(frames: &[(&str, Shape)], role: HitboxRole) -> TestedFrames {
        let hitboxes: Vec<_> = frames.iter().map(|(text, shape)| (Hitbox::from(shape.clone()), mask(text))).collect();
        let all = hitboxes.iter().enumerate().map(|(number, (hitbox, mask))| (number, hitbox, mask.clone()));
        TestedFrames::new(all, role, true)
    }

    fn counts(covered: u64, left_out: u64) -> PixelCounts {
        PixelCounts { covered, left_out }
    }

    #[test]
    fn frames_are_summed_and_the_worst_is_named() {
        let whole = Shape::Box([0.0, 0.0, 3.0, 2.0]);
        let frames =
            tested(&[("...\n...", whole.clone()), ("###\n##.", whole.clone()), ("##.\n...", whole)], HitboxRole::Fit);
        let measured = frames.measured().expect("solid pixels");
        assert_eq!(measured, Measured { solid: 7, counts: counts(5, 0), worst_frame: 2 });
        // The box of both frames: the first row leaves out 2, and covers 1 that is clear in the other frame.
        let best = frames.best(measured.counts, &|| false).expect("a box");
        assert_eq!(HitboxRole::Fit.wrong(best), 3);
    }

    #[test]
    fn roles_count_other_pixels() {
        let shape = Shape::Box([1.0, 0.0, 3.0, 2.0]);
        let text = "###.\n###.";
        for (role, wrong, best) in [
            (HitboxRole::Fit, 4, counts(0, 0)),
            (HitboxRole::Inside, 2, counts(0, 0)),
            (HitboxRole::Outside, 2, counts(0, 0)),
        ] {
            let frames = tested(&[(text, shape.clone())], role);
            let measured = frames.measured().expect("solid pixels");
            assert_eq!((measured.counts, role.wrong(measured.counts)), (counts(2, 2), wrong), "{role:?}");
            assert_eq!(frames.best(measured.counts, &|| false), Some(best), "{role:?}");
        }
        let feet = tested(&[("#...\n#...\n.##.", Shape::Box([1.0, 2.0, 2.0, 1.0]))], HitboxRole::Feet);
        assert_eq!(feet.measured().map(|measured| measured.counts), Some(counts(0, 0)));
    }

    #[test]
    fn shapes_that_move_with_the_picture_are_one() {
        let small = ("##\n##", Shape::Box([0.0, 0.0, 2.0, 1.0]));
        let large = ("....\n.##.\n.##.\n....", Shape::Box([1.0, 1.0, 2.0, 1.0]));
        let frames = tested(&[small.clone(), large], HitboxRole::Fit);
        assert_eq!(frames.places(), Some(vec![(0.0, 0.0), (-1.0, -1.0)]));
        assert_eq!(frames.best(counts(0, 4), &|| false), Some(counts(0, 0)));
        let others = tested(&[small, ("####", Shape::Box([0.0, 0.0, 1.0, 1.0]))], HitboxRole::Fit);
        assert_eq!(others.places(), None);
        assert_eq!(others.best(counts(0, 5), &|| false), Some(counts(0, 0)));
    }

    #[test]
    fn what_no_other_shape_replaces_has_no_best() {
        let (hitbox, mask) = (Hitbox::from(Shape::Box([0.0, 0.0, 1.0, 1.0])), mask("##"));
        let frames = TestedFrames::new([(0, &hitbox, mask)], HitboxRole::Fit, false);
        assert_eq!((frames.best(counts(0, 1), &|| false), frames.is_slow()), (None, false));
        let clear = tested(&[("..", Shape::Circle([0.0, 0.0, 1.0]))], HitboxRole::Fit);
        assert_eq!(clear.measured(), None);
    }
}
