//! The checks around the shown one: the positions of B, and its passages through A; of a drag also its whole path.

use crate::app::paint::draw::*;
use maskscope_core::replay::Motion;
use maskscope_core::scene::Route;

/// The number of checks on each side of the shown one that have marks.
const MARKED: usize = 120;

pub const LAYER: CanvasLayer =
    CanvasLayer { switches: &[Switch { layer: Layer::Trail, key: None, swatch }], paint: |draw, _| paint(draw) };

/// Paints the checks while their tab is shown; of a drag always its path.
fn paint(draw: &DrawContext<'_>) {
    let session = draw.session;
    if session.view().tab != Tab::Replay || session.log().is_some() && !draw.shows(Layer::Trail) {
        return;
    }
    let is_there = session.log().map_or_else(
        || {
            routes(draw);
            session.route().recorded().is_none()
        },
        |log| log.staged().is_some_and(|staged| staged.found.is_ok() && !staged.is_moved),
    );
    let (Some((a, b)), Some(played)) = (session.stage().both(), session.on_canvas().filter(|_| is_there)) else {
        return;
    };
    let (corner, size) = (a.position(), b.bounding_box().size());
    let middle = |offset: Offset| {
        let rect = draw.screen.rect(IntRect::new(corner + offset.cell(), size));
        rect.center()
    };
    let last = played.pair().map_or(0, |pair| pair.steps.len().saturating_sub(1));
    let (first, last) = (played.at().saturating_sub(MARKED), (played.at() + MARKED).min(last));
    let points: Vec<Pos2> =
        (first..=last).filter_map(|at| played.step_at(at)).map(|step| middle(step.offset)).collect();
    // What jumps has not been in between.
    let jumps = |at: usize| played.step_at(at).is_some_and(|step| step.way == Motion::Jump);
    for (width, color) in [(3.0, draw.theme.canvas), (1.0, draw.theme.t3)] {
        let mut from = 0;
        for to in (1..=points.len()).filter(|&to| to == points.len() || jumps(first + to)) {
            draw.painter.add(Shape::line(points[from..to].to_vec(), Stroke::new(width, color)));
            from = to;
        }
    }
    for (at, point) in (first..=last).zip(&points) {
        let Some(step) = played.step_at(at) else { continue };
        if step.tunnel() && at > first {
            let from = points[at - first - 1];
            let stroke = Stroke::new(2.0, draw.theme.bad);
            draw.painter.extend(Shape::dashed_line(&[from, *point], stroke, 8.0, 5.0));
        }
    }
    for (at, point) in (first..=last).zip(&points) {
        let Some(step) = played.step_at(at) else { continue };
        match (step.is_wrong(), step.masks_overlap()) {
            (true, _) => marks::rimmed_triangle(draw.painter, *point, 6.0, draw.theme.bad),
            (false, true) => marks::rimmed_diamond(draw.painter, *point, 4.5, draw.theme.both),
            (false, false) => {
                draw.painter.circle_filled(*point, 4.0, draw.theme.canvas);
                marks::ring(draw.painter, *point, 3.0, draw.theme.t2);
            }
        }
    }
    if let Some(point) = played.at().checked_sub(first).and_then(|at| points.get(at)) {
        let mark = Rect::from_center_size(*point, vec2(20.0, 20.0));
        draw.painter.rect_stroke(mark, 0.0, Stroke::new(2.0, draw.theme.t1), StrokeKind::Inside);
    }
}

/// Rings along a way, and a diamond.
fn swatch(painter: &Painter, rect: Rect, theme: &Theme) {
    let at = |x: f32, y: f32| rect.min + vec2(x, y);
    let points = [at(3.0, 11.0), at(12.0, 6.0), at(21.0, 3.0)];
    painter.line(points.to_vec(), Stroke::new(1.0, theme.t3));
    marks::ring(painter, points[0], 2.5, theme.t2);
    marks::diamond(painter, points[1], 3.5, theme.both);
    marks::ring(painter, points[2], 2.5, theme.t2);
}

/// Paints the routes of B: those that are not chosen are thin.
fn routes(draw: &DrawContext<'_>) {
    let drags = draw.session.route();
    let shown = drags.recorded().or(drags.route().map(|route| &**route));
    for other in drags.routes().iter().filter(|other| shown.is_none_or(|shown| !std::ptr::eq(shown, &***other))) {
        draw.painter.add(Shape::line(middles(draw, other), Stroke::new(1.0, draw.theme.t3)));
    }
    let points = shown.map(|route| middles(draw, route)).unwrap_or_default();
    for (width, color) in [(3.0, Color32::from_black_alpha(160)), (1.0, Color32::WHITE)] {
        draw.painter.add(Shape::line(points.clone(), Stroke::new(width, color)));
    }
}

/// Returns the middle of B's box at each step of a route: its anchor may lie far from its pixels.
fn middles(draw: &DrawContext<'_>, route: &Route) -> Vec<Pos2> {
    let stage = draw.session.stage();
    let map = stage.world_from_parent(Slot::B);
    let anchor = |position| draw.screen.point(map.map(position));
    let by = stage.get(Slot::B).map_or(Vec2::ZERO, |placed| {
        draw.screen.rect(placed.bounding_box()).center() - anchor(placed.placement().position)
    });
    route.steps.iter().map(|step| anchor(step.position) + by).collect()
}
