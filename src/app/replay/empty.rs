//! The area below the canvas while there is nothing to replay: the three ways to start.

use egui::{Align, Label, Layout, RichText, Ui, UiBuilder, vec2};

use crate::app::request::{PathFor, Request};
use crate::app::theme::{self, Theme};
use crate::app::{inputs::Input, outside, widgets::text_button};

/// Height of all three, in points.
pub const HEIGHT: f32 = 176.0;

const COMMAND: &str = "maskscope follow game.jsonl";
/// Lines of a log: two sprites, and a check.
const SNIPPET: &str = r#"{"sprite": "ship", "image": "ship.png"}
{"sprite": "rock", "image": "rock.png"}
{"frame": 1, "a": {"sprite": "ship", "position": [100, 50]}, "b": {"sprite": "rock", "position": [110, 33]}, "hit": true}"#;

/// Shows them side by side.
pub fn show(ui: &mut Ui, out: &mut Vec<Request>) {
    let theme = Theme::of(ui);
    let whole = ui.available_rect_before_wrap().shrink2(vec2(12.0, 8.0));
    let (left, right) = whole.split_left_right_at_fraction(0.34);
    ui.painter().vline(left.right(), whole.y_range(), egui::Stroke::new(1.0, theme.line));
    let part = |ui: &mut Ui, rect: egui::Rect, add: &mut dyn FnMut(&mut Ui)| {
        let layout = Layout::top_down(Align::Min);
        ui.scope_builder(UiBuilder::new().max_rect(rect).layout(layout), |ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 4.0);
            add(ui);
        });
    };
    part(ui, left.with_max_x(left.right() - 12.0), &mut |ui| {
        label(ui, "1  Drag B");
        note(ui, "Across A, and release it. Each position on the way becomes a check.");
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            label(ui, "2  Open a file");
            if text_button(ui, "Open…").on_hover_text("Opens the log of a game, or a path as CSV.").clicked() {
                out.push(Request::Pick(PathFor::Open(Input::Route)));
            }
        });
        note(ui, "The log of a game, or a table of time, x, y.");
    });
    part(ui, right.with_min_x(right.left() + 12.0), &mut |ui| {
        if !outside::HAS_SYSTEM {
            label(ui, "3  Drop the log of a game");
            note(ui, "The desktop program follows a game while it runs. The log has a line per sprite and per check:");
            for line in SNIPPET.lines() {
                ui.add(Label::new(RichText::new(line).font(theme::tag()).color(theme.t2)).truncate());
            }
            return;
        }
        ui.horizontal(|ui| {
            label(ui, "3  Follow a running game");
            if text_button(ui, "Copy lines").on_hover_text("Copies the lines below.").clicked() {
                out.push(Request::Copy(SNIPPET.to_owned()));
            }
            if text_button(ui, "Copy command").on_hover_text(COMMAND).clicked() {
                out.push(Request::Copy(COMMAND.to_owned()));
            }
        });
        note(ui, "The game logs a line per sprite and per check; samples/bridges has the code for five engines.");
        for line in std::iter::once(COMMAND).chain(SNIPPET.lines()) {
            ui.add(Label::new(RichText::new(line).font(theme::tag()).color(theme.t2)).truncate());
        }
    });
}

fn label(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).font(theme::text()).color(Theme::of(ui).t1));
}

fn note(ui: &mut Ui, text: &str) {
    let text = RichText::new(text).font(theme::note()).color(Theme::of(ui).t3);
    ui.add(Label::new(text).wrap());
}
