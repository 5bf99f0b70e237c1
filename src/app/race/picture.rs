//! The picture on a card, and what its colours and marks mean: the art and the bits of the overlap, the visits so far, the current one or the hit.

use std::collections::HashMap;

use egui::emath::GuiRounding as _;

use super::card::RaceCard;
use super::places::texels_in;
use crate::app::layers::art::{sprites::Tiles, xray::Xray};
use crate::app::layers::results::current;
use crate::app::layers::switch;
use crate::app::layers::tested::visits::{self, Visits};
use crate::app::paint::{lines::Lines, raster::paint_texture, screen::Screen, write::elided};
use crate::app::prelude::*;
use crate::session::{Camera, Layer, RankGrid, Zoom};
use maskscope_core::scan::{Scan, Visit};
use maskscope_core::scene::Collision;

/// At this zoom, in pixels per cell, and above, visits are dots and rectangles; below it, their cells are filled.
const DOTS_FROM: u32 = 4;
/// The picture has a line of one physical pixel around it.
const LINE: f64 = 1.0;
/// Overhang of marks beyond the picture, in points: to the edge of the card.
const BEYOND: f32 = 8.0;
/// The least and the largest radius of the diamond, in physical pixels.
const DIAMOND: (f64, f64) = (5.0, 12.0);

/// The textures of all pictures.
#[derive(Default)]
pub(super) struct RacePictures {
    art: [Option<Tiles>; 2],
    /// On the podium, and on the other cards.
    bits: [Xray; 2],
    /// The visits of each scan, repainted only when they change.
    visits: HashMap<Scan, Visits>,
}

impl RacePictures {
    /// Paints the picture of a card into the room for it; returns what it fills.
    pub fn paint(&mut self, painter: &Painter, room: Rect, card: &RaceCard<'_>, is_first: bool) -> Rect {
        let session = card.session;
        let derived = session.derived();
        let (Some(subject), Some(grid)) = (derived.subject(), derived.lane_grid()) else { return room };
        let theme = Theme::of(painter.ctx());
        let (screen, cells) = screen(room, grid, painter.pixels_per_point());
        let inside = painter.with_clip_rect(screen.canvas.intersect(painter.clip_rect()));
        let Some(shared) = subject.overlap_box() else { return room };
        let origins = [Cell::ORIGIN, subject.offset.cell()].map(|origin| origin - shared.origin());
        for ((tiles, posed), origin) in self.art.iter_mut().zip(&subject.posed).zip(origins) {
            let tiles = Tiles::kept(tiles, painter.ctx(), posed.raster.picture());
            tiles.paint(&inside, &screen, origin, Color32::WHITE);
        }
        let (pixels, cells_per_pixel) = (screen.whole_cell_pixels(), screen.cells_per_pixel());
        let bits = &mut self.bits[usize::from(!is_first)];
        if let Some(texture) = bits.whole(painter.ctx(), subject, (pixels, cells_per_pixel), theme) {
            paint_texture(painter, texture, screen.canvas);
        }
        if let Some(lane) = card.lane.filter(|_| card.visits > 0 && !derived.rows_are_stale()) {
            let cell_pixels = if pixels >= DOTS_FROM { pixels } else { 1 };
            let position = card.visits;
            let part =
                visits::ShownVisits { cells, cell_pixels, cells_per_pixel, position, bright: u64::MAX, quiet: 1.0 };
            let (visits, outcomes) = (&lane.visits, &lane.outcomes);
            let trail = visits::Trail { scan: lane.scan, count: card.row.count, visits, outcomes, ranks: &lane.ranks };
            let picture = self.visits.entry(lane.scan).or_default();
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
}

/// The map of the overlap's cells, in the middle of the room, at the largest scale that fits; and the cells that it
/// shows, local to the overlap box.
fn screen(place: Rect, grid: RankGrid, pixels_per_point: f32) -> (Screen, IntRect) {
    let (room, texels) = (texels_in(place, pixels_per_point), grid.texels);
    let too_large = texels.width.div_ceil(room.width).max(texels.height.div_ceil(room.height)).max(1);
    let zoom = match grid.cells_per_texel * too_large {
        1 => Zoom::In((room.width / texels.width).min(room.height / texels.height)),
        cells => Zoom::Out(cells),
    };
    let (side, cells_per_pixel) = match zoom {
        Zoom::In(pixels) => (pixels, 1),
        Zoom::Out(cells) => (1, cells),
    };
    let shown = Size::new(texels.width.div_ceil(too_large), texels.height.div_ceil(too_large));
    let all = IntRect::new(grid.origin, Size::new(shown.width * cells_per_pixel, shown.height * cells_per_pixel));
    let pixel = 1.0 / pixels_per_point;
    let size = vec2((shown.width * side) as f32, (shown.height * side) as f32) * pixel;
    let corner = (place.center() - size / 2.0).max(place.min + Vec2::splat(pixel));
    let canvas = Rect::from_min_size(corner.round_to_pixels(pixels_per_point), size);
    let centre = (f64::from(all.width) / 2.0, f64::from(all.height) / 2.0);
    (Screen::new(Camera { centre, zoom }, canvas, pixels_per_point), all)
}

/// `screen` with its canvas larger by `by` points on each side.
fn reaching(mut screen: Screen, by: f32) -> Screen {
    screen.canvas = screen.canvas.expand(by);
    screen
}

/// The current visit while the scan looks, afterwards the hit.
fn paint_marks(painter: &Painter, screen: &Screen, card: &RaceCard<'_>, theme: &Theme) {
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

/// From the edges of the legend to its first and last line, and sizes of a swatch and of the free space beside it, in points.
const LEGEND_EDGE: f32 = 20.0;
const SWATCH: [f32; 2] = [24.0, 14.0];
const EDGE: f32 = 12.0;
const TEXT: f32 = EDGE + SWATCH[0] + 9.0;

/// Shows what the colours and marks of all pictures mean: lines spread over a card, the last one of the poster. Without a
/// shared pixel there is no hit to explain.
pub(super) fn legend(ui: &Ui, rect: Rect, session: &Session) {
    type PaintSwatch = fn(&Painter, Rect, &Theme);
    let (theme, painter) = (Theme::of(ui), ui.painter());
    let only = |slot| format!("only {}", session.stage().get(slot).map_or("", |placed| placed.sprite().stem()));
    let paint = |layer| switch(layer).swatch;
    let is_hit = session.derived().collision().is_some_and(Collision::masks_overlap);
    let paint_ring: PaintSwatch = |painter, rect, theme| marks::ring(painter, rect.center(), 4.5, theme.t1);
    let mut lines: Vec<(PaintSwatch, String)> =
        vec![(paint(Layer::BitsA), only(Slot::A)), (paint(Layer::BitsB), only(Slot::B))];
    lines.extend(is_hit.then(|| (paint(Layer::BitsBoth), "both".to_owned())));
    lines.push((paint(Layer::Visits), "first to last visit".to_owned()));
    lines.push(match is_hit {
        true => (paint(Layer::FirstHit), "the hit".to_owned()),
        false => (paint_ring, "read all, no hit".to_owned()),
    });
    painter.rect(rect, 3.0, theme.panel, Stroke::new(1.0, theme.line), StrokeKind::Inside);
    let apart = (rect.height() - 2.0 * LEGEND_EDGE) / (lines.len() - 1) as f32;
    for (at, (paint, text)) in lines.iter().enumerate() {
        let middle = rect.left_top() + vec2(0.0, LEGEND_EDGE + apart * at as f32);
        paint(painter, Align2::LEFT_CENTER.anchor_size(middle + vec2(EDGE, 0.0), SWATCH.into()), theme);
        let words = elided(ui, text, rect.width() - TEXT - EDGE, &theme::note());
        painter.text(middle + vec2(TEXT, 0.0), Align2::LEFT_CENTER, words, theme::note(), theme.t2);
    }
    let listed: Vec<String> = lines.into_iter().map(|(_, text)| text).collect();
    let response = ui.interact(rect, ui.scope_id().with("legend"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Legend: {}", listed.join(", "))));
}
