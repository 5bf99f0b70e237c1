//! [`FrameMask`]: frames of an animation that are tested by the same shapes, and the shapes that fit all of them.
//!
//! A cell weighs the frames in which it is solid, less those in which it is clear. The box of the largest weight differs from
//! all frames together in the fewest cells. Other forms are fitted to masks that most frames, all of them or any of them agree
//! on, and the best of these shapes is taken: another may be better.

use super::cells::Rule;
use super::fitting::{FitTask, Form};
use crate::geom::{Affine, Cell, IntRect, Offset, Point, Size};
use crate::mask::Mask;
use crate::shape::{Hitbox, PlacedHitbox, PlacedPart, Shape};

/// The most cells of the box around all frames; more are not fitted.
const MOST_CELLS: u64 = 1 << 22;
/// The most steps of the exact search for a box.
const MOST_STEPS: u64 = 1 << 28;
/// A search for a shape other than a polygon is given up after one of this many parts of the usual time.
const HASTE: i64 = 8;
/// The most corners of a polygon that is searched for from the outlines of a mask, and not only beside the given one.
const FEW_CORNERS: usize = 16;

/// The mask of a frame, in the space of shapes that all frames share.
#[derive(Clone, Copy, Debug)]
pub struct FrameMask<'a> {
    /// Its solid cells.
    pub mask: &'a Mask,
    /// The place of its top left corner.
    pub at: Point,
}

impl FrameMask<'_> {
    /// The clear cells that shapes cover together, those around the mask among them, and the solid cells that they leave out;
    /// `None` of shapes that reach too far.
    pub fn differing(&self, shapes: &[Shape]) -> Option<(u64, u64)> {
        let by = (-self.at.0, -self.at.1);
        let map = Affine::translation(by);
        let placed = PlacedHitbox::new(shapes.iter().map(|shape| PlacedPart::Shape(shape.placed(&map))).collect());
        let area = placed.cells()?.union(self.mask.bounding_box());
        if area.area() > Hitbox::MOST_CELLS {
            return None;
        }
        if let [shape] = shapes {
            return Some(shape.translated(by).differing(self.mask));
        }
        let covered = placed.covered(area);
        let both = covered.overlap_area(self.mask, Offset::of(Cell::ORIGIN - area.origin())?);
        Some((covered.count() - both, self.mask.count() - both))
    }

    /// The cells that it lies on; halves go left and up.
    fn cells(&self) -> IntRect {
        #[expect(clippy::cast_possible_truncation, reason = "frames lie near each other")]
        let floor = |n: f64| n.floor() as i64;
        IntRect::new(Cell::new(floor(self.at.0), floor(self.at.1)), self.mask.size())
    }
}

impl Form {
    /// Shapes of this form that fit all `frames` together, the same number as those `given`, and as well as could be found by
    /// `rule`; `None` if no frame has a solid cell, if the frames are too large together, and if cancelled.
    pub fn fit_frames(
        self,
        frames: &[FrameMask<'_>],
        given: &[Shape],
        rule: Rule,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Option<Vec<Shape>> {
        let grid = FrameGrid::of(frames)?;
        let mut best: Option<(u64, Vec<Shape>)> = None;
        for shapes in grid.candidates(self, given, rule, is_cancelled)? {
            let price = grid.price(frames, &shapes, rule)?;
            if best.as_ref().is_none_or(|(least, _)| price < *least) {
                best = Some((price, shapes));
            }
        }
        best.map(|(_, shapes)| shapes)
    }
}

/// The number of frames in which each cell is solid.
struct FrameGrid {
    area: IntRect,
    solid: Vec<u32>,
    /// The number of frames.
    count: u32,
}

impl FrameGrid {
    fn of(frames: &[FrameMask<'_>]) -> Option<Self> {
        let area = frames.iter().map(FrameMask::cells).reduce(IntRect::union)?;
        if area.area() > MOST_CELLS {
            return None;
        }
        let mut solid = vec![0_u32; usize::try_from(area.area()).ok()?];
        let width = usize::try_from(area.width).ok()?;
        for frame in frames {
            let by = frame.cells().origin() - area.origin();
            let (left, top) = (usize::try_from(by.x).ok()?, usize::try_from(by.y).ok()?);
            for (y, row) in (0..frame.mask.height()).zip(top..) {
                for run in frame.mask.runs(y) {
                    let (from, to) = (left + usize::try_from(run.start).ok()?, left + usize::try_from(run.end).ok()?);
                    solid[row * width..][from..to].iter_mut().for_each(|count| *count += 1);
                }
            }
        }
        Some(Self { area, solid, count: u32::try_from(frames.len()).ok()? })
    }

    /// The cells that are solid in at least that many frames.
    fn solid_in(&self, least: u32) -> Mask {
        let width = u64::from(self.area.width);
        let at = |x: u32, y: u32| usize::try_from(u64::from(y) * width + u64::from(x)).unwrap_or(usize::MAX);
        Mask::from_fn(self.area.size(), |x, y| self.solid.get(at(x, y)).is_some_and(|count| *count >= least))
    }

    /// The shapes to choose from, in the shared space.
    fn candidates(
        &self,
        form: Form,
        given: &[Shape],
        rule: Rule,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Option<Vec<Vec<Shape>>> {
        let mut masks: Vec<Mask> = Vec::new();
        let least = match rule {
            // In fewer frames, a cell is clear in one of them.
            Rule::Inside => vec![self.count],
            Rule::Outside => vec![1],
            Rule::Fewest => vec![self.count / 2 + 1, 1, self.count],
        };
        for mask in least.into_iter().map(|least| self.solid_in(least)) {
            if !mask.is_clear() && !masks.contains(&mask) {
                masks.push(mask);
            }
        }
        let origin = self.area.origin().point();
        let mut all = Vec::new();
        let is_exact = self.count > 1 && rule == Rule::Fewest && given.len() < 2 && form == Form::Box;
        if let Some(heaviest) = is_exact.then(|| self.heaviest()).flatten() {
            all.push(vec![Shape::of(heaviest).translated(origin)]);
            return Some(all);
        }
        let local: Vec<_> = given.iter().map(|shape| shape.translated((-origin.0, -origin.1))).collect();
        for mask in &masks {
            if rule == Rule::Fewest && (given.len() > 1 || given.len() == 1 && matches!(form, Form::Polygon(_))) {
                let beside = form.fit_beside(mask, &local)?;
                all.push(beside.shapes);
            }
            let (is_slow, haste) = match form {
                Form::Polygon(corners) | Form::Convex(corners) => (corners > FEW_CORNERS, 1),
                _ => (false, HASTE),
            };
            if given.len() > 1 && rule != Rule::Fewest {
                all.push(form.fit_pieces(mask, rule, given.len(), is_cancelled)?.shapes);
            } else if given.len() < 2 && (rule != Rule::Fewest || !is_slow) {
                let task = FitTask { solid: mask, free: None, rule, haste, given: None };
                let (shape, _) = form.fit_to(&task, is_cancelled)?;
                all.push(vec![shape]);
            }
        }
        for shapes in &mut all {
            shapes.iter_mut().for_each(|shape| *shape = shape.translated(origin));
        }
        Some(all)
    }

    /// The cells in which shapes differ from all frames; those that `rule` forbids cost more than any others together.
    fn price(&self, frames: &[FrameMask<'_>], shapes: &[Shape], rule: Rule) -> Option<u64> {
        let forbidden = 1 + self.area.area().saturating_mul(self.count.into());
        let (adding, missing) = match rule {
            Rule::Fewest => (1, 1),
            Rule::Inside => (forbidden, 1),
            Rule::Outside => (1, forbidden),
        };
        frames.iter().try_fold(0_u64, |sum, frame| {
            let (added, missed) = frame.differing(shapes)?;
            Some(sum.saturating_add(added.saturating_mul(adding)).saturating_add(missed.saturating_mul(missing)))
        })
    }

    /// The box of the largest weight, counted from the top left of all frames; `None` if it would take too long.
    fn heaviest(&self) -> Option<IntRect> {
        let Size { width, height } = self.area.size();
        let steps = u64::from(height).checked_mul(height.into())?.checked_mul(width.into())?;
        if steps > MOST_STEPS {
            return None;
        }
        let weight = |solid: &u32| 2 * i64::from(*solid) - i64::from(self.count);
        let rows: Vec<Vec<i64>> = self
            .solid
            .chunks(usize::try_from(width).ok()?.max(1))
            .map(|row| row.iter().map(weight).collect())
            .collect();
        let mut best: Option<(i64, IntRect)> = None;
        for (top, from) in (0_i64..).zip(0..rows.len()) {
            let mut sums = vec![0_i64; rows[from].len()];
            for (tall, row) in (1_u32..).zip(&rows[from..]) {
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
                let (weight, left, wide) = heaviest_run(&sums)?;
                if best.is_none_or(|(most, _)| weight > most) {
                    best = Some((weight, IntRect::new(Cell::new(left, top), Size::new(wide, tall))));
                }
            }
        }
        best.map(|(_, heaviest)| heaviest)
    }
}

/// The run of the largest sum: this sum, its first place, and its length; `None` for no weights.
fn heaviest_run(weights: &[i64]) -> Option<(i64, i64, u32)> {
    let mut best: Option<(i64, i64, u32)> = None;
    let mut run = (0, 0, 0);
    for (at, weight) in (0_i64..).zip(weights) {
        run = if run.0 > 0 { (run.0 + weight, run.1, run.2 + 1) } else { (*weight, at, 1) };
        if best.is_none_or(|best| run.0 > best.0) {
            best = Some(run);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::whole;

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
