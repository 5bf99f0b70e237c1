//! The checks of a log around the one that is shown: where B stood, and where it flew through A.

use egui::{Pos2, Rect, Shape, Stroke, StrokeKind, vec2};

use crate::{
    app::{draw::*, marks},
    geom::{Cell, IntRect, Offset, Size},
    session::{LogPlayer, Tab},
};

/// How many checks before and after the one that is shown have marks, and how many have boxes.
const MARKED: usize = 120;
const BOXED: usize = 10;

pub(super) const LAYER: CanvasLayer = CanvasLayer { switches: &[], paint: |draw, _| paint(draw) };

/// Paints it, while its tab is shown.
fn paint(draw: &DrawContext<'_>) {
    let session = draw.session;
    let Some(log) = session.log().filter(|_| session.view().tab == Tab::Replay) else { return };
    let is_as_logged = log.staged().is_some_and(|staged| staged.scene.is_ok() && !staged.is_moved);
    let Some((a, b)) = session.stage().both().filter(|_| is_as_logged) else { return };
    let (corner, size) = (a.position(), b.bounding_box().size());
    let middle = |offset: Offset| {
        let rect = draw.screen.rect(IntRect::new(corner + offset.cell(), size));
        rect.center()
    };
    let (first, last) = around(log, MARKED);
    let points: Vec<Pos2> = (first..=last).filter_map(|at| log.step_at(at)).map(|step| middle(step.offset)).collect();
    boxes(draw, log, corner, size);
    for (width, color) in [(3.0, draw.theme.canvas), (1.0, draw.theme.t3)] {
        draw.painter.add(Shape::line(points.clone(), Stroke::new(width, color)));
    }
    for (at, point) in (first..=last).zip(&points) {
        let Some(step) = log.step_at(at) else { continue };
        if step.tunnel && at > first {
            let from = points[at - first - 1];
            let stroke = Stroke::new(2.0, draw.theme.bad);
            draw.painter.extend(Shape::dashed_line(&[from, *point], stroke, 8.0, 5.0));
        }
    }
    for (at, point) in (first..=last).zip(&points) {
        let Some(step) = log.step_at(at) else { continue };
        match (step.is_wrong(), step.masks_overlap()) {
            (true, _) => marks::triangle(draw.painter, *point, 6.0, draw.theme.bad, draw.theme.canvas),
            (false, true) => marks::rimmed_diamond(draw.painter, *point, 4.5, draw.theme.both),
            (false, false) => {
                draw.painter.circle_filled(*point, 4.0, draw.theme.canvas);
                marks::ring(draw.painter, *point, 3.0, draw.theme.t2);
            }
        }
    }
    if let Some(point) = log.at().checked_sub(first).and_then(|at| points.get(at)) {
        let mark = Rect::from_center_size(*point, vec2(20.0, 20.0));
        draw.painter.rect_stroke(mark, 0.0, Stroke::new(2.0, draw.theme.t1), StrokeKind::Inside);
    }
}

/// The places of the checks around that which is shown, the first and the last.
fn around(log: &LogPlayer, count: usize) -> (usize, usize) {
    let last = log.pair().map_or(0, |pair| pair.steps.len().saturating_sub(1));
    (log.at().saturating_sub(count), (log.at() + count).min(last))
}

/// B's box at every second check nearby, fainter the farther away.
fn boxes(draw: &DrawContext<'_>, log: &LogPlayer, corner: Cell, size: Size) {
    let (first, last) = around(log, BOXED);
    for at in (first..=last).filter(|at| *at != log.at() && at.abs_diff(log.at()).is_multiple_of(2)) {
        let Some(step) = log.step_at(at) else { continue };
        let rect = draw.screen.rect(IntRect::new(corner + step.offset.cell(), size));
        let ink = match (step.is_wrong(), step.masks_overlap()) {
            (true, _) => draw.theme.bad,
            (false, true) => draw.theme.both,
            (false, false) => draw.theme.t3,
        };
        let strength = 1.0 - at.abs_diff(log.at()) as f32 / (BOXED + 2) as f32;
        let stroke = Stroke::new(1.0, ink.gamma_multiply(strength * 0.6));
        draw.painter.rect_stroke(rect, 0.0, stroke, StrokeKind::Inside);
    }
}
