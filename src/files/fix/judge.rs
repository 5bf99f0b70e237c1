//! The better shape: of the same kind, with at most the same number of corners, convex and wound as the one in the file.

use super::format::FixableShape;
use super::polygon::{is_convex, symmetric, wound};
use crate::files::atlas::mask_of;
use crate::files::audit::{HitboxRole, PixelCounts};
use maskscope_core::geom::{Affine, Point, Size};
use maskscope_core::mask::{Mask, SummedAreaTable};
use maskscope_core::memory::{SMALLER_IMAGE, ask};
use maskscope_core::shape::fit::{Fit, Form, FrameMask, SharedFit};
use maskscope_core::shape::{Hitbox, Shape};
use maskscope_core::words;

/// A request for a better shape.
#[derive(Clone, Copy, Debug, Default)]
pub struct FixRequest {
    /// Its form; `None` for that of the shape in the file.
    pub form: Option<Form>,
    /// True if it is fitted to all frames that share it.
    pub is_of_all_frames: bool,
    /// Its role; `None` to fit it, unless it may be small on purpose.
    pub role: Option<HitboxRole>,
    /// True if nothing is written.
    pub is_dry: bool,
}

/// A shape over its picture, in pixels from the top left.
#[derive(Clone, Debug, PartialEq)]
pub struct FixedShape {
    /// The shape.
    pub shape: Shape,
    /// Its wrong pixels, of all frames to which it is fitted.
    pub counts: PixelCounts,
    /// Wrong pixels that count in its role.
    pub wrong: u64,
}

/// The shape in a file, and a better one.
pub(super) struct JudgedShape {
    pub before: FixedShape,
    /// The better one; `None` if there is no better one, as far as was searched.
    pub after: Option<FixedShape>,
    /// True if no shape of the kind is better than the best of these.
    pub is_best: bool,
    /// Solid pixels, of all frames to which it is fitted.
    pub solid: u64,
    /// The number of these frames.
    pub frames: usize,
}

/// The searches for a polygon, each from the one before.
const MOST_ROUNDS: usize = 16;

/// Judges a shape over the frames of its picture, or returns the reason why it is not fitted, as a clause about the file.
pub(super) fn judged(found: &FixableShape<'_>, request: &FixRequest) -> Result<JudgedShape, String> {
    let role = request.role.unwrap_or_default();
    if !role.is_judged() {
        let name: &'static str = role.into();
        return Err(format!("its role is {name}, and no picture judges it"));
    }
    let masks = masks(found, request.is_of_all_frames, role)?;
    if masks.iter().all(|(mask, _)| mask.is_clear()) {
        return Err("its picture has no solid pixel, so no shape fits it".to_owned());
    }
    let frames: Vec<_> = masks.iter().map(|(mask, at)| FrameMask { mask, at: *at }).collect();
    let shared = SharedFit::new(&frames, &found.others, role.rule());
    let shared = shared.ok_or(match frames.len() {
        1 => "its other shapes cover its picture, so no shape fits what is left of it",
        _ => "its frames have no pixels in common, so no shape fits them",
    })?;
    let search = ShapeSearch {
        shared: if found.is_upright { shared.upright() } else { shared },
        role,
        like: &found.shape,
        is_convex: is_convex(&found.shape),
    };
    let (added, missed) = search.shared.differing(&found.shape);
    let before = Fit { shape: found.shape.clone(), added, missed, is_best: true };
    let is_of_kind = request.form.is_none_or(|form| is_of(form, &found.shape));
    let (best, is_best) = match found.in_box.filter(|_| is_of_kind) {
        _ if is_of_kind && role.wrong(counts(added, missed)) == 0 => (before.clone(), true),
        Some(in_box) => (search.in_box(in_box, &before), false),
        None => search.better(request.form, &before).ok_or("it is of no kind that is fitted")?,
    };
    let fixed = |fit: Fit| FixedShape {
        counts: counts(fit.added, fit.missed),
        wrong: role.wrong(counts(fit.added, fit.missed)),
        shape: wound(of_kind(fit.shape, &found.shape), &found.shape),
    };
    let after = (best.shape != before.shape).then(|| fixed(best));
    if after.is_some() && request.role.is_none() && request.form.is_none() {
        if found.is_terrain {
            return Err(
                "its hitbox is as large as its tile, as terrain is; --role fit writes it all the same".to_owned()
            );
        }
        if before.added == 0 {
            return Err(
                "its hitbox covers no clear pixel, and may be small on purpose; --role fit writes it all the same, \
                --role inside lets it stay"
                    .to_owned(),
            );
        }
        if !request.is_of_all_frames
            && let Some(after) = &after
            && let [was, is] = over_all_frames(found, role, [&before.shape, &after.shape])?
            && is > was
        {
            let frames = words::plural(found.shared.len() as u64, "frame");
            let [was, is] = [was, is].map(words::thousands);
            return Err(format!(
                "over the {frames} that share the shape, {is} px would be wrong, not {was}; --role fit writes it all the same, \
                --all-frames fits it to all"
            ));
        }
    }
    if role == HitboxRole::Feet
        && let Some(after) = &after
        && let [was, is] = [&before.shape, &after.shape].map(lower_edge)
        && is < was
    {
        let [was, is] = [was, is].map(|edge| words::number(edge, 0..=2));
        return Err(format!(
            "its lower edge would move up from {was} to {is} px, and what stands on it would sink into the floor"
        ));
    }
    Ok(JudgedShape { before: fixed(before), after, is_best, solid: search.shared.solid(), frames: masks.len() })
}

/// The lower edge of a shape, in pixels from the top of its frame.
fn lower_edge(shape: &Shape) -> f64 {
    shape.placed(&Affine::IDENTITY).bounds().1.1
}

/// The wrong pixels of two shapes over all frames that share the one in the file; none of a single frame.
fn over_all_frames(found: &FixableShape<'_>, role: HitboxRole, shapes: [&Shape; 2]) -> Result<[u64; 2], String> {
    if found.shared.len() < 2 {
        return Ok([0; 2]);
    }
    let masks = masks(found, true, role)?;
    let wrong = |shape: &Shape| {
        let all: Vec<_> = found.others.iter().chain([shape]).cloned().collect();
        let differing = masks.iter().filter_map(|(mask, at)| FrameMask { mask, at: *at }.differing(&all));
        differing.map(|(added, missed)| role.wrong(counts(added, missed))).sum()
    };
    Ok(shapes.map(wrong))
}

/// The masks of the frame over which a shape lies, or of all frames that share it, with their places.
fn masks(found: &FixableShape<'_>, is_of_all: bool, role: HitboxRole) -> Result<Vec<(Mask, Point)>, String> {
    let FixableShape { frames, shared, frame, .. } = found;
    let all = if is_of_all { &shared[..] } else { &[(*frame, (0.0, 0.0))] };
    let sizes = all.iter().map(|(frame, _)| frames.all()[*frame].picture.size());
    if all.len() > 1 && sizes.map(Size::area).sum::<u64>() > u32::MAX.into() {
        return Err("its frames have too many pixels together".to_owned());
    }
    let shapes = |(x, y): Point| {
        let shapes = found.others.iter().chain([&found.shape]);
        shapes.map(|shape| shape.translated((-x, -y))).collect::<Vec<_>>()
    };
    let masks: Vec<_> =
        all.iter().map(|(frame, at)| (role.solid_of(mask_of(frames, *frame), &shapes(*at)), *at)).collect();
    ask(2 * SummedAreaTable::bytes(&masks[0].0), SMALLER_IMAGE, format_args!("fitting a shape"))
        .map_err(|no| no.to_string())?;
    Ok(masks)
}

/// A search for a better shape.
struct ShapeSearch<'a> {
    shared: SharedFit,
    role: HitboxRole,
    /// The shape in the file.
    like: &'a Shape,
    /// True if that is a convex polygon.
    is_convex: bool,
}

impl ShapeSearch<'_> {
    /// The price of a shape, the pixels first that its role forbids.
    const fn price(&self, fit: &Fit) -> (u64, u64) {
        self.role.rule().price(fit.added, fit.missed)
    }

    fn fit_of(&self, shape: Shape) -> Fit {
        let (added, missed) = self.shared.differing(&shape);
        Fit { shape, added, missed, is_best: false }
    }

    /// The best shape of a form, or of the kind of the one before; that one if none is better, unless another kind is asked for.
    /// And true if it is proven. `None` for a shape of no form.
    fn better(&self, form: Option<Form>, before: &Fit) -> Option<(Fit, bool)> {
        let form = form.or_else(|| Form::of(&Hitbox::from(before.shape.clone())))?;
        if !is_of(form, &before.shape) {
            let fit = self.shared.fit(form, None, &|| false)?;
            let is_best = fit.is_best;
            return Some((fit, is_best));
        }
        let mut best = before.clone();
        let mut most = if let Form::Polygon(most) | Form::Convex(most) = form { most } else { 0 };
        for _ in 0..MOST_ROUNDS {
            let form = match form {
                Form::Polygon(_) | Form::Convex(_) if self.is_convex => Form::Convex(most),
                Form::Polygon(_) => Form::Polygon(most),
                form => form,
            };
            let fit = self.shared.fit(form, Some(&best.shape), &|| false)?;
            let is_best = fit.is_best;
            let fit =
                symmetric(self.like, fit, (most, self.is_convex), |shape| self.fit_of(shape), |fit| self.price(fit));
            if self.price(&fit) >= self.price(&best) {
                return Some((best, is_best));
            }
            let Shape::Polygon(corners) = &fit.shape else { return Some((fit, is_best)) };
            most = corners.len();
            best = fit;
        }
        Some((best, false))
    }

    /// The best shape in a box of whole pixels that is found by moving the edges of the box, from several boxes.
    fn in_box(&self, in_box: fn([f64; 4]) -> Shape, before: &Fit) -> Fit {
        let bounds = |shape: &Shape| {
            let ((left, top), (right, bottom)) = shape.placed(&Affine::IDENTITY).bounds();
            [left, top, right, bottom]
        };
        let fit_in = |[left, top, right, bottom]: [f64; 4]| {
            (left < right && top < bottom).then(|| self.fit_of(in_box([left, top, right - left, bottom - top])))
        };
        let boxes = self.shared.fit(Form::Box, None, &|| false);
        let starts = [Some(bounds(&before.shape)), boxes.map(|fit| bounds(&fit.shape))];
        let mut best = before.clone();
        for start in starts.into_iter().flatten() {
            let Some(mut here) = fit_in(start) else { continue };
            let mut step = FIRST_STEP;
            while step >= 1.0 {
                let edges = bounds(&here.shape);
                let moved = |by: &[f64; 4]| {
                    let [l, t, r, b] = [0, 1, 2, 3].map(|at| edges[at] + step * by[at]);
                    fit_in([l, t, r, b])
                };
                let ways = WAYS.iter().flat_map(|way| [*way, way.map(|by| -by)]);
                let next = ways.filter_map(|way| moved(&way)).min_by_key(|fit| self.price(fit));
                match next.filter(|next| self.price(next) < self.price(&here)) {
                    Some(next) => here = next,
                    None => step /= 2.0,
                }
            }
            if self.price(&here) < self.price(&best) {
                best = here;
            }
        }
        best
    }
}

const fn counts(covered: u64, left_out: u64) -> PixelCounts {
    PixelCounts { covered, left_out }
}

/// The pixels by which edges are moved at first.
const FIRST_STEP: f64 = 16.0;

/// The ways in which the edges of a box are moved, and back: left, top, right, bottom.
const WAYS: [[f64; 4]; 8] = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
    [1.0, 0.0, 1.0, 0.0],
    [0.0, 1.0, 0.0, 1.0],
    [1.0, 0.0, -1.0, 0.0],
    [0.0, 1.0, 0.0, -1.0],
];

/// A shape; a box as a polygon where the other one is a polygon.
fn of_kind(shape: Shape, like: &Shape) -> Shape {
    match (&shape, like) {
        (Shape::Box(_), Shape::Polygon(_)) => {
            let corners = shape.placed(&Affine::IDENTITY).outline(4);
            Shape::Polygon(corners.into_iter().map(<[f64; 2]>::from).collect())
        }
        _ => shape,
    }
}

/// True for a shape of a form, whatever its number of corners.
fn is_of(form: Form, shape: &Shape) -> bool {
    match shape {
        Shape::Box(_) => form == Form::Box,
        Shape::Circle(_) => form == Form::Circle,
        Shape::Ellipse(_) => form == Form::Ellipse,
        Shape::Capsule(_) => form == Form::Capsule,
        Shape::Polygon(_) => matches!(form, Form::Polygon(_) | Form::Convex(_)),
    }
}
