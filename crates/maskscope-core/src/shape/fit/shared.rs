//! [`SharedFit`]: one shape for all frames that share it.
//!
//! A cell weighs the frames in which it is solid, less those in which it is clear; the heaviest shape differs from all frames
//! together in the fewest cells.

use super::cells::Rule;
use super::fitting::{Fit, FitTask, Form};
use crate::geom::Size;
use crate::mask::Mask;
use crate::shape::Shape;

/// Frames that share a shape, and what is wanted of it.
///
/// ```
/// use maskscope_core::{mask::Mask, shape::Shape, shape::fit::{Form, Rule, SharedFit}};
///
/// let frames: [Mask; 3] = ["##..".parse()?, "###.".parse()?, ".###".parse()?];
/// let shared = SharedFit::new(&frames, None, Rule::Fewest).expect("solid cells");
/// let fit = shared.fit(Form::Box, None, &|| false).expect("it is not cancelled");
/// assert_eq!((fit.shape, fit.added, fit.missed), (Shape::Box([0.0, 0.0, 3.0, 1.0]), 2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SharedFit {
    /// The solid cells of the frames, but for those that are free.
    frames: Vec<Mask>,
    /// The cells that are solid in any of them.
    any: Mask,
    free: Option<Mask>,
    rule: Rule,
    is_upright: bool,
}

impl SharedFit {
    /// Frames whose top left corners lie on each other; smaller ones are clear beyond their edges. Cells of `free`, which other
    /// shapes cover, cost nothing. `None` where every shape loses by every cell: if none is solid in most frames, or by
    /// [`Rule::Inside`] in all of them, or by [`Rule::Outside`] in any.
    ///
    /// # Panics
    /// If there are several frames that have 2³² pixels or more together.
    pub fn new(frames: &[Mask], free: Option<&Mask>, rule: Rule) -> Option<Self> {
        let larger = |one: Size, other: Size| Size::new(one.width.max(other.width), one.height.max(other.height));
        let size = frames.iter().map(Mask::size).reduce(larger)?;
        let blank = Mask::new(size);
        let free = free.map(|free| &blank | free).filter(|free| !free.is_clear());
        let taken = |frame: &Mask| {
            let frame = &blank | frame;
            free.as_ref().map_or_else(|| frame.clone(), |free| &frame & &!free)
        };
        let frames: Vec<_> = frames.iter().map(taken).collect();
        let any = frames.iter().fold(blank, |any, frame| &any | frame);
        let all = frames.iter().skip(1).fold(frames[0].clone(), |all, frame| &all & frame);
        let is_solid_in_most =
            |x: u32, y: u32| 2 * frames.iter().filter(|frame| frame.get(x, y)).count() > frames.len();
        let has_cells = match rule {
            Rule::Fewest => (0..size.height).any(|y| (0..size.width).any(|x| is_solid_in_most(x, y))),
            Rule::Inside => !all.is_clear(),
            Rule::Outside => !any.is_clear(),
        };
        has_cells.then_some(Self { frames, any, free, rule, is_upright: false })
    }

    /// The same, where a capsule must be upright.
    #[must_use]
    pub fn upright(self) -> Self {
        Self { is_upright: true, ..self }
    }

    /// The shape of a form that fits all frames best; of polygons the better one of two searches: one begins at the `given` one.
    /// `None` if cancelled.
    pub fn fit(&self, form: Form, given: Option<&Shape>, is_cancelled: &dyn Fn() -> bool) -> Option<Fit> {
        let (shape, is_best) = form.fit_to(&self.task(), is_cancelled)?;
        let mut best = self.fit_of(shape, is_best);
        let Form::Polygon(most) = form else { return Some(best) };
        let given = if let Some(Shape::Polygon(corners)) = given { &corners[..] } else { &[] };
        for mut start in [given.to_vec(), corners_of(&best.shape)] {
            // What a short search finds is a beginning of another one.
            for _ in 0..MOST_SHORT {
                if !(3..=most).contains(&start.len()) {
                    break;
                }
                let task = FitTask { given: Some(&start), ..self.task() };
                let (shape, _) = form.fit_to(&task, is_cancelled)?;
                let found = self.fit_of(shape, false);
                if self.price(&found) >= self.price(&best) {
                    break;
                }
                start = corners_of(&found.shape);
                best = found;
            }
        }
        Some(best)
    }

    /// The clear cells that a shape covers and the solid cells that it leaves out, of all frames together, without free ones.
    pub fn differing(&self, shape: &Shape) -> (u64, u64) {
        let free = self.free.as_ref().map_or(0, |free| free.count() - shape.differing(free).1);
        let counts = self.frames.iter().map(|frame| shape.differing(frame));
        counts.fold((0, 0), |(added, missed), (more, fewer)| (added + more - free, missed + fewer))
    }

    /// The solid cells of all frames together.
    pub fn solid(&self) -> u64 {
        self.frames.iter().map(Mask::count).sum()
    }

    fn task(&self) -> FitTask<'_> {
        let frames = if self.frames.len() > 1 { &self.frames[..] } else { &[] };
        let is_upright = self.is_upright;
        FitTask { free: self.free.as_ref(), frames, is_upright, ..FitTask::of(&self.any, self.rule) }
    }

    fn fit_of(&self, shape: Shape, is_best: bool) -> Fit {
        let (added, missed) = self.differing(&shape);
        Fit { shape, added, missed, is_best }
    }

    /// The price of a shape by the rule, the forbidden cells first.
    const fn price(&self, fit: &Fit) -> (u64, u64) {
        match self.rule {
            Rule::Fewest => (0, fit.added + fit.missed),
            Rule::Inside => (fit.added, fit.missed),
            Rule::Outside => (fit.missed, fit.added),
        }
    }
}

/// The most short searches for a polygon, each from the one before.
const MOST_SHORT: usize = 8;

fn corners_of(shape: &Shape) -> Vec<[f64; 2]> {
    if let Shape::Polygon(corners) = shape { corners.clone() } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                let Some(shared) = SharedFit::new(&masks(seed, 2 + seed % 3, size), None, rule) else { continue };
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
                let shared = SharedFit::new(&all, None, Rule::Fewest).expect("solid cells");
                let fit = shared.fit(form, None, &|| false).expect("it is not cancelled");
                assert!(fit.added + fit.missed <= alone.added + alone.missed, "{form:?}");
                assert_eq!(shared.differing(&alone.shape), (alone.added, alone.missed));
            }
        }
    }

    #[test]
    fn alike_frames_have_the_shape_of_one() {
        let all = vec![masks(3, 1, Size::new(9, 8)).remove(0); 3];
        let shared = SharedFit::new(&all, None, Rule::Fewest).expect("solid cells");
        for form in [Form::Box, Form::Circle, Form::Ellipse, Form::Capsule] {
            let alone = form.fit(&all[0], Rule::Fewest, &|| false).expect("solid cells");
            let fit = shared.fit(form, None, &|| false).expect("it is not cancelled");
            assert_eq!((fit.added, fit.missed), (3 * alone.added, 3 * alone.missed), "{form:?}");
        }
    }

    #[test]
    fn free_cells_cost_nothing() {
        let mask: Mask = "####\n####\n.##.".parse().expect("a mask");
        let free: Mask = "....\n....\n####".parse().expect("a mask");
        let shared = SharedFit::new(&[mask.clone(), mask], Some(&free), Rule::Fewest).expect("solid cells");
        assert_eq!((shared.solid(), shared.differing(&Shape::Box([0.0, 0.0, 4.0, 3.0]))), (16, (0, 0)));
        let fit = shared.fit(Form::Box, None, &|| false).expect("it is not cancelled");
        assert_eq!((fit.added, fit.missed), (0, 0));
    }

    #[test]
    fn an_upright_capsule_does_not_lie() {
        let mask: Mask = "######\n######".parse().expect("a mask");
        let shared = SharedFit::new(&[mask], None, Rule::Fewest).expect("solid cells");
        let is_upright = |shared: &SharedFit| {
            let fit = shared.fit(Form::Capsule, None, &|| false).expect("it is not cancelled");
            matches!(fit.shape, Shape::Capsule([x1, _, x2, ..]) if x1 == x2)
        };
        assert!(!is_upright(&shared) && is_upright(&shared.upright()));
    }

    #[test]
    fn where_every_cell_is_a_loss_nothing_fits() {
        let frames = ["#.", ".#", ".#"].map(|text| text.parse::<Mask>().expect("a mask"));
        let fits = |count: usize, rule| SharedFit::new(&frames[..count], None, rule).is_some();
        assert_eq!([Rule::Fewest, Rule::Inside, Rule::Outside].map(|rule| fits(3, rule)), [true, false, true]);
        assert_eq!([Rule::Fewest, Rule::Inside, Rule::Outside].map(|rule| fits(2, rule)), [false, false, true]);
        assert!(SharedFit::new(&[Mask::new(Size::new(2, 2))], None, Rule::Fewest).is_none());
    }
}
