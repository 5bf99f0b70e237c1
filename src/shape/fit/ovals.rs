//! The best circle and the best ellipse on a grid of half pixels.

use super::cells::Cells;
use super::search::{Kind, Merit, Region, best, middle_of};
use crate::shape::TOUCH;

/// Circles (`N` = 3: x, y, radius) or ellipses (`N` = 4: x, y, both radii) in half pixels.
#[derive(Debug)]
pub struct Ovals<'a>(pub &'a Cells);

impl<const N: usize> Kind<N> for Ovals<'_> {
    /// An oval whose centre lies outside the box of the solid cells covers no more of them than its mirrored half covers clear
    /// ones, and a single cell is better. If it must cover all, its centre may lie outside, but no further than half its radius:
    /// else it could be moved two half pixels towards the box and made smaller.
    fn all(&self) -> Region<N> {
        let Cells { width, height, .. } = *self.0;
        let reach = if self.0.missing > 1 { (width + height) / 2 + 1 } else { 0 };
        let (wide, high) = if N == 3 { (width + height + 2, 0) } else { (2 * width + 2, 2 * height + 2) };
        let ranges = [(-reach, 2 * width + reach), (-reach, 2 * height + reach), (1, wide), (1, high)];
        std::array::from_fn(|at| ranges[at])
    }

    fn bound(&self, region: &Region<N>) -> Merit {
        let (x, y, rx, ry) = (region[0], region[1], region[2], region[N - 1]);
        let (added, missed) = self.differing(x, y, rx, ry);
        let price = self.0.price(added, missed);
        Merit { price, area: rx.0 * ry.0, top: y.0 - ry.1, left: x.0 - rx.1, height: ry.0 }
    }
}

impl Ovals<'_> {
    /// The clear cells that every oval of these ranges covers, and the solid cells that none covers.
    fn differing(&self, x: (i64, i64), y: (i64, i64), rx: (i64, i64), ry: (i64, i64)) -> (i64, i64) {
        let [[x0, x1], [y0, y1], [rx0, rx1], [ry0, ry1]] = [x, y, rx, ry].map(|(low, high)| [low, high].map(pixels));
        let [inner, outer] = [Chords::new(rx0, ry0), Chords::new(rx1, ry1)];
        let (mut added, mut covered) = (0, 0);
        let (top, bottom) = (floor(y0 - ry1), floor(y1 + ry1) + 1);
        for row in top..bottom {
            #[expect(clippy::cast_precision_loss, reason = "near a mask")]
            let middle = row as f64 + 0.5;
            let (above, below) = (middle - y0, y1 - middle);
            if (0..self.0.height).contains(&row)
                && let Some(half) = outer.half((-above).max(-below).max(0.0))
            {
                covered += self.0.left_of(first(x1 + half), row) - self.0.left_of(first(x0 - half), row);
            }
            if let Some(half) = inner.half(above.max(below)) {
                let (from, to) = (first(x1 - half), first(x0 + half));
                if from < to {
                    added += to - from - (self.0.left_of(to, row) - self.0.left_of(from, row));
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

/// The most rows of a mask that are read to find the best oval: about a second's work.
const MOST_READ: i64 = 16_000_000;

/// The best oval, and whether it is proven; `None` if cancelled. In a large mask the best in squares of its cells leads to it.
pub fn best_oval<const N: usize>(cells: &Cells, is_cancelled: &dyn Fn() -> bool) -> Option<([i64; N], bool)> {
    let square = cells.square();
    let near = if square == 1 {
        middle_of::<N>(&Ovals(cells))
    } else {
        let squares = cells.in_squares(square, is_cancelled)?;
        let kind = Ovals(&squares);
        let (found, _) = best::<N>(&kind, middle_of(&kind), MOST_READ / 4 / squares.height, is_cancelled)?;
        (found.map(|n| n * square), 2 * square)
    };
    best(&Ovals(cells), near, MOST_READ / cells.height, is_cancelled)
}

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
