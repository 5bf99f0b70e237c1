//! From where the places that people read are counted.

use crate::session::session::Session;
use crate::session::stage::{Placed, Slot};
use maskscope_core::geom::{Cell, IntRect, Point};
use maskscope_core::{scene::Collision, words};

/// From where the window counts places: from the world's 0,0 or, where the view says so, from A's top left pixel.
///
/// The only way by which the window writes a world cell. Files and the command line always write the world's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin(Cell);

impl Origin {
    /// The world cell that is shown as 0,0.
    pub const fn cell(self) -> Cell {
        self.0
    }

    /// The cell as a point, which is added to a typed number.
    pub const fn point_in_world(self) -> Point {
        self.0.point()
    }

    /// The column of a world cell: `26`.
    pub fn column(self, x: i64) -> String {
        words::coordinate(x - self.0.x)
    }

    /// The row of a world cell: `16`.
    pub fn row(self, y: i64) -> String {
        words::coordinate(y - self.0.y)
    }

    /// A world cell: `26,16`.
    pub fn point(self, world: Cell) -> String {
        words::point(world - self.0)
    }

    /// A point of the world: `29.5,20`.
    pub fn fine_point(self, (x, y): Point) -> String {
        let (left, top) = self.point_in_world();
        words::fine_point((x - left, y - top))
    }

    /// A rectangle of the world, by its top left corner and its size: `6.25 × 4 at 9.5,6.25`.
    pub fn located_between(self, (x, y): Point, size: (f64, f64)) -> String {
        let (left, top) = self.point_in_world();
        words::located_between((x - left, y - top), size)
    }

    /// A box of world cells: `30 × 24 at 10,0`.
    pub fn located(self, world: IntRect) -> String {
        words::located(world.translated(Cell::ORIGIN - self.0))
    }
}

impl Session {
    /// From where places are counted.
    pub fn origin(&self) -> Origin {
        Origin(if self.counts_from_a() { self.corner_of_a() } else { Cell::ORIGIN })
    }

    /// True if that is A's top left pixel.
    pub const fn counts_from_a(&self) -> bool {
        self.view.counts_from_a && !self.view.is_game()
    }

    /// The world cell of A's top left pixel; 0,0 without A.
    pub fn corner_of_a(&self) -> Cell {
        self.stage.get(Slot::A).map_or(Cell::ORIGIN, Placed::position)
    }

    /// The overlap of the masks, in world cells.
    pub fn collision(&self) -> Option<Collision> {
        Some(self.derived.collision()?.translated(self.corner_of_a()))
    }
}
