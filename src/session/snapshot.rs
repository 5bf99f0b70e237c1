//! What undo brings back.

use super::{route::Routes, stage::Stage};

/// What undo brings back: what a scene holds, apart from the view. Cloning shares images and routes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Snapshot {
    pub stage: Stage,
    pub routes: Routes,
}
