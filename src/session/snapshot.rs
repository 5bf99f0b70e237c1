//! What undo brings back.

use super::{
    animation::Animation,
    drags::{Drags, Routes},
    engines::Engines,
    playback::Playback,
    race::Race,
    scans::ScanList,
    stage::Stage,
    surveys::Surveys,
    terrain::KeptGame,
    view::View,
};

/// What is made by hand with the sprites: what a scene holds, apart from the view. Cloning shares images and routes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Snapshot {
    pub stage: Stage,
    pub routes: Routes,
}

/// What a step to undo goes back to.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub work: Snapshot,
    pub beside: Beside,
    /// What the step did, in a word: `move`.
    pub deed: &'static str,
}

/// What a step changes besides the sprites and the routes.
#[derive(Clone, Debug)]
pub(super) enum Beside {
    /// Nothing else: how it is looked at stays as it is.
    Nothing,
    /// The ball's keys, rules and steps.
    Game(Box<KeptGame>),
    /// Everything: something else was opened.
    Look(Box<Look>),
}

/// How everything is looked at and played; not what only the pointer does.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Look {
    pub view: View,
    pub scans: ScanList,
    pub playback: Playback,
    pub race: Race,
    pub engines: Engines,
    pub animation: Animation,
    pub surveys: Surveys,
    pub route: Drags,
    pub terrain: KeptGame,
}
