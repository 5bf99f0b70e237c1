//! Buttons. All are 24 high; an icon alone always has a name for screen readers. And the button of a layer, whose swatch is
//! painted as the layer itself: a row of them is the legend.

use std::time::Duration;

use egui::{Atom, Atoms, IntoAtoms as _, style::WidgetVisuals};

use crate::app::{paint::write::width, prelude::*};

/// Side of a button with only an icon, in points.
const SIDE: f32 = 24.0;

/// For how long a button says that it has copied, in seconds.
const COPIED: f64 = 2.0;

/// Height of controls in titles and rows.
const LOW: f32 = 20.0;

/// Width of the main button, in points: the same for Play and Pause, so that its neighbours stay.
const SOLID_WIDTH: f32 = 84.0;

/// A square button with an icon. Screen readers read `name`; the caller adds the tooltip.
pub fn icon_button(ui: &mut Ui, icon: Icon, name: &str) -> Response {
    square(ui, Button::new(icon.atom()), name)
}

/// A square button that stays pressed while `on`.
pub fn icon_toggle(ui: &mut Ui, icon: Icon, name: &str, on: bool) -> Response {
    ui.scope(|ui| {
        // A lighter ground and a full icon while chosen, otherwise a quiet icon.
        let theme = Theme::of(ui);
        let visuals = ui.visuals_mut();
        visuals.selection.bg_fill = theme.ctl_hi;
        if !on {
            visuals.widgets.inactive.fg_stroke.color = theme.t3;
        }
        square(ui, Button::new(icon.atom()).selected(on), name)
    })
    .inner
}

/// A square button without a ground until it is hovered, for menus and for closing things.
pub fn bare_icon_button(ui: &mut Ui, icon: Icon, name: &str) -> Response {
    ui.scope(|ui| {
        ui.visuals_mut().widgets.inactive.fg_stroke.color = Theme::of(ui).t2;
        square(ui, Button::new(icon.atom()).frame_when_inactive(false), name)
    })
    .inner
}

/// A button with text.
pub fn text_button(ui: &mut Ui, text: &str) -> Response {
    ui.add(Button::new(text))
}

/// A button that copies something; for a while after a click it says so in its own place.
pub fn copy_button(ui: &mut Ui, text: &str) -> Response {
    copying(ui, text, 0.0)
}

/// The main button of a screen where that copies something; it says so in the same way.
pub fn main_copy_button(ui: &mut Ui, text: &str) -> Response {
    ui.scope(|ui| {
        make_solid(ui);
        copying(ui, text, SOLID_WIDTH)
    })
    .inner
}

/// A button at least `least` points wide that says after a click that it has copied.
fn copying(ui: &mut Ui, text: &str, least: f32) -> Response {
    let (id, now) = (ui.scope_id().with(("copied", text)), ui.input(|input| input.time));
    let left = ui.data(|data| data.get_temp::<f64>(id)).map_or(0.0, |at| at + COPIED - now);
    let width = least.max(width(ui, text, theme::text()) + 2.0 * ui.spacing().button_padding.x);
    let shown = if left > 0.0 { "copied" } else { text };
    let response = ui.add(Button::new(shown).min_size(vec2(width, 0.0)));
    if response.clicked() {
        ui.data_mut(|data| data.insert_temp(id, now));
        ui.request_repaint();
    } else if left > 0.0 {
        ui.request_repaint_after(Duration::from_secs_f64(left));
    }
    response
}

/// Controls only 20 high, for titles and rows.
pub fn low<R>(ui: &mut Ui, add_controls: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope(|ui| {
        let spacing = ui.spacing_mut();
        spacing.interact_size.y = LOW;
        spacing.button_padding.y = 2.0;
        add_controls(ui)
    })
    .inner
}

/// A button with a mark in a 12 point box before its text; `paint_mark` gets the centre of that box.
pub fn marked_button(ui: &mut Ui, text: &str, paint_mark: impl Fn(&Painter, Pos2) + 'static) -> Response {
    let mark = Atom::paint(Vec2::splat(12.0), move |ui, args| {
        paint_mark(ui.painter(), args.rect.center());
    });
    ui.add(Button::new((mark, text)))
}

/// A button with the key that does the same behind its text, at least `width` points wide; on the `solid` ground if it is the
/// main one of a screen.
pub fn keyed_button(ui: &mut Ui, text: &str, key: &str, is_solid: bool, width: f32) -> Response {
    ui.scope(|ui| {
        let theme = Theme::of(ui);
        if is_solid {
            make_solid(ui);
        }
        let ink = if is_solid { theme.on_solid } else { theme.t2 };
        let contents = (text, RichText::new(key).font(theme::tag()).color(ink));
        ui.add(Button::new(contents).min_size(vec2(width, SIDE))).accessible_name(text)
    })
    .inner
}

/// The one main button of a screen: an icon, if any, and text on the `solid` ground.
pub fn solid_button(ui: &mut Ui, icon: impl Into<Option<Icon>>, text: &str) -> Response {
    main_button(ui, icon, text, true)
}

/// The main button, on the ground of the others where another one is the main one for a while.
pub fn main_button(ui: &mut Ui, icon: impl Into<Option<Icon>>, text: &str, is_solid: bool) -> Response {
    ui.scope(|ui| {
        if is_solid {
            make_solid(ui);
        }
        // The width is fixed; the free space is split between both sides.
        ui.spacing_mut().button_padding.x = 0.0;
        let mut contents = Atoms::new(Atom::grow());
        if let Some(icon) = icon.into() {
            contents.push_right(icon.atom());
        }
        contents.extend_right((text, Atom::grow()).into_atoms());
        ui.add(Button::new(contents).min_size(vec2(SOLID_WIDTH, SIDE)))
    })
    .inner
}

/// The main button where its text is longer than most.
pub fn long_solid_button(ui: &mut Ui, text: &str) -> Response {
    ui.scope(|ui| {
        make_solid(ui);
        ui.add(Button::new(text))
    })
    .inner
}

/// Gives the buttons of `ui` the `solid` ground.
fn make_solid(ui: &mut Ui) {
    let theme = Theme::of(ui);
    let hover = theme.solid.lerp_to_gamma(theme.panel, 0.12);
    let widgets = &mut ui.visuals_mut().widgets;
    recolor(&mut widgets.inactive, theme.solid, theme.on_solid);
    recolor(&mut widgets.hovered, hover, theme.on_solid);
    recolor(&mut widgets.active, hover, theme.on_solid);
}

fn recolor(visuals: &mut WidgetVisuals, ground: Color32, ink: Color32) {
    visuals.weak_bg_fill = ground;
    visuals.fg_stroke = Stroke::new(visuals.fg_stroke.width, ink);
}

fn square(ui: &mut Ui, button: Button<'_>, name: &str) -> Response {
    ui.scope(|ui| {
        ui.spacing_mut().button_padding = Vec2::splat(4.0);
        ui.add(button.min_size(Vec2::splat(SIDE))).accessible_name(name)
    })
    .inner
}

/// Sizes of the button without its name and of the swatch, in points.
const SIZE: Vec2 = vec2(32.0, 20.0);
const SWATCH: Vec2 = vec2(24.0, 14.0);
/// Free space around the swatch, and after the name.
const PADDING: Vec2 = vec2(4.0, 3.0);
const END: f32 = 8.0;
/// Opacity of the swatch of a layer that is off.
const OFF: f32 = 0.4;

/// A swatch and, in a wide window, a name beside it.
#[must_use = "show it"]
pub struct SwatchButton<'a> {
    /// True if the layer is shown.
    pub is_on: bool,
    /// The name, also for screen readers.
    pub name: &'a str,
    /// True if the name stands beside the swatch.
    pub is_named: bool,
}

impl SwatchButton<'_> {
    /// Its width in points.
    pub fn width(&self, ui: &Ui) -> f32 {
        SIZE.x + if self.is_named { width(ui, self.name, theme::note()) + END } else { 0.0 }
    }

    /// Shows it; `paint_swatch` paints into a rectangle of 24 by 14 points.
    pub fn show(self, ui: &mut Ui, paint_swatch: impl FnOnce(&Painter, Rect)) -> Response {
        let (rect, response) = ui.allocate_exact_size(vec2(self.width(ui), SIZE.y), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), self.is_on, self.name));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        let theme = Theme::of(ui);
        let ground = match (self.is_on, response.hovered()) {
            (true, false) => theme.ctl,
            (true, true) => theme.ctl_hi,
            (false, true) => theme.raise,
            (false, false) => Color32::TRANSPARENT,
        };
        ui.painter().rect_filled(rect, 3.0, ground);
        let mut swatch_painter = ui.painter().clone();
        swatch_painter.multiply_opacity(if self.is_on { 1.0 } else { OFF });
        paint_swatch(&swatch_painter, Rect::from_min_size(rect.min + PADDING, SWATCH));
        if self.is_named {
            let left = rect.left_center() + vec2(SIZE.x, 0.0);
            let ink = if self.is_on { theme.t1 } else { theme.t3 };
            ui.painter().text(left, Align2::LEFT_CENTER, self.name, theme::note(), ink);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::{Harness, kittest::Queryable as _};

    use super::*;

    #[test]
    fn what_was_copied_is_shown_for_two_seconds_in_its_place() {
        let show = |ui: &mut Ui, copies: &mut u32| *copies += u32::from(copy_button(ui, "Copy the line").clicked());
        let mut harness = Harness::builder().with_step_dt(0.5).build_ui_state(show, 0);
        let width = harness.get_by_label("Copy the line").rect().width();
        harness.get_by_label("Copy the line").click();
        harness.run_steps(2);
        assert_eq!((*harness.state(), harness.get_by_label("copied").rect().width()), (1, width));
        harness.run_steps(5);
        assert!(harness.query_by_label("copied").is_none());
        harness.get_by_label("Copy the line");
    }

    #[test]
    fn buttons_are_found_by_name_and_clicked() {
        let mut harness = Harness::new_ui_state(
            |ui, clicks: &mut Vec<&str>| {
                theme::install(ui);
                for (name, response) in [
                    ("Back", icon_button(ui, Icon::Back, "Back")),
                    ("Menu", bare_icon_button(ui, Icon::More, "Menu")),
                    ("Loop", icon_toggle(ui, Icon::Loop, "Loop", true)),
                    ("Play", solid_button(ui, Icon::Play, "Play")),
                    ("Export", text_button(ui, "Export")),
                ] {
                    if response.clicked() {
                        clicks.push(name);
                    }
                }
            },
            Vec::new(),
        );
        for name in ["Loop", "Menu", "Play", "Back", "Export"] {
            harness.get_by_label(name).click();
            harness.run();
        }
        assert_eq!(*harness.state(), ["Loop", "Menu", "Play", "Back", "Export"]);
        assert_eq!(harness.get_by_label("Back").rect().size(), Vec2::splat(SIDE));
        assert_eq!(harness.get_by_label("Play").rect().size(), vec2(SOLID_WIDTH, SIDE));
    }

    #[test]
    fn a_click_is_noticed_and_the_name_makes_it_wider() {
        let mut harness = Harness::new_ui_state(
            |ui, clicks: &mut u32| {
                for (name, is_named) in [("Boxes", false), ("Grid", true)] {
                    let button = SwatchButton { is_on: true, name, is_named };
                    let response = button.show(ui, |painter, swatch| {
                        assert_eq!(swatch.size(), SWATCH);
                        painter.rect_filled(swatch, 0.0, Color32::WHITE);
                    });
                    *clicks += u32::from(response.clicked());
                }
            },
            0,
        );
        let sizes = ["Boxes", "Grid"].map(|name| harness.get_by_label(name).rect().size());
        assert!(sizes[0] == SIZE && sizes[1].x > SIZE.x + END, "{sizes:?}");
        harness.get_by_label("Boxes").click();
        harness.run();
        assert_eq!(*harness.state(), 1);
    }
}
