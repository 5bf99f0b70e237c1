//! Scans with the fewest visits at each offset: their colours on a map, and the regions that carry their names.

use crate::palette::{Rgb, mix};
use crate::survey::cost::{Wins, winner};
use crate::survey::publishing::{at_once, pause};
use crate::survey::{Cost, CostSurvey, Plane, Winner};
use crate::{geom::Size, scan::Scan};

/// The scan with the fewest visits at every offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winners {
    /// The scans that compete.
    pub contenders: Vec<Scan>,
    /// The colour of each in a map, no two alike.
    pub colors: Vec<Rgb>,
    /// The costs of each.
    costs: Vec<Plane<Cost>>,
    overlaps: Plane<bool>,
    /// At how many offsets each contender needs the fewest visits.
    pub wins: Vec<u64>,
    /// At how many several do.
    pub ties: u64,
    /// At how many the masks overlap.
    pub hits: u64,
    /// The largest region of each contender, and of ties, the largest first.
    pub regions: Vec<WonRegion>,
}

impl Winners {
    /// The winners among those scans of `survey` that have a [hue](Scan::hue) and no wrong answer, each once; they are counted at
    /// the places that are done.
    pub fn of(survey: &CostSurvey) -> Self {
        at_once(Self::publish(survey))
    }

    /// The winners, found in steps.
    pub(super) async fn publish(survey: &CostSurvey) -> Self {
        let Wins { contenders, wins, ties, hits } = wins(survey).await;
        let maps = || contenders.iter().map(|&at| &survey.maps[at]);
        let scans: Vec<_> = maps().map(|map| map.asked).collect();
        let winners = Self {
            colors: scans
                .iter()
                .enumerate()
                .map(|(at, scan)| shaded(scan.hue().unwrap_or_default(), &scans, at))
                .collect(),
            costs: maps().map(|map| map.costs.clone()).collect(),
            overlaps: survey.overlaps.clone(),
            contenders: scans,
            wins,
            ties,
            hits,
            regions: Vec::new(),
        };
        Self { regions: regions(survey.lattice.size(), |y| winners.of_row(y)).await, ..winners }
    }

    /// The winner for each column of row `y`; `None` where the masks miss, or nobody competes.
    fn of_row(&self, y: u32) -> Vec<Option<Winner>> {
        let costs: Vec<_> = self.costs.iter().map(|costs| costs.row(y)).collect();
        let at = |x: usize, overlap| winner(overlap, costs.iter().map(|costs| costs[x].visits));
        let all = self.overlaps.row(y).into_iter().enumerate().map(|(x, overlap)| at(x, overlap));
        all.map(|winner| Some(winner).filter(|it| !matches!(it, Winner::Apart | Winner::Nobody))).collect()
    }

    /// The winner at column `x` and row `y`.
    ///
    /// # Panics
    /// Where it lies beyond the grid.
    pub fn at(&self, x: u32, y: u32) -> Winner {
        winner(self.overlaps.at(x, y), self.costs.iter().map(|costs| costs.at(x, y).visits))
    }
}

/// The wins of the contenders that are never wrong so far: a script that leaves cells out would need the fewest visits.
async fn wins(survey: &CostSurvey) -> Wins {
    let is_right = |at: &usize| survey.maps[*at].wrong() == 0;
    let right: Vec<usize> = survey.wins.contenders.iter().copied().filter(is_right).collect();
    if right.len() == survey.wins.contenders.len() {
        return survey.wins.clone();
    }
    let (mut wins, Size { width, height }) = (Wins::of(right), survey.lattice.size());
    for y in 0..height {
        for x in (0..width).filter(|&x| survey.progress.is_known(x, y)) {
            let costs: Vec<Cost> = survey.maps.iter().map(|map| map.costs.at(x, y)).collect();
            wins.add(survey.overlaps.at(x, y), &costs);
        }
        pause().await;
    }
    wins
}

/// The `hue` of one of several scans; where several have the same strategy, or are scripts, darker from one to the next.
pub(super) fn shaded(hue: Rgb, scans: &[Scan], at: usize) -> Rgb {
    const BLACK: Rgb = [0; 3];
    /// The darkness of the last of many, in 255ths of the way to black.
    const DARKEST: usize = 160;
    let is_same = |other: &&Scan| other.strategy() == scans[at].strategy() || other.is_own() && scans[at].is_own();
    let (before, all) = (scans[..at].iter().filter(is_same).count(), scans.iter().filter(is_same).count());
    let part = u8::try_from(DARKEST * before / all).expect("less than 255");
    mix(hue, BLACK, part)
}

/// The most places along a side that are looked at: of larger maps some.
const MOST: u32 = 256;
/// The fewest places of a region that is named.
const LEAST: usize = 24;

/// The largest region of neighbouring places with one winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WonRegion<W = Winner> {
    /// Its winner; several in a tie.
    pub winner: W,
    /// The number of the places that are looked at it has.
    pub places: usize,
    /// The column and row in it that lies farthest from its edge.
    pub middle: (u32, u32),
}

/// The largest region of each winner in a map of `size`, the largest first; regions too small for a name are left out. The
/// winners come row by row.
pub(in crate::survey) async fn regions<W: Copy + PartialEq>(
    size: Size,
    row: impl Fn(u32) -> Vec<Option<W>>,
) -> Vec<WonRegion<W>> {
    let step = size.width.max(size.height).div_ceil(MOST).max(1);
    let (width, height) = (size.width.div_ceil(step), size.height.div_ceil(step));
    let index = |x: u32, y: u32| y as usize * width as usize + x as usize;
    let all = || (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let mut winners: Vec<Option<W>> = Vec::new();
    for y in 0..height {
        winners.extend(row(y * step).into_iter().step_by(step as usize));
        pause().await;
    }
    let neighbours = |x: u32, y: u32| {
        let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        around.map(|(x, y)| (x < width && y < height).then_some((x, y)))
    };
    let mut is_seen = vec![false; winners.len()];
    let mut largest: Vec<(W, Vec<(u32, u32)>)> = Vec::new();
    for start in all() {
        let Some(own) = winners[index(start.0, start.1)].filter(|_| !is_seen[index(start.0, start.1)]) else {
            continue;
        };
        is_seen[index(start.0, start.1)] = true;
        let mut region = vec![start];
        let mut next = 0;
        while let Some(&(x, y)) = region.get(next) {
            next += 1;
            for (x, y) in neighbours(x, y).into_iter().flatten() {
                let at = index(x, y);
                if winners[at] == Some(own) && !is_seen[at] {
                    is_seen[at] = true;
                    region.push((x, y));
                }
            }
        }
        match largest.iter_mut().find(|(winner, _)| *winner == own) {
            Some((_, before)) if before.len() >= region.len() => {}
            Some((_, before)) => *before = region,
            None => largest.push((own, region)),
        }
    }
    pause().await;
    let distances = distances(&winners, width, height);
    pause().await;
    let region = |(winner, places): (W, Vec<(u32, u32)>)| {
        // Of equals the one nearest to the middle of all of them.
        let farthest = places.iter().map(|&(x, y)| distances[index(x, y)]).max().unwrap_or(0);
        let middle = |of: fn(&(u32, u32)) -> u32| {
            places.iter().map(|place| u64::from(of(place))).sum::<u64>() / places.len().max(1) as u64
        };
        let (x, y) = (middle(|place| place.0), middle(|place| place.1));
        let far = |&&(px, py): &&(u32, u32)| u64::from(px).abs_diff(x).pow(2) + u64::from(py).abs_diff(y).pow(2);
        let inner = places.iter().filter(|&&(x, y)| distances[index(x, y)] == farthest);
        let (x, y) = inner.min_by_key(far).copied().unwrap_or_default();
        WonRegion { winner, places: places.len(), middle: (x * step, y * step) }
    };
    let mut regions: Vec<WonRegion<W>> =
        largest.into_iter().filter(|(_, places)| places.len() >= LEAST).map(region).collect();
    regions.sort_by_key(|region| std::cmp::Reverse(region.places));
    regions
}

/// The distance of each place from the nearest with another winner, or from the edge, in places along rows and columns.
fn distances<W: PartialEq>(winners: &[W], width: u32, height: u32) -> Vec<u32> {
    let (columns, rows) = (width as usize, height as usize);
    let mut distances = vec![0_u32; winners.len()];
    let nearer = |at: usize, beside: Option<usize>, distances: &[u32]| match beside {
        Some(beside) if winners[beside] == winners[at] => distances[beside] + 1,
        _ => 1,
    };
    for y in 0..rows {
        for x in 0..columns {
            let at = y * columns + x;
            let left = nearer(at, x.checked_sub(1).map(|_| at - 1), &distances);
            let above = nearer(at, y.checked_sub(1).map(|_| at - columns), &distances);
            distances[at] = left.min(above);
        }
    }
    for y in (0..rows).rev() {
        for x in (0..columns).rev() {
            let at = y * columns + x;
            let right = nearer(at, (x + 1 < columns).then(|| at + 1), &distances);
            let below = nearer(at, (y + 1 < rows).then(|| at + columns), &distances);
            distances[at] = distances[at].min(right).min(below);
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `.` is a miss, `=` a tie, a digit a contender.
    fn of(text: &str) -> Vec<WonRegion> {
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let side = |side: usize| u32::try_from(side).expect("small");
        let winner = |place: &char| match place {
            '.' => None,
            '=' => Some(Winner::Tie),
            digit => Some(Winner::Contender(digit.to_digit(10).expect("a digit") as usize)),
        };
        let size = Size::new(side(rows[0].len()), side(rows.len()));
        at_once(regions(size, |y| rows[y as usize].iter().map(winner).collect()))
    }

    #[test]
    fn names_stand_in_the_largest_region_of_each_where_it_is_widest() {
        let found = of("\
.............
.1111111.....
.1111111.00..
.1111111.00..
.1111111.....
.1111111.....
.1.......====
.1.......====
.........====
.........====
.........====
.........====
");
        assert_eq!(
            found,
            [
                WonRegion { winner: Winner::Contender(1), places: 37, middle: (3, 3) },
                WonRegion { winner: Winner::Tie, places: 24, middle: (10, 8) },
            ],
            "four places of 0 are too few"
        );
    }

    #[test]
    fn distances_are_those_to_another_winner_or_to_the_edge() {
        let winners: Vec<char> = "aaaaabb aaaaabb aaaaabb aaaaaba".split(' ').flat_map(str::chars).collect();
        assert_eq!(
            distances(&winners, 7, 4),
            [
                1, 1, 1, 1, 1, 1, 1, //
                1, 2, 2, 2, 1, 1, 1, //
                1, 2, 2, 2, 1, 1, 1, //
                1, 1, 1, 1, 1, 1, 1,
            ]
        );
    }

    #[test]
    fn regions_that_touch_at_corners_are_two_and_large_maps_are_looked_at_in_part() {
        let checker = |x: u32, y: u32| Some(Winner::Contender(((x / 5 + y / 5) % 2) as usize));
        let checkers = at_once(regions(Size::new(40, 40), |y| (0..40).map(|x| checker(x, y)).collect()));
        assert!(checkers.iter().all(|region| region.places == 25));
        let halves: Vec<_> = (0..4_000).map(|x| Some(Winner::Contender(x / 2_000))).collect();
        let large = at_once(regions(Size::new(4_000, 1_000), |_| halves.clone()));
        assert_eq!(large.len(), 2);
        assert!(large.iter().all(|region| region.places == 125 * 63 && region.middle.1 / 16 == 31));
    }

    #[test]
    fn nothing_has_no_region() {
        assert_eq!(at_once(regions::<Winner>(Size::new(0, 0), |_| Vec::new())), []);
        assert_eq!(at_once(regions(Size::new(30, 30), |_| vec![None::<Winner>; 30])), []);
    }
}
