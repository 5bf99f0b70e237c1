//! The depth of lists of shapes and of concave polygons, against rays through hulls of the differences of their corners.

use std::f64::consts::TAU;

use crate::dice::Dice;
use maskscope_core::geom::{Affine, Cell, Offset, Point, Size};
use maskscope_core::mask::{Mask, truth::Truth};
use maskscope_core::scene::{Actor, Frames, Picture, PictureFormat, Placement, Scene, SolidRule, Sprite};
use maskscope_core::shape::{Contact, Hitbox, Meeting, Part, PlacedHitbox, PlacedPart, Shape};

/// A list of shapes where they are placed, and convex corners that cover the same points.
struct Sample {
    shapes: Vec<Shape>,
    hitbox: PlacedHitbox,
    convex: Vec<Vec<Point>>,
}

fn between(dice: &mut Dice, low: f64, high: f64) -> f64 {
    low + (high - low) * f64::from(u32::try_from(dice.roll(1 << 20)).expect("small")) / f64::from(1 << 20)
}

/// A polygon of `count` corners; its centre sees all of them.
fn star(dice: &mut Dice, centre: Point, reach: f64, count: u16) -> Vec<[f64; 2]> {
    let start = between(dice, 0.0, TAU);
    let corner = |at: u16| {
        let angle = start + TAU * f64::from(at) / f64::from(count);
        let radius = between(dice, 0.3, 1.0) * reach;
        [centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin()]
    };
    (0..count).map(corner).collect()
}

/// Lists of one to five shapes, or a single concave polygon, around a point near the origin; turned, mostly, if it `is_placed`.
fn sample(dice: &mut Dice, is_placed: bool) -> Sample {
    let (at, spread) = ((between(dice, -4.0, 4.0), between(dice, -4.0, 4.0)), between(dice, 1.0, 10.0));
    let turn = dice.pick(&[0.0, 0.0, 90.0, 33.0, 71.5, -128.0]);
    let scale = dice.pick(&[(1.0, 1.0), (1.0, 1.0), (-1.3, 0.7)]);
    let map = Affine::translation(at).after(Affine::rotation(turn)).after(Affine::scaling(scale.0, scale.1));
    let map = if is_placed { map } else { Affine::IDENTITY };
    let is_single = dice.roll(3) == 0;
    let (mut shapes, mut convex, mut ovals) = (Vec::new(), Vec::new(), 0);
    for _ in 0..if is_single { 1 } else { 1 + dice.roll(5) } {
        let centre = (between(dice, -spread, spread), between(dice, -spread, spread));
        let (one, other) = (between(dice, 0.5, 6.0), between(dice, 0.5, 6.0));
        let oval = |rx: f64, ry: f64| {
            // Between the polygon inside it and the one around it.
            let longer = (1.0 + 1.0 / (TAU / 128.0).cos()) / 2.0;
            let corner = |at: u8| (f64::from(at) * TAU / 64.0).sin_cos();
            (0..64).map(|at| (centre.0 + longer * rx * corner(at).1, centre.1 + longer * ry * corner(at).0)).collect()
        };
        let kind = if is_single { 3 } else { dice.roll(if ovals < 2 { 5 } else { 2 }) };
        let (shape, pieces): (_, Vec<Vec<Point>>) = match kind {
            0 => {
                let (left, top, right, bottom) = (centre.0, centre.1, centre.0 + 2.0 * one, centre.1 + 2.0 * other);
                let corners = vec![(left, top), (right, top), (right, bottom), (left, bottom)];
                (Shape::Box([left, top, 2.0 * one, 2.0 * other]), vec![corners])
            }
            1 | 3 => {
                let count = 3 + u16::try_from(dice.roll(9)).expect("small");
                let corners = star(dice, centre, one + if is_single { 5.0 } else { 2.0 }, count);
                let point = |at: usize| (corners[at % corners.len()][0], corners[at % corners.len()][1]);
                let fan = (0..corners.len()).map(|at| vec![centre, point(at), point(at + 1)]).collect();
                // A triangle may leave its centre out.
                let fan = if count == 3 { vec![(0..3).map(point).collect()] } else { fan };
                (Shape::Polygon(corners), fan)
            }
            2 => {
                ovals += 1;
                (Shape::Ellipse([centre.0, centre.1, one, other]), vec![oval(one, other)])
            }
            _ => {
                ovals += 1;
                (Shape::Circle([centre.0, centre.1, one]), vec![oval(one, one)])
            }
        };
        shapes.push(shape);
        convex.extend(pieces.into_iter().map(|piece| piece.into_iter().map(|point| map.map(point)).collect()));
    }
    let parts = shapes.iter().map(|shape| PlacedPart::Shape(shape.placed(&map))).collect();
    Sample { shapes, hitbox: PlacedHitbox::new(parts), convex }
}

/// The convex hull of points, counter-clockwise with y up: Andrew's monotone chain.
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let chain = |points: &mut dyn Iterator<Item = Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..]
                && (b.0 - a.0) * (point.1 - a.1) - (b.1 - a.1) * (point.0 - a.0) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let (mut below, above) = (chain(&mut points.iter().copied()), chain(&mut points.iter().rev().copied()));
    below.extend(above);
    below
}

/// The hulls of the differences of the corners of every pair of convex pieces.
fn differences(a: &Sample, b: &Sample) -> Vec<Vec<Point>> {
    let pairs = a.convex.iter().flat_map(|one| b.convex.iter().map(move |other| (one, other)));
    let of_pair = |(one, other): (&Vec<Point>, &Vec<Point>)| {
        hull(one.iter().flat_map(|p| other.iter().map(move |q| (p.0 - q.0, p.1 - q.1))).collect())
    };
    pairs.map(of_pair).collect()
}

/// The part of a ray from the origin inside a hull.
fn ray_through(hull: &[Point], (x, y): Point) -> Option<(f64, f64)> {
    let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
    for (a, b) in hull.iter().zip(hull.iter().cycle().skip(1)) {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let (inside, slope) = (dy * a.0 - dx * a.1, dy * x - dx * y);
        match () {
            () if slope > 0.0 => to = to.min(inside / slope),
            () if slope < 0.0 => from = from.max(inside / slope),
            () if inside < 0.0 => return None,
            () => {}
        }
    }
    (from < to).then_some((from, to))
}

/// The length of the way in a direction after which no hull covers the end.
fn exit(hulls: &[Vec<Point>], angle: f64) -> f64 {
    let mut parts: Vec<_> = hulls.iter().filter_map(|hull| ray_through(hull, (angle.cos(), angle.sin()))).collect();
    parts.sort_by(|one, other| one.0.total_cmp(&other.0));
    let reach = |end: f64, &(from, to): &(f64, f64)| if from < end - 1e-9 || from < 0.0 { end.max(to) } else { end };
    parts.iter().fold(0.0, reach)
}

/// The shortest way out in `count` directions, and in ever finer ones around the best of them.
fn shortest(hulls: &[Vec<Point>], count: u32) -> f64 {
    let step = TAU / f64::from(count);
    let mut all: Vec<_> = (0..count).map(|at| f64::from(at) * step).map(|it| (exit(hulls, it), it)).collect();
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut best, enough) = (all[0].0, 1.2 * all[0].0 + 0.1);
    for &(_, around) in all.iter().take_while(|(length, _)| *length < enough).take(32) {
        let (mut middle, mut half) = (around, step);
        for _ in 0..7 {
            let near = (-4..=4).map(|at| middle + f64::from(at) * half / 4.0).map(|it| (exit(hulls, it), it));
            let (length, angle) = near.min_by(|one, other| one.0.total_cmp(&other.0)).expect("nine directions");
            (best, middle, half) = (best.min(length), angle, half / 3.0);
        }
    }
    best
}

#[test]
fn a_thousand_lists_and_concave_polygons_are_as_deep_as_the_shortest_ray_out() {
    let mut dice = Dice::new(41);
    let (mut asked, mut apart) = (0, 0);
    while asked < 1000 {
        let (a, b) = (sample(&mut dice, true), sample(&mut dice, true));
        let hulls = differences(&a, &b);
        let depth = match a.hitbox.contact(&b.hitbox) {
            Contact::Overlaps { depth } => depth,
            // Two shapes that are boxes are as deep as the smaller side of their overlap.
            contact => {
                let covers = |hull: &Vec<Point>| {
                    ray_through(hull, (0.6, 0.8)).is_some_and(|(from, to)| from < -0.01 && to > 0.01)
                };
                assert!(matches!(contact, Contact::Apart { .. } | Contact::Touches), "{contact:?}");
                assert!(!hulls.iter().any(covers), "they overlap, and {contact:?}");
                apart += 1;
                continue;
            }
        };
        let boxes = |sample: &Sample| sample.hitbox.parts().len() == 1 && sample.convex[0].len() == 4;
        if boxes(&a) && boxes(&b) {
            continue;
        }
        asked += 1;
        let is_near = |expected: f64| (depth - expected).abs() <= 0.01 * expected + 0.01;
        let expected = shortest(&hulls, 720);
        // Between two directions there may be a way out.
        assert!(is_near(expected) || is_near(shortest(&hulls, 20_000)), "{asked}: {depth} for {expected}");
    }
    assert!(apart < 600, "{apart}");
}

/// A sprite of a random mask of up to nine pixels a side, which is tested as a list of shapes.
fn sprite(dice: &mut Dice, shapes: &[Shape]) -> (Sprite, Mask) {
    let side = |dice: &mut Dice| 1 + u32::try_from(dice.roll(9)).expect("small");
    let mask = Mask::from_fn(Size::new(side(dice), side(dice)), |_, _| dice.roll(5) < 3);
    let rows = 0..mask.size().height;
    let solid = rows.flat_map(|y| (0..mask.size().width).map(move |x| (x, y))).map(|(x, y)| mask.get(x, y));
    let pixels = solid.flat_map(|is_solid| [0, 0, 0, if is_solid { 255 } else { 0 }]).collect();
    let picture = Picture::new(mask.size(), pixels, PictureFormat::Png, true);
    let mut sprite = Sprite::animated("sprite", Frames::from(picture), SolidRule::default());
    let parts = shapes.iter().map(|shape| Part::Shape(shape.clone())).collect();
    sprite.hitboxes = Hitbox::new(parts).expect("none crosses itself").into();
    (sprite, mask)
}

/// Under a forgiven touch the depth is that of the masks, whatever the shapes; under an unfair hit there is a distance.
#[test]
fn check_measures_the_masks_of_a_thousand_lists_and_concave_polygons() {
    let (mut dice, mut asked, mut forgiven, mut unfair) = (Dice::new(42), 0, 0, 0);
    while asked < 1000 {
        let [a, mut b] = [0, 1].map(|_| sample(&mut dice, false));
        let [(one, mask), (other, other_mask)] = [&a, &b].map(|sample| sprite(&mut dice, &sample.shapes));
        let by = [0, 1].map(|_| i32::try_from(dice.roll(17)).expect("small") - 8);
        let placement = Placement::at((by[0].into(), by[1].into()));
        let scene = Scene::of([Actor::new(one, Placement::default()), Actor::new(other, placement)]);
        b.convex.iter_mut().flatten().for_each(|(x, y)| (*x, *y) = (*x + f64::from(by[0]), *y + f64::from(by[1])));
        let shared = |x: i32, y: i32| Truth::of(&mask, &other_mask, Offset::new(by[0] + x, by[1] + y)).masks_overlap();
        // All that overlap by more than rounding do so along any way.
        let covers =
            |hull: &Vec<Point>, by: f64| ray_through(hull, (0.6, 0.8)).is_some_and(|(from, to)| from < -by && to > by);
        let hulls = differences(&a, &b);
        let [surely, perhaps] = [0.02, -0.02].map(|by| hulls.iter().any(|hull| covers(hull, by)));
        if surely != perhaps {
            continue;
        }
        asked += 1;
        let check = scene.shape_check(&scene.lay().expect("near")).expect("both have shapes");
        assert_eq!(check.meeting == Meeting::Overlaps, surely, "{asked}");
        let moves = || (-20..=20).flat_map(|y| (-20..=20).map(move |x| (x, y)));
        let length = |(x, y): (i32, i32)| f64::from(x).hypot(f64::from(y));
        let least = |found: &mut dyn Iterator<Item = (i32, i32)>| found.map(length).min_by(f64::total_cmp);
        let parted = least(&mut moves().filter(|&(x, y)| !shared(x, y)));
        let (depth, distance) = match (surely, shared(0, 0)) {
            (false, true) => (parted, None),
            (true, false) => (None, least(&mut moves().filter(|&(x, y)| shared(x, y)))),
            _ => (None, None),
        };
        assert_eq!((check.depth, check.distance), (depth, distance), "{asked}");
        (forgiven, unfair) = (forgiven + i32::from(depth.is_some()), unfair + i32::from(distance.is_some()));
    }
    assert!(forgiven > 20 && unfair > 200, "{forgiven} forgiven touches, {unfair} unfair hits");
}

fn list(shapes: &[Shape]) -> PlacedHitbox {
    PlacedHitbox::new(shapes.iter().map(|shape| PlacedPart::Shape(shape.placed(&Affine::IDENTITY))).collect())
}

fn depth(a: &[Shape], b: &[Shape]) -> f64 {
    let (there, back) = (list(a).contact(&list(b)), list(b).contact(&list(a)));
    let (Contact::Overlaps { depth }, Contact::Overlaps { depth: other }) = (there, back) else { panic!("{there:?}") };
    assert!((depth - other).abs() <= 0.002 + 0.002 * depth, "{depth} there and {other} back");
    depth
}

#[test]
fn a_list_is_parted_as_a_whole() {
    let square = Shape::Box([0.0, 0.0, 10.0, 10.0]);
    let beside = [Shape::Box([8.0, 0.0, 10.0, 10.0]), Shape::Box([-8.0, 0.0, 10.0, 10.0])];
    assert_eq!(depth(std::slice::from_ref(&square), &beside), 10.0);
    // A gap as wide as what stands in it is a way out, and so is a hole.
    let gap = [Shape::Box([-7.0, 0.0, 10.0, 10.0]), Shape::Box([13.0, 0.0, 10.0, 10.0])];
    assert_eq!(depth(std::slice::from_ref(&square), &gap), 3.0);
    let narrow = [Shape::Box([-7.0, 0.0, 10.001, 10.0]), Shape::Box([13.0, 0.0, 10.0, 10.0])];
    assert!(depth(&[square], &narrow) > 9.9);
    let ring = Shape::Polygon(
        [[0, 0], [30, 0], [30, 30], [0, 30], [0, 1], [1, 1], [1, 29], [29, 29], [29, 1], [0, 1]]
            .map(|corner| corner.map(f64::from))
            .to_vec(),
    );
    assert_eq!(depth(&[Shape::Box([0.5, 10.0, 6.0, 6.0])], &[ring]), 0.5);
    let circles = [-3.0, 3.0].map(|x| Shape::Circle([x, 0.0, 4.0]));
    let expected = (36.0_f64 - 9.0).sqrt();
    let found = depth(&[Shape::Circle([0.0, 0.0, 2.0])], &circles);
    assert!((found - expected).abs() < 0.01, "{found} for {expected}");
}

#[test]
fn beside_ovals_a_depth_is_at_most_a_thousandth_and_a_thousandth_of_a_pixel_more() {
    // What lies far off makes it a list.
    let one = [Shape::Circle([0.0, 0.0, 5.0]), Shape::Box([1000.0, 1000.0, 1.0, 1.0])];
    let found = depth(&one, &[Shape::Circle([7.0, 0.0, 5.0])]);
    assert!((found - 3.0).abs() <= 0.004, "{found} for 3");
    let one = [Shape::Capsule([0.0, 0.0, 10.0, 0.0, 5.0]), Shape::Box([1000.0, 1000.0, 1.0, 1.0])];
    let stretched = Affine::scaling(1.0, 2.0);
    for (other, expected) in [
        (Shape::Circle([5.0, 7.0, 5.0]), 3.0),
        (Shape::Circle([13.0, 4.0, 2.0]), 2.0),
        (Shape::Capsule([5.0, -1.0, 5.0, 9.0, 2.0]), 8.0),
        (Shape::Box([2.0, 4.0, 6.0, 20.0]), 1.0),
    ] {
        let found = depth(&one, std::slice::from_ref(&other));
        assert!((found - expected).abs() <= 0.002 + 0.001 * expected, "{found} for {expected}: {other}");
        let [one, other] = [&one[..], &[other]].map(|shapes| {
            PlacedHitbox::new(shapes.iter().map(|shape| PlacedPart::Shape(shape.placed(&stretched))).collect())
        });
        // Between the depth along the axis that is not stretched and along the other.
        let Contact::Overlaps { depth } = one.contact(&other) else { panic!("they overlap") };
        assert!((expected - 0.002..=2.002 * expected + 0.002).contains(&depth), "{depth} for {expected}");
    }
    // The difference of equal ellipses has twice their radii.
    let ellipse = |x: f64| [Shape::Ellipse([x, 0.0, 6.0, 3.0])];
    for x in [1.0_f64, 4.0, 7.0] {
        let (found, expected) = (depth(&ellipse(0.0), &ellipse(x)), 6.0 * (1.0 - x * x / 108.0).sqrt());
        assert!((found - expected).abs() <= 1e-4, "{found} for {expected}");
    }
}

#[test]
fn a_list_with_a_mask_is_parted_by_whole_pixels() {
    let solid = |width, height| Mask::from_fn(Size::new(width, height), |_, _| true).into();
    let mask = |width, height, x, y| PlacedPart::Mask(std::sync::Arc::new(solid(width, height)), Cell::new(x, y));
    let a = PlacedHitbox::new(vec![mask(10, 10, 0, 0)]);
    let b = PlacedHitbox::new(vec![mask(10, 10, 8, 0), mask(10, 10, -8, 0)]);
    assert_eq!(a.contact(&b), Contact::Overlaps { depth: 10.0 });
    let square = |x: f64| PlacedPart::Shape(Shape::Box([x, 0.0, 10.0, 10.0]).placed(&Affine::IDENTITY));
    let b = PlacedHitbox::new(vec![mask(10, 10, 8, 0), square(-8.0)]);
    assert_eq!(a.contact(&b), Contact::Overlaps { depth: 10.0 });
    assert_eq!(b.contact(&a), Contact::Overlaps { depth: 10.0 });
    let large = PlacedHitbox::new(vec![mask(3000, 3000, -1000, -1000), square(0.0)]);
    let Contact::OverlapsFar { least } = large.contact(&large) else { panic!("3000 px by whole pixels") };
    assert!((10.0..=3000.0).contains(&least), "{least}");
}

#[test]
fn masks_too_far_apart_for_an_offset_are_as_far_apart_as_they_lie() {
    let mask = |x: i64| {
        let pixel = Mask::from_fn(Size::new(1, 1), |_, _| true).into();
        PlacedHitbox::of_mask(&std::sync::Arc::new(pixel), Cell::new(x, 0))
    };
    let far = mask(-(1 << 39)).contact(&mask(1 << 39));
    assert_eq!(far, Contact::Apart { distance: 2_f64.powi(40) });
}

#[test]
fn a_shape_that_covers_too_many_cells_is_compared_with_no_mask() {
    let mask = std::sync::Arc::new("##.\n##.".parse::<Mask>().expect("a mask").into());
    let differing = |sides: [f64; 4]| Hitbox::from(Shape::Box(sides)).differing(&mask);
    assert_eq!(differing([0.0, 0.0, 3.0, 1.0]), Some((1, 2)));
    assert_eq!(differing([-2.0, 0.0, 3.0, 2.0]), Some((4, 2)));
    let wide = f64::from(1 << 26);
    assert_eq!(differing([0.0, 0.0, wide, 8.0]), Some(((1 << 29) - 4, 0)), "2²⁹ cells");
    assert_eq!(differing([0.0, 0.0, wide + 1.0, 8.0]), None);
    assert_eq!(differing([0.0; 4]), Some((0, 4)), "it covers nothing");
}

/// Stars in rows of eight, `apart` px from each other.
fn stars(parts: u16, corners: u16, apart: f64, seed: u64) -> PlacedHitbox {
    let mut dice = Dice::new(seed);
    let mut star = |at: u16| {
        let centre = (f64::from(at % 8) * apart, f64::from(at / 8) * apart);
        Shape::Polygon(star(&mut dice, centre, 20.0, corners)).placed(&Affine::IDENTITY)
    };
    PlacedHitbox::new((0..parts).map(&mut star).map(PlacedPart::Shape).collect())
}

/// The work of a check is counted, and bounded: where it ends early, it says how deep both are at least.
#[test]
fn up_to_sixty_four_stars_have_a_depth_or_a_least_one() {
    let mut ended = Vec::new();
    for (corners, apart, parts) in [16, 64, 256].into_iter().flat_map(|corners| {
        let counts = [1, 2, 4, 8, 16, 32, 64];
        [3.0, 15.0, 45.0].into_iter().flat_map(move |apart| counts.map(|parts| (corners, apart, parts)))
    }) {
        let [a, b] = [1, 2].map(|seed| stars(parts, corners, apart, seed));
        assert_eq!(a.meets(&b), Meeting::Overlaps);
        let contact = a.contact(&b);
        let ((left, top), (right, bottom)) = a.bounds().expect("stars");
        let far = (right - left + 40.0).min(bottom - top + 40.0);
        match contact {
            Contact::Overlaps { depth } => assert!(depth > 1.0 && depth < far, "{depth}"),
            Contact::OverlapsFar { least } => {
                assert!(least > 1.0 && least < far, "{least}");
                ended.push((corners, apart, parts));
            }
            contact => panic!("{contact:?}"),
        }
        assert_eq!(a.contact(&b), contact, "the same every time");
    }
    let is_small = |&(corners, _, parts): &(u16, f64, u16)| corners * parts < 4096;
    assert!(!ended.iter().any(is_small), "{ended:?}");
    assert!(ended.contains(&(256, 45.0, 64)), "a grid of large gaps that none fits through");
}

/// The nearest cell lies at the end of a run that begins far away, and behind one that is nearly as near.
#[test]
fn a_mask_is_as_far_from_a_box_as_the_nearest_centre_of_its_cells() {
    let mask: Mask = ".....#..\n####....".parse().expect("a mask");
    let placed = Shape::Box([3.8, 0.0, 1.2, 2.0]).placed(&Affine::IDENTITY);
    let Contact::Apart { distance } = placed.contact_mask(&mask, Cell::ORIGIN) else { panic!("a miss") };
    assert!((distance - 0.3).abs() < 1e-9, "{distance}");
}
