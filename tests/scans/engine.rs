//! The fast engine compared with brute force, at every instruction level of this processor.

use maskscope::files::{sample_pairs, sample_sprite};
use maskscope_core::{
    choice::Choice as _,
    geom::{Offset, Size},
    mask::{
        Level, Mask, Prepared,
        engine::{self, AreaMap, AreaMethod},
        truth::Truth,
    },
};

/// A small generator (Marsaglia's xorshift64*), so that every run tries the same pairs.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// Returns one of `0..n`.
    fn below(&mut self, n: u32) -> u32 {
        u32::try_from(self.next() % u64::from(n)).expect("below a u32")
    }
}

/// The contents of the tested masks.
const CONTENTS: [&str; 9] = ["empty", "full", "1 %", "50 %", "99 %", "disc", "ring", "even", "odd"];

fn mask(size: Size, content: &str, random: &mut Random) -> Mask {
    let (width, height) = (f64::from(size.width), f64::from(size.height));
    let radius = move |x: u32, y: u32| {
        let (x, y) = ((f64::from(x) + 0.5) / width * 2.0 - 1.0, (f64::from(y) + 0.5) / height * 2.0 - 1.0);
        x.hypot(y)
    };
    Mask::from_fn(size, |x, y| match content {
        "full" => true,
        "1 %" => random.below(100) == 0,
        "50 %" => random.below(2) == 0,
        "99 %" => random.below(100) != 0,
        "disc" => radius(x, y) < 1.0,
        "ring" => (0.8..1.0).contains(&radius(x, y)),
        "even" => (x + y) % 2 == 0,
        "odd" => (x + y) % 2 == 1,
        _ => false,
    })
}

/// Compares all results of the engine for a pair with brute force.
fn check(a: &Prepared, b: &Prepared, offset: Offset) {
    let truth = Truth::of(a.mask(), b.mask(), offset);
    for level in Level::all() {
        let what = || format!("{level}: {} and {} at {offset:?}", a.mask().size(), b.mask().size());
        assert_eq!(engine::overlaps(level, a, b, offset), truth.masks_overlap(), "{}", what());
        assert_eq!(engine::overlap_area(level, a, b, offset), truth.area, "{}", what());
        assert_eq!(engine::overlap_bounds(level, a, b, offset), truth.bounds, "{}", what());
    }
    assert_eq!(a.overlaps(b, offset), truth.masks_overlap());
    assert_eq!(a.overlap_area(b, offset), truth.area);
    assert_eq!(a.overlap_bounds(b, offset), truth.bounds);
}

/// Every offset at which the boxes overlap, and one more on each side.
fn offsets(a: Size, b: Size) -> impl Iterator<Item = Offset> {
    let side = |n: u32| i32::try_from(n).expect("a small side");
    let (x, y) = (-side(b.width)..=side(a.width), -side(b.height)..=side(a.height));
    y.flat_map(move |y| x.clone().map(move |x| Offset::new(x, y)))
}

#[test]
fn small_pairs_at_every_offset() {
    let mut random = Random(1);
    for (n, content) in CONTENTS.into_iter().enumerate() {
        for other in &CONTENTS[n..] {
            let mut size = || Size::new(1 + random.below(20), 1 + random.below(20));
            let (size_a, size_b) = (size(), size());
            let a = Prepared::new(mask(size_a, content, &mut random));
            let b = Prepared::new(mask(size_b, other, &mut random));
            offsets(size_a, size_b).for_each(|offset| check(&a, &b, offset));
        }
    }
}

#[test]
fn random_sizes_at_random_offsets() {
    let mut random = Random(2);
    for _ in 0..600 {
        let mut content = || CONTENTS[usize::try_from(random.below(9)).expect("small")];
        let (content_a, content_b) = (content(), content());
        let mut size = || Size::new(1 + random.below(130), 1 + random.below(130));
        let (size_a, size_b) = (size(), size());
        let a = Prepared::new(mask(size_a, content_a, &mut random));
        let b = Prepared::new(mask(size_b, content_b, &mut random));
        for _ in 0..10 {
            let mut along = |a: u32, b: u32| {
                i32::try_from(random.below(a + b + 1)).expect("small") - i32::try_from(b).expect("small")
            };
            let offset = Offset::new(along(size_a.width, size_b.width), along(size_a.height, size_b.height));
            check(&a, &b, offset);
        }
    }
}

#[test]
fn sizes_around_words_and_blocks() {
    const SIDES: [u32; 10] = [0, 1, 2, 63, 64, 65, 127, 128, 129, 130];
    let mut random = Random(3);
    for width in SIDES {
        for height in SIDES {
            let a = Prepared::new(mask(Size::new(width, height), "50 %", &mut random));
            let b = Prepared::new(mask(Size::new(height, width), "1 %", &mut random));
            for (x, y) in [(0, 0), (-1, 1), (1, -1), (63, -64), (-65, 0), (64, 64), (-127, 2), (128, -128)] {
                check(&a, &b, Offset::new(x, y));
            }
        }
    }
}

#[test]
fn one_pixel_is_found_wherever_it_is() {
    for (x, y) in (0..130).map(|n| (n, 129 - n)) {
        let a = Prepared::new(Mask::from_fn(Size::new(130, 130), |i, j| (i, j) == (x, y)));
        let b = Prepared::new(Mask::from_fn(Size::new(130, 130), |i, j| (i, j) == (y, x)));
        let (x, y) = (i32::try_from(x).expect("small"), i32::try_from(y).expect("small"));
        for near in [(0, 0), (1, 0), (0, 1), (-1, -1)] {
            check(&a, &b, Offset::new(x - y + near.0, y - x + near.1));
        }
    }
}

/// Every other solid pixel is in a corner, so that the tight bounds are the whole masks. The shared pixel is inside the
/// block that is read first, at its edges, or just beside it.
#[test]
fn one_pixel_is_found_in_the_middle_and_beside_it() {
    for side in [65_u32, 66, 130, 200] {
        let middle = i32::try_from(side / 2).expect("small");
        for (x, y) in [(0, 0), (1, 0), (-1, 2), (5, -3), (33, 1), (-32, 0), (63, -5), (-63, 3), (64, 1), (-64, 0)] {
            let inside = |n: i32| u32::try_from(n).ok().filter(|&n| n < side);
            for along in [-65, -64, -63, -33, -32, -31, -1, 0, 1, 31, 32, 63, 64] {
                for down in [-1, 0, 4, 7, 8] {
                    let (in_a_x, in_a_y) = (middle + x / 2 + along, middle + y / 2 + down);
                    let in_a = inside(in_a_x).zip(inside(in_a_y));
                    let in_b = inside(in_a_x - x).zip(inside(in_a_y - y));
                    let (Some(in_a), Some(in_b)) = (in_a, in_b) else { continue };
                    let last = side - 1;
                    let masks =
                        [([(0, 0), (last, last)], in_a), ([(last, 0), (0, last)], in_b)].map(|(corners, at)| {
                            let mut mask = Mask::new(Size::new(side, side));
                            corners.into_iter().chain([at]).for_each(|(x, y)| mask.set(x, y));
                            mask
                        });
                    let [a, b] = masks.map(Prepared::new);
                    let offset = Offset::new(x, y);
                    let truth = Truth::of(a.mask(), b.mask(), offset).masks_overlap();
                    assert!(truth);
                    // First without tables, then with them.
                    assert_eq!(a.overlaps(&b, offset), truth, "{side}: {in_a:?} at {offset:?}");
                    check(&a, &b, offset);
                }
            }
        }
    }
}

#[test]
fn the_ends_of_i32_are_apart_and_overflow_nowhere() {
    let mut random = Random(4);
    let a = Prepared::new(mask(Size::new(130, 70), "full", &mut random));
    let b = Prepared::new(mask(Size::new(70, 130), "full", &mut random));
    for x in [i32::MIN, i32::MIN + 1, -70, 0, 129, i32::MAX - 1, i32::MAX] {
        for y in [i32::MIN, i32::MIN + 1, -130, 0, 69, i32::MAX - 1, i32::MAX] {
            check(&a, &b, Offset::new(x, y));
            check(&b, &a, Offset::new(x, y));
        }
    }
}

#[test]
fn large_pairs_are_compared_block_by_block_first() {
    let mut random = Random(5);
    let size = Size::new(1100, 777);
    for (content, other) in [("ring", "disc"), ("disc", "disc"), ("even", "odd"), ("ring", "1 %"), ("disc", "99 %")] {
        let a = Prepared::new(mask(size, content, &mut random));
        let small = if content == "ring" { Size::new(700, 520) } else { size };
        let b = Prepared::new(mask(small, other, &mut random));
        for (x, y) in [(200, 128), (197, 131), (-13, 7), (0, 0), (1, 0), (510, 220), (-520, -231), (930, 650)] {
            check(&a, &b, Offset::new(x, y));
        }
    }
}

#[test]
fn a_mask_wider_than_its_extents_can_say_is_still_read() {
    let a = Prepared::new(Mask::from_fn(Size::new(70_000, 3), |x, y| x % 1_000 == 999 && y == 1));
    let b = Prepared::new(Mask::from_fn(Size::new(40_000, 2), |x, y| x == 39_999 && y == 0));
    for x in [-39_000, -38_999, 0, 1, 29_000, 30_000, 30_001] {
        check(&a, &b, Offset::new(x, 1));
    }
}

/// Compares the area maps of a pair with brute force at every offset.
fn check_maps(a: &Prepared, b: &Prepared) {
    let (size_a, size_b) = (a.mask().size(), b.mask().size());
    let truth: Vec<(Offset, u64)> =
        offsets(size_a, size_b).map(|offset| (offset, Truth::of(a.mask(), b.mask(), offset).area)).collect();
    for level in Level::all() {
        for &method in AreaMethod::ALL {
            let map = AreaMap::by(level, method, a, b, &|| false).expect("not cancelled");
            for &(offset, area) in &truth {
                let what = || format!("{level} {method:?}: {size_a} and {size_b} at {offset:?}");
                assert_eq!(u64::from(map.area(offset)), area, "{}", what());
            }
        }
    }
}

#[test]
fn maps_of_small_pairs() {
    let mut random = Random(6);
    for (n, content) in CONTENTS.into_iter().enumerate() {
        for other in &CONTENTS[n..] {
            let mut size = || Size::new(1 + random.below(24), 1 + random.below(24));
            let (size_a, size_b) = (size(), size());
            let a = Prepared::new(mask(size_a, content, &mut random));
            let b = Prepared::new(mask(size_b, other, &mut random));
            check_maps(&a, &b);
        }
    }
}

#[test]
fn maps_of_sizes_around_words() {
    let mut random = Random(7);
    for (width, height) in [(0, 3), (1, 1), (63, 65), (64, 64), (65, 17), (127, 33), (130, 31)] {
        let a = Prepared::new(mask(Size::new(width, height), "50 %", &mut random));
        let b = Prepared::new(mask(Size::new(height, width), "disc", &mut random));
        check_maps(&a, &b);
    }
}

#[test]
fn maps_of_one_row_and_of_one_column() {
    let mut random = Random(8);
    for (width, height) in [(1, 70), (70, 1), (1, 1), (2, 1)] {
        for (other_width, other_height) in [(1, 65), (65, 1), (1, 1), (3, 40)] {
            let a = Prepared::new(mask(Size::new(width, height), "50 %", &mut random));
            let b = Prepared::new(mask(Size::new(other_width, other_height), "full", &mut random));
            check_maps(&a, &b);
        }
    }
}

/// Returns the shared area at every offset, row by row from the first, found by moving each pixel of B onto each of A.
fn areas_by_pixels(a: &Mask, b: &Mask) -> Vec<u32> {
    let pixels = |mask: &Mask| -> Vec<(u32, u32)> {
        let cells = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
        cells.filter(|&(x, y)| mask.get(x, y)).collect()
    };
    let width = a.width() + b.width() - 1;
    let mut areas = vec![0; (width * (a.height() + b.height() - 1)) as usize];
    let of_b = pixels(b);
    for (x, y) in pixels(a) {
        for (left, top) in &of_b {
            let (column, row) = (x + b.width() - 1 - left, y + b.height() - 1 - top);
            areas[(row * width + column) as usize] += 1;
        }
    }
    areas
}

#[test]
fn maps_of_random_sizes_up_to_130_at_every_offset() {
    let mut random = Random(11);
    for round in 0..24_usize {
        let mut size = || Size::new(1 + random.below(130), 1 + random.below(130));
        let (size_a, size_b) = (size(), size());
        let (content, other) = (CONTENTS[round % CONTENTS.len()], CONTENTS[(round * 3 + 1) % CONTENTS.len()]);
        let a = Prepared::new(mask(size_a, content, &mut random));
        let b = Prepared::new(mask(size_b, other, &mut random));
        let expected = areas_by_pixels(a.mask(), b.mask());
        for level in Level::all() {
            for &method in AreaMethod::ALL {
                let map = AreaMap::by(level, method, &a, &b, &|| false).expect("not cancelled");
                assert!(map.areas == expected, "{level} {method:?}: {content} {size_a} and {other} {size_b}");
            }
        }
    }
}

#[test]
fn maps_agree_with_each_other() {
    let mut random = Random(9);
    for (content, other) in [("disc", "disc"), ("ring", "disc"), ("even", "odd"), ("1 %", "99 %"), ("50 %", "50 %")] {
        let a = Prepared::new(mask(Size::new(150, 211), content, &mut random));
        let b = Prepared::new(mask(Size::new(190, 130), other, &mut random));
        let expected = AreaMap::by(Level::PORTABLE, AreaMethod::RunEdges, &a, &b, &|| false).expect("not cancelled");
        let sum: u64 = expected.areas.iter().map(|&area| u64::from(area)).sum();
        assert_eq!(sum, a.count() * b.count(), "{content} and {other}");
        for level in Level::all() {
            let fourier = AreaMap::by(level, AreaMethod::Fourier, &a, &b, &|| false).expect("not cancelled");
            assert!(fourier == expected, "{level}: {content} and {other}");
        }
    }
}

#[test]
fn maps_stop_when_cancelled() {
    let mut random = Random(10);
    let a = Prepared::new(mask(Size::new(100, 100), "50 %", &mut random));
    let asked = std::cell::Cell::new(0);
    let is_cancelled = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    for &method in AreaMethod::ALL {
        asked.set(0);
        assert_eq!(AreaMap::by(Level::best(), method, &a, &a, &is_cancelled), None, "{method:?}");
    }
}

#[test]
fn the_sample_pairs_have_the_maps_of_brute_force() {
    for pair in sample_pairs() {
        let [a, b] = [&pair.a, &pair.b].map(|name| sample_sprite(name).expect("a sample"));
        let (a, b) = (a.mask(), b.mask());
        let map = AreaMap::new(a, b, &|| false).expect("not cancelled");
        let offsets = map.offsets;
        for y in 0..offsets.size().height {
            for x in 0..offsets.size().width {
                let offset = offsets.offset(x, y);
                let truth = Truth::of(a.mask(), b.mask(), offset);
                assert_eq!(u64::from(map.area(offset)), truth.area, "{} at {offset:?}", pair.name);
            }
        }
        check(a, b, pair.offset);
    }
}
