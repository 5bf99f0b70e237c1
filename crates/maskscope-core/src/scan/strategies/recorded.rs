//! The loop of a game: the visits that it recorded at one placement.
//!
//! ```text
//! for y in range(top, bottom):            {"frame": 812, …, "visits": [[12, 40], [13, 40], …]}
//!     for x in range(left, right):
//!         log.visit(x, y)                 visits, in the order in which the game read them
//! ```
//!
//! A [`Loop`] is kept by whoever shows its check. [`Recorded`] finds it by its number, so that a
//! [`Scan`](super::Scan) stays a small value; once nobody keeps the loop, it visits nothing.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::prelude::*;

/// The recorded loop of a game as a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recorded(u64);

/// The visits of a game's loop at one placement, and what it answered.
#[derive(Debug)]
pub struct Loop {
    number: u64,
    visits: Vec<Visit>,
    /// The places of the visits that leave the box, each with the number of visits inside it before.
    outside: Vec<(usize, usize)>,
    /// True if each visit is one cell.
    are_cells: bool,
    is_hit: bool,
    place: BoxPlace,
}

/// A placement as the overlap box shows it: its size, and its top left in A and in B.
type BoxPlace = (Size, [(u32, u32); 2]);

/// The loops that somebody keeps.
static KEPT: Mutex<Vec<(u64, Weak<Loop>)>> = Mutex::new(Vec::new());

impl Loop {
    /// The loop that made these visits, local to the overlap box of `pair`, and answered `is_hit`.
    #[must_use = "a loop that nobody keeps visits nothing"]
    pub fn new(visits: Vec<Visit>, is_hit: bool, pair: &Pair<'_>) -> Arc<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let leaves = |(_, visit): &(usize, &Visit)| !visit.is_in(pair.size());
        let outside = visits.iter().enumerate().filter(leaves).map(|(at, _)| at);
        let outside = outside.enumerate().map(|(before, at)| (at, at - before)).collect();
        let are_cells = visits.iter().all(|visit| visit.cells() == 1);
        let kept = Arc::new(Self { number, visits, outside, are_cells, is_hit, place: place(pair) });
        let mut loops = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        loops.retain(|(_, kept)| kept.strong_count() > 0);
        loops.push((number, Arc::downgrade(&kept)));
        kept
    }

    /// This loop as a scan, as long as it is kept.
    pub const fn scan(&self) -> Recorded {
        Recorded(self.number)
    }

    /// Its visits, local to the overlap box, which they may leave.
    pub fn visits(&self) -> &[Visit] {
        &self.visits
    }

    /// Those that leave it.
    pub fn outside(&self) -> impl Iterator<Item = Visit> {
        self.outside.iter().map(|(at, _)| self.visits[*at])
    }

    /// The place among all visits of the one that is the `rank`th, from 0, inside the box.
    pub fn place_of(&self, rank: usize) -> usize {
        rank + self.outside.partition_point(|(_, inside)| *inside <= rank)
    }

    /// True if the game answered that the sprites collide.
    pub const fn is_hit(&self) -> bool {
        self.is_hit
    }
}

fn place(pair: &Pair<'_>) -> BoxPlace {
    (pair.size(), [pair.in_a(0, 0), pair.in_b(0, 0)])
}

impl Recorded {
    fn kept(self) -> Option<Arc<Loop>> {
        let loops = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        loops.iter().find(|(number, _)| *number == self.0).and_then(|(_, kept)| kept.upgrade())
    }
}

impl Strategy for Recorded {
    /// The loop of no game.
    const DEFAULT: Self = Self(0);
    const ABOUT: &'static About = &About {
        name: "recorded",
        sentence: "The loop of the game: the cells that it read at this placement.",
        idea: "Visits the cells that the game recorded, in its order, and answers what the game answered.",
        good_when: "you want to see what your game reads",
        bad_when: "the sprites move: it is known at this placement only.",
        source: Source { short: "your game", full: "the log of your game" },
        parameters: Parameters::NONE,
        contest: Contest::Absent("one placement"),
    };

    fn run<P: Probe>(self, pair: &Pair<'_>, probe: &mut P) -> Option<Hit> {
        let kept = self.kept().filter(|kept| kept.place == place(pair))?;
        let mut last = None;
        for visit in kept.visits.iter().filter(|visit| visit.is_in(pair.size())) {
            probe.visit(*visit);
            last = Some(*visit);
        }
        let cell = |visit: Visit| (visit.cells() == 1).then_some((visit.x.cast_unsigned(), visit.y.cast_unsigned()));
        last.filter(|_| kept.is_hit).map(|visit| Hit { visit, cell: cell(visit) })
    }

    fn listing(self) -> Listing {
        match self.reads() {
            Reads::Cell => Listing::over_cells("for x, y in what the game read"),
            _ => Listing::new("for x, y, width, height in what the game read"),
        }
    }

    fn state(self, context: &VisitContext<'_>) -> State {
        match self.reads() {
            Reads::Cell => context.of_cell(self.listing()),
            _ => State { listing: self.listing(), current: 0, values: Vec::new() },
        }
    }

    fn reads(self) -> Reads {
        let are_cells = self.kept().is_none_or(|kept| kept.are_cells);
        if are_cells { Reads::Cell } else { Reads::Area }
    }

    fn visits_of_a_miss(self, _: &Pair<'_>) -> Option<u64> {
        None
    }

    fn is_exact(self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Offset;
    use crate::mask::{Mask, Prepared};
    use crate::scan::{Count, Scan};

    #[test]
    fn a_loop_is_a_scan_at_its_placement_while_it_is_kept() {
        let [a, b] = Mask::checkerboard(Size::new(3, 2)).map(Prepared::new);
        let pair = Pair::new(&a, &b, Offset::new(1, 0)).expect("boxes that overlap");
        let visits = vec![Visit::cell(0, 0), Visit::cell(1, 0), Visit::cell(2, 0), Visit::cell(0, 1)];
        let kept = Loop::new(visits, true, &pair);
        let scan = Scan::from(kept.scan());
        let run = |x| {
            let mut count = Count::default();
            let hit = scan.run(&a, &b, Offset::new(x, 0), None, &mut count);
            (hit.and_then(|hit| hit.cell), count.visits)
        };
        assert_eq!(run(1), (Some((0, 1)), 3), "what it reads outside the box of 2 × 2 is not a visit");
        assert_eq!(run(0), (None, 0), "it belongs to one placement");
        assert!(kept.outside().eq([Visit::cell(2, 0)]));
        assert_eq!([0, 1, 2].map(|rank| kept.place_of(rank)), [0, 1, 3]);
        drop(kept);
        assert_eq!(run(1), (None, 0));
    }
}
