//! Ratios of the visits of two scans, over all placements that hit.

use std::cmp::Ordering;

use super::counts::{Counts, nth};
use crate::geom::Offset;
use crate::words::number;

/// Ratios are counted in bins, each a 64th of a factor of two wide.
const BINS: i32 = 64;
/// Ratios lie between one over and 2 to the power of this: visits are counted in 32 bits.
const POWERS: i32 = 32;

/// The counts of the ratios of two scans while a survey goes on.
#[derive(Clone, Debug, Default)]
pub(super) struct RatioTally {
    /// The bins of the ratios.
    bins: Counts,
    ratios: Ratios,
}

/// Ratios of the visits of a scan and another, the base, over the placements that hit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratios {
    /// At how many placements the masks overlap.
    pub hits: u64,
    /// Visits of the base divided by those of the scan: half of the placements have no larger ratio. `None` without any.
    pub median: Option<f64>,
    /// At how many placements the scan needs fewer visits than the base, by how many times fewer: in the bands that begin
    /// at [`Ratios::BANDS`].
    pub fewer: [u64; 5],
    /// At how many the base needs fewer visits than the scan, in the same bands.
    pub more: [u64; 5],
    /// The placement at which the scan needs the most times fewer.
    pub best: Option<Extreme>,
    /// The placement at which the base needs the most times fewer.
    pub worst: Option<Extreme>,
    /// At how many placements it needs at least 20 times fewer.
    pub reaching_20: u64,
}

/// The placement at which one of two scans needs the most times fewer visits: of equals the uppermost, of those the left one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// The placement.
    pub offset: Offset,
    /// The visits of the base, and of the scan.
    pub visits: [u32; 2],
}

impl Ratios {
    /// The ratios at which the bands begin; a ratio at the beginning of one still belongs to the one before.
    pub const BANDS: [u64; 5] = [1, 2, 5, 10, 100];

    /// The number of placements at which the scan needs fewer visits, the same number, and more.
    pub fn sides(&self) -> [u64; 3] {
        let [fewer, more] = [self.fewer, self.more].map(|bands| bands.into_iter().sum::<u64>());
        [fewer, self.hits - fewer - more, more]
    }
}

impl Extreme {
    /// The visits of the base divided by those of the scan.
    pub fn ratio(&self) -> f64 {
        ratio(self.visits)
    }

    /// The one with the larger ratio.
    fn larger(self, other: Self) -> Self {
        let [own, others] = [self, other].map(|Self { visits, .. }| visits.map(|visits| u64::from(visits.max(1))));
        let place = |of: Self| (of.offset.y, of.offset.x);
        match (own[0] * others[1]).cmp(&(others[0] * own[1])).then(place(other).cmp(&place(self))) {
            Ordering::Less => other,
            Ordering::Equal | Ordering::Greater => self,
        }
    }

    /// The ratio with base and scan exchanged.
    const fn reversed(self) -> Self {
        let [base, own] = self.visits;
        Self { visits: [own, base], ..self }
    }
}

fn ratio([base, own]: [u32; 2]) -> f64 {
    f64::from(base.max(1)) / f64::from(own.max(1))
}

/// The bin of a ratio.
fn bin(visits: [u32; 2]) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and some thousand")]
    let bin = ((ratio(visits).log2() + f64::from(POWERS)) * f64::from(BINS) + 1e-9).floor() as u32;
    bin
}

/// Words for how a scan that needs `times` times fewer visits than `base` compares with it: `3.3× fewer visits than columns`.
pub(in crate::survey) fn compared(times: f64, base: &str) -> String {
    match times {
        times if times < 0.95 => format!("{}× more visits than {base}", factor(1.0 / times)),
        times if times <= 1.05 => format!("the same number of visits as {base}"),
        times => format!("{}× fewer visits than {base}", factor(times)),
    }
}

/// A factor, with one decimal where that matters: `3.3`, `66`.
pub(in crate::survey) fn factor(n: f64) -> String {
    number(n, if n < 9.95 { 1..=1 } else { 0..=0 })
}

impl RatioTally {
    /// Counts one more placement that hits, with the visits of the base and of the scan there.
    pub fn add(&mut self, offset: Offset, visits: [u32; 2]) {
        self.bins.add(bin(visits));
        let ratios = &mut self.ratios;
        ratios.hits += 1;
        let [base, own] = visits.map(u64::from);
        // A scan may give up before its first visit: no visits are fewer than one, but no number of times fewer.
        let band = |more: u64, fewer: u64| {
            let last = Ratios::BANDS.iter().rposition(|&from| more > from * fewer.max(1));
            (more > fewer).then(|| last.unwrap_or(0))
        };
        if let Some(band) = band(base, own) {
            ratios.fewer[band] += 1;
        }
        if let Some(band) = band(own, base) {
            ratios.more[band] += 1;
        }
        ratios.reaching_20 += u64::from(base >= 20 * own.max(1));
        let here = Extreme { offset, visits };
        ratios.best = Some(ratios.best.map_or(here, |best| best.larger(here)));
        let worst = ratios.worst.map_or(here, |worst| worst.reversed().larger(here.reversed()).reversed());
        ratios.worst = Some(worst);
    }

    /// The ratios, in steps. `visits` are those of the base and of the scan at every placement that hits, `None` at any
    /// other: with them the median is exact. Without them it may be one per cent too low.
    pub async fn ratios(&self, visits: Option<impl Iterator<Item = Option<[u32; 2]>>>) -> Ratios {
        Ratios { median: self.median(visits).await, ..self.ratios.clone() }
    }

    async fn median(&self, visits: Option<impl Iterator<Item = Option<[u32; 2]>>>) -> Option<f64> {
        let (at, rank) = self.bins.nearest_rank(50)?;
        let all = visits.into_iter().flatten();
        let inside = all.map(|pair| pair.filter(|&pair| bin(pair) as usize == at).map(ratio));
        let exact = nth(inside, rank, f64::total_cmp).await;
        Some(exact.unwrap_or_else(|| (at as f64 / f64::from(BINS) - f64::from(POWERS)).exp2()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::survey::publishing::at_once;
    use std::iter::Empty;

    fn pairs(count: usize) -> Vec<[u32; 2]> {
        let mut number = 7_u32;
        let mut next = |bits: u32| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (number >> (32 - bits)).max(1)
        };
        let bits = |at: usize, by: usize| 1 + u32::try_from((at * by) % 20).expect("few bits");
        (0..count).map(|at| [next(bits(at, 7)), next(bits(at, 3))]).collect()
    }

    fn tally(pairs: &[[u32; 2]]) -> RatioTally {
        let mut tally = RatioTally::default();
        for (&visits, x) in pairs.iter().zip(0..) {
            tally.add(Offset::new(x, 0), visits);
        }
        tally
    }

    #[test]
    fn what_is_counted_is_what_sorting_finds() {
        for count in [1, 2, 3, 100, 4_001] {
            let pairs = pairs(count);
            let tally = tally(&pairs);
            let found = at_once(tally.ratios(Some(pairs.iter().copied().map(Some))));
            let mut sorted: Vec<f64> = pairs.iter().copied().map(ratio).collect();
            sorted.sort_by(f64::total_cmp);
            assert_eq!(found.median, Some(sorted[(count - 1) / 2]));
            assert_eq!(found.best.expect("hits").ratio(), sorted[count - 1]);
            assert_eq!(found.worst.expect("hits").ratio(), sorted[0]);
            let count_of = |is: &dyn Fn(f64) -> bool| sorted.iter().filter(|&&ratio| is(ratio)).count() as u64;
            assert_eq!(found.sides(), [count_of(&|r| r > 1.0), count_of(&|r| r == 1.0), count_of(&|r| r < 1.0)]);
            assert_eq!(found.reaching_20, count_of(&|r| r >= 20.0));
            for (at, band) in found.fewer.into_iter().enumerate() {
                let from = Ratios::BANDS[at] as f64;
                let to = Ratios::BANDS.get(at + 1).map_or(f64::INFINITY, |to| *to as f64);
                assert_eq!(band, count_of(&|r| r > from && r <= to));
                assert_eq!(
                    found.more[at],
                    count_of(&|r| 1.0 / r > from * (1.0 + 1e-12) && 1.0 / r <= to * (1.0 + 1e-12))
                );
            }
            let near = at_once(tally.ratios(None::<Empty<Option<[u32; 2]>>>)).median.expect("hits");
            let exact = found.median.expect("hits");
            assert!(near <= exact * (1.0 + 1e-9) && near >= exact * 0.985, "{near} for {exact}");
        }
    }

    #[test]
    fn what_needs_nearly_as_many_visits_needs_the_same() {
        for (times, words) in [
            (0.5, "2.0× more visits than rows"),
            (0.94, "1.1× more visits than rows"),
            (0.95, "the same number of visits as rows"),
            (1.05, "the same number of visits as rows"),
            (1.06, "1.1× fewer visits than rows"),
            (66.4, "66× fewer visits than rows"),
        ] {
            assert_eq!(compared(times, "rows"), words, "{times}");
        }
    }

    #[test]
    fn no_visits_are_fewer_than_one() {
        let found = at_once(tally(&[[1, 0], [30, 0], [0, 1], [0, 0]]).ratios(None::<Empty<Option<[u32; 2]>>>));
        assert_eq!((found.sides(), found.fewer, found.more), ([2, 1, 1], [1, 0, 0, 1, 0], [1, 0, 0, 0, 0]));
        assert_eq!(found.best.map(|best| (best.visits, best.ratio())), Some(([30, 0], 30.0)));
    }

    #[test]
    fn of_equal_ratios_the_uppermost_and_of_those_the_left_one_is_named() {
        let mut tally = RatioTally::default();
        for (x, y, visits) in [(3, 2, [8, 4]), (5, 1, [2, 1]), (4, 1, [6, 3]), (0, 3, [1, 1])] {
            tally.add(Offset::new(x, y), visits);
        }
        let found = at_once(tally.ratios(None::<Empty<Option<[u32; 2]>>>));
        assert_eq!(found.best, Some(Extreme { offset: Offset::new(4, 1), visits: [6, 3] }));
        assert_eq!(found.worst, Some(Extreme { offset: Offset::new(0, 3), visits: [1, 1] }));
    }
}
