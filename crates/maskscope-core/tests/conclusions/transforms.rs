//! Sprites that are turned, scaled, flipped, nested or between pixels, as masks on the world's grid.

use std::task::Poll;

use crate::sprites;
use maskscope_core::{
    choice::Choice as _,
    geom::{Affine, Cell, Size},
    mask::{Mask, Solid},
    scan::{Count, NoProbe, Trace},
    scene::{
        Anchor, Bands, Convention, Filter, LayError, Picture, PictureFormat, Placement, Posed, Profile, SampleAt, Snap,
        Sprite, gilbert,
    },
};
use proptest::prelude::*;
use sprites::sprite;

fn lay(sprite: &Sprite, placement: Placement, convention: Convention) -> Posed {
    nested(sprite, placement, Affine::IDENTITY, convention)
}

fn nested(sprite: &Sprite, placement: Placement, world_from_parent: Affine, convention: Convention) -> Posed {
    let reading = placement.read_by(convention);
    let parent_from_source = reading.parent_from_source(sprite.size());
    Posed::new(sprite.raster(), parent_from_source, world_from_parent, reading).expect("a small sprite")
}

fn text(posed: &Posed) -> String {
    posed.raster.mask().mask().to_text().trim_end().to_owned()
}

fn keep() -> Convention {
    Convention { snap: Snap::Keep, ..Convention::default() }
}

#[test]
fn quarter_turns_are_clockwise() {
    let sprite = sprite("l.png", "##.\n#..");
    let turned = |rotation| lay(&sprite, Placement { rotation, ..Placement::default() }, Convention::default());
    assert_eq!(text(&turned(90.0)), "##\n.#\n..");
    assert_eq!(text(&turned(180.0)), "..#\n.##");
    assert_eq!(text(&turned(270.0)), "..\n#.\n##");
    assert_eq!(turned(90.0).origin, Cell::new(-2, 0), "about the top left corner");
    assert_eq!(turned(180.0).origin, Cell::new(-3, -2));
}

#[test]
fn flips_stay_where_they_are() {
    let sprite = sprite("l.png", "##.\n#..");
    let flipped = |flip| lay(&sprite, Placement { flip, ..Placement::at((5.0, 6.0)) }, Convention::default());
    assert_eq!((text(&flipped((true, false))).as_str(), flipped((true, false)).origin), (".##\n..#", Cell::new(5, 6)));
    assert_eq!((text(&flipped((false, true))).as_str(), flipped((false, true)).origin), ("#..\n##.", Cell::new(5, 6)));
}

#[test]
fn scale_2_has_every_bit_four_times() {
    let sprite = sprite("l.png", "#.\n.#");
    let twice = lay(&sprite, Placement { scale: (2.0, 2.0), ..Placement::default() }, Convention::default());
    assert_eq!(text(&twice), "##..\n##..\n..##\n..##");
    let wide = lay(&sprite, Placement { scale: (3.0, 1.0), ..Placement::default() }, Convention::default());
    assert_eq!(text(&wide), "###...\n...###");
}

#[test]
fn a_corner_between_pixels_is_rounded_by_the_rule() {
    let sprite = sprite("l.png", "##.\n#..");
    let origin = |snap, rotation| {
        let placement = Placement { anchor: Anchor::Custom(0.5, 0.5), rotation, ..Placement::at((-2.0, 3.0)) };
        let convention = Convention { snap, ..Convention::default() };
        lay(&sprite, placement, convention).origin
    };
    assert_eq!(origin(Snap::HalfUp, 0.0), Cell::new(-2, 3), "-2.5 and 2.5");
    assert_eq!(origin(Snap::HalfAway, 0.0), Cell::new(-3, 3));
    assert_eq!(origin(Snap::HalfEven, 0.0), Cell::new(-2, 2));
    assert_eq!(origin(Snap::Floor, 90.0), Cell::new(-4, 2), "-3.5 and 2.5");
    assert_eq!(origin(Snap::Truncate, 90.0), Cell::new(-3, 2));
}

#[test]
fn a_fraction_that_is_kept_is_resampled() {
    let sprite = sprite("bar.png", "##..##");
    let at = |x, convention| text(&lay(&sprite, Placement::at((x, 0.0)), convention));
    assert_eq!(at(0.25, keep()), "##..##.", "read in the middle, the nearest pixel is the old one");
    assert_eq!(at(0.75, keep()), ".##..##");
    let corner = Convention { at: SampleAt::Corner, ..keep() };
    assert_eq!(at(0.25, corner), ".##..##", "the first corner lies outside");
    let blended = Convention { filter: Filter::Bilinear, ..keep() };
    assert_eq!(at(0.25, blended), "###.##.", "a threshold of 0 accepts any trace of alpha");
}

#[test]
fn bilinear_alpha_is_the_weighted_mean() {
    let sprite = sprite("step.png", "#.");
    let half = Convention { filter: Filter::Bilinear, ..keep() };
    let posed = lay(&sprite, Placement::at((0.25, 0.0)), half);
    let alphas: Vec<u8> = posed.raster.picture().rgba().chunks(4).map(|pixel| pixel[3]).collect();
    // The middles are at 0.25, 1.25 and, outside, 2.25; the first lies between the edge pixel and its repetition.
    assert_eq!(alphas, [255, 64, 0]);
    assert_eq!(&posed.raster.picture().rgba()[4..7], [200, 100, 50], "colours are weighted by their alpha");
}

#[test]
fn bilinear_halves_go_up() {
    let alphas = [[0, 0, 0, 255, 0], [1, 0, 1, 2, 255], [0, 64, 0, 0, 64_u8]];
    let rgba: Vec<u8> = alphas.as_flattened().iter().flat_map(|alpha| [200, 100, 50, *alpha]).collect();
    let sprite = Sprite::new("halves.png", Picture::new(Size::new(5, 3), rgba, PictureFormat::Png, true), 0);
    let bilinear = Convention { filter: Filter::Bilinear, ..Convention::default() };
    let posed = lay(&sprite, Placement { scale: (2.0, 3.0), ..Placement::default() }, bilinear);
    // Two thirds of three quarters of 1.
    assert_eq!(posed.raster.picture().pixel(1, 3).map(|[.., alpha]| alpha), Some(1));
    assert!(posed.raster.mask().mask().get(1, 3));
    // In twelfths, computed in whole numbers.
    let at = |side: usize, twice: i64, per_pixel: i64| {
        let low = (twice - per_pixel).div_euclid(2 * per_pixel);
        let clamped = |n: i64| usize::try_from(n).map_or(0, |n| n.min(side - 1));
        let high = (twice - per_pixel).rem_euclid(2 * per_pixel);
        [(clamped(low), 2 * per_pixel - high), (clamped(low + 1), high)]
    };
    for y in 0..9 {
        for x in 0..10 {
            let (columns, rows) = (at(5, 2 * x + 1, 2), at(3, 2 * y + 1, 3));
            let sum: i64 = rows
                .iter()
                .flat_map(|&(row, down)| columns.map(|(column, right)| i64::from(alphas[row][column]) * down * right))
                .sum();
            let (column, row) = (u32::try_from(x).expect("small"), u32::try_from(y).expect("small"));
            let alpha = posed.raster.picture().pixel(column, row).map(|[.., alpha]| i64::from(alpha));
            assert_eq!(alpha, Some((sum + 12) / 24), "{x},{y}");
        }
    }
}

#[test]
fn everywhere_solid_ends_at_the_edge_of_the_turned_image() {
    let picture = Picture::new(Size::new(10, 10), [9, 9, 9, 255].repeat(100), PictureFormat::Jpeg, false);
    let sprite = Sprite::new("a.jpg", picture, 255);
    let turned = lay(&sprite, Placement { rotation: 45.0, ..Placement::default() }, Convention::default());
    assert_eq!(turned.raster.size(), Size::new(16, 15), "from -7.07 to 7.07, and from 0 to 14.14");
    let count = turned.raster.solid_count();
    assert!((90..=112).contains(&count), "about 100 of 240: {count}");
}

#[test]
fn what_is_too_large_is_refused() {
    let sprite = sprite("block.png", &vec!["#".repeat(200); 200].join("\n"));
    let map = Placement { scale: (100.0, 100.0), ..Placement::default() }.parent_from_source(sprite.size(), Snap::Keep);
    let refused = Posed::new(sprite.raster(), map, Affine::IDENTITY, Convention::default()).expect_err("400 million");
    assert_eq!(refused, LayError::TooLarge { width: 20_000.0, height: 20_000.0 });
    assert!(refused.to_string().contains("20000 × 20000"), "{refused}");
}

#[test]
fn gilbert_keeps_the_fraction_and_rounds_sides_up() {
    let (a, b) = (sprite("a.png", "####\n####"), sprite("b.png", "####\n####"));
    let (a, b) = (lay(&a, Placement::default(), keep()), lay(&b, Placement::at((2.5, 0.5)), keep()));
    let shared = gilbert::bounds_intersection(&a, &b).expect("they meet");
    assert_eq!((shared.origin, shared.size), ((2.5, 0.5), (1.5, 1.5)));
    let mut count = Count::default();
    let hit = gilbert::collide(&a, &b, Solid::AtLeast(1), &mut count).expect("they meet");
    assert_eq!(count.visits, 4, "2 × 2, the whole overlap");
    // The second column and row are read at 4.0 and 2.0, just outside A.
    assert_eq!((hit.bounds.origin, hit.bounds.size, hit.centre()), ((2.5, 0.5), (1.0, 1.0), Some((3.0, 1.0))));
    let apart = lay(&sprite("c.png", "#"), Placement::at((4.0, 0.0)), keep());
    assert!(gilbert::collide(&a, &apart, Solid::AtLeast(1), &mut NoProbe).is_none(), "touching boxes do not overlap");
}

#[test]
fn gilbert_tells_null_from_nothing_found() {
    let (a, b) = (sprite("a.png", "#.\n.."), sprite("b.png", "..\n.#"));
    let (a, b) = (lay(&a, Placement::default(), keep()), lay(&b, Placement::default(), keep()));
    let nothing = gilbert::collide(&a, &b, Solid::AtLeast(1), &mut NoProbe).expect("the boxes meet");
    assert_eq!((nothing.bounds.size, nothing.centre()), ((0.0, 0.0), None));
}

#[test]
fn engines_read_a_turned_sprite_each_in_its_own_way() {
    let (a, b) = (sprite("a.png", "####\n####\n####\n####"), sprite("b.png", "#"));
    // B's only pixel lies half a pixel off A's last column and row.
    let (a, b) = (lay(&a, Placement::default(), keep()), lay(&b, Placement::at((3.5, 3.5)), keep()));
    let asks = |profile: Profile| profile.run(&a, &b, &mut NoProbe);
    assert_eq!(asks(Profile::GameMaker), Some(Cell::new(3, 3)), "from 3.5: the corner itself, pixel 0 of B");
    assert_eq!(asks(Profile::Xna), Some(Cell::new(3, 3)), "-0.5 rounds to the even 0, and so does 0.5");
    assert_eq!(asks(Profile::Sfml), None, "3 is before B and 4 is behind A");
    assert_eq!(asks(Profile::HaxeFlixel), None, "less than a whole pixel is shared");
    assert_eq!(asks(Profile::Gilbert), None, "its one pixel is read at 4.0, which is no longer A");
}

fn masks() -> impl Strategy<Value = Mask> {
    (1..12_u32, 1..12_u32).prop_flat_map(|(width, height)| {
        let bits = proptest::collection::vec(proptest::bool::weighted(0.5), (width * height) as usize);
        bits.prop_map(move |bits| Mask::from_fn(Size::new(width, height), |x, y| bits[(y * width + x) as usize]))
    })
}

fn drawn(mask: &Mask) -> Sprite {
    sprite("random.png", mask.to_text().trim_end())
}

fn placements() -> impl Strategy<Value = Placement> {
    let anchors = prop_oneof![
        Just(Anchor::TopLeft),
        Just(Anchor::Centred),
        (-8..24_i32, -8..24_i32).prop_map(|(x, y)| Anchor::Custom(f64::from(x) / 2.0, f64::from(y) / 2.0)),
    ];
    let eighths = |n: i32| f64::from(n) / 8.0;
    (
        (-80..80_i32, -80..80_i32).prop_map(move |(x, y)| (eighths(x), eighths(y))),
        anchors,
        (0..360_i32).prop_map(f64::from),
        (4..24_i32, 4..24_i32).prop_map(move |(x, y)| (eighths(x), eighths(y))),
        (any::<bool>(), any::<bool>()),
    )
        .prop_map(|(position, anchor, rotation, scale, flip)| Placement {
            position,
            anchor,
            rotation,
            scale,
            flip,
            filter: None,
        })
}

/// True if the matrices put a solid pixel of `sprite` over a point, without grid, boxes or sampler; `None` on an edge.
fn solid_under(sprite: &Sprite, map: Affine, (x, y): (f64, f64)) -> Option<bool> {
    // The inverse is written out by Cramer's rule, because the one of the crate is under test.
    let area = map.xx * map.yy - map.xy * map.yx;
    let (dx, dy) = (x - map.tx, y - map.ty);
    let (u, v) = ((map.yy * dx - map.xy * dy) / area, (map.xx * dy - map.yx * dx) / area);
    // A point on the edge of two pixels, except for rounding, belongs to neither.
    let is_edge = |n: f64| (n - n.round()).abs() < 1e-6;
    if is_edge(u) || is_edge(v) {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, reason = "small numbers")]
    let cell = Cell::new(u.floor() as i64, v.floor() as i64);
    Some(sprite.mask().mask().get_cell(cell))
}

/// The answer of an engine that is stopped as often as possible, and the number of bands that it took.
fn in_bands(profile: Profile, a: &Posed, b: &Posed) -> (bool, u32) {
    let mut done = 0;
    for bands in 1.. {
        let before = done;
        if let Poll::Ready(is_hit) = profile.hits(a, b, Bands { done: &mut done, is_over: &|| true }) {
            return (is_hit, bands);
        }
        assert!(done > before, "{profile} goes on");
    }
    unreachable!("there is an end of bands")
}

#[test]
fn engines_that_read_turned_sprites_themselves_read_large_ones_in_bands() {
    let reads_itself = |profile: &Profile| !matches!(profile, Profile::Pygame | Profile::Flash);
    // Two halves that meet in no pixel, and along their diagonal.
    let half =
        |is_upper: bool| drawn(&Mask::from_fn(Size::new(450, 450), |x, y| (x > y) == is_upper && x.abs_diff(y) > 2));
    let (a, b) = (half(true), half(false));
    for rotation in [0.0, 7.0, 131.0, 290.0] {
        for (x, expected) in [(-2.5, false), (20.5, true)] {
            let at = |position| Placement { rotation, ..Placement::at(position) };
            let (radians, near) = (f64::to_radians(rotation), at((0.0, 0.0)));
            let moved = at((x * radians.cos(), x * radians.sin()));
            let (a, b) = (lay(&a, near, keep()), lay(&b, moved, keep()));
            for profile in Profile::ALL.iter().copied().filter(reads_itself) {
                let (is_hit, bands) = in_bands(profile, &a, &b);
                assert_eq!(is_hit, expected, "{profile} at {rotation}");
                assert_eq!(is_hit, profile.run(&a, &b, &mut NoProbe).is_some(), "{profile} at {rotation}");
                assert!(is_hit || bands > 3, "{profile} at {rotation} in {bands} bands");
            }
        }
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(2_000))]

    #[test]
    fn quarter_turns_and_flips_permute_pixels(mask in masks(), quarters in 0..8_u8, flip: (bool, bool), at in 0..5_usize) {
        let sprite = drawn(&mask);
        let snap = Snap::ALL[at];
        let rule = snap.rounding().expect("it rounds");
        let placement = Placement {
            rotation: 90.0 * f64::from(quarters),
            flip,
            anchor: Anchor::Centred,
            ..Placement::at((2.5, -7.5))
        };
        let convention = Convention { snap, filter: Filter::Bilinear, at: SampleAt::Corner };
        let posed = lay(&sprite, placement, convention);
        let (width, height) = (mask.width(), mask.height());
        let mut expected = Mask::from_fn(mask.size(), |x, y| {
            mask.get(if flip.0 { width - 1 - x } else { x }, if flip.1 { height - 1 - y } else { y })
        });
        for _ in 0..quarters {
            let old = expected;
            expected =
                Mask::from_fn(Size::new(old.height(), old.width()), |x, y| old.get(y, old.height() - 1 - x));
        }
        prop_assert_eq!(posed.raster.mask().mask(), &expected);
        let half = |side: u32| f64::from(side.div_ceil(2));
        let (ax, ay) = (half(width), half(height));
        let (w, h) = (f64::from(width), f64::from(height));
        let (left, top) = match quarters % 4 {
            0 => (-ax, -ay),
            1 => (ay - h, -ax),
            2 => (ax - w, ay - h),
            _ => (-ay, ax - w),
        };
        let snapped = |n: f64| f64::from(rule.round(n).expect("small"));
        prop_assert_eq!(posed.origin.x as f64, snapped(2.5) + left);
        prop_assert_eq!(posed.origin.y as f64, snapped(-7.5) + top);
    }

    #[test]
    fn scale_2_by_nearest_repeats_every_pixel(mask in masks(), x in -9..9_i32, y in -9..9_i32) {
        let placement = Placement { scale: (2.0, 2.0), ..Placement::at((x.into(), y.into())) };
        let posed = lay(&drawn(&mask), placement, Convention::default());
        let expected = Mask::from_fn(Size::new(2 * mask.width(), 2 * mask.height()), |x, y| mask.get(x / 2, y / 2));
        prop_assert_eq!(posed.raster.mask().mask(), &expected);
        prop_assert_eq!(posed.origin, Cell::new(x.into(), y.into()));
    }

    #[test]
    fn no_angle_shifts_the_centre_by_more_than_half_a_pixel(width in 4..40_u32, height in 4..40_u32, degrees in 0..3_600_i32) {
        let block = drawn(&!Mask::new(Size::new(width, height)));
        let (x, y) = (f64::from(width) / 2.0, f64::from(height) / 2.0);
        let placement = Placement {
            rotation: f64::from(degrees) / 10.0,
            anchor: Anchor::Custom(x, y),
            ..Placement::at((100.0, 200.0))
        };
        // pygame's rectangles truncate their middles to whole pixels.
        for filter in [Filter::Nearest, Filter::Bilinear] {
            let posed = lay(&block, placement, Convention { filter, ..Convention::default() });
            let cells = posed.raster.mask().mask();
            let all = (0..cells.height()).flat_map(|y| (0..cells.width()).map(move |x| (x, y)));
            let set: Vec<_> = all.filter(|&(x, y)| cells.get(x, y)).collect();
            let mean = |axis: fn(&(u32, u32)) -> u32| {
                set.iter().map(|cell| f64::from(axis(cell)) + 0.5).sum::<f64>() / set.len() as f64
            };
            let centre = (posed.origin.x as f64 + mean(|cell| cell.0), posed.origin.y as f64 + mean(|cell| cell.1));
            prop_assert!((centre.0 - 100.0).abs() <= 0.5 && (centre.1 - 200.0).abs() <= 0.5, "{:?} {}", centre, filter.name());
        }
    }

    #[test]
    fn a_world_mask_is_what_the_matrices_say(
        mask in masks(), placement in placements(), parent in placements(), is_kept: bool,
    ) {
        let sprite = drawn(&mask);
        let convention = if is_kept { keep() } else { Convention::default() };
        let world_from_parent = Placement { anchor: Anchor::TopLeft, flip: (false, false), ..parent }
            .parent_from_source(Size::default(), Snap::Keep);
        let posed = nested(&sprite, placement, world_from_parent, convention);
        let map = posed.world_from_source();
        prop_assume!(!map.permutes_cells());
        let seen = posed.raster.mask().mask();
        for y in -2..i64::from(seen.height()) + 2 {
            for x in -2..i64::from(seen.width()) + 2 {
                let cell = Cell::new(x, y);
                let world = posed.origin + cell;
                let middle = (world.x as f64 + 0.5, world.y as f64 + 0.5);
                if let Some(solid) = solid_under(&sprite, map, middle) {
                    prop_assert_eq!(seen.get_cell(cell), solid, "{:?}", cell);
                }
            }
        }
    }

    #[test]
    fn gilbert_under_nesting_is_what_the_matrices_say(
        a in masks(), b in masks(), at_a in placements(), at_b in placements(), parent in placements(),
    ) {
        let (a, b) = (drawn(&a), drawn(&b));
        let world_from_parent = parent.parent_from_source(Size::default(), Snap::Keep);
        // The sprites are near each other, so that most pairs meet.
        let at_b = Placement { position: (at_b.position.0 / 4.0, at_b.position.1 / 4.0), ..at_b };
        let at_a = Placement { position: (0.0, 0.0), ..at_a };
        let (posed_a, posed_b) =
            (nested(&a, at_a, world_from_parent, keep()), nested(&b, at_b, world_from_parent, keep()));
        let maps = [(&a, at_a), (&b, at_b)].map(|(sprite, at)| at.parent_from_source(sprite.size(), Snap::Keep));
        let found = gilbert::collide(&posed_a, &posed_b, Solid::AtLeast(1), &mut NoProbe);
        let bounds = [(&a, maps[0]), (&b, maps[1])].map(|(sprite, map)| {
            let (w, h) = (f64::from(sprite.size().width), f64::from(sprite.size().height));
            let corners = [(0.0, 0.0), (w, 0.0), (0.0, h), (w, h)].map(|corner| map.map(corner));
            let least = |n: fn(&(f64, f64)) -> f64| corners.iter().map(n).fold(f64::INFINITY, f64::min);
            let most = |n: fn(&(f64, f64)) -> f64| corners.iter().map(n).fold(f64::NEG_INFINITY, f64::max);
            [least(|p| p.0), least(|p| p.1), most(|p| p.0), most(|p| p.1)]
        });
        let (left, top) = (bounds[0][0].max(bounds[1][0]), bounds[0][1].max(bounds[1][1]));
        let (width, height) = (bounds[0][2].min(bounds[1][2]) - left, bounds[0][3].min(bounds[1][3]) - top);
        // If the boxes just touch, or a side is a whole number, rounding decides.
        prop_assume!([width, height].iter().all(|side| (side - side.round()).abs() > 1e-6));
        if width <= 0.0 || height <= 0.0 {
            prop_assert!(found.is_none());
            return Ok(());
        }
        let found = found.expect("the bounds meet").bounds;
        let mut matches = Vec::new();
        for row in (0_i32..).take_while(|&row| f64::from(row) < height) {
            for column in (0_i32..).take_while(|&column| f64::from(column) < width) {
                let point = (left + f64::from(column) + 0.5, top + f64::from(row) + 0.5);
                let (in_a, in_b) = (solid_under(&a, maps[0], point), solid_under(&b, maps[1], point));
                let (Some(in_a), Some(in_b)) = (in_a, in_b) else { return Ok(()) };
                if in_a && in_b {
                    matches.push((f64::from(column), f64::from(row)));
                }
            }
        }
        let span = |axis: fn(&(f64, f64)) -> f64| {
            let of = matches.iter().map(axis);
            (of.clone().fold(f64::INFINITY, f64::min), of.fold(f64::NEG_INFINITY, f64::max) + 1.0)
        };
        let expected = if matches.is_empty() {
            ((left, top), (0.0, 0.0))
        } else {
            let (x, y) = (span(|m| m.0), span(|m| m.1));
            ((left + x.0, top + y.0), (x.1 - x.0, y.1 - y.0))
        };
        let near = |one: (f64, f64), other: (f64, f64)| (one.0 - other.0).abs() < 1e-6 && (one.1 - other.1).abs() < 1e-6;
        prop_assert!(near(found.origin, expected.0) && near(found.size, expected.1), "{:?} {:?}", found, expected);
    }

    #[test]
    fn engines_say_the_same_in_bands(
        a in masks(), b in masks(), at_a in placements(), at_b in placements(), parent in placements(),
    ) {
        let world_from_parent = parent.parent_from_source(Size::default(), Snap::Keep);
        let at_b = Placement { position: (at_b.position.0 / 4.0, at_b.position.1 / 4.0), ..at_b };
        let at_a = Placement { position: (0.0, 0.0), ..at_a };
        let (a, b) = (nested(&drawn(&a), at_a, world_from_parent, keep()), nested(&drawn(&b), at_b, world_from_parent, keep()));
        for &profile in Profile::ALL {
            let hit = profile.run(&a, &b, &mut NoProbe).is_some();
            prop_assert_eq!(in_bands(profile, &a, &b).0, hit, "{}", profile);
        }
    }

    #[test]
    fn engines_turn_nothing_by_360_degrees(a in masks(), b in masks(), x in -12..12_i64, y in -12..12_i64) {
        // The code for turned sprites must agree with that for upright ones if both apply.
        let (a, b) = (drawn(&a), drawn(&b));
        let (upright_a, upright_b) = (Posed::upright(a.raster(), Cell::ORIGIN), Posed::upright(b.raster(), Cell::new(x, y)));
        // Half a turn, and half a turn back by a parent, give the same place by another map.
        let parent = Affine::rotation(180.0);
        let turn = |sprite: &Sprite, (x, y): (f64, f64)| {
            let map = Affine::rotation(180.0).after(Affine::translation((x, y)));
            Posed::new(sprite.raster(), map, parent, Convention::default()).expect("small")
        };
        let (turned_a, turned_b) = (turn(&a, (0.0, 0.0)), turn(&b, (x as f64, y as f64)));
        prop_assert!(turned_a.is_upright() && turned_b.is_upright());
        for &profile in Profile::ALL {
            let mut traces = (Trace::with_limit(10_000), Trace::with_limit(10_000));
            let upright = profile.run(&upright_a, &upright_b, &mut traces.0);
            let turned = profile.run_turned(&turned_a, &turned_b, &mut traces.1);
            if profile == Profile::Gilbert {
                // Its rows are those of the parent, which is upside down.
                prop_assert_eq!(upright.is_some(), turned.is_some());
            } else {
                prop_assert_eq!(upright, turned, "{}", profile);
            }
            prop_assert_eq!(in_bands(profile, &turned_a, &turned_b).0, turned.is_some(), "{}", profile);
        }
    }
}

#[test]
fn gamemaker_steps_over_what_lies_just_before_an_image() {
    // The middle of cell 2 lies half a pixel before B; truncated, that would be B's pixel 0.
    let (a, b) = (sprite("a.png", "###"), sprite("b.png", "#"));
    let a = lay(&a, Placement::default(), keep());
    let at = |x: f64| Profile::GameMaker.run(&a, &lay(&b, Placement::at((x, 0.0)), keep()), &mut NoProbe);
    assert_eq!(at(2.75), None, "the middle of cell 2 is at 2.5, and B begins at 2.75");
    assert_eq!(at(2.25), Some(Cell::new(2, 0)));
    let wide = Placement { scale: (4.0, 1.0), ..Placement::at((1.75, 0.0)) };
    let wide = Profile::GameMaker.run(&a, &lay(&b, wide, keep()), &mut NoProbe);
    assert_eq!(wide, Some(Cell::new(2, 0)), "cell 1 is read a quarter of a cell before B");
}

#[test]
fn haxeflixel_turns_first_and_scales_then() {
    // A bar of 9 x 3, twice as wide and turned by a quarter, is 3 wide and 18 high. HaxeFlixel keeps that box, but
    // draws into it the turned bar, 3 x 9, twice as wide: 3 of its 6 columns are in the box, and 9 of the box's 18 rows
    // are drawn.
    let placement = Placement { rotation: 90.0, scale: (2.0, 1.0), ..Placement::at((3.0, 0.0)) };
    let bar = lay(&sprite("bar.png", "#########\n#########\n#########"), placement, keep());
    assert_eq!((bar.origin, bar.raster.size()), (Cell::ORIGIN, Size::new(3, 18)));
    let dot = sprite("dot.png", "#");
    let hit =
        |y: f64| Profile::HaxeFlixel.run(&bar, &lay(&dot, Placement::at((1.0, y)), keep()), &mut NoProbe).is_some();
    let rows: Vec<bool> = (0..18_u8).map(|y| hit(f64::from(y))).collect();
    // The drawn rows reach from 4.5 to 13.5, and each is read in its middle.
    assert_eq!(rows, (0..18).map(|y| (4..=12).contains(&y)).collect::<Vec<_>>());
    // An equal scale along both axes makes no difference.
    let even = Placement { scale: (2.0, 2.0), ..placement };
    let bar = lay(&sprite("bar.png", "###"), even, keep());
    let at =
        |y: f64| Profile::HaxeFlixel.run(&bar, &lay(&dot, Placement::at((2.0, y)), keep()), &mut NoProbe).is_some();
    assert!((0..6_u8).all(|y| at(f64::from(y))) && !at(6.0));
}
