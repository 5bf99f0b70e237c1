//! The pictures of an answer, and what a click on them does.

use egui::{Align2, Color32, Rect, RichText, Ui, pos2, vec2};

use super::map::{Map, Pointed, Textures};
use crate::app::cast::whole_u32;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::text_button;
use crate::geom::{Offset, Size};
use crate::palette::{Palette, Rgb};
use crate::scene::Shown;
use crate::session::{
    Answer, CostAnswer, FileAction, ScanAction, Slot, StageAction, SurveyAction, SurveyKind, Tab, ViewAction, placed_at,
};
use crate::survey::{Claim, LogScale, Offsets, Survey as _, Verdict, Winner, difference};
use crate::words;

/// Free space around the pictures, and room above them for their titles and below for their legends, in points.
const EDGE: f32 = 12.0;
const TITLE: f32 = 28.0;
const LEGEND: f32 = 24.0;

/// Says why there is nothing to survey.
pub fn show_nothing(ui: &Ui, window: &WindowState<'_>) {
    let text = if window.session.stage().both().is_some() { "Asking…" } else { "No survey without two images" };
    let theme = Theme::of(ui);
    ui.painter().text(ui.max_rect().center(), Align2::CENTER_CENTER, text, theme::text(), theme.t3);
}

/// Shows the pictures of `answer`.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, answer: &Answer, textures: &mut Textures, out: &mut Vec<Request>) {
    let id = std::ptr::from_ref(answer).addr();
    match answer {
        Answer::Cost(cost) => match window.session.surveys().kind() {
            SurveyKind::Difference => show_difference(ui, window, cost, id, textures, out),
            SurveyKind::Claim => show_claim(ui, window, cost, id, textures, out),
            SurveyKind::Worst => show_worst(ui, window, cost, id, textures, out),
            _ => show_cost(ui, window, cost, id, textures, out),
        },
        Answer::Divergence(found) => {
            let palette = palette(ui);
            let color = |x, y| match found.verdicts().at(x, y) {
                Verdict::Hit => rgb(palette.both),
                Verdict::Miss => rgb(palette.ctl),
                Verdict::FalseHit => rgb(palette.cost.at(0.75)),
                Verdict::FalseMiss => rgb(palette.bad),
            };
            let title = format!("Answers of {}", found.witness());
            let place = picture_places(ui, 1)[0];
            let legend = [
                ("hit", rgb(palette.both)),
                ("miss", rgb(palette.ctl)),
                ("false hit", rgb(palette.cost.at(0.75))),
                ("false miss", rgb(palette.bad)),
            ];
            let pointed = offsets_picture(
                ui,
                window,
                textures,
                0,
                place,
                (id, found.progress().done()),
                found.offsets(),
                &title,
                &color,
                None,
            );
            swatches(ui, place, &legend);
            follow_offsets(window, found.offsets(), &pointed, out);
        }
        Answer::Area(map) => {
            let palette = palette(ui);
            let most = map.areas().values().iter().copied().max().unwrap_or(1).max(1);
            let color = |x, y| match map.areas().at(x, y) {
                0 => rgb(palette.ctl),
                area => rgb(palette.cost.at((area as f32 / most as f32).sqrt())),
            };
            let inside = |x, y| map.areas().at(x, y) > 0;
            let place = picture_places(ui, 1)[0];
            let pointed = offsets_picture(
                ui,
                window,
                textures,
                0,
                place,
                (id, map.progress().done()),
                map.offsets(),
                "Overlap area",
                &color,
                Some(&inside),
            );
            ramp_legend(ui, place, "1", &format!("{} px", words::thousands(most.into())), &|share| {
                rgb(palette.cost.at(share.sqrt()))
            });
            if let Some((x, y)) = pointed.place {
                let offset = map.offsets().offset(x, y);
                let push = map
                    .push_out(offset)
                    .map_or("nothing to part".to_owned(), |by| format!("part by {}", words::point(by)));
                let text = format!(
                    "{}: {} px, {push}",
                    words::point(offset.cell()),
                    words::thousands(map.area(offset).into())
                );
                pointed.response.clone().on_hover_text_at_pointer(text);
            }
            follow_offsets(window, map.offsets(), &pointed, out);
        }
        Answer::Thresholds(thresholds) => show_thresholds(ui, window, thresholds, id, textures, out),
        Answer::Frames(matrix) => show_frames(ui, window, matrix, id, textures, out),
        Answer::Disagreement(_) | Answer::Route(_) => {}
        Answer::Refused(why) => {
            let theme = Theme::of(ui);
            ui.painter().text(ui.max_rect().center(), Align2::CENTER_CENTER, why, theme::text(), theme.bad_text);
        }
    }
}

fn palette(ui: &Ui) -> &'static Palette {
    if Theme::of(ui).dark { &Palette::DARK } else { &Palette::LIGHT }
}

pub(super) fn rgb([red, green, blue]: Rgb) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// So many equal places beside each other, without titles and legends.
fn picture_places(ui: &Ui, count: usize) -> Vec<Rect> {
    let whole = ui.max_rect().shrink2(vec2(EDGE, 4.0));
    let width = (whole.width() - EDGE * (count as f32 - 1.0)) / count as f32;
    let place = |at: usize| {
        let left = whole.left() + at as f32 * (width + EDGE);
        Rect::from_min_max(pos2(left, whole.top() + TITLE), pos2(left + width, whole.bottom() - LEGEND))
    };
    (0..count).map(place).collect()
}

fn title(ui: &Ui, place: Rect, text: &str, aside: &str) {
    let theme = Theme::of(ui);
    let left = place.left_top() - vec2(0.0, TITLE / 2.0);
    let rect = ui.painter().text(left, Align2::LEFT_CENTER, text, theme::text(), theme.t1);
    let clip = ui.painter().with_clip_rect(place.expand2(vec2(0.0, TITLE)));
    clip.text(rect.right_center() + vec2(10.0, 0.0), Align2::LEFT_CENTER, aside, theme::note(), theme.t3);
}

/// Shows a picture over offsets.
#[expect(clippy::too_many_arguments, reason = "what differs between the pictures, once each")]
fn offsets_picture(
    ui: &mut Ui,
    window: &WindowState<'_>,
    textures: &mut Textures,
    at: usize,
    place: Rect,
    answer: (usize, u64),
    offsets: Offsets,
    name: &str,
    color: &dyn Fn(u32, u32) -> Color32,
    inside: Option<&dyn Fn(u32, u32) -> bool>,
) -> Pointed {
    let (first, size) = (offsets.first(), offsets.size());
    let last = (first.x + i64::from(size.width) - 1, first.y + i64::from(size.height) - 1);
    let spans = format!(
        "B at x {} to {}, y {} to {}",
        words::coordinate(first.x),
        words::coordinate(last.0),
        words::coordinate(first.y),
        words::coordinate(last.1)
    );
    title(ui, place, name, if at == 0 { &spans } else { "" });
    let now = window.session.stage().offset().and_then(|offset| offsets.place(offset));
    let pointed = window.session.surveys().pointed();
    textures.show(ui, at, place, answer, &Map { name, size, color, now, pointed, inside })
}

/// Tells of the place under the pointer, and by a click puts B there and goes to where its scan can be watched.
fn follow_offsets(window: &WindowState<'_>, offsets: Offsets, pointed: &Pointed, out: &mut Vec<Request>) {
    point(window, pointed.place, out);
    if let Some((x, y)) = pointed.place.filter(|_| pointed.is_clicked) {
        go_to(window, offsets.offset(x, y), out);
    }
}

fn point(window: &WindowState<'_>, place: Option<(u32, u32)>, out: &mut Vec<Request>) {
    // Another picture may be under the pointer, which has already spoken.
    if place.is_some() && place != window.session.surveys().pointed() {
        out.push(SurveyAction::Point(place).into());
    }
}

/// Puts B at an offset and shows it.
pub(super) fn go_to(window: &WindowState<'_>, offset: Offset, out: &mut Vec<Request>) {
    let Some(position) = placed_at(window.session.stage(), offset) else { return };
    out.push(StageAction::Place { slot: Slot::B, position }.into());
    out.push(StageAction::Settle.into());
    out.push(ViewAction::Show(Tab::Inspect).into());
}

fn show_cost(
    ui: &mut Ui,
    window: &WindowState<'_>,
    cost: &CostAnswer,
    id: usize,
    textures: &mut Textures,
    out: &mut Vec<Request>,
) {
    let palette = palette(ui);
    let places = picture_places(ui, 2);
    let (survey, selected) = (&cost.survey, window.session.scans().selected());
    let offsets = survey.offsets();
    let inside = |x, y| survey.overlaps().at(x, y);
    if let Some((listed, map)) = survey.maps().iter().enumerate().find(|(_, map)| map.scan() == selected) {
        let scale = LogScale::up_to(survey.most_visits());
        let color = |x, y| {
            let at = map.costs().at(x, y);
            let ramp = if survey.overlaps().at(x, y) { &palette.cost } else { &palette.miss };
            rgb(ramp.at(scale.share(at.visits)))
        };
        let key = (id, 100 + listed as u64);
        let name = format!("Visits of {selected}");
        let pointed = offsets_picture(ui, window, textures, 0, places[0], key, offsets, &name, &color, Some(&inside));
        ramp_legend(ui, places[0], "1", &words::thousands(scale.top()), &|share| rgb(palette.cost.at(share)));
        tell_visits(&pointed, |x, y| u64::from(map.costs().at(x, y).visits));
        follow_offsets(window, offsets, &pointed, out);
    }
    let winners = &cost.winners;
    let color = |x, y| match winners.plane().at(x, y) {
        Winner::Apart => rgb(palette.ctl),
        Winner::Contender(at) => rgb(winners.color(at)),
        Winner::Tie => rgb(palette.tie),
    };
    let pointed =
        offsets_picture(ui, window, textures, 1, places[1], (id, 1), offsets, "Fewest visits", &color, Some(&inside));
    if let Some((x, y)) = pointed.place {
        let text = match winners.plane().at(x, y) {
            Winner::Apart => "masks apart: all look at everything".to_owned(),
            Winner::Contender(at) => winners.contenders().get(at).map_or(String::new(), ToString::to_string),
            Winner::Tie => "several need as few".to_owned(),
        };
        pointed.response.clone().on_hover_text_at_pointer(text);
    }
    winners_legend(ui, places[1], cost);
    follow_offsets(window, offsets, &pointed, out);
}

/// Says how many visits the place under the pointer needs.
fn tell_visits(pointed: &Pointed, visits: impl Fn(u32, u32) -> u64) {
    if let Some((x, y)) = pointed.place {
        pointed.response.clone().on_hover_text_at_pointer(words::plural(visits(x, y), "visit"));
    }
}

fn show_difference(
    ui: &mut Ui,
    window: &WindowState<'_>,
    cost: &CostAnswer,
    id: usize,
    textures: &mut Textures,
    out: &mut Vec<Request>,
) {
    let palette = palette(ui);
    let [one, other] = window.session.surveys().pair();
    let Some((first, second)) = cost.survey.map_of(one).zip(cost.survey.map_of(other)) else { return };
    let plane = difference(first, second);
    let most = plane.values().iter().map(|n| n.unsigned_abs()).max().unwrap_or(1).max(1);
    let share = |n: i64| ((n.unsigned_abs() as f32).ln_1p() / (most as f32).ln_1p()).clamp(0.0, 1.0);
    let mix = |to: Rgb, n: i64| {
        let part = whole_u32(share(n) * 255.0);
        rgb(crate::palette::mix(palette.ctl, to, u8::try_from(part).unwrap_or(u8::MAX)))
    };
    // Fewer visits of the first are the colour of A, fewer of the second that of B.
    let color = |x, y| match plane.at(x, y) {
        0 => rgb(palette.ctl),
        n if n < 0 => mix(palette.a, n),
        n => mix(palette.b, n),
    };
    let place = picture_places(ui, 1)[0];
    let offsets = cost.survey.offsets();
    let inside = |x, y| cost.survey.overlaps().at(x, y);
    let places = &cost.survey.maps().iter().map(crate::survey::CostMap::scan).collect::<Vec<_>>();
    let number = |scan| places.iter().position(|listed| *listed == scan).unwrap_or(0) as u64;
    let key = (id, 1_000 + 100 * number(one) + number(other));
    let name = format!("Visits of {one} less those of {other}");
    let pointed = offsets_picture(ui, window, textures, 0, place, key, offsets, &name, &color, Some(&inside));
    if let Some((x, y)) = pointed.place {
        let by = plane.at(x, y);
        let text = match by {
            0 => "both need as many visits".to_owned(),
            by if by < 0 => format!("{one} needs {} fewer", words::thousands(by.unsigned_abs())),
            by => format!("{other} needs {} fewer", words::thousands(by.unsigned_abs())),
        };
        pointed.response.clone().on_hover_text_at_pointer(text);
    }
    let (less_one, less_other) = (format!("{one} needs fewer"), format!("{other} needs fewer"));
    swatches(ui, place, &[(&less_one, rgb(palette.a)), (&less_other, rgb(palette.b)), ("as many", rgb(palette.ctl))]);
    follow_offsets(window, offsets, &pointed, out);
}

fn show_claim(
    ui: &mut Ui,
    window: &WindowState<'_>,
    cost: &CostAnswer,
    id: usize,
    textures: &mut Textures,
    out: &mut Vec<Request>,
) {
    let palette = palette(ui);
    let places = picture_places(ui, 2);
    let [linear, clever] = Claim::SCANS.map(|scan| cost.survey.map_of(scan));
    let (Some(linear), Some(clever), Some(claim)) = (linear, clever, &cost.claim) else { return };
    let ratio = |x, y| Claim::ratio(linear.costs().at(x, y), clever.costs().at(x, y));
    let top = claim.max().unwrap_or(1.0).max(2.0);
    let overlaps = |x, y| cost.survey.overlaps().at(x, y);
    let color = |x, y| match (overlaps(x, y), ratio(x, y)) {
        (false, _) => rgb(palette.ctl),
        (true, ratio) if ratio < 1.0 => rgb(palette.bad),
        (true, ratio) => rgb(palette.cost.at(share_of(ratio.ln() / top.ln()))),
    };
    let offsets = cost.survey.offsets();
    let name = "columns ÷ combined, visits";
    let pointed = offsets_picture(ui, window, textures, 0, places[0], (id, 7), offsets, name, &color, Some(&overlaps));
    ramp_legend(ui, places[0], "1×", &format!("{top:.0}×"), &|share| rgb(palette.cost.at(share)));
    if let Some((x, y)) = pointed.place.filter(|&(x, y)| overlaps(x, y)) {
        pointed.response.clone().on_hover_text_at_pointer(format!("{:.1}× fewer", ratio(x, y)));
    }
    bands(ui, places[1], claim);
    follow_offsets(window, offsets, &pointed, out);
}

/// A share from 0 to 1.
#[expect(clippy::cast_possible_truncation, reason = "a share")]
fn share_of(n: f64) -> f32 {
    n.clamp(0.0, 1.0) as f32
}

/// How many hits have which ratio.
fn bands(ui: &Ui, place: Rect, claim: &Claim) {
    let theme = Theme::of(ui);
    title(ui, place, "How many times fewer", "of all placements that hit");
    let bands = claim.bands();
    let most = bands.iter().copied().max().unwrap_or(1).max(1);
    for (at, (count, from)) in bands.into_iter().zip(Claim::BANDS).enumerate() {
        let top = place.top() + at as f32 * 26.0;
        let to = Claim::BANDS.get(at + 1);
        let name = match (from, to) {
            (_, Some(to)) if from == 0.0 => format!("below {to:.0}×, more visits"),
            (from, Some(to)) => format!("{from:.0} to {to:.0}×"),
            (from, None) => format!("{from:.0}× and more"),
        };
        let line = top + 10.0;
        ui.painter().text(pos2(place.left(), line), Align2::LEFT_CENTER, name, theme::note(), theme.t2);
        let left = place.left() + 140.0;
        let width = (place.right() - left - 96.0).max(20.0);
        let bar = Rect::from_min_size(pos2(left, line - 4.0), vec2(width, 8.0));
        ui.painter().rect_filled(bar, 0.0, theme.bar_bg);
        let full = Rect::from_min_size(bar.min, vec2(width * count as f32 / most as f32, 8.0));
        let promised = from >= Claim::PROMISED.0;
        ui.painter().rect_filled(full, 0.0, if promised { theme.both } else { theme.bar });
        let share = words::percent(count, claim.offsets());
        let text = format!("{} {share}", words::thousands(count));
        ui.painter().text(pos2(place.right(), line), Align2::RIGHT_CENTER, text, theme::mono(), theme.t1);
    }
}

fn show_worst(
    ui: &mut Ui,
    window: &WindowState<'_>,
    cost: &CostAnswer,
    id: usize,
    textures: &mut Textures,
    out: &mut Vec<Request>,
) {
    show_cost(ui, window, cost, id, textures, out);
    let scan = window.session.scans().selected();
    let worst = cost.survey.map_of(scan).and_then(|map| cost.survey.worst(map));
    let missed = cost.survey.map_of(scan).and_then(|map| cost.survey.largest_miss(map));
    let whole = ui.max_rect();
    let row = Rect::from_min_max(pos2(whole.left() + EDGE, whole.bottom() - LEGEND), whole.max - vec2(EDGE, 0.0));
    ui.painter().rect_filled(row, 0.0, Theme::of(ui).canvas);
    ui.scope_builder(egui::UiBuilder::new().max_rect(row), |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            if let Some((offset, _)) = worst
                && text_button(ui, "Go to the worst placement")
                    .on_hover_text("Puts B where this scan needs the most visits.")
                    .clicked()
            {
                go_to(window, offset, out);
            }
            if let Some((offset, area)) = missed {
                let tip = format!("There {} shared pixels are missed.", words::thousands(area));
                if text_button(ui, "Go to the largest miss").on_hover_text(tip).clicked() {
                    go_to(window, offset, out);
                }
            }
            if let Some(defeat) = &cost.defeat {
                let button = text_button(ui, "Show art that defeats it").on_hover_text(defeat.sentence());
                if button.clicked() {
                    out.push(FileAction::SceneLoaded(Box::new(defeat.scene()), None).into());
                    let place = window.session.scans().scans().iter().position(|listed| *listed == scan);
                    out.extend(place.map(|place| ScanAction::Select(place).into()));
                    out.push(ViewAction::Show(Tab::Inspect).into());
                }
                ui.label(RichText::new(defeat.sentence()).font(theme::note()).color(Theme::of(ui).t2));
            }
        });
    });
}

fn show_thresholds(
    ui: &mut Ui,
    window: &WindowState<'_>,
    found: &crate::survey::Thresholds,
    id: usize,
    textures: &mut Textures,
    out: &mut Vec<Request>,
) {
    let palette = palette(ui);
    let most = found.area(0, 0).max(1);
    let color = |x, y| match found.areas().at(x, y) {
        0 => rgb(palette.ctl),
        area => rgb(palette.cost.at((area as f32 / most as f32).sqrt())),
    };
    let inside = |x, y| found.areas().at(x, y) > 0;
    let place = picture_places(ui, 1)[0];
    title(ui, place, "Shared pixels", "A's threshold across, 0 to 255, B's down");
    let [a, b] = super::headline::thresholds_now(window);
    let map = Map {
        name: "Threshold by threshold",
        size: Size::new(256, 256),
        color: &color,
        now: Some((a.into(), b.into())),
        pointed: window.session.surveys().pointed(),
        inside: Some(&inside),
    };
    let pointed = textures.show(ui, 0, place, (id, 3), &map);
    ramp_legend(ui, place, "1", &format!("{} px", words::thousands(most.into())), &|share| {
        rgb(palette.cost.at(share.sqrt()))
    });
    point(window, pointed.place, out);
    let Some((x, y)) = pointed.place else { return };
    let byte = |n: u32| u8::try_from(n).unwrap_or(u8::MAX);
    let text = format!("A above {x}, B above {y}: {} px", words::thousands(found.area(byte(x), byte(y)).into()));
    pointed.response.clone().on_hover_text_at_pointer(text);
    if pointed.is_clicked {
        for (slot, threshold) in [(Slot::A, byte(x)), (Slot::B, byte(y))] {
            out.push(StageAction::SetThreshold { slot, threshold }.into());
            out.push(StageAction::Settle.into());
        }
        out.push(ViewAction::Show(Tab::Inspect).into());
    }
}

fn show_frames(
    ui: &mut Ui,
    window: &WindowState<'_>,
    matrix: &crate::survey::FrameMatrix,
    id: usize,
    textures: &mut Textures,
    out: &mut Vec<Request>,
) {
    let palette = palette(ui);
    let areas = matrix.areas();
    let most = areas.values().iter().copied().max().unwrap_or(1).max(1);
    let color = |x, y| match areas.at(x, y) {
        0 => rgb(palette.ctl),
        area => rgb(palette.cost.at((area as f32 / most as f32).sqrt())),
    };
    let place = picture_places(ui, 1)[0];
    title(ui, place, "Shared pixels", "frames of A across, of B down, from 0");
    let shown = Slot::ALL.map(|slot| match window.session.stage().get(slot)?.sprite().shown() {
        Shown::Frame(at) => u32::try_from(at).ok(),
        Shown::Merged => None,
    });
    let map = Map {
        name: "Frame by frame",
        size: areas.size(),
        color: &color,
        now: shown[0].zip(shown[1]),
        pointed: window.session.surveys().pointed(),
        inside: None,
    };
    let pointed = textures.show(ui, 0, place, (id, matrix.progress().done()), &map);
    ramp_legend(ui, place, "1", &format!("{} px", words::thousands(most.into())), &|share| {
        rgb(palette.cost.at(share.sqrt()))
    });
    point(window, pointed.place, out);
    let Some((x, y)) = pointed.place else { return };
    let text = format!("frame {x} of A, {y} of B: {} px", words::thousands(areas.at(x, y).into()));
    pointed.response.clone().on_hover_text_at_pointer(text);
    if pointed.is_clicked {
        for (slot, frame) in [(Slot::A, x), (Slot::B, y)] {
            out.push(StageAction::ShowFrame { slot, shown: Shown::Frame(frame as usize) }.into());
            out.push(StageAction::Settle.into());
        }
        out.push(ViewAction::Show(Tab::Inspect).into());
    }
}

/// A ramp with what its ends stand for.
fn ramp_legend(ui: &Ui, place: Rect, least: &str, most: &str, color: &dyn Fn(f32) -> Color32) {
    let theme = Theme::of(ui);
    let y = place.bottom() + LEGEND / 2.0;
    let text = ui.painter().text(pos2(place.left(), y), Align2::LEFT_CENTER, least, theme::mono(), theme.t1);
    let left = text.right() + 8.0;
    for step in 0..60_u8 {
        let from = left + 2.0 * f32::from(step);
        let cell = Rect::from_min_size(pos2(from, y - 5.0), vec2(2.0, 10.0));
        ui.painter().rect_filled(cell, 0.0, color(f32::from(step) / 59.0));
    }
    let end = pos2(left + 128.0, y);
    ui.painter().text(end, Align2::LEFT_CENTER, most, theme::mono(), theme.t1);
}

/// Colours and what they stand for.
fn swatches(ui: &Ui, place: Rect, all: &[(&str, Color32)]) {
    let theme = Theme::of(ui);
    let mut at = pos2(place.left(), place.bottom() + LEGEND / 2.0);
    for (name, color) in all {
        // What does not fit is left out whole.
        let galley = ui.painter().layout_no_wrap((*name).to_owned(), theme::note(), theme.t2);
        if at.x + 16.0 + galley.size().x > place.right() {
            return;
        }
        ui.painter().rect_filled(Rect::from_center_size(at + vec2(5.0, 0.0), vec2(10.0, 10.0)), 0.0, *color);
        let text = ui.painter().text(at + vec2(16.0, 0.0), Align2::LEFT_CENTER, name, theme::note(), theme.t2);
        at.x = text.right() + 16.0;
    }
}

fn winners_legend(ui: &Ui, place: Rect, cost: &CostAnswer) {
    let palette = palette(ui);
    let winners = &cost.winners;
    let hits = cost.summaries.first().map_or(0, |(summary, _)| summary.hits.offsets);
    let tie = format!("tie, {} of hits", words::whole_percent(winners.count(Winner::Tie), hits));
    swatches(ui, place, &[("masks apart: all equal", rgb(palette.ctl)), (&tie, rgb(palette.tie))]);
}

/// Takes the crosshair away once the pointer has left all pictures.
pub fn leave(ui: &Ui, window: &WindowState<'_>, rect: Rect, out: &mut Vec<Request>) {
    let is_inside = ui.ctx().pointer_hover_pos().is_some_and(|at| rect.contains(at));
    if !is_inside && window.session.surveys().pointed().is_some() {
        out.push(SurveyAction::Point(None).into());
    }
}
