//! Arrow keys for our own sliders.

use egui::accesskit::{Action, ActionData};
use egui::{Event, EventFilter, Key, Response, Ui};

/// How far the keyboard or a screen reader asks a focused slider to move: 1 for an arrow, 10 with Shift.
///
/// While the slider has the focus, left and right belong to it and do not move the focus.
pub(super) fn steps(ui: &Ui, response: &Response) -> i64 {
    if response.has_focus() {
        keep_arrows(ui, response);
    }
    let keyboard = if response.has_focus() { arrow_steps(ui) } else { 0 };
    keyboard + requested_steps(ui, response)
}

/// The value that a screen reader sets directly, if any.
pub(super) fn requested_value(ui: &Ui, response: &Response) -> Option<f64> {
    ui.input(|input| {
        input
            .accesskit_action_requests(response.id, Action::SetValue)
            .filter_map(|request| match request.data {
                Some(ActionData::NumericValue(value)) => Some(value),
                _ => None,
            })
            .last()
    })
}

/// Tells a screen reader the ends of a slider and that it can be moved.
pub(super) fn describe(ui: &Ui, response: &Response, last: f64) {
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(last);
        node.set_numeric_value_step(1.0);
        node.add_action(Action::SetValue);
        node.add_action(Action::Increment);
        node.add_action(Action::Decrement);
    });
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
