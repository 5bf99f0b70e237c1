//! Shapes that a fit finds for kinds whose areas Godot tests.
//!
//! A scene has one shape for all pictures of a kind. It is fitted to the picture that is the first to come near another thing, and
//! carried from check to check with what is tested: that turns with the picture, and is not mirrored with it.

use std::sync::{Arc, OnceLock};

use strum::{EnumCount, VariantArray};

use super::{Check, Tested};
use crate::geom::{Affine, Point};
use crate::mask::Prepared;
use crate::shape::fit::{Form, Rule};
use crate::shape::{PlacedHitbox, PlacedPart, PlacedShape, Shape};

/// Lengths that differ by less, in px, are equal but for the digits of a log.
const NEAR: f64 = 0.05;

/// The largest picture to which shapes are fitted, in pixels.
const MOST_CELLS: u64 = 1 << 18;

/// The corners of a fitted polygon.
const CORNERS: usize = 8;

/// A class of shapes in Godot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumCount)]
pub enum ShapeClass {
    /// A box around its middle.
    Rectangle,
    /// A circle.
    Circle,
    /// A capsule.
    Capsule,
    /// A convex polygon.
    Polygon,
}

/// A shape in place of what is tested of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumCount, VariantArray)]
pub enum FitChoice {
    /// One of the same class.
    Same,
    /// A capsule in place of another class.
    Capsule,
    /// A polygon of 8 corners in place of another class.
    Polygon,
}

/// A shape that is tested of a kind, and one that fits it. Both are in px of the world around the middle of what is tested,
/// turned back as far as the picture is turned.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeChange {
    /// The side: A, 0, or B, 1.
    pub side: usize,
    /// The shape that is tested.
    pub tested: Shape,
    /// The one that fits.
    pub fitted: Shape,
}

/// A node that has a shape, as the picture of its kind lies in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeFrame {
    /// The px of the world in a unit of it.
    scale: f64,
    /// The degrees, clockwise, by which the picture is turned against the node's parent.
    picture: f64,
    /// The degrees by which the node itself is.
    own: f64,
    /// The point of its polygon from which corners of a change are counted; 0,0 of another shape.
    middle: Point,
}

/// The shape of a kind, and those that fit, once they are needed.
#[derive(Debug)]
pub(super) struct KindFits {
    tested: Shape,
    picture: Arc<Prepared>,
    own_from_source: Affine,
    fitted: [OnceLock<Option<Shape>>; ShapeClass::COUNT],
}

/// The single shape that is tested of a side, in the space of its kind.
pub(super) struct OwnShape {
    shape: Shape,
    world_from_own: Affine,
}

impl ShapeClass {
    /// The class of a shape; `None` of an ellipse, which Godot does not have.
    pub const fn of(shape: &Shape) -> Option<Self> {
        Some(match shape {
            Shape::Box(_) => Self::Rectangle,
            Shape::Circle(_) => Self::Circle,
            Shape::Capsule(_) => Self::Capsule,
            Shape::Polygon(_) => Self::Polygon,
            Shape::Ellipse(_) => return None,
        })
    }

    /// Its name in Godot.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rectangle => "RectangleShape2D",
            Self::Circle => "CircleShape2D",
            Self::Capsule => "CapsuleShape2D",
            Self::Polygon => "ConvexPolygonShape2D",
        }
    }

    const fn form(self) -> Form {
        match self {
            Self::Rectangle => Form::Box,
            Self::Circle => Form::Circle,
            Self::Capsule => Form::Capsule,
            Self::Polygon => Form::Convex(CORNERS),
        }
    }
}

impl KindFits {
    /// The shape that a check tests of A, 0, or of B, 1; `None` where that is not a single one of Godot's, or the picture does not
    /// lie along it.
    pub(super) fn of(check: &Check, side: usize) -> Option<Self> {
        let OwnShape { shape: tested, world_from_own } = OwnShape::of(check, side)?;
        ShapeClass::of(&tested)?;
        let placed = &check.pair.sprites[side];
        let map = world_from_own.inverse()?.after(placed.posed().world_from_source());
        let is_along = map.xy.abs() < 1e-4 && map.yx.abs() < 1e-4;
        let picture = Arc::clone(placed.sprite().mask());
        let is_small = picture.mask().size().area() <= MOST_CELLS;
        let own_from_source = Affine { xy: 0.0, yx: 0.0, ..map };
        let fitted = [const { OnceLock::new() }; ShapeClass::COUNT];
        (is_along && is_small).then_some(Self { tested, picture, own_from_source, fitted })
    }

    /// The class of a choice; `None` where it is that of another.
    fn class(&self, choice: FitChoice) -> Option<ShapeClass> {
        let same = ShapeClass::of(&self.tested)?;
        match choice {
            FitChoice::Same => Some(same),
            FitChoice::Capsule => Some(ShapeClass::Capsule).filter(|class| *class != same),
            FitChoice::Polygon => Some(ShapeClass::Polygon).filter(|class| *class != same),
        }
    }

    /// The change to a choice on a side; `None` where nothing of its class fits.
    pub(super) fn change(&self, choice: FitChoice, side: usize) -> Option<ShapeChange> {
        let fitted = self.fitted(self.class(choice)?)?.clone();
        Some(ShapeChange { side, tested: self.tested.clone(), fitted })
    }

    /// The choice in the world, in place of what is tested there; `None` where nothing fits, or another shape is tested than usual.
    pub(super) fn placed(&self, choice: FitChoice, own: &OwnShape) -> Option<PlacedHitbox> {
        if !are_alike(&self.tested, &own.shape) {
            return None;
        }
        let fitted = self.fitted(self.class(choice)?)?.placed(&own.world_from_own);
        Some(PlacedHitbox::new(vec![PlacedPart::Shape(fitted)]))
    }

    /// The shape of a class that fits the picture.
    fn fitted(&self, class: ShapeClass) -> Option<&Shape> {
        let fit = || class.form().fit(self.picture.mask(), Rule::Fewest, &|| false);
        self.fitted[class as usize].get_or_init(|| self.own(&fit()?.shape)).as_ref()
    }

    /// A shape of the picture in the space of the kind; `None` where a round one would not stay round.
    fn own(&self, shape: &Shape) -> Option<Shape> {
        let Affine { xx, yy, .. } = self.own_from_source;
        let map = |x: f64, y: f64| self.own_from_source.map((x, y));
        let is_even = (xx.abs() - yy.abs()).abs() <= 1e-3 * xx.abs();
        Some(match *shape {
            Shape::Box([x, y, width, height]) => {
                let ((left, top), (right, bottom)) = (map(x, y), map(x + width, y + height));
                Shape::Box([left.min(right), top.min(bottom), (right - left).abs(), (bottom - top).abs()])
            }
            Shape::Circle([x, y, radius]) if is_even => {
                let (x, y) = map(x, y);
                Shape::Circle([x, y, radius * xx.abs()])
            }
            Shape::Capsule([x1, y1, x2, y2, radius]) if is_even => {
                let ((x1, y1), (x2, y2)) = (map(x1, y1), map(x2, y2));
                Shape::Capsule([x1, y1, x2, y2, radius * xx.abs()])
            }
            Shape::Polygon(ref corners) => Shape::Polygon(corners.iter().map(|&[x, y]| map(x, y).into()).collect()),
            Shape::Circle(_) | Shape::Capsule(_) | Shape::Ellipse(_) => return None,
        })
    }
}

impl OwnShape {
    /// The single shape of A, 0, or of B, 1; `None` where a check tests something else.
    pub(super) fn of(check: &Check, side: usize) -> Option<Self> {
        let Tested::Shapes(hitbox) = &check.subjects[side].tested else { return None };
        let [PlacedPart::Shape(shape)] = hitbox.parts() else { return None };
        let placed = &check.pair.sprites[side];
        // A picture is mirrored along x where a thing looks the other way: its y says how far it is turned.
        let Affine { xy, yy, .. } = placed.posed().world_from_source();
        let (across, down) = if placed.stand().placement.flip.1 { (xy, -yy) } else { (-xy, yy) };
        let turn = (1e6 * across.atan2(down).to_degrees()).round() / 1e6;
        let world_from_own = Affine::translation(middle(shape)).after(Affine::rotation(turn));
        Some(Self { shape: mapped(shape, world_from_own.inverse()?)?, world_from_own })
    }
}

/// A point of a shape that turns with it.
fn middle(shape: &PlacedShape) -> Point {
    let ((left, top), (right, bottom)) = shape.bounds();
    let corners = shape.outline(0);
    if shape.kinds() != "polygons" || corners.is_empty() {
        return (f64::midpoint(left, right), f64::midpoint(top, bottom));
    }
    let count = f64::from(u32::try_from(corners.len()).unwrap_or(u32::MAX));
    let (x, y) = corners.iter().fold((0.0, 0.0), |(x, y), corner| (x + corner.0, y + corner.1));
    (x / count, y / count)
}

/// A shape in the world after a map that only turns and moves; `None` of an ellipse.
fn mapped(shape: &PlacedShape, map: Affine) -> Option<Shape> {
    let ((left, top), (right, bottom)) = shape.bounds();
    Some(match shape.kinds() {
        "circles" => {
            let (x, y) = map.map((f64::midpoint(left, right), f64::midpoint(top, bottom)));
            Shape::Circle([x, y, (right - left) / 2.0])
        }
        "capsules" => {
            let ([from, to], radius) = shape.segment()?;
            let ((x1, y1), (x2, y2)) = (map.map(from), map.map(to));
            Shape::Capsule([x1, y1, x2, y2, radius])
        }
        "boxes" | "polygons" => {
            let corners: Vec<_> = shape.outline(0).into_iter().map(|corner| map.map(corner)).collect();
            rectangle(&corners).unwrap_or_else(|| Shape::Polygon(corners.into_iter().map(Into::into).collect()))
        }
        _ => return None,
    })
}

/// The box with these corners; `None` if they are not those of one.
fn rectangle(corners: &[Point]) -> Option<Shape> {
    let ends = |of: fn(&Point) -> f64| {
        let all = corners.iter().map(of);
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
    };
    let ((left, right), (top, bottom)) = (ends(|it| it.0), ends(|it| it.1));
    let is_at = |at: f64, (low, high): (f64, f64)| (at - low).abs().min((at - high).abs()) < NEAR;
    let are_corners = corners.iter().all(|&(x, y)| is_at(x, (left, right)) && is_at(y, (top, bottom)));
    (corners.len() == 4 && are_corners).then_some(Shape::Box([left, top, right - left, bottom - top]))
}

/// True for shapes that are equal but for the digits of a log.
fn are_alike(one: &Shape, other: &Shape) -> bool {
    let are_near = |one: &[f64], other: &[f64]| one.iter().zip(other).all(|(a, b)| (a - b).abs() < NEAR);
    match (one, other) {
        (Shape::Box(one), Shape::Box(other)) => are_near(one, other),
        (Shape::Circle(one), Shape::Circle(other)) => are_near(one, other),
        (Shape::Capsule(one), Shape::Capsule(other)) => {
            let [x1, y1, x2, y2, radius] = *other;
            are_near(one, other) || are_near(one, &[x2, y2, x1, y1, radius])
        }
        (Shape::Polygon(one), Shape::Polygon(other)) => {
            one.len() == other.len() && are_near(one.as_flattened(), other.as_flattened())
        }
        _ => false,
    }
}

impl NodeFrame {
    /// The frame of a node that is not known: along the picture.
    const OF_PICTURE: Self = Self { scale: 1.0, picture: 0.0, own: 0.0, middle: (0.0, 0.0) };

    /// The frame of a node whose shape is `own_shape`, in px of its own, and `tested` in the game, where the picture is turned by `picture`
    /// degrees against its parent and the node by `own`; `None` if these are not one shape.
    pub fn of(own_shape: &Shape, tested: &Shape, [picture, own]: [f64; 2]) -> Option<Self> {
        /// Sizes whose ratios differ by less are those of one scale.
        const NEAR: f64 = 0.01;
        let frame = Self { picture, own, ..Self::OF_PICTURE };
        let turned = frame.turned(tested);
        let ([across, down], [own_across, own_down]) = (sides(&turned)?, sides(own_shape)?);
        let (scale, other) = (across / own_across, down / own_down);
        let is_one = ShapeClass::of(tested) == ShapeClass::of(own_shape)
            && (scale - other).abs() <= NEAR * scale.abs()
            && scale.is_normal();
        let ((x, y), (there_x, there_y)) = (middle_of(own_shape), middle_of(&turned));
        let is_polygon = matches!(tested, Shape::Polygon(_));
        let middle = if is_polygon { (x - there_x / scale, y - there_y / scale) } else { (0.0, 0.0) };
        is_one.then_some(Self { scale, middle, ..frame })
    }

    /// True if what lies in the picture stands in the node.
    fn is_across(&self) -> bool {
        let turn = (self.picture - self.own).rem_euclid(180.0);
        (45.0..135.0).contains(&turn)
    }

    /// A box or a polygon of the picture as the node has it, but for its place and size; another shape as it is.
    fn turned(&self, shape: &Shape) -> Shape {
        match *shape {
            Shape::Box([x, y, width, height]) if self.is_across() => Shape::Box([x, y, height, width]),
            Shape::Polygon(ref corners) => {
                let turn = Affine::rotation(self.picture - self.own);
                Shape::Polygon(corners.iter().map(|&[x, y]| turn.map((x, y)).into()).collect())
            }
            _ => shape.clone(),
        }
    }

    /// The properties that a shape of the picture has in the node.
    fn properties(&self, shape: &Shape) -> Vec<(&'static str, String)> {
        properties(&self.turned(shape), self.scale, self.middle)
    }

    /// The way from the middle of the node to that of a fitted shape, in its parent.
    fn way(&self, tested: &Shape, fitted: &Shape) -> Point {
        let (x, y) = middle_of(fitted);
        let is_polygon = matches!(tested, Shape::Polygon(_));
        let (old_x, old_y) = if is_polygon { (0.0, 0.0) } else { middle_of(tested) };
        let (x, y) = Affine::rotation(self.picture).map(((x - old_x) / self.scale, (y - old_y) / self.scale));
        let (to_x, to_y) = Affine::rotation(self.own).map(self.middle);
        (x + to_x, y + to_y)
    }
}

impl ShapeChange {
    /// The change in words of GDScript, in the units of a node: `radius 37 → 30`,
    /// `CircleShape2D radius 20 → CapsuleShape2D radius 12, height 40, moved by 0, 3`. Where none is known, in px of the game along the
    /// picture.
    pub fn words(&self, node: Option<&NodeFrame>) -> String {
        let Self { tested, fitted, .. } = self;
        let frame = node.unwrap_or(&NodeFrame::OF_PICTURE);
        let (before, after) = (frame.properties(tested), frame.properties(fitted));
        let classes = [tested, fitted].map(ShapeClass::of);
        let listed = |all: &[(&str, String)]| {
            all.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
        };
        let mut words = if classes[0] == classes[1] {
            let both = before.iter().zip(&after).filter(|(before, after)| before.1 != after.1);
            both.map(|((name, before), (_, after))| format!("{name} {before} → {after}")).collect()
        } else {
            let [from, to] = classes.map(|class| class.map_or("", ShapeClass::name));
            vec![format!("{from} {} → {to} {}", listed(&before), listed(&after))]
        };
        // A CapsuleShape2D stands in its node.
        let was_lying = is_lying(tested).unwrap_or_else(|| frame.is_across());
        if is_lying(fitted).is_some_and(|is_lying| is_lying != was_lying) {
            words.push("turned by 90°".to_owned());
        }
        let (x, y) = frame.way(tested, fitted);
        let way = [x, y].map(length);
        if way != ["0", "0"] && classes[1] != Some(ShapeClass::Polygon) {
            words.push(format!("moved by {}", way.join(", ")));
        }
        if node.is_none() && classes[1] == Some(ShapeClass::Polygon) {
            words.push("from the middle of what is tested".to_owned());
        }
        words.join(", ")
    }
}

/// Two lengths of a shape; `None` of an ellipse.
fn sides(shape: &Shape) -> Option<[f64; 2]> {
    Some(match *shape {
        Shape::Box([.., width, height]) => [width, height],
        Shape::Circle([.., radius]) => [radius; 2],
        Shape::Capsule([x1, y1, x2, y2, radius]) => [radius, (x2 - x1).hypot(y2 - y1) + 2.0 * radius],
        Shape::Polygon(_) => {
            let ((left, top), (right, bottom)) = shape.placed(&Affine::IDENTITY).bounds();
            [right - left, bottom - top]
        }
        Shape::Ellipse(_) => return None,
    })
}

/// The properties of a shape in Godot, a polygon's moved by x, y.
fn properties(shape: &Shape, scale: f64, (x, y): Point) -> Vec<(&'static str, String)> {
    match shape {
        Shape::Box([.., width, height]) => {
            vec![("size", format!("{} × {}", length(width / scale), length(height / scale)))]
        }
        Shape::Circle([.., radius]) => vec![("radius", length(radius / scale))],
        Shape::Capsule([x1, y1, x2, y2, radius]) => {
            let height = (x2 - x1).hypot(y2 - y1) + 2.0 * radius;
            vec![("radius", length(radius / scale)), ("height", length(height / scale))]
        }
        Shape::Polygon(corners) => {
            let numbers = corners.iter().flat_map(|at| [length(at[0] / scale + x), length(at[1] / scale + y)]);
            vec![("points", format!("({})", numbers.collect::<Vec<_>>().join(", ")))]
        }
        Shape::Ellipse(_) => Vec::new(),
    }
}

/// True for a capsule that lies rather than stands; `None` for a round one, and for any other shape.
fn is_lying(shape: &Shape) -> Option<bool> {
    let Shape::Capsule([x1, y1, x2, y2, _]) = shape else { return None };
    let (across, down) = ((x2 - x1).abs(), (y2 - y1).abs());
    ((across - down).abs() >= NEAR).then_some(across > down)
}

/// The middle of the box around a shape.
fn middle_of(shape: &Shape) -> Point {
    let ((left, top), (right, bottom)) = shape.placed(&Affine::IDENTITY).bounds();
    (f64::midpoint(left, right), f64::midpoint(top, bottom))
}

/// `30`, `12.5`, `-2`, as a script has it: in tenths of a pixel.
fn length(px: f64) -> String {
    let tenths = (10.0 * px).round() / 10.0 + 0.0;
    format!("{tenths}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(tested: Shape, fitted: Shape) -> String {
        ShapeChange { side: 0, tested, fitted }.words(None)
    }

    #[test]
    fn changes_are_the_properties_that_differ() {
        let circle = |radius| Shape::Circle([0.0, 0.0, radius]);
        assert_eq!(change(circle(37.0), circle(30.0)), "radius 37 → 30");
        assert_eq!(change(circle(37.0), Shape::Circle([1.5, -2.0, 30.0])), "radius 37 → 30, moved by 1.5, -2");
        let capsule = |half: f64| Shape::Capsule([-half, 0.0, half, 0.0, 37.0]);
        assert_eq!(change(capsule(13.0), capsule(10.0)), "height 100 → 94");
        let upright = Shape::Capsule([0.0, -13.0, 0.0, 13.0, 30.0]);
        assert_eq!(change(capsule(13.0), upright), "radius 37 → 30, height 100 → 86, turned by 90°");
        let boxed = Shape::Box([-20.0, -10.0, 40.0, 20.0]);
        assert_eq!(change(boxed.clone(), circle(9.0)), "RectangleShape2D size 40 × 20 → CircleShape2D radius 9");
        let lying = Shape::Capsule([-4.0, 0.0, 4.0, 0.0, 5.0]);
        let words = "RectangleShape2D size 40 × 20 → CapsuleShape2D radius 5, height 18";
        assert_eq!(change(boxed.clone(), lying), format!("{words}, turned by 90°"));
        assert_eq!(change(boxed, Shape::Capsule([0.0, -4.0, 0.0, 4.0, 5.0])), words);
    }

    /// The words about a node with `own_shape`, in a parent against which the picture and the node are turned.
    fn in_node(own_shape: &Shape, tested: Shape, fitted: Shape, turns: [f64; 2]) -> String {
        let frame = NodeFrame::of(own_shape, &tested, turns).expect("it is the shape of the node");
        ShapeChange { side: 0, tested, fitted }.words(Some(&frame))
    }

    #[test]
    fn changes_are_in_the_units_and_along_the_axes_of_the_node() {
        let boxed = |width: f64, height: f64| Shape::Box([-width / 2.0, -height / 2.0, width, height]);
        let size = in_node(&boxed(20.0, 10.0), boxed(40.0, 20.0), boxed(20.0, 20.0), [0.0; 2]);
        assert_eq!(size, "size 20 × 10 → 10 × 10");
        // The picture of a ship that is drawn upwards, and turned to the right.
        let circle = |x, y, radius| Shape::Circle([x, y, radius]);
        let moved = in_node(&circle(0.0, 0.0, 8.0), circle(0.0, 0.0, 16.0), circle(0.0, -6.0, 12.0), [90.0, 0.0]);
        assert_eq!(moved, "radius 8 → 6, moved by 3, 0");
        let across = in_node(&boxed(10.0, 20.0), boxed(20.0, 10.0), boxed(16.0, 6.0), [90.0, 0.0]);
        assert_eq!(across, "size 10 × 20 → 6 × 16");
        let lying = Shape::Capsule([-4.0, 0.0, 4.0, 0.0, 5.0]);
        let stands = in_node(&boxed(10.0, 20.0), boxed(20.0, 10.0), lying, [90.0, 0.0]);
        assert_eq!(stands, "RectangleShape2D size 10 × 20 → CapsuleShape2D radius 5, height 18");
        // A capsule that a turned node lays down.
        let capsule = Shape::Capsule([-10.0, 0.0, 10.0, 0.0, 5.0]);
        let corners = Shape::Polygon(vec![[6.0, 0.0], [0.0, 4.0], [-6.0, 0.0]]);
        let upright = Shape::Capsule([0.0, -10.0, 0.0, 10.0, 5.0]);
        let points = in_node(&upright, capsule, corners, [0.0, 90.0]);
        assert!(points.ends_with("→ ConvexPolygonShape2D points (0, -6, 4, 0, 0, 6)"), "{points}");
        // A polygon that lies beside the origin of its node.
        let triangle = |x: f64| Shape::Polygon(vec![[x, 0.0], [x + 6.0, 0.0], [x, 6.0]]);
        let own = Shape::Polygon(vec![[-2.0, -2.0], [4.0, -2.0], [-2.0, 4.0]]);
        let points = in_node(&triangle(10.0), own.clone(), triangle(0.0), [0.0; 2]);
        assert_eq!(points, "points (10, 0, 16, 0, 10, 6) → (12, 2, 18, 2, 12, 8)");
        let to_circle = in_node(&triangle(10.0), own, circle(0.0, 0.0, 3.0), [0.0; 2]);
        assert!(to_circle.ends_with("→ CircleShape2D radius 3, moved by 12, 2"), "{to_circle}");
        assert_eq!(NodeFrame::of(&boxed(20.0, 10.0), &boxed(40.0, 30.0), [0.0; 2]), None);
    }

    #[test]
    fn a_shape_of_the_picture_is_as_large_as_the_picture_is_drawn() {
        let own = |scale: (f64, f64), shape: &Shape| {
            let fits = KindFits {
                tested: Shape::Circle([0.0, 0.0, 1.0]),
                picture: Arc::new("#".parse::<crate::mask::Mask>().expect("a mask").into()),
                own_from_source: Affine { xx: scale.0, yy: scale.1, ..Affine::translation((10.0, 20.0)) },
                fitted: [const { OnceLock::new() }; ShapeClass::COUNT],
            };
            fits.own(shape)
        };
        for (shape, larger) in [
            (Shape::Box([1.0, 2.0, 3.0, 4.0]), Shape::Box([2.0, 24.0, 6.0, 8.0])),
            (Shape::Circle([1.0, 2.0, 3.0]), Shape::Circle([8.0, 24.0, 6.0])),
            (Shape::Capsule([1.0, 2.0, 3.0, 4.0, 1.5]), Shape::Capsule([8.0, 24.0, 4.0, 28.0, 3.0])),
            (
                Shape::Polygon(vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
                Shape::Polygon(vec![[10.0, 20.0], [8.0, 20.0], [10.0, 22.0]]),
            ),
        ] {
            assert_eq!(own((-2.0, 2.0), &shape), Some(larger), "mirrored, and twice as large");
        }
        let boxed = Shape::Box([1.0, 2.0, 3.0, 4.0]);
        assert_eq!(own((2.0, 3.0), &boxed), Some(Shape::Box([12.0, 26.0, 6.0, 12.0])));
        assert_eq!(own((2.0, 3.0), &Shape::Circle([0.0, 0.0, 1.0])), None, "it would not stay round");
    }

    #[test]
    fn a_turned_shape_is_turned_back() {
        let placed = |shape: &Shape| shape.placed(&Affine::translation((40.0, 30.0)).after(Affine::rotation(30.0)));
        for shape in [
            Shape::Box([-8.0, -4.0, 16.0, 8.0]),
            Shape::Circle([0.0, 0.0, 5.0]),
            Shape::Capsule([-6.0, 0.0, 6.0, 0.0, 3.0]),
            Shape::Polygon(vec![[-4.0, -2.0], [5.0, -1.0], [-1.0, 3.0]]),
        ] {
            let there = placed(&shape);
            let back = Affine::translation(middle(&there)).after(Affine::rotation(30.0)).inverse().expect("it turns");
            let found = mapped(&there, back).expect("Godot has it");
            assert!(are_alike(&shape, &found), "{shape} is {found}");
        }
    }
}
