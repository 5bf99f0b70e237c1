//! The first hit of the engine that is pointed at or selected; for Gilbert's test also the rectangle that it answers, its
//! centre, and the box that it answers without pixels, as they lie in the world.

use crate::app::paint::draw::*;
use maskscope_core::scene::gilbert;

/// The least radius of the ring, in points, and its space to the name.
const LEAST_RADIUS: f32 = 7.0;
const GAP: f32 = 4.0;

pub const LAYER: CanvasLayer = CanvasLayer { switches: &[], paint: |draw, _| paint(draw) };

/// Paints a ring around the cell, black and white so that it reads on any art, and the engine's name.
fn paint(draw: &DrawContext<'_>) {
    let session = draw.session;
    let Some(marked) = session.engines().marked() else { return };
    let row = session.derived().engine_rows().iter().find(|row| row.profile == marked);
    if let Some(answer) = row.and_then(|row| row.answer) {
        paint_answer(draw, answer);
    }
    let Some(cell) = row.and_then(|row| row.first_hit) else { return };
    let rect = draw.screen.rect(IntRect::new(cell + session.corner_of_a(), Size::new(1, 1)));
    let radius = (0.8 * rect.width()).max(LEAST_RADIUS);
    draw.painter.circle_stroke(rect.center(), radius, Stroke::new(4.0, Color32::BLACK));
    draw.painter.circle_stroke(rect.center(), radius, Stroke::new(2.0, Color32::WHITE));
    let name = draw.painter.layout_no_wrap(marked.about().title.to_owned(), theme::tag(), Color32::WHITE);
    let at = rect.center() - vec2(radius + GAP, 0.0);
    let place = Align2::RIGHT_CENTER.anchor_size(at, name.size());
    draw.painter.rect_filled(place.expand2(vec2(3.0, 1.0)), 0.0, Color32::BLACK);
    draw.painter.galley(place.min, name, Color32::WHITE);
}

/// Paints the box dashed, the rectangle in a line, and a cross in its middle: black and white, too.
fn paint_answer(draw: &DrawContext<'_>, answer: gilbert::GilbertAnswer) {
    let place = |point| draw.screen.point(answer.world_from_common.map(point));
    let outline = |gilbert::FloatRect { origin: (x, y), size: (width, height) }: gilbert::FloatRect| {
        [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)].map(place)
    };
    let (shared, bounds) = (outline(answer.shared), outline(answer.bounds));
    let [dark, light] = [Stroke::new(3.0, Color32::BLACK), Stroke::new(1.0, Color32::WHITE)];
    draw.painter.line(shared.to_vec(), dark);
    draw.painter.extend(Shape::dashed_line(&shared, light, 4.0, 4.0));
    let Some(centre) = answer.centre().map(place) else { return };
    let arms = [vec2(5.0, 5.0), vec2(5.0, -5.0)];
    for stroke in [dark, light] {
        draw.painter.line(bounds.to_vec(), stroke);
        for arm in arms {
            draw.painter.line_segment([centre - arm, centre + arm], stroke);
        }
    }
}
