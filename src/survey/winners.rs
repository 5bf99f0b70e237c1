//! Which scan needs the fewest visits where, and in which colour a map shows it.

use super::wins::{Wins, winner};
use super::{Cost, CostSurvey, Plane, Region, Winner, regions::regions};
use crate::palette::{Rgb, mix};
use crate::scan::Scan;

/// Which scan needs the fewest visits, at every offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winners {
    /// The scans that compete.
    pub contenders: Vec<Scan>,
    /// The colour of each in a map, no two alike.
    pub colors: Vec<Rgb>,
    /// What each needs.
    costs: Vec<Plane<Cost>>,
    overlaps: Plane<bool>,
    /// At how many offsets each contender needs the fewest visits.
    pub wins: Vec<u64>,
    /// At how many several do.
    pub ties: u64,
    /// At how many the masks overlap.
    pub hits: u64,
    /// The largest region of each contender, and of ties, the largest first.
    pub regions: Vec<Region>,
}

impl Winners {
    /// The winners among those scans of `survey` that have a [hue](Scan::hue), each once; they are counted at the places that
    /// are done.
    pub fn of(survey: &CostSurvey) -> Self {
        let Wins { contenders, wins, ties, hits } = survey.wins.clone();
        let maps = || contenders.iter().map(|&at| &survey.maps[at]);
        let scans: Vec<_> = maps().map(|map| map.asked).collect();
        let winners = Self {
            colors: scans.iter().enumerate().map(|(at, scan)| color(*scan, &scans, at)).collect(),
            costs: maps().map(|map| map.costs.clone()).collect(),
            overlaps: survey.overlaps.clone(),
            contenders: scans,
            wins,
            ties,
            hits,
            regions: Vec::new(),
        };
        Self { regions: regions(survey.lattice.size(), |x, y| winners.at(x, y)), ..winners }
    }

    /// The winner at column `x` and row `y`.
    pub fn at(&self, x: u32, y: u32) -> Winner {
        winner(self.overlaps.at(x, y), self.costs.iter().map(|costs| costs.at(x, y).visits))
    }
}

/// The hue of a contender; where several have the same strategy, darker from one to the next.
fn color(scan: Scan, contenders: &[Scan], at: usize) -> Rgb {
    const BLACK: Rgb = [0; 3];
    /// How dark the last of many is, in 255ths of the way to black.
    const DARKEST: usize = 160;
    let is_same = |other: &&Scan| other.strategy() == scan.strategy();
    let (before, all) = (contenders[..at].iter().filter(is_same).count(), contenders.iter().filter(is_same).count());
    let part = u8::try_from(DARKEST * before / all).expect("less than 255");
    mix(scan.hue().unwrap_or(BLACK), BLACK, part)
}
