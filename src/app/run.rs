//! Opens the system's window, and says what is missing where it cannot.

use std::cell::Cell;
use std::env;

use super::outside::{Platform, end_on_signals};
use super::window::App;
use crate::{cli::WindowStart, panics::caught, session::Event};

/// The variable that sets the scale of windows in X11.
const SCALE: &str = "WINIT_X11_SCALE_FACTOR";

const ICON: &[u8] = include_bytes!("../../assets/icon.png");

/// Opens the window and stays until it is closed. The error is one sentence that says what is missing.
pub fn run(open: &WindowStart) -> Result<(), String> {
    let viewport = egui::ViewportBuilder::default()
        .with_title("maskscope")
        .with_app_id("maskscope")
        .with_icon(eframe::icon_data::from_png_bytes(ICON).unwrap_or_default())
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([900.0, 600.0]);
    let options = eframe::NativeOptions { viewport, dithering: false, ..Default::default() };
    let is_open = Cell::new(false);
    let create: eframe::AppCreator<'_> = Box::new(|cc| {
        is_open.set(true);
        let platform = Platform::current();
        let is_homeless = platform.settings.is_none();
        let mut app = App::new(&cc.egui_ctx, open, platform)?;
        end_on_signals(&cc.egui_ctx, app.signal());
        if is_homeless {
            let why = "This system has no folder for it, so a crash would lose what is not saved.";
            app.act(&cc.egui_ctx, Event::failed("No copy of your work is kept", why).into());
        }
        Ok(Box::new(app))
    });
    caught(|| eframe::run_native("maskscope", options, create)).map_or_else(
        |panic| {
            Err(match env::var_os(SCALE) {
                _ if is_open.get() => format!("the window has failed: {panic}"),
                // The windowing library checks it for its form alone.
                Some(scale) => {
                    not_opened(&format!("{SCALE} is {}, a scale at which nothing can be drawn", scale.display()))
                }
                None => not_opened(&panic.message),
            })
        },
        |ended| ended.map_err(|error| not_opened(&missing(&error))),
    )
}

fn not_opened(reason: &str) -> String {
    format!("no window could be opened: {}", reason.trim_end_matches('.'))
}

/// The missing part of the system, without the locations in the sources of libraries.
fn missing(error: &eframe::Error) -> String {
    match error {
        eframe::Error::NoGlutinConfigs(_, error) => format!("no usable OpenGL was found: {error}"),
        eframe::Error::Glutin(_) | eframe::Error::OpenGL(_) => {
            format!("no usable OpenGL was found: {error}")
        }
        other => {
            let text = other.to_string();
            let after_place = text.split_once(".rs:").and_then(|(_, place)| place.split_once(": "));
            after_place.map_or(text.clone(), |(_, reason)| reason.to_owned())
        }
    }
}
