use std::fmt;

use serde::Serialize;

use super::costs::placements;
use crate::{
    cli::table::{
        Column::{Left, Right},
        table,
    },
    survey::{Claim, CostSurvey},
    words::{percent, thousands},
};

/// The claim, held against these sprites.
#[derive(Debug, Serialize)]
pub(super) struct Claimed {
    offsets: u64,
    median: Option<f64>,
    mean: Option<f64>,
    max: Option<f64>,
    #[serde(skip)]
    claim: Option<Claim>,
    #[serde(skip)]
    placements: String,
}

impl Claimed {
    /// What the first two scans of `survey` come to.
    pub(super) fn new(survey: &CostSurvey) -> Self {
        let claim = match survey.maps() {
            [linear, clever, ..] => Some(Claim::of(survey, linear, clever)),
            _ => None,
        };
        let told = |number: fn(&Claim) -> Option<f64>| claim.as_ref().and_then(number);
        Self {
            offsets: claim.as_ref().map_or(0, Claim::offsets),
            median: told(Claim::median),
            mean: told(Claim::mean),
            max: told(Claim::max),
            claim,
            placements: placements(survey),
        }
    }
}

impl fmt::Display for Claimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(claim) = &self.claim else { return Ok(()) };
        writeln!(f, "{}\n\n{}", self.placements, claim.sentence())?;
        let Some(mean) = self.mean else { return Ok(()) };
        writeln!(f, "{}; {mean:.1}× in the mean\n", claim.detail())?;
        let starts = Claim::BANDS;
        let row = |(band, count): (usize, u64)| {
            let name = match (starts[band], starts.get(band + 1)) {
                (0.0, _) => "more visits".to_owned(),
                (from, Some(to)) => format!("{from} to {to}×"),
                (from, None) => format!("{from}× and above"),
            };
            [name, thousands(count), percent(count, self.offsets)]
        };
        let rows: Vec<_> = claim.bands().into_iter().enumerate().map(row).collect();
        f.write_str(&table([Left("fewer visits"), Right("hits"), Right("share")], &rows))
    }
}
