//! Watching files, which browsers do not offer.

use std::{path::PathBuf, time::Duration};

/// Watches nothing.
pub struct Watch;

impl Watch {
    pub fn start(_: impl Fn() + Send + 'static) -> Self {
        Self
    }

    #[expect(clippy::unused_self, clippy::needless_pass_by_value, reason = "on a system it does")]
    pub fn follow(&mut self, _: Vec<PathBuf>) {}

    #[expect(clippy::unused_self, reason = "on a system it has")]
    pub const fn settled(&mut self) -> (Vec<PathBuf>, Option<Duration>) {
        (Vec::new(), None)
    }
}
