//! The answer of the page of costs, as its parts share it.

use crate::app::prelude::*;
use crate::measure::Times;
use crate::scan::Scan;
use crate::session::ScanAction;
use crate::survey::{Among, Answered, CostAnswer};

/// Height of a title, in points.
pub const TITLE: f32 = 24.0;

/// The answer with all that its parts show of it.
pub struct Parts<'a> {
    pub window: &'a WindowState<'a>,
    pub answered: &'a Answered,
    pub costs: &'a CostAnswer,
    pub times: Vec<Option<&'a Times>>,
    pub selected: Scan,
    pub among: Among,
    pub is_narrow: bool,
    pub is_wide: bool,
}

impl Parts<'_> {
    /// Chooses the scan at this place of the survey's maps.
    pub fn choose(&self, at: usize, out: &mut Vec<Request>) {
        let asked = self.costs.survey.maps[at].asked;
        let place = self.window.session.scans().scans().iter().position(|listed| *listed == asked);
        out.extend(place.map(|place| ScanAction::Select(place).into()));
    }
}
