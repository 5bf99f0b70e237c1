//! A number that is typed or dragged.

use std::{cell::Cell, ops::RangeInclusive, time::Duration};

use egui::emath::Numeric;
use egui::{Atom, DragValue, Tooltip, Widget};

use super::gesture;
use crate::app::paint::write::width;
use crate::app::prelude::*;

/// Width besides label and number: their edges, and the gap between them.
const LABELLED: f32 = 20.0;
/// For how long a field says its range after it refused a text, in seconds.
const SHOWN_SECONDS: f64 = 5.0;

/// Gives the focus to the field of this accessible name as soon as it is shown.
pub fn focus_field(ctx: &Context, name: String) {
    ctx.data_mut(|data| data.insert_temp(awaited(), name));
}

/// The place of the name of the field that is to get the focus.
fn awaited() -> Id {
    Id::unique("field that gets the focus")
}

/// A field with a quiet label at its left and its number at its right, as high as the controls around it.
///
/// Typing takes effect with Enter or when the focus leaves; Escape reverts it. Text that is not a number in range is
/// refused: the old number stays, and the field says its range. Dragging stops at the ends of the range.
#[must_use = "add it with `ui.add`"]
pub struct NumberField<'a, N> {
    name: &'a str,
    value: &'a mut N,
    range: RangeInclusive<N>,
    least: f64,
    label: &'a str,
    unit: &'a str,
    width: f32,
    step: f64,
}

/// The most digits after the point, for numbers that have any.
const DECIMALS: usize = 2;

impl<'a, N: Numeric> NumberField<'a, N> {
    /// A field 76 wide. `name` is what a screen reader says.
    pub fn new(name: &'a str, value: &'a mut N, range: RangeInclusive<N>) -> Self {
        Self { name, value, range, least: 0.0, label: "", unit: "", width: 76.0, step: 0.25 }
    }

    /// Refuses what is nearer to 0 than this, on either side.
    pub fn at_least(mut self, least: f64) -> Self {
        self.least = least;
        self
    }

    /// A short label inside the field, such as `x`.
    pub fn label(mut self, label: &'a str) -> Self {
        self.label = label;
        self
    }

    /// Sets the text after the number, such as ` / s`.
    pub fn unit(mut self, unit: &'a str) -> Self {
        self.unit = unit;
        self
    }

    /// Width of the whole field, in points.
    pub fn width(mut self, width: f32) -> Self {
        self.width = width;
        self
    }

    /// Sets the change of the number by a drag of one point.
    pub fn step(mut self, step: f64) -> Self {
        self.step = step;
        self
    }
}

impl<N: Numeric> Widget for NumberField<'_, N> {
    fn ui(self, ui: &mut Ui) -> Response {
        let size = vec2(self.width, ui.spacing().interact_size.y);
        let decimals = 0..=if N::INTEGRAL { 0 } else { DECIMALS };
        let shown = words::number(self.value.to_f64(), decimals.clone()) + self.unit;
        // A long number replaces the label.
        let has_label = width(ui, shown, theme::mono()) + width(ui, self.label, theme::note()) + LABELLED <= self.width;
        let range = self.range.start().to_f64()..=self.range.end().to_f64();
        let (least, refused, now) = (self.least, Cell::new(false), self.value.to_f64());
        let value = &mut *self.value;
        let range_text = range_text(&range, least);
        let number = DragValue::new(value)
            .range(self.range)
            .clamp_existing_to_range(false)
            .speed(self.step)
            .custom_formatter(move |value, _| words::number(value, decimals.clone()))
            .custom_parser(|text| {
                let number = parse(text, &range).filter(|number| number.abs() >= least);
                refused.set(number.is_none());
                number
            })
            .update_while_editing(false)
            .clip_text(true)
            .prefix(Atom::grow())
            .suffix(RichText::new(self.unit).font(theme::mono()))
            .min_size(size);
        // Text being typed follows the layout: it is right-aligned, too.
        let layout = Layout::right_to_left(Align::Center).with_main_align(Align::Max);
        let mut response =
            ui.allocate_ui_with_layout(size, layout, |ui| ui.add(number)).inner.accessible_name(self.name);
        if let Some(before) = gesture::before(&response, now) {
            *self.value = N::from_f64(before);
            response.mark_changed();
        }
        if ui.data(|data| data.get_temp::<String>(awaited())).is_some_and(|name| name == self.name) {
            ui.data_mut(|data| data.remove::<String>(awaited()));
            response.request_focus();
        }
        let left = response.rect.left_center() + vec2(8.0, 0.0);
        if has_label {
            // Its ground is lighter while it is used, on which the quiet colour is hard to read.
            let is_used = response.hovered() || response.has_focus() || response.is_pointer_button_down_on();
            let ink = if is_used { Theme::of(ui).t2 } else { Theme::of(ui).t3 };
            ui.painter().text(left, Align2::LEFT_CENTER, self.label, theme::note(), ink);
        }
        tell_range(ui, &response, refused.get(), &range_text);
        response
    }
}

/// Says the range below a field that has just refused a text, for a while or until it is taken again.
fn tell_range(ui: &Ui, response: &Response, is_refused: bool, range_text: &str) {
    let (id, now) = (response.id.with("refused"), ui.input(|input| input.time));
    if is_refused {
        ui.data_mut(|data| data.insert_temp(id, now));
    } else if response.gained_focus() || response.changed() || response.dragged() {
        ui.data_mut(|data| data.remove::<f64>(id));
    }
    let Some(since) = ui.data(|data| data.get_temp::<f64>(id)).filter(|since| now - since < SHOWN_SECONDS) else {
        return;
    };
    ui.request_repaint_after(Duration::from_secs_f64(SHOWN_SECONDS - (now - since)));
    Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, response.rect).show(|ui| ui.label(range_text));
}

/// The range in words, without what is nearer to 0 than `least`.
fn range_text(range: &RangeInclusive<f64>, least: f64) -> String {
    let number = |n: &f64| words::number(*n, 0..=2);
    let end = number(range.end());
    if least > 0.0 {
        return format!("A number from {} to {end}, or below 0 to flip.", number(&least));
    }
    format!("A number from {} to {end}.", number(range.start()))
}

/// The number in `text`, if there is one and it lies in `range`. Anything else is refused, never clamped.
fn parse(text: &str, range: &RangeInclusive<f64>) -> Option<f64> {
    let plain: String =
        text.chars().filter(|c| !c.is_whitespace() && *c != ',').map(|c| if c == '−' { '-' } else { c }).collect();
    plain.parse().ok().filter(|value| range.contains(value))
}

#[cfg(test)]
mod tests {
    use egui::{Key, pos2};
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    /// A field for −99 to 99 and how often it said that it changed.
    fn harness() -> Harness<'static, (i64, u32)> {
        Harness::new_ui_state(
            |ui, (x, changes): &mut (i64, u32)| {
                if ui.add(NumberField::new("x of B", x, -99..=99).label("x")).changed() {
                    *changes += 1;
                }
            },
            (10, 0),
        )
    }

    fn type_in(harness: &mut Harness<'_, (i64, u32)>, text: &str) {
        harness.get_by_label("x of B").click();
        harness.run();
        harness.get_by_label("x of B").type_text(text);
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
    }

    #[test]
    fn a_typed_number_counts_once_when_entered() {
        let mut harness = harness();
        type_in(&mut harness, "−17");
        assert_eq!(*harness.state(), (-17, 1));
    }

    #[test]
    fn a_typed_number_out_of_range_is_refused() {
        let mut harness = harness();
        type_in(&mut harness, "100");
        assert_eq!(*harness.state(), (10, 0));
        type_in(&mut harness, "9999999999999999999999");
        assert_eq!(*harness.state(), (10, 0));
        type_in(&mut harness, "ten");
        assert_eq!(*harness.state(), (10, 0));
    }

    #[test]
    fn a_field_that_refuses_a_number_says_its_range_for_a_while() {
        let mut harness = harness();
        let range = "A number from −99 to 99.";
        assert!(harness.query_by_label(range).is_none());
        type_in(&mut harness, "100");
        assert!(harness.query_by_label(range).is_some(), "it was refused");
        type_in(&mut harness, "99");
        assert!(harness.query_by_label(range).is_none() && harness.state().0 == 99, "it is in range");
        type_in(&mut harness, "-100");
        harness.run_steps(400);
        assert!(harness.query_by_label(range).is_none(), "it has been read by now");
    }

    #[test]
    fn a_factor_may_be_negative_but_not_nothing() {
        let show = |ui: &mut Ui, x: &mut f64| {
            ui.add(NumberField::new("x of B", x, -100.0..=100.0).at_least(0.01));
        };
        let mut harness = Harness::new_ui_state(show, 1.0);
        for (text, expected) in [("-2", -2.0), ("0", -2.0), ("0.001", -2.0), ("−0.01", -0.01)] {
            harness.get_by_label("x of B").click();
            harness.run();
            harness.get_by_label("x of B").type_text(text);
            harness.run();
            harness.key_press(Key::Enter);
            harness.run();
            assert_eq!(*harness.state(), expected, "{text}");
        }
        assert_eq!(range_text(&(-100.0..=100.0), 0.01), "A number from 0.01 to 100, or below 0 to flip.");
    }

    #[test]
    fn a_drag_changes_the_number_and_stops_at_the_end() {
        let mut harness = harness();
        let start = harness.get_by_label("x of B").rect().center();
        harness.drag_at(start);
        harness.run();
        harness.hover_at(start + vec2(40.0, 0.0));
        harness.run();
        assert_eq!(harness.state().0, 20);
        harness.hover_at(pos2(5000.0, start.y));
        harness.run();
        assert_eq!(harness.state().0, 99);
    }

    #[test]
    fn the_field_keeps_its_width_while_typing() {
        let mut harness = harness();
        let before = harness.get_by_label("x of B").rect();
        harness.get_by_label("x of B").click();
        harness.run();
        assert_eq!(harness.get_by_label("x of B").rect().size(), before.size());
    }

    #[test]
    fn what_is_written_can_be_read_and_what_is_out_of_range_is_refused() {
        let range = -1000.0..=1000.0;
        assert_eq!(parse(" −17 ", &range), Some(-17.0));
        assert_eq!(parse("1,000", &range), Some(1000.0));
        assert_eq!(parse("1001", &range), None);
        assert_eq!(parse("NaN", &range), None);
        assert_eq!(parse("ten", &range), None);
        assert_eq!(parse("", &range), None);
    }
}
