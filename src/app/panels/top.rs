//! The bar along the top: menus, views, zoom.

use egui::{Align, Button, Layout, MenuBar, RichText, ThemePreference, Ui, UiBuilder, vec2};

use super::layout::PADDING;
use crate::app::command::{Command, Menu, item_tip, items, tooltip};
use crate::app::icons::Icon;
use crate::app::request::{Request, WindowState};
use crate::app::theme::{self, Theme};
use crate::app::widgets::{bare_icon_button, tab};
use crate::choice::Choice as _;
use crate::session::{Tab, Zoom};

/// Below this width of the window all menus fold into the first.
const NARROW: f32 = 1_000.0;
/// Width of all tabs, in points.
const TABS: f32 = 316.0;
/// Width of the one menu of a narrow window.
const MENU: f32 = 64.0;
/// Room for the zoom, in points, so that its neighbours stay.
const ZOOM: f32 = 48.0;

/// A built-in pair: its title, and what it shows.
pub type Sample<'a> = (&'a str, &'a str);

/// Shows the bar, 40 high.
pub fn show(ui: &mut Ui, window: &WindowState<'_>, samples: &[Sample<'_>], out: &mut Vec<Request>) {
    let bar = ui.available_rect_before_wrap();
    let is_narrow = bar.width() < NARROW;
    ui.spacing_mut().item_spacing.x = 0.0;
    ui.visuals_mut().widgets.inactive.fg_stroke.color = Theme::of(ui).t2;
    part(ui, Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(PADDING - 4.0);
        MenuBar::new().ui(ui, |ui| menus(ui, is_narrow, window, samples, out));
    });
    // In a narrow window they stand right after the one menu.
    let center = if is_narrow { egui::pos2(bar.left() + MENU + TABS / 2.0, bar.center().y) } else { bar.center() };
    let middle = egui::Rect::from_center_size(center, vec2(TABS, bar.height()));
    ui.scope_builder(UiBuilder::new().max_rect(middle).layout(Layout::left_to_right(Align::Center)), |ui| {
        tabs(ui, window, out);
    });
    part(ui, Layout::right_to_left(Align::Center), |ui| {
        ui.add_space(8.0);
        theme_button(ui, out);
        ui.add_space(4.0);
        find_button(ui, window, out);
        ui.add_space(12.0);
        if matches!(window.session.view().tab, Tab::Inspect | Tab::Path) {
            zoom(ui, window, out);
        }
    });
}

/// The views, of which one is shown.
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
fn part(ui: &mut Ui, layout: Layout, add_contents: impl FnOnce(&mut Ui)) {
    let bar = ui.max_rect();
    ui.scope_builder(UiBuilder::new().max_rect(bar).layout(layout), add_contents);
}

fn menus(ui: &mut Ui, is_narrow: bool, window: &WindowState<'_>, samples: &[Sample<'_>], out: &mut Vec<Request>) {
    // Wide enough for a name and its key.
    let menu = |ui: &mut Ui, name: &str, add_items: &mut dyn FnMut(&mut Ui)| {
        ui.menu_button(name, |ui| {
            ui.set_min_width(208.0);
            ui.spacing_mut().button_padding = vec2(8.0, 2.0);
            add_items(ui);
        });
    };
    ui.spacing_mut().button_padding = vec2(8.0, 2.0);
    let others = |ui: &mut Ui, out: &mut Vec<Request>| {
        menu(ui, "Edit", &mut |ui| items(ui, Menu::Edit, window, out));
        menu(ui, "View", &mut |ui| items(ui, Menu::View, window, out));
        menu(ui, "Scene", &mut |ui| scenes(ui, samples, out));
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

/// The built-in pairs.
fn scenes(ui: &mut Ui, samples: &[Sample<'_>], out: &mut Vec<Request>) {
    for (at, (title, shows)) in samples.iter().enumerate() {
        let item = ui.button(*title);
        item_tip(&item, shows);
        if item.clicked() {
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
    let key = RichText::new(Command::Find.key()).font(theme::tag()).color(Theme::of(ui).t3);
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
        let zoom = RichText::new(zoom_text(window.camera.zoom)).font(theme::mono()).color(theme.t1);
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
