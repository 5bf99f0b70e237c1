//! The layers of the canvas, one file each; they do not know each other. To add one: write `layers/<name>.rs` with its `LAYER`,
//! and its line in the list.

use crate::app::paint::draw::{CanvasLayer, Switch};
use crate::{choice::Choice as _, session::Layer};

/// Declares the files of the layers, and [`ALL`].
macro_rules! layers {
    ($($file:ident,)*) => {
        $(pub mod $file;)*

        /// Every layer, from back to front.
        pub const ALL: &[CanvasLayer] = &[$($file::LAYER),*];
    };
}

// The list: a file of this folder, from back to front.
layers! {
    checker,
    nearby_frames,
    sprites,
    xray,
    grid,
    outlines,
    fairness,
    changed,
    visits,
    never_visited,
    boxes,
    bounds_used,
    intersection,
    tested_overlap,
    distance,
    words,
    shapes,
    first_hit,
    engine_hit,
    current,
    tags,
    greeting,
    trail,
    ball,
    handles,
    hitbox_handles,
    parent,
    pointer,
    loupe,
}

/// Every layer of the ball on the hills, from back to front.
pub const GAME: &[CanvasLayer] =
    &[checker::LAYER, sprites::LAYER, grid::LAYER, ball::LAYER, pointer::LAYER, loupe::LAYER];

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
