//! Fitted shapes against exhaustive searches.

use std::collections::{HashMap, HashSet};

use maskscope_core::geom::Size;
use maskscope_core::mask::Mask;
use maskscope_core::shape::fit::{Fit, FittedPieces, Fitting, Form, Rule};
use maskscope_core::shape::{Shape, ShapeFault};

use crate::samples::mask as mask_of;

const RULES: [Rule; 3] = [Rule::Fewest, Rule::Inside, Rule::Outside];

/// A mask of random size, between blobs and noise, with a solid pixel.
fn random_mask(seed: u64, most: u32) -> Mask {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |end: u32| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        u32::try_from(state >> 33).unwrap_or_default() % end
    };
    let size = Size::new(1 + below(most), 1 + below(most));
    let (x, y, noise) = (below(size.width), below(size.height), below(4));
    let radius = 1 + below(most / 2 + 1);
    Mask::from_fn(size, |column, row| {
        let is_near = column.abs_diff(x).pow(2) + row.abs_diff(y).pow(2) < radius.pow(2);
        (column, row) == (x, y) || is_near != (below(8) < noise)
    })
}

fn fitted(form: Form, mask: &Mask, rule: Rule) -> Fit {
    form.fit(mask, rule, &|| false).unwrap_or_else(|| panic!("nothing fits\n{mask}", mask = mask.to_text()))
}

fn is_allowed((added, missed): (u64, u64), rule: Rule) -> bool {
    match rule {
        Rule::Fewest => true,
        Rule::Inside => added == 0,
        Rule::Outside => missed == 0,
    }
}

/// The merit of a shape, less is better: differing cells, area, top, left; in units of its kind.
type Merit = (u64, i64, i64, i64);

/// The merits of the best shapes by the three rules. Of each shape: its merit without cells, and the columns that it covers of a row,
/// from the first to behind the last.
fn exhaustive(
    mask: &Mask,
    shapes: impl Iterator<Item = ((i64, i64, i64), Vec<(i64, i64, i64)>)>,
) -> [Option<Merit>; 3] {
    let rows: Vec<u64> = (0..mask.height()).map(|y| mask.row(y)[0]).collect();
    let mut best = [None; 3];
    for ((area, top, left), covered) in shapes {
        let (mut all, mut solid) = (0, 0);
        for (y, from, to) in covered {
            all += u64::try_from((to - from).max(0)).expect("no fewer than none");
            let (from, to) = (from.clamp(0, 63), to.clamp(0, 63));
            let Some(row) = usize::try_from(y).ok().and_then(|y| rows.get(y)) else { continue };
            if from < to {
                solid += u64::from((row >> from & ((1 << (to - from)) - 1)).count_ones());
            }
        }
        let differing = (all - solid, mask.count() - solid);
        for (best, rule) in best.iter_mut().zip(RULES) {
            let merit = (differing.0 + differing.1, area, top, left);
            if is_allowed(differing, rule) && best.is_none_or(|best| merit < best) {
                *best = Some(merit);
            }
        }
    }
    best
}

/// The rows of circles or ellipses with their centres in the first two by two half pixels; others are these, moved.
struct OvalRows(HashMap<[i64; 4], Vec<(i64, i64, i64)>>);

impl OvalRows {
    fn new(radii: impl Iterator<Item = (i64, i64)>) -> Self {
        let all = radii.flat_map(|(rx, ry)| [[0, 0, rx, ry], [1, 0, rx, ry], [0, 1, rx, ry], [1, 1, rx, ry]]);
        Self(all.map(|oval| (oval, oval_rows(oval))).collect())
    }

    /// The rows of an ellipse.
    fn of(&self, [x, y, rx, ry]: [i64; 4]) -> Vec<(i64, i64, i64)> {
        let (right, down) = (x.div_euclid(2), y.div_euclid(2));
        let near = &self.0[&[x.rem_euclid(2), y.rem_euclid(2), rx, ry]];
        near.iter().map(|(row, from, to)| (row + down, from + right, to + right)).collect()
    }
}

/// The rows of an ellipse in half pixels, by whole numbers.
fn oval_rows([x, y, rx, ry]: [i64; 4]) -> Vec<(i64, i64, i64)> {
    let row = |row: i64| {
        let dy = 2 * row + 1 - y;
        let is_inside = |column: &i64| {
            let dx = 2 * column + 1 - x;
            dx * dx * ry * ry + dy * dy * rx * rx < rx * rx * ry * ry
        };
        let mut columns = ((x - rx) / 2 - 1..=(x + rx) / 2 + 1).filter(is_inside);
        let first = columns.next()?;
        Some((row, first, columns.next_back().unwrap_or(first) + 1))
    };
    ((y - ry) / 2 - 1..=(y + ry) / 2 + 1).filter_map(row).collect()
}

#[track_caller]
fn assert_best(form: Form, mask: &Mask, expected: [Option<Merit>; 3], merit: impl Fn(&Shape) -> (i64, i64, i64)) {
    for (rule, expected) in RULES.into_iter().zip(expected) {
        let fit = fitted(form, mask, rule);
        assert!(fit.is_best && is_allowed((fit.added, fit.missed), rule), "{fit:?} {rule:?}\n{}", mask.to_text());
        assert_eq!((fit.added, fit.missed), fit.shape.differing(mask));
        let (area, top, left) = merit(&fit.shape);
        let found = (fit.added + fit.missed, area, top, left);
        assert_eq!(Some(found), expected, "{} {rule:?}\n{}", fit.shape, mask.to_text());
    }
}

fn halves<const N: usize>(numbers: &[f64; N]) -> [i64; N] {
    #[expect(clippy::cast_possible_truncation, reason = "half pixels")]
    numbers.map(|number| (2.0 * number) as i64)
}

#[test]
fn no_box_is_better() {
    for seed in 0..500 {
        let mask = random_mask(seed, 12);
        let (width, height) = (i64::from(mask.width()), i64::from(mask.height()));
        let ranges = |end: i64| (0..end).flat_map(move |from| (from + 1..=end).map(move |to| (from, to)));
        let boxes = ranges(height).flat_map(|(top, bottom)| {
            ranges(width).map(move |(left, right)| {
                let rows = (top..bottom).map(|y| (y, left, right)).collect();
                (((right - left) * (bottom - top), top, left), rows)
            })
        });
        assert_best(Form::Box, &mask, exhaustive(&mask, boxes), |shape| {
            let Shape::Box(numbers) = shape else { panic!("{shape}") };
            let [left, top, width, height] = halves(numbers).map(|half| half / 2);
            (width * height, top, left)
        });
    }
}

#[test]
fn no_circle_on_half_pixels_is_better() {
    let rows = OvalRows::new((1..=28).map(|r| (r, r)));
    for seed in 0..500 {
        let mask = random_mask(seed, 12);
        let (width, height) = (2 * i64::from(mask.width()), 2 * i64::from(mask.height()));
        let reach = (width + height) / 4 + 2;
        let centres = (-reach..=width + reach).flat_map(|x| (-reach..=height + reach).map(move |y| (x, y)));
        let circles = centres.flat_map(|(x, y)| {
            let rows = &rows;
            (1..=(width + height) / 2 + 4).map(move |r| ((r * r, y - r, x - r), rows.of([x, y, r, r])))
        });
        assert_best(Form::Circle, &mask, exhaustive(&mask, circles), |shape| {
            let Shape::Circle(numbers) = shape else { panic!("{shape}") };
            let [x, y, r] = halves(numbers);
            (r * r, y - r, x - r)
        });
    }
}

#[test]
fn no_ellipse_on_half_pixels_is_better() {
    let rows = OvalRows::new((1..=14).flat_map(|rx| (1..=14).map(move |ry| (rx, ry))));
    for seed in 0..60 {
        let mask = random_mask(seed, 5);
        let (width, height) = (2 * i64::from(mask.width()), 2 * i64::from(mask.height()));
        let centres = (-1..=width + 1).flat_map(|x| (-1..=height + 1).map(move |y| (x, y)));
        let ellipses = centres.flat_map(|(x, y)| {
            let rows = &rows;
            let radii = (1..=width + 4).flat_map(move |rx| (1..=height + 4).map(move |ry| (rx, ry)));
            radii.map(move |(rx, ry)| ((rx * ry, y - ry, x - rx), rows.of([x, y, rx, ry])))
        });
        assert_best(Form::Ellipse, &mask, exhaustive(&mask, ellipses), |shape| {
            let Shape::Ellipse(numbers) = shape else { panic!("{shape}") };
            let [x, y, rx, ry] = halves(numbers);
            (rx * ry, y - ry, x - rx)
        });
    }
}

/// The rows of a capsule in half pixels, from `x`, `y` to the right or down, by whole numbers.
fn capsule_rows([x, y, right, down, r]: [i64; 5]) -> Vec<(i64, i64, i64)> {
    let beyond = |at: i64, from: i64, length: i64| (from - at).max(at - from - length).max(0);
    let row = |row: i64| {
        let dy = beyond(2 * row + 1, y, down);
        let is_inside = |column: &i64| {
            let dx = beyond(2 * column + 1, x, right);
            dx * dx + dy * dy < r * r
        };
        let mut columns = ((x - r) / 2 - 1..=(x + right + r) / 2 + 1).filter(is_inside);
        let first = columns.next()?;
        Some((row, first, columns.next_back().unwrap_or(first) + 1))
    };
    ((y - r) / 2 - 1..=(y + down + r) / 2 + 1).filter_map(row).collect()
}

/// A number that grows with the area of a capsule.
fn capsule_area(length: i64, radius: i64) -> i64 {
    let (length, radius) = (length as f64, radius as f64);
    let area = std::f64::consts::PI * radius * radius + 2.0 * radius * length;
    #[expect(clippy::cast_possible_truncation, reason = "small")]
    let millionths = (1e6 * area).round() as i64;
    millionths
}

#[test]
fn no_upright_or_lying_capsule_on_half_pixels_is_better() {
    for seed in 0..60 {
        let mask = random_mask(seed, 5);
        let (width, height) = (2 * i64::from(mask.width()), 2 * i64::from(mask.height()));
        let reach = (width + height) / 4 + 2;
        let ends = (-reach..=width + reach).flat_map(|x| (-reach..=height + reach).map(move |y| (x, y)));
        let capsules = ends.flat_map(|(x, y)| {
            let ways = (0..=width + 2).map(|right| (right, 0)).chain((1..=height + 2).map(|down| (0, down)));
            ways.flat_map(move |(right, down)| {
                let radii = 1..=(width + height) / 2 + 4;
                let area = move |r| capsule_area(right + down, r);
                radii.map(move |r| ((area(r), y - r, x - r), capsule_rows([x, y, right, down, r])))
            })
        });
        assert_best(Form::Capsule, &mask, exhaustive(&mask, capsules), |shape| {
            let Shape::Capsule(numbers) = shape else { panic!("{shape}") };
            let [x1, y1, x2, y2, r] = halves(numbers);
            assert!(x1 == x2 && y1 <= y2 || y1 == y2 && x1 <= x2, "{shape}");
            (capsule_area(x2 - x1 + y2 - y1, r), y1 - r, x1 - r)
        });
    }
}

/// Circles are capsules.
#[test]
fn no_circle_is_better_than_the_capsule() {
    for name in ["ship", "rock", "fish"] {
        let mask = mask_of(name);
        for rule in RULES {
            let [circle, capsule] = [Form::Circle, Form::Capsule].map(|form| fitted(form, &mask, rule));
            assert!(
                capsule.is_best && is_allowed((capsule.added, capsule.missed), rule),
                "{name} {rule:?} {capsule:?}"
            );
            assert!(capsule.added + capsule.missed <= circle.added + circle.missed, "{name} {rule:?} {capsule:?}");
        }
    }
}

/// True if no two edges share a point, but neighbours their corner.
fn is_simple(corners: &[[f64; 2]]) -> bool {
    let turn = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let within = |a: f64, b: f64, c: f64| (a.min(b)..=a.max(b)).contains(&c);
    let on = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
        turn(a, b, c) == 0.0 && within(a[0], b[0], c[0]) && within(a[1], b[1], c[1])
    };
    let count = corners.len();
    let edge = |at: usize| (corners[at % count], corners[(at + 1) % count]);
    (0..count).all(|at| {
        let (a, b) = edge(at);
        let (_, next) = edge(at + 1);
        !on(a, b, next)
            && !on(b, next, a)
            && (2..count - 1).all(|by| {
                let (c, d) = edge(at + by);
                let crosses = turn(a, b, c) * turn(a, b, d) < 0.0 && turn(c, d, a) * turn(c, d, b) < 0.0;
                !crosses && !on(a, b, c) && !on(a, b, d) && !on(c, d, a) && !on(c, d, b)
            })
    })
}

/// True if the corners are whole or half pixels, on the image or half a pixel outside it. A triangle that must leave nothing out
/// may reach beyond.
fn is_on_image(corners: &[[f64; 2]], mask: &Mask, most: usize, rule: Rule) -> bool {
    let is_on = |&[x, y]: &[f64; 2]| {
        let is_inside = |at: f64, side: u32| (-0.5..=f64::from(side) + 0.5).contains(&at) && (2.0 * at).fract() == 0.0;
        is_inside(x, mask.width()) && is_inside(y, mask.height())
    };
    (most, rule) == (3, Rule::Outside) || corners.iter().all(is_on)
}

/// True if a corner lies on the straight line between its neighbours.
fn has_straight_corner(corners: &[[f64; 2]]) -> bool {
    let corner = |at: usize| corners[at % corners.len()];
    (0..corners.len()).any(|at| {
        let ([ax, ay], [bx, by], [cx, cy]) = (corner(at), corner(at + 1), corner(at + 2));
        (bx - ax) * (cy - ay) == (by - ay) * (cx - ax)
    })
}

/// Panics unless a fitted polygon keeps what is promised of polygons. Returns the number of cells in which it differs.
fn checked(mask: &Mask, most: usize, rule: Rule) -> u64 {
    let fit = fitted(Form::Polygon(most), mask, rule);
    let Shape::Polygon(corners) = &fit.shape else { panic!("{}", fit.shape) };
    let text = || format!("{} {rule:?} {fit:?}\n{}", fit.shape, mask.to_text());
    assert!(is_simple(corners) && fit.shape.check() == Ok::<(), ShapeFault>(()) && corners.len() <= most, "{}", text());
    assert!(is_allowed((fit.added, fit.missed), rule) && is_on_image(corners, mask, most, rule), "{}", text());
    assert_eq!((fit.added, fit.missed), fit.shape.differing(mask));
    assert!(!has_straight_corner(corners), "{}", text());
    let differing = fit.added + fit.missed;
    for (at, [dx, dy]) in (0..corners.len()).flat_map(|at| [[0, 1], [0, -1], [1, 0], [-1, 0]].map(|by| (at, by))) {
        let mut moved = corners.clone();
        moved[at][0] += f64::from(dx) / 2.0;
        moved[at][1] += f64::from(dy) / 2.0;
        if is_simple(&moved) && is_on_image(&moved, mask, 4, rule) {
            let (added, missed) = Shape::Polygon(moved).differing(mask);
            let is_better = is_allowed((added, missed), rule) && added + missed < differing;
            assert!(!is_better, "corner {at} by {dx},{dy}: {}", text());
        }
    }
    differing
}

#[test]
fn polygons_are_simple_and_no_worse_with_more_corners_and_no_corner_can_be_moved() {
    for seed in 0..20 {
        let mask = random_mask(seed, 16);
        for rule in RULES {
            let differing = [3, 4, 5, 8].map(|most| checked(&mask, most, rule));
            let on_image = &differing[usize::from(rule == Rule::Outside)..];
            assert!(on_image.is_sorted_by(|few, many| few >= many), "{differing:?} {rule:?}\n{}", mask.to_text());
            let box_ = fitted(Form::Box, &mask, rule);
            assert!(differing[1] <= box_.added + box_.missed, "a box is a polygon\n{}", mask.to_text());
        }
    }
}

/// The terrain and the car of `bevy_collider_gen`, with polygons known from long searches.
#[test]
fn polygons_do_not_stall_at_few_corners() {
    // Columns with the same first solid row, from left to right: row, number of columns.
    let hill = "99 34 98 22 97 9 96 6 95 4 94 3 93 3 92 2 91 3 90 2 89 2 88 2 87 3 86 2 85 3 84 3 83 4 82 9 83 4 84 3 85 3 86 3 \
        87 2 88 3 89 2 90 3 91 3 92 2 93 4 94 3 95 3 96 3 97 3 98 4 99 4 100 14 99 4 98 4 97 3 96 4 95 5 94 8 93 24 92 29 \
        91 15 90 8 89 6 88 4 87 4 86 3 85 3 84 2 83 3 82 2 81 2 80 2 79 2 78 2 77 2 76 2 75 2 74 1 73 2 72 2 71 2 70 2 69 3 \
        68 2 67 3 66 4 65 2 76 12 77 3 78 3 79 3 80 2 81 2 82 2 83 2 84 2 85 2 86 2 87 2 88 2 89 2 90 2 91 2 92 3 93 3 94 3 \
        95 3 96 4 97 6 98 8 99 87";
    let numbers: Vec<u32> = hill.split_whitespace().map(|number| number.parse().expect("a number")).collect();
    let tops: Vec<u32> =
        numbers.as_chunks().0.iter().flat_map(|&[top, count]| std::iter::repeat_n(top, count as usize)).collect();
    let hill = Mask::from_fn(Size::new(512, 128), |x, y| y >= tops[x as usize]);
    let car: Mask = CAR.parse().expect("a mask");
    for (mask, limits) in [(hill, [1048, 272, 149, 55, 46]), (car, [31, 19, 11, 0, 0])] {
        for (most, limit) in [8, 12, 16, 24, 32].into_iter().zip(limits) {
            let differing = checked(&mask, most, Rule::Fewest);
            assert!(differing <= limit, "{differing} with {most} corners");
        }
    }
}

const CAR: &str = "\
......................######....
......................######....
......................######....
..........##################....
.......#####################....
......######################....
.....#######################....
....########################....
....########################....
....########################....
....########################....
.....######################.....
......####################......
......####################......
.....######################.....
.....########......########.....
......######........######......
......######........######......
........##............##........";

/// A polygon has no hole, but it can go around one.
#[test]
fn polygons_go_around_a_hole() {
    let ring = Mask::from_fn(Size::new(20, 20), |x, y| !(5..15).contains(&x) || !(5..15).contains(&y));
    assert!(checked(&ring, 10, Rule::Fewest) < 10, "a slit, not the hole");
}

/// Two discs of 1,245 cells, 34 px from each other.
#[test]
fn polygons_reach_another_island() {
    let dumbbell = mask_of("dumbbell");
    assert_eq!(dumbbell.count(), 2_490);
    let differing = [16, 24, 32].map(|most| checked(&dumbbell, most, Rule::Fewest));
    assert!(differing[0] < 240 && differing[1] < 79 && differing[2] < 30, "{differing:?}");
    for gap in [1, 9, 20, 36, 60] {
        let islands = Mask::from_fn(Size::new(22 + gap, 16), |x, y| {
            let second = 11 + gap;
            (1..11).contains(&x) && (1..11).contains(&y) || (second..second + 10).contains(&x) && (5..15).contains(&y)
        });
        assert_eq!(islands.count(), 200);
        let differing = checked(&islands, 12, Rule::Fewest);
        assert!(differing <= 2, "{differing} cells at a gap of {gap}\n{}", islands.to_text());
    }
    // Three in a row and one above: the nearest is reached first.
    let at = [(0, 12), (12, 12), (30, 12), (12, 0)];
    let four = Mask::from_fn(Size::new(38, 20), |x, y| {
        at.iter().any(|&(left, top)| (left..left + 8).contains(&x) && (top..top + 8).contains(&y))
    });
    assert!(checked(&four, 24, Rule::Fewest) <= 4);
}

#[test]
fn convex_polygons_are_convex() {
    for ((seed, most), rule) in (0..1000).zip((3..8).cycle()).zip(RULES.into_iter().cycle()) {
        let mask = random_mask(seed, 9);
        let fit = fitted(Form::Convex(most), &mask, rule);
        let Shape::Polygon(corners) = &fit.shape else { panic!("{}", fit.shape) };
        let text = || format!("{} {rule:?} {fit:?}\n{}", fit.shape, mask.to_text());
        let corner = |at: usize| corners[at % corners.len()];
        let is_convex = |at: usize| {
            let ([ax, ay], [bx, by], [cx, cy]) = (corner(at), corner(at + 1), corner(at + 2));
            (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) >= 0.0
        };
        assert!((0..corners.len()).all(is_convex) && is_simple(corners) && corners.len() <= most, "{}", text());
        assert!(is_allowed((fit.added, fit.missed), rule) && is_on_image(corners, &mask, most, rule), "{}", text());
    }
}

/// A convex mask is left out nowhere, and nothing is added; a bay is.
#[test]
fn convex_polygons_around_a_mask_are_small() {
    let octagon: Mask = "..####..\n.######.\n########\n########\n.######.\n..####..".parse().expect("a mask");
    assert_eq!(fitted(Form::Convex(8), &octagon, Rule::Outside).shape.differing(&octagon), (0, 0));
    let bay: Mask = "####\n#...\n#...\n####".parse().expect("a mask");
    assert_eq!(fitted(Form::Convex(8), &bay, Rule::Outside).shape.differing(&bay), (6, 0));
}

fn pieces(form: Form, mask: &Mask, rule: Rule, most: usize) -> FittedPieces {
    form.fit_pieces(mask, rule, most, &|| false).unwrap_or_else(|| panic!("nothing fits\n{}", mask.to_text()))
}

#[test]
fn pieces_leave_holes_free_and_cover_islands() {
    let ring = Mask::from_fn(Size::new(20, 20), |x, y| !(5..15).contains(&x) || !(5..15).contains(&y));
    let fit = pieces(Form::Box, &ring, Rule::Fewest, 4);
    assert_eq!((fit.shapes.len(), fit.added, fit.missed), (4, 0, 0), "{fit:?}");
    // Convex pieces may be cut elsewhere, but leave the hole of 100 cells free.
    let fit = pieces(Form::Convex(4), &ring, Rule::Fewest, 4);
    assert!(fit.shapes.len() == 4 && fit.added + fit.missed < 20, "{fit:?}");
    let islands: Mask = "##....#\n##.....\n......#\n.##...#\n.##....".parse().expect("a mask");
    let fit = pieces(Form::Box, &islands, Rule::Fewest, 8);
    assert_eq!((fit.shapes.len(), fit.added, fit.missed), (4, 0, 0), "{fit:?}");
}

/// The fewest cells in which up to three boxes together differ from a mask of at most 36 cells.
fn best_of_three_boxes(mask: &Mask) -> u32 {
    let Size { width, height } = mask.size();
    let cells = |is_in: &dyn Fn(u32, u32) -> bool| {
        let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        all.filter(|&(x, y)| is_in(x, y)).fold(0_u64, |cells, (x, y)| cells | 1 << (y * width + x))
    };
    let ranges = |end: u32| (0..end).flat_map(move |from| (from + 1..=end).map(move |to| from..to));
    let boxes: Vec<u64> = ranges(height)
        .flat_map(|rows| ranges(width).map(move |columns| (columns, rows.clone())))
        .map(|(columns, rows)| cells(&|x, y| columns.contains(&x) && rows.contains(&y)))
        .collect();
    let solid = cells(&|x, y| mask.get(x, y));
    let mut best = u32::MAX;
    for (first, one) in boxes.iter().enumerate() {
        for (second, other) in boxes.iter().enumerate().skip(first) {
            let covered = one | other;
            // A third box takes no clear cell back.
            if (covered & !solid).count_ones() < best {
                let third = boxes[second..].iter().map(|third| ((covered | third) ^ solid).count_ones());
                best = third.fold(best, u32::min);
            }
        }
    }
    best
}

#[test]
fn no_three_boxes_are_better_on_small_masks() {
    for seed in 0..80 {
        let mask = random_mask(seed, 5);
        let fit = pieces(Form::Box, &mask, Rule::Fewest, 3);
        let best = best_of_three_boxes(&mask);
        assert_eq!(fit.added + fit.missed, u64::from(best), "{fit:?}\n{}", mask.to_text());
    }
}

#[test]
fn pieces_keep_the_rules_and_are_no_worse_than_one() {
    for seed in 0..10 {
        let mask = random_mask(seed, 12);
        for (rule, form) in
            RULES.into_iter().flat_map(|rule| [Form::Box, Form::Circle, Form::Convex(5)].map(|it| (rule, it)))
        {
            let (one, fit) = (fitted(form, &mask, rule), pieces(form, &mask, rule, 3));
            let text = || format!("{rule:?} {fit:?}\n{}", mask.to_text());
            let covered = |x: u32, y: u32| {
                let dot = Mask::from_fn(mask.size(), |column, row| (column, row) == (x, y));
                fit.shapes.iter().any(|shape| shape.differing(&dot).1 == 0)
            };
            let missed = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
            let missed = missed.filter(|&(x, y)| mask.get(x, y) && !covered(x, y)).count();
            assert_eq!(fit.missed, missed as u64, "{}", text());
            assert!(is_allowed((fit.added, fit.missed), rule) && fit.shapes.len() <= 3, "{}", text());
            assert!(fit.added + fit.missed <= one.added + one.missed, "{}", text());
        }
    }
}

#[test]
fn more_pieces_are_never_worse() {
    for mask in ["rock", "ship"].map(mask_of).into_iter().chain((0..4).map(|seed| random_mask(seed, 12))) {
        let differing: Vec<u64> = (1..=8)
            .map(|most| {
                let fit = pieces(Form::Convex(4), &mask, Rule::Fewest, most);
                fit.added + fit.missed
            })
            .collect();
        assert!(differing.is_sorted_by(|few, many| few >= many), "{differing:?}\n{}", mask.to_text());
    }
}

/// In slices, however short, the same shape is found.
#[test]
fn fits_go_on_after_breaks() {
    let ship = mask_of("ship");
    for form in [Form::Box, Form::Circle, Form::Ellipse, Form::Capsule, Form::Polygon(6), Form::Convex(5)] {
        let mut fitting = Fitting::new(form, &ship, Rule::Fewest).expect("solid pixels");
        let mut slices = 0;
        let found = loop {
            let looks = std::cell::Cell::new(0);
            let is_over = || looks.replace(looks.get() + 1) == 2;
            slices += 1;
            if let Some(found) = fitting.go_on(&ship, &is_over) {
                break found;
            }
        };
        assert_eq!(found, fitted(form, &ship, Rule::Fewest));
        assert!(slices > 3, "{form:?}: {slices}");
    }
}

#[test]
fn large_masks_are_fitted_as_well_as_small_ones() {
    let ship = mask_of("ship");
    let large = Mask::from_fn(Size::new(7 * ship.width(), 7 * ship.height()), |x, y| ship.get(x / 7, y / 7));
    for (form, rule) in [
        (Form::Box, Rule::Fewest),
        (Form::Circle, Rule::Fewest),
        (Form::Circle, Rule::Inside),
        (Form::Circle, Rule::Outside),
        (Form::Ellipse, Rule::Inside),
        (Form::Capsule, Rule::Fewest),
    ] {
        let [small, large] = [&ship, &large].map(|mask| fitted(form, mask, rule));
        let limit = 49 * (small.added + small.missed) * 11 / 10;
        assert!(large.added + large.missed <= limit, "{form:?} {rule:?}: {small:?} {large:?}");
    }
    for rule in RULES {
        let differing = [4, 6, 8].map(|most| checked(&large, most, rule));
        assert!(differing.is_sorted_by(|few, many| few >= many), "{differing:?} {rule:?}");
    }
}

/// An area to walk on, with a hole of 616 cells: one polygon covers it, convex pieces leave it free.
#[test]
fn convex_pieces_leave_a_hole_free() {
    let area = mask_of("area");
    let Size { width, height } = area.size();
    // The clear cells that are reached from the corner lie around it.
    let (mut around, mut next) = (HashSet::new(), vec![(0, 0)]);
    while let Some((x, y)) = next.pop() {
        if x < width && y < height && !area.get(x, y) && around.insert((x, y)) {
            next.extend([(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))]);
        }
    }
    let hole = Mask::from_fn(area.size(), |x, y| !area.get(x, y) && !around.contains(&(x, y)));
    assert_eq!((area.count(), hole.count()), (2_212, 616));
    let covered = [1, 2, 4, 8].map(|count| {
        let fit = pieces(Form::Convex(8), &area, Rule::Fewest, count);
        fit.shapes.iter().map(|shape| hole.count() - shape.differing(&hole).1).sum::<u64>()
    });
    assert!(covered[0] > 500 && covered[2] < 60 && covered[3] < 30, "{covered:?} cells of the hole");
}

/// A search of eight times the work finds no polygons of 8 corners that differ from these in fewer than 60 and 115 pixels.
#[test]
fn polygons_of_sprites_are_close() {
    for (name, limit) in [("rock", 64), ("ship", 120)] {
        let fit = fitted(Form::Polygon(8), &mask_of(name), Rule::Fewest);
        assert!(fit.added + fit.missed <= limit, "{name}: {fit:?}");
    }
}

#[test]
fn masks_at_their_limits_are_fitted() {
    let full = |width, height| Mask::from_fn(Size::new(width, height), |_, _| true);
    let forms = [Form::Box, Form::Circle, Form::Ellipse, Form::Capsule, Form::Polygon(4)];
    for form in forms {
        assert_eq!(form.fit(&Mask::new(Size::new(5, 4)), Rule::Fewest, &|| false), None);
        assert_eq!(form.fit(&full(70, 70), Rule::Fewest, &|| true), None, "cancelled");
        let dot: Mask = "...\n..#".parse().expect("a mask");
        assert_eq!(fitted(form, &dot, Rule::Fewest).shape.differing(&dot), (0, 0));
    }
    assert_eq!(fitted(Form::Box, &full(70, 3), Rule::Fewest).shape, Shape::Box([0.0, 0.0, 70.0, 3.0]));
    assert_eq!(fitted(Form::Polygon(4), &full(70, 3), Rule::Fewest).shape.differing(&full(70, 3)), (0, 0));
    for form in forms {
        let line = full(1, 100);
        assert_eq!(fitted(form, &line, Rule::Outside).missed, 0);
        assert_eq!(fitted(form, &line, Rule::Inside).added, 0);
    }
    let Shape::Ellipse([.., rx, ry]) = fitted(Form::Ellipse, &full(1, 100), Rule::Fewest).shape else {
        panic!("no ellipse")
    };
    assert!(rx <= 1.0 && ry > 45.0, "{rx} {ry}");
    for (mask, expected) in [(full(1, 100), [0.5, 0.5, 0.5, 99.5, 0.5]), (full(100, 1), [0.5, 0.5, 99.5, 0.5, 0.5])] {
        assert_eq!(fitted(Form::Capsule, &mask, Rule::Fewest).shape, Shape::Capsule(expected));
    }
}

/// The cells of a shape.
fn cells_of(shape: &Shape, size: Size) -> Mask {
    Mask::from_fn(size, |x, y| {
        let dot = Mask::from_fn(size, |column, row| (column, row) == (x, y));
        shape.differing(&dot).1 == 0
    })
}

/// A corner that was moved is found again from where the others are, wherever the shape lies in its image.
#[test]
fn a_polygon_beside_a_given_one_is_better() {
    let star = [
        [5, 25],
        [15, 30],
        [20, 20],
        [25, 30],
        [35, 25],
        [28, 38],
        [36, 48],
        [24, 44],
        [20, 56],
        [16, 44],
        [4, 48],
        [12, 38],
    ];
    let star = star.map(|corner| corner.map(f64::from)).to_vec();
    let mask = cells_of(&Shape::Polygon(star.clone()), Size::new(40, 60));
    for (at, corner) in [(5, [32.0, 38.0]), (11, [8.0, 38.0]), (1, [15.0, 26.0])] {
        let mut given = star.clone();
        given[at] = corner;
        let given = [Shape::Polygon(given)];
        let (added, missed) = given[0].differing(&mask);
        let fit = Form::Polygon(12).fit_beside(&mask, &given).expect("solid cells");
        assert!(fit.added + fit.missed < (added + missed) / 2, "{fit:?} beside {added} and {missed}");
        assert_eq!(fit.shapes.len(), 1);
    }
    let exact = [Shape::Polygon(star)];
    let fit = Form::Polygon(12).fit_beside(&mask, &exact).expect("solid cells");
    assert_eq!((fit.added, fit.missed, &*fit.shapes), (0, 0, &exact[..]), "nothing is better");
}
