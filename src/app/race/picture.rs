//! The picture on a card: the bits of the overlap, the visits so far, the current one or the hit.

use std::collections::HashMap;

use egui::emath::GuiRounding as _;
use egui::{Painter, Rect, Vec2, vec2};

use super::card::Card;
use super::places::texels_in;
use crate::app::layers::{current, visits, visits::Visits, xray::Xray};
use crate::app::{lines::Lines, marks, raster::paint_texture, screen::Screen, theme::Theme};
use crate::geom::{Cell, IntRect, Size};
use crate::scan::{Scan, Visit};
use crate::session::{Camera, RankGrid, Zoom};

/// At this zoom, in pixels per cell, and above, visits are dots and rectangles; below it, their cells are filled.
const DOTS_FROM: u32 = 4;
/// The picture has a line of one physical pixel around it.
const LINE: f64 = 1.0;
/// Overhang of marks beyond the picture, in points: to the edge of the card.
const BEYOND: f32 = 8.0;
/// The least and the largest radius of the diamond, in physical pixels.
const DIAMOND: (f64, f64) = (5.0, 12.0);

/// The visits of each scan, repainted only when they change.
pub(super) type Pictures = HashMap<Scan, Visits>;

/// Paints the picture of a card into the room for it; returns what it fills.
pub(super) fn paint(painter: &Painter, room: Rect, card: &Card<'_>, bits: &mut Xray, pictures: &mut Pictures) -> Rect {
    let session = card.session;
    let (Some(subject), Some(grid)) = (session.derived().subject(), session.derived().lane_grid()) else { return room };
    let theme = Theme::of(painter.ctx());
    let screen = screen(room, grid, painter.pixels_per_point());
    if let Some(texture) = bits.whole(painter.ctx(), subject, grid.cells_per_texel, theme) {
        paint_texture(painter, texture, screen.canvas);
    }
    if let Some(lane) = card.lane.filter(|_| card.visits > 0 && !session.derived().rows_are_stale()) {
        let pixels = screen.whole_cell_pixels();
        let part = visits::Part {
            cells: cells(grid),
            cell_pixels: if pixels >= DOTS_FROM { pixels } else { 1 },
            cells_per_pixel: grid.cells_per_texel,
            position: card.visits,
        };
        let (visits, outcomes) = (&lane.visits, &lane.outcomes);
        let trail = visits::Trail { scan: lane.scan, count: card.row.count, visits, outcomes, ranks: &lane.ranks };
        let picture = pictures.entry(lane.scan).or_default();
        if let Some(texture) = picture.texture(painter.ctx(), subject, trail, part, theme) {
            paint_texture(painter, texture, screen.canvas);
        }
        let beyond = reaching(screen, BEYOND);
        paint_marks(&painter.with_clip_rect(beyond.canvas.intersect(painter.clip_rect())), &beyond, card, theme);
    }
    let mut frame = Lines::default();
    let around = reaching(screen, screen.points(LINE));
    frame.outline(&around, screen.canvas, LINE, theme.edge);
    frame.paint(painter);
    screen.canvas
}

/// All cells of a grid, local to the overlap box.
fn cells(grid: RankGrid) -> IntRect {
    let along = |texels: u32| texels * grid.cells_per_texel;
    IntRect::new(grid.origin, Size::new(along(grid.texels.width), along(grid.texels.height)))
}

/// The map of the overlap's cells: from the top left of the room, at the largest scale that fits.
fn screen(place: Rect, grid: RankGrid, pixels_per_point: f32) -> Screen {
    let room = texels_in(place, pixels_per_point);
    let zoom = match grid.cells_per_texel {
        1 => Zoom::In((room.width / grid.texels.width).min(room.height / grid.texels.height).max(1)),
        cells => Zoom::Out(cells),
    };
    let pixel = 1.0 / pixels_per_point;
    let side = if let Zoom::In(pixels) = zoom { pixels as f32 } else { 1.0 };
    let size = vec2(grid.texels.width as f32, grid.texels.height as f32) * side * pixel;
    let canvas = Rect::from_min_size((place.min + Vec2::splat(pixel)).round_to_pixels(pixels_per_point), size);
    let all = cells(grid);
    let centre = (f64::from(all.width) / 2.0, f64::from(all.height) / 2.0);
    Screen::new(Camera { centre, zoom }, canvas, pixels_per_point)
}

/// The same with more room around it, in points.
fn reaching(mut screen: Screen, by: f32) -> Screen {
    screen.canvas = screen.canvas.expand(by);
    screen
}

/// The current visit while the scan looks, afterwards the hit.
fn paint_marks(painter: &Painter, screen: &Screen, card: &Card<'_>, theme: &Theme) {
    let rect = |visit: Visit| screen.rect(visit.in_space_of(IntRect::default()));
    let Some(hit) = card.hit() else {
        let current = usize::try_from(card.visits - 1).ok().and_then(|rank| card.lane?.visits.get(rank));
        if let Some(&visit) = current.filter(|_| !card.has_stopped) {
            current::paint_frame(painter, screen, rect(visit), visit);
        }
        return;
    };
    let middle = match hit.cell {
        Some((x, y)) => screen.rect(IntRect::new(Cell::new(x.into(), y.into()), Size::new(1, 1))).center(),
        None => {
            current::paint_frame(painter, screen, rect(hit.visit), hit.visit);
            rect(hit.visit).center()
        }
    };
    let radius = screen.points((0.9 * screen.cell_pixels()).clamp(DIAMOND.0, DIAMOND.1));
    marks::rimmed_diamond(painter, middle, radius, theme.both);
}
