//! Through the history by steps, the keys of the game, and how slowly it goes. A key is held on the keyboard, or as a button
//! on the screen.

use egui::{Event, Key as Pressed};

use crate::app::command::context_menu;
use crate::app::paint::screen::whole_u64;
use crate::app::panels::transport::{commands, row, track};
use crate::app::prelude::*;
use crate::app::widgets::status::{self, Status};
use crate::app::widgets::{Axis, Track, drop_down, segmented, text_button};
use crate::session::{PACES, TerrainAction};
use maskscope_core::scene::terrain::{Happening, Key, Keys, Rules};

/// Height of the bar, and the room below it for its legend, in points.
const BAR: f32 = 40.0;
/// From this width of the window on, the speeds stand side by side; below it, the width of their list.
const WIDE: f32 = 1_000.0;
const PACE: f32 = 72.0;

/// Shows the transport and the bar.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, held: &mut HeldKeys, out: &mut Vec<Request>) {
    let left = |ui: &mut Ui, out: &mut Vec<Request>| {
        commands(ui, window, out);
        ui.add_space(12.0);
        walk(ui, window, held);
    };
    row(ui, out, left, |ui, out| settings(ui, window, out), |ui| progress(ui, window));
    track(ui, |ui| bar(ui, window, out));
}

/// The keys of the game as buttons.
fn walk(ui: &mut Ui, window: &WindowState<'_>, held: &mut HeldKeys) {
    for (key, text, name, tip) in [
        (Key::Left, "←", "Walk left", "Walks left while it is held."),
        (Key::Jump, "Jump", "Jump", "Jumps, if no jump is under way."),
        (Key::Right, "→", "Walk right", "Walks right while it is held."),
    ] {
        let (width, font) = if key == Key::Jump { (64.0, theme::text()) } else { (40.0, theme::mono()) };
        let button = Button::new(RichText::new(text).font(font)).selected(window.session.terrain().held().has(key));
        let button = ui.add(button.min_size(vec2(width, 24.0)).sense(Sense::click_and_drag()));
        // In a word: the font of tooltips has no arrows.
        let button = button.accessible_name(name).on_hover_text(format!("{tip}  {}", keys_of(key)[0].name()));
        if button.is_pointer_button_down_on() {
            held.button(key);
        }
    }
}

/// The button that starts again, and the pace, from the right.
fn settings(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let again = text_button(ui, "Start again").on_hover_text("Drops the ball again and forgets all steps and keys.");
    if again.clicked() {
        out.push(TerrainAction::Restart.into());
    }
    ui.add_space(12.0);
    pace(ui, window, out);
}

/// The speeds side by side, or as a list where there is little room.
fn pace(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let old = window.session.terrain().game.pace;
    let mut new = old;
    let names = PACES.map(|slower| if slower == 1 { "60 / s".to_owned() } else { format!("1/{slower}") });
    let choices: Vec<_> = names.iter().enumerate().map(|(place, name)| (place, name.as_str())).collect();
    let tip = "Sixty steps a second, or fewer. Slower [, faster ].";
    if ui.ctx().content_rect().width() >= WIDE {
        segmented(ui, &mut new, &choices).on_hover_text(tip);
    } else {
        let list = drop_down("pace", &*names[old], PACE).show_ui(ui, |ui| {
            for (place, name) in choices {
                ui.selectable_value(&mut new, place, name);
            }
        });
        list.response.accessible_name(format!("Pace: {}", names[old])).on_hover_text(tip);
    }
    if new != old {
        out.push(TerrainAction::SetPace(new).into());
    }
}

fn progress(ui: &mut Ui, window: &WindowState<'_>) {
    let room = window.session.terrain();
    let seconds = room.game.at as f64 * Rules::STEP_SECONDS;
    let mut text = format!(
        "step {} of {}, {seconds:.2} s",
        words::thousands(room.game.at as u64),
        words::thousands(room.game.steps as u64)
    );
    if room.is_full() {
        text.push_str(", the most possible");
    }
    ui.add(Label::new(RichText::new(text).font(theme::mono()).color(Theme::of(ui).t1)).truncate());
}

/// A column a step: how high the ball is, whether the masks disagree, where one is.
fn bar(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let track = Track::new(ui, BAR);
    let Track { rect, painter, theme, .. } = &track;
    let room = window.session.terrain();
    let steps = room.game.steps as u64;
    // Early on a step is not wider than this, so that the bar fills from the left.
    let width = rect.width().min(4.0 * steps as f32);
    let axis = Axis::linear(Rangef::new(rect.left(), rect.left() + width), 0.0, steps as f64);
    let at = |x: f32| whole_u64(axis.value(x));
    let moved = track.moved(ui, "Step of the ball", room.game.at as u64, steps, at);
    context_menu::on(ui, &track.response, context_menu::BALL);
    if track.response.hovered() {
        let status = Status::of("steps of the ball").can("click", "go there").can("arrows", "step");
        status::tell(ui, status.can("right click", "menu"));
    }
    painter.rect_filled(*rect, 0.0, theme.bar_bg);
    let legend = "height of the ball; pink: contact; red: the whole masks say otherwise; a mark at the top: jumps";
    let below = rect.left_bottom() + vec2(0.0, 12.0);
    painter.text(below, Align2::LEFT_CENTER, legend, theme::note(), theme.t3);
    let Some(run) = room.run().filter(|_| steps > 0) else { return };
    let height = f64::from(run.rules.stage.height).max(1.0);
    for (x, range) in track.columns(axis.x, steps) {
        let numbers = range.map(|step| usize::try_from(step).unwrap_or(usize::MAX));
        let all: Vec<_> = numbers.filter_map(|number| Some((number, run.steps.get(number)?))).collect();
        let lowest = all.iter().map(|(_, step)| step.after.ball.position.1).fold(f64::MIN, f64::max);
        #[expect(clippy::cast_possible_truncation, reason = "a share of the bar's height")]
        let share = (lowest / height).clamp(0.0, 1.0) as f32;
        let ink = if all.iter().any(|(_, step)| step.look.contact.is_some()) { theme.both } else { theme.bar };
        let top = 6.0 + (BAR - 10.0) * share;
        painter.rect_filled(track.part(x, Rangef::new(top, BAR)), 0.0, ink.gamma_multiply(0.45));
        painter.rect_filled(track.part(x, Rangef::new(top, top + 2.0)), 0.0, ink);
        if all.iter().any(|(_, step)| step.is_wrong()) {
            painter.rect_filled(track.part(x, Rangef::new(BAR - 5.0, BAR)), 0.0, theme.bad);
        }
        if all.iter().any(|(number, _)| run.happening(*number) == Some(Happening::Jumps)) {
            track.line(x.min, 2.0, Rangef::new(0.0, 6.0), theme.t1);
        }
    }
    track.playhead(axis.x(room.game.at as f64), Rangef::new(-5.0, BAR));
    out.extend(moved.map(|step| TerrainAction::Go(usize::try_from(step).unwrap_or(usize::MAX)).into()));
}

/// The buttons that are held in this frame.
#[derive(Default)]
pub struct HeldKeys {
    buttons: Keys,
}

/// The keys of the keyboard, the usual one first.
const fn keys_of(key: Key) -> &'static [Pressed] {
    match key {
        Key::Left => &[Pressed::ArrowLeft],
        Key::Right => &[Pressed::ArrowRight],
        Key::Jump => &[Pressed::Space, Pressed::ArrowUp],
    }
}

impl HeldKeys {
    /// A button is held.
    pub fn button(&mut self, key: Key) {
        self.buttons.set(key, true);
    }

    /// Asks for what has changed since the session last knew: `then`.
    pub fn end(&self, ctx: &Context, then: Keys, out: &mut Vec<Request>) {
        let is_free = !ctx.egui_wants_keyboard_input()
            && !egui::Popup::is_any_open(ctx)
            && ctx.memory(|memory| memory.top_modal_layer().is_none());
        for &key in Key::ALL {
            let (was_struck, is_down) = ctx.input(|input| {
                let strikes = |event: &Event| {
                    matches!(event, Event::Key { key: struck, pressed: true, repeat: false, modifiers, .. }
                        if keys_of(key).contains(struck) && modifiers.is_none())
                };
                (
                    input.events.iter().any(strikes),
                    keys_of(key).iter().any(|key| input.key_down(*key)) && input.modifiers.is_none(),
                )
            });
            let (was_struck, is_down) = (was_struck && is_free, is_down && is_free);
            let held = self.buttons.has(key);
            let was = then.has(key);
            // A quick tap goes down and up within one frame.
            if !was && (was_struck || held) {
                out.push(TerrainAction::Press(key, true).into());
            }
            if (was || was_struck) && !is_down && !held {
                out.push(TerrainAction::Press(key, false).into());
            }
        }
    }
}
