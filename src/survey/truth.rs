//! Whether two masks overlap, at every offset at once: what answers are compared with.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crate::{
    geom::Offset,
    mask::{Prepared, engine::HitMap},
};

/// Two masks, and where they overlap once that has been asked. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Truth {
    masks: [Arc<Prepared>; 2],
    hits: Option<Arc<HitMap>>,
}

/// For this long making the map does not listen: most maps take less.
const DEAF: Duration = Duration::from_millis(50);

impl Truth {
    /// The truth about two masks.
    pub fn of([a, b]: [&Arc<Prepared>; 2]) -> Self {
        Self { masks: [Arc::clone(a), Arc::clone(b)], hits: None }
    }

    /// Where the masks overlap, found out by the first call; `None` where `cancelled` said so before that was done.
    pub fn hits(&mut self, cancelled: &dyn Fn() -> bool) -> Option<Arc<HitMap>> {
        if self.hits.is_none() {
            let start = Instant::now();
            let [a, b] = &self.masks;
            let is_cancelled = || start.elapsed() > DEAF && cancelled();
            self.hits = HitMap::new(a, b, &is_cancelled).map(Arc::new);
        }
        self.hits.clone()
    }

    /// How many pixels the masks share with B at `offset`.
    pub fn area(&self, offset: Offset) -> u64 {
        self.masks[0].overlap_area(&self.masks[1], offset)
    }
}
