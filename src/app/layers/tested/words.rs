//! The words of both masks, for the strategies that test words: where each begins and ends, over the sprites.
//!
//! ```text
//! |-- w0 ------|-- w1 ------|-- w2 -. .|      A's words: a line per boundary, and a bracket below the box; the
//!                                             part of the last word that pads the row is dotted
//! ```
//!
//! The words that the current visit reads are drawn twice as strong: one of A's, and the one or two of B's that are
//! shifted to it.

use crate::app::paint::{draw::*, lines::Lines};

/// Height of a bracket's ends, and how far its line lies below the box, in physical pixels.
const BRACKET: f64 = 9.0;
const BELOW: f64 = 5.0;
/// Offset of the brackets of B downwards, so that both can be read if the boxes end on one line.
const LANE: f64 = 16.0;
/// From one dot of the padding to the next, in physical pixels.
const DOTS: f32 = 4.0;
/// A word narrower than this, in points, has no label; one narrower than this many pixels no bracket.
const LABELLED_FROM: f32 = 22.0;
const SHOWN_FROM: f64 = 3.0;

pub const LAYER: CanvasLayer = CanvasLayer {
    switches: &[Switch { layer: Layer::Words, key: Some(Key::W), swatch }],
    paint: |draw, _| paint(draw),
};

fn paint(draw: &DrawContext<'_>) {
    let scan = draw.session.scans().selected();
    let Some(bits) = scan.word_bits().filter(|_| draw.shows(Layer::Words)) else { return };
    if f64::from(bits) * draw.screen.cell_pixels() < SHOWN_FROM {
        return;
    }
    for slot in Slot::ALL {
        let Some(cells) = draw.sprite_box(slot) else { continue };
        let words = words(cells, bits, columns_read(draw, cells));
        let mut lines = Lines::default();
        for word in &words {
            word.add_lines(draw, &mut lines, slot, cells);
        }
        lines.paint(draw.painter);
        for word in &words {
            word.paint_label(draw, slot, cells);
        }
    }
}

/// The first and the last world column of a sprite's box that the current visit reads.
fn columns_read(draw: &DrawContext<'_>, cells: IntRect) -> Option<(i64, i64)> {
    let visit = draw.session.current_visit()?.in_space_of(draw.overlap()?).intersection(cells)?;
    Some((visit.x, visit.right() - 1))
}

/// A word of each row of a mask: its place in the row, and the world columns it covers.
struct WordColumn {
    place: usize,
    first: i64,
    /// The column behind the last one; in the last word beyond the box.
    end: i64,
    /// True if the current visit reads it.
    is_read: bool,
}

/// The words of a mask whose box is `cells`, with true for those that the visit reads: those with the columns `read`.
fn words(cells: IntRect, bits: u32, read: Option<(i64, i64)>) -> Vec<WordColumn> {
    let starts = (cells.x..cells.right()).step_by(bits as usize);
    let word = |(place, first)| {
        let end = first + i64::from(bits);
        WordColumn { place, first, end, is_read: read.is_some_and(|(left, right)| first <= right && left < end) }
    };
    starts.enumerate().map(word).collect()
}

impl WordColumn {
    /// The word's part inside the box, and the line of its bracket below that: left and right end, and height.
    fn bracket(&self, draw: &DrawContext<'_>, slot: Slot, cells: IntRect) -> (f32, f32, f32) {
        let corner = |x: i64| draw.screen.corner(Cell::new(x, cells.bottom()));
        let (left, right) = (corner(self.first), corner(self.end.min(cells.right())));
        let below = BELOW + if slot == Slot::B { LANE } else { 0.0 };
        let lowest = draw.screen.canvas.bottom() - draw.screen.points(2.0 * BRACKET + LANE);
        (left.x, right.x, left.y.min(lowest) + draw.screen.points(below))
    }

    /// Adds the boundary before it, its bracket, and the dots of its padding.
    fn add_lines(&self, draw: &DrawContext<'_>, lines: &mut Lines, slot: Slot, cells: IntRect) {
        let color = draw.theme.sprite(slot).line;
        let pixel = draw.screen.points(1.0);
        let width = if self.is_read { 2.0 * pixel } else { pixel };
        let (left, right, y) = self.bracket(draw, slot, cells);
        let bottom = draw.screen.corner(Cell::new(0, cells.bottom())).y;
        let mut add = |rect: Rect| lines.rect(rect.intersect(draw.screen.canvas), color);
        if self.place > 0 {
            add(Rect::from_min_max(pos2(left, draw.screen.corner(cells.origin()).y), pos2(left + width, bottom)));
        }
        for x in [left, right - pixel] {
            let above = vec2(0.0, draw.screen.points(BELOW) - pixel);
            add(Rect::from_min_size(pos2(x, y) - above, vec2(pixel, draw.screen.points(BRACKET))));
        }
        add(Rect::from_min_max(pos2(left, y), pos2(right, y + width)));
        if self.end > cells.right() {
            let end = draw.screen.corner(Cell::new(self.end, 0)).x.min(draw.screen.canvas.right());
            let mut x = right + 3.0 * pixel;
            while x < end {
                add(Rect::from_min_size(pos2(x, y), vec2(pixel, pixel)));
                x += DOTS * pixel;
            }
        }
    }

    /// `w0`, on the bracket: filled while the current visit reads the word.
    fn paint_label(&self, draw: &DrawContext<'_>, slot: Slot, cells: IntRect) {
        let (left, right, y) = self.bracket(draw, slot, cells);
        if right - left < LABELLED_FROM {
            return;
        }
        let colors = draw.theme.sprite(slot);
        let (ground, ink) = if self.is_read { (colors.chip, colors.on_chip) } else { (draw.theme.canvas, colors.text) };
        let text = draw.painter.layout_no_wrap(format!("w{}", self.place), theme::tag(), ink);
        let place = Align2::CENTER_CENTER.anchor_size(pos2((left + right) / 2.0, y), text.size() + vec2(6.0, 0.0));
        let rect = Rect::from_min_size(place.min.round(), place.size());
        if draw.screen.canvas.contains_rect(rect) {
            draw.painter.rect_filled(rect, 0.0, ground);
            draw.painter.galley(rect.min + vec2(3.0, 0.0), text, ink);
        }
    }
}

/// Two words of A side by side, and below them B's, which begin elsewhere.
fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    for (color, shift, y) in [(theme.a, 4.5, 3.5), (theme.b, 16.5, 10.5)] {
        painter.hline(rect.x_range(), rect.top() + y, Stroke::new(1.0, color));
        painter.vline(rect.left() + shift, rect.top() + y - 3.0..=rect.top() + y + 3.0, Stroke::new(1.0, color));
    }
}
