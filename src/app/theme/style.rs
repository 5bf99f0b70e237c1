//! Makes egui's own widgets look like the rest of the window. The ring round the focused widget is drawn in one place, so that
//! no widget can forget it; so is the order in which Tab leads from one to the next.

use egui::style::{
    HandleShape, NumberFormatter, ScrollAnimation, ScrollStyle, Selection, TextCursorStyle, WidgetVisuals, Widgets,
};
use egui::{
    Color32, Context, CornerRadius, Event, FontId, Id, Key, LayerId, Margin, Painter, Plugin, RawInput, Rect, Response,
    Shadow, Spacing, Stroke, StrokeKind, Style, TextStyle, Ui, Visuals, WidgetRect, vec2,
};

use super::{Theme, answer, mono, note, text};
use maskscope_core::words;

/// Corner radius of everything that can be clicked.
const RADIUS: CornerRadius = CornerRadius::same(3);

/// Duration of folding a panel, in seconds.
const FOLDING: f32 = 0.08;

/// Sets the dark and the light style of `ctx` and the focus ring.
///
/// egui follows the system's theme unless [`Context::set_theme`] says otherwise.
pub fn install(ctx: &Context) {
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        ctx.set_style_of(theme, style(theme));
    }
    ctx.add_plugin(FocusRing);
}

/// Makes room for fingers from the start.
#[cfg(target_family = "wasm")]
pub fn expect_touch(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(touch(), ()));
}

/// True if fingers take what is shown, which is larger then: they are expected, or have touched the window.
pub fn is_touched(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp::<()>(touch()).is_some()) || ctx.input(egui::InputState::has_touch_screen)
}

fn touch() -> Id {
    Id::unique("touch")
}

fn style(theme: egui::Theme) -> Style {
    Style {
        text_styles: text_styles().into(),
        drag_value_text_style: TextStyle::Monospace,
        number_formatter: NumberFormatter::new(words::number),
        spacing: spacing(),
        visuals: visuals(theme),
        animation_time: FOLDING,
        scroll_animation: ScrollAnimation::none(),
        ..theme.default_style()
    }
}

fn text_styles() -> [(TextStyle, FontId); 5] {
    [
        (TextStyle::Heading, answer()),
        (TextStyle::Body, text()),
        (TextStyle::Button, text()),
        (TextStyle::Small, note()),
        (TextStyle::Monospace, mono()),
    ]
}

fn spacing() -> Spacing {
    Spacing {
        item_spacing: vec2(4.0, 4.0),
        button_padding: vec2(8.0, 4.0),
        menu_margin: Margin::same(4),
        window_margin: Margin::same(12),
        interact_size: vec2(24.0, 24.0),
        slider_width: 88.0,
        slider_rail_height: 4.0,
        icon_width: 14.0,
        icon_width_inner: 8.0,
        icon_spacing: 8.0,
        tooltip_width: 320.0,
        // A list that is asked to be longer than 400 points may be.
        default_area_size: vec2(600.0, 1_000.0),
        scroll: ScrollStyle { bar_width: 8.0, floating_width: 4.0, ..ScrollStyle::floating() },
        ..Spacing::default()
    }
}

fn visuals(name: egui::Theme) -> Visuals {
    let theme = Theme::named(name);
    let outline = Stroke::new(1.0, theme.edge);
    Visuals {
        weak_text_color: Some(theme.t3),
        widgets: widgets(theme),
        // Only the stroke's colour counts: a field being edited already has the ring.
        selection: Selection { bg_fill: theme.bar, stroke: Stroke::new(0.0, theme.t1) },
        hyperlink_color: theme.t1,
        faint_bg_color: theme.raise,
        extreme_bg_color: theme.ctl,
        code_bg_color: theme.ctl,
        warn_fg_color: theme.bad,
        error_fg_color: theme.bad,
        window_corner_radius: RADIUS,
        window_shadow: Shadow::NONE,
        window_fill: theme.raise,
        window_stroke: outline,
        menu_corner_radius: RADIUS,
        panel_fill: theme.panel,
        popup_shadow: Shadow::NONE,
        text_cursor: TextCursorStyle {
            stroke: Stroke::new(1.0, theme.t1),
            // A blinking cursor repaints an idle window.
            blink: false,
            ..TextCursorStyle::default()
        },
        indent_has_left_vline: false,
        slider_trailing_fill: true,
        handle_shape: HandleShape::Rect { aspect_ratio: 0.5 },
        ..name.default_visuals()
    }
}

/// The four states of a widget. Focus is not one of them: it is a ring, see [`FocusRing`].
fn widgets(theme: &Theme) -> Widgets {
    let look = |fill: Color32, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::NONE,
        corner_radius: RADIUS,
        fg_stroke: Stroke::new(1.5, text),
        expansion: 0.0,
    };
    Widgets {
        noninteractive: WidgetVisuals {
            bg_stroke: Stroke::new(1.0, theme.line),
            fg_stroke: Stroke::new(1.0, theme.t2),
            ..look(theme.panel, theme.t2)
        },
        inactive: look(theme.ctl, theme.t1),
        hovered: look(theme.ctl_hi, theme.t1),
        active: look(theme.ctl_hi, theme.t1),
        open: look(theme.ctl_hi, theme.t1),
    }
}

/// Free space between a widget and its ring, in points. Ring and gap fit the 4 points between two controls.
const GAP: f32 = 1.0;
/// Width of the ring, in points.
const WIDTH: f32 = 2.0;

/// Shows the focus of a widget without the ring: it is marked in another way.
pub fn mark_focus_otherwise(ctx: &Context, widget: Id) {
    ctx.data_mut(|data| data.insert_temp(without_ring(), widget));
}

fn without_ring() -> Id {
    Id::unique("without a ring")
}

/// Draws the ring at the end of each pass, over the layer of the focused widget.
pub(super) struct FocusRing;

impl Plugin for FocusRing {
    fn debug_name(&self) -> &'static str {
        "focus ring"
    }

    /// Tab continues in reading order; without a focus it is the canvas's, but with Shift it begins at the last widget. By itself it would follow the order in which the widgets
    /// were added, and rows that are filled from the right would be read backwards.
    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        input.events.retain(|event| {
            let Event::Key { key: Key::Tab, pressed: true, modifiers, .. } = event else { return true };
            if modifiers.ctrl || modifiers.command || modifiers.alt {
                return true;
            }
            let focused = ctx.memory(egui::Memory::focused);
            if focused.is_none() && !modifiers.shift {
                return true;
            }
            let next = next(ctx, focused, modifiers.shift);
            next.inspect(|next| ctx.memory_mut(|memory| memory.request_focus(*next))).is_none()
        });
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        let otherwise: Option<Id> = ui.data(|data| data.get_temp(without_ring()));
        let focused = ui.memory(egui::Memory::focused).filter(|id| Some(*id) != otherwise);
        if let Some(response) = focused.and_then(|id| ui.read_response(id)) {
            paint_ring(ui, &response);
        }
    }
}

/// The widget after `focused`, or before it, in reading order; round from the last to the first. Dividers are left
/// out: they are narrow and can only be dragged.
fn next(ctx: &Context, focused: Option<Id>, is_back: bool) -> Option<Id> {
    let mut layers: Vec<(LayerId, Vec<WidgetRect>)> = ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        layers.map(|(layer, widgets)| (*layer, widgets.to_vec())).collect()
    });
    let above: Vec<LayerId> = ctx.memory(|memory| memory.layer_ids().collect());
    let place = |layer: &LayerId| above.iter().position(|other| other == layer);
    layers.retain(|(layer, _)| ctx.memory(|memory| memory.allows_interaction(*layer)));
    layers.sort_by_key(|(layer, _)| (layer.order, place(layer)));
    const NARROW: f32 = 12.0;
    let is_divider = |widget: &WidgetRect| !widget.sense.senses_click() && widget.rect.size().min_elem() <= NARROW;
    let can_focus =
        |widget: &WidgetRect| widget.enabled && widget.visible && widget.sense.is_focusable() && !is_divider(widget);
    let order: Vec<Id> = layers
        .into_iter()
        .flat_map(|(_, widgets)| in_reading_order(widgets.into_iter().filter(can_focus).collect()))
        .map(|widget| widget.id)
        .collect();
    let end = if is_back { 0 } else { order.len().checked_sub(1)? };
    let at = focused.map_or(Some(end), |focused| order.iter().position(|id| *id == focused))?;
    let step = if is_back { order.len() - 1 } else { 1 };
    order.get((at + step) % order.len()).copied()
}

/// Widgets in the order in which they were added, but those that stand in a row one after the other from left to right.
fn in_reading_order(mut widgets: Vec<WidgetRect>) -> Vec<WidgetRect> {
    let mut start = 0;
    while start < widgets.len() {
        let row = widgets[start].rect;
        let length = widgets[start..].iter().take_while(|widget| are_in_a_row(row, widget.rect)).count().max(1);
        widgets[start..start + length].sort_by(|one, other| one.rect.left().total_cmp(&other.rect.left()));
        start += length;
    }
    widgets
}

/// True if two widgets of about the same height stand beside each other.
fn are_in_a_row(one: Rect, other: Rect) -> bool {
    let (least, most) = (one.height().min(other.height()), one.height().max(other.height()));
    most <= 3.0 * least && (one.center().y - other.center().y).abs() < least / 2.0
}

fn paint_ring(ui: &Ui, response: &Response) {
    // Parts of a widget that a scroll area hides get no ring.
    let visible = response.interact_rect;
    if visible.is_positive() {
        let window = ui.content_rect();
        let painter = Painter::new(ui.ctx().clone(), response.layer_id, window);
        let outside = visible.expand(GAP + WIDTH).intersect(window);
        let stroke = Stroke::new(WIDTH, Theme::of(ui).t1);
        painter.rect_stroke(outside, 6.0, stroke, StrokeKind::Inside);
    }
}

#[cfg(test)]
mod tests {
    use egui::epaint::{ClippedShape, Shape};
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    fn rings(harness: &Harness<'_>) -> usize {
        let is_ring = |clipped: &&ClippedShape| match &clipped.shape {
            Shape::Rect(rect) => rect.stroke.width == WIDTH && rect.stroke.color == Theme::DARK.t1,
            _ => false,
        };
        harness.output().shapes.iter().filter(is_ring).count()
    }

    #[test]
    fn tab_reads_a_row_that_is_filled_from_the_right_from_the_left() {
        let mut harness = Harness::builder().build_ui(|ui| {
            install(ui);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
                for name in ["Third", "Second", "First"] {
                    let _ = ui.button(name);
                }
            });
            let _ = ui.button("Below");
        });
        harness.get_by_label("First").focus();
        harness.run();
        for (modifiers, name) in [
            (egui::Modifiers::NONE, "Second"),
            (egui::Modifiers::NONE, "Third"),
            (egui::Modifiers::NONE, "Below"),
            (egui::Modifiers::NONE, "First"),
            (egui::Modifiers::SHIFT, "Below"),
            (egui::Modifiers::SHIFT, "Third"),
        ] {
            harness.key_press_modifiers(modifiers, Key::Tab);
            harness.run();
            assert!(harness.get_by_label(name).is_focused(), "{name}");
        }
    }

    #[test]
    fn a_widget_that_marks_its_focus_otherwise_has_no_ring() {
        let mut harness = Harness::builder().with_theme(egui::Theme::Dark).build_ui(|ui| {
            install(ui);
            let button = ui.button("Script");
            mark_focus_otherwise(ui, button.id);
        });
        harness.get_by_label("Script").focus();
        harness.run();
        assert_eq!(rings(&harness), 0);
    }

    #[test]
    fn the_focused_widget_has_the_ring() {
        let mut harness = Harness::builder().with_theme(egui::Theme::Dark).build_ui(|ui| {
            install(ui);
            let _ = ui.button("Export");
        });
        assert_eq!(rings(&harness), 0);
        harness.get_by_label("Export").focus();
        harness.run();
        assert_eq!(rings(&harness), 1);
    }
}
