//! Words about checks and incidents of a log.

use crate::app::prelude::*;
use crate::files::pair_names;
use crate::replay::{Incident, Replay, Verdict};
use crate::session::LogPlayer;

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
pub fn incident(log: &LogPlayer, incident: &Incident) -> String {
    let replay = &log.replay;
    let step = &replay.steps[incident.worst as usize];
    let px = step.measure().map(|px| format!("{} px", words::number(px.into(), 1..=1)));
    let said = words::hit_or_miss(step.game == Some(true));
    let rule = log.staged().and_then(|staged| staged.found.as_ref().ok()?.check.game.as_ref()?.rule.clone());
    let by = rule.map_or_else(String::new, |rule| format!(" by {rule}"));
    let fault = match (incident.verdict, px) {
        (Verdict::UnfairHit, Some(px)) => format!("{said}{by}, the pixels up to {px} apart"),
        (Verdict::UnfairHit, None) => format!("{said}{by}, no pixel is shared"),
        (Verdict::MissedTouch, Some(px)) => format!("{said}{by}, the pixels up to {px} deep"),
        (Verdict::TestWrong, _) => format!("{said}{by}, and what it tested says otherwise"),
        (Verdict::OtherPixel, _) => "both hit, but the area or the first pixel differs".to_owned(),
        _ => format!("{said}{by}, and the pixels say otherwise"),
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
