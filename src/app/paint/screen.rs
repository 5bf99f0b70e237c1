//! Map from world cells to the screen.
//!
//! Everything is a whole number of physical pixels: the world's origin lies on a pixel's corner and a cell is a whole
//! number of pixels wide (or a pixel a whole number of cells), so that every edge is sharp at every display scale.

use egui::{Pos2, Rect, Vec2, pos2};

use crate::session::{Camera, Zoom};
use maskscope_core::geom::{Cell, IntRect, Point, whole};

/// Free space around both boxes where they fill the canvas, in points.
const FIT_MARGIN: f32 = 8.0;
/// The share of something that is most of it.
const MOST: f64 = 0.7;

/// The transform between world cells and screen points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    /// The canvas, in points.
    pub canvas: Rect,
    /// Zoom.
    pub zoom: Zoom,
    /// Physical pixels per point.
    pixels_per_point: f64,
    /// Physical pixel on which the corner of world cell 0,0 lies: whole numbers.
    origin_pixels: (f64, f64),
}

impl Screen {
    /// The view of `camera` on a canvas, in points, with the camera's centre in the middle.
    pub fn new(camera: Camera, canvas: Rect, pixels_per_point: f32) -> Self {
        let pixels_per_point = f64::from(pixels_per_point);
        let along = |middle: f32, centre: f64| {
            (f64::from(middle) * pixels_per_point - centre * camera.zoom.pixels_per_cell()).round()
        };
        let middle = canvas.center();
        let origin_pixels = (along(middle.x, camera.centre.0), along(middle.y, camera.centre.1));
        Self { canvas, zoom: camera.zoom, pixels_per_point, origin_pixels }
    }

    /// The camera at which both `bounds` show whole, as large as a whole zoom allows.
    pub fn fitting(bounds: IntRect, canvas: Rect, pixels_per_point: f32) -> Camera {
        let pixels = |points: f32| f64::from((points - 2.0 * FIT_MARGIN).max(1.0) * pixels_per_point);
        let cells = (f64::from(bounds.width), f64::from(bounds.height));
        let zoom = Zoom::fitting(cells, (pixels(canvas.width()), pixels(canvas.height())));
        Camera { centre: bounds.centre(), zoom }
    }

    /// The camera at which both `bounds` show whole in a `room` of the canvas, in its middle.
    pub fn fitting_in(room: Rect, bounds: IntRect, canvas: Rect, pixels_per_point: f32) -> Camera {
        let Camera { centre: (x, y), zoom } = Self::fitting(bounds, room, pixels_per_point);
        let aside = (room.center() - canvas.center()) * pixels_per_point;
        let cells = |pixels: f32| f64::from(pixels) / zoom.pixels_per_cell();
        Camera { centre: (x - cells(aside.x), y - cells(aside.y)), zoom }
    }

    /// The camera at which `middle` shows, and nothing beyond `bounds` as long as they fill the canvas: by itself as large as
    /// they fit, or a step larger where most of them still shows.
    pub fn following(
        middle: Point,
        bounds: IntRect,
        zoom: Option<Zoom>,
        canvas: Rect,
        pixels_per_point: f32,
    ) -> Camera {
        let cells = |points: f32, zoom: Zoom| f64::from(points * pixels_per_point) / zoom.pixels_per_cell();
        let sides = [(bounds.width, canvas.width()), (bounds.height, canvas.height())];
        let fitting = Self::fitting(bounds, canvas, pixels_per_point).zoom;
        let shows_most = |zoom: &Zoom| sides.iter().all(|&(side, room)| cells(room, *zoom) >= MOST * f64::from(side));
        let zoom = zoom.unwrap_or_else(|| Some(fitting.larger()).filter(shows_most).unwrap_or(fitting));
        let along = |at: f64, low: i64, (side, room): (u32, f32)| {
            let (low, side) = (whole(low), f64::from(side));
            let half = (cells(room, zoom) / 2.0).min(side / 2.0);
            at.clamp(low + half, low + side - half)
        };
        Camera { centre: (along(middle.0, bounds.x, sides[0]), along(middle.1, bounds.y, sides[1])), zoom }
    }

    /// The camera zoomed to `zoom`, with the world point under `fixed` staying there.
    pub fn zoomed_about(&self, fixed: Pos2, zoom: Zoom) -> Camera {
        let (x, y) = self.world_from_screen(fixed);
        let from_middle = (fixed - self.canvas.center()) * self.points(1.0).recip();
        let cells = zoom.pixels_per_cell();
        Camera { centre: (x - f64::from(from_middle.x) / cells, y - f64::from(from_middle.y) / cells), zoom }
    }

    /// Physical pixels along one side of a cell; below 1 when zoomed out.
    pub fn cell_pixels(&self) -> f64 {
        self.zoom.pixels_per_cell()
    }

    /// Whole physical pixels along one side of a cell; 0 when zoomed out.
    pub const fn whole_cell_pixels(&self) -> u32 {
        match self.zoom {
            Zoom::In(pixels) => pixels,
            Zoom::Out(_) => 0,
        }
    }

    /// Cells along one side of a physical pixel; 1 when zoomed in.
    pub const fn cells_per_pixel(&self) -> u32 {
        match self.zoom {
            Zoom::In(_) => 1,
            Zoom::Out(cells) => cells,
        }
    }

    /// Physical pixels per point.
    pub const fn pixels_per_point(&self) -> f64 {
        self.pixels_per_point
    }

    /// A number of physical pixels, in points.
    #[expect(clippy::cast_possible_truncation, reason = "screen lengths are far below what f32 holds exactly")]
    pub fn points(&self, pixels: f64) -> f32 {
        (pixels / self.pixels_per_point) as f32
    }

    /// The width of a line of this many pixels at a scale of 1, in points: whole physical pixels, equally wide to the
    /// eye at every scale.
    pub fn line(&self, pixels: f64) -> f32 {
        self.points(pixels * self.pixels_per_point.round().max(1.0))
    }

    /// The corner of a world cell on the screen, on a corner of a physical pixel.
    pub fn corner(&self, cell: Cell) -> Pos2 {
        let along = |origin: f64, n: i64| self.points((origin + whole(n) * self.cell_pixels()).round());
        pos2(along(self.origin_pixels.0, cell.x), along(self.origin_pixels.1, cell.y))
    }

    /// A point of the world on the screen.
    pub fn point(&self, (x, y): (f64, f64)) -> Pos2 {
        let along = |origin: f64, n: f64| self.points(origin + n * self.cell_pixels());
        pos2(along(self.origin_pixels.0, x), along(self.origin_pixels.1, y))
    }

    /// A box of world cells on the screen; at least a physical pixel along each side.
    pub fn rect(&self, cells: IntRect) -> Rect {
        let min = self.corner(cells.origin());
        let max = self.corner(Cell::new(cells.right(), cells.bottom()));
        let pixel = Vec2::splat(self.points(1.0));
        Rect::from_min_max(min, max.max(min + pixel))
    }

    /// The world point under a screen position, in cells.
    pub fn world_from_screen(&self, at: Pos2) -> (f64, f64) {
        let along =
            |origin: f64, points: f32| (f64::from(points) * self.pixels_per_point - origin) / self.cell_pixels();
        (along(self.origin_pixels.0, at.x), along(self.origin_pixels.1, at.y))
    }

    /// The world cell under a screen position.
    pub fn cell_at(&self, at: Pos2) -> Cell {
        let (x, y) = self.world_from_screen(at);
        #[expect(clippy::cast_possible_truncation, reason = "whole, and `as` saturates")]
        Cell::new(x.floor() as i64, y.floor() as i64)
    }

    /// A distance on the screen, in world cells.
    pub fn cells_from_points(&self, distance: Vec2) -> (f64, f64) {
        let along = |points: f32| f64::from(points) * self.pixels_per_point / self.cell_pixels();
        (along(distance.x), along(distance.y))
    }

    /// The world cells that show at least in part.
    pub fn visible(&self) -> IntRect {
        IntRect::spanning(self.cell_at(self.canvas.min), self.cell_at(self.canvas.max))
    }

    /// A box of cells, widened to whole physical pixels.
    pub fn whole_pixels(&self, shown: IntRect) -> IntRect {
        let side = i64::from(self.cells_per_pixel());
        let down = |n: i64| n.div_euclid(side) * side;
        let up = |n: i64| down(n + side - 1);
        let last = Cell::new(up(shown.right()) - 1, up(shown.bottom()) - 1);
        IntRect::spanning(Cell::new(down(shown.x), down(shown.y)), last)
    }
}

/// `value` without its fraction; what no `u64` holds becomes the nearest that does.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast saturates, as it should here")]
pub const fn whole_u64(value: f64) -> u64 {
    value as u64
}

/// `value` without its fraction; what no `u32` holds becomes the nearest that does.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast saturates, as it should here")]
pub const fn whole_u32(value: f32) -> u32 {
    value as u32
}

#[cfg(test)]
mod tests {
    use egui::vec2;

    use super::*;
    use maskscope_core::geom::Size;

    fn canvas() -> Rect {
        Rect::from_min_size(pos2(240.0, 84.0), vec2(697.0, 633.0))
    }

    #[test]
    fn cells_are_equally_wide_at_every_display_scale() {
        for scale in [1.0, 1.25, 1.5, 2.0] {
            let camera = Camera { centre: (29.0, 12.5), zoom: Zoom::In(7) };
            let screen = Screen::new(camera, canvas(), scale);
            for x in -50..50 {
                let left = screen.corner(Cell::new(x, 0)).x * scale;
                let right = screen.corner(Cell::new(x + 1, 0)).x * scale;
                assert!((right - left - 7.0).abs() < 1e-2, "cell {x} at scale {scale}");
                assert!((left - left.round()).abs() < 1e-2, "cell {x} at scale {scale} starts at {left}");
            }
        }
    }

    #[test]
    fn lines_are_whole_physical_pixels_and_as_wide_at_every_scale() {
        for (scale, physical) in [(1.0, 1.0), (1.25, 1.0), (1.5, 2.0), (2.0, 2.0), (3.0, 3.0)] {
            let screen = Screen::new(Camera { centre: (0.0, 0.0), zoom: Zoom::In(7) }, canvas(), scale);
            assert_eq!([1.0, 2.0].map(|n| (screen.line(n) * scale).round()), [physical, 2.0 * physical], "{scale}");
        }
    }

    #[test]
    fn a_cell_is_found_at_its_middle() {
        for zoom in [Zoom::In(1), Zoom::In(10), Zoom::Out(4)] {
            let screen = Screen::new(Camera { centre: (0.0, 0.0), zoom }, canvas(), 1.25);
            for cell in [Cell::new(0, 0), Cell::new(-40, 12)] {
                let middle = screen.rect(IntRect::new(cell, Size::new(1, 1))).center();
                let found = screen.cell_at(middle);
                let off = i64::from(screen.cells_per_pixel()) - 1;
                assert!((found.x - cell.x).abs() <= off && (found.y - cell.y).abs() <= off, "{zoom:?}: {found:?}");
            }
        }
    }

    #[test]
    fn fitting_shows_both_boxes_whole() {
        let bounds = IntRect { x: 0, y: -17, width: 58, height: 59 };
        let camera = Screen::fitting(bounds, canvas(), 1.0);
        assert_eq!(camera.zoom, Zoom::In(10));
        let shown = Screen::new(camera, canvas(), 1.0).rect(bounds);
        assert!(canvas().shrink(8.0).contains_rect(shown), "{shown:?}");
        let exact = IntRect { x: 0, y: 0, width: 69, height: 63 };
        assert_eq!(Screen::fitting(exact, canvas(), 1.0).zoom, Zoom::In(9), "8 points stay free at each side");
    }

    #[test]
    fn fitting_in_a_room_shows_both_boxes_in_its_middle() {
        let bounds = IntRect { x: 0, y: -17, width: 58, height: 59 };
        let room = canvas().with_min_y(canvas().top() + 48.0);
        let camera = Screen::fitting_in(room, bounds, canvas(), 1.0);
        assert_eq!(camera.zoom, Screen::fitting(bounds, room, 1.0).zoom);
        let shown = Screen::new(camera, canvas(), 1.0).rect(bounds);
        assert!(room.shrink(8.0).contains_rect(shown), "{shown:?}");
        assert!((shown.center() - room.center()).length() <= 1.0, "{shown:?}");
        assert_eq!(
            Screen::fitting_in(canvas(), bounds, canvas(), 1.0),
            Screen::fitting(bounds, canvas(), 1.0),
            "the whole canvas"
        );
    }

    #[test]
    fn what_is_followed_shows_and_nothing_beyond_the_bounds() {
        let bounds = IntRect { x: 0, y: 0, width: 640, height: 480 };
        let following = |middle, zoom| Screen::following(middle, bounds, zoom, canvas(), 1.0);
        assert_eq!(following((30.0, 20.0), None), Camera { centre: (320.0, 240.0), zoom: Zoom::ONE });
        let low = Rect::from_min_size(pos2(20.0, 132.0), vec2(648.0, 340.0));
        let at_once = Screen::following((30.0, 20.0), bounds, None, low, 1.0);
        assert_eq!(at_once, Camera { centre: (320.0, 170.0), zoom: Zoom::ONE }, "most of the height shows");
        let close = |middle| following(middle, Some(Zoom::In(4))).centre;
        assert_eq!(close((300.0, 200.0)), (300.0, 200.0));
        assert_eq!(close((630.0, 10.0)), (640.0 - 697.0 / 8.0, 633.0 / 8.0));
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let screen = Screen::new(Camera { centre: (3.0, 4.0), zoom: Zoom::In(5) }, canvas(), 1.0);
        let pointer = pos2(300.0, 500.0);
        let closer = Screen::new(screen.zoomed_about(pointer, Zoom::In(9)), canvas(), 1.0);
        let (before, after) = (screen.world_from_screen(pointer), closer.world_from_screen(pointer));
        assert!((before.0 - after.0).abs() < 0.2 && (before.1 - after.1).abs() < 0.2, "{before:?} {after:?}");
    }
}
