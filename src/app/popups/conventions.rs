//! Where two conventions disagree about the present pair: at which angles of B, or at which fractions of a pixel.

use egui::{Align2, Color32, Rect, Response, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::modal;
use crate::app::cast::whole_u32;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{drop_down, segmented, text_button};
use crate::geom::Rounding;
use crate::scene::{Convention, Filter, Profile, SampleAt, Snap};
use crate::session::{Answer, Slot, StageAction, SurveyAction};
use crate::survey::{Disagreement, Reader, Survey as _, Variation};
use crate::words;

/// Width of the popup, in points.
const WIDTH: f32 = 640.0;
/// Height of a band of angles, and side of a square of fractions.
const BAND: f32 = 28.0;
const SQUARE: f32 = 160.0;
/// Room for the names of the bands.
const NAMES: f32 = 200.0;
/// Into how many fractions a pixel is cut along each side.
const PHASES: u32 = 16;

/// Shows the two conventions to choose, and where they differ.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let asked = out.len();
    modal(ui, "Where conventions disagree", WIDTH, out, |ui, out| {
        ui.spacing_mut().item_spacing.y = 8.0;
        let theme = Theme::of(ui);
        ui.label(RichText::new("Where conventions disagree").font(theme::text()).color(theme.t1));
        let about = "The same two sprites, read by two rules: do they overlap? A click places B there.";
        ui.label(RichText::new(about).font(theme::note()).color(theme.t3));
        choices(ui, window, out);
        match window.session.published().map(|published| (&*published.answer, published.is_complete())) {
            Some((Answer::Disagreement(found), is_complete)) => {
                told(ui, found, is_complete);
                match found.variation() {
                    Variation::Angles => bands(ui, found, out),
                    Variation::Phases(_) => squares(ui, found, out),
                }
            }
            Some((Answer::Refused(why), _)) => {
                ui.label(RichText::new(why).color(theme.bad_text));
            }
            _ => {
                ui.label(RichText::new("Asking…").font(theme::note()).color(theme.t3));
            }
        }
        if text_button(ui, "Close").on_hover_text("Esc").clicked() {
            out.push(Request::ClosePopup);
        }
    });
    let closes = out[asked..].iter().any(|request| matches!(request, Request::ClosePopup));
    out.push(SurveyAction::WatchConventions(!closes).into());
}

/// Every way to read that is offered.
fn readers() -> Vec<Reader> {
    let plain = Snap::ALL.map(|snap| Convention { snap, ..Convention::default() });
    let round = Snap::To(Rounding::HalfUp);
    let others = [
        Convention { snap: round, filter: Filter::Nearest, at: SampleAt::Corner },
        Convention { snap: round, filter: Filter::Bilinear, at: SampleAt::Centre },
        Convention { snap: round, filter: Filter::Bilinear, at: SampleAt::Corner },
        Convention { snap: Snap::Keep, filter: Filter::Nearest, at: SampleAt::Corner },
        Convention { snap: Snap::Keep, filter: Filter::Bilinear, at: SampleAt::Centre },
    ];
    let worlds = plain.into_iter().chain(others).map(Reader::World);
    worlds.chain(Profile::ALL.map(Reader::Engine)).collect()
}

fn choices(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let surveys = window.session.surveys();
    let mut chosen = surveys.readers();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        for (reader, name) in chosen.iter_mut().zip(["First convention", "Second convention"]) {
            let shown = drop_down(name, told_reader(*reader), 212.0).show_ui(ui, |ui| {
                for choice in readers() {
                    ui.selectable_value(reader, choice, told_reader(choice));
                }
            });
            let tip = "Rounding of positions, how a turned sprite is read and where; or a known engine's own way.";
            shown.response.accessible_name(format!("{name}: {}", told_reader(*reader))).on_hover_text(tip);
        }
        let mut variation = surveys.variation();
        let all = [(Variation::Angles, "angles"), (Variation::Phases(PHASES), "fractions")];
        let tip = "B at every whole angle, or moved by every sixteenth of a pixel in both directions.";
        if segmented(ui, &mut variation, &all).on_hover_text(tip).changed() {
            out.push(SurveyAction::Vary(variation).into());
        }
    });
    if chosen != surveys.readers() {
        out.push(SurveyAction::Read(chosen).into());
    }
}

fn told_reader(reader: Reader) -> String {
    match reader {
        Reader::World(_) => reader.to_string(),
        Reader::Engine(profile) => profile.about().title.to_owned(),
    }
}

/// The answer in a sentence.
fn told(ui: &mut Ui, found: &Disagreement, is_complete: bool) {
    let theme = Theme::of(ui);
    let count = found.differences().count() as u64;
    let total = found.progress().done();
    let places = match found.variation() {
        Variation::Angles => "angles",
        Variation::Phases(_) => "fractions",
    };
    let so_far = if is_complete { "" } else { " so far" };
    let text = match count {
        0 => format!("They agree at all {} {places}{so_far}.", words::thousands(total)),
        _ => format!("They disagree at {} of {} {places}{so_far}.", words::thousands(count), words::thousands(total)),
    };
    let ink = if count == 0 { theme.t1 } else { theme.bad_text };
    ui.label(RichText::new(text).font(theme::text()).color(ink));
}

/// What one of the three pictures shows at a place: the first's answers, the second's, or where they differ.
fn color(theme: &Theme, answers: Option<[bool; 2]>, row: usize) -> Color32 {
    match (answers, row) {
        (None, _) => theme.canvas,
        (Some(answers), 0 | 1) => {
            if answers[row] {
                theme.both
            } else {
                theme.bar_bg
            }
        }
        (Some([one, other]), _) => {
            if one == other {
                theme.canvas
            } else {
                theme.bad
            }
        }
    }
}

/// Three bands: what the first says at each angle, what the second says, and where they differ.
fn bands(ui: &mut Ui, found: &Disagreement, out: &mut Vec<Request>) {
    let names = found.readers().map(told_reader);
    let rows = [names[0].as_str(), names[1].as_str(), "differ"];
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), 3.0 * (BAND + 4.0) + 16.0), Sense::click());
    let theme = Theme::of(ui);
    let left = rect.left() + NAMES;
    let step = (rect.right() - left) / 360.0;
    for (row, name) in rows.into_iter().enumerate() {
        let top = rect.top() + row as f32 * (BAND + 4.0);
        let place = pos2(rect.left(), top + BAND / 2.0);
        ui.painter().text(place, Align2::LEFT_CENTER, name, theme::note(), theme.t2);
        let band = Rect::from_min_max(pos2(left, top), pos2(rect.right(), top + BAND));
        ui.painter().rect_filled(band, 0.0, theme.canvas);
        // Runs of one colour are one rectangle, without seams.
        let mut from = 0_u16;
        for x in 1..=360_u16 {
            let of = |x: u16| color(theme, found.answers().at(x.into(), 0), row);
            if x < 360 && of(x) == of(from) {
                continue;
            }
            let at = |x: u16| left + f32::from(x) * step;
            let run = Rect::from_min_max(pos2(at(from), top), pos2(at(x), top + BAND));
            ui.painter().rect_filled(run, 0.0, of(from));
            from = x;
        }
    }
    for degrees in [0_u16, 90, 180, 270] {
        let place = pos2(left + f32::from(degrees) * step, rect.bottom());
        ui.painter().text(place, Align2::LEFT_BOTTOM, format!("{degrees}°"), theme::tag(), theme.t3);
    }
    let at =
        response.hover_pos().filter(|at| at.x >= left && at.x < rect.right()).map(|at| whole_u32((at.x - left) / step));
    describe(ui, response, found, at.map(|x| (x.min(359), 0)), out);
}

/// Three squares: the same for each fraction of a pixel.
fn squares(ui: &mut Ui, found: &Disagreement, out: &mut Vec<Request>) {
    let size = found.answers().size();
    let names = found.readers().map(told_reader);
    let rows = [names[0].as_str(), names[1].as_str(), "differ"];
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), SQUARE + 24.0), Sense::click());
    let theme = Theme::of(ui);
    let step = SQUARE / size.width as f32;
    let mut hovered = None;
    for (row, name) in rows.into_iter().enumerate() {
        let corner = rect.min + vec2(row as f32 * (SQUARE + 24.0), 20.0);
        ui.painter().text(corner - vec2(0.0, 12.0), Align2::LEFT_CENTER, name, theme::note(), theme.t2);
        let square = Rect::from_min_size(corner, vec2(SQUARE, SQUARE));
        for y in 0..size.height {
            for x in 0..size.width {
                let from = corner + step * vec2(x as f32, y as f32);
                let cell = Rect::from_min_size(from, vec2(step - 1.0, step - 1.0));
                ui.painter().rect_filled(cell, 0.0, color(theme, found.answers().at(x, y), row));
            }
        }
        if let Some(at) = response.hover_pos().filter(|at| square.contains(*at)) {
            let local = (at - corner) / step;
            hovered = Some((whole_u32(local.x).min(size.width - 1), whole_u32(local.y).min(size.height - 1)));
        }
    }
    describe(ui, response, found, hovered, out);
}

/// Says what is under the pointer, and goes there by a click.
fn describe(ui: &Ui, response: Response, found: &Disagreement, at: Option<(u32, u32)>, out: &mut Vec<Request>) {
    response.widget_info(|| WidgetInfo::labeled(Role::Image, ui.is_enabled(), "Where conventions disagree"));
    let Some((x, y)) = at else { return };
    let placement = found.placement(x, y);
    let says = |hit: bool| if hit { "hit" } else { "miss" };
    let told = match found.variation() {
        Variation::Angles => format!("{x}°"),
        Variation::Phases(n) => format!("+{x}/{n}, +{y}/{n} px"),
    };
    let text = match found.answers().at(x, y) {
        Some([one, other]) => format!("{told}: {} and {}", says(one), says(other)),
        None => told,
    };
    if response.on_hover_text_at_pointer(text).clicked() {
        out.push(StageAction::Pose { slot: Slot::B, placement }.into());
        out.push(StageAction::Settle.into());
    }
}
