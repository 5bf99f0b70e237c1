//! The cells that a person's own scan, or the loop of a game, never visits; and those that they read outside the box.

use crate::app::paint::draw::*;
use maskscope_core::mask::Mask;

/// Opacity of a cell, and the most rectangles that are painted.
const FILL: f32 = 0.30;
const MOST: usize = 4_096;

pub const LAYER: CanvasLayer = CanvasLayer { switches: &[], paint: |draw, _| paint(draw) };

fn paint(draw: &DrawContext<'_>) {
    if !draw.shows(Layer::Visits) {
        return;
    }
    outside(draw);
    let Some(verdict) = draw.session.verdict() else { return };
    if let Some(rect) = draw.cell_outside(verdict) {
        mark(draw, rect);
    }
    let Some(never) = &verdict.never else { return };
    for rect in rectangles(never).take(MOST).filter_map(|rect| draw.rect_in_overlap(rect)) {
        draw.painter.rect_filled(rect, 0.0, draw.theme.bad.gamma_multiply(FILL));
    }
    if let Some(bounds) = never.bounds().filter(|bounds| bounds.area() == never.count())
        && let Some(rect) = draw.rect_in_overlap(bounds)
    {
        draw.painter.rect_stroke(rect, 0.0, Stroke::new(1.0, draw.theme.bad), StrokeKind::Inside);
    }
}

/// Paints the cells that the recorded loop reads outside the overlap box.
fn outside(draw: &DrawContext<'_>) {
    let found = draw.session.check_on_stage().filter(|_| draw.session.scans().selected().is_recorded());
    let Some((kept, _)) = found.and_then(|found| found.game_loop.as_ref()) else { return };
    let cells = kept.outside().take(MOST).map(|visit| visit.in_space_of(IntRect::default()));
    cells.filter_map(|cells| draw.rect_in_overlap(cells)).for_each(|rect| mark(draw, rect));
}

/// Paints a cell outside the overlap box.
fn mark(draw: &DrawContext<'_>, rect: Rect) {
    draw.painter.rect_filled(rect, 0.0, draw.theme.bad.gamma_multiply(FILL));
    draw.painter.rect_stroke(rect, 0.0, Stroke::new(1.0, draw.theme.bad), StrokeKind::Inside);
}

/// The cells of a mask as rectangles: one where they are one, otherwise the runs of its rows.
fn rectangles(mask: &Mask) -> impl Iterator<Item = IntRect> {
    let whole = mask.bounds().filter(|bounds| bounds.area() == mask.count());
    let rows = if whole.is_some() { 0..0 } else { 0..mask.height() };
    let runs = rows.flat_map(move |y| {
        let mut x = 0;
        std::iter::from_fn(move || {
            let start = (x..mask.width()).find(|&x| mask.bit(x, y))?;
            let end = (start..mask.width()).find(|&x| !mask.bit(x, y)).unwrap_or(mask.width());
            x = end;
            Some(IntRect::new(Cell::new(start.into(), y.into()), Size::new(end - start, 1)))
        })
    });
    whole.into_iter().chain(runs)
}
