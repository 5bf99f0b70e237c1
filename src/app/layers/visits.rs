//! Which cells the scan has visited, and when: a dot in rank colour, or the rectangle of a visit that covers several.

use egui::Color32;

use crate::{
    app::{
        easel::Easel,
        raster::{Painted, Raster, paint_texture},
        theme::Theme,
    },
    geom::{Cell, IntRect, Size},
    scan::{Outcome, RankMap, Scan, Visit},
    session::{Layer, RankGrid, Recording, Subject},
};

/// From so many pixels per cell on, a visit is a dot that leaves its cell to be seen; below, the cell is filled.
const DOTS_FROM: u32 = 6;
/// From so many pixels per cell on, the line around a dot is opaque.
const FULL_KEYLINE_FROM: u32 = 8;
/// Opacity of a filled cell, of the inside of a rectangle.
const CELL_FILL: f32 = 0.85;
const RECTANGLE_FILL: f32 = 0.14;
const ACCEPTED_FILL: f32 = 0.20;
/// Half the width of the cross in a pruned rectangle, in pixels, where there is room.
const CROSS: i64 = 5;

/// The texture of the visits.
pub struct Visits(Painted<Key>);

/// What the picture depends on.
#[derive(Clone, PartialEq)]
struct Key {
    subject: Subject,
    scan: Scan,
    /// The cells it shows, local to the overlap box.
    cells: IntRect,
    /// Pixels per cell where visits are dots, otherwise 1.
    cell_pixels: u32,
    cells_per_pixel: u32,
    position: u64,
    dark: bool,
}

impl Default for Visits {
    fn default() -> Self {
        Self(Painted::new("visits"))
    }
}

impl Visits {
    /// Paints what has been played of the selected scan.
    pub fn paint(&mut self, easel: &Easel<'_>) {
        let session = easel.session;
        let played = session.playback().position();
        if !easel.shows(Layer::Visits) || played == 0 || session.recording_is_stale() {
            return;
        }
        let Some(((visible, overlap), subject)) = easel.visible_overlap().zip(easel.overlap()).zip(session.subject())
        else {
            return;
        };
        let Some((recording, ranks)) = session.recording().zip(session.ranks()) else { return };
        let pixels = easel.screen.whole_cell_pixels();
        let key = Key {
            subject: subject.clone(),
            scan: recording.scan,
            cells: visible.translated(Cell::ORIGIN - overlap.origin()),
            cell_pixels: if pixels >= DOTS_FROM { pixels } else { 1 },
            cells_per_pixel: easel.screen.cells_per_pixel(),
            position: played,
            dark: easel.theme.dark,
        };
        let painter = easel.painter.with_clip_rect(easel.screen.rect(overlap).intersect(easel.screen.canvas));
        let paint = |key: &Key| paint(key, easel.theme, recording, ranks);
        if let Some(texture) = self.0.get(painter.ctx(), key, paint) {
            paint_texture(&painter, texture, easel.screen.rect(visible));
        }
    }
}

/// Which texels the canvas can show: asked for where the overlap is too large to rank every cell.
pub fn rank_grid(easel: &Easel<'_>) -> Option<RankGrid> {
    let (visible, overlap) = easel.visible_overlap().zip(easel.overlap())?;
    let cells_per_texel = easel.screen.cells_per_pixel();
    let texels = Size::new(visible.width / cells_per_texel, visible.height / cells_per_texel);
    Some(RankGrid { origin: visible.origin() - overlap.origin(), cells_per_texel, texels })
}

fn paint(key: &Key, theme: &Theme, recording: &Recording, ranks: &RankMap) -> Raster {
    let texel = |cells: u32| (cells / key.cells_per_pixel) as usize;
    let side = key.cell_pixels as usize;
    let mut raster = Raster::new(texel(key.cells.width) * side, texel(key.cells.height) * side);
    let colors = Colors::new(theme, recording);
    if key.cell_pixels == 1 {
        fill_cells(&mut raster, key, &colors, ranks);
        return raster;
    }
    let played = usize::try_from(key.position).unwrap_or(usize::MAX).min(recording.visits.len());
    let areas = recording.visits[..played].iter().zip(0..).filter(|(visit, _)| visit.cells() > 1);
    for (&visit, rank) in areas {
        let outcome = usize::try_from(rank).ok().and_then(|rank| recording.outcomes.get(rank));
        paint_rectangle(&mut raster, key, visit, outcome.copied(), colors.of(rank), theme.both);
    }
    // A cell inside rectangles is told by them; dots are for cells visited one by one.
    if recording.outcomes.is_empty() && recording.visits.iter().all(|visit| visit.cells() == 1) {
        paint_dots(&mut raster, key, theme, &colors, ranks);
    }
    raster
}

/// The rank colours of one scan.
struct Colors<'a> {
    theme: &'a Theme,
    last: u64,
}

impl<'a> Colors<'a> {
    fn new(theme: &'a Theme, recording: &Recording) -> Self {
        Self { theme, last: recording.count.visits.saturating_sub(1).max(1) }
    }

    #[expect(clippy::cast_precision_loss, reason = "a colour needs no more than eight bits of it")]
    fn of(&self, rank: u64) -> Color32 {
        self.theme.rank(rank as f32 / self.last as f32)
    }
}

/// The first rank under pixel or cell `(x, y)` of the picture, if it has been played.
fn played_rank(key: &Key, ranks: &RankMap, x: u32, y: u32) -> Option<u64> {
    let side = key.cells_per_pixel;
    let local = |first: i64, n: u32| first + i64::from(n) * i64::from(side);
    ranks.earliest(local(key.cells.x, x), local(key.cells.y, y), side).filter(|&rank| rank < key.position)
}

fn fill_cells(raster: &mut Raster, key: &Key, colors: &Colors<'_>, ranks: &RankMap) {
    for y in 0..key.cells.height / key.cells_per_pixel {
        for (x, pixel) in (0..).zip(raster.row_mut(y as usize)) {
            if let Some(rank) = played_rank(key, ranks, x, y) {
                *pixel = colors.of(rank).gamma_multiply(CELL_FILL);
            }
        }
    }
}

/// Whether cell `(x, y)` of the picture has been visited twice.
fn is_played_again(key: &Key, ranks: &RankMap, x: u32, y: u32) -> bool {
    let rank = ranks.second_rank_of_cell(key.cells.x + i64::from(x), key.cells.y + i64::from(y));
    rank.is_some_and(|rank| rank != RankMap::NEVER && u64::from(rank) < key.position)
}

/// A square of half the cell in its middle, odd where the cell is odd, with a keyline of one pixel;
/// a hole in it where the cell was visited twice.
fn paint_dots(raster: &mut Raster, key: &Key, theme: &Theme, colors: &Colors<'_>, ranks: &RankMap) {
    let cell = i64::from(key.cell_pixels);
    let dot = cell / 2 - (cell - cell / 2) % 2;
    let inset = (cell - dot) / 2;
    // In a small cell a full keyline would hide the bits.
    let keyline = if key.cell_pixels < FULL_KEYLINE_FROM { theme.keyline.gamma_multiply(0.5) } else { theme.keyline };
    for y in 0..key.cells.height {
        for x in 0..key.cells.width {
            if let Some(rank) = played_rank(key, ranks, x, y) {
                let (left, top) = (i64::from(x) * cell + inset, i64::from(y) * cell + inset);
                raster.fill(left - 1, top - 1, dot + 2, dot + 2, keyline);
                raster.fill(left, top, dot, dot, colors.of(rank));
                if is_played_again(key, ranks, x, y) {
                    let hole = (dot / 3).max(1);
                    let inset = (dot - hole) / 2;
                    raster.fill(left + inset, top + inset, hole, hole, theme.keyline);
                }
            }
        }
    }
}

/// The frame of a visit of several cells, one pixel inside its edge, and a faint filling.
///
/// Of a scan that looks at rectangles: pruned ones are crossed out, split ones dashed and empty, the accepted one is
/// filled and bears the diamond.
fn paint_rectangle(
    raster: &mut Raster,
    key: &Key,
    visit: Visit,
    outcome: Option<Outcome>,
    color: Color32,
    accepted: Color32,
) {
    let cell = i64::from(key.cell_pixels);
    let left = (i64::from(visit.x) - key.cells.x) * cell + 1;
    let top = (i64::from(visit.y) - key.cells.y) * cell + 1;
    let (width, height) = (i64::from(visit.width) * cell - 2, i64::from(visit.height) * cell - 2);
    let middle = (left + width / 2, top + height / 2);
    match outcome {
        Some(Outcome::Split) => raster.dashed_frame([left, top, width, height], 2, color),
        Some(Outcome::Miss) => {
            raster.fill(left, top, width, height, color.gamma_multiply(RECTANGLE_FILL));
            raster.frame([left, top, width, height], 2, color);
            raster.cross(middle, CROSS.min(width / 3).min(height / 3), color);
        }
        Some(Outcome::Hit) => {
            raster.fill(left, top, width, height, color.gamma_multiply(ACCEPTED_FILL));
            raster.frame([left, top, width, height], 2, accepted);
        }
        None => {
            raster.fill(left, top, width, height, color.gamma_multiply(RECTANGLE_FILL));
            raster.frame([left, top, width, height], 2, color);
        }
    }
}
