//! [`Fewest`]: the scans that need the fewest visits for a typical hit and for a typical miss.

use crate::scan::Scan;
use crate::survey::{CostAnswer, Stats, Summary};
use crate::words::{listed, plural, thousands};

/// The scans with the fewest visits among several. It compares visits alone, whatever a visit reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// The scans that are compared, each once: those that are never wrong at the offsets asked about. None without a hit, since
    /// then none can be shown wrong.
    pub compared: Vec<Scan>,
    /// The fewest visits at hits; `None` if nothing is compared.
    pub hit: Option<Typical>,
    /// The fewest visits at misses; `None` without a miss, and if nothing is compared.
    pub miss: Option<Typical>,
}

/// The fewest visits that a scan typically needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typical {
    /// The median over the placements.
    pub visits: u32,
    /// All scans with this median.
    pub scans: Vec<Scan>,
}

impl Fewest {
    /// The fewest visits of the scans of `found` that are `allowed` and never wrong.
    pub fn among(found: &CostAnswer, allowed: impl Fn(Scan) -> bool) -> Self {
        let mut compared: Vec<(Scan, &Summary)> = Vec::new();
        for (map, summary) in found.survey.maps.iter().zip(&found.summaries) {
            let is_new = compared.iter().all(|(scan, _)| *scan != map.asked);
            if is_new && allowed(map.asked) && summary.is_proven() {
                compared.push((map.asked, summary));
            }
        }
        let typical = |side: fn(&Summary) -> &Stats| {
            let median = |summary| side(summary).spread.map(|spread| spread.median);
            let visits = compared.iter().filter_map(|(_, summary)| median(summary)).min()?;
            let has_it = compared.iter().filter(|(_, summary)| median(summary) == Some(visits));
            Some(Typical { visits, scans: has_it.map(|(scan, _)| *scan).collect() })
        };
        let (hit, miss) = (typical(|summary| &summary.hits), typical(|summary| &summary.misses));
        Self { compared: compared.into_iter().map(|(scan, _)| scan).collect(), hit, miss }
    }

    /// The scans with the fewest visits for a typical hit and for a typical miss; empty where no scan has both.
    pub fn best(&self) -> Vec<Scan> {
        let has_fewest = |scan: &Scan| self.sides().all(|(typical, _)| typical.scans.contains(scan));
        self.compared.iter().copied().filter(has_fewest).collect()
    }

    /// The scans that the sentence is about: the best, or without one, those with the fewest for either.
    pub fn named(&self) -> Vec<Scan> {
        let best = self.best();
        let has_some = |scan: &Scan| self.sides().any(|(typical, _)| typical.scans.contains(scan));
        if best.is_empty() { self.compared.iter().copied().filter(has_some).collect() } else { best }
    }

    /// `summed-area needs the fewest visits: 1 for a typical hit, 3 for a typical miss`; empty with nothing to compare.
    pub fn sentence(&self) -> String {
        let (sides, best) = (self.sides().collect::<Vec<_>>(), self.best());
        let numbers = |unit: fn(u64) -> String| {
            let number = |at: usize, visits: u32| if at == 0 { unit(visits.into()) } else { thousands(visits.into()) };
            let sides = sides.iter().enumerate();
            let parts =
                sides.map(|(at, (typical, side))| format!("{} for a typical {side}", number(at, typical.visits)));
            parts.collect::<Vec<_>>().join(", ")
        };
        let visits = |n| plural(n, "visit");
        match (&sides[..], &best[..]) {
            ([], _) => String::new(),
            (&[(hit, _), (miss, _)], []) => {
                let [hits, misses] = [hit, miss].map(|typical| thousands(typical.visits.into()));
                let [hit, miss] = [hit, miss].map(|typical| need(&typical.scans));
                format!(
                    "{hit} the fewest visits for a typical hit, {hits}, and {miss} the fewest for a typical miss, {misses}"
                )
            }
            (_, best) if best.len() < self.compared.len() => {
                format!("{} the fewest visits: {}", need(best), numbers(thousands))
            }
            // None needs fewer than another.
            (_, &[only]) => format!("{} {}", need(&[only]), numbers(visits)),
            (_, all) => format!("all {} scans need {}", all.len(), numbers(visits)),
        }
    }

    fn sides(&self) -> impl Iterator<Item = (&Typical, &'static str)> {
        let sides = [(&self.hit, "hit"), (&self.miss, "miss")];
        sides.into_iter().filter_map(|(typical, side)| Some((typical.as_ref()?, side)))
    }
}

/// `words and stripes need`.
fn need(scans: &[Scan]) -> String {
    let names: Vec<_> = scans.iter().map(|scan| scan.display_name()).collect();
    format!("{} {}", listed(&names), if names.len() == 1 { "needs" } else { "need" })
}
