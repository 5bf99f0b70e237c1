//! [`Form`]: what is fitted; [`Fitting`]: the search for one, which can go on after a break.

use std::{str::FromStr, sync::Arc};

use thiserror::Error;

use super::cells::{Cells, Rule};
use super::polygons::PolygonSearch;
use super::search::{BoxSearch, CapsuleSearch, OvalSearch, pixels};
use crate::geom::whole;
use crate::mask::Mask;
use crate::shape::{Hitbox, Part, Shape};

/// A form to fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// A box of whole pixels.
    Box,
    /// A circle whose centre and radius are whole or half pixels.
    Circle,
    /// An ellipse whose centre and radii are whole or half pixels.
    Ellipse,
    /// A capsule that is upright or lies, whose ends and radius are whole or half pixels.
    Capsule,
    /// A simple polygon of at most that many corners, 3 to [`Shape::MOST_CORNERS`], of whole or half pixels.
    Polygon(usize),
    /// A convex polygon of at most that many corners, 3 to [`Shape::MOST_CORNERS`], of whole or half pixels.
    Convex(usize),
}

impl Form {
    /// The form of a hitbox, of the most corners that one of its polygons has; `None` for a mask, and for parts of several forms.
    pub fn of(hitbox: &Hitbox) -> Option<Self> {
        let form = |part: &Part| match part {
            Part::Mask => None,
            Part::Shape(Shape::Box(_)) => Some(Self::Box),
            Part::Shape(Shape::Circle(_)) => Some(Self::Circle),
            Part::Shape(Shape::Ellipse(_)) => Some(Self::Ellipse),
            Part::Shape(Shape::Capsule(_)) => Some(Self::Capsule),
            Part::Shape(Shape::Polygon(corners)) => Some(Self::Polygon(corners.len())),
        };
        let both = |one, other| match (one, other) {
            (Self::Polygon(one), Self::Polygon(other)) => Some(Self::Polygon(one.max(other))),
            _ => (one == other).then_some(one),
        };
        let mut forms = hitbox.parts().iter().map(form);
        let first = forms.next()??;
        forms.try_fold(first, |form, other| both(form, other?))
    }
}

/// Error in the name of a form.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormNameError {
    /// No form has this name.
    #[error("a form is box, circle, ellipse, capsule, polygon or polygon:CORNERS")]
    Unknown,
    /// The number of corners is unreadable, too small or too large.
    #[error("a polygon has 3 to {} corners, as in polygon:8", Shape::MOST_CORNERS)]
    Corners,
}

/// `box`, `circle`, `ellipse`, `capsule`, `polygon` of 8 corners, `polygon:12`.
impl FromStr for Form {
    type Err = FormNameError;

    fn from_str(text: &str) -> Result<Self, FormNameError> {
        let corners = |text: &str| text.parse().ok().filter(|corners| (3..=Shape::MOST_CORNERS).contains(corners));
        match text.split_once(':').unwrap_or((text, "")) {
            ("box", "") => Ok(Self::Box),
            ("circle", "") => Ok(Self::Circle),
            ("ellipse", "") => Ok(Self::Ellipse),
            ("capsule", "") => Ok(Self::Capsule),
            ("polygon", "") if text == "polygon" => Ok(Self::Polygon(8)),
            ("polygon", count) => corners(count).map(Self::Polygon).ok_or(FormNameError::Corners),
            _ => Err(FormNameError::Unknown),
        }
    }
}

/// A shape fitted to a mask.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The shape.
    pub shape: Shape,
    /// Clear cells that it covers.
    pub added: u64,
    /// Solid cells that it leaves out.
    pub missed: u64,
    /// True if no shape of its form is better. It is false for polygons, and if the search was given up after about a second's
    /// work: for ellipses and capsules in masks of more than some 128 px, circles of more than some 512 px, boxes in large noise.
    pub is_best: bool,
}

/// Cells to which a shape is fitted, and the effort.
pub struct FitTask<'a> {
    /// The solid cells.
    pub solid: &'a Mask,
    /// Cells of a mask of the same size that cost nothing.
    pub free: Option<&'a Mask>,
    /// The cells in which it may differ.
    pub rule: Rule,
    /// The search is given up after one of this many parts of the usual time.
    pub haste: i64,
    /// A polygon from which a short search begins.
    pub given: Option<&'a [[f64; 2]]>,
    /// Several frames of the same size that share the shape, whose solid cells are those of `solid` together; empty for one.
    pub frames: &'a [Mask],
    /// True if a capsule must be upright.
    pub is_upright: bool,
}

impl<'a> FitTask<'a> {
    /// The usual search for a shape for one mask.
    pub const fn of(solid: &'a Mask, rule: Rule) -> Self {
        Self { solid, free: None, rule, haste: 1, given: None, frames: &[], is_upright: false }
    }
}

impl Form {
    /// The shape of this form that fits `mask` best; `None` for a mask without solid cells, and if cancelled.
    ///
    /// ```
    /// use maskscope_core::{mask::Mask, shape::fit::{Form, Rule}};
    ///
    /// let mask: Mask = ".##.\n####\n####\n.##.".parse()?;
    /// let fit = Form::Circle.fit(&mask, Rule::Fewest, &|| false).expect("solid cells");
    /// assert_eq!((fit.added, fit.missed, fit.is_best), (0, 0, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fit(self, mask: &Mask, rule: Rule, is_cancelled: &dyn Fn() -> bool) -> Option<Fit> {
        Fitting::new(self, mask, rule)?.go_on(mask, is_cancelled)
    }

    /// The shape that fits best, and whether it is proven.
    pub(super) fn fit_to(self, task: &FitTask<'_>, is_cancelled: &dyn Fn() -> bool) -> Option<(Shape, bool)> {
        Fitting::of(self, task)?.search(is_cancelled)
    }
}

/// The search for the shape of a form that fits a mask best, which can go on after a break.
#[derive(Clone, Debug)]
pub struct Fitting {
    cells: Arc<Cells>,
    /// The top left of the cells.
    origin: (f64, f64),
    search: FormSearch,
}

/// A search by its form.
#[derive(Clone, Debug)]
enum FormSearch {
    Box(BoxSearch),
    Circle(OvalSearch<3, false>),
    Ellipse(OvalSearch<4, false>),
    Capsule(CapsuleSearch),
    Polygon(PolygonSearch),
}

impl Fitting {
    /// A search before its begin; `None` for a mask without solid cells.
    pub fn new(form: Form, mask: &Mask, rule: Rule) -> Option<Self> {
        Self::of(form, &FitTask::of(mask, rule))
    }

    fn of(form: Form, task: &FitTask<'_>) -> Option<Self> {
        let bounds = task.solid.bounds()?;
        let bounds = task.free.and_then(Mask::bounds).map_or(bounds, |free| bounds.union(free));
        let mut cells = match task.frames {
            [] => Cells::new(task.solid.cut_out(bounds), task.rule),
            frames => {
                let parts: Vec<_> = frames.iter().map(|frame| frame.cut_out(bounds)).collect();
                Cells::of_frames(&parts, task.rule)
            }
        };
        cells.is_upright = task.is_upright;
        let size = task.solid.bounding_box();
        cells.haste = task.haste;
        cells.image = [(-bounds.x, size.right() - bounds.x), (-bounds.y, size.bottom() - bounds.y)];
        if let Some(free) = task.free {
            cells = cells.with_free(free.cut_out(bounds));
        }
        let cells = Arc::new(cells);
        let given =
            task.given.map(|corners| corners.iter().map(|&[x, y]| (half(x) - 2 * bounds.x, half(y) - 2 * bounds.y)));
        let polygon = |most, is_convex| FormSearch::Polygon(PolygonSearch::new(Arc::clone(&cells), most, is_convex));
        let search = match form {
            Form::Box => FormSearch::Box(BoxSearch::default()),
            Form::Circle => FormSearch::Circle(OvalSearch::default()),
            Form::Ellipse => FormSearch::Ellipse(OvalSearch::default()),
            Form::Capsule => FormSearch::Capsule(CapsuleSearch::default()),
            Form::Polygon(most) => match given {
                Some(given) => FormSearch::Polygon(PolygonSearch::beside(Arc::clone(&cells), given.collect())),
                None => polygon(most, false),
            },
            Form::Convex(most) => polygon(most, true),
        };
        Some(Self { cells, origin: (whole(bounds.x), whole(bounds.y)), search })
    }

    /// Goes on until it is done, always for the same mask, and returns the shape then; `None` if it is over before.
    pub fn go_on(&mut self, mask: &Mask, is_over: &dyn Fn() -> bool) -> Option<Fit> {
        let (shape, is_best) = self.search(is_over)?;
        let (added, missed) = shape.differing(mask);
        Some(Fit { shape, added, missed, is_best })
    }

    /// The shape that fits best, and whether it is proven.
    fn search(&mut self, is_over: &dyn Fn() -> bool) -> Option<(Shape, bool)> {
        let (left, top) = self.origin;
        Some(match &mut self.search {
            FormSearch::Box(search) => {
                let (edges, is_best) = search.go_on(&self.cells, is_over)?;
                let [x, y, right, bottom] = edges.map(whole);
                (Shape::Box([left + x, top + y, right - x, bottom - y]), is_best)
            }
            FormSearch::Circle(search) => {
                let (numbers, is_best) = search.go_on(&self.cells, is_over)?;
                let [x, y, radius] = numbers.map(pixels);
                (Shape::Circle([left + x, top + y, radius]), is_best)
            }
            FormSearch::Ellipse(search) => {
                let (numbers, is_best) = search.go_on(&self.cells, is_over)?;
                let [x, y, rx, ry] = numbers.map(pixels);
                (Shape::Ellipse([left + x, top + y, rx, ry]), is_best)
            }
            FormSearch::Capsule(search) => {
                let (numbers, is_best) = search.go_on(&self.cells, is_over)?;
                let [x, y, length, radius] = numbers.map(pixels);
                let (x, y) = (left + x, top + y);
                (Shape::Capsule([x, y, x + (-length).max(0.0), y + length.max(0.0), radius]), is_best)
            }
            FormSearch::Polygon(search) => {
                let corners = search.go_on(is_over)?.into_iter();
                (Shape::Polygon(corners.map(|(x, y)| [left + pixels(x), top + pixels(y)]).collect()), false)
            }
        })
    }
}

/// The nearest half pixel, counted in these.
#[expect(clippy::cast_possible_truncation, reason = "no shape reaches so far")]
fn half(pixels: f64) -> i64 {
    (2.0 * pixels).round() as i64
}
