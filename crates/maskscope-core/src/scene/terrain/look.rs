//! The ball, the ground, and the pixels of the ground that a step of the ball reads.

use super::{Key, KeyEvent, Keys, Probing, Rules};
use crate::geom::{Cell, Point, Rounding, Size};
use crate::{mask::Prepared, scan::Visit};

/// The ball between two steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Its top left corner, in pixels of the ground.
    pub position: Point,
    /// Downward movement in the next step, in pixels; negative is up.
    pub velocity_y: f64,
    /// True while gravity pulls and no other jump can begin.
    pub jumping: bool,
}

impl Ball {
    /// The ball before the first step: dropped in, as if it jumped.
    pub const fn at_start(rules: &Rules) -> Self {
        Self { position: rules.start, velocity_y: rules.falling, jumping: true }
    }

    /// Begins a jump if its key goes down and no jump is under way; other events have no effect by themselves.
    pub fn see(&mut self, event: KeyEvent, rules: &Rules) {
        if event.key == Key::Jump && event.down && !self.jumping {
            self.velocity_y -= rules.jump;
            self.jumping = true;
        }
    }

    /// Walks if a key is held and the edge of the stage is farther than a step: left if it can, otherwise right if it
    /// can.
    pub fn walk(&mut self, held: Keys, size: Size, rules: &Rules) {
        let x = &mut self.position.0;
        if held.left && *x - rules.walk > 0.0 {
            *x -= rules.walk;
        } else if held.right && *x + f64::from(size.width) + rules.walk < f64::from(rules.stage.width) {
            *x += rules.walk;
        }
    }

    /// Adds gravity if the ball jumps.
    pub fn pull(&mut self, rules: &Rules) {
        if self.jumping {
            self.velocity_y += rules.gravity;
        }
    }

    /// Falls, or stands on the `contact`.
    pub fn settle(&mut self, contact: Option<Point>, size: Size, rules: &Rules) {
        match contact {
            None => self.position.1 += self.velocity_y,
            Some((_, y)) => {
                self.position.1 = y - f64::from(size.height);
                self.jumping = false;
                self.velocity_y = rules.falling;
            }
        }
    }
}

/// The terrain's mask. Outside it everything is clear.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a>(pub &'a Prepared);

impl Ground<'_> {
    /// Rows.
    pub const fn height(self) -> u32 {
        self.0.mask().height()
    }

    /// True if the pixel at `cell` is solid.
    pub fn is_solid(self, cell: Cell) -> bool {
        self.0.mask().get_cell(cell)
    }

    /// The column or row for a coordinate: `floor(value + 0.5)`. A coordinate beyond all cells is far outside, on its
    /// side.
    pub fn nearest(value: f64) -> i64 {
        let outside = if value < 0.0 { i32::MIN } else { i32::MAX };
        Rounding::HalfUp.round(value).unwrap_or(outside).into()
    }

    /// The pixel of a point.
    pub fn cell(point: Point) -> Cell {
        Cell::new(Self::nearest(point.0), Self::nearest(point.1))
    }
}

/// Reads of the ground in a step, and their result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The probe: bottom middle of the ball at its next position, lifted to the last row if it is below, not rounded.
    pub probe: Point,
    /// The contact with the ground, if any; with the fraction of the probe, unless it was swept.
    pub contact: Option<Point>,
    /// The read pixels.
    pub reads: ColumnReads,
}

/// Pixels read one after the other in one column, the first and the last included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnReads {
    /// The pixel read first, on the ground's grid; it and others may lie outside.
    pub first: Cell,
    /// The number of pixels.
    pub count: u32,
    /// Direction of the next one.
    pub way: ReadWay,
}

/// The direction of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReadWay {
    /// Each pixel lies above the previous one.
    Up,
    /// Each pixel lies below the previous one.
    Down,
}

impl Look {
    /// The reads for `ball`, which has `size`, before it falls or stands.
    pub fn of(ball: &Ball, size: Size, ground: Ground<'_>, rules: &Rules) -> Self {
        let (x, y) = ball.position;
        let bottom = y + f64::from(size.height);
        let probe_y = rules.clamp.apply(bottom + ball.velocity_y, ground.height());
        let probe = (x + f64::from(size.width) * 0.5, probe_y);
        match rules.probing {
            Probing::EndPoint => Self::step_up(probe, ground),
            Probing::Swept => Self::sweep(bottom, probe, ground),
        }
    }

    /// From the probe upwards to the first clear pixel, then one down.
    fn step_up(probe: Point, ground: Ground<'_>) -> Self {
        let mut reads = ColumnReads::from(Ground::cell(probe), ReadWay::Up);
        let mut contact = None;
        let mut y = probe.1;
        while reads.read(ground) {
            contact = Some((probe.0, y));
            y -= 1.0;
        }
        Self { probe, contact, reads }
    }

    /// From the row of the ball's `bottom` down to that of the probe, or that one alone; the first solid row is the contact.
    pub(super) fn sweep(bottom: f64, probe: Point, ground: Ground<'_>) -> Self {
        let last = Ground::nearest(probe.1);
        let first = Rounding::Floor.round(bottom).map_or(last, |row| last.min(row.into()));
        let mut reads = ColumnReads::from(Cell::new(Ground::nearest(probe.0), first), ReadWay::Down);
        let hit = (first..=last).find(|_| reads.read(ground));
        let contact = hit.map(|row| (probe.0, row as f64));
        Self { probe, contact, reads }
    }
}

impl ColumnReads {
    const fn from(first: Cell, way: ReadWay) -> Self {
        Self { first, count: 0, way }
    }

    /// Reads the next pixel; true if it is solid.
    fn read(&mut self, ground: Ground<'_>) -> bool {
        let cell = self.cell(self.count);
        self.count += 1;
        ground.is_solid(cell)
    }

    /// The pixel of rank `rank`, from 0.
    fn cell(&self, rank: u32) -> Cell {
        let rows = i64::from(rank);
        match self.way {
            ReadWay::Up => self.first - Cell::new(0, rows),
            ReadWay::Down => self.first + Cell::new(0, rows),
        }
    }

    /// The pixels in the order of reading.
    pub fn cells(self) -> impl ExactSizeIterator<Item = Cell> {
        (0..self.count).map(move |rank| self.cell(rank))
    }

    /// The pixels as visits on the ground's grid, one pixel each.
    pub fn visits(self) -> impl Iterator<Item = Visit> {
        let fitting = |n: i64| i32::try_from(n).unwrap_or(i32::MAX);
        self.cells().map(move |Cell { x, y }| Visit { x: fitting(x), y: fitting(y), width: 1, height: 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_cell_holds_is_on_its_side() {
        assert_eq!([-0.5, 0.4, 0.5].map(Ground::nearest), [0, 0, 1]);
        let (first, last) = (i64::from(i32::MIN), i64::from(i32::MAX));
        assert_eq!([-1e10, f64::NEG_INFINITY, 1e10, f64::NAN].map(Ground::nearest), [first, first, last, last]);
    }
}
