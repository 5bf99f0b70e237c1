//! Answers of all known engines.

use std::sync::Arc;

use super::{super::engines::EngineRow, derive::Derive, subject::Subject};
use crate::{choice::Choice as _, scan::Count, scene::Profile};

/// The key of what engines answer.
#[derive(Clone, Debug, PartialEq)]
pub struct EnginesAsked(pub(super) Arc<Subject>);

impl Derive for EnginesAsked {
    /// In the order of the engines.
    type Value = Vec<EngineRow>;

    fn visits(&self) -> u64 {
        self.0.area().saturating_mul(Profile::ALL.len() as u64)
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Vec<EngineRow>> {
        let [a, b] = &self.0.posed;
        let row = |&profile: &Profile| {
            let mut count = Count::default();
            let first_hit = (!cancelled()).then(|| profile.run(a, b, &mut count))?;
            Some(EngineRow { profile, first_hit, answer: profile.answer(a, b), count })
        };
        Profile::ALL.iter().map(row).collect()
    }
}
