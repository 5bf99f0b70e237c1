//! Through the history by steps, the keys of the game, and how slowly it goes.

use egui::{Align, Align2, Button, Color32, Layout, Rect, RichText, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::answer::wrong;
use super::held_keys::{HeldKeys, keys_of};
use crate::app::cast::whole_u32;
use crate::app::command::Command;
use crate::app::panels::transport::buttons;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{segmented, text_button};
use crate::exports::KEYS;
use crate::scene::terrain::{Happening, Key, Rules, Run, StepRecord};
use crate::session::{PACES, TerrainAction};
use crate::words;

/// Free space at both sides, and height of the bar, in points.
const EDGE: f32 = 12.0;
const BAR: f32 = 40.0;
/// From this width of the window on, there is room for the pace.
const WIDE: f32 = 1_000.0;
/// And from this one on, for the file of keys.
const WIDER: f32 = 1_240.0;

pub fn show(ui: &mut Ui, window: &WindowState<'_>, held: &mut HeldKeys, out: &mut Vec<Request>) {
    ui.spacing_mut().item_spacing = vec2(4.0, 0.0);
    ui.add_space(10.0);
    ui.allocate_ui_with_layout(vec2(ui.available_width(), 24.0), Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(EDGE);
        buttons(ui, window, out);
        ui.add_space(16.0);
        for (key, text, tip) in [
            (Key::Left, "←", "Walks left while it is held."),
            (Key::Jump, "Jump", "Jumps, if no jump is under way."),
            (Key::Right, "→", "Walks right while it is held."),
        ] {
            let is_held = window.session.terrain().held().has(key);
            let width = if key == Key::Jump { 64.0 } else { 40.0 };
            let button = ui.add(
                Button::new(RichText::new(text).font(if key == Key::Jump { theme::text() } else { theme::mono() }))
                    .selected(is_held)
                    .min_size(vec2(width, 24.0))
                    .sense(Sense::click_and_drag()),
            );
            let name = match key {
                Key::Left => "Walk left",
                Key::Right => "Walk right",
                Key::Jump => "Jump",
            };
            // In a word: the font of tooltips has no arrows.
            let button = button.accessible_name(name).on_hover_text(format!("{tip}  {}", keys_of(key)[0].name()));
            if button.is_pointer_button_down_on() {
                held.button(key);
            }
        }
        ui.add_space(16.0);
        progress(ui, window);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(EDGE);
            let again =
                text_button(ui, "Start again").on_hover_text("Drops the ball again and discards all steps and keys.");
            if again.clicked() {
                out.push(TerrainAction::Restart.into());
            }
            let width = ui.ctx().content_rect().width();
            if width >= WIDE {
                ui.add_space(12.0);
                let mut pace = window.session.terrain().pace();
                let names = PACES.map(|slower| if slower == 1 { "60 / s".to_owned() } else { format!("1/{slower}") });
                let choices: Vec<_> = names.iter().enumerate().map(|(place, name)| (place, name.as_str())).collect();
                let tip = "Sixty steps a second, or slower by this factor. Slower [, faster ].";
                if segmented(ui, &mut pace, &choices).on_hover_text(tip).changed() {
                    out.push(TerrainAction::SetPace(pace).into());
                }
            }
            if width >= WIDER {
                ui.add_space(12.0);
                for (command, text) in [(Command::Export(&KEYS), "Save keys…"), (Command::OpenKeys, "Open keys…")] {
                    let button = ui.add_enabled_ui(command.is_enabled(window), |ui| text_button(ui, text)).inner;
                    if button.on_hover_text(command.sentence()).clicked() {
                        command.ask(window, out);
                    }
                    ui.add_space(4.0);
                }
            }
        });
    });
    ui.add_space(8.0);
    bar(ui, window, out);
}

fn progress(ui: &mut Ui, window: &WindowState<'_>) {
    let room = window.session.terrain();
    let seconds = room.at() as f64 * Rules::STEP_SECONDS;
    let mut told = format!(
        "step {} of {}, {seconds:.2} s",
        words::thousands(room.at() as u64),
        words::thousands(room.steps() as u64)
    );
    if room.is_full() {
        told.push_str(", the most possible");
    }
    ui.label(RichText::new(told).font(theme::mono()).color(Theme::of(ui).t1));
}

/// What is drawn of the steps that share a column.
struct Column<'a> {
    steps: &'a [StepRecord],
    from: usize,
}

impl Column<'_> {
    fn has(&self, run: &Run, happening: Happening) -> bool {
        (self.from..self.from + self.steps.len()).any(|step| run.happening(step) == Some(happening))
    }
}

/// A column a step: how high the ball is, whether the masks disagree, where one is.
fn bar(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let (whole, response) = ui.allocate_exact_size(vec2(ui.available_width(), BAR), Sense::click_and_drag());
    let rect = whole.shrink2(vec2(EDGE, 0.0));
    let theme = Theme::of(ui);
    let room = window.session.terrain();
    ui.painter().rect_filled(rect, 0.0, theme.bar_bg);
    let steps = room.steps();
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), room.at() as f64, "Step of the ball"));
    let legend = "height of the ball; pink: contact; red: the full masks disagree; a mark at the top: jumps";
    let below = rect.left_bottom() + vec2(0.0, 12.0);
    ui.painter().text(below, Align2::LEFT_CENTER, legend, theme::note(), theme.t3);
    let Some(run) = room.run().filter(|_| steps > 0) else { return };
    // Early on a step is not wider than this, so that the bar fills from the left.
    let width = (rect.width() / steps as f32).min(4.0);
    let columns = steps.min(whole_u32(rect.width()) as usize).max(1);
    let height = f64::from(run.rules.stage.height).max(1.0);
    for at in 0..columns {
        let (from, to) = (at * steps / columns, ((at + 1) * steps / columns).max(at * steps / columns + 1));
        let column = Column { steps: &run.steps[from..to.min(steps)], from };
        let (left, right) = (rect.left() + width * from as f32, rect.left() + width * to as f32);
        let lowest = column.steps.iter().map(|step| step.after.ball.position.1).fold(f64::MIN, f64::max);
        #[expect(clippy::cast_possible_truncation, reason = "a share of the bar's height")]
        let share = (lowest / height).clamp(0.0, 1.0) as f32;
        let y = rect.top() + 6.0 + (rect.height() - 10.0) * share;
        let touches = column.steps.iter().any(|step| step.look.contact.is_some());
        let ink = if touches { theme.both } else { theme.bar };
        let fill = Rect::from_min_max(pos2(left, y), pos2(right.max(left + 1.0), rect.bottom()));
        ui.painter().rect_filled(fill, 0.0, ink.gamma_multiply(0.45));
        ui.painter().rect_filled(Rect::from_min_size(fill.min, vec2(fill.width(), 2.0)), 0.0, ink);
        if column.steps.iter().any(|step| wrong(step).is_some()) {
            let mark = Rect::from_min_max(pos2(left, rect.bottom() - 5.0), fill.max);
            ui.painter().rect_filled(mark, 0.0, theme.bad);
        }
        if column.has(run, Happening::Jumps) {
            ui.painter().vline(left, rect.top()..=rect.top() + 6.0, Stroke::new(2.0, theme.t1));
        }
    }
    let x = rect.left() + width * room.at() as f32;
    ui.painter().vline(x, rect.y_range(), Stroke::new(4.0, Color32::BLACK));
    ui.painter().vline(x, rect.y_range(), Stroke::new(2.0, Color32::WHITE));
    let pointer = response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked());
    if let Some(at) = pointer {
        let step = (whole_u32(((at.x - rect.left()) / width).max(0.0)) as usize).min(steps);
        if step != room.at() {
            out.push(TerrainAction::Go(step).into());
        }
    }
}
