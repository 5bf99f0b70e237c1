//! Which scan needs the fewest visits where, and in which colour a map shows it.

use super::{CostSurvey, Plane};
use crate::{
    palette::{Rgb, mix},
    scan::Scan,
};

/// Which scan needs the fewest visits, at every offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winners {
    /// The scans that compete.
    pub contenders: Vec<Scan>,
    /// The colour of each in a map, no two alike.
    pub colors: Vec<Rgb>,
    /// The winners, at every offset.
    pub plane: Plane<Winner>,
    /// At how many offsets each contender needs the fewest visits.
    pub wins: Vec<u64>,
    /// At how many several do.
    pub ties: u64,
    /// At how many the masks overlap.
    pub hits: u64,
}

/// Which contender needs the fewest visits at one offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// The masks are apart: every contender reads the whole box.
    Apart,
    /// This contender, by its place among them.
    Contender(usize),
    /// Several contenders need the same number.
    Tie,
}

impl Winners {
    /// The winners among those scans of `survey` that have a [hue](Scan::hue), each once.
    pub fn of(survey: &CostSurvey) -> Self {
        let mut contenders = Vec::new();
        for scan in survey.maps.iter().map(|map| map.asked).filter(|scan| scan.hue().is_some()) {
            if !contenders.contains(&scan) {
                contenders.push(scan);
            }
        }
        let maps: Vec<_> = contenders.iter().filter_map(|&scan| survey.map_of(scan)).collect();
        let winner = |x, y| {
            let visits = || maps.iter().map(|map| map.costs.at(x, y).visits);
            let Some(fewest) = visits().min().filter(|_| survey.overlaps.at(x, y)) else { return Winner::Apart };
            let mut best = (0..).zip(visits()).filter(|&(_, visits)| visits == fewest).map(|(contender, _)| contender);
            match (best.next(), best.next()) {
                (Some(contender), None) => Winner::Contender(contender),
                _ => Winner::Tie,
            }
        };
        let plane = Plane::from_fn(survey.lattice.size(), winner);
        let colors = contenders.iter().enumerate().map(|(at, scan)| color(*scan, &contenders, at)).collect();
        let count = |outcome| plane.values().iter().filter(|&&winner| winner == outcome).count() as u64;
        let wins = (0..contenders.len()).map(|at| count(Winner::Contender(at))).collect();
        let (ties, hits) = (count(Winner::Tie), plane.size().area() - count(Winner::Apart));
        Self { contenders, colors, plane, wins, ties, hits }
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
