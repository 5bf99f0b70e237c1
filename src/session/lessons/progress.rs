//! Progress with the lessons.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// Lessons that are done, and the step at which the last one was left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// The names of those that are done.
    pub done: BTreeSet<String>,
    /// The lesson that was open last, and its step, from 0.
    pub at: Option<(String, usize)>,
}
