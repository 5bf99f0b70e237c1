//! The route of B: a line through the places of its middle, a dot each, and where it jumped over A.

use egui::{Color32, Pos2, Shape, Stroke, Vec2};

use crate::{
    app::{draw::*, marks},
    scene::Route,
    session::{Slot, Tab},
    survey::RouteAnswer,
};

/// No more dots than these are drawn.
const MOST_DOTS: usize = 400;

pub(super) const LAYER: CanvasLayer = CanvasLayer { switches: &[], paint: |draw, _| paint(draw) };

/// Paints it, while its tab is shown.
fn paint(draw: &DrawContext<'_>) {
    let session = draw.session;
    if session.view().tab != Tab::Replay {
        return;
    }
    let room = session.route();
    let Some(route) = room.recorded().or(room.route().map(|route| &**route)) else { return };
    let others = room.routes().iter().enumerate().filter(|(at, _)| room.recorded().is_some() || *at != room.chosen());
    for (_, other) in others {
        draw.painter.add(Shape::line(points(draw, other), Stroke::new(1.0, draw.theme.t3)));
    }
    let points = points(draw, route);
    for (width, color) in [(3.0, Color32::from_black_alpha(160)), (1.0, Color32::WHITE)] {
        draw.painter.add(Shape::line(points.clone(), Stroke::new(width, color)));
    }
    let every = points.len().div_ceil(MOST_DOTS).max(1);
    for point in points.iter().step_by(every) {
        draw.painter.circle(*point, 2.5, draw.theme.b, Stroke::new(1.0, Color32::BLACK));
    }
    if let Some(found) = session.derived().published().and_then(|published| published.found::<RouteAnswer>())
        && room.recorded().is_none()
    {
        for (step, _) in found.run.tunnelled() {
            if let Some(pair) = points.get(step.saturating_sub(1)..=step) {
                draw.painter.line_segment([pair[0], pair[1]], Stroke::new(3.0, draw.theme.bad));
            }
        }
    }
    if let Some(at) = points.get(room.at()).filter(|_| room.recorded().is_none()) {
        marks::rimmed_diamond(draw.painter, *at, 5.0, draw.theme.t1);
    }
}

/// Where the middle of B's box is at each step: its anchor may lie far from its pixels.
fn points(draw: &DrawContext<'_>, route: &Route) -> Vec<Pos2> {
    let stage = draw.session.stage();
    let map = stage.world_from_parent(Slot::B);
    let anchor = |position| draw.screen.point(map.map(position));
    let by = stage.get(Slot::B).map_or(Vec2::ZERO, |placed| {
        draw.screen.rect(placed.bounding_box()).center() - anchor(placed.placement().position)
    });
    route.steps.iter().map(|step| anchor(step.position) + by).collect()
}
