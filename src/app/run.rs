//! Opens the system's window, and says what is missing where it cannot.

use std::cell::Cell;
use std::env;

use super::outside::{Platform, end_on_signals};
use super::window::App;
use crate::{cli::WindowStart, session::Event};
use maskscope_core::panics::caught;

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
    format!("no window could be opened: {}", with_packages(reason))
}

/// A reason, and the packages of Debian and Ubuntu that hold what is missing, where that is a library.
fn with_packages(reason: &str) -> String {
    let is_library = ["shared libraries", "could not be loaded", "OpenGL was found: not found"];
    let is_missing = cfg!(target_os = "linux") && is_library.iter().any(|words| reason.contains(words));
    let reason = reason.trim_end_matches('.');
    if is_missing { format!("{reason}; on Debian and Ubuntu: apt install {PACKAGES}") } else { reason.to_owned() }
}

/// The packages of Debian and Ubuntu that the window needs.
const PACKAGES: &str = "libgl1 libegl1 libxcursor1 libxi6 libxkbcommon-x11-0";

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_missing_library_is_named_by_its_package() {
        for reason in [
            "Failed to load one of xlib's shared libraries",
            "Library libxkbcommon-x11.so could not be loaded",
            "no usable OpenGL was found: not found",
        ] {
            assert_eq!(with_packages(reason), format!("{reason}; on Debian and Ubuntu: apt install {PACKAGES}"));
        }
        assert_eq!(with_packages("Failed to open connection to X server."), "Failed to open connection to X server");
        // The guide names the same.
        let Ok(guide) = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/install.md")) else {
            return;
        };
        assert!(guide.contains(PACKAGES));
    }
}
