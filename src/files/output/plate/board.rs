//! The cells of the overlap box, and what a scan did with them.

use std::ops::Range;

use super::pen::{Pen, Text, TextAnchor};
use super::record::{DrawnVisits, Mark, Record, lies_in};
use super::tiles::{GridTiles, inset};
use maskscope_core::geom::{Cell, IntRect};
use maskscope_core::palette::{Palette, Rgb, contrast, mix};
use maskscope_core::scan::{Pair, RankMap, Visit, VisitOutcome};

/// Opacity of a visit of several cells inside its frame, 0 to 1, and of one that is accepted.
const AREA_FILL: f32 = 0.14;
const ACCEPTED_FILL: f32 = 0.20;
/// The longest reach of the cross in a visit that is pruned, in px.
const CROSS: f32 = 9.0;

/// Solid sprites in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CellGround {
    Clear,
    A,
    B,
    Both,
}

impl CellGround {
    /// Its colour, which no other has.
    pub fn color(self, palette: &Palette) -> Rgb {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an opacity is 0 to 1")]
        let fill = |color| mix(palette.ctl, color, (palette.bit_fill * 255.0) as u8);
        match self {
            Self::Clear => palette.ctl,
            Self::A => fill(palette.a),
            Self::B => fill(palette.b),
            Self::Both => palette.both,
        }
    }

    fn of(pair: &Pair<'_>, x: u32, y: u32) -> Self {
        match (pair.a_is_set(x, y), pair.b_is_set(x, y)) {
            (false, false) => Self::Clear,
            (true, false) => Self::A,
            (false, true) => Self::B,
            (true, true) => Self::Both,
        }
    }
}

/// The grid on the page.
#[derive(Debug)]
pub(super) struct Board<'a> {
    pub pair: Pair<'a>,
    pub palette: &'a Palette,
    pub tiles: GridTiles,
    /// True if the cells show what is solid in them.
    pub shows_ground: bool,
    /// Top left of the grid on the page, in px.
    pub origin: Cell,
}

impl Board<'_> {
    /// The grid's area on the page, in px.
    pub fn area(&self) -> IntRect {
        IntRect::new(self.origin, self.tiles.extent(self.pair.size()))
    }

    /// Draws the cells before any visit.
    pub fn draw_ground(&self, pen: &mut impl Pen) {
        pen.fill(self.area(), CellGround::Clear.color(self.palette));
        if self.shows_ground {
            self.draw_bits(pen);
        }
        if self.tiles.show_visits() {
            self.draw_gaps(pen);
        }
    }

    /// Draws the visits whose ranks, from 0, are in `ranks`; earlier ones must have been drawn before.
    pub fn draw_visits(&self, pen: &mut impl Pen, record: &Record, ranks: Range<u64>) {
        let color = |rank| self.palette.rank.of_rank(rank, record.count.visits);
        match &record.visits {
            DrawnVisits::Each(marks) => {
                let index = |rank| usize::try_from(rank).expect("the index of a visit in memory");
                let drawn = &marks[index(ranks.start)..index(ranks.end)];
                for (rank, mark) in (ranks.start..).zip(drawn) {
                    self.draw_mark(pen, *mark, rank, color(rank));
                }
            }
            DrawnVisits::Ranks(map) => pen.squares(self.squares(), self.tiles.side, &|column, row| {
                let rank = rank_of_square(map, column, row)?;
                ranks.contains(&rank).then(|| color(rank))
            }),
        }
    }

    /// Draws the diamond of the hit, where there is one.
    pub fn draw_hit(&self, pen: &mut impl Pen, record: &Record) {
        let Some(hit) = record.hit else { return };
        let place = self.place(hit.cell.map_or(hit.visit, |(x, y)| Visit::cell(x, y)));
        #[expect(clippy::cast_precision_loss, reason = "the side of a cell in px")]
        let radius = (self.tiles.side as f32 * 0.45).clamp(6.0, 14.0);
        draw_diamond(pen, middle(place), radius, self.palette);
    }

    /// Draws a frame round the visit that is being made.
    pub fn draw_current(&self, pen: &mut impl Pen, visit: Visit) {
        if !lies_in(visit, self.pair.size()) {
            return;
        }
        let IntRect { x, y, width, height } = self.place(visit);
        let around = IntRect { x: x - 2, y: y - 2, width: width + 4, height: height + 4 };
        pen.frame(around, 4, BLACK);
        pen.frame(inset(around, 1), 2, WHITE);
    }

    /// Draws the solid sprites of each cell, in runs of equal ones; as squares if the cells are too small to be
    /// distinguished.
    fn draw_bits(&self, pen: &mut impl Pen) {
        let size = self.pair.size();
        if !self.tiles.show_visits() {
            let color = |column, row| Some(self.ground_of_square(column, row).color(self.palette));
            return pen.squares(self.squares(), self.tiles.side, &color);
        }
        for y in 0..size.height {
            let row: Vec<(u32, CellGround)> = (0..size.width).map(|x| (x, CellGround::of(&self.pair, x, y))).collect();
            for run in row.chunk_by(|one, next| one.1 == next.1).filter(|run| run[0].1 != CellGround::Clear) {
                let (x, ground) = run[0];
                let width = u32::try_from(run.len()).expect("cells of a row");
                pen.fill(self.place(Visit { width, ..Visit::cell(x, y) }), ground.color(self.palette));
            }
        }
    }

    /// The lines between the cells, in the colour of the page.
    fn draw_gaps(&self, pen: &mut impl Pen) {
        let (area, side) = (self.area(), i64::from(self.tiles.side));
        for x in 1..i64::from(self.pair.size().width) {
            pen.fill(IntRect { x: area.x + x * side - 1, width: 1, ..area }, self.palette.panel);
        }
        for y in 1..i64::from(self.pair.size().height) {
            pen.fill(IntRect { y: area.y + y * side - 1, height: 1, ..area }, self.palette.panel);
        }
    }

    fn draw_mark(&self, pen: &mut impl Pen, Mark { visit, is_again, outcome }: Mark, rank: u64, color: Rgb) {
        let tile = self.tile(visit);
        if !lies_in(visit, self.pair.size()) {
            return;
        }
        if is_again {
            return pen.fill(hole(tile, self.tiles.number_size.is_some()), self.palette.panel);
        }
        if visit.cells() > 1 {
            draw_area(pen, self.place(visit), outcome, color, self.palette);
        } else {
            pen.fill(tile, color);
        }
        if let Some(size) = self.tiles.number_size {
            // The number of a visit of several cells stands on a tile in the first of them.
            pen.fill(tile, color);
            pen.text(&number(rank + 1, tile, size, color));
        }
    }

    /// The strongest ground in a square of the grid.
    fn ground_of_square(&self, column: u32, row: u32) -> CellGround {
        let (size, side) = (self.pair.size(), self.tiles.cells_per_square);
        let cells = |first: u32, end: u32| first * side..(first * side + side).min(end);
        let rows = cells(row, size.height);
        let grounds = rows.flat_map(|y| cells(column, size.width).map(move |x| CellGround::of(&self.pair, x, y)));
        grounds.max().unwrap_or(CellGround::Clear)
    }

    /// The area that all squares of the grid fill, in px.
    fn squares(&self) -> IntRect {
        let (grid, side) = (self.tiles.grid(self.pair.size()), self.tiles.side);
        IntRect { width: grid.width * side, height: grid.height * side, ..self.area() }
    }

    /// The area of a visit on the page.
    fn place(&self, Visit { x, y, width, height }: Visit) -> IntRect {
        let cells = IntRect { x: x.into(), y: y.into(), width, height };
        self.tiles.of_cells(cells).translated(self.origin)
    }

    /// The tile of a visit, or of its first cell, on the page.
    fn tile(&self, visit: Visit) -> IntRect {
        self.tiles.of_cell(visit.x.into(), visit.y.into()).translated(self.origin)
    }
}

const BLACK: Rgb = [0x00; 3];
const WHITE: Rgb = [0xFF; 3];

/// A diamond in the colour of a hit, with the rims that set it off from any ground.
pub(super) fn draw_diamond(pen: &mut impl Pen, centre: (f32, f32), radius: f32, palette: &Palette) {
    pen.diamond(centre, radius + 3.0, BLACK);
    pen.diamond(centre, radius + 1.5, WHITE);
    pen.diamond(centre, radius, palette.both);
}

/// A visit of several cells, which stay visible: with a cross if it is pruned, dashed and empty if it is split, in the
/// colour of a hit if it is accepted.
pub(super) fn draw_area(
    pen: &mut impl Pen,
    area: IntRect,
    outcome: Option<VisitOutcome>,
    color: Rgb,
    palette: &Palette,
) {
    match outcome {
        Some(VisitOutcome::Split) => return pen.dashed_frame(area, 2, color),
        Some(VisitOutcome::Hit) => {
            pen.tint(area, color, ACCEPTED_FILL);
            return pen.frame(area, 2, palette.both);
        }
        Some(VisitOutcome::Miss) | None => {}
    }
    pen.tint(area, color, AREA_FILL);
    pen.frame(area, 2, color);
    if outcome.is_some() {
        #[expect(clippy::cast_precision_loss, reason = "the side of an area in px")]
        let reach = (area.width.min(area.height) as f32 / 4.0).min(CROSS);
        pen.cross(middle(area), reach, color);
    }
}

/// The hole in a tile visited again: in the middle, or, beside a number, in the upper right corner.
pub(super) fn hole(tile: IntRect, beside_a_number: bool) -> IntRect {
    let side = if beside_a_number { tile.width / 5 } else { tile.width / 3 }.max(1);
    let (x, y) = if beside_a_number {
        (tile.right() - i64::from(side) - 2, tile.y + 2)
    } else {
        let margin = i64::from((tile.width - side) / 2);
        (tile.x + margin, tile.y + margin)
    };
    IntRect { x, y, width: side, height: side }
}

/// The rank of a square's first visit, from 0.
fn rank_of_square(map: &RankMap, column: u32, row: u32) -> Option<u64> {
    let stride = usize::try_from(map.columns).expect("u32 fits in usize");
    let rank = *map.ranks.get(row as usize * stride + column as usize)?;
    (rank != RankMap::NEVER).then(|| rank.into())
}

/// `n` in the middle of a tile, dark or light, whichever reads better on `ground`.
fn number(n: u64, tile: IntRect, size: f32, ground: Rgb) -> Text {
    let (x, y) = middle(tile);
    let dark = Palette::DARK.keyline;
    let color = if contrast(dark, ground) > contrast(WHITE, ground) { dark } else { WHITE };
    // The digits of Hack are 0.73 of the type's size high.
    Text { content: n.to_string(), x, baseline: y + 0.365 * size, size, anchor: TextAnchor::Middle, color }
}

/// The middle of an area, in px.
#[expect(clippy::cast_precision_loss, reason = "a place on the page in px")]
pub(super) fn middle(IntRect { x, y, width, height }: IntRect) -> (f32, f32) {
    (x as f32 + width as f32 / 2.0, y as f32 + height as f32 / 2.0)
}
