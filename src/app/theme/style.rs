//! Makes egui's own widgets look like the rest of the window.

use egui::style::{HandleShape, NumberFormatter, ScrollAnimation, ScrollStyle, Selection, TextCursorStyle};
use egui::style::{WidgetVisuals, Widgets};
use egui::{
    Color32, Context, CornerRadius, FontId, Id, Margin, Shadow, Spacing, Stroke, Style, TextStyle, Visuals, vec2,
};

use super::focus::FocusRing;
use super::{Theme, answer, mono, note, text};
use crate::words;

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
