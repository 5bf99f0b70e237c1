//! Reads of the ground in a step.

use super::{Ball, Ground, Probing, Rules};
use crate::geom::{Cell, Point, Rounding, Size};
use crate::scan::Visit;

/// Reads of the ground in a step, and their result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The probe: bottom middle of the ball at its next position, lifted to the last row if it is below, not rounded.
    pub probe: Point,
    /// The contact with the ground, if any; as fractional as the probe, unless it was swept.
    pub contact: Option<Point>,
    /// The read pixels.
    pub reads: Reads,
}

/// Pixels read one after the other in one column, the first and the last included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reads {
    /// The pixel read first, on the ground's grid; it and others may lie outside.
    pub first: Cell,
    /// The number of pixels.
    pub count: u32,
    /// Direction of the next one.
    pub way: Way,
}

/// The direction of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
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
        let mut reads = Reads::from(Cell::new(Ground::nearest(probe.0), Ground::nearest(probe.1)), Way::Up);
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
        let mut reads = Reads::from(Cell::new(Ground::nearest(probe.0), first), Way::Down);
        let hit = (first..=last).find(|_| reads.read(ground));
        let contact = hit.map(|row| (probe.0, row as f64));
        Self { probe, contact, reads }
    }
}

impl Reads {
    const fn from(first: Cell, way: Way) -> Self {
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
            Way::Up => self.first - Cell::new(0, rows),
            Way::Down => self.first + Cell::new(0, rows),
        }
    }

    /// The pixels in the order of reading.
    pub fn cells(self) -> impl ExactSizeIterator<Item = Cell> {
        (0..self.count).map(move |rank| self.cell(rank))
    }

    /// The same as visits on the ground's grid, one pixel each.
    pub fn visits(self) -> impl Iterator<Item = Visit> {
        let fitting = |n: i64| i32::try_from(n).unwrap_or(i32::MAX);
        self.cells().map(move |Cell { x, y }| Visit { x: fitting(x), y: fitting(y), width: 1, height: 1 })
    }
}
