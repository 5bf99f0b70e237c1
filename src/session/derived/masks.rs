//! Derived values of the masks: their overlap, which is the truth that scans are judged by, their contact, their health, and
//! the answers of all known engines.

use std::sync::Arc;

use super::super::engines::EngineRow;
use super::{derive::Derive, subject::Subject};
use maskscope_core::mask::{Health, Prepared};
use maskscope_core::scene::{Collision, MaskContact, Profile};
use maskscope_core::{choice::Choice as _, scan::Count};

/// The key of what the masks share.
#[derive(Clone, Debug, PartialEq)]
pub struct Colliding(pub(super) Arc<Subject>);

impl Derive for Colliding {
    type Value = Collision;

    /// The fast engine makes no visits: it always runs at once.
    fn visits(&self) -> u64 {
        0
    }

    fn make(&self, _: &dyn Fn() -> bool) -> Option<Collision> {
        Some(Collision::of(&self.0.a, &self.0.b, self.0.offset))
    }
}

/// The key of how the masks touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Touching(pub(super) Arc<Subject>);

impl Derive for Touching {
    type Value = MaskContact;

    fn visits(&self) -> u64 {
        let [a, b] = [&self.0.a, &self.0.b].map(|mask| mask.mask().size());
        MaskContact::cells(a, b, self.0.offset)
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<MaskContact> {
        MaskContact::of(&self.0.a, &self.0.b, self.0.offset, cancelled)
    }
}

/// The key of the health of a mask: the mask itself.
#[derive(Clone, Debug)]
pub struct Examined(pub(super) Arc<Prepared>);

impl PartialEq for Examined {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Derive for Examined {
    type Value = Health;

    fn visits(&self) -> u64 {
        self.0.mask().size().area()
    }

    fn make(&self, cancelled: &dyn Fn() -> bool) -> Option<Health> {
        Health::of(self.0.mask(), cancelled)
    }
}

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
