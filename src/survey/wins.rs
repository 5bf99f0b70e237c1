//! The scan that needs the fewest visits at an offset, counted while a survey goes on.

use super::Cost;
use crate::scan::Scan;

/// How often each of several contenders has won so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Wins {
    /// The place of each among all that are asked.
    pub contenders: Vec<usize>,
    pub wins: Vec<u64>,
    pub ties: u64,
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

impl Wins {
    /// Nothing is counted of those among `scans` that have a [hue](Scan::hue), each once.
    pub fn among(scans: &[Scan]) -> Self {
        let is_first = |at: usize| !scans[..at].contains(&scans[at]);
        let contenders: Vec<_> = (0..scans.len()).filter(|&at| scans[at].hue().is_some() && is_first(at)).collect();
        Self { wins: vec![0; contenders.len()], contenders, ties: 0, hits: 0 }
    }

    /// The fewest visits of any contender, of what a placement costs all that are asked; `None` without contenders.
    pub fn fewest(&self, costs: &[Cost]) -> Option<u32> {
        self.contenders.iter().map(|&at| costs[at].visits).min()
    }

    /// One more placement, with what it costs all that are asked.
    pub fn add(&mut self, overlap: bool, costs: &[Cost]) {
        self.hits += u64::from(overlap);
        match winner(overlap, self.contenders.iter().map(|&at| costs[at].visits)) {
            Winner::Contender(contender) => self.wins[contender] += 1,
            Winner::Tie => self.ties += 1,
            Winner::Apart => {}
        }
    }
}

/// Who of those that need these `visits` needs the fewest.
pub(super) fn winner(overlap: bool, visits: impl Iterator<Item = u32>) -> Winner {
    let (mut fewest, mut winner) = (u32::MAX, Winner::Apart);
    for (contender, visits) in visits.enumerate().filter(|_| overlap) {
        if visits < fewest || winner == Winner::Apart {
            (fewest, winner) = (visits, Winner::Contender(contender));
        } else if visits == fewest {
            winner = Winner::Tie;
        }
    }
    winner
}
