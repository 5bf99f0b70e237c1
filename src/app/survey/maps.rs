//! The pictures of an answer with their legends, and what a click on them does.

use super::map::{ShownMap, Textures, palette, rgb};
use super::shapes;
use crate::app::command::context_menu;
use crate::app::paint::write::titled;
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{segmented, text_button};
use crate::session::{Event, Published, ScanAction, StageAction, SurveyAction, Tab, ViewAction, placed_at};
use maskscope_core::scene;
use maskscope_core::survey::LinkTarget;
use maskscope_core::survey::{
    AnswerLink, Answered, AreaSurvey, DefeatAnswer, Hatch, HitboxSurvey, Map, Place, Places, RampLegend, Swatch,
};

/// Free space around the pictures, and room above them for their titles and below for their legends, in points.
const EDGE: f32 = 12.0;
const TITLE: f32 = 24.0;
const LEGEND: f32 = 22.0;
/// Below this size of two pictures beside each other, only one is shown.
const NARROW: f32 = 560.0;
/// Pictures from this ratio of width to height on are put one below the other.
const WIDE: u32 = 4;

/// Says why there is nothing to show.
pub fn show_nothing(ui: &Ui, window: &WindowState<'_>) {
    let theme = Theme::of(ui);
    let refusal = window.session.derived().published().and_then(Published::refusal);
    let (text, ink) = match (refusal, window.session.stage().both()) {
        (Some(why), _) => (why, theme.bad_text),
        (None, Some(_)) => ("Asking…".to_owned(), theme.t3),
        (None, None) => ("No survey without two images".to_owned(), theme.t3),
    };
    ui.painter().text(ui.max_rect().center(), Align2::CENTER_CENTER, text, theme::text(), ink);
}

pub fn show(
    ui: &mut Ui,
    window: &WindowState<'_>,
    answered: &Answered,
    textures: &mut Textures,
    chosen: &mut usize,
    out: &mut Vec<Request>,
) {
    let answer = answered.answer();
    let mut maps = answer.window_maps();
    if maps.is_empty() {
        let text = "Nothing to show: every answer is right.";
        ui.painter().text(ui.max_rect().center(), Align2::CENTER_CENTER, text, theme::text(), Theme::of(ui).t3);
    }
    let is_narrow = maps.len() == 2 && ui.max_rect().width() < NARROW;
    if is_narrow {
        choose(ui, &maps, chosen);
        maps = vec![maps.swap_remove(*chosen)];
    }
    let shown = answered.found::<HitboxSurvey>().and_then(|it| it.shown(answered.setting.choices.candidate));
    let shown = shown.filter(|_| ui.max_rect().width() >= NARROW);
    if let Some((_, contender)) = shown {
        let whole = ui.max_rect();
        let place = whole.with_min_x(whole.right() - shapes::FIGURES).translate(vec2(0.0, TITLE + EDGE));
        shapes::figures(ui, place, contender);
    }
    let are_wide = maps.first().is_some_and(|map| map.size().width >= WIDE * map.size().height);
    let aside = if shown.is_some() { shapes::FIGURES + EDGE } else { 0.0 };
    let rects = split(ui, maps.len(), are_wide, aside);
    for (at, (map, &rect)) in maps.iter().zip(&rects).enumerate() {
        if !is_narrow {
            let aside = match map.places {
                Places::Offsets(_) if at == 0 => "each cell is a place of B".to_owned(),
                places if at == 0 => places.axes(),
                _ => map.note.clone(),
            };
            title(ui, rect, &map.title, &aside);
        }
        picture(ui, window, answered, (at, map), rect, textures, out);
    }
    if let Some(defeat) = answered.found::<DefeatAnswer>() {
        links(ui, window, &defeat.links(), out);
    }
}

/// Shows one picture in `room`, with its legend below; a click goes to the place under the pointer. Returns what it fills.
pub fn picture(
    ui: &mut Ui,
    window: &WindowState<'_>,
    answered: &Answered,
    (at, map): (usize, &Map<'_>),
    room: Rect,
    textures: &mut Textures,
    out: &mut Vec<Request>,
) -> Rect {
    let now = map.places.now(&answered.setting);
    let way = |(x, y)| match map.places.place(x, y) {
        Place::Offset(offset) => answered.found::<AreaSurvey>()?.push_out(offset),
        _ => None,
    };
    let shown = ShownMap { map, now, pointed: window.session.surveys().pointed, way: &way };
    let pointed = textures.show(ui, at, room, &answered.found, &shown);
    let filled = pointed.response.rect;
    legend(ui, Rect::from_min_max(filled.min, pos2(room.right(), filled.bottom())), map, at == 0);
    if let Some((x, y)) = pointed.place {
        point(window, (x, y), out);
        context_menu::on(ui, &pointed.response, context_menu::MAP);
        pointed.response.on_hover_text_at_pointer(map.tooltip(x, y));
        status::tell(ui, status_of(map.places.place(x, y)).can("right click", "menu"));
        if pointed.is_clicked {
            go_and_watch(window, map.places.place(x, y), out);
        }
    }
    filled
}

/// The choice between two pictures, in place of their titles.
fn choose(ui: &mut Ui, maps: &[Map<'_>], chosen: &mut usize) {
    *chosen = (*chosen).min(1);
    let place = ui.max_rect().shrink2(vec2(EDGE, 4.0));
    let row = Rect::from_min_size(place.min, vec2(place.width(), TITLE));
    ui.scope_builder(UiBuilder::new().max_rect(row), |ui| {
        ui.horizontal_centered(|ui| segmented(ui, chosen, &[(0, &maps[0].title), (1, &maps[1].title)]));
    });
}

/// `count` equal places beside each other, or one below the other, without titles and legends, that leave `aside` points at the
/// right.
fn split(ui: &Ui, count: usize, is_stacked: bool, aside: f32) -> Vec<Rect> {
    let whole = ui.max_rect().shrink2(vec2(EDGE, 4.0));
    let whole = whole.with_max_x(whole.right() - aside);
    let part = |length: f32| (length - EDGE * (count as f32 - 1.0)) / count as f32;
    let size =
        if is_stacked { vec2(whole.width(), part(whole.height())) } else { vec2(part(whole.width()), whole.height()) };
    let place = |at: usize| {
        let by = at as f32 * if is_stacked { vec2(0.0, size.y + EDGE) } else { vec2(size.x + EDGE, 0.0) };
        let rect = Rect::from_min_size(whole.min + by, size);
        Rect::from_min_max(rect.min + vec2(0.0, TITLE), rect.max - vec2(0.0, LEGEND))
    };
    (0..count).map(place).collect()
}

fn title(ui: &Ui, place: Rect, text: &str, aside: &str) {
    titled(ui, place, place.top() - TITLE / 2.0, text, aside);
}

fn point(window: &WindowState<'_>, place: (u32, u32), out: &mut Vec<Request>) {
    if window.session.surveys().pointed != Some(place) {
        out.push(SurveyAction::Point(Some(place)).into());
    }
}

/// Brings the sprites to what a place of a picture stands for.
pub fn go_to(window: &WindowState<'_>, place: Place, out: &mut Vec<Request>) {
    let (slots, slot) = (Slot::ALL.into_iter(), Slot::B);
    let actions: Vec<_> = match place {
        Place::Offset(offset) => {
            let position = placed_at(window.session.stage(), offset);
            position.map(|position| StageAction::Place { slot, position }).into_iter().collect()
        }
        Place::Thresholds(thresholds) => {
            slots.zip(thresholds).map(|(slot, threshold)| StageAction::SetThreshold { slot, threshold }).collect()
        }
        Place::Frames(frames) => {
            let show = |(slot, frame)| StageAction::ShowFrame { slot, shown: scene::Shown::Frame(frame) };
            slots.zip(frames).map(show).collect()
        }
        Place::Placement(placement) => vec![StageAction::Pose { slot, placement }],
        Place::Cell => Vec::new(),
    };
    out.extend(actions.into_iter().flat_map(|action| [action.into(), StageAction::Settle.into()]));
}

/// Goes to a place, and shows the sprites where the scans can be watched.
pub fn go_and_watch(window: &WindowState<'_>, place: Place, out: &mut Vec<Request>) {
    go_to(window, place, out);
    out.push(ViewAction::Show(Tab::Inspect).into());
}

/// The status line for a cell of a picture.
fn status_of(place: Place) -> Status {
    let effect = match place {
        Place::Offset(_) => "place B there",
        Place::Thresholds(_) => "set both thresholds",
        Place::Frames(_) => "show both",
        Place::Placement(_) => "place it like this",
        Place::Cell => return Status::default(),
    };
    Status::of(place_name(place)).can("click", effect)
}

/// A place in words; frames count from 1.
pub fn place_name(place: Place) -> String {
    match place {
        Place::Offset(offset) => words::offset(offset),
        Place::Thresholds([a, b]) => format!("alpha > {a}, > {b}"),
        Place::Frames([a, b]) => format!("frames {}, {}", a + 1, b + 1),
        Place::Placement(placement) => {
            format!("B at {}, {}°", words::fine_point(placement.position), words::number(placement.rotation, 0..=2))
        }
        Place::Cell => String::new(),
    }
}

/// Buttons for what can be done with the answer, and the sentence about the last one.
fn links(ui: &mut Ui, window: &WindowState<'_>, links: &[AnswerLink], out: &mut Vec<Request>) {
    let Some(last) = links.last() else { return };
    let whole = ui.max_rect();
    let row = Rect::from_min_max(pos2(whole.left() + EDGE, whole.bottom() - LEGEND), whole.max - vec2(EDGE, 0.0));
    ui.painter().rect_filled(row, 0.0, Theme::of(ui).canvas);
    ui.scope_builder(UiBuilder::new().max_rect(row), |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            for link in links {
                if text_button(ui, link.text).on_hover_text(&link.tip).clicked() {
                    follow(window, &link.target, out);
                }
            }
            ui.label(RichText::new(&last.tip).font(theme::note()).color(Theme::of(ui).t2));
        });
    });
}

fn follow(window: &WindowState<'_>, target: &LinkTarget, out: &mut Vec<Request>) {
    match target {
        LinkTarget::Place(place) => go_and_watch(window, *place, out),
        LinkTarget::Scene(scene) => {
            let scan = window.session.scans().selected();
            out.push(Event::SceneLoaded(scene.clone(), None).into());
            let place = window.session.scans().scans().iter().position(|listed| *listed == scan);
            out.extend(place.map(|place| ScanAction::Select(place).into()));
            out.push(ViewAction::Show(Tab::Inspect).into());
        }
    }
}

/// A ramp with what its ends stand for, then colours and what they stand for, and, for the first picture, the line where masks
/// start to touch.
fn legend(ui: &Ui, place: Rect, map: &Map<'_>, is_first: bool) {
    let (theme, legend) = (Theme::of(ui), map.legend(palette(ui)));
    let mut at = pos2(place.left(), place.bottom() + LEGEND / 2.0);
    if let Some(RampLegend { most, color }) = &legend.ramp {
        let left = ui.painter().text(at, Align2::LEFT_CENTER, "1", theme::mono(), theme.t1).right() + 8.0;
        for step in 0..36_u8 {
            let from = left + 2.0 * f32::from(step);
            let cell = Rect::from_min_size(pos2(from, at.y - 5.0), vec2(2.0, 10.0));
            ui.painter().rect_filled(cell, 0.0, rgb(color(f32::from(step) / 35.0)));
        }
        let end = pos2(left + 80.0, at.y);
        at.x = ui.painter().text(end, Align2::LEFT_CENTER, most, theme::mono(), theme.t1).right() + 16.0;
    }
    // A key that does not fit is left out whole. Scans have no key here: the table is theirs.
    for (swatch, name) in &legend.keys {
        let width = KEY * swatch.colors.len() as f32;
        let Some(end) = key(ui, at, width, name, place.right()) else { return };
        paint_swatch(ui.painter(), at, swatch);
        at.x = end;
    }
    if is_first && map.inside.is_some() && key(ui, at, 16.0, "masks begin to touch", place.right()).is_some() {
        ui.painter().hline(at.x..=at.x + 16.0, at.y, Stroke::new(2.0, theme.t1));
    }
}

/// Writes the name of a key after the room for its colours, if it fits; returns where the next one begins.
fn key(ui: &Ui, at: Pos2, width: f32, name: &str, end: f32) -> Option<f32> {
    let theme = Theme::of(ui);
    let text = ui.painter().layout_no_wrap(name.to_owned(), theme::note(), theme.t2);
    let corner = pos2(at.x + width + 6.0, at.y - text.size().y / 2.0);
    let next = corner.x + text.size().x + 16.0;
    (next - 16.0 <= end).then(|| ui.painter().galley(corner, text, theme.t2)).map(|()| next)
}

/// Width and height of a colour in a legend, in points.
const KEY: f32 = 12.0;

/// Colours side by side, the first at the left of `at`, each with its line.
pub fn paint_swatch(painter: &Painter, at: Pos2, swatch: &Swatch) {
    for (number, color) in swatch.colors.iter().enumerate() {
        let corner = at + vec2(KEY * number as f32, -KEY / 2.0);
        let cell = Rect::from_min_size(corner, Vec2::splat(KEY));
        painter.rect_filled(cell, 0.0, rgb(*color));
        let Some((hatch, ink)) = swatch.hatch else { continue };
        let stroke = Stroke::new(1.0, rgb(ink));
        if hatch == Hatch::Stripes {
            paint_stripes(painter, cell, rgb(ink));
            continue;
        }
        // Three lines a colour, as in three cells.
        for third in [2.5, 6.5, 10.5] {
            if matches!(hatch, Hatch::Across | Hatch::Cross) {
                painter.hline(cell.x_range(), cell.top() + third, stroke);
            }
            if matches!(hatch, Hatch::Down | Hatch::Cross) {
                painter.vline(cell.left() + third, cell.y_range(), stroke);
            }
        }
    }
}

/// Stripes at 45° over a square, as on a map.
fn paint_stripes(painter: &Painter, cell: Rect, ink: Color32) {
    let painter = painter.with_clip_rect(cell);
    let width = 3.0 / 2.0_f32.sqrt();
    for at in [1.5, 9.5, 17.5] {
        let ends = [cell.left_top() + vec2(at, 0.0), cell.left_top() + vec2(0.0, at)];
        painter.line_segment(ends, Stroke::new(width, ink));
    }
}

/// Takes the crosshair away once the pointer has left all pictures.
pub fn leave(ui: &Ui, window: &WindowState<'_>, rect: Rect, out: &mut Vec<Request>) {
    let is_inside = ui.ctx().pointer_hover_pos().is_some_and(|at| rect.contains(at));
    let surveys = window.session.surveys();
    if !is_inside && surveys.pointed.is_some() && !surveys.is_pinned {
        out.push(SurveyAction::Point(None).into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use maskscope_core::scene::Placement;

    #[test]
    fn places_have_names_in_which_frames_count_from_1() {
        let turned = Placement { rotation: 31.5, ..Placement::at((9.5, -6.25)) };
        for (place, expected) in [
            (Place::Offset(Offset::new(10, -17)), "offset 10,−17"),
            (Place::Thresholds([7, 255]), "alpha > 7, > 255"),
            (Place::Frames([0, 11]), "frames 1, 12"),
            (Place::Placement(turned), "B at 9.5,−6.25, 31.5°"),
            (Place::Cell, ""),
        ] {
            assert_eq!(place_name(place), expected);
        }
    }
}
