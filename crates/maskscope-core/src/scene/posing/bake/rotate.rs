//! `pygame.transform.rotate`: each pixel of the new surface shows the pixel under it, in fixed point.
//!
//! Quarter turns move pixels. All others step through the old surface in units of 1 / 65,536, in 32 bits that overflow;
//! pixels outside get the colour of the top left pixel, clear, or the key colour.
//!
//! Source: pygame-ce 2.5.8, `transform.c`.

use super::rule::{Call, Surface, SurfaceRule, int, int_side};
use crate::geom::Size;

pub(super) static RULE: SurfaceRule = SurfaceRule {
    refuses: |_, call| (call.scale != (1.0, 1.0)).then_some("cannot scale; pygame.rotozoom can"),
    size,
    bake,
    keeps_upright: true,
    adds_alpha: false,
};

/// A degree in pygame's precision.
const DEGREE: f64 = 0.017_453_292_519_943_29;

/// One pixel in fixed point.
const ONE: f64 = 65_536.0;

/// The number of quarter turns counter-clockwise, if it turns by quarters.
fn quarters(call: Call) -> Option<i32> {
    let angle = f64::from(call.angle());
    (angle % 90.0 == 0.0).then(|| (int(angle) / 90).rem_euclid(4))
}

fn sin_cos(call: Call) -> (f64, f64) {
    let radians = f64::from(call.angle()) * DEGREE;
    (radians.sin(), radians.cos())
}

fn size(size: Size, call: Call) -> Size {
    match quarters(call) {
        Some(quarters) if quarters % 2 == 0 => size,
        Some(_) => Size::new(size.height, size.width),
        None => {
            let (sin, cos) = sin_cos(call);
            let (width, height) = (f64::from(size.width), f64::from(size.height));
            let widest = |one: f64, other: f64| int_side((one + other).abs().max((one - other).abs()));
            Size::new(widest(cos * width, sin * height), widest(sin * width, cos * height))
        }
    }
}

fn bake(source: &Surface, call: Call, background: [u8; 4]) -> Surface {
    let Size { width, height } = source.size;
    match quarters(call) {
        Some(0) => source.clone(),
        Some(1) => Surface::from_fn(size(source.size, call), |x, y| source.at(width - 1 - y, x)),
        Some(2) => source.clone().flipped((true, true)),
        Some(_) => Surface::from_fn(size(source.size, call), |x, y| source.at(y, height - 1 - x)),
        None => stepped(source, call, background),
    }
}

fn stepped(source: &Surface, call: Call, background: [u8; 4]) -> Surface {
    let size = size(source.size, call);
    let (sin, cos) = sin_cos(call);
    let signed = |side: u32| side.cast_signed();
    let (width, height) = (signed(source.size.width), signed(source.size.height));
    let (new_width, new_height) = (signed(size.width), signed(size.height));
    // The point in the old surface at the start of the middle row of the new one.
    let start = |new_side: i32, side: i32, along: f64| {
        let half_row = along * f64::from(new_width - 1) * ONE / 2.0;
        (new_side << 15).wrapping_sub(int(half_row)).wrapping_add(side.wrapping_sub(new_side) << 15)
    };
    let (start_x, start_y) = (start(new_width, width, cos), start(new_height, height, sin));
    let (step_x, step_y) = (int(cos * ONE), int(sin * ONE));
    let (last_x, last_y) = ((width << 16).wrapping_sub(1), (height << 16).wrapping_sub(1));
    Surface::from_fn(size, |x, y| {
        let (x, up) = (signed(x), new_height / 2 - signed(y));
        let at_x = start_x.wrapping_add(step_y.wrapping_mul(up)).wrapping_add(step_x.wrapping_mul(x));
        let at_y = start_y.wrapping_sub(step_x.wrapping_mul(up)).wrapping_add(step_y.wrapping_mul(x));
        if (0..=last_x).contains(&at_x) && (0..=last_y).contains(&at_y) {
            source.at(at_x.cast_unsigned() >> 16, at_y.cast_unsigned() >> 16)
        } else {
            background
        }
    })
}
