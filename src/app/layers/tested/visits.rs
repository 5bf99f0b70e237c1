//! Visited cells in the order of visits: a dot in rank colour, or the rectangle of a visit of several cells.

use egui::TextureId;

use crate::app::paint::draw::*;
use crate::app::paint::raster::{PaintRaster, Painted, paint_texture};
use crate::session::{RankGrid, Recording, Subject, WholeOrder};
use maskscope_core::scan::{Count, Own, RankMap, Scan, Visit, VisitOutcome};

/// At this zoom, in pixels per cell, and above, a visit is a dot that leaves its cell visible; below it, the cell is filled.
const DOTS_FROM: u32 = 6;
/// At this zoom, in pixels per cell, and above, the line around a dot is opaque; in a smaller cell it would hide the bits.
const FULL_KEYLINE_FROM: u32 = 12;
/// Opacity of the line around a dot in smaller cells.
const SMALL_KEYLINE: f32 = 0.55;
/// Opacity of the dots of a scan at rest after a miss, of what follows the hit while a script is edited, and of everything
/// while its text fails: the last order that ran.
const QUIET: f32 = 0.5;
const AFTER_THE_HIT: f32 = 0.6;
const LAST_THAT_RAN: f32 = 0.35;
/// Opacity of a filled cell, of the inside of a rectangle.
const CELL_FILL: f32 = 0.85;
const RECTANGLE_FILL: f32 = 0.14;
const ACCEPTED_FILL: f32 = 0.20;
/// Half the width of the cross in a pruned rectangle, in pixels, where there is room.
const CROSS: i64 = 5;

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch { layer: Layer::Visits, key: Some(Key::V), swatch }],
    paint: |draw, kept| kept.of::<Visits>().paint(draw),
};

/// The texture of the visits.
#[derive(Default)]
pub struct Visits(Painted<VisitsKey>);

/// Input of the picture.
#[derive(Clone, PartialEq)]
struct VisitsKey {
    subject: Subject,
    scan: Scan,
    part: ShownVisits,
    dark: bool,
}

/// Part of a scan that a picture shows.
#[derive(Clone, Copy, PartialEq)]
pub struct ShownVisits {
    /// The cells, local to the overlap box.
    pub cells: IntRect,
    /// Pixels per cell where visits are dots and rectangles, otherwise 1.
    pub cell_pixels: u32,
    /// Cells per pixel, otherwise 1.
    pub cells_per_pixel: u32,
    /// The number of visits played.
    pub position: u64,
    /// The first visits that stand out; the others step back behind the art, with this opacity.
    pub bright: u64,
    pub quiet: f32,
}

/// Known visits of a scan.
#[derive(Clone, Copy)]
pub struct Trail<'a> {
    pub scan: Scan,
    /// All its visits, and the cells they cover.
    pub count: Count,
    /// The first visits.
    pub visits: &'a [Visit],
    /// Their outcomes, if the scan reports them.
    pub outcomes: &'a [VisitOutcome],
    /// Rank of the first visit of each texel.
    pub ranks: &'a RankMap,
}

impl Visits {
    /// Paints what has been played of the selected scan.
    fn paint<'a>(&mut self, draw: &'a DrawContext<'_>) {
        let session = draw.session;
        let (played, edited) = (session.playback().position(), draw.edited_order());
        let has_run = played > 0 && !session.derived().recording_is_stale();
        if !draw.shows(Layer::Visits) || !has_run && edited.is_none() {
            return;
        }
        let Some(((visible, overlap), subject)) =
            draw.visible_overlap().zip(draw.overlap()).zip(session.derived().subject())
        else {
            return;
        };
        let recorded = || {
            let (recording, ranks) = session.derived().recording().zip(session.derived().ranks())?;
            let Recording { scan, count, visits, outcomes, .. } = recording;
            let is_at_rest_after_a_miss = recording.hit.is_none() && played == count.visits;
            let bright = if is_at_rest_after_a_miss { 0 } else { played };
            Some((Trail { scan: *scan, count: *count, visits, outcomes, ranks }, played, bright, QUIET))
        };
        let of_script = |(own, order): (Own, &'a WholeOrder)| {
            let WholeOrder { count, visits, outcomes, ranks } = order;
            let trail = Trail { scan: own.into(), count: *count, visits, outcomes, ranks };
            (trail, count.visits, if has_run { played } else { 0 }, AFTER_THE_HIT)
        };
        let Some((trail, position, bright, quiet)) = edited.map(of_script).or_else(recorded) else { return };
        let pixels = draw.screen.whole_cell_pixels();
        let part = ShownVisits {
            cells: visible.translated(Cell::ORIGIN - overlap.origin()),
            cell_pixels: if pixels >= DOTS_FROM { pixels } else { 1 },
            cells_per_pixel: draw.screen.cells_per_pixel(),
            position,
            bright,
            quiet,
        };
        let mut painter = draw.painter.with_clip_rect(draw.screen.rect(overlap).intersect(draw.screen.canvas));
        let (selected, previewed) = (session.scans().selected(), session.view().previewed);
        let is_as_wanted = trail.scan == previewed.map_or(selected, Scan::Own);
        if !is_as_wanted && selected.own().is_some_and(|own| session.derived().judgement(own).is_some()) {
            painter.multiply_opacity(LAST_THAT_RAN);
        }
        if let Some(texture) = self.texture(painter.ctx(), subject, trail, part, draw.theme) {
            paint_texture(&painter, texture, draw.screen.rect(visible));
        }
    }

    /// The picture of a part of a scan.
    pub fn texture(
        &mut self,
        ctx: &Context,
        subject: &Subject,
        trail: Trail<'_>,
        part: ShownVisits,
        theme: &Theme,
    ) -> Option<TextureId> {
        let key = VisitsKey { subject: subject.clone(), scan: trail.scan, part, dark: theme.dark };
        self.0.get(ctx, key, |key| paint(&key.part, theme, trail)).map(egui::TextureHandle::id)
    }
}

/// The texels the canvas can show: asked for where the overlap is too large to rank every cell.
pub fn rank_grid(draw: &DrawContext<'_>) -> Option<RankGrid> {
    let (visible, overlap) = draw.visible_overlap().zip(draw.overlap())?;
    let cells_per_texel = draw.screen.cells_per_pixel();
    let texels = Size::new(visible.width / cells_per_texel, visible.height / cells_per_texel);
    Some(RankGrid { origin: visible.origin() - overlap.origin(), cells_per_texel, texels })
}

fn paint(part: &ShownVisits, theme: &Theme, trail: Trail<'_>) -> PaintRaster {
    let texel = |cells: u32| (cells / part.cells_per_pixel) as usize;
    let side = part.cell_pixels as usize;
    let mut raster = PaintRaster::new(texel(part.cells.width) * side, texel(part.cells.height) * side);
    let colors = RankColors::new(theme, trail.count);
    if part.cell_pixels == 1 {
        fill_cells(&mut raster, part, &colors, trail.ranks);
    } else if trail.count.visits == trail.count.cells {
        paint_dots(&mut raster, part, theme, &colors, trail.ranks);
    } else {
        paint_visits(&mut raster, part, theme, &colors, trail);
    }
    raster
}

/// Every visit on its own, for scans that look at rectangles.
fn paint_visits(
    raster: &mut PaintRaster,
    part: &ShownVisits,
    theme: &Theme,
    colors: &RankColors<'_>,
    trail: Trail<'_>,
) {
    let played = usize::try_from(part.position).unwrap_or(usize::MAX).min(trail.visits.len());
    for (at, (&visit, rank)) in trail.visits[..played].iter().zip(0..).enumerate() {
        if visit.cells() > 1 {
            let outcome = trail.outcomes.get(at).copied();
            paint_rectangle(raster, part, visit, outcome, colors.of(rank), theme.both);
        } else {
            let cell = Cell::new(visit.x.into(), visit.y.into()) - part.cells.origin();
            paint_dot(raster, part, cell, (rank, colors.of(rank)), theme);
        }
    }
}

/// The rank colours of one scan.
struct RankColors<'a> {
    theme: &'a Theme,
    last: u64,
}

impl<'a> RankColors<'a> {
    /// More colours than these look the same.
    const STEPS: u64 = 2_047;

    fn new(theme: &'a Theme, count: Count) -> Self {
        Self { theme, last: count.visits.saturating_sub(1).max(1) }
    }

    #[expect(clippy::cast_precision_loss, reason = "a colour needs no more than eight bits of it")]
    fn of(&self, rank: u64) -> Color32 {
        self.theme.rank(rank as f32 / self.last as f32)
    }

    /// The colours of filled cells, from the first visit to the last: looked up, since a large picture has a million.
    fn filled(&self) -> impl Fn(u64) -> Color32 {
        let steps = self.last.min(Self::STEPS);
        let colors: Vec<_> =
            (0..=steps).map(|step| self.of(step * self.last / steps).gamma_multiply(CELL_FILL)).collect();
        let last = self.last;
        move |rank| colors[usize::try_from(rank.min(last) * steps / last).expect("one of the steps")]
    }
}

/// The first rank under pixel or cell `(x, y)` of the picture, if it has been played.
fn played_rank(part: &ShownVisits, ranks: &RankMap, x: u32, y: u32) -> Option<u64> {
    let side = part.cells_per_pixel;
    let local = |first: i64, n: u32| first + i64::from(n) * i64::from(side);
    ranks.earliest(local(part.cells.x, x), local(part.cells.y, y), side).filter(|&rank| rank < part.position)
}

fn fill_cells(raster: &mut PaintRaster, part: &ShownVisits, colors: &RankColors<'_>, ranks: &RankMap) {
    let (color, side) = (colors.filled(), part.cells_per_pixel);
    let places = |first: i64, cells: u32| (first..).step_by(side as usize).take((cells / side) as usize);
    let columns: Vec<_> = places(part.cells.x, part.cells.width).map(|x| ranks.columns_of(x, side)).collect();
    for (row, y) in places(part.cells.y, part.cells.height).enumerate() {
        let rows = ranks.rows_of(y, side);
        for (columns, pixel) in columns.iter().zip(raster.row_mut(row)) {
            let rank = ranks.earliest_of(columns.clone(), rows.clone());
            if let Some(rank) = rank.filter(|&rank| rank < part.position) {
                *pixel = color(rank);
            }
        }
    }
}

/// True if cell `(x, y)` of the picture has been visited twice.
fn is_played_again(part: &ShownVisits, ranks: &RankMap, x: u32, y: u32) -> bool {
    let rank = ranks.second_rank_of_cell(part.cells.x + i64::from(x), part.cells.y + i64::from(y));
    rank.is_some_and(|rank| rank != RankMap::NEVER && u64::from(rank) < part.position)
}

/// A dot in each cell visited; a hole in it where the cell was visited twice.
fn paint_dots(raster: &mut PaintRaster, part: &ShownVisits, theme: &Theme, colors: &RankColors<'_>, ranks: &RankMap) {
    let dot = dot_pixels(part.cell_pixels);
    for y in 0..part.cells.height {
        for x in 0..part.cells.width {
            if let Some(rank) = played_rank(part, ranks, x, y) {
                let (left, top) =
                    paint_dot(raster, part, Cell::new(x.into(), y.into()), (rank, colors.of(rank)), theme);
                if is_played_again(part, ranks, x, y) {
                    let hole = (dot / 3).max(1);
                    let inset = (dot - hole) / 2;
                    raster.fill(left + inset, top + inset, hole, hole, theme.keyline);
                }
            }
        }
    }
}

/// A square in the middle of a cell of the picture, with a keyline of one pixel. Returns its top left pixel.
fn paint_dot(
    raster: &mut PaintRaster,
    part: &ShownVisits,
    cell: Cell,
    (rank, color): (u64, Color32),
    theme: &Theme,
) -> (i64, i64) {
    let side = i64::from(part.cell_pixels);
    let dot = dot_pixels(part.cell_pixels);
    let inset = (side - dot) / 2;
    let (left, top) = (cell.x * side + inset, cell.y * side + inset);
    if rank >= part.bright {
        raster.fill(left, top, dot, dot, color.gamma_multiply(part.quiet));
        return (left, top);
    }
    let is_small = part.cell_pixels < FULL_KEYLINE_FROM;
    let keyline = if is_small { theme.keyline.gamma_multiply(SMALL_KEYLINE) } else { theme.keyline };
    raster.fill(left - 1, top - 1, dot + 2, dot + 2, keyline);
    raster.fill(left, top, dot, dot, color);
    (left, top)
}

/// Two fifths of the cell, odd where the cell is odd; in a small cell all that its keyline leaves.
fn dot_pixels(cell_pixels: u32) -> i64 {
    let cell = i64::from(cell_pixels);
    let dot = 2 * cell / 5;
    if cell_pixels < DOTS_FROM { cell - 2 } else { dot + (cell - dot) % 2 }
}

/// The frame of a visit of several cells, one pixel inside its edge, and a faint filling.
///
/// Of a scan that looks at rectangles: pruned ones are crossed out, split ones dashed and empty, the accepted one is
/// filled and bears the diamond.
fn paint_rectangle(
    raster: &mut PaintRaster,
    part: &ShownVisits,
    visit: Visit,
    outcome: Option<VisitOutcome>,
    color: Color32,
    accepted: Color32,
) {
    let cell = i64::from(part.cell_pixels);
    // A visit of few pixels keeps its inside by a thinner line.
    let is_thin = cell * i64::from(visit.width.min(visit.height)) < 2 * i64::from(DOTS_FROM);
    let (line, inset) = if is_thin { (1, 0) } else { (2, 1) };
    let left = (i64::from(visit.x) - part.cells.x) * cell + inset;
    let top = (i64::from(visit.y) - part.cells.y) * cell + inset;
    let along = |cells: u32| i64::from(cells) * cell - 2 * inset;
    let (width, height) = (along(visit.width), along(visit.height));
    let middle = (left + width / 2, top + height / 2);
    match outcome {
        Some(VisitOutcome::Split) => raster.dashed_frame([left, top, width, height], line, color),
        Some(VisitOutcome::Miss) => {
            raster.fill(left, top, width, height, color.gamma_multiply(RECTANGLE_FILL));
            raster.frame([left, top, width, height], line, color);
            raster.cross(middle, CROSS.min(width / 3).min(height / 3), color);
        }
        Some(VisitOutcome::Hit) => {
            raster.fill(left, top, width, height, color.gamma_multiply(ACCEPTED_FILL));
            raster.frame([left, top, width, height], line, accepted);
        }
        None => {
            raster.fill(left, top, width, height, color.gamma_multiply(RECTANGLE_FILL));
            raster.frame([left, top, width, height], line, color);
        }
    }
}

fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    for (at, rank) in [(3.0, 0.0), (9.0, 0.33), (15.0, 0.67), (21.0, 1.0)] {
        let center = pos2(rect.left() + at, rect.center().y);
        painter.rect_filled(Rect::from_center_size(center, Vec2::splat(6.0)), 0.0, theme.keyline);
        painter.rect_filled(Rect::from_center_size(center, Vec2::splat(4.0)), 0.0, theme.rank(rank));
    }
}
