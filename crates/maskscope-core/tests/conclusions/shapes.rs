//! Shapes against a brute force that knows only whether a point lies inside one.

use maskscope_core::geom::{Affine, Cell, Point, Size};
use maskscope_core::mask::Mask;
use maskscope_core::shape::{Contact, Meeting, PlacedShape, Shape, ShapeFault, TOUCH};
use proptest::prelude::*;

#[test]
fn a_moved_shape_is_as_large_elsewhere() {
    for shape in [
        Shape::Box([1.0, 2.0, 3.0, 4.0]),
        Shape::Circle([5.0, 6.0, 2.0]),
        Shape::Ellipse([5.0, 6.0, 3.0, 2.0]),
        Shape::Capsule([1.0, 2.0, 4.0, 7.0, 2.0]),
        Shape::Polygon(vec![[0.0, 1.0], [4.0, 2.0], [1.0, 5.0]]),
    ] {
        let bounds = |shape: &Shape| shape.placed(&Affine::IDENTITY).bounds();
        let ((left, top), (right, bottom)) = bounds(&shape);
        let there = ((left + 2.5, top - 1.25), (right + 2.5, bottom - 1.25));
        assert_eq!(bounds(&shape.translated((2.5, -1.25))), there, "{shape}");
    }
}

/// A shape and the map that carries it into the world.
#[derive(Clone, Debug)]
struct Placed {
    shape: Shape,
    map: Affine,
}

impl Placed {
    fn placed(&self) -> PlacedShape {
        self.shape.placed(&self.map)
    }

    fn moved(&self, by: Point) -> Self {
        Self { map: Affine::translation(by).after(self.map), ..self.clone() }
    }

    /// True if a point of the world is inside: asked in the shape's own space.
    fn holds(&self, point: Point) -> bool {
        let (x, y) = self.map.inverse().expect("no shape is flattened").map(point);
        match self.shape {
            Shape::Box([left, top, width, height]) => {
                (0.0..width).contains(&(x - left)) && (0.0..height).contains(&(y - top))
            }
            Shape::Circle([cx, cy, radius]) => (x - cx).hypot(y - cy) < radius,
            Shape::Ellipse([cx, cy, rx, ry]) => ((x - cx) / rx).hypot((y - cy) / ry) < 1.0,
            Shape::Capsule([x1, y1, x2, y2, radius]) => {
                let (dx, dy) = (x2 - x1, y2 - y1);
                let part = (((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
                (x - x1 - part * dx).hypot(y - y1 - part * dy) < radius
            }
            Shape::Polygon(ref corners) => {
                let edges = corners.iter().zip(corners.iter().cycle().skip(1));
                let is_right = |&(from, to): &(&[f64; 2], &[f64; 2])| {
                    (from[1] <= y) != (to[1] <= y)
                        && x < from[0] + (y - from[1]) / (to[1] - from[1]) * (to[0] - from[0])
                };
                edges.filter(is_right).count() % 2 == 1
            }
        }
    }

    /// A point inside a convex shape.
    fn centre(&self) -> Point {
        let (x, y) = match self.shape {
            Shape::Box([left, top, width, height]) => (left + width / 2.0, top + height / 2.0),
            Shape::Circle([x, y, _]) | Shape::Ellipse([x, y, ..]) => (x, y),
            Shape::Capsule([x1, y1, x2, y2, _]) => (f64::midpoint(x1, x2), f64::midpoint(y1, y2)),
            Shape::Polygon(ref corners) => {
                let mean = |axis: usize| corners.iter().map(|corner| corner[axis]).sum::<f64>() / corners.len() as f64;
                (mean(0), mean(1))
            }
        };
        self.map.map((x, y))
    }

    /// The point of a convex shape that lies furthest in a direction of the world.
    fn furthest(&self, (x, y): Point) -> Point {
        // The same direction in the shape's own space, by the transposed map.
        let Affine { xx, xy, yx, yy, .. } = self.map;
        let (u, v) = (xx * x + yx * y, xy * x + yy * y);
        let best = |corners: &[[f64; 2]]| {
            let reach = |corner: &&[f64; 2]| corner[0] * u + corner[1] * v;
            let best = corners.iter().max_by(|one, other| reach(one).total_cmp(&reach(other))).expect("a corner");
            (best[0], best[1])
        };
        let own = match self.shape {
            Shape::Box([left, top, width, height]) => {
                let (right, bottom) = (left + width, top + height);
                best(&[[left, top], [right, top], [right, bottom], [left, bottom]])
            }
            Shape::Circle([cx, cy, radius]) => (cx + radius * u / u.hypot(v), cy + radius * v / u.hypot(v)),
            Shape::Ellipse([cx, cy, rx, ry]) => {
                let length = (rx * u).hypot(ry * v);
                (cx + rx * rx * u / length, cy + ry * ry * v / length)
            }
            Shape::Capsule([x1, y1, x2, y2, radius]) => {
                let (x, y) = best(&[[x1, y1], [x2, y2]]);
                (x + radius * u / u.hypot(v), y + radius * v / u.hypot(v))
            }
            Shape::Polygon(ref corners) => best(corners),
        };
        self.map.map(own)
    }
}

/// True if the centre of a cell lies inside both; a pixel is that many cells wide.
fn share_a_cell(a: &Placed, b: &Placed, cells: f64) -> bool {
    let (((left, top), (right, bottom)), (low, high)) = (a.placed().bounds(), b.placed().bounds());
    #[expect(clippy::cast_possible_truncation, reason = "whole, and small")]
    let steps = |from: f64, to: f64| {
        let (first, end) = ((from * cells).floor() as i64, (to * cells).ceil() as i64);
        (first..end).map(|cell| (cell as f64 + 0.5) / cells)
    };
    steps(top.max(low.1), bottom.min(high.1))
        .any(|y| steps(left.max(low.0), right.min(high.0)).any(|x| a.holds((x, y)) && b.holds((x, y))))
}

fn near() -> impl Strategy<Value = f64> {
    -9.0..9.0
}

fn side() -> impl Strategy<Value = f64> {
    1.0..9.0
}

/// A polygon around its middle: convex corners lie on an ellipse.
fn polygon(is_convex: bool) -> impl Strategy<Value = Shape> {
    let corner = (0.2..1.0_f64, 2.0..8.0_f64);
    (proptest::collection::vec(corner, 3..9), side(), side()).prop_map(move |(corners, rx, ry)| {
        let whole: f64 = corners.iter().map(|(part, _)| part).sum();
        let mut turn = 0.0;
        let corner = |&(part, radius): &(f64, f64)| {
            turn += part / whole * std::f64::consts::TAU;
            let (x, y) = if is_convex { (rx, ry) } else { (radius, radius) };
            [x * turn.cos(), y * turn.sin()]
        };
        Shape::Polygon(corners.iter().map(corner).collect())
    })
}

fn convex() -> impl Strategy<Value = Shape> {
    prop_oneof![
        (near(), near(), side(), side()).prop_map(|(x, y, width, height)| Shape::Box([x, y, width, height])),
        (near(), near(), side()).prop_map(|(x, y, radius)| Shape::Circle([x, y, radius])),
        (near(), near(), side(), side()).prop_map(|(x, y, rx, ry)| Shape::Ellipse([x, y, rx, ry])),
        capsule(),
        polygon(true),
    ]
}

/// Any capsule, an upright one, or one that is almost a circle.
fn capsule() -> impl Strategy<Value = Shape> {
    let way = prop_oneof![(near(), near()), (Just(0.0), side()), (-1e-3..1e-3, 1e-6..1e-3)];
    (near(), near(), way, side()).prop_map(|(x, y, (dx, dy), radius)| Shape::Capsule([x, y, x + dx, y + dy, radius]))
}

fn map() -> impl Strategy<Value = Affine> {
    let scale = || prop_oneof![Just(1.0), 0.5..2.0, -2.0..-0.5];
    let turn = prop_oneof![Just(0.0), Just(90.0), Just(180.0), -180.0..180.0];
    (near(), near(), turn, scale(), scale()).prop_map(|(x, y, turn, wide, high)| {
        Affine::translation((x, y)).after(Affine::rotation(turn)).after(Affine::scaling(wide, high))
    })
}

fn placed(shape: impl Strategy<Value = Shape>) -> impl Strategy<Value = Placed> {
    (shape, map()).prop_map(|(shape, map)| Placed { shape, map })
}

fn any_shape() -> impl Strategy<Value = Placed> {
    placed(prop_oneof![4 => convex(), 1 => polygon(false)])
}

fn mask() -> impl Strategy<Value = Mask> {
    proptest::collection::vec(proptest::bool::weighted(0.3), 17 * 13)
        .prop_map(|bits| Mask::from_fn(Size::new(17, 13), |x, y| bits[(y * 17 + x) as usize]))
}

/// Centres of the solid cells of a mask.
fn centres(mask: &Mask, origin: Cell) -> Vec<Point> {
    let cells = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
    let centre = |(x, y)| (origin.x as f64 + f64::from(x) + 0.5, origin.y as f64 + f64::from(y) + 0.5);
    cells.filter(|&(x, y)| mask.get(x, y)).map(centre).collect()
}

/// Puts B beside A in the direction `turn`, so that their edges share one point.
#[track_caller]
fn touch_where_edges_meet(a: &Placed, b: &Placed, turn: f64) {
    let (y, x) = turn.to_radians().sin_cos();
    let (from, to) = (b.furthest((-x, -y)), a.furthest((x, y)));
    let at = |gap: f64| b.moved((to.0 - from.0 + gap * x, to.1 - from.1 + gap * y)).placed();
    // That far towards the centre of A; straight back, two corners may slip past each other.
    let centre = a.centre();
    let inside = at(0.0).translated((0.05 * (centre.0 - to.0), 0.05 * (centre.1 - to.1)));
    let a = a.placed();
    assert_eq!(a.contact(&at(0.0)), Contact::Touches);
    assert_eq!(a.meets(&at(5e-7)), Meeting::Touches);
    assert_eq!(a.meets(&inside), Meeting::Overlaps);
    let Contact::Apart { distance } = a.contact(&at(0.001)) else { panic!("a gap of 0.001") };
    assert!((distance - 0.001).abs() < 1e-9, "{distance}");
}

proptest! {
    #![proptest_config(crate::cases::cases(10_000))]

    #[test]
    fn shapes_overlap_where_cells_lie_inside_both(a in any_shape(), b in any_shape()) {
        let (one, other) = (a.placed(), b.placed());
        let (meeting, contact) = (one.meets(&other), one.contact(&other));
        prop_assert_eq!(meeting, contact.meeting());
        prop_assert_eq!(meeting, other.meets(&one));
        let is_shared = share_a_cell(&a, &b, 16.0);
        match contact {
            // A sharp corner reaches between wide cells.
            Contact::Overlaps { depth } => prop_assert!(is_shared || depth < 0.05 || share_a_cell(&a, &b, 512.0), "{depth}"),
            _ => prop_assert!(!is_shared, "{contact:?}"),
        }
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(256))]
    #[test]
    fn what_touches_neither_overlaps_nor_is_apart(a in placed(convex()), b in placed(convex()), turn in 0.0..360.0_f64) {
        touch_where_edges_meet(&a, &b, turn);
    }

    #[test]
    fn the_depth_is_the_shortest_push(a in placed(convex()), b in placed(convex())) {
        let (one, other) = (a.placed(), b.placed());
        let are_boxes = [&a, &b].iter().all(|it| matches!(it.shape, Shape::Box(_)));
        let Contact::Overlaps { depth } = one.contact(&other) else { return Ok(()) };
        if are_boxes {
            return Ok(());
        }
        let pushed = |way: f64| (0..720).any(|step| {
            let (y, x) = (f64::from(step) / 2.0).to_radians().sin_cos();
            one.meets(&other.translated((way * x, way * y))) != Meeting::Overlaps
        });
        // A gap below a millionth counts as touching.
        prop_assert!(!pushed((0.999 * depth - 2e-6).max(0.0)), "a shorter push than {depth} parts them");
        prop_assert!(pushed(1.0001 * depth + 2e-6), "a push of {depth} does not part them");
    }

    #[test]
    fn the_depth_of_concave_shapes_parts_them(a in placed(polygon(false)), b in any_shape()) {
        let (one, other) = (a.placed(), b.placed());
        let Contact::Overlaps { depth } = one.contact(&other) else { return Ok(()) };
        let corners = one.outline(360).into_iter().chain(other.outline(360)).collect::<Vec<_>>();
        prop_assert!(depth > 0.0 && depth.is_finite() && !corners.is_empty());
        let directions = (0..3600).map(|step| (f64::from(step) / 10.0).to_radians().sin_cos());
        let parts = |(y, x): (f64, f64)| {
            let way = 1.001 * depth + 1e-5;
            one.meets(&other.translated((way * x, way * y))) != Meeting::Overlaps
        };
        let mut directions = directions;
        prop_assert!(directions.any(parts), "a push of {depth}");
    }

    #[test]
    fn far_from_the_origin_the_answer_is_the_same(
        a in any_shape(), b in any_shape(), x in -1e9..1e9_f64, y in -1e9..1e9_f64,
    ) {
        let near = a.placed().contact(&b.placed());
        let far = a.moved((x, y)).placed().contact(&b.moved((x, y)).placed());
        match (near, far) {
            (Contact::Overlaps { depth: near }, Contact::Overlaps { depth: far })
            | (Contact::Apart { distance: near }, Contact::Apart { distance: far }) => {
                prop_assert!((near - far).abs() < 1e-3, "{near} and {far}");
            }
            (Contact::Overlaps { depth: small } | Contact::Apart { distance: small }, _) => prop_assert!(small < 1e-5),
            (Contact::Touches, _) => {}
            (Contact::OverlapsFar { .. }, _) => prop_assert!(false, "a few pieces are not too many"),
        }
    }

    #[test]
    fn a_mask_meets_a_shape_by_its_centres(shape in any_shape(), mask in mask(), x in -20..9_i64, y in -20..9_i64) {
        let (placed, origin) = (shape.placed(), Cell::new(x, y));
        let centres = centres(&mask, origin);
        let inside = centres.iter().filter(|centre| shape.holds(**centre)).count();
        let cell = Mask::from_fn(Size::new(1, 1), |_, _| true);
        let overlaps = |(x, y): &Point| {
            #[expect(clippy::cast_possible_truncation, reason = "small")]
            let corner = Cell::new(x.floor() as i64, y.floor() as i64);
            placed.meets_mask(&cell, corner) == Meeting::Overlaps
        };
        prop_assert_eq!(centres.iter().filter(|centre| overlaps(centre)).count(), inside);
        prop_assert_eq!(placed.meets_mask(&mask, origin) == Meeting::Overlaps, inside > 0);
        match placed.contact_mask(&mask, origin) {
            Contact::Apart { distance } => {
                let on_edge = placed.outline(2000);
                let edges = on_edge.iter().zip(on_edge.iter().cycle().skip(1));
                let from_edge = |(x, y): Point| {
                    edges.clone().map(|(from, to)| {
                        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                        let part = (((x - from.0) * dx + (y - from.1) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
                        (x - from.0 - part * dx).hypot(y - from.1 - part * dy)
                    }).fold(f64::INFINITY, f64::min)
                };
                let expected = centres.iter().map(|centre| from_edge(*centre)).fold(f64::INFINITY, f64::min);
                prop_assert!((distance - expected).abs() < 1e-3 || distance == expected, "{distance} for {expected}");
            }
            Contact::Overlaps { depth } => {
                #[expect(clippy::cast_possible_truncation, reason = "whole, and small")]
                let reach = depth.ceil() as i64;
                let moves = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| Cell::new(x, y)));
                let parts = |by: &Cell| placed.meets_mask(&mask, origin + *by) != Meeting::Overlaps;
                let shortest = moves.filter(parts).map(Cell::length).fold(f64::INFINITY, f64::min);
                prop_assert_eq!(depth, shortest);
            }
            Contact::Touches => prop_assert!(false, "random numbers do not touch"),
            Contact::OverlapsFar { .. } => prop_assert!(false, "two parts are not too many"),
        }
    }
}

fn world(shape: &Shape) -> PlacedShape {
    shape.placed(&Affine::IDENTITY)
}

#[test]
fn boxes_overlap_as_deep_as_the_smaller_side_of_their_overlap() {
    let fixed = world(&Shape::Box([0.0, 0.0, 48.0, 48.0]));
    let contact = |x, y| fixed.contact(&world(&Shape::Box([x, y, 20.0, 30.0])));
    assert_eq!(contact(39.0, 44.0), Contact::Overlaps { depth: 4.0 });
    assert_eq!(contact(10.0, 10.0), Contact::Overlaps { depth: 20.0 }, "inside, its smaller side");
    assert_eq!(contact(48.0, 0.0), Contact::Touches);
    assert_eq!(contact(-20.0, 48.0), Contact::Touches, "corners");
    assert_eq!(contact(51.0, 52.0), Contact::Apart { distance: 5.0 });
    assert_eq!(contact(48.000_002, 0.0).meeting(), Meeting::Apart);
    assert_eq!(contact(48.000_000_5, 0.0), Contact::Touches);
}

#[test]
fn flat_shapes_overlap_nothing() {
    let fixed = world(&Shape::Box([0.0, 0.0, 10.0, 10.0]));
    let flat = [
        Shape::Box([5.0, 5.0, 0.0, 3.0]),
        Shape::Box([5.0, 5.0, 0.0, 0.0]),
        Shape::Circle([5.0, 5.0, 0.0]),
        Shape::Ellipse([5.0, 5.0, 3.0, 0.0]),
        Shape::Capsule([4.0, 5.0, 6.0, 5.0, 0.0]),
        Shape::Capsule([5.0, 5.0, 5.0, 5.0, 0.0]),
    ];
    let mask = Mask::from_fn(Size::new(10, 10), |_, _| true);
    for shape in flat {
        for turn in [0.0, 30.0, 90.0] {
            let about =
                Affine::translation((5.0, 5.0)).after(Affine::rotation(turn)).after(Affine::translation((-5.0, -5.0)));
            let placed = shape.placed(&about);
            assert_eq!(fixed.meets(&placed), Meeting::Touches, "{shape} at {turn}");
            assert_ne!(placed.meets_mask(&mask, Cell::ORIGIN), Meeting::Overlaps, "{shape} at {turn}");
            let far = placed.translated((20.0, 0.0));
            assert_eq!(fixed.meets(&far), Meeting::Apart, "{shape} at {turn}");
        }
    }
}

#[test]
fn a_centre_on_the_edge_touches() {
    let dot: Mask = "#".parse().expect("a mask");
    let meets = |shape: Shape| world(&shape).meets_mask(&dot, Cell::new(3, 3));
    assert_eq!(meets(Shape::Box([0.0, 0.0, 3.5, 9.0])), Meeting::Touches);
    assert_eq!(meets(Shape::Box([0.0, 0.0, 3.500_01, 9.0])), Meeting::Overlaps);
    assert_eq!(meets(Shape::Box([0.0, 0.0, 3.499_99, 9.0])), Meeting::Apart);
    assert_eq!(meets(Shape::Circle([3.5, 0.5, 3.0])), Meeting::Touches);
    assert_eq!(meets(Shape::Ellipse([3.5, 0.5, 9.0, 3.0])), Meeting::Touches);
    assert_eq!(meets(Shape::Capsule([0.5, 0.0, 0.5, 9.0, 3.0])), Meeting::Touches, "a straight side");
    assert_eq!(meets(Shape::Capsule([0.5, 0.0, 0.5, 9.0, 3.000_01])), Meeting::Overlaps);
    assert_eq!(meets(Shape::Capsule([3.5, -9.0, 3.5, 0.5, 3.0])), Meeting::Touches, "a cap");
    let triangle = |right: f64| Shape::Polygon(vec![[0.0, 0.0], [right, 0.0], [0.0, right]]);
    assert_eq!(meets(triangle(7.0)), Meeting::Touches);
    assert_eq!(meets(triangle(7.001)), Meeting::Overlaps);
    assert_eq!(meets(triangle(6.999)), Meeting::Apart);
}

#[test]
fn a_centre_beside_any_edge_touches_up_to_its_reach() {
    let dot: Mask = "#".parse().expect("a mask");
    for (near, meeting) in [(0.5, Meeting::Touches), (1.5, Meeting::Apart)] {
        let out = near * TOUCH;
        for [left, top, right, bottom] in [
            [0.0, 3.5 + out, 9.0, 9.0],
            [0.0, 0.0, 9.0, 3.5 - out],
            [3.5 + out, 0.0, 9.0, 9.0],
            [0.0, 0.0, 3.5 - out, 9.0],
        ] {
            let shape = Shape::Box([left, top, right - left, bottom - top]);
            assert_eq!(world(&shape).meets_mask(&dot, Cell::new(3, 3)), meeting, "{shape:?}");
        }
    }
}

/// The distances are those of the segments, less the radii.
#[test]
fn capsules_meet_as_their_segments_do() {
    let capsule = |numbers: [f64; 5]| world(&Shape::Capsule(numbers));
    let fixed = capsule([0.0, 0.0, 10.0, 0.0, 2.0]);
    let contact = |numbers: [f64; 5]| fixed.contact(&capsule(numbers));
    assert_eq!(contact([0.0, 8.0, 10.0, 8.0, 3.0]), Contact::Apart { distance: 3.0 }, "side by side");
    assert_eq!(contact([3.0, 5.0, 7.0, 9.0, 3.0]), Contact::Touches);
    assert_eq!(contact([18.0, 0.0, 25.0, 0.0, 3.0]), Contact::Apart { distance: 3.0 }, "one behind the other");
    assert_eq!(contact([14.0, 0.0, 25.0, 0.0, 3.0]), Contact::Overlaps { depth: 1.0 });
    assert_eq!(contact([5.0, 4.0, 5.0, 9.0, 3.0]), Contact::Overlaps { depth: 1.0 });
    assert_eq!(contact([5.0, -4.0, 5.0, 9.0, 3.0]), Contact::Overlaps { depth: 9.0 }, "a cross");
    assert_eq!(contact([2.0, 0.0, 5.0, 0.0, 1.0]), Contact::Overlaps { depth: 3.0 }, "one in the other");
    assert_eq!(contact([13.0, 4.0, 13.0, 4.0, 2.0]), Contact::Apart { distance: 1.0 }, "a circle");
    let corner = world(&Shape::Box([13.0, 4.0, 9.0, 9.0]));
    assert_eq!(fixed.contact(&corner), Contact::Apart { distance: 3.0 });
    assert_eq!(fixed.contact(&world(&Shape::Circle([5.0, 6.0, 4.0]))), Contact::Touches);
    let inside = world(&Shape::Box([-20.0, -20.0, 50.0, 40.0]));
    assert_eq!(fixed.contact(&inside), Contact::Overlaps { depth: 22.0 });
}

/// The directions that are searched anyway are almost normals of the second: rounding decided which of two was better.
#[test]
fn ellipses_touch_where_two_directions_are_almost_one() {
    let circle = |map| Placed { shape: Shape::Circle([0.0, 0.0, 1.0]), map };
    let turned = circle(Affine {
        xx: 0.617_943_255_357_751_3,
        xy: 1.146_898_872_259_723,
        yx: -0.786_222_699_467_359_2,
        yy: 0.901_421_980_274_235_1,
        ..Affine::IDENTITY
    });
    touch_where_edges_meet(&turned, &circle(Affine::scaling(1.0, 0.5)), 1.724_536_806_237_462_4);
}

#[test]
fn the_largest_numbers_give_an_answer() {
    let far = Shape::FAR;
    let extremes = [-far, -1e9, -1e-300, 0.0, 1e-300, 1.0, 1e9, far];
    let shapes: Vec<_> = extremes
        .into_iter()
        .flat_map(|at| {
            [
                Shape::Box([at, -at, far, 1.0]),
                Shape::Circle([at, at, far]),
                Shape::Ellipse([at, 1.0, far, 1e-9]),
                Shape::Capsule([at, 0.0, 1.0, at, far]),
            ]
        })
        .chain([Shape::Polygon(vec![[-far, -far], [far, -far], [0.0, 0.0], [far, far]])])
        .collect();
    let maps = [Affine::IDENTITY, Affine::rotation(33.0), Affine::scaling(100.0, 0.01)];
    let placed: Vec<_> = shapes.iter().flat_map(|shape| maps.map(|map| shape.placed(&map))).collect();
    for (one, other) in placed.iter().flat_map(|one| placed.iter().map(move |other| (one, other))) {
        match one.contact(other) {
            Contact::Overlaps { depth } => assert!(depth > 0.0 && depth.is_finite(), "{one:?} {other:?}"),
            Contact::Apart { distance } => assert!(distance > 0.0 && distance.is_finite(), "{one:?} {other:?}"),
            Contact::Touches => {}
            Contact::OverlapsFar { .. } => panic!("a few pieces are not too many: {one:?} {other:?}"),
        }
    }
}

#[test]
fn shapes_have_numbers_in_range() {
    let far = Shape::FAR;
    for (shape, fault) in [
        (Shape::Box([-far, far, 0.0, far]), None),
        (Shape::Circle([0.0, 0.0, 0.0]), None),
        (Shape::Box([0.0, 0.0, 1.0, -1.0]), Some(ShapeFault::Negative("a box", "height", -1.0))),
        (Shape::Ellipse([0.0, 0.0, -2.0, 1.0]), Some(ShapeFault::Negative("an ellipse", "radius", -2.0))),
        (Shape::Capsule([0.0, 0.0, 1.0, 1.0, 2.0 * far]), Some(ShapeFault::TooFar("a capsule"))),
        (Shape::Circle([f64::NAN, 0.0, 1.0]), Some(ShapeFault::NotFinite("a circle"))),
    ] {
        assert_eq!(format!("{:?}", shape.check()), format!("{:?}", fault.map_or(Ok(()), Err)), "{shape}");
    }
}
