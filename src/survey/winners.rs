//! Which scan needs the fewest visits where, and in which colour a map shows it.

use super::{CostMap, CostSurvey, Plane};
use crate::{
    palette::{Rgb, hex, mix},
    scan::Scan,
};

/// Which scan needs the fewest visits, at every offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winners {
    contenders: Vec<Scan>,
    /// One for each contender, no two alike.
    colors: Vec<Rgb>,
    plane: Plane<Winner>,
}

/// Who needs the fewest visits at one offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// The masks are apart: every contender looks at everything.
    Apart,
    /// This contender, by its place among [`Winners::contenders`].
    Contender(usize),
    /// Several contenders need as few.
    Tie,
}

impl Winners {
    /// The winners among those scans of `survey` that [compete](competes), each once.
    pub fn of(survey: &CostSurvey) -> Self {
        let mut contenders = Vec::new();
        for scan in survey.maps().iter().map(CostMap::scan).filter(|&scan| competes(scan)) {
            if !contenders.contains(&scan) {
                contenders.push(scan);
            }
        }
        let maps: Vec<_> = contenders.iter().filter_map(|&scan| survey.map_of(scan)).collect();
        let winner = |x, y| {
            let visits = || maps.iter().map(|map| map.costs().at(x, y).visits);
            let Some(fewest) = visits().min().filter(|_| survey.overlaps().at(x, y)) else { return Winner::Apart };
            let mut best = (0..).zip(visits()).filter(|&(_, visits)| visits == fewest).map(|(contender, _)| contender);
            match (best.next(), best.next()) {
                (Some(contender), None) => Winner::Contender(contender),
                _ => Winner::Tie,
            }
        };
        let plane = Plane::from_fn(survey.offsets().size(), winner);
        let colors = contenders.iter().enumerate().map(|(at, scan)| color(*scan, &contenders, at)).collect();
        Self { contenders, colors, plane }
    }

    /// The scans that compete.
    pub fn contenders(&self) -> &[Scan] {
        &self.contenders
    }

    /// The colour of a contender in a map of winners, by its place among [`contenders`](Self::contenders).
    pub fn color(&self, contender: usize) -> Rgb {
        self.colors[contender]
    }

    /// The winners, at every offset.
    pub const fn plane(&self) -> &Plane<Winner> {
        &self.plane
    }

    /// At how many offsets this is the outcome.
    pub fn count(&self, outcome: Winner) -> u64 {
        self.plane.values().iter().filter(|&&winner| winner == outcome).count() as u64
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
    mix(hue(scan).unwrap_or(BLACK), BLACK, part)
}

/// Whether a scan takes part in the map of winners: it never errs, reads one pixel of both masks in a visit, stops at the
/// first hit, and has an order of its own. `combined` takes the order of `columns` or `incremental`, and `last-hit` has no
/// hit to remember in a survey.
pub const fn competes(scan: Scan) -> bool {
    hue(scan).is_some()
}

/// The colour of a scan in the map of winners, where it takes part.
const fn hue(scan: Scan) -> Option<Rgb> {
    let rgb = match scan {
        Scan::Rows => 0x77AADD,
        Scan::Columns => 0xEE8866,
        Scan::Incremental(_) => 0xEEDD88,
        Scan::EdgeIn { .. } => 0xFFAABB,
        Scan::CenterOut { .. } => 0x99DDFF,
        Scan::Cross { .. } => 0x44BB99,
        Scan::X { .. } => 0xBBCC33,
        Scan::Hilbert => 0xB9A3E3,
        Scan::Misread(_)
        | Scan::Combined
        | Scan::Sample { .. }
        | Scan::SummedArea { .. }
        | Scan::Channels(_)
        | Scan::Words
        | Scan::Stripes(_)
        | Scan::Blocks
        | Scan::LastHit => return None,
    };
    Some(hex(rgb))
}

/// By how many visits `one` exceeds `other` at every offset; below 0 it needs fewer. Both are maps of one survey.
pub fn difference(one: &CostMap, other: &CostMap) -> Plane<i64> {
    let visits = |map: &CostMap, x, y| i64::from(map.costs().at(x, y).visits);
    Plane::from_fn(one.costs().size(), |x, y| visits(one, x, y) - visits(other, x, y))
}
