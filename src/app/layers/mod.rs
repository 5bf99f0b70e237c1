//! The layers of the canvas, one file each; they do not know each other. A new one is a file, and a line in [`ALL`].

pub mod bounds_used;
pub mod boxes;
pub mod changed;
pub mod current;
pub mod engine_hit;
pub mod first_hit;
pub mod grid;
pub mod handles;
pub mod intersection;
pub mod invitation;
pub mod loupe;
pub mod outlines;
pub mod parent;
pub mod pointer;
pub mod route;
pub mod rulers;
pub mod sprites;
pub mod tags;
pub mod trail;
pub mod visits;
pub mod words;
pub mod xray;

use super::draw::{CanvasLayer, Switch};
use crate::{choice::Choice as _, session::Layer};

/// Every layer, from back to front.
pub const ALL: &[CanvasLayer] = &[
    sprites::LAYER,
    xray::LAYER,
    grid::LAYER,
    outlines::LAYER,
    changed::LAYER,
    visits::LAYER,
    boxes::LAYER,
    bounds_used::LAYER,
    intersection::LAYER,
    words::LAYER,
    first_hit::LAYER,
    engine_hit::LAYER,
    current::LAYER,
    tags::LAYER,
    route::LAYER,
    trail::LAYER,
    handles::LAYER,
    parent::LAYER,
    pointer::LAYER,
    loupe::LAYER,
];

/// The switch of `layer`: a layer without one does not compile.
pub const fn switch(layer: Layer) -> &'static Switch {
    let (mut part, mut at) = (0, 0);
    loop {
        assert!(part < ALL.len(), "a variant of `Layer` has no switch in app/layers");
        let switches = ALL[part].switches;
        if at == switches.len() {
            (part, at) = (part + 1, 0);
        } else if switches[at].layer as u32 == layer as u32 {
            return &switches[at];
        } else {
            at += 1;
        }
    }
}

const _: () = {
    let mut at = 0;
    while at < Layer::ALL.len() {
        switch(Layer::ALL[at]);
        at += 1;
    }
};
