//! [`FittedPieces`]: several shapes of a kind that differ from a mask together in the fewest cells.
//!
//! The solid cells are parted in two again and again, along the cut after which shapes for both parts cost least: an island from
//! the others, or at a column or row. Cells of one part cost nothing in the shapes of the others. In a small mask, shapes are
//! also added one by one to each that fits a strip of it.

use std::collections::{BTreeMap, HashMap, hash_map::Entry};

use super::cells::Rule;
use super::fitting::{Fit, FitTask, Form};
use crate::geom::{Affine, Cell, IntRect, Offset, Size, whole};
use crate::mask::Mask;
use crate::shape::{PlacedHitbox, PlacedPart, Shape};

/// The longest side of a mask whose cuts are searched; a larger one is taken in squares.
const SMALL: u32 = 128;
/// The parts of the usual time in which shapes are fitted: to try a cut, and again where the others stand.
const QUICK: i64 = 200;
const REFIT: i64 = 10;

/// The most cells of a mask in which others are added to each box.
const FEW: u64 = 36;
/// The most shapes that are found by adding one to another.
const MOST_ADDED: usize = 4;

/// Several shapes fitted to a mask together.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedPieces {
    /// The shapes.
    pub shapes: Vec<Shape>,
    /// Clear cells that they cover.
    pub added: u64,
    /// Solid cells that they leave out.
    pub missed: u64,
    /// True if it is a single shape, and none of its form is better.
    pub is_best: bool,
}

impl Form {
    /// Up to `most` shapes of this form that together fit `mask` as well as could be found; `None` for a mask without solid cells,
    /// and if cancelled.
    pub fn fit_pieces(
        self,
        mask: &Mask,
        rule: Rule,
        most: usize,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Option<FittedPieces> {
        let Fit { shape, added, missed, is_best } = self.fit(mask, rule, is_cancelled)?;
        let mut best = FittedPieces { shapes: vec![shape], added, missed, is_best };
        if most < 2 {
            return Some(best);
        }
        for shapes in fit(mask, self, rule, most, is_cancelled)? {
            let (added, missed) = differing(&shapes, mask)?;
            if added + missed < best.added + best.missed {
                best = FittedPieces { shapes, added, missed, is_best: false };
            }
        }
        Some(best)
    }

    /// Shapes of this form that fit `mask` no worse than those `given`, the same number: the ones that [`Form::fit_pieces`] finds;
    /// of polygons those that a search of some 20 ms each finds from the given ones. `None` for a mask without solid cells.
    pub fn fit_beside(self, mask: &Mask, given: &[Shape]) -> Option<FittedPieces> {
        let is_cancelled = &|| false;
        let fit = match self {
            Self::Polygon(_) => {
                let mut shapes = given.to_vec();
                Parting { mask, form: self, rule: Rule::Fewest, is_cancelled }.refit(&mut shapes, true)?;
                let (added, missed) = differing(&shapes, mask)?;
                FittedPieces { shapes, added, missed, is_best: false }
            }
            _ => self.fit_pieces(mask, Rule::Fewest, given.len(), is_cancelled)?,
        };
        let (added, missed) = differing(given, mask)?;
        let is_better = fit.added + fit.missed <= added + missed;
        Some(if is_better { fit } else { FittedPieces { shapes: given.to_vec(), added, missed, is_best: false } })
    }
}

/// Solid cells, and a shape for them.
#[derive(Clone, Debug)]
struct PartFit {
    cells: Mask,
    shape: Shape,
    /// Clear cells of the whole mask that the shape covers, and cells of this part that it leaves out.
    price: u64,
}

/// The price of shapes.
fn price(pieces: &[PartFit]) -> u64 {
    pieces.iter().map(|piece| piece.price).sum()
}

/// A mask, and how it is to be parted.
struct Parting<'a> {
    mask: &'a Mask,
    form: Form,
    rule: Rule,
    is_cancelled: &'a dyn Fn() -> bool,
}

/// The best shapes that could be found of each number from two up to `most`, where a mask can be cut; they do not depend on
/// `most`. `None` of a mask without solid cells, and if cancelled.
fn fit(
    mask: &Mask,
    form: Form,
    rule: Rule,
    most: usize,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<impl Iterator<Item = Vec<Shape>> + use<>> {
    let parting = Parting { mask, form, rule, is_cancelled };
    let mut candidates = parting.parted(most)?;
    if form.is_quick(mask) {
        candidates.extend(parting.added_one_by_one(most)?);
    }
    if let Form::Polygon(4..) | Form::Convex(4..) = form {
        for boxes in fit(mask, Form::Box, rule, most, is_cancelled)? {
            let mut shapes: Vec<_> = boxes.iter().map(with_corners).collect();
            parting.refit(&mut shapes, false)?;
            candidates.push(shapes);
        }
    }
    let mut best: BTreeMap<usize, (u64, Vec<Shape>)> = BTreeMap::new();
    for shapes in candidates {
        let (added, missed) = differing(&shapes, mask)?;
        let place = best.entry(shapes.len()).or_insert((u64::MAX, Vec::new()));
        if added + missed < place.0 {
            *place = (added + missed, shapes);
        }
    }
    Some(best.into_values().map(|(_, shapes)| shapes))
}

/// A box as a polygon.
fn with_corners(shape: &Shape) -> Shape {
    Shape::Polygon(shape.placed(&Affine::IDENTITY).outline(4).into_iter().map(<[f64; 2]>::from).collect())
}

impl Form {
    /// True if hundreds of its shapes are fitted to a mask in some 50 ms.
    fn is_quick(self, mask: &Mask) -> bool {
        let area = mask.bounds().unwrap_or_default().area();
        match self {
            Self::Box => area <= 256,
            Self::Circle => area <= 64,
            _ => false,
        }
    }
}

impl Parting<'_> {
    /// From two up to `most` shapes for the parts of the mask.
    fn parted(&self, most: usize) -> Option<Vec<Vec<Shape>>> {
        let &Self { mask, form, rule, is_cancelled } = self;
        let side = mask.width().max(mask.height()).div_ceil(SMALL).max(1);
        let mut small = Mask::new(Size::new(mask.width().div_ceil(side), mask.height().div_ceil(side)));
        for (y, run) in (0..mask.height()).flat_map(|y| mask.runs(y).map(move |run| (y, run))) {
            small.set_run(run.start / side..(run.end - 1) / side + 1, y / side);
        }
        let cells = |part: &Mask| Mask::from_fn(mask.size(), |x, y| mask.get(x, y) && part.get(x / side, y / side));
        let mut fitted: HashMap<Mask, Shape> = HashMap::new();
        let mut all = Vec::new();
        for parts in (Parting { mask: &small, form, rule, is_cancelled }).partings(most)? {
            let mut shapes = Vec::new();
            for part in parts {
                shapes.push(match fitted.entry(part) {
                    Entry::Occupied(known) => known.get().clone(),
                    Entry::Vacant(new) => {
                        let shape = self.piece(cells(new.key()), 1)?.shape;
                        new.insert(shape).clone()
                    }
                });
            }
            self.refit(&mut shapes, false)?;
            all.push(shapes);
        }
        Some(all)
    }

    /// The mask in two parts, in three, and so on up to `most`, each with one part of the last cut in two. They do not depend on
    /// `most`: more shapes are never worse than fewer.
    fn partings(&self, most: usize) -> Option<Vec<Vec<Mask>>> {
        let mut pieces = vec![self.piece(self.mask.clone(), QUICK)?];
        // The best halves of each piece.
        let mut halves = vec![self.halves(&pieces[0])?];
        let mut all = Vec::new();
        while pieces.len() < most {
            // A cut that gains nothing may be the first of two that do.
            let gain = |at: &usize| pieces[*at].price.checked_sub(price(halves[*at].as_ref()?));
            let Some(at) = (0..pieces.len()).max_by_key(gain).filter(|at| gain(at).is_some()) else { break };
            let Some(both) = halves.swap_remove(at) else { break };
            pieces.swap_remove(at);
            for half in both {
                halves.push(self.halves(&half)?);
                pieces.push(half);
            }
            all.push(pieces.iter().map(|piece| piece.cells.clone()).collect());
        }
        Some(all)
    }

    /// The halves of a piece that cost least, if any; `None` if cancelled.
    fn halves(&self, piece: &PartFit) -> Option<Option<[PartFit; 2]>> {
        let mut best: Option<[PartFit; 2]> = None;
        for one in cuts(&piece.cells) {
            let other = &piece.cells ^ &one;
            if one.is_clear() || other.is_clear() || piece.price == 0 {
                continue;
            }
            let both = [self.piece(one, QUICK)?, self.piece(other, QUICK)?];
            if best.as_ref().is_none_or(|best| price(&both) < price(best)) {
                best = Some(both);
            }
        }
        Some(best)
    }

    /// A shape for some of the solid cells, where the others cost nothing; found in one of `haste` parts of the usual time.
    fn piece(&self, cells: Mask, haste: i64) -> Option<PartFit> {
        let others = self.mask ^ &cells;
        let task = FitTask { free: Some(&others), haste, ..FitTask::of(&cells, self.rule) };
        let (shape, _) = self.form.fit_to(&task, self.is_cancelled)?;
        let ((added, _), covered) = (shape.differing(self.mask), covered([&shape], self.mask));
        let left_out = cells.count() - shared(&covered, &cells)?.count();
        Some(PartFit { cells, shape, price: added + left_out })
    }

    /// From two up to `most` shapes, at most [`MOST_ADDED`]: to each one that fits a strip of the mask, others are added that fit
    /// best to what is left, and all are fitted again. They do not depend on `most`.
    fn added_one_by_one(&self, most: usize) -> Option<Vec<Vec<Shape>>> {
        let mut firsts: Vec<Shape> = match (self.form, self.mask.bounds()) {
            (Form::Box, Some(bounds)) if bounds.area() <= FEW => boxes_in(bounds).collect(),
            _ => Vec::new(),
        };
        for cells in strips(self.mask) {
            let first = self.piece(cells, 1)?.shape;
            if !firsts.contains(&first) {
                firsts.push(first);
            }
        }
        let mut all = Vec::new();
        for first in firsts {
            let mut shapes = vec![first];
            while shapes.len() < most.min(MOST_ADDED)
                && let Some(left) = self.left(&shapes)?
            {
                shapes.push(self.fit_left(&left, 1, None)?);
                while self.refit(&mut shapes, false)? {}
                all.push(shapes.clone());
            }
        }
        Some(all)
    }

    /// The solid cells that shapes leave, and all that they cover; `None` within if they leave none.
    fn left<'b>(&self, shapes: impl IntoIterator<Item = &'b Shape>) -> Option<Option<[Mask; 2]>> {
        let taken = covered(shapes, self.mask);
        let left = self.mask ^ &shared(&taken, self.mask)?;
        Some((!left.is_clear()).then_some([left, taken]))
    }

    /// The shape that fits best where some cells are left and others are taken, found in one of `haste` parts of the usual time.
    fn fit_left(&self, [left, taken]: &[Mask; 2], haste: i64, given: Option<&[[f64; 2]]>) -> Option<Shape> {
        let free = (!taken.is_clear()).then_some(taken);
        let task = FitTask { free, haste, given, ..FitTask::of(left, self.rule) };
        self.form.fit_to(&task, self.is_cancelled).map(|(shape, _)| shape)
    }

    /// Fits each shape again to what the others leave, and keeps it where all together differ in fewer cells; polygons
    /// `beside` those that are there. True if one was.
    fn refit(&self, shapes: &mut [Shape], beside: bool) -> Option<bool> {
        let mut is_better = false;
        for at in 0..shapes.len() {
            let others = shapes.iter().enumerate().filter(|(other, _)| *other != at);
            let Some(left) = self.left(others.map(|(_, other)| other))? else { continue };
            let given = match &shapes[at] {
                Shape::Polygon(corners) if beside => Some(&**corners),
                _ => None,
            };
            let haste = if beside { 1 } else { REFIT };
            let mut found = self.fit_left(&left, haste, given)?;
            let before = differing(shapes, self.mask)?;
            std::mem::swap(&mut shapes[at], &mut found);
            let after = differing(shapes, self.mask)?;
            if before.0 + before.1 <= after.0 + after.1 {
                shapes[at] = found;
            } else {
                is_better = true;
            }
        }
        Some(is_better)
    }
}

/// The clear cells of a mask that shapes cover together, those around it among them, and the solid ones that they leave out.
fn differing(shapes: &[Shape], mask: &Mask) -> Option<(u64, u64)> {
    let covered = covered(shapes, mask);
    let solid = shared(&covered, mask)?.count();
    // Around the mask, each shape counts alone.
    let around = |shape: &Shape| {
        let inside = self::covered([shape], mask);
        Some(shape.differing(mask).0 + shared(&inside, mask)?.count() - inside.count())
    };
    let around = shapes.iter().map(around).sum::<Option<u64>>()?;
    Some((covered.count() - solid + around, mask.count() - solid))
}

/// The cells of a mask's size that shapes cover.
fn covered<'a>(shapes: impl IntoIterator<Item = &'a Shape>, mask: &Mask) -> Mask {
    let placed = shapes.into_iter().map(|shape| PlacedPart::Shape(shape.placed(&Affine::IDENTITY)));
    PlacedHitbox::new(placed.collect()).covered(mask.bounding_box())
}

/// The cells of both of two masks of the same size.
fn shared(one: &Mask, other: &Mask) -> Option<Mask> {
    one.overlap_mask(other, Offset::default())
}

/// Parts of solid cells: an island, and those left of a column or above a row.
fn cuts(cells: &Mask) -> Vec<Mask> {
    let Some(bounds) = cells.bounds() else { return Vec::new() };
    let part = |is_in: &dyn Fn(i64, i64) -> bool| {
        Mask::from_fn(cells.size(), |x, y| cells.get(x, y) && is_in(i64::from(x) - bounds.x, i64::from(y) - bounds.y))
    };
    let (width, height) = (i64::from(bounds.width), i64::from(bounds.height));
    let quarters =
        (1..4).flat_map(|quarter| [part(&|x, _| 4 * x < quarter * width), part(&|_, y| 4 * y < quarter * height)]);
    quarters.chain([first_island(cells)]).collect()
}

/// All boxes of whole pixels in another.
fn boxes_in(bounds: IntRect) -> impl Iterator<Item = Shape> {
    let ranges = |end: u32| {
        (0..end).flat_map(move |from| (1..=end - from).map(move |length| (f64::from(from), f64::from(length))))
    };
    let (left, top) = (whole(bounds.x), whole(bounds.y));
    ranges(bounds.height).flat_map(move |(y, height)| {
        ranges(bounds.width).map(move |(x, width)| Shape::Box([left + x, top + y, width, height]))
    })
}

/// The solid cells of each range of columns, and of each range of rows, that has some.
fn strips(cells: &Mask) -> Vec<Mask> {
    let ranges = |end: u32| (0..end).flat_map(move |from| (from + 1..=end).map(move |to| from..to));
    let part = |is_in: &dyn Fn(u32, u32) -> bool| Mask::from_fn(cells.size(), |x, y| cells.get(x, y) && is_in(x, y));
    let columns = ranges(cells.width()).map(|range| part(&|x, _| range.contains(&x)));
    let rows = ranges(cells.height()).map(|range| part(&|_, y| range.contains(&y)));
    columns.chain(rows).filter(|strip| !strip.is_clear()).collect()
}

/// The island of the first solid cell.
fn first_island(cells: &Mask) -> Mask {
    let mut island = Mask::new(cells.size());
    let mut open = Vec::from_iter(cells.first());
    while let Some(cell) = open.pop() {
        if cells.get_cell(cell)
            && !island.get_cell(cell)
            && let (Ok(x), Ok(y)) = (u32::try_from(cell.x), u32::try_from(cell.y))
        {
            island.set(x, y);
            open.extend((-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Cell::new(cell.x + dx, cell.y + dy))));
        }
    }
    island
}
