//! Lines of whole physical pixels, of the number that makes one pixel at a scale of 1: rectangles of colour, so that
//! nothing blurs them; and the outline of a mask, along the outside of every solid cell's free edge.

use std::iter;

use super::screen::Screen;
use crate::app::prelude::*;
use maskscope_core::mask::{Mask, Prepared};

/// Collects rectangles of colour and paints them as one shape.
#[derive(Default)]
pub struct Lines(Mesh);

impl Lines {
    /// Adds a rectangle, in points.
    pub fn rect(&mut self, rect: Rect, color: Color32) {
        if rect.is_positive() {
            self.0.add_colored_rect(rect, color);
        }
    }

    /// Adds the outline of `rect`, `pixels` wide, on the outside of its edges; only what shows on the canvas.
    pub fn outline(&mut self, screen: &Screen, rect: Rect, pixels: f64, color: Color32) {
        let width = screen.line(pixels);
        let outer = rect.expand(width);
        for side in [
            Rect::from_min_max(outer.min, pos2(outer.max.x, rect.min.y)),
            Rect::from_min_max(pos2(outer.min.x, rect.max.y), outer.max),
            Rect::from_min_max(pos2(outer.min.x, rect.min.y), pos2(rect.min.x, rect.max.y)),
            Rect::from_min_max(pos2(rect.max.x, rect.min.y), pos2(outer.max.x, rect.max.y)),
        ] {
            self.rect(side.intersect(screen.canvas), color);
        }
    }

    /// Adds a dashed outline, one pixel wide, on the outside of the edges of `rect`: `on` pixels drawn, `off` left out.
    pub fn dashed_outline(&mut self, screen: &Screen, rect: Rect, (on, off): (f64, f64), color: Color32) {
        let pixel = screen.line(1.0);
        let outer = rect.expand(pixel);
        let (on, period) = (screen.line(on), screen.line(on + off));
        for top in [outer.min.y, rect.max.y] {
            for left in dashes(outer.min.x, outer.max.x, screen.canvas.x_range(), period) {
                let dash = Rect::from_min_max(pos2(left, top), pos2((left + on).min(outer.max.x), top + pixel));
                self.rect(dash.intersect(screen.canvas), color);
            }
        }
        for left in [outer.min.x, rect.max.x] {
            for top in dashes(outer.min.y, outer.max.y, screen.canvas.y_range(), period) {
                let dash = Rect::from_min_max(pos2(left, top), pos2(left + pixel, (top + on).min(outer.max.y)));
                self.rect(dash.intersect(screen.canvas), color);
            }
        }
    }

    /// Everything collected, as one shape.
    pub fn paint(self, painter: &Painter) {
        if !self.0.is_empty() {
            painter.add(Shape::mesh(self.0));
        }
    }

    /// Everything collected, to be painted again and again.
    pub fn into_mesh(self) -> Mesh {
        self.0
    }
}

/// The starts of the dashes from `start` to `end` that show in `shown`: a few thousand at most.
fn dashes(start: f32, end: f32, shown: Rangef, period: f32) -> impl Iterator<Item = f32> {
    let skipped = ((shown.min - start) / period).floor().max(0.0);
    let first = start + skipped * period;
    let end = end.min(shown.max);
    iter::successors(Some(first), move |at| Some(at + period)).take_while(move |at| *at < end)
}

/// A mask at a place in the world; equal to another only if both hold the same mask.
#[derive(Clone, Debug)]
pub struct PlacedMask {
    /// The mask.
    pub mask: Arc<Prepared>,
    /// The world cell of its top left pixel.
    pub origin: Cell,
}

impl PartialEq for PlacedMask {
    fn eq(&self, other: &Self) -> bool {
        self.origin == other.origin && Arc::ptr_eq(&self.mask, &other.mask)
    }
}

impl PlacedMask {
    /// Adds its outline, as far as it shows on the canvas.
    pub fn outline(&self, lines: &mut Lines, screen: &Screen, color: Color32) {
        let whole = IntRect::new(self.origin, self.mask.mask().size());
        let Some(shown) = whole.intersection(screen.visible()) else { return };
        let place = |cells: IntRect| screen.rect(cells.translated(self.origin));
        let part = shown.translated(Cell::ORIGIN - self.origin);
        outline(lines, self.mask.mask(), part, place, screen.line(1.0), color);
    }
}

/// Lines on the canvas, kept until their key, the view or the theme changes.
pub struct KeptLines<K>(Option<(K, Screen, bool, Arc<Mesh>)>);

impl<K> Default for KeptLines<K> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: PartialEq> KeptLines<K> {
    /// Paints the lines of `key`, which `add` adds where they are not kept.
    pub fn paint(
        &mut self,
        painter: &Painter,
        key: K,
        screen: Screen,
        theme: &Theme,
        add: impl FnOnce(&K, &mut Lines),
    ) {
        let is_fresh = |kept: &(K, Screen, bool, _)| kept.0 == key && (kept.1, kept.2) == (screen, theme.dark);
        if !self.0.as_ref().is_some_and(is_fresh) {
            let mut lines = Lines::default();
            add(&key, &mut lines);
            self.0 = Some((key, screen, theme.dark, Arc::new(lines.into_mesh())));
        }
        if let Some((.., mesh)) = self.0.as_ref().filter(|(.., mesh)| !mesh.is_empty()) {
            painter.add(Shape::Mesh(Arc::clone(mesh)));
        }
    }
}

/// Adds the outline of the cells in `part` of a mask, with each cell on the screen as given by `place`; `pixel` in
/// points.
pub fn outline(
    lines: &mut Lines,
    mask: &Mask,
    part: IntRect,
    place: impl Fn(IntRect) -> Rect,
    pixel: f32,
    color: Color32,
) {
    for (edge, outside) in edges(mask, part) {
        lines.rect(edge_line(place(edge), outside, pixel), color);
    }
}

/// On which side of a run of solid cells the clear ones lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClearSide {
    Above,
    Below,
    Left,
    Right,
}

/// The line along one side of a rectangle, outside it.
fn edge_line(Rect { min, max }: Rect, side: ClearSide, pixel: f32) -> Rect {
    match side {
        ClearSide::Above => Rect::from_min_max(pos2(min.x - pixel, min.y - pixel), pos2(max.x + pixel, min.y)),
        ClearSide::Below => Rect::from_min_max(pos2(min.x - pixel, max.y), pos2(max.x + pixel, max.y + pixel)),
        ClearSide::Left => Rect::from_min_max(pos2(min.x - pixel, min.y), pos2(min.x, max.y)),
        ClearSide::Right => Rect::from_min_max(pos2(max.x, min.y), pos2(max.x + pixel, max.y)),
    }
}

/// Cells that are looked at together.
const WORD: i64 = 64;

/// The free edges of the solid cells in `part` of a mask, neighbours along one line joined into runs.
fn edges(mask: &Mask, part: IntRect) -> Vec<(IntRect, ClearSide)> {
    let mut edges = Vec::new();
    let word = |x: i64, y: i64| u32::try_from(y).map_or(0, |y| mask.bits_from(x, y));
    let own = |x: i64, y: i64| word(x, y) & (u64::MAX >> (WORD - (part.right() - x).min(WORD)));
    let words = || (part.x..part.right()).step_by(64);
    for y in part.y..part.bottom() {
        for (side, step) in [(ClearSide::Above, -1), (ClearSide::Below, 1)] {
            let free = |x| own(x, y) & !word(x, y + step);
            runs(words(), free, |first, last| {
                edges.push((IntRect::spanning(Cell::new(first, y), Cell::new(last, y)), side));
            });
        }
    }
    for x in words() {
        for (side, step) in [(ClearSide::Left, -1), (ClearSide::Right, 1)] {
            // The cells of the row before that have a free side, and the rows in which their runs began.
            let (mut before, mut began) = (0, [part.y; 64]);
            for y in part.y..=part.bottom() {
                let free = if y < part.bottom() { own(x, y) & !word(x + step, y) } else { 0 };
                for at in set_bits(before & !free) {
                    let column = x + i64::from(at);
                    let run = IntRect::spanning(Cell::new(column, began[at as usize]), Cell::new(column, y - 1));
                    edges.push((run, side));
                }
                for at in set_bits(free & !before) {
                    began[at as usize] = y;
                }
                before = free;
            }
        }
    }
    edges
}

/// Calls `found(first, last)` for each unbroken run of set bits in `words`, which begin at the given columns.
fn runs(words: impl Iterator<Item = i64>, bits: impl Fn(i64) -> u64, mut found: impl FnMut(i64, i64)) {
    let (mut start, mut end) = (None, 0);
    for x in words {
        let bits = bits(x);
        for change in set_bits(bits ^ (bits << 1 | u64::from(start.is_some()))) {
            let at = x + i64::from(change);
            match start.take() {
                None => start = Some(at),
                Some(first) => found(first, at - 1),
            }
        }
        end = x + WORD;
    }
    if let Some(first) = start {
        found(first, end - 1);
    }
}

/// The places of the bits that are set, from the lowest.
fn set_bits(mut word: u64) -> impl Iterator<Item = u32> {
    iter::from_fn(move || {
        let lowest = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (lowest < u64::BITS).then_some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::geom::Size;

    #[test]
    fn neighbouring_edges_are_one_run() {
        let mask: Mask = "##.\n##.".parse().expect("a mask");
        let edges = edges(&mask, mask.bounding_box());
        let run = |x, y, width, height, side| (IntRect { x, y, width, height }, side);
        assert_eq!(
            edges,
            [
                run(0, 0, 2, 1, ClearSide::Above),
                run(0, 1, 2, 1, ClearSide::Below),
                run(0, 0, 1, 2, ClearSide::Left),
                run(1, 0, 1, 2, ClearSide::Right),
            ]
        );
    }
    #[test]
    fn every_free_side_of_a_cell_is_part_of_one_edge() {
        let mut number = 7_u32;
        for (width, height) in [(1, 1), (64, 3), (65, 2), (3, 70), (130, 9)] {
            let mask = Mask::from_fn(Size::new(width, height), |_, _| {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                number >> 30 > 0
            });
            let whole = mask.bounding_box();
            for part in [whole, IntRect { x: 1, width: width.div_ceil(2), ..whole }] {
                let part = part.intersection(whole).unwrap_or(whole);
                let mut cells = Vec::new();
                for (edge, side) in edges(&mask, part) {
                    let rows = edge.y..edge.bottom();
                    let all = rows.flat_map(|y| (edge.x..edge.right()).map(move |x| Cell::new(x, y)));
                    cells.extend(all.map(|cell| (cell, side as usize)));
                }
                let steps = [(0, -1), (0, 1), (-1, 0), (1, 0)].map(|(x, y)| Cell::new(x, y));
                let rows = (part.y..part.bottom()).flat_map(|y| (part.x..part.right()).map(move |x| Cell::new(x, y)));
                let free = rows.filter(|&cell| mask.get_cell(cell)).flat_map(|cell| {
                    let sides = (0..4).filter(|&side| !mask.get_cell(cell + steps[side]));
                    sides.map(move |side| (cell, side)).collect::<Vec<_>>()
                });
                let mut free: Vec<_> = free.collect();
                let key = |(cell, side): &(Cell, usize)| (cell.y, cell.x, *side);
                cells.sort_by_key(key);
                free.sort_by_key(key);
                assert_eq!(cells, free, "{width} × {height}");
            }
        }
        let bar = Mask::from_fn(Size::new(200, 130), |_, _| true);
        assert_eq!(edges(&bar, bar.bounding_box()).len(), 4, "one along each side");
    }
}
