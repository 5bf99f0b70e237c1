//! The layers of the canvas, one file each; they do not know each other. To add one: write `layers/<folder>/<name>.rs` with
//! its `LAYER`, and its line in the list.
//!
//! - `art`: the sprites (`sprites`, `checker` behind them, the `game_screen`, `nearby_frames` of other checks), their masks
//!   (`outlines`, `xray`, `changed` pixels, `fairness` of hitboxes), and the `grid` between cells.
//! - `tested`: what is tested: `boxes`, `bounds_used`, `shapes`, `tested_overlap`, the `intersection` and the `words` in it, the
//!   `visits` of a scan, the cells `never_visited`, the `distance` of masks that share nothing, and the `pinned` B.
//! - `results`: the `first_hit`, the `engine_hit`, the `current` visit, the `tags` with names, the `trail` of checks, the `ball`
//!   on the hills, and the `greeting` of a first start.
//! - `pointing`: `handles` of a sprite, of its hitbox (`hitbox_handles`) and of its `parent`; the `pointer` and the `loupe`.

use crate::app::paint::draw::{CanvasLayer, Switch};
use crate::session::Layer;
use maskscope_core::choice::Choice as _;

/// Declares the folders and files of the layers, and [`ALL`].
macro_rules! layers {
    ($($folder:ident { $($file:ident,)* })*) => {
        $(pub mod $folder {
            $(pub mod $file;)*
        })*

        /// Every layer, from back to front.
        pub const ALL: &[CanvasLayer] = &[$($($folder::$file::LAYER),*),*];
    };
}

// The list: the files of each folder, from back to front.
layers! {
    art {
        checker,
        game_screen,
        nearby_frames,
        sprites,
        xray,
        grid,
        outlines,
        fairness,
        changed,
    }
    tested {
        visits,
        never_visited,
        boxes,
        bounds_used,
        intersection,
        tested_overlap,
        distance,
        pinned,
        words,
        shapes,
    }
    results {
        first_hit,
        engine_hit,
        current,
        tags,
        greeting,
        trail,
        ball,
    }
    pointing {
        handles,
        hitbox_handles,
        parent,
        pointer,
        loupe,
    }
}

/// Every layer of the ball on the hills, from back to front.
pub const GAME: &[CanvasLayer] = &[
    art::checker::LAYER,
    art::sprites::LAYER,
    art::grid::LAYER,
    results::ball::LAYER,
    pointing::pointer::LAYER,
    pointing::loupe::LAYER,
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
