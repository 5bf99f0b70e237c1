//! Disagreements of two conventions about the present pair, at angles of B or at fractions of a pixel.

use super::modal::sheet;
use crate::app::paint::screen::whole_u32;
use crate::app::prelude::*;
use crate::app::survey::{go_to, headline, palette, rgb};
use crate::session::{Published, SurveyAction};
use maskscope_core::survey::{Answer, Answered, Disagreement, Map, Variation};

/// Width of the popup, in points.
const WIDTH: f32 = 640.0;
/// Height of a band of angles and the room for its name, and side of a square of fractions.
const BAND: f32 = 28.0;
const NAMES: f32 = 200.0;
const SQUARE: f32 = 160.0;
/// Free space between bands, between squares, and above squares for their names.
const GAP: f32 = 4.0;
const WIDE_GAP: f32 = 24.0;
const HEAD: f32 = 20.0;

/// Shows the two conventions to choose, and their differences.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let asked = out.len();
    let about = "The same two sprites by two sets of rules: do they overlap? A click places B there.";
    sheet(ui, ["Compare engine rules", about], WIDTH, out, |ui, is_entered, out| {
        let theme = Theme::of(ui);
        if is_entered {
            out.push(Request::ClosePopup);
        }
        headline::choose_readers(ui, window, out);
        let published = window.session.derived().published();
        let answered = window.session.derived().answered();
        let found = answered.as_ref().and_then(|answered| answered.found.downcast_ref::<Disagreement>());
        let answer = answered.as_ref().filter(|_| found.is_some()).map(Answered::answer);
        let (text, ink) = match (&answer, published.and_then(Published::refusal)) {
            (Some(answer), _) => {
                let so_far = if published.is_some_and(Published::is_complete) { "." } else { " so far." };
                let differ = found.is_some_and(|found| found.count > 0);
                (answer.headline.sentence.clone() + so_far, if differ { theme.bad_text } else { theme.t1 })
            }
            (None, Some(why)) => (why, theme.bad_text),
            (None, None) => match published.filter(|published| published.total > 0) {
                Some(published) => (format!("Asking… {}", words::percent(published.done, published.total)), theme.t3),
                None => ("Asking…".to_owned(), theme.t3),
            },
        };
        ui.label(RichText::new(text).font(theme::text()).color(ink));
        pictures(ui, window, answer.as_ref(), out);
    });
    let closes = out[asked..].iter().any(|request| matches!(request, Request::ClosePopup));
    out.push(SurveyAction::WatchConventions(!closes).into());
}

/// Shows the answers of both conventions, and their differences: bands of angles below each other, or squares of fractions
/// beside each other. Without an answer their room stays free, so that nothing moves when it comes.
fn pictures(ui: &mut Ui, window: &WindowState<'_>, answer: Option<&Answer<'_>>, out: &mut Vec<Request>) {
    let maps = answer.map(Answer::window_maps).unwrap_or_default();
    let are_bands = window.session.surveys().variation == Variation::Angles;
    let height = if are_bands { 3.0 * (BAND + GAP) + 16.0 } else { HEAD + SQUARE + GAP };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, ui.is_enabled(), "Compare engine rules"));
    let theme = Theme::of(ui);
    let mut hovered = None;
    for (at, map) in maps.iter().enumerate() {
        let (name, place) = if are_bands {
            let top = rect.top() + at as f32 * (BAND + GAP);
            let band = Rect::from_min_max(pos2(rect.left() + NAMES, top), pos2(rect.right(), top + BAND));
            (pos2(rect.left(), band.center().y), band)
        } else {
            let corner = rect.min + vec2(at as f32 * (SQUARE + WIDE_GAP), HEAD);
            (corner - vec2(0.0, 12.0), Rect::from_min_size(corner, vec2(SQUARE, SQUARE)))
        };
        ui.painter().text(name, Align2::LEFT_CENTER, &map.title, theme::note(), theme.t2);
        paint(ui, place, map);
        if let Some(pointer) = response.hover_pos().filter(|pointer| place.contains(*pointer)) {
            let (share, size) = ((pointer - place.min) / place.size(), map.places.size());
            let cell = |share: f32, side: u32| whole_u32(share * side as f32).min(side.saturating_sub(1));
            hovered = Some((map, cell(share.x, size.width), cell(share.y, size.height)));
        }
    }
    if are_bands {
        for degrees in [0_u16, 90, 180, 270] {
            let left = rect.left() + NAMES;
            let place = pos2(left + f32::from(degrees) / 360.0 * (rect.right() - left), rect.bottom());
            ui.painter().text(place, Align2::LEFT_BOTTOM, format!("{degrees}°"), theme::tag(), theme.t3);
        }
    }
    let Some((map, x, y)) = hovered else { return };
    if response.on_hover_text_at_pointer(map.tooltip(x, y)).clicked() {
        go_to(window, map.places.place(x, y), out);
    }
}

/// A picture in few rectangles: each covers the neighbours of one colour in a row.
fn paint(ui: &Ui, place: Rect, map: &Map<'_>) {
    let size = map.places.size();
    let step = place.size() / vec2(size.width as f32, size.height as f32);
    for y in 0..size.height {
        let mut from = 0;
        for x in 1..=size.width {
            let color = map.color(from, y, palette(ui));
            if x < size.width && map.color(x, y, palette(ui)) == color {
                continue;
            }
            let corner = |x: u32, y: u32| place.min + step * vec2(x as f32, y as f32);
            ui.painter().rect_filled(Rect::from_min_max(corner(from, y), corner(x, y + 1)), 0.0, rgb(color));
            from = x;
        }
    }
}
