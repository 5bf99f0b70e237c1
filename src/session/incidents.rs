//! The incidents of a log in the order in which they are listed: by verdict, of each the worst first.

use std::cmp::Reverse;

use super::player::Played;
use crate::replay::{Incident, Replay, Verdict};

/// The incidents of a log that count, ranked.
#[derive(Clone, Debug, Default)]
pub struct Incidents {
    /// Their numbers, in their order.
    ranked: Vec<usize>,
    /// The number of their checks.
    pub wrong: u64,
    /// Missed touches do not count.
    pub is_muted: bool,
}

impl Incidents {
    /// None, with missed touches counted or not as before.
    pub(super) fn cleared(&self) -> Self {
        Self { is_muted: self.is_muted, ..Self::default() }
    }

    /// Ranks the incidents of `replay`.
    pub(super) fn rank(&mut self, replay: &Replay) {
        let counts =
            |incident: &Incident| incident.disagrees && !(self.is_muted && incident.verdict == Verdict::MissedTouch);
        let px = |incident: &Incident| replay.steps[incident.worst as usize].measure().unwrap_or(0.0);
        let incidents = replay.incidents.iter().enumerate().filter(|(_, incident)| counts(incident));
        self.ranked = incidents.map(|(number, _)| number).collect();
        self.ranked.sort_by_cached_key(|&number| {
            let incident = &replay.incidents[number];
            // Of numbers that are not negative, the larger one has the larger bits.
            (incident.verdict as usize, Reverse(px(incident).to_bits()), number)
        });
        self.wrong = self.ranked.iter().map(|&number| u64::from(replay.incidents[number].checks)).sum();
    }

    /// The numbers of those that count, in their order.
    pub fn ranked(&self) -> &[usize] {
        &self.ranked
    }

    /// The place in that order of the incident that holds the shown check, from 0.
    pub fn place_of_shown(&self, played: Played<'_>) -> Option<usize> {
        let (number, step) = played.step()?;
        let holds = |incident: &Incident| {
            incident.pair == step.pair && (incident.first as usize..=incident.last as usize).contains(&number)
        };
        self.ranked.iter().position(|&incident| holds(&played.replay.incidents[incident]))
    }

    /// The step of the worst check of the incident behind that of the shown check, or before it; while each new check is
    /// shown, of the latest. Without incidents it is the next step at which one flew through the other.
    pub(super) fn beside_shown(&self, played: Played<'_>, on: bool) -> Option<usize> {
        let replay = played.replay;
        let worst = |number: usize| replay.incidents[number].worst as usize;
        if self.ranked.is_empty() {
            let (here, _) = played.step()?;
            let flights = replay.tunnels.iter().map(|&step| step as usize);
            return if on {
                flights.into_iter().find(|step| *step > here)
            } else {
                flights.rev().find(|step| *step < here)
            };
        }
        if played.is_live && on {
            return self.ranked.iter().copied().max().map(worst);
        }
        let place = match (self.place_of_shown(played), on) {
            (None, true) => 0,
            (None, false) => self.ranked.len() - 1,
            (Some(place), true) => place + 1,
            (Some(place), false) => place.checked_sub(1)?,
        };
        self.ranked.get(place).copied().map(worst)
    }
}
