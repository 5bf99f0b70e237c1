//! Through the route by steps: a bar whose columns tell what was so at each step.

use egui::{Align, Align2, Layout, Rect, RichText, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::buttons::{self as five, Way};
use crate::app::cast::whole_u32;
use crate::app::inputs::Input;
use crate::app::request::{PathFor, Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{drop_down, text_button};
use crate::exports::ROUTE;
use crate::session::RouteAction;
use crate::survey::{RouteAnswer, RouteStep};
use crate::words;

/// Free space at both sides, and height of the bar, in points.
const EDGE: f32 = 12.0;
const BAR: f32 = 40.0;

pub fn show(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing = vec2(4.0, 0.0);
    ui.add_space(10.0);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 24.0), Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(EDGE);
        buttons(ui, window, out);
    });
    ui.add_space(8.0);
    bar(ui, window, out);
}

fn buttons(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let room = window.session.route();
    let steps = room.route().map_or(0, |route| route.steps.len());
    let theme = Theme::of(ui);
    ui.add_enabled_ui(steps > 0, |ui| {
        let play = if room.plays() { "Hold the path" } else { "Play the path" };
        let texts = [
            ("First step", "Goes to the start of the path."),
            ("Step of the path back", "Goes one step back."),
            (play, "Plays the path as it was recorded."),
            ("Step of the path on", "Goes one step on."),
            ("Last step", "Goes to the end of the path."),
        ];
        let action = |way| match way {
            Way::First => RouteAction::Go(0),
            Way::Back => RouteAction::Go(room.at().saturating_sub(1)),
            Way::Play => RouteAction::Play(!room.plays()),
            Way::On => RouteAction::Go(room.at() + 1),
            Way::Last => RouteAction::Go(steps),
        };
        out.extend(five::buttons(ui, room.plays(), texts).map(|way| action(way).into()));
    });
    ui.add_space(16.0);
    let told = match (room.recorded(), room.route()) {
        (Some(route), _) => format!("recording, {}", words::plural(route.steps.len() as u64, "step")),
        (None, Some(route)) => {
            let seconds = route.steps.get(room.at()).map_or(0.0, |step| step.seconds);
            format!(
                "step {} of {}, {seconds:.2} s",
                words::thousands(room.at() as u64 + 1),
                words::thousands(steps as u64)
            )
        }
        (None, None) => "Drag B to record its path.".to_owned(),
    };
    choice(ui, window, out);
    ui.label(RichText::new(told).font(theme::mono()).color(theme.t1));
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(EDGE);
        let forget = ui.add_enabled_ui(steps > 0, |ui| text_button(ui, "Forget")).inner;
        if forget.on_hover_text("Forgets the path; B stays where it is.").clicked() {
            out.push(RouteAction::Forget.into());
        }
        let save = ui.add_enabled_ui(steps > 0, |ui| text_button(ui, "Save path…")).inner;
        if save.on_hover_text(ROUTE.sentence).clicked() {
            out.push(Request::Pick(PathFor::Export(&ROUTE)));
        }
        let tip = "Reads a path from a CSV file: frame, x, y of B in a game's log.";
        if text_button(ui, "Open path…").on_hover_text(tip).clicked() {
            out.push(Request::Pick(PathFor::Open(Input::Route)));
        }
    });
}

/// Which path is shown, where there are several.
fn choice(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let room = window.session.route();
    if room.routes().len() < 2 {
        return;
    }
    let mut chosen = room.chosen();
    let path = |number: usize| format!("Path {} of {}", number + 1, room.routes().len());
    let response = drop_down("path shown", path(chosen), 104.0).show_ui(ui, |ui| {
        for (number, route) in room.routes().iter().enumerate() {
            let steps = words::plural(route.steps.len() as u64, "step");
            ui.selectable_value(&mut chosen, number, format!("Path {}, {steps}", number + 1));
        }
    });
    response.response.accessible_name("Path shown").on_hover_text("Which of the recorded paths is shown.");
    if chosen != room.chosen() {
        out.push(RouteAction::Choose(chosen).into());
    }
    ui.add_space(12.0);
}

/// A column a step: how much is shared, what is missed, where the step shown is.
fn bar(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let (whole, response) = ui.allocate_exact_size(vec2(ui.available_width(), BAR), Sense::click_and_drag());
    let rect = whole.shrink2(vec2(EDGE, 0.0));
    let theme = Theme::of(ui);
    let room = window.session.route();
    ui.painter().rect_filled(rect, 0.0, theme.bar_bg);
    let Some(route) = room.route() else { return };
    let steps = route.steps.len();
    let width = rect.width() / steps as f32;
    let found = window.session.derived().published().and_then(|published| published.found::<RouteAnswer>());
    if let Some(found) = found {
        let most = found.run.walked.iter().map(|step| step.overlap_area).max().unwrap_or(1).max(1) as f32;
        // No more columns than there is room for: of several steps in one, the largest area.
        let columns = steps.min(whole_u32(rect.width()) as usize).max(1);
        for column in 0..columns {
            let part = column * steps / columns..((column + 1) * steps / columns).max(column * steps / columns + 1);
            let part: Vec<&RouteStep> =
                found.run.walked.get(part.start..part.end.min(found.run.walked.len())).unwrap_or(&[]).iter().collect();
            let area = part.iter().map(|step| step.overlap_area).max().unwrap_or(0) as f32;
            let left = rect.left() + rect.width() * column as f32 / columns as f32;
            let right = rect.left() + rect.width() * (column as f32 + 1.0) / columns as f32;
            if area > 0.0 {
                let height = (rect.height() - 8.0) * (area / most).sqrt();
                let shared =
                    Rect::from_min_max(pos2(left, rect.bottom() - height.max(2.0)), pos2(right, rect.bottom()));
                ui.painter().rect_filled(shared, 0.0, theme.both);
            }
            if part.iter().any(|step| step.tunnelled()) {
                let mark = Rect::from_min_max(pos2(left, rect.top()), pos2(right.max(left + 3.0), rect.top() + 6.0));
                ui.painter().rect_filled(mark, 0.0, theme.bad);
            }
        }
    }
    let x = rect.left() + width * (room.at() as f32 + 0.5);
    ui.painter().vline(x, rect.y_range(), Stroke::new(2.0, theme.t1));
    ui.painter().text(
        rect.left_bottom() + vec2(0.0, 12.0),
        Align2::LEFT_CENTER,
        "shared pixels at each step; red: B jumped over A",
        theme::note(),
        theme.t3,
    );
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), room.at() as f64, "Step of the path"));
    let pointer = response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked());
    if let Some(at) = pointer {
        let step = whole_u32((at.x - rect.left()) / width) as usize;
        if step.min(steps - 1) != room.at() {
            out.push(RouteAction::Go(step).into());
        }
    }
}
