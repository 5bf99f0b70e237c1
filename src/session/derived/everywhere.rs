//! A person's own scan at every placement: at how many it is wrong.

use std::sync::{Arc, Mutex, PoisonError};

use super::{derive::Derive, subject::Subject};
use crate::scan::{Own, Scan, own::Failure};
use crate::scene::Posed;
use crate::survey::{CostSurvey, Summary, Survey as _};

/// The key of the wrong answers of an own scan at all placements.
#[derive(Clone, Debug)]
pub struct AskedEverywhere {
    sprites: [Posed; 2],
    own: Own,
    /// The placements asked about so far.
    begun: Arc<Mutex<Option<CostSurvey>>>,
}

impl PartialEq for AskedEverywhere {
    fn eq(&self, other: &Self) -> bool {
        let pairs = self.sprites.iter().zip(&other.sprites);
        self.own == other.own && { pairs }.all(|(one, other)| Arc::ptr_eq(one.raster.mask(), other.raster.mask()))
    }
}

impl AskedEverywhere {
    pub(super) fn new(subject: &Subject, own: Own) -> Self {
        Self { sprites: subject.posed.clone(), own, begun: Arc::default() }
    }
}

/// Wrong answers of an own scan at all placements.
#[derive(Clone, Debug, PartialEq)]
pub struct Everywhere {
    /// The number of placements at which it is wrong.
    pub wrong: u64,
    /// The number of placements asked about.
    pub placements: u64,
    /// The part of all placements that was asked about, in words, if not all were.
    pub described: Option<String>,
    /// The error of the placement at which it was stopped, which ended the survey.
    pub stopped: Option<Failure>,
}

impl Derive for AskedEverywhere {
    type Value = Everywhere;

    /// It makes way for all other work.
    const IS_TIMING: bool = true;
    const GOES_ON: bool = true;

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Everywhere> {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let [a, b] = &self.sprites;
        let survey = begun.get_or_insert_with(|| CostSurvey::new(&a.raster, &b.raster, &[Scan::Own(self.own)]));
        let is_complete = survey.finish(&|| cancelled() || self.own.stopped().is_some());
        let stopped = self.own.stopped().cloned();
        if !is_complete && stopped.is_none() {
            return None;
        }
        let wrong = survey.maps.first().map_or(0, |map| Summary::of(survey, map).wrong());
        Some(Everywhere {
            wrong,
            placements: survey.lattice.size().area(),
            described: survey.lattice.described(),
            stopped,
        })
    }
}
