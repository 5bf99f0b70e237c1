//! What moves our own sliders: the pointer, arrow keys and screen readers.

use egui::accesskit::{Action, ActionData};
use egui::{Event, EventFilter, Key, Response, Ui, WidgetInfo};

use crate::app::cast::whole_u64;

/// Returns the position, of 0 to `last`, to which the pointer, whose place `at` turns into one, the arrow keys (with Shift by
/// ten) or a screen reader have moved a slider; `None` where it stays.
///
/// While the slider has the focus, left and right belong to it and do not move the focus.
pub(super) fn moved(
    ui: &Ui,
    response: &Response,
    name: &str,
    position: u64,
    last: u64,
    at: impl Fn(f32) -> u64,
) -> Option<u64> {
    if response.has_focus() {
        keep_arrows(ui, response);
    }
    let keyboard = if response.has_focus() { arrow_steps(ui) } else { 0 };
    let by_steps = position.saturating_add_signed(keyboard + requested_steps(ui, response));
    let pointed = response.interact_pointer_pos().map(|pointer| at(pointer.x));
    let wanted = requested_value(ui, response).or(pointed).unwrap_or(by_steps).min(last);
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), wanted as f64, name));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(last as f64);
        node.set_numeric_value_step(1.0);
        node.add_action(Action::SetValue);
        node.add_action(Action::Increment);
        node.add_action(Action::Decrement);
    });
    (wanted != position).then_some(wanted)
}

/// The value that a screen reader sets directly, if any.
fn requested_value(ui: &Ui, response: &Response) -> Option<u64> {
    ui.input(|input| {
        let requests = input.accesskit_action_requests(response.id, Action::SetValue);
        let values = requests.filter_map(|request| match request.data {
            Some(ActionData::NumericValue(value)) => Some(whole_u64(value.round())),
            _ => None,
        });
        values.last()
    })
}

fn keep_arrows(ui: &Ui, response: &Response) {
    let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
}

fn arrow_steps(ui: &Ui) -> i64 {
    let step = |event: &Event| match event {
        Event::Key { key, pressed: true, modifiers, .. } => {
            let size = if modifiers.shift { 10 } else { 1 };
            match key {
                Key::ArrowLeft => -size,
                Key::ArrowRight => size,
                _ => 0,
            }
        }
        _ => 0,
    };
    ui.input(|input| input.events.iter().map(step).sum())
}

fn requested_steps(ui: &Ui, response: &Response) -> i64 {
    ui.input(|input| {
        let requests = |action| input.accesskit_action_requests(response.id, action);
        let net = |more: usize, fewer: usize| i64::try_from(more).unwrap_or(0) - i64::try_from(fewer).unwrap_or(0);
        net(requests(Action::Increment).count(), requests(Action::Decrement).count())
    })
}
