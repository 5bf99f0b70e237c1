//! [`Pieces`]: the convex pieces of shapes in a tree of boxes, so that only pieces near each other are compared.

use std::cell::Cell;

use super::convex::{Convex, gap};
use super::placed::{Bounds, PlacedShape, gaps, united};
use crate::geom::Point;

/// A convex piece of a shape.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// The piece.
    pub convex: Convex<'a>,
    /// The box around it.
    bounds: Bounds,
    /// True if its shape has no interior.
    pub is_flat: bool,
}

/// The convex pieces of shapes, in a tree of boxes.
#[derive(Debug)]
pub struct Pieces<'a> {
    pieces: Vec<Piece<'a>>,
    /// The box around the pieces of each node: those of node `n` are halved between `2 n + 1` and `2 n + 2`.
    boxes: Vec<Bounds>,
}

/// Consecutive pieces of the tree: the number of their node, the first and the end.
#[derive(Clone, Copy, Debug)]
pub struct Node(usize, usize, usize);

impl<'a> Pieces<'a> {
    /// The pieces of `shapes`; `corners` are those of the bounds of each.
    pub fn new(shapes: &[&'a PlacedShape], corners: &'a [[Point; 4]]) -> Self {
        let pieces = shapes.iter().zip(corners).flat_map(|(shape, corners)| {
            let is_flat = shape.is_flat;
            shape.pieces(corners).into_iter().map(move |(convex, bounds)| Piece { convex, bounds, is_flat })
        });
        let mut tree = Self { pieces: pieces.collect(), boxes: Vec::new() };
        let nodes = 2 * tree.pieces.len().next_power_of_two();
        tree.boxes = vec![Bounds::default(); nodes];
        tree.build(tree.root());
        tree
    }

    /// The box around all of them.
    pub fn bounds(&self) -> Bounds {
        self.boxes[0]
    }

    /// The node of all of them.
    pub const fn root(&self) -> Node {
        Node(0, 0, self.pieces.len())
    }

    /// The box around the pieces of a node.
    pub fn around(&self, node: Node) -> Bounds {
        self.boxes[node.0]
    }

    /// All of them; a node of one piece has its number.
    pub fn all(&self) -> &[Piece<'a>] {
        &self.pieces
    }

    fn build(&mut self, node: Node) {
        let Node(number, from, to) = node;
        let pieces = &mut self.pieces[from..to];
        let around = pieces.iter().map(|piece| piece.bounds).reduce(united).unwrap_or_default();
        self.boxes[number] = around;
        if let Some([low, high]) = node.halves() {
            let ((left, top), (right, bottom)) = around;
            let is_wide = right - left > bottom - top;
            let middle = |Piece { bounds: (low, high), .. }: &Piece<'_>| {
                if is_wide { low.0 + high.0 } else { low.1 + high.1 }
            };
            pieces.select_nth_unstable_by(low.2 - from, |one, other| middle(one).total_cmp(&middle(other)));
            self.build(low);
            self.build(high);
        }
    }

    /// Calls `each` for the pairs of pieces whose boxes, and all boxes around these, are `near`.
    pub fn pairs(
        &self,
        others: &Self,
        near: &dyn Fn(Bounds, Bounds) -> bool,
        each: &mut dyn FnMut(&Piece<'a>, &Piece<'a>),
    ) {
        self.pairs_below(others, [self.root(), others.root()], near, each);
    }

    fn pairs_below(
        &self,
        others: &Self,
        [node, other]: [Node; 2],
        near: &dyn Fn(Bounds, Bounds) -> bool,
        each: &mut dyn FnMut(&Piece<'a>, &Piece<'a>),
    ) {
        if !near(self.boxes[node.0], others.boxes[other.0]) {
            return;
        }
        let Some(mut below) = node.halves_with(other) else {
            return each(&self.pieces[node.1], &others.pieces[other.1]);
        };
        let apart = |[node, other]: [Node; 2]| between(self.boxes[node.0], others.boxes[other.0]);
        if apart(below[1]) < apart(below[0]) {
            below.reverse();
        }
        for nodes in below {
            self.pairs_below(others, nodes, near, each);
        }
    }

    /// The least gap between a piece of these and one of the others; any that is less than `enough`, and where pieces overlap,
    /// the least that is found by comparing `most` boxes.
    pub fn least_gap(&self, others: &Self, enough: f64, most: usize) -> f64 {
        let (least, compared) = (Cell::new(f64::INFINITY), Cell::new(0));
        if self.pieces.is_empty() || others.pieces.is_empty() {
            return least.get();
        }
        let near = |one, other| {
            compared.set(compared.get() + 1);
            let is_enough = least.get() < enough || least.get() < 0.0 && compared.get() > most;
            !is_enough && between(one, other) < least.get()
        };
        self.pairs(others, &near, &mut |one, other| {
            let gap = gap(one.convex, other.convex);
            let gap = if one.is_flat || other.is_flat { gap.max(0.0) } else { gap };
            least.set(least.get().min(gap));
        });
        least.get()
    }
}

impl Node {
    /// The number of the first of its pieces.
    pub const fn first(self) -> usize {
        self.1
    }

    /// The pairs of its halves and another, or of it and the halves of the other, whichever has more pieces; `None` if both
    /// have one.
    pub fn halves_with(self, other: Self) -> Option<[[Self; 2]; 2]> {
        match self.halves().filter(|_| self.2 - self.1 >= other.2 - other.1) {
            Some(halves) => Some(halves.map(|half| [half, other])),
            None => other.halves().map(|halves| halves.map(|half| [self, half])),
        }
    }

    /// Both halves; `None` of a single piece.
    const fn halves(self) -> Option<[Self; 2]> {
        let Self(number, from, to) = self;
        let middle = from.midpoint(to);
        if to - from > 1 { Some([Self(2 * number + 1, from, middle), Self(2 * number + 2, middle, to)]) } else { None }
    }
}

/// The gap between two boxes along the axis of the larger; no gap between what they hold is less.
fn between(one: Bounds, other: Bounds) -> f64 {
    let (x, y) = gaps(one, other);
    x.max(y)
}
