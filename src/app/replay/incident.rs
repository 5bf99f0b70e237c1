//! An incident in words, and a check as a small picture: both silhouettes, what the game tested, and its overlap.

use crate::app::{paint::screen::whole_u32, prelude::*};
use crate::files::pair_names;
use crate::session::LogPlayer;
use maskscope_core::replay::{Check, Incident, Replay, Verdict};
use maskscope_core::scene::PlacedSprite;

/// Returns when an incident was: `frames 49–63` or `12.25–13.5 s`.
pub fn span(replay: &Replay, incident: &Incident) -> String {
    replay.span([incident.first, incident.last].map(|step| replay.steps[step as usize].at))
}

/// Returns the name of a verdict that finds something wrong.
pub fn title(verdict: Verdict) -> String {
    words::capitalised(&verdict.words())
}

/// Returns what a verdict means, in a sentence.
pub const fn meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::TestWrong => "The game's answer is not that of the shapes it tested.",
        Verdict::UnfairHit => "The game hits, the pixels share nothing.",
        Verdict::MissedTouch => "Pixels are shared, the game misses.",
        Verdict::OtherPixel => "Both hit, but the area or the first pixel differs.",
        Verdict::Right => "The game is right.",
    }
}

/// Returns how far off the worst check of an incident is, in short.
pub fn worst(replay: &Replay, incident: &Incident) -> String {
    let step = &replay.steps[incident.worst as usize];
    let px = step.measure().map(|px| format!("{} px", words::number(px.into(), 1..=1)));
    match incident.verdict {
        Verdict::TestWrong => format!("says {}", words::hit_or_miss(step.game == Some(true))),
        Verdict::OtherPixel => "area or pixel".to_owned(),
        Verdict::MissedTouch => px.map_or_else(String::new, |px| format!("{px} deep")),
        _ => px.unwrap_or_else(|| "no pixel".to_owned()),
    }
}

/// Returns an incident in a sentence: `Ship × Rock 4, frames 49–63: hit by box, the pixels up to 33.6 px apart`.
pub fn sentence(log: &LogPlayer, incident: &Incident) -> String {
    let replay = &log.replay;
    let step = &replay.steps[incident.worst as usize];
    let px = step.measure().map(|px| format!("{} px", words::number(px.into(), 1..=1)));
    let answer = words::hit_or_miss(step.game == Some(true));
    let rule = log.staged().and_then(|staged| staged.found.as_ref().ok()?.check.game.as_ref()?.rule.clone());
    let by = rule.map_or_else(String::new, |rule| format!(" by {rule}"));
    let fault = match (incident.verdict, px) {
        (Verdict::UnfairHit, Some(px)) => format!("{answer}{by}, the pixels up to {px} apart"),
        (Verdict::UnfairHit, None) => format!("{answer}{by}, no pixel is shared"),
        (Verdict::MissedTouch, Some(px)) => format!("{answer}{by}, the pixels up to {px} deep"),
        (Verdict::TestWrong, _) => format!("{answer}{by}, and what it tested says otherwise"),
        (Verdict::OtherPixel, _) => "both hit, but the area or the first pixel differs".to_owned(),
        _ => format!("{answer}{by}, and the pixels say otherwise"),
    };
    let names = pair_names(&replay.pairs[incident.pair as usize].names);
    format!("{names}, {}: {fault}", span(replay, incident))
}

/// Paints the mark of a verdict, 12 points large.
pub fn mark(painter: &Painter, at: Pos2, verdict: Verdict, theme: &Theme) {
    let ink = theme.bad;
    let square = Rect::from_center_size(at, Vec2::splat(12.0));
    let stroke = Stroke::new(1.0, ink);
    match verdict {
        Verdict::TestWrong => marks::triangle(painter, at, 5.5, ink, theme.panel),
        Verdict::UnfairHit => {
            painter.rect_stroke(square, 0.0, stroke, StrokeKind::Inside);
            for by in [-4.0, 0.0, 4.0] {
                let way = vec2(5.5 - f32::abs(by), 5.5 - f32::abs(by));
                for way in [way, vec2(way.x, -way.y)] {
                    painter.line_segment([at + vec2(by, 0.0) - way, at + vec2(by, 0.0) + way], stroke);
                }
            }
        }
        Verdict::MissedTouch => {
            painter.rect_stroke(square, 0.0, stroke, StrokeKind::Inside);
            for (x, y) in [(-2.5, -2.5), (2.5, -2.5), (-2.5, 2.5), (2.5, 2.5), (0.0, 0.0)] {
                painter.circle_filled(at + vec2(x, y), 1.0, ink);
            }
        }
        Verdict::OtherPixel | Verdict::Right => {
            painter.add(Shape::rect_stroke(square.shrink(2.0), 0.0, stroke, StrokeKind::Inside));
            painter.rect_filled(Rect::from_min_size(at, Vec2::splat(5.0)), 0.0, ink);
        }
    }
}

/// Free space inside the frame, in points.
const MARGIN: f32 = 3.0;

/// Paints the check into `rect`, as large as it fits.
pub fn paint(painter: &Painter, rect: Rect, check: &Check, theme: &Theme) {
    painter.rect(rect, 0.0, theme.canvas, Stroke::new(1.0, theme.edge), StrokeKind::Inside);
    let [a, b] = &check.pair.sprites;
    let world = a.extent.union(b.extent);
    let inside = rect.shrink(MARGIN);
    let scale = (inside.width() / world.width.max(1) as f32).min(inside.height() / world.height.max(1) as f32);
    let size = vec2(world.width as f32, world.height as f32) * scale;
    let corner = inside.center() - 0.5 * size;
    #[expect(clippy::cast_possible_truncation, reason = "px of a small picture")]
    let at = |x: f64, y: f64| corner + vec2((x - world.x as f64) as f32, (y - world.y as f64) as f32) * scale;
    silhouettes(painter, Rect::from_min_size(corner, size), world, [a, b], theme);
    for outline in [0, 1].into_iter().flat_map(|slot| check.tested_outlines(slot)) {
        let points = outline.into_iter().map(|(x, y)| at(x, y)).collect();
        painter.add(Shape::closed_line(points, Stroke::new(1.0, theme.t1)));
    }
    let boxes = [0, 1].map(|slot| check.tested_box(slot));
    let boxes = boxes.map(|it| it.map(|[x, y, w, h]| Rect::from_min_max(at(x, y), at(x + w, y + h))));
    if let [Some(a), Some(b)] = boxes {
        let shared = a.intersect(b);
        if shared.is_positive() {
            painter.rect_filled(shared, 0.0, theme.bad);
        }
    }
}

/// Paints both masks point by point: A, B, and both.
fn silhouettes(painter: &Painter, rect: Rect, world: IntRect, sprites: [&PlacedSprite; 2], theme: &Theme) {
    let mut mesh = Mesh::default();
    let [columns, rows] = [rect.width(), rect.height()].map(|side| whole_u32(side.ceil()).max(1));
    // The cell in the middle of a point.
    let cell = |at: u32, count: u32, low: i64, cells: u32| {
        low + (2 * i64::from(at) + 1) * i64::from(cells) / (2 * i64::from(count))
    };
    for row in 0..rows {
        let y = cell(row, rows, world.y, world.height);
        let ink = |column| {
            let at = Cell::new(cell(column, columns, world.x, world.width), y);
            match sprites.map(|placed| placed.posed().raster.mask().mask().get_cell(at - placed.extent.origin())) {
                [true, true] => Some(theme.both),
                [true, false] => Some(theme.a),
                [false, true] => Some(theme.b),
                [false, false] => None,
            }
        };
        let inks: Vec<_> = (0..columns).map(ink).collect();
        let mut at = pos2(rect.left(), rect.top() + row as f32);
        for run in inks.chunk_by(|one, next| one == next) {
            let size = vec2(run.len() as f32, 1.0);
            if let Some(ink) = run[0] {
                mesh.add_colored_rect(Rect::from_min_size(at, size), ink);
            }
            at.x += size.x;
        }
    }
    painter.add(Shape::mesh(mesh));
}
