//! `pygame.transform.rotozoom`: turned and scaled in one pass, blended of four pixels in fixed point.
//!
//! The new surface has even sides, as if the old one's were even, too. A point less than a pixel outside the old
//! surface is still blended, of its outermost pixels; points farther out are clear. Without an angle, the old surface
//! is stretched so that its last row and column are nearly reached: even a call that neither turns nor scales moves
//! pixels.
//!
//! Source: pygame-ce 2.5.8, `rotozoom.c`, which is SDL_rotozoom.

use std::f64::consts::PI;

use super::rule::{Call, Surface, SurfaceRule, int, int_side};
use crate::geom::Size;

pub(super) static RULE: SurfaceRule = SurfaceRule {
    refuses: |_, call| (call.scale.0 != call.scale.1).then_some("scales both axes by the same factor; these differ"),
    size,
    bake: |source, call, _| if is_turned(call) { turned(source, call) } else { stretched(source, call) },
    keeps_upright: false,
    adds_alpha: true,
};

/// The least angle, below which angles count as 0, and the least factor, as which smaller ones count.
const LEAST: f64 = 0.001;

/// One pixel in fixed point.
const ONE: f64 = 65_536.0;

fn is_turned(call: Call) -> bool {
    f64::from(call.angle()).abs() > LEAST
}

/// The factor, in pygame's precision.
fn zoom(call: Call) -> f64 {
    #[expect(clippy::cast_possible_truncation, reason = "pygame takes factors in 32 bits")]
    let zoom = call.scale.0 as f32;
    f64::from(zoom).max(LEAST)
}

/// Sine and cosine of the angle, times the factor.
fn zoomed_sin_cos(call: Call) -> (f64, f64) {
    let radians = f64::from(call.angle()) * (PI / 180.0);
    (radians.sin() * zoom(call), radians.cos() * zoom(call))
}

fn size(size: Size, call: Call) -> Size {
    if !is_turned(call) {
        let side = |side: u32| int_side(f64::from(side) * zoom(call)).max(1);
        return Size::new(side(size.width), side(size.height));
    }
    let (sin, cos) = zoomed_sin_cos(call);
    let (x, y) = (f64::from(size.width / 2), f64::from(size.height / 2));
    let side = |one: f64, other: f64| {
        let half = (one + other).abs().max((one - other).abs());
        int_side(half.ceil()).max(1).saturating_mul(2)
    };
    Size::new(side(cos * x, sin * y), side(sin * x, cos * y))
}

fn stretched(source: &Surface, call: Call) -> Surface {
    let size = size(source.size, call);
    // One pixel less, so that there is always one to the right and one below to blend with.
    let step = |side: u32, new_side: u32| int(ONE * f64::from(side - 1) / f64::from(new_side)).unsigned_abs();
    let (step_x, step_y) = (step(source.size.width, size.width), step(source.size.height, size.height));
    let place = |at: u32, step: u32, side: u32| {
        let at = u64::from(at) * u64::from(step);
        let pixel = u32::try_from(at >> 16).unwrap_or(u32::MAX);
        (pixel, (pixel + 1).min(side - 1), part(at))
    };
    Surface::from_fn(size, |x, y| {
        let (left, right, part_x) = place(x, step_x, source.size.width);
        let (top, bottom, part_y) = place(y, step_y, source.size.height);
        let four = [(left, top), (right, top), (left, bottom), (right, bottom)];
        blended(four.map(|(x, y)| source.at(x, y)), part_x, part_y)
    })
}

fn turned(source: &Surface, call: Call) -> Surface {
    let size = size(source.size, call);
    let (sin, cos) = zoomed_sin_cos(call);
    let inverse = ONE / (zoom(call) * zoom(call));
    let (sin, cos) = (int(sin * inverse), int(cos * inverse));
    let signed = |side: u32| side.cast_signed();
    let (middle_x, middle_y) = (signed(size.width / 2), signed(size.height / 2));
    // The point in the old surface at the start of the middle row of the new one.
    let start = |middle: i32, along: i32, side: u32, new_side: u32| {
        let outside = signed(side).wrapping_sub(signed(new_side)) << 15;
        (middle << 16).wrapping_sub(along.wrapping_mul(middle_x)).wrapping_add(outside)
    };
    let start_x = start(middle_x, cos, source.size.width, size.width);
    let start_y = start(middle_y, sin, source.size.height, size.height);
    Surface::from_fn(size, |x, y| {
        let (x, up) = (signed(x), middle_y - signed(y));
        let at_x = start_x.wrapping_add(sin.wrapping_mul(up)).wrapping_add(cos.wrapping_mul(x));
        let at_y = start_y.wrapping_sub(cos.wrapping_mul(up)).wrapping_add(sin.wrapping_mul(x));
        let four = neighbours(source.size, at_x >> 16, at_y >> 16);
        let part = |at: i32| part(u64::from(at.cast_unsigned()));
        four.map_or([0; 4], |four| blended(four.map(|(x, y)| source.at(x, y)), part(at_x), part(at_y)))
    })
}

/// The four pixels blended at a point: top left, top right, bottom left and bottom right; `None` if all of them lie
/// outside.
///
/// Beyond an edge there are one or two pixels instead of four, and each edge fills the gap with another of them.
fn neighbours(size: Size, x: i32, y: i32) -> Option<[(u32, u32); 4]> {
    let (last_x, last_y) = (size.width - 1, size.height - 1);
    let side = |at: i32, last: u32| match u32::try_from(at) {
        Ok(at) if at < last => Some(NearEdge::Inside(at)),
        Ok(at) if at == last => Some(NearEdge::After),
        Ok(_) => None,
        Err(_) => (at == -1).then_some(NearEdge::Before),
    };
    Some(match (side(x, last_x)?, side(y, last_y)?) {
        (NearEdge::Inside(x), NearEdge::Inside(y)) => [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)],
        (NearEdge::Inside(x), NearEdge::Before) => [(x, 0), (x, 0), (x, 0), (x + 1, 0)],
        (NearEdge::Inside(x), NearEdge::After) => [(x, last_y), (x + 1, last_y), (x + 1, last_y), (x + 1, last_y)],
        (NearEdge::Before, NearEdge::Inside(y)) => [(0, y), (0, y), (0, y), (0, y + 1)],
        (NearEdge::After, NearEdge::Inside(y)) => [(last_x, y), (last_x, y), (last_x, y + 1), (last_x, y + 1)],
        (x, y) => {
            let corner = |side: &NearEdge, last: u32| if matches!(side, NearEdge::Before) { 0 } else { last };
            [(corner(&x, last_x), corner(&y, last_y)); 4]
        }
    })
}

/// Position of a point along an axis of the old surface.
enum NearEdge {
    /// Up to a pixel before the first pixel.
    Before,
    /// Between this pixel and the next.
    Inside(u32),
    /// In the last pixel or at most a pixel after it.
    After,
}

/// The fraction of a fixed-point coordinate.
const fn part(at: u64) -> i32 {
    (at & 0xffff) as i32
}

/// Four pixels blended, first along x, then along y, each cut to a byte.
fn blended([top_left, top_right, bottom_left, bottom_right]: [[u8; 4]; 4], x: i32, y: i32) -> [u8; 4] {
    let mix = |one: i32, other: i32, part: i32| ((((other - one) * part) >> 16) + one) & 0xff;
    std::array::from_fn(|n| {
        let level = |pixel: [u8; 4]| i32::from(pixel[n]);
        let top = mix(level(top_left), level(top_right), x);
        let bottom = mix(level(bottom_left), level(bottom_right), x);
        mix(top, bottom, y).to_le_bytes()[0]
    })
}
