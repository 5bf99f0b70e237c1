//! Recognition of sheets: equal cells separated by clear columns or rows.

use std::cmp::Reverse;

use crate::geom::{Cell, IntRect, Size};
use crate::scene::{Grid, Picture, rgba_rows};

/// The shortest side of a cell; smaller cells are parts of a sprite.
const SHORTEST: u32 = 4;
/// The greatest ratio of a cell's sides.
const LONGEST_SHAPE: u32 = 3;
/// The widest margin and spacing that are tried.
const WIDEST_GAP: u32 = 8;
/// Limits of the search: larger images are not searched, and no more grids than this, since each is a pass over all
/// pixels.
const MOST_PIXELS: u64 = 1 << 24;
const MOST_GRIDS: usize = 32;

impl Grid {
    /// The grid that the clear columns and rows of `sheet` suggest; `None` if it could also be a single sprite.
    ///
    /// Cells that divide the sheet come before those with a margin or spacing, square ones before others, small ones
    /// before large ones. Each holds pixels, at about the same position. A single sprite with gaps has few of them, at
    /// unequal distances, between parts that differ or mirror one another.
    pub fn recognised(sheet: &Picture) -> Option<Self> {
        let size = sheet.size();
        if !sheet.has_alpha || size.is_empty() || size.area() > MOST_PIXELS {
            return None;
        }
        let ink = InkedLines::of(sheet);
        let dividing = ink.grids(size, 0, 0);
        let best = dividing.into_iter().take(MOST_GRIDS).find(|grid| grid.likeness_on(sheet).is_some());
        best.or_else(|| {
            let gaps = (0..=WIDEST_GAP).flat_map(|margin| (0..=WIDEST_GAP).map(move |spacing| (margin, spacing)));
            let mut spaced: Vec<Self> = gaps
                .filter(|gap| *gap != (0, 0))
                .flat_map(|(margin, spacing)| ink.grids(size, margin, spacing))
                .collect();
            let count = |grid: &Self| grid.columns_and_rows(size).area();
            spaced.retain(|grid| count(grid) >= 4);
            spaced.sort_by_key(|grid| (Reverse(count(grid)), grid.margin + grid.spacing));
            let found = spaced.into_iter().take(MOST_GRIDS).filter_map(|grid| Some((grid, grid.likeness_on(sheet)?)));
            // Of grids with the same number of cells, the one whose content moves least.
            let better = |best: (Self, f64), next: (Self, f64)| {
                if count(&next.0) == count(&best.0) && next.1 > best.1 { next } else { best }
            };
            found.reduce(better).map(|(grid, _)| grid)
        })
    }

    /// The likeness of the cells of `sheet`, from 0 to 1; `None` if they cannot be frames of a sheet.
    fn likeness_on(&self, sheet: &Picture) -> Option<f64> {
        let (cells, counts) = (self.cells(sheet.size()), self.columns_and_rows(sheet.size()));
        let bounds: Vec<Option<IntRect>> = cells.iter().map(|cell| bounds_in(sheet, *cell)).collect();
        let filled: Vec<IntRect> = bounds.iter().flatten().copied().collect();
        // Rows may end early, but no row is empty or begins with an empty cell.
        let row_is_whole = |row: &[Option<IntRect>]| {
            let count = row.iter().take_while(|cell| cell.is_some()).count();
            count > 0 && row[count..].iter().all(Option::is_none)
        };
        let rows_are_whole = bounds.chunks(counts.width as usize).all(row_is_whole);
        if filled.len() < 2 || 3 * filled.len() < 2 * bounds.len() || !rows_are_whole {
            return None;
        }
        let size = sheet.size();
        let least = match counts.area() {
            2 | 3 if self.cell.width == self.cell.height => 0.6,
            // Two or three parts of a roughly square image are more likely a sprite with gaps.
            2 | 3 if 3 * size.width.max(size.height) < 4 * size.width.min(size.height) => return None,
            2 | 3 => 0.75,
            _ if self.margin + self.spacing > 0 => 0.6,
            _ => 0.4,
        };
        let likeness = likeness(&filled);
        (likeness >= least && !has_mirrored_parts(sheet, cells[0], counts)).then_some(likeness)
    }
}

/// Columns and rows of a sheet with a pixel that is not clear.
struct InkedLines {
    columns: Vec<bool>,
    rows: Vec<bool>,
}

impl InkedLines {
    fn of(sheet: &Picture) -> Self {
        let Size { width, height } = sheet.size();
        let mut ink = Self { columns: vec![false; width as usize], rows: vec![false; height as usize] };
        for (pixels, row) in sheet.rgba().as_chunks::<4>().0.chunks(width as usize).zip(&mut ink.rows) {
            for ([_, _, _, alpha], column) in pixels.iter().zip(&mut ink.columns) {
                *column |= *alpha > 0;
                *row |= *alpha > 0;
            }
        }
        ink
    }

    /// The grids of at least two cells that cover the sheet, with no ink between cells: square cells first, then many.
    fn grids(&self, sheet: Size, margin: u32, spacing: u32) -> Vec<Grid> {
        let (columns, rows) = (sides(&self.columns, margin, spacing), sides(&self.rows, margin, spacing));
        let grid = |width, height| Grid { cell: Size::new(width, height), margin, spacing };
        let mut grids: Vec<Grid> =
            columns.iter().flat_map(|&width| rows.iter().map(move |&height| grid(width, height))).collect();
        grids.retain(|grid| grid.columns_and_rows(sheet).area() >= 2 && has_shape(grid.cell));
        grids.sort_by_key(|grid| (grid.cell.width != grid.cell.height, grid.cell.area()));
        grids
    }
}

const fn has_shape(cell: Size) -> bool {
    let (long, short) = if cell.width > cell.height { (cell.width, cell.height) } else { (cell.height, cell.width) };
    long <= LONGEST_SHAPE.saturating_mul(short)
}

/// The possible sides of equal cells that cover a side of the sheet, with no ink outside of them or across the boundary
/// of two. The margin may also stand behind the last cell.
fn sides(ink: &[bool], margin: u32, spacing: u32) -> Vec<u32> {
    let length = u32::try_from(ink.len()).expect("a side of a picture");
    let is_clear = |from: u32, to: u32| !ink[from as usize..to as usize].contains(&true);
    let parted = |behind: u32| {
        let all = (length + spacing).checked_sub(margin + behind).filter(|_| length > margin + behind);
        let counts = 1..=all.map_or(0, |all| all / (SHORTEST + spacing));
        let all = all.unwrap_or(0);
        let is_parted = move |count: &u32| {
            let step = all / count;
            let boundary = |n: u32| margin + n * step;
            let between = |n: u32| match spacing {
                0 => !(ink[boundary(n) as usize - 1] && ink[boundary(n) as usize]),
                _ => is_clear(boundary(n) - spacing, boundary(n)),
            };
            all.is_multiple_of(*count)
                && is_clear(0, margin)
                && is_clear(length - behind, length)
                && (1..*count).all(between)
        };
        counts.filter(is_parted).map(move |count| all / count - spacing)
    };
    let mut sides: Vec<u32> = parted(margin).chain(parted(0)).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

/// The bounds of the ink in a cell, from the cell's top left.
fn bounds_in(sheet: &Picture, cell: IntRect) -> Option<IntRect> {
    let line = |(y, row): (i64, std::ops::Range<usize>)| {
        let pixels = sheet.rgba()[row].as_chunks::<4>().0;
        let is_ink = |[_, _, _, alpha]: &[u8; 4]| *alpha > 0;
        let (first, last) = (pixels.iter().position(is_ink)?, pixels.iter().rposition(is_ink)?);
        let width = u32::try_from(last - first + 1).expect("at most a cell");
        Some(IntRect::new(Cell::new(i64::try_from(first).expect("inside a cell"), y), Size::new(width, 1)))
    };
    (0..).zip(rgba_rows(sheet.size(), cell)).filter_map(line).reduce(IntRect::union)
}

/// The likeness of the cells' bounds and the usual bounds: the median, from 0 to 1; of two the lesser.
fn likeness(filled: &[IntRect]) -> f64 {
    let edge = |edge: fn(&IntRect) -> i64| {
        let mut edges: Vec<i64> = filled.iter().map(edge).collect();
        edges.sort_unstable();
        edges[edges.len() / 2]
    };
    let (left, top) = (edge(|it| it.x), edge(|it| it.y));
    let side = |from: i64, to: i64| u32::try_from(to - from).unwrap_or(0);
    let size = Size::new(side(left, edge(|it| it.right())), side(top, edge(|it| it.bottom())));
    let usual = IntRect::new(Cell::new(left, top), size);
    let share = |cell: &IntRect| {
        let common = cell.intersection(usual).map_or(0, |common| common.size().area());
        let all = cell.size().area() + usual.size().area() - common;
        common as f64 / all as f64
    };
    let mut shares: Vec<f64> = filled.iter().map(share).collect();
    shares.sort_by(f64::total_cmp);
    shares[(shares.len() - 1) / 2]
}

/// True for a symmetric image whose first cell is not: its cells are halves or quarters of one sprite.
fn has_mirrored_parts(sheet: &Picture, first: IntRect, counts: Size) -> bool {
    let is_ink = |x: i64, y: i64| {
        let pixel = u32::try_from(x).ok().zip(u32::try_from(y).ok()).and_then(|(x, y)| sheet.pixel(x, y));
        pixel.is_some_and(|[_, _, _, alpha]| alpha > 0)
    };
    let is_mirrored = |area: IntRect, sideways: bool| {
        let mirror = |x: i64, y: i64| {
            if sideways { (area.x + area.right() - 1 - x, y) } else { (x, area.y + area.bottom() - 1 - y) }
        };
        let mut cells = (area.y..area.bottom()).flat_map(|y| (area.x..area.right()).map(move |x| (x, y)));
        cells.all(|(x, y)| {
            let (mirror_x, mirror_y) = mirror(x, y);
            is_ink(x, y) == is_ink(mirror_x, mirror_y)
        })
    };
    let whole = IntRect::new(Cell::ORIGIN, sheet.size());
    let is_split = |count: u32, sideways| count > 1 && is_mirrored(whole, sideways) && !is_mirrored(first, sideways);
    is_split(counts.width, true) || is_split(counts.height, false)
}
