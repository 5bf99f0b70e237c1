//! The best box of whole pixels, and the best circle, ellipse and capsule on a grid of half pixels, by branch and bound.
//!
//! A [`Region`] is a set of shapes: a range of each of their numbers. The region whose best shape could be the best of all is
//! halved, again and again, until it holds a single shape. The search for rectangles of C. Lampert, M. Blaschko and T. Hofmann,
//! *Beyond Sliding Windows: Object Localization by Efficient Subwindow Search* (2008), for shapes of any kind.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::{array, iter};

use super::cells::Cells;
use crate::mask::SummedAreaTable;
use crate::shape::TOUCH;

/// The shapes with their numbers in these ranges, both ends included.
type Region<const N: usize> = [(i64, i64); N];

/// The merit of a shape, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Merit {
    /// The price of the cells that it adds and misses.
    price: i64,
    /// A number that grows with its area.
    area: i64,
    /// A number that grows with its top edge.
    top: i64,
    /// A number that grows with its left edge.
    left: i64,
    /// A number that grows with its height.
    height: i64,
}

impl Merit {
    /// The merit of no shape.
    const NONE: Self = Self { price: i64::MAX, area: 0, top: 0, left: 0, height: 0 };
}

/// A kind of shape with `N` numbers.
trait Kind<const N: usize> {
    /// All shapes among which the best is searched.
    fn all(&self) -> Region<N>;

    /// A merit that no shape of the region exceeds; of a single shape its own. [`Merit::NONE`] if the region has no shape.
    fn bound(&self, region: &Region<N>) -> Merit;

    /// The shape from which a search begins.
    fn start(&self) -> [i64; N] {
        middle(&self.all())
    }
}

/// Regions between two looks at the clock.
const REGIONS: i64 = 16;

/// A search for the best shape of a kind, which can go on after a break.
#[derive(Clone, Debug)]
struct Best<const N: usize> {
    known: (Merit, [i64; N]),
    /// The length of the next step from it to a better one; 0 once none leads there.
    step: i64,
    /// The regions that may hold a better one.
    open: BinaryHeap<Reverse<(Merit, Region<N>)>>,
    /// The search is given up after that many more regions.
    left: i64,
}

impl<const N: usize> Best<N> {
    /// A search of `most` regions that begins near a shape, with steps from it, first of this length.
    fn near(kind: &impl Kind<N>, (shape, step): ([i64; N], i64), most: i64) -> Self {
        let all = kind.all();
        let open = BinaryHeap::from([Reverse((kind.bound(&all), all))]);
        Self { known: known(kind, shape), step, open, left: most }
    }

    /// Takes the best step, or shortens it if none leads to a better shape.
    fn descend(&mut self, kind: &impl Kind<N>) {
        let all = kind.all();
        let exists = |to: &[i64; N]| to.iter().zip(&all).all(|(n, (low, high))| (low..=high).contains(&n));
        let mut next = self.known;
        // Each number goes down, stays, or goes up.
        for way in 0..iter::repeat_n(3, N).product() {
            let mut ways = way;
            let to = self.known.1.map(|n| {
                let by = ways % 3 - 1;
                ways /= 3;
                n + self.step * by
            });
            if exists(&to) {
                next = next.min(known(kind, to));
            }
        }
        if next == self.known {
            self.step /= 2;
        }
        self.known = next;
    }

    /// Goes on until it is done: returns the best shape, and whether it is proven. `None` if it is over before.
    fn go_on(&mut self, kind: &impl Kind<N>, is_over: &dyn Fn() -> bool) -> Option<([i64; N], bool)> {
        while self.step > 0 {
            self.descend(kind);
            if is_over() {
                return None;
            }
        }
        while self.left > 0 {
            self.left -= 1;
            let Some(Reverse((_, region))) = self.open.pop().filter(|Reverse((merit, _))| *merit < self.known.0) else {
                self.open.clear();
                return Some((self.known.1, true));
            };
            for half in halves(&region) {
                let merit = kind.bound(&half);
                if merit >= self.known.0 {
                } else if half.iter().all(|(low, high)| low == high) {
                    self.known = (merit, middle(&half));
                } else {
                    self.open.push(Reverse((merit, half)));
                }
            }
            if self.left % REGIONS == 0 && is_over() {
                return None;
            }
        }
        Some((self.known.1, false))
    }
}

/// A single shape with its merit.
fn known<const N: usize>(kind: &impl Kind<N>, numbers: [i64; N]) -> (Merit, [i64; N]) {
    (kind.bound(&numbers.map(|n| (n, n))), numbers)
}

/// The region, halved along its widest range.
fn halves<const N: usize>(region: &Region<N>) -> [Region<N>; 2] {
    let widest = (0..N).max_by_key(|&at| region[at].1 - region[at].0).unwrap_or_default();
    let (low, high) = region[widest];
    let middle = low + (high - low) / 2;
    let half = |range| array::from_fn(|at| if at == widest { range } else { region[at] });
    [half((low, middle)), half((middle + 1, high))]
}

/// The shape from which a search begins, and a step that leads to any other.
fn start_of<const N: usize>(kind: &impl Kind<N>) -> ([i64; N], i64) {
    (kind.start(), kind.all().iter().map(|(low, high)| (high - low) / 4).fold(1, i64::max))
}

fn middle<const N: usize>(region: &Region<N>) -> [i64; N] {
    region.map(|(low, high)| low + (high - low) / 2)
}

/// The most columns of a mask that are read to find the best box: about a second's work.
const MOST_COLUMNS: i64 = 100_000_000;

/// A search for the best box, which can go on after a break.
#[derive(Clone, Debug, Default)]
pub struct BoxSearch {
    table: SummedAreaTable,
    /// The table of the cells that cost nothing.
    free: SummedAreaTable,
    best: Option<Best<2>>,
}

impl BoxSearch {
    /// Goes on until it is done, always in the same cells: returns the left, top, right and bottom edge of the best box, and
    /// whether it is proven. `None` if it is over before.
    pub fn go_on(&mut self, cells: &Cells, is_over: &dyn Fn() -> bool) -> Option<([i64; 4], bool)> {
        let Self { table, free, best } = self;
        let is_whole = cells.table().is_some() || table.go_on(&cells.mask, is_over);
        let are_whole = is_whole && cells.free().is_none_or(|cells| free.go_on(cells, is_over));
        let free = cells.free().map(|_| &*free);
        let boxes = are_whole.then_some(Boxes { cells, table: cells.table().unwrap_or(&*table), free })?;
        let best = match best {
            Some(best) => best,
            None => {
                let most = MOST_COLUMNS / cells.width / cells.haste;
                best.insert(Best::near(&boxes, start_of(&boxes), most))
            }
        };
        let (found, is_proven) = best.go_on(&boxes, is_over)?;
        Some((boxes.edges(found), is_proven))
    }
}

/// Boxes, by their top and bottom edges. The best columns between two edges are found by one pass over all columns.
#[derive(Debug)]
struct Boxes<'a> {
    cells: &'a Cells,
    table: &'a SummedAreaTable,
    /// The table of the cells that cost nothing.
    free: Option<&'a SummedAreaTable>,
}

impl Boxes<'_> {
    /// The best box between two edges: its left, top, right and bottom edge.
    fn edges(&self, [top, bottom]: [i64; 2]) -> [i64; 4] {
        let (_, left, width) = self.columns((top, top), (bottom, bottom));
        [left, top, left + width, bottom]
    }

    /// The columns with the most to gain for a box whose edges are in these ranges: their gain, the first, their number.
    ///
    /// Each column gains its solid cells in the tallest box, and pays for its clear cells in the lowest. The best columns end
    /// where the sum so far is most above its least before: of equal ones the fewest, then the first.
    fn columns(&self, top: (i64, i64), bottom: (i64, i64)) -> (i64, i64, i64) {
        let (tallest, lowest) = ((top.0, bottom.1), (top.1, bottom.0.max(top.1)));
        let cells = self.cells;
        let sum = |x: i64| {
            let free = self.free.map_or(0, |free| count(free, x, lowest));
            let clear = cells.frames * ((lowest.1 - lowest.0) * x - free) - count(self.table, x, lowest);
            count(self.table, x, tallest) * cells.missing - clear * cells.adding
        };
        let (mut least, mut best) = ((0, 0), (0, 0, 0));
        for x in 1..=cells.width {
            let here = sum(x);
            let (gain, width) = (here - least.0, x - least.1);
            if gain > best.0 || gain == best.0 && width < best.2 {
                best = (gain, least.1, width);
            }
            if here <= least.0 {
                least = (here, x);
            }
        }
        best
    }
}

/// The cells of a table left of column `x` in `rows`.
fn count(table: &SummedAreaTable, x: i64, rows: (i64, i64)) -> i64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "inside the mask")]
    let cell = |n: i64| n as u32;
    table.count(0, cell(rows.0), cell(x), cell(rows.1 - rows.0)).into()
}

impl Kind<2> for Boxes<'_> {
    fn all(&self) -> Region<2> {
        [(0, self.cells.height - 1), (1, self.cells.height)]
    }

    fn bound(&self, &[top, bottom]: &Region<2>) -> Merit {
        if bottom.1 <= top.0 {
            return Merit::NONE;
        }
        let (gain, left, width) = self.columns(top, bottom);
        let price = self.cells.solid * self.cells.missing - gain;
        let height = (bottom.0 - top.1).max(1);
        let is_single = top.0 == top.1 && bottom.0 == bottom.1;
        let (left, width) = if is_single { (left, width) } else { (0, 1) };
        Merit { price, area: width * height, top: top.0, left, height }
    }
}

/// Circles (`N` = 3: x, y, radius), ellipses (`N` = 4: x, y, both radii) or capsules (`N` = 4: x, y, length, radius) in half
/// pixels. A capsule leads from a circle at `x`, `y` down by its length, or by a negative one to the right.
#[derive(Debug)]
struct Ovals<'a, const ARE_CAPSULES: bool>(&'a Cells);

/// Ellipses with their numbers in these ranges, each with all that it covers on its way to the right or down.
struct SweptOvals {
    x: (i64, i64),
    y: (i64, i64),
    rx: (i64, i64),
    ry: (i64, i64),
    /// The length of the way to the right, 0 where it leads down.
    right: (i64, i64),
    /// The length of the way down, 0 where it leads to the right.
    down: (i64, i64),
}

impl<const N: usize, const ARE_CAPSULES: bool> Kind<N> for Ovals<'_, ARE_CAPSULES> {
    /// An oval whose centre lies outside the box of the solid cells covers no more of them than its mirrored half covers clear
    /// ones, and a single cell is better. If it must cover all, its centre may lie outside, but no further than half its radius:
    /// else it could be moved two half pixels towards the box and made smaller. The same holds for a capsule across its length.
    /// Along it, both ends lie inside the box: one outside could be moved in, and the capsule would leave no more cells out.
    fn all(&self) -> Region<N> {
        let Cells { width, height, .. } = *self.0;
        let reach = if self.0.missing > 1 { (width + height) / 2 + 1 } else { 0 };
        let most = width + height + 2;
        let sizes = match N {
            _ if ARE_CAPSULES => [(if self.0.is_upright { 0 } else { -2 * width }, 2 * height), (1, most)],
            3 => [(1, most), (1, 0)],
            _ => [(1, 2 * width + 2), (1, 2 * height + 2)],
        };
        let ranges = [(-reach, 2 * width + reach), (-reach, 2 * height + reach), sizes[0], sizes[1]];
        array::from_fn(|at| ranges[at])
    }

    fn bound(&self, region: &Region<N>) -> Merit {
        let (x, y, ry) = (region[0], region[1], region[N - 1]);
        let ovals = if ARE_CAPSULES {
            let (low, high) = region[2];
            let (right, down) = ((-high, -low), (low, high));
            let [right, down] = [right, down].map(|(least, most)| (least.max(0), most.max(0)));
            SweptOvals { x, y, rx: ry, ry, right, down }
        } else {
            SweptOvals { x, y, rx: region[2], ry, right: (0, 0), down: (0, 0) }
        };
        let (added, missed) = self.differing(&ovals);
        let SweptOvals { rx, right, down, .. } = ovals;
        let price = self.0.price(added, missed);
        let area = if ARE_CAPSULES { capsule_area(right.0.max(down.0), ry.0) } else { rx.0 * ry.0 };
        Merit { price, area, top: y.0 - ry.1, left: x.0 - rx.1, height: 2 * ry.0 + down.0 }
    }

    /// Of capsules the one that fills the box of the solid cells.
    fn start(&self) -> [i64; N] {
        let Cells { width, height, .. } = *self.0;
        let side = width.min(height);
        let length = 2 * (height - width);
        let filling = [side, side, if self.0.is_upright { length.max(0) } else { length }, side];
        if ARE_CAPSULES { array::from_fn(|at| filling[at]) } else { middle(&Kind::<N>::all(self)) }
    }
}

/// A number that grows with the area of a capsule of this length between its caps.
const fn capsule_area(length: i64, radius: i64) -> i64 {
    /// Their ratio is π but for a ten thousandth of a millionth: so it is right for any capsule near a mask.
    const PI: (i64, i64) = (104_348, 33_215);
    PI.0 * radius * radius + PI.1 * 2 * radius * length
}

impl<const ARE_CAPSULES: bool> Ovals<'_, ARE_CAPSULES> {
    /// The clear cells that every oval of these ranges covers, and the solid cells that none covers.
    fn differing(&self, ovals: &SweptOvals) -> (i64, i64) {
        let &SweptOvals { x, y, rx, ry, right, down } = ovals;
        let [[x0, x1], [y0, y1], [rx0, rx1], [ry0, ry1], [right0, right1], [down0, down1]] =
            [x, y, rx, ry, right, down].map(|(low, high)| [low, high].map(pixels));
        let [inner, outer] = [Chords::new(rx0, ry0), Chords::new(rx1, ry1)];
        let (mut added, mut covered) = (0, 0);
        let (top, bottom) = (floor(y0 - ry1), floor(y1 + down1 + ry1) + 1);
        for row in top..bottom {
            #[expect(clippy::cast_precision_loss, reason = "near a mask")]
            let middle = row as f64 + 0.5;
            let (above, below) = (middle - y0, y1 - middle);
            if (0..self.0.height).contains(&row)
                && let Some(half) = outer.half((-above).max(-below - down1).max(0.0))
            {
                let mut end = x1 + half;
                if right1 > 0.0
                    && let Some(half) = outer.half((-above).max(-below).max(0.0))
                {
                    end = end.max(x1 + right1 + half);
                }
                covered += self.0.left_of(first(end), row)[1] - self.0.left_of(first(x0 - half), row)[1];
            }
            if let Some(half) = inner.half((above - down0).max(below).max(0.0)) {
                let (from, to) = (first(x1 - half), first(x0 + right0 + half));
                if from < to {
                    added += self.0.left_of(to, row)[0] - self.0.left_of(from, row)[0];
                }
            }
        }
        (added, self.0.solid - covered)
    }
}

/// The chords of an ellipse along x, without the cells that it only touches.
struct Chords {
    radius: f64,
    ratio: f64,
}

impl Chords {
    fn new(rx: f64, ry: f64) -> Self {
        Self { radius: ry - TOUCH, ratio: (rx - TOUCH) / (ry - TOUCH) }
    }

    /// Half of the chord at a distance from the centre along y.
    fn half(&self, dy: f64) -> Option<f64> {
        let inside = (self.radius - dy) * (self.radius + dy);
        (dy < self.radius).then(|| self.ratio * inside.sqrt())
    }
}

/// The most rows of a mask that are read to find the best oval or capsule: about a second's work.
const MOST_ROWS: i64 = 16_000_000;

/// A search for the best oval or capsule, which can go on after a break. In a large mask the best in squares of its cells leads
/// to it.
#[derive(Clone, Debug, Default)]
pub struct OvalSearch<const N: usize, const ARE_CAPSULES: bool> {
    /// The squares, and the search in them.
    squares: Option<(Cells, Best<N>)>,
    best: Option<Best<N>>,
}

impl<const N: usize, const ARE_CAPSULES: bool> OvalSearch<N, ARE_CAPSULES> {
    /// Goes on until it is done, always in the same cells: returns the best oval, and whether it is proven. `None` if it is over
    /// before.
    pub fn go_on(&mut self, cells: &Cells, is_over: &dyn Fn() -> bool) -> Option<([i64; N], bool)> {
        let (kind, square) = (Ovals::<ARE_CAPSULES>(cells), cells.square());
        let best = match &mut self.best {
            Some(best) => best,
            None => {
                let near = if square == 1 { start_of::<N>(&kind) } else { self.in_squares(cells, is_over)? };
                self.best.insert(Best::near(&kind, near, MOST_ROWS / cells.height / cells.haste))
            }
        };
        best.go_on(&kind, is_over)
    }

    /// The best oval in squares, and a step from it.
    fn in_squares(&mut self, cells: &Cells, is_over: &dyn Fn() -> bool) -> Option<([i64; N], i64)> {
        let side = cells.square();
        let (squares, best) = self.squares.get_or_insert_with(|| {
            let squares = cells.in_squares(side);
            let (kind, most) = (Ovals::<ARE_CAPSULES>(&squares), MOST_ROWS / 4 / squares.height / cells.haste);
            let best = Best::near(&kind, start_of(&kind), most);
            (squares, best)
        });
        let (found, _) = best.go_on(&Ovals::<ARE_CAPSULES>(squares), is_over)?;
        Some((found.map(|n| n * side), 2 * side))
    }
}

/// A search for the best capsule, which is upright or lies.
pub type CapsuleSearch = OvalSearch<4, true>;

/// Half pixels as pixels.
#[expect(clippy::cast_precision_loss, reason = "near a mask")]
pub fn pixels(half: i64) -> f64 {
    half as f64 / 2.0
}

/// The first cell with its centre at or behind `x`.
fn first(x: f64) -> i64 {
    floor(x + 0.5)
}

/// [`f64::floor`] without a call.
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "near a mask")]
fn floor(n: f64) -> i64 {
    let truncated = n as i64;
    truncated - i64::from(truncated as f64 > n)
}
