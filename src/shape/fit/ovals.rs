//! The best circle and the best ellipse on a grid of half pixels.

use super::cells::Cells;
use super::search::{Kind, Merit, Region};
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
        let (mut added, mut covered) = (0, 0);
        let (top, bottom) = (floor(y0 - ry1), floor(y1 + ry1) + 1);
        for row in top..bottom {
            #[expect(clippy::cast_precision_loss, reason = "near a mask")]
            let middle = row as f64 + 0.5;
            let (above, below) = (middle - y0, y1 - middle);
            let near = (-above).max(-below).max(0.0);
            if let Some(half) = half_width(near, rx1, ry1) {
                covered += self.0.in_row(row, first(x0 - half), first(x1 + half));
            }
            if let Some(half) = half_width(above.max(below), rx0, ry0) {
                let (from, to) = (first(x1 - half), first(x0 + half));
                if from < to {
                    added += to - from - self.0.in_row(row, from, to);
                }
            }
        }
        (added, self.0.solid - covered)
    }
}

/// Half the width of an ellipse at a distance from its centre along y, without the cells that it only touches.
fn half_width(dy: f64, rx: f64, ry: f64) -> Option<f64> {
    let (rx, ry) = (rx - TOUCH, ry - TOUCH);
    let inside = (ry - dy) * (ry + dy);
    (dy < ry).then(|| rx / ry * inside.sqrt())
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

#[expect(clippy::cast_possible_truncation, reason = "near a mask")]
fn floor(n: f64) -> i64 {
    n.floor() as i64
}
