//! Opens the program in a page, and says what is missing where it cannot.

use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::spawn_local;

use super::outside::{self, Platform};
use super::{theme, window::App};
use crate::{cli::WindowStart, files::Limits};

/// The canvas of the page, by its `id`.
const CANVAS: &str = "maskscope";

/// Limits of a page: 4096 pixels a side, as on a phone's graphics card, and their bytes.
const LIMITS: Limits = Limits { max_side: 4_096, max_pixels: 4_096 * 4_096, max_bytes: 128 << 20 };

/// Opens the program on the canvas of the page. It stays until the page is left. A worker, which has no page, only calls what is
/// exported.
pub fn run() {
    if web_sys::window().is_none() {
        return;
    }
    spawn_local(async {
        if let Err(error) = start().await {
            let reason = error.as_string().unwrap_or_else(|| format!("{error:?}"));
            outside::tell_failure(&format!("The window could not be opened: {reason}"));
        }
    });
}

async fn start() -> Result<(), JsValue> {
    let runner = eframe::WebRunner::new();
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        outside::tell_failure(&panic.to_string());
    }));
    outside::bring_back().await;
    let document = web_sys::window().and_then(|window| window.document()).ok_or("there is no document")?;
    let canvas = document.get_element_by_id(CANVAS).ok_or("there is no canvas")?.dyn_into()?;
    let create: eframe::AppCreator<'static> = Box::new(|cc| {
        if outside::has_coarse_pointer() {
            theme::expect_touch(&cc.egui_ctx);
        }
        let open = WindowStart { limits: LIMITS, ..WindowStart::default() };
        Ok(Box::new(App::new(&cc.egui_ctx, &open, Platform::current())?))
    });
    runner.start(canvas, eframe::WebOptions { dithering: false, ..Default::default() }, create).await?;
    if let Some(loading) = document.get_element_by_id("loading") {
        loading.remove();
    }
    Ok(())
}
