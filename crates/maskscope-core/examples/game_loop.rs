//! A ball flies into a wall, frame by frame. Masks are made once; each frame asks one question, and the answer moves the ball.
#![allow(clippy::print_stdout, reason = "an example")]

use maskscope_core::geom::{Offset, Size};
use maskscope_core::mask::{Mask, Prepared, Solid, push_out};

/// The side of the ball's image, in pixels.
const SIDE: u32 = 16;

fn main() {
    // The pixels of an image, as any decoder gives them: red, green, blue and alpha.
    let disc = |x: u32, y: u32| (2 * x + 1).abs_diff(SIDE).pow(2) + (2 * y + 1).abs_diff(SIDE).pow(2) < SIDE * SIDE;
    let cells = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
    let rgba: Vec<u8> = cells.flat_map(|(x, y)| [255, 200, 0, if disc(x, y) { 255 } else { 0 }]).collect();
    let ball = Prepared::new(Mask::from_rgba(Size::new(SIDE, SIDE), &rgba, Solid::Above(127)));
    // A slope from its top left to its bottom right.
    let wall = Prepared::new(Mask::from_fn(Size::new(64, 64), |x, y| x > y));

    // Where the ball's top left lies, relative to the wall's.
    let (mut at, mut speed, mut hits) = (Offset::new(-10, 30), (3, -1), 0);
    for frame in 0..30 {
        at = Offset::new(at.x + speed.0, at.y + speed.1);
        if wall.overlaps(&ball, at) {
            let area = wall.overlap_area(&ball, at);
            let depth = push_out(wall.mask(), ball.mask(), at).unwrap_or_default();
            println!("frame {frame}: {area} px are shared, {depth:.1} px deep");
            hits += 1;
            speed = (-speed.0, -speed.1);
        }
    }
    assert!(hits > 0, "it meets the slope");
}

#[test]
fn it_runs() {
    main();
}
