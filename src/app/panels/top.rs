//! The bar along the top: menus, views, zoom.

use std::ops::RangeInclusive;

use egui::WidgetText;
use egui::{FontSelection, MenuBar, TextWrapMode, ThemePreference};

use super::layout::PADDING;
use crate::app::command::{Command, Item, Menu, items, separator, style_menu, tooltip};
use crate::app::prelude::*;
use crate::app::widgets::{bare_icon_button, tab};
use crate::files::shown;
use crate::session::{Tab, Zoom};

/// Below this width of the window all menus fold into the first.
const NARROW: f32 = 1_000.0;
/// Width of all tabs, in points.
const TABS: f32 = 386.0;
/// Width of the one menu of a narrow window.
const MENU: f32 = 64.0;
/// Room for the zoom, in points, so that its neighbours stay.
const ZOOM: f32 = 48.0;

/// Least width of the name of what is shown, its distance from its neighbours, and the width of what stands at the right
/// end, in points.
const LEAST_NAME: f32 = 72.0;
const GAP: f32 = 16.0;
const TOOLS: f32 = 320.0;
/// Width of the line that says from where the window goes on, and of its button alone: while it shows, it goes before the
/// name, which then stands behind the tabs where there is no room for both.
const CONTINUED: f32 = 180.0;
const START_FRESH: f32 = 80.0;
/// Width of the dot behind the name.
const DOT: f32 = 14.0;

/// A built-in pair: its title, and what it shows.
pub type SampleTexts<'a> = (&'a str, &'a str);

/// Shows the bar, 40 high.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, samples: &[SampleTexts<'_>], out: &mut Vec<Request>) {
    let bar = ui.available_rect_before_wrap();
    let is_narrow = bar.width() < NARROW;
    ui.spacing_mut().item_spacing.x = 0.0;
    ui.visuals_mut().widgets.inactive.fg_stroke.color = Theme::of(ui).t2;
    let mut menus_end = bar.left();
    part(ui, Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(PADDING - 4.0);
        MenuBar::new().ui(ui, |ui| {
            menus(ui, is_narrow, window, samples, out);
            menus_end = ui.cursor().left();
        });
    });
    // In a narrow window they stand right after the one menu.
    let center = if is_narrow { pos2(bar.left() + MENU + TABS / 2.0, bar.center().y) } else { bar.center() };
    let middle = Rect::from_center_size(center, vec2(TABS, bar.height()));
    ui.scope_builder(UiBuilder::new().max_rect(middle).layout(Layout::left_to_right(Align::Center)), |ui| {
        tabs(ui, window, out);
    });
    let room = |columns: RangeInclusive<f32>| Rect::from_x_y_ranges(columns, bar.y_range());
    let after = room(middle.right() + GAP..=bar.right() - TOOLS);
    let mut free = if is_narrow { after } else { room(menus_end + GAP..=middle.left() - GAP) };
    let put = |ui: &mut Ui, place: Rect, add_contents: &mut dyn FnMut(&mut Ui)| {
        ui.scope_builder(UiBuilder::new().max_rect(place).layout(Layout::left_to_right(Align::Center)), add_contents);
    };
    if window.continues {
        let has_room = free.width() >= CONTINUED;
        let width = if has_room { CONTINUED } else { START_FRESH };
        let (rest, end) = free.split_left_right_at_x((free.right() - width).max(free.left()));
        put(ui, end, &mut |ui| continued(ui, has_room, out));
        free = rest.with_max_x(rest.right() - GAP);
        if free.width() < LEAST_NAME && !is_narrow {
            free = after;
        }
    }
    // A log without sprites to show does not show those of Inspect.
    let shows_stage = window.session.shows_stage();
    if free.width() >= LEAST_NAME && shows_stage {
        put(ui, free, &mut |ui| name(ui, window));
    }
    part(ui, Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(8.0);
        theme_button(ui, out);
        ui.add_space(4.0);
        find_button(ui, window, out);
        ui.add_space(12.0);
        if matches!(window.session.view().tab, Tab::Inspect | Tab::Replay | Tab::Terrain) && shows_stage {
            zoom(ui, window, out);
        }
    });
}

/// Shows that the window continues an earlier session, and the way out of it; unless `has_room`, the tooltip says the
/// former.
fn continued(ui: &mut Ui, has_room: bool, out: &mut Vec<Request>) {
    const FROM: &str = "From last time";
    let theme = Theme::of(ui);
    ui.spacing_mut().item_spacing.x = 4.0;
    if has_room {
        ui.label(RichText::new(FROM).font(theme::text()).color(theme.t3));
    }
    let button = Button::new(RichText::new("Start fresh").color(theme.t2)).frame_when_inactive(false);
    let tip = "Opens the sample pair with all defaults. Ctrl Z brings everything back, and unsaved work is kept.";
    let tip = if has_room { tip.to_owned() } else { format!("{FROM}. {tip}") };
    if ui.add(button).on_hover_text(tip).clicked() {
        out.push(Request::StartFresh);
    }
}

/// Shows the tabs of the views.
fn tabs(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    for &view in Tab::ALL {
        let command = Command::Show(view);
        let response = tab(ui, view.title(), window.session.view().tab == view);
        if tooltip(response, command).clicked() {
            command.ask(window, out);
        }
    }
}

/// The whole bar again, for controls at one of its ends.
fn part<R>(ui: &mut Ui, layout: Layout, add_contents: impl FnOnce(&mut Ui) -> R) -> R {
    let bar = ui.max_rect();
    ui.scope_builder(UiBuilder::new().max_rect(bar).layout(layout), add_contents).inner
}

/// Shows the name of the scene's file, with a dot while it differs.
fn name(ui: &mut Ui, window: &WindowState<'_>) {
    let (session, theme) = (window.session, Theme::of(ui));
    let Some(file) = session.scene_path() else { return };
    let (name, is_unsaved) = (session.names(), session.has_unsaved_changes());
    let width = ui.available_width() - DOT;
    let text = WidgetText::from(RichText::new(&name).font(theme::text()).color(theme.t3));
    let text = text.into_galley(ui, Some(TextWrapMode::Truncate), width, FontSelection::Default);
    let (rect, response) = ui.allocate_exact_size(vec2(text.size().x + DOT, 24.0), Sense::hover());
    let place = Align2::LEFT_CENTER.anchor_size(rect.left_center(), text.size());
    let end = place.right();
    ui.painter().galley(place.min.round(), text, theme.t3);
    if is_unsaved {
        let dot = pos2(end + DOT / 2.0, rect.center().y).round();
        ui.painter().circle_filled(dot, 3.0, theme.t1);
    }
    let label = if is_unsaved { format!("{name}, not saved") } else { name };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    let note = if is_unsaved { "\nNot saved: it differs from the file. Ctrl S saves it." } else { "" };
    response.on_hover_text(format!("{}{note}", shown(file)));
}

fn menus(ui: &mut Ui, is_narrow: bool, window: &WindowState<'_>, samples: &[SampleTexts<'_>], out: &mut Vec<Request>) {
    let menu = |ui: &mut Ui, name: &str, add_items: &mut dyn FnMut(&mut Ui)| {
        ui.menu_button(name, |ui| {
            style_menu(ui);
            add_items(ui);
        });
    };
    ui.spacing_mut().button_padding = vec2(8.0, 2.0);
    let others = |ui: &mut Ui, out: &mut Vec<Request>| {
        menu(ui, "Edit", &mut |ui| items(ui, Menu::Edit, window, out));
        menu(ui, "View", &mut |ui| items(ui, Menu::View, window, out));
        menu(ui, "Scene", &mut |ui| scenes(ui, window, samples, out));
        menu(ui, "Help", &mut |ui| items(ui, Menu::Help, window, out));
    };
    if is_narrow {
        menu(ui, "File", &mut |ui| {
            items(ui, Menu::File, window, out);
            ui.separator();
            others(ui, out);
        });
    } else {
        menu(ui, "File", &mut |ui| items(ui, Menu::File, window, out));
        others(ui, out);
    }
}

/// Shows the menu of the scene as a whole, and the built-in pairs.
fn scenes(ui: &mut Ui, window: &WindowState<'_>, samples: &[SampleTexts<'_>], out: &mut Vec<Request>) {
    items(ui, Menu::Scene, window, out);
    separator(ui);
    for (at, (title, shows)) in samples.iter().enumerate() {
        let item = Item { label: title, sentence: shows, is_enabled: true, ..Item::default() };
        if item.show(ui) {
            out.push(Request::ShowSample(at));
        }
    }
}

fn theme_button(ui: &mut Ui, out: &mut Vec<Request>) {
    let (other, tip) = if Theme::of(ui).dark {
        (ThemePreference::Light, "Switches to the light theme.")
    } else {
        (ThemePreference::Dark, "Switches to the dark theme.")
    };
    if bare_icon_button(ui, Icon::Theme, "Theme").on_hover_text(tip).clicked() {
        out.push(Request::SetTheme(other));
    }
}

fn find_button(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let key = RichText::new(Command::Find.key()).font(theme::tag()).color(Theme::of(ui).t2);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let button = Button::new(("Find", key)).frame_when_inactive(false);
        if tooltip(ui.add(button).accessible_name("Find"), Command::Find).clicked() {
            Command::Find.ask(window, out);
        }
    });
}

/// `Fit  1:1  −  10×  +`, from the right.
fn zoom(ui: &mut Ui, window: &WindowState<'_>, out: &mut Vec<Request>) {
    let mut button = |ui: &mut Ui, command: Command, text: &str| {
        let button = Button::new(text).frame_when_inactive(false).min_size(vec2(24.0, 24.0));
        let response = ui.add_enabled(command.is_enabled(window), button).accessible_name(&*command.label(window));
        if tooltip(response, command).clicked() {
            command.ask(window, out);
        }
    };
    button(ui, Command::ZoomIn, "+");
    let theme = Theme::of(ui);
    ui.allocate_ui_with_layout(vec2(ZOOM, 24.0), Layout::centered_and_justified(egui::Direction::LeftToRight), |ui| {
        let zoom = RichText::new(window.zoom.map(zoom_text).unwrap_or_default()).font(theme::mono()).color(theme.t1);
        ui.label(zoom).on_hover_text("Pixels of the screen per cell.");
    });
    button(ui, Command::ZoomOut, "−");
    button(ui, Command::One, "1:1");
    button(ui, Command::Fit, "Fit");
}

/// `10×`, or `1/4×` where a pixel of the screen shows several cells.
fn zoom_text(zoom: Zoom) -> String {
    match zoom {
        Zoom::In(pixels) => format!("{pixels}×"),
        Zoom::Out(cells) => format!("1/{cells}×"),
    }
}
