//! Finds of visits.

use super::subject::Subject;
use maskscope_core::scan::{Pair, Probe, Scan, Visit, VisitOutcome};

/// The most parts into which the finds of a scan are summed up.
const PARTS: u64 = 2_048;
/// The most bins while a scan runs, whose length is not known yet.
const MOST_BINS: usize = 1 << 15;

/// Find of a visit, or of several together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VisitFind {
    /// A pixel of A that is set.
    pub a: bool,
    /// A pixel of B that is set.
    pub b: bool,
    /// A cell set in both, or a rectangle that is accepted because they must share one.
    pub both: bool,
    /// A rectangle that is split.
    pub split: bool,
}

impl VisitFind {
    #[inline]
    fn by(pair: &Pair<'_>, visit: Visit) -> Self {
        // Most scans visit single cells, and millions of them.
        if let (1, 1, Ok(x), Ok(y)) = (visit.width, visit.height, u32::try_from(visit.x), u32::try_from(visit.y))
            && x < pair.size().width
            && y < pair.size().height
        {
            let (a, b) = (pair.a_is_set(x, y), pair.b_is_set(x, y));
            return Self { a, b, both: a && b, split: false };
        }
        let of_words = |(a, b)| Self { a: a != 0, b: b != 0, both: a & b != 0, split: false };
        pair.words_in(visit).map(of_words).fold(Self::default(), Self::with)
    }

    /// The find of a rectangle that decides by itself.
    const fn decided(outcome: VisitOutcome) -> Self {
        Self {
            a: false,
            b: false,
            both: matches!(outcome, VisitOutcome::Hit),
            split: matches!(outcome, VisitOutcome::Split),
        }
    }

    /// Returns both finds together.
    pub const fn with(self, other: Self) -> Self {
        Self { a: self.a | other.a, b: self.b | other.b, both: self.both | other.both, split: self.split | other.split }
    }
}

impl Subject {
    /// The find of `visit` of `scan`.
    pub fn found(&self, scan: Scan, visit: Visit) -> VisitFind {
        let [a, b] = self.masks_for(scan);
        Pair::new(&a, &b, self.offset).map_or(VisitFind::default(), |pair| VisitFind::by(&pair, visit))
    }
}

/// Sums up what the visits of a scan find, in equal parts of its length.
///
/// Its length is known only at its end: until then each bin holds a power of two visits, and whenever the bins run out,
/// two become one.
pub(super) struct Finds<'a> {
    pair: Option<Pair<'a>>,
    bins: Vec<VisitFind>,
    /// Each bin holds two to the power of this visits.
    shift: u32,
    /// The rank at which the last bin ends.
    end: u64,
    visits: u64,
    /// The latest visit, until it is known whether the scan reports its outcome: then the masks need not be read.
    latest: Option<Visit>,
}

impl<'a> Finds<'a> {
    /// For a scan over `pair`; without one, nothing is visited.
    pub(super) const fn over(pair: Option<Pair<'a>>) -> Self {
        Self { pair, bins: Vec::new(), shift: 0, end: 0, visits: 0, latest: None }
    }

    /// Adds to the bin of the latest visit, which is the last one.
    #[inline]
    fn add(&mut self, found: VisitFind) {
        if self.visits > self.end {
            self.begin_bin();
        }
        if let Some(bin) = self.bins.last_mut() {
            *bin = bin.with(found);
        }
    }

    /// Begins the next bin.
    fn begin_bin(&mut self) {
        if self.bins.len() == MOST_BINS {
            let pair = |two: &[VisitFind]| two.iter().copied().fold(VisitFind::default(), VisitFind::with);
            self.bins = self.bins.chunks(2).map(pair).collect();
            self.shift += 1;
        }
        self.bins.push(VisitFind::default());
        self.end = (self.bins.len() as u64) << self.shift;
    }

    /// Reads what the latest visit found, as no outcome was reported.
    #[inline]
    fn look(&mut self) {
        if let (Some(visit), Some(pair)) = (self.latest.take(), &self.pair) {
            self.add(VisitFind::by(pair, visit));
        }
    }

    /// The finds in equal parts of the scan's length, at most [`PARTS`]: one for each visit if there are few.
    pub(super) fn in_parts(mut self) -> Vec<VisitFind> {
        self.look();
        let parts = self.visits.min(PARTS);
        let mut found = vec![VisitFind::default(); usize::try_from(parts).unwrap_or(0)];
        for (first, bin) in (0_u64..).map(|bin| bin << self.shift).zip(self.bins) {
            let part = usize::try_from(u128::from(first) * u128::from(parts) / u128::from(self.visits));
            if let Some(part) = part.ok().and_then(|part| found.get_mut(part)) {
                *part = part.with(bin);
            }
        }
        found
    }
}

impl Probe for Finds<'_> {
    #[inline]
    fn visit(&mut self, visit: Visit) {
        self.look();
        self.latest = Some(visit);
        self.visits += 1;
    }

    #[inline]
    fn outcome(&mut self, outcome: VisitOutcome) {
        self.latest = None;
        self.add(VisitFind::decided(outcome));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::geom::{Offset, Size};
    use maskscope_core::mask::{Mask, Prepared};
    use maskscope_core::scan::Words;

    /// The finds of the scan over two masks, given by their rows.
    fn finds(scan: Scan, a: &Mask, b: &Mask) -> (Vec<VisitFind>, u64) {
        let [a, b] = [a, b].map(|mask| Prepared::from(mask.clone()));
        let mut probe = (Finds::over(Pair::new(&a, &b, Offset::new(0, 0))), maskscope_core::scan::Count::default());
        let _ = scan.run(&a, &b, Offset::new(0, 0), None, &mut probe);
        (probe.0.in_parts(), probe.1.visits)
    }

    #[test]
    fn each_part_holds_what_its_visits_find_however_long_the_scan() {
        // Only A is set, and only in two cells: far from the first visit, and the very last.
        let size = Size::new(300, 300);
        let (far, last) = (70_000_u64, 89_999);
        let a = Mask::from_fn(size, |x, y| [far, last].contains(&(u64::from(y) * 300 + u64::from(x))));
        let (parts, visits) = finds(Scan::ROWS, &a, &Mask::new(size));
        assert_eq!((parts.len(), visits), (2_048, 90_000));
        let set: Vec<usize> = parts.iter().enumerate().filter(|(_, found)| found.a).map(|(at, _)| at).collect();
        // Bins of four visits: each goes to the part of its first.
        assert_eq!(set, [far / 4 * 4, last / 4 * 4].map(|rank| usize::try_from(rank * 2_048 / 90_000).expect("small")));
        assert!(parts.iter().all(|found| !found.b && !found.both && !found.split));
    }

    #[test]
    fn a_visit_finds_nothing_beyond_itself() {
        // The words of stripes end inside the rows: A is set only right of B's box.
        let a = Mask::from_fn(Size::new(100, 1), |x, _| x >= 70);
        let (parts, visits) = finds(Scan::Words(Words), &a, &Mask::new(Size::new(70, 1)));
        assert_eq!((parts.len(), visits), (2, 2));
        assert_eq!(parts, [VisitFind::default(); 2]);
    }

    #[test]
    fn an_outcome_counts_for_its_own_visit() {
        // Both are set in the very last cell: the whole is split, its first half pruned, its second split.
        let corner = Mask::from_fn(Size::new(4, 1), |x, _| x == 3);
        let scan: Scan = "summed-area".parse().expect("a scan");
        let (parts, visits) = finds(scan, &corner, &corner);
        let (split, hit) = (VisitFind::decided(VisitOutcome::Split), VisitFind::decided(VisitOutcome::Hit));
        assert_eq!(parts, [split, VisitFind::default(), split, VisitFind::default(), hit]);
        assert_eq!(visits, 5);
    }
}
