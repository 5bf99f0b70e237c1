//! [`Affine`]: turning, scaling, flipping and moving.

/// An affine map of the plane, y down: any sequence of turns, scalings, flips and moves.
///
/// ```text
/// x' = xx·x + xy·y + tx
/// y' = yx·x + yy·y + ty
/// ```
///
/// Values are named after both spaces, the target first: `world_from_source.map(p)`, and
/// `world_from_parent.after(parent_from_source)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// Growth of x' with x.
    pub xx: f64,
    /// Growth of x' with y.
    pub xy: f64,
    /// Growth of y' with x.
    pub yx: f64,
    /// Growth of y' with y.
    pub yy: f64,
    /// Value of x' at the origin.
    pub tx: f64,
    /// Value of y' at the origin.
    pub ty: f64,
}

/// The least roundness of the image of a circle, shortest axis by longest, for which an inverse is computed.
const LEAST_ROUNDNESS: f64 = 1e-10;

/// A point between cells.
pub type Point = (f64, f64);

impl Affine {
    /// The identity.
    pub const IDENTITY: Self = Self::scaling(1.0, 1.0);

    /// Moves everything by `by`.
    pub const fn translation((tx, ty): Point) -> Self {
        Self { tx, ty, ..Self::IDENTITY }
    }

    /// Scales everything about the origin by a factor for each axis; a negative factor mirrors.
    pub const fn scaling(x: f64, y: f64) -> Self {
        Self { xx: x, xy: 0.0, yx: 0.0, yy: y, tx: 0.0, ty: 0.0 }
    }

    /// Turns everything about the origin, clockwise as seen with y down. Exact for multiples of 90 degrees.
    pub fn rotation(degrees: f64) -> Self {
        let turn = degrees.rem_euclid(360.0);
        let (sin, cos) = match turn {
            0.0 => (0.0, 1.0),
            90.0 => (1.0, 0.0),
            180.0 => (0.0, -1.0),
            270.0 => (-1.0, 0.0),
            turn => turn.to_radians().sin_cos(),
        };
        Self { xx: cos, xy: -sin, yx: sin, yy: cos, tx: 0.0, ty: 0.0 }
    }

    /// Applies this map after `first`. Turns that add up to a quarter turn give its exact numbers.
    #[must_use]
    pub fn after(self, first: Self) -> Self {
        let (tx, ty) = self.map((first.tx, first.ty));
        let (across, down) = ((self.xx, self.xy), (self.yx, self.yy));
        let (x, y) = ((first.xx, first.yx), (first.xy, first.yy));
        Self { xx: product(across, x), xy: product(across, y), yx: product(down, x), yy: product(down, y), tx, ty }
    }

    /// The image of a point.
    #[inline]
    pub fn map(self, (x, y): Point) -> Point {
        (self.xx * x + self.xy * y + self.tx, self.yx * x + self.yy * y + self.ty)
    }

    /// The inverse map; `None` if the plane is mapped onto a line, or so nearly that 64 bits cannot decide.
    pub fn inverse(self) -> Option<Self> {
        let area = self.xx * self.yy - self.xy * self.yx;
        // Roughly the least scale factor divided by the greatest.
        let roundness = area.abs() / (self.xx.powi(2) + self.xy.powi(2) + self.yx.powi(2) + self.yy.powi(2));
        if !area.is_normal() || roundness < LEAST_ROUNDNESS {
            return None;
        }
        let linear =
            Self { xx: self.yy / area, xy: -self.xy / area, yx: -self.yx / area, yy: self.xx / area, tx: 0.0, ty: 0.0 };
        let (x, y) = linear.map((self.tx, self.ty));
        Some(Self { tx: -x, ty: -y, ..linear })
    }

    /// The turn in degrees, the factors along x and y that come before it, and the sine of the angle by which the y axis is
    /// skewed: without a skew, the map is a scaling, a turn, and a move.
    pub fn decomposed(self) -> (f64, (f64, f64), f64) {
        /// Digits that do not come from rounding.
        const SURE: f64 = 1e9;
        let sure = |number: f64| (number * SURE).round() / SURE + 0.0;
        let (length, height) = (self.xx.hypot(self.yx), self.xy.hypot(self.yy));
        let area = self.xx * self.yy - self.xy * self.yx;
        // A mirrored x is not a half turn.
        let sign = if area < 0.0 && self.xx < 0.0 { -1.0 } else { 1.0 };
        let turn = (sign * self.yx).atan2(sign * self.xx).to_degrees();
        let skew =
            if length * height == 0.0 { 0.0 } else { (self.xx * self.xy + self.yx * self.yy) / (length * height) };
        (sure(turn), (sure(sign * length), sure(sign * height.copysign(area))), sure(skew))
    }

    /// True if the map takes cells to cells, apart from a move: for turns by multiples of 90 degrees, and flips.
    pub fn permutes_cells(self) -> bool {
        let unit = |n: f64| n.abs() == 1.0;
        unit(self.xx) && unit(self.yy) && self.xy == 0.0 && self.yx == 0.0
            || unit(self.xy) && unit(self.yx) && self.xx == 0.0 && self.yy == 0.0
    }

    /// The bounds of the image of a box of `size` at the origin: top left corner, bottom right corner.
    pub fn bounds(self, size: (f64, f64)) -> (Point, Point) {
        let corners = [(0.0, 0.0), (size.0, 0.0), (0.0, size.1), size].map(|corner| self.map(corner));
        let least = |axis: fn(Point) -> f64| corners.map(axis).into_iter().fold(f64::INFINITY, f64::min);
        let most = |axis: fn(Point) -> f64| corners.map(axis).into_iter().fold(f64::NEG_INFINITY, f64::max);
        let (x, y) = (|point: Point| point.0, |point: Point| point.1);
        ((least(x), least(y)), (most(x), most(y)))
    }
}

/// The product of a row and a column. A sum that lies within its rounding error of a 64th is that 64th; a single product is as
/// exact as its factors.
fn product(row: Point, column: Point) -> f64 {
    /// The rounding of the longest chain of maps, as a share of the largest sum that these factors could have.
    const ROUNDING: f64 = 64.0 * f64::EPSILON;
    let (one, other) = (row.0 * column.0, row.1 * column.1);
    let sum = one + other;
    let near = (64.0 * sum).round() / 64.0;
    let largest = (row.0.abs() + row.1.abs()) * (column.0.abs() + column.1.abs());
    let is_near = one != 0.0 && other != 0.0 && (sum - near).abs() <= ROUNDING * largest;
    if is_near { near } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_clockwise_with_y_down() {
        assert_eq!(Affine::rotation(90.0).map((1.0, 0.0)), (0.0, 1.0), "from the right to below");
        assert_eq!(Affine::rotation(-270.0), Affine::rotation(90.0));
        assert!([0.0, 90.0, 180.0, 270.0, 720.0].iter().all(|&turn| Affine::rotation(turn).permutes_cells()));
        assert!(!Affine::rotation(45.0).permutes_cells() && !Affine::scaling(2.0, 1.0).permutes_cells());
    }

    #[test]
    fn scales_and_turns_are_found_again() {
        for turn in [0.0, 30.0, 90.0, -45.0, 180.0, -120.5] {
            for (x, y) in [(1.0, 1.0), (0.5, 1.5), (2.0, -3.0)] {
                let map = Affine::translation((7.0, -8.0)).after(Affine::rotation(turn)).after(Affine::scaling(x, y));
                let (found, (sx, sy), skew) = map.decomposed();
                let again = Affine::rotation(found).after(Affine::scaling(sx, sy));
                let far = [again.xx - map.xx, again.xy - map.xy, again.yx - map.yx, again.yy - map.yy];
                assert!(
                    far.iter().all(|far| far.abs() < 1e-8) && skew == 0.0,
                    "{turn} {x} {y}: {found} {sx} {sy} {skew}"
                );
            }
        }
        assert_eq!(Affine::scaling(-2.0, 3.0).decomposed(), (0.0, (-2.0, 3.0), 0.0));
        let sheared = Affine { xy: 0.75, ..Affine::IDENTITY };
        assert_eq!(sheared.decomposed(), (0.0, (1.0, 1.25), 0.6));
    }

    #[test]
    fn turns_that_add_up_to_a_quarter_are_exact() {
        for turns in [vec![45.0; 2], vec![22.5; 4], vec![0.1, 89.9], vec![30.3, 29.7, 30.0], vec![-33.3, 123.3]] {
            let together = |scale: f64| {
                let start = Affine::scaling(scale, -scale);
                turns.iter().fold(start, |map, &turn| Affine::rotation(turn).after(map))
            };
            for scale in [1.0, 2.0, 0.5, 3.25] {
                assert_eq!(together(scale), Affine::rotation(90.0).after(Affine::scaling(scale, -scale)), "{turns:?}");
            }
        }
        let almost = Affine::rotation(45.0).after(Affine::rotation(45.000_000_001));
        assert!(!almost.permutes_cells() && almost.xx < 0.0, "{almost:?}");
        let small = Affine::scaling(1e-20, 1e-20).after(Affine::rotation(45.0));
        assert!(small.after(Affine::rotation(15.0)).xx > 1e-21, "small, and no rounding error");
    }

    #[test]
    fn an_inverse_undoes_its_map() {
        let map = Affine::translation((3.0, -7.5)).after(Affine::rotation(33.0)).after(Affine::scaling(2.0, -0.25));
        let (x, y) = map.inverse().expect("it can be undone").map(map.map((5.0, 11.0)));
        assert!((x - 5.0).abs() < 1e-9 && (y - 11.0).abs() < 1e-9);
        assert_eq!(Affine::scaling(0.0, 1.0).inverse(), None);
        assert!(Affine::scaling(1e-4, 1.0).inverse().is_some() && Affine::scaling(1e-60, 1e-60).inverse().is_some());
        let squeezed = Affine::scaling(100.0, 0.01).after(Affine::rotation(0.1)).after(Affine::scaling(1e4, 1e-4));
        assert_eq!(squeezed.inverse(), None, "a line, as far as 64 bits can tell");
    }

    #[test]
    fn bounds_of_a_turned_box() {
        assert_eq!(Affine::rotation(90.0).bounds((4.0, 2.0)), ((-2.0, 0.0), (0.0, 4.0)));
    }
}
