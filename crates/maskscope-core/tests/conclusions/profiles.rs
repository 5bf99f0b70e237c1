//! Engine profiles: where they differ from each other, where they must not, and the order in which they read pixels.

use crate::sprites;
use maskscope_core::{
    choice::Choice as _,
    geom::{Cell, IntRect, Offset, Size},
    mask::{Mask, Prepared, truth::Truth},
    scan::{Count, NoProbe, Trace},
    scene::{Picture, PictureFormat, Posed, Profile, Sprite},
};
use proptest::prelude::*;
use sprites::sprite;

/// A sprite of 1 × 1 with this alpha.
fn pixel(alpha: u8) -> Sprite {
    Sprite::new("pixel.png", Picture::new(Size::new(1, 1), vec![9, 9, 9, alpha], PictureFormat::Png, true), 0)
}

/// Returns the first hit of every engine, in their order.
fn first_hits(a: &Sprite, b: &Sprite, x: i64, y: i64) -> [Option<(i64, i64)>; 8] {
    let (a, b) = (upright(a, 0, 0), upright(b, x, y));
    let run = |profile: &Profile| profile.run(&a, &b, &mut NoProbe).map(|cell| (cell.x, cell.y));
    Profile::ALL.iter().map(run).collect::<Vec<_>>().try_into().expect("eight engines")
}

/// Places the sprite upright, with its top left pixel on a cell of the world.
fn upright(sprite: &Sprite, x: i64, y: i64) -> Posed {
    Posed::upright(sprite.raster(), Cell::new(x, y))
}

/// Returns the cells that `profile` reads, in order, if nothing is shared.
fn order(profile: Profile, width: u32, height: u32) -> Vec<(i32, i32)> {
    let clear = Prepared::new(Mask::new(Size::new(width, height)));
    let mut trace = Trace::with_limit(1_000);
    assert_eq!(profile.run_on(&clear, &clear, Offset::default(), &mut trace), None);
    trace.visits.iter().map(|visit| (visit.x, visit.y)).collect()
}

#[test]
fn pygame_wants_more_alpha_than_the_others() {
    let none = None;
    let both = Some((0, 0));
    // Scratch reads the point at the lower end of the pixel first.
    let low = Some((0, 1));
    let at = |alpha| Profile::ALL.iter().map(|profile| profile.solid().holds(alpha)).collect::<Vec<_>>();
    assert_eq!(at(0), [false; 8]);
    assert_eq!(at(1), [false, true, true, true, true, true, true, true]);
    assert_eq!(at(127), [false, true, true, true, true, true, true, true]);
    assert_eq!(at(128), [true; 8]);
    // SFML skips the first column and row, so it never reads a single pixel.
    assert_eq!(first_hits(&pixel(127), &pixel(255), 0, 0), [none, both, both, none, low, both, both, both]);
    assert_eq!(first_hits(&pixel(128), &pixel(128), 0, 0), [both, both, both, none, low, both, both, both]);
}

#[test]
fn an_engine_looks_by_its_own_rule_whatever_the_threshold() {
    let (mut a, mut b) = (sprite("a.png", "++\n++"), sprite("b.png", "++\n++"));
    let before = first_hits(&a, &b, 0, 0);
    a.set_threshold(254);
    b.set_threshold(254);
    assert!(a.mask().mask().is_clear());
    assert_eq!(first_hits(&a, &b, 0, 0), before);
}

#[test]
fn the_same_pixels_have_different_first_hits() {
    let square = sprite("square.png", ".###\n#..#\n#..#\n####");
    let full = sprite("full.png", "####\n####\n####\n####");
    let [pygame, gamemaker, xna, sfml, scratch, haxeflixel, flash, gilbert] = first_hits(&square, &full, 0, 0);
    assert_eq!(pygame, Some((1, 0)), "rows of one stripe");
    assert_eq!(gamemaker, Some((0, 1)), "columns");
    assert_eq!(flash, gamemaker);
    assert_eq!(xna, Some((1, 0)), "rows");
    assert_eq!(gilbert, xna, "all rows are read, and the first match is reported");
    assert_eq!(sfml, Some((1, 3)), "columns without the first column and row");
    assert_eq!(scratch, Some((0, 4)), "from the bottom up, and point 4 reads pixel 3");
    assert_eq!(haxeflixel, Some((2, 0)), "index 0 is clear, and 2 comes before 1");
}

#[test]
fn pygame_sweeps_a_stripe_of_64_columns_before_the_next() {
    let mask = |set: &[(u32, u32)]| Prepared::new(Mask::from_fn(Size::new(100, 3), |x, y| set.contains(&(x, y))));
    let both = mask(&[(70, 0), (5, 2)]);
    let first = |profile: Profile| profile.run_on(&both, &both, Offset::default(), &mut NoProbe);
    assert_eq!(first(Profile::Pygame), Some(Cell::new(5, 2)));
    assert_eq!(first(Profile::Xna), Some(Cell::new(70, 0)));
}

#[test]
fn the_orders_are_drawn_as_the_engines_walk() {
    assert_eq!(order(Profile::GameMaker, 2, 2), [(0, 0), (0, 1), (1, 0), (1, 1)]);
    assert_eq!(order(Profile::Flash, 2, 2), order(Profile::GameMaker, 2, 2));
    assert_eq!(order(Profile::Xna, 2, 2), [(0, 0), (1, 0), (0, 1), (1, 1)]);
    assert_eq!(order(Profile::Sfml, 3, 3), [(1, 1), (1, 2), (2, 1), (2, 2)]);
    let haxe = [(0, 0), (2, 0), (1, 1), (0, 2), (2, 2), (1, 0), (0, 1), (2, 1), (1, 2)];
    assert_eq!(order(Profile::HaxeFlixel, 3, 3), haxe, "indices 0 2 4 6 8, then 1 3 5 7");
    let scratch = [(0, 2), (0, 1), (0, 0), (1, 2), (1, 1), (1, 0)];
    assert_eq!(order(Profile::Scratch, 1, 2), scratch, "one point more than pixels along each side, upwards");
    assert_eq!(order(Profile::Pygame, 65, 2), [(0, 0), (0, 1), (64, 0), (64, 1)]);
}

#[test]
fn visits_lie_in_the_space_of_a() {
    let (a, b) = (sprite("a.png", "...\n..#"), sprite("b.png", "#.\n.."));
    for &profile in Profile::ALL {
        let mut trace = Trace::with_limit(100);
        let hit = profile.run(&upright(&a, 0, 0), &upright(&b, 2, 1), &mut trace);
        if let (Some(hit), Some(last)) = (hit, trace.visits.last()) {
            assert_eq!((i64::from(last.x), i64::from(last.y)), (hit.x, hit.y), "{profile}");
            // Scratch tests points, and reads pixel 2,1 at the point on its lower right corner.
            let expected = if profile == Profile::Scratch { Cell::new(3, 2) } else { Cell::new(2, 1) };
            assert_eq!(hit, expected, "{profile}");
        }
    }
}

#[test]
fn scratch_sees_sprites_that_only_touch() {
    let full = sprite("full.png", "##\n##");
    let touching = first_hits(&full, &full, 2, 0);
    assert_eq!(touching, [None, None, None, None, Some((2, 2)), None, None, None]);
    assert_eq!(first_hits(&full, &full, 2, 2)[4], Some((2, 2)), "even where only corners meet");
    assert_eq!(first_hits(&full, &full, 3, 0), [None; 8]);
}

#[test]
fn scratch_reads_a_pixel_further_left_and_up() {
    let dot = sprite("dot.png", "....\n....\n..#.\n....");
    let full = sprite("full.png", "####\n####\n####\n####");
    assert_eq!(first_hits(&dot, &full, 0, 0)[4], Some((3, 3)));
}

#[test]
fn sfml_misses_what_lies_in_the_first_row_or_column() {
    let (a, b) = (sprite("a.png", "..\n.#"), sprite("b.png", "#.\n.."));
    let hits = first_hits(&a, &b, 1, 1);
    assert_eq!(hits[3], None, "the shared pixel is B's row 0 and column 0");
    assert_eq!(hits[1], Some((1, 1)));
}

#[test]
fn without_an_alpha_channel_every_engine_finds_every_pixel_solid() {
    let jpeg = Picture::new(Size::new(2, 2), [1, 2, 3, 255].repeat(4), PictureFormat::Jpeg, false);
    let photo = Sprite::new("photo.jpg", jpeg, 0);
    assert!(first_hits(&photo, &photo, 0, 0).iter().all(Option::is_some));
}

#[test]
fn names_round_trip_and_nonsense_lists_them() {
    for &profile in Profile::ALL {
        assert_eq!(Profile::named(profile.name()), Ok(profile));
    }
    let error = Profile::named("unity").expect_err("no such profile").to_string();
    let names = "pygame, gamemaker, xna, sfml, scratch, haxeflixel, flash, gilbert";
    assert_eq!(error, format!("'unity' is not one of {names}"));
}

prop_compose! {
    /// A mask of up to 70 × 9, from nearly clear to all set.
    fn mask()(width in prop_oneof![0..6_u32, 60..70_u32], height in 0..9_u32, percent in prop_oneof![Just(2), Just(30), Just(100)],
        seed: u64) -> Mask
    {
        let mut state = seed;
        Mask::from_fn(Size::new(width, height), |_, _| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % 100 < percent
        })
    }
}

/// Computes Scratch's answer by its own formula and in fractions: the first point at which both sprites are solid.
fn scratch_by_formula(a: &Mask, b: &Mask, offset: Offset) -> Option<(i64, i64)> {
    #[expect(clippy::cast_possible_truncation, reason = "a texel of a small sprite")]
    let texel = |at: i64, side: u32| (at as f64 / f64::from(side) * f64::from(side - 1) + 1e-9).floor() as i64;
    let solid = |mask: &Mask, x: i64, y: i64| {
        let inside = |at: i64, side: u32| (0..=i64::from(side)).contains(&at);
        let (width, height) = (mask.width(), mask.height());
        !mask.size().is_empty()
            && inside(x, width)
            && inside(y, height)
            && mask.get_cell(Cell::new(texel(x, width), texel(y, height)))
    };
    let points = (-1..=71_i64).flat_map(|x| (-1..=10_i64).rev().map(move |y| (x, y)));
    let (dx, dy) = (i64::from(offset.x), i64::from(offset.y));
    points.into_iter().find(|&(x, y)| solid(a, x, y) && solid(b, x - dx, y - dy))
}

proptest! {
    #![proptest_config(crate::cases::cases(10_000))]

    #[test]
    fn engines_that_look_at_all_shared_cells_agree_with_the_truth(a in mask(), b in mask(), x in -72..72, y in -10..10) {
        let offset = Offset::new(x, y);
        let truth = Truth::of(&a, &b, offset);
        let area = truth.overlap_box.map_or(0, IntRect::area);
        let (a, b) = (Prepared::new(a), Prepared::new(b));
        for profile in [Profile::Pygame, Profile::GameMaker, Profile::Xna, Profile::HaxeFlixel, Profile::Flash] {
            let mut count = Count::default();
            let hit = profile.run_on(&a, &b, offset, &mut count);
            prop_assert_eq!(hit.is_some(), truth.masks_overlap(), "{}", profile);
            prop_assert!(count.cells <= area && (hit.is_some() || count.cells == area), "{profile} {count:?}");
            if let Some(cell) = hit {
                prop_assert!(a.mask().get_cell(cell) && b.mask().get_cell(cell - offset.cell()), "{}", profile);
            }
        }
        prop_assert_eq!(Profile::Xna.run_on(&a, &b, offset, &mut NoProbe), truth.first);
    }

    #[test]
    fn sfml_finds_a_shared_cell_or_none(a in mask(), b in mask(), x in -72..72, y in -10..10) {
        let offset = Offset::new(x, y);
        let truth = Truth::of(&a, &b, offset);
        let hit = Profile::Sfml.run_on(&Prepared::new(a), &Prepared::new(b), offset, &mut NoProbe);
        let shared = truth.overlap_box.unwrap_or_default();
        let is_seen = truth.bounds.is_some_and(|bounds| bounds.right() > shared.x + 1 && bounds.bottom() > shared.y + 1);
        prop_assert!(hit.is_none() || is_seen);
        if let Some(cell) = hit {
            prop_assert!(cell.x > shared.x && cell.y > shared.y);
        }
    }

    #[test]
    fn scratch_follows_its_formula(a in mask(), b in mask(), x in -72..72, y in -10..10) {
        let offset = Offset::new(x, y);
        let expected = scratch_by_formula(&a, &b, offset);
        let hit = Profile::Scratch.run_on(&Prepared::new(a), &Prepared::new(b), offset, &mut NoProbe);
        prop_assert_eq!(hit.map(|cell| (cell.x, cell.y)), expected);
    }
}
