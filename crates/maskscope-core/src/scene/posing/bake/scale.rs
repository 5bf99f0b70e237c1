//! `pygame.transform.scale`: each pixel of the new surface shows the one under its centre, in fixed point.
//!
//! Source: pygame-ce 2.5.8, `transform.c`, and SDL 2.32, which does the stretching.

use super::rule::{Surface, SurfaceRule};
use crate::geom::Size;

/// The longest side that SDL stretches from or to, in pixels.
const LONGEST: u32 = 65_535;

pub(super) static RULE: SurfaceRule = SurfaceRule {
    refuses: |size, call| {
        let longest = |size: Size| size.width.max(size.height);
        let is_long = longest(size).max(longest(call.scaled(size))) > LONGEST;
        match call.is_turned() {
            true => Some("cannot turn; pygame.rotozoom can"),
            false => is_long.then_some("takes no side longer than 65,535 pixels"),
        }
    },
    size: |size, call| call.scaled(size),
    bake: |source, call, _| {
        let size = call.scaled(source.size);
        let place = |side: u32, new_side: u32| {
            let step = (u64::from(side) << 16) / u64::from(new_side);
            move |at: u32| u32::try_from((step / 2 + u64::from(at) * step) >> 16).unwrap_or(u32::MAX)
        };
        let (column, row) = (place(source.size.width, size.width), place(source.size.height, size.height));
        Surface::from_fn(size, |x, y| source.at(column(x), row(y)))
    },
    keeps_upright: true,
    adds_alpha: false,
};
