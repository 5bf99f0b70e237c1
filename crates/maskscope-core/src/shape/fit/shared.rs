//! [`SharedFit`]: one shape for all frames that share it.
//!
//! A cell weighs the frames in which it is solid, less those in which it is clear; the heaviest shape differs from all frames
//! together in the fewest cells.

use super::cells::Rule;
use super::fitting::{Fit, FitTask, Form};
use super::frames::FrameMask;
use crate::geom::{Affine, Cell, IntRect, Point, Size};
use crate::mask::Mask;
use crate::shape::{PlacedHitbox, PlacedPart, Shape};

/// A hasty search for a shape other than a polygon is given up after one of this many parts of the usual time.
const HASTE: i64 = 8;
/// The most corners of a polygon that a hasty search seeks from the outlines of a mask, and not only beside the given one.
const FEW_CORNERS: usize = 16;
/// The most short searches for a polygon, each from the one before.
const MOST_SHORT: usize = 8;

/// Frames that share a shape, and what is wanted of it.
///
/// ```
/// use maskscope_core::{mask::Mask, shape::Shape, shape::fit::{Form, FrameMask, Rule, SharedFit}};
///
/// let frames: [Mask; 3] = ["##..".parse()?, "###.".parse()?, ".###".parse()?];
/// let frames = frames.each_ref().map(FrameMask::new);
/// let shared = SharedFit::new(&frames, &[], Rule::Fewest).expect("solid cells");
/// let fit = shared.fit(Form::Box, None, &|| false).expect("it is not cancelled");
/// assert_eq!((fit.shape, fit.added, fit.missed), (Shape::Box([0.0, 0.0, 3.0, 1.0]), 2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SharedFit {
    frames: Vec<SharedFrame>,
    /// The solid cells of the frames in the box around all of them, but for those that are free.
    solid: Vec<Mask>,
    /// The cells that are solid in any of these.
    any: Mask,
    /// The cells that are free in that box.
    free: Option<Mask>,
    /// The top left corner of that box.
    origin: Point,
    /// True if all frames lie on whole cells of that box.
    are_whole: bool,
    rule: Rule,
    is_upright: bool,
    is_hasty: bool,
}

/// A frame, at its place.
#[derive(Clone, Debug)]
struct SharedFrame {
    /// The solid cells, but for those that are free.
    mask: Mask,
    /// The cells that are free.
    free: Option<Mask>,
    at: Point,
}

impl SharedFit {
    /// Frames in the space of their shape. Cells that `others` cover, which are tested together with it, cost nothing. `None` if
    /// the frames have 2³² cells or more together, and where every shape loses by every cell: if none is solid in most frames, or
    /// by [`Rule::Inside`] in all of them, or by [`Rule::Outside`] in any.
    pub fn new(frames: &[FrameMask<'_>], others: &[Shape], rule: Rule) -> Option<Self> {
        let area = frames.iter().map(FrameMask::cells).reduce(IntRect::union)?;
        if area.area().checked_mul(frames.len() as u64)? > u32::MAX.into() {
            return None;
        }
        let covered = |area: IntRect, at: Point| {
            let map = Affine::translation((-at.0, -at.1));
            let parts = others.iter().map(|other| PlacedPart::Shape(other.placed(&map))).collect();
            (!others.is_empty()).then(|| PlacedHitbox::new(parts).covered(area)).filter(|free| !free.is_clear())
        };
        let origin = area.origin().point();
        let free = covered(IntRect::new(Cell::ORIGIN, area.size()), origin);
        let without = |mask: &Mask, free: Option<&Mask>| free.map_or_else(|| mask.clone(), |free| mask & &!free);
        let in_area = |frame: &FrameMask<'_>| Some(without(&placed(frame, area)?, free.as_ref()));
        let solid: Vec<_> = frames.iter().map(in_area).collect::<Option<_>>()?;
        let any = solid.iter().fold(Mask::new(area.size()), |any, frame| &any | frame);
        let is_fitted = match rule {
            Rule::Fewest => is_solid_in_most(&solid, area.size()),
            Rule::Inside => !solid.iter().skip(1).fold(solid[0].clone(), |all, frame| &all & frame).is_clear(),
            Rule::Outside => !any.is_clear(),
        };
        let shared = |frame: &FrameMask<'_>| {
            let free = covered(frame.mask.bounding_box(), frame.at);
            SharedFrame { mask: without(frame.mask, free.as_ref()), free, at: frame.at }
        };
        is_fitted.then(|| Self {
            frames: frames.iter().map(shared).collect(),
            are_whole: frames.iter().all(|frame| frame.at == frame.cells().origin().point()),
            solid,
            any,
            free,
            origin,
            rule,
            is_upright: false,
            is_hasty: false,
        })
    }

    /// The same, where a capsule must be upright.
    #[must_use]
    pub fn upright(self) -> Self {
        Self { is_upright: true, ..self }
    }

    /// The same, in less time: the shape may be a worse one.
    #[must_use]
    pub fn hasty(self) -> Self {
        Self { is_hasty: true, ..self }
    }

    /// The shape of a form that fits all frames best; of polygons the better one of two searches: one begins at the `given` one.
    /// `None` if cancelled.
    pub fn fit(&self, form: Form, given: Option<&Shape>, is_cancelled: &dyn Fn() -> bool) -> Option<Fit> {
        let given = given.filter(|given| matches!(given, Shape::Polygon(_)));
        let is_long = matches!(form, Form::Polygon(most) if most > FEW_CORNERS);
        let is_near = self.is_hasty && is_long && given.is_some();
        let mut best = match given.filter(|_| is_near) {
            Some(given) => self.fit_of(given.clone(), false),
            None => {
                let (shape, is_best) = form.fit_to(&self.task(form), is_cancelled)?;
                self.fit_of(shape.translated(self.origin), is_best && self.are_whole)
            }
        };
        let Form::Polygon(most) = form else { return Some(best) };
        let found = (!is_near).then(|| best.shape.clone());
        for mut start in [given.cloned(), found].into_iter().flatten() {
            // What a short search finds is a beginning of another one.
            for _ in 0..if self.is_hasty { 1 } else { MOST_SHORT } {
                let corners = corners_of(&start.translated((-self.origin.0, -self.origin.1)));
                if !(3..=most).contains(&corners.len()) {
                    break;
                }
                let task = FitTask { given: Some(&corners), ..self.task(form) };
                let (shape, _) = form.fit_to(&task, is_cancelled)?;
                let found = self.fit_of(shape.translated(self.origin), false);
                if self.price(&found) >= self.price(&best) {
                    break;
                }
                start = found.shape.clone();
                best = found;
            }
        }
        Some(best)
    }

    /// The clear cells that a shape covers and the solid cells that it leaves out, of all frames together, without free ones.
    pub fn differing(&self, shape: &Shape) -> (u64, u64) {
        let of_frame = |SharedFrame { mask, free, at }: &SharedFrame| {
            let shape = shape.translated((-at.0, -at.1));
            let free = free.as_ref().map_or(0, |free| free.count() - shape.differing(free).1);
            let (added, missed) = shape.differing(mask);
            (added - free, missed)
        };
        let counts = self.frames.iter().map(of_frame);
        counts.fold((0, 0), |(added, missed), (more, fewer)| (added + more, missed + fewer))
    }

    /// The solid cells of all frames together.
    pub fn solid(&self) -> u64 {
        self.frames.iter().map(|frame| frame.mask.count()).sum()
    }

    fn task(&self, form: Form) -> FitTask<'_> {
        let frames = if self.solid.len() > 1 { &self.solid[..] } else { &[] };
        let is_quick = self.is_hasty && !matches!(form, Form::Polygon(_) | Form::Convex(_));
        let (is_upright, haste) = (self.is_upright, if is_quick { HASTE } else { 1 });
        FitTask { free: self.free.as_ref(), frames, is_upright, haste, ..FitTask::of(&self.any, self.rule) }
    }

    fn fit_of(&self, shape: Shape, is_best: bool) -> Fit {
        let (added, missed) = self.differing(&shape);
        Fit { shape, added, missed, is_best }
    }

    /// The price of a shape by the rule, the forbidden cells first.
    const fn price(&self, fit: &Fit) -> (u64, u64) {
        self.rule.price(fit.added, fit.missed)
    }
}

/// The solid cells of a frame in an area around it.
fn placed(frame: &FrameMask<'_>, area: IntRect) -> Option<Mask> {
    let by = frame.cells().origin() - area.origin();
    let (left, top) = (u32::try_from(by.x).ok()?, u32::try_from(by.y).ok()?);
    let mut placed = Mask::new(area.size());
    for y in 0..frame.mask.height() {
        frame.mask.runs(y).for_each(|run| placed.set_run(left + run.start..left + run.end, top + y));
    }
    Some(placed)
}

/// True if a cell is solid in more than half of these masks of one size.
fn is_solid_in_most(masks: &[Mask], size: Size) -> bool {
    let is_one = |x: u32, y: u32| 2 * masks.iter().filter(|mask| mask.get(x, y)).count() > masks.len();
    (0..size.height).any(|y| (0..size.width).any(|x| is_one(x, y)))
}

fn corners_of(shape: &Shape) -> Vec<[f64; 2]> {
    if let Shape::Polygon(corners) = shape { corners.clone() } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(masks: &[Mask], others: &[Shape], rule: Rule) -> Option<SharedFit> {
        let frames: Vec<_> = masks.iter().map(FrameMask::new).collect();
        SharedFit::new(&frames, others, rule)
    }

    /// Masks of this size, between blobs and noise.
    fn masks(seed: u32, count: u32, size: Size) -> Vec<Mask> {
        let solid = |frame: u32, x: u32, y: u32| {
            let hash = (seed * 7_919 + frame * 104_729 + x * 31 + y * 17).wrapping_mul(2_654_435_761) >> 28;
            let is_near = x.abs_diff(size.width / 2) + y.abs_diff(size.height / 2) < 3 + frame % 2;
            is_near != (hash == 0)
        };
        (0..count).map(|frame| Mask::from_fn(size, |x, y| solid(frame, x, y))).collect()
    }

    /// Every box in an area of this size.
    fn boxes(size: Size) -> impl Iterator<Item = Shape> {
        let ranges = |side: u32| (0..side).flat_map(move |from| (from + 1..=side).map(move |to| (from, to)));
        ranges(size.width).flat_map(move |(left, right)| {
            ranges(size.height).map(move |(top, bottom)| {
                Shape::Box([left.into(), top.into(), (right - left).into(), (bottom - top).into()])
            })
        })
    }

    #[test]
    fn no_box_is_better_for_all_frames() {
        let size = Size::new(9, 8);
        for seed in 0..12 {
            for rule in [Rule::Fewest, Rule::Inside, Rule::Outside] {
                let Some(shared) = shared(&masks(seed, 2 + seed % 3, size), &[], rule) else { continue };
                let fit = shared.fit(Form::Box, None, &|| false).expect("it is not cancelled");
                assert!(fit.is_best);
                let price_of = |shape: Shape| shared.price(&shared.fit_of(shape, false));
                let least = boxes(size).map(price_of).min();
                assert_eq!(Some(shared.price(&fit)), least, "seed {seed}, {rule:?}: {}", fit.shape);
            }
        }
    }

    #[test]
    fn one_frame_is_fitted_as_ever() {
        for seed in 0..6 {
            let all = masks(seed, 1, Size::new(9, 8));
            for form in [Form::Box, Form::Circle, Form::Ellipse, Form::Capsule, Form::Polygon(5)] {
                let alone = form.fit(&all[0], Rule::Fewest, &|| false).expect("solid cells");
                let shared = shared(&all, &[], Rule::Fewest).expect("solid cells");
                let fit = shared.fit(form, None, &|| false).expect("it is not cancelled");
                assert!(fit.added + fit.missed <= alone.added + alone.missed, "{form:?}");
                assert_eq!(shared.differing(&alone.shape), (alone.added, alone.missed));
            }
        }
    }

    #[test]
    fn alike_frames_have_the_shape_of_one() {
        let all = vec![masks(3, 1, Size::new(9, 8)).remove(0); 3];
        let shared = shared(&all, &[], Rule::Fewest).expect("solid cells");
        for form in [Form::Box, Form::Circle, Form::Ellipse, Form::Capsule] {
            let alone = form.fit(&all[0], Rule::Fewest, &|| false).expect("solid cells");
            let fit = shared.fit(form, None, &|| false).expect("it is not cancelled");
            assert_eq!((fit.added, fit.missed), (3 * alone.added, 3 * alone.missed), "{form:?}");
        }
    }

    #[test]
    fn free_cells_cost_nothing() {
        let mask: Mask = "####\n####\n.##.".parse().expect("a mask");
        let other = Shape::Box([0.0, 2.0, 4.0, 1.0]);
        let shared = shared(&[mask.clone(), mask], &[other], Rule::Fewest).expect("solid cells");
        assert_eq!((shared.solid(), shared.differing(&Shape::Box([0.0, 0.0, 4.0, 3.0]))), (16, (0, 0)));
        let fit = shared.fit(Form::Box, None, &|| false).expect("it is not cancelled");
        assert_eq!((fit.added, fit.missed), (0, 0));
    }

    #[test]
    fn an_upright_capsule_does_not_lie() {
        let mask: Mask = "######\n######".parse().expect("a mask");
        let shared = shared(&[mask], &[], Rule::Fewest).expect("solid cells");
        let is_upright = |shared: &SharedFit| {
            let fit = shared.fit(Form::Capsule, None, &|| false).expect("it is not cancelled");
            matches!(fit.shape, Shape::Capsule([x1, _, x2, ..]) if x1 == x2)
        };
        assert!(!is_upright(&shared) && is_upright(&shared.upright()));
    }

    #[test]
    fn where_every_cell_is_a_loss_nothing_fits() {
        let frames = ["#.", ".#", ".#"].map(|text| text.parse::<Mask>().expect("a mask"));
        let fits = |count: usize, rule| shared(&frames[..count], &[], rule).is_some();
        assert_eq!([Rule::Fewest, Rule::Inside, Rule::Outside].map(|rule| fits(3, rule)), [true, false, true]);
        assert_eq!([Rule::Fewest, Rule::Inside, Rule::Outside].map(|rule| fits(2, rule)), [false, false, true]);
        assert!(shared(&[Mask::new(Size::new(2, 2))], &[], Rule::Fewest).is_none());
    }
}
