//! The scan whose order visits are in: as it is, with x and y exchanged, or shifted.

use std::fmt;

use crate::geom::{Offset, Size};
use crate::mask::{Mask, Prepared};
use crate::scan::{Probe, Scan, Visit};

/// The shift up to which an order is recognised, in cells.
const FARTHEST: i32 = 3;

/// The fewest visits by which the order of a loop that ended early is recognised.
const FEWEST: usize = 8;

/// The order of a scan, as it is or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The scan.
    pub scan: Scan,
    /// The change.
    pub change: OrderChange,
    /// True if all visits of the scan were made, not only the first of them.
    pub is_whole: bool,
}

/// Change of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderChange {
    /// As it is.
    None,
    /// With x and y exchanged.
    Exchanged,
    /// By this number of cells to the right and down.
    Shifted(i32, i32),
}

/// `the order of rows, one cell too far left`.
impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the order of {}", self.scan)?;
        match self.change {
            OrderChange::None => Ok(()),
            OrderChange::Exchanged => f.write_str(", with x and y exchanged"),
            OrderChange::Shifted(x, y) => {
                let far = |cells: i32, back: &str, on: &str| match cells.unsigned_abs() {
                    0 => None,
                    1 => Some(format!("one cell too far {}", if cells < 0 { back } else { on })),
                    n => Some(format!("{n} cells too far {}", if cells < 0 { back } else { on })),
                };
                let parts: Vec<String> =
                    [far(x, "left", "right"), far(y, "up", "down")].into_iter().flatten().collect();
                write!(f, ", {}", parts.join(" and "))
            }
        }
    }
}

/// The first scan with exactly these visits on a checkerboard of `size`; if `is_begun`, with these first visits.
pub(super) fn order_of(visits: &[Visit], size: Size, is_begun: bool) -> Option<Order> {
    let board = Checkerboard::new(size);
    Scan::variants().filter(is_cell_scan).find_map(|scan| board.compare(scan, visits, is_begun, OrderChange::None))
}

/// The first scan with these visits after x and y are exchanged, or shifted by a few cells.
pub(super) fn changed_order_of(visits: &[Visit], size: Size, is_begun: bool) -> Option<Order> {
    let board = Checkerboard::new(size);
    let first = *visits.first()?;
    Scan::variants().filter(is_cell_scan).find_map(|scan| {
        let mut start = First(None);
        scan.run(&board.a, &board.b, Offset::default(), None, &mut start);
        let start = start.0?;
        let (x, y) = (first.x.wrapping_sub(start.x), first.y.wrapping_sub(start.y));
        let is_near = (x, y) != (0, 0) && [x, y].iter().all(|by| by.unsigned_abs() <= FARTHEST.unsigned_abs());
        let shifted = is_near.then(|| board.compare(scan, visits, is_begun, OrderChange::Shifted(x, y)));
        let exchanged = || board.compare(scan, visits, is_begun, OrderChange::Exchanged);
        shifted.flatten().or_else(exchanged)
    })
}

/// True for scans whose order is their own: traps have that of the scan they are made from.
fn is_cell_scan(scan: &Scan) -> bool {
    scan.strategy() != "rows" || *scan == Scan::ROWS
}

/// A checkerboard.
struct Checkerboard {
    a: Prepared,
    b: Prepared,
}

impl Checkerboard {
    fn new(size: Size) -> Self {
        let [a, b] = Mask::checkerboard(size).map(Prepared::new);
        Self { a, b }
    }

    fn compare(&self, scan: Scan, visits: &[Visit], is_begun: bool, change: OrderChange) -> Option<Order> {
        let mut same = SameVisits { visits, change, at: 0, is_same: true };
        scan.run(&self.a, &self.b, Offset::default(), None, &mut same);
        // A scan that skips cells ends where a loop that has hit may have just begun.
        let is_whole = same.at == visits.len() && (scan.is_exact() || !is_begun);
        let is_known = same.is_same && same.at >= visits.len() && (is_whole || is_begun && visits.len() >= FEWEST);
        is_known.then_some(Order { scan, change, is_whole: is_whole && scan.is_exact() })
    }
}

/// A probe that compares visits with others.
struct SameVisits<'a> {
    visits: &'a [Visit],
    change: OrderChange,
    /// The number of visits so far.
    at: usize,
    is_same: bool,
}

impl Probe for SameVisits<'_> {
    fn visit(&mut self, visit: Visit) {
        if self.is_same {
            let changed = match self.change {
                OrderChange::None => visit,
                OrderChange::Exchanged => Visit { x: visit.y, y: visit.x, width: visit.height, height: visit.width },
                OrderChange::Shifted(x, y) => Visit { x: visit.x.wrapping_add(x), y: visit.y.wrapping_add(y), ..visit },
            };
            self.is_same = self.visits.get(self.at).is_none_or(|other| *other == changed);
        }
        self.at += 1;
    }
}

/// A probe that keeps the first visit.
struct First(Option<Visit>);

impl Probe for First {
    fn visit(&mut self, visit: Visit) {
        self.0.get_or_insert(visit);
    }
}
